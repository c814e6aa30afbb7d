// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The fields of ModelProto, GraphProto, NodeProto, AttributeProto and TensorProto; the numbers are
// those of onnx.proto.
#include "ir/export_compose.h"

#include "ir/import_context.h"

namespace metainfer::ir {
namespace {

using Kind = Attribute::Kind;

int typeNumber(Kind kind) {
    switch (kind) {
    case Kind::Float:
        return 1;
    case Kind::Int:
        return 2;
    case Kind::String:
        return 3;
    case Kind::Tensor:
        return 4;
    case Kind::Graph:
        return 5;
    case Kind::Floats:
        return 6;
    case Kind::Ints:
        return 7;
    case Kind::Strings:
        return 8;
    case Kind::Tensors:
        return 9;
    case Kind::Graphs:
        return 10;
    case Kind::SparseTensor:
        return 11;
    case Kind::SparseTensors:
        return 12;
    case Kind::TypeProto:
        return 13;
    case Kind::TypeProtos:
        return 14;
    case Kind::Undefined:
    case Kind::Raw:
        break;
    }
    return 0;
}

class Composer {
  public:
    explicit Composer(const ComposeOptions& options)
        : m_options(options) {}

    Result<WireMessageWriter> tensor(const TensorData& data, std::string_view name,
                                     bool mayBeExternal) const {
        WireMessageWriter out;
        for (const std::int64_t dim : data.dims())
            out.integer(1, dim);
        out.integer(2, static_cast<int>(data.type()));
        for (const std::string& element : data.strings())
            out.text(6, element);
        out.textUnlessEmpty(8, name);
        std::optional<ExternalPlace> place;
        if (mayBeExternal && m_options.external && data.type() != ElementType::String)
            place = m_options.external(data);
        if (place)
            externalEntries(*place, out);
        else if (data.type() != ElementType::String && data.type() != ElementType::Undefined &&
                 data.byteSize() <= m_options.omitAbove)
            MI_CHECK(out.payload(9, data));
        out.textUnlessEmpty(12, data.doc);
        if (place)
            out.integer(14, 1);
        out.raw(data.unknownFields);
        return out;
    }

    Result<WireMessageWriter> graph(const Graph& graph, bool main, bool defaultsAreConstant) const {
        WireMessageWriter out;
        for (const NodeId id : graph.order()) {
            MI_ASSIGN(const WireMessageWriter body, node(graph, graph.node(id)));
            out.message(1, body);
        }
        out.textUnlessEmpty(2, graph.name);
        std::vector<ValueId> constants, intermediates, becomeInputs;
        for (const ValueId id : graph.values()) {
            const Value& value = graph.value(id);
            if (value.constant && main && value.constant->byteSize() > m_options.inputsAbove)
                becomeInputs.push_back(id);
            else if (value.constant)
                constants.push_back(id);
            else if (value.producer && !value.isOutput)
                intermediates.push_back(id);
        }
        for (const ValueId id : constants) {
            const Value& value = graph.value(id);
            MI_ASSIGN(const WireMessageWriter body, tensor(*value.constant, value.name, true));
            out.message(5, body);
        }
        out.textUnlessEmpty(10, graph.doc);
        for (const ValueId id : graph.inputs())
            out.message(11, valueInfo(graph.value(id), true));
        for (const ValueId id : becomeInputs)
            if (!graph.value(id).isInput)
                out.message(11, valueInfo(graph.value(id), true));
        if (defaultsAreConstant)
            for (const ValueId id : constants)
                if (!graph.value(id).isInput)
                    out.message(11, valueInfo(graph.value(id), true));
        for (const ValueId id : graph.outputs())
            out.message(12, valueInfo(graph.value(id), keepsType(graph, graph.value(id))));
        if (main)
            for (const ValueId id : m_options.extraOutputs)
                out.message(12, valueInfo(graph.value(id), false));
        for (const ValueId id : intermediates) {
            const Value& value = graph.value(id);
            const bool described = value.type.kind != ValueKind::Unknown || !value.doc.empty() ||
                                   !value.metadata.empty();
            if (described && keepsType(graph, value))
                out.message(13, valueInfo(value, true));
        }
        out.raw(graph.quantizationAnnotations);
        for (const SparseTensorData& sparse : graph.sparseInitializers) {
            MI_ASSIGN(const WireMessageWriter body, sparseTensor(sparse));
            out.message(15, body);
        }
        for (const auto& [key, value] : graph.metadata)
            out.entry(16, key, value);
        out.raw(graph.unknownFields);
        return out;
    }

  private:
    bool keepsType(const Graph& graph, const Value& value) const {
        return !value.producer || !m_options.keepType || m_options.keepType(graph, value);
    }

    static void externalEntries(const ExternalPlace& place, WireMessageWriter& out) {
        if (!place.entries.empty()) {
            for (const auto& [key, value] : place.entries)
                out.entry(13, key, value);
            return;
        }
        out.entry(13, "location", place.location);
        out.entry(13, "offset", std::to_string(place.offset));
        out.entry(13, "length", std::to_string(place.length));
    }

    Result<WireMessageWriter> sparseTensor(const SparseTensorData& sparse) const {
        WireMessageWriter out;
        MI_ASSIGN(const WireMessageWriter values, tensor(sparse.values, sparse.name, false));
        MI_ASSIGN(const WireMessageWriter indices, tensor(sparse.indices, {}, false));
        out.message(1, values);
        out.message(2, indices);
        for (const std::int64_t dim : sparse.dims)
            out.integer(3, dim);
        return out;
    }

