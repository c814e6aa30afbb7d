// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A probe as a list of steps: each measures one thing, and is what a journal holds.
#pragma once

#include "measurement/probe/operator_case.h"
#include "measurement/probe/probe_bench.h"

#include <functional>

namespace metainfer::measurement::probe {

struct StepContext {
    ProbeBench& bench;
    const ProbedDevice& device;
    std::filesystem::path folder; ///< for the models; each is removed after its step
    ProbeSuite suite = ProbeSuite::Quick;
    const ProbeResult& soFar;

    SessionOptions session(int threads = 1) const;
};

struct ProbeStep {
    std::string key;      ///< unique and the same in every run of the suite
    std::string what;     ///< for the progress
    double seconds = 0.2; ///< about; for the progress
    /// Left out when the time is over; the others always run.
    bool mayBeSkipped = false;
    /// Fills its part of the result; what cannot be measured is in its problems. Errors end the
    /// probe: Cancelled, DeviceLost.
    std::function<Status(const StepContext&, ProbeResult& part, const CancellationToken&)> run;
};

/// What every row needs: the time of the smallest model.
ProbeStep launchStep();
std::vector<ProbeStep> computeSteps(const ProbedDevice& device, ProbeSuite suite);
std::vector<ProbeStep> bandwidthSteps(const ProbedDevice& device, ProbeSuite suite);
std::vector<ProbeStep> scalingSteps(const ProbedDevice& device, ProbeSuite suite);
/// All cores without a pause: minutes in the full suite.
ProbeStep sustainedStep(const ProbedDevice& device, ProbeSuite suite);
/// Open dimensions, first inferences.
std::vector<ProbeStep> sessionSteps(ProbeSuite suite);
std::vector<ProbeStep> sweepSteps(const ProbeOptions& options);
/// The cases that the options name; `threadRows` those on more threads.
std::vector<ProbeStep> operatorSteps(const ProbeOptions& options, const ProbedDevice& device);
std::vector<ProbeStep> threadSteps(const ProbeOptions& options, const ProbedDevice& device);

/// Keeps a problem and goes on, unless the probe has to end.
Status note(ProbeResult& part, const std::string& what, const Error& error);
bool endsProbe(const Error& error);
/// Writes the model into the context's folder.
Result<TimedModel> writeModel(const StepContext& context, const ir::Model& model,
                              std::vector<NamedTensor> feed, const std::string& label,
                              int threads = 1);
Result<TimedModel> writeCase(const StepContext& context, const OperatorCase& probed);
/// 1, 2, 4, … and the number of cores.
std::vector<int> threadCounts(int cores);
/// The times that count on one thread: process CPU time where the device has it.
const std::vector<double>& oneThreadTimes(const TimedRuns& runs);

} // namespace metainfer::measurement::probe
