// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// How good a picture is: what a faster layout must not make worse.
#pragma once

#include "drawing/layout.h"

#include <cmath>
#include <set>
#include <tuple>

namespace metainfer::drawing {

struct PictureQuality {
    std::size_t crossings = 0; ///< of two edges
    std::size_t bends = 0;     ///< pieces of edges that are not vertical
    double sideways = 0;       ///< logical pixels that edges move to the side, mean over the routes
    double width = 0, height = 0;
};

inline PictureQuality qualityOf(const Layout& layout) {
    struct Piece {
        Point a, b;
        EdgeId edge;
    };
    PictureQuality quality;
    std::vector<Piece> pieces;
    std::vector<Rect> areas;
    // Branches of one edge share their trunk: what was there before counts once.
    std::set<std::tuple<double, double, double, double>> known;
    EdgeId last;
    for (const Route& route : layout.routes()) {
        const auto points = layout.points(route);
        if (route.edge != last)
            known.clear();
        last = route.edge;
        for (std::size_t i = 1; i < points.size(); ++i) {
            const Point a = points[i - 1], b = points[i];
            if (i == route.gap || !known.emplace(a.x, a.y, b.x, b.y).second)
                continue;
            quality.bends += a.x != b.x;
            quality.sideways += std::abs(a.x - b.x);
            pieces.push_back({a, b, route.edge});
            areas.push_back(
                {std::min(a.x, b.x), std::min(a.y, b.y), std::abs(a.x - b.x), std::abs(a.y - b.y)});
        }
    }
    const auto side = [](const Piece& line, Point p) {
        return (line.b.x - line.a.x) * (p.y - line.a.y) - (line.b.y - line.a.y) * (p.x - line.a.x);
    };
    const SpatialIndex index(areas);
    std::vector<std::uint32_t> near;
    for (std::uint32_t i = 0; i < pieces.size(); ++i) {
        near.clear();
        index.query(areas[i], near);
        for (const std::uint32_t k : near) {
            if (k <= i || pieces[k].edge == pieces[i].edge)
                continue;
            quality.crossings += side(pieces[i], pieces[k].a) * side(pieces[i], pieces[k].b) < 0 &&
                                 side(pieces[k], pieces[i].a) * side(pieces[k], pieces[i].b) < 0;
        }
    }
    if (!layout.routes().empty())
        quality.sideways /= static_cast<double>(layout.routes().size());
    quality.width = layout.bounds().width;
    quality.height = layout.bounds().height;
    return quality;
}

} // namespace metainfer::drawing
