// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Opening the link, noticing its end, opening it again and taking the session up where it was.
#include "execution/agent_connection.h"

#include "execution/agent_codec.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace metainfer {

namespace {

constexpr int kMostPauses = 50; // times the first pause: 0.2 s to 10 s
constexpr int kMostSends = 3;   // once, and twice again
constexpr std::chrono::seconds kHandshake{30};
constexpr std::size_t kLongestLine = 256u << 20;

/// Trying again changes nothing about these.
bool isFinal(const Error& error) {
    return error.code == ErrorCode::Conflict || error.code == ErrorCode::VersionMismatch ||
           error.code == ErrorCode::InvalidArgument || error.code == ErrorCode::Cancelled;
}

/// Whose numbers mean nothing without the device's lock.
bool isTimed(std::string_view method) {
    constexpr std::array<std::string_view, 7> kTimed{
        "measure", "compare", "profile", "memory", "probe_compute", "probe_memory", "load"};
    return std::find(kTimed.begin(), kTimed.end(), method) != kTimed.end();
}

std::vector<std::int64_t> idsIn(const Json& json, const char* key) {
    return jsonValue(json, key, std::vector<std::int64_t>());
}

} // namespace

void AgentConnection::tell(LinkState state, std::string detail) const {
    if (m_endpoint.onEvent)
        m_endpoint.onEvent(LinkEvent{state, std::move(detail)});
}

void AgentConnection::run() {
    for (;;) {
        std::shared_ptr<AgentLink> link;
        {
            const std::lock_guard lock(m_mutex);
            link = m_link;
        }
        std::string line;
        while (readLine(*link, line))
            dispatch(line);
        link.reset();
        if (!reopen())
            break;
    }
    const std::lock_guard lock(m_mutex);
    m_isEnded = true;
    m_arrived.notify_all();
}

bool AgentConnection::readLine(AgentLink& link, std::string& line) {
    for (;;) {
        const std::size_t end = m_buffer.find('\n', m_scanned);
        if (end != m_buffer.npos) {
            line = m_buffer.substr(0, end);
            m_buffer.erase(0, end + 1);
            m_scanned = 0;
            return true;
        }
        m_scanned = m_buffer.size();
        if (m_scanned > kLongestLine)
            return false; // whatever that is, it is no agent
        std::array<char, 65536> chunk;
        const std::size_t got = link.read(chunk.data(), chunk.size());
        if (got == 0)
            return false;
        m_buffer.append(chunk.data(), got);
        const std::lock_guard lock(m_mutex);
        m_lastSign = Clock::now();
        m_askedAt.reset();
    }
}

/// A request of the handshake, on the thread that reads.
Result<Json> AgentConnection::ask(AgentLink& link, std::string_view method, const Json& params) {
    Json request;
    {
        const std::lock_guard lock(m_mutex);
        request["id"] = m_nextId++;
    }
    request["method"] = method;
    request["params"] = params;
    const auto ended = [&] {
        const std::string reason = link.endReason();
        return fail(ErrorCode::DeviceLost, fmt::format("the agent ended ({})", reason),
                    "start it by hand on the device to see what it says");
    };
    if (!writeLine(link, dumpJson(request)))
        return ended();
    for (std::string line; readLine(link, line);) {
        const auto message = parseJson(line, "agent");
        if (message && jsonValue(*message, "id", Json()) == request["id"] &&
            jsonValue(*message, "type", std::string()) != "progress")
            return finish(*message);
        dispatch(line); // answers that were kept
    }
    return ended();
}

Status AgentConnection::greet(AgentLink& link) {
    Json params;
    params["protocol_major"] = kProtocolMajor;
    params["protocol_minor"] = kProtocolMinor;
    MI_ASSIGN(const Json answer, ask(link, "hello", params));
    const auto hello = decode<AgentHello>(answer);
    if (hello.protocolMajor != kProtocolMajor)
        return fail(ErrorCode::VersionMismatch,
                    fmt::format("the agent on {} is version {} and speaks protocol {}.{}, this "
                                "program {}.{}",
                                nameForMessages(), hello.agentVersion, hello.protocolMajor,
                                hello.protocolMinor, kProtocolMajor, kProtocolMinor),
                    "install the same version on both sides");
    const std::lock_guard lock(m_mutex);
    m_hello = hello;
    return {};
}

