// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Small charts as inline SVG. Colours come from the page's CSS classes, so both themes work;
// meaning never rests on colour alone (shapes and labels differ too).
#pragma once

#include "base/quantity.h"

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::reporting {

/// One horizontal bar with its interval; `label` left, `note` right of the bar.
struct Bar {
    std::string label;
    Interval value;
    std::string note;
    std::string cssClass; ///< "original", "hand", "adapted"
};
/// Bars from zero on one axis; `axisTitle` names quantity and unit.
std::string barChart(const std::vector<Bar>& bars, const std::string& axisTitle);

/// Two bars per label, before and after.
struct PairedBar {
    std::string label;
    double before = 0; ///< 0 on either side: there is no such operator
    double after = 0;
};
std::string pairedBarChart(const std::vector<PairedBar>& rows, const std::string& axisTitle,
                           const std::string& beforeName, const std::string& afterName);

enum class Marker { Dominated, Front, Chosen, Original };
struct ScatterPoint {
    double x = 0, y = 0;
    Marker marker = Marker::Dominated;
    std::string title; ///< shown on hover
};
/// The chosen and the original point carry their names. No tick stands above `mostY`, where values
/// cannot be.
std::string scatterChart(const std::vector<ScatterPoint>& points, const std::string& xTitle,
                         const std::string& yTitle,
                         double mostY = std::numeric_limits<double>::infinity());

/// A step line of the best so far; x counts from 1.
std::string stepChart(const std::vector<double>& values, const std::string& xTitle,
                      const std::string& yTitle);

/// Round axis ticks that cover [low, high]: 1, 2 or 5 times a power of ten apart.
std::vector<double> axisTicks(double low, double high, int most);

} // namespace metainfer::reporting
