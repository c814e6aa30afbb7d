// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Fusion as runtimes do it, in one pass over the nodes in order.
#include "prediction/lowering.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

namespace metainfer::prediction {
namespace {

using ir::Graph;
using ir::Node;
using ir::NodeId;
using ir::ValueId;

bool isActivation(const Node& node) {
    static const std::set<std::string, std::less<>> kTypes{
        "Relu", "Clip", "Sigmoid", "Tanh", "LeakyRelu", "HardSigmoid", "HardSwish"};
    return node.domain.empty() && kTypes.count(node.opType) > 0;
}

bool isMatMul(const Node& node) {
    return node.is("MatMul") || node.is("Gemm");
}

bool isView(const Node& node) {
    static const std::set<std::string, std::less<>> kTypes{"Reshape",   "Flatten",  "Squeeze",
                                                           "Unsqueeze", "Identity", "Dropout"};
    return node.domain.empty() && kTypes.count(node.opType) > 0;
}

ValueId firstOutput(const Node& node) {
    return node.outputs.empty() ? ValueId() : node.outputs[0];
}

ValueId inputAt(const Node& node, std::size_t index) {
    return index < node.inputs.size() ? node.inputs[index] : ValueId();
}

bool isConstant(const Graph& graph, ValueId id) {
    return id.isValid() && graph.value(id).isConstant();
}

double elements(const Graph& graph, ValueId id) {
    if (!id.isValid())
        return 0;
    return static_cast<double>(graph.tensorType(id).elementCount().value_or(0));
}

class Lowering {
  public:
    Lowering(const Graph& graph, const LoweringOptions& options)
        : m_graph(graph)
        , m_options(options) {}

    Lowered run() {
        if (m_options.foldConstants)
            findConstants();
        if (m_options.fuseQdq)
            findQdqGroups();
        for (const auto id : m_graph.order()) {
            if (m_absorbed.count(id) || m_constant.count(id))
                continue;
            const Node& node = m_graph.node(id);
            if (node.hasSubgraphs())
                addControl(node);
            else
                addNode(node);
        }
        if (m_options.blockedLayout)
            addReorders();
        m_result.unknownShapes += static_cast<std::size_t>(std::count_if(
            m_result.cases.begin(), m_result.cases.end(), [](const auto& c) { return !c.known; }));
        return std::move(m_result);
    }

  private:
    void findConstants() {
        for (const auto id : m_graph.order()) {
            const Node& node = m_graph.node(id);
            if (node.hasSubgraphs() || ir::isNonDeterministic(node))
                continue;
            bool all = true;
            for (const auto input : node.inputs) {
                if (!input.isValid() || isConstant(m_graph, input))
                    continue;
                const auto* producer = m_graph.producer(input);
                all = all && producer && m_constant.count(producer->id);
            }
            // A shape of known size is a constant as well. The weights of a QDQ group stay as they
            // are: the group keeps its dequantization inside.
            const bool shape = node.is("Shape") && m_graph.tensorType(inputAt(node, 0)).isStatic();
            if ((all && !node.is("DequantizeLinear")) || shape)
                m_constant.insert(id);
        }
    }

    // QDQ groups: found first, since a DQ may feed several of them.
    void findQdqGroups() {
        for (const auto id : m_graph.order()) {
            const Node& node = m_graph.node(id);
            if (qdqGroupIsLegal(m_graph, node))
                m_groups.insert(id);
        }
        for (const auto id : m_graph.order()) {
            const Node& node = m_graph.node(id);
            if (node.is("DequantizeLinear") && absorbedByGroups(node))
                m_absorbed.insert(id);
            if (node.is("QuantizeLinear")) {
                const auto* producer = groupBefore(node);
                if (producer && m_groups.count(producer->id))
                    m_absorbed.insert(id);
            }
        }
    }

    bool absorbedByGroups(const Node& dequantize) const {
        const auto& value = m_graph.value(firstOutput(dequantize));
        return !value.isOutput && !value.uses.empty() &&
               std::all_of(value.uses.begin(), value.uses.end(), [&](const ir::Use& use) {
                   return use.index != ir::Use::kCapture && m_groups.count(use.node);
               });
    }

    /// The main node of the group that this Q closes: its producer, or the one before an
    /// activation.
    const Node* groupBefore(const Node& quantize) const {
        const auto* producer = m_graph.producer(inputAt(quantize, 0));
        if (producer && (producer->is("Relu") || producer->is("Clip")) &&
            !m_groups.count(producer->id))
            producer = m_graph.producer(inputAt(*producer, 0));
        return producer;
    }

