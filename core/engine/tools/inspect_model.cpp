// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The analysis of a model, on a target when one is named.
#include "engine/tools/inspect_model.h"

#include "base/suggest.h"
#include "candidates/data/dataset.h"
#include "candidates/rewrite/driver.h"
#include "engine/adaptation/diagnose.h"
#include "engine/runtime_refusal.h"
#include "engine/tools/prepared_model.h"
#include "execution/agent_executor.h"
#include "hardware/profile_store.h"
#include "ir/onnx_io.h"
#include "measurement/local_device.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace metainfer::engine::tools {
namespace {

Status checkSymbols(const std::vector<std::string>& symbols,
                    const std::map<std::string, std::int64_t>& dimensions) {
    for (const auto& [symbol, size] : dimensions)
        if (std::find(symbols.begin(), symbols.end(), symbol) == symbols.end())
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("the model has no dynamic dimension \"{}\"", symbol),
                        symbols.empty() ? "All its input sizes are fixed: leave --dim away."
                                        : didYouMean(symbol, symbols));
    return {};
}

/// The sizes that are given, and 1 for the dimension that counts samples.
std::map<std::string, std::int64_t> sizesFor(const ir::Model& model,
                                             std::map<std::string, std::int64_t> sizes) {
    for (const ir::ValueId id : model.graph->inputs()) {
        const auto& shape = model.graph->value(id).type.tensor.shape;
        if (shape && !shape->empty() && shape->front().isSymbolic())
            sizes.emplace(shape->front().symbol, 1);
    }
    return sizes;
}

/// Beyond this, loading the model or reading its weights only for a remark takes too long.
constexpr std::uint64_t kMostBytesToTry = 512u << 20;

/// Why the runtime here cannot compute anything with the model; empty = it can, or nobody knows.
std::string obstacle(const std::filesystem::path& path, const ir::Model& model, Executor* executor,
                     const CancellationToken& cancel) {
    const auto bytes = measurement::modelFileBytes(path);
    if (!bytes || *bytes > kMostBytesToTry)
        return {};
    if (executor) {
        const auto types = executor->types(path, {}, cancel);
        if (!types && (types.error().code == ErrorCode::VersionMismatch ||
                       types.error().code == ErrorCode::Unsupported ||
                       types.error().code == ErrorCode::InvalidModel)) {
            const Error error = explainedRefusal(path, model, types.error());
            return fmt::format("ONNX Runtime cannot run it: {}. {}", error.message, error.hint);
        }
    }
    const auto weights = weightsWithNan(model);
    return weights.empty() ? std::string()
                           : fmt::format("what it computes is no number: NaN stands in the weights "
                                         "{}. Export the model again from sound weights.",
                                         someOf(weights));
}

} // namespace

Result<Json> inspectModel(const InspectRequest& request, const CancellationToken& cancel) {
    std::optional<hardware::Profile> profile;
    if (!request.hardware.empty()) {
        MI_ASSIGN(auto loaded, hardware::ProfileStore().load(request.hardware));
        profile = std::move(loaded.profile);
    }
    MI_ASSIGN(const auto path, findModelFile(request.model.string()));
    MI_ASSIGN(auto model, ir::importOnnx(path));
    const ir::Model original = model.clone();
    const auto symbols = candidates::symbolicDimensions(model);
    MI_CHECK(checkSymbols(symbols, request.dimensions));
    const auto sizes = sizesFor(model, request.dimensions);
    auto executor = makeLocalExecutor();
    MI_ASSIGN(Json document, diagnoseModel(model, sizes, profile ? &*profile : nullptr,
                                           executor ? executor->get() : nullptr, cancel));
    if (const std::string why =
            obstacle(path, original, executor ? executor->get() : nullptr, cancel);
        !why.empty())
        document["remarks"].insert(
            document["remarks"].begin(),
            Json{{"code", "cannot_run"}, {"severity", "error"}, {"text", why}});
    document["sizes"] = sizes;
    document["open_dimensions"] = Json::array();
    Json& remarks = document["remarks"];
    for (const std::string& symbol : symbols)
        if (!request.dimensions.contains(symbol))
            document["open_dimensions"].push_back(symbol);
    const bool known = std::any_of(remarks.begin(), remarks.end(), [](const Json& remark) {
        return remark["code"] == "dynamic_shapes";
    });
    if (profile && profile->scheduling.dynamicShape == false && !known &&
        !document["open_dimensions"].empty())
        remarks.insert(
            remarks.begin(),
            Json{{"code", "dynamic_shapes"},
                 {"severity", "error"},
                 {"text",
                  fmt::format("{} takes static shapes only: the dynamic dimension{} {} must be "
                              "bound.",
                              profile->name, document["open_dimensions"].size() == 1 ? "" : "s",
                              fmt::join(document["open_dimensions"].get<std::vector<std::string>>(),
                                        ", "))}});
    return document;
}

} // namespace metainfer::engine::tools
