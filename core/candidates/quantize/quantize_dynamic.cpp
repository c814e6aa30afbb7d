// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Dynamic int8: activations are quantized when they arrive, weights beforehand.
#include "candidates/quantize/graph_tools.h"
#include "candidates/quantize/opset.h"
#include "candidates/quantize/quantize.h"
#include "candidates/quantize/weights.h"

#include <fmt/format.h>

#include <cstring>

namespace metainfer::candidates {
namespace {

constexpr std::string_view kRuntimeDomain = "com.microsoft";

ir::TensorData bytesTensor(ElementType type, std::vector<std::int64_t> dims,
                           const std::vector<std::int8_t>& values) {
    std::vector<std::byte> bytes(values.size());
    std::memcpy(bytes.data(), values.data(), values.size());
    return ir::TensorData::fromBytes(type, std::move(dims), std::move(bytes));
}

std::vector<std::int8_t> zeroPointBytes(const QuantizedWeights& weights) {
    std::vector<std::int8_t> bytes;
    for (const auto zero : weights.zeroPoints)
        bytes.push_back(static_cast<std::int8_t>(static_cast<std::uint8_t>(zero)));
    return bytes;
}

class DynamicQuantizer {
  public:
    DynamicQuantizer(ir::Model& model, const PrecisionPlan& plan)
        : m_model(model)
        , m_graph(*model.graph)
        , m_plan(plan) {}

    Result<QuantizationSummary> run() {
        const std::vector<ir::NodeId> order = m_graph.order();
        for (const auto id : order) {
            const ir::Node& node = m_graph.node(id);
            const bool linear = node.is("MatMul") || node.is("Gemm");
            if (!linear && !node.is("LSTM"))
                continue;
            const std::string key = nodeKey(m_graph, node), type = node.opType;
            std::string reason;
            if (keptFloat(m_graph, node, m_plan))
                reason = "asked to stay float";
            else
                reason = linear ? whyNotLinear(m_graph, node) : whyNotRecurrent(node);
            if (!reason.empty()) {
                m_summary.keptFloat[key] = type + ": " + reason;
                continue;
            }
            const auto status = linear ? lowerLinear(id) : lowerLstm(id);
            if (!status)
                return failWith(status.error(), fmt::format("in {} \"{}\"", type, key));
            ++m_summary.loweredOps[type];
        }
        m_graph.removeDead();
        return std::move(m_summary);
    }

  private:
    /// The quantized form of an activation, made once for all its readers.
    struct Activation {
        ir::ValueId values, scale, zero;
    };

    Activation quantizeActivation(ir::ValueId value, const ir::Node& reader) {
        if (const auto it = m_activations.find(value); it != m_activations.end())
            return it->second;
        const std::string base = m_graph.value(value).name;
        Activation made{m_graph.addValue(m_graph.freshName(base + "_quantized")),
                        m_graph.addValue(m_graph.freshName(base + "_scale")),
                        m_graph.addValue(m_graph.freshName(base + "_zero_point"))};
        ir::Node node;
        node.name = m_graph.freshNodeName(base + "_quantize");
        node.opType = "DynamicQuantizeLinear";
        node.inputs = {value};
        node.outputs = {made.values, made.scale, made.zero};
        const auto* producer = m_graph.producer(value);
        node.origins = producer ? producer->origins : reader.origins;
        m_graph.addNode(std::move(node));
        return m_activations[value] = made;
    }

    Status lowerLinear(ir::NodeId id) {
        const ir::Node node = m_graph.node(id);
        MI_ASSIGN(const LinearLayer layer, linearLayer(m_graph, node));
        MI_ASSIGN(const auto weights, quantizeWeights(layer.weights, {layer.k, layer.n}, 1, m_plan,
                                                      m_plan.perChannel, {}));
        const std::string base = nodeKey(m_graph, node);
        const std::string name = m_graph.value(node.inputs[1]).name;
        const Activation x = quantizeActivation(layer.input, node);
        const auto integers =
            m_graph.addConstant(m_graph.freshName(name + "_quantized"),
                                bytesTensor(m_plan.weight, {layer.k, layer.n}, weights.values));
        std::vector<std::int64_t> dims;
        if (m_plan.perChannel)
            dims.push_back(layer.n);
        const auto zero =
            m_graph.addConstant(m_graph.freshName(name + "_zero_point"),
                                bytesTensor(m_plan.weight, dims, zeroPointBytes(weights)));
        const auto scale = addFloats(m_graph, name + "_scale", dims, weights.scales);
        const auto product = addOperator(m_graph, node, "MatMulInteger",
                                         {x.values, integers, x.zero, zero}, base + "_integer");
        const auto cast = addOperator(
            m_graph, node, "Cast", {product}, base + "_float",
            {ir::Attribute::ofInt("to", static_cast<std::int64_t>(ElementType::Float))});
        const auto scales = addOperator(m_graph, node, "Mul", {x.scale, scale}, base + "_scales");
        auto result = addOperator(m_graph, node, "Mul", {cast, scales}, base + "_scaled", {}, {},
                                  m_graph.value(node.outputs[0]).type);
        if (layer.bias.isValid())
            result = addOperator(m_graph, node, "Add", {result, layer.bias}, base + "_biased", {},
                                 {}, m_graph.value(node.outputs[0]).type);
        m_graph.replaceAllUses(node.outputs[0], result);
        m_graph.removeNode(id);
        return {};
    }

