// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Which part of a drawing a view shows: the map between the drawing and the widget.
#pragma once

#include "drawing/geometry.h"

#include <QPointF>
#include <QRectF>
#include <QSizeF>

namespace metainfer::widgets {

/// widget = drawing * scale + offset, both in logical pixels.
struct Camera {
    double scale = 1;
    QPointF offset;

    QPointF toWidget(drawing::Point p) const {
        return {p.x * scale + offset.x(), p.y * scale + offset.y()};
    }
    QRectF toWidget(const drawing::Rect& r) const {
        return {toWidget(drawing::Point{r.x, r.y}), QSizeF(r.width * scale, r.height * scale)};
    }
    drawing::Point toDrawing(QPointF p) const {
        return {(p.x() - offset.x()) / scale, (p.y() - offset.y()) / scale};
    }
    drawing::Rect toDrawing(const QRectF& r) const;

    /// Scales by `factor` within the limits; what lies at `at` stays there.
    void zoomAt(QPointF at, double factor, double minScale, double maxScale);
    /// Shows all of `area` in the middle of `size`, at most at `maxScale`.
    void fit(const drawing::Rect& area, QSizeF size, double margin, double maxScale);
    /// A first look: fits when that is readable, else the top of `area` at a readable scale, with
    /// `first`, where the model begins, in the middle.
    void start(const drawing::Rect& area, drawing::Point first, QSizeF size, double margin);
    void centerOn(drawing::Point p, QSizeF size);
    /// Moves as little as needed to have `area` inside, `margin` from the borders.
    void reveal(const drawing::Rect& area, QSizeF size, double margin);
    /// Puts the offset on whole device pixels, so that a shifted picture stays sharp.
    void snap(double devicePixelRatio);
    bool operator==(const Camera&) const = default;
};

} // namespace metainfer::widgets
