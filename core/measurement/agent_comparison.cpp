// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Interleaved comparison on a device: blocks of the agent to rounds, ratios and verdicts.
#include "measurement/agent_device_hold.h"
#include "measurement/agent_values.h"
#include "measurement/measuring_rules.h"
#include "measurement/time_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::measurement {
namespace {

constexpr int kMostBlockRuns = 256;
constexpr double kSecondsPerProcess = 120;
constexpr std::size_t kFewestRounds = 3; // of a process that is still worth keeping

/// blocks[variant] of one round of one process.
using Round = std::vector<const CompareBlock*>;

/// Whole rounds by process.
std::vector<std::vector<Round>> roundsOf(const CompareReport& report, std::size_t variants) {
    std::map<std::pair<int, int>, Round> byKey;
    for (const CompareBlock& block : report.blocks) {
        Round& round = byKey[{block.process, block.round}];
        round.resize(variants, nullptr);
        if (block.variant >= 0 && static_cast<std::size_t>(block.variant) < variants)
            round[static_cast<std::size_t>(block.variant)] = &block;
    }
    std::map<int, std::vector<Round>> processes;
    for (auto& [key, round] : byKey)
        if (std::none_of(round.begin(), round.end(), [](const auto* b) { return b == nullptr; }))
            processes[key.first].push_back(std::move(round));
    std::vector<std::vector<Round>> result;
    for (auto& [process, rounds] : processes)
        result.push_back(std::move(rounds));
    return result;
}

/// Foreign load or stolen time in the round, all of its blocks together.
bool isRoundDisturbed(const Round& round) {
    double foreign = 0, stolen = 0, wall = 0;
    for (const CompareBlock* block : round) {
        foreign += std::max(0.0, block->foreignCpuUs);
        stolen += std::max(0.0, block->stealUs);
        for (const double us : block->samples.wallUs)
            wall += us;
    }
    return isDisturbed(foreign, stolen, wall);
}

struct Disturbed {
    std::vector<std::vector<bool>> rounds; ///< per process and round
    std::size_t count = 0, total = 0;
    bool droppable = false; ///< enough would remain without them
};

Disturbed disturbedRounds(const std::vector<std::vector<Round>>& processes) {
    Disturbed result;
    std::size_t usable = 0;
    for (const auto& process : processes) {
        auto& flags = result.rounds.emplace_back();
        for (const Round& round : process)
            flags.push_back(isRoundDisturbed(round));
        const auto bad = static_cast<std::size_t>(std::count(flags.begin(), flags.end(), true));
        result.count += bad;
        result.total += flags.size();
        usable += flags.size() - bad >= std::min(kFewestRounds, flags.size());
    }
    // With too little left the interval of all rounds says more than none, under a lower grade.
    result.droppable = usable == processes.size();
    return result;
}

VariantComparison compareBlocks(const std::vector<std::vector<Round>>& processes,
                                std::size_t variant, ClockKind clock, const Disturbed& disturbed) {
    VariantComparison result;
    result.clock = clock;
    std::vector<double> base, other;
    for (std::size_t p = 0; p < processes.size(); ++p) {
        auto& rounds = result.processes.emplace_back();
        for (std::size_t r = 0; r < processes[p].size(); ++r) {
            const Round& round = processes[p][r];
            ComparisonRound values;
            values.base = blockValue(round[0]->samples.wallUs, round[0]->samples.cpuUs, clock);
            values.variant =
                blockValue(round[variant]->samples.wallUs, round[variant]->samples.cpuUs, clock);
            values.dropped =
                clock == ClockKind::Wall && disturbed.droppable && disturbed.rounds[p][r];
            rounds.push_back(values);
            base.push_back(median(round[0]->samples.wallUs));
            other.push_back(median(round[variant]->samples.wallUs));
        }
    }
    result.baseMedianUs = median(std::move(base));
    result.variantMedianUs = median(std::move(other));
    return result;
}

/// The base first, then the variants, then the base again as control.
std::vector<const Workload*> entriesOf(const CompareRequest& request) {
    std::vector<const Workload*> entries{&request.base};
    for (const Workload& variant : request.variants)
        entries.push_back(&variant);
    if (request.control)
        entries.push_back(&request.base);
    return entries;
}

metainfer::CompareRequest agentRequest(const CompareRequest& request, int runsPerBlock) {
    metainfer::CompareRequest result;
    for (const Workload* entry : entriesOf(request)) {
        result.variants.push_back({entry->model, entry->session, entry->label});
        result.inputs.push_back(entry->inputs);
    }
    result.processes = request.processes;
    result.rounds = request.rounds;
    result.runsPerBlock = runsPerBlock;
    result.maxSecondsPerProcess = kSecondsPerProcess;
    result.pinTo = request.pinTo;
    result.limits = request.limits;
    result.limits.timeout +=
        std::chrono::seconds(static_cast<std::int64_t>(kSecondsPerProcess) * request.processes);
    return result;
}

/// One run of a workload to learn its time, or how it fails.
metainfer::MeasureRequest trialRequest(const Workload& workload, const RunLimits& limits,
                                       int runs) {
    metainfer::MeasureRequest trial;
    trial.variant = {workload.model, workload.session, workload.label};
    trial.inputs = workload.inputs;
    trial.minWarmupRuns = 1;
    trial.minWarmupSeconds = 0;
    trial.maxWarmupSeconds = 1;
    trial.minRuns = runs;
    trial.minSeconds = 0;
    trial.limits = limits;
    return trial;
}

Validity gradeComparison(const Comparison& comparison, const Disturbed& disturbed) {
    GradeEvidence evidence;
    evidence.samples = 1; // counts of rounds are the verdicts' business
    addStateEvidence(evidence, comparison.before, comparison.after);
    Validity validity = gradeOf(evidence);
    if (disturbed.count > 0)
        validity.lower(Grade::Noisy,
                       fmt::format("{} of {} rounds saw other load or stolen time{}",
                                   disturbed.count, disturbed.total,
                                   disturbed.droppable ? ", dropped for the wall clock"
                                                       : "; too many to drop"));
    return validity;
}

} // namespace

