// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Commands that a client runs on the device: tools that the agent knows nothing of.
#pragma once

#include "job.h"
#include "session_files.h"

#include "base/subprocess.h"

#include <filesystem>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include <poll.h>

namespace metainfer::agent {

/// Each command runs without a shell in a folder of its own, under a guard process that ends it,
/// with all that it started, when the agent dies.
class CommandJobs {
  public:
    struct Events {
        std::function<void(const Job&, Json)> ended;
        std::function<void(const Job&, const Error&)> failed;
    };
    CommandJobs(std::filesystem::path folder, const SessionFiles& files, Events events)
        : m_folder(std::move(folder))
        , m_files(files)
        , m_events(std::move(events)) {}

    void start(Job job);
    void addPolls(std::vector<pollfd>& items) const;
    /// Collects output, ends what is over its limits.
    void step();
    bool hasRunning() const { return !m_commands.empty(); }
    bool cancel(const Json& id);
    std::vector<Json> ids() const;
    void clear() { m_commands.clear(); }

    /// The guard: runs the command line that follows and returns its exit code.
    static int guard(char** command);

  private:
    struct Command {
        Job job;
        Subprocess process;
        std::filesystem::path folder;
        bool folderStays = false;
        Clock::time_point started = Clock::now();
        Clock::time_point nextLook = Clock::now(); ///< at its memory
        std::string out, err;
        bool outOpen = true, errOpen = true;
    };
    Result<Command> launch(Job& job);
    static std::optional<Error> reasonToEnd(Command& command, Clock::time_point now);
    void finish(Command& command, const ExitStatus& exit);
    Result<std::vector<std::string>> moveOutputs(const Command& command) const;
    void discard(Command& command) const;

    std::filesystem::path m_folder;
    const SessionFiles& m_files;
    Events m_events;
    std::list<Command> m_commands;
    unsigned m_next = 0;
};

} // namespace metainfer::agent
