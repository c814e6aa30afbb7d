// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Roofs of a profile.
#include "hardware/roofline.h"

#include "hardware/profile_yaml.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace metainfer::hardware {
namespace {

/// A vector unit without a stated width is taken as 256 bits wide.
constexpr double kVectorBits = 256;

int coresOf(const Profile& profile) {
    return profile.compute.cores.value_or(1);
}

int usedCores(const Profile& profile, int threads) {
    const int cores = coresOf(profile);
    return threads <= 0 ? cores : std::min(threads, cores);
}

/// Share of the whole device's arithmetic that `threads` cores have: units work without each other.
double share(const Profile& profile, int threads) {
    return static_cast<double>(usedCores(profile, threads)) / coresOf(profile);
}

std::optional<RatedNumber> fromOtherDtype(const Profile& profile, ElementType dtype) {
    const int bits = elementBits(dtype);
    if (bits == 0)
        return std::nullopt;
    std::optional<RatedNumber> best;
    int bestDistance = 0;
    for (const auto* rates : {&profile.compute.sustainedGflops, &profile.compute.peakGflops}) {
        for (const auto& [other, rate] : *rates) {
            const int otherBits = elementBits(other);
            if (otherBits == 0)
                continue;
            const int distance = std::abs(otherBits - bits);
            if (best && distance >= bestDistance)
                continue;
            // Narrower types run at least at the wider one's rate; that they run faster is not said
            // unless the device lists the type.
            const double ratio = bits < otherBits && !profile.supports(dtype)
                                     ? 1.0
                                     : static_cast<double>(otherBits) / bits;
            best = RatedNumber{rate * ratio, true,
                               fmt::format("scaled from the rate of {}", dtypeName(other))};
            bestDistance = distance;
        }
        if (best)
            break;
    }
    return best;
}

std::optional<RatedNumber> fromUnits(const Profile& profile, ElementType dtype) {
    const auto& c = profile.compute;
    const int bits = elementBits(dtype);
    if (!c.cores || !c.frequencyMhz || bits == 0)
        return std::nullopt;
    const double units = c.vectorUnitsPerCore.value_or(1);
    double perCycle = units * kVectorBits / bits * 2;
    std::string basis = "cores x vector units of 256 bits x 2 x frequency";
    if (c.matrixTile) {
        perCycle = 2.0 * c.matrixTile->m * c.matrixTile->n * c.matrixTile->k * units;
        basis = "cores x matrix tile x 2 x frequency";
    }
    return RatedNumber{*c.cores * perCycle * *c.frequencyMhz * 1e-3, true, basis};
}

/// Log-linear between the points of the measured curve.
double onCurve(const std::vector<BandwidthPoint>& curve, double footprint) {
    if (footprint <= curve.front().footprintBytes)
        return curve.front().gbps;
    for (std::size_t i = 1; i < curve.size(); ++i) {
        const auto& a = curve[i - 1];
        const auto& b = curve[i];
        if (footprint > b.footprintBytes)
            continue;
        const double t =
            std::log(footprint / a.footprintBytes) / std::log(b.footprintBytes / a.footprintBytes);
        return a.gbps + t * (b.gbps - a.gbps);
    }
    return curve.back().gbps;
}

/// The smallest level that holds the footprint and has a bandwidth; else the outermost one.
const MemoryLevel* servingLevel(const Profile& profile, double footprint, int threads) {
    const auto& levels = profile.memory.hierarchy;
    const MemoryLevel* last = nullptr;
    for (const auto& level : levels) {
        if (!level.totalGbps())
            continue;
        last = &level;
        if (!level.sizeBytes)
            continue;
        const int instances = level.instances.value_or(1);
        const double used = std::ceil(static_cast<double>(instances) * usedCores(profile, threads) /
                                      coresOf(profile));
        if (footprint <= *level.sizeBytes * std::max(1.0, used))
            return &level;
    }
    return last;
}

double levelShare(const Profile& profile, const MemoryLevel& level, int threads) {
    const int instances = level.instances.value_or(1);
    const int cores = coresOf(profile);
    const int used = usedCores(profile, threads);
    if (instances > 1)
        return std::max(1.0, std::ceil(static_cast<double>(instances) * used / cores)) / instances;
    return 1;
}

} // namespace

