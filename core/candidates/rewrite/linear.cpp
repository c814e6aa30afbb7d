// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading, scaling and rebuilding weights.
#include "candidates/rewrite/linear.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace metainfer::candidates {
namespace {

bool isConvLike(const ir::Node& node) {
    return node.is("Conv") || node.is("ConvTranspose");
}

bool transposedB(const ir::Node& node) {
    return node.intAttribute("transB", 0) != 0;
}

/// Empty when the constant is float32 and may be replaced for this node.
std::string weightObstacle(const ir::Graph& graph, ir::ValueId value, std::string_view what) {
    const auto data = constantOf(graph, value);
    if (!data) {
        const ir::Node* producer = graph.producer(value);
        if (producer && producer->is("DequantizeLinear"))
            return fmt::format("the {} is quantized", what);
        return fmt::format("the {} is not constant", what);
    }
    if (data->type() != ElementType::Float)
        return fmt::format("the {} is {}, not float32", what, elementTypeName(data->type()));
    const bool shared = graph.value(value).uses.size() > 1 || graph.value(value).captured.isValid();
    if (shared && data->byteSize() > kSharedWeightLimit)
        return fmt::format("the {} is shared and a copy would cost {} MiB", what,
                           data->byteSize() >> 20);
    return {};
}

/// Gemm's C as one number per column; nullopt for a matrix.
std::optional<std::vector<float>> gemmBias(const ir::Graph& graph, ir::ValueId value,
                                           std::int64_t columns) {
    return perChannelConstant(graph, value, 2, 1, columns);
}

} // namespace

std::optional<LinearNode> linearNode(const ir::Graph& graph, const ir::Node& node,
                                     std::string& reason) {
    const bool conv = isConvLike(node);
    if (!(conv || node.is("Gemm") || node.is("MatMul")) || !hasInput(node, 1)) {
        reason = "it is no convolution or product";
        return std::nullopt;
    }
    reason = weightObstacle(graph, node.inputs[1], "weight");
    if (!reason.empty())
        return std::nullopt;
    LinearNode made;
    made.id = node.id;
    made.weightDims = constantOf(graph, node.inputs[1])->dims();
    const auto& dims = made.weightDims;
    made.group = conv ? node.intAttribute("group", 1) : 1;
    if (conv ? dims.size() < 3 || made.group < 1 : dims.size() != 2) {
        reason = "the weight has an unexpected rank";
        return std::nullopt;
    }
    if (node.is("Conv")) {
        made.outputChannels = dims[0];
        made.inputChannels = dims[1] * made.group;
    } else if (node.is("ConvTranspose")) {
        made.outputChannels = dims[1] * made.group;
        made.inputChannels = dims[0];
    } else {
        made.outputChannels = dims[transposedB(node) ? 0 : 1];
        made.inputChannels = dims[transposedB(node) ? 1 : 0];
    }
    if (made.outputChannels % made.group != 0 || made.inputChannels % made.group != 0) {
        reason = "its channels do not divide by its groups";
        return std::nullopt;
    }
    made.hasBias = !node.is("MatMul") && hasInput(node, 2);
    if (made.hasBias) {
        reason = weightObstacle(graph, node.inputs[2], "bias");
        if (!reason.empty())
            return std::nullopt;
        const bool fits = conv ? constantOf(graph, node.inputs[2])->dims() ==
                                     std::vector<std::int64_t>{made.outputChannels}
                               : gemmBias(graph, node.inputs[2], made.outputChannels).has_value();
        if (!fits) {
            reason = "the bias is not one number per channel";
            return std::nullopt;
        }
    }
    return made;
}

Result<LinearWeights> readWeights(const ir::Graph& graph, const LinearNode& linear) {
    const ir::Node& node = graph.node(linear.id);
    MI_ASSIGN(const auto weight, constantOf(graph, node.inputs[1])->toFloats());
    LinearWeights made;
    made.weight.assign(weight.begin(), weight.end());
    made.bias.assign(static_cast<std::size_t>(linear.outputChannels), 0.0);
    if (linear.hasBias) {
        MI_ASSIGN(const auto bias, constantOf(graph, node.inputs[2])->toFloats());
        for (std::size_t i = 0; i < made.bias.size(); ++i)
            made.bias[i] = bias[bias.size() == 1 ? 0 : i];
    }
    if (node.is("Gemm")) {
        for (double& w : made.weight)
            w *= node.floatAttribute("alpha", 1.0f);
        for (double& b : made.bias)
            b *= node.floatAttribute("beta", 1.0f);
    }
    return made;
}

std::int64_t outputChannelOf(const ir::Node& node, const LinearNode& linear, std::size_t index) {
    const auto& dims = linear.weightDims;
    const auto at = static_cast<std::int64_t>(index);
    const auto inner =
        std::accumulate(dims.begin() + 2, dims.end(), std::int64_t{1}, std::multiplies<>());
    const std::int64_t second = at / inner % dims[1];
    const std::int64_t first = at / inner / dims[1];
    if (node.is("Conv"))
        return first;
    if (node.is("ConvTranspose")) {
        const std::int64_t perGroup = dims[0] / linear.group;
        return first / perGroup * dims[1] + second;
    }
    return transposedB(node) ? first : second;
}

