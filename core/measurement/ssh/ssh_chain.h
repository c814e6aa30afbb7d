// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The libssh sessions on the way to a device, each through a channel of the one before. Confined to
// one thread: libssh's sessions are not thread-safe. Nothing in here blocks but `pump`.
#pragma once

#include "base/cancellation.h"
#include "base/subprocess.h"
#include "measurement/ssh/ssh_prompts.h"
#include "measurement/ssh/ssh_stages.h"
#include "measurement/ssh/ssh_target.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>

#include <libssh/libssh.h>

namespace metainfer {

class SshChain {
  public:
    struct Settings {
        std::chrono::milliseconds stageTimeout{30'000};
        std::function<void(const SshStageEvent&)> onStage;
        CancellationToken cancel;
        int wakeFd = -1; ///< readable when the thread has something else to do
    };

    explicit SshChain(Settings settings)
        : m_settings(std::move(settings)) {}
    ~SshChain();
    SshChain(const SshChain&) = delete;
    SshChain& operator=(const SshChain&) = delete;

    /// Connects to each in turn: TCP or a channel, keys, host key, log-in.
    Status connect(const std::vector<SshHop>& hops, const SshPrompts& prompts, SshSecrets& secrets);

    /// The target's session; null before `connect`.
    ssh_session session() const { return m_links.empty() ? nullptr : m_links.back().session; }
    /// Waits until something can be done, at most that long, and does it: packets are handled,
    /// bytes go on between the sessions.
    void pump(std::chrono::milliseconds most);
    bool isConnected() const;
    /// Something written has not left this machine yet.
    bool isWriting() const;
    /// Grows with everything that comes from the target or gets on the way to it.
    std::uint64_t progress() const;
    /// libssh's words for what is wrong, in one line.
    std::string sessionError() const;

    /// Repeats `step` while it answers SSH_AGAIN. Timeout, Cancelled; otherwise what it answered.
    template <typename Step>
    Result<int> await(Step step, const std::string& what) {
        const auto deadline = std::chrono::steady_clock::now() + m_settings.stageTimeout;
        for (;;) {
            const int answer = step();
            if (answer != SSH_AGAIN)
                return answer;
            MI_CHECK(m_settings.cancel.check());
            if (std::chrono::steady_clock::now() > deadline)
                return fail(timeoutError(what));
            pump(std::chrono::milliseconds(200));
        }
    }

  private:
    struct Link {
        SshHop hop;
        ssh_session session = nullptr;
        ssh_event event = nullptr;
        ssh_channel through = nullptr; ///< in the session before
        UniqueFd relay;                ///< our end of the pair whose other end the session has
        std::string toSession, toChannel;
        bool relayEnded = false;
        std::uint64_t relayed = 0;
        ssh_counter_struct bytes{};
        ssh_counter_struct packets{};
    };

    void report(SshStage stage, const SshHop& hop, std::string detail, bool isDone = false) const;
    Error timeoutError(const std::string& what) const;
    Status connectLink(const SshHop& hop, const SshPrompts& prompts, SshSecrets& secrets);
    Result<UniqueFd> reach(const SshHop& hop, Link& link);
    Result<UniqueFd> openJump(const SshHop& hop, Link& link);
    static Status configure(const SshHop& hop, ssh_session session);
    Status exchangeKeys(const SshHop& hop, Link& link);
    Status checkServer(const SshHop& hop, const SshPrompts& prompts);
    bool passOn(Link& link);
    static void close(Link& link);

    Settings m_settings;
    std::deque<Link> m_links; ///< libssh keeps pointers to the counters
};

/// Serializes questions of all connections. nullopt also when `cancel` is set meanwhile.
std::optional<std::string> askSecret(const SshPrompts& prompts, const std::string& what,
                                     const CancellationToken& cancel);
std::optional<bool> askConfirm(const SshPrompts& prompts, const std::string& question,
                               const CancellationToken& cancel);

} // namespace metainfer
