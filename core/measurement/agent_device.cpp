// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Measurements, profiles and memory of one workload on a device through its agent.
#include "measurement/agent_device.h"

#include "ir/onnx_io.h"
#include "measurement/agent_device_hold.h"
#include "measurement/agent_values.h"
#include "measurement/measuring_rules.h"
#include "measurement/runtime_facts.h"
#include "measurement/time_text.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace metainfer::measurement {
namespace fs = std::filesystem;
namespace {

constexpr int kUnprofiledRuns = 11; // enough for a median

std::chrono::milliseconds seconds(double value) {
    return std::chrono::milliseconds(static_cast<std::int64_t>(value * 1000));
}

ModelVariant variantOf(const Workload& workload) {
    return {workload.model, workload.session, workload.label};
}

/// One load and one inference in a fresh process.
metainfer::MeasureRequest coldRequest(const Workload& workload, const RunLimits& limits) {
    metainfer::MeasureRequest request;
    request.variant = variantOf(workload);
    request.inputs = workload.inputs;
    request.minWarmupRuns = 0;
    request.minWarmupSeconds = request.maxWarmupSeconds = 0;
    request.minRuns = request.maxRuns = 1;
    request.minSeconds = 0;
    request.limits = limits;
    return request;
}

/// The limit given bounds a hang; what the protocol itself takes comes on top.
RunLimits withTime(RunLimits limits, double protocolSeconds) {
    limits.timeout += seconds(protocolSeconds);
    return limits;
}

metainfer::MeasureRequest agentRequest(const MeasureRequest& request, const Workload& workload) {
    const Protocol& protocol = request.protocol;
    metainfer::MeasureRequest result;
    result.variant = variantOf(workload);
    result.inputs = workload.inputs;
    result.minWarmupRuns = protocol.warmUpRuns;
    result.minWarmupSeconds = protocol.warmUpSeconds;
    result.maxWarmupSeconds = protocol.warmUpMaximumSeconds;
    result.minRuns = protocol.minimumRuns;
    result.minSeconds = protocol.minimumSeconds;
    result.maxRuns = protocol.maximumRuns;
    result.maxSeconds = protocol.maximumSeconds;
    result.instances = request.instances;
    result.pinTo = request.pinTo;
    result.limits =
        withTime(request.limits, protocol.warmUpMaximumSeconds + protocol.maximumSeconds);
    return result;
}

void fillTimes(Measurement& m, MeasureReport& report) {
    m.wall = summarize(std::move(report.samples.wallUs));
    m.cpu = summarize(std::move(report.samples.cpuUs));
    if (report.elapsedUs > 0)
        m.requestsPerSecond = static_cast<double>(m.wall.n()) / report.elapsedUs * 1e6;
    m.samplesPerSecond = m.requestsPerSecond * m.batch;
    m.loadMs = report.load.loadUs / 1000;
    m.firstInferenceMs = report.firstRunUs / 1000;
    m.runtimeLibrary = report.load.libraryFile.string();
}

void fillState(Measurement& m, const MeasureReport& report, const std::vector<int>& pinTo,
               int cores) {
    m.before = fromAgent(report.before, pinTo);
    m.after = fromAgent(report.after, pinTo);
    addUsage(m.after, report.before, report.after, report.elapsedUs, report.ownCpuUs, cores);
    m.after.pageFaults = static_cast<std::uint64_t>(report.minorFaults + report.majorFaults);
    m.after.contextSwitches =
        static_cast<std::uint64_t>(report.voluntarySwitches + report.involuntarySwitches);
}

Validity grade(const Measurement& m, const MeasureReport& report, int minimumRuns) {
    GradeEvidence evidence;
    evidence.samples = m.wall.n();
    evidence.minimumSamples = static_cast<std::size_t>(minimumRuns);
    evidence.cv = m.wall.cv;
    evidence.trend = trendOf(m.wall.samples);
    addStateEvidence(evidence, m.before, m.after);
    Validity validity = gradeOf(evidence);
    if (!report.warmupStable && !evidence.trend.found)
        validity.lower(Grade::Noisy, "the warm-up did not become stable");
    return validity;
}

/// `runtime` is the device's own, "opencv" or "onnxruntime@1.29.0": it comes first, and what the
/// device takes is what this one takes. Empty = the agent's first.
Capabilities capabilitiesOf(const AgentInventory& inventory, const std::string& runtime) {
    Capabilities capabilities;
    for (const RuntimeLibrary& library : inventory.runtimes)
        if (library.problem.empty())
            capabilities.runtimes.push_back(library.runtime + "@" + library.version);
    std::stable_partition(capabilities.runtimes.begin(), capabilities.runtimes.end(),
                          [&](const std::string& present) {
                              return present == runtime || present.starts_with(runtime + "@");
                          });
    const RuntimeTraits traits =
        traitsOf(capabilities.runtimes.empty() ? "onnxruntime" : capabilities.runtimes.front());
    capabilities.mappingKeys = traits.mappingKeys;
    capabilities.providers = traits.providers;
    capabilities.cores = std::max(1, inventory.usableCpus);
    return capabilities;
}

} // namespace

