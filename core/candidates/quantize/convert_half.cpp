// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Half precision: constants and activations to float16, casts where float32 begins and ends.
#include "candidates/quantize/graph_tools.h"
#include "candidates/quantize/opset.h"
#include "candidates/quantize/quantize.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace metainfer::candidates {
namespace {

// Sums, exponentials and norms lose too much or overflow; the others have no half kernels, take
// types apart or hold state over many steps.
constexpr std::array<std::string_view, 32> kFragile{"Softmax",
                                                    "LogSoftmax",
                                                    "LayerNormalization",
                                                    "GroupNormalization",
                                                    "InstanceNormalization",
                                                    "LpNormalization",
                                                    "LRN",
                                                    "MeanVarianceNormalization",
                                                    "Exp",
                                                    "Log",
                                                    "Pow",
                                                    "Reciprocal",
                                                    "ReduceSum",
                                                    "ReduceMean",
                                                    "ReduceL1",
                                                    "ReduceL2",
                                                    "ReduceProd",
                                                    "ReduceLogSumExp",
                                                    "ReduceSumSquare",
                                                    "CumSum",
                                                    "Erf",
                                                    "Resize",
                                                    "Upsample",
                                                    "NonMaxSuppression",
                                                    "TopK",
                                                    "Range",
                                                    "LSTM",
                                                    "GRU",
                                                    "RNN",
                                                    "RoiAlign",
                                                    "STFT",
                                                    "DFT"};

bool isFragile(const ir::Node& node) {
    return !node.domain.empty() || node.hasSubgraphs() ||
           std::find(kFragile.begin(), kFragile.end(), node.opType) != kFragile.end();
}

class HalfConverter {
  public:
    HalfConverter(ir::Graph& graph, const PrecisionPlan& plan)
        : m_graph(graph)
        , m_plan(plan) {}

    Result<QuantizationSummary> run() {
        const std::vector<ir::NodeId> order = m_graph.order();
        for (const auto id : order) {
            const ir::Node& node = m_graph.node(id);
            if (!touchesFloat(node))
                continue;
            const bool kept = keptFloat(m_graph, node, m_plan);
            if (kept || isFragile(node) || !convertible(node)) {
                m_summary.keptFloat[nodeKey(m_graph, node)] =
                    node.opType + (kept ? ": asked to stay float" : ": fragile or without kernel");
                widenInputs(id);
                continue;
            }
            MI_CHECK(narrow(id));
        }
        widenOutputs();
        m_graph.removeDead();
        return std::move(m_summary);
    }

  private:
    bool touchesFloat(const ir::Node& node) const {
        const auto isFloat = [&](ir::ValueId v) { return isFloat32(m_graph, v) || isHalf(v); };
        return std::any_of(node.inputs.begin(), node.inputs.end(), isFloat) ||
               std::any_of(node.outputs.begin(), node.outputs.end(), isFloat);
    }
    bool isHalf(ir::ValueId v) const {
        return v.isValid() && m_graph.tensorType(v).element == ElementType::Float16;
    }

    /// All outputs have known types, and a Cast stays what it is.
    bool convertible(const ir::Node& node) const {
        if (node.is("Cast") || node.is("CastLike") || node.is("Constant") ||
            node.is("ConstantOfShape") || node.is("QuantizeLinear") ||
            node.is("DequantizeLinear") || node.is("DynamicQuantizeLinear"))
            return false;
        return std::all_of(node.outputs.begin(), node.outputs.end(), [&](ir::ValueId v) {
            return !v.isValid() || m_graph.value(v).type.isTensor();
        });
    }

    ir::ValueId cast(ir::ValueId value, ElementType to) {
        auto& casts = to == ElementType::Float16 ? m_narrowed : m_widened;
        if (const auto it = casts.find(value); it != casts.end())
            return it->second;
        ir::Node origin;
        if (const auto* producer = m_graph.producer(value))
            origin = *producer;
        ir::ValueType type = m_graph.value(value).type;
        type.tensor.element = to;
        const std::string suffix = to == ElementType::Float16 ? "_half" : "_float";
        const auto made =
            addOperator(m_graph, origin, "Cast", {value}, m_graph.value(value).name + suffix,
                        {ir::Attribute::ofInt("to", static_cast<std::int64_t>(to))}, {}, type);
        return casts[value] = made;
    }

