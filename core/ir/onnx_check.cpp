// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The ONNX library's own checker.
#include "ir/onnx_io.h"

#include "ir/isolated.h"
#include "ir/onnx_versions.h"

#include <fstream>

#include <onnx/checker.h>
#include <onnx/shape_inference/implementation.h>

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
                // Some runtimes only warn of shapes that contradict each other, others refuse.
                onnx::ModelProto proto;
                std::ifstream file(path, std::ios::binary);
                if (proto.ParsePartialFromIstream(&file))
                    onnx::shape_inference::InferShapes(proto, onnx::OpSchemaRegistry::Instance(),
                                                       onnx::ShapeInferenceOptions(true, 1, false));
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
