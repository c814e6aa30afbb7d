// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading what the runtime fused from the graph that it saved.
#include "candidates/quantize/fusion_check.h"

#include "candidates/quantize/graph_tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace metainfer::candidates {
namespace {

bool isQuantizedOperator(const ir::Node& node) {
    static constexpr std::array<std::string_view, 9> kOthers{"QGemm",
                                                             "QAttention",
                                                             "MatMulIntegerToFloat",
                                                             "MatMulInteger",
                                                             "ConvInteger",
                                                             "DynamicQuantizeMatMul",
                                                             "DynamicQuantizeLSTM",
                                                             "MatMulNBits",
                                                             "QMoE"};
    return node.opType.starts_with("QLinear") ||
           std::find(kOthers.begin(), kOthers.end(), node.opType) != kOthers.end();
}

/// Blocked-layout and fused convolutions count as convolutions.
std::string_view heavyName(const ir::Node& node) {
    if (node.opType == "Conv" || node.opType == "FusedConv")
        return "Conv";
    if (node.opType == "MatMul" || node.opType == "FusedMatMul")
        return "MatMul";
    if (node.opType == "Gemm" || node.opType == "FusedGemm")
        return "Gemm";
    return {};
}

bool comesFromIntegers(const ir::Graph& graph, ir::ValueId value) {
    const auto* producer = value.isValid() ? graph.producer(value) : nullptr;
    return producer && producer->opType == "DequantizeLinear";
}

} // namespace

std::size_t FusionReport::quantizedCount() const {
    std::size_t count = 0;
    for (const auto& [op, n] : quantizedOps)
        count += n;
    return count;
}

Json FusionReport::toJson() const {
    Json list = Json::array();
    for (const auto& node : unfused)
        list.push_back(Json{{"node", node.node}, {"op", node.opType}});
    return Json{{"quantized_ops", quantizedOps},
                {"quantize_nodes", quantizeNodes},
                {"dequantize_nodes", dequantizeNodes},
                {"unfused", std::move(list)}};
}

std::string FusionReport::text() const {
    if (unfused.empty())
        return fmt::format("{} integer operators, none computed in float; {} QuantizeLinear and {} "
                           "DequantizeLinear are left",
                           quantizedCount(), quantizeNodes, dequantizeNodes);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min<std::size_t>(unfused.size(), 3); ++i)
        names.push_back(fmt::format("{} \"{}\"", unfused[i].opType, unfused[i].node));
    return fmt::format("{} operators meant to be integer are computed in float between Q/DQ pairs: "
                       "{}{}",
                       unfused.size(), fmt::join(names, ", "), unfused.size() > 3 ? ", …" : "");
}

FusionReport inspectFusion(const ir::Model& optimized) {
    FusionReport report;
    const ir::Graph& graph = *optimized.graph;
    for (const auto id : graph.order()) {
        const ir::Node& node = graph.node(id);
        if (isQuantizedOperator(node))
            ++report.quantizedOps[node.opType];
        else if (node.opType == "QuantizeLinear")
            ++report.quantizeNodes;
        else if (node.opType == "DequantizeLinear")
            ++report.dequantizeNodes;
        else if (const auto heavy = heavyName(node); !heavy.empty() && node.inputs.size() > 1 &&
                                                     comesFromIntegers(graph, node.inputs[0]))
            report.unfused.push_back({nodeKey(graph, node), std::string(heavy)});
    }
    return report;
}

OptimizedModelSaver optimizedModelSaver(std::shared_ptr<AgentClient> client) {
    return [client](const std::filesystem::path& model, const SessionOptions& options,
                    const std::vector<NamedTensor>& inputs,
                    const std::filesystem::path& saveTo) -> Status {
        ProfileRequest request;
        request.variant = {model, options, model.filename().string()};
        request.inputs = inputs;
        request.warmupRuns = 0;
        request.runs = 1;
        request.optimizedModel = saveTo;
        MI_CHECK(client->profile(request, {}));
        return {};
    };
}

} // namespace metainfer::candidates