    void addNode(const Node& node) {
        if (m_groups.count(node.id)) {
            addQdqGroup(node);
            return;
        }
        OperatorCase c = caseOf(m_graph, node);
        if (isView(node))
            makeView(c);
        if (m_options.fuse && (node.is("Conv") || node.is("ConvTranspose")))
            fuseAfterConvolution(c, node);
        else if (m_options.fuse && isMatMul(node))
            fuseAfterMatMul(c, node);
        else if (m_options.fuse && node.is("Sigmoid") && isSwish(node))
            absorb(c, *only(node));
        else if (m_options.fuseElementwise && isElementwise(node))
            fuseChain(c, node);
        c.blockedLayout = m_options.blockedLayout && runsBlocked(node, c);
        push(std::move(c));
    }

    /// x * Sigmoid(x), one kernel in most runtimes.
    bool isSwish(const Node& sigmoid) const {
        const auto* next = only(sigmoid);
        return next && next->is("Mul") && next->inputs.size() == 2 &&
               (next->inputs[0] == sigmoid.inputs[0] || next->inputs[1] == sigmoid.inputs[0]);
    }

    /// Views move nothing; they cost a call.
    static void makeView(OperatorCase& c) {
        c.flops = c.inputBytes = c.outputBytes = c.weightBytes = 0;
        c.known = true;
    }

    static bool isElementwise(const Node& node) {
        return node.domain.empty() &&
               (ir::isUnaryElementwise(node.opType) || ir::isBinaryElementwise(node.opType));
    }

    bool runsBlocked(const Node& node, const OperatorCase& c) const {
        if (c.dtype != ElementType::Float || c.input.size() != 4)
            return false;
        // What ONNX Runtime has in its blocked layout; others inherit it between them.
        if (node.is("Conv"))
            return c.input[1] >= 1 && (c.weight.empty() || c.weight[0] % 4 == 0);
        if (node.is("MaxPool") || node.is("AveragePool") || node.is("GlobalAveragePool") ||
            node.is("GlobalMaxPool"))
            return c.input[1] % 8 == 0;
        return false;
    }

    void absorb(OperatorCase& c, const Node& next) {
        const auto facts = caseOf(m_graph, next);
        c.members.push_back(next.opType);
        c.nodes.push_back(next.id);
        c.flops += facts.flops;
        // The intermediate result stays in registers or cache; other operands are read.
        for (const auto input : next.inputs)
            if (input.isValid() && !isResultOf(input, c))
                c.inputBytes +=
                    elements(m_graph, input) * elementBits(m_graph.tensorType(input).element) / 8;
        c.outputBytes = facts.outputBytes;
        if (firstOutput(next).isValid()) {
            c.key = m_graph.value(firstOutput(next)).name;
            c.output = facts.output;
        }
        m_absorbed.insert(next.id);
    }

    bool isResultOf(ValueId id, const OperatorCase& c) const {
        const auto* producer = m_graph.producer(id);
        return producer && std::find(c.nodes.begin(), c.nodes.end(), producer->id) != c.nodes.end();
    }

    const Node* only(const Node& node) const {
        const auto* next = m_graph.soleConsumer(firstOutput(node));
        return next && !m_absorbed.count(next->id) && !m_groups.count(next->id) ? next : nullptr;
    }

    /// Conv -> BatchNorm -> (Mul/Add by constants) -> (Add of another tensor) -> activation.
    void fuseAfterConvolution(OperatorCase& c, const Node& conv) {
        const Node* last = &conv;
        if (const auto* next = only(*last); next && next->is("BatchNormalization")) {
            absorbFolded(c, *next);
            last = next;
        }
        for (const Node* next = only(*last);
             next && (next->is("Mul") || next->is("Add")) && otherOperandIsConstant(*next, *last);
             next = only(*last)) {
            absorbFolded(c, *next);
            last = next;
        }
        if (const auto* next = only(*last);
            next && next->is("Add") && !otherOperandIsConstant(*next, *last)) {
            absorb(c, *next);
            last = next;
        }
        if (const auto* next = only(*last); next && isActivation(*next))
            absorb(c, *next);
    }

    void fuseAfterMatMul(OperatorCase& c, const Node& matmul) {
        const Node* last = &matmul;
        if (const auto* next = only(*last);
            next && next->is("Add") && otherOperandIsConstant(*next, *last)) {
            absorb(c, *next);
            last = next;
        }
        if (const auto* next = only(*last);
            next && (next->is("Relu") || (m_options.fuseElementwise && isActivation(*next))))
            absorb(c, *next);
    }

