// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Ranks of one level: longest path, then nodes move down where that shortens edges.
#include "drawing/level.h"

#include <algorithm>

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
        , m_scratch(scratch) {}

    void run(std::uint32_t portalRanks) {
        linkBundles();
        longestPath();
        for (int i = 0; i < 2; ++i)
            tighten();
        pinPorts();
        addDummies(portalRanks);
        addSegments();
        firstOrder();
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

    /// Children are numbered in topological order and in-ports come before them all.
    void longestPath() {
        const std::uint32_t first = m_level.hasInPorts ? 1 : 0;
        for (std::uint32_t i = 0; i < m_level.childCount; ++i)
            m_level.nodes[i].rank = first;
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

    /// Depth first from the sources: what follows each other in the data stays close.
    void firstOrder() {
        const std::size_t count = m_level.nodes.size();
        m_level.rankBegin.assign(m_level.rankCount + 1, 0);
        for (const LevelNode& node : m_level.nodes)
            ++m_level.rankBegin[node.rank + 1];
        for (std::uint32_t r = 0; r < m_level.rankCount; ++r)
            m_level.rankBegin[r + 1] += m_level.rankBegin[r];
        m_level.sequence.resize(count);
        auto& next = m_scratch.next;
        next.assign(m_level.rankBegin.begin(), m_level.rankBegin.end() - 1);
        auto& seen = m_scratch.seen;
        seen.assign(count, false);
        auto& stack = m_scratch.stack;
        stack.clear();
        const auto place = [&](std::uint32_t node) {
            LevelNode& at = m_level.nodes[node];
            at.position = next[at.rank] - m_level.rankBegin[at.rank];
            m_level.sequence[next[at.rank]++] = node;
        };
        const auto visit = [&](std::uint32_t start) {
            stack.push_back(start);
            while (!stack.empty()) {
                const std::uint32_t node = stack.back();
                stack.pop_back();
                if (seen[node])
                    continue;
                seen[node] = true;
                place(node);
                const auto below = m_level.below(node);
                for (std::size_t i = below.size(); i-- > 0;)
                    if (!seen[below[i]])
                        stack.push_back(below[i]);
            }
        };
        for (std::uint32_t i = 0; i < count; ++i)
            if (m_level.above(i).empty())
                visit(i);
        for (std::uint32_t i = 0; i < count; ++i)
            visit(i);
    }

    Level& m_level;
    std::vector<std::uint32_t>&m_out, &m_outBegin; ///< bundles by source
    std::vector<std::uint32_t>& m_incoming;
    RankScratch& m_scratch;
};

} // namespace

void rankLevel(Level& level, std::uint32_t portalRanks, RankScratch& scratch) {
    Ranker(level, scratch).run(portalRanks);
}

} // namespace metainfer::drawing
