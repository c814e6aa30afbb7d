// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Attributes of nodes, subgraphs included.
#include "ir/import_graph.h"

#include <fmt/format.h>

namespace metainfer::ir {
namespace {

using Kind = Attribute::Kind;

/// AttributeProto.type numbers of the kinds.
constexpr std::array<std::pair<int, Kind>, 15> kKinds{{{0, Kind::Undefined},
                                                       {1, Kind::Float},
                                                       {2, Kind::Int},
                                                       {3, Kind::String},
                                                       {4, Kind::Tensor},
                                                       {5, Kind::Graph},
                                                       {6, Kind::Floats},
                                                       {7, Kind::Ints},
                                                       {8, Kind::Strings},
                                                       {9, Kind::Tensors},
                                                       {10, Kind::Graphs},
                                                       {11, Kind::SparseTensor},
                                                       {12, Kind::SparseTensors},
                                                       {13, Kind::TypeProto},
                                                       {14, Kind::TypeProtos}}};

/// Files of IR version 1 have no type: it follows from the field that is set.
Kind kindOf(const onnx::AttributeProto& proto) {
    if (proto.has_type() && proto.type() != onnx::AttributeProto::UNDEFINED) {
        for (const auto& [number, kind] : kKinds)
            if (number == proto.type())
                return kind;
        return Kind::Raw;
    }
    if (proto.has_f())
        return Kind::Float;
    if (proto.has_i())
        return Kind::Int;
    if (proto.has_s())
        return Kind::String;
    if (proto.has_t())
        return Kind::Tensor;
    if (proto.has_g())
        return Kind::Graph;
    if (proto.has_sparse_tensor())
        return Kind::SparseTensor;
    if (proto.has_tp())
        return Kind::TypeProto;
    if (proto.floats_size())
        return Kind::Floats;
    if (proto.ints_size())
        return Kind::Ints;
    if (proto.strings_size())
        return Kind::Strings;
    if (proto.tensors_size())
        return Kind::Tensors;
    if (proto.graphs_size())
        return Kind::Graphs;
    if (proto.sparse_tensors_size())
        return Kind::SparseTensors;
    return proto.type_protos_size() ? Kind::TypeProtos : Kind::Raw;
}

} // namespace

Status GraphBuilder::attributeGraphs(const onnx::AttributeProto& proto, const std::string& label,
                                     Attribute& attribute) {
    const auto one = [&](const onnx::GraphProto& message, const std::string& suffix) -> Status {
        auto graph = std::make_shared<Graph>();
        std::string path = m_path.empty() ? m_path : m_path + "/";
        path += label + "/" + proto.name() + suffix;
        MI_CHECK(GraphBuilder(m_context, *graph, this, std::move(path)).whole(message));
        attribute.graphs.push_back(std::move(graph));
        return {};
    };
    if (attribute.kind == Kind::Graph)
        return one(proto.g(), "");
    for (int i = 0; i < proto.graphs_size(); ++i)
        MI_CHECK(one(proto.graphs(i), fmt::format("[{}]", i)));
    return {};
}

Result<Attribute> GraphBuilder::attribute(const onnx::AttributeProto& proto,
                                          const std::string& nodeText, const std::string& label) {
    Attribute made;
    made.name = proto.name();
    made.kind = kindOf(proto);
    made.doc = proto.doc_string();
    made.raw = importUnknown(proto.unknown_fields(), {});
    const std::string place = fmt::format("attribute '{}' of {}", made.name, nodeText);
    if (!proto.ref_attr_name().empty()) {
        made.isReference = true;
        made.s = proto.ref_attr_name();
        return made;
    }
    switch (made.kind) {
    case Kind::Float:
        made.f = proto.f();
        break;
    case Kind::Int:
        made.i = proto.i();
        break;
    case Kind::String:
        made.s = proto.s();
        break;
    case Kind::Floats:
        made.floats.assign(proto.floats().begin(), proto.floats().end());
        break;
    case Kind::Ints:
        made.ints.assign(proto.ints().begin(), proto.ints().end());
        break;
    case Kind::Strings:
        made.strings.assign(proto.strings().begin(), proto.strings().end());
        break;
    case Kind::Tensor: {
        MI_ASSIGN(TensorData data, importTensor(m_context, proto.t(), place));
        made.tensors.push_back(std::move(data));
        break;
    }
    case Kind::Tensors:
        for (const auto& message : proto.tensors()) {
            MI_ASSIGN(TensorData data, importTensor(m_context, message, place));
            made.tensors.push_back(std::move(data));
        }
        break;
    case Kind::Graph:
    case Kind::Graphs:
        MI_CHECK(attributeGraphs(proto, label, made));
        break;
    case Kind::SparseTensor: {
        MI_ASSIGN(SparseTensorData data, importSparse(m_context, proto.sparse_tensor(), place));
        made.sparse.push_back(std::move(data));
        break;
    }
    case Kind::SparseTensors:
        for (const auto& message : proto.sparse_tensors()) {
            MI_ASSIGN(SparseTensorData data, importSparse(m_context, message, place));
            made.sparse.push_back(std::move(data));
        }
        break;
    case Kind::TypeProto:
        made.types.push_back(proto.tp().SerializeAsString());
        break;
    case Kind::TypeProtos:
        for (const auto& message : proto.type_protos())
            made.types.push_back(message.SerializeAsString());
        break;
    case Kind::Undefined:
    case Kind::Raw:
        made.kind = Kind::Raw;
        made.raw = proto.SerializeAsString();
        break;
    }
    return made;
}

} // namespace metainfer::ir
