// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Items and tensors of a diagram from all graphs of a model.
#include "drawing/diagram_builder.h"

#include <algorithm>

namespace metainfer::drawing {
namespace {

std::string scopeOf(const std::string& name) {
    const auto slash = name.rfind('/');
    return slash == std::string::npos ? std::string() : name.substr(0, slash);
}

/// A Constant node whose value can be shown in its readers.
bool isConstantNode(const ir::Node& node) {
    return node.is("Constant") && node.outputs.size() == 1;
}

std::string typeText(const ir::Value& value) {
    if (value.type.kind == ir::ValueKind::Tensor) {
        const ir::TensorType& type = value.type.tensor;
        return type.element == ElementType::Undefined && !type.shape ? std::string() : type.text();
    }
    switch (value.type.kind) {
    case ir::ValueKind::SparseTensor:
        return "sparse tensor";
    case ir::ValueKind::Sequence:
        return "sequence";
    case ir::ValueKind::Map:
        return "map";
    case ir::ValueKind::Optional:
        return "optional";
    default:
        return {};
    }
}

std::string constantType(const ir::TensorData& data) {
    std::string text(elementTypeName(data.type()));
    text += '[';
    for (std::size_t i = 0; i < data.dims().size(); ++i)
        text += (i ? "," : "") + std::to_string(data.dims()[i]);
    return text + ']';
}

} // namespace

ItemId DiagramBuilder::addItem(Item item) {
    m_diagram->m_items.push_back(std::move(item));
    return ItemId(m_diagram->m_items.size() - 1);
}

void DiagramBuilder::addGraph(const ir::Graph& graph, const std::string& path, std::uint32_t outer,
                              GroupId container, ItemId merge) {
    const auto index = static_cast<std::uint32_t>(m_graphs.size());
    m_graphs.push_back({&graph, outer, std::vector<TensorId>(graph.valueCapacity()), merge});
    m_diagram->m_graphPaths.push_back(path);
    m_diagram->m_itemOfNode.emplace_back(graph.nodeCapacity());
    if (index == 0) {
        m_diagram->m_items.reserve(graph.order().size() + graph.inputs().size() +
                                   graph.outputs().size());
        m_diagram->m_tensors.reserve(m_diagram->m_items.capacity());
    }
    std::vector<Unit> units;
    addInputs(index, units);
    addConstantOutputs(index, units);
    for (const ir::NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        if (isConstantNode(node) && !graph.value(node.outputs[0]).isOutput &&
            node.attribute("value"))
            continue;
        units.push_back(addNode(index, node, container));
        if (m_cancel.isCancelled())
            return;
    }
    if (!merge.isValid())
        addOutputs(index, units);
    m_containers.emplace_back(container, std::move(units));
}

void DiagramBuilder::addInputs(std::uint32_t graphIndex, std::vector<Unit>& units) {
    const ir::Graph& graph = *m_graphs[graphIndex].graph;
    for (const ir::ValueId id : graph.inputs()) {
        Item item;
        item.kind = ItemKind::Input;
        item.type = "Input";
        item.name = graph.value(id).name;
        item.graph = graphIndex;
        item.value = id;
        const ItemId added = addItem(std::move(item));
        m_graphs[graphIndex].tensorOfValue[id.index] = addTensor(graphIndex, id, added);
        units.push_back({{{}, added}, {}});
    }
}

void DiagramBuilder::addConstantOutputs(std::uint32_t graphIndex, std::vector<Unit>& units) {
    const ir::Graph& graph = *m_graphs[graphIndex].graph;
    for (const ir::ValueId id : graph.outputs()) {
        if (!id.isValid() || !graph.contains(id) || !graph.value(id).isConstant() ||
            m_graphs[graphIndex].tensorOfValue[id.index].isValid())
            continue;
        Item item;
        item.kind = ItemKind::Constant;
        item.type = "Constant";
        item.name = graph.value(id).name;
        item.graph = graphIndex;
        item.value = id;
        const ItemId added = addItem(std::move(item));
        m_graphs[graphIndex].tensorOfValue[id.index] = addTensor(graphIndex, id, added);
        units.push_back({{{}, added}, {}});
    }
}

void DiagramBuilder::addOutputs(std::uint32_t graphIndex, std::vector<Unit>& units) {
    const ir::Graph& graph = *m_graphs[graphIndex].graph;
    for (const ir::ValueId id : graph.outputs()) {
        if (!id.isValid() || !graph.contains(id))
            continue;
        Item item;
        item.kind = ItemKind::Output;
        item.type = "Output";
        item.name = graph.value(id).name;
        item.graph = graphIndex;
        item.value = id;
        units.push_back({{{}, addItem(std::move(item))}, {}});
    }
}

DiagramBuilder::Unit DiagramBuilder::addNode(std::uint32_t graphIndex, const ir::Node& node,
                                             GroupId container) {
    Item item;
    item.type = node.opType;
    item.domain = node.domain;
    item.name = node.name;
    item.attributes = attributeSummary(node);
    item.graph = graphIndex;
    item.node = node.id;
    item.origins = node.origins;
    const ItemId id = addItem(std::move(item));
    m_diagram->m_itemOfNode[graphIndex][node.id.index] = id;
    std::string scope = m_options.scopes ? scopeOf(node.name) : std::string();
    if (node.hasSubgraphs())
        return {{addControlFlow(graphIndex, node, id, container), {}}, std::move(scope)};
    addOutputTensors(graphIndex, node, id);
    return {{{}, id}, std::move(scope)};
}

GroupId DiagramBuilder::addControlFlow(std::uint32_t graphIndex, const ir::Node& node, ItemId head,
                                       GroupId container) {
    const std::string label = ir::nodeLabel(node);
    const std::string outerPath = m_diagram->m_graphPaths[graphIndex];
    const GroupId group = addDraft(GroupKind::ControlFlow, container, label, label);
    m_drafts[group.index].group.head = head;
    m_drafts[group.index].children.push_back({{}, head});
    Item merge;
    merge.kind = ItemKind::Merge;
    merge.type = "end " + node.opType;
    merge.name = node.name;
    merge.graph = graphIndex;
    merge.node = node.id;
    // Numbered after the bodies so that it stays last.
    const ItemId mergeId = addItem(std::move(merge));
    addOutputTensors(graphIndex, node, mergeId);
    // Files often have them sorted by name; one reads what happens if so, then what else.
    std::vector<const ir::Attribute*> bodies;
    for (const ir::Attribute& attribute : node.attributes)
        bodies.push_back(&attribute);
    std::stable_partition(bodies.begin(), bodies.end(), [](const ir::Attribute* attribute) {
        return attribute->name != "else_branch";
    });
    for (const ir::Attribute* attribute : bodies)
        for (std::size_t i = 0; i < attribute->graphs.size(); ++i) {
            const std::string name = attribute->graphs.size() > 1
                                         ? attribute->name + std::to_string(i)
                                         : attribute->name;
            const std::string path =
                (outerPath.empty() ? "" : outerPath + "/") + label + "/" + name;
            const GroupId body = addDraft(GroupKind::Body, group, name, name);
            m_drafts[group.index].children.push_back({body, {}});
            m_bodies.emplace_back(head, static_cast<std::uint32_t>(m_graphs.size()));
            addGraph(*attribute->graphs[i], path, graphIndex, body, mergeId);
        }
    m_drafts[group.index].children.push_back({{}, mergeId});
    return group;
}

void DiagramBuilder::addOutputTensors(std::uint32_t graphIndex, const ir::Node& node,
                                      ItemId producer) {
    for (const ir::ValueId id : node.outputs)
        if (id.isValid())
            m_graphs[graphIndex].tensorOfValue[id.index] = addTensor(graphIndex, id, producer);
}

TensorId DiagramBuilder::addTensor(std::uint32_t graphIndex, ir::ValueId value, ItemId producer) {
    const ir::Value& source = m_graphs[graphIndex].graph->value(value);
    Tensor tensor;
    tensor.name = source.name;
    if (source.constant && !source.isInput) {
        tensor.type = constantType(*source.constant);
        tensor.element = source.constant->type();
    } else {
        tensor.type = typeText(source);
        tensor.element = source.type.tensor.element;
    }
    tensor.producer = producer;
    tensor.graph = graphIndex;
    tensor.value = value;
    m_diagram->m_tensors.push_back(std::move(tensor));
    return TensorId(m_diagram->m_tensors.size() - 1);
}

TensorId DiagramBuilder::tensorOf(std::uint32_t graphIndex, ir::ValueId value) const {
    for (;;) {
        const GraphState& state = m_graphs[graphIndex];
        if (!value.isValid() || !state.graph->contains(value))
            return {};
        const TensorId found = state.tensorOfValue[value.index];
        const ir::ValueId outer = state.graph->value(value).captured;
        if (found.isValid() || !outer.isValid() || graphIndex == 0)
            return found;
        value = outer;
        graphIndex = state.outer;
    }
}

const ir::TensorData* DiagramBuilder::constantOf(std::uint32_t graphIndex,
                                                 ir::ValueId value) const {
    for (;;) {
        const GraphState& state = m_graphs[graphIndex];
        if (!value.isValid() || !state.graph->contains(value))
            return nullptr;
        const ir::Value& at = state.graph->value(value);
        if (at.isConstant())
            return &*at.constant;
        const ir::Node* producer = state.graph->producer(value);
        if (producer && isConstantNode(*producer)) {
            const ir::Attribute* content = producer->attribute("value");
            return content && content->tensors.size() == 1 ? &content->tensors[0] : nullptr;
        }
        if (!at.captured.isValid() || graphIndex == 0)
            return nullptr;
        value = at.captured;
        graphIndex = state.outer;
    }
}

void DiagramBuilder::addUse(TensorId tensor, ItemId item, int input) {
    m_diagram->m_tensors[tensor.index].uses.push_back({item, input});
    m_diagram->m_items[item.index].inputs.push_back(tensor);
}

void DiagramBuilder::addOrder(ItemId before, ItemId after) {
    Tensor order;
    order.producer = before;
    order.isOrder = true;
    m_diagram->m_tensors.push_back(std::move(order));
    addUse(TensorId(m_diagram->m_tensors.size() - 1), after, -1);
}

void DiagramBuilder::linkNode(ItemId id) {
    const Item& item = m_diagram->m_items[id.index];
    const std::uint32_t graphIndex = item.graph;
    const ir::Graph& graph = *m_graphs[graphIndex].graph;
    const ir::Node& node = graph.node(item.node);
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const ir::ValueId value = node.inputs[i];
        if (const TensorId tensor = tensorOf(graphIndex, value); tensor.isValid()) {
            addUse(tensor, id, static_cast<int>(i));
            continue;
        }
        const ir::TensorData* data = constantOf(graphIndex, value);
        if (!data)
            continue;
        Parameter parameter;
        parameter.input = static_cast<int>(i);
        parameter.role = parameterRole(node.opType, node.domain, static_cast<int>(i));
        parameter.name = graph.value(value).name;
        parameter.type = constantType(*data);
        constexpr std::size_t kMaxReads = 20000; // of small constants on disk
        if (!data->isOnDisk() || m_contentsRead++ < kMaxReads)
            parameter.content = contentText(*data);
        parameter.element = data->type();
        parameter.bytes = data->byteSize();
        parameter.value = value;
        m_diagram->m_items[id.index].parameters.push_back(std::move(parameter));
    }
}

