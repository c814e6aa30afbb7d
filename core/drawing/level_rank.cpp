// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Ranks of one level: longest path, then nodes move down where that shortens edges.
#include "drawing/level.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace metainfer::drawing {
namespace {

std::span<const BundleTarget> targetsOf(const Level& level, const Bundle& bundle) {
    return {level.targets.data() + bundle.firstTarget, bundle.targetCount};
}

class Ranker {
  public:
    Ranker(Level& level, RankScratch& scratch)
        : m_level(level)
        , m_out(scratch.out)
        , m_outBegin(scratch.outBegin)
        , m_incoming(scratch.incoming)
        , m_before(scratch.before)
        , m_after(scratch.after)
        , m_part(scratch.part)
        , m_scratch(scratch) {}

    void run(std::uint32_t portalRanks) {
        linkBundles();
        findLeaves();
        longestPath();
        for (int i = 0; i < 2; ++i)
            tighten();
        stackLeaves();
        shelveParts();
        pinPorts();
        addDummies(portalRanks);
        addSegments();
        firstOrder(m_level, false);
    }

  private:
    void linkBundles() {
        const std::size_t count = m_level.nodes.size();
        m_outBegin.assign(count + 1, 0);
        m_incoming.assign(count, 0);
        for (const Bundle& bundle : m_level.bundles) {
            ++m_outBegin[bundle.source + 1];
            for (const BundleTarget& target : targetsOf(m_level, bundle))
                ++m_incoming[target.node];
        }
        for (std::size_t i = 0; i < count; ++i)
            m_outBegin[i + 1] += m_outBegin[i];
        m_out.resize(m_level.bundles.size());
        auto& next = m_scratch.next;
        next.assign(m_outBegin.begin(), m_outBegin.end() - 1);
        for (std::uint32_t b = 0; b < m_level.bundles.size(); ++b)
            m_out[next[m_level.bundles[b].source]++] = b;
    }

    /// Children that hang on one other alone, by that one: before it (inputs) and after it.
    void findLeaves() {
        m_before.clear();
        m_after.clear();
        for (std::uint32_t i = 0; i < m_level.childCount; ++i) {
            const std::uint32_t outgoing = m_outBegin[i + 1] - m_outBegin[i];
            if (m_incoming[i] == 0 && outgoing == 1) {
                const auto targets = targetsOf(m_level, m_level.bundles[m_out[m_outBegin[i]]]);
                if (targets.size() == 1 && targets[0].node < m_level.childCount)
                    m_before.emplace_back(targets[0].node, i);
            }
            for (std::uint32_t b = m_outBegin[i]; b < m_outBegin[i + 1]; ++b)
                for (const BundleTarget& target : targetsOf(m_level, m_level.bundles[m_out[b]]))
                    if (target.node < m_level.childCount && m_incoming[target.node] == 1 &&
                        m_outBegin[target.node] == m_outBegin[target.node + 1])
                        m_after.emplace_back(i, target.node);
        }
        std::sort(m_before.begin(), m_before.end());
        std::sort(m_after.begin(), m_after.end());
    }

    /// Calls `visit(node, leaves, rows)` for nodes with more leaves than make a readable row.
    template <typename Visit>
    static void eachStack(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& leaves,
                          const Visit& visit) {
        constexpr std::size_t kWide = 32, kMaxRows = 12;
        for (std::size_t begin = 0; begin < leaves.size();) {
            std::size_t end = begin + 1;
            while (end < leaves.size() && leaves[end].first == leaves[begin].first)
                ++end;
            if (end - begin > kWide)
                visit(leaves[begin].first, std::span(leaves).subspan(begin, end - begin),
                      static_cast<std::uint32_t>(
                          std::min(kMaxRows, (end - begin + kWide - 1) / kWide)));
            begin = end;
        }
    }

    void stack(std::uint32_t leaf, std::uint32_t rank) {
        m_level.nodes[leaf].rank = rank;
        m_level.nodes[leaf].isStacked = true;
    }

