// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Small scripts on a device, and what their messages mean. They keep to what a POSIX shell and
// busybox have.
#pragma once

#include "base/cancellation.h"
#include "measurement/ssh/ssh_connection.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer {

/// `mi:NAME=VALUE` lines of a script's output; other lines are what the user's shell says by
/// itself.
struct ScriptAnswer {
    ExitStatus exit;
    std::map<std::string, std::vector<std::string>> values;
    std::string errors;

    bool has(const std::string& name) const { return values.count(name) != 0; }
    /// The first one; empty when there is none.
    std::string value(const std::string& name) const;
    /// -1 when it is no number.
    std::int64_t number(const std::string& name) const;
    const std::vector<std::string>& all(const std::string& name) const;
};

/// Runs a script in /bin/sh with messages in English and files for this user alone. It ends with
/// exit code 0 or other; both are answers. Unsupported when no shell ran it.
Result<ScriptAnswer> runScript(SshConnection& connection, std::string_view script,
                               const CancellationToken& cancel,
                               std::chrono::milliseconds timeout = std::chrono::seconds(60));

/// What a failed file operation said: NoSpace, PermissionDenied or Io. `what` is the action with
/// its object.
Error remoteFileError(const std::string& device, const std::string& what,
                      const std::string& message);

} // namespace metainfer
