// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Who may win, who wins, and what each change of the winner is worth.
#include "engine/adaptation/adaptation.h"

#include "engine/adaptation/operator_learning.h"
#include "engine/adaptation/wishes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace metainfer::engine {
namespace {

using session::State;

constexpr std::size_t kFinalists = 3;
/// In the fresh run that has the last word, the best hand-set options included.
constexpr std::size_t kContenders = 3;
/// Candidates that are checked on all data until enough of them pass.
constexpr std::size_t kMostChecks = 8;
constexpr std::size_t kMostAblations = 6;

/// Scores this close count as equal, and the simpler candidate is preferred.
constexpr double kEqualScores = 0.02;

/// How much a candidate changes: fewer changes are easier to trust and to maintain.
std::size_t complexity(const candidates::Candidate& candidate, const SessionOptions& plain) {
    const SessionOptions& session = candidate.mapping.session;
    return candidate.variant.rewrites.size() + candidate.variant.precision.keepFloat.size() +
           (session.optimization != plain.optimization) + (session.execution != plain.execution) +
           (session.spinning != plain.spinning) + (session.arena != plain.arena) +
           (session.memoryPattern != plain.memoryPattern) +
           (session.prepacking != plain.prepacking) + session.disabledOptimizers.size() +
           session.config.size();
}

search::Verdict const* verdictOf(const search::Decision& decision, const std::string& id) {
    for (const auto& verdict : decision.verdicts)
        if (verdict.id == id)
            return &verdict;
    return nullptr;
}

} // namespace

Status Adaptation::finalists() {
    enter(Stage::Finalists);
    if (m_writer.info().state == State::Searching)
        MI_CHECK(m_writer.setState(State::Finalists));
    step(0.7, "checking the finalists on all validation data");
    Finals finals(m_task, m_evaluator, m_writer, m_events, m_cancel);
    MI_ASSIGN(m_originalFinal, finals.checkOriginal());

    // Rank by what the search saw; the few best that pass the full checks go on.
    std::vector<search::Evaluation> seen;
    for (const Evaluated& evaluated : m_tried)
        seen.push_back(m_evaluator.evaluationOf(evaluated));
    const auto& objectives = m_task.deployment.objectives;
    const auto& constraints = m_task.deployment.constraints;
    const search::DecisionOptions weighing = decisionOptions(m_task.deployment);
    m_ranking = search::decide(objectives, constraints, m_evaluator.original(), seen, weighing);
    std::vector<Evaluated*> order;
    for (std::size_t i = 0; i < m_tried.size(); ++i)
        if (seen[i].invalid.empty() && m_tried[i].ratio)
            order.push_back(&m_tried[i]);
    const SessionOptions plain = defaultSession(m_task);
    const auto rank = [&](const Evaluated* evaluated) {
        const auto* verdict = verdictOf(m_ranking, evaluated->candidate.id);
        return std::pair(verdict && verdict->feasible ? 0 : 1,
                         verdict ? verdict->score.total.value : 1e9);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](const auto* a, const auto* b) { return rank(a) < rank(b); });
    std::size_t checked = 0;
    for (Evaluated* evaluated : order) {
        if (m_finalists.size() == kFinalists || checked == kMostChecks)
            break;
        MI_CHECK(m_cancel.check());
        ++checked;
        auto finalist = finals.check(*evaluated);
        if (!finalist && finalist.error().code == ErrorCode::Cancelled)
            return fail(finalist.error());
        if (finalist)
            evaluated->unfused = finalist->evaluated.unfused;
        if (!finalist)
            evaluated->failure = finalist.error();
        else if (!finalist->gate.passed)
            evaluated->invalid = finalist->gate.reason;
        else
            m_finalists.push_back(std::move(*finalist));
    }
    if (m_handTuned)
        MI_CHECK(addHandTuned(finals));
    step(0.76, "measuring the finalists in turn with the original");
    MI_CHECK(finals.compare(*m_originalFinal, m_finalists));

    // Peak memory, percentiles and size of each, so that limits are judged on full measurements.
    MI_CHECK(finals.measureInFull(*m_originalFinal));
    std::vector<search::Evaluation> evaluations;
    for (Finalist& finalist : m_finalists) {
        step(0.84, "measuring " + finalist.workload.label + " in full");
        if (!finalist.evaluated.failure)
            MI_CHECK(finals.measureInFull(finalist));
        evaluations.push_back(finals.evaluationOf(finalist));
    }
    const search::Evaluation original = finals.evaluationOf(*m_originalFinal);
    m_decision = search::decide(objectives, constraints, original, evaluations, weighing);
    if (m_decision.answer == search::Answer::NoneFeasible) {
        // The limits in conflict and the nearest misses are told over everything that was tried.
        for (std::size_t i = 0; i < m_tried.size(); ++i) {
            const auto& id = m_tried[i].candidate.id;
            const bool isFinalist =
                std::any_of(evaluations.begin(), evaluations.end(),
                            [&](const auto& evaluation) { return evaluation.id == id; });
            if (!isFinalist)
                evaluations.push_back(m_evaluator.evaluationOf(m_tried[i]));
        }
        m_decision = search::decide(objectives, constraints, original, evaluations, weighing);
    }
    if (m_handTuned)
        for (const Finalist& finalist : m_finalists)
            if (finalist.workload.label == m_handTuned->candidate.id)
                m_handFinal = finalist;
    MI_CHECK(confirm(finals, original));
    step(0.92, "cold starts and per-operator profiles of what is reported");
    for (auto* reported : {&m_originalFinal, &m_handFinal, &m_winner})
        if (*reported)
            MI_CHECK(finals.measureColdStart(**reported));
    explain(finals);
    return {};
}

