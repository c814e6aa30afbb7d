// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A device over SSH as an endpoint for AgentClient.
#pragma once

#include "execution/agent_link.h"
#include "measurement/ssh/remote_setup.h"
#include "measurement/ssh/ssh_connection.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace metainfer {

struct SshEndpointOptions {
    std::string name;      ///< for messages; empty = the target's text
    std::string sessionId; ///< letters, digits, `-`, `_`; empty = a random one
    std::chrono::seconds patience{300};
    std::shared_ptr<SshSecrets> secrets;           ///< shared with others; empty = its own
    std::string cacheFolder;                       ///< on the device; empty = see remote_setup.h
    std::function<void(const LinkEvent&)> onEvent; ///< also told what each step does
    std::function<void(const UploadProgress&)> onUpload;
    std::function<void(const SshStageEvent&)> onStage; ///< begin and outcome of each step
    SshConnection::Options connection;                 ///< its `onStage` is not used
    /// False: a plain agent that ends with its link, and an endpoint that cannot be resumed.
    bool attach = true;
};

/// Checks the target and the configuration; nothing is connected yet. The endpoint's `open`
/// connects, logs in (secrets are asked once and kept in memory), installs or updates the agent
/// and starts it; after a success each later `open` does so anew with the same session and without
/// questions, so a device that was started again is found. Codes of its errors as
/// SshConnection::connect and installAgent say.
Result<AgentEndpoint> sshEndpoint(const SshTarget& target, const SshPrompts& prompts,
                                  SshEndpointOptions options = {});

} // namespace metainfer
