// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The loop: analyse, baselines, search, finalists, outputs.
#include "engine/adaptation/adaptation.h"

#include "engine/adaptation/diagnose.h"
#include "engine/adaptation/operator_learning.h"
#include "features/model_features.h"
#include "hardware/fingerprint.h"
#include "report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace metainfer::engine {
namespace {

using session::State;

/// Candidates measured when the deployment and the command line say nothing.
constexpr int kDefaultBudget = 32;
/// Measured candidates without progress after which the search has converged; with strong
/// experience of this very task a few that fail to beat it are enough.
constexpr std::size_t kConvergenceWindow = 16;
constexpr std::size_t kConfirmationWindow = 5;

/// The profile as the store keeps it: unknown features count as 0, which similarity leaves out when
/// both sides lack them.
std::vector<double> fingerprintOf(const hardware::Profile& profile) {
    std::vector<double> values;
    for (const auto& value : hardware::fingerprint(profile).values)
        values.push_back(value.value_or(0));
    return values;
}

std::int64_t nowMs() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

} // namespace

Adaptation::Adaptation(const Task& task, session::SessionWriter& writer, experience::Store* store,
                       const AdaptRequest& request, EventSink events, CancellationToken cancel)
    : m_task(task)
    , m_writer(writer)
    , m_store(store)
    , m_request(request)
    , m_events(std::move(events))
    , m_cancel(std::move(cancel))
    , m_evaluator(task, writer, m_events, m_cancel)
    , m_archive(std::max<std::size_t>(1, task.deployment.objectives.terms.size())) {}

double Adaptation::elapsedSeconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
}

bool Adaptation::timeIsUp() const {
    const auto& limit = m_task.deployment.search.timeLimit;
    return limit && elapsedSeconds() > static_cast<double>(limit->count());
}

void Adaptation::enter(Stage stage) {
    const double now = elapsedSeconds();
    if (!m_stages.empty())
        m_stages.back().second = now - m_stageStart;
    m_stageStart = now;
    m_stages.emplace_back(stageName(stage), 0.0);
    notify(m_events, StageStarted{stage, now});
    (void)m_writer.log(fmt::format("stage {}", stageName(stage)));
}

void Adaptation::progress(double fraction, std::string what) {
    std::optional<double> remaining;
    if (fraction > 0.1)
        remaining = elapsedSeconds() * (1 - fraction) / fraction;
    notify(m_events, WorkDone{fraction, remaining, std::move(what)});
}

void Adaptation::step(double fraction, const std::string& what) {
    progress(fraction, what);
    (void)m_writer.log(what);
}

const Evaluated* Adaptation::find(const std::string& id) const {
    for (const Evaluated& evaluated : m_tried)
        if (evaluated.candidate.id == id)
            return &evaluated;
    return nullptr;
}

Status Adaptation::analyse() {
    enter(Stage::Analysing);
    progress(0.02, "analysing the model");
    ir::Model copy = m_task.model.clone();
    MI_ASSIGN(const Json diagnosis, diagnoseModel(copy, m_task.bindings, &m_task.target.profile,
                                                  &m_task.target.device->executor(), m_cancel));
    MI_CHECK(m_writer.writeDiagnosis(diagnosis));
    const auto features = features::modelFeatures(copy);
    m_query = experienceQuery(m_task, m_writer.info().environmentHash, features.vector(),
                              fingerprintOf(m_task.target.profile), nowMs());
    if (m_store) {
        MI_ASSIGN(m_recalled, recall(*m_store, m_query, m_task.deployment));
        if (!m_task.target.simulated()) {
            const auto chosen = learnOperators(*m_task.target.predictor, *m_store, m_query,
                                               m_task.deployment.search.seed, m_cancel);
            if (!chosen)
                notify(m_events,
                       Remark{Severity::Warning, "operator_model", chosen.error().text()});
            else if (chosen->observations > 0)
                notify(m_events, Remark{Severity::Information, "operator_model", chosen->text});
        }
        if (!m_recalled.candidates.empty())
            notify(m_events,
                   Remark{Severity::Information, "experience",
                          fmt::format("{} candidates from earlier sessions{}",
                                      m_recalled.candidates.size(),
                                      m_recalled.strong ? ", some of this very model on this device"
                                                        : "")});
    }
    if (m_writer.info().state == State::Created)
        MI_CHECK(m_writer.setState(State::Analysed));
    return {};
}

