// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// 4-bit weights in blocks: MatMulNBits of the runtime's own domain.
#include "candidates/quantize/graph_tools.h"
#include "candidates/quantize/opset.h"
#include "candidates/quantize/quantize.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::candidates {
namespace {

constexpr int kZero = 8; ///< the zero point that MatMulNBits takes when none is given

struct Blocks {
    std::vector<std::byte> packed; ///< [N, blocks, blockSize / 2], low nibble first
    std::vector<float> scales;     ///< [N, blocks]
    std::int64_t perRow = 0;
};

/// The value of the largest magnitude becomes -8, so all sixteen levels are used.
Blocks packBlocks(const LinearLayer& layer, std::int64_t blockSize) {
    Blocks out;
    out.perRow = (layer.k + blockSize - 1) / blockSize;
    out.packed.assign(static_cast<std::size_t>(layer.n * out.perRow * blockSize / 2), std::byte{});
    for (std::int64_t n = 0; n < layer.n; ++n) {
        for (std::int64_t b = 0; b < out.perRow; ++b) {
            const auto at = [&](std::int64_t i) {
                const std::int64_t k = b * blockSize + i;
                return k < layer.k ? layer.weights[static_cast<std::size_t>(k * layer.n + n)] : 0;
            };
            float extreme = 0;
            for (std::int64_t i = 0; i < blockSize; ++i)
                if (std::abs(at(i)) > std::abs(extreme))
                    extreme = at(i);
            const float scale = extreme / -static_cast<float>(kZero);
            out.scales.push_back(scale);
            for (std::int64_t i = 0; i < blockSize; ++i) {
                const float q = scale == 0 ? 0 : std::nearbyint(at(i) / scale);
                const int level = std::clamp(static_cast<int>(q) + kZero, 0, 15);
                auto& byte = out.packed[static_cast<std::size_t>(
                    ((n * out.perRow + b) * blockSize + i) / 2)];
                byte |= static_cast<std::byte>(i % 2 ? level << 4 : level);
            }
        }
    }
    return out;
}

Status lowerLayer(ir::Model& model, ir::NodeId id, std::int64_t blockSize) {
    ir::Graph& graph = *model.graph;
    const ir::Node node = graph.node(id);
    MI_ASSIGN(const LinearLayer layer, linearLayer(graph, node));
    Blocks blocks = packBlocks(layer, blockSize);
    const std::string name = graph.value(node.inputs[1]).name;
    const auto packed = graph.addConstant(
        graph.freshName(name + "_4bit"),
        ir::TensorData::fromBytes(ElementType::UInt8, {layer.n, blocks.perRow, blockSize / 2},
                                  std::move(blocks.packed)));
    const auto scales =
        addFloats(graph, name + "_scales", {layer.n * blocks.perRow}, blocks.scales);
    const auto type = graph.value(node.outputs[0]).type;
    const std::string base = nodeKey(graph, node);
    auto result =
        addOperator(graph, node, "MatMulNBits", {layer.input, packed, scales}, base + "_4bit",
                    {ir::Attribute::ofInt("K", layer.k), ir::Attribute::ofInt("N", layer.n),
                     ir::Attribute::ofInt("bits", 4), ir::Attribute::ofInt("block_size", blockSize),
                     ir::Attribute::ofInt("accuracy_level", 4)},
                    "com.microsoft", type);
    if (layer.bias.isValid())
        result =
            addOperator(graph, node, "Add", {result, layer.bias}, base + "_biased", {}, {}, type);
    graph.replaceAllUses(node.outputs[0], result);
    graph.removeNode(id);
    return {};
}

} // namespace

Result<QuantizationSummary> quantizeWeights4(ir::Model& model, const PrecisionPlan& plan) {
    const int size = plan.blockSize;
    if (size < 16 || size > 256 || (size & (size - 1)))
        return fail(ErrorCode::InvalidArgument, fmt::format("block size {} is not legal", size),
                    "Legal: 16, 32, 64, 128, 256.");
    ir::Graph& graph = *model.graph;
    MI_CHECK(inlineConstantNodes(graph));
    QuantizationSummary summary;
    const std::vector<ir::NodeId> order = graph.order();
    for (const auto id : order) {
        const ir::Node& node = graph.node(id);
        if (!node.is("MatMul") && !node.is("Gemm"))
            continue;
        const std::string key = nodeKey(graph, node), type = node.opType;
        std::string reason =
            keptFloat(graph, node, plan) ? "asked to stay float" : whyNotLinear(graph, node);
        if (reason.empty() && graph.constant(node.inputs[1])->elementCount() < 64 * size)
            reason = "its weights are too few to matter";
        if (!reason.empty()) {
            summary.keptFloat[key] = type + ": " + reason;
            continue;
        }
        if (auto status = lowerLayer(model, id, size); !status)
            return failWith(std::move(status).error(), fmt::format("in {} \"{}\"", type, key));
        ++summary.loweredOps[type];
    }
    if (summary.loweredCount() == 0)
        return fail(
            ErrorCode::Unsupported,
            "4-bit weights find nothing to work on: no MatMul or Gemm with a large constant "
            "matrix",
            "Leave this model in float.");
    graph.removeDead();
    model.setOpset("com.microsoft", 1);
    MI_CHECK(raiseOpset(model));
    return summary;
}

} // namespace metainfer::candidates
