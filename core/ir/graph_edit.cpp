// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Changing graphs: rewiring, removal, renaming and copying.
#include "ir/graph.h"

#include <algorithm>
#include <cassert>

namespace metainfer::ir {

void Graph::setInput(NodeId id, int index, ValueId input) {
    Node& user = node(id);
    const auto place = static_cast<std::size_t>(index);
    assert(place <= user.inputs.size());
    if (place == user.inputs.size())
        user.inputs.emplace_back();
    if (user.inputs[place])
        dropUse(user.inputs[place], {id, index});
    user.inputs[place] = input;
    if (input)
        addUse(input, {id, index});
    touched();
}

void Graph::setInputsOf(NodeId id, std::vector<ValueId> inputs) {
    Node& user = node(id);
    dropInputUses(user);
    user.inputs = std::move(inputs);
    for (std::size_t i = 0; i < user.inputs.size(); ++i)
        if (user.inputs[i])
            addUse(user.inputs[i], {id, static_cast<int>(i)});
    touched();
}

void Graph::moveCapture(Graph& subgraph, ValueId from, ValueId to) {
    const ValueId inner = subgraph.find(value(from).name);
    if (!inner || subgraph.value(inner).captured != from)
        return;
    const std::string& wanted = value(to).name;
    const ValueId existing = subgraph.find(wanted);
    if (existing && existing != inner) {
        if (subgraph.value(existing).captured == to) {
            subgraph.replaceAllUses(inner, existing);
            subgraph.removeValue(inner);
            return;
        }
        subgraph.rename(existing, subgraph.freshName(wanted));
    }
    const NodeId holder = subgraph.m_parentNode;
    dropUse(from, {holder, Use::kCapture});
    addUse(to, {holder, Use::kCapture});
    subgraph.value(inner).captured = to;
    subgraph.value(inner).type = value(to).type;
    subgraph.rename(inner, wanted);
}

/// `from` is a graph output: makes `to`, or a copy of it, the output of that name.
void Graph::handOverOutput(ValueId from, ValueId to) {
    const Value& target = value(to);
    const bool fixedName =
        target.isInput || target.constant || target.isOutput || target.captured || !target.producer;
    const std::string outputName = value(from).name;
    const NodeId maker = value(from).producer;
    rename(from, freshName(outputName + "_replaced"));
    ValueId heir = to;
    if (fixedName) {
        Node identity;
        identity.opType = "Identity";
        identity.name = freshNodeName(outputName + "_identity");
        identity.inputs = {to};
        heir = addValue(outputName, value(from).type);
        identity.outputs = {heir};
        if (const Node* origin = maker ? &node(maker) : producer(to))
            identity.origins = origin->origins;
        addNode(std::move(identity));
    } else {
        rename(to, outputName);
        if (value(to).type.kind == ValueKind::Unknown)
            value(to).type = value(from).type;
    }
    std::replace(m_outputs.begin(), m_outputs.end(), from, heir);
    value(from).isOutput = false;
    value(heir).isOutput = true;
    value(heir).doc = value(from).doc;
    value(heir).metadata = value(from).metadata;
}

void Graph::replaceAllUses(ValueId from, ValueId to) {
    assert(from != to);
    const std::vector<Use> uses = value(from).uses; // a copy: the loop below changes the list
    for (const Use& use : uses) {
        if (use.index != Use::kCapture)
            continue;
        for (const Attribute& attribute : node(use.node).attributes)
            for (const auto& subgraph : attribute.graphs)
                moveCapture(*subgraph, from, to);
    }
    for (const Use& use : uses) {
        if (use.index == Use::kCapture)
            continue;
        node(use.node).inputs[static_cast<std::size_t>(use.index)] = to;
        addUse(to, use);
    }
    std::erase_if(value(from).uses, [](const Use& use) { return use.index != Use::kCapture; });
    if (value(from).isOutput)
        handOverOutput(from, to);
    touched();
}

void Graph::removeNode(NodeId id) {
    const Node& gone = node(id);
    for ([[maybe_unused]] const ValueId output : gone.outputs)
        assert(!output || (value(output).uses.empty() && !value(output).isOutput));
    dropInputUses(gone);
    unlinkSubgraphs(id);
    const std::vector<ValueId> outputs = gone.outputs;
    for (const ValueId output : outputs) {
        if (!output)
            continue;
        m_byName.erase(value(output).name);
        m_values[output.index].reset();
    }
    m_nodes[id.index].reset();
    --m_nodeCount;
    touched();
}

void Graph::removeValue(ValueId id) {
    Value& gone = value(id);
    assert(gone.uses.empty() && !gone.producer && !gone.isOutput);
    if (gone.captured && m_parent && m_parent->contains(m_parentNode))
        m_parent->dropUse(gone.captured, {m_parentNode, Use::kCapture});
    if (gone.isInput)
        std::erase(m_inputs, id);
    std::erase_if(sparseInitializers,
                  [&](const SparseTensorData& sparse) { return sparse.name == gone.name; });
    m_byName.erase(gone.name);
    m_values[id.index].reset();
}

std::size_t Graph::removeDead() {
    std::size_t removed = 0;
    const std::vector<NodeId> nodes = order();
    for (auto id = nodes.rbegin(); id != nodes.rend(); ++id) {
        const Node& candidate = node(*id);
        const bool read =
            candidate.outputs.empty() ||
            std::any_of(candidate.outputs.begin(), candidate.outputs.end(), [&](ValueId output) {
                return output && (value(output).isOutput || !value(output).uses.empty());
            });
        if (!read) {
            removeNode(*id);
            ++removed;
            continue;
        }
        for (const Attribute& attribute : candidate.attributes)
            for (const auto& subgraph : attribute.graphs)
                removed += subgraph->removeDead();
    }
    for (const auto& owned : m_values)
        if (owned && owned->uses.empty() && !owned->producer && !owned->isInput && !owned->isOutput)
            removeValue(owned->id);
    return removed;
}

void Graph::rename(ValueId id, std::string valueName) {
    Value& renamed = value(id);
    if (renamed.name == valueName)
        return;
    if (valueName.empty() || m_byName.contains(valueName))
        valueName = freshName(valueName);
    const std::string before = std::exchange(renamed.name, valueName);
    m_byName.erase(before);
    m_byName.emplace(valueName, id);
    for (SparseTensorData& sparse : sparseInitializers)
        if (sparse.name == before)
            sparse.name = valueName;
    for (const Use& use : renamed.uses) {
        if (use.index != Use::kCapture)
            continue;
        for (const Attribute& attribute : node(use.node).attributes)
            for (const auto& subgraph : attribute.graphs) {
                const ValueId inner = subgraph->find(before);
                if (!inner || subgraph->value(inner).captured != id)
                    continue;
                // A local value of the new name would hide the captured one.
                if (const ValueId hiding = subgraph->find(valueName))
                    subgraph->rename(hiding, subgraph->freshName(valueName));
                subgraph->rename(inner, valueName);
            }
    }
}

std::unique_ptr<Graph> Graph::clone() const {
    auto copy = std::make_unique<Graph>();
    copy->name = name;
    copy->doc = doc;
    copy->metadata = metadata;
    copy->sparseInitializers = sparseInitializers;
    copy->quantizationAnnotations = quantizationAnnotations;
    copy->unknownFields = unknownFields;
    copy->m_nodes.reserve(m_nodes.size());
    for (const auto& owned : m_nodes) {
        copy->m_nodes.push_back(owned ? std::make_unique<Node>(*owned) : nullptr);
        if (!owned)
            continue;
        for (Attribute& attribute : copy->m_nodes.back()->attributes)
            for (auto& subgraph : attribute.graphs) {
                subgraph = subgraph->clone();
                subgraph->m_parent = copy.get();
                subgraph->m_parentNode = owned->id;
            }
    }
    copy->m_values.reserve(m_values.size());
    for (const auto& owned : m_values)
        copy->m_values.push_back(owned ? std::make_unique<Value>(*owned) : nullptr);
    copy->m_inputs = m_inputs;
    copy->m_outputs = m_outputs;
    copy->m_byName = m_byName;
    copy->m_holders = m_holders;
    copy->m_nodeCount = m_nodeCount;
    copy->m_order = m_order;
    copy->m_orderValid = m_orderValid;
    copy->m_acyclic = m_acyclic;
    return copy;
}

} // namespace metainfer::ir
