// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the agent and its runners say that a person meets: missing libraries, wrong inputs, limits.
#include "words/phrases.h"

#include <QCoreApplication>

namespace metainfer::widgets {

const std::vector<const char*>& phrasesOfAgent() {
    static const std::vector<const char*> phrases = {
        QT_TRANSLATE_NOOP("EngineWords", "no ONNX Runtime library was found"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot load %1: %2"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "check that the file is an ONNX Runtime library for this architecture"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 is not an ONNX Runtime library"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 is version %2; 1.%3 or newer is needed"),
        QT_TRANSLATE_NOOP("EngineWords", "ONNX Runtime %1 is not on this device; there is %2"),
        QT_TRANSLATE_NOOP("EngineWords", "ask for one of those, or set METAINFER_ONNXRUNTIME"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "set it to a libonnxruntime.so file or a folder that holds one"),
        QT_TRANSLATE_NOOP("EngineWords", "this ONNX Runtime has no execution provider `%1`"),
        QT_TRANSLATE_NOOP("EngineWords", "input `%1` is missing"),
        QT_TRANSLATE_NOOP("EngineWords", "the model takes %1"),
        QT_TRANSLATE_NOOP("EngineWords", "input `%1` is %2, the model takes %3"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "input `%1` is not a tensor but a sequence, map or optional"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "output `%1` is not a tensor but a sequence, map or optional"),
        QT_TRANSLATE_NOOP("EngineWords", "ask for the other outputs by name"),
        QT_TRANSLATE_NOOP("EngineWords", "the model has no output `%1`"),
        QT_TRANSLATE_NOOP("EngineWords", "the runner could not allocate memory"),
        QT_TRANSLATE_NOOP("EngineWords", "use a smaller batch or input, or raise the memory limit"),
        QT_TRANSLATE_NOOP("EngineWords", "the runner failed: %1"),
        QT_TRANSLATE_NOOP("EngineWords", "no memory for %1 buffers of %2 bytes"),
        QT_TRANSLATE_NOOP("EngineWords", "no compute kernel for `%1` on this architecture"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 passed its deadline"),
        QT_TRANSLATE_NOOP("EngineWords", "allow more time, or use a smaller model or input"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "the file %1 is larger than the agent's whole cache of %2 bytes in %3"),
        QT_TRANSLATE_NOOP("EngineWords", "raise METAINFER_CACHE_LIMIT_MB where the agent runs"),
        QT_TRANSLATE_NOOP("EngineWords", "install the same version on both sides"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot pin to cpus %1"),
        QT_TRANSLATE_NOOP("EngineWords", "no such model: %1"),
        QT_TRANSLATE_NOOP("EngineWords", "the file changed; compute its hash again"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "run packaging/fetch-onnxruntime, or set METAINFER_ONNXRUNTIME to a "
                          "libonnxruntime.so file or the folder that holds it"),
    };
    return phrases;
}

} // namespace metainfer::widgets
