// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The byte stream to an agent, and how to get one: pipes of a child process, or a channel of an SSH
// connection.
#pragma once

#include "base/cancellation.h"
#include "base/result.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace metainfer {

/// Destroying it closes the stream; the agent sees its stdin end.
class AgentLink {
  public:
    virtual ~AgentLink() = default;
    /// Blocks until bytes come; 0 when the stream has ended, also by `close`.
    virtual std::size_t read(char* into, std::size_t most) = 0;
    /// DeviceLost or Io when the stream has ended. Called by one thread at a time.
    virtual Status write(std::string_view data) = 0;
    /// From any thread: ends a waiting `read`.
    virtual void close() = 0;
    /// Why the stream ended, for messages: "exit code 3", "no answer for 15 s".
    virtual std::string endReason() = 0;
    /// Of a local child; 0 otherwise.
    virtual int processId() const { return 0; }
};

enum class LinkState { Connecting, Connected, Reconnecting, Lost, Closed };

struct LinkEvent {
    LinkState state = LinkState::Connecting;
    std::string detail; ///< "authenticating as pi", "the connection ended (…); next try in 4 s"
};

/// How to reach an agent. `open` may be called again after a loss.
struct AgentEndpoint {
    std::string name; ///< for messages: the device's name, or the program's path
    std::function<Result<std::unique_ptr<AgentLink>>(const CancellationToken&)> open;
    /// The agent sees other files than this process: models and tensors are sent as blobs, and
    /// outputs are fetched.
    bool isRemote = false;
    /// The agent outlives its link: it keeps answers that were not delivered, and a new link takes
    /// the same session up again.
    bool isResumable = false;
    /// How long a lost link is tried again before running calls fail with DeviceLost.
    std::chrono::seconds patience{300};
    /// Of a resumable endpoint: when nothing comes for this long while calls wait, the agent is
    /// asked whether it is there; as long again without a word, and the link counts as dead.
    std::chrono::milliseconds silence{15'000};
    /// Before the first new try; it doubles up to 50 times that.
    std::chrono::milliseconds firstPause{200};
    std::function<void(const LinkEvent&)> onEvent; ///< from any thread; may be empty
};

} // namespace metainfer
