// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a plot keeps; shared by the sources of PlotView only.
#pragma once

#include "plot/plot_painter.h"
#include "plot/plot_view.h"

#include <QCategoryAxis>

namespace metainfer::widgets {

struct PlotView::Private {
    enum class Drag { None, Band, Pan };

    QCategoryAxis *axisX = nullptr, *axisY = nullptr;
    QScatterSeries* anchor = nullptr;
    PlotAxis x, y, third;
    ThirdUse thirdUse = ThirdUse::None;
    std::vector<PlotSeries> series;
    std::vector<SeriesPlaces> places;
    std::vector<ReferenceLine> lines;
    PlotRange fitX, fitY, viewX, viewY, thirdRange;
    bool zoomed = false, hasPoints = false, selectable = false, legend = true;
    QString title, emptyText;
    TipText tipText;
    std::vector<bool> selected;
    int current = -1;
    std::optional<Hit> hovered;

    Drag drag = Drag::None;
    QPointF pressed, last;
    bool moved = false;

    QImage painted; ///< of the plot area
    bool stale = true;

    PlotMap map(QChart* chart) const;
    PlotScene scene(QChart* chart, const Colors& colors) const;
    void fitThird();
    bool hasLegend() const;
    /// Which row each series' name stands in when rows are `width` wide, the first one perhaps
    /// less; -1 = it has no name. Rows beyond kLegendRows are left out: tips name them too.
    std::vector<int> legendRows(const QFont& font, double width) const;
    int legendHeight(const QFont& font, double width) const; ///< pixels; 0 without one
    void paintLegend(QPainter& painter, QRectF where, const Colors& colors) const;
    static double thirdWidth(double row); ///< of the scale beside the legend, pixels
    void paintLegendSign(QPainter& painter, const PlotSeries& one, QPointF middle,
                         const Colors& colors) const;
    void paintThirdScale(QPainter& painter, QRectF where, const Colors& colors) const;
    void paintLines(QPainter& painter, const PlotMap& map, const Colors& colors) const;
    void paintRings(QPainter& painter, const PlotScene& scene) const;
};

/// Tab-separated: a head line, then series, x, x low, x high, y, y low, y high, third.
QString plotDataText(const std::vector<PlotSeries>& series, const PlotAxis& x, const PlotAxis& y,
                     const PlotAxis& third);

} // namespace metainfer::widgets
