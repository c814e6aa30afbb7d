// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Real agents with sessions, in a folder of the test's own, and a look at what they leave behind.
#pragma once

#include "base/file.h"
#include "support/cut_link.h"
#include "support/paths.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::test {

class AgentSessions {
  public:
    AgentSessions()
        : m_folder(TemporaryDirectory::create("mi-session").value()) {}

    const std::filesystem::path& folder() const { return m_folder.path(); }
    std::filesystem::path path(const char* name) const { return folder() / name; }
    std::filesystem::path lockFile() const { return path("lock"); }
    std::filesystem::path blobs() const { return path("cache/blobs"); }

    std::vector<std::string> environment; ///< further variables of the agents
    std::string linger = "600";

    AgentEndpoint endpoint(const std::string& session, std::shared_ptr<LinkControl> control) const {
        const auto start = [this, session]() -> Result<std::unique_ptr<AgentLink>> {
            std::vector<std::string> variables = environment;
            variables.push_back("TMPDIR=" + folder().string());
            variables.push_back("METAINFER_CACHE=" + path("cache").string());
            variables.push_back("METAINFER_LOCK_FILE=" + lockFile().string());
            MI_ASSIGN(auto link, ProcessLink::start({(binDir() / "metainfer-agent").string(),
                                                     "--attach", session, "--linger", linger},
                                                    variables));
            return std::unique_ptr<AgentLink>(std::move(link));
        };
        return cutEndpoint(start, std::move(control));
    }

    /// Processes that were started by these agents, the agents among them.
    std::vector<int> processes() const {
        std::vector<int> found;
        std::error_code error;
        for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
            const int pid = std::atoi(entry.path().filename().c_str());
            if (pid <= 0)
                continue;
            const auto text = readTextFile(entry.path() / "environ");
            if (text && text->find("TMPDIR=" + folder().string()) != text->npos)
                found.push_back(pid);
        }
        return found;
    }
    /// The daemons: agents that serve a session and are nobody's relay.
    std::vector<int> daemons() const {
        std::vector<int> found;
        for (const int pid : processes()) {
            const auto command = readTextFile("/proc/" + std::to_string(pid) + "/cmdline");
            const auto status = readTextFile("/proc/" + std::to_string(pid) + "/stat");
            if (!command || !status || command->find("--attach") == command->npos)
                continue;
            // A daemon leads no process group: its session's leader has gone.
            const std::size_t end = status->rfind(')');
            int parent = 0, group = 0;
            if (std::sscanf(status->c_str() + end + 3, "%*c %d %d", &parent, &group) == 2 &&
                group != pid)
                found.push_back(pid);
        }
        return found;
    }

  private:
    TemporaryDirectory m_folder;
};

} // namespace metainfer::test
