// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Rates of the machine itself and what a user pays for starting a model.
#pragma once

#include "measurement/local_device.h"
#include "measurement/probe/probe.h"

namespace metainfer::measurement::probe {

/// Each fills its part of `result`; what cannot be measured goes to `problems`. Cancelled is the
/// only error.
Status probeCompute(AgentClient& client, int cores, ProbeSuite suite, ProbeResult& result,
                    const CancellationToken& cancel);
Status probeBandwidth(AgentClient& client, int cores, ProbeSuite suite, ProbeResult& result,
                      const CancellationToken& cancel);
Status probeLaunch(AgentClient& client, const std::filesystem::path& folder, ProbeResult& result,
                   const CancellationToken& cancel);
Status probeScaling(AgentClient& client, const std::filesystem::path& folder, int cores,
                    ProbeSuite suite, ProbeResult& result, const CancellationToken& cancel);

} // namespace metainfer::measurement::probe
