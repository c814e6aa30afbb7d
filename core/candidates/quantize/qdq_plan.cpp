// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Roles of nodes under static quantization, after what ONNX Runtime's CPU provider can fuse.
#include "candidates/quantize/qdq_plan.h"

#include "candidates/quantize/graph_tools.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace metainfer::candidates {
namespace {

template <std::size_t N>
bool oneOf(const ir::Node& node, const std::array<std::string_view, N>& types) {
    return node.domain.empty() && std::find(types.begin(), types.end(), node.opType) != types.end();
}

// Operators with QLinear kernels in the CPU provider.
constexpr std::array<std::string_view, 7> kFollowers{
    "Add", "Mul", "Concat", "AveragePool", "GlobalAveragePool", "LeakyRelu", "Sigmoid"};
// Operators around which the runtime drops Q/DQ pairs with equal parameters.
constexpr std::array<std::string_view, 9> kPassThrough{"MaxPool", "Reshape",   "Transpose",
                                                       "Squeeze", "Unsqueeze", "Flatten",
                                                       "Resize",  "Gather",    "Split"};

bool isPassThrough(const ir::Graph& graph, const ir::Node& node) {
    if (!oneOf(node, kPassThrough) || (node.outputs.size() != 1 && node.opType != "Split"))
        return false;
    if (node.opType == "Resize")
        return node.stringAttribute("mode", "nearest") == "nearest";
    return graph.constant(node.inputs[0]) == nullptr;
}

class Planner {
  public:
    Planner(const ir::Graph& graph, const PrecisionPlan& plan)
        : m_graph(graph)
        , m_plan(plan) {
        m_out.roles.assign(graph.nodeCapacity(), QdqRole::Float);
        m_out.quantized.assign(graph.valueCapacity(), false);
        m_out.integerMade.assign(graph.valueCapacity(), false);
        m_out.group.resize(graph.valueCapacity());
        for (std::size_t i = 0; i < m_out.group.size(); ++i)
            m_out.group[i] = ir::ValueId(i);
        m_wanted.assign(graph.valueCapacity(), false);
    }

    QdqPlan run() {
        findAnchors();
        findWanted();
        for (const auto id : m_graph.order())
            decide(m_graph.node(id));
        for (std::size_t i = 0; i < m_out.group.size(); ++i)
            m_out.group[i] = find(ir::ValueId(i));
        return std::move(m_out);
    }

  private:
    bool isAnchor(const ir::Node& node) const { return m_anchor[node.id.index]; }

    std::string whyNotAnchor(const ir::Node& node) const {
        if (keptFloat(m_graph, node, m_plan))
            return "asked to stay float";
        if (node.opType != "Conv")
            return whyNotLinear(m_graph, node);
        if (!isFloat32(m_graph, node.inputs[0]))
            return "its input is not float32";
        const auto* weights = m_graph.constant(node.inputs[1]);
        if (!weights || weights->type() != ElementType::Float || weights->elementCount() == 0)
            return "its weights are not a float32 constant";
        if (node.inputs.size() > 2 && node.inputs[2].isValid() && !m_graph.constant(node.inputs[2]))
            return "its bias is not constant";
        return {};
    }

    void findAnchors() {
        m_anchor.assign(m_graph.nodeCapacity(), false);
        for (const auto id : m_graph.order()) {
            const auto& node = m_graph.node(id);
            if (!node.is("Conv") && !node.is("Gemm") && !node.is("MatMul"))
                continue;
            const auto reason = whyNotAnchor(node);
            if (reason.empty())
                m_anchor[id.index] = true;
            else
                m_out.keptFloat[nodeKey(m_graph, node)] = node.opType + ": " + reason;
        }
    }

    /// Could the node carry integers between integers?
    bool canCarry(const ir::Node& node) const {
        const bool typed = std::all_of(node.outputs.begin(), node.outputs.end(),
                                       [&](ir::ValueId v) { return isFloat32(m_graph, v); });
        if (!typed || node.outputs.empty() || keptFloat(m_graph, node, m_plan))
            return false;
        return oneOf(node, kFollowers) || isPassThrough(m_graph, node) ||
               absorbableLimit(m_graph, node).has_value();
    }

    bool anyWanted(const ir::Node& node) const {
        return std::any_of(node.outputs.begin(), node.outputs.end(),
                           [&](ir::ValueId v) { return v.isValid() && m_wanted[v.index]; });
    }

    /// A value is wanted in integers when an anchor is reached through carriers only.
    void findWanted() {
        const auto& order = m_graph.order();
        for (auto it = order.rbegin(); it != order.rend(); ++it) {
            const auto& node = m_graph.node(*it);
            if (isAnchor(node)) {
                m_wanted[node.inputs[0].index] = true;
            } else if (canCarry(node) && anyWanted(node)) {
                for (const auto input : dataInputs(node))
                    m_wanted[input.index] = true;
            }
        }
    }

    /// Inputs that carry the data (not shapes, indices, bounds); constants included.
    std::vector<ir::ValueId> dataInputs(const ir::Node& node) const {
        if (node.is("Add") || node.is("Mul") || node.is("Concat"))
            return node.inputs;
        return {node.inputs[0]};
    }

