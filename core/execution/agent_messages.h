// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Requests and answers of the agent protocol as values. Times are microseconds, memory is bytes;
// `wall` is the steady clock, `cpu` the time of all threads of the runner's process.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "execution/executor.h"
#include "execution/machine_lock.h"
#include "execution/session_options.h"
#include "execution/tensor.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer {

inline constexpr int kProtocolMajor = 1;
inline constexpr int kProtocolMinor = 2;

/// One library that a runner can load. `problem` is set when it was found but cannot be loaded.
struct RuntimeLibrary {
    std::string runtime = "onnxruntime";
    std::string version;
    std::filesystem::path file;
    std::string sha256;
    std::string origin; ///< "METAINFER_ONNXRUNTIME", "system" or "cache"
    std::string build;  ///< what it was built for, where the runtime tells
    std::string problem;
    bool isDefault = false; ///< loaded when no version is asked for
};

/// What the machine that runs the agent is.
struct AgentInventory {
    std::string hostArchitecture; ///< "x86_64", "aarch64"
    std::string kernel;           ///< release and version as uname gives them
    std::string cpuModel, microcode;
    std::vector<std::string> cpuFlags;
    int logicalCpus = 0, usableCpus = 0; ///< usable = after the affinity mask
    std::uint64_t memoryBytes = 0;
    std::vector<RuntimeLibrary> runtimes;
};

struct AgentHello {
    int protocolMajor = 0, protocolMinor = 0;
    std::string agentVersion;
    std::vector<std::string> capabilities; ///< names of methods
    std::uint64_t defaultMemoryLimit = 0;
    int maxRunners = 0;
    std::string instance; ///< another text after each start of the agent; empty before 1.1

    bool knows(std::string_view method) const;
};

/// Who holds the device that an agent serves, and who waits for it in this order.
struct AgentLockState {
    std::optional<LockOwner> holder;
    std::vector<LockOwner> waiting;
};

/// A command to run on the device, for tools that the agent does not know.
struct ExecRequest {
    std::vector<std::string> arguments;   ///< [0] is looked up in the device's PATH
    std::vector<std::string> environment; ///< "NAME=value", on top of the agent's own
    /// Name in the command's folder -> file of this machine; sent once per content.
    std::map<std::string, std::filesystem::path> files;
    /// Name in the command's folder -> where to put it here; one that the command did not make is
    /// left out.
    std::map<std::string, std::filesystem::path> outputs;
    /// A folder of this name stays for further commands until the session ends; empty = a fresh one
    /// that goes with the command.
    std::string folder;
    RunLimits limits{std::chrono::minutes(10), 0};
};

struct ExecReport {
    bool bySignal = false;
    int code = 0, signal = 0;
    std::string out, err;                   ///< the first 16 MiB of each
    double wallSeconds = 0, cpuSeconds = 0; ///< of the device's clocks
    std::uint64_t peakResidentBytes = 0;
    std::vector<std::string> outputs; ///< those that are there

    bool succeeded() const { return !bySignal && code == 0; }
};

/// A model with the options to run it with; `label` names it in errors.
struct ModelVariant {
    std::filesystem::path model;
    SessionOptions options;
    std::string label;
};

/// What was really loaded. Config entries and optimizer names that the library does not contain
/// as text are ignored by it silently, so they are listed here.
struct LoadReport {
    std::string runtimeVersion;
    std::filesystem::path libraryFile;
    std::string librarySha256;
    double loadUs = 0; ///< session creation, without loading the library itself
    std::vector<std::string> unknownOptimizers, unknownConfig;
    std::vector<std::string> providers; ///< the ones in use, in order
};

/// Counters and sensors of the machine at one moment; -1 or empty = not readable.
struct MachineState {
    double loadAverage = -1;             ///< one minute
    std::vector<double> frequenciesMhz;  ///< per logical cpu
    std::string governor;                ///< of cpu 0
    double temperatureC = -1;            ///< hottest sensor
    std::int64_t throttleCount = -1;     ///< sum of the cores' thermal throttle counters
    double busyCpuUs = -1, stealUs = -1; ///< all cpus since boot, 10 ms resolution
};

/// One timed stretch of runs.
struct SampleSeries {
    std::vector<double> wallUs;
    std::vector<double> cpuUs;
};

struct MeasureRequest {
    ModelVariant variant;
    std::vector<NamedTensor> inputs;
    int minWarmupRuns = 5;
    double minWarmupSeconds = 0.2;
    double maxWarmupSeconds = 10;
    int minRuns = 11; ///< stops when minRuns AND minSeconds are reached, or at maxSeconds/maxRuns
    double minSeconds = 0.5;
    int maxRuns = 100'000;
    double maxSeconds = 60;
    int instances = 1; ///< concurrent sessions, each on its own thread; samples of all together
    std::vector<int> pinTo; ///< logical cpus for the runner; empty = no pinning
    RunLimits limits{std::chrono::minutes(5), 0};
};

