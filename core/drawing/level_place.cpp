// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Horizontal places: neighbours on the longest paths are aligned into straight blocks, blocks are
// packed from the left and then moved towards what they are connected with.
#include "drawing/layout.h"
#include "drawing/level.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace metainfer::drawing {
namespace {

constexpr std::uint32_t kNone = 0xffffffffu;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

} // namespace

class LevelPlacer::Placer {
  public:
    explicit Placer(const LayoutOptions& options)
        : m_options(options) {}

    void run(Level& level, const PortOffsets& ports, int iterations) {
        m_level = &level;
        m_ports = &ports;
        measureTrunks();
        align();
        makeBlocks();
        addConstraints();
        packLeft();
        linkBlocks();
        for (int i = 0; i < iterations; ++i) {
            bool moved = false;
            for (std::size_t k = m_order.size(); k-- > 0;)
                moved |= moveBlock(m_order[k]);
            for (const std::uint32_t block : m_order)
                moved |= moveBlock(block);
            if (!moved)
                break;
        }
        store();
    }

  private:
    double sourceOffset(const Segment& segment) const {
        return m_level->nodes[segment.upper].kind == LevelNodeKind::Frame
                   ? m_ports->source[segment.bundle]
                   : 0;
    }
    double targetOffset(const Segment& segment) const {
        return segment.target == kNone ? 0 : m_ports->target[segment.target];
    }
    bool isDummy(std::uint32_t node) const {
        return m_level->nodes[node].kind == LevelNodeKind::Dummy;
    }

    /// The main line wins over what skips it: a trunk counts as the longest way that it serves.
    void measureTrunks() {
        m_trunkPath.assign(m_level->bundles.size(), 0);
        for (std::size_t b = 0; b < m_level->bundles.size(); ++b) {
            const Bundle& bundle = m_level->bundles[b];
            for (std::uint32_t t = 0; t < bundle.targetCount; ++t) {
                const BundleTarget& target = m_level->targets[bundle.firstTarget + t];
                if (!target.isPortal &&
                    m_level->nodes[target.node].rank > m_level->nodes[bundle.source].rank + 1)
                    m_trunkPath[b] = std::max(m_trunkPath[b], target.path);
            }
        }
    }

    struct Choice {
        std::uint32_t segment = 0;
        std::uint32_t path = 0;
        std::uint32_t kind = 0; ///< dummy to dummy, then box to box, then mixed
        std::uint32_t from = 0, to = 0;
        std::uint32_t aside = 0; ///< from the middle one of those that share an end
    };

    /// In each gap, the segments that become straight: no node twice, none crossing another.
    void align() {
        m_alignedUp.assign(m_level->nodes.size(), kNone);
        const auto& segments = m_level->segments;
        for (std::size_t begin = 0; begin < segments.size();) {
            const std::uint32_t rank = m_level->nodes[segments[begin].upper].rank;
            std::size_t end = begin;
            m_choices.clear();
            for (; end < segments.size() && m_level->nodes[segments[end].upper].rank == rank;
                 ++end) {
                const Segment& s = segments[end];
                // Straight lines would set stacked boxes apart: they stand in columns instead.
                if (m_level->nodes[s.upper].isStacked || m_level->nodes[s.lower].isStacked)
                    continue;
                const std::uint32_t dummies = isDummy(s.upper) + isDummy(s.lower);
                m_choices.push_back(
                    {static_cast<std::uint32_t>(end),
                     s.target == kNone ? m_trunkPath[s.bundle] : m_level->targets[s.target].path,
                     dummies == 2   ? 2u
                     : dummies == 0 ? 1u
                                    : 0u,
                     m_level->nodes[s.upper].position, m_level->nodes[s.lower].position});
            }
            measureAside();
            chooseAligned();
            begin = end;
        }
    }

    void measureAside() {
        if (m_choices.size() < 3)
            return;
        const auto measure = [this](std::uint32_t Choice::*shared, std::uint32_t Choice::*other) {
            std::sort(m_choices.begin(), m_choices.end(), [&](const Choice& a, const Choice& b) {
                return std::tie(a.*shared, a.*other) < std::tie(b.*shared, b.*other);
            });
            for (std::size_t begin = 0; begin < m_choices.size();) {
                std::size_t end = begin + 1;
                while (end < m_choices.size() && m_choices[end].*shared == m_choices[begin].*shared)
                    ++end;
                // Of a few the longest way decides as it always did; a hub stands amidst its many.
                constexpr std::size_t kHub = 8;
                const std::size_t last = end - begin - 1;
                for (std::size_t i = 0; last >= kHub && i <= last; ++i)
                    m_choices[begin + i].aside +=
                        static_cast<std::uint32_t>(2 * i > last ? 2 * i - last : last - 2 * i);
                begin = end;
            }
        };
        measure(&Choice::from, &Choice::to);
        measure(&Choice::to, &Choice::from);
    }

