// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Requests for the device's lock: those that wait, and those that have it.
#pragma once

#include "job.h"

#include "execution/machine_lock.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <list>
#include <map>
#include <vector>

namespace metainfer::agent {

/// Nothing here waits: `step` looks whether a waiting request can be granted.
class LockDesk {
  public:
    struct Events {
        std::function<void(const Job&)> granted; ///< the request's id is the token
        std::function<void(const Job&, const LockOwner& holder, int place)> waits;
        std::function<void(const Job&, const Error&)> failed;
    };
    LockDesk(std::filesystem::path file, Events events)
        : m_file(std::move(file))
        , m_events(std::move(events)) {}

    void ask(Job job);
    void step();
    bool hasWaiting() const { return !m_waiting.empty(); }
    std::vector<Json> waitingIds() const;
    bool cancel(const Json& id);
    bool release(const Json& token);
    bool holdsAny() const { return !m_held.empty(); }
    /// Tokens of all that are held.
    std::vector<Json> tokens() const;
    /// {holder, waiting, file}
    Json state() const;

  private:
    struct Waiting {
        Job job;
        LockWait wait;
        Clock::time_point nextReport;
    };
    struct Held {
        Json token;
        MachineLock lock;
    };
    std::filesystem::path m_file;
    Events m_events;
    std::list<Waiting> m_waiting;
    std::list<Held> m_held;
};

} // namespace metainfer::agent
