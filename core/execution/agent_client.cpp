// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The typed requests over a connection that is made anew when the agent was lost.
#include "execution/agent_client.h"

#include "execution/agent_codec.h"
#include "execution/agent_connection.h"
#include "execution/tensor_file.h"

#include <cstdlib>

#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace metainfer {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds kShortCall{30};
constexpr std::string_view kAgentName = "metainfer-agent";

void addLimits(Json& params, const RunLimits& limits) {
    if (limits.memoryBytes)
        params["memory_limit"] = limits.memoryBytes;
}

Result<MemoryFile> shareTensors(const std::vector<NamedTensor>& tensors) {
    MI_ASSIGN(MemoryFile file, MemoryFile::create("metainfer-inputs"));
    MI_CHECK(writeTensorFile(file.path(), tensors));
    return file;
}

/// Decodes a result; passes an error on.
template <typename T>
Result<T> decodeResult(Result<Json> json) {
    if (!json)
        return fail(std::move(json).error());
    return decode<T>(*json);
}

fs::path absolutePath(const fs::path& path) {
    std::error_code error;
    const fs::path whole = fs::absolute(path, error);
    return error ? path : whole;
}

/// The agent has its own working directory one day: paths go as absolute ones.
Json variantParams(ModelVariant variant, const RunLimits& limits) {
    variant.model = absolutePath(variant.model);
    Json params = variantToJson(variant);
    addLimits(params, limits);
    return params;
}

/// Names the model where the agent's own words do not, so that no failure is about "input x" of an
/// unknown file.
Error aboutModel(Error error, std::string_view method, const Json& params) {
    const std::string model = jsonValue(params, "model", std::string());
    if (!model.empty() && error.code != ErrorCode::Cancelled &&
        error.text().find(model) == std::string::npos)
        error.context.push_back(fmt::format("in `{}` of {}", method, model));
    return error;
}

} // namespace

Result<AgentCommand> findLocalAgent() {
    std::vector<std::string> tried;
    const auto isProgram = [&](const fs::path& path) {
        tried.push_back(path.string());
        return access(path.c_str(), X_OK) == 0;
    };
    if (const char* named = std::getenv("METAINFER_AGENT"); named && *named) {
        if (isProgram(named))
            return AgentCommand{{named}, {}};
        return fail(ErrorCode::NotFound,
                    fmt::format("METAINFER_AGENT names {}, which is no program", named),
                    "set it to the path of metainfer-agent, or unset it");
    }
    std::error_code error;
    const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
    for (const fs::path& path :
         {folder / kAgentName, folder.parent_path() / "libexec/metainfer" / kAgentName})
        if (isProgram(path))
            return AgentCommand{{path.string()}, {}};
    return fail(ErrorCode::NotFound,
                fmt::format("the agent was not found; looked for {}", fmt::join(tried, ", ")),
                "install the whole program, or set METAINFER_AGENT to the agent's path");
}

struct AgentClient::Impl {
    AgentCommand command;
    std::mutex mutex;
    std::shared_ptr<AgentConnection> connection;

    /// The living connection; a new one after a loss.
    Result<std::shared_ptr<AgentConnection>> connect() {
        const std::lock_guard lock(mutex);
        if (connection && !connection->isLost())
            return connection;
        connection.reset();
        MI_ASSIGN(connection, AgentConnection::open(command));
        Json params;
        params["protocol_major"] = kProtocolMajor;
        params["protocol_minor"] = kProtocolMinor;
        const auto greeting = connection->call("hello", params, kShortCall, {}, {});
        if (!greeting) {
            connection.reset();
            return failWith(greeting.error(), fmt::format("while starting the agent {}",
                                                          fmt::join(command.arguments, " ")));
        }
        return connection;
    }
};

AgentClient::AgentClient(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl)) {}
AgentClient::~AgentClient() = default;

Result<std::shared_ptr<AgentClient>> AgentClient::start(AgentCommand command) {
    auto impl = std::make_unique<Impl>();
    impl->command = std::move(command);
    MI_CHECK(impl->connect());
    return std::shared_ptr<AgentClient>(new AgentClient(std::move(impl)));
}

