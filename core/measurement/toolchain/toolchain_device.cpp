// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Measurements, profiles and memory of one workload through a tool.
#include "measurement/toolchain/toolchain_device.h"

#include "base/hash.h"
#include "execution/machine.h"
#include "measurement/agent_values.h"
#include "measurement/local_device.h"
#include "measurement/measuring_rules.h"
#include "measurement/time_text.h"
#include "measurement/toolchain/agent_command_runner.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include <fmt/format.h>

namespace metainfer::measurement {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kToolRuns = 3; // of a tool that tells of its runs together only
constexpr int kMostToolRuns = 20;
constexpr int kUnprofiledRuns = 11; // enough for a median

Capabilities capabilitiesOf(const Adapter& adapter, const std::string& version, int cores) {
    Capabilities capabilities;
    // `runtime` is always there: an empty list would mean that every key counts.
    capabilities.mappingKeys = {"runtime"};
    for (const auto& [key, mapping] : adapter.mapping)
        capabilities.mappingKeys.push_back(key);
    capabilities.runtimes = {version.empty() ? adapter.name : adapter.name + "@" + version};
    capabilities.cores = cores;
    capabilities.measures = !adapter.estimates;
    capabilities.operatorProfiles = !adapter.profile.empty();
    capabilities.peakMemory = !adapter.memory.empty();
    capabilities.coldStart = bool(adapter.coldReader.load) && bool(adapter.coldReader.first);
    const auto names = adapter.latencyReader.samples.names();
    capabilities.cpuClock = std::find(names.begin(), names.end(), "cpu") != names.end();
    return capabilities;
}

Error notOffered(const Adapter& adapter, const char* what) {
    return {ErrorCode::Unsupported,
            fmt::format("{} tells nothing of {}", adapter.label(), what),
            fmt::format("the adapter `{}` does not read it", adapter.name),
            {}};
}

class Hold final : public DeviceHold {
  public:
    explicit Hold(MachineLock lock)
        : m_lock(std::move(lock)) {}

  private:
    MachineLock m_lock;
};

} // namespace

ToolchainDevice::ToolchainDevice(std::shared_ptr<ToolDriver> driver, Options options,
                                 std::string version, int cores)
    : m_options(std::move(options))
    , m_driver(std::move(driver))
    , m_version(std::move(version))
    , m_capabilities(capabilitiesOf(m_driver->adapter(), m_version, cores))
    , m_executor(m_driver, m_options.numerics) {}

Result<std::unique_ptr<ToolchainDevice>> ToolchainDevice::create(Adapter adapter, Options options) {
    if (options.name.empty())
        options.name = adapter.name;
    if (options.workFolder.empty()) {
        std::string folder = options.name;
        std::replace(folder.begin(), folder.end(), ':', '-');
        options.workFolder = toolCacheFolder() / "toolchains" / folder;
    }
    std::shared_ptr<CommandRunner> runner;
    int cores = 0;
    if (options.host) {
        const auto agent = options.host->agent();
        if (!agent)
            return fail(ErrorCode::Unsupported,
                        fmt::format("{} runs no commands", options.host->name()),
                        "name this machine or one that is reached over SSH");
        MI_ASSIGN(runner, AgentCommandRunner::create(agent, adapter, options.workFolder));
        cores = options.host->capabilities().cores;
    } else {
        runner = std::make_shared<LocalCommandRunner>();
        cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    }
    auto driver = std::make_shared<ToolDriver>(
        std::move(adapter), ToolDriver::Options{options.workFolder, std::move(runner), cores});
    MI_ASSIGN(std::string version, driver->version({}));
    return std::unique_ptr<ToolchainDevice>(
        new ToolchainDevice(std::move(driver), std::move(options), std::move(version), cores));
}

hardware::Environment ToolchainDevice::environment(const SessionOptions&) {
    const std::lock_guard guard(m_mutex);
    if (m_environment)
        return *m_environment;
    hardware::RuntimeFacts facts;
    facts.name = adapter().name;
    facts.version = m_version;
    hardware::Environment environment =
        m_options.host ? m_options.host->environment({}) : hardware::readLocalEnvironment(facts);
    const fs::path library = m_driver->library();
    const auto hash =
        library.empty() ? Result<std::string>("") : m_driver->runner().sha256(library);
    environment.runtimeSha256 = hash ? *hash : "";
    environment.device = name();
    environment.runtime = m_capabilities.runtimes.front();
    // The adapter decides which flags the tool gets, as a build decides for a library.
    environment.runtimeBuild = "adapter " + adapter().hash.substr(0, 16);
    m_environment = environment;
    return environment;
}