void DiagramBuilder::linkOutputs() {
    for (std::uint32_t g = 0; g < m_graphs.size(); ++g) {
        if (!m_graphs[g].merge.isValid())
            continue;
        const auto& outputs = m_graphs[g].graph->outputs();
        for (std::size_t i = 0; i < outputs.size(); ++i)
            if (const TensorId tensor = tensorOf(g, outputs[i]); tensor.isValid())
                addUse(tensor, m_graphs[g].merge, static_cast<int>(i));
    }
}

void DiagramBuilder::linkInputs() {
    for (std::size_t i = 0; i < m_diagram->m_items.size(); ++i) {
        const Item& item = m_diagram->m_items[i];
        if (item.isOperator())
            linkNode(ItemId(i));
        else if (item.kind == ItemKind::Output)
            if (const TensorId tensor = tensorOf(item.graph, item.value); tensor.isValid())
                addUse(tensor, ItemId(i), 0);
    }
    linkOutputs();
}

void DiagramBuilder::orderBodies() {
    // The head of a control-flow operator stands above what its bodies begin with, its end below.
    std::vector<ItemId> headOfGraph(m_graphs.size());
    for (const auto& [head, graph] : m_bodies)
        headOfGraph[graph] = head;
    const std::size_t count = m_diagram->m_items.size();
    for (std::size_t i = 0; i < count; ++i) {
        const Item& item = m_diagram->m_items[i];
        if (item.kind == ItemKind::Merge || !headOfGraph[item.graph].isValid())
            continue;
        if (item.inputs.empty())
            addOrder(headOfGraph[item.graph], ItemId(i));
    }
    for (std::size_t i = 0; i < count; ++i)
        if (m_diagram->m_items[i].kind == ItemKind::Merge && m_diagram->m_items[i].inputs.empty())
            addOrder(m_diagram->m_itemOfNode[m_diagram->m_items[i].graph]
                                            [m_diagram->m_items[i].node.index],
                     ItemId(i));
}

