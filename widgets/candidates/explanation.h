// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Why a candidate won or lost, in words of the current language.
#pragma once

#include "candidates/candidate_model.h"

#include <QCoreApplication>

namespace metainfer::widgets {

struct Colors;

class Explanation {
    Q_DECLARE_TR_FUNCTIONS(metainfer::widgets::Explanation)

  public:
    /// One sentence. `verdict` may be null: then what the session recorded. `winner`: the verdict
    /// on the chosen one, null where none is.
    static QString why(const CandidateTable& table, const CandidateRow& row,
                       const search::Verdict* verdict, const search::Verdict* winner);
    /// One limit: "Peak memory 1.2 GiB is above 1 GiB (max_memory_mb)".
    static QString limit(const CandidateTable& table, const search::LimitCheck& check,
                         const CandidateRow& row);
    /// The whole page of a candidate as rich text: what it is, its numbers, limits, the reason.
    static QString html(const CandidateTable& table, std::size_t row,
                        const search::Verdict* verdict, const search::Verdict* winner,
                        const CandidateMark& mark, const Colors& colors);
    /// How the choice moved: from the session's to the one under other weights and limits.
    static QString move(const CandidateTable& table, const search::Decision& decision);

  private:
    static QString accuracyLimit(const CandidateTable& table, const search::LimitCheck& check,
                                 const CandidateRow& row);
    /// Which rule chose among equals; empty where there are none.
    static QString ruleAmongEquals(const CandidateTable& table, const search::Verdict& winner);
    static QString numbers(const CandidateTable& table, std::size_t row, const Colors& colors);
};

/// The verdict on an id, or null.
const search::Verdict* verdictOf(const search::Decision* decision, const std::string& id);

} // namespace metainfer::widgets
