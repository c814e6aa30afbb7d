// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What must hold of every layout.
#pragma once

#include "drawing_samples.h"

#include <QtCore/QString>

#include <cmath>

namespace metainfer::test {

using namespace metainfer::drawing;

/// What is wrong with a layout; empty when it is sound.
inline QString fault(const Layout& layout) {
    const VisibleGraph& visible = layout.visible();
    std::vector<BoxId> boxes;
    std::vector<FrameId> frames;
    for (std::size_t i = 0; i < visible.boxes().size(); ++i) {
        const Rect& rect = layout.box(BoxId(i));
        if (rect.width <= 0 || rect.height <= 0 || !layout.bounds().contains(rect))
            return QString("box %1 has no place").arg(i);
        if (!layout.frame(visible.boxes()[i].frame).contains(rect))
            return QString("box %1 leaves its frame").arg(i);
        layout.query(rect, &boxes, nullptr, &frames);
        for (const BoxId other : boxes)
            if (other.index != i && layout.box(other).intersects(rect))
                return QString("boxes %1 and %2 overlap").arg(i).arg(other.index);
        for (const FrameId frame : frames)
            if (layout.frame(frame).intersects(rect) && !layout.frame(frame).contains(rect))
                return QString("box %1 crosses frame %2").arg(i).arg(frame.index);
    }
    for (std::size_t i = 1; i < visible.frames().size(); ++i) {
        const Rect& rect = layout.frame(FrameId(i));
        if (!layout.frame(visible.frames()[i].parent).contains(rect))
            return QString("frame %1 leaves its parent").arg(i);
        layout.query(rect, nullptr, nullptr, &frames);
        for (const FrameId other : frames)
            if (layout.frame(other).intersects(rect) && !layout.frame(other).contains(rect) &&
                !rect.contains(layout.frame(other)))
                return QString("frames %1 and %2 overlap").arg(i).arg(other.index);
    }
    for (std::size_t i = 0; i < layout.routes().size(); ++i) {
        const Route& route = layout.routes()[i];
        const auto points = layout.points(route);
        if (points.size() < 2)
            return QString("route %1 has no way").arg(i);
        const Rect& from = layout.box(visible.edge(route.edge).from);
        const Rect& to = layout.box(route.to);
        if (route.isBackward)
            continue;
        if (points.front().y != from.bottom() || points.back().y != to.y ||
            points.front().x < from.x || points.front().x > from.right() ||
            points.back().x < to.x || points.back().x > to.right())
            return QString("route %1 does not join its boxes").arg(i);
        for (std::size_t k = 1; k < points.size(); ++k) {
            if (route.gap == k)
                continue;
            if (points[k].y < points[k - 1].y)
                return QString("route %1 runs upwards").arg(i);
            const Rect piece{std::min(points[k].x, points[k - 1].x), points[k - 1].y,
                             std::abs(points[k].x - points[k - 1].x),
                             points[k].y - points[k - 1].y};
            layout.query(piece.grown(-0.01), &boxes, nullptr, nullptr);
            for (const BoxId other : boxes)
                if (layout.box(other).grown(-0.5).touches(piece) &&
                    other != visible.edge(route.edge).from && other != route.to)
                    return QString("route %1 runs through box %2").arg(i).arg(other.index);
        }
    }
    return {};
}

} // namespace metainfer::test
