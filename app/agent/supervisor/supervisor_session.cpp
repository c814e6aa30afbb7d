// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The supervisor's clients: they come and go, their jobs and answers stay.
#include "supervisor.h"

#include "execution/agent_codec.h"

#include <algorithm>

#include <sys/socket.h>

#include <fmt/format.h>

namespace metainfer::agent {

namespace {

/// A lock whose client has gone is kept this long while nothing runs under it.
constexpr std::chrono::seconds kLockLease{60};

std::vector<Json> idsIn(const Json& params, const char* key) {
    const Json list = jsonValue(params, key, Json::array());
    return list.is_array() ? std::vector<Json>(list.begin(), list.end()) : std::vector<Json>();
}

bool contains(const std::vector<Json>& ids, const Json& id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

} // namespace

void Supervisor::acceptClients() {
    if (!m_socket)
        return;
    for (;;) {
        UniqueFd fd(accept4(m_socket->listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
        if (!fd)
            return;
        // The one before may be the other end of a link that nobody has noticed to be dead.
        m_client = ClientStream::over(std::move(fd));
    }
}

void Supervisor::loseClient() {
    m_client = ClientStream();
    m_clientLeft = Clock::now();
    if (!m_socket)
        m_isEnding = true;
}

bool Supervisor::isBusy() const {
    return !m_queue.empty() || m_commands.hasRunning() || !m_rehashes.empty() ||
           std::any_of(m_runners.begin(), m_runners.end(),
                       [](const RunnerProcess& runner) { return !runner.isIdle(); });
}

/// What a client that stays away loses.
void Supervisor::checkAbsence() {
    if (m_client.isOpen() || !m_socket)
        return;
    const auto away = Clock::now() - m_clientLeft;
    if (away >= m_settings.linger)
        m_isEnding = true;
    else if (away >= kLockLease && !isBusy())
        for (const Json& token : m_locks.tokens())
            releaseLock(token);
}

std::vector<Json> Supervisor::runningIds() const {
    std::vector<Json> ids = m_commands.ids();
    for (const Job& job : m_queue)
        ids.push_back(job.id);
    for (const RunnerProcess& runner : m_runners)
        if (runner.job())
            ids.push_back(runner.job()->id);
    for (const auto& [job, rehash] : m_rehashes)
        ids.push_back(job.id);
    for (const Json& id : m_locks.waitingIds())
        ids.push_back(id);
    return ids;
}

/// {pending, locks} -> {done, running, unknown, locks}: what became of the requests of a client
/// that is here again. What it does not name nobody waits for any more.
void Supervisor::resume(const Job& job) {
    const std::vector<Json> pending = idsIn(job.params, "pending");
    const std::vector<Json> wanted = idsIn(job.params, "locks");
    m_kept.keepOnly(pending);
    for (const Json& id : runningIds())
        if (!contains(pending, id))
            endRequest(id);
    for (const Json& token : m_locks.tokens())
        if (!contains(wanted, token) && !contains(pending, token)) // granted, not delivered
            releaseLock(token);
    const std::vector<Json> running = runningIds();
    Json answer{{"done", Json::array()},
                {"running", Json::array()},
                {"unknown", Json::array()},
                {"locks", Json(m_locks.tokens())}};
    std::vector<std::string> lines;
    for (const Json& id : pending) {
        const std::string* line = m_kept.find(id);
        answer[line ? "done" : contains(running, id) ? "running" : "unknown"].push_back(id);
        if (line)
            lines.push_back(*line);
    }
    answerOk(job.id, std::move(answer));
    for (const std::string& line : lines)
        if (m_client.isOpen() && !m_client.write(line))
            loseClient();
}

/// Ends a request without an answer.
bool Supervisor::endRequest(const Json& id) {
    if (m_locks.cancel(id) || m_commands.cancel(id))
        return true;
    if (std::erase_if(m_rehashes, [&](const auto& one) { return one.first.id == id; }) > 0)
        return true;
    m_inventories.forget(id);
    const bool wasQueued = std::erase_if(m_queue, [&](const Job& job) { return job.id == id; }) > 0;
    const bool ran = m_runners.remove_if([&](const RunnerProcess& runner) {
        return runner.job() && runner.job()->id == id;
    }) > 0;
    return wasQueued || ran;
}

/// A request that has come already, over a link that was cut: true when it needs no second run.
bool Supervisor::isRepeated(const Json& id) {
    if (!m_socket)
        return false;
    if (const std::string* line = m_kept.find(id)) {
        if (m_client.isOpen() && !m_client.write(*line))
            loseClient();
        return true;
    }
    return contains(runningIds(), id);
}

void Supervisor::grantLock(const Job& job) {
    Json granted{{"token", job.id}};
    const std::string mode = jsonValue(job.params, "power_mode", std::string());
    if (!mode.empty()) {
        const auto set = m_power.set(mode);
        if (set)
            m_modeOwner = job.id;
        else
            granted["power_mode_problem"] = errorToJson(set.error());
    }
    answerOk(job.id, std::move(granted));
}

bool Supervisor::releaseLock(const Json& token) {
    if (m_modeOwner && *m_modeOwner == token) {
        m_power.restore();
        m_modeOwner.reset();
    }
    return m_locks.release(token);
}

/// Of this agent or, under the machine's lock, of another one.
bool Supervisor::isTimedRunGoingOn() const {
    const bool ours = std::any_of(m_runners.begin(), m_runners.end(), [](const auto& runner) {
        return runner.job() && isTimed(runner.job()->method);
    });
    return ours || (!m_locks.holdsAny() && MachineLock::holder(m_settings.lockFile));
}

} // namespace metainfer::agent
