// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Queries on a layout.
#include "drawing/layout.h"

#include <cmath>

namespace metainfer::drawing {
namespace {

double distance(Point p, Point a, Point b) {
    const double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    const double t =
        length > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0.0, 1.0) : 0.0;
    return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/// Distance to what is drawn between two points of a route.
double distanceToPiece(Point p, Point a, Point b) {
    if (a.x == b.x)
        return distance(p, a, b);
    constexpr int kSteps = 12;
    double best = distance(p, a, a);
    Point last = a;
    for (int i = 1; i <= kSteps; ++i) {
        const double t = static_cast<double>(i) / kSteps, u = 1 - t;
        const double middle = (a.y + b.y) / 2;
        const Point next{(u * u * u + 3 * u * u * t) * a.x + (3 * u * t * t + t * t * t) * b.x,
                         u * u * u * a.y + (3 * u * u * t + 3 * u * t * t) * middle +
                             t * t * t * b.y};
        best = std::min(best, distance(p, last, next));
        last = next;
    }
    return best;
}

} // namespace

std::span<const Route> Layout::routesOf(EdgeId edge) const {
    return {m_routes.data() + m_firstRoute[edge.index],
            m_routes.data() + m_firstRoute[edge.index + 1]};
}

void Layout::query(const Rect& area, std::vector<BoxId>* boxes, std::vector<RouteId>* routes,
                   std::vector<FrameId>* frames) const {
    std::vector<std::uint32_t> found;
    const auto collect = [&](const SpatialIndex& index, auto* into) {
        if (!into)
            return;
        into->clear();
        found.clear();
        index.query(area, found);
        for (const std::uint32_t i : found)
            into->emplace_back(i);
    };
    collect(m_boxIndex, boxes);
    collect(m_routeIndex, routes);
    collect(m_frameIndex, frames);
    if (!routes || routes->empty() || routes->back().index < m_routes.size())
        return;
    for (RouteId& id : *routes)
        if (id.index >= m_routes.size())
            id = RouteId(m_secondStubs[id.index - m_routes.size()]);
    std::sort(routes->begin(), routes->end());
    routes->erase(std::unique(routes->begin(), routes->end()), routes->end());
}

FrameId Layout::frameAt(Point at) const {
    std::vector<FrameId> frames;
    query({at.x, at.y, 0, 0}, nullptr, nullptr, &frames);
    return frames.empty() ? FrameId{} : frames.back(); // numbered from outside to inside
}

Hit Layout::hit(Point at, double tolerance) const {
    std::vector<BoxId> boxes;
    std::vector<RouteId> routes;
    std::vector<FrameId> frames;
    query({at.x, at.y, 0, 0}, &boxes, nullptr, &frames);
    Hit hit;
    if (!frames.empty())
        hit.frame = frames.back(); // frames are numbered from outside to inside
    if (!boxes.empty()) {
        hit.box = boxes.front();
        return hit;
    }
    query(Rect{at.x, at.y, 0, 0}.grown(tolerance), nullptr, &routes, nullptr);
    double best = tolerance;
    for (const RouteId id : routes) {
        const Route& candidate = route(id);
        const auto path = points(candidate);
        for (std::size_t i = 1; i < path.size(); ++i) {
            const auto [top, bottom] = std::minmax(path[i - 1].y, path[i].y);
            const auto [left, right] = std::minmax(path[i - 1].x, path[i].x);
            if (candidate.gap == i || at.y < top - best || at.y > bottom + best ||
                at.x < left - best || at.x > right + best)
                continue; // the curve stays within its ends
            const double away = distanceToPiece(at, path[i - 1], path[i]);
            if (away <= best) {
                best = away;
                hit.route = id;
            }
        }
    }
    return hit;
}

} // namespace metainfer::drawing
