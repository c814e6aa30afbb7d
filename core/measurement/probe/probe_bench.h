// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a probe asks of a device. The one place that knows agents from toolchains.
#pragma once

#include "measurement/device.h"

#include "execution/agent_messages.h"

#include <memory>
#include <string>
#include <vector>

namespace metainfer::measurement::probe {

/// A model to be timed.
struct TimedModel {
    std::filesystem::path model;
    std::string label;
    SessionOptions session;
    std::vector<NamedTensor> inputs;
    int instances = 1;
    double warmUpSeconds = 0.02, warmUpMaximum = 0.3;
    double seconds = 0.06, maximumSeconds = 2;
    int minimumRuns = 11;
};

struct TimedRuns {
    SampleSeries samples;  ///< `cpuUs` is empty where the device has no such clock
    double elapsedUs = 0;  ///< of the whole timed stretch; 0 = not known
    double firstRunUs = 0; ///< after loading; 0 = not known
    double loadUs = 0;
};

class ProbeBench {
  public:
    virtual ~ProbeBench() = default;
    /// Kernels that need no runtime: compute and memory.
    virtual bool hasKernels() const = 0;
    /// Loading costs seconds (a vendor's compiler): no sweeps.
    virtual bool isSlow() const { return false; }
    virtual Result<ProbeComputeReport> compute(const ProbeComputeRequest& request,
                                               const CancellationToken& cancel) = 0;
    virtual Result<ProbeMemoryReport> memory(const ProbeMemoryRequest& request,
                                             const CancellationToken& cancel) = 0;
    /// A fresh session each time.
    virtual Result<TimedRuns> run(const TimedModel& model, const CancellationToken& cancel) = 0;
    virtual Result<std::vector<OperatorTime>> profile(const TimedModel& model, int runs,
                                                      const CancellationToken& cancel) = 0;
    virtual Result<std::uint64_t> peakMemory(const TimedModel& model,
                                             const CancellationToken& cancel) = 0;
    virtual std::optional<hardware::Telemetry> telemetry() = 0;
    /// Counters of the whole machine, for the grade; nullopt = the device says nothing.
    virtual std::optional<metainfer::MachineState> machineState() = 0;
    /// A steady clock, in seconds.
    virtual double now() = 0;
};

/// What a probe needs to know of a device beside that.
struct ProbedDevice {
    std::string name;
    SessionOptions session; ///< the device's own runtime
    std::string provider;   ///< that should run everything; empty = any
    hardware::Environment environment;
    std::vector<CacheLevel> caches;
    int cores = 1;
    bool canProfile = true;
    bool hasOptimizers = true;         ///< the session takes names of passes to switch off
    std::vector<std::string> problems; ///< what the device does not offer
};

std::unique_ptr<ProbeBench> benchOverAgent(Device& device, std::shared_ptr<AgentClient> agent);
/// Through Device::measure alone.
std::unique_ptr<ProbeBench> benchOverDevice(Device& device);

} // namespace metainfer::measurement::probe