Result<hardware::Telemetry> ToolchainDevice::telemetry() {
    return m_options.host ? m_options.host->telemetry() : Device::telemetry();
}

Result<std::vector<CacheLevel>> ToolchainDevice::caches() {
    return m_options.host ? m_options.host->caches() : Device::caches();
}

Status ToolchainDevice::setPowerMode(const std::string& mode) {
    return m_options.host ? m_options.host->setPowerMode(mode) : Device::setPowerMode(mode);
}

Result<DeviceQueue> ToolchainDevice::queue() {
    if (m_options.host)
        return m_options.host->queue();
    return DeviceQueue{MachineLock::holder(m_options.lockFile),
                       MachineLock::queue(m_options.lockFile)};
}

Result<std::unique_ptr<DeviceHold>> ToolchainDevice::hold(std::string what,
                                                          const CancellationToken& cancel) {
    if (m_options.host)
        return m_options.host->hold(std::move(what), cancel);
    MI_ASSIGN(MachineLock held, MachineLock::acquire(m_options.lockFile, std::move(what), cancel,
                                                     m_options.lockTimeout, m_options.onWait));
    return std::make_unique<Hold>(std::move(held));
}

Status ToolchainDevice::checkWorkload(const Workload& workload) const {
    MI_CHECK(checkModelFile(workload));
    // The default of session options stands for whatever a device runs models with.
    const SessionOptions& session = workload.session;
    const bool ours = session.runtime == adapter().name || session.runtime == "onnxruntime";
    const bool version = session.runtimeVersion.empty() || session.runtime != adapter().name ||
                         session.runtimeVersion == m_version;
    if (!ours || !version)
        return fail(ErrorCode::Unsupported,
                    fmt::format("runtime {}{}{} is not on this device", session.runtime,
                                session.runtimeVersion.empty() ? "" : "@", session.runtimeVersion),
                    "available: " + m_capabilities.runtimes.front());
    return {};
}

Result<ToolchainDevice::Turn> ToolchainDevice::turn(const Workload& workload, const ToolPlan& plan,
                                                    const RunLimits& limits,
                                                    const std::vector<int>& pinTo,
                                                    const CancellationToken& cancel) {
    const bool local = m_driver->runner().isLocal();
    double busy = 0, steal = 0, busyAfter = 0, stealAfter = 0;
    const bool before = local && readCpuTimes(busy, steal);
    const auto begin = std::chrono::steady_clock::now();
    MI_ASSIGN(ToolRun run, m_driver->run(ToolMode::Latency, workload.model, workload.session,
                                         {workload.inputs}, plan, limits, pinTo, cancel));
    Turn turn;
    MI_ASSIGN(turn.times, readLatency(adapter(), run.output));
    turn.wallUs =
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
    if (before && readCpuTimes(busyAfter, stealAfter)) {
        turn.foreignCpuUs = std::max(0.0, busyAfter - busy - run.output.cpuSeconds * 1e6);
        turn.stealUs = stealAfter - steal;
    }
    turn.output = std::move(run.output);
    // What reads files of the run's folder is done before that goes.
    if (m_capabilities.coldStart)
        if (const auto cold = readColdStart(adapter(), turn.output))
            turn.cold = *cold;
    return turn;
}

/// All timed runs of a measurement.
struct ToolchainDevice::Sampled {
    std::vector<double> wallUs, cpuUs;
    std::optional<ColdStart> cold;
    bool summary = false;
    int behind = 0; ///< timed runs behind the samples, where they are summaries
    double elapsedUs = 0, ownCpuUs = 0;
};

