// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The agent's messages as JSON. Readers tolerate missing fields: an older minor version lacks some.
#pragma once

#include "execution/agent_messages.h"

namespace metainfer {

Json errorToJson(const Error& error);
Error errorFromJson(const Json& json);

Json toJson(const AgentInventory& inventory);
Json toJson(const RuntimeLibrary& library);
Json toJson(const AgentHello& hello);
Json toJson(const ReportedType& type);
Json toJson(const ModelTypes& types);
Json toJson(const LoadReport& report);
Json toJson(const MachineState& state);
Json toJson(const SampleSeries& series);
Json toJson(const MeasureReport& report);
Json toJson(const CompareBlock& block);
Json toJson(const NodeProfile& node);
Json toJson(const ProfileReport& report);
Json toJson(const MemoryReport& report);
Json toJson(const ProbeComputeReport& report);
Json toJson(const ProbeMemoryReport& report);
Json toJson(const ExecReport& report);

void fromJson(const Json& json, AgentInventory& inventory);
void fromJson(const Json& json, RuntimeLibrary& library);
void fromJson(const Json& json, AgentHello& hello);
void fromJson(const Json& json, ReportedType& type);
void fromJson(const Json& json, ModelTypes& types);
void fromJson(const Json& json, LoadReport& report);
void fromJson(const Json& json, MachineState& state);
void fromJson(const Json& json, SampleSeries& series);
void fromJson(const Json& json, MeasureReport& report);
void fromJson(const Json& json, CompareBlock& block);
void fromJson(const Json& json, NodeProfile& node);
void fromJson(const Json& json, ProfileReport& report);
void fromJson(const Json& json, MemoryReport& report);
void fromJson(const Json& json, ProbeComputeReport& report);
void fromJson(const Json& json, ProbeMemoryReport& report);
void fromJson(const Json& json, ExecReport& report);

/// The part of a request that names a model: path and options.
Json variantToJson(const ModelVariant& variant);
Result<ModelVariant> variantFromJson(const Json& json);

template <typename T>
T decode(const Json& json) {
    T value;
    fromJson(json, value);
    return value;
}

} // namespace metainfer
