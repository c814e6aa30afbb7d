// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Values, nodes and the resolution of names.
#include "ir/import_graph.h"

#include <fmt/format.h>

namespace metainfer::ir {
namespace {

constexpr int kMaxGraphDepth = 120;

ValueType typeOf(const TensorData& data) {
    Shape shape;
    for (const std::int64_t dim : data.dims())
        shape.push_back(Dim::known(dim));
    return ValueType::ofTensor(data.type(), std::move(shape));
}

std::string canonical(const std::string& domain) {
    return domain == "ai.onnx" ? std::string{} : domain;
}

} // namespace

GraphBuilder::GraphBuilder(ImportContext& context, Graph& graph, GraphBuilder* outer,
                           std::string path)
    : m_context(context)
    , m_graph(graph)
    , m_outer(outer)
    , m_path(std::move(path))
    , m_depth(outer ? outer->m_depth + 1 : 0) {}

std::string GraphBuilder::where() const {
    return m_path.empty() ? std::string{} : " in graph '" + m_path + "'";
}

ValueId GraphBuilder::named(const std::string& name) {
    if (const ValueId found = m_graph.find(name))
        return found;
    const ValueId made = m_graph.addValue(name);
    m_defined.resize(m_graph.valueCapacity(), false);
    return made;
}

Status GraphBuilder::define(const std::string& name, const std::string& what, ValueId& id) {
    if (name.empty())
        return m_context.invalid(what + where() + " has no name");
    id = named(name);
    if (m_defined[id.index])
        return m_context.invalid(
            fmt::format("{}{} defines '{}', which is defined already", what, where(), name),
            "Every value may be produced once.");
    m_defined[id.index] = true;
    return {};
}

void GraphBuilder::describe(ValueId id, const onnx::ValueInfoProto& proto) {
    Value& value = m_graph.value(id);
    if (proto.has_type())
        value.type = importType(proto.type());
    value.doc = proto.doc_string();
    importUnknown(proto.unknown_fields(), {.metadataField = 4, .metadata = &value.metadata});
}

Status GraphBuilder::input(const onnx::ValueInfoProto& proto) {
    ValueId id = m_graph.find(proto.name());
    // An initializer of the same name may come first: then this is its declaration.
    if (!id || !m_graph.value(id).constant)
        MI_CHECK(define(proto.name(), "graph input", id));
    if (m_graph.value(id).isInput)
        return m_context.invalid("input '" + proto.name() + "'" + where() + " is listed twice");
    describe(id, proto);
    m_graph.value(id).isInput = true;
    m_inputs.push_back(id);
    return {};
}

Status GraphBuilder::initializer(const onnx::TensorProto& proto) {
    const std::string place = "tensor '" + proto.name() + "'" + where();
    MI_ASSIGN(TensorData data, importTensor(m_context, proto, place));
    if (data.type() == ElementType::Undefined)
        return m_context.invalid(place + " has no element type");
    ValueId id = m_graph.find(proto.name());
    if (!id || !m_graph.value(id).isInput || m_graph.value(id).constant)
        MI_CHECK(define(proto.name(), "initializer", id));
    Value& value = m_graph.value(id);
    if (!value.isInput)
        value.type = typeOf(data);
    value.constant = std::move(data);
    return {};
}

Status GraphBuilder::sparseInitializer(const onnx::SparseTensorProto& proto) {
    const std::string place = "sparse tensor '" + proto.values().name() + "'" + where();
    MI_ASSIGN(SparseTensorData data, importSparse(m_context, proto, place));
    ValueId id;
    MI_CHECK(define(data.name, "sparse initializer", id));
    Shape shape;
    for (const std::int64_t dim : data.dims)
        shape.push_back(Dim::known(dim));
    m_graph.value(id).type = ValueType::ofTensor(data.values.type(), std::move(shape));
    m_graph.sparseInitializers.push_back(std::move(data));
    return {};
}

Status GraphBuilder::output(const onnx::ValueInfoProto& proto) {
    if (proto.name().empty())
        return m_context.invalid("graph output" + where() + " has no name");
    m_outputs.push_back(proto);
    return {};
}

Status GraphBuilder::valueInfo(const onnx::ValueInfoProto& proto) {
    const ValueId id = m_graph.find(proto.name());
    if (id && m_graph.value(id).producer)
        describe(id, proto);
    else
        m_typed.push_back(proto);
    return {};
}

void GraphBuilder::rest(const onnx::GraphProto& proto) {
    m_graph.name = proto.name();
    m_graph.doc = proto.doc_string();
    for (const auto& annotation : proto.quantization_annotation()) {
        const std::string bytes = annotation.SerializeAsString();
        appendTag(m_graph.quantizationAnnotations, 14, WireType::Bytes);
        appendVarint(m_graph.quantizationAnnotations, bytes.size());
        m_graph.quantizationAnnotations += bytes;
    }
    m_graph.unknownFields =
        importUnknown(proto.unknown_fields(), {.metadataField = 16, .metadata = &m_graph.metadata});
}

Status GraphBuilder::whole(const onnx::GraphProto& proto) {
    if (m_depth > kMaxGraphDepth)
        return m_context.invalid(
            fmt::format("subgraphs nest deeper than {} levels", kMaxGraphDepth));
    rest(proto);
    for (const auto& message : proto.input())
        MI_CHECK(input(message));
    for (const auto& message : proto.initializer())
        MI_CHECK(initializer(message));
    for (const auto& message : proto.sparse_initializer())
        MI_CHECK(sparseInitializer(message));
    for (const auto& message : proto.node())
        MI_CHECK(node(message));
    for (const auto& message : proto.output())
        MI_CHECK(output(message));
    for (const auto& message : proto.value_info())
        MI_CHECK(valueInfo(message));
    return finish(false);
}

Status GraphBuilder::node(const onnx::NodeProto& proto) {
    Node made;
    made.opType = proto.op_type();
    made.domain = canonical(proto.domain());
    made.name = proto.name();
    made.doc = proto.doc_string();
    made.unknownFields = importUnknown(
        proto.unknown_fields(),
        {.metadataField = 9, .metadata = &made.metadata, .textField = 8, .text = &made.overload});
    made.id = NodeId(m_graph.nodeCapacity());
    const std::string label = nodeLabel(made);
    const std::string text = fmt::format("node '{}' ({}){}", label, made.opType, where());
    if (made.opType.empty())
        return m_context.invalid(text + " has no operator type");
    const SourceId source(m_context.sources.size());
    m_context.sources.push_back({made.name, made.opType, made.domain, m_path,
                                 proto.output_size() ? proto.output(0) : std::string{}});
    made.origins = {source};
    for (const auto& attributeProto : proto.attribute()) {
        MI_ASSIGN(Attribute converted, attribute(attributeProto, text, label));
        made.attributes.push_back(std::move(converted));
    }
    for (const std::string& name : proto.input())
        made.inputs.push_back(name.empty() ? ValueId{} : named(name));
    for (const std::string& name : proto.output()) {
        ValueId id;
        if (!name.empty())
            MI_CHECK(define(name, text, id));
        made.outputs.push_back(id);
    }
    m_graph.addNode(std::move(made));
    return {};
}

std::string GraphBuilder::readerOf(ValueId id) const {
    const Value& value = m_graph.value(id);
    if (value.uses.empty())
        return "a graph output";
    const Node& user = m_graph.node(value.uses.front().node);
    if (value.uses.front().index == Use::kCapture)
        return fmt::format("a subgraph of node '{}' ({})", nodeLabel(user), user.opType);
    return fmt::format("input {} of node '{}' ({})", value.uses.front().index, nodeLabel(user),
                       user.opType);
}

Status GraphBuilder::resolve(ValueId id) {
    Value& value = m_graph.value(id);
    if (m_outer) {
        value.captured = m_outer->named(value.name);
        m_defined[id.index] = true;
        return {};
    }
    return m_context.invalid(
        fmt::format("'{}', read by {}{}, is made by no node, initializer or input", value.name,
                    readerOf(id), where()),
        "The model is incomplete; export it again.");
}

void GraphBuilder::finishTypes() {
    for (const onnx::ValueInfoProto& proto : m_typed) {
        const ValueId id = m_graph.find(proto.name());
        if (id && m_graph.value(id).producer)
            describe(id, proto);
    }
}

Status GraphBuilder::finish(bool defaultsAreConstant) {
    std::vector<ValueId> outputs;
    for (const auto& proto : m_outputs)
        outputs.push_back(named(proto.name()));
    m_defined.resize(m_graph.valueCapacity(), false);
    for (std::size_t i = 0; i < m_defined.size(); ++i)
        if (!m_defined[i])
            MI_CHECK(resolve(ValueId(i)));
    finishTypes();
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const Value& value = m_graph.value(outputs[i]);
        if (!value.isInput && !value.constant)
            describe(outputs[i], m_outputs[i]);
    }
    if (defaultsAreConstant)
        std::erase_if(m_inputs, [&](ValueId id) {
            Value& value = m_graph.value(id);
            value.isInput = !value.constant;
            if (value.constant && value.type.tensor != typeOf(*value.constant).tensor)
                value.type = typeOf(*value.constant);
            return value.constant.has_value();
        });
    m_graph.setInputs(std::move(m_inputs));
    m_graph.setOutputs(std::move(outputs));
    if (m_graph.isAcyclic())
        return {};
    const Node& last = m_graph.node(m_graph.order().back());
    return m_context.invalid(fmt::format("node '{}' ({}){} depends on its own result",
                                         nodeLabel(last), last.opType, where()),
                             "An ONNX graph must have no cycles.");
}

} // namespace metainfer::ir