std::int64_t inputChannelOf(const ir::Node& node, const LinearNode& linear, std::size_t index) {
    const auto& dims = linear.weightDims;
    const auto at = static_cast<std::int64_t>(index);
    const auto inner =
        std::accumulate(dims.begin() + 2, dims.end(), std::int64_t{1}, std::multiplies<>());
    const std::int64_t second = at / inner % dims[1];
    const std::int64_t first = at / inner / dims[1];
    if (node.is("Conv"))
        return first / (dims[0] / linear.group) * dims[1] + second;
    if (node.is("ConvTranspose"))
        return first;
    return transposedB(node) ? second : first;
}

Result<ir::Node> withWeights(ir::Graph& graph, const LinearNode& linear, const LinearWeights& data,
                             ir::ValueId input) {
    const auto narrowed = [](const std::vector<double>& wide) {
        std::vector<float> made(wide.size());
        std::transform(wide.begin(), wide.end(), made.begin(),
                       [](double d) { return static_cast<float>(d); });
        return made;
    };
    const std::vector<float> weight = narrowed(data.weight);
    const std::vector<float> bias = narrowed(data.bias);
    const auto finite = [](float f) { return std::isfinite(f); };
    if (!std::all_of(weight.begin(), weight.end(), finite) ||
        !std::all_of(bias.begin(), bias.end(), finite))
        return fail(ErrorCode::Unsupported, "the folded weights would not be finite numbers",
                    "The weights of this node hold NaN, infinite or very large numbers.");
    const ir::Node& old = graph.node(linear.id);
    ir::Node made = makeNode(old.opType, {}, {}, old.attributes);
    const std::string name = graph.value(old.inputs[1]).name;
    const std::string biasName = linear.hasBias ? graph.value(old.inputs[2]).name : name + "_bias";
    made.inputs = {
        input, addConstantNear(graph, name, ir::TensorData::fromFloats(linear.weightDims, weight))};
    const bool biased =
        !made.is("MatMul") &&
        (linear.hasBias || std::any_of(bias.begin(), bias.end(), [](float b) { return b != 0; }));
    if (biased)
        made.inputs.push_back(addConstantNear(
            graph, biasName, ir::TensorData::fromFloats({linear.outputChannels}, bias)));
    if (made.is("Gemm")) {
        made.setAttribute(ir::Attribute::ofFloat("alpha", 1.0f));
        made.setAttribute(ir::Attribute::ofFloat("beta", 1.0f));
    }
    return made;
}

std::optional<std::vector<float>> perChannelConstant(const ir::Graph& graph, ir::ValueId value,
                                                     std::size_t rank, std::size_t channelAxis,
                                                     std::int64_t channels) {
    const auto data = constantOf(graph, value);
    if (!data || data->type() != ElementType::Float || data->dims().size() > rank)
        return std::nullopt;
    const auto& dims = data->dims();
    for (std::size_t i = 0; i < dims.size(); ++i) {
        const std::size_t axis = rank - dims.size() + i;
        if (dims[i] != 1 && (axis != channelAxis || dims[i] != channels))
            return std::nullopt;
    }
    const auto numbers = data->toFloats();
    if (!numbers || numbers->empty())
        return std::nullopt;
    if (numbers->size() == 1)
        return std::vector<float>(static_cast<std::size_t>(channels), numbers->front());
    return *numbers;
}

std::optional<ChannelAffine> batchNormAffine(const RewriteContext& context, const ir::Graph& graph,
                                             const ir::Node& node, std::string& reason) {
    const auto opset = context.model.opset();
    if (node.intAttribute("training_mode", 0) != 0 ||
        (opset < 7 && node.intAttribute("is_test", 0) == 0)) {
        reason = "the normalization is in training mode";
        return std::nullopt;
    }
    if (node.intAttribute("spatial", 1) != 1) {
        reason = "the normalization is not per channel (spatial = 0)";
        return std::nullopt;
    }
    for (std::size_t i = 1; i < node.outputs.size(); ++i)
        if (isOutputUsed(graph, node, i)) {
            reason = "its statistics are read";
            return std::nullopt;
        }
    std::vector<std::vector<float>> parts;
    for (std::size_t i = 1; i <= 4; ++i) {
        auto part = hasInput(node, i) ? constantFloats(graph, node.inputs[i]) : std::nullopt;
        if (!part || part->empty() || (!parts.empty() && part->size() != parts.front().size())) {
            reason = "its parameters are not float32 constants of equal length";
            return std::nullopt;
        }
        parts.push_back(std::move(*part));
    }
    const double epsilon = node.floatAttribute("epsilon", 1e-5f);
    ChannelAffine made;
    for (std::size_t c = 0; c < parts[0].size(); ++c) {
        const double scale = parts[0][c] / std::sqrt(static_cast<double>(parts[3][c]) + epsilon);
        const double shift = parts[1][c] - parts[2][c] * scale;
        if (!std::isfinite(scale) || !std::isfinite(shift)) {
            reason = fmt::format("its parameters of channel {} give no finite number", c);
            return std::nullopt;
        }
        made.scale.push_back(scale);
        made.shift.push_back(shift);
    }
    return made;
}

} // namespace metainfer::candidates