    /// Hundreds of inputs of one operator stand in several rows, each between the lines of those
    /// above it.
    void stackLeaves() {
        eachStack(m_before, [this](std::uint32_t node, auto leaves, std::uint32_t rows) {
            for (std::uint32_t i = 0; i < leaves.size(); ++i)
                stack(leaves[i].second, m_level.nodes[node].rank - 1 - i % rows);
        });
        eachStack(m_after, [this](std::uint32_t node, auto leaves, std::uint32_t rows) {
            for (std::uint32_t i = 0; i < leaves.size(); ++i)
                stack(leaves[i].second, m_level.nodes[node].rank + 1 + i % rows);
        });
    }

    std::uint32_t partOf(std::uint32_t node) {
        while (m_part[node] != node)
            node = m_part[node] = m_part[m_part[node]];
        return node;
    }

    /// Parts without connection stand side by side, and below each other when they are too many.
    void shelveParts() {
        const std::uint32_t count = m_level.childCount;
        if (m_level.hasInPorts || m_level.hasOutPorts)
            return;
        m_part.resize(count);
        for (std::uint32_t i = 0; i < count; ++i)
            m_part[i] = i;
        for (const Bundle& bundle : m_level.bundles)
            for (const BundleTarget& target : targetsOf(m_level, bundle))
                m_part[partOf(target.node)] = partOf(bundle.source);
        struct Part {
            std::uint32_t last = 0;           ///< rank
            std::vector<std::uint32_t> width; ///< by rank
            std::uint32_t widest = 0, shelf = 0;
        };
        std::map<std::uint32_t, Part> parts; // in the order of their first node
        std::vector<std::uint32_t> firstOf(count, count);
        for (std::uint32_t i = 0; i < count; ++i) {
            std::uint32_t& first = firstOf[partOf(i)];
            first = std::min(first, i);
            Part& part = parts[first];
            const std::uint32_t rank = m_level.nodes[i].rank;
            part.last = std::max(part.last, rank);
            if (part.width.size() <= rank)
                part.width.resize(rank + 1, 0);
            part.widest = std::max(part.widest, ++part.width[rank]);
        }
        const auto wide = static_cast<std::uint32_t>(std::max(16.0, 1.5 * std::sqrt(count)));
        std::uint32_t shelf = 0, next = 0, width = 0;
        for (auto& [first, part] : parts) {
            if (width > 0 && width + part.widest > wide) {
                shelf = next;
                width = 0;
            }
            part.shelf = shelf;
            width += part.widest;
            next = std::max(next, shelf + part.last + 1);
        }
        if (shelf == 0)
            return;
        for (std::uint32_t i = 0; i < count; ++i)
            m_level.nodes[i].rank += parts[firstOf[partOf(i)]].shelf;
    }

    /// Children are numbered in topological order and in-ports come before them all.
    void longestPath() {
        const std::uint32_t first = m_level.hasInPorts ? 1 : 0;
        for (std::uint32_t i = 0; i < m_level.childCount; ++i)
            m_level.nodes[i].rank = first;
        eachStack(m_before, [this, first](std::uint32_t node, auto, std::uint32_t rows) {
            m_level.nodes[node].rank = first + rows;
        });
        for (std::uint32_t i = 0; i < m_level.childCount; ++i)
            for (std::uint32_t b = m_outBegin[i]; b < m_outBegin[i + 1]; ++b)
                for (const BundleTarget& target : targetsOf(m_level, m_level.bundles[m_out[b]])) {
                    LevelNode& node = m_level.nodes[target.node];
                    node.rank = std::max(node.rank, m_level.nodes[i].rank + 1);
                }
    }

