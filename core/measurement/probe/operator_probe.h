// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the operator matrix through the runtime, one model per operator.
#pragma once

#include "measurement/probe/probe_steps.h"

namespace metainfer::measurement::probe {

/// A row of the case; what went wrong is its status. Errors are those that end a probe.
Result<hardware::ProbeRow> probeOperator(const StepContext& context, const OperatorCase& probed,
                                         const CancellationToken& cancel);

/// How a runtime executed the one operator, from its profile.
struct KernelFacts {
    double share = 1;       ///< of the node times that is the operator's own
    bool inInteger = false; ///< its main input is 8 bits wide
    bool inHalf = false;    ///< its main input is float16
    bool blockedLayout = false;
    std::string kernel;    ///< operator type that took most of the time
    std::string executed;  ///< all types in order, once each: "QuantizeLinear+QLinearConv"
    std::string providers; ///< once each, with a comma between
};
KernelFacts kernelFacts(const std::vector<OperatorTime>& nodes, std::string_view op);
/// Only there because the test model has edges: (de)quantization, casts, layout.
bool isConversion(std::string_view op);

} // namespace metainfer::measurement::probe