struct MeasureReport {
    LoadReport load;
    double firstRunUs = 0; ///< first inference after loading (cold)
    int warmupRuns = 0;
    bool warmupStable = false; ///< false: the warm-up ran into its time limit with a trend left
    SampleSeries samples;
    double elapsedUs = 0; ///< whole timed stretch, for throughput
    std::int64_t minorFaults = 0, majorFaults = 0, voluntarySwitches = 0, involuntarySwitches = 0;
    MachineState before, after;
    double ownCpuUs = 0; ///< process CPU time of the timed stretch; busy - own = foreign load
};

/// Variants in turn in one process with a rotating start, repeated in fresh processes. List a
/// variant twice for an A/A control: each entry gets its own session.
struct CompareRequest {
    std::vector<ModelVariant> variants;
    /// Inputs per variant; one element = the same for all.
    std::vector<std::vector<NamedTensor>> inputs;
    int processes = 3;
    int rounds = 10;
    int runsPerBlock = 4;              ///< kept runs; one more is made first and discarded
    double maxSecondsPerProcess = 120; ///< stops after the current round
    int warmupRuns = 3;
    std::vector<int> pinTo;
    RunLimits limits{std::chrono::minutes(10), 0}; ///< the timeout is for all processes together
};

struct CompareBlock {
    int process = 0, round = 0, variant = 0;
    int position = 0; ///< place within the round
    SampleSeries samples;
    double foreignCpuUs = -1; ///< CPU time of others in the block, 10 ms resolution; -1 = unknown
    double stealUs = -1;
};

struct CompareReport {
    std::vector<CompareBlock> blocks; ///< whole rounds only
    std::vector<LoadReport> loads;    ///< of the first process, per variant
    MachineState before, after;
};

struct ProfileRequest {
    ModelVariant variant;
    std::vector<NamedTensor> inputs;
    int warmupRuns = 2;
    int runs = 10;
    std::filesystem::path optimizedModel; ///< where to save the optimized model; empty = not
    RunLimits limits{std::chrono::minutes(5), 0};
};

struct NodeProfile {
    std::string name, opType, provider;
    std::string inputShapes, outputShapes; ///< "float32[1,3,224,224] float32[32,3,3,3]"
    int count = 0;                         ///< timed executions over all runs
    double meanUs = 0, medianUs = 0;       ///< per execution
    double sumUs = 0;                      ///< over all runs
    std::uint64_t outputBytes = 0, parameterBytes = 0, activationBytes = 0;
};

struct ProfileReport {
    LoadReport load;
    int runs = 0;
    double endToEndMeanUs = 0; ///< whole runs with profiling on
    std::vector<NodeProfile> nodes;
};

struct MemoryRequest {
    ModelVariant variant;
    std::vector<NamedTensor> inputs;
    int runs = 3;
    RunLimits limits{std::chrono::minutes(5), 0};
};

/// Of a fresh process. `attributable` = peak - baseline: weights, intermediates, runtime buffers.
struct MemoryReport {
    LoadReport load;
    std::uint64_t baselineBytes = 0; ///< resident with library and environment, inputs in memory
    std::uint64_t afterLoadBytes = 0;
    std::uint64_t peakBytes = 0;
    std::uint64_t attributableBytes = 0;
};

struct ProbeComputeRequest {
    std::string dtype = "fp32"; ///< fp32, fp64, int8, fp16, bf16
    int threads = 1;
    double seconds = 0.2;
    RunLimits limits{std::chrono::minutes(1), 0};
};

/// Sustained rate of multiply-accumulate kernels held in registers, per second of each thread's CPU
/// time (of wall time when there are more threads than cpus).
struct ProbeComputeReport {
    std::string dtype;
    bool isNative = false;   ///< false: no instruction of this cpu computes it; the rate is that of
                             ///< `kernel`, for instance conversion and float32
    std::string kernel;      ///< "avx2+fma", "avx512-vnni", "neon-dot", "f16c convert + fma"
    std::string reason;      ///< when not native or not measured
    double opsPerSecond = 0; ///< multiply and add count as two
    int threads = 1;
};

struct ProbeMemoryRequest {
    std::string pattern = "read";           ///< read, write, copy, strided, random, latency
    std::uint64_t footprintBytes = 1 << 20; ///< per thread
    int threads = 1;
    double seconds = 0.1;
    RunLimits limits{std::chrono::minutes(1), 0};
};

struct ProbeMemoryReport {
    std::string pattern;
    std::uint64_t footprintBytes = 0;
    int threads = 1;
    double bytesPerSecond = 0;       ///< of all threads; copy counts bytes read plus bytes written
    double nanosecondsPerAccess = 0; ///< for `latency`: dependent loads
};

} // namespace metainfer
