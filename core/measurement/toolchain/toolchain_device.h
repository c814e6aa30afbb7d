// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A vendor's compiler and runner as a device: measured, compared and asked for outputs through the
// commands of an adapter.
#pragma once

#include "measurement/device.h"
#include "measurement/machine_lock.h"
#include "measurement/toolchain/adapter.h"
#include "measurement/toolchain/tool_driver.h"
#include "measurement/toolchain/toolchain_executor.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace metainfer::measurement {

class ToolchainDevice final : public Device {
  public:
    struct Options {
        std::string name; ///< empty = the adapter's
        /// Converted models and runs; empty = a folder of the adapter in toolCacheFolder().
        std::filesystem::path workFolder;
        /// Where the commands run; it is held and asked for its state. Null = this machine.
        std::shared_ptr<Device> host;
        /// Runs models here: their types, calibration, and outputs where the tool gives none. Null
        /// = a local agent, started when it is needed.
        std::shared_ptr<Executor> numerics;
        /// Of this machine; a host has its own.
        std::filesystem::path lockFile = MachineLock::defaultPath();
        std::chrono::milliseconds lockTimeout = std::chrono::hours(24);
        /// Told once a second while another process measures.
        std::function<void(const LockOwner&)> onWait;
    };
    /// Asks the tool for its version. NotFound when it is not installed; the hint says how to.
    static Result<std::unique_ptr<ToolchainDevice>> create(Adapter adapter, Options options);

    std::string name() const override { return m_options.name; }
    DeviceKind kind() const override { return DeviceKind::Toolchain; }
    const Capabilities& capabilities() const override { return m_capabilities; }
    hardware::Environment environment(const SessionOptions& session) override;
    Executor& executor() override { return m_executor; }

    /// Every timed run is a sample where the tool tells of each; else a run of the tool gives one.
    Result<Measurement> measure(const MeasureRequest& request) override;
    /// Rounds in which every side is a run of the tool of its own, in a rotating order.
    Result<Comparison> compare(const CompareRequest& request) override;
    Result<OperatorProfile> profileOperators(const Workload& workload, int runs,
                                             const RunLimits& limits,
                                             const CancellationToken& cancel) override;
    Result<std::uint64_t> peakMemory(const Workload& workload, const RunLimits& limits,
                                     const CancellationToken& cancel) override;
    Result<ColdStart> coldStart(const Workload& workload, const RunLimits& limits,
                                const CancellationToken& cancel) override;

    Result<hardware::Telemetry> telemetry() override;
    Result<DeviceQueue> queue() override;
    Result<std::unique_ptr<DeviceHold>> hold(std::string what,
                                             const CancellationToken& cancel) override;
    Result<std::vector<CacheLevel>> caches() override;
    Status setPowerMode(const std::string& mode) override;

    const Adapter& adapter() const { return m_driver->adapter(); }
    const std::string& toolVersion() const { return m_version; }
    /// Exact command lines of a conversion and a run, without running anything. Unsupported when
    /// the tool does not offer it.
    Result<std::vector<std::string>> commandsFor(const Workload& workload,
                                                 ToolMode mode = ToolMode::Latency,
                                                 const ToolPlan& plan = {}) const;
    /// What the tool's converter makes of the model: the compiled form for this target. Unsupported
    /// when the tool takes the model as it is.
    Result<std::filesystem::path> compiled(const Workload& workload, const RunLimits& limits,
                                           const CancellationToken& cancel);

  private:
    /// Times of one run of the tool, with what the machine did meanwhile.
    struct Turn {
        ToolTimes times;
        double foreignCpuUs = -1, stealUs = -1, wallUs = 0;
        std::optional<ColdStart> cold;
        ToolOutput output;
    };
    struct Sampled;

    ToolchainDevice(std::shared_ptr<ToolDriver> driver, Options options, std::string version,
                    int cores);
    Status checkWorkload(const Workload& workload) const;
    Result<Turn> turn(const Workload& workload, const ToolPlan& plan, const RunLimits& limits,
                      const std::vector<int>& pinTo, const CancellationToken& cancel);
    Result<Sampled> sample(const MeasureRequest& request);
    Status compareRounds(const CompareRequest& request, const std::vector<const Workload*>& entries,
                         int iterations, Comparison& comparison);
    void compareEstimates(const CompareRequest& request, const std::vector<double>& us,
                          Comparison& comparison) const;

    Options m_options;
    std::shared_ptr<ToolDriver> m_driver;
    std::string m_version;
    Capabilities m_capabilities;
    ToolchainExecutor m_executor;
    std::mutex m_mutex; ///< guards m_environment
    std::optional<hardware::Environment> m_environment;
};

} // namespace metainfer::measurement
