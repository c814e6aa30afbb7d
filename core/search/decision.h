// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The decision among measured candidates: adapt to one, keep the original, or say which limits
// conflict.
#pragma once

#include "search/objectives.h"

namespace metainfer::search {

enum class Answer {
    Adapt,        ///< `chosen` is distinguishably better, or the only way to meet the limits
    KeepOriginal, ///< nothing beats the original distinguishably: adapting is not worth it
    NoneFeasible  ///< no candidate and not the original meets all limits
};
std::string_view answerName(Answer answer); ///< "adapt", "keep_original", "none_feasible"

/// Why a candidate won or lost.
struct Verdict {
    std::string id;
    bool feasible = true;
    bool dominated = false;
    Score score;
    std::vector<LimitCheck> limits;
    std::string reason;
};

/// Limits that no candidate meets together; one alone = no candidate meets that one.
struct LimitConflict {
    std::vector<std::string> limits;
    std::string text;
};

struct NearMiss {
    std::string id;
    double excess = 0; ///< of its worst violated limit, relative
    std::vector<std::string> violations;
};

struct Decision {
    Answer answer = Answer::KeepOriginal;
    std::string chosen; ///< id; "original" for KeepOriginal, empty for NoneFeasible
    std::string reason;
    std::vector<Verdict> verdicts; ///< the original first, then in the order given
    std::vector<LimitConflict> conflicts;
    std::vector<NearMiss> nearestMisses; ///< nearest first, at most three
    std::vector<std::string> unverified; ///< limits that nothing on this device can check
    Json toJson() const;
};

struct DecisionOptions {
    double minGain = 0.02; ///< a smaller gain is not worth another artefact
    /// The same of the secondary alone, a number without an interval: peak memory of one and the
    /// same model moves by 5 % with the threads of its session.
    double minSecondaryGain = 0.1;
    double tieTolerance = 0.01; ///< primaries this close count as equal and the secondary decides
};

/// `original.id` is used as it is (by custom "original"). Primary/secondary: the best primary
/// wins; among those that cannot be told from it (measured intervals overlap, or within the
/// tolerance) the best secondary.
Decision decide(const Objectives& objectives, const Constraints& constraints,
                const Evaluation& original, const std::vector<Evaluation>& candidates,
                const DecisionOptions& options = {});

} // namespace metainfer::search
