// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The commands, each a short path through the folders of core.
#include "engine/engine.h"

#include "base/hash.h"
#include "base/suggest.h"
#include "engine/adaptation/adaptation.h"
#include "engine/devices/device_hub.h"
#include "engine/environment_note.h"
#include "engine/event_log.h"
#include "engine/target.h"
#include "engine/tools/tool_commands.h"
#include "execution/agent_executor.h"
#include "ir/onnx_io.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <map>
#include <mutex>
#include <unistd.h>

namespace metainfer::engine {
namespace {

namespace fs = std::filesystem;

std::string utcNow() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

/// Command-line values win over the deployment's.
void applyRequest(session::Deployment& deployment, const AdaptRequest& request) {
    if (request.seed)
        deployment.search.seed = *request.seed;
    if (request.timeLimit)
        deployment.search.timeLimit = request.timeLimit;
    if (request.budget) {
        deployment.search.graph.budget.reset();
        deployment.search.graph.rounds.reset();
        deployment.search.kernel.trialsPerOp.reset();
    }
}

/// The deployment file, or, when a model is named instead, the plainest deployment of it.
Result<session::Deployment> deploymentOf(const AdaptRequest& request, const EventSink& events) {
    if (request.deployment.extension() != ".onnx") {
        if (!request.hardware.empty())
            return fail(ErrorCode::InvalidArgument,
                        "the target stands in the deployment file; another one was named beside it",
                        "Change `hardware` in " + request.deployment.string() +
                            ", or name a model (.onnx) instead of a deployment file.");
        return session::readDeployment(request.deployment);
    }
    session::Deployment deployment;
    deployment.model = request.deployment.string();
    deployment.hardware = request.hardware;
    deployment.objectives = search::Objectives::single(measurement::Metric::P50Latency);
    if (request.hardware.empty())
        deployment.device = "local";
    notify(
        events,
        Remark{Severity::Information, "plain_deployment",
               fmt::format("{} is a model, so the plainest deployment is used: {}, lowest median "
                           "latency, outputs close to the original's. Its YAML is kept in the "
                           "session, to write data and limits into",
                           request.deployment.string(),
                           request.hardware.empty() ? "this machine" : request.hardware)});
    return deployment;
}

/// A sample model brings its own data: a deployment that names none is judged on them, not on
/// noise.
void useSampleData(session::Deployment& deployment, const fs::path& model,
                   const EventSink& events) {
    if (!deployment.accuracy.calibration.empty() || !deployment.accuracy.validation.empty())
        return;
    const auto sample = session::readDeployment(model.parent_path() / "deployment.yaml");
    if (!sample || sample->accuracy.calibration.empty())
        return;
    deployment.accuracy = sample->accuracy;
    for (const auto& [name, entry] : sample->inputs)
        deployment.inputs.emplace(name, entry);
    notify(events, Remark{Severity::Information, "sample_data",
                          "the deployment names no data; using those of the sample model: " +
                              deployment.accuracy.validation});
}

session::SessionInfo newInfo(const Task& task) {
    session::SessionInfo info;
    info.createdAt = utcNow();
    info.programVersion = METAINFER_VERSION;
    info.seed = task.deployment.search.seed;
    info.modelPath = task.givenPath.string();
    info.modelHash = task.modelHash;
    info.hardwareName = task.target.profile.name;
    info.hardwareRevision = fmt::format("revision {}", task.target.profile.revision.number);
    const hardware::Environment environment = task.target.device->environment(defaultSession(task));
    info.environment = environment.toJson();
    info.environmentHash = environment.hash();
    info.deployment = task.deployment.toJson();
    info.deploymentYaml = task.deployment.toYaml();
    info.versions = {{"metainfer", METAINFER_VERSION}};
    info.id = fmt::format(
        "{}-{}-{}", task.givenPath.stem().string(), info.createdAt,
        sha256Hex(fmt::format("{}{}{}", info.createdAt, ::getpid(), info.modelHash)).substr(0, 8));
    return info;
}

/// With all that was asked beside the deployment: a search that goes on otherwise is another one.
std::string howToResume(const AdaptRequest& request, const fs::path& folder) {
    std::string command = fmt::format(
        "Go on with: metainfer adapt {}{} --out {}", request.deployment.string(),
        request.hardware.empty() ? "" : " --hardware " + request.hardware, folder.string());
    if (request.budget)
        command += fmt::format(" --budget {}", *request.budget);
    if (request.seed)
        command += fmt::format(" --seed {}", *request.seed);
    if (request.timeLimit)
        command += fmt::format(" --time-limit {}s", request.timeLimit->count());
    if (!request.useExperience)
        command += " --no-experience";
    return command + " --resume";
}

/// Where the deployment asks to run: a device by name, or a profile.
Result<std::string> targetName(const session::Deployment& deployment,
                               const DeviceCatalogue& known) {
    if (deployment.device.empty())
        return session::resolveHardware(deployment);
    const std::string device = measurement::splitDeviceName(deployment.device).device;
    std::vector<std::string> names;
    for (const KnownDevice& one : known.devices)
        if (one.kind != measurement::DeviceKind::Simulated)
            names.push_back(one.name);
    if (std::find(names.begin(), names.end(), device) == names.end())
        return fail(ErrorCode::NotFound,
                    fmt::format("{}: unknown device '{}'", deployment.file.string(), device),
                    didYouMean(device, names) +
                        " Add one with `metainfer device add user@host --name NAME`. For a profile "
                        "write `hardware:` instead of `device:`; results are then simulated.");
    return deployment.device;
}

class Engine final : public ToolCommands {
  public:
    explicit Engine(EngineOptions options)
        : ToolCommands(options)
        , m_options(std::move(options)) {}

