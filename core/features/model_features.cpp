// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Gathering the features of a model in one walk.
#include "features/model_features.h"

#include "features/node_cost.h"

#include <algorithm>
#include <set>

namespace metainfer::features {
namespace {

std::string typesText(const ir::Graph& graph, const std::vector<ir::ValueId>& values) {
    std::vector<std::string> texts;
    for (const ir::ValueId value : values)
        texts.push_back(value.isValid() ? graph.tensorType(value).text() : "-");
    return fmt::format("{}", fmt::join(texts, ", "));
}

bool isDepthwise(const ir::Graph& graph, const ir::Node& node) {
    const auto group = node.intAttribute("group", 1);
    if (group <= 1 || node.inputs.size() < 2 || !node.inputs[0].isValid())
        return false;
    const auto& shape = graph.tensorType(node.inputs[0]).shape;
    return shape && shape->size() > 1 && (*shape)[1].value == group;
}

bool readsActivation(const ir::Graph& graph, const ir::Node& node) {
    return !node.inputs.empty() && node.inputs[0].isValid() && !graph.constant(node.inputs[0]);
}

class Gatherer {
  public:
    Gatherer(ModelFeatures& into, const hardware::Profile* target)
        : m_into(into)
        , m_target(target) {}

    void graph(const ir::Graph& graph, const std::string& path) {
        for (const ir::NodeId id : graph.order())
            node(graph, graph.node(id), path);
        for (const ir::ValueId id : graph.values()) {
            const ir::Value& value = graph.value(id);
            if (value.constant) {
                m_into.parameters += static_cast<std::uint64_t>(value.constant->elementCount());
                m_into.parameterBytes += value.constant->byteSize();
            } else if (value.uses.size() > 1 && !value.captured.isValid()) {
                std::set<ir::NodeId> readers;
                for (const ir::Use& use : value.uses)
                    if (readers.size() < 2)
                        readers.insert(use.node);
                m_into.branches += readers.size() > 1;
            }
        }
    }

  private:
    void node(const ir::Graph& graph, const ir::Node& node, const std::string& path) {
        NodeFeatures row;
        row.name = node.name;
        row.graph = path;
        row.opType = node.opType;
        row.domain = node.domain;
        row.family = ir::operatorFamily(node);
        row.inputs = typesText(graph, node.inputs);
        row.outputs = typesText(graph, node.outputs);
        row.dtype = computeType(graph, node);
        row.work = ir::operatorWork(graph, node);
        for (const ir::ValueId output : node.outputs)
            if (output.isValid() && row.site.empty())
                row.site =
                    path.empty() ? graph.value(output).name : path + ":" + graph.value(output).name;
        if (m_target)
            judge(*m_target, row);
        count(graph, node, row);
        m_into.nodes.push_back(std::move(row));
    }

    void count(const ir::Graph& graph, const ir::Node& node, const NodeFeatures& row) {
        (row.graph.empty() ? m_into.nodeCount : m_into.subgraphNodes) += 1;
        ++m_into.operators[node.domain.empty() ? node.opType : node.domain + "." + node.opType];
        ++m_into.families[row.family];
        if (row.work) {
            m_into.flops += row.work->flops;
            m_into.macs += row.work->macs;
            m_into.trafficBytes += row.work->bytes();
            m_into.flopsByFamily[row.family] += row.work->flops;
        } else {
            ++m_into.unknownWork;
        }
        if (row.family == "transpose" && readsActivation(graph, node))
            ++m_into.layoutTransitions;
        if ((row.family == "cast" || row.family == "quantize" || row.family == "dequantize") &&
            readsActivation(graph, node))
            ++m_into.precisionTransitions;
        if (row.family == "conv2d")
            m_into.depthwise += isDepthwise(graph, node);
        bool dynamic = false;
        for (const ir::ValueId output : node.outputs) {
            if (!output.isValid())
                continue;
            dynamic = dynamic || !graph.tensorType(output).isStatic();
            ++m_into.dtypes[std::string(elementTypeName(graph.tensorType(output).element))];
        }
        m_into.dynamicNodes += dynamic;
    }

    ModelFeatures& m_into;
    const hardware::Profile* m_target;
};

/// Depth, width and critical path of the main graph. Constants are depth 0.
void structure(const ir::Graph& graph, ModelFeatures& into) {
    std::vector<std::size_t> depthOf(graph.nodeCapacity(), 0);
    std::vector<double> pathOf(graph.nodeCapacity(), 0);
    std::vector<std::size_t> population;
    for (const ir::NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        std::size_t depth = 0;
        double path = 0;
        const auto follow = [&](ir::ValueId value) {
            const ir::NodeId producer = graph.value(value).producer;
            if (!producer.isValid())
                return;
            depth = std::max(depth, depthOf[producer.index]);
            path = std::max(path, pathOf[producer.index]);
        };
        for (const ir::ValueId input : node.inputs)
            if (input.isValid())
                follow(input);
        for (const ir::Attribute& attribute : node.attributes)
            for (const auto& subgraph : attribute.graphs)
                for (const ir::ValueId value : subgraph->values())
                    if (const auto outer = subgraph->value(value).captured; outer.isValid())
                        follow(outer);
        depthOf[id.index] = depth + 1;
        const auto work = ir::operatorWork(graph, node);
        pathOf[id.index] = path + (work ? work->flops : 0);
        population.resize(std::max(population.size(), depth + 1), 0);
        ++population[depth];
        into.depth = std::max(into.depth, depth + 1);
        into.criticalFlops = std::max(into.criticalFlops, pathOf[id.index]);
    }
    for (const std::size_t count : population)
        into.width = std::max(into.width, count);
}

void inputs(const ir::Graph& graph, ModelFeatures& into) {
    std::set<std::string> symbols;
    for (const ir::ValueId input : graph.inputs()) {
        const auto& shape = graph.tensorType(input).shape;
        if (!shape)
            continue;
        for (const ir::Dim& dim : *shape) {
            into.dynamicInputDims += !dim.isKnown();
            if (dim.isSymbolic())
                symbols.insert(dim.symbol);
        }
    }
    into.dynamicSymbols.assign(symbols.begin(), symbols.end());
}

} // namespace

ModelFeatures modelFeatures(const ir::Model& model, const hardware::Profile* target) {
    ModelFeatures found;
    Gatherer gatherer(found, target);
    ir::forEachGraph(model, [&](const ir::Graph& graph, const std::string& path) {
        found.subgraphCount += &graph != model.graph.get();
        gatherer.graph(graph, path);
    });
    structure(*model.graph, found);
    inputs(*model.graph, found);
    const Lifetimes lifetimes = tensorLifetimes(*model.graph);
    found.peakActivationBytes = lifetimes.peakBytes;
    found.peakNode = lifetimes.peakNode;
    return found;
}

} // namespace metainfer::features
