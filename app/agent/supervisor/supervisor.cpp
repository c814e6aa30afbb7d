// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The loop, and the requests that the supervisor answers itself.
#include "supervisor.h"

#include "execution/agent_codec.h"
#include "execution/machine.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <fmt/format.h>

namespace metainfer::agent {

namespace {

constexpr std::size_t kLongestLine = 64u << 20;

} // namespace

Supervisor::Supervisor(SupervisorSettings settings)
    : m_settings(std::move(settings))
    , m_blobs(m_settings.blobs, m_settings.blobLimitBytes) {
    m_blobs.setInUse([this](const std::string& hash) { return isBlobInUse(hash); });
}

bool Supervisor::isBlobInUse(const std::string& hash) const {
    const auto names = [&](const Job& job) { return dumpJson(job.params).find(hash) != hash.npos; };
    return std::any_of(m_queue.begin(), m_queue.end(), names) ||
           std::any_of(m_runners.begin(), m_runners.end(), [&](const RunnerProcess& runner) {
               return runner.job() && names(*runner.job());
           });
}

int Supervisor::serve(const volatile bool& stop) {
    fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK);
    while (!stop && !m_isClientGone) {
        startQueuedJobs();
        waitForEvents();
        if (!readRequests())
            break;
        collectAnswers();
        checkLimits();
        dropIdleRunners();
    }
    m_runners.clear(); // kills and reaps
    return 0;
}

bool Supervisor::readRequests() {
    char buffer[65536];
    bool isOpen = true;
    for (;;) {
        const ssize_t got = read(STDIN_FILENO, buffer, sizeof(buffer));
        if (got > 0) {
            m_input.append(buffer, static_cast<std::size_t>(got));
            continue;
        }
        isOpen = got < 0 && (errno == EAGAIN || errno == EINTR);
        break;
    }
    std::size_t start = 0;
    for (std::size_t end; (end = m_input.find('\n', start)) != m_input.npos; start = end + 1)
        handleLine(m_input.substr(start, end - start));
    m_input.erase(0, start);
    if (m_input.size() > kLongestLine) {
        answerError(nullptr, {ErrorCode::InvalidArgument,
                              "a request is longer than 64 MiB",
                              "send blobs in chunks",
                              {}});
        return false;
    }
    return isOpen;
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
    auto job = makeJob(*request, m_settings.defaultMemoryLimit);
    const Json id = jsonValue(*request, "id", Json(nullptr));
    if (!job)
        return answerError(id, job.error());
    if (const auto resolved = m_blobs.resolve(job->params); !resolved)
        return answerError(id, resolved.error());
    if (!job->facts->runner.empty()) {
        m_queue.push_back(std::move(*job));
        return;
    }
    auto result = handleOwn(*job);
    if (result)
        answerOk(id, std::move(*result));
    else
        answerError(id, result.error());
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
    return m_blobs.commit(job.params);
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
    Json json = toJson(hello);
    json["inventory"] = toJson(describeMachine());
    return json;
}

Result<Json> Supervisor::cancel(const Json& params) {
    const Json target = jsonValue(params, "target", Json(nullptr));
    const Error cancelled{ErrorCode::Cancelled, "cancelled", {}, {}};
    const auto queued = std::find_if(m_queue.begin(), m_queue.end(),
                                     [&](const Job& job) { return job.id == target; });
    if (queued != m_queue.end()) {
        m_queue.erase(queued);
        answerError(target, cancelled);
        return Json{{"found", true}};
    }
    for (auto it = m_runners.begin(); it != m_runners.end(); ++it)
        if (it->job() && it->job()->id == target) {
            endJob(it, cancelled);
            return Json{{"found", true}};
        }
    return Json{{"found", false}}; // finished meanwhile: no error
}

void Supervisor::passOn(const Job& job, std::string_view type, const std::string& line) {
    if (job.method != "inventory" || type != "ok")
        return writeLine(line);
    // The runner knows the runtimes, the supervisor the machine.
    const auto answer = parseJson(line, "runner");
    if (!answer)
        return answerError(job.id, answer.error());
    Json whole = toJson(describeMachine());
    whole["runtimes"] = (*answer)["result"]["runtimes"];
    answerOk(job.id, std::move(whole));
}

void Supervisor::answerOk(const Json& id, Json result) {
    Json answer;
    answer["id"] = id;
    answer["type"] = "ok";
    answer["result"] = std::move(result);
    writeLine(dumpJson(answer));
}

void Supervisor::answerError(const Json& id, const Error& error) {
    Json answer;
    answer["id"] = id;
    answer["type"] = "error";
    answer["error"] = errorToJson(error);
    writeLine(dumpJson(answer));
}

void Supervisor::writeLine(const std::string& line) {
    if (!writeAll(STDOUT_FILENO, line + "\n"))
        m_isClientGone = true;
}

} // namespace metainfer::agent
