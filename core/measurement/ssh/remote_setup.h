// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The agent's files on a device: put there, kept up to date, removed. Needs a POSIX shell there; no
// root, no Python, no internet, no SFTP.
//
// Below the cache folder ($METAINFER_CACHE there, else ${XDG_CACHE_HOME:-$HOME/.cache}/metainfer,
// else /tmp/metainfer-USER or /var/tmp/metainfer-USER):
//   files/SHA256             what was sent, once for all versions that have it
//   agent/VERSION-DIGEST/…   hard links to it (copies where the file system has none)
//   blobs/…                  models and tensors, kept by the agent itself
#pragma once

#include "measurement/ssh/ssh_connection.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace metainfer {

struct UploadProgress {
    std::string file;                            ///< "lib/libonnxruntime.so.1.30.0"
    std::uint64_t doneBytes = 0, totalBytes = 0; ///< of all files that are missing there
};

struct RemoteSetupOptions {
    std::string cacheFolder; ///< there; empty = as above
    std::string tag = "0";   ///< see SshUpload
    std::function<void(const SshStageEvent&)> onStage;
    std::function<void(const UploadProgress&)> onUpload;
};

/// What a look at a device shows.
struct DeviceSurvey {
    std::string architecture; ///< as `uname -m` says
    std::string system;       ///< "Linux 6.1.0"
    std::string libc;         ///< version of glibc there; empty = another C library
    std::string root;         ///< the cache folder, links resolved
    /// On its file system; absent when the device does not say.
    std::optional<std::uint64_t> freeBytes;
    std::vector<std::string> refused; ///< folders that were tried before, each with the reason
    std::vector<std::string> agents;  ///< complete ones: "0.1.0-0123456789ab"
    std::vector<std::pair<std::string, std::uint64_t>> files; ///< hash and size
};

/// Unsupported when no command runs; PermissionDenied and NoSpace when no folder can be used.
Result<DeviceSurvey> surveyDevice(SshConnection& connection, const RemoteSetupOptions& options,
                                  const CancellationToken& cancel);

struct InstalledAgent {
    std::string root, program; ///< absolute paths there
    std::string architecture, version;
    bool wasThere = false;
    std::uint64_t uploadedBytes = 0;
    std::vector<std::string> removed; ///< older versions that nobody used
};

/// Makes sure that this program's agent is there. NotFound when this program has none for the
/// architecture; NoSpace, PermissionDenied; Unsupported when its programs cannot run there.
Result<InstalledAgent> installAgent(SshConnection& connection, const RemoteSetupOptions& options,
                                    const CancellationToken& cancel);

struct RemovedFromDevice {
    std::vector<std::string> folders; ///< that are gone now
    std::uint64_t bytes = 0;
    int endedProcesses = 0;
};

/// Clears all that was ever put there. Busy when agents run from it, unless `endRunning`.
Result<RemovedFromDevice> removeFromDevice(SshConnection& connection,
                                           const std::string& cacheFolder, bool endRunning,
                                           const CancellationToken& cancel);

} // namespace metainfer
