// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the operator matrix through the runtime, one model per operator.
#pragma once

#include "measurement/local_device.h"
#include "measurement/probe/operator_case.h"

#include <chrono>

namespace metainfer::measurement::probe {

/// What the rows of one probe share.
struct OperatorProbe {
    AgentClient& client;
    std::filesystem::path folder; ///< for the models; each is removed after its row
    ProbeSuite suite = ProbeSuite::Quick;
    double launchUs = 0;     ///< CPU time of the smallest model, taken off every row
    std::string environment; ///< Environment::text()
};

/// A row of the case; what went wrong is its status. Cancelled is the only error.
Result<hardware::ProbeRow> probeOperator(const OperatorProbe& context, const OperatorCase& probed,
                                         const CancellationToken& cancel);

/// How a runtime executed the one operator, from its profile.
struct KernelFacts {
    double share = 1;       ///< of the node times that is the operator's own
    bool inInteger = false; ///< its main input is 8 bits wide
    bool inHalf = false;    ///< its main input is float16
    bool blockedLayout = false;
    std::string kernel; ///< operator type that ran
};
KernelFacts kernelFacts(const std::vector<OperatorTime>& nodes, std::string_view op);

} // namespace metainfer::measurement::probe