/// Learns what became of the waiting requests; those that the agent does not know stay unsent.
Status AgentConnection::resume(AgentLink& link) {
    Json params;
    bool hadLocks = false;
    {
        const std::lock_guard lock(m_mutex);
        for (auto& [id, pending] : m_pending)
            pending.generation = 0;
        if (!m_endpoint.isResumable || !m_hello.knows("resume"))
            return {}; // an older agent: all is sent again
        params["pending"] = Json::array();
        for (const auto& [id, pending] : m_pending)
            params["pending"].push_back(id);
        params["locks"] = Json(m_locks);
        hadLocks = !m_locks.empty();
    }
    MI_ASSIGN(const Json answer, ask(link, "resume", params));
    const std::lock_guard lock(m_mutex);
    m_delivered.clear();
    for (const char* key : {"done", "running"})
        for (const std::int64_t id : idsIn(answer, key))
            if (const auto it = m_pending.find(id); it != m_pending.end())
                it->second.generation = m_generation + 1;
    const auto kept = idsIn(answer, "locks");
    std::erase_if(m_locks, [&](std::int64_t token) {
        return std::find(kept.begin(), kept.end(), token) == kept.end();
    });
    if (!hadLocks || !m_locks.empty())
        return {};
    for (auto& [id, pending] : m_pending)
        if (pending.generation == 0 && isTimed(pending.method))
            pending.failure = Error{ErrorCode::DeviceLost,
                                    fmt::format("the agent on {} was started anew during `{}`, "
                                                "and nobody held the device since",
                                                nameForMessages(), pending.method),
                                    "measure again",
                                    {}};
    return {};
}

Status AgentConnection::openLink(const CancellationToken& cancel) {
    MI_ASSIGN(std::shared_ptr<AgentLink> link, m_endpoint.open(cancel));
    {
        const std::lock_guard lock(m_mutex);
        if (m_isClosing)
            return fail(ErrorCode::Cancelled, "cancelled");
        m_link = link;
        m_isInHandshake = true;
        m_handshakeSince = m_lastSign = Clock::now();
        m_deadReason.clear();
    }
    m_buffer.clear();
    m_scanned = 0;
    auto ready = greet(*link);
    if (ready)
        ready = resume(*link);
    std::unique_lock lock(m_mutex);
    m_isInHandshake = false;
    if (!ready) {
        m_link.reset();
        lock.unlock();
        return ready;
    }
    lock.unlock();
    linkIsUp();
    return {};
}

void AgentConnection::linkIsUp() {
    std::vector<std::int64_t> unsent;
    {
        const std::lock_guard lock(m_mutex);
        m_downTotal += Clock::now() - m_downSince;
        m_isUp = true;
        ++m_generation;
        for (auto& [id, pending] : m_pending) {
            if (pending.generation == m_generation || pending.failure)
                continue;
            if (++pending.sends > kMostSends) {
                pending.failure = Error{ErrorCode::DeviceLost,
                                        fmt::format("the agent on {} was lost {} times during `{}`",
                                                    nameForMessages(), kMostSends, pending.method),
                                        "see the device's log: something ends the agent there",
                                        {}};
                continue;
            }
            pending.generation = m_generation;
            pending.lastMoment = upTime() + pending.timeout + kGrace;
            unsent.push_back(id);
        }
        m_arrived.notify_all();
    }
    tell(LinkState::Connected, {});
    for (const std::int64_t id : unsent)
        send(id);
}

