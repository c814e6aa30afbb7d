// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One command on a device: the buffers between the connection's thread and those that use it.
#pragma once

#include "measurement/ssh/ssh_connection.h"

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>

#include <libssh/callbacks.h>
#include <libssh/libssh.h>

namespace metainfer {

struct SshConnection::Channel {
    static constexpr std::size_t kBuffer = 1 << 20; ///< each way

    std::string command;

    mutable std::mutex mutex;
    std::condition_variable changed;
    // Under the mutex:
    std::string incoming, errors, outgoing;
    std::size_t mostErrors = 64 << 10; ///< the last ones are kept
    bool isOpen = false;               ///< the command was started
    bool wantsEof = false;             ///< stdin ends after `outgoing`
    bool wantsClose = false;
    bool wantsSignal = false; ///< TERM before closing
    bool hasEnded = false;
    std::optional<ExitStatus> exit; ///< absent when the connection was lost
    std::string endReason;

    // The connection's thread only:
    ssh_channel channel = nullptr;
    ssh_channel_callbacks_struct callbacks{};
    enum class Step { Open, Execute, Running, Closed } step = Step::Open;
    bool eofSent = false;
    bool hasArrived = false; ///< something came since the last `advance` began to read
    std::optional<ExitStatus> reported;
    std::chrono::steady_clock::time_point closeDeadline{};

    /// Does what can be done without waiting; true when something moved. Call until it does not.
    bool advance(ssh_session session);
    /// The connection is gone.
    void end(const std::string& reason);

  private:
    bool openStep(ssh_session session);
    bool readStep();
    bool writeStep();
    bool closeStep();
    bool readStream(bool isError);
    void finish(std::string reason);
};

} // namespace metainfer
