// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The upper half of the report: the answer, the figures, the comparison, the trade-off.
#include "report/html_parts.h"

#include "measurement/metric.h"
#include "report/svg_chart.h"

#include <fmt/format.h>

#include <algorithm>

namespace metainfer::reporting {
namespace {

using measurement::Metric;

const Json* subject(const Json& decision, std::string_view role) {
    if (!decision.contains("subjects"))
        return nullptr;
    for (const Json& item : decision["subjects"])
        if (textAt(item, "role") == role)
            return &item;
    return nullptr;
}

std::optional<Interval> valueOf(const Json& item, Metric metric) {
    const auto values =
        measurement::metricValuesFromJson(jsonValue(item, "values", Json::object()));
    const auto it = values.find(metric);
    return it == values.end() ? std::nullopt : std::optional(it->second.interval);
}

std::string metricCell(const Json& item, Metric metric) {
    const auto value = valueOf(item, metric);
    if (!value)
        return "–";
    std::string text = escapeHtml(measurement::formatMetric(metric, value->value));
    if (value->low < value->high && value->value != 0)
        text += fmt::format(" <span class=\"soft\">±{:.1f} %</span>",
                            50 * (value->high - value->low) / std::abs(value->value));
    return text;
}

/// One figure before and after; `better` tells the colour.
std::string card(const std::string& name, Metric metric, const Json& before, const Json& after) {
    const auto from = valueOf(before, metric), to = valueOf(after, metric);
    if (!from || !to || from->value == 0)
        return {};
    const double ratio = to->value / from->value;
    const bool smaller = measurement::metricDirection(metric) == measurement::Direction::Minimize;
    const bool same = std::abs(ratio - 1) < 0.005;
    const bool better = smaller ? ratio < 1 : ratio > 1;
    std::string change =
        fmt::format("{}{:.0f} %", ratio > 1 ? "+" : "−", std::abs(ratio - 1) * 100);
    if (metric == Metric::Accuracy)
        change = fmt::format("{}{:.2f} points", to->value >= from->value ? "+" : "−",
                             std::abs(to->value - from->value) * 100);
    return fmt::format("<div class=\"card\"><div class=\"name\">{}</div><div class=\"big\">{}</div>"
                       "<div class=\"small\">was {} <span class=\"{}\">{}</span></div></div>\n",
                       name, escapeHtml(measurement::formatMetric(metric, to->value)),
                       escapeHtml(measurement::formatMetric(metric, from->value)),
                       same     ? "soft"
                       : better ? "good"
                                : "bad",
                       same ? "unchanged" : change);
}

} // namespace

double numberAt(const Json& object, const char* key, double fallback) {
    return jsonValue(object, key, fallback);
}
std::string textAt(const Json& object, const char* key, std::string fallback) {
    return jsonValue(object, key, std::move(fallback));
}

std::string intervalText(const Json& interval) {
    if (!interval.is_object())
        return {};
    const double value = numberAt(interval, "value"), low = numberAt(interval, "low", value);
    const double high = numberAt(interval, "high", value);
    return low < high ? fmt::format("{:.3f} [{:.3f}, {:.3f}]", value, low, high)
                      : fmt::format("{:.3f}", value);
}

std::string headline(const Json& decision) {
    const Json* adapted = subject(decision, "adapted");
    const std::string answer = textAt(decision, "answer");
    std::string text;
    if (answer == "adapt" && adapted && adapted->contains("ratio") &&
        (*adapted)["ratio"].is_object()) {
        const double ratio = numberAt((*adapted)["ratio"], "value", 1);
        text = ratio < 0.995 ? fmt::format("{:.2f} times as fast as the original", 1 / ratio)
                             : "Adapted to meet the limits";
    } else if (answer == "none_feasible") {
        text = "No candidate meets the limits";
    } else {
        text = "Keep the original: adapting is not worth it here";
    }
    std::string out = "<h1>" + escapeHtml(text);
    if (jsonValue(decision, "simulated", false))
        out += "<span class=\"badge\">simulated</span>";
    out += "</h1>\n<p class=\"soft\">" + escapeHtml(textAt(decision, "model")) + " on " +
           escapeHtml(textAt(decision, "hardware")) + "</p>\n<p>" +
           escapeHtml(textAt(decision, "reason")) + "</p>\n";
    if (jsonValue(decision, "simulated", false))
        out += "<p>There is no device for this profile here: every time, memory and throughput "
               "figure comes from the "
               "analytic model of the profile. Accuracy is real; it was computed on this "
               "machine.</p>\n";
    if (decision.contains("decision") && decision["decision"].contains("conflicts"))
        for (const Json& conflict : decision["decision"]["conflicts"])
            out += "<p class=\"bad\">Limits in conflict: " + escapeHtml(textAt(conflict, "text")) +
                   "</p>\n";
    return out;
}

std::string cards(const Json& decision) {
    const Json *before = subject(decision, "original"), *after = subject(decision, "adapted");
    if (!before || !after)
        return {};
    return "<div class=\"cards\">\n" +
           card("Latency, median", Metric::P50Latency, *before, *after) +
           card("Throughput", Metric::Throughput, *before, *after) +
           card("Peak memory", Metric::Memory, *before, *after) +
           card("Model size", Metric::ModelSize, *before, *after) +
           card("Accuracy", Metric::Accuracy, *before, *after) + "</div>\n";
}

std::string comparisonSection(const Json& decision) {
    if (!decision.contains("subjects"))
        return {};
    std::vector<Bar> bars;
    std::string rows;
    for (const Json& item : decision["subjects"]) {
        const std::string role = textAt(item, "role");
        Interval ratio{1, 1, 1};
        if (item.contains("ratio") && item["ratio"].is_object())
            ratio = {numberAt(item["ratio"], "value", 1), numberAt(item["ratio"], "low", 1),
                     numberAt(item["ratio"], "high", 1)};
        bars.push_back({role, ratio, fmt::format("{:.3f}", ratio.value),
                        role == "original"  ? "original"
                        : role == "adapted" ? "adapted"
                                            : "hand"});
        rows += fmt::format(
            "<tr{}><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
            "<td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td></tr>\n",
            role == "adapted" ? " class=\"chosen\"" : "", role,
            metricCell(item, Metric::P50Latency), metricCell(item, Metric::P95Latency),
            metricCell(item, Metric::Throughput), metricCell(item, Metric::Memory),
            metricCell(item, Metric::ModelSize), escapeHtml(textAt(item, "accuracy")));
    }
    std::string out =
        "<h2>Original, hand-tuned, adapted</h2>\n<p>Time of one request relative to the original "
        "with "
        "default options, from one interleaved run. Shorter is faster; whiskers are 95 % "
        "intervals. "
        "Hand-tuned is the original model with the best session options that a careful engineer "
        "would set.</p>\n" +
        barChart(bars, "time relative to the original") +
        "<div class=\"scroll\"><table><tr><th></th><th class=\"n\">latency p50</th><th "
        "class=\"n\">p95</th>"
        "<th class=\"n\">throughput</th><th class=\"n\">peak memory</th><th class=\"n\">size</th>"
        "<th>accuracy</th></tr>\n" +
        rows + "</table></div>\n";
    for (const Json& item : decision["subjects"]) {
        const std::string verdict = textAt(item, "verdict"), grade = textAt(item, "grade");
        if (verdict.empty() && grade.empty())
            continue;
        out += "<p class=\"legend\"><b>" + escapeHtml(textAt(item, "role")) + "</b>";
        if (!verdict.empty())
            out += ": " + escapeHtml(verdict) + " (" + escapeHtml(textAt(item, "ratio_clock")) +
                   " clock)";
        if (const std::string hand = textAt(item, "against_hand_tuned"); !hand.empty())
            out += "; against hand-tuned: " + escapeHtml(hand);
        if (!grade.empty())
            out += "; absolute numbers: " + escapeHtml(grade);
        out += "</p>\n";
    }
    return out;
}

std::string paretoSection(const Json& decision) {
    if (!decision.contains("candidates"))
        return {};
    const std::string chosen = textAt(decision, "chosen");
    std::vector<ScatterPoint> points;
    std::vector<double> best;
    double bestRatio = 1;
    for (const Json& item : decision["candidates"]) {
        if (!item.contains("ratio") || !item["ratio"].is_object() || !item.contains("fidelity") ||
            !item["fidelity"].is_number())
            continue;
        const double ratio = numberAt(item["ratio"], "value", 1),
                     fidelity = numberAt(item, "fidelity");
        const std::string id = textAt(item, "id");
        const Marker marker = id == chosen                         ? Marker::Chosen
                              : id == "original"                   ? Marker::Original
                              : jsonValue(item, "dominated", true) ? Marker::Dominated
                                                                   : Marker::Front;
        points.push_back({ratio, fidelity, marker,
                          fmt::format("{}: {} — {:.3f} of the time, {:.5f}", id,
                                      textAt(item, "key"), ratio, fidelity)});
        if (jsonValue(item, "feasible", true))
            bestRatio = std::min(bestRatio, ratio);
        best.push_back(bestRatio);
    }
    if (points.size() < 2)
        return {};
    return "<h2>The trade-off</h2>\n<p>Each point is a measured candidate: further left is faster, "
           "further up is "
           "closer to the original's quality.</p>\n" +
           scatterChart(points, "time relative to the original",
                        textAt(decision, "quality_name", "fidelity to the original")) +
           "<p class=\"legend\">◆ chosen, ■ original, ● on the Pareto front, ○ dominated. Hover "
           "for details.</p>\n"
           "<h2>How the search went</h2>\n" +
           stepChart(best, "candidates measured", "best time relative to the original");
}

} // namespace metainfer::reporting
