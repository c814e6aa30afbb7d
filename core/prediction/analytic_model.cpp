// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Analytic time of one operator.
#include "prediction/analytic_model.h"

#include "hardware/profile_yaml.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace metainfer::prediction {
namespace {

using hardware::Bound;
using hardware::DeviceType;
using hardware::OpRecord;
using hardware::OpStatus;
using hardware::OpTier;
using hardware::Profile;

// Priors for what a profile does not say. They are starting points; the operator matrix, the
// learned model and the device's residual replace them as soon as there is data.
constexpr double kSigmaRecord = 0.25;   // ln; the operator was probed on this device
constexpr double kSigmaMeasured = 0.45; // sustained rates measured, this operator not
constexpr double kSigmaDatasheet = 0.7;
constexpr double kSigmaAssumed = 1.0;
constexpr double kZ90 = 1.645;
/// A record holds the rate at its best size; operators of models reach this share of it.
constexpr double kTypicalOfBest = 0.75;

/// Share of the peak rate that a good kernel of this kind reaches.
double computeEfficiency(const OperatorCase& c) {
    static const std::map<std::string, double, std::less<>> kEfficiency{
        {"conv2d:dense", 0.7},     {"conv2d:pointwise", 0.65}, {"conv2d:grouped", 0.35},
        {"conv2d:depthwise", 0.2}, {"conv_transpose", 0.4},    {"matmul", 0.7},
        {"einsum", 0.4},           {"attention", 0.5},         {"rnn", 0.3}};
    if (const auto it = kEfficiency.find(c.family); it != kEfficiency.end())
        return it->second;
    if (const auto it = kEfficiency.find(c.baseFamily()); it != kEfficiency.end())
        return it->second;
    return 0.1; // elementwise and reductions: short vectors, transcendental functions
}

double tierFactor(std::optional<OpTier> tier) {
    if (!tier || *tier == OpTier::Fast)
        return 1;
    return *tier == OpTier::Medium ? 0.5 : 0.2;
}

double defaultLaunchUs(DeviceType type) {
    switch (type) {
    case DeviceType::Cpu:
        return 1;
    case DeviceType::Gpu:
        return 5;
    default:
        return 10;
    }
}

/// What starting one operator costs. On CPUs the measured launch overhead is that of a whole
/// request, so the cheapest probed operator stands for it there.
double startUs(const Profile& profile) {
    if (profile.type != DeviceType::Cpu || !profile.scheduling.measuredLaunchOverheadUs)
        return profile.launchOverheadUs().value_or(defaultLaunchUs(profile.type));
    double least =
        std::min(*profile.scheduling.measuredLaunchOverheadUs, defaultLaunchUs(profile.type));
    for (const auto& record : profile.ops.matrix)
        if (record.overheadUs && *record.overheadUs > 0)
            least = std::min(least, *record.overheadUs);
    return least;
}

/// What ONNX Runtime's CPU kernels do with a convolution that may not use the blocked layout, and
/// with signed 8-bit activations, on x86-64 without dot-product instructions. Measured ratios of
/// times.
double runtimeFactor(const Profile& profile, const SessionOptions& session, const OperatorCase& c) {
    if (profile.type != DeviceType::Cpu || session.runtime != "onnxruntime")
        return 1;
    double factor = 1;
    if (c.baseFamily() == "conv2d" && c.dtype == ElementType::Float && !c.blockedLayout)
        factor *= c.family == "conv2d:dense" ? 1.25 : 2.0;
    if (c.dtype == ElementType::Int8 && isComputeFamily(c.baseFamily())) {
        const auto entry = [&](const char* key) {
            const auto it = session.config.find(key);
            return it != session.config.end() && it->second == "1";
        };
        if (c.signedActivations)
            factor *= entry("session.qdqisint8allowed") ? 6.0 : 1.65;
        else if (entry("session.x64quantprecision"))
            factor *= 1.45;
    }
    if (session.execution == ExecutionMode::Parallel)
        factor *= 1.3;
    return factor;
}

/// The type that the arithmetic really runs in.
ElementType effectiveType(const Profile& profile, const OperatorCase& c, bool& emulated) {
    const auto* record = profile.record(c.family, c.dtype);
    emulated = (record && record->status == OpStatus::Emulated && !record->gflops) ||
               (!record && !profile.supports(c.dtype));
    if (!emulated || !isFloatingPoint(c.dtype))
        return c.dtype;
    return ElementType::Float;
}

const OpRecord* usableRecord(const Profile& profile, const OperatorCase& c) {
    const auto* record = profile.record(c.family, c.dtype);
    if (!record || record->status == OpStatus::Unsupported)
        return nullptr;
    return record->gflops || record->gbps ? record : nullptr;
}

int recordThreads(const OpRecord& record) {
    return std::max(1, record.threads.value_or(1));
}

/// One operator's speed-up: short ones gain less, since threads must be woken and joined.
double parallelGain(const Profile& profile, int from, int to, double us) {
    constexpr double kForkJoinUs = 4;
    const double full =
        hardware::threadSpeedup(profile, to) / hardware::threadSpeedup(profile, from);
    if (full <= 1)
        return full;
    const double share = us / (us + kForkJoinUs);
    return 1 + (full - 1) * share;
}

struct Roofs {
    double computeUs = 0, memoryUs = 0;
    double sigma = kSigmaAssumed;
    std::string level, computeBasis, memoryBasis;
};

Roofs roofsOf(const Profile& profile, const OperatorCase& c, ElementType dtype, int threads) {
    Roofs roofs;
    const auto* record = usableRecord(profile, c);
    const auto tier = profile.tierOf(c.family, c.dtype);
    const double slow = record ? 1.0 : tierFactor(tier);
    const double padding = alignmentPenalty(profile, c);
    const bool computes = isComputeFamily(c.baseFamily());
    const int used = threads <= 0 ? profile.compute.cores.value_or(1) : threads;

    if (record && record->gflops && (computes || !record->gbps)) {
        const double one = c.flops * padding / (*record->gflops * kTypicalOfBest) * 1e-3;
        roofs.computeUs = one / parallelGain(profile, recordThreads(*record), used, one);
        roofs.sigma = kSigmaRecord;
        roofs.computeBasis =
            fmt::format("{:.3g} GFLOP/s probed for this operator", *record->gflops);
    } else if (const auto peak = hardware::peakGflops(profile, dtype, 1)) {
        const double rate = peak->value * computeEfficiency(c) * slow;
        const double one = c.flops * padding / rate * 1e-3;
        roofs.computeUs = one / parallelGain(profile, 1, used, one);
        const bool measured = peak->basis.find("sustained") != std::string::npos;
        roofs.sigma = peak->assumed ? kSigmaAssumed : measured ? kSigmaMeasured : kSigmaDatasheet;
        roofs.computeBasis = fmt::format("{:.3g} GFLOP/s on {} of {} cores ({})",
                                         rate * hardware::threadSpeedup(profile, used), used,
                                         profile.compute.cores.value_or(1), peak->basis);
    }
    const double footprint = c.bytes();
    if (auto bandwidth = hardware::bandwidthGbps(profile, footprint, threads, &roofs.level)) {
        double rate = bandwidth->value * slow;
        if (record && record->gbps && !computes) {
            const double probed =
                *record->gbps * parallelGain(profile, recordThreads(*record), used,
                                             footprint / *record->gbps * 1e-3);
            rate = std::min(rate, probed);
            roofs.sigma = kSigmaRecord;
        }
        roofs.memoryUs = c.bytes() / rate * 1e-3;
        roofs.memoryBasis =
            fmt::format("{:.3g} GB/s of {}", rate, roofs.level.empty() ? "memory" : roofs.level);
    } else if (record && record->gbps && !computes) {
        roofs.memoryUs = c.bytes() / *record->gbps * 1e-3;
        roofs.memoryBasis = fmt::format("{:.3g} GB/s probed for this operator", *record->gbps);
        roofs.sigma = kSigmaRecord;
    }
    return roofs;
}

} // namespace

