// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Rates of the machine itself: compute, memory, cores and concurrent streams.
#include "ir/onnx_io.h"
#include "measurement/probe/operator_makers.h"
#include "measurement/probe/probe_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::measurement::probe {
namespace {

constexpr double kKiB = 1024, kMiB = 1024 * kKiB;

double sliceSeconds(ProbeSuite suite) {
    return suite == ProbeSuite::Full ? 0.5 : suite == ProbeSuite::Quick ? 0.15 : 0.02;
}

Status sample(const StepContext& context, const std::string& pattern, double footprint, int threads,
              double seconds, ProbeResult& part, const CancellationToken& cancel) {
    ProbeMemoryRequest request;
    request.pattern = pattern;
    request.footprintBytes = static_cast<std::uint64_t>(footprint);
    request.threads = threads;
    request.seconds = seconds;
    const auto answer = context.bench.memory(request, cancel);
    if (!answer)
        return note(part, fmt::format("{} over {:.0f} KiB", pattern, footprint / kKiB),
                    answer.error());
    BandwidthSample value{pattern, footprint, threads, answer->bytesPerSecond / 1e9, std::nullopt};
    if (answer->nanosecondsPerAccess > 0)
        value.latencyNs = answer->nanosecondsPerAccess;
    part.bandwidth.push_back(std::move(value));
    return {};
}

ProbeStep bandwidthStep(const std::string& pattern, double footprint, int threads, double seconds) {
    ProbeStep step;
    step.key = fmt::format("bandwidth/{}/{:.0f}/{}", pattern, footprint, threads);
    step.what = "memory bandwidth";
    step.seconds = seconds * 1.3;
    step.run = [=](const StepContext& context, ProbeResult& part, const CancellationToken& cancel) {
        return sample(context, pattern, footprint, threads, seconds, part, cancel);
    };
    return step;
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

Status measureScaling(const StepContext& context, ProbeResult& part,
                      const CancellationToken& cancel) {
    auto model = writeCase(context, conv(128, 56, 128, 3));
    if (!model)
        return note(part, "thread scaling", model.error());
    model->seconds = 2 * sliceSeconds(context.suite);
    model->warmUpSeconds = 0.05;
    double single = 0;
    for (const int threads : threadCounts(context.device.cores)) {
        model->session = context.session(threads);
        const auto runs = context.bench.run(*model, cancel);
        if (!runs)
            return note(part, "thread scaling", runs.error());
        // The fastest runs are those that no other load slowed down.
        const double wall = summarize(runs->samples.wallUs).min;
        if (threads == 1)
            single = wall;
        if (wall > 0)
            part.scaling.push_back({threads, single / wall});
    }
    return {};
}

double throughputOf(const TimedRuns& runs) {
    return runs.elapsedUs > 0
               ? static_cast<double>(runs.samples.wallUs.size()) / runs.elapsedUs * 1e6
               : 0;
}

Status measureStreams(const StepContext& context, ProbeResult& part,
                      const CancellationToken& cancel) {
    auto model = writeCase(context, conv(64, 56, 64, 3));
    if (!model)
        return note(part, "concurrent streams", model.error());
    const int repeats = context.suite == ProbeSuite::Full ? 5 : 3;
    model->seconds = sliceSeconds(context.suite);
    std::vector<int> counts = threadCounts(context.device.cores);
    counts.push_back(2 * context.device.cores); // one step beyond what can gain
    for (const int instances : counts) {
        model->instances = instances;
        std::vector<double> rates;
        for (int repeat = 0; repeat < repeats; ++repeat) {
            const auto runs = context.bench.run(*model, cancel);
            if (!runs)
                return note(part, "concurrent streams", runs.error());
            rates.push_back(throughputOf(*runs));
        }
        const double middle = median(rates);
        if (middle > 0)
            part.streams.push_back(
                {instances, middle, 1.4826 * medianAbsoluteDeviation(rates) / middle});
    }
    return {};
}

} // namespace

std::vector<int> threadCounts(int cores) {
    std::vector<int> counts;
    for (int threads = 1; threads < cores; threads *= 2)
        counts.push_back(threads);
    counts.push_back(cores);
    return counts;
}

bool endsProbe(const Error& error) {
    return error.code == ErrorCode::Cancelled || error.code == ErrorCode::DeviceLost;
}

Status note(ProbeResult& part, const std::string& what, const Error& error) {
    if (endsProbe(error))
        return fail(error);
    part.problems.push_back(what + ": " + error.message);
    return {};
}

const std::vector<double>& oneThreadTimes(const TimedRuns& runs) {
    return runs.samples.cpuUs.empty() ? runs.samples.wallUs : runs.samples.cpuUs;
}

SessionOptions StepContext::session(int threads) const {
    SessionOptions options = device.session;
    options.threads = threads;
    return options;
}

Result<TimedModel> writeModel(const StepContext& context, const ir::Model& model,
                              std::vector<NamedTensor> feed, const std::string& label,
                              int threads) {
    TimedModel timed;
    timed.model = context.folder / "probed.onnx";
    timed.label = label;
    timed.session = context.session(threads);
    timed.inputs = std::move(feed);
    MI_CHECK(ir::exportOnnx(model, timed.model));
    return timed;
}

Result<TimedModel> writeCase(const StepContext& context, const OperatorCase& probed) {
    MI_ASSIGN(const ir::Model model, modelOf(probed));
    MI_ASSIGN(TimedModel timed,
              writeModel(context, model, feedOf(probed), probed.family(), probed.threads));
    if (!probed.blockedLayout)
        timed.session.disabledOptimizers = {"NchwcTransformer"};
    return timed;
}

ProbeStep launchStep() {
    ProbeStep step;
    step.key = "launch";
    step.what = "launch overhead";
    step.run = [](const StepContext& context, ProbeResult& part, const CancellationToken& cancel) {
        auto model = writeCase(context, unary("Relu", {1}));
        if (!model)
            return note(part, "launch overhead", model.error());
        model->seconds = 0.1;
        const auto runs = context.bench.run(*model, cancel);
        if (!runs)
            return note(part, "launch overhead", runs.error());
        part.launchWallUs = median(runs->samples.wallUs);
        if (!runs->samples.cpuUs.empty())
            part.launchCpuUs = median(runs->samples.cpuUs);
        return Status{};
    };
    return step;
}

std::vector<ProbeStep> computeSteps(const ProbedDevice& device, ProbeSuite suite) {
    std::vector<ProbeStep> steps;
    for (const char* dtype : {"fp32", "int8", "fp16"})
        for (const int threads : threadCounts(device.cores)) {
            ProbeStep step;
            step.key = fmt::format("compute/{}/{}", dtype, threads);
            step.what = "compute rates";
            step.seconds = sliceSeconds(suite);
            step.run = [=](const StepContext& context, ProbeResult& part,
                           const CancellationToken& cancel) {
                const auto answer = context.bench.compute(
                    {dtype, threads, sliceSeconds(context.suite), {}}, cancel);
                if (!answer)
                    return note(part, fmt::format("compute {}", dtype), answer.error());
                part.compute.push_back({dtype, threads, answer->opsPerSecond / 1e9,
                                        answer->isNative, answer->kernel, answer->reason});
                return Status{};
            };
            steps.push_back(std::move(step));
        }
    return steps;
}

std::vector<ProbeStep> bandwidthSteps(const ProbedDevice& device, ProbeSuite suite) {
    const double seconds = sliceSeconds(suite) / 2;
    std::vector<ProbeStep> steps;
    for (const double size : footprints(suite, device.caches))
        steps.push_back(bandwidthStep("read", size, 1, seconds));
    if (suite == ProbeSuite::Reduced)
        return steps;
    for (const double size : levelFootprints(device.caches)) {
        if (device.cores > 1)
            steps.push_back(bandwidthStep("read", size, device.cores, seconds));
        for (const char* pattern : {"strided", "random", "latency"})
            steps.push_back(bandwidthStep(pattern, size, 1, seconds));
    }
    return steps;
}

std::vector<ProbeStep> scalingSteps(const ProbedDevice& device, ProbeSuite suite) {
    const double each = 3 * sliceSeconds(suite);
    std::vector<ProbeStep> steps(2);
    steps[0].key = "scaling";
    steps[0].what = "thread scaling";
    steps[0].run = measureScaling;
    steps[1].key = "streams";
    steps[1].what = "concurrent streams";
    steps[1].run = measureStreams;
    for (ProbeStep& step : steps)
        step.seconds = each * static_cast<double>(threadCounts(device.cores).size() + 1);
    return steps;
}

} // namespace metainfer::measurement::probe
