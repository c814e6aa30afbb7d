// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The 70/30 split, rounds and stop reasons.
#include "search/budget.h"

#include <algorithm>
#include <cmath>

namespace metainfer::search {
namespace {

constexpr double kGraphShare = 0.7;
constexpr int kDefaultPerRound = 8;
constexpr int kDefaultRepeats = 3;

Json stageJson(const GraphStage& stage) {
    Json json{{"explore_ratio", stage.exploreRatio}, {"transforms", stage.transforms}};
    if (stage.rounds)
        json["rounds"] = *stage.rounds;
    if (stage.candidatesPerRound)
        json["candidates_per_round"] = *stage.candidatesPerRound;
    if (stage.budget)
        json["budget"] = *stage.budget;
    return json;
}

Json stageJson(const KernelStage& stage) {
    Json json{{"target_ops", stage.targetOps},
              {"tile_grid", stage.tileGrid},
              {"layouts", stage.layouts},
              {"fusion", stage.fusion}};
    if (stage.trialsPerOp)
        json["trials_per_op"] = *stage.trialsPerOp;
    if (stage.measureRepeats)
        json["measure_repeats"] = *stage.measureRepeats;
    return json;
}

} // namespace

std::string_view concurrencyName(Concurrency concurrency) {
    switch (concurrency) {
    case Concurrency::Degrade:
        return "degrade";
    case Concurrency::Maximum:
        return "maximum";
    case Concurrency::Single:
        break;
    }
    return "single";
}

std::string_view stopReasonName(StopReason reason) {
    switch (reason) {
    case StopReason::None:
        return "none";
    case StopReason::BudgetSpent:
        return "budget_spent";
    case StopReason::TimeLimit:
        return "time_limit";
    case StopReason::Converged:
        return "converged";
    case StopReason::Exhausted:
        return "exhausted";
    case StopReason::Cancelled:
        break;
    }
    return "cancelled";
}

Json SearchSettings::toJson() const {
    Json json{{"seed", seed},
              {"stage_graph", stageJson(graph)},
              {"stage_kernel", stageJson(kernel)},
              {"deviation_threshold", deviationThreshold},
              {"concurrency", concurrencyName(concurrency)}};
    if (timeLimit)
        json["time_limit_s"] = timeLimit->count();
    return json;
}

Budget Budget::plan(const SearchSettings& settings, int total, int kernelTargets) {
    Budget budget;
    budget.m_timeLimit = settings.timeLimit;
    budget.m_repeats = settings.kernel.measureRepeats.value_or(kDefaultRepeats);

    Share& graph = budget.m_graph;
    const GraphStage& stage = settings.graph;
    const int split = static_cast<int>(std::lround(std::max(total, 1) * kGraphShare));
    if (stage.budget)
        graph.total = *stage.budget;
    else if (stage.rounds && stage.candidatesPerRound)
        graph.total = *stage.rounds * *stage.candidatesPerRound;
    else
        graph.total = split;
    graph.perRound = stage.candidatesPerRound.value_or(
        stage.rounds ? std::max(1, (graph.total + *stage.rounds - 1) / *stage.rounds)
                     : std::min(kDefaultPerRound, std::max(graph.total, 1)));
    graph.rounds = stage.rounds.value_or((graph.total + graph.perRound - 1) / graph.perRound);
    graph.total = std::min(graph.total, graph.rounds * graph.perRound);

    Share& kernel = budget.m_kernel;
    budget.m_kernelFixed = settings.kernel.trialsPerOp.has_value();
    kernel.total = budget.m_kernelFixed ? *settings.kernel.trialsPerOp * std::max(kernelTargets, 0)
                                        : std::max(total, 1) - split;
    kernel.perRound = std::max(1, std::min(kDefaultPerRound, kernel.total));
    kernel.rounds = (kernel.total + kernel.perRound - 1) / kernel.perRound;
    return budget;
}

int Budget::total(Stage stage) const {
    return share(stage).total;
}

int Budget::spent(Stage stage) const {
    return share(stage).spent;
}

int Budget::nextRound(Stage stage) const {
    const Share& own = share(stage);
    if (own.roundsDone >= own.rounds)
        return 0;
    return std::max(0, std::min(own.perRound, own.total - own.spent));
}

void Budget::spend(Stage stage, int count) {
    Share& own = stage == Stage::Graph ? m_graph : m_kernel;
    own.spent += count;
    ++own.roundsDone;
}

void Budget::closeGraphStage() {
    const int left = std::max(0, m_graph.total - m_graph.spent);
    m_graph.total = m_graph.spent;
    if (m_kernelFixed)
        return;
    m_kernel.total += left;
    m_kernel.rounds = (m_kernel.total + m_kernel.perRound - 1) / m_kernel.perRound;
}

StopReason Budget::check(Stage stage, std::chrono::seconds elapsed, bool converged) const {
    if (m_timeLimit && elapsed >= *m_timeLimit)
        return StopReason::TimeLimit;
    if (nextRound(stage) == 0)
        return StopReason::BudgetSpent;
    return converged ? StopReason::Converged : StopReason::None;
}

Json Budget::toJson() const {
    const auto one = [](const Share& share) {
        return Json{{"total", share.total},
                    {"spent", share.spent},
                    {"rounds", share.rounds},
                    {"rounds_done", share.roundsDone},
                    {"per_round", share.perRound}};
    };
    return Json{{"graph", one(m_graph)}, {"kernel", one(m_kernel)}, {"measure_repeats", m_repeats}};
}

} // namespace metainfer::search
