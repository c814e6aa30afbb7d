// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Models that hold one operator to probe.
#include "base/hash.h"
#include "base/random.h"
#include "measurement/probe/operator_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace metainfer::measurement::probe {
namespace {

using Dims = std::vector<std::int64_t>;

constexpr int kOpset = 17;
// Ranges that random data fits in; speed does not depend on them.
constexpr float kActivationScale = 0.02F, kWeightScale = 0.01F, kOutputScale = 0.1F;
constexpr std::uint8_t kZeroPoint = 128;

std::int64_t product(const Dims& dims) {
    std::int64_t count = 1;
    for (const std::int64_t dim : dims)
        count *= dim;
    return count;
}

ir::ValueType typeOf(ElementType element, const Dims& dims) {
    ir::Shape shape;
    for (const std::int64_t dim : dims)
        shape.push_back(ir::Dim::known(dim));
    return ir::ValueType::ofTensor(element, std::move(shape));
}

template <typename T>
std::vector<std::byte> bytesOf(const std::vector<T>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

std::vector<float> randomFloats(std::int64_t count, std::string_view purpose, double spread) {
    Random random(fastHash(purpose));
    std::vector<float> values(static_cast<std::size_t>(count));
    for (float& value : values)
        value = static_cast<float>(spread * random.normal());
    return values;
}

std::vector<std::byte> floatBytes(ElementType element, const std::vector<float>& values) {
    if (element != ElementType::Float16)
        return bytesOf(values);
    std::vector<std::uint16_t> halves(values.size());
    std::transform(values.begin(), values.end(), halves.begin(), floatToHalf);
    return bytesOf(halves);
}

std::vector<std::int64_t> randomIndices(const Operand& operand, const std::string& name) {
    Random random(fastHash(name));
    std::vector<std::int64_t> indices(static_cast<std::size_t>(product(operand.dims)));
    for (std::int64_t& value : indices)
        value = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(operand.limit)));
    return indices;
}

/// Of 7 bits, so that no kernel saturates.
std::vector<std::int8_t> smallWeights(const Dims& dims, const std::string& name) {
    Random random(fastHash(name));
    std::vector<std::int8_t> values(static_cast<std::size_t>(product(dims)));
    for (std::int8_t& value : values)
        value = static_cast<std::int8_t>(static_cast<int>(random.below(127)) - 63);
    return values;
}

/// Adds the operator and what surrounds it to one graph.
class Builder {
  public:
    Builder(const OperatorCase& probed, ir::Graph& graph)
        : m_case(probed)
        , m_graph(graph)
        , m_int8(probed.dtype == "int8")
        , m_element(probed.dtype == "fp16" ? ElementType::Float16 : ElementType::Float) {}

    void build() {
        if (m_case.op == "Attention")
            return attention();
        if (m_case.op == "MatMulInteger")
            return dynamicProduct();
        ir::Node node;
        node.opType = m_case.op;
        node.name = "probed";
        node.attributes = m_case.attributes;
        for (std::size_t i = 0; i < m_case.operands.size(); ++i)
            node.inputs.push_back(input(m_case.operands[i], static_cast<int>(i)));
        std::vector<ir::ValueId> results, outputs;
        for (std::size_t i = 0; i < m_case.outputs.size(); ++i)
            results.push_back(m_graph.addValue(fmt::format("{}{}", m_int8 ? "r" : "y", i),
                                               typeOf(m_element, m_case.outputs[i])));
        node.outputs = results;
        m_graph.addNode(std::move(node));
        for (std::size_t i = 0; i < results.size(); ++i)
            outputs.push_back(m_int8 ? quantized(results[i], m_case.outputs[i], outputScale(),
                                                 fmt::format("y{}", i))
                                     : results[i]);
        m_graph.setOutputs(outputs);
    }

  private:
    /// Operators that only move or select values keep the scale, as quantizers make it.
    float outputScale() const {
        for (const char* op : {"MaxPool", "Transpose", "Concat"})
            if (m_case.op == op)
                return kActivationScale;
        return kOutputScale;
    }

    ir::ValueId input(const Operand& operand, int index) {
        const std::string name = fmt::format("x{}", index);
        switch (operand.kind) {
        case OperandKind::Data: {
            const ir::ValueId value = m_graph.addInput(name, typeOf(m_element, operand.dims));
            return m_int8 ? quantized(value, operand.dims, kActivationScale, name + "_dq") : value;
        }
        case OperandKind::Weight:
            return m_int8 ? quantizedWeight(operand, name) : floatWeight(operand, name);
        case OperandKind::Indices: // fed: with a constant table all of it would be folded away
            return m_graph.addInput(name, typeOf(ElementType::Int64, operand.dims));
        case OperandKind::Ones: {
            const std::vector<float> values(static_cast<std::size_t>(product(operand.dims)), 1.0F);
            return m_graph.addConstant(
                name,
                ir::TensorData::fromBytes(m_element, operand.dims, floatBytes(m_element, values)));
        }
        case OperandKind::Absent:
            return {};
        case OperandKind::Shape:
            break;
        }
        const auto count = static_cast<std::int64_t>(operand.dims.size());
        return m_graph.addConstant(name, ir::TensorData::fromInt64s({count}, operand.dims));
    }

