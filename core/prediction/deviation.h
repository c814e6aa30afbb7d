// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Why a measurement differs from its prediction: causes with evidence, and what to do.
#pragma once

#include "prediction/observation.h"
#include "prediction/predictor.h"

#include <optional>
#include <string>
#include <vector>

namespace metainfer::prediction {

enum class DeviationCause {
    SlowKernel,
    UnfusedQdq,
    LayoutConversion,
    ThreadContention,
    MemoryPressure,
    LaunchOverhead, ///< time between the operators
    Unexplained
};
std::string_view deviationCauseName(DeviationCause cause); ///< "slow_kernel", …

/// What was seen around the measured operators; absent = not measured.
struct MeasuredRun {
    std::vector<MeasuredOperator> operators; ///< in order of execution
    double endToEndUs = 0;                   ///< median of unprofiled runs
    int threads = 1;
    std::optional<double> cpuUs;       ///< process CPU time of one request
    std::optional<double> oneThreadUs; ///< the same candidate on one thread
    std::optional<double> otherLoad;   ///< busy cores that were somebody else's
    std::optional<double> stolen;      ///< share of time taken by the hypervisor
    std::optional<std::uint64_t> pageFaults, contextSwitches;
    std::optional<std::uint64_t> peakBytes;
    /// Operators meant to be integer that the optimized graph computes in float between Q/DQ
    /// pairs, as `Conv "name"`.
    std::vector<std::string> unfused;
};

struct DeviationFinding {
    DeviationCause cause = DeviationCause::Unexplained;
    double lostUs = 0; ///< time beyond the prediction that it explains
    std::vector<std::string> nodes;
    std::string evidence;   ///< numbers, for a person
    std::string suggestion; ///< what to try
    /// Rewrites, precisions or mapping keys that candidates should vary next.
    std::vector<std::string> actions;
};

struct DeviationReport {
    double predictedUs = 0, measuredUs = 0;
    double relative = 0; ///< measured / predicted - 1
    bool beyondThreshold = false;
    double explainedUs = 0;
    std::vector<DeviationFinding> findings; ///< largest loss first
    /// For the model's correction: measured operators with their own prediction.
    std::vector<Observation> corrections;
    Json toJson() const;
};

/// `threshold` as in deviation_threshold (0.15). Findings are made whenever there is evidence, also
/// below the threshold; above it there is always at least one.
DeviationReport analyzeDeviation(const Predictor& predictor, const Prediction& prediction,
                                 const MeasuredRun& run, const SessionOptions& session,
                                 double threshold = 0.15);

} // namespace metainfer::prediction