Status Adaptation::baselines() {
    enter(Stage::Baselines);
    progress(0.05, "measuring the original");
    MI_CHECK(m_evaluator.measureOriginal());
    // What the models get wrong about this device as a whole is known from here on.
    if (const auto predicted =
            m_task.target.predictor->predict(m_task.boundModel, defaultSession(m_task));
        predicted && !m_task.target.simulated())
        m_task.target.predictor->observeModel(predicted->latencyUs.value,
                                              m_evaluator.originalLatencyUs());
    MI_ASSIGN(auto variants, makeVariantSpace(m_task, m_events, m_cancel));
    candidates::MappingSpace mappings = makeMappingSpace(m_task);

    progress(0.08, "measuring the options that an engineer would set by hand");
    std::vector<search::Proposal> proposals;
    candidates::Mapping base;
    base.session = defaultSession(m_task);
    const std::string plain = base.session.signature();
    for (const candidates::Mapping& mapping : mappings.handTuned()) {
        if (mapping.session.signature() == plain || !withinThreads(m_task, mapping.session))
            continue;
        search::Proposal proposal;
        proposal.candidate.id = fmt::format("h{}", proposals.size() + 1);
        proposal.candidate.origin = "hand-set";
        proposal.candidate.mapping = mapping;
        proposals.push_back(std::move(proposal));
    }
    addManual(proposals);
    MI_ASSIGN(auto measured, m_evaluator.evaluate(proposals));
    double best = 1;
    for (Evaluated& evaluated : measured) {
        if (evaluated.ratio && evaluated.invalid.empty() && evaluated.ratio->value < best) {
            best = evaluated.ratio->value;
            m_handTuned = evaluated;
        }
        m_tried.push_back(std::move(evaluated));
    }
    if (m_handTuned)
        base = m_handTuned->candidate.mapping;
    m_space = std::make_unique<CandidateSpace>(m_task, m_evaluator, std::move(variants),
                                               std::move(mappings), std::move(base));
    return {};
}

void Adaptation::addManual(std::vector<search::Proposal>& proposals) {
    for (const experience::Baseline& manual : m_task.manual) {
        // A model of its own is no candidate of this search; its numbers stand beside.
        const auto session = SessionOptions::fromSignature(manual.session);
        if (!manual.file.empty() || !session || !withinThreads(m_task, *session))
            continue;
        const bool isThere =
            std::any_of(proposals.begin(), proposals.end(), [&](const search::Proposal& known) {
                return known.candidate.mapping.session.signature() == session->signature();
            });
        if (isThere || session->signature() == defaultSession(m_task).signature())
            continue;
        search::Proposal proposal;
        proposal.candidate.id = fmt::format("h{}", proposals.size() + 1);
        proposal.candidate.origin = "hand-set";
        proposal.candidate.mapping.session = *session;
        proposals.push_back(std::move(proposal));
    }
}

