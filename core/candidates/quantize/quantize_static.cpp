// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Static int8: QuantizeLinear and DequantizeLinear where the plan says, weights and biases as
// integers.
#include "candidates/quantize/graph_tools.h"
#include "candidates/quantize/integer_constants.h"
#include "candidates/quantize/opset.h"
#include "candidates/quantize/qdq_plan.h"
#include "candidates/quantize/quantize.h"
#include "candidates/quantize/weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::candidates {
namespace {

Status checkPlan(const PrecisionPlan& plan) {
    const auto is8 = [](ElementType t) {
        return t == ElementType::UInt8 || t == ElementType::Int8;
    };
    if (!is8(plan.activation) || !is8(plan.weight))
        return fail(ErrorCode::Unsupported,
                    fmt::format("static quantization to {} activations and {} weights is not there",
                                elementTypeName(plan.activation), elementTypeName(plan.weight)),
                    "Legal: uint8 or int8 for both.");
    if (plan.activation == ElementType::Int8 && plan.weight == ElementType::UInt8)
        return fail(ErrorCode::Unsupported, "int8 activations with uint8 weights have no kernel",
                    "Legal: U8S8, U8U8, S8S8.");
    return {};
}

class StaticQuantizer {
  public:
    StaticQuantizer(ir::Graph& graph, const PrecisionPlan& plan, QdqPlan roles)
        : m_graph(graph)
        , m_plan(plan)
        , m_constants(graph, plan)
        , m_roles(std::move(roles)) {}

    Result<QuantizationSummary> run(const Calibration& calibration) {
        MI_CHECK(findRanges(calibration));
        shareConcatParameters();
        MI_CHECK(quantizeAnchors());
        MI_CHECK(quantizeConstantOperands());
        MI_CHECK(absorb());
        placePairs();
        connectProducts();
        m_graph.removeDead();
        m_summary.keptFloat = m_roles.keptFloat;
        return std::move(m_summary);
    }

  private:
    ir::ValueId group(ir::ValueId value) const {
        while (m_roles.group[value.index] != value)
            value = m_roles.group[value.index];
        return value;
    }

    /// The range of each group is the union of its tensors' ranges.
    Status findRanges(const Calibration& calibration) {
        m_ranges.resize(m_roles.group.size());
        for (const auto value : m_graph.values()) {
            if (!m_roles.isQuantized(value))
                continue;
            const auto& name = m_graph.value(value).name;
            const auto it = calibration.tensors.find(name);
            if (it == calibration.tensors.end())
                return fail(ErrorCode::NotFound,
                            fmt::format("tensor \"{}\" was not calibrated", name),
                            "Calibrate the tensors that tensorsToCalibrate names.");
            MI_ASSIGN(ValueRange range,
                      calibratedRange(it->second, m_plan.calibration, m_plan.percentile));
            const auto* producer = m_graph.producer(value);
            if (producer && m_roles.role(producer->id) == QdqRole::Absorbed)
                range = {0, std::min(range.high, *absorbableLimit(m_graph, *producer))};
            auto& whole = m_ranges[group(value).index];
            whole = {std::min(whole.low, range.low), std::max(whole.high, range.high)};
        }
        return {};
    }

    /// A Concat whose inputs have about the same range copies bytes when all parameters are equal.
    void shareConcatParameters() {
        for (const auto id : m_graph.order()) {
            const auto& node = m_graph.node(id);
            if (!node.is("Concat") || m_roles.role(id) != QdqRole::Follower)
                continue;
            const ValueRange out = m_ranges[group(node.outputs[0]).index];
            const double width = out.high - out.low;
            const bool similar =
                std::all_of(node.inputs.begin(), node.inputs.end(), [&](ir::ValueId input) {
                    const ValueRange in = m_ranges[group(input).index];
                    return (in.low < 0) == (out.low < 0) && in.high - in.low >= width / 2 &&
                           in.high - in.low <= width * 2;
                });
            if (!similar)
                continue;
            for (const auto input : node.inputs)
                unite(input, node.outputs[0]);
        }
    }

    void unite(ir::ValueId a, ir::ValueId b) {
        const auto rootA = group(a), rootB = group(b);
        if (rootA == rootB)
            return;
        auto& range = m_ranges[rootB.index];
        const auto& other = m_ranges[rootA.index];
        range = {std::min(range.low, other.low), std::max(range.high, other.high)};
        m_roles.group[rootA.index] = rootB;
    }

