// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Tools that measure or predict on a device.
#pragma once

#include "engine/requests.h"
#include "engine/tools/tool_context.h"
#include "experience/store.h"
#include "measurement/device_registry.h"

namespace metainfer::engine::tools {

Result<ProbeOutcome> probeDevice(const ProbeRequest& request, const ToolContext& context);
/// `memory` may be null: then operators are predicted by the analytic model.
Result<PredictOutcome> predictModel(const PredictRequest& request, const experience::Store* memory,
                                    std::int64_t nowMs, const ToolContext& context);
Result<MeasureOutcome> measureModel(const MeasureModelRequest& request, const ToolContext& context);
/// See Commands::dryRun.
Result<std::vector<std::string>> commandLines(const MeasureModelRequest& request,
                                              const measurement::DeviceRegistry& registry,
                                              const CancellationToken& cancel);
Result<GateOutcome> gateModel(const GateRequest& request, const ToolContext& context);
/// From a finished session's decision.json and validation.json.
Result<GateOutcome> gateSession(const std::filesystem::path& session, const GateRequest& limits);

} // namespace metainfer::engine::tools