    ir::ValueId floatWeight(const Operand& operand, const std::string& name) {
        const auto values = randomFloats(product(operand.dims), name, 0.05);
        return m_graph.addConstant(name, ir::TensorData::fromBytes(m_element, operand.dims,
                                                                   floatBytes(m_element, values)));
    }

    /// int8 with one scale per output channel: axis 0 of filters, the last axis of matrices.
    ir::ValueId quantizedWeight(const Operand& operand, const std::string& name) {
        const std::vector<std::int8_t> values = smallWeights(operand.dims, name);
        const bool filter = m_case.op == "Conv";
        const auto axis = filter ? 0 : static_cast<std::int64_t>(operand.dims.size()) - 1;
        const auto channels =
            static_cast<std::size_t>(operand.dims[static_cast<std::size_t>(axis)]);
        const std::vector<float> scales(channels, kWeightScale);
        const std::vector<std::int8_t> zeros(channels, 0);
        const Dims perChannel{static_cast<std::int64_t>(channels)};
        ir::Node node;
        node.opType = "DequantizeLinear";
        node.name = name + "_dequantize";
        node.inputs = {
            m_graph.addConstant(
                name, ir::TensorData::fromBytes(ElementType::Int8, operand.dims, bytesOf(values))),
            m_graph.addConstant(name + "_scale", ir::TensorData::fromFloats(perChannel, scales)),
            m_graph.addConstant(
                name + "_zero",
                ir::TensorData::fromBytes(ElementType::Int8, perChannel, bytesOf(zeros)))};
        const ir::ValueId result =
            m_graph.addValue(name + "_dq", typeOf(ElementType::Float, operand.dims));
        node.outputs = {result};
        node.setAttribute(ir::Attribute::ofInt("axis", axis));
        m_graph.addNode(std::move(node));
        return result;
    }

    /// QuantizeLinear to uint8 and DequantizeLinear back; returns the value named `name`.
    ir::ValueId quantized(ir::ValueId value, const Dims& dims, float scale,
                          const std::string& name) {
        const ir::ValueId scaleId =
            m_graph.addConstant(name + "_scale", ir::TensorData::scalar(scale));
        const ir::ValueId zero =
            m_graph.addConstant(name + "_zero", ir::TensorData::fromBytes(ElementType::UInt8, {},
                                                                          {std::byte{kZeroPoint}}));
        const ir::ValueId small = m_graph.addValue(name + "_u8", typeOf(ElementType::UInt8, dims));
        const ir::ValueId result = m_graph.addValue(name, typeOf(ElementType::Float, dims));
        addSimple("QuantizeLinear", name + "_quantize", {value, scaleId, zero}, small);
        addSimple("DequantizeLinear", name + "_dequantize", {small, scaleId, zero}, result);
        return result;
    }

    void addSimple(const char* op, std::string name, std::vector<ir::ValueId> inputs,
                   ir::ValueId output) {
        ir::Node node;
        node.opType = op;
        node.name = std::move(name);
        node.inputs = std::move(inputs);
        node.outputs = {output};
        m_graph.addNode(std::move(node));
    }

    ir::ValueId inner(const char* op, const std::string& name, std::vector<ir::ValueId> inputs,
                      ElementType element, const Dims& dims) {
        const ir::ValueId result = m_graph.addValue(name, typeOf(element, dims));
        addSimple(op, name + "_node", std::move(inputs), result);
        return result;
    }

    /// softmax(Q x K^T / sqrt(width)) x V, as models have it.
    void attention() {
        const Dims& dims = m_case.operands[0].dims; // batch, heads, rows, width
        std::vector<ir::ValueId> in;
        for (std::size_t i = 0; i < 3; ++i)
            in.push_back(input(m_case.operands[i], static_cast<int>(i)));
        const Dims turned{dims[0], dims[1], dims[3], dims[2]};
        const Dims scores{dims[0], dims[1], dims[2], dims[2]};
        ir::Node turn;
        turn.opType = "Transpose";
        turn.name = "turn";
        turn.inputs = {in[1]};
        turn.outputs = {m_graph.addValue("kt", typeOf(m_element, turned))};
        turn.setAttribute(ir::Attribute::ofInts("perm", {0, 1, 3, 2}));
        const ir::ValueId kt = turn.outputs[0];
        m_graph.addNode(std::move(turn));
        const float scale = 1.0F / std::sqrt(static_cast<float>(dims[3]));
        const ir::ValueId scaleId = m_graph.addConstant(
            "scale", ir::TensorData::fromBytes(m_element, {}, floatBytes(m_element, {scale})));
        const ir::ValueId s = inner("MatMul", "s", {in[0], kt}, m_element, scores);
        const ir::ValueId scaled = inner("Mul", "scaled", {s, scaleId}, m_element, scores);
        const ir::ValueId p = inner("Softmax", "p", {scaled}, m_element, scores); // last axis
        m_graph.setOutputs({inner("MatMul", "y0", {p, in[2]}, m_element, dims)});
    }

