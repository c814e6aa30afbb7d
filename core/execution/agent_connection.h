// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One running agent process and the requests that wait for its answers.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "base/subprocess.h"
#include "execution/agent_client.h"

#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace metainfer {

/// A thread reads answers and hands them to the waiting calls. Destroying it ends the agent.
class AgentConnection {
  public:
    static Result<std::shared_ptr<AgentConnection>> open(const AgentCommand& command);
    ~AgentConnection();
    AgentConnection(const AgentConnection&) = delete;
    AgentConnection& operator=(const AgentConnection&) = delete;

    /// Blocks until the answer. DeviceLost when the agent ends first.
    Result<Json> call(std::string_view method, const Json& params,
                      std::chrono::milliseconds timeout, const CancellationToken& cancel,
                      const AgentClient::JsonProgress& progress);
    bool isLost() const { return m_lost; }
    int processId() const { return m_process.pid(); }

  private:
    struct Pending {
        std::vector<Json> messages; ///< progress, then the final answer
    };

    explicit AgentConnection(Subprocess process)
        : m_process(std::move(process)) {}
    void readLoop();
    void dispatch(const std::string& line);
    void noticeEnd();
    Status send(const Json& request);
    Error lostError();
    /// How the agent ended, waiting a little for it; also removes what it could not remove itself.
    std::string endReason();

    Subprocess m_process;
    std::mutex m_endMutex; ///< guards waiting for the process
    std::thread m_reader;
    std::atomic<bool> m_lost{false};
    std::mutex m_writeMutex;
    std::mutex m_mutex; ///< guards the two below
    std::condition_variable m_arrived;
    std::map<std::int64_t, Pending> m_pending;
    std::atomic<std::int64_t> m_nextId{1};
};

} // namespace metainfer
