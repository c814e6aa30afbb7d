// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading and building graphs: values, nodes, uses, names and the links between nested graphs.
#include "ir/graph.h"

#include <algorithm>
#include <cassert>

namespace metainfer::ir {

// ---- Reading ----

std::vector<ValueId> Graph::values() const {
    std::vector<ValueId> ids;
    ids.reserve(m_values.size());
    for (std::size_t i = 0; i < m_values.size(); ++i)
        if (m_values[i])
            ids.emplace_back(i);
    return ids;
}

ValueId Graph::find(std::string_view valueName) const {
    const auto found = m_byName.find(valueName);
    return found == m_byName.end() ? ValueId{} : found->second;
}

const Node* Graph::producer(ValueId id) const {
    if (!id || !value(id).producer)
        return nullptr;
    return &node(value(id).producer);
}

const Node* Graph::soleConsumer(ValueId id) const {
    if (!id)
        return nullptr;
    const Value& read = value(id);
    if (read.isOutput || read.uses.size() != 1 || read.uses.front().index == Use::kCapture)
        return nullptr;
    return &node(read.uses.front().node);
}

const TensorData* Graph::constant(ValueId id) const {
    if (!id)
        return nullptr;
    const Value& read = value(id);
    if (read.captured && m_parent)
        return m_parent->constant(read.captured);
    return read.isConstant() ? &*read.constant : nullptr;
}

const TensorType& Graph::tensorType(ValueId id) const {
    static const TensorType kUnknown;
    if (!id)
        return kUnknown;
    const Value& read = value(id);
    if (read.captured && m_parent && read.type.kind == ValueKind::Unknown)
        return m_parent->tensorType(read.captured);
    return read.type.tensor;
}

// ---- Building ----

ValueId Graph::newValue(std::string valueName, ValueType type) {
    if (valueName.empty())
        valueName = freshName("v");
    else if (m_byName.contains(valueName))
        valueName = freshName(valueName);
    auto made = std::make_unique<Value>();
    made->id = ValueId(m_values.size());
    made->name = std::move(valueName);
    made->type = std::move(type);
    m_byName.emplace(made->name, made->id);
    m_values.push_back(std::move(made));
    return m_values.back()->id;
}

ValueId Graph::addInput(std::string valueName, ValueType type) {
    const ValueId id = newValue(std::move(valueName), std::move(type));
    value(id).isInput = true;
    m_inputs.push_back(id);
    return id;
}

ValueId Graph::addConstant(std::string valueName, TensorData data) {
    Shape shape;
    for (const std::int64_t dim : data.dims())
        shape.push_back(Dim::known(dim));
    const ValueId id =
        newValue(std::move(valueName), ValueType::ofTensor(data.type(), std::move(shape)));
    value(id).constant = std::move(data);
    return id;
}

ValueId Graph::addValue(std::string valueName, ValueType type) {
    return newValue(std::move(valueName), std::move(type));
}

ValueId Graph::addCapture(ValueId outer, std::string valueName, ValueType type) {
    const ValueId id = newValue(std::move(valueName), std::move(type));
    value(id).captured = outer;
    if (m_parent && m_parentNode && m_parent->contains(m_parentNode)) {
        m_parent->addUse(outer, {m_parentNode, Use::kCapture});
        m_parent->touched();
    }
    return id;
}

void Graph::setOutputs(std::vector<ValueId> ids) {
    for (const ValueId id : m_outputs)
        if (contains(id))
            value(id).isOutput = false;
    m_outputs = std::move(ids);
    for (const ValueId id : m_outputs)
        value(id).isOutput = true;
}

void Graph::setInputs(std::vector<ValueId> ids) {
    for (const ValueId id : m_inputs)
        if (contains(id))
            value(id).isInput = false;
    m_inputs = std::move(ids);
    for (const ValueId id : m_inputs)
        value(id).isInput = true;
}

NodeId Graph::addNode(Node added) {
    const NodeId id(m_nodes.size());
    added.id = id;
    std::sort(added.origins.begin(), added.origins.end());
    added.origins.erase(std::unique(added.origins.begin(), added.origins.end()),
                        added.origins.end());
    m_nodes.push_back(std::make_unique<Node>(std::move(added)));
    const Node& made = *m_nodes.back();
    for (std::size_t i = 0; i < made.inputs.size(); ++i)
        if (made.inputs[i])
            addUse(made.inputs[i], {id, static_cast<int>(i)});
    for (std::size_t i = 0; i < made.outputs.size(); ++i) {
        if (!made.outputs[i])
            continue;
        Value& output = value(made.outputs[i]);
        assert(!output.producer && !output.isInput && !output.constant && !output.captured);
        output.producer = id;
        output.producerOutput = static_cast<int>(i);
    }
    ++m_nodeCount;
    if (!m_nodeNames.empty() && !made.name.empty())
        m_nodeNames.insert(made.name);
    linkSubgraphs(id);
    touched();
    return id;
}

// ---- Uses and nesting ----

void Graph::addUse(ValueId id, Use use) {
    value(id).uses.push_back(use);
}

void Graph::dropUse(ValueId id, Use use) {
    std::vector<Use>& uses = value(id).uses;
    // The latest is the likeliest: graphs are taken apart from their ends.
    const auto found = std::find(uses.rbegin(), uses.rend(), use);
    assert(found != uses.rend());
    if (found != uses.rend())
        uses.erase(std::next(found).base());
}

void Graph::dropInputUses(const Node& user) {
    for (std::size_t i = 0; i < user.inputs.size(); ++i)
        if (user.inputs[i])
            dropUse(user.inputs[i], {user.id, static_cast<int>(i)});
}

void Graph::setParent(Graph* graph, NodeId id) {
    m_parent = graph;
    m_parentNode = id;
    if (!graph || !id)
        return;
    const auto place = std::lower_bound(graph->m_holders.begin(), graph->m_holders.end(), id);
    if (place == graph->m_holders.end() || *place != id)
        graph->m_holders.insert(place, id);
}

void Graph::linkSubgraphs(NodeId id) {
    for (Attribute& attribute : node(id).attributes)
        for (const auto& subgraph : attribute.graphs) {
            subgraph->setParent(this, id);
            for (const auto& inner : subgraph->m_values)
                if (inner && inner->captured)
                    addUse(inner->captured, {id, Use::kCapture});
        }
}

void Graph::unlinkSubgraphs(NodeId id) {
    for (Attribute& attribute : node(id).attributes)
        for (const auto& subgraph : attribute.graphs)
            for (const auto& inner : subgraph->m_values)
                if (inner && inner->captured)
                    dropUse(inner->captured, {id, Use::kCapture});
    std::erase(m_holders, id);
}

// ---- Order ----

const std::vector<NodeId>& Graph::order() const {
    if (!m_orderValid) {
        m_acyclic = sortNodes();
        m_orderValid = true;
    }
    return m_order;
}

bool Graph::isAcyclic() const {
    order();
    return m_acyclic;
}

bool Graph::sortNodes() const {
    std::vector<std::uint32_t> waiting(m_nodes.size(), 0);
    bool sortedAlready = true;
    for (const auto& owned : m_values) {
        if (!owned || !owned->producer)
            continue;
        for (const Use& use : owned->uses) {
            ++waiting[use.node.index];
            sortedAlready &= owned->producer < use.node;
        }
    }
    m_order.clear();
    m_order.reserve(m_nodeCount);
    if (sortedAlready) {
        for (std::size_t i = 0; i < m_nodes.size(); ++i)
            if (m_nodes[i])
                m_order.emplace_back(i);
        return true;
    }
    std::vector<NodeId> ready; // a heap with the lowest id on top
    const auto later = std::greater<NodeId>{};
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        if (m_nodes[i] && waiting[i] == 0)
            ready.emplace_back(i);
    std::make_heap(ready.begin(), ready.end(), later);
    while (!ready.empty()) {
        std::pop_heap(ready.begin(), ready.end(), later);
        const NodeId id = ready.back();
        ready.pop_back();
        m_order.push_back(id);
        for (const ValueId output : node(id).outputs) {
            if (!output)
                continue;
            for (const Use& use : value(output).uses)
                if (--waiting[use.node.index] == 0) {
                    ready.push_back(use.node);
                    std::push_heap(ready.begin(), ready.end(), later);
                }
        }
    }
    const bool acyclic = m_order.size() == m_nodeCount;
    for (std::size_t i = 0; !acyclic && i < m_nodes.size(); ++i)
        if (m_nodes[i] && waiting[i] != 0)
            m_order.emplace_back(i);
    return acyclic;
}

// ---- Names ----

bool Graph::takenBelow(std::string_view valueName) const {
    for (const NodeId holder : m_holders)
        for (const Attribute& attribute : node(holder).attributes)
            for (const auto& subgraph : attribute.graphs)
                if (subgraph->m_byName.contains(valueName) || subgraph->takenBelow(valueName))
                    return true;
    return false;
}

bool Graph::nameTaken(std::string_view valueName) const {
    for (const Graph* graph = this; graph; graph = graph->m_parent)
        if (graph->m_byName.contains(valueName))
            return true;
    return takenBelow(valueName);
}

std::string Graph::freshName(std::string_view base) const {
    std::string candidate(base.empty() ? "v" : base);
    if (!nameTaken(candidate))
        return candidate;
    const std::string stem = candidate + "_";
    std::uint32_t& suffix = m_nextSuffix[stem];
    do
        candidate = stem + std::to_string(++suffix);
    while (nameTaken(candidate));
    return candidate;
}

std::string Graph::freshNodeName(std::string_view base) const {
    if (m_nodeNames.empty())
        for (const auto& owned : m_nodes)
            if (owned && !owned->name.empty())
                m_nodeNames.insert(owned->name);
    std::string candidate(base.empty() ? "node" : base);
    const std::string stem = candidate + "_";
    for (std::uint32_t suffix = 1; !m_nodeNames.insert(candidate).second; ++suffix)
        candidate = stem + std::to_string(suffix);
    return candidate;
}

} // namespace metainfer::ir