    void fuseChain(OperatorCase& c, const Node& first) {
        const double limit = m_options.maxFusionWorkRatio * std::max(c.flops, 1.0);
        const Node* last = &first;
        for (const Node* next = only(*last); next && isElementwise(*next); next = only(*last)) {
            if (c.flops + caseOf(m_graph, *next).flops > limit)
                break;
            absorb(c, *next);
            last = next;
        }
    }

    /// Folded into the weights: no work remains.
    void absorbFolded(OperatorCase& c, const Node& next) {
        const double flops = c.flops, inputs = c.inputBytes;
        absorb(c, next);
        c.flops = flops;
        c.inputBytes = inputs;
    }

    bool otherOperandIsConstant(const Node& node, const Node& producer) const {
        for (const auto input : node.inputs) {
            const auto* from = m_graph.producer(input);
            if (from && from->id == producer.id)
                continue;
            if (!isConstant(m_graph, input) && !(from && m_constant.count(from->id)))
                return false;
        }
        return true;
    }

    void addQdqGroup(const Node& node) {
        OperatorCase c = caseOf(m_graph, node);
        c.dtype = ElementType::Int8;
        c.inputBytes = c.weightBytes = 0;
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const auto* dq = m_graph.producer(node.inputs[i]);
            const bool quantized = dq && dq->is("DequantizeLinear");
            const auto source = quantized ? inputAt(*dq, 0) : node.inputs[i];
            if (!source.isValid())
                continue;
            const double bytes = elements(m_graph, node.inputs[i]) *
                                 elementBits(m_graph.tensorType(source).element) / 8.0;
            (isConstant(m_graph, source) ? c.weightBytes : c.inputBytes) += bytes;
            if (quantized) {
                if (i == 0)
                    c.signedActivations = m_graph.tensorType(source).element == ElementType::Int8;
                if (i == 1)
                    c.perChannel = elements(m_graph, inputAt(*dq, 1)) > 1;
                c.nodes.push_back(dq->id);
            }
        }
        const Node* last = &node;
        if (const auto* next = m_graph.soleConsumer(firstOutput(*last));
            next && (next->is("Relu") || next->is("Clip")) && !m_groups.count(next->id) &&
            !m_absorbed.count(next->id)) {
            c.members.push_back(next->opType);
            c.nodes.push_back(next->id);
            m_absorbed.insert(next->id);
            last = next;
        }
        if (const auto* q = m_graph.soleConsumer(firstOutput(*last));
            q && q->is("QuantizeLinear")) {
            c.nodes.push_back(q->id);
            c.key = m_graph.value(firstOutput(*q)).name;
            c.outputBytes = elements(m_graph, firstOutput(*last));
        }
        c.known = c.known && m_graph.tensorType(inputAt(node, 0)).isStatic();
        if (isView(node))
            makeView(c);
        push(std::move(c));
    }

    void push(OperatorCase c) { m_result.cases.push_back(std::move(c)); }

    void addControl(const Node& node) {
        std::vector<Lowered> bodies;
        for (const auto& attribute : node.attributes)
            for (const auto& graph : attribute.graphs)
                bodies.push_back(Lowering(*graph, m_options).run());
        double repeat = 1;
        if (node.is("If") && bodies.size() > 1) {
            // One branch runs; the one with more work is the safe assumption.
            std::stable_sort(bodies.begin(), bodies.end(), [](const Lowered& a, const Lowered& b) {
                return totalWork(a) > totalWork(b);
            });
            bodies.resize(1);
        } else if (const auto count = tripCount(node)) {
            repeat = *count;
        } else {
            m_result.remarks.push_back(
                fmt::format("the trip count of {} '{}' is unknown: its body is counted once",
                            node.opType, node.name));
        }
        OperatorCase call = caseOf(m_graph, node);
        makeView(call);
        push(std::move(call));
        for (auto& body : bodies) {
            for (auto& c : body.cases) {
                c.repeat *= repeat;
                c.nodes.clear(); // ids of another graph
                push(std::move(c));
            }
            m_result.remarks.insert(m_result.remarks.end(), body.remarks.begin(),
                                    body.remarks.end());
        }
    }

    static double totalWork(const Lowered& lowered) {
        double sum = 0;
        for (const auto& c : lowered.cases)
            sum += c.repeat * (c.flops + c.bytes());
        return sum;
    }

