// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Painting of parallel coordinates: lines are added up per pixel and turned into colour at the end.
#include "candidates/parallel_view.h"

#include "theme/colors.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace metainfer::widgets {
namespace {

constexpr std::size_t kManyLines = 8000;

} // namespace

/// Adds each line's coverage to the buffer; steep parts are spread over the pixels they cross.
void ParallelView::accumulate(std::vector<float>& buffer, int width, int height,
                              bool selected) const {
    const bool some = !m_selected.empty();
    std::vector<std::uint32_t> lines;
    for (std::size_t line = 0; line < m_rows.size(); ++line)
        if ((some && isSelected(line)) == selected)
            lines.push_back(static_cast<std::uint32_t>(line));
    const double step = static_cast<double>(width - 1) / static_cast<double>(m_axes.size() - 1);
    const auto top = static_cast<float>(height - 1);
    for (std::size_t axis = 0; axis + 1 < m_axes.size(); ++axis) {
        const auto& a = m_axes[axis].places;
        const auto& b = m_axes[axis + 1].places;
        const int from = static_cast<int>(std::lround(static_cast<double>(axis) * step));
        const int to = static_cast<int>(std::lround(static_cast<double>(axis + 1) * step));
        const int count = std::max(1, to - from);
        for (const std::uint32_t line : lines) {
            const float ya = (1 - a[line]) * top, yb = (1 - b[line]) * top;
            if (!std::isfinite(ya) || !std::isfinite(yb))
                continue;
            const float slope = (yb - ya) / static_cast<float>(count);
            const float steep = std::abs(slope);
            float y = ya;
            for (int x = from; x < to; ++x, y += slope) {
                if (steep <= 1.5f) {
                    const int row = static_cast<int>(y + 0.5f);
                    if (row >= 0 && row < height)
                        buffer[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                               static_cast<std::size_t>(x)] += 1;
                    continue;
                }
                const int low = std::max(0, static_cast<int>(std::min(y, y + slope) + 0.5f));
                const int high =
                    std::min(height - 1, static_cast<int>(std::max(y, y + slope) + 0.5f));
                for (int row = low; row <= high; ++row)
                    buffer[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                           static_cast<std::size_t>(x)] += 1 / steep + 0.35f;
            }
        }
    }
}

void ParallelView::repaintLines() {
    const QRectF inside = area();
    // So many lines are a density, which half as many columns show as well.
    const double across = m_rows.size() > kManyLines ? 0.5 : 1.0;
    const int width = std::max(2, static_cast<int>(inside.width() * across) + 1);
    const int height = std::max(2, static_cast<int>(inside.height()) + 1);
    m_lines = QImage(width, height, QImage::Format_ARGB32_Premultiplied);
    m_lines.fill(Qt::transparent);
    m_stale = false;
    if (m_axes.size() < 2 || m_rows.empty())
        return;
    const Colors& colors = Colors::of(this);
    const bool some = !m_selected.empty();
    std::vector<float> buffer;
    for (const bool selected : {false, true}) {
        if (selected && !some)
            break;
        buffer.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0);
        accumulate(buffer, width, height, selected);
        const QColor color = selected ? colors.accent
                             : some   ? colors.textDisabled
                                      : colors.series[0];
        const float strength = some && !selected ? 0.35f : 1.0f;
        // Many lines on one pixel saturate; few must still be seen.
        const float lines = static_cast<float>(m_rows.size());
        const float one = std::clamp(30.0f / lines, 0.02f, selected ? 0.95f : 0.65f);
        for (int row = 0; row < height; ++row) {
            auto* pixels = reinterpret_cast<QRgb*>(m_lines.scanLine(row));
            const float* counts =
                &buffer[static_cast<std::size_t>(row) * static_cast<std::size_t>(width)];
            for (int x = 0; x < width; ++x) {
                if (counts[x] <= 0)
                    continue;
                const float alpha =
                    strength * std::max(selected ? 0.35f : 0.10f,
                                        1 - std::pow(1 - one, std::min(counts[x], 500.0f)));
                const int a = static_cast<int>(std::min(1.0f, alpha) * 255);
                const QRgb over = qPremultiply(qRgba(color.red(), color.green(), color.blue(), a));
                const int rest = 255 - a;
                const QRgb under = pixels[x];
                pixels[x] = qRgba(qRed(over) + qRed(under) * rest / 255,
                                  qGreen(over) + qGreen(under) * rest / 255,
                                  qBlue(over) + qBlue(under) * rest / 255,
                                  qAlpha(over) + qAlpha(under) * rest / 255);
            }
        }
    }
}