std::optional<std::uint64_t> modelFileBytes(const fs::path& model) {
    std::error_code error;
    std::uint64_t total = fs::file_size(model, error);
    if (error)
        return std::nullopt;
    const auto imported = ir::importOnnx(model);
    if (!imported)
        return total;
    std::set<fs::path> external;
    ir::forEachGraph(*imported, [&](const ir::Graph& graph, const std::string&) {
        for (const ir::ValueId id : graph.values())
            if (const auto& constant = graph.value(id).constant; constant && constant->isOnDisk())
                external.insert(constant->slice().file->path());
    });
    for (const fs::path& file : external)
        if (!fs::equivalent(file, model, error)) {
            const std::uint64_t bytes = fs::file_size(file, error);
            total += error ? 0 : bytes;
        }
    return total;
}

AgentDevice::AgentDevice(std::shared_ptr<AgentClient> client, Options options,
                         AgentInventory inventory)
    : m_options(std::move(options))
    , m_executor(std::move(client))
    , m_inventory(std::move(inventory))
    , m_capabilities(capabilitiesOf(m_inventory, m_options.runtime)) {}

Result<std::unique_ptr<AgentDevice>> AgentDevice::create(std::shared_ptr<AgentClient> client,
                                                         Options options) {
    auto inventory = client->inventory();
    if (!inventory)
        return failWith(inventory.error(),
                        fmt::format("while asking {} what it has", options.name));
    return std::unique_ptr<AgentDevice>(
        new AgentDevice(std::move(client), std::move(options), std::move(*inventory)));
}

Status AgentDevice::checkRuntime(const SessionOptions& session) const {
    if (libraryFor(m_inventory, session))
        return {};
    // Without any version of it the machine lacks something; with others something was asked for
    // that it lacks.
    const bool isOnnxRuntime = session.runtime == SessionOptions().runtime;
    if (isOnnxRuntime &&
        std::none_of(m_capabilities.runtimes.begin(), m_capabilities.runtimes.end(),
                     [&](const auto& known) { return known.starts_with(session.runtime + "@"); }))
        return fail(ErrorCode::Io, "no ONNX Runtime library was found on this device",
                    "run packaging/fetch-onnxruntime, or set METAINFER_ONNXRUNTIME to a "
                    "libonnxruntime.so; metainfer doctor says what is there");
    return fail(ErrorCode::Unsupported,
                fmt::format("runtime {}{}{} is not on this device", session.runtime,
                            session.runtimeVersion.empty() ? "" : "@", session.runtimeVersion),
                fmt::format("available: {}", fmt::join(m_capabilities.runtimes, ", ")));
}

Measurement AgentDevice::begin(const MeasureRequest& request, const Workload& workload) {
    Measurement m;
    m.id = freshId("m");
    m.label = workload.label;
    m.device = name();
    m.protocol = request.protocol.name;
    m.batch = workload.batch;
    m.environment = environment(workload.session).text();
    m.startedAt = utcNow(); // of this program: a device's clock may be hours off
    m.modelBytes = modelFileBytes(workload.model);
    m.ratioClock = request.instances > 1
                       ? ClockKind::Wall
                       : chooseClock(workload.session, workload.session, m_capabilities);
    return m;
}

Result<Measurement> AgentDevice::measure(const MeasureRequest& request) {
    const Workload workload = resolved(request.workload);
    MI_CHECK(request.protocol.check());
    MI_CHECK(checkModelFile(workload));
    MI_CHECK(checkRuntime(workload.session));
    MI_CHECK(request.cancel.check());
    return whileHeld("measure " + workload.label, request.cancel,
                     [&] { return measureHeld(request, workload); });
}

