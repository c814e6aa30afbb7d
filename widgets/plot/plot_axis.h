// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// From values to places on an axis and to its ticks; without a widget.
#pragma once

#include "plot/plot_types.h"

#include <span>

namespace metainfer::widgets {

/// An interval of places: values, or their decadic logarithms on a logarithmic axis.
struct PlotRange {
    double low = 0, high = 1;
    double span() const { return high - low; }
    bool operator==(const PlotRange&) const = default;
};

struct PlotTick {
    double place = 0;
    QString label;
};

/// NaN for what the scale cannot show (zero or less on a logarithmic one).
double placeOf(double value, AxisScale scale);
double valueAt(double place, AxisScale scale);

/// The range of all finite places with some air around it; [0, 1] when there are none.
PlotRange fittedRange(std::span<const double> places, const PlotAxis& axis);

/// At most about `most` ticks inside the range: 1-2-5 steps, decades, or the categories.
std::vector<PlotTick> ticksOf(const PlotRange& range, const PlotAxis& axis, int most);

} // namespace metainfer::widgets
