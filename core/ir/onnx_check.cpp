// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The ONNX library's own checker.
#include "ir/onnx_io.h"

#include "ir/onnx_versions.h"

#include <onnx/checker.h>

namespace metainfer::ir {

Status checkOnnx(const std::filesystem::path& path) {
    MI_ASSIGN(const Model model, importOnnx(path));
    if (model.irVersion > kLibraryIrVersion || !libraryKnowsOpset(model))
        return {};
    try {
        onnx::checker::check_model(path.string());
        return {};
    } catch (const std::exception& problem) {
        return fail(ErrorCode::InvalidModel, path.string() + ": " + problem.what(),
                    "The ONNX checker refused the model.");
    }
}

} // namespace metainfer::ir
