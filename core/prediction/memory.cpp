// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Lifetimes of tensors over the order of execution.
#include "prediction/memory.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

namespace metainfer::prediction {
namespace {

using ir::Graph;
using ir::Node;
using ir::ValueId;

bool isView(const Node& node) {
    return node.is("Reshape") || node.is("Flatten") || node.is("Squeeze") || node.is("Unsqueeze") ||
           node.is("Identity") || node.is("Dropout");
}

/// May write its result over its first input when nobody else reads that.
bool isInPlace(const Node& node) {
    return node.domain.empty() &&
           (node.is("Relu") || node.is("Clip") || node.is("Sigmoid") || node.is("Tanh") ||
            node.is("Add") || node.is("Mul") || node.is("Sub") || node.is("LeakyRelu") ||
            node.is("HardSwish") || node.is("HardSigmoid") || node.is("Erf"));
}

class Lifetimes {
  public:
    Lifetimes(const Graph& graph, MemoryEstimate& estimate)
        : m_graph(graph)
        , m_estimate(estimate) {}

    /// Peak bytes of activations, inputs and outputs included; subgraphs run inside their node.
    std::uint64_t run() {
        std::uint64_t alive = 0, peak = 0;
        const auto& order = m_graph.order();
        for (std::size_t i = 0; i < order.size(); ++i)
            recordUses(m_graph.node(order[i]), i);
        for (const auto output : m_graph.outputs())
            m_lastUse[rootOf(output).index] = order.size();
        for (const auto input : m_graph.inputs())
            if (!m_graph.value(input).isConstant())
                alive += allocate(input);
        peak = alive;
        for (std::size_t i = 0; i < order.size(); ++i) {
            const Node& node = m_graph.node(order[i]);
            std::uint64_t inner = 0;
            for (const auto& attribute : node.attributes)
                for (const auto& graph : attribute.graphs)
                    inner = std::max(inner, Lifetimes(*graph, m_estimate).run());
            for (const auto output : node.outputs)
                if (output.isValid() && !(rootOf(output) != output))
                    alive += allocate(output);
            if (alive + inner > peak) {
                peak = alive + inner;
                m_estimate.peakAt = node.outputs.empty() || !node.outputs[0].isValid()
                                        ? node.name
                                        : m_graph.value(node.outputs[0]).name;
            }
            alive -= release(node, i);
        }
        return peak;
    }

  private:
    /// The value whose buffer `id` shares.
    ValueId rootOf(ValueId id) const {
        const auto it = m_alias.find(id.index);
        return it == m_alias.end() ? id : it->second;
    }

    void recordUses(const Node& node, std::size_t position) {
        if (isView(node) && !node.inputs.empty() && node.inputs[0].isValid() &&
            !node.outputs.empty() && node.outputs[0].isValid())
            m_alias[node.outputs[0].index] = rootOf(node.inputs[0]);
        else if (isInPlace(node) && canOverwrite(node))
            m_alias[node.outputs[0].index] = rootOf(node.inputs[0]);
        for (const auto input : node.inputs)
            if (input.isValid())
                m_lastUse[rootOf(input).index] = position;
        for (const auto output : node.outputs)
            if (output.isValid())
                m_lastUse.try_emplace(rootOf(output).index, position);
    }

    bool canOverwrite(const Node& node) const {
        const auto in = node.inputs.empty() ? ValueId() : node.inputs[0];
        if (!in.isValid() || node.outputs.empty() || m_graph.value(in).isInput ||
            m_graph.value(in).isConstant())
            return false;
        return m_graph.value(in).uses.size() == 1 && !m_graph.value(in).isOutput &&
               m_graph.tensorType(in) == m_graph.tensorType(node.outputs[0]) && rootOf(in) == in;
    }

    std::uint64_t bytesOf(ValueId id) const {
        const auto& type = m_graph.tensorType(id);
        const auto count = type.elementCount();
        if (!count || elementBits(type.element) == 0) {
            if (m_graph.value(id).type.kind != ir::ValueKind::Unknown ||
                type.element != ElementType::Undefined)
                m_estimate.complete = m_estimate.complete && type.element == ElementType::String;
            else
                m_estimate.complete = false;
            return 0;
        }
        return packedBytes(type.element, static_cast<std::uint64_t>(*count));
    }

    std::uint64_t allocate(ValueId id) {
        const auto bytes = bytesOf(id);
        m_bytes[id.index] = bytes;
        return bytes;
    }

    std::uint64_t release(const Node& node, std::size_t position) {
        std::uint64_t freed = 0;
        std::set<std::uint32_t> done;
        const auto consider = [&](ValueId id) {
            if (!id.isValid())
                return;
            const auto root = rootOf(id).index;
            const auto bytes = m_bytes.find(root);
            if (bytes == m_bytes.end() || m_lastUse[root] != position || !done.insert(root).second)
                return;
            freed += bytes->second;
            m_bytes.erase(bytes);
        };
        for (const auto input : node.inputs)
            consider(input);
        for (const auto output : node.outputs)
            consider(output);
        return freed;
    }

    const Graph& m_graph;
    MemoryEstimate& m_estimate;
    std::unordered_map<std::uint32_t, ValueId> m_alias;
    std::unordered_map<std::uint32_t, std::size_t> m_lastUse;
    std::unordered_map<std::uint32_t, std::uint64_t> m_bytes;
};

} // namespace

MemoryEstimate estimateMemory(const ir::Model& model, const SessionOptions& session) {
    MemoryEstimate estimate;
    ir::forEachGraph(model, [&](const Graph& graph, const std::string&) {
        for (const auto id : graph.values()) {
            const auto& value = graph.value(id);
            if (!value.constant)
                continue;
            const auto bytes = value.constant->byteSize();
            estimate.weights += bytes;
            // Kernels of convolution and matmul keep a second copy in their own order.
            if (session.prepacking && bytes > 4096 && value.constant->dims().size() >= 2)
                estimate.prepacked += bytes;
        }
    });
    estimate.peakActivations = Lifetimes(*model.graph, estimate).run();
    return estimate;
}

} // namespace metainfer::prediction
