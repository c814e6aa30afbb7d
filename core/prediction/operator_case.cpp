// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Sizes of one node, and cases as JSON.
#include "prediction/operator_case.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace metainfer::prediction {
namespace {

std::vector<std::int64_t> dimsOf(const ir::Graph& graph, ir::ValueId id) {
    if (!id.isValid())
        return {};
    return graph.tensorType(id).dims().value_or(std::vector<std::int64_t>{});
}

std::int64_t productFrom(const std::vector<std::int64_t>& dims, std::size_t from) {
    std::int64_t result = 1;
    for (std::size_t i = from; i < dims.size(); ++i)
        result *= std::max<std::int64_t>(1, dims[i]);
    return result;
}

std::int64_t product(const std::vector<std::int64_t>& dims) {
    return productFrom(dims, 0);
}

/// Index of the weights of an operator; -1 when it has none.
int weightIndex(const ir::Node& node) {
    const auto family = ir::operatorFamily(node);
    if (family != "conv2d" && family != "conv_transpose" && family != "matmul" && family != "rnn")
        return -1;
    return node.opType.starts_with("QLinear") || node.opType == "QGemm" ? 3 : 1;
}

ElementType arithmeticType(const ir::Graph& graph, const ir::Node& node) {
    if (node.is("DequantizeLinear"))
        return ElementType::Float;
    for (const auto id : node.inputs) {
        if (!id.isValid())
            continue;
        const auto element = graph.tensorType(id).element;
        if (element != ElementType::Undefined)
            return element == ElementType::UInt8 ? ElementType::Int8 : element;
    }
    return ElementType::Float;
}

} // namespace

std::string OperatorCase::kind() const {
    const auto colon = family.find(':');
    return colon == std::string::npos ? std::string() : family.substr(colon + 1);
}

bool isComputeFamily(std::string_view baseFamily) {
    static constexpr std::array<std::string_view, 6> kFamilies{"conv2d", "conv_transpose", "matmul",
                                                               "einsum", "attention",      "rnn"};
    return std::find(kFamilies.begin(), kFamilies.end(), baseFamily) != kFamilies.end();
}

std::string_view convolutionKind(const std::vector<std::int64_t>& weight, std::int64_t groups) {
    if (groups > 1)
        return weight.size() > 1 && weight[1] == 1 ? "depthwise" : "grouped";
    return productFrom(weight, 2) == 1 ? "pointwise" : "dense";
}

OperatorCase caseOf(const ir::Graph& graph, const ir::Node& node) {
    OperatorCase result;
    for (const auto id : node.outputs)
        if (id.isValid()) {
            result.key = graph.value(id).name;
            result.output = dimsOf(graph, id);
            break;
        }
    result.node = node.name;
    result.opType = node.opType;
    result.family = ir::operatorFamily(node);
    result.dtype = arithmeticType(graph, node);
    result.members = {node.opType};
    result.nodes = {node.id};
    if (!node.inputs.empty())
        result.input = dimsOf(graph, node.inputs[0]);
    const int weights = weightIndex(node);
    if (weights >= 0 && static_cast<std::size_t>(weights) < node.inputs.size())
        result.weight = dimsOf(graph, node.inputs[static_cast<std::size_t>(weights)]);
    result.groups = std::max<std::int64_t>(1, node.intAttribute("group", 1));
    result.stride = product(node.intsAttribute("strides", {1}));
    if (result.family == "conv2d" && !result.weight.empty()) {
        result.kernel = productFrom(result.weight, 2);
        result.family += ":" + std::string(convolutionKind(result.weight, result.groups));
    } else {
        result.kernel = product(node.intsAttribute("kernel_shape", {1}));
    }
    if (const auto work = ir::operatorWork(graph, node)) {
        result.flops = work->flops;
        result.macs = work->macs;
        result.inputBytes = work->inputBytes;
        result.weightBytes = work->weightBytes;
        result.outputBytes = work->outputBytes;
    } else {
        result.known = false;
    }
    return result;
}

Json toJson(const OperatorCase& operation) {
    Json json{{"key", operation.key},
              {"node", operation.node},
              {"op", operation.opType},
              {"family", operation.family},
              {"dtype", elementTypeName(operation.dtype)},
              {"flops", operation.flops},
              {"macs", operation.macs},
              {"input_bytes", operation.inputBytes},
              {"weight_bytes", operation.weightBytes},
              {"output_bytes", operation.outputBytes},
              {"input", operation.input},
              {"weight", operation.weight},
              {"output", operation.output},
              {"groups", operation.groups},
              {"kernel", operation.kernel},
              {"stride", operation.stride},
              {"members", operation.members}};
    if (operation.blockedLayout)
        json["blocked"] = true;
    if (operation.signedActivations)
        json["signed"] = true;
    if (operation.perChannel)
        json["per_channel"] = true;
    if (operation.repeat != 1)
        json["repeat"] = operation.repeat;
    if (!operation.known)
        json["known"] = false;
    return json;
}

OperatorCase operatorCaseFromJson(const Json& json) {
    OperatorCase result;
    result.key = jsonValue<std::string>(json, "key", "");
    result.node = jsonValue<std::string>(json, "node", "");
    result.opType = jsonValue<std::string>(json, "op", "");
    result.family = jsonValue<std::string>(json, "family", "");
    result.dtype = elementTypeFromName(jsonValue<std::string>(json, "dtype", "float32"))
                       .value_or(ElementType::Float);
    result.flops = jsonValue(json, "flops", 0.0);
    result.macs = jsonValue(json, "macs", 0.0);
    result.inputBytes = jsonValue(json, "input_bytes", 0.0);
    result.weightBytes = jsonValue(json, "weight_bytes", 0.0);
    result.outputBytes = jsonValue(json, "output_bytes", 0.0);
    result.input = jsonValue(json, "input", result.input);
    result.weight = jsonValue(json, "weight", result.weight);
    result.output = jsonValue(json, "output", result.output);
    result.groups = jsonValue<std::int64_t>(json, "groups", 1);
    result.kernel = jsonValue<std::int64_t>(json, "kernel", 1);
    result.stride = jsonValue<std::int64_t>(json, "stride", 1);
    result.members = jsonValue(json, "members", result.members);
    result.blockedLayout = jsonValue(json, "blocked", false);
    result.signedActivations = jsonValue(json, "signed", false);
    result.perChannel = jsonValue(json, "per_channel", false);
    result.repeat = jsonValue(json, "repeat", 1.0);
    result.known = jsonValue(json, "known", true);
    return result;
}

} // namespace metainfer::prediction
