// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Who may win, who wins, and what each change of the winner is worth.
#include "engine/adaptation/adaptation.h"

#include "engine/adaptation/operator_learning.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace metainfer::engine {
namespace {

using session::State;

constexpr std::size_t kFinalists = 3;
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
    progress(0.7, "checking the finalists on all validation data");
    Finals finals(m_task, m_evaluator, m_writer, m_events, m_cancel);
    MI_ASSIGN(m_originalFinal, finals.checkOriginal());

    // Rank by what the search saw; the few best that pass the full checks go on.
    std::vector<search::Evaluation> seen;
    for (const Evaluated& evaluated : m_tried)
        seen.push_back(m_evaluator.evaluationOf(evaluated));
    const auto& objectives = m_task.deployment.objectives;
    const auto& constraints = m_task.deployment.constraints;
    const search::Decision ranking =
        search::decide(objectives, constraints, m_evaluator.original(), seen);
    std::vector<Evaluated*> order;
    for (std::size_t i = 0; i < m_tried.size(); ++i)
        if (seen[i].invalid.empty() && m_tried[i].ratio)
            order.push_back(&m_tried[i]);
    const SessionOptions plain = defaultSession(m_task);
    const auto rank = [&](const Evaluated* evaluated) {
        const auto* verdict = verdictOf(ranking, evaluated->candidate.id);
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
        if (!finalist)
            evaluated->failure = finalist.error();
        else if (!finalist->gate.passed)
            evaluated->invalid = finalist->gate.reason;
        else
            m_finalists.push_back(std::move(*finalist));
    }
    progress(0.76, "measuring the finalists in turn with the original");
    MI_CHECK(finals.compare(m_finalists));

    // Peak memory, percentiles and size of each, so that limits are judged on full measurements.
    MI_CHECK(finals.measureInFull(*m_originalFinal));
    std::vector<search::Evaluation> evaluations;
    for (Finalist& finalist : m_finalists) {
        progress(0.84, "measuring " + finalist.workload.label + " in full");
        if (!finalist.evaluated.failure)
            MI_CHECK(finals.measureInFull(finalist));
        evaluations.push_back(finals.evaluationOf(finalist));
    }
    const search::Evaluation original = finals.evaluationOf(*m_originalFinal);
    m_decision = search::decide(objectives, constraints, original, evaluations);
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
        m_decision = search::decide(objectives, constraints, original, evaluations);
    }
    pickWinner();

    progress(0.9, "confirming the winner in a fresh run");
    if (m_handTuned) {
        MI_ASSIGN(m_handFinal, finals.check(*m_handTuned));
        MI_CHECK(finals.measureInFull(*m_handFinal));
    }
    MI_ASSIGN(m_confirmation, finals.confirm(m_handFinal, m_winner));
    // A winner that the fresh run shows to be slower was a lucky draw.
    if (m_winner &&
        m_task.deployment.objectives.terms.front().metric != measurement::Metric::Memory) {
        const auto* fresh = m_confirmation.comparison.find(m_winner->workload.label);
        if (fresh && fresh->verdict.kind == VerdictKind::Slower) {
            m_decision.answer = search::Answer::KeepOriginal;
            m_decision.reason =
                fmt::format("The best candidate ({}) was {} in a fresh run: keep the original.",
                            m_winner->workload.label, fresh->verdict.text());
            m_decision.chosen = "original";
            m_winner.reset();
        }
    }
    if (m_winner)
        if (const auto* fresh = m_confirmation.comparison.find(m_winner->workload.label))
            m_decision.reason = fmt::format("{}. A fresh interleaved run says: {}.",
                                            m_decision.reason, fresh->verdict.text());
    explain(finals);
    return {};
}

/// The decision's choice, or a finalist that cannot be told from it and changes less.
void Adaptation::pickWinner() {
    if (m_decision.answer != search::Answer::Adapt)
        return;
    const SessionOptions plain = defaultSession(m_task);
    const auto* chosen = verdictOf(m_decision, m_decision.chosen);
    for (const Finalist& finalist : m_finalists)
        if (finalist.workload.label == m_decision.chosen)
            m_winner = finalist;
    for (const Finalist& finalist : m_finalists) {
        const auto* verdict = verdictOf(m_decision, finalist.workload.label);
        const bool equal =
            m_winner && verdict && chosen && verdict->feasible && finalist.gate.passed &&
            verdict->score.total.value < chosen->score.total.value * (1 + kEqualScores);
        if (equal && complexity(finalist.evaluated.candidate, plain) <
                         complexity(m_winner->evaluated.candidate, plain))
            m_winner = finalist;
    }
    if (m_winner && m_winner->workload.label != m_decision.chosen) {
        m_decision.reason +=
            fmt::format("; {} cannot be told from {} and changes less, so it is chosen",
                        m_winner->workload.label, m_decision.chosen);
        m_decision.chosen = m_winner->workload.label;
    }
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
    progress(0.93, "taking the winner's changes out one at a time");
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
