// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Topological order of clusters. Where clusters depend on each other both ways (names need not
// follow the data), they are cut into pieces that do not.
#include "drawing/grouper.h"

#include <algorithm>
#include <map>
#include <queue>

namespace metainfer::drawing {
namespace {

constexpr std::uint32_t kNone = 0xffffffffu;

/// Adjacency in compressed form.
struct Digraph {
    std::vector<std::uint32_t> to, begin;

    Digraph(std::uint32_t nodes, std::vector<std::pair<std::uint32_t, std::uint32_t>> edges) {
        std::sort(edges.begin(), edges.end());
        edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
        begin.assign(nodes + 1, 0);
        for (const auto& [from, target] : edges) {
            ++begin[from + 1];
            to.push_back(target);
        }
        for (std::uint32_t i = 0; i < nodes; ++i)
            begin[i + 1] += begin[i];
    }
};

/// Tarjan's strongly connected components without recursion; component by node.
std::vector<std::uint32_t> components(const Digraph& graph, std::uint32_t nodes,
                                      std::uint32_t& count) {
    std::vector<std::uint32_t> index(nodes, kNone), low(nodes, 0), component(nodes, kNone);
    std::vector<std::uint32_t> path;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> calls; // node, next edge
    std::uint32_t next = 0;
    count = 0;
    for (std::uint32_t start = 0; start < nodes; ++start) {
        if (index[start] != kNone)
            continue;
        calls.emplace_back(start, graph.begin[start]);
        index[start] = low[start] = next++;
        path.push_back(start);
        while (!calls.empty()) {
            auto& [node, edge] = calls.back();
            if (edge < graph.begin[node + 1]) {
                const std::uint32_t to = graph.to[edge++];
                if (index[to] == kNone) {
                    index[to] = low[to] = next++;
                    path.push_back(to);
                    calls.emplace_back(to, graph.begin[to]);
                } else if (component[to] == kNone) {
                    low[node] = std::min(low[node], index[to]);
                }
                continue;
            }
            const std::uint32_t done = node;
            calls.pop_back();
            if (!calls.empty())
                low[calls.back().first] = std::min(low[calls.back().first], low[done]);
            if (low[done] != index[done])
                continue;
            for (;;) {
                const std::uint32_t member = path.back();
                path.pop_back();
                component[member] = count;
                if (member == done)
                    break;
            }
            ++count;
        }
    }
    return component;
}

} // namespace

void Grouper::splitCycles(const std::vector<std::uint32_t>& units,
                          std::vector<std::uint32_t>& cluster, std::uint32_t& clusterCount) {
    for (std::uint32_t i = 0; i < units.size(); ++i)
        m_place[units[i]] = i;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (std::uint32_t i = 0; i < units.size(); ++i)
        for (std::uint32_t e = m_outBegin[units[i]]; e < m_outBegin[units[i] + 1]; ++e)
            if (const std::uint32_t to = m_place[m_out[e].to];
                to != kNone && cluster[to] != cluster[i])
                edges.emplace_back(cluster[i], cluster[to]);
    for (const std::uint32_t unit : units)
        m_place[unit] = kNone;
    std::uint32_t count = 0;
    const auto component = components(Digraph(clusterCount, std::move(edges)), clusterCount, count);
    std::vector<std::uint32_t> size(count, 0);
    for (const std::uint32_t c : component)
        ++size[c];
    std::vector<std::vector<std::uint32_t>> tangled(count); // positions in `units`
    for (std::uint32_t i = 0; i < units.size(); ++i)
        if (size[component[cluster[i]]] > 1)
            tangled[component[cluster[i]]].push_back(i);
    for (const auto& positions : tangled)
        if (!positions.empty())
            splitComponent(units, cluster, clusterCount, positions);
}

void Grouper::splitComponent(const std::vector<std::uint32_t>& units,
                             std::vector<std::uint32_t>& cluster, std::uint32_t& clusterCount,
                             const std::vector<std::uint32_t>& positions) {
    // Members as nodes 0 … n-1, contracted step by step: `node` is the representative.
    const auto n = static_cast<std::uint32_t>(positions.size());
    std::map<std::uint32_t, std::vector<std::uint32_t>> members; // by cluster
    for (std::uint32_t i = 0; i < n; ++i) {
        members[cluster[positions[i]]].push_back(i);
        m_place[units[positions[i]]] = i;
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t unit = units[positions[i]];
        for (std::uint32_t e = m_outBegin[unit]; e < m_outBegin[unit + 1]; ++e)
            if (m_place[m_out[e].to] != kNone)
                edges.emplace_back(i, m_place[m_out[e].to]);
    }
    for (const std::uint32_t p : positions)
        m_place[units[p]] = kNone;
    std::vector<std::vector<std::uint32_t>> groups;
    for (auto& [c, list] : members)
        groups.push_back(std::move(list));
    std::stable_sort(groups.begin(), groups.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
    constexpr std::uint64_t kMaxWork = 20'000'000;
    const bool tooMuch = std::uint64_t{groups.size()} * (n + edges.size()) > kMaxWork;
    std::vector<std::uint32_t> node(n);
    for (std::uint32_t i = 0; i < n; ++i)
        node[i] = i;
    for (const auto& group : groups) {
        if (group.size() < 2 || tooMuch)
            continue;
        std::vector<bool> inside(n, false);
        for (const std::uint32_t i : group)
            inside[i] = true;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> contracted;
        std::vector<std::uint32_t> waiting(n, 0), ready, phase(n, 0);
        for (const auto& [from, to] : edges)
            if (node[from] != node[to])
                contracted.emplace_back(node[from], node[to]);
        const Digraph graph(n, std::move(contracted));
        for (const std::uint32_t to : graph.to)
            ++waiting[to];
        for (std::uint32_t i = 0; i < n; ++i)
            if (node[i] == i && waiting[i] == 0)
                ready.push_back(i);
        // How often a path has left the group and come back: equal phases can be one piece.
        for (std::size_t k = 0; k < ready.size(); ++k) {
            const std::uint32_t from = ready[k];
            for (std::uint32_t e = graph.begin[from]; e < graph.begin[from + 1]; ++e) {
                const std::uint32_t to = graph.to[e];
                phase[to] =
                    std::max(phase[to], phase[from] + (inside[from] && !inside[to] ? 1u : 0u));
                if (--waiting[to] == 0)
                    ready.push_back(to);
            }
        }
        std::map<std::uint32_t, std::uint32_t> first; // member by phase
        for (const std::uint32_t i : group)
            if (waiting[i] == 0)
                node[i] = first.try_emplace(phase[i], i).first->second;
    }
    std::map<std::uint32_t, std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < n; ++i) {
        const auto [it, isNew] = numbers.try_emplace(node[i], clusterCount);
        clusterCount += isNew;
        cluster[positions[i]] = it->second;
    }
}

std::vector<std::uint32_t> Grouper::sorted(const std::vector<std::uint32_t>& units,
                                           const std::vector<std::uint32_t>& cluster,
                                           std::uint32_t clusterCount) {
    for (std::uint32_t i = 0; i < units.size(); ++i)
        m_place[units[i]] = cluster[i];
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    std::vector<std::uint32_t> first(clusterCount, kNone);
    for (std::uint32_t i = 0; i < units.size(); ++i) {
        first[cluster[i]] = std::min(first[cluster[i]], units[i]);
        for (std::uint32_t e = m_outBegin[units[i]]; e < m_outBegin[units[i] + 1]; ++e)
            if (const std::uint32_t to = m_place[m_out[e].to]; to != kNone && to != cluster[i])
                edges.emplace_back(cluster[i], to);
    }
    for (const std::uint32_t unit : units)
        m_place[unit] = kNone;
    const Digraph graph(clusterCount, std::move(edges));
    std::vector<std::uint32_t> waiting(clusterCount, 0), order;
    for (const std::uint32_t to : graph.to)
        ++waiting[to];
    using Key = std::pair<std::uint32_t, std::uint32_t>; // first unit, cluster
    std::priority_queue<Key, std::vector<Key>, std::greater<>> ready;
    for (std::uint32_t c = 0; c < clusterCount; ++c)
        if (waiting[c] == 0 && first[c] != kNone)
            ready.emplace(first[c], c);
    std::vector<bool> done(clusterCount, false);
    while (!ready.empty()) {
        const std::uint32_t c = ready.top().second;
        ready.pop();
        order.push_back(c);
        done[c] = true;
        for (std::uint32_t e = graph.begin[c]; e < graph.begin[c + 1]; ++e)
            if (--waiting[graph.to[e]] == 0)
                ready.emplace(first[graph.to[e]], graph.to[e]);
    }
    // Members of a cycle of the graph itself, which a damaged model may have.
    std::vector<Key> rest;
    for (std::uint32_t c = 0; c < clusterCount; ++c)
        if (!done[c] && first[c] != kNone)
            rest.emplace_back(first[c], c);
    std::sort(rest.begin(), rest.end());
    for (const auto& key : rest)
        order.push_back(key.second);
    return order;
}

} // namespace metainfer::drawing
