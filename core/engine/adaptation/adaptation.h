// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The main job: one joint decision on graph and mapping, from the deployment to the session folder.
#pragma once

#include "engine/adaptation/candidate_space.h"
#include "engine/adaptation/finalists.h"
#include "engine/adaptation/learning.h"
#include "engine/commands.h"
#include "search/budget.h"
#include "search/pareto.h"

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace metainfer::engine {

class Adaptation {
  public:
    /// `store` may be null: then nothing is remembered. All references must outlive the object.
    Adaptation(const Task& task, session::SessionWriter& writer, experience::Store* store,
               const AdaptRequest& request, EventSink events, CancellationToken cancel);

    Result<AdaptOutcome> run();

  private:
    Status analyse();
    Status baselines();
    /// Options that people found best by hand, recorded as baselines.
    void addManual(std::vector<search::Proposal>& proposals);
    Status search();
    Status graphStage(search::Portfolio& portfolio, search::Budget& budget);
    Status kernelStage(search::Budget& budget);
    /// Measures one round and tells everybody; false = nothing came of it.
    Result<bool> round(std::vector<search::Proposal> proposals, search::Portfolio* portfolio);
    Status finalists();
    Status addHandTuned(Finals& finals);
    Status confirm(Finals& finals, const search::Evaluation& original);
    const Finalist* pick(const search::Evaluation& original);
    void explain(Finals& finals);
    Status ablate();
    Status writeOutputs();
    Status validationDocument();
    Status remember();
    Json decisionDocument();
    AdaptOutcome outcome();

    void enter(Stage stage);
    void progress(double fraction, std::string what);
    /// Progress that also stands in the session's log, so that it shows where the time went.
    void step(double fraction, const std::string& what);
    double elapsedSeconds() const;
    bool timeIsUp() const;
    const Evaluated* find(const std::string& id) const;
    Subject subjectOf(const Finalist& finalist, const std::string& role);
    std::vector<std::string> changesOf(const Finalist& winner);

    const Task& m_task;
    session::SessionWriter& m_writer;
    experience::Store* m_store;
    const AdaptRequest& m_request;
    EventSink m_events;
    CancellationToken m_cancel;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    std::vector<std::pair<std::string, double>> m_stages;
    double m_stageStart = 0;

    Evaluator m_evaluator;
    std::unique_ptr<CandidateSpace> m_space;
    experience::Query m_query;
    Recalled m_recalled;
    std::vector<experience::OperatorObservation> m_observations; ///< from profiles of this session
    std::vector<Evaluated> m_tried;                              ///< everything evaluated, in order
    std::optional<Evaluated> m_handTuned; ///< best hand-set options; absent = the default is best
    search::ParetoArchive m_archive;
    std::vector<search::Rejection> m_rejections;
    std::string m_stopReason;
    std::string m_bestId;
    double m_bestScore = 1;

    std::optional<Finalist> m_originalFinal, m_handFinal, m_winner;
    std::vector<Finalist> m_finalists;
    search::Decision m_ranking; ///< of everything tried, by what the search saw
    Confirmation m_confirmation;
    search::Decision m_decision;
    Json m_operators = Json::object();
    Json m_deviations = Json::array();
    Json m_ablation = Json::array();
    std::filesystem::path m_report;
};

} // namespace metainfer::engine
