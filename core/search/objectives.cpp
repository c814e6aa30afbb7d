// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores relative to the original and hard limits.
#include "search/objectives.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::search {
namespace {

constexpr double kBytesPerMb = 1024.0 * 1024.0;

const MetricValue* find(const MetricValues& values, Metric metric) {
    const auto it = values.find(metric);
    return it == values.end() ? nullptr : &it->second;
}

bool isFromMeasurement(const MetricValue* value) {
    return value && value->source == NumberSource::Measured;
}

void addOptional(Json& json, const char* key, const auto& value) {
    if (value)
        json[key] = *value;
}

/// A limit on the difference to the original, both computed on the same samples.
bool isDrop(const Limit& limit) {
    return limit.name == "max_accuracy_drop";
}

/// What a limit says when it does not hold or cannot be checked.
std::string violationText(const Limit& limit, double value, const MetricValue* original) {
    if (isDrop(limit) && original)
        return fmt::format("{} {} is below {}, the original's {} less max_accuracy_drop",
                           measurement::metricName(limit.metric),
                           measurement::formatMetric(limit.metric, value),
                           measurement::formatMetric(limit.metric, limit.bound),
                           measurement::formatMetric(limit.metric, original->value()));
    return fmt::format("{} {} is {} {}", measurement::metricName(limit.metric),
                       measurement::formatMetric(limit.metric, value),
                       limit.upper ? "above" : "below", limit.text());
}

LimitCheck checkValue(const Limit& limit, const Interval& interval, const MetricValue* original) {
    LimitCheck check{limit, LimitState::Met, false, 0, {}};
    const double scale = std::abs(limit.bound) > 0 ? std::abs(limit.bound) : 1.0;
    const double beyond = limit.upper ? interval.value - limit.bound : limit.bound - interval.value;
    // A limit given with few digits must not fail on the last bit of a value that equals it.
    if (beyond > scale * 1e-9) {
        check.state = LimitState::Violated;
        check.excess = beyond / scale;
        check.text = violationText(limit, interval.value, original);
        return check;
    }
    // Which samples were drawn moves both models alike: the interval of one says nothing here.
    if (isDrop(limit))
        return check;
    check.uncertain = limit.upper ? interval.high > limit.bound : interval.low < limit.bound;
    if (check.uncertain)
        check.text = fmt::format("{} holds for {} {}, but its interval reaches over it",
                                 limit.text(), measurement::metricName(limit.metric),
                                 measurement::formatMetric(limit.metric, interval.value));
    return check;
}

} // namespace

Metric Objectives::latencyMetric() const {
    for (const Objective& term : terms)
        if (measurement::isLatency(term.metric))
            return term.metric;
    return Metric::P95Latency;
}

Objectives Objectives::single(Metric metric, std::optional<Metric> secondary) {
    Objectives objectives;
    objectives.terms.push_back({metric, 1, measurement::metricDirection(metric), std::nullopt});
    if (secondary)
        objectives.terms.push_back(
            {*secondary, 1, measurement::metricDirection(*secondary), std::nullopt});
    return objectives;
}

Json Objectives::toJson() const {
    Json list = Json::array();
    for (const Objective& term : terms) {
        Json entry{{"metric", measurement::metricName(term.metric)},
                   {"weight", term.weight},
                   {"direction", term.direction == Direction::Minimize ? "minimize" : "maximize"}};
        addOptional(entry, "limit", term.limit);
        list.push_back(std::move(entry));
    }
    return Json{{"weighted", weighted}, {"terms", std::move(list)}};
}

Json Constraints::toJson() const {
    Json json = Json::object();
    addOptional(json, "max_latency_ms", maxLatencyMs);
    addOptional(json, "max_memory_mb", maxMemoryMb);
    addOptional(json, "max_accuracy_drop", maxAccuracyDrop);
    addOptional(json, "max_power_w", maxPowerW);
    addOptional(json, "max_batch_size", maxBatchSize);
    addOptional(json, "max_threads", maxThreads);
    addOptional(json, "support_dynamic_batch", supportDynamicBatch);
    addOptional(json, "allow_recompile", allowRecompile);
    addOptional(json, "max_occupancy", maxOccupancy);
    json["instances"] = instances;
    if (!powerMode.empty())
        json["power_mode"] = powerMode;
    if (!backgroundLoad.empty())
        json["background_load"] = backgroundLoad;
    return json;
}

std::string Limit::text() const {
    return fmt::format("{}: {}", name, measurement::formatMetric(metric, bound));
}

