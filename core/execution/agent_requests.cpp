// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The typed requests: values to parameters and files, answers to values.
#include "execution/agent_client.h"

#include "execution/agent_codec.h"
#include "execution/agent_files.h"

#include <fmt/format.h>

namespace metainfer {

namespace {

constexpr std::chrono::seconds kShortCall{30};

void addLimits(Json& params, const RunLimits& limits) {
    if (limits.memoryBytes)
        params["memory_limit"] = limits.memoryBytes;
}

/// Decodes a result; passes an error on.
template <typename T>
Result<T> decodeResult(Result<Json> json) {
    if (!json)
        return fail(std::move(json).error());
    return decode<T>(*json);
}

Result<Json> variantParams(FileStage& stage, const ModelVariant& variant, const RunLimits& limits) {
    Json params = variantToJson(variant);
    MI_CHECK(stage.addModel(params, variant.model));
    addLimits(params, limits);
    return params;
}

/// The model and its inputs.
template <typename Request>
Result<Json> requestParams(FileStage& stage, const Request& request) {
    MI_ASSIGN(Json params, variantParams(stage, request.variant, request.limits));
    MI_ASSIGN(params["inputs"], stage.tensors(request.inputs));
    return params;
}

/// Where the device knows the model under another name, failures name it as the user does.
template <typename T>
Result<T> about(Result<T> result, const ModelVariant& variant) {
    const std::string model = variant.model.string();
    if (!result && result.error().code != ErrorCode::Cancelled &&
        result.error().text().find(model) == std::string::npos)
        return failWith(result.error(), fmt::format("in {}", model));
    return result;
}

} // namespace

Result<AgentInventory> AgentClient::inventory(const CancellationToken& cancel) {
    // Libraries are hashed, which takes a while on a small board.
    constexpr std::chrono::minutes kPatience{5};
    return decodeResult<AgentInventory>(call("inventory", Json::object(), kPatience, cancel));
}

Result<MachineState> AgentClient::machineState() {
    return decodeResult<MachineState>(call("machine_state", Json::object(), kShortCall, {}));
}

Result<LoadReport> AgentClient::load(const ModelVariant& variant, const RunLimits& limits,
                                     const CancellationToken& cancel) {
    FileStage stage(*this, cancel);
    MI_ASSIGN(const Json params, variantParams(stage, variant, limits));
    return about(decodeResult<LoadReport>(stage.call("load", params, limits.timeout)), variant);
}

Result<MeasureReport> AgentClient::measure(const MeasureRequest& request,
                                           const CancellationToken& cancel) {
    FileStage stage(*this, cancel);
    MI_ASSIGN(Json params, requestParams(stage, request));
    params["min_warmup_runs"] = request.minWarmupRuns;
    params["min_warmup_seconds"] = request.minWarmupSeconds;
    params["max_warmup_seconds"] = request.maxWarmupSeconds;
    params["min_runs"] = request.minRuns;
    params["min_seconds"] = request.minSeconds;
    params["max_runs"] = request.maxRuns;
    params["max_seconds"] = request.maxSeconds;
    params["instances"] = request.instances;
    params["pin_to"] = request.pinTo;
    return about(decodeResult<MeasureReport>(stage.call("measure", params, request.limits.timeout)),
                 request.variant);
}

Result<ProfileReport> AgentClient::profile(const ProfileRequest& request,
                                           const CancellationToken& cancel) {
    FileStage stage(*this, cancel);
    MI_ASSIGN(Json params, requestParams(stage, request));
    params["warmup_runs"] = request.warmupRuns;
    params["runs"] = request.runs;
    if (!request.optimizedModel.empty()) {
        MI_ASSIGN(params["optimized_model"], stage.output("optimized", request.optimizedModel));
    }
    return about(decodeResult<ProfileReport>(stage.call("profile", params, request.limits.timeout)),
                 request.variant);
}

Result<MemoryReport> AgentClient::memory(const MemoryRequest& request,
                                         const CancellationToken& cancel) {
    FileStage stage(*this, cancel);
    MI_ASSIGN(Json params, requestParams(stage, request));
    params["runs"] = request.runs;
    return about(decodeResult<MemoryReport>(stage.call("memory", params, request.limits.timeout)),
                 request.variant);
}

Result<ProbeComputeReport> AgentClient::probeCompute(const ProbeComputeRequest& request,
                                                     const CancellationToken& cancel) {
    Json params;
    params["dtype"] = request.dtype;
    params["threads"] = request.threads;
    params["seconds"] = request.seconds;
    addLimits(params, request.limits);
    return decodeResult<ProbeComputeReport>(
        call("probe_compute", params, request.limits.timeout, cancel));
}

Result<ProbeMemoryReport> AgentClient::probeMemory(const ProbeMemoryRequest& request,
                                                   const CancellationToken& cancel) {
    Json params;
    params["pattern"] = request.pattern;
    params["footprint_bytes"] = request.footprintBytes;
    params["threads"] = request.threads;
    params["seconds"] = request.seconds;
    addLimits(params, request.limits);
    return decodeResult<ProbeMemoryReport>(
        call("probe_memory", params, request.limits.timeout, cancel));
}

Result<CompareReport>
AgentClient::compare(const CompareRequest& request, const CancellationToken& cancel,
                     const std::function<void(const CompareBlock&)>& onBlock) {
    FileStage stage(*this, cancel);
    Json params;
    params["variants"] = Json::array();
    for (const ModelVariant& variant : request.variants) {
        MI_ASSIGN(Json one, variantParams(stage, variant, {}));
        params["variants"].push_back(std::move(one));
    }
    params["inputs"] = Json::array();
    for (const std::vector<NamedTensor>& inputs : request.inputs) {
        MI_ASSIGN(std::string file, stage.tensors(inputs));
        params["inputs"].push_back(std::move(file));
    }
    params["rounds"] = request.rounds;
    params["runs_per_block"] = request.runsPerBlock;
    params["warmup_runs"] = request.warmupRuns;
    params["max_seconds"] = request.maxSecondsPerProcess;
    params["pin_to"] = request.pinTo;
    addLimits(params, request.limits);
    const auto progress = [&](const Json& data) {
        if (onBlock && data.contains("block"))
            onBlock(decode<CompareBlock>(data["block"]));
    };
    // Files are sent already: the deadline is the comparison's own.
    const auto end = std::chrono::steady_clock::now() + request.limits.timeout;
    CompareReport report;
    for (int process = 0; process < request.processes; ++process) {
        params["process"] = process;
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        if (left.count() <= 0)
            return fail(ErrorCode::Timeout,
                        fmt::format("the comparison passed its deadline after {} of {} processes",
                                    process, request.processes),
                        "allow more time, or ask for fewer rounds");
        MI_ASSIGN(const Json result, stage.call("compare", params, left, progress));
        for (const Json& block : jsonValue(result, "blocks", Json::array()))
            report.blocks.push_back(decode<CompareBlock>(block));
        report.after = decode<MachineState>(jsonValue(result, "after", Json::object()));
        if (process > 0)
            continue;
        report.before = decode<MachineState>(jsonValue(result, "before", Json::object()));
        for (const Json& load : jsonValue(result, "loads", Json::array()))
            report.loads.push_back(decode<LoadReport>(load));
    }
    return report;
}

} // namespace metainfer
