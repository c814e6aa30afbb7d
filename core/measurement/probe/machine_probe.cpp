// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Rates of the machine itself and what a user pays for starting a model.
#include "measurement/probe/machine_probe.h"

#include "ir/onnx_io.h"
#include "measurement/probe/operator_case.h"

#include <fmt/format.h>

#include <cmath>

namespace metainfer::measurement::probe {
namespace {

constexpr double kKiB = 1024, kMiB = 1024 * kKiB;

/// Keeps a problem and goes on, unless somebody asked to stop.
Status note(ProbeResult& result, const std::string& what, const Error& error) {
    if (error.code == ErrorCode::Cancelled)
        return fail(error);
    result.problems.push_back(what + ": " + error.message);
    return {};
}

/// 1, 2, 4, … and the number of cores.
std::vector<int> threadCounts(int cores) {
    std::vector<int> counts;
    for (int threads = 1; threads < cores; threads *= 2)
        counts.push_back(threads);
    counts.push_back(cores);
    return counts;
}

double sliceSeconds(ProbeSuite suite) {
    return suite == ProbeSuite::Full ? 0.5 : suite == ProbeSuite::Quick ? 0.15 : 0.02;
}

Status sample(AgentClient& client, const char* pattern, double footprint, int threads,
              double seconds, ProbeResult& result, const CancellationToken& cancel) {
    ProbeMemoryRequest request;
    request.pattern = pattern;
    request.footprintBytes = static_cast<std::uint64_t>(footprint);
    request.threads = threads;
    request.seconds = seconds;
    const auto answer = client.probeMemory(request, cancel);
    if (!answer)
        return note(result, fmt::format("{} over {:.0f} KiB", pattern, footprint / kKiB),
                    answer.error());
    BandwidthSample value{pattern, footprint, threads, answer->bytesPerSecond / 1e9, std::nullopt};
    if (answer->nanosecondsPerAccess > 0)
        value.latencyNs = answer->nanosecondsPerAccess;
    result.bandwidth.push_back(std::move(value));
    return {};
}

/// Sizes of the curve: from inside the first cache to well outside the last.
std::vector<double> footprints(ProbeSuite suite, const std::vector<CacheLevel>& caches) {
    double last = 32 * kMiB;
    for (const CacheLevel& cache : caches)
        last = std::max(last, cache.sizeBytes);
    const double step = suite == ProbeSuite::Reduced ? 8 : std::sqrt(2.0);
    const double largest = std::min(suite == ProbeSuite::Reduced ? last : 6 * last, 1024 * kMiB);
    std::vector<double> sizes;
    for (double size = 8 * kKiB; size <= largest; size *= step)
        sizes.push_back(std::round(size / 4096) * 4096);
    return sizes;
}

/// A footprint that stays within each level, and one that no cache holds.
std::vector<double> levelFootprints(const std::vector<CacheLevel>& caches) {
    std::vector<double> sizes;
    double last = 32 * kMiB;
    for (const CacheLevel& cache : caches) {
        sizes.push_back(cache.sizeBytes / 2);
        last = std::max(last, cache.sizeBytes);
    }
    sizes.push_back(std::min(4 * last, 512 * kMiB));
    return sizes;
}

struct SavedModel {
    ModelVariant variant;
    std::vector<NamedTensor> feed;
};

Result<SavedModel> save(const OperatorCase& probed, const std::filesystem::path& folder) {
    MI_ASSIGN(const ir::Model model, modelOf(probed));
    SavedModel saved;
    saved.variant.model = folder / "machine.onnx";
    saved.variant.label = probed.op;
    MI_CHECK(ir::exportOnnx(model, saved.variant.model));
    saved.feed = feedOf(probed);
    return saved;
}

Result<MeasureReport> run(AgentClient& client, const SavedModel& saved, int threads, double seconds,
                          const CancellationToken& cancel) {
    metainfer::MeasureRequest request;
    request.variant = saved.variant;
    request.variant.options.threads = threads;
    request.inputs = saved.feed;
    request.minWarmupSeconds = 0.05;
    request.maxWarmupSeconds = 1;
    request.minSeconds = seconds;
    request.maxSeconds = 10;
    request.limits.timeout = std::chrono::seconds(30);
    return client.measure(request, cancel);
}

} // namespace

Status probeCompute(AgentClient& client, int cores, ProbeSuite suite, ProbeResult& result,
                    const CancellationToken& cancel) {
    for (const char* dtype : {"fp32", "int8", "fp16"})
        for (const int threads : threadCounts(cores)) {
            const auto answer =
                client.probeCompute({dtype, threads, sliceSeconds(suite), {}}, cancel);
            if (!answer) {
                MI_CHECK(note(result, fmt::format("compute {}", dtype), answer.error()));
                continue;
            }
            result.compute.push_back({dtype, threads, answer->opsPerSecond / 1e9, answer->isNative,
                                      answer->kernel, answer->reason});
        }
    return {};
}

Status probeBandwidth(AgentClient& client, int cores, ProbeSuite suite, ProbeResult& result,
                      const CancellationToken& cancel) {
    const double seconds = sliceSeconds(suite) / 2;
    std::vector<hardware::BandwidthPoint> curve;
    for (const double size : footprints(suite, result.caches)) {
        const std::size_t before = result.bandwidth.size();
        MI_CHECK(sample(client, "read", size, 1, seconds, result, cancel));
        if (result.bandwidth.size() > before)
            curve.push_back({size, result.bandwidth.back().gbps});
    }
    result.knees = findKnees(curve, result.caches);
    if (suite == ProbeSuite::Reduced)
        return {};
    for (const double size : levelFootprints(result.caches)) {
        if (cores > 1)
            MI_CHECK(sample(client, "read", size, cores, seconds, result, cancel));
        for (const char* pattern : {"strided", "random", "latency"})
            MI_CHECK(sample(client, pattern, size, 1, seconds, result, cancel));
    }
    return {};
}

Status probeLaunch(AgentClient& client, const std::filesystem::path& folder, ProbeResult& result,
                   const CancellationToken& cancel) {
    OperatorCase smallest;
    smallest.op = "Relu";
    smallest.operands = {{OperandKind::Data, {1}, 0}};
    smallest.outputs = {{1}};
    const auto saved = save(smallest, folder);
    if (!saved)
        return note(result, "launch overhead", saved.error());
    const auto report = run(client, *saved, 1, 0.1, cancel);
    if (!report)
        return note(result, "launch overhead", report.error());
    result.launchWallUs = median(report->samples.wallUs);
    result.launchCpuUs = median(report->samples.cpuUs);
    return {};
}

Status probeScaling(AgentClient& client, const std::filesystem::path& folder, int cores,
                    ProbeSuite suite, ProbeResult& result, const CancellationToken& cancel) {
    OperatorCase large;
    large.op = "Conv";
    large.operands = {{OperandKind::Data, {1, 128, 56, 56}, 0},
                      {OperandKind::Weight, {128, 128, 3, 3}, 0}};
    large.outputs = {{1, 128, 56, 56}};
    large.attributes = {ir::Attribute::ofInts("pads", {1, 1, 1, 1})};
    const auto saved = save(large, folder);
    if (!saved)
        return note(result, "thread scaling", saved.error());
    double single = 0;
    for (const int threads : threadCounts(cores)) {
        const auto report = run(client, *saved, threads, 2 * sliceSeconds(suite), cancel);
        if (!report)
            return note(result, "thread scaling", report.error());
        // The fastest runs are those that no other load slowed down.
        const double wall = summarize(report->samples.wallUs).min;
        if (threads == 1)
            single = wall;
        if (wall > 0)
            result.scaling.push_back({threads, single / wall});
    }
    return {};
}

} // namespace metainfer::measurement::probe
