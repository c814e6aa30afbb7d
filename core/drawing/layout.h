// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Places of boxes, frames and edges: a layered layout in which data flows downwards.
#pragma once

#include "drawing/content.h"
#include "drawing/spatial_index.h"

#include <functional>

namespace metainfer::drawing {

struct LayoutOptions {
    ContentOptions content;
    double boxGap = 22;       ///< between neighbours
    double rankGap = 34;      ///< between rows, at least; holds the edge labels
    double edgeGap = 12;      ///< between parallel edges
    double framePadding = 14; ///< between a frame and what it holds
    int portalRanks = 100;    ///< edges over more rows than this become portals
    /// Passes of refinement after the first result, for groups with many children; the others are
    /// finished at once. 0 gives the quick result alone. Time has no influence, so that the same
    /// input gives the same picture.
    int passes = 2;
};

/// The way of an edge to one of its targets. Between two points it is a vertical line when the x
/// are equal, else best drawn as an S curve with vertical tangents (both ends half way in y); such
/// a curve never crosses a box. `gap` > 0: a portal, the points before `gap` are a stub at the
/// source and the others a stub at the target.
struct Route {
    EdgeId edge;
    BoxId to;
    std::uint32_t firstPoint = 0;
    std::uint32_t pointCount = 0;
    std::uint32_t gap = 0;
    bool isBackward = false; ///< part of a cycle, drawn upwards
    bool isLabelled = false; ///< the one route of its edge that carries the label
    Point label;             ///< left end of the label's middle line
    Rect bounds;
    bool isPortal() const { return gap > 0; }
};

/// What a point hits; boxes before edges before frames (the innermost). All invalid: nothing.
struct Hit {
    BoxId box;
    RouteId route;
    FrameId frame;
};

/// Immutable; may be used by several threads.
class Layout {
  public:
    const VisibleGraph& visible() const { return *m_visible; }
    const std::shared_ptr<const VisibleGraph>& visiblePointer() const { return m_visible; }
    const Rect& bounds() const { return m_bounds; }
    const Rect& box(BoxId id) const { return m_boxes[id.index]; }
    /// The root's frame is the whole picture.
    const Rect& frame(FrameId id) const { return m_frames[id.index]; }
    const std::vector<Route>& routes() const { return m_routes; }
    const Route& route(RouteId id) const { return m_routes[id.index]; }
    std::span<const Point> points(const Route& route) const {
        return {m_points.data() + route.firstPoint, route.pointCount};
    }
    /// Routes of one edge, in the order of VisibleEdge::to.
    std::span<const Route> routesOf(EdgeId edge) const;
    /// Made anew at each call: the texts of all boxes would be a large part of the memory.
    BoxContent content(BoxId id) const { return boxContent(*m_visible, id, m_content); }
    /// Height of the strip at the top of each frame that holds its title.
    double frameTitleHeight() const { return m_frameTitleHeight; }
    int pass() const { return m_pass; } ///< 0 for the first result

    /// What touches `area`, each sorted by id; of a portal one of its stubs must. The vectors are
    /// cleared first.
    void query(const Rect& area, std::vector<BoxId>* boxes, std::vector<RouteId>* routes,
               std::vector<FrameId>* frames) const;
    Hit hit(Point at, double tolerance = 4) const;
    FrameId frameAt(Point at) const; ///< the innermost; invalid outside

  private:
    friend class LayoutBuilder;
    std::shared_ptr<const VisibleGraph> m_visible;
    std::vector<Rect> m_boxes, m_frames;
    ContentOptions m_content;
    std::vector<Route> m_routes;
    std::vector<std::uint32_t> m_firstRoute; ///< by edge, one more at the end
    std::vector<Point> m_points;
    Rect m_bounds;
    SpatialIndex m_boxIndex, m_routeIndex, m_frameIndex;
    /// Portals have two entries in the route index: the second ones follow the routes.
    std::vector<std::uint32_t> m_secondStubs;
    double m_frameTitleHeight = 0;
    int m_pass = 0;
};

using LayoutSink = std::function<void(std::shared_ptr<const Layout>)>;

/// Lays out and calls `onRefined` (may be empty) with each result that differs from the one before,
/// the first one soon; returns the last. Cancelled when cancelled before the first result;
/// afterwards the best so far is returned. Deterministic. Opening or closing a group keeps the
/// order of all others.
Result<std::shared_ptr<const Layout>> layout(std::shared_ptr<const VisibleGraph> visible,
                                             const TextMeasure& measure,
                                             const LayoutOptions& options = {},
                                             const CancellationToken& cancel = {},
                                             const LayoutSink& onRefined = {});

} // namespace metainfer::drawing
