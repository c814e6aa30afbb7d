// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Rectangles and lines by hand.
#include "graph/pixel_canvas.h"

#include <algorithm>
#include <cmath>

namespace metainfer::widgets {

PixelCanvas::PixelCanvas(QImage& image, const QRect& clip)
    : m_bits(image.bits())
    , m_stride(image.bytesPerLine())
    , m_clip(clip.intersected(image.rect()))
    , m_left(m_clip.left())
    , m_top(m_clip.top())
    , m_right(m_clip.right())
    , m_bottom(m_clip.bottom()) {}

void PixelCanvas::fill(double left, double top, double right, double bottom, QRgb color) {
    if (right < m_left || left > m_right + 1 || bottom < m_top || top > m_bottom + 1)
        return;
    const int x0 = std::max(m_left, static_cast<int>(std::floor(left)));
    const int y0 = std::max(m_top, static_cast<int>(std::floor(top)));
    const int x1 = std::min(m_right, std::max(x0, static_cast<int>(std::ceil(right)) - 1));
    const int y1 = std::min(m_bottom, std::max(y0, static_cast<int>(std::ceil(bottom)) - 1));
    for (int y = y0; y <= y1; ++y)
        std::fill(row(y) + x0, row(y) + std::max(x0, x1 + 1), color);
}

void PixelCanvas::frame(double left, double top, double right, double bottom, QRgb color) {
    fill(left, top, right, top + 1, color);
    fill(left, bottom - 1, right, bottom, color);
    fill(left, top, left + 1, bottom, color);
    fill(right - 1, top, right, bottom, color);
}

// Liang and Barsky (1984): cuts the line's parameter range by each border.
bool PixelCanvas::clipLine(double& x0, double& y0, double& x1, double& y1) const {
    const double dx = x1 - x0, dy = y1 - y0;
    double enter = 0, leave = 1;
    const auto cut = [&](double p, double q) {
        if (p == 0)
            return q >= 0;
        const double t = q / p;
        if (p < 0)
            enter = std::max(enter, t);
        else
            leave = std::min(leave, t);
        return enter <= leave;
    };
    // Some pixels more on each side: what the line rounds to must not depend on the clip.
    if (!cut(-dx, x0 - m_left + 2) || !cut(dx, m_right + 2 - x0) || !cut(-dy, y0 - m_top + 2) ||
        !cut(dy, m_bottom + 2 - y0))
        return false;
    x1 = x0 + leave * dx;
    y1 = y0 + leave * dy;
    x0 += enter * dx;
    y0 += enter * dy;
    return true;
}

/// Every pixel follows from the whole line, not from the clipped one, so that parts of a picture
/// painted one after the other fit together.
void PixelCanvas::line(double x0, double y0, double x1, double y1, QRgb color) {
    double left = x0, top = y0, right = x1, bottom = y1;
    if (m_clip.isEmpty() || !clipLine(left, top, right, bottom))
        return;
    const double dx = x1 - x0, dy = y1 - y0;
    if (std::abs(dy) >= std::abs(dx)) {
        const int from = std::max(m_top, static_cast<int>(std::floor(std::min(top, bottom))));
        const int to = std::min(m_bottom, static_cast<int>(std::floor(std::max(top, bottom))));
        for (int y = from; y <= to; ++y) {
            const double at = dy != 0 ? std::clamp((y + 0.5 - y0) / dy, 0.0, 1.0) : 0;
            const int x = static_cast<int>(std::floor(x0 + at * dx));
            if (x >= m_left && x <= m_right)
                row(y)[x] = color;
        }
        return;
    }
    const int from = std::max(m_left, static_cast<int>(std::floor(std::min(left, right))));
    const int to = std::min(m_right, static_cast<int>(std::floor(std::max(left, right))));
    for (int x = from; x <= to; ++x) {
        const double at = std::clamp((x + 0.5 - x0) / dx, 0.0, 1.0);
        const int y = static_cast<int>(std::floor(y0 + at * dy));
        if (y >= m_top && y <= m_bottom)
            row(y)[x] = color;
    }
}

} // namespace metainfer::widgets