    /// The activation's scale is found at run time; weights have one scale.
    void dynamicProduct() {
        const Dims& out = m_case.outputs[0];
        const ir::ValueId x =
            m_graph.addInput("x0", typeOf(ElementType::Float, m_case.operands[0].dims));
        ir::Node quantize;
        quantize.opType = "DynamicQuantizeLinear";
        quantize.name = "x0_quantize";
        quantize.inputs = {x};
        quantize.outputs = {
            m_graph.addValue("x0_u8", typeOf(ElementType::UInt8, m_case.operands[0].dims)),
            m_graph.addValue("x0_scale", typeOf(ElementType::Float, {})),
            m_graph.addValue("x0_zero", typeOf(ElementType::UInt8, {}))};
        const auto found = quantize.outputs;
        m_graph.addNode(std::move(quantize));
        const ir::ValueId w = m_graph.addConstant(
            "x1", ir::TensorData::fromBytes(ElementType::Int8, m_case.operands[1].dims,
                                            bytesOf(smallWeights(m_case.operands[1].dims, "x1"))));
        const ir::ValueId wScale =
            m_graph.addConstant("x1_scale", ir::TensorData::scalar(kWeightScale));
        const ir::ValueId wZero = m_graph.addConstant(
            "x1_zero", ir::TensorData::fromBytes(ElementType::Int8, {}, {std::byte{0}}));
        const ir::ValueId sum =
            inner("MatMulInteger", "sum", {found[0], w, found[2], wZero}, ElementType::Int32, out);
        ir::Node cast;
        cast.opType = "Cast";
        cast.name = "to_float";
        cast.inputs = {sum};
        cast.outputs = {m_graph.addValue("sum_f", typeOf(ElementType::Float, out))};
        cast.setAttribute(ir::Attribute::ofInt("to", 1)); // float
        const ir::ValueId sumF = cast.outputs[0];
        m_graph.addNode(std::move(cast));
        const ir::ValueId scale =
            inner("Mul", "scales", {found[1], wScale}, ElementType::Float, {});
        m_graph.setOutputs({inner("Mul", "y0", {sumF, scale}, ElementType::Float, out)});
    }

    const OperatorCase& m_case;
    ir::Graph& m_graph;
    bool m_int8;
    ElementType m_element;
};

} // namespace

Result<ir::Model> modelOf(const OperatorCase& probed) {
    ir::Model model;
    model.irVersion = 8;
    model.setOpset("", kOpset);
    model.producerName = "metainfer-probe";
    model.graph->name = "probe";
    Builder(probed, *model.graph).build();
    return model;
}

std::vector<NamedTensor> feedOf(const OperatorCase& probed) {
    const ElementType element = probed.dtype == "fp16" ? ElementType::Float16 : ElementType::Float;
    std::vector<NamedTensor> feed;
    for (std::size_t i = 0; i < probed.operands.size(); ++i) {
        const Operand& operand = probed.operands[i];
        if (operand.kind != OperandKind::Data && operand.kind != OperandKind::Indices)
            continue;
        const std::string name = fmt::format("x{}", i);
        const bool indices = operand.kind == OperandKind::Indices;
        HostTensor tensor;
        tensor.type = indices ? ElementType::Int64 : element;
        tensor.dims = operand.dims;
        tensor.bytes = std::make_shared<const std::vector<std::byte>>(
            indices ? bytesOf(randomIndices(operand, name))
                    : floatBytes(element, randomFloats(product(operand.dims), name, 0.5)));
        feed.push_back({name, std::move(tensor)});
    }
    return feed;
}

namespace {

double byteShare(const OperatorCase& probed) {
    return probed.dtype == "int8" ? 0.25 : probed.dtype == "fp16" ? 0.5 : 1;
}

/// Two products over all pairs of rows, a scaling and a softmax; scores need not leave a cache.
ir::OperatorWork attentionWork(const OperatorCase& probed) {
    const Dims& dims = probed.operands[0].dims;
    const auto pairs = static_cast<double>(dims[0] * dims[1] * dims[2] * dims[2]);
    ir::OperatorWork work;
    work.macs = 2 * pairs * static_cast<double>(dims[3]);
    work.flops = 2 * work.macs + 6 * pairs;
    work.outputBytes = static_cast<double>(product(dims)) * 4 * byteShare(probed);
    work.inputBytes = 3 * work.outputBytes;
    return work;
}

} // namespace

std::optional<ir::OperatorWork> workOf(const OperatorCase& probed) {
    OperatorCase plain = probed;
    plain.dtype = "fp32";
    if (plain.op == "MatMulInteger")
        plain.op = "MatMul";
    if (plain.op == "Attention")
        return attentionWork(probed);
    const auto model = modelOf(plain);
    if (!model)
        return std::nullopt;
    const ir::Graph& graph = *model->graph;
    auto work = ir::operatorWork(graph, graph.node(graph.order().front()));
    if (!work)
        return std::nullopt;
    const double share = byteShare(probed);
    work->inputBytes *= share;
    work->weightBytes *= share;
    work->outputBytes *= share;
    return work;
}

} // namespace metainfer::measurement::probe
