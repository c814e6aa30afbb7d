// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a session lets a runtime do, and which QDQ groups it may run on 8-bit integers.
#include "prediction/lowering.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace metainfer::prediction {
namespace {

using ir::Graph;
using ir::Node;

/// The zero point of a Q or DQ node is the smallest value of its type, or it cannot be told.
bool zeroPointIsMinimum(const Graph& graph, const Node& quantize) {
    const auto id = quantize.inputs.size() > 2 ? quantize.inputs[2] : ir::ValueId();
    if (!id.isValid())
        return true;
    const auto* data = graph.constant(id);
    if (!data)
        return false;
    const auto values = data->toInt64s();
    if (!values || values->empty())
        return false;
    std::int64_t least = 0;
    if (data->type() == ElementType::Int8)
        least = -128;
    else if (data->type() == ElementType::Int16)
        least = -32768;
    return std::all_of(values->begin(), values->end(), [&](std::int64_t v) { return v == least; });
}

} // namespace

LoweringOptions LoweringOptions::from(const SessionOptions& session,
                                      const hardware::Profile& profile) {
    LoweringOptions options;
    options.maxFusionWorkRatio = profile.fusionWorkRatio();
    if (profile.type != hardware::DeviceType::Cpu) {
        // Compilers for accelerators and GPUs fuse what they can.
        options.fuseElementwise = true;
        return options;
    }
    const auto level = session.optimization;
    const auto& disabled = session.disabledOptimizers;
    const auto off = [&](const char* name) {
        return std::find(disabled.begin(), disabled.end(), name) != disabled.end();
    };
    options.foldConstants = level >= OptimizationLevel::Basic && !off("ConstantFolding");
    options.fuse = level >= OptimizationLevel::Extended;
    options.fuseQdq = level >= OptimizationLevel::Extended;
    options.blockedLayout = level >= OptimizationLevel::Layout && !off("NchwcTransformer");
    return options;
}

bool qdqGroupIsLegal(const ir::Graph& graph, const ir::Node& node, std::string* why) {
    const auto no = [&](std::string reason) {
        if (why)
            *why = std::move(reason);
        return false;
    };
    static const std::set<std::string, std::less<>> kQuantizable{"Conv",
                                                                 "MatMul",
                                                                 "Gemm",
                                                                 "Add",
                                                                 "Mul",
                                                                 "AveragePool",
                                                                 "GlobalAveragePool",
                                                                 "MaxPool",
                                                                 "Concat",
                                                                 "Reshape",
                                                                 "Squeeze",
                                                                 "Unsqueeze",
                                                                 "Flatten",
                                                                 "Transpose",
                                                                 "Resize",
                                                                 "Slice",
                                                                 "Sigmoid",
                                                                 "Softmax",
                                                                 "LeakyRelu",
                                                                 "Gather",
                                                                 "Split",
                                                                 "Pad",
                                                                 "Clip",
                                                                 "Relu",
                                                                 "ConvTranspose"};
    if (!node.domain.empty() || kQuantizable.count(node.opType) == 0)
        return no("this operator has no 8-bit form");
    const bool matmul = (node.is("MatMul") || node.is("Gemm"));
    const bool arithmetic = matmul || node.is("Conv") || node.is("ConvTranspose") ||
                            node.is("Add") || node.is("Mul") || node.is("Concat");
    const std::size_t needed = arithmetic ? (node.is("Concat") ? node.inputs.size() : 2) : 1;
    for (std::size_t i = 0; i < needed; ++i) {
        const auto* dq = i < node.inputs.size() ? graph.producer(node.inputs[i]) : nullptr;
        if (!dq || !dq->is("DequantizeLinear"))
            return no(fmt::format("input {} does not come from a DequantizeLinear", i));
    }
    if (node.outputs.empty())
        return no("it has no output");
    const auto* next = graph.soleConsumer(node.outputs[0]);
    if (!next)
        return matmul && graph.value(node.outputs[0]).uses.empty() == false
                   ? true
                   : no("its result has several readers or is an output of the model");
    const bool activation = (next->is("Relu") || next->is("Clip")) && arithmetic;
    const auto* q = activation ? graph.soleConsumer(next->outputs[0]) : next;
    if (!q || !q->is("QuantizeLinear"))
        return matmul && !activation ? true : no("no QuantizeLinear follows its result");
    if (activation && !zeroPointIsMinimum(graph, *q))
        return no("the zero point behind the activation is not the type's minimum");
    return true;
}

} // namespace metainfer::prediction
