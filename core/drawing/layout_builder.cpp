// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Places of boxes and frames: levels from the innermost outwards, then absolute places inwards.
#include "drawing/layout_builder.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace metainfer::drawing {
namespace {

constexpr double kMargin = 24;  // around the whole picture
constexpr double kTitleGap = 8; // between a frame's title and its content
constexpr double kSlope = 0.10; // room between rows for each pixel that lines move sideways
constexpr double kMaxSlopeRoom = 140;

struct Effort {
    int sweeps;
    bool exchange;
    int iterations;
};
constexpr Effort kEfforts[]{{2, false, 2}, {8, true, 8}, {24, true, 16}};

} // namespace

LayoutBuilder::LayoutBuilder(std::shared_ptr<const VisibleGraph> visible,
                             const TextMeasure& measure, const LayoutOptions& options)
    : m_visible(std::move(visible))
    , m_measure(measure)
    , m_options(options)
    , m_placer(m_options)
    , m_titleHeight(measure.lineHeight(TextRole::FrameTitle) + 8) {}

Status LayoutBuilder::prepare(const CancellationToken& cancel) {
    measureBoxes();
    m_levels = makeLevels(*m_visible, longestPaths(*m_visible), m_localOfBox, m_localOfFrame);
    m_ports.resize(m_levels.size());
    m_attachments.resize(m_levels.size());
    m_depth.assign(m_levels.size(), 0);
    for (std::size_t f = 0; f < m_levels.size(); ++f) {
        if (f)
            m_depth[f] = m_depth[m_visible->frames()[f].parent.index] + 1;
        if (f % 64 == 0)
            MI_CHECK(cancel.check());
        rankLevel(m_levels[f], static_cast<std::uint32_t>(std::max(2, m_options.portalRanks)));
        for (Bundle& bundle : m_levels[f].bundles)
            bundle.laneGap = std::min(m_options.edgeGap, 240.0 / bundle.laneCount);
    }
    return {};
}

void LayoutBuilder::measureBoxes() {
    const std::size_t count = m_visible->boxes().size();
    auto contents = std::make_shared<std::vector<BoxContent>>();
    contents->reserve(count);
    m_boxSizes.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        contents->push_back(boxContent(*m_visible, BoxId(i), m_options.content));
        m_boxSizes.push_back(boxSize(contents->back(), m_measure));
    }
    m_contents = std::move(contents);
}

Result<std::shared_ptr<const Layout>> LayoutBuilder::run(int pass, const CancellationToken& cancel,
                                                         bool isLast) {
    const Effort& effort = kEfforts[std::clamp(pass, 0, 2)];
    for (std::size_t f = m_levels.size(); f-- > 0;) {
        if (f % 16 == 0)
            MI_CHECK(cancel.check());
        placeFrame(f, effort.sweeps, effort.exchange, effort.iterations);
    }
    auto layout = std::make_shared<Layout>();
    layout->m_pass = pass;
    layout->m_final = isLast;
    compose(*layout);
    return std::shared_ptr<const Layout>(std::move(layout));
}

void LayoutBuilder::placeFrame(std::size_t frame, int sweeps, bool exchange, int iterations) {
    Level& level = m_levels[frame];
    sizeNodes(level);
    orderLevel(level, sweeps, exchange);
    const PortOffsets ports = portOffsets(level);
    m_placer.place(level, ports, iterations);
    placeRows(level);
    attach(frame);
    storePorts(frame);
}

void LayoutBuilder::sizeNodes(Level& level) const {
    for (LevelNode& node : level.nodes) {
        Size size;
        if (node.kind == LevelNodeKind::Box)
            size = m_boxSizes[node.ref];
        else if (node.kind == LevelNodeKind::Frame)
            size = m_levels[node.ref].size;
        else
            size.width = (level.bundles[node.ref].laneCount - 1) * level.bundles[node.ref].laneGap;
        node.left = node.right = size.width / 2;
        node.height = size.height;
    }
}

double LayoutBuilder::portX(const std::vector<Port>& ports, EdgeId edge) const {
    const auto it = std::lower_bound(ports.begin(), ports.end(), edge,
                                     [](const Port& port, EdgeId id) { return port.edge < id; });
    return it != ports.end() && it->edge == edge ? it->x : 0;
}

