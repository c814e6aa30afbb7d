// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What all devices share: protocols, the choice of the clock, operator profiles as JSON.
#include "measurement/device.h"

#include "measurement/json_fields.h"

#include <algorithm>

namespace metainfer::measurement {
namespace {

template <typename T>
Status inRange(const char* field, T value, T low, T high) {
    if (value >= low && value <= high)
        return {};
    return fail(ErrorCode::InvalidArgument,
                fmt::format("protocol: `{}` is {}, legal: {} to {}", field, value, low, high));
}

bool oneThread(const SessionOptions& session, const Capabilities& capabilities) {
    const bool intra = session.threads == 1 || (session.threads == 0 && capabilities.cores == 1);
    return intra && session.execution == ExecutionMode::Sequential;
}

Json operatorToJson(const OperatorTime& op) {
    return Json{{"node", op.node},
                {"op", op.opType},
                {"domain", op.domain},
                {"provider", op.provider},
                {"us", op.us},
                {"calls", op.calls},
                {"input_dims", op.inputDims},
                {"output_dims", op.outputDims},
                {"input_types", op.inputTypes},
                {"output_types", op.outputTypes},
                {"output_bytes", op.outputBytes},
                {"weight_bytes", op.weightBytes}};
}

OperatorTime operatorFromJson(const Json& json) {
    using Dims = std::vector<std::vector<std::int64_t>>;
    using Texts = std::vector<std::string>;
    OperatorTime op;
    op.node = jsonValue<std::string>(json, "node", "");
    op.opType = jsonValue<std::string>(json, "op", "");
    op.domain = jsonValue<std::string>(json, "domain", "");
    op.provider = jsonValue<std::string>(json, "provider", "");
    op.us = jsonValue(json, "us", 0.0);
    op.calls = jsonValue(json, "calls", 0.0);
    op.inputDims = jsonValue<Dims>(json, "input_dims", {});
    op.outputDims = jsonValue<Dims>(json, "output_dims", {});
    op.inputTypes = jsonValue<Texts>(json, "input_types", {});
    op.outputTypes = jsonValue<Texts>(json, "output_types", {});
    op.outputBytes = jsonValue<std::uint64_t>(json, "output_bytes", 0);
    op.weightBytes = jsonValue<std::uint64_t>(json, "weight_bytes", 0);
    return op;
}

Error notThere(const Device& device, const char* what) {
    return {
        ErrorCode::Unsupported,
        fmt::format("{} is a {} device: {}", device.name(), deviceKindName(device.kind()), what),
        {},
        {}};
}

} // namespace

Result<hardware::Telemetry> Device::telemetry() {
    return fail(notThere(*this, "there is nothing live to read"));
}

Result<DeviceQueue> Device::queue() {
    return fail(notThere(*this, "nobody waits for it"));
}

Result<std::unique_ptr<DeviceHold>> Device::hold(std::string, const CancellationToken&) {
    return fail(notThere(*this, "it cannot be held"));
}

Result<std::vector<CacheLevel>> Device::caches() {
    return fail(notThere(*this, "nothing is known of its caches"));
}

Status Device::setPowerMode(const std::string& mode) {
    if (mode.empty())
        return {};
    return fail(notThere(*this, "its power mode cannot be set"));
}

std::string_view deviceKindName(DeviceKind kind) {
    switch (kind) {
    case DeviceKind::Local:
        return "local";
    case DeviceKind::Ssh:
        return "ssh";
    case DeviceKind::Toolchain:
        return "toolchain";
    case DeviceKind::Simulated:
        break;
    }
    return "simulated";
}

bool Capabilities::honours(std::string_view key) const {
    const auto has = [key](const std::vector<std::string>& keys) {
        return std::find(keys.begin(), keys.end(), key) != keys.end();
    };
    return has(mappingKeys) || has(operatorKeys);
}

Protocol Protocol::quick() {
    Protocol protocol;
    protocol.name = "quick";
    return protocol;
}

Protocol Protocol::full(double p) {
    Protocol protocol;
    protocol.name = "full";
    protocol.warmUpRuns = 10;
    protocol.warmUpSeconds = 0.3;
    protocol.minimumRuns = static_cast<int>(std::max(minimumCount(p), minimumCount(0.5)));
    protocol.minimumSeconds = 3;
    protocol.maximumSeconds = 120;
    return protocol;
}

Status Protocol::check() const {
    MI_CHECK(inRange("minimum_runs", minimumRuns, 1, 1'000'000));
    MI_CHECK(inRange("maximum_runs", maximumRuns, minimumRuns, 10'000'000));
    MI_CHECK(inRange("warm_up_runs", warmUpRuns, 0, 1'000'000));
    MI_CHECK(inRange("warm_up_seconds", warmUpSeconds, 0.0, 3600.0));
    MI_CHECK(inRange("warm_up_maximum_seconds", warmUpMaximumSeconds, warmUpSeconds, 3600.0));
    MI_CHECK(inRange("minimum_seconds", minimumSeconds, 0.0, 3600.0));
    return inRange("maximum_seconds", maximumSeconds, minimumSeconds, 36'000.0);
}

Json OperatorProfile::toJson() const {
    Json list = Json::array();
    for (const OperatorTime& op : operators)
        list.push_back(operatorToJson(op));
    return Json{{"schema", "metainfer.operator-profile/1"},
                {"source", numberSourceName(source)},
                {"runs", runs},
                {"sum_us", sumUs},
                {"end_to_end_us", endToEndUs},
                {"gap_us", gapUs()},
                {"environment", environment},
                {"operators", std::move(list)}};
}

Result<OperatorProfile> OperatorProfile::fromJson(const Json& json) {
    MI_CHECK(checkSchema(json, "metainfer.operator-profile", 1));
    OperatorProfile profile;
    const auto source = numberSourceFromName(jsonValue<std::string>(json, "source", ""));
    if (!source)
        return fail(ErrorCode::InvalidArgument, "operator profile: `source` is not known");
    profile.source = *source;
    profile.runs = jsonValue(json, "runs", 0);
    profile.sumUs = jsonValue(json, "sum_us", 0.0);
    profile.endToEndUs = jsonValue(json, "end_to_end_us", 0.0);
    profile.environment = jsonValue<std::string>(json, "environment", "");
    for (const Json& item : jsonValue(json, "operators", Json::array()))
        profile.operators.push_back(operatorFromJson(item));
    return profile;
}

ClockKind chooseClock(const SessionOptions& base, const SessionOptions& variant,
                      const Capabilities& capabilities) {
    if (!capabilities.measures)
        return ClockKind::Model;
    const bool cpu =
        capabilities.cpuClock && oneThread(base, capabilities) && oneThread(variant, capabilities);
    return cpu ? ClockKind::Cpu : ClockKind::Wall;
}

} // namespace metainfer::measurement
