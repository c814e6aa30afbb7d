// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Cuts the edges of a visible graph into pieces, one for each frame that they run through.
#include "drawing/level.h"

#include <algorithm>
#include <tuple>

namespace metainfer::drawing {
namespace {

constexpr std::uint32_t kIn = 0xfffffffeu;  ///< source of an edge that comes from outside
constexpr std::uint32_t kOut = 0xffffffffu; ///< target of an edge that goes outside

/// One end of an edge at one level.
struct Record {
    std::uint32_t frame = 0;
    EdgeId edge;
    std::uint32_t source = 0, target = 0, path = 0;
};

/// An edge at a level before it is put into a bundle.
struct Lane {
    EdgeId edge;
    std::uint32_t source = 0;
    std::uint32_t first = 0, count = 0; ///< into a pool of targets
    bool isReversed = false;
};

class LevelMaker {
  public:
    LevelMaker(const VisibleGraph& visible, const EdgePaths& paths,
               std::pmr::memory_resource* memory, std::vector<std::uint32_t>& localOfBox,
               std::vector<std::uint32_t>& localOfFrame)
        : m_visible(visible)
        , m_paths(paths)
        , m_memory(memory)
        , m_localOfBox(localOfBox)
        , m_localOfFrame(localOfFrame) {}

    std::vector<Level> make() {
        addChildren();
        for (std::size_t i = 0; i < m_visible.edges().size(); ++i)
            cut(EdgeId(i));
        sortRecords();
        std::size_t begin = 0;
        for (std::size_t f = 0; f < m_levels.size(); ++f) {
            std::size_t end = begin;
            while (end < m_records.size() && m_records[end].frame == f)
                ++end;
            addBundles(m_levels[f], {m_records.data() + begin, m_records.data() + end});
            begin = end;
        }
        return std::move(m_levels);
    }

  private:
    void addChildren() {
        const auto& frames = m_visible.frames();
        m_levels.reserve(frames.size());
        for (std::size_t f = 0; f < frames.size(); ++f)
            m_levels.emplace_back(m_memory);
        m_depth.resize(frames.size());
        m_localOfBox.resize(m_visible.boxes().size());
        m_localOfFrame.resize(frames.size());
        for (std::size_t f = 0; f < frames.size(); ++f) {
            Level& level = m_levels[f];
            level.frame = FrameId(f);
            m_depth[f] = f ? m_depth[frames[f].parent.index] + 1 : 0;
            const auto addContext = [&](bool isInflow) {
                for (std::size_t i = 0; f == 0 && i < m_visible.boxes().size(); ++i)
                    if (const Box& box = m_visible.boxes()[i];
                        box.isContext() && box.isInflow == isInflow) {
                        m_localOfBox[i] = static_cast<std::uint32_t>(level.nodes.size());
                        LevelNode node;
                        node.ref = static_cast<std::uint32_t>(i);
                        level.nodes.push_back(node);
                    }
            };
            addContext(true);
            const auto& children = m_visible.diagram().group(frames[f].group).children;
            level.nodes.reserve(level.nodes.size() + children.size() + 4);
            for (const Child& child : children) {
                LevelNode node;
                const auto local = static_cast<std::uint32_t>(level.nodes.size());
                const FrameId inner = child.isGroup() ? m_visible.frameOf(child.group) : FrameId();
                if (inner.isValid()) {
                    node.kind = LevelNodeKind::Frame;
                    node.ref = inner.index;
                    m_localOfFrame[inner.index] = local;
                } else {
                    const BoxId box = child.isGroup() ? m_visible.boxOf(child.group)
                                                      : m_visible.boxOf(child.item);
                    node.ref = box.index;
                    m_localOfBox[box.index] = local;
                }
                level.nodes.push_back(node);
            }
            addContext(false);
            level.childCount = static_cast<std::uint32_t>(level.nodes.size());
        }
    }