std::string_view boundName(Bound bound) {
    switch (bound) {
    case Bound::Compute:
        return "compute";
    case Bound::Memory:
        return "memory";
    case Bound::Launch:
        return "launch";
    }
    return "compute";
}

double threadSpeedup(const Profile& profile, int threads) {
    const int used = std::max(1, usedCores(profile, std::max(1, threads)));
    const auto& curve = profile.compute.scaling;
    if (curve.empty())
        return used;
    // A point below an earlier one was measured beside other load: fewer threads would have been
    // used instead.
    double best = 1;
    ScalingPoint previous{1, 1};
    for (const auto& point : curve) {
        const double speedup = std::max(best, point.speedup);
        if (used <= point.cores) {
            const int gap = point.cores - previous.cores;
            if (gap <= 0)
                return speedup;
            const double t = static_cast<double>(used - previous.cores) / gap;
            return previous.speedup + t * (speedup - previous.speedup);
        }
        previous = {point.cores, speedup};
        best = speedup;
    }
    return best;
}

std::optional<RatedNumber> peakGflops(const Profile& profile, ElementType dtype, int threads) {
    std::optional<RatedNumber> whole;
    if (const auto rate = profile.gflops(dtype)) {
        const bool measured = profile.compute.sustainedGflops.count(dtype) > 0;
        whole = RatedNumber{*rate, false,
                            (measured ? "compute.sustained." : "compute.peak.") + dtypeName(dtype)};
    }
    if (!whole)
        whole = fromOtherDtype(profile, dtype);
    if (!whole)
        whole = fromUnits(profile, dtype);
    if (whole)
        whole->value *= share(profile, threads);
    return whole;
}

std::optional<RatedNumber> bandwidthGbps(const Profile& profile, double footprintBytes, int threads,
                                         std::string* level) {
    const auto* serving = servingLevel(profile, footprintBytes, threads);
    if (level)
        *level = serving ? serving->level : std::string();
    const int used = usedCores(profile, threads);
    if (!profile.memory.curve.empty()) {
        // The curve is of one core; private levels scale with cores, shared ones up to their own.
        double value =
            onCurve(profile.memory.curve, footprintBytes / used) * threadSpeedup(profile, used);
        if (serving && serving->totalGbps() && serving->instances.value_or(1) == 1 && used > 1)
            value = std::min(value, std::max(*serving->totalGbps(),
                                             onCurve(profile.memory.curve, footprintBytes)));
        return RatedNumber{value, false, "memory.bandwidth_curve"};
    }
    if (!serving)
        return std::nullopt;
    return RatedNumber{*serving->totalGbps() * levelShare(profile, *serving, threads), false,
                       "memory.hierarchy." + serving->level};
}

const MemoryLevel* mainMemory(const Profile& profile) {
    const auto& levels = profile.memory.hierarchy;
    return levels.empty() ? nullptr : &levels.back();
}

double cacheBytes(const Profile& profile) {
    const auto& levels = profile.memory.hierarchy;
    double result = 0;
    for (std::size_t i = 0; i + 1 < levels.size(); ++i)
        result = std::max(result, levels[i].totalBytes().value_or(0));
    return result;
}

std::optional<RooflinePoint> roofline(const Profile& profile, const Work& work) {
    RooflinePoint point;
    const auto peak = peakGflops(profile, work.dtype, work.threads);
    const double footprint = work.footprintBytes > 0 ? work.footprintBytes : work.bytes;
    const auto bandwidth = bandwidthGbps(profile, footprint, work.threads, &point.level);
    if (!peak && !bandwidth)
        return std::nullopt;
    point.assumed = !peak || !bandwidth || peak->assumed || bandwidth->assumed;
    if (peak)
        point.computeUs = work.flops / peak->value * 1e-3;
    if (bandwidth)
        point.memoryUs = work.bytes / bandwidth->value * 1e-3;
    point.us = std::max(point.computeUs, point.memoryUs);
    point.bound = point.memoryUs > point.computeUs ? Bound::Memory : Bound::Compute;
    if (point.us > 0)
        point.attainableGflops = work.flops / point.us * 1e-3;
    if (peak && bandwidth)
        point.ridge = peak->value / bandwidth->value;
    return point;
}

} // namespace metainfer::hardware
