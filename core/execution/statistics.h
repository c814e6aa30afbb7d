// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Statistics of timings: percentiles with minimum counts, stability, ratios with intervals, grades.
#pragma once

#include "base/json.h"
#include "base/quantity.h"
#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer {

/// A percentile that is only there when enough samples carry it.
struct Percentile {
    double p = 0;                ///< in (0, 1)
    std::optional<double> value; ///< in the samples' unit; absent = n too small
    std::size_t missing = 0;     ///< samples that lack until it may be shown
    /// "12.3" or "n too small (53 more needed)".
    std::string text() const;
};

/// Samples that percentile p needs before it is shown: p50 11, p90 64, p95 130, p99 662, p99.9
/// 6636; between those the number of the next larger one.
std::size_t minimumCount(double p);
/// The smallest sample with at least p*n samples at or below it, no interpolation. `sorted`
/// ascending and not empty.
double percentileOfSorted(const std::vector<double>& sorted, double p);
Percentile percentile(const std::vector<double>& samples, double p);

/// Middle value (mean of the middle two); 0 for no samples.
double median(std::vector<double> samples);
/// Median absolute deviation from the median, unscaled.
double medianAbsoluteDeviation(const std::vector<double>& samples);

/// One series of samples with everything that is said about it. `samples` keeps the order in time.
struct SampleSummary {
    std::vector<double> samples;
    double mean = 0, median = 0, min = 0, max = 0, mad = 0;
    double cv = 0; ///< coefficient of variation: standard deviation / mean
    Percentile p50, p90, p95, p99, p999;

    std::size_t n() const { return samples.size(); }
    /// p50 … p99.9 by number; absent value for others.
    Percentile at(double p) const { return percentile(samples, p); }
    Json toJson() const;
    static Result<SampleSummary> fromJson(const Json& json);
};
SampleSummary summarize(std::vector<double> samples);

/// A drift over time: Mann-Kendall on at most 20 block medians (blocks, since neighbouring samples
/// are not independent), with the Theil-Sen slope as effect. `found` needs both significance (p <
/// 0.01) and a drift over the whole series above `minimumDrift` of the median.
struct Trend {
    bool found = false;
    double pValue = 1;
    double drift =
        0; ///< relative change from the first to the last sample; negative = getting faster
};
Trend trendOf(const std::vector<double>& samples, double minimumDrift = 0.02);

/// Says when a warm-up may end: at least `minimumRuns` and `minimumSeconds`, and the medians of the
/// last two windows agree within `tolerance` with no trend in them.
class StabilityDetector {
  public:
    struct Rules {
        std::size_t minimumRuns = 5;
        double minimumSeconds = 0.2;
        std::size_t window = 5;
        double tolerance = 0.03;
    };
    explicit StabilityDetector(Rules rules)
        : m_rules(rules) {}
    StabilityDetector()
        : StabilityDetector(Rules{}) {}
    void add(double seconds);
    bool isStable() const;

  private:
    Rules m_rules;
    std::vector<double> m_samples;
    double m_total = 0;
};

// --- Ratios of two variants measured in turn ---------------------------------------------------

/// ln(variant / base) of every round, one list per process. Rounds of one process are not
/// independent of each other.
using LogRatios = std::vector<std::vector<double>>;

enum class IntervalMethod {
    TOverProcesses, ///< t interval on per-process means; for few processes
    Bootstrap,      ///< processes resampled first, then rounds within each
    OneProcess,     ///< rounds only: too narrow, never enough for a verdict
};
std::string_view intervalMethodName(IntervalMethod method);

/// variant / base as a ratio: below 1 the variant is faster.
struct RatioEstimate {
    Interval ratio{1, 0, 0};
    IntervalMethod method = IntervalMethod::OneProcess;
    std::size_t processes = 0, rounds = 0;
};
/// `level` e.g. 0.95. t below kBootstrapProcesses processes, bootstrap from there on.
/// InvalidArgument without any round.
Result<RatioEstimate> estimateRatio(const LogRatios& rounds, double level = 0.95,
                                    std::uint64_t seed = 1);
Interval bootstrapRatio(const LogRatios& rounds, double level, std::uint64_t seed,
                        int resamples = 2000);
inline constexpr std::size_t kBootstrapProcesses = 20;
/// A verdict about finalists needs at least this many processes.
inline constexpr std::size_t kFinalistProcesses = 5;
/// Student's t: the quantile `p` in (0, 1) with `degrees` >= 1 of freedom.
double studentQuantile(double p, int degrees);

enum class VerdictKind { Faster, Slower, CannotTell };
std::string_view verdictKindName(VerdictKind kind);
/// What may be said about a variant against its base, and the words for it.
struct Verdict {
    VerdictKind kind = VerdictKind::CannotTell;
    Interval ratio{1, 0, 0};
    std::string reason; ///< why it cannot be told, or why the interval is wider than measured
    /// `ratio` and besides what the control seemed to differ by: the kind says on which side of 1
    /// all of it lies, and a decision rests on it. Equal to `ratio` without a control.
    Interval decisive{1, 0, 0};
    /// "faster by 1.52 [1.48, 1.57]" (times as fast), "slower by …", "cannot tell [0.97, 1.04]: …".
    std::string text() const;
    Json toJson() const;
    static Result<Verdict> fromJson(const Json& json);
};
/// `control` is the A/A ratio of the same period: a bias that it shows must be exceeded by the
/// whole interval, and one of more than 5 % widens the interval by as much besides.
Verdict judge(const RatioEstimate& estimate, const std::optional<RatioEstimate>& control,
              std::size_t minimumProcesses = 2);

// --- Grades ------------------------------------------------------------------------------------

enum class Grade { Valid, Noisy, Invalid };
std::string_view gradeName(Grade grade);
std::optional<Grade> gradeFromName(std::string_view name);

/// A grade with every reason that lowered it. Invalid is kept and shown, and never wins.
struct Validity {
    Grade grade = Grade::Valid;
    std::vector<std::string> reasons;
    void lower(Grade to, std::string reason);
    Json toJson() const;
    static Result<Validity> fromJson(const Json& json);
};

/// What a grade is based on. Absent = the sensor cannot be read, which is no reason by itself.
struct GradeEvidence {
    std::size_t samples = 0, minimumSamples = 1;
    std::size_t crashedRuns = 0;
    double cv = 0;
    Trend trend;
    std::optional<std::uint64_t> throttleEvents; ///< during the measurement
    std::optional<double> clockChange;           ///< |after - before| / before
    std::optional<double> stolen;                ///< share of CPU time taken by the hypervisor
    std::optional<double> otherLoad;             ///< busy cores that were not ours
    bool governorChanged = false;
};
Validity gradeOf(const GradeEvidence& evidence);

} // namespace metainfer
