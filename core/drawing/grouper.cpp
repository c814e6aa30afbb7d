// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Groups by name scope, and what all kinds of groups need.
#include "drawing/grouper.h"

#include <algorithm>

namespace metainfer::drawing {
namespace {

constexpr std::size_t kMaxDepth = 24; // of name scopes; deeper ones stay in the last group
constexpr std::uint32_t kNone = 0xffffffffu;

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
    hash *= 0xff51afd7ed558ccdULL;
    return hash ^ (hash >> 33);
}

std::uint64_t textHash(std::string_view text) {
    return std::hash<std::string_view>{}(text);
}

std::uint64_t labelOf(const Item& item) {
    std::uint64_t label = mix(textHash(item.type), textHash(item.domain));
    label = mix(label, textHash(item.attributes));
    for (const Parameter& parameter : item.parameters)
        label =
            mix(mix(label, static_cast<std::uint64_t>(parameter.input)), textHash(parameter.type));
    return label;
}

} // namespace

Grouper::Grouper(DiagramBuilder& builder, GroupId container,
                 const std::vector<DiagramBuilder::Unit>& units)
    : m_builder(builder)
    , m_container(container)
    , m_units(units)
    , m_unitOfItem(builder.m_unitOfItem)
    , m_place(units.size(), kNone) {
    m_unitOfItem.resize(builder.m_diagram->m_items.size(), kNone);
    m_partsBegin.push_back(0);
    for (const DiagramBuilder::Unit& unit : units) {
        std::string_view rest = unit.scope;
        while (!rest.empty() && m_parts.size() - m_partsBegin.back() < kMaxDepth) {
            const auto end = std::min(rest.find('/'), rest.size());
            if (end > 0)
                m_parts.push_back(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        m_partsBegin.push_back(static_cast<std::uint32_t>(m_parts.size()));
    }
}

Grouper::~Grouper() {
    for (const ItemId item : m_items)
        m_unitOfItem[item.index] = kNone;
}

void Grouper::run() {
    mapItems();
    linkUnits();
    std::vector<std::uint32_t> all(m_units.size());
    for (std::uint32_t i = 0; i < all.size(); ++i)
        all[i] = i;
    Entries entries = fold(byScope(all, 0));
    auto& draft = m_builder.m_drafts[m_container.index];
    const Links links = linksOf(entries);
    draft.group.structure = structureOf(entries, links, 0, entries.size());
    draft.children.clear();
    for (const Entry& entry : entries)
        draft.children.push_back(entry.child);
}

void Grouper::mapItems() {
    for (std::uint32_t u = 0; u < m_units.size(); ++u) {
        const std::size_t first = m_items.size();
        if (m_units[u].child.isGroup())
            mapDraft(m_units[u].child.group);
        else
            m_items.push_back(m_units[u].child.item);
        for (std::size_t i = first; i < m_items.size(); ++i)
            m_unitOfItem[m_items[i].index] = u;
    }
}

void Grouper::mapDraft(GroupId draft) {
    std::vector<GroupId> waiting{draft};
    while (!waiting.empty()) {
        const GroupId at = waiting.back();
        waiting.pop_back();
        for (const Child& child : m_builder.m_drafts[at.index].children) {
            if (child.isGroup())
                waiting.push_back(child.group);
            else
                m_items.push_back(child.item);
        }
    }
}

void Grouper::linkUnits() {
    std::vector<std::pair<std::uint32_t, Edge>> edges;
    const auto& tensors = m_builder.m_diagram->m_tensors;
    for (const ItemId item : m_items) {
        const std::uint32_t from = m_unitOfItem[item.index];
        for (const TensorId tensor : m_builder.m_diagram->m_items[item.index].outputs)
            for (const TensorUse& use : tensors[tensor.index].uses)
                if (const std::uint32_t to = m_unitOfItem[use.item.index];
                    to != kNone && to != from)
                    edges.push_back({from, {to, tensor.index}});
    }
    m_outBegin.assign(m_units.size() + 1, 0);
    for (const auto& edge : edges)
        ++m_outBegin[edge.first + 1];
    for (std::size_t i = 0; i < m_units.size(); ++i)
        m_outBegin[i + 1] += m_outBegin[i];
    m_out.resize(edges.size());
    std::vector<std::uint32_t> next(m_outBegin.begin(), m_outBegin.end() - 1);
    for (const auto& [from, edge] : edges)
        m_out[next[from]++] = edge;
}

Grouper::Entry Grouper::entryOfUnit(std::uint32_t unit) const {
    Entry entry;
    entry.child = m_units[unit].child;
    entry.units = {unit};
    if (entry.child.isGroup()) {
        const Group& group = m_builder.m_drafts[entry.child.group.index].group;
        entry.label = mix(labelOf(m_builder.m_diagram->m_items[group.head.index]), group.structure);
        entry.operators = 1;
        return entry;
    }
    const Item& item = m_builder.m_diagram->m_items[entry.child.item.index];
    entry.isFixed = item.kind == ItemKind::Input || item.kind == ItemKind::Output;
    entry.operators = item.isOperator();
    entry.label = labelOf(item);
    return entry;
}

Grouper::Entries Grouper::byScope(const std::vector<std::uint32_t>& units, std::size_t depth) {
    // Clusters by the next part of the name; units without one stay alone.
    std::vector<std::uint32_t> cluster(units.size());
    std::unordered_map<std::string_view, std::uint32_t> known;
    std::uint32_t count = 0;
    std::size_t deepest = depth, lone = 0, inputs = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
        const std::uint32_t u = units[i];
        if (m_partsBegin[u] + depth >= m_partsBegin[u + 1]) {
            cluster[i] = count++;
            ++lone;
            const Child& child = m_units[u].child;
            inputs +=
                !child.isGroup() && !m_builder.m_diagram->m_items[child.item.index].isOperator();
            continue;
        }
        deepest = depth + 1;
        const auto [it, isNew] = known.try_emplace(m_parts[m_partsBegin[u] + depth], count);
        count += isNew;
        cluster[i] = it->second;
    }
    if (known.size() == 1 && lone == inputs && deepest > depth)
        return byScope(units, depth + 1); // a group around everything says nothing
    if (!known.empty())
        splitCycles(units, cluster, count);
    const std::vector<std::uint32_t> order = sorted(units, cluster, count);
    std::vector<std::vector<std::uint32_t>> members(count);
    for (std::size_t i = 0; i < units.size(); ++i)
        members[cluster[i]].push_back(units[i]);
    Entries entries;
    entries.reserve(count);
    for (const std::uint32_t c : order) {
        if (members[c].empty())
            continue;
        if (members[c].size() == 1) {
            entries.push_back(entryOfUnit(members[c][0]));
            continue;
        }
        // Parts that all members share make one title: "encoder/layer".
        std::string title(m_parts[m_partsBegin[members[c][0]] + depth]);
        std::size_t next = depth + 1;
        for (;; ++next) {
            const std::uint32_t first =
                m_partsBegin[members[c][0]] + static_cast<std::uint32_t>(next);
            if (first >= m_partsBegin[members[c][0] + 1])
                break;
            const bool shared = std::all_of(members[c].begin(), members[c].end(), [&](auto u) {
                return m_partsBegin[u] + next < m_partsBegin[u + 1] &&
                       m_parts[m_partsBegin[u] + next] == m_parts[first];
            });
            if (!shared)
                break;
            title += "/" + std::string(m_parts[first]);
        }
        Entries inner = fold(byScope(members[c], next));
        if (inner.size() == 1) { // a repeat and nothing else: it stands for the scope
            if (inner[0].child.isGroup()) {
                Group& only = m_builder.m_drafts[inner[0].child.group.index].group;
                only.path = title + "/" + only.path;
            }
            entries.push_back(std::move(inner[0]));
            continue;
        }
        std::string path = title;
        entries.push_back(
            makeGroup(GroupKind::Scope, std::move(title), std::move(path), std::move(inner)));
    }
    return entries;
}

Grouper::Entry Grouper::makeGroup(GroupKind kind, std::string title, std::string path,
                                  Entries entries) {
    Entry made;
    const Links links = linksOf(entries);
    made.label = structureOf(entries, links, 0, entries.size());
    made.child.group = m_builder.addDraft(kind, m_container, std::move(title), std::move(path));
    auto& draft = m_builder.m_drafts[made.child.group.index];
    draft.group.structure = made.label;
    for (Entry& entry : entries) {
        draft.children.push_back(entry.child);
        made.operators += entry.operators;
        made.units.insert(made.units.end(), entry.units.begin(), entry.units.end());
    }
    return made;
}

Grouper::Entries Grouper::fold(Entries entries) {
    if (m_builder.m_options.repeats)
        entries = foldRepeats(std::move(entries));
    if (m_builder.m_options.sections)
        entries = foldSections(std::move(entries));
    return entries;
}

Grouper::Links Grouper::linksOf(const Entries& entries) {
    for (std::uint32_t i = 0; i < entries.size(); ++i)
        for (const std::uint32_t unit : entries[i].units)
            m_place[unit] = i;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs; // reader, read
    std::vector<std::int64_t> change(entries.size() + 1, 0);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> reach; // tensor, last reader
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
        reach.clear();
        for (const std::uint32_t unit : entries[i].units)
            for (std::uint32_t e = m_outBegin[unit]; e < m_outBegin[unit + 1]; ++e) {
                const std::uint32_t to = m_place[m_out[e].to];
                if (to == kNone || to == i)
                    continue;
                pairs.emplace_back(to, i);
                reach.emplace_back(m_out[e].tensor, to);
            }
        std::sort(reach.begin(), reach.end());
        for (std::size_t k = 0; k < reach.size(); ++k)
            if ((k + 1 == reach.size() || reach[k + 1].first != reach[k].first) &&
                reach[k].second > i) {
                ++change[i + 1];
                if (reach[k].second + 1 < change.size())
                    --change[reach[k].second + 1];
            }
    }
    for (const Entry& entry : entries)
        for (const std::uint32_t unit : entry.units)
            m_place[unit] = kNone;
    std::sort(pairs.begin(), pairs.end());
    Links links;
    links.begin.assign(entries.size() + 1, 0);
    for (const auto& [reader, read] : pairs) {
        ++links.begin[reader + 1];
        links.before.push_back(read);
    }
    std::int64_t crossing = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        links.begin[i + 1] += links.begin[i];
        crossing += change[i];
        links.crossing.push_back(static_cast<std::uint32_t>(crossing));
    }
    return links;
}

/// Labels and wiring. What is read from before the range counts by its distance when it is at most
/// `reach` away, else not at all: tensors that every block reads are made far above.
std::uint64_t Grouper::structureOf(const Entries& entries, const Links& links, std::size_t first,
                                   std::size_t count, std::size_t reach) const {
    std::uint64_t hash = mix(0x5bd1e995, count);
    for (std::size_t i = first; i < first + count; ++i) {
        hash = mix(hash, entries[i].label);
        for (std::uint32_t k = links.begin[i]; k < links.begin[i + 1]; ++k)
            if (const std::size_t away = i - links.before[k];
                links.before[k] >= first || away <= reach)
                hash = mix(hash, away);
    }
    return hash;
}

} // namespace metainfer::drawing
