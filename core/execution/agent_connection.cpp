// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Requests and answers over an agent's link.
#include "execution/agent_connection.h"

#include "execution/agent_codec.h"

#include <random>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace metainfer {

namespace {

// How often a waiting call looks at its cancellation token.
constexpr std::chrono::milliseconds kCancelInterval{20};
// Written at once: a sign of life after each, so that a slow link is not taken for a dead one.
constexpr std::size_t kPiece = 64u << 10;
constexpr std::chrono::seconds kFarewell{3};
// An agent keeps fewer answers than that.
constexpr std::size_t kMostAcknowledged = 1024;

/// Ids start somewhere else in each connection: an agent that outlived the one before must not
/// take a request for an earlier one.
std::int64_t firstId() {
    std::random_device random;
    return (static_cast<std::int64_t>(random() & 0x7fffffffu) << 20) + 1;
}

} // namespace

AgentConnection::AgentConnection(AgentEndpoint endpoint)
    : m_endpoint(std::move(endpoint))
    , m_downSince(Clock::now())
    , m_lastSign(Clock::now())
    , m_nextId(firstId()) {}

Result<std::shared_ptr<AgentConnection>> AgentConnection::open(AgentEndpoint endpoint,
                                                               const CancellationToken& cancel) {
    std::shared_ptr<AgentConnection> connection(new AgentConnection(std::move(endpoint)));
    AgentConnection& self = *connection;
    if (self.m_endpoint.isResumable)
        self.m_watcher = std::thread([&self] { self.watch(); });
    self.tell(LinkState::Connecting, {});
    if (auto opened = self.openLink(cancel); !opened) {
        self.m_lost = true;
        return failWith(opened.error(),
                        fmt::format("while starting the agent {}", self.m_endpoint.name));
    }
    self.m_thread = std::thread([&self] { self.run(); });
    return connection;
}

AgentConnection::~AgentConnection() {
    std::unique_lock lock(m_mutex);
    m_isClosing = true;
    m_openCancel.cancel();
    m_wake.notify_all();
    const std::shared_ptr<AgentLink> link = m_link;
    if (m_isUp && m_endpoint.isResumable && m_hello.knows("bye")) {
        lock.unlock();
        fire("bye", Json::object());
        lock.lock();
        m_arrived.wait_for(lock, kFarewell, [this] { return m_isEnded; });
    }
    lock.unlock();
    if (link)
        link->close();
    if (m_thread.joinable())
        m_thread.join();
    if (m_watcher.joinable())
        m_watcher.join();
    if (!m_lost)
        tell(LinkState::Closed, {});
}

std::string AgentConnection::nameForMessages() const {
    return m_endpoint.isRemote ? m_endpoint.name : "this machine";
}

int AgentConnection::processId() const {
    const std::lock_guard lock(m_mutex);
    return m_link ? m_link->processId() : 0;
}

AgentHello AgentConnection::greeting() const {
    const std::lock_guard lock(m_mutex);
    return m_hello;
}

AgentConnection::Clock::duration AgentConnection::upTime() const {
    const auto now = Clock::now();
    const auto down = m_isUp ? Clock::duration(0) : now - m_downSince;
    return now.time_since_epoch() - m_downTotal - down;
}

bool AgentConnection::holdsLock(std::int64_t token) const {
    const std::lock_guard lock(m_mutex);
    return !m_lost && m_locks.contains(token);
}

void AgentConnection::unlock(std::int64_t token) {
    {
        const std::lock_guard lock(m_mutex);
        m_locks.erase(token); // while the link is down, taking the session up again tells it
    }
    fire("unlock", {{"token", token}});
}

/// Writes the request of a waiting call to the present link. What goes wrong shows in the reader.
void AgentConnection::send(std::int64_t id) {
    std::shared_ptr<AgentLink> link;
    std::string line;
    {
        const std::lock_guard lock(m_mutex);
        const auto it = m_pending.find(id);
        if (it == m_pending.end())
            return;
        link = m_link;
        line = it->second.body;
        if (!m_delivered.empty()) {
            line.insert(1, fmt::format("\"ack\":[{}],", fmt::join(m_delivered, ",")));
            m_delivered.clear();
        }
    }
    if (!link || !writeLine(*link, std::move(line)))
        if (link)
            link->close(); // the reader's business from here
}

void AgentConnection::fire(std::string_view method, Json params) {
    std::shared_ptr<AgentLink> link;
    Json request;
    {
        const std::lock_guard lock(m_mutex);
        request["id"] = m_nextId++;
        if (m_isUp)
            link = m_link;
    }
    request["method"] = method;
    request["params"] = std::move(params);
    if (link)
        (void)writeLine(*link, dumpJson(request));
}

