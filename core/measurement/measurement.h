// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a measurement and a comparison say. A failure is a value of its own, never a number.
#pragma once

#include "base/json.h"
#include "base/quantity.h"
#include "base/result.h"
#include "execution/statistics.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::measurement {

/// Which clock a number is of; the name stands beside every number. Model = an analytic model's.
enum class ClockKind { Wall, Cpu, Model };
std::string_view clockName(ClockKind clock); ///< "wall", "cpu", "model"
std::optional<ClockKind> clockFromName(std::string_view name);

/// State of the machine around a measurement. Absent = the sensor cannot be read.
struct MachineState {
    std::optional<double> clockMhz; ///< mean over the usable cores
    std::string governor = "unknown";
    std::optional<double> temperatureC; ///< hottest zone
    std::optional<double> load1;        ///< load average over one minute
    std::optional<std::uint64_t> throttleEvents;
    std::optional<double> stolen;    ///< share of CPU time since the previous state, 0..1
    std::optional<double> otherLoad; ///< busy cores that were not the measured process
    std::optional<std::uint64_t> pageFaults, contextSwitches; ///< of the measured process
    std::string pinning = "none";

    Json toJson() const;
    static Result<MachineState> fromJson(const Json& json);
};

/// Latency of one request: end to end, copies included. Microseconds.
struct Measurement {
    std::string id;     ///< unique within a session
    std::string label;  ///< candidate id
    std::string device; ///< device name
    NumberSource source = NumberSource::Measured;
    std::string protocol; ///< "quick" or "full"

    SampleSummary wall; ///< us
    SampleSummary cpu;  ///< us of process CPU time; empty where the device has no such clock
    /// The clock that ratios of this measurement rest on (chooseClock).
    ClockKind ratioClock = ClockKind::Wall;
    double requestsPerSecond = 0; ///< completed requests over the timed period
    double samplesPerSecond = 0;  ///< requests x batch
    int batch = 1;
    std::optional<std::uint64_t> peakMemoryBytes; ///< fresh process
    std::optional<double> loadMs, firstInferenceMs;
    std::optional<std::uint64_t> modelBytes; ///< with external data
    Validity validity;
    MachineState before, after;
    std::string environment;             ///< hardware::Environment::text()
    std::string runtimeLibrary;          ///< the file that was really loaded
    std::string startedAt;               ///< UTC, ISO 8601
    std::optional<Interval> simulatedUs; ///< of an analytic model, with its own uncertainty
    std::optional<Error> failure;

    bool ok() const { return !failure.has_value(); }
    /// The latency that decisions in a search rest on, us: the wall median, or the simulated value.
    double latencyUs() const { return wall.median; }
    /// May be chosen as a winner: no failure and not INVALID.
    bool mayWin() const { return ok() && validity.grade != Grade::Invalid; }
    Json toJson() const;
    static Result<Measurement> fromJson(const Json& json);
    /// A failed measurement.
    static Measurement failed(std::string label, Error error);
};

/// Of an interval that is reported. Where one of several variants will be chosen by their
/// intervals, each needs the level that keeps this one for whichever is chosen (Bonferroni).
inline constexpr double kConfidence = 0.95;
double levelForEach(std::size_t variants, double together = kConfidence);

/// One round of one process: the times of a block of runs (first run discarded) of each side, us.
struct ComparisonRound {
    double base = 0, variant = 0;
    bool dropped = false; ///< foreign load or stolen time: not used, kept for the record
};

struct VariantComparison {
    std::string label;
    ClockKind clock = ClockKind::Wall;
    std::vector<std::vector<ComparisonRound>> processes;
    double level = kConfidence; ///< of the estimate's interval
    RatioEstimate estimate;     ///< variant / base, below 1 is faster
    Verdict verdict;
    double baseMedianUs = 0, variantMedianUs = 0; ///< wall, absolute: only beside the grade
    std::optional<Error> failure;

    LogRatios logRatios() const; ///< without dropped rounds and empty processes
    Json toJson() const;
    static Result<VariantComparison> fromJson(const Json& json);
};

/// One side of an interleaved run: `{variant, &ComparisonRound::base}`.
struct ComparedSide {
    const VariantComparison& of;
    double ComparisonRound::*time;
};
/// ln(side / against) of every round that is usable on both, ln(side in us) without `against`: one
/// list per process, without dropped rounds and empty processes.
LogRatios logRounds(const ComparedSide& side,
                    const std::optional<ComparedSide>& against = std::nullopt);

/// Selection picks among several; the winner's reported ratio must come from a Confirmation, since
/// the best of several looks better than it is.
enum class ComparisonPurpose { Selection, Confirmation };

struct Comparison {
    std::string id; ///< unique; one period of interleaved rounds
    ComparisonPurpose purpose = ComparisonPurpose::Selection;
    std::string device, base;
    NumberSource source = NumberSource::Measured;
    double level = kConfidence; ///< of each variant's interval
    std::vector<VariantComparison> variants;
    std::vector<VariantComparison> controls; ///< A/A: the base against itself, one per clock in use
    Validity validity;
    MachineState before, after;
    std::string environment, startedAt;
    std::optional<Error> failure; ///< the base itself failed: nothing was compared

    const VariantComparison* find(std::string_view label) const;
    const VariantComparison* control(ClockKind clock) const;
    Json toJson() const;
    static Result<Comparison> fromJson(const Json& json);
};

/// The ratio that may be reported for the winner `label` of `selection`: the one of `fresh`, which
/// must be another run with purpose Confirmation on the same base. Conflict otherwise.
Result<Verdict> reportedVerdict(const Comparison& selection, const Comparison& fresh,
                                std::string_view label);

/// Recomputes estimates, at the comparison's level, and verdicts of all variants from the rounds
/// (after reading or dropping).
void evaluate(Comparison& comparison, std::size_t minimumProcesses);

} // namespace metainfer::measurement
