// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The program's side of the agent protocol: starts the agent, sends requests, waits for answers.
#pragma once

#include "base/cancellation.h"
#include "base/json.h"
#include "base/result.h"
#include "execution/agent_messages.h"

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

/// One agent process. All calls block and are thread-safe; several run at the same time. When the
/// agent dies, running calls fail with DeviceLost and the next call starts a new one.
class AgentClient {
  public:
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

    /// Process id of the agent, 0 when none runs.
    int processId() const;

  private:
    struct Impl;
    explicit AgentClient(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace metainfer
