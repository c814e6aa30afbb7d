// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The checks of every invariant, graph by graph.
#include "ir/verifier.h"

#include <fmt/format.h>

namespace metainfer::ir {
namespace {

class GraphVerifier {
  public:
    GraphVerifier(const Graph& graph, const std::string& path)
        : m_graph(graph)
        , m_where(path.empty() ? "main graph" : "graph '" + path + "'") {}

    Status run() {
        for (const ValueId id : m_graph.values())
            MI_CHECK(value(m_graph.value(id)));
        std::size_t nodes = 0;
        for (std::size_t i = 0; i < m_graph.nodeCapacity(); ++i)
            if (m_graph.contains(NodeId(i))) {
                MI_CHECK(node(m_graph.node(NodeId(i))));
                ++nodes;
            }
        if (nodes != m_graph.nodeCount())
            return broken(
                fmt::format("{} nodes are counted, {} exist", m_graph.nodeCount(), nodes));
        MI_CHECK(interface(m_graph.inputs(), "input", [](const Value& v) { return v.isInput; }));
        MI_CHECK(interface(m_graph.outputs(), "output", [](const Value& v) { return v.isOutput; }));
        if (!m_graph.isAcyclic())
            return broken("node " + label(m_graph.node(m_graph.order().back())) +
                          " depends on its own result");
        return {};
    }

  private:
    Status broken(const std::string& what) const {
        return fail(ErrorCode::Internal, m_where + ": " + what);
    }
    static std::string label(const Node& node) {
        return fmt::format("'{}' ({})", nodeLabel(node), node.opType);
    }

    template <typename Flag>
    Status interface(const std::vector<ValueId>& ids, std::string_view what, Flag flag) const {
        std::size_t flagged = 0;
        for (const ValueId id : m_graph.values())
            flagged += flag(m_graph.value(id));
        std::set<ValueId> seen;
        for (const ValueId id : ids) {
            if (!m_graph.contains(id))
                return broken(fmt::format("an {} names a value that is gone", what));
            if (!flag(m_graph.value(id)))
                return broken(
                    fmt::format("{} '{}' is not marked as one", what, m_graph.value(id).name));
            seen.insert(id);
        }
        if (flagged != seen.size())
            return broken(fmt::format("{} values are marked as {}, {} are listed", flagged, what,
                                      seen.size()));
        return {};
    }

    Status value(const Value& value) const {
        const auto bad = [&](std::string_view what) {
            return broken(fmt::format("value '{}': {}", value.name, what));
        };
        if (value.name.empty())
            return bad("has no name");
        if (m_graph.find(value.name) != value.id)
            return bad("is not found by its name: names must be unique");
        const int sources = value.producer.isValid() + value.captured.isValid() +
                            (value.isInput || value.constant.has_value());
        if (sources > 1)
            return bad("has more than one source");
        if (sources == 0 && !isSparse(value))
            return bad("is produced by nothing");
        if (value.producer) {
            if (!m_graph.contains(value.producer))
                return bad("its producer is gone");
            const Node& maker = m_graph.node(value.producer);
            const auto index = static_cast<std::size_t>(value.producerOutput);
            if (index >= maker.outputs.size() || maker.outputs[index] != value.id)
                return bad("its producer does not list it");
        }
        if (value.captured)
            MI_CHECK(capture(value));
        if (value.constant)
            MI_CHECK(constant(value));
        return uses(value);
    }

    bool isSparse(const Value& value) const {
        const auto& all = m_graph.sparseInitializers;
        return std::any_of(all.begin(), all.end(), [&](const SparseTensorData& sparse) {
            return sparse.name == value.name;
        });
    }

    Status capture(const Value& value) const {
        const Graph* outer = m_graph.parent();
        if (!outer || !outer->contains(value.captured))
            return broken(fmt::format("value '{}' captures a value that is gone", value.name));
        const Value& source = outer->value(value.captured);
        if (source.name != value.name)
            return broken(fmt::format("value '{}' captures '{}': the names must be the same",
                                      value.name, source.name));
        return {};
    }