    Result<AdaptOutcome> adapt(const AdaptRequest& request, const EventSink& events,
                               const CancellationToken& cancel) override;

  private:
    Result<experience::Store*> store() override;
    /// What people reached by hand; a device that has none yet asks for one, once.
    Status recallBaselines(Task& task, const std::string& device, const EventSink& events);
    Result<AdaptOutcome> runSession(const Task& task, session::SessionWriter& writer,
                                    const AdaptRequest& request, const EventSink& events,
                                    const CancellationToken& cancel);

    EngineOptions m_options;
    std::mutex m_mutex; ///< guards the store's opening
    std::unique_ptr<experience::Store> m_store;
};

Result<experience::Store*> Engine::store() {
    const std::lock_guard lock(m_mutex);
    if (!m_store) {
        const fs::path path =
            m_options.experience.empty() ? experience::Store::defaultPath() : m_options.experience;
        MI_CHECK(createDirectories(path.parent_path()));
        MI_ASSIGN(auto opened, experience::Store::open(path));
        m_store = std::make_unique<experience::Store>(std::move(opened));
    }
    return m_store.get();
}

Result<AdaptOutcome> Engine::runSession(const Task& task, session::SessionWriter& writer,
                                        const AdaptRequest& request, const EventSink& events,
                                        const CancellationToken& cancel) {
    experience::Store* memory = nullptr;
    if (request.useExperience) {
        if (auto opened = store())
            memory = *opened;
        else
            notify(events, Remark{Severity::Warning, "no_experience", opened.error().text()});
    }
    if (memory)
        if (auto note = environmentNote(*memory, task.target.profile.name,
                                        task.target.device->environment(defaultSession(task))))
            notify(events, Remark{Severity::Warning, "environment_changed", std::move(*note)});
    Adaptation adaptation(task, writer, memory, request, events, cancel);
    auto outcome = adaptation.run();
    // Only now: the last steps, such as learning, may still build a candidate's file. A session
    // that failed builds them again, and a full disk needs the room to note why.
    std::error_code ignored;
    fs::remove_all(writer.folder() / "work", ignored);
    if (!outcome) {
        const bool cancelled = outcome.error().code == ErrorCode::Cancelled;
        (void)writer.setState(cancelled ? session::State::Cancelled : session::State::Failed,
                              outcome.error().text());
        std::string& hint = outcome.error().hint;
        hint += (hint.empty() ? "" : "\n  ") + howToResume(request, writer.folder());
    }
    return outcome;
}

Status Engine::recallBaselines(Task& task, const std::string& device, const EventSink& events) {
    if (task.target.simulated())
        return {};
    MI_ASSIGN(task.manual, baselineBook().list(device, task.modelHash));
    if (baselineBook().shallAsk(device))
        notify(events, Remark{Severity::Information, "no_baseline",
                              fmt::format("what people reached by hand on {0} is not known yet. To "
                                          "have it measured beside the search: metainfer baseline "
                                          "record MODEL --device {0} --mapping OPTIONS --who NAME "
                                          "(this is asked once)",
                                          device)});
    return {};
}

/// A session that goes on in another environment says so, and measures again: ratios of two
/// environments do not belong into one decision.
Status compareEnvironments(session::SessionWriter& writer, const Task& task,
                           const EventSink& events) {
    const hardware::Environment now = task.target.device->environment(defaultSession(task));
    session::SessionInfo info = writer.info();
    if (info.environmentHash == now.hash())
        return {};
    const auto before = hardware::Environment::fromJson(info.environment);
    std::vector<std::string> changes;
    for (const auto& change : hardware::differences(before.value_or(hardware::Environment{}), now))
        changes.push_back(fmt::format("{}: {} -> {}", change.field, change.left, change.right));
    const auto searched =
        std::count_if(writer.content().measurements.begin(), writer.content().measurements.end(),
                      [](const auto& line) { return line.kind == "comparison"; });
    const std::string text = fmt::format(
        "the environment changed since the session in {} was begun ({}). Its {} earlier "
        "comparisons are kept in the record but not reused: candidates are measured again",
        writer.folder().string(), fmt::join(changes, "; "), searched);
    notify(events, Remark{Severity::Warning, "environment_changed", text});
    MI_CHECK(writer.log(text));
    if (!info.extra.is_object() || !info.extra.contains("earlier_environments"))
        info.extra["earlier_environments"] = Json::array();
    info.extra["earlier_environments"].push_back(
        {{"hash", info.environmentHash}, {"environment", info.environment}});
    info.environment = now.toJson();
    info.environmentHash = now.hash();
    return writer.updateInfo(info);
}

Result<AdaptOutcome> Engine::adapt(const AdaptRequest& request, const EventSink& sink,
                                   const CancellationToken& cancel) {
    EventLog log(sink);
    const EventSink events = [&log](const Event& event) { log.take(event); };
    const auto listener = std::make_shared<DeviceListener>(events);
    notify(events, StageStarted{Stage::Loading, 0});
    MI_ASSIGN(auto deployment, deploymentOf(request, events));
    for (const std::string& warning : deployment.warnings)
        notify(events, Remark{Severity::Warning, "deployment", warning});
    applyRequest(deployment, request);
    fs::path out = request.out;
    if (out.empty())
        out = fs::path(request.deployment.stem().string() + "-session");
    if (!request.resume && session::isSessionFolder(out))
        return fail(ErrorCode::Conflict, out.string() + " already holds a session",
                    "Go on with --resume, or choose another folder with --out.");
    if (request.resume && !session::isSessionFolder(out))
        return fail(ErrorCode::NotFound, out.string() + " holds no session to resume",
                    "Name the session's folder with --out, or leave --resume away.");
    MI_ASSIGN(const std::string name, targetName(deployment, devices()));
    // The model first: its mistakes are found without starting a device.
    MI_ASSIGN(const fs::path model, session::resolveModel(deployment));
    useSampleData(deployment, model, events);
    auto found = hub().open(name, listener, cancel);
    if (!found)
        return failWith(found.error(),
                        "while opening the target of " + request.deployment.string());
    MI_ASSIGN(Task task, prepareTask(std::move(deployment), std::move(*found), events, cancel));
    MI_CHECK(recallBaselines(task, name, events));
    auto writer = request.resume ? session::SessionWriter::resume(out)
                                 : session::SessionWriter::create(out, newInfo(task));
    if (!writer)
        return fail(writer.error());
    if (request.resume && writer->info().modelHash != task.modelHash)
        return fail(ErrorCode::Conflict,
                    "the model changed since the session in " + out.string() + " was begun",
                    "Begin a new session in another folder.");
    const std::string before = summaryOf(log.open(out, request));
    if (!before.empty())
        notify(events, Remark{Severity::Information, "resumed", before});
    if (request.resume)
        MI_CHECK(compareEnvironments(*writer, task, events));
    return runSession(task, *writer, request, events, cancel);
}

} // namespace

std::unique_ptr<Commands> createEngine(EngineOptions options) {
    return std::make_unique<Engine>(std::move(options));
}

} // namespace metainfer::engine