double requestOverheadUs(const Profile& profile) {
    if (profile.type == DeviceType::Cpu && profile.scheduling.measuredLaunchOverheadUs)
        return *profile.scheduling.measuredLaunchOverheadUs;
    return 0;
}

Interval OperatorEstimate::interval() const {
    const double factor = std::exp(kZ90 * logSigma);
    return {us, us / factor, us * factor};
}

double alignmentPenalty(const Profile& profile, const OperatorCase& c) {
    const auto family = c.baseFamily();
    if (family != "conv2d" && family != "matmul" && family != "conv_transpose")
        return 1;
    std::int64_t in = 1, out = 1;
    if (!profile.quantization.alignment.empty() && c.dtype == ElementType::Int8)
        in = out = *std::min_element(profile.quantization.alignment.begin(),
                                     profile.quantization.alignment.end());
    if (const auto& tile = profile.compute.matrixTile) {
        out = std::max<std::int64_t>(out, tile->n);
        in = std::max<std::int64_t>(in, tile->k);
    }
    const auto padded = [](std::int64_t channels, std::int64_t step) {
        if (channels <= 0)
            return 1.0;
        const auto up = (channels + step - 1) / step * step;
        return static_cast<double>(up) / static_cast<double>(channels);
    };
    if (c.output.empty() || c.input.empty() || c.kind() == "depthwise")
        return 1;
    if (family == "matmul")
        return padded(c.output.back(), out) * padded(c.input.back(), in);
    if (c.output.size() < 2 || c.input.size() < 2)
        return 1;
    return padded(c.output[1] / c.groups, out) * padded(c.input[1] / c.groups, in);
}

