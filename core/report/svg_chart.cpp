// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Chart geometry; all lengths in CSS pixels of the viewBox.
#include "report/svg_chart.h"

#include "base/xml_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::reporting {
namespace {

constexpr double kWidth = 760;
constexpr double kLabelWidth = 190;
constexpr double kNoteWidth = 130;
constexpr double kNoLimit = std::numeric_limits<double>::infinity();

std::string number(double value) {
    if (value == 0)
        return "0";
    std::string text = fmt::format("{:.4g}", value);
    return text;
}

std::string open(double height, const std::string& title) {
    return fmt::format(
        "<svg class=\"chart\" viewBox=\"0 0 {} {:.0f}\" role=\"img\" aria-label=\"{}\">\n", kWidth,
        height, xmlEscaped(title));
}

std::string textAt(double x, double y, const char* anchor, const char* cssClass,
                   const std::string& content) {
    return fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" class=\"{}\">{}</text>\n", x, y, anchor,
        cssClass, xmlEscaped(content));
}

std::string line(double x1, double y1, double x2, double y2, const char* cssClass) {
    return fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n", x1, y1,
        x2, y2, cssClass);
}

/// Cuts a label so that it fits `most` characters, keeping its end, which tells operators apart.
std::string shortened(const std::string& label, std::size_t most) {
    if (label.size() <= most)
        return label;
    std::size_t start = label.size() - most + 1;
    while (start < label.size() && (static_cast<unsigned char>(label[start]) & 0xc0) == 0x80)
        ++start;
    return "…" + label.substr(start);
}

/// A vertical grid with tick labels below, for bars that start at zero.
std::string verticalGrid(double top, double bottom, double high, const std::string& axisTitle) {
    std::string out;
    const double span = kWidth - kLabelWidth - kNoteWidth;
    for (const double tick : axisTicks(0, high, 6)) {
        const double x = kLabelWidth + tick / high * span;
        out += line(x, top, x, bottom, "grid");
        out += textAt(x, bottom + 16, "middle", "tick", number(tick));
    }
    return out + textAt(kLabelWidth + span / 2, bottom + 36, "middle", "axis", axisTitle);
}

std::string marker(double x, double y, Marker kind, const std::string& title) {
    std::string shape;
    switch (kind) {
    case Marker::Dominated:
        shape =
            fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" class=\"dominated\">", x, y);
        break;
    case Marker::Front:
        shape = fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" class=\"front\">", x, y);
        break;
    case Marker::Chosen:
        shape = fmt::format("<path d=\"M{0:.1f} {1:.1f}l8 8l-8 8l-8 -8z\" class=\"adapted\">", x,
                            y - 8);
        return shape + "<title>" + xmlEscaped(title) + "</title></path>\n";
    case Marker::Original:
        shape = fmt::format(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"10\" height=\"10\" class=\"original\">", x - 5,
            y - 5);
        return shape + "<title>" + xmlEscaped(title) + "</title></rect>\n";
    }
    return shape + "<title>" + xmlEscaped(title) + "</title></circle>\n";
}

struct Scale {
    double low, high, from, to;
    double operator()(double v) const { return from + (v - low) / (high - low) * (to - from); }
};

/// Of an axis, relative to its values: less would show rounding as if it were a difference.
constexpr double kSmallestSpan = 1e-4;

/// Covers all values with a margin; never empty.
Scale scaleFor(std::vector<double> values, double from, double to) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const double span = std::max(*high - *low, std::max(std::abs(*high), 1e-9) * kSmallestSpan);
    return {*low - span * 0.08, *high + span * 0.08, from, to};
}

/// As many decimals as tell the ticks apart, alike on the whole axis.
std::string tickText(double tick, const std::vector<double>& ticks) {
    const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
    const int digits = step < 1 ? static_cast<int>(std::ceil(-std::log10(step) - 1e-9)) : 0;
    return fmt::format("{:.{}f}", tick, std::clamp(digits, 0, 9));
}

std::string axes(const Scale& x, const Scale& y, const std::string& xTitle,
                 const std::string& yTitle, double mostY) {
    std::string out;
    const std::vector<double> xTicks = axisTicks(x.low, x.high, 7);
    for (const double tick : xTicks) {
        out += line(x(tick), y.to, x(tick), y.from, "grid");
        out += textAt(x(tick), y.from + 16, "middle", "tick", tickText(tick, xTicks));
    }
    const std::vector<double> yTicks = axisTicks(y.low, y.high, 6);
    for (const double tick : yTicks) {
        if (tick > mostY + 1e-12)
            break;
        out += line(x.from, y(tick), x.to, y(tick), "grid");
        out += textAt(x.from - 8, y(tick) + 4, "end", "tick", tickText(tick, yTicks));
    }
    out += textAt((x.from + x.to) / 2, y.from + 38, "middle", "axis", xTitle);
    out +=
        fmt::format("<text transform=\"translate(16 {:.1f}) rotate(-90)\" text-anchor=\"middle\" "
                    "class=\"axis\">{}</text>\n",
                    (y.from + y.to) / 2, xmlEscaped(yTitle));
    return out;
}

} // namespace

std::vector<double> axisTicks(double low, double high, int most) {
    if (!(high > low) || most < 2)
        return {low};
    const double raw = (high - low) / most;
    const double power = std::pow(10, std::floor(std::log10(raw)));
    double step = power;
    for (const double factor : {1.0, 2.0, 5.0, 10.0})
        if (factor * power >= raw * 0.999) {
            step = factor * power;
            break;
        }
    std::vector<double> ticks;
    for (double k = std::ceil(low / step - 1e-9); k * step <= high + step * 1e-9; ++k)
        ticks.push_back(k == 0 ? 0 : k * step);
    return ticks;
}

