// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// How far concurrent streams and threads gain anything.
#include "measurement/probe/analysis/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace metainfer::measurement::probe {
namespace {

using hardware::ProbeRow;

constexpr double kEnough = 0.95;      // of the best throughput
constexpr double kPoorSpeedup = 1.25; // on all cores

void findStreams(const ProbeResult& probe, Findings& findings) {
    if (probe.streams.size() < 2)
        return;
    double best = 0, spread = kRepeatNoise;
    for (const StreamPoint& point : probe.streams) {
        best = std::max(best, point.requestsPerSecond);
        spread = std::max(spread, point.spread);
    }
    const StreamPoint* enough = nullptr;
    for (const StreamPoint& point : probe.streams)
        if (!enough && point.requestsPerSecond >= kEnough * best)
            enough = &point;
    const double one = probe.streams.front().requestsPerSecond;
    ProbeFinding finding;
    finding.kind = FindingKind::StreamScaling;
    finding.subject = "throughput";
    finding.value = Interval::exact(enough->instances);
    for (const StreamPoint& point : probe.streams) // what noise could make of it
        if (point.requestsPerSecond >= kEnough * best * (1 - 2 * spread)) {
            finding.value.low = std::min<double>(finding.value.low, point.instances);
            break;
        }
    const double gain = std::log(enough->requestsPerSecond / one);
    // One stream is enough: what the others gain is told from noise in the same way.
    const double seen = enough->instances > 1 ? gain : std::log(1 / kEnough);
    finding.confidence = confidenceOf(studentTail(seen / (spread * std::sqrt(2.0)), 4),
                                      probe.streams.size(), spread, probe.validity.grade);
    finding.facts = {{"speedup", fmt::format("{:.2f}", enough->requestsPerSecond / one)}};
    for (const StreamPoint& point : probe.streams)
        finding.evidence.push_back(
            fmt::format("{} instances: {:.1f}/s", point.instances, point.requestsPerSecond));
    findings.push_back(std::move(finding));
}

void findThreads(const ProbeResult& probe, Findings& findings) {
    std::map<std::string, const ProbeRow*> single;
    int most = 1;
    for (const ProbeRow& row : probe.threadRows) {
        most = std::max(most, row.threads);
        if (row.threads == 1 && isTimed(row))
            single.emplace(caseText(row), &row);
    }
    std::map<std::string, std::vector<double>> logs;
    std::map<std::string, std::vector<std::string>> evidence;
    for (const ProbeRow& row : probe.threadRows) {
        const auto it = single.find(caseText(row));
        if (row.threads == 1 || row.threads != most || !isTimed(row) || it == single.end())
            continue;
        logs[row.family].push_back(std::log(*it->second->p50Us / *row.p50Us));
        evidence[row.family].push_back(caseText(row));
    }
    for (const auto& [family, gains] : logs) {
        const MeanEstimate estimate = meanOf(gains, 2 * kRepeatNoise, std::log(kPoorSpeedup));
        if (estimate.value.high >= std::log(kPoorSpeedup))
            continue;
        ProbeFinding finding;
        finding.kind = FindingKind::ThreadScaling;
        finding.family = family;
        finding.value = exponential(estimate.value);
        finding.confidence =
            confidenceOf(estimate.p, estimate.n, estimate.standardDeviation, probe.validity.grade);
        finding.facts = {{"threads", fmt::format("{}", most)}};
        finding.evidence = evidence[family];
        findings.push_back(std::move(finding));
    }
}

} // namespace

void findScaling(const ProbeResult& probe, Findings& findings) {
    findStreams(probe, findings);
    findThreads(probe, findings);
}

} // namespace metainfer::measurement::probe
