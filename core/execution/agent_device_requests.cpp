// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Requests about the device itself: queue, telemetry, environment, power mode, commands.
#include "execution/agent_client.h"

#include "execution/agent_codec.h"
#include "execution/agent_files.h"

#include <algorithm>

#include <fmt/format.h>

namespace metainfer {

namespace {

constexpr std::chrono::seconds kShortCall{30};

} // namespace

Result<AgentLockState> AgentClient::lockState() {
    MI_ASSIGN(const Json answer, call("lock_state", Json::object(), kShortCall, {}));
    AgentLockState state;
    if (const Json holder = jsonValue(answer, "holder", Json()); holder.is_object())
        state.holder = lockOwnerFromJson(holder);
    for (const Json& one : jsonValue(answer, "waiting", Json::array()))
        state.waiting.push_back(lockOwnerFromJson(one));
    return state;
}

Result<hardware::Telemetry> AgentClient::telemetry() {
    MI_ASSIGN(const Json answer, call("telemetry", Json::object(), kShortCall, {}));
    return hardware::Telemetry::fromJson(answer);
}

Result<hardware::Environment> AgentClient::environment() {
    MI_ASSIGN(const Json answer, call("environment", Json::object(), kShortCall, {}));
    return hardware::Environment::fromJson(answer);
}

Result<std::vector<CacheLevel>> AgentClient::caches() {
    MI_ASSIGN(const Json answer, call("caches", Json::object(), kShortCall, {}));
    std::vector<CacheLevel> caches;
    for (const Json& one : jsonValue(answer, "caches", Json::array()))
        caches.push_back(cacheLevelFromJson(one));
    return caches;
}

Status AgentClient::setPowerMode(const std::string& mode) {
    Json params = Json::object();
    if (!mode.empty())
        params["mode"] = mode;
    MI_CHECK(call("power_mode", params, kShortCall, {}));
    return {};
}

Result<ExecReport> AgentClient::exec(const ExecRequest& request, const CancellationToken& cancel) {
    FileStage stage(*this, cancel);
    Json params;
    params["arguments"] = request.arguments;
    params["environment"] = request.environment;
    params["files"] = Json::object();
    for (const auto& [name, file] : request.files) {
        MI_ASSIGN(params["files"][name], stage.file(file));
    }
    if (!request.folder.empty())
        params["folder"] = request.folder;
    if (request.limits.memoryBytes)
        params["memory_limit"] = request.limits.memoryBytes;
    // What the command makes goes into files of the session, from where those that are there come.
    std::map<std::string, std::string> places;
    params["outputs"] = Json::object();
    for (const auto& [name, target] : request.outputs) {
        MI_ASSIGN(places[name], stage.output("exec", target, FileStage::Presence::Optional));
        params["outputs"][name] = places[name];
    }
    const auto made = [&places](const Json& result) {
        std::vector<std::string> there;
        for (const auto& name : jsonValue(result, "outputs", std::vector<std::string>()))
            if (const auto it = places.find(name); it != places.end())
                there.push_back(it->second);
        return there;
    };
    MI_ASSIGN(const Json result, stage.call("exec", params, request.limits.timeout, {}, made));
    return decode<ExecReport>(result);
}

} // namespace metainfer