OperatorEstimate analyticEstimate(const Profile& profile, const SessionOptions& session,
                                  const OperatorCase& c) {
    OperatorEstimate estimate;
    if (profile.tierOf(c.family, c.dtype) == OpTier::Unsupported) {
        estimate.possible = false;
        estimate.reason =
            fmt::format("the device does not support {} ({})", c.baseFamily(), c.opType);
    }
    bool emulated = false;
    const auto dtype = effectiveType(profile, c, emulated);
    if (emulated && !isFloatingPoint(c.dtype) && isComputeFamily(c.baseFamily())) {
        estimate.possible = false;
        estimate.reason = fmt::format("the device does not compute {} in {}", c.baseFamily(),
                                      hardware::dtypeName(c.dtype));
    } else if (emulated && isComputeFamily(c.baseFamily()) &&
               !profile.supports(ElementType::Float)) {
        estimate.possible = false;
        estimate.reason =
            fmt::format("the device computes neither {} nor fp32", hardware::dtypeName(c.dtype));
    }
    const int threads = profile.type == DeviceType::Cpu ? session.threads : 0;
    const auto roofs = roofsOf(profile, c, dtype, threads);
    const double factor = runtimeFactor(profile, session, c);
    const double launch = startUs(profile);
    estimate.computeUs = roofs.computeUs * factor;
    estimate.memoryUs = roofs.memoryUs * (emulated ? 2 : 1); // the casts around it
    estimate.launchUs = launch;
    const double work = std::max(estimate.computeUs, estimate.memoryUs);
    estimate.us = launch + work;
    estimate.logSigma = c.known ? roofs.sigma : kSigmaAssumed;
    estimate.level = roofs.level;
    if (work <= launch)
        estimate.bound = Bound::Launch;
    else
        estimate.bound = estimate.memoryUs > estimate.computeUs ? Bound::Memory : Bound::Compute;
    if (!estimate.possible)
        return estimate;
    if (!c.known)
        estimate.reason = "a shape is unknown: only the start overhead is counted";
    else if (estimate.bound == Bound::Launch)
        estimate.reason = fmt::format("start overhead of {:.3g} µs", launch);
    else
        estimate.reason = estimate.bound == Bound::Memory ? roofs.memoryBasis : roofs.computeBasis;
    if (emulated)
        estimate.reason += fmt::format(", {} computed in fp32", hardware::dtypeName(c.dtype));
    return estimate;
}

} // namespace metainfer::prediction