std::string barChart(const std::vector<Bar>& bars, const std::string& axisTitle) {
    constexpr double kRow = 34;
    double high = 0;
    for (const Bar& bar : bars)
        high = std::max({high, bar.value.value, bar.value.high});
    high = high > 0 ? high * 1.02 : 1;
    const double bottom = 8 + kRow * static_cast<double>(bars.size());
    const double span = kWidth - kLabelWidth - kNoteWidth;
    std::string out = open(bottom + 48, axisTitle) + verticalGrid(8, bottom, high, axisTitle);
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const Bar& bar = bars[i];
        const double y = 8 + kRow * static_cast<double>(i) + 6, middle = y + 11;
        out += textAt(kLabelWidth - 10, middle + 4, "end", "label", shortened(bar.label, 28));
        out +=
            fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"22\" rx=\"3\" "
                        "class=\"{}\"/>\n",
                        kLabelWidth, y, std::max(1.0, bar.value.value / high * span), bar.cssClass);
        if (bar.value.low < bar.value.high) {
            const double x1 = kLabelWidth + bar.value.low / high * span;
            const double x2 = kLabelWidth + bar.value.high / high * span;
            out += line(x1, middle, x2, middle, "interval") +
                   line(x1, middle - 6, x1, middle + 6, "interval") +
                   line(x2, middle - 6, x2, middle + 6, "interval");
        }
        const double end = kLabelWidth + std::max(bar.value.value, bar.value.high) / high * span;
        out += textAt(end + 10, middle + 4, "start", "note", bar.note);
    }
    return out + "</svg>\n";
}

std::string pairedBarChart(const std::vector<PairedBar>& rows, const std::string& axisTitle,
                           const std::string& beforeName, const std::string& afterName) {
    constexpr double kRow = 38, kTop = 30;
    double high = 0;
    for (const PairedBar& row : rows)
        high = std::max({high, row.before, row.after});
    high = high > 0 ? high * 1.02 : 1;
    const double bottom = kTop + kRow * static_cast<double>(rows.size());
    const double span = kWidth - kLabelWidth - kNoteWidth;
    std::string out = open(bottom + 48, axisTitle) + verticalGrid(kTop, bottom, high, axisTitle);
    out += fmt::format("<rect x=\"{0}\" y=\"6\" width=\"12\" height=\"12\" class=\"original\"/>",
                       kLabelWidth) +
           textAt(kLabelWidth + 18, 16, "start", "note", beforeName) +
           fmt::format("<rect x=\"{0}\" y=\"6\" width=\"12\" height=\"12\" class=\"adapted\"/>",
                       kLabelWidth + 150) +
           textAt(kLabelWidth + 168, 16, "start", "note", afterName);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const PairedBar& row = rows[i];
        const double y = kTop + kRow * static_cast<double>(i) + 4;
        out += textAt(kLabelWidth - 10, y + 19, "end", "label", shortened(row.label, 28));
        const double values[2] = {row.before, row.after};
        const char* classes[2] = {"original", "adapted"};
        for (int k = 0; k < 2; ++k) {
            const double width = values[k] / high * span;
            out += fmt::format(
                "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"13\" rx=\"2\" "
                "class=\"{}\"/>\n",
                kLabelWidth, y + 15 * k, std::max(values[k] > 0 ? 1.0 : 0.0, width), classes[k]);
            out += textAt(kLabelWidth + width + 8, y + 15 * k + 11, "start", "tick",
                          values[k] > 0 ? number(values[k])
                          : k == 0      ? "not there"
                                        : "gone");
        }
    }
    return out + "</svg>\n";
}

std::string scatterChart(const std::vector<ScatterPoint>& points, const std::string& xTitle,
                         const std::string& yTitle, double mostY) {
    if (points.empty())
        return {};
    std::vector<double> xs, ys;
    for (const ScatterPoint& point : points)
        xs.push_back(point.x), ys.push_back(point.y);
    const Scale x = scaleFor(std::move(xs), 76, kWidth - 20), y = scaleFor(std::move(ys), 292, 24);
    std::string out = open(350, yTitle + " over " + xTitle) + axes(x, y, xTitle, yTitle, mostY);
    // The important ones last, so that nothing covers them.
    for (const Marker kind : {Marker::Dominated, Marker::Front, Marker::Original, Marker::Chosen})
        for (const ScatterPoint& point : points)
            if (point.marker == kind)
                out += marker(x(point.x), y(point.y), kind, point.title);
    // One name above, the other below, so that they stay apart where the points do not.
    for (const ScatterPoint& point : points) {
        const double at = std::clamp(x(point.x), 110.0, kWidth - 40);
        if (point.marker == Marker::Original)
            out += textAt(at, y(point.y) - 11, "middle", "name", "original");
        if (point.marker == Marker::Chosen)
            out += textAt(at, y(point.y) + 23, "middle", "name", "chosen");
    }
    return out + "</svg>\n";
}

std::string stepChart(const std::vector<double>& values, const std::string& xTitle,
                      const std::string& yTitle) {
    if (values.empty())
        return {};
    const Scale x{0, static_cast<double>(values.size()), 76, kWidth - 20};
    const Scale y = scaleFor(values, 210, 16);
    std::string path;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double left = x(static_cast<double>(i)), right = x(static_cast<double>(i + 1));
        path += fmt::format("{}{:.1f} {:.1f}L{:.1f} {:.1f}", i ? "L" : "M", left, y(values[i]),
                            right, y(values[i]));
    }
    return open(256, yTitle + " over " + xTitle) + axes(x, y, xTitle, yTitle, kNoLimit) +
           "<path d=\"" + path + "\" class=\"step\"/>\n</svg>\n";
}

} // namespace metainfer::reporting
