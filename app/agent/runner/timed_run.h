// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Timing of runs with the two clocks: wall (steady) and CPU time of the whole process.
#pragma once

#include "ort_session.h"

#include <chrono>
#include <vector>

namespace metainfer::runner {

/// Both clocks at one moment, in microseconds.
struct Instant {
    double wallUs = 0, cpuUs = 0;
    static Instant now();
};

/// Runs once, end to end: from handing over the input tensors to all outputs in host memory. The
/// previous run's outputs are freed before the clock starts. Adds to `series`.
Status timeOneRun(PreparedRun& run, SampleSeries& series);

/// Keeps this process on these logical cpus; nothing for an empty list.
Status pinProcess(const std::vector<int>& cpus);

} // namespace metainfer::runner
