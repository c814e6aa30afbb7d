// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The metrics that a candidate is judged by: one name, unit and direction each.
#pragma once

#include "base/json.h"
#include "base/quantity.h"
#include "base/result.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::measurement {

/// Units: latencies and ColdStart in microseconds, Throughput in requests per second, Memory and
/// ModelSize in bytes, Energy in joules per request, Power in watts, Accuracy as a fraction (0..1).
enum class Metric {
    P50Latency,
    P90Latency,
    P95Latency,
    P99Latency,
    Throughput,
    Memory,
    Energy,
    Power,
    Accuracy,
    ModelSize,
    ColdStart
};

enum class Direction { Minimize, Maximize };

std::span<const Metric> allMetrics();
/// The name used in files: "p95_latency", "memory_usage", "model_size", "cold_start".
std::string_view metricName(Metric metric);
std::optional<Metric> metricFromName(std::string_view name);
std::vector<std::string> metricNames();
/// "us", "1/s", "bytes", "J", "W" or "" for a fraction.
std::string_view metricUnit(Metric metric);
Direction metricDirection(Metric metric);
bool isLatency(Metric metric);

struct MetricValue {
    Interval interval;
    NumberSource source = NumberSource::Measured;
    double value() const { return interval.value; }
};

using MetricValues = std::map<Metric, MetricValue>;
/// Candidate's value divided by the original's, from interleaved rounds; 0.5 is half the latency.
using MetricRatios = std::map<Metric, Interval>;

/// {"p50_latency": {"value": 1, "low": 0.9, "high": 1.1, "source": "measured"}, …}
Json toJson(const MetricValues& values);
/// Unknown metrics are skipped (a newer program wrote them).
MetricValues metricValuesFromJson(const Json& json);
Json ratiosToJson(const MetricRatios& ratios);
MetricRatios ratiosFromJson(const Json& json);
/// A person's form: "4.03 ms", "128 MB", "88.4 %", "250 /s".
std::string formatMetric(Metric metric, double value);

} // namespace metainfer::measurement
