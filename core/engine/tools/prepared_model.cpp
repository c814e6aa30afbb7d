// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Settling the sizes of a model and opening its data.
#include "engine/tools/prepared_model.h"

#include "base/suggest.h"
#include "candidates/rewrite/registry.h"
#include "engine/data_check.h"
#include "engine/shapes.h"
#include "ir/onnx_io.h"
#include "session/deployment.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace metainfer::engine::tools {
namespace {

namespace fs = std::filesystem;
using candidates::Dataset;
using candidates::InputSpec;

constexpr std::size_t kRandomSamples = 16;

Status checkSymbols(const std::vector<InputSpec>& inputs,
                    const std::map<std::string, std::int64_t>& dimensions) {
    std::set<std::string> symbols;
    for (const InputSpec& input : inputs)
        for (const ir::Dim& dim : input.shape)
            if (dim.isSymbolic())
                symbols.insert(dim.symbol);
    for (const auto& [symbol, size] : dimensions) {
        if (!symbols.contains(symbol)) {
            const std::vector<std::string> known(symbols.begin(), symbols.end());
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("the model has no dynamic dimension \"{}\"", symbol),
                        known.empty() ? "All its input sizes are fixed: leave --dim away."
                                      : didYouMean(symbol, known));
        }
        if (size < 1)
            return fail(ErrorCode::InvalidArgument, fmt::format("dimension {} is {}", symbol, size),
                        "A size is a whole number of at least 1.");
    }
    return {};
}

/// Sizes that the data show, beyond the axis that counts samples.
void bindFromData(const std::vector<InputSpec>& inputs, const Dataset& data,
                  std::map<std::string, std::int64_t>& bindings) {
    for (const InputSpec& input : inputs) {
        const HostTensor* array = data.array(input.name);
        if (!array && inputs.size() == 1)
            for (const auto& [name, candidate] : data.arrays())
                if (candidate.dims.size() == input.shape.size() && !array)
                    array = &candidate;
        if (!array)
            continue;
        // An array of a rank more holds whole inputs.
        const std::size_t skip = array->dims.size() == input.shape.size() + 1 ? 1 : 0;
        if (array->dims.size() != input.shape.size() + skip)
            continue;
        for (std::size_t axis = skip ? 0 : 1; axis < input.shape.size(); ++axis)
            if (input.shape[axis].isSymbolic())
                bindings.emplace(input.shape[axis].symbol, array->dims[axis + skip]);
    }
}

void bindBatch(const std::vector<InputSpec>& inputs,
               std::map<std::string, std::int64_t>& bindings) {
    for (const InputSpec& input : inputs)
        if (!input.shape.empty() && input.shape[0].isSymbolic())
            bindings.emplace(input.shape[0].symbol, 1);
}

Status checkSettled(const std::vector<InputSpec>& inputs) {
    std::string missing;
    for (const InputSpec& input : inputs)
        for (const ir::Dim& dim : input.shape)
            if (dim.isSymbolic() && missing.find("--dim " + dim.symbol + "=") == std::string::npos)
                missing += (missing.empty() ? "" : " ") + ("--dim " + dim.symbol + "=N");
    if (missing.empty())
        return {};
    std::string types;
    for (const InputSpec& input : inputs)
        types += fmt::format("{}{}: {}", types.empty() ? "" : ", ", input.name,
                             ir::TensorType{input.element, input.shape}.text());
    return fail(ErrorCode::InvalidArgument, "the model's input sizes are not fixed (" + types + ")",
                "Give the sizes to run it at: " + missing + ", or data with --inputs.");
}

std::size_t batchOf(const std::vector<InputSpec>& inputs) {
    std::int64_t batch = 1;
    for (const InputSpec& input : inputs)
        if (!input.shape.empty() && input.shape[0].isKnown())
            batch = std::max(batch, input.shape[0].value);
    return static_cast<std::size_t>(batch);
}

Status openFeeds(PreparedModel& prepared) {
    prepared.batch = prepared.realData ? batchOf(prepared.inputs) : 1;
    auto feeds = prepared.data.feeds(prepared.inputs, prepared.batch);
    if (!feeds && prepared.batch > 1) {
        // The first axis of this model does not count samples: the data hold whole inputs.
        if (auto whole = prepared.data.feeds(prepared.inputs, 1)) {
            prepared.batch = 1;
            feeds = std::move(whole);
        }
    }
    if (!feeds)
        return fail(feeds.error());
    prepared.feeds = std::move(*feeds);
    return {};
}

} // namespace

