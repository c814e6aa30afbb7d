// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a plot shows: axes, series and lines to compare with. Values only.
#pragma once

#include <QColor>
#include <QString>
#include <QStringList>

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace metainfer::widgets {

enum class AxisScale { Linear, Logarithmic };

struct PlotAxis {
    QString title; ///< with the unit: "Latency, ms"
    AxisScale scale = AxisScale::Linear;
    QStringList categories;                         ///< names of 0, 1, 2, … instead of numbers
    std::optional<std::pair<double, double>> range; ///< empty = what the series need
    bool fromZero = false;                          ///< the fitted range starts at zero
    std::function<QString(double)> format;          ///< of tick labels and tips; empty = plotNumber
};

enum class Marker { Circle, Square, Diamond, Triangle, Cross };

struct PlotSeries {
    enum class Kind { Scatter, Line, Step, Bar };
    Kind kind = Kind::Scatter;
    QString name;                ///< in the legend; empty = not there
    int color = 0;               ///< index into Colors::series
    std::optional<QColor> fixed; ///< instead of the index
    Marker marker = Marker::Circle;
    double size = 7;    ///< of a marker, in pixels
    bool faint = false; ///< in the background
    bool dashed = false;
    bool markers = false;     ///< lines: a marker at each point too
    std::vector<double> x, y; ///< same length; NaN is skipped
    /// Interval bars; empty or the length of x. A pair that equals its value is not drawn.
    std::vector<double> xLow, xHigh, yLow, yHigh;
    std::vector<double> third; ///< value behind colour or size; empty or the length of x
    /// The caller's row of each point, for selection and tips; empty = the index.
    std::vector<std::size_t> rows;

    std::size_t rowOf(std::size_t point) const { return rows.empty() ? point : rows[point]; }
};

enum class ThirdUse { None, Color, Size };

/// A line across the plot: x = at, y = at, or the diagonal y = at * x.
struct ReferenceLine {
    enum class Kind { X, Y, Diagonal };
    Kind kind = Kind::Y;
    double at = 0;
    QString label;
};

/// A number in the user's locale with about four digits: 0.0012, 12.5, 1.2e+06.
QString plotNumber(double value);

} // namespace metainfer::widgets