    /// Pieces of an edge: inside the frames around its source, at the level where source and
    /// target meet, and inside the frames around each target.
    void cut(EdgeId id) {
        const VisibleEdge& edge = m_visible.edge(id);
        const auto& frames = m_visible.frames();
        for (std::size_t i = 0; i < edge.to.size(); ++i) {
            const BoxId to = edge.to[i];
            const std::uint32_t path = m_paths.values[m_paths.begin[id.index] + i];
            std::uint32_t target = m_localOfBox[to.index];
            std::uint32_t targetFrame = m_visible.box(to).frame.index;
            std::uint32_t source = m_localOfBox[edge.from.index];
            std::uint32_t sourceFrame = m_visible.box(edge.from).frame.index;
            while (sourceFrame != targetFrame) {
                if (m_depth[targetFrame] >= m_depth[sourceFrame]) {
                    m_records.push_back({targetFrame, id, kIn, target, path});
                    target = m_localOfFrame[targetFrame];
                    targetFrame = frames[targetFrame].parent.index;
                } else {
                    m_records.push_back({sourceFrame, id, source, kOut, path});
                    source = m_localOfFrame[sourceFrame];
                    sourceFrame = frames[sourceFrame].parent.index;
                }
            }
            m_records.push_back({sourceFrame, id, source, target, path});
        }
    }

    void sortRecords() {
        std::sort(m_records.begin(), m_records.end(), [](const Record& a, const Record& b) {
            // Of equal ones the longest path comes first and stays.
            return std::tie(a.frame, a.edge, a.source, a.target, b.path) <
                   std::tie(b.frame, b.edge, b.source, b.target, a.path);
        });
        m_records.erase(std::unique(m_records.begin(), m_records.end(),
                                    [](const Record& a, const Record& b) {
                                        return std::tie(a.frame, a.edge, a.source, a.target) ==
                                               std::tie(b.frame, b.edge, b.source, b.target);
                                    }),
                        m_records.end());
    }

    void addBundles(Level& level, std::span<const Record> records) {
        m_lanes.clear();
        m_pool.clear();
        m_poolPaths.clear();
        for (std::size_t i = 0; i < records.size();) {
            Lane lane{records[i].edge, records[i].source, static_cast<std::uint32_t>(m_pool.size()),
                      0, false};
            std::size_t end = i;
            for (; end < records.size() && records[end].edge == lane.edge &&
                   records[end].source == lane.source;
                 ++end) {
                const std::uint32_t target = records[end].target;
                // Children are in topological order, so only a cycle runs against it.
                if (lane.source != kIn && target != kOut && target <= lane.source)
                    continue;
                m_pool.push_back(target);
                m_poolPaths.push_back(records[end].path);
                ++lane.count;
            }
            if (lane.count)
                m_lanes.push_back(lane);
            for (std::size_t k = i; k < end; ++k)
                if (lane.source != kIn && records[k].target <= lane.source) {
                    m_lanes.push_back({lane.edge, records[k].target,
                                       static_cast<std::uint32_t>(m_pool.size()), 1, true});
                    m_pool.push_back(lane.source);
                    m_poolPaths.push_back(records[k].path);
                }
            i = end;
        }
        sortLanes();
        level.lanes.reserve(m_lanes.size());
        level.lanesByEdge.reserve(m_lanes.size());
        level.targets.reserve(m_pool.size());
        level.bundles.reserve(m_lanes.size());
        for (std::size_t i = 0; i < m_lanes.size();) {
            std::size_t end = i + 1;
            while (end < m_lanes.size() && sameBundle(m_lanes[i], m_lanes[end]))
                ++end;
            addBundle(level, {m_lanes.data() + i, m_lanes.data() + end});
            i = end;
        }
        std::sort(level.lanesByEdge.begin(), level.lanesByEdge.end(),
                  [](const LaneRef& a, const LaneRef& b) {
                      return std::tie(a.edge, a.bundle) < std::tie(b.edge, b.bundle);
                  });
    }

    std::span<const std::uint32_t> targetsOf(const Lane& lane) const {
        return {m_pool.data() + lane.first, lane.count};
    }

    bool sameBundle(const Lane& a, const Lane& b) const {
        const auto ta = targetsOf(a), tb = targetsOf(b);
        return a.source == b.source && a.isReversed == b.isReversed && ta.size() == tb.size() &&
               std::equal(ta.begin(), ta.end(), tb.begin());
    }

    void sortLanes() {
        std::sort(m_lanes.begin(), m_lanes.end(), [this](const Lane& a, const Lane& b) {
            if (a.source != b.source)
                return a.source < b.source;
            if (a.isReversed != b.isReversed)
                return b.isReversed;
            const auto ta = targetsOf(a), tb = targetsOf(b);
            if (const auto order = std::lexicographical_compare_three_way(ta.begin(), ta.end(),
                                                                          tb.begin(), tb.end());
                order != 0)
                return order < 0;
            return a.edge < b.edge;
        });
    }

