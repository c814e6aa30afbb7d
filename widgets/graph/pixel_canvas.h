// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes rectangles and thin lines straight into an image: for pictures of so many boxes that a
// painter's cost per call is what counts.
#pragma once

#include <QImage>
#include <QRect>

namespace metainfer::widgets {

/// Coordinates are device pixels of the image, which must be 32-bit. Nothing outside the clip is
/// touched.
class PixelCanvas {
  public:
    PixelCanvas(QImage& image, const QRect& clip);

    /// At least one pixel wide and high.
    void fill(double left, double top, double right, double bottom, QRgb color);
    /// Only the border, one pixel.
    void frame(double left, double top, double right, double bottom, QRgb color);
    void line(double x0, double y0, double x1, double y1, QRgb color);

  private:
    bool clipLine(double& x0, double& y0, double& x1, double& y1) const;
    QRgb* row(int y) { return reinterpret_cast<QRgb*>(m_bits + m_stride * y); }

    uchar* m_bits;
    qsizetype m_stride;
    QRect m_clip;
    int m_left, m_top, m_right, m_bottom; ///< inclusive
};

} // namespace metainfer::widgets
