// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Probing a device: what it computes and moves, what starting costs, how each operator runs.
#pragma once

#include "base/cancellation.h"
#include "base/progress.h"
#include "hardware/probe_row.h"
#include "hardware/profile.h"
#include "measurement/device.h"
#include "measurement/probe/findings.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::measurement {

/// Reduced = a few rows in seconds (tests); Quick ends within two minutes; Full takes as long as it
/// needs and can be resumed.
enum class ProbeSuite { Reduced, Quick, Full };
std::string_view probeSuiteName(ProbeSuite suite);
/// InvalidArgument with the legal names otherwise.
Result<ProbeSuite> parseProbeSuite(std::string_view name);

/// A probe that was interrupted and left its journal.
struct UnfinishedProbe {
    std::string startedAt; ///< UTC
    std::size_t steps = 0; ///< done by then
    /// What is different now; not empty = it cannot be gone on with.
    std::vector<hardware::EnvironmentDifference> changes;
};

/// Whether to go on with an interrupted probe of the same suite, device and environment.
enum class ProbeResume { Never, Ask, Always };

struct ProbeOptions {
    ProbeSuite suite = ProbeSuite::Quick;
    std::vector<std::string> families; ///< base families ("conv2d"); empty = all
    std::vector<std::string> dtypes;   ///< "fp32", "int8", "fp16"; empty = all
    /// Parts of "Conv 1x64x56x56,…->…{…}", see probe::shapeText; a case with any of them is probed.
    /// Empty = all.
    std::vector<std::string> shapes;
    bool machine = true; ///< compute, bandwidth, launch overhead, scaling, heat, streams, shapes
    bool operators = true;
    double timeLimitSeconds = 0;           ///< 0 = the suite's own; operators left over are counted
    std::vector<hardware::ProbeRow> known; ///< rows of an interrupted run: not probed again
    std::function<void(const hardware::ProbeRow&)> onRow; ///< as soon as a row is done
    /// Where the journal lies that an interrupted probe goes on from; empty = none is kept.
    std::filesystem::path journalFolder;
    ProbeResume resume = ProbeResume::Never;
    /// Told of an unfinished probe. With Ask: whether to go on with it (null = no). A changed
    /// environment is told as well, and then the answer does not count.
    std::function<bool(const UnfinishedProbe&)> onUnfinished;
};

/// Multiply-accumulate kernels in registers.
struct ComputeRate {
    std::string dtype;
    int threads = 1;
    double gflops = 0; ///< GFLOP/s or GOP/s, a multiply-accumulate counts as two
    bool native = true;
    std::string kernel, reason; ///< why it is not native or was not measured
};

/// One access pattern over a buffer per thread.
struct BandwidthSample {
    std::string pattern; ///< "read", "strided", "random", "latency", …
    double footprintBytes = 0;
    int threads = 1;
    double gbps = 0;                 ///< of all threads
    std::optional<double> latencyNs; ///< of one dependent load
};

/// Where the bandwidth curve falls, and the cache that explains it.
struct BandwidthKnee {
    double footprintBytes = 0; ///< half of the fall, in logarithms
    double gbpsBefore = 0, gbpsAfter = 0;
    std::string level;     ///< cache with the nearest size within a factor of 2.5; empty = none
    double levelBytes = 0; ///< its real size
};

/// One moment of computing without a pause on all cores.
struct SustainedSample {
    double seconds = 0; ///< since it began
    double gflops = 0;
    std::optional<double> clockMhz, temperatureC;
};

/// Concurrent sessions of one model, each on one thread.
struct StreamPoint {
    int instances = 1;
    double requestsPerSecond = 0;
    double spread = 0; ///< relative, between repeats
};

/// A model of several operators with an open dimension against the same one with a fixed one.
struct ShapeComparison {
    std::string family;            ///< what it is made of mostly: "conv2d", "matmul"
    std::vector<double> logRatios; ///< ln(open / fixed), one per turn
    std::string error;             ///< why it does not run with an open dimension
};