Result<std::shared_ptr<AgentClient>> AgentClient::startLocal() {
    MI_ASSIGN(AgentCommand command, findLocalAgent());
    return start(std::move(command));
}

Result<Json> AgentClient::call(std::string_view method, const Json& params,
                               std::chrono::milliseconds timeout, const CancellationToken& cancel,
                               const JsonProgress& progress) {
    MI_ASSIGN(const auto connection, m_impl->connect());
    auto result = connection->call(method, params, timeout, cancel, progress);
    if (!result)
        return fail(aboutModel(std::move(result).error(), method, params));
    return result;
}

int AgentClient::processId() const {
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->connection && !m_impl->connection->isLost() ? m_impl->connection->processId()
                                                               : 0;
}

Result<AgentHello> AgentClient::hello() {
    return decodeResult<AgentHello>(call("hello", Json::object(), kShortCall, {}));
}

Result<AgentInventory> AgentClient::inventory(const CancellationToken& cancel) {
    return decodeResult<AgentInventory>(call("inventory", Json::object(), kShortCall, cancel));
}

Result<MachineState> AgentClient::machineState() {
    return decodeResult<MachineState>(call("machine_state", Json::object(), kShortCall, {}));
}

Result<LoadReport> AgentClient::load(const ModelVariant& variant, const RunLimits& limits,
                                     const CancellationToken& cancel) {
    return decodeResult<LoadReport>(
        call("load", variantParams(variant, limits), limits.timeout, cancel));
}

Result<MeasureReport> AgentClient::measure(const MeasureRequest& request,
                                           const CancellationToken& cancel) {
    MI_ASSIGN(const MemoryFile inputs, shareTensors(request.inputs));
    Json params = variantParams(request.variant, request.limits);
    params["inputs"] = inputs.path().string();
    params["min_warmup_runs"] = request.minWarmupRuns;
    params["min_warmup_seconds"] = request.minWarmupSeconds;
    params["max_warmup_seconds"] = request.maxWarmupSeconds;
    params["min_runs"] = request.minRuns;
    params["min_seconds"] = request.minSeconds;
    params["max_runs"] = request.maxRuns;
    params["max_seconds"] = request.maxSeconds;
    params["instances"] = request.instances;
    params["pin_to"] = request.pinTo;
    return decodeResult<MeasureReport>(call("measure", params, request.limits.timeout, cancel));
}

Result<ProfileReport> AgentClient::profile(const ProfileRequest& request,
                                           const CancellationToken& cancel) {
    MI_ASSIGN(const MemoryFile inputs, shareTensors(request.inputs));
    Json params = variantParams(request.variant, request.limits);
    params["inputs"] = inputs.path().string();
    params["warmup_runs"] = request.warmupRuns;
    params["runs"] = request.runs;
    if (!request.optimizedModel.empty())
        params["optimized_model"] = absolutePath(request.optimizedModel).string();
    return decodeResult<ProfileReport>(call("profile", params, request.limits.timeout, cancel));
}

Result<MemoryReport> AgentClient::memory(const MemoryRequest& request,
                                         const CancellationToken& cancel) {
    MI_ASSIGN(const MemoryFile inputs, shareTensors(request.inputs));
    Json params = variantParams(request.variant, request.limits);
    params["inputs"] = inputs.path().string();
    params["runs"] = request.runs;
    return decodeResult<MemoryReport>(call("memory", params, request.limits.timeout, cancel));
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
    const auto end = std::chrono::steady_clock::now() + request.limits.timeout;
    Json params;
    std::vector<MemoryFile> files;
    params["variants"] = Json::array();
    for (const ModelVariant& variant : request.variants)
        params["variants"].push_back(variantParams(variant, {}));
    params["inputs"] = Json::array();
    for (const std::vector<NamedTensor>& inputs : request.inputs) {
        MI_ASSIGN(MemoryFile file, shareTensors(inputs));
        params["inputs"].push_back(file.path().string());
        files.push_back(std::move(file));
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
        MI_ASSIGN(const Json result, call("compare", params, left, cancel, progress));
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