    QuantizationParameters parameters(ir::ValueId value) const {
        return activationParameters(m_ranges[group(value).index], m_plan.activation,
                                    m_plan.symmetricActivations);
    }

    Status quantizeAnchors() {
        const std::vector<ir::NodeId> order = m_graph.order();
        for (const auto id : order) {
            if (!m_graph.contains(id) || m_roles.role(id) != QdqRole::Anchor)
                continue;
            const std::string type = m_graph.node(id).opType;
            const std::string key = nodeKey(m_graph, m_graph.node(id));
            if (auto status = quantizeAnchor(id); !status)
                return failWith(std::move(status).error(), fmt::format("in {} \"{}\"", type, key));
            ++m_summary.loweredOps[type];
        }
        return {};
    }

    static std::size_t channelAxis(const ir::Node& node, std::size_t rank) {
        if (node.is("Conv"))
            return 0;
        if (node.is("Gemm"))
            return node.intAttribute("transB", 0) ? 0 : 1;
        return rank - 1;
    }

    Status quantizeAnchor(ir::NodeId id) {
        const ir::Node node = m_graph.node(id);
        if (node.is("MatMul") && !m_roles.integerMade[node.outputs[0].index])
            return makeProduct(id);
        const ir::TensorData weights = *m_graph.constant(node.inputs[1]);
        const std::size_t axis = channelAxis(node, weights.dims().size());
        const auto channels = static_cast<std::size_t>(weights.dims()[axis]);
        const auto inputScale = static_cast<double>(parameters(node.inputs[0]).scale);
        MI_ASSIGN(const auto floats, weights.toFloats());
        std::vector<float> bias;
        if (node.inputs.size() > 2 && node.inputs[2].isValid()) {
            MI_ASSIGN(bias, m_graph.constant(node.inputs[2])->toFloats());
        }
        std::vector<double> smallest;
        if (bias.size() == channels)
            for (const float b : bias)
                smallest.push_back(std::abs(static_cast<double>(b)) / inputScale / (1 << 30));
        MI_ASSIGN(const auto integers, quantizeWeights(floats, weights.dims(), axis, m_plan,
                                                       m_plan.perChannel, smallest));
        m_graph.setInput(id, 1, m_constants.weights(node, weights.dims(), axis, integers));
        if (!bias.empty())
            m_graph.setInput(id, 2, m_constants.bias(node, bias, integers, inputScale));
        return {};
    }

    /// A product whose result is float becomes the runtime's own operator, bias included. As Q/DQ
    /// pair it would be at the mercy of float fusions that run earlier and take its MatMul away.
    Status makeProduct(ir::NodeId id) {
        const ir::Node node = m_graph.node(id);
        MI_ASSIGN(const LinearLayer layer, linearLayer(m_graph, node));
        MI_ASSIGN(const auto weights, quantizeWeights(layer.weights, {layer.k, layer.n}, 1, m_plan,
                                                      m_plan.perChannel, {}));
        const std::string base = m_graph.value(node.inputs[1]).name;
        std::vector<std::int64_t> dims;
        if (m_plan.perChannel)
            dims.push_back(layer.n);
        const auto values =
            m_graph.addConstant(m_graph.freshName(base + "_quantized"),
                                bytesTensor(m_plan.weight, {layer.k, layer.n},
                                            weights.values.data(), weights.values.size()));
        const auto scale = addFloats(m_graph, base + "_scale", dims, weights.scales);
        const auto zero = m_graph.addConstant(
            m_graph.freshName(base + "_zero_point"),
            zeroPointTensor(m_plan.weight, weights.zeroPoints, !m_plan.perChannel));
        const Bias bias = biasBehind(node, layer.n);
        ir::Node origin = node;
        if (bias.node.isValid()) {
            const auto& more = m_graph.node(bias.node).origins;
            origin.origins.insert(origin.origins.end(), more.begin(), more.end());
        }
        const auto end = bias.node.isValid() ? m_graph.node(bias.node).outputs[0] : node.outputs[0];
        // Input, its scale and zero point are put in when the input's pair is there.
        const auto result = addOperator(
            m_graph, origin, "MatMulIntegerToFloat",
            {layer.input, values, layer.input, scale, layer.input, zero, bias.values},
            m_graph.value(end).name + "_product", {}, "com.microsoft", m_graph.value(end).type);
        m_products.push_back(m_graph.producer(result)->id);
        m_graph.replaceAllUses(end, result);
        if (bias.node.isValid())
            m_graph.removeNode(bias.node);
        m_graph.removeNode(id);
        return {};
    }

