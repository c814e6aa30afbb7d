// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A toolchain's commands on another machine, through its agent.
#pragma once

#include "execution/agent_client.h"
#include "measurement/toolchain/adapter.h"
#include "measurement/toolchain/command_runner.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace metainfer::measurement {

/// Where files of this machine lie there: the work folder in the device's cache, so that what was
/// converted stays; models and the adapter's own files in a folder that goes with the session.
/// Files and folders are only noted until a command needs them: one exchange brings them all.
class AgentCommandRunner final : public CommandRunner {
  public:
    /// `workFolder` is this machine's. Unsupported from an agent that runs no commands.
    static Result<std::shared_ptr<AgentCommandRunner>> create(std::shared_ptr<AgentClient> client,
                                                              const Adapter& adapter,
                                                              std::filesystem::path workFolder);

    std::filesystem::path cacheFolder() const override { return m_cache; }
    std::string there(std::string text) const override;
    Result<std::string> variable(const std::string& name) override;
    Result<std::string> sha256(const std::filesystem::path& file) override;
    Result<CommandOutput> run(const ToolInvocation& command, std::chrono::milliseconds timeout,
                              const CancellationToken& cancel) override;
    Status makeFolder(const std::filesystem::path& folder) override;
    Status removeFolder(const std::filesystem::path& folder) override;
    Result<bool> exists(const std::filesystem::path& file) override;
    Status upload(const std::filesystem::path& file) override;
    Status download(const std::filesystem::path& file) override;

  private:
    struct Place {
        std::string here, there;
    };
    AgentCommandRunner(std::shared_ptr<AgentClient> client, std::string folder);
    Result<ExecReport> shell(const std::string& script, const std::vector<std::string>& arguments,
                             std::chrono::milliseconds timeout, const CancellationToken& cancel,
                             std::vector<std::string> environment = {});
    Result<ExecReport> exec(ExecRequest request, const CancellationToken& cancel);
    Status flush(const CancellationToken& cancel);
    Status startAnew();
    void addPlace(const std::string& here, const std::string& there);
    bool isInWork(const std::filesystem::path& file) const;
    Status uploadOwnFiles(const ToolInvocation& command);

    std::shared_ptr<AgentClient> m_client;
    std::string m_folder;          ///< its name for the agent
    std::filesystem::path m_cache; ///< there
    std::string m_adapterFolder, m_workFolder;
    std::mutex m_flushing;
    mutable std::mutex m_mutex;  ///< guards what follows
    std::string m_kept;          ///< the path there of that folder
    std::vector<Place> m_places; ///< the longest first
    std::vector<std::string> m_lines;
    std::map<std::string, std::filesystem::path> m_files; ///< by name in the folder
    std::map<std::string, std::string> m_uploaded;        ///< path -> size and time
    std::map<std::string, std::string> m_variables;
    unsigned m_next = 0;
};

} // namespace metainfer::measurement