/// The best hand-set options run in every comparison, so that the answer is never worse than they
/// are.
Status Adaptation::addHandTuned(Finals& finals) {
    const auto isHandTuned = [&](const Finalist& finalist) {
        return finalist.workload.label == m_handTuned->candidate.id;
    };
    if (std::any_of(m_finalists.begin(), m_finalists.end(), isHandTuned))
        return {};
    MI_ASSIGN(auto finalist, finals.check(*m_handTuned));
    m_finalists.push_back(std::move(finalist));
    return {};
}

/// The nominee of the selection run, the next best and the hand-set options meet the original in a
/// fresh run, which has the last word: who looked best among several was partly lucky.
Status Adaptation::confirm(Finals& finals, const search::Evaluation& original) {
    const auto& objectives = m_task.deployment.objectives;
    const auto& constraints = m_task.deployment.constraints;
    const search::Decision selection = m_decision;
    const Finalist* nominee = pick(original);
    std::vector<const Finalist*> ranked;
    for (const Finalist& finalist : m_finalists)
        ranked.push_back(&finalist);
    std::stable_sort(ranked.begin(), ranked.end(), [&](const auto* a, const auto* b) {
        const auto score = [&](const Finalist* finalist) {
            const auto* verdict = verdictOf(selection, finalist->workload.label);
            return verdict && verdict->feasible ? verdict->score.total.value : 1e9;
        };
        return score(a) < score(b);
    });
    std::vector<Finalist*> contenders;
    const auto add = [&](const Finalist* wanted) {
        for (Finalist& finalist : m_finalists)
            if (wanted && finalist.workload.label == wanted->workload.label &&
                std::find(contenders.begin(), contenders.end(), &finalist) == contenders.end() &&
                !finalist.evaluated.failure)
                contenders.push_back(&finalist);
    };
    add(nominee);
    add(m_handFinal ? &*m_handFinal : nullptr);
    for (const Finalist* next : ranked) {
        const auto* verdict = verdictOf(selection, next->workload.label);
        if (contenders.size() < kContenders && nominee && verdict && verdict->feasible &&
            verdict->score.total.value < 1)
            add(next);
    }
    if (contenders.empty())
        return {};
    step(0.9, "confirming the best in a fresh run");
    MI_ASSIGN(m_confirmation, finals.confirm(contenders));
    if (selection.answer == search::Answer::NoneFeasible)
        return {};

    std::vector<search::Evaluation> evaluations;
    for (const Finalist* contender : contenders)
        evaluations.push_back(finals.evaluationOf(*contender));
    m_decision = search::decide(objectives, constraints, original, evaluations,
                                decisionOptions(m_task.deployment));
    for (const search::Verdict& verdict : selection.verdicts)
        if (!verdictOf(m_decision, verdict.id))
            m_decision.verdicts.push_back(verdict);
    if (const Finalist* winner = pick(original))
        m_winner = *winner;
    if (m_handFinal)
        for (const Finalist* contender : contenders)
            if (contender->workload.label == m_handFinal->workload.label)
                m_handFinal = *contender;
    if (m_winner && m_handFinal)
        MI_CHECK(finals.againstHandTuned(*m_handFinal, *m_winner, m_confirmation));
    if (m_task.target.simulated())
        return {};
    const Finalist* named = m_winner ? &*m_winner : nominee;
    const auto* fresh = named ? m_confirmation.comparison.find(named->workload.label) : nullptr;
    if (!fresh || fresh->failure)
        return {};
    if (m_winner)
        m_decision.reason = fmt::format("{}. A fresh interleaved run says: {}.", m_decision.reason,
                                        fresh->verdict.text());
    else
        m_decision.reason = fmt::format(
            "The best of the selection run, {}, does not hold what it promised there: a "
            "fresh interleaved run says {}. {}",
            named->workload.label, fresh->verdict.text(), m_decision.reason);
    return {};
}