    struct Bias {
        ir::NodeId node;
        ir::ValueId values;
    };
    /// The only reader of the product when it adds a constant vector of its width.
    Bias biasBehind(const ir::Node& node, std::int64_t width) const {
        const auto* reader = m_graph.soleConsumer(node.outputs[0]);
        if (!reader || !reader->is("Add") || m_roles.role(reader->id) != QdqRole::Float)
            return {};
        for (const auto input : reader->inputs) {
            const auto* data = m_graph.constant(input);
            if (data && data->type() == ElementType::Float &&
                data->dims() == std::vector<std::int64_t>{width})
                return {reader->id, input};
        }
        return {};
    }

    /// Products read the integers themselves.
    void connectProducts() {
        for (const auto id : m_products) {
            const auto input = m_graph.node(id).inputs[0];
            const auto pair = m_pairs.find(input);
            const ir::Node* dequantizer =
                m_graph.producer(pair == m_pairs.end() ? input : pair->second);
            const std::vector<ir::ValueId> from = dequantizer->inputs;
            m_graph.setInput(id, 0, from[0]);
            m_graph.setInput(id, 2, from[1]);
            m_graph.setInput(id, 4, from[2]);
        }
    }

    /// Constants that Add and Mul take: quantized with their own range.
    Status quantizeConstantOperands() {
        const std::vector<ir::NodeId> order = m_graph.order();
        for (const auto id : order) {
            if (m_roles.role(id) != QdqRole::Follower)
                continue;
            ++m_summary.loweredOps[m_graph.node(id).opType];
            for (int i = 0; i < static_cast<int>(m_graph.node(id).inputs.size()); ++i) {
                const ir::Node node = m_graph.node(id);
                const auto input = node.inputs[static_cast<std::size_t>(i)];
                const auto* data = m_graph.constant(input);
                if (!data || data->type() != ElementType::Float)
                    continue;
                MI_ASSIGN(const auto placed, m_constants.operand(node, input, *data));
                m_graph.setInput(id, i, placed);
            }
        }
        return {};
    }

    /// Relu and Clip go; what produced their input is quantized with their range.
    Status absorb() {
        const std::vector<ir::NodeId> order = m_graph.order();
        for (const auto id : order) {
            if (m_roles.role(id) != QdqRole::Absorbed)
                continue;
            const ir::Node node = m_graph.node(id);
            const auto p = parameters(node.outputs[0]);
            if (p.zeroPoint != lowestOf(m_plan.activation))
                return fail(ErrorCode::Internal,
                            fmt::format("the range behind {} \"{}\" reaches below zero",
                                        node.opType, nodeKey(m_graph, node)));
            const auto producer = m_graph.producer(node.inputs[0])->id;
            auto& origins = m_graph.node(producer).origins;
            origins.insert(origins.end(), node.origins.begin(), node.origins.end());
            std::sort(origins.begin(), origins.end());
            origins.erase(std::unique(origins.begin(), origins.end()), origins.end());
            m_names[node.inputs[0]] = m_graph.value(node.outputs[0]).name;
            m_graph.replaceAllUses(node.outputs[0], node.inputs[0]);
            m_graph.removeNode(id);
            m_roles.quantized[node.inputs[0].index] = true;
            m_roles.quantized[node.outputs[0].index] = false;
            ++m_summary.absorbed;
        }
        return {};
    }

    void placePairs() {
        for (const auto value : m_graph.values())
            if (m_roles.isQuantized(value))
                placePair(value);
        for (const auto id : m_graph.order())
            if (m_roles.role(id) == QdqRole::PassThrough)
                ++m_summary.loweredOps[m_graph.node(id).opType];
    }

