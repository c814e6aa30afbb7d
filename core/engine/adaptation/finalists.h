// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The last word: finalists against the original and against the best hand-set options, measured in
// full, checked on all validation data.
#pragma once

#include "candidates/quantize/fusion_check.h"
#include "engine/adaptation/evaluator.h"
#include "validation/checks.h"

#include <optional>
#include <string>
#include <vector>

namespace metainfer::engine {

/// A finalist with what the full checks said.
struct Finalist {
    Evaluated evaluated;
    measurement::Workload workload;
    std::optional<validation::Accuracy> accuracy;
    validation::GateVerdict gate;
    std::string accuracyText; ///< for people: value and change
    double cosine = 1;        ///< smallest cosine of an output against the original
    /// Quantized ones on this machine: what the runtime made of them.
    std::optional<candidates::FusionReport> fusion;
    std::optional<measurement::Measurement> full;
    std::optional<Interval> ratio; ///< from the interleaved run of all finalists
    double interleavedUs = 0;      ///< its wall median in that run; 0 = not measured there
    Verdict verdict;
};

/// The rows of the answer from one interleaved run, made fresh after the few that may win were
/// chosen.
struct Confirmation {
    measurement::Comparison comparison;
    std::optional<RatioEstimate> winnerAgainstHand;
    Verdict winnerAgainstHandVerdict;
};

class Finals {
  public:
    Finals(const Task& task, Evaluator& evaluator, session::SessionWriter& writer, EventSink events,
           CancellationToken cancel);

    /// Accuracy on all validation data and equivalence of outputs; a failed gate is in the value.
    Result<Finalist> check(const Evaluated& evaluated);
    /// The original and the hand-tuned run through the same checks.
    Result<Finalist> checkOriginal();
    /// One interleaved run of the finalists against the original; fills what that run says of each.
    Status compare(Finalist& original, std::vector<Finalist>& finalists);
    /// A fresh run of the original and those who may win; their ratios become those of this run.
    Result<Confirmation> confirm(const std::vector<Finalist*>& contenders);
    /// Winner against hand-set options, from the fresh run where its clocks allow.
    Status againstHandTuned(const Finalist& handTuned, const Finalist& winner,
                            Confirmation& confirmation);
    /// Percentiles and peak memory of one subject.
    Status measureInFull(Finalist& finalist);
    /// Load and first inference, medians of three fresh starts: for what is reported.
    Status measureColdStart(Finalist& finalist);
    /// Boundary cases and anomalies of the winner: the rest of validation.json.
    Result<Json> inspectOutputs(const Finalist& winner);
    /// Where the time goes: the runtime's own per-operator profile; absent when it has none.
    std::optional<measurement::OperatorProfile> operators(const measurement::Workload& workload);
    /// Why the measured time differs from the predicted one: rows of decision.json's "deviations".
    Json deviations(const Finalist& finalist, const ir::Model& typed,
                    const measurement::OperatorProfile& profile) const;
    /// The same row for operators that were left in float, which needs no profile.
    static Json unfusedRow(const Finalist& finalist);
    search::Evaluation evaluationOf(const Finalist& finalist) const;

  private:
    static void take(const measurement::Comparison& comparison, Finalist& finalist);
    Status checkFusion(Finalist& finalist);
    measurement::CompareRequest protocol(std::size_t variants,
                                         measurement::ComparisonPurpose purpose) const;

    const Task& m_task;
    Evaluator& m_evaluator;
    session::SessionWriter& m_writer;
    EventSink m_events;
    CancellationToken m_cancel;
    std::optional<validation::Accuracy> m_originalAccuracy;
};

} // namespace metainfer::engine
