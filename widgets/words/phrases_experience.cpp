// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the engine says about the experience store and the decision.
#include "words/phrases.h"

#include <QCoreApplication>

namespace metainfer::widgets {

const std::vector<const char*>& phrasesOfExperience() {
    static const std::vector<const char*> phrases = {
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "Restore it from a copy, or move it away: a new one is made at the next run."),
        QT_TRANSLATE_NOOP("EngineWords", "Another process writes it for long; try again."),
        QT_TRANSLATE_NOOP("EngineWords", "Free some space."),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "Check the permissions, or choose another store with METAINFER_EXPERIENCE."),
        QT_TRANSLATE_NOOP("EngineWords", "experience store %1 is damaged: %2"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 is a database of another program"),
        QT_TRANSLATE_NOOP("EngineWords", "Choose another path for the experience store."),
        QT_TRANSLATE_NOOP("EngineWords", "path of the experience store contains a quote: %1"),
        QT_TRANSLATE_NOOP("EngineWords", "Choose a path without \"."),
        QT_TRANSLATE_NOOP("EngineWords", "cannot open experience store %1"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot read experience store %1"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot write experience store %1"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot prepare experience store %1"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot migrate experience store %1"),
        QT_TRANSLATE_NOOP("EngineWords", "%1: type \"%2\" is neither record nor observation"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "experience store %1 has schema %2, this program writes %3"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "Use the newer program, or another store (METAINFER_EXPERIENCE)."),
        QT_TRANSLATE_NOOP("EngineWords", "experience store %1 was replaced by one of schema %2 "
                                         "while it was in use (this program writes %3)"),
        QT_TRANSLATE_NOOP("EngineWords", "Run the program again."),
        QT_TRANSLATE_NOOP("EngineWords", "schema version %1 is outside 1 to %2"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 is not a JSON object"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 has schema \"%2\", this program reads \"%3\""),
        QT_TRANSLATE_NOOP("EngineWords", "experience record has no model_hash or no hardware"),
        QT_TRANSLATE_NOOP("EngineWords", "in an experience record"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "operator observation has no hardware, no op_type or no positive us"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "an experience record needs a model hash and a hardware name"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "an operator observation needs a hardware name and a positive time"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "removing experience needs a model, a hardware or a session"),
        QT_TRANSLATE_NOOP("EngineWords", "To start anew, move the store's file away."),
        QT_TRANSLATE_NOOP("EngineWords", "this store's schema knows no confirmations"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "no probe of this hardware under this environment is stored"),
        QT_TRANSLATE_NOOP("EngineWords", "Add the probe's observations first."),
        QT_TRANSLATE_NOOP("EngineWords", "explore_ratio %1 is outside 0 to 1"),
        QT_TRANSLATE_NOOP("EngineWords", "unknown search strategy \"%1\""),
        QT_TRANSLATE_NOOP("EngineWords", "cannot be told from the original (%1 of it)"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "gains only %1, less than the %2 % that another artefact is worth"),
        QT_TRANSLATE_NOOP("EngineWords", "is not better than the original (%1 of it)"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "%1 is %2 of the original's, predicted or simulated in part"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 is %2 of the original's"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 is %2 of it"),
        QT_TRANSLATE_NOOP("EngineWords", "the original itself does not meet the limits: %1"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot be told from the chosen one in the primary "
                                         "objective and is worse in the secondary"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "cannot be told from the chosen one in the primary objective and is "
                          "worse in the secondary (%1 against %2)"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "is as good as the chosen one in every objective, which comes before "
                          "it"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "as good in every objective: %1 more, the first of all these is "
                          "chosen"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "cannot be told from the chosen one, %1, which changes no more than "
                          "it"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "%1 %2 is below %3, the original's %4 less max_accuracy_drop"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "%1 %2 is below %3, the original's %4 less max_accuracy_drop on the "
                          "search's %5 samples"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 drops by %2 on the search's %3 samples, more than %4"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 is %2 on the search's %3 samples, below the gate %4"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot be told from the chosen one, which comes "
                                         "before it"),
        QT_TRANSLATE_NOOP("EngineWords", "scores %1 against %2 of the chosen one and is dominated"),
        QT_TRANSLATE_NOOP("EngineWords", "scores %1 against %2 of the chosen one"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "There was no candidate to compare with: keep the original."),
        QT_TRANSLATE_NOOP("EngineWords",
                          "No candidate beats the original distinguishably within the limits: "
                          "adapting is not worth it, keep the original."),
        QT_TRANSLATE_NOOP("EngineWords", "No candidate meets the limits."),
        QT_TRANSLATE_NOOP("EngineWords", "No candidate passed its checks."),
        QT_TRANSLATE_NOOP("EngineWords", "No candidate meets %1."),
        QT_TRANSLATE_NOOP("EngineWords", "Some candidates meet %1, others %2, none both."),
        QT_TRANSLATE_NOOP("EngineWords",
                          "Each two of these limits can be met, but not all together: %1."),
        QT_TRANSLATE_NOOP("EngineWords", "%1 holds for %2 %3, but its interval reaches over it"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 was not measured, so %2 is not shown to hold"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 cannot be checked: nothing here measures %2"),
        QT_TRANSLATE_NOOP("EngineWords", "total score"),
    };
    return phrases;
}

} // namespace metainfer::widgets
