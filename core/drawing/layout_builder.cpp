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

constexpr double kMargin = 24;     // around the whole picture
constexpr double kTitleGap = 8;    // between a frame's title and its content
constexpr double kTitleSides = 36; // beside it: the button that closes the group
constexpr double kSlope = 0.10;    // room between rows for each pixel that lines move sideways
constexpr double kMaxSlopeRoom = 140;

// Levels up to this size are finished in the first pass, so long as not too many differ.
constexpr std::size_t kSmallLevel = 600;
constexpr std::size_t kFirstEffort = 30000;

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
    m_levels =
        makeLevels(*m_visible, longestPaths(*m_visible), &m_memory, m_localOfBox, m_localOfFrame);
    m_ports.reserve(m_levels.size());
    m_attachments.reserve(m_levels.size());
    RankScratch scratch;
    m_depth.assign(m_levels.size(), 0);
    for (std::size_t f = 0; f < m_levels.size(); ++f) {
        if (f)
            m_depth[f] = m_depth[m_visible->frames()[f].parent.index] + 1;
        if (f % 64 == 0)
            MI_CHECK(cancel.check());
        m_ports.emplace_back(&m_memory);
        m_attachments.emplace_back(&m_memory);
        rankLevel(m_levels[f], static_cast<std::uint32_t>(std::max(2, m_options.portalRanks)),
                  scratch);
        for (Bundle& bundle : m_levels[f].bundles)
            bundle.laneGap = std::min(m_options.edgeGap, 240.0 / bundle.laneCount);
    }
    return {};
}

void LayoutBuilder::measureBoxes() {
    const std::size_t count = m_visible->boxes().size();
    m_boxSizes.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        m_boxSizes.push_back(
            boxSize(boxContent(*m_visible, BoxId(i), m_options.content), m_measure));
}

Result<std::shared_ptr<const Layout>> LayoutBuilder::run(int pass,
                                                         const CancellationToken& cancel) {
    m_placed.clear();
    bool anyChanged = pass == 0;
    if (pass == 0) {
        m_isOpen.assign(m_levels.size(), true);
        m_effortLeft = kFirstEffort;
    }
    for (std::size_t f = m_levels.size(); f-- > 0;) {
        if (f % 16 == 0)
            MI_CHECK(cancel.check());
        if (!m_isOpen[f])
            continue;
        if (!placeFrame(f, pass))
            continue;
        anyChanged = true;
        if (f > 0) // its new size moves what is around it
            m_isOpen[m_visible->frames()[f].parent.index] = true;
    }
    if (!anyChanged)
        return std::shared_ptr<const Layout>();
    auto layout = std::make_shared<Layout>();
    layout->m_pass = pass;
    compose(*layout);
    return std::shared_ptr<const Layout>(std::move(layout));
}

LayoutBuilder::Effort LayoutBuilder::effortFor(const Level& level, int pass) {
    constexpr Effort kEfforts[]{{2, false, 2}, {8, true, 8}, {24, true, 16}};
    if (level.nodes.size() <= kSmallLevel && (pass > 0 || level.nodes.size() <= m_effortLeft))
        return kEfforts[2];
    return kEfforts[std::clamp(pass, 0, 2)];
}

