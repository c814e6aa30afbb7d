// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Noticing the end of a link, and opening it again.
#include "execution/agent_connection.h"

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
        if (m_isClosing)
            return false;
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
