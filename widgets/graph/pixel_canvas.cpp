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
    if (!cut(-dx, x0 - m_left) || !cut(dx, m_right - x0) || !cut(-dy, y0 - m_top) ||
        !cut(dy, m_bottom - y0))
        return false;
    x1 = x0 + leave * dx;
    y1 = y0 + leave * dy;
    x0 += enter * dx;
    y0 += enter * dy;
    return true;
}

void PixelCanvas::line(double x0, double y0, double x1, double y1, QRgb color) {
    if (m_clip.isEmpty() || !clipLine(x0, y0, x1, y1))
        return;
    const double dx = x1 - x0, dy = y1 - y0;
    const int steps = static_cast<int>(std::max(std::abs(dx), std::abs(dy)));
    const double sx = steps ? dx / steps : 0, sy = steps ? dy / steps : 0;
    for (int i = 0; i <= steps; ++i) {
        const int x = std::clamp(static_cast<int>(x0 + sx * i), m_left, m_right);
        const int y = std::clamp(static_cast<int>(y0 + sy * i), m_top, m_bottom);
        row(y)[x] = color;
    }
}

} // namespace metainfer::widgets