    void addBundle(Level& level, std::span<const Lane> lanes) {
        Bundle bundle;
        const auto index = static_cast<std::uint32_t>(level.bundles.size());
        bundle.source = lanes[0].source;
        bundle.isReversed = lanes[0].isReversed;
        if (bundle.source == kIn) {
            bundle.source = addPort(level, LevelNodeKind::InPort, index);
            level.hasInPorts = true;
        }
        bundle.firstTarget = static_cast<std::uint32_t>(level.targets.size());
        bundle.targetCount = lanes[0].count;
        for (std::uint32_t i = 0; i < lanes[0].count; ++i) {
            std::uint32_t target = m_pool[lanes[0].first + i], path = 0;
            for (const Lane& lane : lanes)
                path = std::max(path, m_poolPaths[lane.first + i]);
            if (target == kOut) {
                target = addPort(level, LevelNodeKind::OutPort, index);
                level.hasOutPorts = true;
            }
            level.targets.push_back({target, false, path});
        }
        bundle.firstLane = static_cast<std::uint32_t>(level.lanes.size());
        bundle.laneCount = static_cast<std::uint32_t>(lanes.size());
        for (std::uint32_t i = 0; i < lanes.size(); ++i) {
            level.lanes.push_back(lanes[i].edge);
            level.lanesByEdge.push_back({lanes[i].edge, index, i});
        }
        level.bundles.push_back(bundle);
    }

    static std::uint32_t addPort(Level& level, LevelNodeKind kind, std::uint32_t bundle) {
        LevelNode node;
        node.kind = kind;
        node.ref = bundle;
        level.nodes.push_back(node);
        return static_cast<std::uint32_t>(level.nodes.size() - 1);
    }

    const VisibleGraph& m_visible;
    const EdgePaths& m_paths;
    std::pmr::memory_resource* m_memory;
    std::vector<std::uint32_t>& m_localOfBox;
    std::vector<std::uint32_t>& m_localOfFrame;
    std::vector<Level> m_levels;
    std::vector<std::uint32_t> m_depth;
    std::vector<Record> m_records;
    std::vector<Lane> m_lanes;
    std::vector<std::uint32_t> m_pool, m_poolPaths;
};

} // namespace

std::uint32_t Level::targetIndex(const Bundle& bundle, std::uint32_t node) const {
    const auto begin = targets.begin() + bundle.firstTarget, end = begin + bundle.targetCount;
    const auto it = std::lower_bound(
        begin, end, node, [](const BundleTarget& a, std::uint32_t b) { return a.node < b; });
    return it != end && it->node == node ? static_cast<std::uint32_t>(it - begin) : kNoTarget;
}

const LaneRef* Level::lane(EdgeId edge, std::uint32_t node) const {
    auto it = std::lower_bound(lanesByEdge.begin(), lanesByEdge.end(), edge,
                               [](const LaneRef& a, EdgeId b) { return a.edge < b; });
    for (; it != lanesByEdge.end() && it->edge == edge; ++it) {
        const Bundle& bundle = bundles[it->bundle];
        if (node == 0xffffffffu || bundle.source == node)
            return &*it;
        if (targetIndex(bundle, node) != kNoTarget)
            return &*it;
    }
    return nullptr;
}

EdgePaths longestPaths(const VisibleGraph& visible) {
    const Diagram& diagram = visible.diagram();
    EdgePaths paths;
    paths.begin.reserve(visible.edges().size());
    for (const VisibleEdge& edge : visible.edges()) {
        const std::size_t first = paths.values.size();
        paths.begin.push_back(static_cast<std::uint32_t>(first));
        paths.values.resize(first + edge.to.size(), 0);
        for (const TensorId id : edge.tensors) {
            const Tensor& tensor = diagram.tensor(id);
            for (const TensorUse& use : tensor.uses) {
                const auto it =
                    std::lower_bound(edge.to.begin(), edge.to.end(), visible.boxOf(use.item));
                if (it == edge.to.end() || *it != visible.boxOf(use.item))
                    continue;
                std::uint32_t& path =
                    paths.values[first + static_cast<std::size_t>(it - edge.to.begin())];
                path = std::max(path, diagram.item(tensor.producer).wayTo +
                                          diagram.item(use.item).wayFrom);
            }
        }
    }
    return paths;
}

std::vector<Level> makeLevels(const VisibleGraph& visible, const EdgePaths& paths,
                              std::pmr::memory_resource* memory,
                              std::vector<std::uint32_t>& localOfBox,
                              std::vector<std::uint32_t>& localOfFrame) {
    return LevelMaker(visible, paths, memory, localOfBox, localOfFrame).make();
}

} // namespace metainfer::drawing