void AgentConnection::linkIsDown() {
    const std::lock_guard lock(m_mutex);
    if (!std::exchange(m_isUp, false))
        return;
    m_downSince = Clock::now();
    m_askedAt.reset();
    m_arrived.notify_all();
}

void AgentConnection::markLost(Error error) {
    tell(LinkState::Lost, error.text());
    const std::lock_guard lock(m_mutex);
    m_lostError = std::move(error);
    m_lost = true;
    m_arrived.notify_all();
}

/// False when there will be no further link.
bool AgentConnection::reopen() {
    std::shared_ptr<AgentLink> old;
    std::string reason;
    {
        const std::lock_guard lock(m_mutex);
        old = m_link;
        reason = m_deadReason;
    }
    if (!m_endpoint.isResumable) {
        if (reason.empty())
            reason = old->endReason();
        markLost({ErrorCode::DeviceLost,
                  fmt::format("the agent ended ({})", reason),
                  "the next request starts it again; if this repeats, run `metainfer doctor`",
                  {}});
        return false;
    }
    linkIsDown();
    if (reason.empty())
        reason = old->endReason();
    {
        const std::lock_guard lock(m_mutex);
        m_link.reset();
    }
    old.reset();
    const auto giveUp = Clock::now() + m_endpoint.patience;
    auto pause = m_endpoint.firstPause;
    for (;;) {
        {
            std::unique_lock lock(m_mutex);
            if (m_isClosing)
                return false;
            lock.unlock();
            tell(LinkState::Reconnecting,
                 fmt::format("the connection ended ({}); next try in {:.1f} s", reason,
                             std::chrono::duration<double>(pause).count()));
            lock.lock();
            if (m_wake.wait_for(lock, pause, [this] { return m_isClosing; }))
                return false;
        }
        const auto opened = openLink(m_openCancel);
        if (opened)
            return true;
        reason = opened.error().text();
        if (isFinal(opened.error()) || Clock::now() + pause >= giveUp) {
            Error error = opened.error();
            if (!isFinal(error))
                error = {
                    ErrorCode::DeviceLost,
                    fmt::format("{} cannot be reached any more ({})", nameForMessages(), reason),
                    "see that it is switched on and connected; the next call tries again",
                    {}};
            markLost(std::move(error));
            return false;
        }
        pause = std::min(pause * 2, m_endpoint.firstPause * kMostPauses);
    }
}

/// Asks an agent that has been silent; closes a link that stays so.
void AgentConnection::checkSilence(std::unique_lock<std::mutex>& lock) {
    const auto now = Clock::now();
    const auto close = [&](std::string reason) {
        m_deadReason = std::move(reason);
        if (m_link)
            m_link->close();
    };
    if (m_isInHandshake) {
        if (now - m_handshakeSince > kHandshake)
            close("the agent does not answer");
        return;
    }
    if (!m_isUp || m_pending.empty() || now - m_lastSign < m_endpoint.silence)
        return;
    if (m_askedAt) {
        if (now - *m_askedAt > m_endpoint.silence)
            close(fmt::format("no answer for {:.0f} s",
                              std::chrono::duration<double>(now - m_lastSign).count()));
        return;
    }
    m_askedAt = now;
    const std::shared_ptr<AgentLink> link = m_link;
    Json request;
    request["id"] = m_nextId++;
    request["method"] = m_hello.knows("ping") ? "ping" : "machine_state";
    lock.unlock();
    // Somebody who writes for that long is stuck: asking would only join them.
    if (std::unique_lock writing(m_writeMutex, std::try_to_lock); writing)
        (void)link->write(dumpJson(request) + "\n");
    lock.lock();
}

void AgentConnection::watch() {
    const auto step = std::min<Clock::duration>(m_endpoint.silence / 4, std::chrono::seconds(1));
    std::unique_lock lock(m_mutex);
    while (!m_isClosing) {
        m_wake.wait_for(lock, step);
        if (!m_isClosing)
            checkSilence(lock);
    }
}

} // namespace metainfer