/// x at this level where an edge leaves or enters a node, attachments left out.
double LayoutBuilder::nodeLaneX(const Level& level, std::uint32_t index, EdgeId edge,
                                bool isSource) const {
    const LevelNode& node = level.nodes[index];
    if (node.kind == LevelNodeKind::Box)
        return node.x;
    if (node.kind == LevelNodeKind::Frame) {
        const Ports& ports = m_ports[node.ref];
        return node.x - node.left + portX(isSource ? ports.out : ports.in, edge);
    }
    const LaneRef* lane = level.lane(edge, index);
    return lane ? node.x + level.bundles[node.ref].laneOffset(lane->lane) : node.x;
}

PortOffsets LayoutBuilder::portOffsets(const Level& level) const {
    PortOffsets offsets{std::vector<double>(level.bundles.size(), 0),
                        std::vector<double>(level.targets.size(), 0)};
    for (std::size_t b = 0; b < level.bundles.size(); ++b) {
        const Bundle& bundle = level.bundles[b];
        const auto mean = [&](std::uint32_t node, bool isSource) {
            if (level.nodes[node].kind != LevelNodeKind::Frame)
                return 0.0;
            double sum = 0;
            for (std::uint32_t i = 0; i < bundle.laneCount; ++i)
                sum += nodeLaneX(level, node, level.lanes[bundle.firstLane + i], isSource) -
                       level.nodes[node].x;
            return sum / bundle.laneCount;
        };
        offsets.source[b] = mean(bundle.source, !bundle.isReversed);
        for (std::uint32_t t = 0; t < bundle.targetCount; ++t)
            offsets.target[bundle.firstTarget + t] =
                mean(level.targets[bundle.firstTarget + t].node, bundle.isReversed);
    }
    return offsets;
}

void LayoutBuilder::placeRows(Level& level) const {
    const bool isRoot = level.frame.index == 0;
    double width = 0;
    for (const LevelNode& node : level.nodes)
        width = std::max(width, node.x + node.right);
    std::vector<double> shift(level.rankCount, 0);
    for (const Segment& s : level.segments) {
        const std::uint32_t rank = level.nodes[s.upper].rank;
        shift[rank] =
            std::max(shift[rank], std::abs(level.nodes[s.upper].x - level.nodes[s.lower].x));
    }
    level.rowTop.assign(level.rankCount, 0);
    level.rowBottom.assign(level.rankCount, 0);
    const double head = isRoot ? 0 : m_titleHeight + kTitleGap;
    double y = level.hasInPorts ? 0 : head;
    for (std::uint32_t r = 0; r < level.rankCount; ++r) {
        double height = 0;
        bool hasFrame = false;
        for (const std::uint32_t node : level.rank(r)) {
            height = std::max(height, level.nodes[node].height);
            hasFrame |= level.nodes[node].kind == LevelNodeKind::Frame;
        }
        level.rowTop[r] = y;
        level.rowBottom[r] = y + height;
        for (const std::uint32_t node : level.rank(r)) {
            LevelNode& at = level.nodes[node];
            at.top = hasFrame ? y : y + std::floor((height - at.height) / 2);
        }
        const bool isIn = level.hasInPorts && r == 0;
        const bool isOut = level.hasOutPorts && r + 2 == level.rankCount;
        const double least = isIn ? head : isOut ? m_options.framePadding : m_options.rankGap;
        y += height;
        if (r + 1 < level.rankCount)
            y += std::ceil(std::max(least, (isIn || isOut ? 8 : 0) + least / 2 +
                                               std::min(kMaxSlopeRoom, shift[r] * kSlope)));
    }
    if (!isRoot && !level.hasOutPorts)
        y += m_options.framePadding;
    const double padding = isRoot ? 0 : m_options.framePadding;
    double title = 0;
    if (!isRoot)
        title = m_measure.width(frameTitle(*m_visible, level.frame), TextRole::FrameTitle) + 24;
    level.size = {std::max(width + 2 * padding, title), y};
    level.originX = (level.size.width - width) / 2;
}