Status AgentConnection::writeLine(AgentLink& link, std::string line) {
    line += '\n';
    const std::lock_guard writing(m_writeMutex);
    for (std::string_view rest = line; !rest.empty();) {
        const std::string_view piece = rest.substr(0, kPiece);
        MI_CHECK(link.write(piece));
        rest.remove_prefix(piece.size());
        const std::lock_guard lock(m_mutex);
        m_lastSign = Clock::now();
    }
    return {};
}

void AgentConnection::dispatch(const std::string& line) {
    auto message = parseJson(line, "agent");
    if (!message)
        return;
    const std::int64_t id = jsonValue(*message, "id", std::int64_t{-1});
    const std::string type = jsonValue(*message, "type", std::string());
    const std::lock_guard lock(m_mutex);
    if (type != "progress" && m_endpoint.isResumable && m_hello.knows("resume") &&
        m_delivered.size() < kMostAcknowledged)
        m_delivered.push_back(id);
    const auto pending = m_pending.find(id);
    if (pending == m_pending.end())
        return; // its caller has given up
    if (type == "ok" && pending->second.method == "lock")
        m_locks.insert(id);
    pending->second.messages.push_back(std::move(*message));
    m_arrived.notify_all();
}

Error AgentConnection::lostError() const {
    if (m_lostError)
        return *m_lostError;
    return {ErrorCode::DeviceLost, "the agent ended", "the next request starts it again", {}};
}

Error AgentConnection::outdatedError(std::string_view method) const {
    return {ErrorCode::Unsupported,
            fmt::format("the agent on {} is version {} (protocol {}.{}) and does not know `{}`",
                        nameForMessages(), m_hello.agentVersion, m_hello.protocolMajor,
                        m_hello.protocolMinor, method),
            "update it",
            {}};
}

Result<Json> AgentConnection::finish(const Json& message) {
    if (jsonValue(message, "type", std::string()) == "ok")
        return jsonValue(message, "result", Json::object());
    return fail(errorFromJson(jsonValue(message, "error", Json::object())));
}

Result<Json> AgentConnection::call(std::string_view method, const Json& params,
                                   std::chrono::milliseconds timeout,
                                   const CancellationToken& cancel,
                                   const AgentClient::JsonProgress& progress) {
    MI_CHECK(cancel.check());
    std::unique_lock lock(m_mutex);
    if (m_lost)
        return fail(lostError());
    if (!m_hello.knows(method))
        return fail(outdatedError(method));
    const std::int64_t id = m_nextId++;
    {
        Json request;
        request["id"] = id;
        request["method"] = method;
        request["params"] = params;
        request["deadline_ms"] = timeout.count();
        Pending pending;
        pending.method = method;
        pending.body = dumpJson(request);
        pending.timeout = timeout;
        pending.lastMoment = upTime() + timeout + kGrace;
        if (m_pending.empty())
            m_lastSign = Clock::now(); // silence counts from when somebody waits
        if (m_isUp) {
            pending.generation = m_generation;
            pending.sends = 1;
        }
        m_pending.emplace(id, std::move(pending));
    }
    if (m_isUp) {
        lock.unlock();
        send(id);
        lock.lock();
    }
    const auto give = [&](auto result) -> Result<Json> {
        m_pending.erase(id);
        return result;
    };
    bool cancelSent = false;
    for (;;) {
        std::vector<Json> messages;
        messages.swap(m_pending[id].messages);
        for (const Json& message : messages) {
            if (jsonValue(message, "type", std::string()) != "progress")
                return give(finish(message));
            lock.unlock();
            if (progress)
                progress(jsonValue(message, "data", Json::object()));
            lock.lock();
        }
        if (!messages.empty())
            continue;
        if (const auto& failure = m_pending[id].failure)
            return give(fail(Error(*failure)));
        if (m_lost)
            return give(fail(lostError()));
        if (m_isUp && upTime() > m_pending[id].lastMoment)
            return give(fail(ErrorCode::DeviceLost,
                             fmt::format("the agent does not answer to `{}`", method),
                             "check the machine's load, and that the agent is not stopped"));
        // Without a link the agent learns of it when the session is taken up again.
        if (cancel.isCancelled() && !m_isUp)
            return give(fail(ErrorCode::Cancelled, "cancelled"));
        if (cancel.isCancelled() && !cancelSent) {
            cancelSent = true;
            lock.unlock();
            fire("cancel", {{"target", id}});
            lock.lock();
            continue;
        }
        m_arrived.wait_for(lock, kCancelInterval);
    }
}

} // namespace metainfer
