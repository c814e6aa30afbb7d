// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Integers with their scales and zero points.
#include "candidates/quantize/integer_constants.h"

#include "candidates/quantize/graph_tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace metainfer::candidates {

ir::TensorData bytesTensor(ElementType type, std::vector<std::int64_t> dims, const void* data,
                           std::size_t size) {
    std::vector<std::byte> bytes(size);
    std::memcpy(bytes.data(), data, size);
    return ir::TensorData::fromBytes(type, std::move(dims), std::move(bytes));
}

ir::TensorData zeroPointTensor(ElementType type, const std::vector<std::int32_t>& zeros,
                               bool scalar) {
    std::vector<std::int8_t> bytes;
    for (const auto zero : zeros)
        bytes.push_back(static_cast<std::int8_t>(static_cast<std::uint8_t>(zero)));
    std::vector<std::int64_t> dims;
    if (!scalar)
        dims.push_back(static_cast<std::int64_t>(bytes.size()));
    return bytesTensor(type, std::move(dims), bytes.data(), bytes.size());
}

ir::ValueId IntegerConstants::weights(const ir::Node& node, const std::vector<std::int64_t>& dims,
                                      std::size_t axis, const QuantizedWeights& weights) {
    const std::string base = m_graph.value(node.inputs[1]).name;
    const auto values = m_graph.addConstant(
        m_graph.freshName(base + "_quantized"),
        bytesTensor(m_plan.weight, dims, weights.values.data(), weights.values.size()));
    return dequantize(node, values, base, weights.scales,
                      zeroPointTensor(m_plan.weight, weights.zeroPoints, !m_plan.perChannel),
                      static_cast<std::int64_t>(axis));
}

ir::ValueId IntegerConstants::bias(const ir::Node& node, const std::vector<float>& bias,
                                   const QuantizedWeights& weights, double inputScale) {
    std::vector<double> scales;
    std::vector<float> floatScales;
    for (const float scale : weights.scales) {
        // The runtime multiplies the two in float; the bias must use the same number.
        floatScales.push_back(static_cast<float>(inputScale) * scale);
        scales.push_back(floatScales.back());
    }
    const auto integers = quantizeBias(bias, scales);
    const std::string base = m_graph.value(node.inputs[2]).name;
    const auto values = m_graph.addConstant(m_graph.freshName(base + "_quantized"),
                                            bytesTensor(ElementType::Int32,
                                                        {static_cast<std::int64_t>(bias.size())},
                                                        integers.data(), integers.size() * 4));
    std::vector<std::byte> zeros(floatScales.size() * 4);
    std::vector<std::int64_t> dims;
    if (m_plan.perChannel)
        dims.push_back(static_cast<std::int64_t>(floatScales.size()));
    return dequantize(
        node, values, base, floatScales,
        ir::TensorData::fromBytes(ElementType::Int32, std::move(dims), std::move(zeros)), 0);
}

ir::ValueId IntegerConstants::dequantize(const ir::Node& node, ir::ValueId values,
                                         const std::string& base, const std::vector<float>& scales,
                                         ir::TensorData zeros, std::int64_t axis) {
    const bool perAxis = m_plan.perChannel;
    std::vector<std::int64_t> dims;
    if (perAxis)
        dims.push_back(static_cast<std::int64_t>(scales.size()));
    const auto scale = addFloats(m_graph, base + "_scale", std::move(dims), scales);
    const auto zero =
        m_graph.addConstant(m_graph.freshName(base + "_zero_point"), std::move(zeros));
    std::vector<ir::Attribute> attributes;
    if (perAxis)
        attributes.push_back(ir::Attribute::ofInt("axis", axis));
    ir::ValueType type = m_graph.value(values).type; // a bias has another shape than its weights
    type.tensor.element = ElementType::Float;
    return addOperator(m_graph, node, "DequantizeLinear", {values, scale, zero},
                       base + "_dequantized", std::move(attributes), {}, std::move(type));
}

Result<ir::ValueId> IntegerConstants::operand(const ir::Node& node, ir::ValueId input,
                                              const ir::TensorData& data) {
    MI_ASSIGN(const auto floats, data.toFloats());
    ValueRange range;
    for (const float f : floats) {
        if (!std::isfinite(f))
            return fail(
                ErrorCode::InvalidModel,
                fmt::format("constant \"{}\" holds NaN or infinity", m_graph.value(input).name));
        range = {std::min<double>(range.low, f), std::max<double>(range.high, f)};
    }
    const auto p = activationParameters(range, m_plan.activation, m_plan.symmetricActivations);
    std::vector<std::int8_t> integers;
    for (const float f : floats) {
        const double q = std::nearbyint(f / p.scale) + p.zeroPoint;
        integers.push_back(static_cast<std::int8_t>(
            static_cast<std::uint8_t>(static_cast<std::int32_t>(std::clamp<double>(
                q, lowestOf(m_plan.activation), highestOf(m_plan.activation))))));
    }
    const std::string base = m_graph.value(input).name;
    const auto values = m_graph.addConstant(
        m_graph.freshName(base + "_quantized"),
        bytesTensor(m_plan.activation, data.dims(), integers.data(), integers.size()));
    return addOperator(
        m_graph, node, "DequantizeLinear",
        {values, addFloats(m_graph, base + "_scale", {}, {p.scale}),
         m_graph.addConstant(m_graph.freshName(base + "_zero_point"),
                             zeroPointTensor(m_plan.activation, {p.zeroPoint}, true))},
        base + "_dequantized", {}, {}, m_graph.value(input).type);
}

} // namespace metainfer::candidates
