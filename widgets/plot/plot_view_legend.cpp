// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The legend of PlotView: names of the series in as many rows as they need, and the scale of the
// third quantity.
#include "plot/plot_view_private.h"

#include "theme/colors.h"

#include <QChart>
#include <QLinearGradient>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace metainfer::widgets {
namespace {

constexpr double kLegendSign = 18, kLegendGap = 16; // pixels
constexpr int kLegendRows = 3;

} // namespace

bool PlotView::Private::hasLegend() const {
    if (!legend)
        return false;
    const auto named = std::count_if(series.begin(), series.end(),
                                     [](const PlotSeries& one) { return !one.name.isEmpty(); });
    return named > 0 || thirdUse != ThirdUse::None;
}

double PlotView::Private::thirdWidth(double row) {
    return std::min(300.0, row * 0.6);
}

std::vector<int> PlotView::Private::legendRows(const QFont& font, double width) const {
    const QFontMetricsF metrics(font);
    std::vector<int> rows(series.size(), -1);
    // The scale of colours or sizes has the right end of the first row.
    double left = thirdUse == ThirdUse::None ? width : width - thirdWidth(width) - kLegendGap;
    int row = 0;
    bool isFirst = true;
    for (std::size_t s = 0; s < series.size(); ++s) {
        if (series[s].name.isEmpty())
            continue;
        const double wide = kLegendSign + metrics.horizontalAdvance(series[s].name) + kLegendGap;
        if (wide - kLegendGap > left && !(isFirst && row > 0)) {
            ++row;
            left = width;
        }
        isFirst = false;
        left -= wide;
        rows[s] = row;
    }
    return rows;
}

int PlotView::Private::legendHeight(const QFont& font, double width) const {
    if (!hasLegend())
        return 0;
    int lowest = 0;
    for (const int row : legendRows(font, width))
        lowest = std::max(lowest, std::min(row, kLegendRows - 1));
    return (lowest + 1) * (QFontMetrics(font).height() + 4);
}

void PlotView::Private::paintLegend(QPainter& painter, QRectF where, const Colors& colors) const {
    const QFontMetricsF metrics(painter.font());
    const double height = QFontMetrics(painter.font()).height() + 4;
    const std::vector<int> rows = legendRows(painter.font(), where.width());
    int row = 0;
    double at = where.left();
    for (std::size_t s = 0; s < series.size(); ++s) {
        const PlotSeries& one = series[s];
        if (rows[s] < 0)
            continue;
        if (rows[s] != row) {
            row = rows[s];
            at = where.left();
        }
        if (row >= kLegendRows || where.top() + (row + 1) * height > where.bottom() + 1)
            break; // tips still name the series
        const QRectF line(where.left(), where.top() + row * height, where.width(), height);
        paintLegendSign(painter, one, {at + 7, line.center().y()}, colors);
        const double wide = std::min(metrics.horizontalAdvance(one.name) + 2,
                                     std::max(0.0, where.right() - at - kLegendSign));
        painter.setPen(colors.text);
        painter.drawText(QRectF(at + kLegendSign, line.top(), wide, height),
                         Qt::AlignVCenter | Qt::AlignLeft,
                         metrics.elidedText(one.name, Qt::ElideRight, wide));
        at += kLegendSign + wide - 2 + kLegendGap;
    }
}

void PlotView::Private::paintLegendSign(QPainter& painter, const PlotSeries& one, QPointF middle,
                                        const Colors& colors) const {
    QColor color = seriesColor(one, colors);
    if (one.faint)
        color.setAlphaF(0.45f);
    switch (one.kind) {
    case PlotSeries::Kind::Scatter:
        paintMarker(painter, one.marker, middle, std::min(one.size, 9.0),
                    thirdUse == ThirdUse::Color && !one.third.empty() ? colors.textMuted : color,
                    color);
        break;
    case PlotSeries::Kind::Bar:
        painter.fillRect(QRectF(middle - QPointF(5, 5), QSizeF(10, 10)), color);
        break;
    default:
        painter.setPen(QPen(color, 2, one.dashed ? Qt::DashLine : Qt::SolidLine));
        painter.drawLine(middle + QPointF(-7, 0), middle + QPointF(7, 0));
        if (one.markers)
            paintMarker(painter, one.marker, middle, 6, color, color);
    }
}

void PlotView::Private::paintThirdScale(QPainter& painter, QRectF where,
                                        const Colors& colors) const {
    const auto text = [&](double place) {
        const double value = valueAt(place, third.scale);
        return third.format ? third.format(value) : plotNumber(value);
    };
    const QFontMetricsF metrics(painter.font());
    const QString low = text(thirdRange.low), high = text(thirdRange.high);
    painter.setPen(colors.textMuted);
    double at = where.right();
    const auto put = [&](const QString& words, double gap) {
        const double wide = metrics.horizontalAdvance(words);
        painter.drawText(QRectF(at - wide - 1, where.top(), wide + 2, where.height()),
                         Qt::AlignVCenter | Qt::AlignRight, words);
        at -= wide + gap;
    };
    put(high, 6);
    if (thirdUse == ThirdUse::Color) {
        const QRectF bar(at - 80, where.center().y() - 5, 80, 10);
        QLinearGradient gradient(bar.topLeft(), bar.topRight());
        for (int i = 0; i <= 8; ++i)
            gradient.setColorAt(i / 8.0, colors.scale(i / 8.0));
        painter.fillRect(bar, gradient);
        at = bar.left() - 6;
    } else {
        for (const double share : {1.0, 0.5, 0.0}) {
            const double size = std::min(sizeOfThird(share), where.height());
            paintMarker(painter, Marker::Circle, {at - size / 2, where.center().y()}, size,
                        Qt::transparent, colors.textMuted);
            at -= size + 4;
        }
        painter.setPen(colors.textMuted);
        at -= 2;
    }
    put(low, 8);
    painter.setPen(colors.text);
    put(third.title, 0);
}

double PlotView::legendWidth() const {
    // The axis' numbers take less than this; what is estimated too narrow gets a row more.
    constexpr double kLabels = 90;
    return std::max(100.0, width() - kLabels);
}

void PlotView::fitMargins() {
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    const int legend = d->legendHeight(small, legendWidth());
    const int top = 8 + (d->title.isEmpty() ? 0 : QFontMetrics(font()).height() + 6) +
                    (legend > 0 ? legend + 4 : 0);
    const QMargins margins(6, top, 14, 6);
    if (chart()->margins() != margins)
        chart()->setMargins(margins);
}

} // namespace metainfer::widgets