    std::string whyNotRecurrent(const ir::Node& node) const {
        if (!isFloat32(m_graph, node.inputs[0]))
            return "its input is not float32";
        for (std::size_t i : {1, 2}) {
            const auto* data = m_graph.constant(node.inputs[i]);
            if (!data || data->type() != ElementType::Float || data->elementCount() == 0)
                return "its weights are not float32 constants";
        }
        if (node.intAttribute("layout", 0) != 0)
            return "its layout has the batch first";
        if (m_plan.weight != ElementType::Int8)
            return "the runtime takes int8 weights only";
        return {};
    }

    /// W [D, 4H, I] becomes [D, I, 4H] in int8 with one scale per direction (and column).
    Status placeRecurrentWeights(const ir::Node& node, std::size_t index, ir::ValueId& integers,
                                 ir::ValueId& scale, ir::ValueId& zero) {
        const ir::TensorData data = *m_graph.constant(node.inputs[index]);
        MI_ASSIGN(const auto floats, data.toFloats());
        const auto directions = data.dims()[0], rows = data.dims()[1], columns = data.dims()[2];
        std::vector<std::int8_t> values;
        std::vector<float> scales;
        std::vector<std::int8_t> zeros;
        for (std::int64_t d = 0; d < directions; ++d) {
            std::vector<float> turned(static_cast<std::size_t>(rows * columns));
            for (std::int64_t r = 0; r < rows; ++r)
                for (std::int64_t c = 0; c < columns; ++c)
                    turned[static_cast<std::size_t>(c * rows + r)] =
                        floats[static_cast<std::size_t>((d * rows + r) * columns + c)];
            MI_ASSIGN(const auto part,
                      quantizeWeights(turned, {columns, rows}, 1, m_plan, m_plan.perChannel, {}));
            values.insert(values.end(), part.values.begin(), part.values.end());
            scales.insert(scales.end(), part.scales.begin(), part.scales.end());
            const auto bytes = zeroPointBytes(part);
            zeros.insert(zeros.end(), bytes.begin(), bytes.end());
        }
        const std::string name = m_graph.value(node.inputs[index]).name;
        std::vector<std::int64_t> dims{directions};
        if (m_plan.perChannel)
            dims.push_back(rows);
        integers = m_graph.addConstant(
            m_graph.freshName(name + "_quantized"),
            bytesTensor(ElementType::Int8, {directions, columns, rows}, values));
        scale = addFloats(m_graph, name + "_scale", dims, scales);
        zero = m_graph.addConstant(m_graph.freshName(name + "_zero_point"),
                                   bytesTensor(ElementType::Int8, dims, zeros));
        return {};
    }

    Status lowerLstm(ir::NodeId id) {
        ir::Node node = m_graph.node(id);
        std::vector<ir::ValueId> inputs = node.inputs;
        inputs.resize(12);
        MI_CHECK(placeRecurrentWeights(node, 1, inputs[1], inputs[8], inputs[9]));
        MI_CHECK(placeRecurrentWeights(node, 2, inputs[2], inputs[10], inputs[11]));
        // The outputs must have no producer before they get the new one.
        std::vector<ir::ValueId> outputs;
        for (const auto output : node.outputs) {
            if (!output.isValid()) {
                outputs.emplace_back();
                continue;
            }
            const ir::ValueType type = m_graph.value(output).type;
            outputs.push_back(
                m_graph.addValue(m_graph.freshName(m_graph.value(output).name + "_int8"), type));
        }
        ir::Node lowered;
        lowered.name = m_graph.freshNodeName(node.name + "_int8");
        lowered.opType = "DynamicQuantizeLSTM";
        lowered.domain = kRuntimeDomain;
        lowered.inputs = std::move(inputs);
        lowered.outputs = outputs;
        lowered.attributes = node.attributes;
        lowered.removeAttribute("layout");
        lowered.origins = node.origins;
        lowered.intent = node.intent;
        m_graph.addNode(std::move(lowered));
        for (std::size_t i = 0; i < outputs.size(); ++i)
            if (outputs[i].isValid())
                m_graph.replaceAllUses(node.outputs[i], outputs[i]);
        m_graph.removeNode(id);
        m_model.setOpset(kRuntimeDomain, 1);
        return {};
    }

    ir::Model& m_model;
    ir::Graph& m_graph;
    const PrecisionPlan& m_plan;
    std::map<ir::ValueId, Activation> m_activations;
    QuantizationSummary m_summary;
};

} // namespace

Result<QuantizationSummary> quantizeDynamic(ir::Model& model, const PrecisionPlan& plan) {
    if (plan.weight != ElementType::Int8 && plan.weight != ElementType::UInt8)
        return fail(ErrorCode::Unsupported,
                    fmt::format("dynamic quantization to {} weights is not there",
                                elementTypeName(plan.weight)),
                    "Legal: int8, uint8.");
    MI_CHECK(inlineConstantNodes(*model.graph));
    auto summary = DynamicQuantizer(model, plan).run();
    if (!summary)
        return summary;
    if (summary->loweredCount() == 0)
        return fail(ErrorCode::Unsupported,
                    "dynamic quantization finds nothing to work on: no MatMul, Gemm or LSTM with "
                    "constant weights",
                    "Leave this model in float.");
    MI_CHECK(raiseOpset(model));
    return summary;
}

} // namespace metainfer::candidates
