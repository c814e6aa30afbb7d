// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the agent reports, turned into the values of this folder.
#pragma once

#include "execution/agent_messages.h"
#include "measurement/device.h"

namespace metainfer::measurement {

/// Counters and sensors; differences to an earlier state are filled in by `addUsage`.
MachineState fromAgent(const metainfer::MachineState& state, const std::vector<int>& pinTo);

/// Stolen time and the load of others between two states of the machine over `elapsedUs` on `cores`
/// cores, `ownCpuUs` of it ours; unknown for stretches too short for the counters' 10 ms.
void addUsage(MachineState& after, const metainfer::MachineState& from,
              const metainfer::MachineState& to, double elapsedUs, double ownCpuUs, int cores);

/// What two states say about the time between them.
void addStateEvidence(GradeEvidence& evidence, const MachineState& before,
                      const MachineState& after);

OperatorTime operatorFromAgent(const NodeProfile& node, int runs);

/// "float32[1,3,4] int64[]" to types and dims; what cannot be read is left out.
void parseTypedShapes(std::string_view text, std::vector<std::string>& types,
                      std::vector<std::vector<std::int64_t>>& dims);

} // namespace metainfer::measurement