void LayoutBuilder::storePorts(std::size_t frame) {
    const Level& level = m_levels[frame];
    Ports& ports = m_ports[frame];
    ports.in.clear();
    ports.out.clear();
    for (std::size_t i = level.childCount; i < level.nodes.size(); ++i) {
        const LevelNode& node = level.nodes[i];
        if (node.kind == LevelNodeKind::Dummy)
            break;
        const Bundle& bundle = level.bundles[node.ref];
        auto& list = node.kind == LevelNodeKind::InPort ? ports.in : ports.out;
        for (std::uint32_t lane = 0; lane < bundle.laneCount; ++lane)
            list.push_back({level.lanes[bundle.firstLane + lane],
                            level.originX + node.x + bundle.laneOffset(lane)});
    }
    const auto byEdge = [](const Port& a, const Port& b) { return a.edge < b.edge; };
    std::sort(ports.in.begin(), ports.in.end(), byEdge);
    std::sort(ports.out.begin(), ports.out.end(), byEdge);
}

double LayoutBuilder::trunkX(const Level& level, const Bundle& bundle, std::uint32_t lane,
                             std::uint32_t row) const {
    return level.nodes[bundle.firstDummy + row - 1].x + bundle.laneOffset(lane);
}

/// Sets the offsets of the ends at one side of a box, given where each line comes from.
void LayoutBuilder::spread(const Level& level, std::uint32_t node,
                           std::vector<std::pair<double, double*>>& ends) const {
    if (ends.size() < 2)
        return;
    const LevelNode& box = level.nodes[node];
    std::stable_sort(ends.begin(), ends.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    const double room = box.left + box.right - 2 * kBoxPaddingX;
    // A line that comes straight keeps the middle; the others stand around it.
    const auto straight = std::find_if(ends.begin(), ends.end(), [&](const auto& end) {
        return std::abs(end.first - box.x) < 0.5;
    });
    double middle = static_cast<double>(ends.size() - 1) / 2;
    double widest = middle;
    if (straight != ends.end()) {
        middle = static_cast<double>(straight - ends.begin());
        widest = std::max(middle, static_cast<double>(ends.size() - 1) - middle);
    }
    const double step = std::min(m_options.edgeGap, room / 2 / std::max(1.0, widest));
    for (std::size_t i = 0; i < ends.size(); ++i)
        *ends[i].second = (static_cast<double>(i) - middle) * step;
}

void LayoutBuilder::attach(std::size_t frame) {
    const Level& level = m_levels[frame];
    Attachments& at = m_attachments[frame];
    at.source.assign(level.lanes.size(), 0);
    at.targetBegin.assign(level.bundles.size() + 1, 0);
    for (std::size_t b = 0; b < level.bundles.size(); ++b)
        at.targetBegin[b + 1] =
            at.targetBegin[b] + level.bundles[b].targetCount * level.bundles[b].laneCount;
    at.target.assign(at.targetBegin.back(), 0);
    std::vector<End>& ends = m_ends;
    ends.clear();
    for (std::size_t b = 0; b < level.bundles.size(); ++b) {
        const Bundle& bundle = level.bundles[b];
        const std::uint32_t from = level.nodes[bundle.source].rank;
        for (std::uint32_t lane = 0; lane < bundle.laneCount; ++lane) {
            const EdgeId edge = level.lanes[bundle.firstLane + lane];
            const double start = nodeLaneX(level, bundle.source, edge, !bundle.isReversed);
            double sum = 0;
            std::uint32_t near = 0;
            for (std::uint32_t t = 0; t < bundle.targetCount; ++t) {
                const BundleTarget& target = level.targets[bundle.firstTarget + t];
                const LevelNode& node = level.nodes[target.node];
                double before = node.x;
                if (!target.isPortal) {
                    const std::uint32_t span = node.rank - from;
                    before = span > 1 ? trunkX(level, bundle, lane, span - 1) : start;
                    sum += nodeLaneX(level, target.node, edge, bundle.isReversed);
                    ++near;
                }
                if (node.kind == LevelNodeKind::Box)
                    ends.push_back({target.node, true, before,
                                    &at.target[at.targetBegin[b] + t * bundle.laneCount + lane]});
            }
            if (level.nodes[bundle.source].kind == LevelNodeKind::Box)
                ends.push_back({bundle.source, false,
                                bundle.dummyCount ? trunkX(level, bundle, lane, 1)
                                : near            ? sum / near
                                                  : start,
                                &at.source[bundle.firstLane + lane]});
        }
    }
    std::stable_sort(ends.begin(), ends.end(), [](const End& a, const End& b) {
        return std::tie(a.node, a.isTop) < std::tie(b.node, b.isTop);
    });
    auto& group = m_endGroup;
    for (std::size_t i = 0; i < ends.size();) {
        group.clear();
        std::size_t end = i;
        for (; end < ends.size() && ends[end].node == ends[i].node &&
               ends[end].isTop == ends[i].isTop;
             ++end)
            group.emplace_back(ends[end].x, ends[end].slot);
        spread(level, ends[i].node, group);
        i = end;
    }
}

void LayoutBuilder::compose(Layout& layout) {
    layout.m_visible = m_visible;
    layout.m_contents = m_contents;
    layout.m_frameTitleHeight = m_titleHeight;
    layout.m_boxes.resize(m_visible->boxes().size());
    layout.m_frames.resize(m_levels.size());
    m_origins.assign(m_levels.size(), {});
    for (std::size_t f = 0; f < m_levels.size(); ++f) {
        const Level& level = m_levels[f];
        if (f == 0) {
            layout.m_frames[0] = {0, 0, level.size.width + 2 * kMargin,
                                  level.size.height + 2 * kMargin};
            m_origins[0] = {kMargin, kMargin};
        } else {
            m_origins[f] = {layout.m_frames[f].x + level.originX, layout.m_frames[f].y};
        }
        for (std::uint32_t i = 0; i < level.childCount; ++i) {
            const LevelNode& node = level.nodes[i];
            const Rect rect{m_origins[f].x + node.x - node.left, m_origins[f].y + node.top,
                            node.left + node.right, node.height};
            (node.kind == LevelNodeKind::Box ? layout.m_boxes : layout.m_frames)[node.ref] = rect;
        }
    }
    routeEdges(layout);
    layout.m_bounds = layout.m_frames[0];
    layout.m_boxIndex = SpatialIndex(layout.m_boxes);
    placeLabels(layout);
    std::vector<Rect> routes;
    routes.reserve(layout.m_routes.size());
    std::vector<Rect> second;
    for (std::size_t i = 0; i < layout.m_routes.size(); ++i) {
        const Route& route = layout.m_routes[i];
        layout.m_bounds = layout.m_bounds.united(route.bounds);
        if (!route.isPortal()) {
            routes.push_back(route.bounds);
            continue;
        }
        // The stubs may be a whole graph apart, and nothing is drawn between them.
        const auto points = layout.points(route);
        const auto bounds = [&](std::size_t begin, std::size_t end) {
            Rect all{points[begin].x, points[begin].y, 0, 0};
            for (std::size_t k = begin; k < end; ++k)
                all = all.united({points[k].x, points[k].y, 0, 0});
            return all;
        };
        routes.push_back(bounds(0, route.gap));
        if (route.gap < points.size()) {
            second.push_back(bounds(route.gap, points.size()));
            layout.m_secondStubs.push_back(static_cast<std::uint32_t>(i));
        }
    }
    routes.insert(routes.end(), second.begin(), second.end());
    layout.m_routeIndex = SpatialIndex(routes);
    layout.m_frameIndex = SpatialIndex(layout.m_frames);
}

Result<std::shared_ptr<const Layout>>
layout(std::shared_ptr<const VisibleGraph> visible, const TextMeasure& measure,
       const LayoutOptions& options, const CancellationToken& cancel, const LayoutSink& onRefined) {
    LayoutBuilder builder(std::move(visible), measure, options);
    MI_CHECK(builder.prepare(cancel));
    std::shared_ptr<const Layout> best;
    const int last = std::clamp(options.passes, 0, 2);
    for (int pass = 0; pass <= last; ++pass) {
        auto result = builder.run(pass, cancel, pass == last);
        if (!result) {
            if (best)
                return best;
            return fail(std::move(result).error());
        }
        best = std::move(*result);
        if (onRefined)
            onRefined(best);
    }
    return best;
}

} // namespace metainfer::drawing
