// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A device as a probe needs it, and what a row is worth on it.
#include "measurement/probe/probe.h"

#include "measurement/local_device.h"
#include "measurement/probe/probe_run.h"
#include "measurement/time_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::measurement {
namespace {

probe::ProbedDevice describe(Device& device) {
    const Capabilities& capabilities = device.capabilities();
    probe::ProbedDevice described;
    described.name = device.name();
    described.environment = device.environment();
    // What runs when nothing else is said, as the device itself names it.
    const std::string runtime = described.environment.runtime;
    if (runtime != hardware::Environment().runtime) {
        const auto at = runtime.find('@');
        described.session.runtime = runtime.substr(0, at);
        const auto& known = capabilities.runtimes;
        if (at != std::string::npos && !known.empty() && known.front() != runtime)
            described.session.runtimeVersion = runtime.substr(at + 1);
    }
    described.cores = std::max(1, capabilities.cores);
    described.canProfile = capabilities.operatorProfiles;
    described.hasOptimizers = capabilities.honours("disable");
    return described;
}

Status checkDevice(const Device& device) {
    if (!device.capabilities().measures)
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} is {}: only devices that run models can be probed",
                                device.name(), deviceKindName(device.kind())),
                    "probe `local`, or a device that `metainfer device list` shows");
    return {};
}

Status checkRuntime(const probe::ProbedDevice& device) {
    if (device.environment.runtime != hardware::Environment().runtime)
        return {};
    return fail(ErrorCode::Io,
                fmt::format("no ONNX Runtime library that loads was found on {}, so no "
                            "operator can be probed",
                            device.name),
                "metainfer doctor says what is there and how to get it");
}

} // namespace

std::string_view probeSuiteName(ProbeSuite suite) {
    switch (suite) {
    case ProbeSuite::Reduced:
        return "reduced";
    case ProbeSuite::Quick:
        return "quick";
    case ProbeSuite::Full:
        break;
    }
    return "full";
}

Result<ProbeSuite> parseProbeSuite(std::string_view name) {
    for (const ProbeSuite suite : {ProbeSuite::Reduced, ProbeSuite::Quick, ProbeSuite::Full})
        if (name == probeSuiteName(suite))
            return suite;
    return fail(ErrorCode::InvalidArgument,
                fmt::format("probe suite `{}`, legal: reduced, quick, full", name));
}

std::optional<double> ProbeResult::gflops(std::string_view dtype, int threads) const {
    for (const ComputeRate& rate : compute)
        if (rate.dtype == dtype && rate.threads == threads && rate.gflops > 0)
            return rate.gflops;
    return std::nullopt;
}

std::vector<hardware::BandwidthPoint> ProbeResult::readCurve() const {
    std::vector<hardware::BandwidthPoint> curve;
    for (const BandwidthSample& sample : bandwidth)
        if (sample.pattern == "read" && sample.threads == 1 && sample.gbps > 0)
            curve.push_back({sample.footprintBytes, sample.gbps});
    const auto before = [](const auto& a, const auto& b) {
        return a.footprintBytes < b.footprintBytes;
    };
    std::sort(curve.begin(), curve.end(), before);
    const auto same = [](const auto& a, const auto& b) {
        return a.footprintBytes == b.footprintBytes;
    };
    curve.erase(std::unique(curve.begin(), curve.end(), same), curve.end());
    return curve;
}

std::optional<double> ProbeResult::readGbps(double footprintBytes) const {
    const BandwidthSample *below = nullptr, *above = nullptr;
    for (const BandwidthSample& sample : bandwidth) {
        if (sample.pattern != "read" || sample.threads != 1 || sample.gbps <= 0)
            continue;
        if (sample.footprintBytes <= footprintBytes &&
            (!below || sample.footprintBytes > below->footprintBytes))
            below = &sample;
        if (sample.footprintBytes >= footprintBytes &&
            (!above || sample.footprintBytes < above->footprintBytes))
            above = &sample;
    }
    if (!below || !above || below == above)
        return below   ? std::optional(below->gbps)
               : above ? std::optional(above->gbps)
                       : std::nullopt;
    const double share = std::log(footprintBytes / below->footprintBytes) /
                         std::log(above->footprintBytes / below->footprintBytes);
    return std::exp(std::log(below->gbps) + share * std::log(above->gbps / below->gbps));
}

Result<ProbeResult> probeDevice(Device& device, const ProbeOptions& options,
                                const ProgressSink& progress, const CancellationToken& cancel) {
    MI_CHECK(checkDevice(device));
    probe::ProbedDevice described = describe(device);
    if (options.operators)
        MI_CHECK(checkRuntime(described));
    const std::string startedAt = utcNow();
    const std::shared_ptr<AgentClient> agent = device.agent();
    if (!agent) {
        if (options.machine)
            described.problems.push_back("compute, memory, cores and heat: " + device.name() +
                                         " has no agent, only its operators can be probed");
        const auto bench = probe::benchOverDevice(device);
        return probe::runProbe(*bench, described, startedAt, options, progress, cancel);
    }
    // Only ONNX Runtime names the provider of each node.
    if (described.session.runtime == SessionOptions().runtime &&
        !device.capabilities().providers.empty())
        described.provider = device.capabilities().providers.front();
    auto caches = device.caches();
    if (caches)
        described.caches = std::move(*caches);
    else if (options.machine)
        described.problems.push_back("sizes of the caches: " + caches.error().message);
    MI_ASSIGN(const auto held,
              device.hold(fmt::format("probe ({})", probeSuiteName(options.suite)), cancel));
    const auto bench = probe::benchOverAgent(device, agent);
    return probe::runProbe(*bench, described, startedAt, options, progress, cancel);
}

std::optional<double> rooflineFraction(const hardware::ProbeRow& row, const ProbeResult& probe) {
    const double us = row.p50Us.value_or(0);
    if (row.status != hardware::ProbeStatus::Ok || !(us > 0))
        return std::nullopt;
    double bound = 0; // us
    if (const auto peak = probe.gflops(row.dtype, 1); peak && row.gflops)
        bound = *row.gflops * us / *peak;
    if (row.gbps) {
        const double bytes = *row.gbps * us * 1e3;
        if (const auto rate = probe.readGbps(bytes))
            bound = std::max(bound, bytes / *rate * 1e-3);
    }
    if (!(bound > 0))
        return std::nullopt;
    return std::min(1.0, bound / us);
}

std::optional<hardware::OpTier> tierOf(const hardware::ProbeRow& row, const ProbeResult& probe) {
    if (row.status != hardware::ProbeStatus::Ok)
        return hardware::OpTier::Unsupported;
    const auto fraction = rooflineFraction(row, probe);
    if (!fraction)
        return std::nullopt;
    return *fraction >= 0.4   ? hardware::OpTier::Fast
           : *fraction >= 0.1 ? hardware::OpTier::Medium
                              : hardware::OpTier::Slow;
}

} // namespace metainfer::measurement
