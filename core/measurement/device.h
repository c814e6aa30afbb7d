// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A device: where models run and are measured. The engine sees devices only through this interface.
#pragma once

#include "base/cancellation.h"
#include "base/progress.h"
#include "execution/device_caches.h"
#include "execution/executor.h"
#include "execution/machine_lock.h"
#include "hardware/environment.h"
#include "hardware/telemetry.h"
#include "measurement/measurement.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer {
class AgentClient;
}

namespace metainfer::measurement {

enum class DeviceKind { Local, Ssh, Toolchain, Simulated };
std::string_view deviceKindName(DeviceKind kind);

/// What a device can do. Keys of the mapping signature that it does not honour are not enumerated.
struct Capabilities {
    std::vector<std::string> mappingKeys;  ///< session keys: "threads", "opt", "spin", "arena", …
    std::vector<std::string> operatorKeys; ///< per operator: "tile", "layout", …; empty = none
    std::vector<std::string> runtimes;     ///< "onnxruntime@1.30.0", newest first
    std::vector<std::string> providers;    ///< execution providers of the default runtime
    int cores = 1;
    bool measures = true; ///< false: numbers are simulated
    bool operatorProfiles = true, peakMemory = true, coldStart = true, cpuClock = true;

    bool honours(std::string_view key) const;
};

/// How long and how often. Warm-up ends when the latency is stable (StabilityDetector). Timing ends
/// when both minima are reached; the maxima are hard ends, and fewer runs than `minimumRuns` make
/// the measurement INVALID.
struct Protocol {
    std::string name;
    int warmUpRuns = 3;          ///< at least
    double warmUpSeconds = 0.05; ///< at least
    double warmUpMaximumSeconds = 5;
    int minimumRuns = 3;
    double minimumSeconds = 0;
    int maximumRuns = 20'000;
    double maximumSeconds = 20;

    /// The search: at least 3 repeats, the median counts.
    static Protocol quick();
    /// Finalists: 3 seconds and as many runs as percentile `p` needs.
    static Protocol full(double p = 0.95);
    Status check() const; ///< InvalidArgument names the field and the legal range
};

/// A model with the session it is run in and the tensors it is fed with.
struct Workload {
    std::string label; ///< candidate id
    std::filesystem::path model;
    SessionOptions session;
    std::vector<NamedTensor> inputs; ///< one request; the caller generates or reads them
    int batch = 1;                   ///< samples in one request
};

struct MeasureRequest {
    Workload workload;
    Protocol protocol = Protocol::quick();
    int instances = 1;       ///< concurrent sessions of the model, each on its own thread
    std::vector<int> pinTo;  ///< logical CPUs of the runner; empty = no pinning
    bool peakMemory = false; ///< adds a run in a fresh process
    bool coldStart = false; ///< two more fresh starts: load and first inference become medians of 3
    RunLimits limits;
    CancellationToken cancel;
    ProgressSink progress;
};

struct CompareRequest {
    Workload base;
    std::vector<Workload> variants;
    ComparisonPurpose purpose = ComparisonPurpose::Selection;
    int processes = 5;          ///< fresh runner processes; finalists at least 5
    int rounds = 10;            ///< per process; the start of the turn order rotates
    double blockSeconds = 0.05; ///< of timed runs a turn, after its discarded first run
    int minimumBlockRuns = 2;
    double level = kConfidence; ///< of each ratio's interval, see levelForEach
    std::vector<int> pinTo;
    bool control = true; ///< the base a second time beside itself
    RunLimits limits;
    CancellationToken cancel;
    ProgressSink progress;
};

/// One node of the runtime's profile, medians over the profiled runs.
struct OperatorTime {
    std::string node; ///< name in the optimized graph
    std::string opType, domain, provider;
    double us = 0;    ///< per run, all its calls together
    double calls = 0; ///< per run
    std::vector<std::vector<std::int64_t>> inputDims, outputDims;
    std::vector<std::string> inputTypes, outputTypes;
    std::uint64_t outputBytes = 0, weightBytes = 0;
    bool operator==(const OperatorTime&) const = default;
};

struct OperatorProfile {
    NumberSource source = NumberSource::Measured;
    std::vector<OperatorTime> operators; ///< in the order of execution
    double sumUs = 0;                    ///< of the operators
    double endToEndUs = 0;               ///< median of unprofiled runs
    double gapUs() const { return endToEndUs - sumUs; }
    int runs = 0;
    std::string environment;
    Json toJson() const;
    static Result<OperatorProfile> fromJson(const Json& json);
};

struct ColdStart {
    double loadMs = 0, firstInferenceMs = 0;
};

using metainfer::CacheLevel;
using metainfer::LockOwner;

struct DeviceQueue {
    std::optional<LockOwner> holder; ///< nullopt: nobody measures
    std::vector<LockOwner> waiting;  ///< in the order in which they came
};

/// The device is one's own until this is destroyed.
class DeviceHold {
  public:
    virtual ~DeviceHold() = default;
};

/// Calls block and are thread-safe; a device is locked while it measures, others queue. In
/// `measure` and `compare` whatever happens to the model (crash, timeout, out of memory,
/// unsupported operator, device lost) is a value in the answer (`failure`); an error is returned
/// only when the request is wrong (InvalidArgument, NotFound, Unsupported) or was cancelled
/// (Cancelled).
class Device {
  public:
    virtual ~Device() = default;
    virtual std::string name() const = 0;
    virtual DeviceKind kind() const = 0;
    virtual const Capabilities& capabilities() const = 0;
    /// Fingerprint with the runtime of `session` (its version decides the library).
    virtual hardware::Environment environment(const SessionOptions& session = {}) = 0;
    /// Runs models for their outputs. On a simulated device this is the local executor: numerics
    /// are real, times are not.
    virtual Executor& executor() = 0;

    virtual Result<Measurement> measure(const MeasureRequest& request) = 0;
    virtual Result<Comparison> compare(const CompareRequest& request) = 0;
    virtual Result<OperatorProfile> profileOperators(const Workload& workload, int runs,
                                                     const RunLimits& limits,
                                                     const CancellationToken& cancel) = 0;
    /// Peak resident bytes attributable to the model, in a fresh process.
    virtual Result<std::uint64_t> peakMemory(const Workload& workload, const RunLimits& limits,
                                             const CancellationToken& cancel) = 0;
    virtual Result<ColdStart> coldStart(const Workload& workload, const RunLimits& limits,
                                        const CancellationToken& cancel) = 0;

    // What only some devices have. The defaults say so.

    /// The agent that serves this device; null where none does.
    virtual std::shared_ptr<AgentClient> agent() { return nullptr; }
    /// What it does right now. Answers at once, with the last look while a timed run goes on.
    virtual Result<hardware::Telemetry> telemetry();
    virtual Result<DeviceQueue> queue();
    /// Waits for the device and keeps it, for something of one's own such as a probe.
    virtual Result<std::unique_ptr<DeviceHold>> hold(std::string what,
                                                     const CancellationToken& cancel);
    virtual Result<std::vector<CacheLevel>> caches();
    /// Sets the power mode ("performance", "15W", …) until the next call; empty = as it was found.
    /// Unsupported says why it cannot be set, and what it is.
    virtual Status setPowerMode(const std::string& mode);
};

/// The clock that ratios rest on: process CPU time when both sides run on one thread and the device
/// has that clock, wall otherwise.
ClockKind chooseClock(const SessionOptions& base, const SessionOptions& variant,
                      const Capabilities& capabilities);

} // namespace metainfer::measurement
