// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Places and ticks of an axis.
#include "plot/plot_axis.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>

namespace metainfer::widgets {
namespace {

constexpr double kAir = 0.04; ///< of the range, at each end

/// The smallest of 1, 2, 5 times a power of ten that is not below `step`.
double niceStep(double step) {
    const double decade = std::pow(10.0, std::floor(std::log10(step)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * decade >= step * (1 - 1e-9))
            return factor * decade;
    return 10 * decade;
}

std::vector<double> linearTicks(double low, double high, int most) {
    std::vector<double> ticks;
    if (!(high > low))
        return ticks;
    const double step = niceStep((high - low) / std::max(most, 1));
    const double slack = step * 1e-6;
    for (double k = std::ceil((low - slack) / step); k * step <= high + slack; ++k)
        ticks.push_back(k == 0 ? 0 : k * step);
    return ticks;
}

/// Decades, thinned when there are many, or with 2 and 5 between them when there are few.
std::vector<double> logTicks(const PlotRange& range, int most) {
    if (range.span() < 0.7) {
        auto ticks =
            linearTicks(std::pow(10.0, range.low), std::pow(10.0, range.high), std::min(most, 6));
        std::erase_if(ticks, [](double value) { return value <= 0; });
        return ticks;
    }
    std::vector<double> ticks;
    const bool between = range.span() * 3 <= most;
    const double every = std::max(1.0, std::ceil(range.span() / std::max(most, 1)));
    for (double k = std::floor(range.low / every) * every; k <= range.high; k += every)
        for (const double factor : {1.0, 2.0, 5.0}) {
            if (factor > 1 && !between)
                break;
            const double value = factor * std::pow(10.0, k);
            const double place = std::log10(value);
            if (place >= range.low - 1e-9 && place <= range.high + 1e-9)
                ticks.push_back(value);
        }
    return ticks;
}

} // namespace

QString plotNumber(double value) {
    if (!std::isfinite(value))
        return QString("–");
    const double size = std::abs(value);
    const QLocale locale;
    if (size != 0 && (size < 1e-4 || size >= 1e7))
        return locale.toString(value, 'g', 3);
    // Four digits, without the zeros that say nothing.
    const int decimals =
        size == 0 ? 0 : std::clamp(3 - static_cast<int>(std::floor(std::log10(size))), 0, 7);
    QString text = locale.toString(value, 'f', decimals);
    const QString point = locale.decimalPoint();
    if (text.contains(point)) {
        while (text.endsWith(locale.zeroDigit()))
            text.chop(1);
        if (text.endsWith(point))
            text.chop(point.size());
    }
    return text;
}

double placeOf(double value, AxisScale scale) {
    if (scale == AxisScale::Linear)
        return value;
    return value > 0 ? std::log10(value) : std::numeric_limits<double>::quiet_NaN();
}

double valueAt(double place, AxisScale scale) {
    return scale == AxisScale::Linear ? place : std::pow(10.0, place);
}

PlotRange fittedRange(std::span<const double> places, const PlotAxis& axis) {
    if (!axis.categories.isEmpty())
        return {-0.5, static_cast<double>(axis.categories.size()) - 0.5};
    if (axis.range)
        return {placeOf(axis.range->first, axis.scale), placeOf(axis.range->second, axis.scale)};
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const double place : places)
        if (std::isfinite(place)) {
            low = std::min(low, place);
            high = std::max(high, place);
        }
    if (low > high)
        return {0, 1};
    const bool grounded = axis.fromZero && axis.scale == AxisScale::Linear && low >= 0;
    if (grounded)
        low = 0;
    if (high - low < 1e-12 * std::max(std::abs(low), std::abs(high)) || high == low) {
        const double around = axis.scale == AxisScale::Logarithmic ? 0.15
                              : high == 0                          ? 1
                                                                   : std::abs(high) * 0.1;
        return {grounded ? 0 : low - around, high + around};
    }
    const double air = (high - low) * kAir;
    return {grounded ? 0 : low - air, high + air};
}

std::vector<PlotTick> ticksOf(const PlotRange& range, const PlotAxis& axis, int most) {
    std::vector<PlotTick> ticks;
    if (!axis.categories.isEmpty()) {
        const double every = std::max(1.0, std::ceil(range.span() / std::max(most, 1)));
        for (double k = std::max(0.0, std::ceil(range.low));
             k <= range.high && k < static_cast<double>(axis.categories.size()); k += every)
            ticks.push_back({k, axis.categories[static_cast<qsizetype>(k)]});
        return ticks;
    }
    const auto values = axis.scale == AxisScale::Logarithmic
                            ? logTicks(range, most)
                            : linearTicks(range.low, range.high, most);
    for (const double value : values)
        ticks.push_back(
            {placeOf(value, axis.scale), axis.format ? axis.format(value) : plotNumber(value)});
    return ticks;
}

} // namespace metainfer::widgets
