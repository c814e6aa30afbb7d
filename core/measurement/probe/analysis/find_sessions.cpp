// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// First inferences against steady ones; open dimensions against fixed ones.
#include "measurement/probe/analysis/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::measurement::probe {
namespace {

constexpr double kSlowFirst = 1.2; // less is what any cold cache does
constexpr double kShapePenalty = 1.02;
constexpr double kInterleavedNoise = 0.01; // of turns next to each other

} // namespace

void findFirstRuns(const ProbeResult& probe, Findings& findings) {
    for (const FirstRun& first : probe.firstRuns) {
        std::vector<double> logs;
        for (std::size_t i = 0; i < std::min(first.firstUs.size(), first.steadyUs.size()); ++i)
            if (first.firstUs[i] > 0 && first.steadyUs[i] > 0)
                logs.push_back(std::log(first.firstUs[i] / first.steadyUs[i]));
        const MeanEstimate estimate = meanOf(logs, kRepeatNoise, std::log(kSlowFirst));
        if (logs.empty() || estimate.value.low < std::log(kSlowFirst))
            continue;
        ProbeFinding finding;
        finding.kind = FindingKind::FirstRun;
        finding.family = first.family;
        finding.dtype = "fp32";
        finding.value = exponential(estimate.value);
        finding.confidence =
            confidenceOf(estimate.p, estimate.n, estimate.standardDeviation, probe.validity.grade);
        finding.facts = {{"load_ms", fmt::format("{:.2f}", median(first.loadUs) / 1000)}};
        for (std::size_t i = 0; i < logs.size(); ++i)
            finding.evidence.push_back(
                fmt::format("{:.1f} us, then {:.1f} us", first.firstUs[i], first.steadyUs[i]));
        findings.push_back(std::move(finding));
    }
}

void findShapePenalties(const ProbeResult& probe, Findings& findings) {
    for (const ShapeComparison& compared : probe.shapes) {
        ProbeFinding finding;
        finding.kind = FindingKind::DynamicShape;
        finding.family = compared.family;
        finding.dtype = "fp32";
        if (!compared.error.empty()) {
            finding.subject = "unsupported";
            finding.confidence = confidenceOf(0, 1, std::nullopt, Grade::Valid);
            finding.facts = {{"error", compared.error}};
            findings.push_back(std::move(finding));
            continue;
        }
        const MeanEstimate estimate =
            meanOf(compared.logRatios, kInterleavedNoise, std::log(kShapePenalty));
        if (estimate.n < 3 || estimate.value.low < std::log(kShapePenalty))
            continue;
        finding.value = exponential(estimate.value);
        finding.confidence =
            confidenceOf(estimate.p, estimate.n, estimate.standardDeviation, probe.validity.grade);
        for (const double ratio : compared.logRatios)
            finding.evidence.push_back(fmt::format("{:.3f}", std::exp(ratio)));
        findings.push_back(std::move(finding));
    }
}

} // namespace metainfer::measurement::probe