/// The decision's choice, or a finalist that cannot be told from it, changes less and is worth it
/// by itself; null when the answer is not to adapt.
const Finalist* Adaptation::pick(const search::Evaluation& original) {
    if (m_decision.answer != search::Answer::Adapt)
        return nullptr;
    const SessionOptions plain = defaultSession(m_task);
    const auto* chosen = verdictOf(m_decision, m_decision.chosen);
    const Finalist* winner = nullptr;
    for (const Finalist& finalist : m_finalists)
        if (finalist.workload.label == m_decision.chosen)
            winner = &finalist;
    Finals finals(m_task, m_evaluator, m_writer, {}, m_cancel);
    const auto isWorthIt = [&](const Finalist& finalist) {
        return search::decide(m_task.deployment.objectives, m_task.deployment.constraints, original,
                              {finals.evaluationOf(finalist)}, decisionOptions(m_task.deployment))
                   .answer == search::Answer::Adapt;
    };
    for (const Finalist& finalist : m_finalists) {
        const auto* verdict = verdictOf(m_decision, finalist.workload.label);
        const bool equal =
            winner && verdict && chosen && verdict->feasible && finalist.gate.passed &&
            (m_confirmation.comparison.variants.empty() ||
             m_confirmation.comparison.find(finalist.workload.label)) &&
            verdict->score.total.value < chosen->score.total.value * (1 + kEqualScores);
        if (equal &&
            complexity(finalist.evaluated.candidate, plain) <
                complexity(winner->evaluated.candidate, plain) &&
            isWorthIt(finalist))
            winner = &finalist;
    }
    if (winner && winner->workload.label != m_decision.chosen) {
        m_decision.reason +=
            fmt::format("; {} cannot be told from {} and changes less, so it is chosen",
                        winner->workload.label, m_decision.chosen);
        const double was = chosen->score.total.value;
        for (search::Verdict& verdict : m_decision.verdicts) {
            if (verdict.id == winner->workload.label)
                verdict.reason = m_decision.reason;
            else if (verdict.id == m_decision.chosen ||
                     (verdict.feasible &&
                      verdict.reason.find("the chosen one") != std::string::npos &&
                      verdict.score.total.value < was * (1 + kEqualScores)))
                verdict.reason =
                    fmt::format("cannot be told from the chosen one, {}, which changes "
                                "no more than it",
                                winner->workload.label);
        }
        m_decision.chosen = winner->workload.label;
    }
    return winner;
}

