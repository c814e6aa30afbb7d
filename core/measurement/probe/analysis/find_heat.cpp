// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What computing without a pause costs: a burst at the start, a decline over minutes.
#include "measurement/probe/analysis/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::measurement::probe {
namespace {

constexpr std::size_t kFewest = 12;
constexpr std::size_t kBlocks = 20;    // neighbouring slices are not independent
constexpr double kStartShare = 0.15;   // what counts as the start
constexpr double kSmallestLoss = 0.02; // over the whole window
constexpr double kSmallestBurst = 1.05;

struct Block {
    double minutes = 0, log = 0;
};

std::vector<Block> blocksOf(const std::vector<SustainedSample>& samples, std::size_t from) {
    std::vector<Block> blocks;
    const std::size_t count = samples.size() - from;
    const std::size_t size = std::max<std::size_t>(1, count / kBlocks);
    for (std::size_t i = from; i + size <= samples.size(); i += size) {
        std::vector<double> at, rates;
        for (std::size_t k = i; k < i + size; ++k) {
            at.push_back(samples[k].seconds / 60);
            rates.push_back(std::log(samples[k].gflops));
        }
        blocks.push_back({median(at), median(rates)});
    }
    return blocks;
}

/// Slope per minute of ln(rate), by least squares.
MeanEstimate slopeOf(const std::vector<Block>& blocks) {
    const auto n = static_cast<double>(blocks.size());
    double x = 0, y = 0, xx = 0, xy = 0;
    for (const Block& block : blocks) {
        x += block.minutes / n;
        y += block.log / n;
    }
    for (const Block& block : blocks) {
        xx += (block.minutes - x) * (block.minutes - x);
        xy += (block.minutes - x) * (block.log - y);
    }
    MeanEstimate estimate;
    estimate.n = blocks.size();
    if (blocks.size() < 4 || !(xx > 0))
        return estimate;
    const double slope = xy / xx;
    double squares = 0;
    for (const Block& block : blocks) {
        const double off = block.log - y - slope * (block.minutes - x);
        squares += off * off;
    }
    const int degrees = static_cast<int>(blocks.size()) - 2;
    estimate.standardDeviation = std::max(1e-5, std::sqrt(squares / degrees));
    const double error = estimate.standardDeviation / std::sqrt(xx);
    const double half = studentQuantile(0.975, degrees) * error;
    estimate.value = {slope, slope - half, slope + half};
    estimate.p = studentTail(slope / error, degrees);
    return estimate;
}

/// "3200 to 2800" where both ends are known.
void addSensor(ProbeFinding& finding, const char* name, const std::optional<double>& from,
               const std::optional<double>& to) {
    if (from && to)
        finding.facts[name] = fmt::format("{:.0f} to {:.0f}", *from, *to);
}

double percentLost(double slope) {
    return 100 * (1 - std::exp(slope));
}

std::vector<double> logsOf(const std::vector<SustainedSample>& samples, std::size_t from,
                           std::size_t to) {
    std::vector<double> logs;
    for (std::size_t i = from; i < to; ++i)
        logs.push_back(std::log(samples[i].gflops));
    return logs;
}

} // namespace

void findHeat(const ProbeResult& probe, Findings& findings) {
    std::vector<SustainedSample> samples = probe.sustained;
    std::erase_if(samples, [](const auto& sample) { return !(sample.gflops > 0); });
    if (samples.size() < kFewest)
        return;
    const double window = samples.back().seconds - samples.front().seconds;
    const auto start = static_cast<std::size_t>(kStartShare * static_cast<double>(samples.size()));
    ProbeFinding finding;
    finding.dtype = "fp32";
    finding.subject = "all cores";
    finding.facts["seconds"] = fmt::format("{:.0f}", window);
    addSensor(finding, "clock_mhz", samples.front().clockMhz, samples.back().clockMhz);
    addSensor(finding, "temperature_c", samples.front().temperatureC, samples.back().temperatureC);
    finding.evidence = {
        fmt::format("{:.0f} s: {:.1f} GFLOP/s", samples.front().seconds, samples.front().gflops),
        fmt::format("{:.0f} s: {:.1f} GFLOP/s", samples.back().seconds, samples.back().gflops)};

    const MeanEstimate slope = slopeOf(blocksOf(samples, start));
    if (slope.value.high < 0 && slope.p < 0.01 &&
        -slope.value.value * window / 60 > kSmallestLoss) {
        finding.kind = FindingKind::ThermalDecline;
        finding.value = {percentLost(slope.value.value), percentLost(slope.value.high),
                         percentLost(slope.value.low)};
        finding.confidence =
            confidenceOf(slope.p, slope.n, slope.standardDeviation, probe.validity.grade);
        findings.push_back(std::move(finding));
        return;
    }
    const MeanEstimate first = meanOf(logsOf(samples, 0, std::max<std::size_t>(2, start)), 0.005);
    const MeanEstimate last = meanOf(logsOf(samples, samples.size() / 2, samples.size()), 0.005);
    const double error =
        std::hypot(first.standardDeviation / std::sqrt(static_cast<double>(first.n)),
                   last.standardDeviation / std::sqrt(static_cast<double>(last.n)));
    const double gain = first.value.value - last.value.value;
    const int degrees = std::max<int>(1, static_cast<int>(first.n) - 1);
    const double half = studentQuantile(0.975, degrees) * error;
    if (gain - half < std::log(kSmallestBurst))
        return;
    finding.kind = FindingKind::BurstRate;
    finding.value = exponential({gain, gain - half, gain + half});
    finding.confidence = confidenceOf(studentTail(gain / error, degrees), samples.size(),
                                      last.standardDeviation, probe.validity.grade);
    findings.push_back(std::move(finding));
}

} // namespace metainfer::measurement::probe
