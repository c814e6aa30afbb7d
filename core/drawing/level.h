// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One open group as a layered graph of its own: children, ports where edges cross its frame, and
// dummies where edges pass a row. Private to core/drawing.
#pragma once

#include "drawing/folding.h"
#include "drawing/geometry.h"

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <vector>

namespace metainfer::drawing {

struct LayoutOptions;

enum class LevelNodeKind : std::uint8_t { Box, Frame, InPort, OutPort, Dummy };

struct LevelNode {
    LevelNodeKind kind = LevelNodeKind::Box;
    bool isStacked = false; ///< one of very many that hang on the same node
    std::uint32_t ref = 0;  ///< box or frame; of ports and dummies: the bundle
    std::uint32_t rank = 0;
    std::uint32_t position = 0; ///< in its rank
    double left = 0, right = 0; ///< extents around `x`
    double height = 0;
    double x = 0;   ///< of the middle, or of what is aligned
    double top = 0; ///< y
};

/// A target of a bundle.
struct BundleTarget {
    std::uint32_t node = 0;
    bool isPortal = false;
    std::uint32_t path = 0; ///< operators on the longest way through the model by this edge
};

/// Edges with the same source and the same targets at this level; they run side by side as lanes.
/// Whether a neighbour group is open changes the lanes, never the bundles: so the order is stable.
struct Bundle {
    std::uint32_t source = 0;
    std::uint32_t firstTarget = 0, targetCount = 0;
    std::uint32_t firstLane = 0, laneCount = 0;
    std::uint32_t firstDummy = 0, dummyCount = 0; ///< the trunk, from the row below the source
    bool isReversed = false;                      ///< part of a cycle: drawn from target to source
    double laneGap = 0;
    double laneOffset(std::uint32_t lane) const {
        return (static_cast<double>(lane) - (laneCount - 1) / 2.0) * laneGap;
    }
};

/// Where to find an edge at a level.
struct LaneRef {
    EdgeId edge;
    std::uint32_t bundle = 0;
    std::uint32_t lane = 0; ///< in the bundle
};

/// Two neighbours in adjacent ranks.
struct Segment {
    std::uint32_t upper = 0, lower = 0, bundle = 0;
    std::uint32_t target = 0xffffffffu; ///< index into Level::targets when `lower` is one
};

/// There are as many levels as open groups, with many small lists each: `memory` is that of them
/// all and freed as a whole.
struct Level {
    explicit Level(std::pmr::memory_resource* memory)
        : nodes(memory)
        , bundles(memory)
        , targets(memory)
        , lanes(memory)
        , lanesByEdge(memory)
        , sequence(memory)
        , rankBegin(memory)
        , segments(memory)
        , down(memory)
        , downBegin(memory)
        , up(memory)
        , upBegin(memory)
        , rowTop(memory)
        , rowBottom(memory) {}

    FrameId frame;
    std::pmr::vector<LevelNode> nodes; ///< children, then ports, then dummies
    std::uint32_t childCount = 0;
    std::pmr::vector<Bundle> bundles;
    std::pmr::vector<BundleTarget> targets;
    std::pmr::vector<EdgeId> lanes;
    std::pmr::vector<LaneRef> lanesByEdge; ///< sorted by edge
    bool hasInPorts = false, hasOutPorts = false;
    std::uint32_t rankCount = 0;
    std::pmr::vector<std::uint32_t> sequence;        ///< nodes by rank, from left to right
    std::pmr::vector<std::uint32_t> rankBegin;       ///< into `sequence`, one more at the end
    std::pmr::vector<Segment> segments;              ///< sorted by the upper node's rank
    std::pmr::vector<std::uint32_t> down, downBegin; ///< neighbours by node
    std::pmr::vector<std::uint32_t> up, upBegin;
    std::pmr::vector<double> rowTop, rowBottom; ///< by rank, from the frame's top
    Size size;                                  ///< of the frame, with padding and title
    double originX = 0;                         ///< from the frame's left to x = 0 of the nodes

    std::span<const std::uint32_t> rank(std::uint32_t index) const {
        return {sequence.data() + rankBegin[index], sequence.data() + rankBegin[index + 1]};
    }
    std::span<const std::uint32_t> below(std::uint32_t node) const {
        return {down.data() + downBegin[node], down.data() + downBegin[node + 1]};
    }
    std::span<const std::uint32_t> above(std::uint32_t node) const {
        return {up.data() + upBegin[node], up.data() + upBegin[node + 1]};
    }
    static constexpr std::uint32_t kNoTarget = 0xffffffffu;
    /// Which of the bundle's targets the node is.
    std::uint32_t targetIndex(const Bundle& bundle, std::uint32_t node) const;
    /// The lane of `edge` at this level; with `node`, the one that ends there. nullptr: none.
    const LaneRef* lane(EdgeId edge, std::uint32_t node = 0xffffffffu) const;
};

/// Operators on the longest way from an input to an output through each target of each edge.
struct EdgePaths {
    std::vector<std::uint32_t> values, begin; ///< by edge, in the order of its targets
};
EdgePaths longestPaths(const VisibleGraph& visible);
/// Levels by frame, with children, ports and bundles; no ranks yet. `localOfBox` and
/// `localOfFrame` are the node numbers in the level around them.
std::vector<Level> makeLevels(const VisibleGraph& visible, const EdgePaths& paths,
                              std::pmr::memory_resource* memory,
                              std::vector<std::uint32_t>& localOfBox,
                              std::vector<std::uint32_t>& localOfFrame);
/// Memory of rankLevel, kept from level to level.
struct RankScratch {
    std::vector<std::uint32_t> out, outBegin, incoming, next, part;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> before, after;
    std::vector<Segment> segments;
};
/// Ranks by longest path, then shortened; dummies, segments and a first order.
void rankLevel(Level& level, std::uint32_t portalRanks, RankScratch& scratch);
/// An order by depth first search from the sources: what follows each other in the data stays
/// close. The trunks of what skips rows come last, so that the innermost lies nearest; or first.
void firstOrder(Level& level, bool trunksFirst);
/// Fewer crossings: at most `sweeps` barycentre sweeps down and up. `exchange` also tries to swap
/// neighbours, and begins once more from the other first order.
void orderLevel(Level& level, int sweeps, bool exchange);
/// Where bundles end at an open child: x from its middle, 0 at boxes.
struct PortOffsets {
    std::vector<double> source; ///< by bundle
    std::vector<double> target; ///< by index into Level::targets
};

/// x of all nodes: straight lines first, then as near to their neighbours as the order allows.
/// Keeps its memory between levels, of which there are many.
class LevelPlacer {
  public:
    explicit LevelPlacer(const LayoutOptions& options);
    ~LevelPlacer();
    void place(Level& level, const PortOffsets& ports, int iterations);

  private:
    class Placer;
    std::unique_ptr<Placer> m_placer;
};

} // namespace metainfer::drawing
