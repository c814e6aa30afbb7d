// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The agent's one loop: reads requests, hands them to runners, watches limits, passes answers on.
#pragma once

#include "blob_store.h"
#include "client_stream.h"
#include "command_jobs.h"
#include "device_facts.h"
#include "inventory_merge.h"
#include "job.h"
#include "kept_answers.h"
#include "lock_desk.h"
#include "model_bundles.h"
#include "power_mode.h"
#include "runner_process.h"
#include "session_files.h"
#include "session_socket.h"

#include <deque>
#include <filesystem>
#include <list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace metainfer::agent {

struct SupervisorSettings {
    std::filesystem::path runnerFolder; ///< where the metainfer-runner-* programs lie
    std::filesystem::path work;         ///< temporary files, removed at the end
    std::filesystem::path blobs;
    std::uint64_t blobLimitBytes = 0; ///< of all blobs together
    std::uint64_t defaultMemoryLimit = 0;
    std::size_t maxRunners = 8;
    std::filesystem::path sysfs = "/sys";
    std::filesystem::path notes;      ///< of power modes that are set
    std::filesystem::path lockFile;   ///< of the device
    std::chrono::seconds linger{600}; ///< a daemon's life without a client
};

/// Single-threaded: every wait is in one poll, so a misbehaving runner never blocks a cancel.
class Supervisor {
  public:
    /// Over stdin and stdout, or as the daemon of a session over its socket.
    Supervisor(SupervisorSettings settings, std::optional<SessionSocket> socket);
    /// Serves until stdin closes, the session ends or `stop` becomes true; returns the exit code.
    int serve(const volatile bool& stop);

  private:
    using Runners = std::list<RunnerProcess>;

    void waitForEvents();
    void readRequests();
    void handleLine(const std::string& line);
    Status resolveFiles(Job& job);
    /// Takes requests over that are answered later; false for others.
    bool beginOwn(Job& job);
    Result<Json> handleOwn(const Job& job);
    Result<Json> handleDevice(const Job& job);
    Result<Json> setPowerMode(const Json& params);
    void stepRehashes();
    Result<Json> hello(const Json& params) const;
    Result<Json> cancel(const Json& params);
    /// One job for each runner that is there.
    void queueInventory(const Job& job);

    void startQueuedJobs();
    Result<RunnerProcess*> runnerFor(const Job& job);
    bool hasRoom();
    std::filesystem::path programOf(std::string_view runner) const;
    /// A queued or running job names this blob.
    bool isBlobInUse(const std::string& hash) const;
    void collectAnswers();
    void checkLimits();
    void endJob(Runners::iterator runner, Error error);
    void dropIdleRunners();

    void answerOk(const Json& id, Json result);
    void answerError(const Json& id, const Error& error);
    void passOn(const Job& job, std::string_view type, const std::string& line);
    /// The end of a job that no runner answered.
    void answerJob(const Job& job, const Error& error);
    void addInventory(const Job& job, Result<Json> part);
    void writeLine(const std::string& line);
    void writeFinal(const Json& id, const std::string& line);

    // supervisor_session.cpp
    void acceptClients();
    void loseClient();
    void checkAbsence();
    bool isBusy() const;
    std::vector<Json> runningIds() const;
    void resume(const Job& job);
    bool endRequest(const Json& id);
    bool isRepeated(const Json& id);
    void grantLock(const Job& job);
    bool releaseLock(const Json& token);
    bool isTimedRunGoingOn() const;

    SupervisorSettings m_settings;
    std::optional<SessionSocket> m_socket; ///< of a daemon
    ClientStream m_client;
    Clock::time_point m_clientLeft = Clock::now();
    KeptAnswers m_kept;
    std::string m_instance;
    BlobStore m_blobs;
    ModelBundles m_bundles;
    SessionFiles m_files;
    DeviceFacts m_facts;
    PowerMode m_power;
    std::optional<Json> m_modeOwner; ///< the lock under which it was set
    LockDesk m_locks;
    CommandJobs m_commands;
    std::list<std::pair<Job, BlobStore::Rehash>> m_rehashes;
    Runners m_runners;
    std::deque<Job> m_queue;
    InventoryMerge m_inventories;
    bool m_isEnding = false;
};

} // namespace metainfer::agent
