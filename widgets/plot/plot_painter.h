// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Paints the points, lines and bars of a plot into an image; the slow part, done once per view.
#pragma once

#include "plot/plot_axis.h"
#include "plot/plot_types.h"

#include <QImage>
#include <QRectF>

#include <vector>

class QPainter;

namespace metainfer::widgets {

struct Colors;

/// The places of one series, computed once per content.
struct SeriesPlaces {
    std::vector<double> x, y, xLow, xHigh, yLow, yHigh;
};
SeriesPlaces placesOf(const PlotSeries& series, AxisScale x, AxisScale y);

/// From places to pixels of the plot area.
struct PlotMap {
    QRectF area;
    PlotRange x, y;
    double pixelX(double place) const {
        return area.left() + (place - x.low) / x.span() * area.width();
    }
    double pixelY(double place) const {
        return area.bottom() - (place - y.low) / y.span() * area.height();
    }
    QPointF pixel(double px, double py) const { return {pixelX(px), pixelY(py)}; }
    double placeX(double pixel) const {
        return x.low + (pixel - area.left()) / area.width() * x.span();
    }
    double placeY(double pixel) const {
        return y.low + (area.bottom() - pixel) / area.height() * y.span();
    }
};

struct PlotScene {
    const std::vector<PlotSeries>* series = nullptr;
    const std::vector<SeriesPlaces>* places = nullptr;
    PlotMap map;
    ThirdUse third = ThirdUse::None;
    AxisScale thirdScale = AxisScale::Linear;
    PlotRange thirdRange;
    const std::vector<bool>* selected = nullptr; ///< by row; null or empty = none is selected
    const Colors* colors = nullptr;
    double zeroY = 0; ///< place where bars stand on
};

QColor seriesColor(const PlotSeries& series, const Colors& colors);
/// Diameter in pixels of a point whose third value lies at `share` (0 to 1) of its range.
double sizeOfThird(double share);
/// Where the third value lies in its range, 0 to 1; NaN when it is not there.
double shareOfThird(const PlotScene& scene, const PlotSeries& series, std::size_t point);
/// The rectangle of one bar in pixels.
QRectF barRect(const PlotScene& scene, std::size_t series, std::size_t point);

void paintMarker(QPainter& painter, Marker marker, QPointF at, double size, const QColor& fill,
                 const QColor& edge);
/// The whole plot area, transparent where nothing is.
QImage paintScene(const PlotScene& scene, double devicePixelRatio);

} // namespace metainfer::widgets