/// The first inference of fresh sessions against the steady state.
struct FirstRun {
    std::string family;
    std::vector<double> loadUs, firstUs, steadyUs; ///< per session
};

/// Time over one number of channels, everything else fixed.
struct AlignmentSweep {
    std::string family, dtype;
    std::string axis; ///< "output_channels", "input_channels", "columns"
    struct Point {
        int channels = 0;
        double us = 0, madUs = 0;
    };
    std::vector<Point> points; ///< ascending
};

struct ProbeResult {
    ProbeSuite suite = ProbeSuite::Quick;
    std::string device, startedAt; ///< UTC
    std::string runtime;           ///< "onnxruntime@1.30.0"
    std::string provider;          ///< that should run every node; empty = any
    hardware::Environment environment;
    std::vector<ComputeRate> compute;
    std::vector<BandwidthSample> bandwidth;
    std::vector<CacheLevel> caches;
    std::vector<BandwidthKnee> knees;
    std::optional<double> launchWallUs, launchCpuUs; ///< median of the smallest model, one thread
    std::vector<hardware::ScalingPoint> scaling;     ///< of a large convolution, wall clock
    std::vector<SustainedSample> sustained;
    std::vector<StreamPoint> streams;
    std::vector<ShapeComparison> shapes;
    std::vector<FirstRun> firstRuns;
    std::vector<AlignmentSweep> alignment;
    std::vector<hardware::ProbeRow> rows;       ///< one thread
    std::vector<hardware::ProbeRow> threadRows; ///< some on one and on more, wall clock
    std::vector<ProbeFinding> findings;
    std::size_t skipped = 0;           ///< operators left out at the time limit
    std::size_t resumed = 0;           ///< steps taken over from an interrupted probe
    std::vector<std::string> problems; ///< parts that could not be probed, and why
    Validity validity;                 ///< the machine's state during the probe
    double seconds = 0;

    /// The peak rate of a dtype on `threads` threads, GFLOP/s.
    std::optional<double> gflops(std::string_view dtype, int threads) const;
    /// The read curve of one thread at this size, interpolated, GB/s.
    std::optional<double> readGbps(double footprintBytes) const;
    /// The read curve of one thread, ascending in footprint.
    std::vector<hardware::BandwidthPoint> readCurve() const;
    Json toJson() const;
};

/// Probes `device` under its lock, in the device's own runtime. What a device does not offer is in
/// `problems`; a part that fails is there too, or in its row's status. Unsupported for devices
/// whose numbers are simulated, Cancelled and DeviceLost keep nothing but the journal.
Result<ProbeResult> probeDevice(Device& device, const ProbeOptions& options,
                                const ProgressSink& progress, const CancellationToken& cancel);

/// Time of a row relative to the best that the probed machine allows, in (0, 1]; nullopt without a
/// time or a roof.
std::optional<double> rooflineFraction(const hardware::ProbeRow& row, const ProbeResult& probe);
/// fast from 0.4, medium from 0.1 of the roofline, slow below; unsupported when it did not run.
std::optional<hardware::OpTier> tierOf(const hardware::ProbeRow& row, const ProbeResult& probe);

/// Writes what was measured beside what datasheets say, never over it, with the provenance of each
/// field. Fields that the probe did not measure stay as they are.
hardware::Profile updateProfile(hardware::Profile profile, const ProbeResult& probe);
/// Where measurements contradict what the profile states from elsewhere.
std::vector<ProbeFinding> datasheetConflicts(const hardware::Profile& profile,
                                             const ProbeResult& probe);

/// Falls of a bandwidth curve, ascending; `curve` ascending in footprint.
std::vector<BandwidthKnee> findKnees(const std::vector<hardware::BandwidthPoint>& curve,
                                     const std::vector<CacheLevel>& caches);
/// Data and unified caches of the usable cores from sysfs; `root` replaces "/".
std::vector<CacheLevel> readCaches(const std::filesystem::path& root = "/");

} // namespace metainfer::measurement
