// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A look at a model file.
#include "session/model_glance.h"

#include "ir/onnx_io.h"

#include <mutex>

namespace metainfer::workbench {
namespace fs = std::filesystem;
namespace {

struct Seen {
    fs::path path;
    std::uintmax_t size = 0;
    fs::file_time_type written;
    bool operator==(const Seen&) const = default;
};

ModelGlance read(const fs::path& path) {
    const auto model = ir::importOnnx(path);
    if (!model)
        return {model.error(), {}};
    auto inputs = candidates::inputSpecs(*model);
    if (!inputs)
        return {inputs.error(), {}};
    return {std::nullopt, std::move(*inputs)};
}

} // namespace

std::shared_ptr<const ModelGlance> glanceAt(const fs::path& model) {
    static std::mutex guard;
    static Seen last;
    static std::shared_ptr<const ModelGlance> told;
    std::error_code ignored;
    const Seen now{model, fs::file_size(model, ignored), fs::last_write_time(model, ignored)};
    {
        const std::lock_guard lock(guard);
        if (told && now == last)
            return told;
    }
    auto glance = std::make_shared<const ModelGlance>(read(model));
    const std::lock_guard lock(guard);
    last = now;
    told = glance;
    return glance;
}

} // namespace metainfer::workbench