    void tighten() {
        for (std::uint32_t i = m_level.childCount; i-- > 0;) {
            LevelNode& node = m_level.nodes[i];
            std::uint32_t lowest = 0xffffffffu, outgoing = 0;
            for (std::uint32_t b = m_outBegin[i]; b < m_outBegin[i + 1]; ++b) {
                std::uint32_t nearest = 0xffffffffu;
                for (const BundleTarget& target : targetsOf(m_level, m_level.bundles[m_out[b]]))
                    if (m_level.nodes[target.node].kind != LevelNodeKind::OutPort)
                        nearest = std::min(nearest, m_level.nodes[target.node].rank);
                outgoing += nearest != 0xffffffffu;
                lowest = std::min(lowest, nearest);
            }
            if (outgoing > m_incoming[i] && lowest != 0xffffffffu && lowest > node.rank + 1)
                node.rank = lowest - 1;
        }
    }

    void pinPorts() {
        std::uint32_t last = 0;
        for (std::uint32_t i = 0; i < m_level.childCount; ++i)
            last = std::max(last, m_level.nodes[i].rank);
        for (std::size_t i = m_level.childCount; i < m_level.nodes.size(); ++i)
            m_level.nodes[i].rank = m_level.nodes[i].kind == LevelNodeKind::InPort ? 0 : last + 1;
        m_level.rankCount = last + 1 + (m_level.hasOutPorts ? 1 : 0);
    }

    /// Rows that trunks pass when edges over more than `limit` rows are portals.
    std::size_t dummiesNeeded(std::uint32_t limit) const {
        std::size_t needed = 0;
        for (const Bundle& bundle : m_level.bundles) {
            const std::uint32_t from = m_level.nodes[bundle.source].rank;
            std::uint32_t longest = 1;
            for (const BundleTarget& target : targetsOf(m_level, bundle))
                if (const std::uint32_t span = m_level.nodes[target.node].rank - from;
                    span <= limit)
                    longest = std::max(longest, span);
            needed += longest - 1;
        }
        return needed;
    }

    void addDummies(std::uint32_t portalRanks) {
        std::uint32_t limit = std::max(2u, portalRanks);
        const std::size_t allowed = 20 * std::size_t{m_level.childCount} + 2000;
        while (limit > 8 && dummiesNeeded(limit) > allowed)
            limit /= 2;
        for (std::uint32_t b = 0; b < m_level.bundles.size(); ++b) {
            Bundle& bundle = m_level.bundles[b];
            const std::uint32_t from = m_level.nodes[bundle.source].rank;
            std::uint32_t longest = 1;
            for (std::uint32_t i = 0; i < bundle.targetCount; ++i) {
                BundleTarget& target = m_level.targets[bundle.firstTarget + i];
                const std::uint32_t span = m_level.nodes[target.node].rank - from;
                target.isPortal = span > limit;
                if (!target.isPortal)
                    longest = std::max(longest, span);
            }
            bundle.firstDummy = static_cast<std::uint32_t>(m_level.nodes.size());
            bundle.dummyCount = longest - 1;
            for (std::uint32_t i = 1; i < longest; ++i) {
                LevelNode dummy;
                dummy.kind = LevelNodeKind::Dummy;
                dummy.ref = b;
                dummy.rank = from + i;
                m_level.nodes.push_back(dummy);
            }
        }
    }

