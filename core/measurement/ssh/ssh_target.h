// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Whom to connect to: what a person wrote, and what it means with the SSH configuration.
#pragma once

#include "base/result.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer {

/// What a person wrote. Empty parts come from the SSH configuration, then from its defaults.
struct SshTarget {
    std::string user;
    std::string host; ///< a name, an address, or an alias of the configuration
    int port = 0;     ///< 0 = the configuration's, or 22
    /// "user@host:port" each; the first is reached directly, the target through the last. Empty =
    /// as the configuration says; "none" alone = directly.
    std::vector<std::string> jumps;
    /// Private keys to offer before those of the configuration.
    std::vector<std::filesystem::path> identityFiles;
    std::filesystem::path configFile;     ///< empty: METAINFER_SSH_CONFIG, then ~/.ssh/config
    std::filesystem::path knownHostsFile; ///< empty: METAINFER_KNOWN_HOSTS, then the configuration

    /// "board", "pi@board", "pi@board:2222", "pi@[fe80::1%eth0]:22", "::1", "ssh://pi@board:22".
    static Result<SshTarget> parse(std::string_view text);
    /// The inverse of `parse`; without jumps and files.
    std::string text() const;
};

/// What to do with a host key that no file knows.
enum class UnknownHostKey { Ask, Accept, Refuse };

/// One SSH server on the way, everything decided.
struct SshHop {
    std::string alias; ///< as written; for messages and the configuration
    std::string host, user;
    int port = 22;
    std::string knownName; ///< under which its key is known: HostKeyAlias, or the host
    std::vector<std::filesystem::path> identityFiles;
    bool identitiesOnly = false; ///< the ssh-agent is not asked
    std::string agentSocket;     ///< empty = SSH_AUTH_SOCK; "none" = no agent
    std::string proxyCommand;    ///< reaches the server through a program; empty = by TCP
    /// The first one gets new keys.
    std::vector<std::filesystem::path> userKnownHosts, systemKnownHosts;
    UnknownHostKey unknownHostKey = UnknownHostKey::Ask;
    std::filesystem::path configFile; ///< for what libssh itself reads of it: algorithms
    std::chrono::seconds connectTimeout{15};

    /// "pi@board:2222"; the port only when it is not 22.
    std::string text() const;
    /// As files of known hosts write it: "board", "[board]:2222".
    std::string knownHostsName() const;
};

/// The servers on the way; the target is the last. Reads the configuration; nothing is connected.
Result<std::vector<SshHop>> resolveSsh(const SshTarget& target);

} // namespace metainfer
