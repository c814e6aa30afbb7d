// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Moving and scaling.
#include "graph/camera.h"

#include <algorithm>
#include <cmath>

namespace metainfer::widgets {
namespace {

constexpr double kReadable = 0.55; ///< titles can still be read

} // namespace

drawing::Rect Camera::toDrawing(const QRectF& r) const {
    const drawing::Point p = toDrawing(r.topLeft());
    return {p.x, p.y, r.width() / scale, r.height() / scale};
}

void Camera::zoomAt(QPointF at, double factor, double minScale, double maxScale) {
    const drawing::Point fixed = toDrawing(at);
    scale = std::clamp(scale * factor, minScale, maxScale);
    offset = {at.x() - fixed.x * scale, at.y() - fixed.y * scale};
}

void Camera::fit(const drawing::Rect& area, QSizeF size, double margin, double maxScale) {
    const double width = std::max(1.0, size.width() - 2 * margin);
    const double height = std::max(1.0, size.height() - 2 * margin);
    scale = std::min(
        {width / std::max(1.0, area.width), height / std::max(1.0, area.height), maxScale});
    centerOn(area.center(), size);
}

void Camera::start(const drawing::Rect& area, drawing::Point first, QSizeF size, double margin) {
    fit(area, size, margin, 1);
    if (scale >= kReadable)
        return;
    const double across = (size.width() - 2 * margin) / std::max(1.0, area.width);
    scale = std::clamp(across, kReadable, 1.0);
    centerOn(area.width * scale <= size.width() ? area.center() : first, size);
    // From the top, unless the model begins far below it.
    const double top = std::max(area.y, first.y - 0.4 * size.height() / scale);
    offset.setY(margin - top * scale);
}

void Camera::centerOn(drawing::Point p, QSizeF size) {
    offset = {size.width() / 2 - p.x * scale, size.height() / 2 - p.y * scale};
}

void Camera::reveal(const drawing::Rect& area, QSizeF size, double margin) {
    const QRectF r = toWidget(area);
    const auto move = [margin](double low, double high, double extent) {
        if (high - low > extent - 2 * margin)
            return extent / 2 - (low + high) / 2;
        if (low < margin)
            return margin - low;
        return high > extent - margin ? extent - margin - high : 0.0;
    };
    offset +=
        QPointF(move(r.left(), r.right(), size.width()), move(r.top(), r.bottom(), size.height()));
}

void Camera::snap(double devicePixelRatio) {
    offset = {std::round(offset.x() * devicePixelRatio) / devicePixelRatio,
              std::round(offset.y() * devicePixelRatio) / devicePixelRatio};
}

} // namespace metainfer::widgets
