// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The steps of getting a device ready, in order.
#pragma once

#include <string>

namespace metainfer {

enum class SshStage {
    Connect,      ///< name, network, TCP, jump hosts
    KeyExchange,  ///< an SSH server speaks, common algorithms
    HostKey,      ///< it is the one that is known
    Authenticate, ///< it lets the user in
    Shell,        ///< commands run; system, architecture
    Folder,       ///< a folder that can be written and executed from, with space
    Install,      ///< the agent's files
    Start,        ///< the agent answers
};

/// Begun (`detail` says what is done) or done (what came out).
struct SshStageEvent {
    SshStage stage = SshStage::Connect;
    std::string host; ///< "pi@board"; a jump host has its own stages
    std::string detail;
    bool isDone = false;
};

} // namespace metainfer