/// Runs the tool until the protocol has its runs and its time.
Result<ToolchainDevice::Sampled> ToolchainDevice::sample(const MeasureRequest& request) {
    Sampled all;
    ToolPlan plan = ToolPlan::of(request.protocol);
    const auto enough = [&] {
        double total = 0;
        for (const double us : all.wallUs)
            total += us;
        if (all.summary)
            return all.wallUs.size() >= kToolRuns || !m_capabilities.measures;
        return static_cast<int>(all.wallUs.size()) >= request.protocol.minimumRuns &&
               total >= request.protocol.minimumSeconds * 1e6;
    };
    for (int runs = 0; runs == 0 || (runs < kMostToolRuns && !enough()); ++runs) {
        MI_ASSIGN(const Turn turn, this->turn(request.workload, plan, request.limits, request.pinTo,
                                              request.cancel));
        all.summary = turn.times.summary;
        all.behind += turn.times.count.value_or(plan.iterations);
        all.wallUs.insert(all.wallUs.end(), turn.times.wallUs.begin(), turn.times.wallUs.end());
        all.cpuUs.insert(all.cpuUs.end(), turn.times.cpuUs.begin(), turn.times.cpuUs.end());
        all.elapsedUs += turn.wallUs;
        all.ownCpuUs += turn.output.cpuSeconds * 1e6;
        if (!all.cold)
            all.cold = turn.cold;
        if (all.elapsedUs > (request.protocol.maximumSeconds + 60) * 1e6)
            break;
        // A tool that takes a count only is asked for as many as are missing.
        const double us = std::max(1.0, median(turn.times.wallUs));
        const double wanted = request.protocol.minimumSeconds * 1e6 / us;
        plan.iterations = static_cast<int>(
            std::clamp(wanted, static_cast<double>(plan.iterations),
                       static_cast<double>(std::max(plan.iterations, plan.mostIterations))));
        report(request.progress, std::min(0.9, 0.3 * (runs + 1)),
               fmt::format("run {} of {}", runs + 1, adapter().label()));
    }
    return all;
}

Result<Measurement> ToolchainDevice::measure(const MeasureRequest& request) {
    const Workload& workload = request.workload;
    MI_CHECK(request.protocol.check());
    MI_CHECK(checkWorkload(workload));
    if (request.instances != 1)
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: a tool runs one instance of a model", name()),
                    "set instances to 1");
    MI_CHECK(request.cancel.check());
    Measurement m;
    m.environment = environment(workload.session).text();
    MI_ASSIGN(const auto held, hold("measure " + workload.label, request.cancel));
    report(request.progress, 0, "measuring " + workload.label);
    m.id = freshId("m");
    m.label = workload.label;
    m.device = name();
    m.source = m_capabilities.measures ? NumberSource::Measured : NumberSource::Simulated;
    m.protocol = request.protocol.name;
    m.batch = workload.batch;
    m.startedAt = utcNow();
    m.modelBytes = modelFileBytes(workload.model);
    m.ratioClock = chooseClock(workload.session, workload.session, m_capabilities);
    m.runtimeLibrary = m_driver->library().string();
    const auto failed = [&m](const Error& error) -> Result<Measurement> {
        if (error.code == ErrorCode::Cancelled)
            return fail(error);
        m.failure = error;
        m.validity.lower(Grade::Invalid, std::string(errorCodeName(error.code)));
        return m;
    };
    if (const Status supported = checkSupport(adapter(), workload.model); !supported)
        return failed(supported.error());
    const auto before = readMachineState();
    auto sampled = sample(request);
    if (!sampled)
        return failed(sampled.error());
    const auto after = readMachineState();
    m.wall = summarize(std::move(sampled->wallUs));
    m.cpu = summarize(std::move(sampled->cpuUs));
    m.requestsPerSecond = m.wall.mean > 0 ? 1e6 / m.wall.mean : 0;
    m.samplesPerSecond = m.requestsPerSecond * m.batch;
    GradeEvidence evidence;
    evidence.samples = m.wall.n();
    evidence.minimumSamples =
        sampled->summary ? 1 : static_cast<std::size_t>(request.protocol.minimumRuns);
    evidence.cv = m.wall.cv;
    evidence.trend = trendOf(m.wall.samples);
    if (m_driver->runner().isLocal() && m_capabilities.measures) {
        m.before = fromAgent(before, request.pinTo);
        m.after = fromAgent(after, request.pinTo);
        addUsage(m.after, before, after, sampled->elapsedUs, sampled->ownCpuUs,
                 m_capabilities.cores);
        addStateEvidence(evidence, m.before, m.after);
    }
    m.validity = gradeOf(evidence);
    if (!m_capabilities.measures) {
        m.simulatedUs = Interval{m.wall.median, m.wall.median, m.wall.median};
        m.validity.lower(Grade::Noisy, "estimated by the tool, not measured");
    } else if (sampled->summary) {
        m.validity.lower(Grade::Noisy,
                         fmt::format("the tool tells of its runs together only: {} values from {} "
                                     "timed runs",
                                     m.wall.n(), sampled->behind));
    }
    if (sampled->cold) {
        m.loadMs = sampled->cold->loadMs;
        m.firstInferenceMs = sampled->cold->firstInferenceMs;
    }
    if (request.peakMemory && m_capabilities.peakMemory) {
        report(request.progress, 0.9, "peak memory of " + workload.label);
        const auto run =
            m_driver->run(ToolMode::Memory, workload.model, workload.session, {workload.inputs}, {},
                          request.limits, request.pinTo, request.cancel);
        const Result<std::uint64_t> bytes =
            run ? readMemory(adapter(), run->output) : Result<std::uint64_t>(fail(run.error()));
        if (!bytes)
            return failed(bytes.error());
        m.peakMemoryBytes = *bytes;
    }
    report(request.progress, 1, "measured " + workload.label);
    return m;
}

