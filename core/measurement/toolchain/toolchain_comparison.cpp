// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Interleaved comparison over runs of a tool: each side of each round is a process of its own, so
// rounds are independent of each other, and each counts as one process in the statistics.
#include "execution/machine.h"
#include "measurement/agent_values.h"
#include "measurement/measuring_rules.h"
#include "measurement/time_text.h"
#include "measurement/toolchain/toolchain_device.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace metainfer::measurement {
namespace {

constexpr int kMostBlockRuns = 20'000, kRoundsPerProcess = 2;
constexpr std::size_t kFewestRounds = 5;

struct RoundTimes {
    std::vector<ToolTimes> sides;
    bool disturbed = false;
};

/// Every round becomes a process of one round.
VariantComparison compareSide(const std::vector<RoundTimes>& rounds, std::size_t side,
                              ClockKind clock, bool drop) {
    VariantComparison result;
    result.clock = clock;
    std::vector<double> base, other;
    for (const RoundTimes& round : rounds) {
        ComparisonRound values;
        values.base = blockValue(round.sides[0].wallUs, round.sides[0].cpuUs, clock);
        values.variant = blockValue(round.sides[side].wallUs, round.sides[side].cpuUs, clock);
        values.dropped = drop && round.disturbed && clock == ClockKind::Wall;
        result.processes.push_back({values});
        base.push_back(median(round.sides[0].wallUs));
        other.push_back(median(round.sides[side].wallUs));
    }
    result.baseMedianUs = median(std::move(base));
    result.variantMedianUs = median(std::move(other));
    return result;
}

Verdict estimatedVerdict(double ratio) {
    Verdict verdict;
    verdict.ratio = verdict.decisive = Interval{ratio, ratio, ratio};
    if (ratio < 1)
        verdict.kind = VerdictKind::Faster;
    else if (ratio > 1)
        verdict.kind = VerdictKind::Slower;
    else
        verdict.reason = "the tool estimates no difference";
    return verdict;
}

} // namespace

/// The tool's own estimates have no noise: one run of each side says all.
void ToolchainDevice::compareEstimates(const CompareRequest& request, const std::vector<double>& us,
                                       Comparison& comparison) const {
    comparison.source = NumberSource::Simulated;
    comparison.validity.lower(Grade::Noisy, "estimated by the tool, not measured");
    std::size_t next = 1;
    for (const Workload& workload : request.variants) {
        if (comparison.find(workload.label))
            continue; // failed
        VariantComparison& variant = comparison.variants.emplace_back();
        variant.label = workload.label;
        variant.clock = ClockKind::Model;
        variant.baseMedianUs = us[0];
        variant.variantMedianUs = us[next++];
        const double ratio = variant.variantMedianUs / variant.baseMedianUs;
        variant.estimate.ratio = Interval{ratio, ratio, ratio};
        variant.verdict = estimatedVerdict(ratio);
    }
}

