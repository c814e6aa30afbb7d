// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Lifetimes by one walk over the schedule, the peak by a sweep over their ends.
#include "features/lifetimes.h"

#include "ir/operators.h"

#include <algorithm>
#include <limits>

namespace metainfer::features {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

bool isView(const ir::Node& node) {
    return node.domain.empty() &&
           (node.opType == "Reshape" || node.opType == "Flatten" || node.opType == "Squeeze" ||
            node.opType == "Unsqueeze" || node.opType == "Identity" || node.opType == "Dropout");
}

class Walk {
  public:
    Walk(const ir::Graph& graph, std::span<const ir::NodeId> schedule)
        : m_graph(graph)
        , m_schedule(schedule)
        , m_bufferOf(graph.valueCapacity(), kNone)
        , m_inner(schedule.size(), 0) {}

    Lifetimes run() {
        for (const ir::ValueId input : m_graph.inputs())
            if (!m_graph.value(input).constant)
                open(input, 0);
        for (std::size_t at = 0; at < m_schedule.size(); ++at)
            visit(m_graph.node(m_schedule[at]), at);
        const std::size_t end = m_schedule.empty() ? 0 : m_schedule.size() - 1;
        for (const ir::ValueId output : m_graph.outputs())
            touch(output, end);
        sweep();
        return std::move(m_found);
    }

  private:
    void open(ir::ValueId id, std::size_t at) {
        const ir::Value& value = m_graph.value(id);
        const auto count = value.type.tensor.elementCount();
        std::uint64_t bytes = 0;
        if (count && value.type.isTensor())
            bytes = packedBytes(value.type.tensor.element, static_cast<std::uint64_t>(*count));
        else
            ++m_found.unknown;
        m_bufferOf[id.index] = m_found.tensors.size();
        m_found.tensors.push_back({id, value.name, bytes, at, at});
    }

    void touch(ir::ValueId id, std::size_t at) {
        if (id.isValid() && m_bufferOf[id.index] != kNone)
            m_found.tensors[m_bufferOf[id.index]].last =
                std::max(m_found.tensors[m_bufferOf[id.index]].last, at);
    }

    void visit(const ir::Node& node, std::size_t at) {
        for (const ir::ValueId input : node.inputs)
            touch(input, at);
        for (const ir::Attribute& attribute : node.attributes)
            for (const auto& subgraph : attribute.graphs)
                inside(*subgraph, at);
        for (std::size_t i = 0; i < node.outputs.size(); ++i) {
            const ir::ValueId output = node.outputs[i];
            if (!output.isValid())
                continue;
            const bool shares = i == 0 && isView(node) && !node.inputs.empty() &&
                                node.inputs[0].isValid() &&
                                m_bufferOf[node.inputs[0].index] != kNone;
            if (shares)
                m_bufferOf[output.index] = m_bufferOf[node.inputs[0].index];
            else if (!(node.is("Constant")))
                open(output, at);
        }
    }

    void inside(const ir::Graph& subgraph, std::size_t at) {
        const Lifetimes inner = tensorLifetimes(subgraph);
        m_inner[at] = std::max(m_inner[at], inner.peakBytes);
        m_found.unknown += inner.unknown;
        for (const ir::ValueId id : subgraph.values())
            if (const ir::ValueId outer = subgraph.value(id).captured; outer.isValid())
                touch(outer, at);
    }

    void sweep() {
        std::vector<std::uint64_t> begins(m_schedule.size() + 1, 0);
        std::vector<std::uint64_t> ends(m_schedule.size() + 1, 0);
        for (const TensorLifetime& tensor : m_found.tensors) {
            begins[tensor.first] += tensor.bytes;
            ends[tensor.last] += tensor.bytes;
        }
        std::uint64_t alive = 0;
        for (std::size_t at = 0; at < m_schedule.size(); ++at) {
            alive += begins[at];
            if (alive + m_inner[at] > m_found.peakBytes) {
                m_found.peakBytes = alive + m_inner[at];
                m_found.peakPosition = at;
            }
            alive -= ends[at];
        }
        if (m_schedule.empty())
            return;
        for (const ir::ValueId output : m_graph.node(m_schedule[m_found.peakPosition]).outputs)
            if (output.isValid() && m_found.peakNode.empty())
                m_found.peakNode = m_graph.value(output).name;
        for (std::size_t i = 0; i < m_found.tensors.size(); ++i)
            if (m_found.tensors[i].first <= m_found.peakPosition &&
                m_found.tensors[i].last >= m_found.peakPosition && m_found.tensors[i].bytes > 0)
                m_found.atPeak.push_back(i);
        std::stable_sort(m_found.atPeak.begin(), m_found.atPeak.end(), [&](auto a, auto b) {
            return m_found.tensors[a].bytes > m_found.tensors[b].bytes;
        });
    }

    const ir::Graph& m_graph;
    std::span<const ir::NodeId> m_schedule;
    std::vector<std::size_t> m_bufferOf;
    std::vector<std::uint64_t> m_inner; ///< peak inside the subgraphs of the node at a position
    Lifetimes m_found;
};

} // namespace

Lifetimes tensorLifetimes(const ir::Graph& graph, std::span<const ir::NodeId> schedule) {
    return Walk(graph, schedule.empty() ? std::span(graph.order()) : schedule).run();
}

} // namespace metainfer::features