Result<bool> Adaptation::round(std::vector<search::Proposal> proposals,
                               search::Portfolio* portfolio) {
    if (proposals.empty())
        return false;
    MI_ASSIGN(auto measured, m_evaluator.evaluate(proposals));
    const auto& objectives = m_task.deployment.objectives;
    const search::Evaluation& original = m_evaluator.original();
    const auto limits =
        search::limitsOf(objectives, m_task.deployment.constraints, original.values);
    std::vector<search::Outcome> outcomes;
    for (Evaluated& evaluated : measured) {
        const search::Evaluation evaluation = m_evaluator.evaluationOf(evaluated);
        search::Outcome outcome;
        outcome.candidate = evaluated.candidate;
        if (evaluation.invalid.empty()) {
            if (const auto coordinates =
                    search::coordinatesOf(objectives, evaluation, original.values)) {
                outcome.coordinates = *coordinates;
                m_archive.add({evaluated.candidate.id, *coordinates});
            }
            outcome.score = search::scoreOf(objectives, evaluation, original.values).total.value;
            const auto checks = search::checkLimits(limits, evaluation, original.values);
            outcome.feasible = std::none_of(checks.begin(), checks.end(), [](const auto& check) {
                return check.state == search::LimitState::Violated;
            });
            if (outcome.feasible && !outcome.failed() && outcome.score < m_bestScore) {
                m_bestScore = outcome.score;
                m_bestId = evaluated.candidate.id;
                notify(m_events, BestChanged{m_bestId, evaluated.candidate.key(), m_bestScore});
            }
        }
        outcomes.push_back(std::move(outcome));
        m_tried.push_back(std::move(evaluated));
    }
    if (portfolio)
        portfolio->tell(outcomes);
    return true;
}

Status Adaptation::graphStage(search::Portfolio& portfolio, search::Budget& budget) {
    const std::size_t window = m_recalled.strong ? kConfirmationWindow : kConvergenceWindow;
    while (const int count = budget.nextRound(search::Stage::Graph)) {
        MI_CHECK(m_cancel.check());
        const int total = budget.total(search::Stage::Graph);
        progress(0.12 + 0.45 * budget.spent(search::Stage::Graph) / std::max(total, 1),
                 fmt::format("searching the graph, {} of {} measured, best {:.2f} of the time",
                             budget.spent(search::Stage::Graph), total, m_bestScore));
        auto proposals = portfolio.ask(static_cast<std::size_t>(count));
        const int asked = static_cast<int>(proposals.size());
        MI_ASSIGN(const bool any, round(std::move(proposals), &portfolio));
        if (!any) {
            m_stopReason = search::stopReasonName(search::StopReason::Exhausted);
            break;
        }
        budget.spend(search::Stage::Graph, asked);
        const auto stop = budget.check(
            search::Stage::Graph, std::chrono::seconds(static_cast<std::int64_t>(elapsedSeconds())),
            m_archive.hasConverged(window));
        if (stop != search::StopReason::None) {
            // Rounds that came back short end the stage with budget left.
            const bool ranOut = stop == search::StopReason::BudgetSpent &&
                                budget.remaining(search::Stage::Graph) > 0;
            m_stopReason = search::stopReasonName(ranOut ? search::StopReason::Exhausted : stop);
            break;
        }
    }
    budget.closeGraphStage();
    return {};
}

Status Adaptation::kernelStage(search::Budget& budget) {
    Random random = Random(m_task.deployment.search.seed).split("kernel stage");
    std::set<std::string> seen;
    for (const Evaluated& evaluated : m_tried)
        seen.insert(evaluated.candidate.key());
    int number = 0;
    std::size_t idle = 0;
    while (const int count = budget.nextRound(search::Stage::Kernel)) {
        MI_CHECK(m_cancel.check());
        const Evaluated* best = m_bestId.empty() ? nullptr : find(m_bestId);
        if (timeIsUp()) {
            m_stopReason = search::stopReasonName(search::StopReason::TimeLimit);
            break;
        }
        if (!best || (m_recalled.strong && idle > 0) || idle > 1) {
            m_stopReason = search::stopReasonName(search::StopReason::Converged);
            break;
        }
        const int total = budget.total(search::Stage::Kernel);
        progress(0.57 + 0.13 * budget.spent(search::Stage::Kernel) / std::max(total, 1),
                 fmt::format("searching the mapping, best {:.2f} of the time", m_bestScore));
        std::vector<search::Proposal> proposals;
        for (search::Candidate& candidate : m_space->neighbours(best->candidate, random)) {
            if (static_cast<int>(proposals.size()) == count)
                break;
            if (!m_space->admit(candidate) || !seen.insert(candidate.key()).second)
                continue;
            candidate.id = fmt::format("k{}", ++number);
            candidate.parents = {best->candidate.id};
            candidate.origin = "neighbour";
            proposals.push_back({candidate, m_space->predict(candidate), 1, true});
        }
        const std::string before = m_bestId;
        const int asked = static_cast<int>(proposals.size());
        MI_ASSIGN(const bool any, round(std::move(proposals), nullptr));
        if (!any) {
            m_stopReason = search::stopReasonName(search::StopReason::Exhausted);
            break;
        }
        idle = m_bestId == before ? idle + 1 : 0;
        budget.spend(search::Stage::Kernel, asked);
    }
    return {};
}

