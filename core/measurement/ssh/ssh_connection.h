// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A connection to a device: commands, byte streams and files over it. One thread of its own holds
// the SSH sessions; every function here may be called from any other.
#pragma once

#include "base/cancellation.h"
#include "base/result.h"
#include "base/subprocess.h"
#include "execution/agent_link.h"
#include "measurement/ssh/ssh_prompts.h"
#include "measurement/ssh/ssh_stages.h"
#include "measurement/ssh/ssh_target.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace metainfer {

/// `timeout` covers the whole command; output above `mostOutput` bytes is dropped, stream by
/// stream.
struct SshExecLimits {
    std::chrono::milliseconds timeout{60'000};
    std::size_t mostOutput = 16 << 20;
};

struct SshUpload {
    std::filesystem::path local;
    std::string remote; ///< absolute
    std::string sha256; ///< of the local file; empty = computed
    bool executable = false;
    /// Names the unfinished file beside `remote`, so that two clients do not write into one; the
    /// same tag takes an upload up again that a lost connection broke off.
    std::string tag = "0";
    std::function<void(std::uint64_t done, std::uint64_t total)> onProgress;
};

class SshConnection : public std::enable_shared_from_this<SshConnection> {
  public:
    struct Options {
        std::chrono::milliseconds stageTimeout{30'000}; ///< each step after TCP
        std::chrono::milliseconds keepAlive{5'000};     ///< silence after which it is asked
        int keepAliveMisses = 3;                        ///< unanswered ones until it counts as lost
        std::function<void(const SshStageEvent&)> onStage; ///< from the connection's thread
    };

    /// Connects and logs in. Codes: NotFound (no such name), Io (refused, unreachable, ended),
    /// Timeout, Cancelled: worth another try later; PermissionDenied (not let in, key not
    /// accepted), Conflict (host key changed), Unsupported (no common algorithm), InvalidArgument:
    /// a person has to do something. `secrets` is asked first and keeps what was right.
    static Result<std::shared_ptr<SshConnection>>
    connect(const SshTarget& target, const SshPrompts& prompts, std::shared_ptr<SshSecrets> secrets,
            const Options& options, const CancellationToken& cancel);
    ~SshConnection();
    SshConnection(const SshConnection&) = delete;
    SshConnection& operator=(const SshConnection&) = delete;

    /// Runs a command with the user's shell. A failing exit code is no error. DeviceLost when the
    /// connection ends meanwhile; Timeout and Cancelled end the command.
    Result<CommandOutput> exec(const std::string& command, std::string_view input,
                               const SshExecLimits& limits, const CancellationToken& cancel);
    /// A command's stdin and stdout as a stream, which keeps the connection. With a `marker` it
    /// waits for a line of that text and drops what stands before: shells may greet.
    Result<std::unique_ptr<AgentLink>> openChannel(const std::string& command,
                                                   const CancellationToken& cancel,
                                                   std::string_view marker = {});
    /// Copies a file through `cat`: takes an unfinished copy up again, checks size and hash there,
    /// then renames. NoSpace, PermissionDenied: nothing is left there.
    Status upload(const SshUpload& upload, const CancellationToken& cancel);

    bool isConnected() const;
    /// Why it ended: "no answer for 15 s", "closed".
    std::string endReason() const;
    void close();
    /// "pi@board:2222".
    const std::string& name() const;

    struct Channel; ///< one command, see ssh_channel.h
    class Loop;     ///< the connection's thread

  private:
    SshConnection(std::shared_ptr<Loop> loop, std::string name);
    Result<std::shared_ptr<Channel>> start(const std::string& command,
                                           const CancellationToken& cancel);
    Status awaitMarker(Channel& channel, std::string_view marker, const CancellationToken& cancel);

    std::shared_ptr<Loop> m_loop;
    std::string m_name;
};

/// `text` as one word of a POSIX shell.
std::string shellQuoted(std::string_view text);

} // namespace metainfer
