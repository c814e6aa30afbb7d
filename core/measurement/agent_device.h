// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A device behind an agent: this machine, or one that is reached over SSH.
#pragma once

#include "execution/agent_executor.h"
#include "measurement/device.h"
#include "measurement/machine_lock.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace metainfer::measurement {

class AgentDevice : public Device {
  public:
    struct Options {
        std::string name = "local";
        DeviceKind kind = DeviceKind::Local; ///< Local or Ssh
        /// "onnxruntime@1.29.0", "opencv": for sessions that name no runtime; empty = the agent's.
        std::string runtime;
        /// Set before each timed call and restored after it, where the device allows; empty = not.
        std::string powerMode;
        std::chrono::milliseconds lockTimeout = std::chrono::hours(24);
        /// Told once a second while somebody else measures.
        std::function<void(const LockOwner&)> onWait;
        /// Of this machine: the lock that this process takes itself. Elsewhere the agent has it.
        std::filesystem::path lockFile = MachineLock::defaultPath();
    };
    /// Asks the agent what it has: DeviceLost or Timeout when it does not answer.
    static Result<std::unique_ptr<AgentDevice>> create(std::shared_ptr<AgentClient> client,
                                                       Options options);

    std::string name() const override { return m_options.name; }
    DeviceKind kind() const override { return m_options.kind; }
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

    std::shared_ptr<AgentClient> agent() override { return m_executor.client(); }
    Result<hardware::Telemetry> telemetry() override;
    Result<DeviceQueue> queue() override;
    Result<std::unique_ptr<DeviceHold>> hold(std::string what,
                                             const CancellationToken& cancel) override;
    Result<std::vector<CacheLevel>> caches() override;
    Status setPowerMode(const std::string& mode) override;

  protected:
    AgentDevice(std::shared_ptr<AgentClient> client, Options options, AgentInventory inventory);
    const std::shared_ptr<AgentClient>& client() const { return m_executor.client(); }
    const Options& options() const { return m_options; }

  private:
    class Hold;
    Result<std::unique_ptr<Hold>> take(std::string what, const CancellationToken& cancel);
    /// `work` while the device is held; once more when the device was restarted meanwhile, since
    /// others may then have used it.
    template <typename Work>
    auto whileHeld(const std::string& what, const CancellationToken& cancel, const Work& work)
        -> decltype(work());

    SessionOptions resolved(SessionOptions session) const;
    Workload resolved(Workload workload) const;
    Status checkRuntime(const SessionOptions& session) const;
    Measurement begin(const MeasureRequest& request, const Workload& workload);
    Result<Measurement> measureHeld(const MeasureRequest& request, const Workload& workload);
    Result<OperatorProfile> profileHeld(const Workload& workload, int runs, const RunLimits& limits,
                                        const CancellationToken& cancel);
    Result<Comparison> compareHeld(const CompareRequest& request);
    Result<Comparison> compareRunnable(const CompareRequest& request,
                                       std::map<std::string, Error>& failures);
    Result<Comparison> compareOnce(const CompareRequest& request, int runsPerBlock);

    Options m_options;
    AgentExecutor m_executor;
    AgentInventory m_inventory;
    Capabilities m_capabilities;
    std::mutex m_mutex;                                          ///< guards m_environments
    std::map<std::string, hardware::Environment> m_environments; ///< by start of agent and runtime
};

/// Bytes of a model file with the external data beside it that it refers to.
std::optional<std::uint64_t> modelFileBytes(const std::filesystem::path& model);

} // namespace metainfer::measurement
