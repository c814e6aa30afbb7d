// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Ways of edges through the levels, and places of their labels.
#include "drawing/layout_builder.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace metainfer::drawing {
namespace {

constexpr double kStub = 16;    // length of a portal's ends
constexpr double kLabelGap = 5; // between a line and its label
constexpr std::uint32_t kIn = 0xfffffffeu, kOut = 0xffffffffu;

/// A uniform grid of boxes and placed labels; tells whether a new label overlaps one.
class LabelGrid {
  public:
    explicit LabelGrid(std::size_t expected)
        : m_heads(std::bit_ceil(4 * expected + 16)) {
        m_entries.reserve(3 * expected);
    }
    bool isFree(const Rect& rect) const {
        bool isClear = true;
        visit(rect, [&](std::uint64_t cell) {
            for (std::uint32_t i = m_heads[slot(cell)].first; isClear && i;
                 i = m_entries[i - 1].next)
                isClear = !m_entries[i - 1].rect.touches(rect);
        });
        return isClear;
    }
    void add(const Rect& rect) {
        visit(rect, [&](std::uint64_t cell) {
            Head& head = m_heads[slot(cell)];
            m_entries.push_back({rect, head.first});
            head = {cell + 1, static_cast<std::uint32_t>(m_entries.size())};
            if (m_entries.size() * 2 > m_heads.size())
                grow();
        });
    }

  private:
    struct Head {
        std::uint64_t cell = 0;  ///< plus one; 0: empty
        std::uint32_t first = 0; ///< entry plus one
    };
    struct Entry {
        Rect rect;
        std::uint32_t next = 0;
    };
    std::size_t slot(std::uint64_t cell) const {
        const std::size_t mask = m_heads.size() - 1;
        std::size_t at = (cell * 0x9e3779b97f4a7c15ULL >> 20) & mask;
        while (m_heads[at].cell && m_heads[at].cell != cell + 1)
            at = (at + 1) & mask;
        return at;
    }
    void grow() {
        std::vector<Head> old(2 * m_heads.size());
        old.swap(m_heads);
        for (const Head& head : old)
            if (head.cell)
                m_heads[slot(head.cell - 1)] = head;
    }
    template <typename Visit>
    static void visit(const Rect& rect, const Visit& to) {
        constexpr double kWide = 256, kHigh = 64;
        const auto cell = [](double v) { return static_cast<std::int64_t>(std::floor(v)); };
        for (std::int64_t x = cell(rect.x / kWide); x <= cell(rect.right() / kWide); ++x)
            for (std::int64_t y = cell(rect.y / kHigh); y <= cell(rect.bottom() / kHigh); ++y)
                to(static_cast<std::uint64_t>(x) << 32 ^ static_cast<std::uint32_t>(y));
    }
    std::vector<Head> m_heads;
    std::vector<Entry> m_entries;
};

} // namespace

void LayoutBuilder::routeEdges(Layout& layout) {
    const auto& edges = m_visible->edges();
    layout.m_firstRoute.reserve(edges.size() + 1);
    std::size_t routes = 0;
    for (const VisibleEdge& edge : edges)
        routes += edge.to.size();
    layout.m_routes.reserve(routes);
    layout.m_points.reserve(std::max(m_pointCount, 3 * routes));
    for (std::size_t e = 0; e < edges.size(); ++e) {
        layout.m_firstRoute.push_back(static_cast<std::uint32_t>(layout.m_routes.size()));
        for (const BoxId to : edges[e].to)
            routeTo(EdgeId(e), to, layout);
    }
    layout.m_firstRoute.push_back(static_cast<std::uint32_t>(layout.m_routes.size()));
    m_pointCount = layout.m_points.size();
}

void LayoutBuilder::routeTo(EdgeId edge, BoxId to, Layout& layout) {
    const auto& frames = m_visible->frames();
    const BoxId from = m_visible->edge(edge).from;
    std::uint32_t source = m_localOfBox[from.index], target = m_localOfBox[to.index];
    std::uint32_t sourceFrame = m_visible->box(from).frame.index;
    std::uint32_t targetFrame = m_visible->box(to).frame.index;
    std::vector<Piece>& inner = m_inner; // from the target outwards
    inner.clear();
    m_path.clear();
    m_gap = 0;
    while (sourceFrame != targetFrame) {
        if (m_depth[targetFrame] >= m_depth[sourceFrame]) {
            inner.push_back({targetFrame, kIn, target});
            target = m_localOfFrame[targetFrame];
            targetFrame = frames[targetFrame].parent.index;
        } else {
            addPiece(sourceFrame, edge, source, kOut);
            source = m_localOfFrame[sourceFrame];
            sourceFrame = frames[sourceFrame].parent.index;
        }
    }
    addPiece(sourceFrame, edge, source, target);
    for (std::size_t i = inner.size(); i-- > 0;)
        addPiece(inner[i].frame, edge, kIn, inner[i].target);
    Route route;
    route.edge = edge;
    route.to = to;
    route.isBackward = source >= target;
    finishRoute(route, layout);
}

void LayoutBuilder::addPoint(Point point) {
    const std::size_t count = m_path.size();
    if (count > m_gap && m_path.back() == point)
        return;
    // A vertical line needs only its ends.
    if (count > m_gap + 1 && m_path[count - 1].x == point.x && m_path[count - 2].x == point.x) {
        m_path.back() = point;
        return;
    }
    m_path.push_back(point);
}

