// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Which layout a family runs faster in.
#include "measurement/probe/analysis/analysis.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

namespace metainfer::measurement::probe {

using hardware::ProbeRow;

void findLayouts(const ProbeResult& probe, Findings& findings) {
    std::map<std::string, const ProbeRow*> plain;
    for (const ProbeRow& row : probe.rows)
        if (row.dtype == "fp32" && row.layout == "NCHW" && isTimed(row))
            plain.emplace(caseText(row), &row);
    std::map<std::string, std::vector<double>> logs; // ln(blocked / plain)
    std::map<std::string, std::vector<std::string>> evidence;
    for (const ProbeRow& row : probe.rows) {
        const auto it = plain.find(caseText(row));
        if (row.dtype != "fp32" || row.layout != "NCHWc" || !isTimed(row) || it == plain.end())
            continue;
        logs[row.family].push_back(std::log(*row.p50Us / *it->second->p50Us));
        evidence[row.family].push_back(caseText(row));
    }
    for (const auto& [family, ratios] : logs) {
        const MeanEstimate estimate = meanOf(ratios, kRepeatNoise);
        const bool blocked = estimate.value.high < -kRepeatNoise;
        if (!blocked && estimate.value.low <= kRepeatNoise)
            continue;
        ProbeFinding finding;
        finding.kind = FindingKind::LayoutPreference;
        finding.family = family;
        finding.dtype = "fp32";
        finding.subject = blocked ? "NCHWc" : "NCHW";
        finding.value = exponential(
            blocked ? estimate.value
                    : Interval{-estimate.value.value, -estimate.value.high, -estimate.value.low});
        finding.confidence =
            confidenceOf(estimate.p, estimate.n, estimate.standardDeviation, probe.validity.grade);
        finding.facts = {{"preferred", finding.subject},
                         {"other", blocked ? "NCHW" : "NCHWc"},
                         {"cases", fmt::format("{}", ratios.size())}};
        finding.evidence = evidence[family];
        findings.push_back(std::move(finding));
    }
}

} // namespace metainfer::measurement::probe
