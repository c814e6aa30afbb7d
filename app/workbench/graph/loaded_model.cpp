// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading a model for looking at it.
#include "graph/loaded_model.h"

#include "ir/onnx_io.h"

#include <algorithm>
#include <unordered_map>

namespace metainfer::workbench {
namespace {

std::vector<const ir::Graph*> graphsOf(const ir::Model& model, const drawing::Diagram& diagram) {
    std::unordered_map<std::string, const ir::Graph*> byPath;
    ir::forEachGraph(model, [&](const ir::Graph& graph, const std::string& where) {
        byPath.emplace(where, &graph);
    });
    std::vector<const ir::Graph*> graphs;
    for (const std::string& where : diagram.graphPaths()) {
        const auto it = byPath.find(where);
        graphs.push_back(it == byPath.end() ? model.graph.get() : it->second);
    }
    return graphs;
}

void countParameters(LoadedModel& loaded) {
    ir::forEachGraph(*loaded.model, [&](const ir::Graph& graph, const std::string&) {
        for (const ir::ValueId id : graph.values()) {
            const ir::Value& value = graph.value(id);
            if (!value.constant)
                continue;
            loaded.parameters += static_cast<std::uint64_t>(
                std::max<std::int64_t>(0, value.constant->elementCount()));
            loaded.parameterBytes += value.constant->byteSize();
        }
    });
}

Result<std::shared_ptr<LoadedModel>> finish(ir::Model model, const std::filesystem::path& path,
                                            const CancellationToken& cancel) {
    auto loaded = std::make_shared<LoadedModel>();
    loaded->path = path;
    std::error_code ignored;
    loaded->fileBytes = std::filesystem::file_size(path, ignored);
    MI_ASSIGN(loaded->diagram, drawing::Diagram::build(model, {}, cancel));
    loaded->model = std::make_shared<const ir::Model>(std::move(model));
    loaded->graphs = graphsOf(*loaded->model, *loaded->diagram);
    countParameters(*loaded);
    return loaded;
}

/// Sizes for the dynamic dimensions of the inputs; unnamed ones are set at once.
std::map<std::string, std::int64_t> assumedSizes(ir::Model& model,
                                                 const std::map<std::string, std::int64_t>& given,
                                                 std::string& said) {
    std::map<std::string, std::int64_t> sizes;
    for (const ir::ValueId id : model.graph->inputs()) {
        ir::Value& value = model.graph->value(id);
        if (!value.type.isTensor() || !value.type.tensor.shape)
            continue;
        for (ir::Dim& dim : *value.type.tensor.shape) {
            if (dim.isSymbolic()) {
                const auto it = given.find(dim.symbol);
                sizes.emplace(dim.symbol, it == given.end() ? 1 : it->second);
            } else if (!dim.isKnown()) {
                dim = ir::Dim::known(1);
                sizes.emplace("?", 1);
            }
        }
    }
    for (const auto& [name, size] : sizes)
        said += (said.empty() ? "" : ", ") + name + " = " + std::to_string(size);
    sizes.erase("?");
    return sizes;
}

bool hasDynamicInputs(const ir::Model& model) {
    const auto& inputs = model.graph->inputs();
    return std::any_of(inputs.begin(), inputs.end(), [&](ir::ValueId id) {
        const ir::ValueType& type = model.graph->value(id).type;
        return type.isTensor() && type.tensor.shape &&
               std::any_of(type.tensor.shape->begin(), type.tensor.shape->end(),
                           [](const ir::Dim& dim) { return !dim.isKnown(); });
    });
}

Status addSized(LoadedModel& loaded, const std::map<std::string, std::int64_t>& given,
                const CancellationToken& cancel) {
    loaded.sized = loaded.model;
    if (hasDynamicInputs(*loaded.model)) { // else a copy would only cost time and memory
        ir::Model sized = loaded.model->clone();
        const auto sizes = assumedSizes(sized, given, loaded.sizedWith);
        MI_CHECK(ir::inferShapes(sized, nullptr, cancel, sizes));
        loaded.sized = std::make_shared<const ir::Model>(std::move(sized));
    }
    loaded.sizedGraphs = graphsOf(*loaded.sized, *loaded.diagram);
    return {};
}

/// Gives the nodes the origins that the session wrote down.
void trace(ir::Model& model, const LoadedModel& source, const Json& mapping) {
    const auto written = mapping.find("origins");
    if (written == mapping.end() || !written->is_object())
        return;
    std::unordered_map<std::string, ir::SourceId> byName;
    const auto& sources = source.model->sources;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        byName.emplace(sources[i].output, ir::SourceId(i));
        if (!sources[i].name.empty())
            byName.insert_or_assign(sources[i].name, ir::SourceId(i));
    }
    model.sources = sources;
    ir::forEachGraph(model, [&](ir::Graph& graph, const std::string& where) {
        for (const ir::NodeId id : graph.order()) {
            ir::Node& node = graph.node(id);
            node.origins.clear();
            if (node.outputs.empty() || !node.outputs[0].isValid())
                continue;
            const std::string& output = graph.value(node.outputs[0]).name;
            auto entry = written->find(where.empty() ? output : where + ":" + output);
            if (entry == written->end() || !entry->contains("from"))
                continue;
            for (const Json& name : (*entry)["from"])
                if (const auto it = byName.find(name.is_string() ? name.get<std::string>() : "");
                    it != byName.end())
                    node.origins.push_back(it->second);
            std::sort(node.origins.begin(), node.origins.end());
        }
    });
}

} // namespace