Result<Measurement> AgentDevice::measureHeld(const MeasureRequest& request,
                                             const Workload& workload) {
    report(request.progress, 0, "measuring " + workload.label);
    Measurement m = begin(request, workload);
    const auto failed = [&m](const Error& error) -> Result<Measurement> {
        if (error.code == ErrorCode::Cancelled)
            return fail(error);
        m.failure = error;
        m.validity.lower(Grade::Invalid, std::string(errorCodeName(error.code)));
        return m;
    };
    auto answer = client()->measure(agentRequest(request, workload), request.cancel);
    if (!answer)
        return failed(answer.error());
    fillTimes(m, *answer);
    fillState(m, *answer, request.pinTo, m_capabilities.cores);
    m.validity = grade(m, *answer, request.protocol.minimumRuns);
    if (request.peakMemory) {
        report(request.progress, 0.8, "peak memory of " + workload.label);
        const auto memory = client()->memory(
            {variantOf(workload), workload.inputs, 3, request.limits}, request.cancel);
        if (!memory)
            return failed(memory.error());
        m.peakMemoryBytes = memory->attributableBytes;
    }
    if (request.coldStart) {
        std::vector<double> loads{*m.loadMs}, firsts{*m.firstInferenceMs};
        while (loads.size() < 3) {
            const auto cold =
                client()->measure(coldRequest(workload, request.limits), request.cancel);
            if (!cold)
                return failed(cold.error());
            loads.push_back(cold->load.loadUs / 1000);
            firsts.push_back(cold->firstRunUs / 1000);
        }
        m.loadMs = median(std::move(loads));
        m.firstInferenceMs = median(std::move(firsts));
    }
    report(request.progress, 1, "measured " + workload.label);
    return m;
}

Result<OperatorProfile> AgentDevice::profileOperators(const Workload& asked, int runs,
                                                      const RunLimits& limits,
                                                      const CancellationToken& cancel) {
    MI_CHECK(checkProfileRuns(runs));
    const Workload workload = resolved(asked);
    MI_CHECK(checkModelFile(workload));
    MI_CHECK(checkRuntime(workload.session));
    return whileHeld("profile " + workload.label, cancel,
                     [&] { return profileHeld(workload, runs, limits, cancel); });
}

Result<OperatorProfile> AgentDevice::profileHeld(const Workload& workload, int runs,
                                                 const RunLimits& limits,
                                                 const CancellationToken& cancel) {
    OperatorProfile profile;
    profile.environment = environment(workload.session).text();
    metainfer::ProfileRequest request;
    request.variant = variantOf(workload);
    request.inputs = workload.inputs;
    request.runs = runs;
    request.limits = limits;
    MI_ASSIGN(const ProfileReport answer, client()->profile(request, cancel));
    profile.runs = answer.runs;
    for (const NodeProfile& node : answer.nodes) {
        profile.operators.push_back(operatorFromAgent(node, answer.runs));
        profile.sumUs += profile.operators.back().us;
    }
    // Profiling itself costs time, so the end-to-end time is of runs without it.
    MeasureRequest plain;
    plain.protocol.minimumRuns = kUnprofiledRuns;
    plain.limits = limits;
    MI_ASSIGN(const MeasureReport times, client()->measure(agentRequest(plain, workload), cancel));
    profile.endToEndUs = median(times.samples.wallUs);
    return profile;
}

Result<std::uint64_t> AgentDevice::peakMemory(const Workload& asked, const RunLimits& limits,
                                              const CancellationToken& cancel) {
    const Workload workload = resolved(asked);
    MI_CHECK(checkModelFile(workload));
    MI_CHECK(checkRuntime(workload.session));
    return whileHeld("peak memory " + workload.label, cancel, [&]() -> Result<std::uint64_t> {
        MI_ASSIGN(const MemoryReport answer,
                  client()->memory({variantOf(workload), workload.inputs, 3, limits}, cancel));
        return answer.attributableBytes;
    });
}

Result<ColdStart> AgentDevice::coldStart(const Workload& asked, const RunLimits& limits,
                                         const CancellationToken& cancel) {
    const Workload workload = resolved(asked);
    MI_CHECK(checkModelFile(workload));
    MI_CHECK(checkRuntime(workload.session));
    return whileHeld("cold start " + workload.label, cancel, [&]() -> Result<ColdStart> {
        MI_ASSIGN(const MeasureReport answer,
                  client()->measure(coldRequest(workload, limits), cancel));
        return ColdStart{answer.load.loadUs / 1000, answer.firstRunUs / 1000};
    });
}

} // namespace metainfer::measurement
