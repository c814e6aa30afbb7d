// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// ONNX files in and out. The only door through which protobuf is seen.
#pragma once

#include "base/cancellation.h"
#include "execution/executor.h"
#include "ir/graph.h"

#include <filesystem>
#include <map>
#include <string>

namespace metainfer::ir {

/// Reads a model of any opset and IR version. Weights stay on disk. Errors name the file and the
/// place (graph, node, tensor or byte offset) and say what is legal.
Result<Model> importOnnx(const std::filesystem::path& path);

struct ExportOptions {
    /// Tensors above this go to `<name>.onnx.data` when the whole model would pass `inlineLimit`.
    std::uint64_t externalThreshold = 1024;
    /// Models above this use external data (protobuf ends at 2 GB).
    std::uint64_t inlineLimit = 1'800'000'000;
    /// Keep references to external files that the model was imported with, when written beside
    /// them.
    bool keepExternal = false;
};

/// Writes atomically: on failure nothing is left behind. Big weights are streamed, not gathered.
Status exportOnnx(const Model& model, const std::filesystem::path& path, const ExportOptions& = {});

/// Fills in types of all values: libonnx where it knows every operator and opset, the runtime
/// through `executor` (may be null) for what is then still missing in the main graph. `bindings`
/// first fixes symbolic dimensions by name, everywhere. What was declared before is replaced where
/// it can be derived, so types that a rewrite made stale do no harm. What stays unknown stays
/// unknown; that is no error. Never calls libonnx with data propagation.
Status inferShapes(Model& model, Executor* executor, const CancellationToken& cancel,
                   const std::map<std::string, std::int64_t>& bindings = {});

/// libonnx's checker where it knows the opset (<= 17, IR <= 8); success otherwise.
Status checkOnnx(const std::filesystem::path& path);

} // namespace metainfer::ir
