// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A choice's task, written and read.
#include "candidates/decision_task.h"

#include <algorithm>
#include <cmath>

namespace metainfer::widgets {
namespace {

void put(Json& json, const char* key, const std::optional<double>& value) {
    json[key] = value ? Json(*value) : Json();
}

/// Null: no limit.
std::optional<double> limitIn(const Json& json, const char* key,
                              const std::optional<double>& otherwise) {
    if (!json.contains(key))
        return otherwise;
    const Json& value = json[key];
    if (value.is_null())
        return std::nullopt;
    return value.is_number() && value.get<double>() >= 0 ? std::optional(value.get<double>())
                                                         : otherwise;
}

} // namespace

Json toJson(const DecisionTask& task) {
    Json terms = Json::array();
    for (const search::Objective& term : task.objectives.terms)
        terms.push_back({{"metric", std::string(measurement::metricName(term.metric))},
                         {"weight", term.weight}});
    Json json = {{"weighted", task.objectives.weighted},
                 {"objectives", terms},
                 {"finalists_only", task.finalistsOnly}};
    put(json, "max_latency_ms", task.constraints.maxLatencyMs);
    put(json, "max_memory_mb", task.constraints.maxMemoryMb);
    put(json, "max_accuracy_drop", task.constraints.maxAccuracyDrop);
    return json;
}

DecisionTask taskFromJson(const Json& json, const DecisionTask& base) {
    DecisionTask task = base;
    if (!json.is_object())
        return task;
    std::vector<search::Objective> terms;
    if (json.contains("objectives") && json["objectives"].is_array())
        for (const Json& entry : json["objectives"]) {
            const auto metric =
                measurement::metricFromName(jsonValue(entry, "metric", std::string()));
            const double weight = jsonValue(entry, "weight", 1.0);
            if (!metric || !std::isfinite(weight) || weight <= 0)
                continue;
            search::Objective term{*metric, weight, measurement::metricDirection(*metric), {}};
            for (const search::Objective& known : base.objectives.terms)
                if (known.metric == *metric) {
                    term.direction = known.direction;
                    term.limit = known.limit;
                }
            terms.push_back(term);
        }
    if (!terms.empty()) {
        task.objectives.terms = std::move(terms);
        task.objectives.weighted = jsonValue(json, "weighted", base.objectives.weighted);
    }
    task.finalistsOnly = jsonValue(json, "finalists_only", base.finalistsOnly);
    search::Constraints& limits = task.constraints;
    limits.maxLatencyMs = limitIn(json, "max_latency_ms", limits.maxLatencyMs);
    limits.maxMemoryMb = limitIn(json, "max_memory_mb", limits.maxMemoryMb);
    limits.maxAccuracyDrop = limitIn(json, "max_accuracy_drop", limits.maxAccuracyDrop);
    return task;
}

} // namespace metainfer::widgets