    void addSegments() {
        auto& segments = m_scratch.segments;
        segments.clear();
        for (std::uint32_t b = 0; b < m_level.bundles.size(); ++b) {
            const Bundle& bundle = m_level.bundles[b];
            const std::uint32_t from = m_level.nodes[bundle.source].rank;
            const auto at = [&](std::uint32_t row) { // the trunk's node `row` rows below the source
                return row == 0 ? bundle.source : bundle.firstDummy + row - 1;
            };
            for (std::uint32_t i = 0; i < bundle.dummyCount; ++i)
                segments.push_back({at(i), at(i + 1), b});
            for (std::uint32_t i = 0; i < bundle.targetCount; ++i) {
                const BundleTarget& target = m_level.targets[bundle.firstTarget + i];
                if (!target.isPortal)
                    segments.push_back({at(m_level.nodes[target.node].rank - from - 1), target.node,
                                        b, bundle.firstTarget + i});
            }
        }
        // Sorted by the upper end's rank, else as they are.
        auto& next = m_scratch.next;
        next.assign(m_level.rankCount + 1, 0);
        for (const Segment& segment : segments)
            ++next[m_level.nodes[segment.upper].rank + 1];
        for (std::uint32_t r = 0; r < m_level.rankCount; ++r)
            next[r + 1] += next[r];
        m_level.segments.resize(segments.size());
        for (const Segment& segment : segments)
            m_level.segments[next[m_level.nodes[segment.upper].rank]++] = segment;
        fillNeighbours(m_level.down, m_level.downBegin, true);
        fillNeighbours(m_level.up, m_level.upBegin, false);
    }

    void fillNeighbours(std::pmr::vector<std::uint32_t>& list,
                        std::pmr::vector<std::uint32_t>& begin, bool isDown) const {
        begin.assign(m_level.nodes.size() + 1, 0);
        for (const Segment& segment : m_level.segments)
            ++begin[(isDown ? segment.upper : segment.lower) + 1];
        for (std::size_t i = 0; i < m_level.nodes.size(); ++i)
            begin[i + 1] += begin[i];
        list.resize(m_level.segments.size());
        auto& next = m_scratch.next;
        next.assign(begin.begin(), begin.end() - 1);
        for (const Segment& segment : m_level.segments) {
            const std::uint32_t node = isDown ? segment.upper : segment.lower;
            list[next[node]++] = isDown ? segment.lower : segment.upper;
        }
    }

    Level& m_level;
    std::vector<std::uint32_t>&m_out, &m_outBegin; ///< bundles by source
    std::vector<std::uint32_t>& m_incoming;
    std::vector<std::pair<std::uint32_t, std::uint32_t>>&m_before, &m_after; ///< node, leaf
    std::vector<std::uint32_t>& m_part;
    RankScratch& m_scratch;
};

} // namespace

void firstOrder(Level& level, bool trunksFirst) {
    const std::size_t count = level.nodes.size();
    level.rankBegin.assign(level.rankCount + 1, 0);
    for (const LevelNode& node : level.nodes)
        ++level.rankBegin[node.rank + 1];
    for (std::uint32_t r = 0; r < level.rankCount; ++r)
        level.rankBegin[r + 1] += level.rankBegin[r];
    level.sequence.resize(count);
    std::vector<std::uint32_t> next(level.rankBegin.begin(), level.rankBegin.end() - 1), stack;
    std::vector<bool> seen(count, false);
    const auto push = [&](std::uint32_t node, bool trunks) {
        const auto below = level.below(node);
        for (std::size_t i = below.size(); i-- > 0;) {
            const LevelNode& lower = level.nodes[below[i]];
            if (!seen[below[i]] &&
                (lower.kind == LevelNodeKind::Dummy || lower.isStacked) == trunks)
                stack.push_back(below[i]);
        }
    };
    const auto visit = [&](std::uint32_t start) {
        stack.push_back(start);
        while (!stack.empty()) {
            const std::uint32_t node = stack.back();
            stack.pop_back();
            if (seen[node])
                continue;
            seen[node] = true;
            LevelNode& at = level.nodes[node];
            at.position = next[at.rank] - level.rankBegin[at.rank];
            level.sequence[next[at.rank]++] = node;
            push(node, !trunksFirst);
            push(node, trunksFirst);
        }
    };
    for (std::uint32_t i = 0; i < count; ++i)
        if (level.above(i).empty())
            visit(i);
    for (std::uint32_t i = 0; i < count; ++i)
        visit(i);
}

void rankLevel(Level& level, std::uint32_t portalRanks, RankScratch& scratch) {
    Ranker(level, scratch).run(portalRanks);
}

} // namespace metainfer::drawing
