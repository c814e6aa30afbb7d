// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The top of the report: the answer, the same in plain sentences, and the figures before and after.
#include "report/html_parts.h"

#include "base/share.h"
#include "base/xml_text.h"
#include "report/svg_chart.h"

#include <fmt/format.h>

#include <cmath>

namespace metainfer::reporting {
namespace {

using measurement::Metric;

/// Nothing when the subject was not compared with the original.
std::optional<Interval> ratioOf(const Json& subject) {
    const auto ratio = subject.find("ratio");
    if (ratio == subject.end() || !ratio->is_object())
        return std::nullopt;
    const double value = numberAt(*ratio, "value", 1);
    return Interval{value, numberAt(*ratio, "low", value), numberAt(*ratio, "high", value)};
}

std::string pointsText(double difference) {
    const double points = std::abs(difference) * 100;
    return points < 0.005 ? fmt::format("{:.1g}", points) : fmt::format("{:.2f}", points);
}

/// "Accuracy (top1)", or "Fidelity" where no labels were given.
std::string qualityName(const Json& decision) {
    const std::string metric = textAt(decision, "quality_name", "fidelity");
    return metric == "fidelity" ? "Fidelity" : "Accuracy (" + metric + ")";
}

std::string changeText(Metric metric, double from, double to) {
    const double ratio = to / from;
    if (metric == Metric::Accuracy)
        return to == from
                   ? "unchanged"
                   : fmt::format("{}{} points", to > from ? "+" : "−", pointsText(to - from));
    if (std::abs(ratio - 1) < 0.005)
        return "unchanged";
    return fmt::format("{}{:.0f} %", ratio > 1 ? "+" : "−", std::abs(ratio - 1) * 100);
}

/// One figure before and after; the change also says by its colour whether it is for the better.
std::string card(const std::string& name, Metric metric, const Json& before, const Json& after) {
    const auto from = metricOf(before, metric), to = metricOf(after, metric);
    if (!from || !to || from->value == 0)
        return {};
    const bool smaller = measurement::metricDirection(metric) == measurement::Direction::Minimize;
    const std::string change = changeText(metric, from->value, to->value);
    const bool better = smaller ? to->value < from->value : to->value > from->value;
    return fmt::format("<div class=\"card\"><div class=\"name\">{}</div><div class=\"big\">{}</div>"
                       "<div class=\"small\">was {}</div><div class=\"small {}\">{}</div></div>\n",
                       xmlEscaped(name), xmlEscaped(measurement::formatMetric(metric, to->value)),
                       xmlEscaped(measurement::formatMetric(metric, from->value)),
                       change == "unchanged" ? "soft"
                       : better              ? "good"
                                             : "bad",
                       change);
}

std::string timeSentence(const Json& decision, const Json& adapted) {
    const auto ratio = ratioOf(adapted);
    if (!ratio)
        return {};
    std::string text = fmt::format("One request takes {:.1f} % of the time that the original takes",
                                   ratio->value * 100);
    if (ratio->low < ratio->high)
        text += fmt::format(
            " (between {:.1f} and {:.1f} %, {})", ratio->low * 100, ratio->high * 100,
            isSimulated(decision) ? "by the model's own uncertainty" : "with 95 % confidence");
    if (isSimulated(decision))
        text += ", as predicted for this device";
    const Json* hand = subjectOf(decision, "hand-tuned");
    const auto handRatio = hand ? ratioOf(*hand) : std::nullopt;
    if (handRatio && handRatio->value > 0)
        text += fmt::format("; the original with the best options set by hand takes {:.1f} %",
                            handRatio->value * 100);
    return text + ". ";
}

std::string qualitySentence(const Json& decision, const Json& original, const Json& adapted) {
    const auto from = metricOf(original, Metric::Accuracy);
    const auto to = metricOf(adapted, Metric::Accuracy);
    if (!from || !to)
        return {};
    std::string text = qualityName(decision) + " is " + percentText(to->value);
    if (textAt(decision, "quality_name", "fidelity") != "fidelity")
        text += to->value == from->value ? ", as before" : ", it was " + percentText(from->value);
    const Json constraints = jsonValue(decision, "constraints", Json::object());
    if (const double limit = numberAt(constraints, "max_accuracy_drop", -1); limit >= 0)
        text += fmt::format("; a fall by {:g} {} is accepted", limit * 100,
                            limit == 0.01 ? "point" : "points");
    return text + ".";
}

} // namespace

std::string headline(const Json& decision) {
    const Json* adapted = subjectOf(decision, "adapted");
    const std::string answer = textAt(decision, "answer");
    const auto ratio = adapted ? ratioOf(*adapted) : std::nullopt;
    std::string text;
    if (answer == "adapt" && ratio)
        text = ratio->value < 0.995
                   ? fmt::format("{:.2f} times as fast as the original", 1 / ratio->value)
                   : "Adapted to meet the limits";
    else if (answer == "none_feasible")
        text = "No candidate meets the limits";
    else
        text = "Keep the original: adapting is not worth it here";
    std::string out = "<h1>" + xmlEscaped(text);
    if (isSimulated(decision))
        out += "<span class=\"badge\">simulated</span>";
    return out + "</h1>\n<p class=\"soft\">" + xmlEscaped(textAt(decision, "model")) + " on " +
           xmlEscaped(textAt(decision, "hardware")) + "</p>\n";
}

std::string summary(const Json& decision) {
    std::string out;
    const Json *original = subjectOf(decision, "original"),
               *adapted = subjectOf(decision, "adapted");
    if (original && adapted)
        out += "<p class=\"lead\">" +
               xmlEscaped(timeSentence(decision, *adapted) +
                          qualitySentence(decision, *original, *adapted)) +
               "</p>\n";
    if (isSimulated(decision))
        out += "<p>There is no device for this profile here: every time, memory and throughput "
               "figure comes from the analytic model of the profile. Accuracy is real; it was "
               "computed on this machine.</p>\n";
    if (decision.contains("decision") && decision["decision"].contains("conflicts"))
        for (const Json& conflict : decision["decision"]["conflicts"])
            out += "<p class=\"bad\">Limits in conflict: " + xmlEscaped(textAt(conflict, "text")) +
                   "</p>\n";
    if (const std::string reason = textAt(decision, "reason"); !reason.empty())
        out += "<p class=\"soft\">Decision: " + xmlEscaped(reason) + "</p>\n";
    return out;
}

std::string cards(const Json& decision) {
    const Json *before = subjectOf(decision, "original"), *after = subjectOf(decision, "adapted");
    if (!before || !after)
        return {};
    std::string out = "<div class=\"cards\">\n" +
                      card("Latency, median", Metric::P50Latency, *before, *after) +
                      card("Throughput", Metric::Throughput, *before, *after) +
                      card("Peak memory", Metric::Memory, *before, *after) +
                      card("Model size", Metric::ModelSize, *before, *after) +
                      card(qualityName(decision), Metric::Accuracy, *before, *after) + "</div>\n";
    const auto unsteady = [](const Json& subject) {
        const std::string grade = textAt(subject, "grade");
        return grade.starts_with("NOISY") || grade.starts_with("INVALID");
    };
    if (!isSimulated(decision) && (unsteady(*before) || unsteady(*after)))
        out += "<p class=\"legend\">The machine was not quiet, so single times and throughputs are "
               "rough. The comparison in the headline is not: both models took turns.</p>\n";
    return out;
}

} // namespace metainfer::reporting
