// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What PlotView draws over the axes: points, lines to compare with, rubber band, rings.
#include "plot/plot_view_private.h"

#include "theme/colors.h"

#include <QChart>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace metainfer::widgets {
PlotMap PlotView::Private::map(QChart* chart) const {
    return {chart->plotArea(), viewX, viewY};
}

PlotScene PlotView::Private::scene(QChart* chart, const Colors& colors) const {
    PlotScene made;
    made.series = &series;
    made.places = &places;
    made.map = map(chart);
    made.third = thirdUse;
    made.thirdScale = third.scale;
    made.thirdRange = thirdRange;
    made.selected = &selected;
    made.colors = &colors;
    made.zeroY = y.scale == AxisScale::Linear ? 0 : viewY.low;
    return made;
}

void PlotView::Private::fitThird() {
    std::vector<double> all;
    for (const PlotSeries& one : series)
        for (const double value : one.third)
            all.push_back(placeOf(value, third.scale));
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const double place : all)
        if (std::isfinite(place)) {
            low = std::min(low, place);
            high = std::max(high, place);
        }
    thirdRange = low < high    ? PlotRange{low, high}
                 : low == high ? PlotRange{low - 1, low + 1}
                               : PlotRange{};
    if (third.range)
        thirdRange = {placeOf(third.range->first, third.scale),
                      placeOf(third.range->second, third.scale)};
}

void PlotView::Private::paintLines(QPainter& painter, const PlotMap& map,
                                   const Colors& colors) const {
    painter.setBrush(Qt::NoBrush);
    const QFontMetricsF metrics(painter.font());
    std::vector<QRectF> labels; // of upright lines: none over another
    for (const ReferenceLine& line : lines) {
        painter.setPen(QPen(colors.textMuted, 1, Qt::DashLine));
        QPointF labelAt;
        Qt::Alignment align = Qt::AlignLeft | Qt::AlignBottom;
        if (line.kind == ReferenceLine::Kind::X) {
            const double px = map.pixelX(placeOf(line.at, x.scale));
            if (!(px >= map.area.left() && px <= map.area.right()))
                continue;
            painter.drawLine(QPointF(px, map.area.top()), QPointF(px, map.area.bottom()));
            const double wide = metrics.horizontalAdvance(line.label);
            const bool fits = px + 4 + wide <= map.area.right();
            QRectF place(fits ? px + 4 : px - 4 - wide, map.area.top(), wide, metrics.height());
            while (std::any_of(labels.begin(), labels.end(), [&](const QRectF& other) {
                return other.adjusted(-6, 0, 6, 0).intersects(place);
            }))
                place.translate(0, metrics.height() + 2);
            labels.push_back(place);
            labelAt = {fits ? place.left() : place.right(), place.bottom()};
            align = (fits ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignBottom;
        } else if (line.kind == ReferenceLine::Kind::Y) {
            const double py = map.pixelY(placeOf(line.at, y.scale));
            if (!(py >= map.area.top() && py <= map.area.bottom()))
                continue;
            painter.drawLine(QPointF(map.area.left(), py), QPointF(map.area.right(), py));
            labelAt = {map.area.left() + 4, py - 3};
        } else {
            QPolygonF path; // bent when only one axis is logarithmic
            for (int i = 0; i <= 64; ++i) {
                const double place = viewX.low + viewX.span() * i / 64;
                const double py = map.pixelY(placeOf(line.at * valueAt(place, x.scale), y.scale));
                if (std::isfinite(py) && std::abs(py) < 1e5)
                    path << QPointF(map.pixelX(place), py);
            }
            painter.drawPolyline(path);
            QPolygonF inside;
            for (const QPointF& point : path)
                if (map.area.contains(point))
                    inside << point;
            if (!inside.isEmpty())
                labelAt = inside[inside.size() * 3 / 4] + QPointF(-6, -6);
            align = Qt::AlignRight | Qt::AlignBottom;
        }
        if (line.label.isEmpty() || labelAt.isNull())
            continue;
        painter.setPen(colors.textMuted);
        const QRectF box = align & Qt::AlignRight
                               ? QRectF(labelAt.x() - 300, labelAt.y() - 30, 300, 30)
                               : QRectF(labelAt.x(), labelAt.y() - 30, 300, 30);
        painter.drawText(box, static_cast<int>(align), line.label);
    }
}

void PlotView::Private::paintRings(QPainter& painter, const PlotScene& scene) const {
    const Colors& colors = *scene.colors;
    const auto ring = [&](std::size_t s, std::size_t i, const QColor& color, double width) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(color, width));
        if (series[s].kind == PlotSeries::Kind::Bar)
            return painter.drawRect(barRect(scene, s, i));
        const QPointF at = scene.map.pixel(places[s].x[i], places[s].y[i]);
        if (!std::isfinite(at.x()) || !std::isfinite(at.y()))
            return;
        double size = series[s].size;
        if (thirdUse == ThirdUse::Size && i < series[s].third.size())
            if (const double share = shareOfThird(scene, series[s], i); std::isfinite(share))
                size = sizeOfThird(share);
        painter.drawEllipse(at, size / 2 + 4, size / 2 + 4);
    };
    if (current >= 0)
        for (std::size_t s = 0; s < series.size(); ++s) {
            if (series[s].kind != PlotSeries::Kind::Scatter && series[s].rows.empty())
                continue;
            for (std::size_t i = 0; i < series[s].x.size(); ++i)
                if (series[s].rowOf(i) == static_cast<std::size_t>(current))
                    ring(s, i, colors.accent, 2.5);
        }
    if (hovered && hovered->series < series.size() &&
        hovered->point < series[hovered->series].x.size())
        ring(hovered->series, hovered->point, colors.text, 1.5);
}