/// All variants load and run: one period of interleaved rounds.
Result<Comparison> AgentDevice::compareOnce(const CompareRequest& request, int runsPerBlock) {
    const std::size_t entries = entriesOf(request).size();
    std::size_t blocks = 0;
    const double expected = static_cast<double>(entries) * request.rounds * request.processes;
    const auto onBlock = [&](const CompareBlock& block) {
        report(request.progress, std::min(1.0, static_cast<double>(++blocks) / expected),
               fmt::format("process {}, round {}", block.process + 1, block.round + 1));
    };
    MI_ASSIGN(const CompareReport answer,
              client()->compare(agentRequest(request, runsPerBlock), request.cancel, onBlock));
    const auto processes = roundsOf(answer, entries);
    const Disturbed disturbed = disturbedRounds(processes);
    Comparison comparison;
    comparison.before = fromAgent(answer.before, request.pinTo);
    comparison.after = fromAgent(answer.after, request.pinTo);
    comparison.validity = gradeComparison(comparison, disturbed);
    for (std::size_t v = 0; v < request.variants.size(); ++v) {
        const ClockKind clock =
            chooseClock(request.base.session, request.variants[v].session, m_capabilities);
        comparison.variants.push_back(compareBlocks(processes, v + 1, clock, disturbed));
        comparison.variants.back().label = request.variants[v].label;
        if (request.control && !comparison.control(clock)) {
            comparison.controls.push_back(compareBlocks(processes, entries - 1, clock, disturbed));
            comparison.controls.back().label = request.base.label;
        }
    }
    return comparison;
}

/// A comparison of those that run; the failures of the others are added to `failures` by label.
Result<Comparison> AgentDevice::compareRunnable(const CompareRequest& request,
                                                std::map<std::string, Error>& failures) {
    const auto trial =
        client()->measure(trialRequest(request.base, request.limits, 3), request.cancel);
    if (!trial)
        return fail(trial.error());
    const double us = std::max(1.0, median(trial->samples.wallUs));
    const int runs = std::clamp(static_cast<int>(std::ceil(request.blockSeconds * 1e6 / us)),
                                std::max(1, request.minimumBlockRuns), kMostBlockRuns);
    auto answer = compareOnce(request, runs);
    if (answer || answer.error().code == ErrorCode::Cancelled)
        return answer;
    // One that fails takes the process of all with it: find it, and compare the others.
    CompareRequest rest = request;
    std::erase_if(rest.variants, [&](const Workload& variant) {
        const auto alone =
            client()->measure(trialRequest(variant, request.limits, 1), request.cancel);
        if (!alone)
            failures.emplace(variant.label, alone.error());
        return !alone;
    });
    MI_CHECK(request.cancel.check());
    if (failures.empty())
        return answer; // each runs alone: they fail together
    if (rest.variants.empty())
        return Comparison{};
    return compareOnce(rest, runs);
}

Result<Comparison> AgentDevice::compare(const CompareRequest& asked) {
    CompareRequest request = asked;
    request.base = resolved(request.base);
    for (Workload& variant : request.variants)
        variant = resolved(variant);
    MI_CHECK(checkRequest(request));
    for (const Workload* entry : entriesOf(request))
        MI_CHECK(checkRuntime(entry->session));
    return whileHeld("compare with " + request.base.label, request.cancel,
                     [&] { return compareHeld(request); });
}

Result<Comparison> AgentDevice::compareHeld(const CompareRequest& request) {
    std::map<std::string, Error> failures;
    const std::string startedAt = utcNow();
    auto answer = compareRunnable(request, failures);
    if (!answer && answer.error().code == ErrorCode::Cancelled)
        return answer;
    Comparison comparison;
    if (answer) {
        comparison = std::move(*answer);
    } else {
        comparison.failure = answer.error();
        comparison.validity.lower(Grade::Invalid,
                                  std::string(errorCodeName(comparison.failure->code)));
    }
    for (const Workload& variant : request.variants)
        if (!comparison.find(variant.label)) {
            VariantComparison& missing = comparison.variants.emplace_back();
            missing.label = variant.label;
            missing.clock = chooseClock(request.base.session, variant.session, m_capabilities);
            const auto it = failures.find(variant.label);
            missing.failure = it != failures.end() ? it->second : *comparison.failure;
        }
    comparison.id = freshId("x");
    comparison.purpose = request.purpose;
    comparison.level = request.level;
    comparison.device = name();
    comparison.base = request.base.label;
    comparison.environment = environment(request.base.session).text();
    comparison.startedAt = startedAt;
    evaluate(comparison,
             request.purpose == ComparisonPurpose::Confirmation ? kFinalistProcesses : 2);
    return comparison;
}

} // namespace metainfer::measurement
