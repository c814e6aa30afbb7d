// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Names, units and JSON of metrics.
#include "measurement/metric.h"

#include "base/share.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace metainfer::measurement {
namespace {

struct MetricFacts {
    Metric metric;
    std::string_view name;
    std::string_view unit;
    Direction direction;
};

constexpr std::array<MetricFacts, 11> kFacts{{
    {Metric::P50Latency, "p50_latency", "us", Direction::Minimize},
    {Metric::P90Latency, "p90_latency", "us", Direction::Minimize},
    {Metric::P95Latency, "p95_latency", "us", Direction::Minimize},
    {Metric::P99Latency, "p99_latency", "us", Direction::Minimize},
    {Metric::Throughput, "throughput", "1/s", Direction::Maximize},
    {Metric::Memory, "memory_usage", "bytes", Direction::Minimize},
    {Metric::Energy, "energy", "J", Direction::Minimize},
    {Metric::Power, "power", "W", Direction::Minimize},
    {Metric::Accuracy, "accuracy", "", Direction::Maximize},
    {Metric::ModelSize, "model_size", "bytes", Direction::Minimize},
    {Metric::ColdStart, "cold_start", "us", Direction::Minimize},
}};

constexpr std::array<Metric, 11> kAll{Metric::P50Latency, Metric::P90Latency, Metric::P95Latency,
                                      Metric::P99Latency, Metric::Throughput, Metric::Memory,
                                      Metric::Energy,     Metric::Power,      Metric::Accuracy,
                                      Metric::ModelSize,  Metric::ColdStart};

const MetricFacts& facts(Metric metric) {
    return kFacts[static_cast<std::size_t>(metric)];
}

Json toJson(const Interval& interval) {
    return Json{{"value", interval.value}, {"low", interval.low}, {"high", interval.high}};
}

std::optional<Interval> intervalFromJson(const Json& json) {
    if (json.is_number())
        return Interval::exact(json.get<double>());
    const double value = jsonValue(json, "value", std::nan(""));
    if (!std::isfinite(value))
        return std::nullopt;
    return Interval{value, jsonValue(json, "low", value), jsonValue(json, "high", value)};
}

std::string withUnits(double value, double step, std::span<const std::string_view> units) {
    std::size_t unit = 0;
    while (std::abs(value) >= step && unit + 1 < units.size())
        value /= step, ++unit;
    const double size = std::abs(value);
    return fmt::format("{:.{}f} {}", value, size >= 100 ? 0 : size >= 10 ? 1 : 2, units[unit]);
}

} // namespace

std::span<const Metric> allMetrics() {
    return kAll;
}

std::string_view metricName(Metric metric) {
    return facts(metric).name;
}

std::optional<Metric> metricFromName(std::string_view name) {
    for (const MetricFacts& entry : kFacts)
        if (entry.name == name)
            return entry.metric;
    return std::nullopt;
}

std::vector<std::string> metricNames() {
    std::vector<std::string> names;
    for (const MetricFacts& entry : kFacts)
        names.emplace_back(entry.name);
    return names;
}

std::string_view metricUnit(Metric metric) {
    return facts(metric).unit;
}

Direction metricDirection(Metric metric) {
    return facts(metric).direction;
}

bool isLatency(Metric metric) {
    return metric == Metric::P50Latency || metric == Metric::P90Latency ||
           metric == Metric::P95Latency || metric == Metric::P99Latency;
}

Json toJson(const MetricValues& values) {
    Json json = Json::object();
    for (const auto& [metric, value] : values) {
        Json entry = toJson(value.interval);
        entry["source"] = numberSourceName(value.source);
        json[std::string(metricName(metric))] = std::move(entry);
    }
    return json;
}

MetricValues metricValuesFromJson(const Json& json) {
    MetricValues values;
    if (!json.is_object())
        return values;
    for (const auto& [name, entry] : json.items()) {
        const auto metric = metricFromName(name);
        const auto interval = intervalFromJson(entry);
        if (!metric || !interval)
            continue;
        const auto source = numberSourceFromName(jsonValue(entry, "source", std::string()));
        values[*metric] = MetricValue{*interval, source.value_or(NumberSource::Default)};
    }
    return values;
}

Json ratiosToJson(const MetricRatios& ratios) {
    Json json = Json::object();
    for (const auto& [metric, interval] : ratios)
        json[std::string(metricName(metric))] = toJson(interval);
    return json;
}

MetricRatios ratiosFromJson(const Json& json) {
    MetricRatios ratios;
    if (!json.is_object())
        return ratios;
    for (const auto& [name, entry] : json.items())
        if (const auto metric = metricFromName(name))
            if (const auto interval = intervalFromJson(entry))
                ratios[*metric] = *interval;
    return ratios;
}

std::string formatMetric(Metric metric, double value) {
    static constexpr std::array<std::string_view, 3> kTime{"µs", "ms", "s"};
    static constexpr std::array<std::string_view, 4> kBytes{"B", "KiB", "MiB", "GiB"};
    const std::string_view unit = metricUnit(metric);
    if (unit == "us")
        return withUnits(value, 1000, kTime);
    if (unit == "bytes")
        return withUnits(value, 1024, kBytes);
    if (unit == "1/s")
        return std::abs(value) >= 1000 ? fmt::format("{:.0f} /s", value)
                                       : fmt::format("{:.4g} /s", value);
    if (unit.empty())
        return percentText(value);
    return fmt::format("{:.4g} {}", value, unit);
}

} // namespace metainfer::measurement
