// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// This machine as a device: the agent as a child process, under the machine-wide lock.
#pragma once

#include "execution/agent_executor.h"
#include "measurement/device.h"
#include "measurement/machine_lock.h"

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace metainfer::measurement {

class LocalDevice final : public Device {
  public:
    struct Options {
        std::filesystem::path lockFile = MachineLock::defaultPath();
        std::chrono::milliseconds lockTimeout = std::chrono::hours(24);
        /// Told once a second while another process measures.
        std::function<void(const LockOwner&)> onWait;
    };
    /// Over an agent that is started here; NotFound says where it was looked for.
    static Result<std::unique_ptr<LocalDevice>> create(Options options);
    static Result<std::unique_ptr<LocalDevice>> create() { return create(Options{}); }
    static Result<std::unique_ptr<LocalDevice>> create(std::shared_ptr<AgentClient> client,
                                                       Options options);

    std::string name() const override { return "local"; }
    DeviceKind kind() const override { return DeviceKind::Local; }
    const Capabilities& capabilities() const override { return m_capabilities; }
    hardware::Environment environment(const SessionOptions& session) override;
    Executor& executor() override { return m_executor; }

    Result<Measurement> measure(const MeasureRequest& request) override;
    Result<Comparison> compare(const CompareRequest& request) override;
    Result<OperatorProfile> profileOperators(const Workload& workload, int runs,
                                             const RunLimits& limits,
                                             const CancellationToken& cancel) override;
    Result<std::uint64_t> peakMemory(const Workload& workload, const RunLimits& limits,
                                     const CancellationToken& cancel) override;
    Result<ColdStart> coldStart(const Workload& workload, const RunLimits& limits,
                                const CancellationToken& cancel) override;

    const std::shared_ptr<AgentClient>& client() const { return m_executor.client(); }
    /// Takes the machine for something of one's own, such as a probe.
    Result<MachineLock> lock(std::string what, const CancellationToken& cancel) const;

  private:
    LocalDevice(std::shared_ptr<AgentClient> client, Options options, AgentInventory inventory);
    Status checkRuntime(const SessionOptions& session) const;
    Result<Comparison> compareRunnable(const CompareRequest& request,
                                       std::map<std::string, Error>& failures);
    Result<Comparison> compareOnce(const CompareRequest& request, int runsPerBlock);

    Options m_options;
    AgentExecutor m_executor;
    AgentInventory m_inventory;
    Capabilities m_capabilities;
    std::mutex m_mutex;                                          ///< guards m_environments
    std::map<std::string, hardware::Environment> m_environments; ///< by runtime version
};

/// Bytes of a model file with the external data beside it that it refers to.
std::optional<std::uint64_t> modelFileBytes(const std::filesystem::path& model);

} // namespace metainfer::measurement