void DiagramBuilder::dropUnusedTensors() {
    std::vector<TensorId> renumbered(m_diagram->m_tensors.size());
    std::vector<Tensor> kept;
    kept.reserve(renumbered.size());
    for (std::size_t i = 0; i < m_diagram->m_tensors.size(); ++i) {
        if (m_diagram->m_tensors[i].uses.empty())
            continue;
        renumbered[i] = TensorId(kept.size());
        kept.push_back(std::move(m_diagram->m_tensors[i]));
    }
    m_diagram->m_tensors = std::move(kept);
    for (Item& item : m_diagram->m_items)
        for (TensorId& tensor : item.inputs)
            tensor = renumbered[tensor.index];
    for (std::size_t i = 0; i < m_diagram->m_tensors.size(); ++i)
        m_diagram->m_items[m_diagram->m_tensors[i].producer.index].outputs.push_back(TensorId(i));
}

Result<std::shared_ptr<const Diagram>> DiagramBuilder::build() {
    m_diagram->m_modelName = m_model.graph->name;
    const GroupId root = addDraft(GroupKind::Root, {}, m_model.graph->name, "");
    addGraph(*m_model.graph, "", 0, root, {});
    MI_CHECK(m_cancel.check());
    linkInputs();
    MI_CHECK(m_cancel.check());
    orderBodies();
    dropUnusedTensors();
    groupAll();
    MI_CHECK(m_cancel.check());
    finish();
    return std::shared_ptr<const Diagram>(m_diagram);
}

} // namespace metainfer::drawing
