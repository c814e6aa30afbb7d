// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the user wants (objectives) and what must hold (limits), and the verdict on one candidate.
#pragma once

#include "measurement/metric.h"

#include <optional>
#include <string>
#include <vector>

namespace metainfer::search {

using measurement::Direction;
using measurement::Metric;
using measurement::MetricRatios;
using measurement::MetricValue;
using measurement::MetricValues;

struct Objective {
    Metric metric = Metric::P50Latency;
    double weight = 1;
    Direction direction = Direction::Minimize;
    std::optional<double> limit; ///< in the metric's unit; a hard limit on the bad side
    bool operator==(const Objective&) const = default;
};

/// Either primary (and perhaps secondary), or a weighted list (`weighted` true): one total score.
struct Objectives {
    std::vector<Objective> terms; ///< at least one; [0] primary, [1] secondary when not weighted
    bool weighted = false;
    Metric primary() const { return terms.empty() ? Metric::P50Latency : terms.front().metric; }
    /// The latency that `max_latency_ms` bounds: the first latency objective, else p95.
    Metric latencyMetric() const;
    static Objectives single(Metric metric, std::optional<Metric> secondary = std::nullopt);
    bool operator==(const Objectives&) const = default;
    Json toJson() const;
};

/// What the deployment demands beside the objectives. Empty = no limit.
struct Constraints {
    std::optional<double> maxLatencyMs;
    std::optional<double> maxMemoryMb;     ///< 1 MB = 2^20 bytes, as in hardware profiles
    std::optional<double> maxAccuracyDrop; ///< absolute, 0.01 = one percentage point
    std::optional<double> maxPowerW;
    std::optional<int> maxBatchSize;
    std::optional<int> maxThreads; ///< cores that the deployed model may use
    std::optional<bool> supportDynamicBatch;
    std::optional<bool> allowRecompile;
    std::optional<double> maxOccupancy; ///< fraction of the device, 0..1
    int instances = 1;                  ///< concurrent instances that share the device
    std::string powerMode;
    std::string backgroundLoad; ///< command of the other service; the measurement runs beside it
    bool operator==(const Constraints&) const = default;
    Json toJson() const;
};

/// One hard limit on one metric, in the metric's unit.
struct Limit {
    std::string name; ///< as the user wrote it: "max_memory_mb"
    Metric metric = Metric::Memory;
    double bound = 0;
    bool upper = true;
    bool operator==(const Limit&) const = default;
    /// "max_memory_mb: 2048 MB".
    std::string text() const;
};

/// All limits on metrics, `max_accuracy_drop` and the like resolved with the original's values.
std::vector<Limit> limitsOf(const Objectives& objectives, const Constraints& constraints,
                            const MetricValues& original);

/// One candidate as the decision sees it.
struct Evaluation {
    std::string id;
    MetricValues values;
    MetricRatios ratios; ///< interleaved ratios to the original, where measured; they rule
    std::string invalid; ///< why it cannot win (failed check, invalid measurement); empty = it can
};

enum class LimitState {
    Met,
    Violated,
    Unverified ///< nothing gives a value for this metric on this device (no sensor)
};

struct LimitCheck {
    Limit limit;
    LimitState state = LimitState::Met;
    bool uncertain = false; ///< the value's interval reaches over the limit
    double excess = 0;      ///< relative distance beyond the bound, > 0 when violated
    std::string text;       ///< "memory 1.2 GB is above max_memory_mb: 1024 MB"
};

/// Relative to the original: 1 = the same, smaller = better, with the interval carried through.
struct Score {
    Interval total{1, 1, 1};
    std::optional<Interval> secondary; ///< with primary/secondary objectives only
    bool complete = true;              ///< false: a metric that the original has is missing
    bool measured = true;              ///< false: some part is predicted or simulated
};

/// The value of `metric` relative to the original, below 1 = better in `direction`; the interleaved
/// ratio when there is one. nullopt when either value is missing or the original's is zero.
std::optional<Interval> relativeValue(const Evaluation& candidate, const MetricValues& original,
                                      Metric metric, Direction direction);
Score scoreOf(const Objectives& objectives, const Evaluation& candidate,
              const MetricValues& original);
/// A limit whose metric the original has and the candidate lacks counts as violated: it was not
/// shown to hold. One whose metric nobody has is Unverified.
std::vector<LimitCheck> checkLimits(const std::vector<Limit>& limits, const Evaluation& candidate,
                                    const MetricValues& original);
/// Minimised coordinates for the Pareto archive: one per objective, relative to the original (1 =
/// the same). nullopt when a coordinate is missing.
std::optional<std::vector<double>> coordinatesOf(const Objectives& objectives,
                                                 const Evaluation& candidate,
                                                 const MetricValues& original);

} // namespace metainfer::search
