// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the engine says about reading and writing models.
#include "words/phrases.h"

#include <QCoreApplication>

namespace metainfer::widgets {

const std::vector<const char*>& phrasesOfIr() {
    static const std::vector<const char*> phrases = {
        QT_TRANSLATE_NOOP("EngineWords", "%1 has no name"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 defines '%2', which is defined already"),
        QT_TRANSLATE_NOOP("EngineWords", "Every value may be produced once."),
        QT_TRANSLATE_NOOP("EngineWords", "%1 is listed twice"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 has no element type"),
        QT_TRANSLATE_NOOP("EngineWords", "subgraphs nest deeper than %1 levels"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 has no operator type"),
        QT_TRANSLATE_NOOP("EngineWords", "a subgraph of node '%1' (%2)"),
        QT_TRANSLATE_NOOP("EngineWords", "input %1 of node '%2' (%3)"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "'%1', read by %2, is made by no node, initializer or input"),
        QT_TRANSLATE_NOOP("EngineWords", "The model is incomplete; export it again."),
        QT_TRANSLATE_NOOP("EngineWords", "node '%1' (%2) depends on its own result"),
        QT_TRANSLATE_NOOP("EngineWords", "node '%1' (%2)%3 depends on its own result"),
        QT_TRANSLATE_NOOP("EngineWords", "An ONNX graph must have no cycles."),
        QT_TRANSLATE_NOOP("EngineWords", "%1: external data '%2' lies outside the model's folder"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "External data must be a file in or below the model's folder."),
        QT_TRANSLATE_NOOP("EngineWords", "%1: %2: external data file '%3': %4"),
        QT_TRANSLATE_NOOP("EngineWords", "Copy the file beside the model."),
        QT_TRANSLATE_NOOP("EngineWords", "%1: external data %2 '%3' is not a number"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "%1: its type and dimensions take %2 bytes, but its external data has length %3"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "%1: %2 bytes at offset %3 of external data '%4' are expected, but the file has %5"),
        QT_TRANSLATE_NOOP("EngineWords", "The external data file is incomplete; fetch it again."),
        QT_TRANSLATE_NOOP("EngineWords", "%1: has a field of a number that is reserved"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "%1: %2 of these dimensions takes %3 bytes, but %4 are there"),
        QT_TRANSLATE_NOOP("EngineWords", "%1: its dimensions [%2] are negative or too large"),
        QT_TRANSLATE_NOOP("EngineWords", "%1: its dimensions [%2] are too large"),
        QT_TRANSLATE_NOOP("EngineWords", "%1: %2: tensors in segments are not supported"),
        QT_TRANSLATE_NOOP("EngineWords", "Save the model again with whole tensors."),
        QT_TRANSLATE_NOOP("EngineWords", "%1: %2 strings are expected, but %3 are there"),
        QT_TRANSLATE_NOOP("EngineWords", "a dimension is negative"),
        QT_TRANSLATE_NOOP("EngineWords", "it took too long"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot read from the child process"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot make a pipe"),
        QT_TRANSLATE_NOOP("EngineWords", "cannot start a process"),
        QT_TRANSLATE_NOOP("EngineWords", "the ONNX library crashed"),
        QT_TRANSLATE_NOOP("EngineWords", "The ONNX checker refused the model."),
        QT_TRANSLATE_NOOP("EngineWords", "cannot write %1: the model has %2 bytes beside its "
                                         "external data, and protobuf ends at 2 GB"),
        QT_TRANSLATE_NOOP("EngineWords", "Lower the threshold for external data."),
        QT_TRANSLATE_NOOP("EngineWords", "%1 is not an ONNX model: %2"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "a ZIP archive, perhaps a PyTorch checkpoint: export it to ONNX"),
        QT_TRANSLATE_NOOP("EngineWords", "an HDF5 file, perhaps a Keras model: convert it to ONNX"),
        QT_TRANSLATE_NOOP("EngineWords", "a Python pickle: export the model to ONNX"),
        QT_TRANSLATE_NOOP("EngineWords", "XML or HTML, perhaps an error page of a download"),
        QT_TRANSLATE_NOOP("EngineWords", "gzip-compressed: unpack it"),
        QT_TRANSLATE_NOOP("EngineWords", "a TensorFlow Lite model: convert it to ONNX"),
        QT_TRANSLATE_NOOP(
            "EngineWords",
            "a model in ONNX Runtime's own format: use the .onnx file that it was made from"),
        QT_TRANSLATE_NOOP("EngineWords", "it has no graph"),
        QT_TRANSLATE_NOOP("EngineWords", "it is empty"),
        QT_TRANSLATE_NOOP("EngineWords", "Give a file that an ONNX exporter wrote."),
        QT_TRANSLATE_NOOP("EngineWords", "its graph is not a message"),
        QT_TRANSLATE_NOOP("EngineWords", "damaged between bytes %1 and %2: not a valid %3"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "The file is incomplete or not an ONNX model; fetch or export it again."),
        QT_TRANSLATE_NOOP("EngineWords", "%1: not enough memory to read it"),
        QT_TRANSLATE_NOOP("EngineWords", "the composed model cannot be parsed"),
        QT_TRANSLATE_NOOP("EngineWords", "shape inference was cancelled"),
        QT_TRANSLATE_NOOP("EngineWords", "%1: damaged at byte %2: %3"),
        QT_TRANSLATE_NOOP("EngineWords", "bytes up to %1 expected, but the file has %2"),
        QT_TRANSLATE_NOOP("EngineWords", "a number ends in the middle"),
        QT_TRANSLATE_NOOP("EngineWords", "a number has more than 10 bytes"),
        QT_TRANSLATE_NOOP("EngineWords", "%1 is no field number"),
        QT_TRANSLATE_NOOP("EngineWords", "wire type %1 is not used by ONNX"),
        QT_TRANSLATE_NOOP("EngineWords", "field %1 claims %2 bytes, but %3 are left"),
        QT_TRANSLATE_NOOP("EngineWords", "messages nest deeper than %1"),
        QT_TRANSLATE_NOOP("EngineWords", "%1: more than 2 GB beside the weights at byte %2"),
        QT_TRANSLATE_NOOP("EngineWords", "Store large tensors as raw_data or external data."),
        QT_TRANSLATE_NOOP("EngineWords", "a comparison needs at least two sessions, not %1"),
        QT_TRANSLATE_NOOP("EngineWords", "Name two or more session folders."),
        QT_TRANSLATE_NOOP("EngineWords", "unknown report format %1"),
        QT_TRANSLATE_NOOP("EngineWords",
                          "a Git LFS pointer: run 'git lfs pull' to fetch the model"),
        QT_TRANSLATE_NOOP("EngineWords", "sparse initializer"),
    };
    return phrases;
}

} // namespace metainfer::widgets