    Result<ir::ValueId> halfConstant(ir::ValueId value) {
        if (const auto it = m_narrowed.find(value); it != m_narrowed.end())
            return it->second;
        const ir::TensorData data = *m_graph.constant(value);
        MI_ASSIGN(const auto floats, data.toFloats());
        std::vector<std::byte> bytes(floats.size() * 2);
        constexpr float kLargest = 65504;
        for (std::size_t i = 0; i < floats.size(); ++i) {
            float f = floats[i];
            if (std::isfinite(f) && std::abs(f) > kLargest) {
                f = std::copysign(kLargest, f);
                ++m_clamped;
            }
            const std::uint16_t bits = floatToHalf(f);
            std::memcpy(bytes.data() + i * 2, &bits, 2);
        }
        const auto made = m_graph.addConstant(
            m_graph.freshName(m_graph.value(value).name + "_half"),
            ir::TensorData::fromBytes(ElementType::Float16, data.dims(), std::move(bytes)));
        return m_narrowed[value] = made;
    }

    Status narrow(ir::NodeId id) {
        for (int i = 0; i < static_cast<int>(m_graph.node(id).inputs.size()); ++i) {
            const auto input = m_graph.node(id).inputs[static_cast<std::size_t>(i)];
            if (!isFloat32(m_graph, input))
                continue;
            if (m_graph.constant(input)) {
                MI_ASSIGN(const auto made, halfConstant(input));
                m_graph.setInput(id, i, made);
            } else {
                m_graph.setInput(id, i, cast(input, ElementType::Float16));
            }
        }
        for (const auto output : m_graph.node(id).outputs)
            if (isFloat32(m_graph, output))
                m_graph.value(output).type.tensor.element = ElementType::Float16;
        ++m_summary.loweredOps[m_graph.node(id).opType];
        return {};
    }

    void widenInputs(ir::NodeId id) {
        for (int i = 0; i < static_cast<int>(m_graph.node(id).inputs.size()); ++i) {
            const auto input = m_graph.node(id).inputs[static_cast<std::size_t>(i)];
            if (isHalf(input) && !m_graph.constant(input) && m_graph.producer(input) &&
                !m_graph.producer(input)->is("Cast"))
                m_graph.setInput(id, i, cast(input, ElementType::Float));
        }
        // What a subgraph reads from outside keeps the type that the subgraph was written for.
        for (const auto& value : capturesOf(id))
            if (isHalf(value))
                replaceCapture(id, value);
    }

    std::vector<ir::ValueId> capturesOf(ir::NodeId id) const {
        std::vector<ir::ValueId> captured;
        for (const auto value : m_graph.values())
            for (const auto& use : m_graph.value(value).uses)
                if (use.node == id && use.index == ir::Use::kCapture)
                    captured.push_back(value);
        return captured;
    }

    /// The half value gets another name and a float32 one takes its place for everybody; readers
    /// in half precision then cast it back, which the runtime cancels.
    void replaceCapture(ir::NodeId, ir::ValueId value) {
        const auto wide = cast(value, ElementType::Float);
        const auto caster = m_graph.producer(wide)->id;
        m_graph.replaceAllUses(value, wide);
        m_graph.setInput(caster, 0, value);
    }

    /// The model's outputs keep their types.
    void widenOutputs() {
        const std::vector<ir::ValueId> outputs = m_graph.outputs();
        for (const auto output : outputs) {
            if (!isHalf(output) || !m_graph.producer(output) ||
                m_graph.producer(output)->is("Cast"))
                continue;
            const std::vector<ir::Use> uses = m_graph.value(output).uses;
            const auto wide = cast(output, ElementType::Float);
            const auto caster = m_graph.producer(wide)->id;
            m_graph.replaceAllUses(output, wide);
            m_graph.setInput(caster, 0, output);
            for (const auto& use : uses)
                if (use.index != ir::Use::kCapture && use.node != caster &&
                    !isFragile(m_graph.node(use.node)))
                    m_graph.setInput(use.node, use.index, output);
        }
        if (m_clamped)
            m_summary.notes.push_back(
                fmt::format("{} constants were clamped to the range of float16", m_clamped));
    }

    ir::Graph& m_graph;
    const PrecisionPlan& m_plan;
    std::map<ir::ValueId, ir::ValueId> m_narrowed, m_widened;
    std::size_t m_clamped = 0;
    QuantizationSummary m_summary;
};

} // namespace

Result<QuantizationSummary> convertToHalf(ir::Model& model, const PrecisionPlan& plan) {
    MI_CHECK(inlineConstantNodes(*model.graph));
    MI_CHECK(raiseOpset(model));
    auto summary = HalfConverter(*model.graph, plan).run();
    if (summary && summary->loweredCount() == 0)
        return fail(ErrorCode::Unsupported, "half precision finds nothing to work on",
                    "Leave this model in float.");
    return summary;
}

} // namespace metainfer::candidates