    void chooseAligned() {
        std::sort(m_choices.begin(), m_choices.end(), [](const Choice& a, const Choice& b) {
            if (a.path != b.path)
                return a.path > b.path;
            if (a.kind != b.kind)
                return a.kind > b.kind;
            return std::tie(a.aside, a.from, a.to) < std::tie(b.aside, b.from, b.to);
        });
        m_chosen.clear();
        for (const Choice& choice : m_choices) {
            // Sorted by `from`; neighbours tell whether it crosses or shares an end.
            const auto at =
                std::lower_bound(m_chosen.begin(), m_chosen.end(), choice.from,
                                 [](const Choice& a, std::uint32_t from) { return a.from < from; });
            if (at != m_chosen.end() && (at->from == choice.from || at->to <= choice.to))
                continue;
            if (at != m_chosen.begin() && std::prev(at)->to >= choice.to)
                continue;
            m_chosen.insert(at, choice);
            m_alignedUp[m_level->segments[choice.segment].lower] = choice.segment;
        }
    }

    void makeBlocks() {
        const std::size_t count = m_level->nodes.size();
        m_block.assign(count, kNone);
        m_offset.assign(count, 0);
        m_blockCount = 0;
        for (const std::uint32_t node : m_level->sequence) {
            const std::uint32_t up = m_alignedUp[node];
            if (up == kNone) {
                m_block[node] = m_blockCount++;
                continue;
            }
            const Segment& s = m_level->segments[up];
            m_block[node] = m_block[s.upper];
            m_offset[node] = m_offset[s.upper] + sourceOffset(s) - targetOffset(s);
        }
    }

    double gapBetween(const LevelNode& a, const LevelNode& b) const {
        const bool lineA = a.kind != LevelNodeKind::Box && a.kind != LevelNodeKind::Frame;
        const bool lineB = b.kind != LevelNodeKind::Box && b.kind != LevelNodeKind::Frame;
        if (lineA && lineB)
            return m_options.edgeGap;
        return lineA || lineB ? (m_options.edgeGap + m_options.boxGap) / 2 : m_options.boxGap;
    }

    struct Constraint {
        std::uint32_t left = 0, right = 0;
        double distance = 0; ///< x of block `right` is at least that of `left` plus this
    };

    void addConstraints() {
        m_constraints.clear();
        for (std::uint32_t r = 0; r < m_level->rankCount; ++r) {
            const auto rank = m_level->rank(r);
            for (std::size_t i = 1; i < rank.size(); ++i) {
                const LevelNode &a = m_level->nodes[rank[i - 1]], &b = m_level->nodes[rank[i]];
                m_constraints.push_back({m_block[rank[i - 1]], m_block[rank[i]],
                                         m_offset[rank[i - 1]] + a.right + gapBetween(a, b) +
                                             b.left - m_offset[rank[i]]});
            }
        }
        linkConstraints(m_toRight, m_toRightBegin, true);
        linkConstraints(m_toLeft, m_toLeftBegin, false);
    }

    void linkConstraints(std::vector<std::uint32_t>& list, std::vector<std::uint32_t>& begin,
                         bool byLeft) {
        begin.assign(m_blockCount + 1, 0);
        for (const Constraint& c : m_constraints)
            ++begin[(byLeft ? c.left : c.right) + 1];
        for (std::uint32_t i = 0; i < m_blockCount; ++i)
            begin[i + 1] += begin[i];
        list.resize(m_constraints.size());
        m_next.assign(begin.begin(), begin.end() - 1);
        auto& next = m_next;
        for (std::uint32_t i = 0; i < m_constraints.size(); ++i)
            list[next[byLeft ? m_constraints[i].left : m_constraints[i].right]++] = i;
    }

    /// Blocks do not cross, so "left of" has no cycle.
    void packLeft() {
        m_x.assign(m_blockCount, -kInfinite);
        m_waiting.assign(m_blockCount, 0);
        auto& waiting = m_waiting;
        for (const Constraint& c : m_constraints)
            ++waiting[c.right];
        m_order.clear();
        m_order.reserve(m_blockCount);
        for (std::uint32_t b = 0; b < m_blockCount; ++b)
            if (waiting[b] == 0)
                m_order.push_back(b);
        m_leftmost.assign(m_blockCount, 0);
        auto& leftmost = m_leftmost;
        for (std::size_t i = 0; i < m_level->nodes.size(); ++i)
            leftmost[m_block[i]] =
                std::max(leftmost[m_block[i]], m_level->nodes[i].left - m_offset[i]);
        for (std::size_t i = 0; i < m_order.size(); ++i) {
            const std::uint32_t block = m_order[i];
            m_x[block] = std::max(m_x[block], leftmost[block]);
            for (std::uint32_t k = m_toRightBegin[block]; k < m_toRightBegin[block + 1]; ++k) {
                const Constraint& c = m_constraints[m_toRight[k]];
                m_x[c.right] = std::max(m_x[c.right], m_x[block] + c.distance);
                if (--waiting[c.right] == 0)
                    m_order.push_back(c.right);
            }
        }
    }