    Status constant(const Value& value) const {
        const TensorData& data = *value.constant;
        const std::int64_t count = data.elementCount();
        if (count < 0)
            return broken(fmt::format("constant '{}' has negative dimensions", value.name));
        const auto elements = static_cast<std::uint64_t>(count);
        if (data.type() == ElementType::String && data.strings().size() != elements)
            return broken(fmt::format("constant '{}' has {} strings, its dimensions take {}",
                                      value.name, data.strings().size(), elements));
        const std::uint64_t needed = packedBytes(data.type(), elements);
        if (elementBits(data.type()) != 0 && data.byteSize() != needed)
            return broken(fmt::format("constant '{}' has {} bytes, its type and dimensions take {}",
                                      value.name, data.byteSize(), needed));
        if (!value.isInput && value.type.tensor.element != data.type())
            return broken(fmt::format("constant '{}' is declared {} but holds {}", value.name,
                                      elementTypeName(value.type.tensor.element),
                                      elementTypeName(data.type())));
        if (!value.isInput && value.type.tensor.dims() != data.dims())
            return broken(fmt::format("constant '{}' is declared {} but holds [{}]", value.name,
                                      value.type.tensor.text(), fmt::join(data.dims(), ",")));
        return {};
    }

    Status uses(const Value& value) const {
        std::size_t captures = 0, found = 0;
        for (const Use& use : value.uses) {
            if (!m_graph.contains(use.node))
                return broken(fmt::format("value '{}' is used by a node that is gone", value.name));
            if (use.index == Use::kCapture) {
                ++captures;
                continue;
            }
            const Node& user = m_graph.node(use.node);
            const auto index = static_cast<std::size_t>(use.index);
            if (index >= user.inputs.size() || user.inputs[index] != value.id)
                return broken(fmt::format("value '{}' lists node {} as reader, which does not "
                                          "read it there",
                                          value.name, label(user)));
        }
        if (captures == 0)
            return {};
        std::set<NodeId> holders;
        for (const Use& use : value.uses)
            if (use.index == Use::kCapture && holders.insert(use.node).second)
                for (const Attribute& attribute : m_graph.node(use.node).attributes)
                    for (const auto& subgraph : attribute.graphs) {
                        const ValueId inner = subgraph->find(value.name);
                        found += inner && subgraph->value(inner).captured == value.id;
                    }
        if (found != captures)
            return broken(
                fmt::format("value '{}' lists {} captures, {} exist", value.name, captures, found));
        return {};
    }

    Status node(const Node& node) const {
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const ValueId id = node.inputs[i];
            if (!id)
                continue;
            if (!m_graph.contains(id))
                return broken(fmt::format("input {} of node {} is gone", i, label(node)));
            // The last reader is looked for first; long lists are walked once by uses().
            const auto& uses = m_graph.value(id).uses;
            const Use wanted{node.id, static_cast<int>(i)};
            if (uses.size() <= kFewUses &&
                std::find(uses.begin(), uses.end(), wanted) == uses.end())
                return broken(fmt::format("input {} of node {}, '{}', does not list it as reader",
                                          i, label(node), m_graph.value(id).name));
        }
        for (const ValueId id : node.outputs)
            if (id && (!m_graph.contains(id) || m_graph.value(id).producer != node.id))
                return broken("an output of node " + label(node) + " has another producer");
        if (node.opType.empty())
            return broken("node " + label(node) + " has no operator type");
        for (const Attribute& attribute : node.attributes)
            for (const auto& subgraph : attribute.graphs)
                if (subgraph->parent() != &m_graph || subgraph->parentNode() != node.id)
                    return broken("a subgraph of node " + label(node) + " has another parent");
        return {};
    }

    static constexpr std::size_t kFewUses = 64;
    const Graph& m_graph;
    std::string m_where;
};

} // namespace

Status verify(const Model& model) {
    if (!model.graph)
        return fail(ErrorCode::Internal, "the model has no graph");
    Status status;
    forEachGraph(model, [&](const Graph& graph, const std::string& path) {
        if (status)
            status = GraphVerifier(graph, path).run();
    });
    return status;
}

} // namespace metainfer::ir
