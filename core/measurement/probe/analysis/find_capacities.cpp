// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Falls of the bandwidth curve that noise does not explain, as capacities.
#include "measurement/probe/analysis/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::measurement::probe {
namespace {

using Curve = std::vector<hardware::BandwidthPoint>;

/// Relative noise of one size, from second differences: their median does not see the falls.
double noiseOf(const Curve& curve) {
    std::vector<double> bends;
    for (std::size_t i = 1; i + 1 < curve.size(); ++i)
        bends.push_back(std::abs(std::log(curve[i - 1].gbps * curve[i + 1].gbps) -
                                 2 * std::log(curve[i].gbps)));
    return std::max(0.01, 1.4826 * median(bends) / std::sqrt(6.0));
}

/// The sizes around a knee: nothing finer was looked at.
Interval bracket(const Curve& curve, double footprint) {
    Interval value{footprint, footprint, footprint};
    for (const auto& point : curve) {
        if (point.footprintBytes <= footprint)
            value.low = point.footprintBytes;
        if (point.footprintBytes >= footprint) {
            value.high = point.footprintBytes;
            break;
        }
    }
    return value;
}

} // namespace

void findCapacities(const ProbeResult& probe, Findings& findings) {
    const Curve curve = probe.readCurve();
    if (curve.size() < 6)
        return;
    const double noise = noiseOf(curve);
    int level = 0;
    for (const BandwidthKnee& knee : probe.knees) {
        ++level;
        const double fall = std::log(knee.gbpsBefore / knee.gbpsAfter);
        const double p =
            studentTail(fall / (noise * std::sqrt(2.0)), static_cast<int>(curve.size()) - 2);
        if (p > 0.01)
            continue;
        ProbeFinding finding;
        finding.kind = FindingKind::CacheCapacity;
        finding.subject = knee.level.empty() ? fmt::format("level {}", level) : knee.level;
        finding.value = bracket(curve, knee.footprintBytes);
        finding.confidence = confidenceOf(p, curve.size(), noise, probe.validity.grade);
        finding.facts = {{"gbps_before", fmt::format("{:.1f}", knee.gbpsBefore)},
                         {"gbps_after", fmt::format("{:.1f}", knee.gbpsAfter)}};
        if (knee.levelBytes > 0)
            finding.facts["stated_bytes"] = fmt::format("{:.0f}", knee.levelBytes);
        for (const auto& point : curve)
            if (point.footprintBytes >= knee.footprintBytes / 2 &&
                point.footprintBytes <= knee.footprintBytes * 2)
                finding.evidence.push_back(
                    fmt::format("read {:.0f} B: {:.1f} GB/s", point.footprintBytes, point.gbps));
        findings.push_back(std::move(finding));
    }
}

} // namespace metainfer::measurement::probe
