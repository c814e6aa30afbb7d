// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The files that make a board of some architecture able to serve: the agent, its runners, the
// runtime libraries, and the loader for boards whose C library is too old or absent.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace metainfer {

struct BundleFile {
    std::filesystem::path local; ///< here, links resolved
    std::string name;            ///< below the agent's folder there: "lib/libonnxruntime.so.1.30.0"
    bool executable = false;     ///< wants its x bits there
    std::uint64_t bytes = 0;
    std::string sha256; ///< 64 lower-case hexadecimal digits
};

/// What lies in the agent's folder on a device. Everything there is found relative to the agent
/// itself, so the folder may lie anywhere and be moved.
struct AgentBundle {
    std::string architecture; ///< as `uname -m` says
    std::string version;      ///< of the agent in it, "0.1.0"
    std::string digest; ///< over names and hashes of all files: another one means another bundle
    std::vector<BundleFile> programs; ///< metainfer-agent (static) first, then its runners
    std::vector<BundleFile> runtimes; ///< "lib/…": loaded by the runners
    /// "loader/…": the dynamic loader and every library that runners and runtimes link. Where this
    /// folder exists beside the agent, the agent starts its runners through it. Empty when this
    /// machine lacks one of the files: boards older than `glibcNeeded` cannot be used then.
    std::vector<BundleFile> loader;
    /// Newest glibc that runners and runtimes ask for, "2.34". A board with an older one, or with
    /// none, needs `loader`. The sure test on the board, which also notices a missing or old
    /// libstdc++, is whether each runner answers `--version` with exit code 0.
    std::string glibcNeeded;
};

/// The bundle for boards whose `uname -m` is `architecture`. Looks in
/// METAINFER_AGENTS/<architecture> (or that folder itself), beside this program for its own
/// architecture, in
/// ../agents/<architecture>, ../libexec/metainfer/agents/<architecture>, and in a source build in
/// build/agent-<architecture>/bin. A runner that links more than the C and C++ libraries is left
/// out: such a one is installed on the board with its libraries. NotFound says what was looked for
/// and what to build. Hashes are remembered by path, size and time: a second call is cheap.
/// Thread-safe.
Result<AgentBundle> findAgentBundle(const std::string& architecture);

} // namespace metainfer