void PlotView::drawForeground(QPainter* painter, const QRectF& area) {
    QChartView::drawForeground(painter, area);
    const Colors& colors = Colors::of(this);
    const PlotScene scene = d->scene(chart(), colors);
    const QRectF plot = scene.map.area;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (!d->title.isEmpty()) {
        QFont strong = font();
        strong.setWeight(QFont::DemiBold);
        painter->setFont(strong);
        painter->setPen(colors.text);
        const QRectF line(12, 6, width() - 24.0, QFontMetricsF(strong).height() + 2);
        painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                          QFontMetricsF(strong).elidedText(d->title, Qt::ElideRight, line.width()));
    }
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    painter->setFont(small);
    if (!d->hasPoints) {
        painter->setPen(colors.textMuted);
        painter->drawText(QRectF(rect()).adjusted(20, 20, -20, -20),
                          Qt::AlignCenter | Qt::TextWordWrap, d->emptyText);
        painter->restore();
        return;
    }
    if (d->hasLegend()) {
        const double height = d->legendHeight(small, legendWidth());
        const QRectF rows(plot.left(), chart()->margins().top() - height - 2, plot.width(), height);
        const double line = QFontMetrics(small).height() + 4;
        if (d->thirdUse != ThirdUse::None) {
            const double wide = Private::thirdWidth(rows.width());
            d->paintThirdScale(*painter, {rows.right() - wide, rows.top(), wide, line}, colors);
        }
        d->paintLegend(*painter, rows, colors);
    }
    const double ratio = devicePixelRatioF();
    if (d->stale || d->painted.isNull()) {
        d->painted = paintScene(scene, ratio);
        d->stale = false;
    }
    painter->setClipRect(plot.adjusted(-1, -1, 1, 1));
    d->paintLines(*painter, scene.map, colors);
    painter->drawImage(plot.topLeft(), d->painted);
    d->paintRings(*painter, scene);
    if (d->drag == Private::Drag::Band && d->moved) {
        QColor fill = colors.accent;
        fill.setAlphaF(0.15f);
        painter->setPen(QPen(colors.accent, 1, Qt::DashLine));
        painter->setBrush(fill);
        painter->drawRect(QRectF(d->pressed, d->last).normalized());
    }
    painter->restore();
}

QString plotDataText(const std::vector<PlotSeries>& series, const PlotAxis& x, const PlotAxis& y,
                     const PlotAxis& third) {
    const bool hasThird = std::any_of(series.begin(), series.end(),
                                      [](const PlotSeries& one) { return !one.third.empty(); });
    // One cell per value, plain numbers: a spreadsheet reads them in any locale that is set to it.
    const auto cell = [](const std::vector<double>& values, std::size_t i) {
        return i < values.size() && std::isfinite(values[i]) ? QString::number(values[i], 'g', 10)
                                                             : QString();
    };
    QStringList lines;
    QStringList head{PlotView::tr("series"),
                     x.title,
                     PlotView::tr("%1, low").arg(x.title),
                     PlotView::tr("%1, high").arg(x.title),
                     y.title,
                     PlotView::tr("%1, low").arg(y.title),
                     PlotView::tr("%1, high").arg(y.title)};
    if (hasThird)
        head << third.title;
    lines << head.join('\t');
    for (const PlotSeries& one : series)
        for (std::size_t i = 0; i < one.x.size(); ++i) {
            QStringList row{one.name,
                            x.categories.isEmpty()
                                ? cell(one.x, i)
                                : x.categories.value(static_cast<qsizetype>(std::lround(one.x[i]))),
                            cell(one.xLow, i),
                            cell(one.xHigh, i),
                            cell(one.y, i),
                            cell(one.yLow, i),
                            cell(one.yHigh, i)};
            if (hasThird)
                row << cell(one.third, i);
            lines << row.join('\t');
        }
    return lines.join('\n') + '\n';
}

} // namespace metainfer::widgets
