// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The loop, and the requests that the supervisor answers itself.
#include "supervisor.h"

#include "execution/agent_codec.h"
#include "execution/machine.h"

#include <algorithm>
#include <random>

#include <unistd.h>

#include <fmt/format.h>

namespace metainfer::agent {

namespace {

constexpr std::size_t kMostBacklog = 8u << 20; ///< progress is left out beyond it

/// Another text at each start of an agent, whatever the device's clock says.
std::string freshInstance() {
    std::random_device random;
    return fmt::format("{}-{:08x}{:08x}", getpid(), random(), random());
}

} // namespace

Supervisor::Supervisor(SupervisorSettings settings, std::optional<SessionSocket> socket)
    : m_settings(std::move(settings))
    , m_socket(std::move(socket))
    , m_instance(freshInstance())
    , m_blobs(m_settings.blobs, m_settings.blobLimitBytes)
    , m_bundles(m_settings.blobs)
    , m_files(m_settings.work / "files")
    , m_power(m_settings.sysfs, m_settings.notes)
    , m_locks(m_settings.lockFile,
              {[this](const Job& job) { grantLock(job); },
               [this](const Job& job, const LockOwner& holder, int place) {
                   writeLine(
                       dumpJson(Json{{"id", job.id},
                                     {"type", "progress"},
                                     {"data", {{"holder", toJson(holder)}, {"place", place}}}}));
               },
               [this](const Job& job, const Error& error) { answerError(job.id, error); }})
    , m_commands(m_settings.work / "commands", m_files,
                 {[this](const Job& job, Json result) { answerOk(job.id, std::move(result)); },
                  [this](const Job& job, const Error& error) { answerError(job.id, error); }}) {
    m_blobs.setInUse([this](const std::string& hash) { return isBlobInUse(hash); });
    if (!m_socket)
        m_client = ClientStream::overStandardStreams();
}

bool Supervisor::isBlobInUse(const std::string& hash) const {
    const auto names = [&](const Job& job) { return dumpJson(job.params).find(hash) != hash.npos; };
    return std::any_of(m_queue.begin(), m_queue.end(), names) ||
           std::any_of(m_runners.begin(), m_runners.end(), [&](const RunnerProcess& runner) {
               return runner.job() && names(*runner.job());
           });
}

int Supervisor::serve(const volatile bool& stop) {
    while (!stop && !m_isEnding) {
        startQueuedJobs();
        waitForEvents();
        acceptClients();
        readRequests();
        collectAnswers();
        m_commands.step();
        m_locks.step();
        stepRehashes();
        checkLimits();
        dropIdleRunners();
        checkAbsence();
    }
    m_runners.clear(); // kills and reaps
    m_commands.clear();
    m_power.restore();
    if (m_socket)
        m_socket->remove();
    return 0;
}

void Supervisor::readRequests() {
    if (!m_client.isOpen())
        return;
    const bool isOpen =
        m_client.flush() && m_client.read([this](const std::string& line) { handleLine(line); });
    if (m_client.isFlooded())
        answerError(nullptr, {ErrorCode::InvalidArgument,
                              "a request is longer than 64 MiB",
                              "send blobs in chunks",
                              {}});
    if (!isOpen)
        loseClient();
}

void Supervisor::handleLine(const std::string& line) {
    const auto request = parseJson(line, "request");
    if (!request || !request->is_object()) {
        answerError(nullptr, {ErrorCode::InvalidArgument,
                              "a request is not a JSON object",
                              "send one JSON object a line",
                              {}});
        return;
    }
    const Json got = jsonValue(*request, "ack", Json::array());
    if (got.is_array() && !got.empty())
        m_kept.drop(std::vector<Json>(got.begin(), got.end()));
    auto job = makeJob(*request, m_settings.defaultMemoryLimit);
    const Json id = jsonValue(*request, "id", Json(nullptr));
    if (isRepeated(id))
        return;
    if (!job)
        return answerError(id, job.error());
    if (const auto resolved = resolveFiles(*job); !resolved)
        return answerError(id, resolved.error());
    if (job->method == "inventory")
        return queueInventory(*job);
    if (!job->facts->runner.empty()) {
        m_queue.push_back(std::move(*job));
        return;
    }
    if (beginOwn(*job))
        return;
    auto result = handleOwn(*job);
    if (result)
        answerOk(id, std::move(*result));
    else
        answerError(id, result.error());
}

Status Supervisor::resolveFiles(Job& job) {
    if (job.method.starts_with("blob") || job.method.starts_with("file_"))
        return {}; // these name files themselves
    MI_CHECK(m_blobs.resolve(job.params));
    MI_ASSIGN(job.files, m_files.resolve(job.params));
    MI_CHECK(m_bundles.resolve(job.params));
    job.updateSessionKey();
    return {};
}

bool Supervisor::beginOwn(Job& job) {
    if (job.method == "resume") {
        resume(job);
    } else if (job.method == "lock") {
        m_locks.ask(std::move(job));
    } else if (job.method == "exec") {
        m_commands.start(std::move(job));
    } else if (job.method == "blob_has" && jsonValue(job.params, "resume", false)) {
        auto rehash = m_blobs.beginRehash(jsonValue(job.params, "sha256", std::string()));
        if (!rehash)
            return false;
        m_rehashes.emplace_back(std::move(job), std::move(*rehash));
    } else {
        return false;
    }
    return true;
}

void Supervisor::stepRehashes() {
    for (auto it = m_rehashes.begin(); it != m_rehashes.end();) {
        if (!m_blobs.stepRehash(it->second)) {
            ++it;
            continue;
        }
        const Job job = std::move(it->first);
        it = m_rehashes.erase(it);
        if (auto told = m_blobs.has(job.params))
            answerOk(job.id, std::move(*told));
        else
            answerError(job.id, told.error());
    }
}

Result<Json> Supervisor::handleDevice(const Job& job) {
    if (job.method == "telemetry")
        return m_facts.telemetry(isTimedRunGoingOn());
    if (job.method == "environment")
        return m_facts.environment();
    if (job.method == "caches")
        return m_facts.caches();
    if (job.method == "lock_state")
        return m_locks.state();
    if (job.method == "unlock")
        return Json{{"found", releaseLock(jsonValue(job.params, "token", Json()))}};
    return setPowerMode(job.params);
}

/// {mode} -> {governor, profile, choices}; without a mode, as it was found.
Result<Json> Supervisor::setPowerMode(const Json& params) {
    const std::string mode = jsonValue(params, "mode", std::string());
    if (mode.empty())
        m_power.restore();
    else
        MI_CHECK(m_power.set(mode));
    return m_power.state();
}

Result<Json> Supervisor::handleOwn(const Job& job) {
    if (job.method == "hello")
        return hello(job.params);
    if (job.method == "cancel")
        return cancel(job.params);
    if (job.method == "machine_state")
        return toJson(readMachineState());
    if (job.method == "blob_has")
        return m_blobs.has(job.params);
    if (job.method == "blob_put")
        return m_blobs.put(job.params);
    if (job.method == "blob_chunk")
        return m_blobs.chunk(job.params);
    if (job.method == "blob_usage")
        return m_blobs.usage();
    if (job.method == "blobs_missing")
        return m_blobs.missing(job.params);
    if (job.method == "blobs_put")
        return m_blobs.putMany(job.params);
    if (job.method == "blob_commit")
        return m_blobs.commit(job.params);
    if (job.method == "file_read")
        return m_files.read(job.params);
    if (job.method == "file_drop")
        return m_files.drop(job.params);
    if (job.method == "bye")
        m_isEnding = true;
    if (job.method == "bye" || job.method == "ping")
        return Json::object();
    return handleDevice(job);
}

Result<Json> Supervisor::hello(const Json& params) const {
    const int major = jsonValue(params, "protocol_major", kProtocolMajor);
    if (major != kProtocolMajor)
        return fail(ErrorCode::VersionMismatch,
                    fmt::format("the agent speaks protocol {}.{}, the program {}.x", kProtocolMajor,
                                kProtocolMinor, major),
                    "install the same version on both sides");
    AgentHello hello;
    hello.protocolMajor = kProtocolMajor;
    hello.protocolMinor = kProtocolMinor;
    hello.agentVersion = METAINFER_VERSION;
    hello.capabilities = methodNames();
    hello.defaultMemoryLimit = m_settings.defaultMemoryLimit;
    hello.maxRunners = static_cast<int>(m_settings.maxRunners);
    hello.instance = m_instance;
    Json json = toJson(hello);
    json["inventory"] = toJson(describeMachine());
    return json;
}

Result<Json> Supervisor::cancel(const Json& params) {
    const Json target = jsonValue(params, "target", Json(nullptr));
    const Error cancelled{ErrorCode::Cancelled, "cancelled", {}, {}};
    if (!endRequest(target))
        return Json{{"found", false}}; // finished meanwhile: no error
    answerError(target, cancelled);
    return Json{{"found", true}};
}

void Supervisor::passOn(const Job& job, std::string_view type, const std::string& line) {
    if (type == "progress")
        return writeLine(line);
    if (job.method != "inventory")
        return writeFinal(job.id, line);
    const auto answer = parseJson(line, "runner");
    if (!answer)
        addInventory(job, fail(answer.error()));
    else if (type == "ok")
        addInventory(job, jsonValue(*answer, "result", Json::object()));
    else
        addInventory(job, fail(errorFromJson(jsonValue(*answer, "error", Json::object()))));
}

void Supervisor::queueInventory(const Job& job) {
    std::vector<Job> jobs;
    for (const MethodFacts* facts : runnersOfMethod(job.method)) {
        // The first runner belongs to every agent; that others were left out is no error.
        std::error_code error;
        if (!jobs.empty() && !std::filesystem::exists(programOf(facts->runner), error))
            continue;
        jobs.push_back(job);
        jobs.back().facts = facts;
    }
    m_inventories.expect(job.id, jobs.size());
    std::move(jobs.begin(), jobs.end(), std::back_inserter(m_queue));
}

/// The runners know the runtimes, the supervisor the machine.
void Supervisor::addInventory(const Job& job, Result<Json> part) {
    auto merged = m_inventories.add(job.id, job.facts->runner, std::move(part));
    if (!merged)
        return;
    if (!*merged)
        return answerError(job.id, merged->error());
    Json whole = toJson(describeMachine());
    whole["runtimes"] = (**merged)["runtimes"];
    answerOk(job.id, std::move(whole));
}

void Supervisor::answerJob(const Job& job, const Error& error) {
    if (job.method == "inventory")
        addInventory(job, fail(error));
    else
        answerError(job.id, error);
}

std::filesystem::path Supervisor::programOf(std::string_view runner) const {
    return m_settings.runnerFolder / fmt::format("metainfer-runner-{}", runner);
}

void Supervisor::answerOk(const Json& id, Json result) {
    Json answer;
    answer["id"] = id;
    answer["type"] = "ok";
    answer["result"] = std::move(result);
    writeFinal(id, dumpJson(answer));
}

void Supervisor::answerError(const Json& id, const Error& error) {
    Json answer;
    answer["id"] = id;
    answer["type"] = "error";
    answer["error"] = errorToJson(error);
    writeFinal(id, dumpJson(answer));
}

void Supervisor::writeFinal(const Json& id, const std::string& line) {
    if (m_socket)
        m_kept.add(id, line);
    if (m_client.isOpen() && !m_client.write(line))
        loseClient();
}

/// Progress: nobody needs it later.
void Supervisor::writeLine(const std::string& line) {
    if (m_client.isOpen() && m_client.backlog() < kMostBacklog && !m_client.write(line))
        loseClient();
}

} // namespace metainfer::agent
