// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The steps of a probe one after the other, over any bench.
#pragma once

#include "measurement/probe/probe_bench.h"
#include "measurement/probe/probe_steps.h"

namespace metainfer::measurement::probe {

/// All steps that the options ask for and the device allows, in the order in which they run.
std::vector<ProbeStep> stepsOf(const ProbedDevice& device, const ProbeBench& bench,
                               const ProbeOptions& options);

/// Runs them, takes over what a journal holds, and says what the numbers mean. `startedAt` is UTC.
Result<ProbeResult> runProbe(ProbeBench& bench, const ProbedDevice& device,
                             const std::string& startedAt, const ProbeOptions& options,
                             const ProgressSink& progress, const CancellationToken& cancel);

} // namespace metainfer::measurement::probe
