// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Probing a device: what it computes and moves, what starting costs, how each operator runs.
#pragma once

#include "base/cancellation.h"
#include "base/progress.h"
#include "execution/statistics.h"
#include "hardware/environment.h"
#include "hardware/probe_row.h"
#include "hardware/profile.h"
#include "measurement/device.h"

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

struct ProbeOptions {
    ProbeSuite suite = ProbeSuite::Quick;
    std::vector<std::string> families; ///< base families ("conv2d"); empty = all
    std::vector<std::string> dtypes;   ///< "fp32", "int8", "fp16"; empty = all
    /// Parts of "Conv 1x64x56x56,…->…{…}", see probe::shapeText; a case with any of them is probed.
    /// Empty = all.
    std::vector<std::string> shapes;
    bool machine = true; ///< compute, bandwidth, launch overhead, scaling
    bool operators = true;
    double timeLimitSeconds = 0;           ///< 0 = the suite's own; operators left over are counted
    std::vector<hardware::ProbeRow> known; ///< rows of an interrupted run: not probed again
    std::function<void(const hardware::ProbeRow&)> onRow; ///< as soon as a row is done
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

struct ProbeResult {
    ProbeSuite suite = ProbeSuite::Quick;
    std::string device, startedAt; ///< UTC
    hardware::Environment environment;
    std::vector<ComputeRate> compute;
    std::vector<BandwidthSample> bandwidth;
    std::vector<CacheLevel> caches;
    std::vector<BandwidthKnee> knees;
    std::optional<double> launchWallUs, launchCpuUs; ///< median of the smallest model, one thread
    std::vector<hardware::ScalingPoint> scaling;     ///< of a large convolution, wall clock
    std::vector<hardware::ProbeRow> rows;
    std::size_t skipped = 0;           ///< operators left out at the time limit
    std::vector<std::string> problems; ///< parts that could not be probed, and why
    Validity validity;                 ///< the machine's state during the probe
    double seconds = 0;

    /// The peak rate of a dtype on `threads` threads, GFLOP/s.
    std::optional<double> gflops(std::string_view dtype, int threads) const;
    /// The read curve of one thread at this size, interpolated, GB/s.
    std::optional<double> readGbps(double footprintBytes) const;
    Json toJson() const;
};

/// Probes `device` under its lock. Unsupported for devices that run nothing; a part that fails is
/// in `problems` or in the row's status. Cancelled keeps nothing but what `onRow` got.
Result<ProbeResult> probeLocal(Device& device, const ProbeOptions& options,
                               const ProgressSink& progress, const CancellationToken& cancel);

/// Time of a row relative to the best that the probed machine allows, in (0, 1]; nullopt without a
/// time or a roof.
std::optional<double> rooflineFraction(const hardware::ProbeRow& row, const ProbeResult& probe);
/// fast from 0.4, medium from 0.1 of the roofline, slow below; unsupported when it did not run.
std::optional<hardware::OpTier> tierOf(const hardware::ProbeRow& row, const ProbeResult& probe);

/// Writes what was measured beside what datasheets say, never over it, with the provenance of each
/// field. Fields that the probe did not measure stay as they are.
hardware::Profile updateProfile(hardware::Profile profile, const ProbeResult& probe);

/// Falls of a bandwidth curve, ascending; `curve` ascending in footprint.
std::vector<BandwidthKnee> findKnees(const std::vector<hardware::BandwidthPoint>& curve,
                                     const std::vector<CacheLevel>& caches);
/// Data and unified caches of the usable cores from sysfs; `root` replaces "/".
std::vector<CacheLevel> readCaches(const std::filesystem::path& root = "/");

} // namespace metainfer::measurement