Status Adaptation::search() {
    enter(Stage::Searching);
    if (m_writer.info().state == State::Analysed)
        MI_CHECK(m_writer.setState(State::Searching));
    search::SearchSettings settings = m_task.deployment.search;
    search::PortfolioOptions options;
    options.seed = settings.seed;
    options.exploreRatio = settings.graph.exploreRatio;
    search::StrategyInput input;
    input.experience = m_recalled.candidates;
    MI_ASSIGN(auto portfolio,
              search::Portfolio::create(*m_space, m_task.deployment.objectives,
                                        m_evaluator.original().values, input, options));
    search::Candidate original;
    original.mapping.session = defaultSession(m_task);
    portfolio.exclude(original);
    for (const Evaluated& evaluated : m_tried)
        portfolio.exclude(evaluated.candidate);
    for (const search::Candidate& candidate : m_recalled.failures)
        portfolio.exclude(candidate);
    const int asked = m_request.budget.value_or(kDefaultBudget);
    search::Budget budget = search::Budget::plan(settings, asked);
    if (m_recalled.strong) {
        // An earlier session searched for this very model here. What it found is measured again,
        // which is the half that experience gets; most of what the other half would explore it has
        // seen.
        const int planned = budget.total(search::Stage::Graph);
        settings.graph.budget = std::max(1, (planned + 1) / 2);
        budget = search::Budget::plan(settings, std::max(1, asked / 2));
        notify(
            m_events,
            Remark{Severity::Information, "experience_saves",
                   fmt::format("this model was searched here before: {} candidates instead of {}",
                               budget.total(search::Stage::Graph), planned)});
    }
    MI_CHECK(graphStage(portfolio, budget));
    MI_CHECK(kernelStage(budget));
    m_rejections = portfolio.rejections();
    if (m_stopReason.empty())
        m_stopReason = search::stopReasonName(search::StopReason::BudgetSpent);
    return {};
}

Result<AdaptOutcome> Adaptation::run() {
    MI_CHECK(analyse());
    MI_CHECK(baselines());
    MI_CHECK(search());
    MI_CHECK(finalists());
    MI_CHECK(ablate());
    enter(Stage::Validating);
    MI_CHECK(validationDocument());
    if (m_writer.info().state == State::Finalists)
        MI_CHECK(m_writer.setState(State::Validated));
    enter(Stage::Reporting);
    progress(0.96, "writing the results");
    MI_CHECK(writeOutputs());
    MI_CHECK(remember());
    enter(Stage::Done);
    MI_CHECK(m_writer.writeDecision(decisionDocument()));
    MI_CHECK(m_writer.setState(State::Done));
    MI_ASSIGN(m_report, reporting::writeAll(m_writer.content()));
    progress(1, "done");
    return outcome();
}

Status Adaptation::remember() {
    if (!m_store)
        return {};
    if (auto added = m_store->addObservations(m_observations); !added)
        notify(m_events, Remark{Severity::Warning, "experience_not_written", added.error().text()});
    const auto records = recordsOf(m_task, m_writer.info(), m_query, m_evaluator, m_tried);
    if (auto added = m_store->add(records); !added)
        // The result of the session is worth more than remembering it.
        notify(m_events, Remark{Severity::Warning, "experience_not_written", added.error().text()});
    return {};
}

} // namespace metainfer::engine
