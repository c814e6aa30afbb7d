// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Binding of symbolic dimensions before inference.
#include "engine/shapes.h"

#include "candidates/rewrite/driver.h"
#include "ir/onnx_io.h"

#include <algorithm>

namespace metainfer::engine {
namespace {

/// One computed size may hang on another: each round settles those of one depth.
constexpr int kFoldingRounds = 128;

bool isSettled(const ir::Value& value) {
    return value.type.isTensor() && value.type.tensor.isStatic();
}

/// Sizes that hang on computed shapes: fixed inputs fix them too, but no inference follows the
/// computation. So a copy has it folded, and what is known there is known here. What cannot be
/// folded stays unknown.
void takeTypesOfFolded(ir::Model& model, Executor& executor, const CancellationToken& cancel) {
    ir::Graph& graph = *model.graph;
    const auto values = graph.values();
    if (!hasFixedInputs(graph) ||
        std::all_of(values.begin(), values.end(),
                    [&](const ir::ValueId id) { return isSettled(graph.value(id)); }))
        return;
    ir::Model folded = model.clone();
    // What is asked for gets an output of its own behind it: as an output itself it could not be
    // folded, and without one nobody could tell what took its place.
    std::vector<ir::ValueId> outputs = folded.graph->outputs();
    std::vector<std::pair<ir::ValueId, std::string>> asked;
    for (const ir::ValueId id : values) {
        const ir::Value& value = graph.value(id);
        if (isSettled(value) || !value.producer.isValid())
            continue;
        ir::Node echo;
        echo.opType = "Identity";
        echo.inputs = {id};
        echo.outputs = {folded.graph->addValue(folded.graph->freshName(value.name + "/type"))};
        outputs.push_back(echo.outputs.front());
        asked.emplace_back(id, folded.graph->value(outputs.back()).name);
        folded.graph->addNode(std::move(echo));
    }
    folded.graph->setOutputs(std::move(outputs));
    const candidates::RewriteContext context{
        .model = folded, .executor = &executor, .cancel = cancel, .shapeBindings = {}};
    const std::vector<std::string> rules{"shape_folding", "constant_folding"};
    if (!candidates::applyToFixpoint(folded, rules, context, {}, kFoldingRounds) ||
        !ir::inferShapes(folded, &executor, cancel))
        return;
    for (const auto& [id, name] : asked) {
        const ir::ValueId echo = folded.graph->find(name);
        if (echo.isValid() && isSettled(folded.graph->value(echo)))
            graph.value(id).type = folded.graph->value(echo).type;
    }
}

} // namespace

bool hasFixedInputs(const ir::Graph& graph) {
    const auto inputs = graph.inputs();
    return std::all_of(inputs.begin(), inputs.end(),
                       [&](const ir::ValueId id) { return isSettled(graph.value(id)); });
}

Status inferAtSizes(ir::Model& model, const std::map<std::string, std::int64_t>& sizes,
                    Executor* executor, const CancellationToken& cancel) {
    if (!sizes.empty()) {
        candidates::Variant bind;
        bind.shapeBindings = sizes;
        candidates::RewriteContext context{
            .model = model, .executor = executor, .cancel = cancel, .shapeBindings = sizes};
        MI_CHECK(candidates::applyRewrites(model, bind, context));
    }
    MI_CHECK(ir::inferShapes(model, executor, cancel));
    if (executor)
        takeTypesOfFolded(model, *executor, cancel);
    return cancel.check();
}

Result<ir::Model> modelAtShapes(const std::filesystem::path& path,
                                const std::vector<NamedTensor>& inputs, Executor* executor,
                                const CancellationToken& cancel) {
    MI_ASSIGN(auto model, ir::importOnnx(path));
    std::map<std::string, std::int64_t> sizes;
    for (const NamedTensor& input : inputs) {
        const ir::ValueId id = model.graph->find(input.name);
        if (!id)
            continue;
        const auto& shape = model.graph->value(id).type.tensor.shape;
        for (std::size_t axis = 0;
             shape && axis < std::min(shape->size(), input.tensor.dims.size()); ++axis)
            if ((*shape)[axis].isSymbolic())
                sizes.emplace((*shape)[axis].symbol, input.tensor.dims[axis]);
    }
    MI_CHECK(inferAtSizes(model, sizes, executor, cancel));
    return model;
}

} // namespace metainfer::engine
