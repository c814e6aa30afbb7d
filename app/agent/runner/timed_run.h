// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Timing of runs with the two clocks: wall (steady) and CPU time of the whole process.
#pragma once

#include "base/json.h"
#include "runnable.h"

namespace metainfer::runner {

/// Both clocks at one moment, in microseconds.
struct Instant {
    double wallUs = 0, cpuUs = 0;
    static Instant now();
};

/// Runs once, end to end: from handing over the input tensors to all outputs in host memory. The
/// previous run's outputs are freed before the clock starts. Adds to `series`.
Status timeOneRun(RunnableInputs& run, SampleSeries& series);

/// Keeps this process on the logical cpus that the request lists under `pin_to`; nothing for none.
Status pinProcess(const Json& params);

/// A model in its session with inputs that are ready to be run again and again.
struct LoadedRun {
    std::unique_ptr<RunnableSession> session;
    std::unique_ptr<RunnableInputs> run;

    static Result<LoadedRun> load(const ModelVariant& variant, std::vector<NamedTensor> inputs);
    /// Adds to `series`.
    Status timeRuns(int count, SampleSeries& series);
};

/// Overwrites `field` where the request names it.
template <typename T>
void readParameter(const Json& params, const char* key, T& field) {
    field = jsonValue(params, key, field);
}

} // namespace metainfer::runner
