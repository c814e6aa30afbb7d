// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the engine says about runtimes: what they refuse, and what takes its place.
#include "words/phrases.h"

#include <QCoreApplication>

namespace metainfer::widgets {

const std::vector<const char*>& phrasesOfRuntimes() {
    static const std::vector<const char*> phrases = {
        QT_TRANSLATE_NOOP("EngineWords", "a learned rule has no `operator`"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 in the form %2"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 is not supported by %2 %3 on %4: learned on %5"),
        QT_TRANSLATE_NOOP("EngineWords", "no longer held true of %1: %2"),
        QT_TRANSLATE_NOOP("EngineWords", "%1; node %2 has it"),
        QT_TRANSLATE_NOOP("EngineWords", "replace the operator, or use a runtime that has it"),
        QT_TRANSLATE_NOOP("EngineWords", "learned: %1"),
        QT_TRANSLATE_NOOP("EngineWords", "nothing here runs the original as it is, so the "
                                         "rewritten model could not be compared with it: %1"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 computes something else for %2: %3"),
        QT_TRANSLATE_NOOP("EngineWords", "Choose another runtime for this model."),
        QT_TRANSLATE_NOOP("EngineWords", "%1 does not take %2: it refuses %3; and no exact rewrite "
                                         "removes that. The last refusal: %4"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "Replace the operators before the export, or choose another runtime."),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "%1 does not take the model as it is (%2). All times here are relative to it after %3"),
        QT_TRANSLATE_NOOP("EngineWords", "OpenCV %1 has no operator %2"),
        QT_TRANSLATE_NOOP("EngineWords", "OpenCV %1 does not take %2 as node %3 has it: %4"),
        QT_TRANSLATE_NOOP("EngineWords", "it wants fixed sizes, and these are open: %1"),
        QT_TRANSLATE_NOOP("EngineWords", "it wants fixed sizes, and these are open: %1; or replace "
                                         "the operator, or use a runtime that has it"),
        QT_TRANSLATE_NOOP("EngineWords", "OpenCV takes no %1 for input `%2`: %3"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "convert the input before the model, or use a runtime that has the type"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "it computes in float32, which holds whole numbers up to 2^24"),
        QT_TRANSLATE_NOOP("EngineWords", "it computes in float32"),
        QT_TRANSLATE_NOOP("EngineWords", "output `%1` is %2, which OpenCV does not compute"),
        QT_TRANSLATE_NOOP("EngineWords", "OpenCV %1 is not on this device; there is %2"),
        QT_TRANSLATE_NOOP("EngineWords", "there is no implementation for these types"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "Writes Clip between constants as a scaled HardSigmoid where the target refuses Clip."),
        QT_TRANSLATE_NOOP("EngineWords", "it does not clip float32"),
        QT_TRANSLATE_NOOP("EngineWords", "a limit is missing, or not constant"),
        QT_TRANSLATE_NOOP("EngineWords", "its limits are no usual range"),
        QT_TRANSLATE_NOOP("EngineWords", "Folds Mul by one number into the weights of the Conv, "
                                         "ConvTranspose, Gemm or MatMul behind it."),
        QT_TRANSLATE_NOOP("EngineWords", "the constant is not one float32 number"),
        QT_TRANSLATE_NOOP("EngineWords", "the factor is zero, tiny, infinite or NaN"),
        QT_TRANSLATE_NOOP("EngineWords", "the constant adds dimensions"),
    };
    return phrases;
}

} // namespace metainfer::widgets