/// Returns whether anything is elsewhere now.
bool LayoutBuilder::placeFrame(std::size_t frame, int pass) {
    Level& level = m_levels[frame];
    const Size sizeBefore = level.size;
    m_xBefore.clear();
    for (const LevelNode& node : level.nodes)
        m_xBefore.push_back(node.x);
    sizeNodes(level);
    joinInner(frame);
    const auto [twin, isNew] = m_placed.try_emplace(signature(frame), frame);
    if (isNew) {
        const Effort effort = effortFor(level, pass);
        m_isOpen[frame] = pass < 2 && effort.sweeps < 24;
        m_effortLeft -= std::min(m_effortLeft, level.nodes.size());
        orderLevel(level, effort.sweeps, effort.exchange);
        m_placer.place(level, portOffsets(frame), effort.iterations);
        placeRows(level);
        attach(frame);
    } else {
        copyPlaces(frame, twin->second);
        m_isOpen[frame] = m_isOpen[twin->second];
    }
    storePorts(frame);
    if (level.size != sizeBefore)
        return true;
    for (std::size_t i = 0; i < level.nodes.size(); ++i)
        if (level.nodes[i].x != m_xBefore[i])
            return true;
    return false;
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

double LayoutBuilder::portX(const std::pmr::vector<Port>& ports, EdgeId edge) const {
    const auto it = std::lower_bound(ports.begin(), ports.end(), edge,
                                     [](const Port& port, EdgeId id) { return port.edge < id; });
    return it != ports.end() && it->edge == edge ? it->x : 0;
}

/// Where an edge leaves or enters a node, from its middle; attachments at boxes left out.
double LayoutBuilder::innerLaneX(const Level& level, std::uint32_t index, EdgeId edge,
                                 bool isSource) const {
    const LevelNode& node = level.nodes[index];
    if (node.kind == LevelNodeKind::Box)
        return 0;
    if (node.kind == LevelNodeKind::Frame) {
        const Ports& ports = m_ports[node.ref];
        return portX(isSource ? ports.out : ports.in, edge) - node.left;
    }
    const LaneRef* lane = level.lane(edge, index);
    return lane ? level.bundles[node.ref].laneOffset(lane->lane) : 0;
}

void LayoutBuilder::joinInner(std::size_t frame) {
    const Level& level = m_levels[frame];
    Attachments& at = m_attachments[frame];
    at.source.resize(level.lanes.size());
    at.targetBegin.assign(level.bundles.size() + 1, 0);
    for (std::size_t b = 0; b < level.bundles.size(); ++b)
        at.targetBegin[b + 1] =
            at.targetBegin[b] + level.bundles[b].targetCount * level.bundles[b].laneCount;
    at.target.resize(at.targetBegin.back());
    for (std::size_t b = 0; b < level.bundles.size(); ++b) {
        const Bundle& bundle = level.bundles[b];
        double* target = at.target.data() + at.targetBegin[b];
        for (std::uint32_t lane = 0; lane < bundle.laneCount; ++lane) {
            const EdgeId edge = level.lanes[bundle.firstLane + lane];
            at.source[bundle.firstLane + lane] =
                innerLaneX(level, bundle.source, edge, !bundle.isReversed);
            for (std::uint32_t t = 0; t < bundle.targetCount; ++t)
                target[t * bundle.laneCount + lane] = innerLaneX(
                    level, level.targets[bundle.firstTarget + t].node, edge, bundle.isReversed);
        }
    }
}

PortOffsets LayoutBuilder::portOffsets(std::size_t frame) const {
    const Level& level = m_levels[frame];
    const Attachments& at = m_attachments[frame];
    PortOffsets offsets{std::vector<double>(level.bundles.size(), 0),
                        std::vector<double>(level.targets.size(), 0)};
    const auto mean = [](const double* first, std::uint32_t count) {
        double sum = 0;
        for (std::uint32_t i = 0; i < count; ++i)
            sum += first[i];
        return sum / count;
    };
    for (std::size_t b = 0; b < level.bundles.size(); ++b) {
        const Bundle& bundle = level.bundles[b];
        if (level.nodes[bundle.source].kind == LevelNodeKind::Frame)
            offsets.source[b] = mean(at.source.data() + bundle.firstLane, bundle.laneCount);
        for (std::uint32_t t = 0; t < bundle.targetCount; ++t)
            if (level.nodes[level.targets[bundle.firstTarget + t].node].kind ==
                LevelNodeKind::Frame)
                offsets.target[bundle.firstTarget + t] = mean(
                    at.target.data() + at.targetBegin[b] + t * bundle.laneCount, bundle.laneCount);
    }
    return offsets;
}

double LayoutBuilder::titleWidth(const Level& level) const {
    if (level.frame.index == 0)
        return 0;
    return m_measure.width(frameTitle(*m_visible, level.frame), TextRole::FrameTitle) + kTitleSides;
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
    level.size = {std::max(width + 2 * padding, titleWidth(level)), y};
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

/// The lower ends follow the upper ones, so that lines between the same boxes do not cross.
void LayoutBuilder::attach(std::size_t frame) {
    const Level& level = m_levels[frame];
    Attachments& at = m_attachments[frame];
    m_ends.clear();
    for (std::size_t b = 0; b < level.bundles.size(); ++b) {
        const Bundle& bundle = level.bundles[b];
        if (level.nodes[bundle.source].kind != LevelNodeKind::Box)
            continue;
        for (std::uint32_t lane = 0; lane < bundle.laneCount; ++lane) {
            double x = level.nodes[bundle.source].x, sum = 0;
            std::uint32_t near = 0;
            for (std::uint32_t t = 0; t < bundle.targetCount; ++t)
                if (const auto& target = level.targets[bundle.firstTarget + t]; !target.isPortal) {
                    sum += level.nodes[target.node].x +
                           at.target[at.targetBegin[b] + t * bundle.laneCount + lane];
                    ++near;
                }
            if (bundle.dummyCount)
                x = trunkX(level, bundle, lane, 1);
            else if (near)
                x = sum / near;
            m_ends.push_back({bundle.source, x, &at.source[bundle.firstLane + lane]});
        }
    }
    spreadEnds(level);
    m_ends.clear();
    for (std::size_t b = 0; b < level.bundles.size(); ++b) {
        const Bundle& bundle = level.bundles[b];
        const std::uint32_t from = level.nodes[bundle.source].rank;
        for (std::uint32_t lane = 0; lane < bundle.laneCount; ++lane)
            for (std::uint32_t t = 0; t < bundle.targetCount; ++t) {
                const BundleTarget& target = level.targets[bundle.firstTarget + t];
                const LevelNode& node = level.nodes[target.node];
                if (node.kind != LevelNodeKind::Box)
                    continue;
                const std::uint32_t span = node.rank - from;
                const double before =
                    target.isPortal ? node.x
                    : span > 1      ? trunkX(level, bundle, lane, span - 1)
                               : level.nodes[bundle.source].x + at.source[bundle.firstLane + lane];
                m_ends.push_back({target.node, before,
                                  &at.target[at.targetBegin[b] + t * bundle.laneCount + lane]});
            }
    }
    spreadEnds(level);
}

void LayoutBuilder::spreadEnds(const Level& level) {
    std::stable_sort(m_ends.begin(), m_ends.end(),
                     [](const End& a, const End& b) { return a.node < b.node; });
    for (std::size_t i = 0; i < m_ends.size();) {
        m_endGroup.clear();
        const std::uint32_t node = m_ends[i].node;
        for (; i < m_ends.size() && m_ends[i].node == node; ++i)
            m_endGroup.emplace_back(m_ends[i].x, m_ends[i].slot);
        spread(level, node, m_endGroup);
    }
}

void LayoutBuilder::compose(Layout& layout) {
    layout.m_visible = m_visible;
    layout.m_content = m_options.content;
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
        auto result = builder.run(pass, cancel);
        if (!result) {
            if (best)
                return best;
            return fail(std::move(result).error());
        }
        if (!*result)
            continue;
        best = std::move(*result);
        if (onRefined)
            onRefined(best);
    }
    return best;
}

} // namespace metainfer::drawing
