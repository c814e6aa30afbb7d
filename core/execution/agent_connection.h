// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One session with an agent: the link, its renewal, and the requests that wait for answers.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "execution/agent_client.h"
#include "execution/agent_link.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace metainfer {

/// One thread owns the link: it reads answers, hands them to the waiting calls, and reopens the
/// link of a resumable endpoint. A second one, for those only, sees to it that a dead link is
/// noticed.
class AgentConnection {
  public:
    static Result<std::shared_ptr<AgentConnection>> open(AgentEndpoint endpoint,
                                                         const CancellationToken& cancel);
    ~AgentConnection();
    AgentConnection(const AgentConnection&) = delete;
    AgentConnection& operator=(const AgentConnection&) = delete;

    /// Blocks until the answer. DeviceLost when there will be none.
    Result<Json> call(std::string_view method, const Json& params,
                      std::chrono::milliseconds timeout, const CancellationToken& cancel,
                      const AgentClient::JsonProgress& progress);
    /// For good: no further try is made.
    bool isLost() const { return m_lost; }
    int processId() const;
    AgentHello greeting() const;

    /// Whether the agent still holds what it granted to the request `token`.
    bool holdsLock(std::int64_t token) const;
    /// Gives a lock back.
    void unlock(std::int64_t token);
    /// A request whose answer does not matter; while the link is down it is not sent.
    void fire(std::string_view method, Json params);

  private:
    using Clock = std::chrono::steady_clock;
    /// The agent answers a passed deadline itself; this much later it counts as lost.
    static constexpr std::chrono::seconds kGrace{10};
    /// A call that waits.
    struct Pending {
        std::string method;
        std::string body; ///< the request as it is sent
        std::chrono::milliseconds timeout{0};
        Clock::duration lastMoment{0}; ///< of `upTime`
        std::vector<Json> messages;    ///< progress, then the final answer
        std::optional<Error> failure;  ///< there will be no answer
        std::uint64_t generation = 0;  ///< of the link that it was sent on; 0 = not sent
        int sends = 0;
    };
    using PendingMap = std::map<std::int64_t, Pending>;

    explicit AgentConnection(AgentEndpoint endpoint);

    // agent_connection.cpp
    void send(std::int64_t id);
    Status writeLine(AgentLink& link, std::string line);
    void dispatch(const std::string& line);
    Result<Json> finish(const Json& message);
    Clock::duration upTime() const; ///< without the time of outages
    Error lostError() const;
    Error outdatedError(std::string_view method) const;
    std::string nameForMessages() const;

    // agent_reconnect.cpp, agent_handshake.cpp
    void run();
    void watch();
    Status openLink(const CancellationToken& cancel);
    Status greet(AgentLink& link);
    Status resume(AgentLink& link);
    Result<Json> ask(AgentLink& link, std::string_view method, const Json& params);
    bool readLine(AgentLink& link, std::string& line);
    bool reopen();
    void linkIsDown();
    void linkIsUp();
    void markLost(Error error);
    void checkSilence(std::unique_lock<std::mutex>& lock);
    void tell(LinkState state, std::string detail) const;

    const AgentEndpoint m_endpoint;
    CancellationToken m_openCancel;
    std::thread m_thread, m_watcher;
    std::string m_buffer; ///< of the thread that reads
    std::size_t m_scanned = 0;
    std::mutex m_writeMutex;
    std::atomic<bool> m_lost{false};

    mutable std::mutex m_mutex; ///< guards all below
    std::condition_variable m_arrived, m_wake;
    std::shared_ptr<AgentLink> m_link;
    std::uint64_t m_generation = 0;
    bool m_isUp = false, m_isClosing = false, m_isEnded = false;
    Clock::time_point m_downSince, m_lastSign, m_handshakeSince;
    Clock::duration m_downTotal{0};
    std::optional<Clock::time_point> m_askedAt;
    bool m_isInHandshake = false;
    std::string m_deadReason;
    std::optional<Error> m_lostError;
    AgentHello m_hello;
    PendingMap m_pending;
    std::vector<std::int64_t> m_delivered; ///< answers that the agent may forget
    std::set<std::int64_t> m_locks;
    std::int64_t m_nextId = 1;
};

} // namespace metainfer
