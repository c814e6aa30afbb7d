// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The thread that holds a connection's sessions: connects, then serves its channels and notices
// when the other side is gone.
#pragma once

#include "base/subprocess.h"
#include "measurement/ssh/ssh_chain.h"
#include "measurement/ssh/ssh_channel.h"

#include <atomic>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

namespace metainfer {

class SshConnection::Loop {
  public:
    Loop(std::vector<SshHop> hops, SshPrompts prompts, std::shared_ptr<SshSecrets> secrets,
         Options options, CancellationToken cancel);
    ~Loop();

    /// Waits for the connection.
    Status started();
    /// DeviceLost when the connection has ended.
    Status add(std::shared_ptr<Channel> channel);
    void wake() const;
    /// Ends all channels, then the connection; waits for the thread.
    void close();
    bool isConnected() const { return m_isConnected; }
    std::string endReason() const;

  private:
    void run();
    void serve(SshChain& chain);
    bool advanceChannels(SshChain& chain);
    bool closesDown(SshChain& chain);
    /// False when the other side counts as gone.
    bool isAlive(SshChain& chain);
    void finish(const std::string& reason);

    std::vector<SshHop> m_hops;
    SshPrompts m_prompts;
    std::shared_ptr<SshSecrets> m_secrets;
    Options m_options;
    CancellationToken m_cancel;
    UniqueFd m_wakeFd;
    std::promise<Status> m_started;
    std::atomic<bool> m_isConnected{false}, m_stop{false};

    mutable std::mutex m_mutex;
    std::vector<std::shared_ptr<Channel>> m_added; ///< not yet taken over by the thread
    bool m_hasEnded = false;
    std::string m_endReason;

    // The thread only:
    std::vector<std::shared_ptr<Channel>> m_channels;
    std::uint64_t m_lastProgress = 0;
    std::chrono::steady_clock::time_point m_lastSign{}, m_closeDeadline{};
    bool m_isAsking = false;

    std::thread m_thread;
};

} // namespace metainfer