    struct Pull {
        std::uint32_t other = 0; ///< block
        double distance = 0;     ///< wanted x of this block minus that of the other
        double weight = 1;
    };

    void linkBlocks() {
        m_pullBegin.assign(m_blockCount + 1, 0);
        const auto each = [this](const auto& visit) {
            for (std::uint32_t i = 0; i < m_level->segments.size(); ++i) {
                const Segment& s = m_level->segments[i];
                if (m_block[s.upper] != m_block[s.lower])
                    visit(s);
            }
        };
        each([this](const Segment& s) {
            ++m_pullBegin[m_block[s.upper] + 1];
            ++m_pullBegin[m_block[s.lower] + 1];
        });
        for (std::uint32_t i = 0; i < m_blockCount; ++i)
            m_pullBegin[i + 1] += m_pullBegin[i];
        m_pulls.resize(m_pullBegin.back());
        m_next.assign(m_pullBegin.begin(), m_pullBegin.end() - 1);
        auto& next = m_next;
        each([&](const Segment& s) {
            const double distance = m_offset[s.upper] + sourceOffset(s) - m_offset[s.lower] -
                                    targetOffset(s); // x of lower's block minus upper's
            const double weight = isDummy(s.upper) || isDummy(s.lower) ? 1.5 : 1;
            m_pulls[next[m_block[s.lower]]++] = {m_block[s.upper], distance, weight};
            m_pulls[next[m_block[s.upper]]++] = {m_block[s.lower], -distance, weight};
        });
    }

    double wanted(std::uint32_t block) {
        m_wishes.clear();
        double total = 0;
        for (std::uint32_t k = m_pullBegin[block]; k < m_pullBegin[block + 1]; ++k) {
            const Pull& pull = m_pulls[k];
            m_wishes.emplace_back(m_x[pull.other] + pull.distance, pull.weight);
            total += pull.weight;
        }
        std::sort(m_wishes.begin(), m_wishes.end());
        double sum = 0;
        for (std::size_t i = 0; i < m_wishes.size(); ++i) {
            sum += m_wishes[i].second;
            if (sum * 2 == total && i + 1 < m_wishes.size())
                return (m_wishes[i].first + m_wishes[i + 1].first) / 2;
            if (sum * 2 > total)
                return m_wishes[i].first;
        }
        return m_x[block];
    }

    bool moveBlock(std::uint32_t block) {
        if (m_pullBegin[block] == m_pullBegin[block + 1])
            return false;
        double low = -kInfinite, high = kInfinite;
        for (std::uint32_t k = m_toLeftBegin[block]; k < m_toLeftBegin[block + 1]; ++k) {
            const Constraint& c = m_constraints[m_toLeft[k]];
            low = std::max(low, m_x[c.left] + c.distance);
        }
        for (std::uint32_t k = m_toRightBegin[block]; k < m_toRightBegin[block + 1]; ++k) {
            const Constraint& c = m_constraints[m_toRight[k]];
            high = std::min(high, m_x[c.right] - c.distance);
        }
        const double x = std::max(low, std::min(high, wanted(block)));
        const bool moved = std::abs(x - m_x[block]) > 0.5;
        m_x[block] = x;
        return moved;
    }

    void store() {
        double left = kInfinite;
        for (std::size_t i = 0; i < m_level->nodes.size(); ++i) {
            LevelNode& node = m_level->nodes[i];
            node.x = m_x[m_block[i]] + m_offset[i];
            left = std::min(left, node.x - node.left);
        }
        for (LevelNode& node : m_level->nodes)
            node.x -= left;
    }

    Level* m_level = nullptr;
    const PortOffsets* m_ports = nullptr;
    const LayoutOptions& m_options;
    std::vector<std::uint32_t> m_trunkPath; ///< by bundle
    std::vector<Choice> m_choices, m_chosen;
    std::vector<std::uint32_t> m_alignedUp; ///< by node: segment
    std::vector<std::uint32_t> m_block;     ///< by node
    std::vector<double> m_offset;           ///< by node: x minus that of its block
    std::uint32_t m_blockCount = 0;
    std::vector<Constraint> m_constraints;
    std::vector<std::uint32_t> m_toRight, m_toRightBegin, m_toLeft, m_toLeftBegin;
    std::vector<double> m_x;                      ///< by block
    std::vector<double> m_leftmost;               ///< by block
    std::vector<std::uint32_t> m_waiting, m_next; ///< scratch
    std::vector<std::uint32_t> m_order;
    std::vector<Pull> m_pulls;
    std::vector<std::uint32_t> m_pullBegin;
    std::vector<std::pair<double, double>> m_wishes;
};

LevelPlacer::LevelPlacer(const LayoutOptions& options)
    : m_placer(std::make_unique<Placer>(options)) {}

LevelPlacer::~LevelPlacer() = default;

void LevelPlacer::place(Level& level, const PortOffsets& ports, int iterations) {
    if (!level.nodes.empty())
        m_placer->run(level, ports, iterations);
}

} // namespace metainfer::drawing
