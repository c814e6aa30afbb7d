// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the engine says about accuracy, gates, equivalence and unusual inputs.
#include "words/phrases.h"

#include <QCoreApplication>

namespace metainfer::widgets {

const std::vector<const char*>& phrasesOfValidation() {
    static const std::vector<const char*> phrases = {
        QT_TRANSLATE_NOOP("EngineWords", "%1: metric %2 needs an array \"%3\""),
        QT_TRANSLATE_NOOP("EngineWords", "Add it: %1. Or use the metric `fidelity`."),
        QT_TRANSLATE_NOOP("EngineWords", "output [%1] does not hold one row of scores per sample"),
        QT_TRANSLATE_NOOP("EngineWords", "Name the output that holds the class scores."),
        QT_TRANSLATE_NOOP("EngineWords", "one class number per sample"),
        QT_TRANSLATE_NOOP("EngineWords", "the model has no outputs"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "metric map50 needs the outputs \"boxes\" [N,M,4] and \"scores\" [N,M,C]"),
        QT_TRANSLATE_NOOP("EngineWords", "Export the detector with decoded boxes, or use "
                                         "`command:` with a program of your own."),
        QT_TRANSLATE_NOOP("EngineWords", "the adapted model has no output \"%1\""),
        QT_TRANSLATE_NOOP("EngineWords", "fidelity needs the original model"),
        QT_TRANSLATE_NOOP("EngineWords", "metric `command` without a command"),
        QT_TRANSLATE_NOOP("EngineWords", "Give accuracy.command in the deployment file."),
        QT_TRANSLATE_NOOP("EngineWords", "the metric command ended with %1"),
        QT_TRANSLATE_NOOP("EngineWords", "Run it by hand: %1"),
        QT_TRANSLATE_NOOP("EngineWords", "the metric command printed no number \"value\": %1"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "Print one JSON object such as {\"value\": 0.884, \"samples\": 1000}."),
        QT_TRANSLATE_NOOP("EngineWords", "the metric command's program %1 is not executable"),
        QT_TRANSLATE_NOOP("EngineWords", "the metric command's program %1 is not there"),
        QT_TRANSLATE_NOOP("EngineWords", "Make it executable (chmod +x %1), or name its "
                                         "interpreter before it. The command is: %2"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "Give a path from the current folder or a program on PATH. The command is: %1"),
        QT_TRANSLATE_NOOP("EngineWords", "there is no validation data to measure accuracy on"),
        QT_TRANSLATE_NOOP("EngineWords", "Name some under accuracy.validation."),
        QT_TRANSLATE_NOOP("EngineWords", "%1 on %2 samples cannot be compared with %3 on %4"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "Measure both models with the same metric on the same data."),
        QT_TRANSLATE_NOOP("EngineWords", "%1: a drop of %2 points, the limit is %3"),
        QT_TRANSLATE_NOOP("EngineWords", "%1: below the smallest accepted %2 %"),
        QT_TRANSLATE_NOOP("EngineWords", "while running the reference"),
        QT_TRANSLATE_NOOP("EngineWords", "while running the adapted model"),
        QT_TRANSLATE_NOOP("EngineWords", "ten times the range"),
        QT_TRANSLATE_NOOP("EngineWords", "only the original refuses it: %1"),
        QT_TRANSLATE_NOOP("EngineWords", "only the adapted model refuses it: %1"),
        QT_TRANSLATE_NOOP("EngineWords", "both refuse it: %1"),
        QT_TRANSLATE_NOOP("EngineWords", "the adapted model fails where the original runs: %1"),
        QT_TRANSLATE_NOOP("EngineWords", "NaN or infinity comes out, not from the original"),
        QT_TRANSLATE_NOOP("EngineWords", "both let it through"),
        QT_TRANSLATE_NOOP("EngineWords", "output \"%1\" is missing on one side"),
        QT_TRANSLATE_NOOP("EngineWords", "An adapted model must keep the original's outputs."),
        QT_TRANSLATE_NOOP("EngineWords", "output \"%1\" is [%2] instead of [%3]"),
        QT_TRANSLATE_NOOP("EngineWords", "\"%1\" by up to %2"),
        QT_TRANSLATE_NOOP("EngineWords", "nothing was compared"),
        QT_TRANSLATE_NOOP("EngineWords", "equal within tolerance on %1 runs"),
        QT_TRANSLATE_NOOP("EngineWords", "differs on %1 runs: %2"),
        QT_TRANSLATE_NOOP("EngineWords", "this is no examination of accuracy"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "The field \"schema\" must be \"accuracy/1\"; examine the session again."),
        QT_TRANSLATE_NOOP("EngineWords", "the original model has no output \"%1\""),
        QT_TRANSLATE_NOOP("EngineWords", "comparing tensors inside"),
        QT_TRANSLATE_NOOP("EngineWords", "lowering one layer at a time"),
        QT_TRANSLATE_NOOP("EngineWords", "[samples, k], -1 where there is no box"),
        QT_TRANSLATE_NOOP("EngineWords", "output of the metric command"),
        QT_TRANSLATE_NOOP("EngineWords", "refused: %1"),
        QT_TRANSLATE_NOOP("EngineWords", "Invalid rank for input: %1 Got: %2 Expected: %3 Please "
                                         "fix either the inputs/outputs or the model."),
        QT_TRANSLATE_NOOP("EngineWords",
                          "Got invalid dimensions for input: %1 for the following indices %2 "
                          "Please fix either the inputs/outputs or the model."),
    };
    return phrases;
}

} // namespace metainfer::widgets