std::string PreparedModel::dataText() const {
    if (!realData)
        return fmt::format("{} random sample{}", data.sampleCount(),
                           data.sampleCount() == 1 ? "" : "s");
    return fmt::format("{}, {} samples", fs::path(data.name()).filename().string(),
                       data.sampleCount());
}

Result<fs::path> findModelFile(const std::string& nameOrPath) {
    session::Deployment named;
    named.model = nameOrPath;
    auto found = session::resolveModel(named);
    // Nobody wrote a deployment file here.
    constexpr std::string_view kPrefix = "the deployment: ";
    if (!found && found.error().message.starts_with(kPrefix))
        found.error().message.erase(0, kPrefix.size());
    return found;
}

Status checkSameInputs(const PreparedModel& model, const std::vector<InputSpec>& others,
                       const std::string& other) {
    for (const InputSpec& input : others) {
        const bool known = std::any_of(model.inputs.begin(), model.inputs.end(),
                                       [&](const auto& mine) { return mine.name == input.name; });
        if (known || input.hasDefault)
            continue;
        std::string types;
        for (const InputSpec& mine : model.inputs)
            types += fmt::format("{}{}: {}", types.empty() ? "" : ", ", mine.name,
                                 ir::TensorType{mine.element, mine.shape}.text());
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} has the input \"{}\", which {} does not have", other,
                                input.name, model.path.string()),
                    fmt::format("Two models can be compared when their inputs have the same "
                                "names. {} has: {}.",
                                model.path.string(), types));
    }
    return {};
}

Result<PreparedModel> prepareModel(const ModelInput& input, Executor* executor,
                                   const CancellationToken& cancel) {
    PreparedModel prepared;
    MI_ASSIGN(prepared.path, findModelFile(input.model));
    MI_ASSIGN(prepared.model, ir::importOnnx(prepared.path));
    MI_CHECK(cancel.check());
    MI_CHECK(ir::inferShapes(prepared.model, executor, cancel));
    MI_ASSIGN(const auto specs, candidates::inputSpecs(prepared.model));
    MI_CHECK(checkSymbols(specs, input.dimensions));
    prepared.bindings = input.dimensions;
    if (!input.data.empty()) {
        MI_ASSIGN(prepared.data, openData(input.data, {}));
        prepared.data = prepared.data.firstSamples(input.samples);
        prepared.realData = true;
        bindFromData(specs, prepared.data, prepared.bindings);
    }
    bindBatch(specs, prepared.bindings);
    MI_ASSIGN(prepared.inputs, candidates::inputSpecs(prepared.model, prepared.bindings));
    MI_CHECK(checkSettled(prepared.inputs));
    if (!prepared.realData) {
        MI_ASSIGN(prepared.data, candidates::generateDataset(
                                     prepared.inputs, {},
                                     input.samples ? input.samples : kRandomSamples, input.seed));
    }
    MI_CHECK(openFeeds(prepared));
    return prepared;
}

std::vector<candidates::RewriteStep> exactRewrites() {
    std::vector<candidates::RewriteStep> steps;
    for (const auto& rule : candidates::rewriteRules())
        if (rule->exactness() == candidates::Exactness::Exact && rule->name() != "static_shapes")
            steps.push_back({std::string(rule->name()), {"*"}});
    return steps;
}

Result<ir::Model> modelAtSizes(const ModelInput& input, Executor* executor,
                               const CancellationToken& cancel) {
    MI_ASSIGN(const auto path, findModelFile(input.model));
    MI_ASSIGN(auto model, ir::importOnnx(path));
    auto sizes = input.dimensions;
    if (const auto specs = candidates::inputSpecs(model)) {
        MI_CHECK(checkSymbols(*specs, input.dimensions));
        bindBatch(*specs, sizes);
    }
    MI_CHECK(inferAtSizes(model, sizes, executor, cancel));
    return model;
}

} // namespace metainfer::engine::tools
