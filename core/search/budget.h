// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// How many candidates may be measured in which stage, and when to stop.
#pragma once

#include "base/json.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::search {

/// Search over graph variants. Unset numbers come from the 70/30 split.
struct GraphStage {
    std::optional<int> rounds;
    std::optional<int> candidatesPerRound;
    std::optional<int> budget;
    double exploreRatio = 0.5;
    std::vector<std::string> transforms; ///< allowed rules and precisions; empty = all
    bool operator==(const GraphStage&) const = default;
};

/// Search over mappings of the operators that the profile names as bottlenecks.
struct KernelStage {
    std::vector<std::string> targetOps; ///< "Conv(int8)", "Concat"; empty = the bottlenecks
    std::vector<std::string> tileGrid;
    std::vector<std::string> layouts;
    std::vector<std::string> fusion;
    std::optional<int> trialsPerOp;
    std::optional<int> measureRepeats;
    bool operator==(const KernelStage&) const = default;
};

enum class Concurrency { Degrade, Maximum, Single };
std::string_view concurrencyName(Concurrency concurrency);

/// The `search:` section of a deployment.
struct SearchSettings {
    std::uint64_t seed = 1;
    GraphStage graph;
    KernelStage kernel;
    std::optional<std::chrono::seconds> timeLimit;
    double deviationThreshold = 0.15;
    Concurrency concurrency = Concurrency::Degrade;
    bool operator==(const SearchSettings&) const = default;
    Json toJson() const;
};

enum class Stage { Graph, Kernel };
enum class StopReason { None, BudgetSpent, TimeLimit, Converged, Exhausted, Cancelled };
std::string_view stopReasonName(StopReason reason);

/// Counts measured candidates per stage. The caller supplies the time, so that a resumed or a
/// replayed session decides the same.
class Budget {
  public:
    /// `total` candidates (default 32) are split 70 to 30; what the settings give for a stage wins.
    /// `kernelTargets`: how many operators the kernel stage has, for `trials_per_op`.
    static Budget plan(const SearchSettings& settings, int total = 32, int kernelTargets = 1);

    int total(Stage stage) const;
    int spent(Stage stage) const;
    int remaining(Stage stage) const { return total(stage) - spent(stage); }
    /// How many to ask for in the next round of the stage; 0 = the stage is over.
    int nextRound(Stage stage) const;
    /// One round of `count` measured candidates is done.
    void spend(Stage stage, int count);
    /// What the graph stage left unspent when it ended early goes to the kernel stage.
    void closeGraphStage();
    int measureRepeats() const { return m_repeats; }

    StopReason check(Stage stage, std::chrono::seconds elapsed, bool converged) const;
    Json toJson() const;

  private:
    struct Share {
        int total = 0;
        int spent = 0;
        int rounds = 0;
        int roundsDone = 0;
        int perRound = 1;
    };
    const Share& share(Stage stage) const { return stage == Stage::Graph ? m_graph : m_kernel; }
    Share m_graph;
    Share m_kernel;
    bool m_kernelFixed = false;
    int m_repeats = 3;
    std::optional<std::chrono::seconds> m_timeLimit;
};

} // namespace metainfer::search