    static WireMessageWriter valueInfo(const Value& value, bool typed) {
        WireMessageWriter out;
        out.text(1, value.name);
        if (typed && (value.type.kind != ValueKind::Unknown || !value.type.raw.empty()))
            out.text(2, composeType(value.type));
        out.textUnlessEmpty(3, value.doc);
        for (const auto& [key, text] : value.metadata)
            out.entry(4, key, text);
        return out;
    }

    Result<WireMessageWriter> node(const Graph& graph, const Node& node) const {
        WireMessageWriter out;
        const auto nameOf = [&](ValueId id) {
            return id ? std::string_view(graph.value(id).name) : std::string_view{};
        };
        for (const ValueId id : node.inputs)
            out.text(1, nameOf(id));
        for (const ValueId id : node.outputs)
            out.text(2, nameOf(id));
        out.textUnlessEmpty(3, node.name);
        out.text(4, node.opType);
        for (const Attribute& attribute : node.attributes) {
            MI_ASSIGN(const WireMessageWriter body, this->attribute(attribute));
            out.message(5, body);
        }
        out.textUnlessEmpty(6, node.doc);
        out.textUnlessEmpty(7, node.domain);
        out.textUnlessEmpty(8, node.overload);
        for (const auto& [key, value] : node.metadata)
            out.entry(9, key, value);
        out.raw(node.unknownFields);
        return out;
    }

    Result<WireMessageWriter> attribute(const Attribute& attribute) const {
        WireMessageWriter out;
        if (attribute.kind == Kind::Raw) {
            out.raw(attribute.raw);
            return out;
        }
        out.text(1, attribute.name);
        if (!attribute.isReference)
            MI_CHECK(content(attribute, out));
        out.textUnlessEmpty(13, attribute.doc);
        out.integer(20, typeNumber(attribute.kind));
        if (attribute.isReference)
            out.text(21, attribute.s);
        out.raw(attribute.raw);
        return out;
    }

    Status content(const Attribute& attribute, WireMessageWriter& out) const {
        const bool one = attribute.kind == Kind::Tensor || attribute.kind == Kind::Graph ||
                         attribute.kind == Kind::SparseTensor || attribute.kind == Kind::TypeProto;
        if (attribute.kind == Kind::Float)
            out.real(2, attribute.f);
        if (attribute.kind == Kind::Int)
            out.integer(3, attribute.i);
        if (attribute.kind == Kind::String)
            out.text(4, attribute.s);
        for (const float value : attribute.floats)
            out.real(7, value);
        for (const std::int64_t value : attribute.ints)
            out.integer(8, value);
        for (const std::string& value : attribute.strings)
            out.text(9, value);
        for (const TensorData& data : attribute.tensors) {
            MI_ASSIGN(const WireMessageWriter body, tensor(data, {}, false));
            out.message(one ? 5 : 10, body);
        }
        for (const auto& subgraph : attribute.graphs) {
            MI_ASSIGN(const WireMessageWriter body, graph(*subgraph, false, false));
            out.message(one ? 6 : 11, body);
        }
        for (const SparseTensorData& sparse : attribute.sparse) {
            MI_ASSIGN(const WireMessageWriter body, sparseTensor(sparse));
            out.message(one ? 22 : 23, body);
        }
        for (const std::string& type : attribute.types)
            out.text(one ? 14 : 15, type);
        return {};
    }

    const ComposeOptions& m_options;
};

} // namespace

std::string composeType(const ValueType& type) {
    if (!type.raw.empty()) {
        onnx::TypeProto kept;
        // What a rewrite changed since the import wins over what was kept.
        if (type.kind != ValueKind::Tensor ||
            (kept.ParseFromString(type.raw) && importType(kept).tensor == type.tensor))
            return type.raw;
    }
    if (type.kind != ValueKind::Tensor)
        return {};
    WireMessageWriter tensor;
    if (type.tensor.element != ElementType::Undefined)
        tensor.integer(1, static_cast<int>(type.tensor.element));
    if (type.tensor.shape) {
        WireMessageWriter shape;
        for (const Dim& dim : *type.tensor.shape) {
            WireMessageWriter body;
            if (dim.isKnown())
                body.integer(1, dim.value);
            else
                body.textUnlessEmpty(2, dim.symbol);
            shape.message(1, body);
        }
        tensor.message(2, shape);
    }
    WireMessageWriter out;
    out.message(1, tensor);
    return out.bytes();
}

Result<WireMessageWriter> composeModel(const Model& model, const ComposeOptions& options) {
    WireMessageWriter out;
    out.integer(1, model.irVersion);
    out.textUnlessEmpty(2, model.producerName);
    out.textUnlessEmpty(3, model.producerVersion);
    out.textUnlessEmpty(4, model.domain);
    if (model.modelVersion != 0)
        out.integer(5, model.modelVersion);
    out.textUnlessEmpty(6, model.doc);
    MI_ASSIGN(const WireMessageWriter graph,
              Composer(options).graph(*model.graph, true, model.irVersion < 4));
    out.message(7, graph);
    for (const OpsetImport& import : model.opsets) {
        WireMessageWriter body;
        body.text(1, import.domain);
        body.integer(2, import.version);
        out.message(8, body);
    }
    for (const auto& [key, value] : model.metadata)
        out.entry(14, key, value);
    for (const Function& function : model.functions)
        out.text(25, function.raw);
    out.raw(model.unknownFields);
    return out;
}

} // namespace metainfer::ir