QPolygonF ParallelView::pathOf(std::size_t line) const {
    const QRectF inside = area();
    QPolygonF path;
    for (std::size_t axis = 0; axis < m_axes.size(); ++axis) {
        const double place = m_axes[axis].places[line];
        if (std::isfinite(place))
            path << QPointF(pixelX(axis), inside.bottom() - place * inside.height());
    }
    return path;
}

void ParallelView::paintAxis(QPainter& painter, std::size_t index) const {
    const Colors& colors = Colors::of(this);
    const Placed& placed = m_axes[index];
    const QRectF inside = area();
    const double x = pixelX(index);
    painter.setPen(QPen(colors.textMuted, 1));
    painter.drawLine(QPointF(x, inside.top()), QPointF(x, inside.bottom()));
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    painter.setFont(small);
    const QFontMetricsF metrics(small);
    const bool last = index + 1 == m_axes.size();
    for (const PlotTick& tick : ticksOf(placed.view, placed.axis.axis,
                                        std::max(2, static_cast<int>(inside.height() / 50)))) {
        double share = (tick.place - placed.view.low) / placed.view.span();
        if (placed.flipped)
            share = 1 - share;
        const double y = inside.bottom() - share * inside.height();
        painter.setPen(QPen(colors.textMuted, 1));
        painter.drawLine(QPointF(x - 3, y), QPointF(x + 3, y));
        const double wide = metrics.horizontalAdvance(tick.label) + 6;
        const QRectF box(last ? x + 5 : x - 5 - wide, y - metrics.height() / 2, wide,
                         metrics.height());
        QColor behind = colors.surface;
        behind.setAlphaF(0.75f);
        painter.fillRect(box, behind);
        painter.setPen(colors.text);
        painter.drawText(box, Qt::AlignVCenter | (last ? Qt::AlignLeft : Qt::AlignRight),
                         tick.label);
    }
    if (placed.brush) {
        const auto y = [&](double place) {
            double share = (place - placed.view.low) / placed.view.span();
            if (placed.flipped)
                share = 1 - share;
            return inside.bottom() - std::clamp(share, 0.0, 1.0) * inside.height();
        };
        QColor fill = colors.accent;
        fill.setAlphaF(0.25f);
        painter.setPen(QPen(colors.accent, 1.5));
        painter.setBrush(fill);
        painter.drawRect(
            QRectF(QPointF(x - 7, y(placed.brush->low)), QPointF(x + 7, y(placed.brush->high)))
                .normalized());
        painter.setBrush(Qt::NoBrush);
    }
    // The title, with an arrow that says where better is.
    const double step = m_axes.size() < 2 ? inside.width()
                                          : inside.width() / static_cast<double>(m_axes.size() - 1);
    const double half = std::min(step / 2 - 3, 90.0);
    const QRectF title(x - half, 4, 2 * half, inside.top() - 12);
    painter.setFont(small);
    painter.setPen(colors.text);
    const bool betterUp = placed.axis.smallerIsBetter == placed.flipped;
    painter.drawText(title, Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap,
                     placed.axis.axis.title + (betterUp ? QString("\u00a0↑") : QString("\u00a0↓")));
}

void ParallelView::paintEvent(QPaintEvent*) {
    const Colors& colors = Colors::of(this);
    QPainter painter(this);
    painter.fillRect(rect(), colors.surface);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_axes.size() < 2 || m_rows.empty()) {
        painter.setPen(colors.textMuted);
        painter.drawText(rect().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap,
                         m_emptyText);
        return;
    }
    if (m_stale)
        repaintLines();
    const QRectF inside = area();
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(
        QRectF(inside.left(), inside.top(), std::floor(inside.width()) + 1, m_lines.height()),
        m_lines);
    const auto strong = [&](std::size_t line, const QColor& color) {
        painter.setPen(QPen(color, 2));
        painter.drawPolyline(pathOf(line));
        painter.setBrush(color);
        for (const QPointF& point : pathOf(line))
            painter.drawEllipse(point, 3, 3);
        painter.setBrush(Qt::NoBrush);
    };
    painter.save();
    painter.setClipRect(inside.adjusted(-8, -4, 8, 4));
    if (m_current >= 0)
        for (std::size_t line = 0; line < m_rows.size(); ++line)
            if (m_rows[line] == static_cast<std::size_t>(m_current))
                strong(line, colors.series[1]);
    if (m_hovered && *m_hovered < m_rows.size())
        strong(*m_hovered, colors.text);
    painter.restore();
    for (std::size_t axis = 0; axis < m_axes.size(); ++axis)
        paintAxis(painter, axis);
    if (hasFocus()) {
        painter.setPen(QPen(colors.accent, 1, Qt::DotLine));
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

} // namespace metainfer::widgets
