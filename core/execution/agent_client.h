// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The program's side of the agent protocol: starts the agent, sends requests, waits for answers.
#pragma once

#include "base/cancellation.h"
#include "base/json.h"
#include "base/progress.h"
#include "base/result.h"
#include "execution/agent_link.h"
#include "execution/agent_messages.h"
#include "execution/device_caches.h"
#include "execution/device_environment.h"
#include "execution/device_telemetry.h"
#include "execution/machine_lock.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer {

/// How to start an agent: a command line and what to add to its environment.
struct AgentCommand {
    std::vector<std::string> arguments;
    std::vector<std::string> environment; ///< "NAME=value"
};

/// The agent of this machine: METAINFER_AGENT, beside this executable, or ../libexec/metainfer.
/// NotFound lists where was looked.
Result<AgentCommand> findLocalAgent();

class AgentConnection;
class AgentFiles;

/// The device's lock, held by its agent: it survives a lost link and ends with the agent.
class AgentLock {
  public:
    ~AgentLock(); ///< gives it back
    AgentLock(const AgentLock&) = delete;
    AgentLock& operator=(const AgentLock&) = delete;
    /// The agent that held it is gone, so somebody else may have the device.
    bool isLost() const;

  private:
    friend class AgentClient;
    AgentLock(std::shared_ptr<AgentConnection> connection, std::int64_t token)
        : m_connection(std::move(connection))
        , m_token(token) {}
    std::shared_ptr<AgentConnection> m_connection;
    std::int64_t m_token = 0;
};

/// One agent over a byte stream. All calls block and are thread-safe; several run at the same time.
/// When the agent of a local endpoint dies, running calls fail with DeviceLost and the next call
/// starts a new one. When the link of a resumable endpoint ends, calls wait until it is there again
/// and nothing is lost; DeviceLost when that takes longer than the endpoint's patience.
class AgentClient {
  public:
    static Result<std::shared_ptr<AgentClient>> start(AgentEndpoint endpoint,
                                                      const CancellationToken& cancel = {});
    static Result<std::shared_ptr<AgentClient>> start(AgentCommand command);
    static Result<std::shared_ptr<AgentClient>> startLocal();
    ~AgentClient();
    AgentClient(const AgentClient&) = delete;
    AgentClient& operator=(const AgentClient&) = delete;

    using JsonProgress = std::function<void(const Json&)>;
    /// One request of the protocol. `timeout` is the request's deadline.
    Result<Json> call(std::string_view method, const Json& params,
                      std::chrono::milliseconds timeout, const CancellationToken& cancel,
                      const JsonProgress& progress = {});

    /// A request whose answer does not matter; nothing happens while the link is down.
    void post(std::string_view method, const Json& params);

    Result<AgentHello> hello();
    /// Takes up to a second on first use: hashes the libraries.
    Result<AgentInventory> inventory(const CancellationToken& cancel = {});
    Result<LoadReport> load(const ModelVariant& variant, const RunLimits& limits,
                            const CancellationToken& cancel);
    Result<MeasureReport> measure(const MeasureRequest& request, const CancellationToken& cancel);
    /// `onBlock` gets each block as soon as it is measured.
    Result<CompareReport> compare(const CompareRequest& request, const CancellationToken& cancel,
                                  const std::function<void(const CompareBlock&)>& onBlock = {});
    Result<ProfileReport> profile(const ProfileRequest& request, const CancellationToken& cancel);
    Result<MemoryReport> memory(const MemoryRequest& request, const CancellationToken& cancel);
    Result<ProbeComputeReport> probeCompute(const ProbeComputeRequest& request,
                                            const CancellationToken& cancel);
    Result<ProbeMemoryReport> probeMemory(const ProbeMemoryRequest& request,
                                          const CancellationToken& cancel);
    Result<MachineState> machineState();

    // What agents know since protocol 1.1. Older ones give Unsupported with their version.

    /// Waits in the device's queue. `onWait` is told the holder and how many are before, once a
    /// second. `powerMode` is set while the lock is held, where the device allows; empty = not.
    Result<std::unique_ptr<AgentLock>>
    lock(const std::string& what, const std::string& powerMode, std::chrono::milliseconds timeout,
         const CancellationToken& cancel,
         const std::function<void(const LockOwner&, int place)>& onWait = {});
    Result<AgentLockState> lockState();
    Result<hardware::Telemetry> telemetry();
    /// Without the runtime's fields, which are in the inventory.
    Result<hardware::Environment> environment();
    Result<std::vector<CacheLevel>> caches();
    /// A governor or a platform profile; empty = as it was found.
    Status setPowerMode(const std::string& mode);
    /// A command that fails is no error; Timeout when it was ended for its limit.
    Result<ExecReport> exec(const ExecRequest& request, const CancellationToken& cancel);

    /// What the agent said when the link was opened last; empty fields before.
    AgentHello greeting() const;
    /// It speaks an older minor version: an update can be offered.
    bool isOutdated() const;
    const AgentEndpoint& endpoint() const;
    /// Told how far the sending and fetching of large files is; called on the calling thread.
    void setTransferSink(ProgressSink sink);

    /// The files of requests, for a FileStage.
    AgentFiles& files();

    /// Process id of a local agent, 0 when none runs.
    int processId() const;

  private:
    struct Impl;
    explicit AgentClient(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace metainfer
