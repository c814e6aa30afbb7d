// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The first words over a new link: who is there, and what became of the session.
#include "execution/agent_connection.h"

#include "execution/agent_codec.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace metainfer {

namespace {

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
                                    fmt::format("the agent on {} was started anew during `{}`, so "
                                                "the device was not held",
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

} // namespace metainfer