void LayoutBuilder::addPiece(std::uint32_t frame, EdgeId edge, std::uint32_t source,
                             std::uint32_t target) {
    const Level& level = m_levels[frame];
    const bool isReversed = source != kIn && target != kOut && target <= source;
    if (isReversed)
        std::swap(source, target);
    // An edge has several bundles at a level only where it runs against the order.
    const LaneRef* ref = level.lane(edge, source == kIn ? target : source);
    while (ref && level.bundles[ref->bundle].isReversed != isReversed &&
           ref + 1 < level.lanesByEdge.data() + level.lanesByEdge.size() && (ref + 1)->edge == edge)
        ++ref;
    if (!ref)
        return;
    const Bundle& bundle = level.bundles[ref->bundle];
    std::uint32_t index =
        target == kOut ? bundle.targetCount - 1 : level.targetIndex(bundle, target);
    if (index == Level::kNoTarget)
        return;
    const BundleTarget& end = level.targets[bundle.firstTarget + index];
    const Attachments& attachments = m_attachments[frame];
    const LevelNode &from = level.nodes[bundle.source], &to = level.nodes[end.node];
    const Point origin = m_origins[frame];
    const double startX = origin.x + from.x + attachments.source[bundle.firstLane + ref->lane];
    const double endX =
        origin.x + to.x +
        attachments
            .target[attachments.targetBegin[ref->bundle] + index * bundle.laneCount + ref->lane];
    std::vector<Point>& points = m_piece;
    points.clear();
    points.push_back({startX, origin.y + from.top + from.height});
    std::size_t gap = 0;
    if (end.isPortal) {
        points.push_back({startX, origin.y + level.rowBottom[from.rank] + kStub});
        gap = points.size();
        points.push_back({endX, origin.y + level.rowTop[to.rank] - kStub});
    } else {
        points.push_back({startX, origin.y + level.rowBottom[from.rank]});
        for (std::uint32_t r = from.rank + 1; r < to.rank; ++r) {
            const double x = origin.x + trunkX(level, bundle, ref->lane, r - from.rank);
            points.push_back({x, origin.y + level.rowTop[r]});
            points.push_back({x, origin.y + level.rowBottom[r]});
        }
        points.push_back({endX, origin.y + level.rowTop[to.rank]});
    }
    points.push_back({endX, origin.y + to.top});
    if (isReversed) {
        std::reverse(points.begin(), points.end());
        gap = gap ? points.size() - gap : 0;
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (gap && i == gap) {
            if (m_gap)
                m_path.resize(m_gap); // between two portals nothing is drawn
            m_gap = m_path.size();
        }
        addPoint(points[i]);
    }
}

void LayoutBuilder::finishRoute(Route& route, Layout& layout) {
    route.firstPoint = static_cast<std::uint32_t>(layout.m_points.size());
    route.pointCount = static_cast<std::uint32_t>(m_path.size());
    route.gap = static_cast<std::uint32_t>(m_gap);
    if (!m_path.empty()) {
        route.bounds = {m_path[0].x, m_path[0].y, 0, 0};
        for (const Point& p : m_path)
            route.bounds = route.bounds.united({p.x, p.y, 0, 0});
    }
    layout.m_points.insert(layout.m_points.end(), m_path.begin(), m_path.end());
    layout.m_routes.push_back(route);
}

double LayoutBuilder::labelWidth(const std::string& text) {
    const auto [it, isNew] = m_labelWidths.try_emplace(text, 0);
    if (isNew)
        it->second = m_measure.width(text, TextRole::Label);
    return it->second;
}

void LayoutBuilder::placeLabels(Layout& layout) {
    LabelGrid grid(layout.m_boxes.size() + m_visible->edges().size());
    for (const Rect& box : layout.m_boxes)
        grid.add(box);
    for (std::size_t f = 1; f < layout.m_frames.size(); ++f) {
        const Rect& frame = layout.m_frames[f];
        grid.add({frame.x, frame.y, titleWidth(m_levels[f]), m_titleHeight});
    }
    const double height = m_measure.lineHeight(TextRole::Label);
    for (std::size_t e = 0; e + 1 < layout.m_firstRoute.size(); ++e) {
        const VisibleEdge& edge = m_visible->edges()[e];
        if (edge.isOrder)
            continue;
        const double width = labelWidth(m_visible->edgeLabel(EdgeId(e)));
        if (width <= 0)
            continue;
        for (std::uint32_t r = layout.m_firstRoute[e]; r < layout.m_firstRoute[e + 1]; ++r) {
            Route& route = layout.m_routes[r];
            if (route.pointCount < 2)
                continue;
            const Point start = layout.m_points[route.firstPoint];
            const Point end = layout.m_points[route.firstPoint + route.pointCount - 1];
            const auto tryAt = [&](Point at) {
                const Rect rect{at.x, at.y - height / 2, width, height};
                if (!grid.isFree(rect))
                    return false;
                grid.add(rect);
                route.isLabelled = true;
                route.label = at;
                layout.m_bounds = layout.m_bounds.united(rect.grown(2));
                return true;
            };
            if (tryAt({start.x + kLabelGap, start.y + height / 2 + 2}) ||
                tryAt({end.x + kLabelGap, end.y - height / 2 - 2}) ||
                tryAt({start.x - kLabelGap - width, start.y + height / 2 + 2}) ||
                tryAt({end.x - kLabelGap - width, end.y - height / 2 - 2}))
                break;
        }
    }
}

} // namespace metainfer::drawing
