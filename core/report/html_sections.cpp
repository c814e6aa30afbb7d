// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The middle of the report: the comparison and the trade-off.
#include "report/html_parts.h"

#include "base/share.h"
#include "base/xml_text.h"
#include "measurement/metric_spread.h"
#include "report/svg_chart.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace metainfer::reporting {
namespace {

using measurement::Metric;

std::string metricCell(const Json& item, Metric metric) {
    const auto values =
        measurement::metricValuesFromJson(jsonValue(item, "values", Json::object()));
    const auto value = values.find(metric);
    if (value == values.end())
        return "–";
    std::string text = xmlEscaped(measurement::formatMetric(metric, value->second.value()));
    const std::string spread = measurement::spreadText(metric, value->second);
    return spread.empty() ? text : text + " <span class=\"soft\">" + spread + "</span>";
}

} // namespace

double numberAt(const Json& object, const char* key, double fallback) {
    return jsonValue(object, key, fallback);
}
std::string textAt(const Json& object, const char* key, std::string fallback) {
    return jsonValue(object, key, std::move(fallback));
}

const Json* subjectOf(const Json& decision, std::string_view role) {
    if (const auto subjects = decision.find("subjects"); subjects != decision.end())
        for (const Json& item : *subjects)
            if (textAt(item, "role") == role)
                return &item;
    return nullptr;
}

std::optional<Interval> metricOf(const Json& subject, Metric metric) {
    const auto values =
        measurement::metricValuesFromJson(jsonValue(subject, "values", Json::object()));
    const auto it = values.find(metric);
    return it == values.end() ? std::nullopt : std::optional(it->second.interval);
}

bool isSimulated(const Json& decision) {
    return jsonValue(decision, "simulated", false);
}

std::string intervalText(const Json& interval) {
    if (!interval.is_object())
        return {};
    const double value = numberAt(interval, "value"), low = numberAt(interval, "low", value);
    const double high = numberAt(interval, "high", value);
    return low < high ? fmt::format("{:.3f} [{:.3f}, {:.3f}]", value, low, high)
                      : fmt::format("{:.3f}", value);
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
        rows +=
            fmt::format("<tr{}><td class=\"role\">{}</td><td class=\"n\">{}</td><td "
                        "class=\"n\">{}</td><td class=\"n\">{}</td>"
                        "<td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td></tr>\n",
                        role == "adapted" ? " class=\"chosen\"" : "", role,
                        metricCell(item, Metric::P50Latency), metricCell(item, Metric::P95Latency),
                        metricCell(item, Metric::Throughput), metricCell(item, Metric::Memory),
                        metricCell(item, Metric::ModelSize), xmlEscaped(textAt(item, "accuracy")));
    }
    std::string out =
        "<h2>Original, hand-tuned, adapted</h2>\n<p>Time of one request relative to the original "
        "with default options, " +
        std::string(isSimulated(decision) ? "as the analytic model of the device predicts it"
                                          : "from runs that took turns on the device") +
        ". Shorter is faster; whiskers are " +
        (isSimulated(decision) ? "the model's own uncertainty about the ratio, errors that both "
                                 "models share left out"
                               : "95 % intervals") +
        ". Hand-tuned is the original model with "
        "the best session options that a careful engineer would set.</p>\n" +
        barChart(bars, "time relative to the original") +
        "<div class=\"scroll\"><table><tr><th>model</th><th class=\"n\">latency p50</th><th "
        "class=\"n\">latency p95</th>"
        "<th class=\"n\">throughput</th><th class=\"n\">peak memory</th><th class=\"n\">size</th>"
        "<th>accuracy, all validation samples</th></tr>\n" +
        rows + "</table></div>\n";
    if (isSimulated(decision))
        out += "<p class=\"legend\">" + xmlEscaped(measurement::kModelIntervalText) +
               ". All percentiles are one number: the model gives the same time for every "
               "request.</p>\n";
    for (const Json& item : decision["subjects"]) {
        const std::string verdict = textAt(item, "verdict"), grade = textAt(item, "grade");
        if (verdict.empty() && grade.empty())
            continue;
        std::vector<std::string> parts;
        if (!verdict.empty())
            parts.push_back(verdict + " (" + textAt(item, "ratio_clock") + " clock)");
        if (const std::string hand = textAt(item, "against_hand_tuned"); !hand.empty())
            parts.push_back("against hand-tuned: " + hand);
        if (!grade.empty())
            parts.push_back("absolute numbers: " + grade);
        out += "<p class=\"legend\"><b>" + xmlEscaped(textAt(item, "role")) +
               "</b>: " + xmlEscaped(fmt::format("{}", fmt::join(parts, "; ")));
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
                          fmt::format("{}: {} — {:.3f} of the time, {}", id, textAt(item, "key"),
                                      ratio, shareText(fidelity, 5))});
        if (jsonValue(item, "feasible", true))
            bestRatio = std::min(bestRatio, ratio);
        best.push_back(bestRatio);
    }
    if (points.size() < 2)
        return {};
    const bool simulated = isSimulated(decision);
    return std::string("<h2>The trade-off</h2>\n<p>Each point is a ") +
           (simulated ? "simulated" : "measured") +
           " candidate: further left is faster, further up is better quality. Quality here is "
           "what the search saw; the tables of models above have the figures of all validation "
           "samples.</p>\n" +
           scatterChart(
               points, "time relative to the original",
               textAt(decision, "quality_name", "fidelity") + " on " + searchBasis(decision), 1) +
           "<p class=\"legend\"><span class=\"key-adapted\">◆</span> chosen, "
           "<span class=\"key-original\">■</span> original, <span class=\"key-front\">●</span> "
           "best trade-offs (Pareto front), ○ beaten on both by another.<span "
           "class=\"screen\"> Point at one for its name.</span></p>\n<h2>How the search "
           "went</h2>\n" +
           stepChart(best, simulated ? "candidates simulated" : "candidates measured",
                     "best relative time");
}

} // namespace metainfer::reporting