const ir::Graph& LoadedModel::graphOf(const drawing::Item& item) const {
    return *graphs[item.graph];
}

const ir::Graph& LoadedModel::sizedGraphOf(const drawing::Item& item) const {
    return sized ? *sizedGraphs[item.graph] : graphOf(item);
}

const ir::Node* LoadedModel::node(drawing::ItemId id) const {
    const drawing::Item& item = diagram->item(id);
    return item.node.isValid() ? &graphOf(item).node(item.node) : nullptr;
}

const ir::Value* LoadedModel::value(drawing::TensorId id) const {
    const drawing::Tensor& tensor = diagram->tensor(id);
    return tensor.value.isValid() ? &graphs[tensor.graph]->value(tensor.value) : nullptr;
}

Result<LoadedModelPtr> loadModel(const std::filesystem::path& path,
                                 const CancellationToken& cancel) {
    MI_ASSIGN(auto model, ir::importOnnx(path));
    MI_CHECK(cancel.check());
    return finish(std::move(model), path, cancel);
}

Result<LoadedModelPtr> withTypes(const LoadedModel& loaded,
                                 const std::map<std::string, std::int64_t>& sizes,
                                 const CancellationToken& cancel) {
    std::shared_ptr<LoadedModel> typed;
    if (lacksTypes(loaded)) {
        ir::Model model = loaded.model->clone();
        MI_CHECK(ir::inferShapes(model, nullptr, cancel));
        MI_ASSIGN(typed, finish(std::move(model), loaded.path, cancel));
    } else {
        typed = std::make_shared<LoadedModel>(loaded);
    }
    MI_CHECK(addSized(*typed, sizes, cancel));
    return typed;
}

Result<LoadedModelPtr> loadAdapted(const std::filesystem::path& path, const LoadedModel& source,
                                   const Json& mapping, const CancellationToken& cancel) {
    MI_ASSIGN(auto model, ir::importOnnx(path));
    MI_CHECK(cancel.check());
    trace(model, source, mapping);
    return finish(std::move(model), path, cancel);
}

drawing::ItemId findByName(const LoadedModel& model, const std::string& name) {
    const drawing::Diagram& diagram = *model.diagram;
    for (std::size_t i = 0; i < diagram.items().size(); ++i)
        if (diagram.items()[i].isOperator() && diagram.items()[i].name == name)
            return drawing::ItemId(i);
    const std::size_t colon = name.find(':');
    for (const drawing::Tensor& tensor : diagram.tensors()) {
        if (tensor.isOrder || !tensor.producer.isValid())
            continue;
        const std::string& path = diagram.graphPaths()[tensor.graph];
        if (tensor.name == name ||
            (!path.empty() && colon != std::string::npos && name.substr(0, colon) == path &&
             name.substr(colon + 1) == tensor.name))
            return tensor.producer;
    }
    return {};
}

bool lacksTypes(const LoadedModel& loaded) {
    for (const drawing::Tensor& tensor : loaded.diagram->tensors())
        if (!tensor.isOrder && tensor.type.empty())
            return true;
    return false;
}

} // namespace metainfer::workbench
