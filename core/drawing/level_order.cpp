// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The order within ranks: barycentre sweeps and exchanges of neighbours, the best seen is kept.
#include "drawing/level.h"

#include <algorithm>

namespace metainfer::drawing {
namespace {

class Orderer {
  public:
    explicit Orderer(Level& level)
        : m_level(level) {}

    void run(int sweeps, bool exchange) {
        if (m_level.nodes.size() == m_level.rankCount)
            return; // a chain
        m_best = crossings();
        m_bestSequence.assign(m_level.sequence.begin(), m_level.sequence.end());
        improve(sweeps, exchange);
        if (exchange && m_best > 0) {
            firstOrder(m_level, true);
            keepBetter();
            improve(sweeps, exchange);
        }
        std::copy(m_bestSequence.begin(), m_bestSequence.end(), m_level.sequence.begin());
        for (std::uint32_t r = 0; r < m_level.rankCount; ++r)
            renumber(r);
    }

  private:
    void improve(int sweeps, bool exchange) {
        int withoutGain = 0;
        for (int i = 0; i < sweeps && m_best > 0 && withoutGain < 3; ++i) {
            for (std::uint32_t r = 1; r < m_level.rankCount; ++r)
                sortRank(r, false);
            for (std::uint32_t r = m_level.rankCount - 1; r-- > 0;)
                sortRank(r, true);
            if (exchange)
                exchangeAll();
            withoutGain = keepBetter() ? 0 : withoutGain + 1;
        }
    }

    bool keepBetter() {
        const std::uint64_t found = crossings();
        if (found >= m_best)
            return false;
        m_best = found;
        m_bestSequence.assign(m_level.sequence.begin(), m_level.sequence.end());
        return true;
    }

    void renumber(std::uint32_t r) {
        const auto rank = m_level.rank(r);
        for (std::uint32_t i = 0; i < rank.size(); ++i)
            m_level.nodes[rank[i]].position = i;
    }

    void sortRank(std::uint32_t r, bool byBelow) {
        const std::uint32_t begin = m_level.rankBegin[r], end = m_level.rankBegin[r + 1];
        if (end - begin < 2)
            return;
        m_keys.clear();
        for (std::uint32_t i = begin; i < end; ++i) {
            const std::uint32_t node = m_level.sequence[i];
            const auto near = byBelow ? m_level.below(node) : m_level.above(node);
            double key = -1;
            if (!near.empty()) {
                double sum = 0;
                for (const std::uint32_t other : near)
                    sum += m_level.nodes[other].position;
                key = sum / static_cast<double>(near.size());
            }
            m_keys.push_back({key, node});
        }
        // Nodes without neighbours there stay with their left neighbour.
        double last = 0;
        for (auto& [key, node] : m_keys) {
            if (key < 0)
                key = last;
            last = key;
        }
        std::stable_sort(m_keys.begin(), m_keys.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        for (std::uint32_t i = begin; i < end; ++i)
            m_level.sequence[i] = m_keys[i - begin].second;
        renumber(r);
    }

    std::uint64_t crossings() {
        std::uint64_t total = 0;
        for (std::uint32_t r = 0; r + 1 < m_level.rankCount; ++r)
            total += crossingsBelow(r);
        return total;
    }

    /// Inversions among the lower ends, counted with a Fenwick tree.
    std::uint64_t crossingsBelow(std::uint32_t r) {
        const auto upper = m_level.rank(r);
        const std::size_t width = m_level.rank(r + 1).size();
        if (upper.size() < 2 || width < 2)
            return 0;
        m_tree.assign(width + 1, 0);
        std::uint64_t count = 0, seen = 0;
        for (const std::uint32_t node : upper) {
            const auto below = m_level.below(node);
            for (const std::uint32_t lower : below) {
                std::uint64_t atOrLeft = 0;
                for (std::size_t i = m_level.nodes[lower].position + 1; i > 0; i -= i & (0 - i))
                    atOrLeft += m_tree[i];
                count += seen - atOrLeft;
            }
            for (const std::uint32_t lower : below)
                for (std::size_t i = m_level.nodes[lower].position + 1; i <= width;
                     i += i & (0 - i))
                    ++m_tree[i];
            seen += below.size();
        }
        return count;
    }

    /// Crossings between the edges of two neighbours when `a` is left of `b`.
    std::size_t pairCrossings(std::span<const std::uint32_t> a,
                              std::span<const std::uint32_t> b) const {
        std::size_t count = 0;
        for (const std::uint32_t x : a)
            for (const std::uint32_t y : b)
                count += m_level.nodes[x].position > m_level.nodes[y].position;
        return count;
    }

    void exchangeAll() {
        constexpr std::size_t kMaxWidth = 64, kMaxDegree = 32;
        for (std::uint32_t r = 0; r < m_level.rankCount; ++r) {
            const std::uint32_t begin = m_level.rankBegin[r], end = m_level.rankBegin[r + 1];
            if (end - begin < 2 || end - begin > kMaxWidth)
                continue;
            for (std::uint32_t i = begin; i + 1 < end; ++i) {
                const std::uint32_t a = m_level.sequence[i], b = m_level.sequence[i + 1];
                if (m_level.below(a).size() + m_level.above(a).size() > kMaxDegree ||
                    m_level.below(b).size() + m_level.above(b).size() > kMaxDegree)
                    continue;
                const std::size_t now = pairCrossings(m_level.below(a), m_level.below(b)) +
                                        pairCrossings(m_level.above(a), m_level.above(b));
                const std::size_t swapped = pairCrossings(m_level.below(b), m_level.below(a)) +
                                            pairCrossings(m_level.above(b), m_level.above(a));
                if (swapped < now) {
                    std::swap(m_level.sequence[i], m_level.sequence[i + 1]);
                    std::swap(m_level.nodes[a].position, m_level.nodes[b].position);
                }
            }
        }
    }

    Level& m_level;
    std::uint64_t m_best = 0;
    std::vector<std::uint32_t> m_bestSequence;
    std::vector<std::pair<double, std::uint32_t>> m_keys;
    std::vector<std::uint32_t> m_tree;
};

} // namespace

void orderLevel(Level& level, int sweeps, bool exchange) {
    Orderer(level).run(sweeps, exchange);
}

} // namespace metainfer::drawing
