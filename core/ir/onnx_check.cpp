// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The ONNX library's own checker.
#include "ir/onnx_io.h"

#include "ir/isolated.h"
#include "ir/onnx_versions.h"

#include <onnx/checker.h>

namespace metainfer::ir {
namespace {

constexpr std::chrono::minutes kLimit{2};

} // namespace

Status checkOnnx(const std::filesystem::path& path) {
    MI_ASSIGN(const Model model, importOnnx(path));
    if (model.irVersion > kLibraryIrVersion || !libraryKnowsOpset(model))
        return {};
    const auto checked = runIsolated(
        [&]() -> Result<std::string> {
            try {
                onnx::checker::check_model(path.string());
                return std::string{};
            } catch (const std::exception& problem) {
                return fail(ErrorCode::InvalidModel, problem.what());
            }
        },
        kLimit, {});
    if (checked)
        return {};
    return fail(ErrorCode::InvalidModel, path.string() + ": " + checked.error().message,
                "The ONNX checker refused the model.");
}

} // namespace metainfer::ir
