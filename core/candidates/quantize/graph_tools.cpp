// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Small steps that all precision lowerings share.
#include "candidates/quantize/graph_tools.h"

#include "candidates/intents.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::candidates {

std::string nodeKey(const ir::Graph& graph, const ir::Node& node) {
    for (const auto output : node.outputs)
        if (output.isValid())
            return graph.value(output).name;
    return node.name;
}

bool keptFloat(const ir::Graph& graph, const ir::Node& node, const PrecisionPlan& plan) {
    if (!mayBecome(node, plan.precision))
        return true;
    const auto key = nodeKey(graph, node);
    return std::any_of(plan.keepFloat.begin(), plan.keepFloat.end(),
                       [&](const std::string& name) { return name == key || name == node.opType; });
}

Status inlineConstantNodes(ir::Graph& graph) {
    const std::vector<ir::NodeId> order = graph.order();
    for (const auto id : order) {
        const ir::Node& node = graph.node(id);
        if (node.outputs.size() != 1 || !node.outputs[0].isValid())
            continue;
        const ir::ValueId output = node.outputs[0];
        if (graph.value(output).isOutput)
            continue;
        ir::ValueId replacement;
        if (node.is("Constant")) {
            const auto* value = node.attribute("value");
            if (!value || value->kind != ir::Attribute::Kind::Tensor || value->tensors.empty())
                continue;
            replacement = graph.addConstant(graph.freshName(graph.value(output).name + "_value"),
                                            value->tensors[0]);
        } else if (node.is("Identity") && graph.constant(node.inputs[0])) {
            replacement = node.inputs[0];
        } else {
            continue;
        }
        graph.replaceAllUses(output, replacement);
        graph.removeNode(id);
    }
    return {};
}

bool isFloat32(const ir::Graph& graph, ir::ValueId value) {
    return value.isValid() && graph.tensorType(value).element == ElementType::Float;
}

int knownRank(const ir::Graph& graph, ir::ValueId value) {
    const auto& shape = graph.tensorType(value).shape;
    return shape ? static_cast<int>(shape->size()) : -1;
}

ir::ValueId addOperator(ir::Graph& graph, const ir::Node& origin, std::string opType,
                        std::vector<ir::ValueId> inputs, const std::string& outputName,
                        std::vector<ir::Attribute> attributes, std::string domain,
                        ir::ValueType type) {
    ir::Node node;
    node.name = graph.freshNodeName(outputName + "_" + opType);
    node.opType = std::move(opType);
    node.domain = std::move(domain);
    node.inputs = std::move(inputs);
    while (!node.inputs.empty() && !node.inputs.back().isValid())
        node.inputs.pop_back();
    node.attributes = std::move(attributes);
    node.origins = origin.origins;
    node.intent = origin.intent;
    const auto output = graph.addValue(graph.freshName(outputName), std::move(type));
    node.outputs = {output};
    graph.addNode(std::move(node));
    return output;
}

ir::ValueId addFloats(ir::Graph& graph, const std::string& name, std::vector<std::int64_t> dims,
                      const std::vector<float>& values) {
    return graph.addConstant(graph.freshName(name),
                             ir::TensorData::fromFloats(std::move(dims), values));
}

ir::ValueId addInt64s(ir::Graph& graph, const std::string& name, std::vector<std::int64_t> dims,
                      const std::vector<std::int64_t>& values) {
    return graph.addConstant(graph.freshName(name),
                             ir::TensorData::fromInt64s(std::move(dims), values));
}

std::string whyNotLinear(const ir::Graph& graph, const ir::Node& node) {
    const bool gemm = node.is("Gemm");
    if (!gemm && !node.is("MatMul"))
        return "no linear layer";
    if (!isFloat32(graph, node.inputs[0]))
        return "its input is not float32";
    const auto* weights = graph.constant(node.inputs[1]);
    if (!weights)
        return "its weights are not constant";
    if (weights->type() != ElementType::Float || weights->dims().size() != 2)
        return "its weights are not a float32 matrix";
    if (weights->elementCount() == 0)
        return "its weights are empty";
    if (!gemm)
        return {};
    if (node.intAttribute("transA", 0) != 0)
        return "its input is transposed (transA)";
    if (node.floatAttribute("alpha", 1) != 1 || node.floatAttribute("beta", 1) != 1)
        return "alpha or beta is not 1";
    if (node.inputs.size() > 2 && node.inputs[2].isValid()) {
        const auto* bias = graph.constant(node.inputs[2]);
        const auto n = weights->dims()[node.intAttribute("transB", 0) ? 0 : 1];
        if (!bias || bias->type() != ElementType::Float)
            return "its bias is not a float32 constant";
        if (bias->elementCount() != n || (!bias->dims().empty() && bias->dims().back() != n))
            return "its bias is no vector of the output's width";
    }
    return {};
}

Result<LinearLayer> linearLayer(const ir::Graph& graph, const ir::Node& node) {
    if (auto reason = whyNotLinear(graph, node); !reason.empty())
        return fail(ErrorCode::Unsupported, reason);
    LinearLayer layer;
    layer.input = node.inputs[0];
    const auto* data = graph.constant(node.inputs[1]);
    MI_ASSIGN(layer.weights, data->toFloats());
    for (const float w : layer.weights)
        if (!std::isfinite(w))
            return fail(ErrorCode::InvalidModel,
                        fmt::format("the weights of {} \"{}\" hold NaN or infinity", node.opType,
                                    nodeKey(graph, node)),
                        "Train or export the model again.");
    const bool transposed = node.is("Gemm") && node.intAttribute("transB", 0) != 0;
    layer.k = data->dims()[transposed ? 1 : 0];
    layer.n = data->dims()[transposed ? 0 : 1];
    if (transposed) {
        std::vector<float> straight(layer.weights.size());
        for (std::int64_t n = 0; n < layer.n; ++n)
            for (std::int64_t k = 0; k < layer.k; ++k)
                straight[static_cast<std::size_t>(k * layer.n + n)] =
                    layer.weights[static_cast<std::size_t>(n * layer.k + k)];
        layer.weights = std::move(straight);
    }
    if (node.is("Gemm") && node.inputs.size() > 2)
        layer.bias = node.inputs[2];
    return layer;
}

} // namespace metainfer::candidates