std::vector<Limit> limitsOf(const Objectives& objectives, const Constraints& constraints,
                            const MetricValues& original) {
    std::vector<Limit> limits;
    if (constraints.maxLatencyMs)
        limits.push_back(
            {"max_latency_ms", objectives.latencyMetric(), *constraints.maxLatencyMs * 1000, true});
    if (constraints.maxMemoryMb)
        limits.push_back(
            {"max_memory_mb", Metric::Memory, *constraints.maxMemoryMb * kBytesPerMb, true});
    if (constraints.maxPowerW)
        limits.push_back({"max_power_w", Metric::Power, *constraints.maxPowerW, true});
    const MetricValue* accuracy = find(original, Metric::Accuracy);
    if (constraints.maxAccuracyDrop && accuracy)
        limits.push_back({"max_accuracy_drop", Metric::Accuracy,
                          accuracy->value() - *constraints.maxAccuracyDrop, false});
    for (const Objective& term : objectives.terms)
        if (term.limit)
            limits.push_back({std::string(measurement::metricName(term.metric)) + " limit",
                              term.metric, *term.limit, term.direction == Direction::Minimize});
    return limits;
}

std::optional<Interval> relativeValue(const Evaluation& candidate, const MetricValues& original,
                                      Metric metric, Direction direction) {
    Interval ratio;
    if (const auto measured = candidate.ratios.find(metric); measured != candidate.ratios.end()) {
        ratio = measured->second;
    } else {
        const MetricValue* mine = find(candidate.values, metric);
        const MetricValue* base = find(original, metric);
        if (!mine || !base || base->value() == 0)
            return std::nullopt;
        // The original's own spread is common to all candidates and would only blur their order.
        const double divisor = base->value();
        ratio = {mine->value() / divisor, mine->interval.low / divisor,
                 mine->interval.high / divisor};
    }
    if (direction == Direction::Minimize)
        return ratio;
    if (ratio.value <= 0 || ratio.low <= 0)
        return std::nullopt;
    return Interval{1 / ratio.value, 1 / ratio.high, 1 / ratio.low};
}

Score scoreOf(const Objectives& objectives, const Evaluation& candidate,
              const MetricValues& original) {
    Score score;
    const auto relative = [&](const Objective& term) -> std::optional<Interval> {
        auto value = relativeValue(candidate, original, term.metric, term.direction);
        const bool known = find(original, term.metric) != nullptr;
        if (!value && known)
            score.complete = false;
        if (value && !candidate.ratios.contains(term.metric) &&
            !(isFromMeasurement(find(candidate.values, term.metric)) &&
              isFromMeasurement(find(original, term.metric))))
            score.measured = false;
        return value;
    };
    if (!objectives.weighted) {
        if (objectives.terms.empty())
            return score;
        score.total = relative(objectives.terms[0]).value_or(Interval::exact(1));
        if (objectives.terms.size() > 1)
            score.secondary = relative(objectives.terms[1]);
        return score;
    }
    double weights = 0;
    Interval sum{0, 0, 0};
    for (const Objective& term : objectives.terms) {
        const auto value = relative(term);
        if (!value) // a metric that nothing measures here weighs nothing, for anybody
            continue;
        weights += term.weight;
        sum.value += term.weight * value->value;
        sum.low += term.weight * value->low;
        sum.high += term.weight * value->high;
    }
    if (weights > 0)
        score.total = {sum.value / weights, sum.low / weights, sum.high / weights};
    return score;
}

std::vector<LimitCheck> checkLimits(const std::vector<Limit>& limits, const Evaluation& candidate,
                                    const MetricValues& original) {
    std::vector<LimitCheck> checks;
    for (const Limit& limit : limits) {
        if (const MetricValue* value = find(candidate.values, limit.metric)) {
            checks.push_back(checkValue(limit, value->interval, find(original, limit.metric)));
            continue;
        }
        LimitCheck check{limit, LimitState::Unverified, true, 0, {}};
        if (find(original, limit.metric)) {
            check.state = LimitState::Violated;
            check.text = fmt::format("{} was not measured, so {} is not shown to hold",
                                     measurement::metricName(limit.metric), limit.text());
        } else {
            check.text = fmt::format("{} cannot be checked: nothing here measures {}", limit.text(),
                                     measurement::metricName(limit.metric));
        }
        checks.push_back(std::move(check));
    }
    return checks;
}

std::optional<std::vector<double>> coordinatesOf(const Objectives& objectives,
                                                 const Evaluation& candidate,
                                                 const MetricValues& original) {
    std::vector<double> coordinates;
    for (const Objective& term : objectives.terms) {
        const auto value = relativeValue(candidate, original, term.metric, term.direction);
        if (!value && !find(original, term.metric)) {
            coordinates.push_back(1); // unknown for everybody: no say
            continue;
        }
        if (!value || !std::isfinite(value->value))
            return std::nullopt;
        coordinates.push_back(value->value);
    }
    return coordinates;
}

} // namespace metainfer::search
