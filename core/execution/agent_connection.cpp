// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Requests and answers over the agent's pipes.
#include "execution/agent_connection.h"

#include "execution/agent_codec.h"

#include <cerrno>
#include <filesystem>

#include <unistd.h>

#include <fmt/format.h>

namespace metainfer {

namespace {

// How often a waiting call looks at its cancellation token.
constexpr std::chrono::milliseconds kCancelInterval{20};
// The agent answers a passed deadline itself; this much later it counts as lost.
constexpr std::chrono::seconds kGrace{10};

} // namespace

Result<std::shared_ptr<AgentConnection>> AgentConnection::open(const AgentCommand& command) {
    SpawnOptions options;
    options.arguments = command.arguments;
    options.environment = command.environment;
    options.pipeStderr = false; // the agent is silent unless it cannot start
    MI_ASSIGN(Subprocess process, Subprocess::spawn(options));
    std::shared_ptr<AgentConnection> connection(new AgentConnection(std::move(process)));
    connection->m_reader = std::thread([raw = connection.get()] { raw->readLoop(); });
    return connection;
}

AgentConnection::~AgentConnection() {
    m_process.closeStdin(); // the agent ends its runners, removes its files and exits
    (void)endReason();
    m_process.killGroup(); // nothing when it has ended
    m_reader.join();
}

void AgentConnection::readLoop() {
    std::string buffer;
    char chunk[65536];
    for (;;) {
        const ssize_t got = read(m_process.stdoutFd(), chunk, sizeof(chunk));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        buffer.append(chunk, static_cast<std::size_t>(got));
        std::size_t start = 0;
        for (std::size_t end; (end = buffer.find('\n', start)) != buffer.npos; start = end + 1)
            dispatch(buffer.substr(start, end - start));
        buffer.erase(0, start);
    }
    noticeEnd();
}

void AgentConnection::dispatch(const std::string& line) {
    auto message = parseJson(line, "agent");
    if (!message)
        return;
    const std::lock_guard lock(m_mutex);
    const auto pending = m_pending.find(jsonValue(*message, "id", std::int64_t{-1}));
    if (pending == m_pending.end())
        return; // its caller has given up
    pending->second.messages.push_back(std::move(*message));
    m_arrived.notify_all();
}

void AgentConnection::noticeEnd() {
    const std::lock_guard lock(m_mutex);
    m_lost = true;
    m_arrived.notify_all();
}

std::string AgentConnection::endReason() {
    const std::lock_guard lock(m_endMutex);
    const auto exit = m_process.wait(std::chrono::seconds(5));
    if (!exit)
        return "its output ended";
    if (exit->bySignal) {
        std::error_code error;
        const auto base = std::filesystem::temp_directory_path(error);
        if (!error)
            std::filesystem::remove_all(base / fmt::format("metainfer-agent-{}", m_process.pid()),
                                        error);
    }
    return exit->text();
}

Error AgentConnection::lostError() {
    return {ErrorCode::DeviceLost,
            fmt::format("the agent ended ({})", endReason()),
            "the next request starts it again; if this repeats, run `metainfer doctor`",
            {}};
}

Status AgentConnection::send(const Json& request) {
    const std::lock_guard lock(m_writeMutex);
    return writeAll(m_process.stdinFd(), dumpJson(request) + "\n");
}

Result<Json> AgentConnection::call(std::string_view method, const Json& params,
                                   std::chrono::milliseconds timeout,
                                   const CancellationToken& cancel,
                                   const AgentClient::JsonProgress& progress) {
    MI_CHECK(cancel.check());
    const std::int64_t id = m_nextId++;
    {
        const std::lock_guard lock(m_mutex);
        m_pending[id] = {};
    }
    Json request;
    request["id"] = id;
    request["method"] = method;
    request["params"] = params;
    request["deadline_ms"] = timeout.count();
    const Status sent = send(request);
    const auto lastMoment = std::chrono::steady_clock::now() + timeout + kGrace;
    bool cancelSent = false;
    std::unique_lock lock(m_mutex);
    for (;;) {
        std::vector<Json> messages;
        messages.swap(m_pending[id].messages);
        for (const Json& message : messages) {
            const std::string type = jsonValue(message, "type", std::string());
            if (type == "progress") {
                lock.unlock();
                if (progress)
                    progress(jsonValue(message, "data", Json::object()));
                lock.lock();
                continue;
            }
            m_pending.erase(id);
            if (type == "ok")
                return jsonValue(message, "result", Json::object());
            return fail(errorFromJson(jsonValue(message, "error", Json::object())));
        }
        if (!messages.empty())
            continue;
        if (m_lost || !sent) {
            m_pending.erase(id);
            lock.unlock();
            return fail(lostError());
        }
        if (std::chrono::steady_clock::now() > lastMoment) {
            m_pending.erase(id);
            return fail(ErrorCode::DeviceLost,
                        fmt::format("the agent does not answer to `{}`", method),
                        "check the machine's load, and that the agent is not stopped");
        }
        if (cancel.isCancelled() && !cancelSent) {
            cancelSent = true;
            lock.unlock();
            (void)send({{"id", m_nextId++}, {"method", "cancel"}, {"params", {{"target", id}}}});
            lock.lock();
            continue;
        }
        m_arrived.wait_for(lock, kCancelInterval);
    }
}

} // namespace metainfer
