// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Scaling a profile.
#include "hardware/what_if.h"

#include "hardware/profile_diff.h"
#include "hardware/roofline.h"

#include <algorithm>

#include <fmt/format.h>

namespace metainfer::hardware {
namespace {

template <typename T>
void scale(std::optional<T>& value, double factor) {
    if (value)
        *value *= factor;
}

void scaleCompute(Profile& changed, double factor) {
    scale(changed.compute.frequencyMhz, factor); // peaks that are derived come from it
    for (auto* rates : {&changed.compute.peakGflops, &changed.compute.sustainedGflops})
        for (auto& [type, rate] : *rates)
            rate *= factor;
}

/// Footprints below `inner` are served by the levels above the main memory.
void scaleCurve(Profile& changed, const WhatIf& change, double inner) {
    for (BandwidthPoint& point : changed.memory.curve) {
        const bool cached = point.footprintBytes <= inner;
        point.gbps *= cached ? change.cacheBandwidth : change.memoryBandwidth;
        if (cached)
            point.footprintBytes *= change.cacheSize;
    }
    // Larger levels reach into what the main memory served before.
    const double edge = inner * change.cacheSize;
    std::erase_if(changed.memory.curve, [&](const BandwidthPoint& point) {
        const bool wasOutside = point.footprintBytes > inner;
        return wasOutside && point.footprintBytes < edge;
    });
    std::stable_sort(changed.memory.curve.begin(), changed.memory.curve.end(),
                     [](const BandwidthPoint& a, const BandwidthPoint& b) {
                         return a.footprintBytes < b.footprintBytes;
                     });
}

} // namespace

Profile changedProfile(const Profile& profile, const WhatIf& change) {
    Profile changed = profile;
    if (change.changesNothing())
        return changed;
    scaleCompute(changed, change.compute);
    const MemoryLevel* main = mainMemory(profile);
    const double inner = cacheBytes(profile);
    for (std::size_t i = 0; i < changed.memory.hierarchy.size(); ++i) {
        MemoryLevel& level = changed.memory.hierarchy[i];
        const bool isMain = main == &profile.memory.hierarchy[i];
        const double factor = isMain ? change.memoryBandwidth : change.cacheBandwidth;
        scale(level.bandwidthGbps, factor);
        scale(level.measuredBandwidthGbps, factor);
        scale(level.stridedGbps, factor);
        scale(level.randomGbps, factor);
        if (!isMain)
            scale(level.sizeBytes, change.cacheSize);
    }
    scaleCurve(changed, change, inner);
    for (OpRecord& record : changed.ops.matrix) {
        scale(record.gflops, change.compute);
        scale(record.gbps, change.memoryBandwidth);
        scale(record.overheadUs, change.launchOverhead);
    }
    scale(changed.scheduling.launchOverheadUs, change.launchOverhead);
    scale(changed.scheduling.measuredLaunchOverheadUs, change.launchOverhead);
    return changed;
}

Profile hypotheticalProfile(const Profile& profile, const WhatIf& change, const std::string& date) {
    Profile kept = changedProfile(profile, change);
    std::string factors;
    const auto add = [&factors](const char* what, double factor) {
        if (factor != 1)
            factors += fmt::format("{}{} x {:.4g}", factors.empty() ? "" : ", ", what, factor);
    };
    add("compute", change.compute);
    add("memory bandwidth", change.memoryBandwidth);
    add("cache bandwidth", change.cacheBandwidth);
    add("cache size", change.cacheSize);
    add("launch overhead", change.launchOverhead);
    const std::string reference = fmt::format("what if {} had {}", profile.name, factors);
    // Nothing of it was measured: what was, was measured on another device.
    for (auto& [path, source] : kept.provenance)
        if (source.source == NumberSource::Measured || source.source == NumberSource::Learned)
            source = {NumberSource::User, date, "", "", "measured on " + profile.name};
    for (const FieldChange& field : diffProfiles(profile, changedProfile(profile, change))) {
        // One entry for the many operators of a probed device.
        const bool isOperator = field.path.starts_with("ops.matrix.");
        kept.provenance[isOperator ? "ops.matrix" : field.path] = {NumberSource::User, date, "", "",
                                                                   reference};
    }
    kept.environments.clear();
    kept.name = profile.name + "-what-if";
    kept.description = reference;
    kept.revision = {};
    return kept;
}

} // namespace metainfer::hardware
