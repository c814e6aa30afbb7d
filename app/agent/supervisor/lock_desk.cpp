// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The device's lock for the clients of this agent.
#include "lock_desk.h"

#include <fmt/format.h>

namespace metainfer::agent {

namespace {

constexpr std::chrono::seconds kReportInterval{1};

} // namespace

void LockDesk::ask(Job job) {
    auto wait = LockWait::begin(m_file, jsonValue(job.params, "what", std::string("measure")));
    if (!wait)
        return m_events.failed(job, wait.error());
    m_waiting.push_back({std::move(job), std::move(*wait), Clock::now()});
    step();
}

void LockDesk::step() {
    for (auto it = m_waiting.begin(); it != m_waiting.end();) {
        const auto now = Clock::now();
        auto lock = it->wait.tryAcquire();
        if (lock && !*lock) {
            if (it->job.deadline && now >= *it->job.deadline) {
                const LockOwner owner = it->wait.holder();
                lock = fail(ErrorCode::Timeout,
                            fmt::format("the device is measuring for process {} ({}) since {}",
                                        owner.pid, owner.what, owner.since),
                            "wait for it, or end that process");
            } else {
                if (now >= it->nextReport) {
                    it->nextReport = now + kReportInterval;
                    m_events.waits(it->job, it->wait.holder(), it->wait.place());
                }
                ++it;
                continue;
            }
        }
        const Job job = std::move(it->job);
        it = m_waiting.erase(it);
        if (!lock) {
            m_events.failed(job, lock.error());
            continue;
        }
        m_held.push_back({job.id, std::move(**lock)});
        m_events.granted(job);
    }
}

std::vector<Json> LockDesk::waitingIds() const {
    std::vector<Json> ids;
    for (const Waiting& waiting : m_waiting)
        ids.push_back(waiting.job.id);
    return ids;
}

bool LockDesk::cancel(const Json& id) {
    return m_waiting.remove_if([&](const Waiting& waiting) { return waiting.job.id == id; }) > 0;
}

bool LockDesk::release(const Json& token) {
    return m_held.remove_if([&](const Held& held) { return held.token == token; }) > 0;
}

std::vector<Json> LockDesk::tokens() const {
    std::vector<Json> tokens;
    for (const Held& held : m_held)
        tokens.push_back(held.token);
    return tokens;
}

Json LockDesk::state() const {
    Json waiting = Json::array();
    for (const LockOwner& owner : MachineLock::queue(m_file))
        waiting.push_back(toJson(owner));
    const auto holder = MachineLock::holder(m_file);
    return Json{{"holder", holder ? toJson(*holder) : Json()},
                {"waiting", std::move(waiting)},
                {"file", m_file.string()}};
}

} // namespace metainfer::agent