void Adaptation::explain(Finals& finals) {
    const auto add = [&](const Finalist& finalist, const char* role) {
        const auto profile = finals.operators(finalist.workload);
        if (!profile)
            return;
        Json rows = Json::array();
        for (const auto& item : profile->operators)
            rows.push_back({{"node", item.node},
                            {"op_type", item.opType},
                            {"us", item.us},
                            {"calls", item.calls}});
        m_operators[role] = std::move(rows);
        if (!m_task.target.simulated())
            for (auto& seen : observationsOf(m_task, m_query, *profile, finalist.workload.session))
                m_observations.push_back(std::move(seen));
        if (const ir::Model* typed = m_space->typedModel(finalist.evaluated.candidate.variant))
            for (Json& row : finals.deviations(finalist, *typed, *profile))
                m_deviations.push_back(std::move(row));
    };
    add(*m_originalFinal, "original");
    if (m_winner)
        add(*m_winner, "adapted");
    for (const Finalist& finalist : m_finalists) {
        const bool isWinner = m_winner && m_winner->workload.label == finalist.workload.label;
        if (!isWinner && finalist.fusion && !finalist.fusion->allFused())
            m_deviations.push_back(Finals::unfusedRow(finalist));
    }
}

Status Adaptation::ablate() {
    if (!m_winner || timeIsUp())
        return {};
    const candidates::Candidate& winner = m_winner->evaluated.candidate;
    std::vector<std::pair<std::string, candidates::Candidate>> without;
    for (std::size_t i = 0; i < winner.variant.rewrites.size() && without.size() < kMostAblations;
         ++i) {
        candidates::Candidate candidate = winner;
        candidate.variant.rewrites.erase(candidate.variant.rewrites.begin() +
                                         static_cast<std::ptrdiff_t>(i));
        without.emplace_back(winner.variant.rewrites[i].rule, std::move(candidate));
    }
    if (winner.variant.precision.precision != candidates::Precision::Float) {
        candidates::Candidate candidate = winner;
        candidate.variant.precision = {};
        without.emplace_back(
            std::string(candidates::precisionName(winner.variant.precision.precision)),
            std::move(candidate));
    }
    if (winner.mapping.session.signature() != defaultSession(m_task).signature()) {
        candidates::Candidate candidate = winner;
        candidate.mapping = {};
        candidate.mapping.session = defaultSession(m_task);
        without.emplace_back("session options", std::move(candidate));
    }
    if (without.empty())
        return {};
    step(0.93, "taking the winner's changes out one at a time");
    measurement::CompareRequest request;
    request.base = m_winner->workload;
    request.purpose = measurement::ComparisonPurpose::Selection;
    request.processes = 2;
    request.rounds = 4;
    request.blockSeconds = 0.03;
    request.cancel = m_cancel;
    std::vector<std::string> names;
    for (auto& [name, candidate] : without) {
        candidate.id = "without " + name;
        auto workload = m_evaluator.workload(candidate);
        if (!workload) {
            if (workload.error().code == ErrorCode::Cancelled)
                return fail(workload.error());
            continue; // without this change it cannot be built, so it is needed
        }
        names.push_back(name);
        request.variants.push_back(std::move(*workload));
    }
    const auto comparison = m_task.target.device->compare(request);
    if (!comparison)
        return comparison.error().code == ErrorCode::Cancelled ? fail(comparison.error())
                                                               : Status{};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto* result = comparison->find(request.variants[i].label);
        if (!result || result->failure)
            continue;
        const Interval& ratio = result->estimate.ratio;
        m_ablation.push_back(
            {{"removed", names[i]},
             {"ratio", {{"value", ratio.value}, {"low", ratio.low}, {"high", ratio.high}}},
             {"verdict", result->verdict.text()}});
    }
    return {};
}

} // namespace metainfer::engine
