// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a session shows to be wrong or worth knowing: symptom, evidence, cause and remedy, worst
// first.
#pragma once

#include "session/session_folder.h"
#include "validation/examination.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace metainfer::workbench {

enum class SymptomLevel { Error, Warning, Note };

struct Symptom {
    SymptomLevel level = SymptomLevel::Note;
    QString title;    ///< what is seen
    QString evidence; ///< the numbers that show it
    QString cause;
    QString remedy;
    QStringList nodes; ///< of the original model, those that show it most
    QString place{};   ///< where one acts on it: "accuracy", "candidates", …; may be empty
};

/// From diagnosis.json, decision.json (deviations, conflicts, what dropped out), validation.json
/// and, where there is one, the examination.
QList<Symptom> symptomsOf(const session::SessionContent& content,
                          const validation::Examination* examination = nullptr);

} // namespace metainfer::workbench
