// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Where a toolchain's commands run: here, or on another machine through whoever implements this.
#pragma once

#include "base/cancellation.h"
#include "base/subprocess.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::measurement {

/// A command without any placeholder left.
struct ToolInvocation {
    std::vector<std::string> arguments;
    std::vector<std::string> environment; ///< "NAME=value"
    std::filesystem::path workingDirectory;

    /// As a shell would take it, quoted where needed; for people and logs.
    std::string text() const;
};

/// Runs commands and moves files. Paths are those of this machine; a runner of another machine says
/// where the files lie there. Thread-safe.
class CommandRunner {
  public:
    virtual ~CommandRunner() = default;
    virtual bool isLocal() const { return false; }
    /// `text` with paths of this machine replaced by those where the commands run.
    virtual std::string there(std::string text) const { return text; }
    /// Where downloads lie there: {cache}.
    virtual std::filesystem::path cacheFolder() const = 0;
    /// A variable of the environment of the commands; empty when it is not set.
    virtual Result<std::string> variable(const std::string& name) = 0;
    /// Of a file that the commands use.
    virtual Result<std::string> sha256(const std::filesystem::path& file) = 0;
    /// NotFound when the program is not there; Timeout and Cancelled end its whole group. A failing
    /// exit code is no error.
    virtual Result<CommandOutput> run(const ToolInvocation& command,
                                      std::chrono::milliseconds timeout,
                                      const CancellationToken& cancel) = 0;
    virtual Status makeFolder(const std::filesystem::path& folder) = 0;
    virtual Status removeFolder(const std::filesystem::path& folder) = 0;
    virtual Result<bool> exists(const std::filesystem::path& file) = 0;
    /// Makes a file of this machine available there.
    virtual Status upload(const std::filesystem::path& file) = 0;
    /// Brings a file that the commands made here. NotFound when it is not there.
    virtual Status download(const std::filesystem::path& file) = 0;
};

/// Where downloads and work of this user lie: $METAINFER_CACHE, else
/// ${XDG_CACHE_HOME:-~/.cache}/metainfer.
std::filesystem::path toolCacheFolder();

/// On this machine.
class LocalCommandRunner final : public CommandRunner {
  public:
    bool isLocal() const override { return true; }
    std::filesystem::path cacheFolder() const override;
    Result<std::string> variable(const std::string& name) override;
    Result<std::string> sha256(const std::filesystem::path& file) override;
    Result<CommandOutput> run(const ToolInvocation& command, std::chrono::milliseconds timeout,
                              const CancellationToken& cancel) override;
    Status makeFolder(const std::filesystem::path& folder) override;
    Status removeFolder(const std::filesystem::path& folder) override;
    Result<bool> exists(const std::filesystem::path& file) override;
    Status upload(const std::filesystem::path&) override { return {}; }
    Status download(const std::filesystem::path& file) override;
};

} // namespace metainfer::measurement