    void decide(const ir::Node& node) {
        if (isAnchor(node)) {
            m_out.roles[node.id.index] = QdqRole::Anchor;
            m_out.quantized[node.inputs[0].index] = true;
            const auto output = node.outputs[0];
            // An integer convolution has an integer result; matrix products can give float.
            if (node.opType == "Conv" || keepsInteger(output))
                make(output);
        } else if (canAbsorb(node)) {
            m_out.roles[node.id.index] = QdqRole::Absorbed;
            join(node.inputs[0], node.outputs[0]);
            m_out.quantized[node.inputs[0].index] = false; // the pair moves behind the activation
            make(node.outputs[0]);
        } else if (carries(node)) {
            const bool passes = isPassThrough(m_graph, node);
            m_out.roles[node.id.index] = passes ? QdqRole::PassThrough : QdqRole::Follower;
            for (const auto output : node.outputs) {
                if (passes)
                    join(node.inputs[0], output);
                make(output);
            }
        }
    }

    void make(ir::ValueId value) {
        m_out.quantized[value.index] = true;
        m_out.integerMade[value.index] = true;
    }

    /// The result of a matrix product goes straight into integer work. A bias added afterwards is
    /// better added in float, which the product can hand over at no cost.
    bool keepsInteger(ir::ValueId output) const {
        if (!m_wanted[output.index])
            return false;
        for (const auto& use : m_graph.value(output).uses) {
            if (use.index == ir::Use::kCapture)
                continue;
            const auto& reader = m_graph.node(use.node);
            if (isAnchor(reader) || absorbableLimit(m_graph, reader))
                return true;
            const bool addsConstant =
                reader.is("Add") && (m_graph.constant(reader.inputs[0]) != nullptr ||
                                     m_graph.constant(reader.inputs[1]) != nullptr);
            if (canCarry(reader) && !addsConstant && anyWanted(reader))
                return true;
        }
        return false;
    }

    bool canAbsorb(const ir::Node& node) const {
        if (!absorbableLimit(m_graph, node) || keptFloat(m_graph, node, m_plan))
            return false;
        const auto input = node.inputs[0];
        const auto& value = m_graph.value(input);
        if (!m_out.integerMade[input.index] || value.isOutput || value.uses.size() != 1)
            return false;
        const auto* producer = m_graph.producer(input);
        return producer && m_out.role(producer->id) != QdqRole::PassThrough &&
               m_out.role(producer->id) != QdqRole::Absorbed;
    }

    bool carries(const ir::Node& node) const {
        if (!canCarry(node) || absorbableLimit(m_graph, node) || !anyWanted(node))
            return false;
        bool any = false;
        for (const auto input : dataInputs(node)) {
            if (!input.isValid())
                return false;
            if (m_out.quantized[input.index]) {
                any = true;
                continue;
            }
            const auto* constant = m_graph.constant(input);
            if (!constant || constant->type() != ElementType::Float ||
                constant->elementCount() == 0 || node.opType == "Concat")
                return false;
        }
        return any;
    }

    ir::ValueId find(ir::ValueId value) {
        while (m_out.group[value.index] != value)
            value = m_out.group[value.index] = m_out.group[m_out.group[value.index].index];
        return value;
    }
    void join(ir::ValueId a, ir::ValueId b) { m_out.group[find(b).index] = find(a); }

    const ir::Graph& m_graph;
    const PrecisionPlan& m_plan;
    QdqPlan m_out;
    std::vector<bool> m_wanted;
    std::vector<bool> m_anchor;
};

/// A scalar constant as number.
std::optional<double> scalarOf(const ir::Graph& graph, ir::ValueId value) {
    const auto* data = value.isValid() ? graph.constant(value) : nullptr;
    if (!data || data->elementCount() != 1)
        return std::nullopt;
    const auto floats = data->toFloats();
    if (!floats)
        return std::nullopt;
    return (*floats)[0];
}

} // namespace

std::optional<double> absorbableLimit(const ir::Graph& graph, const ir::Node& node) {
    constexpr double kUnbounded = std::numeric_limits<double>::infinity();
    if (node.is("Relu"))
        return kUnbounded;
    if (!node.is("Clip"))
        return std::nullopt;
    double low = node.floatAttribute("min", -std::numeric_limits<float>::max());
    double high = node.floatAttribute("max", std::numeric_limits<float>::max());
    if (node.inputs.size() > 1 && node.inputs[1].isValid()) {
        const auto bound = scalarOf(graph, node.inputs[1]);
        if (!bound)
            return std::nullopt;
        low = *bound;
    }
    if (node.inputs.size() > 2 && node.inputs[2].isValid()) {
        const auto bound = scalarOf(graph, node.inputs[2]);
        if (!bound)
            return std::nullopt;
        high = *bound;
    }
    if (low != 0 || !(high > 0))
        return std::nullopt;
    return high;
}

QdqPlan planQdq(const ir::Graph& graph, const PrecisionPlan& plan) {
    return Planner(graph, plan).run();
}

} // namespace metainfer::candidates
