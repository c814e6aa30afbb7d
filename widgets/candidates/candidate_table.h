// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// All candidates of a session as rows: what was proposed, predicted, measured, decided. Made off
// the GUI thread from the session's content, then never changed.
#pragma once

#include "search/decision.h"
#include "session/session_folder.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::widgets {

enum class CandidateState {
    Proposed, ///< not measured (yet)
    Measured, ///< measured in the search
    Finalist, ///< checked and measured in full
    Chosen,   ///< the session's choice
    Barred,   ///< runs, but may not win (accuracy gate, invalid measurement)
    Failed,   ///< could not be built or run
    Original  ///< the reference
};

struct CandidateRow {
    QString id, origin, rewrites, precision, options, bindings;
    QStringList parents;
    std::string key;
    CandidateState state = CandidateState::Proposed;
    QString reason;                ///< why it failed, is barred, won or lost
    search::Evaluation evaluation; ///< as the decision sees it
    measurement::MetricValues predicted;
    std::optional<Interval> ratio; ///< time relative to the original
    QString clock;                 ///< behind the ratio
    /// The quality metric on the search's part of the validation data, another number than the
    /// `evaluation`'s where that is `validated`: computed on all of the data.
    std::optional<double> searchAccuracy;
    std::size_t searchSamples = 0, validationSamples = 0; ///< 0 = not known
    bool validated = false;
    double changes = 0; ///< rewrites, lowered precision, options: how much differs
    double threads = 0;
    bool measured() const { return ratio.has_value(); }
};

/// What the search had reached after each measured candidate.
struct ConvergencePoint {
    std::size_t row = 0;    ///< the candidate measured at this step
    double best = 1;        ///< smallest primary value so far, relative to the original
    double hypervolume = 0; ///< of the objectives, reference 2 (twice the original)
    std::size_t front = 0;  ///< size of the Pareto set
};

struct CandidateTable {
    /// In the order of the session's list; the original, once it is measured, comes last.
    std::vector<CandidateRow> rows;
    std::optional<std::size_t> original, chosen;
    search::Objectives objectives;
    search::Constraints constraints;
    std::vector<ConvergencePoint> convergence;
    std::optional<search::Answer> answer; ///< the session's; empty while it searches
    QString reason;                       ///< the session's
    QString qualityName;                  ///< what accuracy means here: "top1", "fidelity"
    QString modelPath;
    bool simulated = false;
    bool done = false; ///< the session is decided
    /// By Quantity, then by row; NaN where a row has none. Read with numberOf.
    std::vector<std::vector<double>> numbers;
    std::vector<double> typical; ///< median of the sizes of each quantity; NaN = nobody has it

    std::optional<std::size_t> find(const QString& id) const;
    const search::Evaluation* originalEvaluation() const;
    std::map<QString, std::size_t> rowById;
};

using CandidateTablePtr = std::shared_ptr<const CandidateTable>;

CandidateTablePtr makeCandidateTable(const session::SessionContent& content);

/// The row's evaluation with its accuracy on the same footing as the original's: a candidate that
/// only the search saw is compared with the original on the search's samples.
search::Evaluation comparableEvaluation(const CandidateTable& table, const CandidateRow& row);

/// Decides among all measured candidates of the table (the finalists alone with `finalistsOnly`).
search::Decision decideAmong(const CandidateTable& table, const search::Objectives& objectives,
                             const search::Constraints& constraints, bool finalistsOnly);

/// Convergence of `order` (rows as measured) for these objectives.
std::vector<ConvergencePoint> convergenceOf(const CandidateTable& table,
                                            const std::vector<std::size_t>& order);

} // namespace metainfer::widgets
