// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A session that outlives its link: a daemon on a Unix socket, and the relay that a link starts.
#pragma once

#include "base/result.h"
#include "base/subprocess.h"

#include <filesystem>
#include <string>

namespace metainfer::agent {

/// Where `sessionFolder` is, which may not be there yet.
std::filesystem::path sessionFolderPath();

/// Of this user alone: sockets of the sessions, notes about power modes.
Result<std::filesystem::path> sessionFolder();

/// What a daemon holds while it lives.
struct SessionSocket {
    std::filesystem::path socketFile, lockFile;
    UniqueFd listener;
    UniqueFd lock; ///< as long as it is held, the session has a daemon
    void remove();
};

/// InvalidArgument for a name that is not 1 to 64 letters, digits, '-' or '_'.
Status checkSessionName(const std::string& session);

/// Which process this is after `attach`.
struct Attached {
    bool isDaemon = false;
    SessionSocket socket; ///< the daemon's
    UniqueFd connection;  ///< the relay's
};

/// Connects to the session's daemon, and forks one when there is none: then it returns twice, in
/// the relay and in the daemon, which has left the relay's session and holds none of its
/// descriptors. Sockets of dead daemons are removed.
Result<Attached> attach(const std::string& session);

/// Carries bytes between stdin, stdout and the daemon until one of them ends; the exit code.
int relay(const UniqueFd& connection);

} // namespace metainfer::agent