    std::optional<double> tripCount(const Node& node) const {
        if (node.is("Loop")) {
            const auto* data =
                inputAt(node, 0).isValid() ? m_graph.constant(inputAt(node, 0)) : nullptr;
            const auto values = data ? data->toInt64s() : Result<std::vector<std::int64_t>>();
            if (data && values && values->size() == 1 && values->front() >= 0 &&
                values->front() < 1'000'000)
                return static_cast<double>(values->front());
            return std::nullopt;
        }
        if (node.is("Scan")) {
            const auto scans = node.intAttribute("num_scan_inputs", 0);
            const auto first = static_cast<std::int64_t>(node.inputs.size()) - scans;
            if (scans > 0 && first >= 0) {
                const auto dims =
                    m_graph.tensorType(node.inputs[static_cast<std::size_t>(first)]).dims();
                if (dims && !dims->empty())
                    return static_cast<double>((*dims)[0]);
            }
            return std::nullopt;
        }
        return 1.0;
    }

    /// A conversion before each blocked operator that reads a plain tensor, and after each whose
    /// result a plain operator reads. Elementwise operators between two blocked ones stay blocked.
    void addReorders() {
        std::unordered_map<std::string, std::size_t> blockedResults;
        std::vector<OperatorCase> result;
        std::set<std::string> plain;
        for (auto& c : m_result.cases) {
            const auto sources = dataInputs(c);
            const bool anyBlocked =
                std::any_of(sources.begin(), sources.end(), [&](const std::string& name) {
                    return blockedResults.count(name) > 0;
                });
            const bool follows = !c.blockedLayout && anyBlocked && passesLayout(c);
            const bool blocked = c.blockedLayout || follows;
            // The first convolution of a model reads its few channels directly.
            const bool direct = c.opType == "Conv" && c.input.size() == 4 && c.input[1] < 8;
            for (const auto& name : sources) {
                const bool isBlocked = blockedResults.count(name) > 0;
                if (blocked && !isBlocked && !direct && !follows)
                    result.push_back(reorder(
                        "ReorderInput", name,
                        c.inputBytes / std::max<double>(1, static_cast<double>(sources.size()))));
                if (!blocked && isBlocked && plain.insert(name).second)
                    result.push_back(reorder("ReorderOutput", name,
                                             elementBytes(blockedResults.at(name), result)));
            }
            if (blocked)
                blockedResults[c.key] = result.size();
            result.push_back(std::move(c));
        }
        for (const auto output : m_graph.outputs()) {
            const auto& name = m_graph.value(output).name;
            const auto it = blockedResults.find(name);
            if (it != blockedResults.end() && plain.insert(name).second)
                result.push_back(reorder("ReorderOutput", name, result[it->second].outputBytes));
        }
        m_result.cases = std::move(result);
    }

    static double elementBytes(std::size_t index, const std::vector<OperatorCase>& cases) {
        return cases[index].outputBytes;
    }

    std::vector<std::string> dataInputs(const OperatorCase& c) const {
        std::vector<std::string> names;
        for (const auto id : c.nodes) {
            for (const auto input : m_graph.node(id).inputs) {
                if (!input.isValid() || isConstant(m_graph, input) || isResultOf(input, c))
                    continue;
                if (m_graph.tensorType(input).shape && m_graph.tensorType(input).shape->size() == 4)
                    names.push_back(m_graph.value(input).name);
            }
        }
        return names;
    }

    bool passesLayout(const OperatorCase& c) const {
        if (c.nodes.empty() || c.dtype != ElementType::Float)
            return false;
        const Node& node = m_graph.node(c.nodes.front());
        if (node.is("Sigmoid") && c.members.size() > 1)
            return false; // the fused form has no blocked kernel
        return isElementwise(node) || (node.is("Concat") && node.intAttribute("axis", 0) == 1) ||
               (node.is("BatchNormalization"));
    }

    static OperatorCase reorder(const char* type, const std::string& value, double bytes) {
        OperatorCase c;
        c.key = value + "/" + type;
        c.opType = type;
        c.family = "transpose";
        c.inputBytes = c.outputBytes = bytes;
        c.members = {type};
        return c;
    }

    const Graph& m_graph;
    const LoweringOptions& m_options;
    Lowered m_result;
    std::set<NodeId> m_absorbed, m_constant, m_groups;
};

} // namespace

Lowered lower(const ir::Graph& graph, const LoweringOptions& options) {
    return Lowering(graph, options).run();
}

} // namespace metainfer::prediction