    void placePair(ir::ValueId value) {
        const auto p = parameters(value);
        const ir::Value& info = m_graph.value(value);
        const std::string base = info.name;
        const auto renamed = m_names.find(value);
        m_summary.ranges[renamed == m_names.end() ? base : renamed->second] =
            m_ranges[group(value).index];
        const ir::ValueType type = info.type;
        ir::Node origin; // provenance: the producer's, or the readers' for an input of the graph
        if (const auto* producer = m_graph.producer(value))
            origin = *producer;
        const auto scale = addFloats(m_graph, base + "_scale", {}, {p.scale});
        const auto zero =
            m_graph.addConstant(m_graph.freshName(base + "_zero_point"),
                                zeroPointTensor(m_plan.activation, {p.zeroPoint}, true));
        ir::ValueType integer = type;
        integer.tensor.element = m_plan.activation;
        const std::vector<ir::Use> uses = m_graph.value(value).uses;
        const auto quantized = addOperator(m_graph, origin, "QuantizeLinear", {value, scale, zero},
                                           base + "_quantized", {}, {}, integer);
        const auto quantizer = m_graph.producer(quantized)->id;
        const auto floats =
            addOperator(m_graph, origin, "DequantizeLinear", {quantized, scale, zero},
                        base + "_dequantized", {}, {}, type);
        if (m_roles.integerMade[value.index]) {
            m_graph.replaceAllUses(value, floats);
            m_graph.setInput(quantizer, 0, value);
            return;
        }
        m_pairs[value] = floats;
        for (const auto& use : uses) {
            if (use.index == ir::Use::kCapture)
                continue;
            const auto role = m_roles.role(use.node);
            if (role != QdqRole::Float)
                m_graph.setInput(use.node, use.index, floats);
        }
    }

    ir::Graph& m_graph;
    const PrecisionPlan& m_plan;
    IntegerConstants m_constants;
    QdqPlan m_roles;
    std::vector<ValueRange> m_ranges;           ///< by representative of a group
    std::map<ir::ValueId, std::string> m_names; ///< tensors that took an absorbed one's place
    std::map<ir::ValueId, ir::ValueId> m_pairs; ///< float-made tensor -> its DequantizeLinear
    std::vector<ir::NodeId> m_products;
    QuantizationSummary m_summary;
};

} // namespace

std::size_t QuantizationSummary::loweredCount() const {
    std::size_t count = 0;
    for (const auto& [op, n] : loweredOps)
        count += n;
    return count;
}

Json QuantizationSummary::toJson() const {
    Json list = Json::object();
    for (const auto& [name, range] : ranges)
        list[name] = Json{{"low", range.low}, {"high", range.high}};
    return Json{{"lowered", loweredOps},
                {"kept_float", keptFloat},
                {"absorbed", absorbed},
                {"notes", notes},
                {"ranges", std::move(list)}};
}

std::vector<std::string> tensorsToCalibrate(const ir::Model& model, const PrecisionPlan& plan) {
    std::vector<std::string> names;
    ir::Model copy = model.clone();
    if (!inlineConstantNodes(*copy.graph))
        return names;
    const QdqPlan roles = planQdq(*copy.graph, plan);
    for (const auto value : copy.graph->values())
        if (roles.isQuantized(value))
            names.push_back(copy.graph->value(value).name);
    return names;
}

Result<QuantizationSummary> quantizeStatic(ir::Model& model, const PrecisionPlan& plan,
                                           const Calibration& calibration) {
    MI_CHECK(checkPlan(plan));
    MI_CHECK(inlineConstantNodes(*model.graph));
    QdqPlan roles = planQdq(*model.graph, plan);
    if (std::find(roles.roles.begin(), roles.roles.end(), QdqRole::Anchor) == roles.roles.end())
        return fail(ErrorCode::Unsupported,
                    "static quantization finds nothing to work on: no Conv, Gemm or MatMul with "
                    "constant weights",
                    "Leave this model in float.");
    auto summary = StaticQuantizer(*model.graph, plan, std::move(roles)).run(calibration);
    if (!summary)
        return summary;
    ir::forEachGraph(model, [&](ir::Graph& graph, const std::string&) {
        for (const auto id : graph.order())
            if (graph.node(id).domain == "com.microsoft" && model.opset("com.microsoft") == 0)
                model.setOpset("com.microsoft", 1);
    });
    MI_CHECK(raiseOpset(model));
    return summary;
}

} // namespace metainfer::candidates