Result<OperatorProfile> ToolchainDevice::profileOperators(const Workload& workload, int runs,
                                                          const RunLimits& limits,
                                                          const CancellationToken& cancel) {
    MI_CHECK(checkProfileRuns(runs));
    MI_CHECK(checkWorkload(workload));
    if (!m_capabilities.operatorProfiles)
        return fail(notOffered(adapter(), "single operators"));
    OperatorProfile profile;
    profile.environment = environment(workload.session).text();
    profile.source = m_capabilities.measures ? NumberSource::Measured : NumberSource::Simulated;
    MI_ASSIGN(const auto held, hold("profile " + workload.label, cancel));
    ToolPlan plan;
    plan.iterations = plan.mostIterations = runs;
    MI_ASSIGN(const ToolRun run, m_driver->run(ToolMode::Layers, workload.model, workload.session,
                                               {workload.inputs}, plan, limits, {}, cancel));
    MI_ASSIGN(profile.operators, readLayers(adapter(), run.output, runs));
    profile.runs = runs;
    for (const OperatorTime& op : profile.operators)
        profile.sumUs += op.us;
    // Profiling itself costs time, so the end-to-end time is of runs without it.
    plan.iterations = kUnprofiledRuns;
    MI_ASSIGN(const Turn plain, turn(workload, plan, limits, {}, cancel));
    profile.endToEndUs = median(plain.times.wallUs);
    return profile;
}

Result<std::uint64_t> ToolchainDevice::peakMemory(const Workload& workload, const RunLimits& limits,
                                                  const CancellationToken& cancel) {
    MI_CHECK(checkWorkload(workload));
    if (!m_capabilities.peakMemory)
        return fail(notOffered(adapter(), "memory"));
    MI_ASSIGN(const auto held, hold("peak memory " + workload.label, cancel));
    MI_ASSIGN(const ToolRun run, m_driver->run(ToolMode::Memory, workload.model, workload.session,
                                               {workload.inputs}, {}, limits, {}, cancel));
    return readMemory(adapter(), run.output);
}

Result<ColdStart> ToolchainDevice::coldStart(const Workload& workload, const RunLimits& limits,
                                             const CancellationToken& cancel) {
    MI_CHECK(checkWorkload(workload));
    if (!m_capabilities.coldStart)
        return fail(notOffered(adapter(), "loading"));
    MI_ASSIGN(const auto held, hold("cold start " + workload.label, cancel));
    ToolPlan plan;
    plan.iterations = plan.mostIterations = 1;
    plan.warmUp = 0;
    plan.warmUpSeconds = plan.mostWarmUpSeconds = 0;
    MI_ASSIGN(const Turn cold, turn(workload, plan, limits, {}, cancel));
    if (!cold.cold)
        return fail(notOffered(adapter(), "loading in this run"));
    return *cold.cold;
}

Result<std::vector<std::string>>
ToolchainDevice::commandsFor(const Workload& workload, ToolMode mode, const ToolPlan& plan) const {
    return m_driver->commandsFor(mode, workload, plan);
}

Result<fs::path> ToolchainDevice::compiled(const Workload& workload, const RunLimits& limits,
                                           const CancellationToken& cancel) {
    MI_CHECK(checkWorkload(workload));
    if (adapter().convert.empty())
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} takes the model as it is: there is no compiled form",
                                adapter().label()),
                    "deploy the ONNX file");
    MI_ASSIGN(const fs::path artifact, m_driver->artifact(workload.model, workload.session,
                                                          workload.inputs, limits, cancel));
    MI_CHECK(m_driver->runner().download(artifact));
    return artifact;
}

} // namespace metainfer::measurement
