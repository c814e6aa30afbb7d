// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the engine says about the files that a board's agent consists of.
#include "words/phrases.h"

#include <QCoreApplication>

namespace metainfer::widgets {

const std::vector<const char*>& phrasesOfBundles() {
    static const std::vector<const char*> phrases = {
        QT_TRANSLATE_NOOP("EngineWords", "%1 cannot be used as a program or library: %2"),
        QT_TRANSLATE_NOOP("EngineWords", "it is no 64-bit little-endian ELF file"),
        QT_TRANSLATE_NOOP("EngineWords", "it ends too early"),
        QT_TRANSLATE_NOOP("EngineWords", "a name in it has no end"),
        QT_TRANSLATE_NOOP("EngineWords", "an address in it lies outside of all segments"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "build it (cmake --preset agent-aarch64, cmake --build --preset agent-aarch64), or set "
            "METAINFER_AGENTS to the folder that holds aarch64/metainfer-agent"),
        QT_TRANSLATE_NOOP("EngineWords", "install the whole program, or set METAINFER_AGENTS to "
                                         "the folder that holds its agent"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "agents are built for x86_64 and aarch64; for another one build the agent with its "
            "cross compiler and set METAINFER_AGENTS to the folder that holds %1/metainfer-agent"),
        QT_TRANSLATE_NOOP("EngineWords", "`%1` is no name of an architecture"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "legal is what `uname -m` prints, such as x86_64 and aarch64"),
        QT_TRANSLATE_NOOP("EngineWords", "there is no agent for %1; looked in %2"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 is too old to be sent to a device"),
        QT_TRANSLATE_NOOP("EngineWords", "there is no ONNX Runtime for %1; looked in %2"),
        QT_TRANSLATE_NOOP("EngineWords", "run packaging/fetch-onnxruntime"),
    };
    return phrases;
}

} // namespace metainfer::widgets
