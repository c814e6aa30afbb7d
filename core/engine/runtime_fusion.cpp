// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Saving and reading the optimized model.
#include "engine/runtime_fusion.h"

#include "base/file.h"
#include "ir/onnx_io.h"

namespace metainfer::engine {

Result<candidates::FusionReport> runtimeFusion(const std::shared_ptr<AgentClient>& client,
                                               const std::filesystem::path& model,
                                               const SessionOptions& session,
                                               const std::vector<NamedTensor>& feed) {
    MI_ASSIGN(const auto folder, TemporaryDirectory::create("metainfer-fusion"));
    const std::filesystem::path optimized = folder.path() / "optimized.onnx";
    MI_CHECK(candidates::optimizedModelSaver(client)(model, session, feed, optimized));
    MI_ASSIGN(const auto loaded, ir::importOnnx(optimized));
    return candidates::inspectFusion(loaded);
}

} // namespace metainfer::engine