Status ToolchainDevice::compareRounds(const CompareRequest& request,
                                      const std::vector<const Workload*>& entries, int iterations,
                                      Comparison& comparison) {
    ToolPlan plan;
    plan.iterations = iterations;
    plan.mostIterations = iterations;
    // In place of a block's discarded first run, for a process that has just started.
    plan.warmUpSeconds = 0.2;
    plan.mostWarmUpSeconds = 1;
    const auto count = static_cast<std::size_t>(request.processes * kRoundsPerProcess);
    std::vector<RoundTimes> rounds;
    const auto before = readMachineState();
    double ownUs = 0, elapsedUs = 0;
    for (std::size_t r = 0; r < count; ++r) {
        RoundTimes round;
        round.sides.resize(entries.size());
        double foreign = 0, stolen = 0, wall = 0;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const std::size_t side = (i + r) % entries.size();
            MI_ASSIGN(Turn turn, this->turn(*entries[side], plan, request.limits, request.pinTo,
                                            request.cancel));
            foreign += std::max(0.0, turn.foreignCpuUs);
            stolen += std::max(0.0, turn.stealUs);
            wall += turn.wallUs;
            ownUs += turn.output.cpuSeconds * 1e6;
            round.sides[side] = std::move(turn.times);
            report(request.progress,
                   static_cast<double>(r * entries.size() + i + 1) /
                       static_cast<double>(count * entries.size()),
                   fmt::format("round {}", r + 1));
        }
        round.disturbed = isDisturbed(foreign, stolen, wall);
        elapsedUs += wall;
        rounds.push_back(std::move(round));
    }
    const auto after = readMachineState();
    const auto disturbed = static_cast<std::size_t>(std::count_if(
        rounds.begin(), rounds.end(), [](const RoundTimes& round) { return round.disturbed; }));
    const bool drop = count - disturbed >= std::min(kFewestRounds, count);
    std::size_t side = 1;
    for (const Workload& workload : request.variants) {
        if (comparison.find(workload.label))
            continue; // failed
        const ClockKind clock = chooseClock(request.base.session, workload.session, m_capabilities);
        comparison.variants.push_back(compareSide(rounds, side++, clock, drop));
        comparison.variants.back().label = workload.label;
        if (request.control && !comparison.control(clock)) {
            comparison.controls.push_back(compareSide(rounds, entries.size() - 1, clock, drop));
            comparison.controls.back().label = request.base.label;
        }
    }
    GradeEvidence evidence;
    evidence.samples = 1; // counts of rounds are the verdicts' business
    if (m_driver->runner().isLocal()) {
        comparison.before = fromAgent(before, request.pinTo);
        comparison.after = fromAgent(after, request.pinTo);
        addUsage(comparison.after, before, after, elapsedUs, ownUs, m_capabilities.cores);
        addStateEvidence(evidence, comparison.before, comparison.after);
    }
    comparison.validity = gradeOf(evidence);
    if (disturbed > 0)
        comparison.validity.lower(
            Grade::Noisy,
            fmt::format("{} of {} rounds saw other load or stolen time{}", disturbed, count,
                        drop ? ", dropped for the wall clock" : "; too many to drop"));
    return {};
}

Result<Comparison> ToolchainDevice::compare(const CompareRequest& request) {
    MI_CHECK(checkRequest(request));
    MI_CHECK(checkWorkload(request.base));
    for (const Workload& variant : request.variants)
        MI_CHECK(checkWorkload(variant));
    Comparison comparison;
    comparison.environment = environment(request.base.session).text();
    MI_ASSIGN(const auto held, hold("compare with " + request.base.label, request.cancel));
    comparison.id = freshId("x");
    comparison.purpose = request.purpose;
    comparison.level = request.level;
    comparison.device = name();
    comparison.base = request.base.label;
    comparison.startedAt = utcNow();
    // Each side alone first: how long it takes, or how it fails.
    std::vector<const Workload*> entries;
    std::vector<double> us;
    const auto attempt = [&](const Workload& workload) -> Status {
        MI_CHECK(checkSupport(adapter(), workload.model));
        ToolPlan plan;
        plan.warmUpSeconds = plan.mostWarmUpSeconds = 0;
        MI_ASSIGN(const Turn trial,
                  turn(workload, plan, request.limits, request.pinTo, request.cancel));
        entries.push_back(&workload);
        us.push_back(std::max(1e-3, median(trial.times.wallUs)));
        return {};
    };
    if (const Status base = attempt(request.base); !base) {
        if (base.error().code == ErrorCode::Cancelled)
            return fail(base.error());
        comparison.failure = base.error();
        comparison.validity.lower(Grade::Invalid, std::string(errorCodeName(base.error().code)));
    }
    for (const Workload& workload : request.variants) {
        const Status done =
            comparison.failure ? Status(fail(*comparison.failure)) : attempt(workload);
        if (done)
            continue;
        if (done.error().code == ErrorCode::Cancelled)
            return fail(done.error());
        VariantComparison& variant = comparison.variants.emplace_back();
        variant.label = workload.label;
        variant.clock = chooseClock(request.base.session, workload.session, m_capabilities);
        variant.failure = done.error();
        variant.verdict.reason = "failed: " + done.error().message;
    }
    if (comparison.failure || entries.size() < 2)
        return comparison;
    if (!m_capabilities.measures) {
        compareEstimates(request, us, comparison);
        return comparison;
    }
    if (request.control)
        entries.push_back(&request.base);
    // As much timed time in all as the same request gives a device whose processes stay alive.
    const double seconds = request.blockSeconds * request.rounds / kRoundsPerProcess;
    const int iterations = std::clamp(static_cast<int>(std::ceil(seconds * 1e6 / us.front())),
                                      std::max(1, request.minimumBlockRuns), kMostBlockRuns);
    MI_CHECK(compareRounds(request, entries, iterations, comparison));
    evaluate(comparison,
             request.purpose == ComparisonPurpose::Confirmation ? kFinalistProcesses : 2);
    return comparison;
}

} // namespace metainfer::measurement
