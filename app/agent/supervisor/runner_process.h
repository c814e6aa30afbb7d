// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A runner as the supervisor sees it: a child process that serves one job at a time.
#pragma once

#include "job.h"

#include "base/subprocess.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::agent {

/// The command that starts a runner: the words of METAINFER_RUNNER_WRAPPER (an emulator, taskset)
/// where it is set, then the loader in the folder `loader` beside the program where there is one,
/// then the program.
std::vector<std::string> runnerCommand(const std::filesystem::path& program);

class RunnerProcess {
  public:
    /// Starts `program` with its temporary files under `work`. `kind` and `runtimeVersion` tell
    /// what it serves.
    static Result<RunnerProcess> start(const std::filesystem::path& program,
                                       const std::filesystem::path& work, std::string_view kind,
                                       std::string runtimeVersion);

    bool isIdle() const { return !m_job; }
    bool canServe(const Job& job) const;
    bool hasLoaded(const Job& job) const { return m_sessionKey == job.sessionKey; }
    bool isSpent() const { return m_isSpent; }
    const std::optional<Job>& job() const { return m_job; }
    Clock::time_point idleSince() const { return m_idleSince; }
    const Subprocess& process() const { return m_process; }

    /// Hands over a job: only when idle.
    void assign(Job job);
    /// Reads what the runner wrote; `answer` gets each whole line with its type. False when the
    /// stream has ended. A final answer makes the runner idle.
    bool readAnswers(const std::function<void(const Job&, std::string_view type,
                                              const std::string& line)>& answer);
    /// Keeps the last lines of its stderr; false when the stream has ended.
    bool readLog();
    /// The exit status once it has ended.
    std::optional<ExitStatus> poll() { return m_process.poll(); }
    /// Takes the job away, for a failure that the supervisor answers itself.
    std::optional<Job> takeJob();

    /// Why a job whose runner has ended was not answered.
    Error crashError(const Job& job, const ExitStatus& exit) const;
    std::uint64_t residentBytesNow() const;

  private:
    explicit RunnerProcess(Subprocess process)
        : m_process(std::move(process)) {}

    Subprocess m_process;
    std::string m_kind, m_runtimeVersion, m_sessionKey;
    std::optional<Job> m_job;
    std::string m_pending; ///< bytes after the last whole line
    std::string m_log;     ///< the end of stderr
    Clock::time_point m_idleSince = Clock::now();
    bool m_isSpent = false;
};

} // namespace metainfer::agent
