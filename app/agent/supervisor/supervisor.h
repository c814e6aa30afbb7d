// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The agent's one loop: reads requests, hands them to runners, watches limits, passes answers on.
#pragma once

#include "blob_store.h"
#include "job.h"
#include "runner_process.h"

#include <deque>
#include <filesystem>
#include <list>
#include <string>

namespace metainfer::agent {

struct SupervisorSettings {
    std::filesystem::path runnerFolder; ///< where the metainfer-runner-* programs lie
    std::filesystem::path work;         ///< temporary files, removed at the end
    std::filesystem::path blobs;
    std::uint64_t blobLimitBytes = 0; ///< of all blobs together
    std::uint64_t defaultMemoryLimit = 0;
    std::size_t maxRunners = 8;
};

/// Single-threaded: every wait is in one poll, so a misbehaving runner never blocks a cancel.
class Supervisor {
  public:
    explicit Supervisor(SupervisorSettings settings);
    /// Serves until stdin closes or `stop` becomes true; returns the exit code.
    int serve(const volatile bool& stop);

  private:
    using Runners = std::list<RunnerProcess>;

    void waitForEvents();
    bool readRequests();
    void handleLine(const std::string& line);
    Result<Json> handleOwn(const Job& job);
    Result<Json> hello(const Json& params) const;
    Result<Json> cancel(const Json& params);

    void startQueuedJobs();
    Result<RunnerProcess*> runnerFor(const Job& job);
    bool hasRoom();
    /// A queued or running job names this blob.
    bool isBlobInUse(const std::string& hash) const;
    void collectAnswers();
    void checkLimits();
    void endJob(Runners::iterator runner, Error error);
    void dropIdleRunners();

    void answerOk(const Json& id, Json result);
    void answerError(const Json& id, const Error& error);
    void passOn(const Job& job, std::string_view type, const std::string& line);
    void writeLine(const std::string& line);

    SupervisorSettings m_settings;
    BlobStore m_blobs;
    Runners m_runners;
    std::deque<Job> m_queue;
    std::string m_input;
    bool m_isClientGone = false;
};

} // namespace metainfer::agent
