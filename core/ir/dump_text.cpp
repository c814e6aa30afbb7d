// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The text form of a model.
#include "ir/verifier.h"

#include "base/hash.h"

#include <fmt/format.h>

namespace metainfer::ir {
namespace {

constexpr std::int64_t kShownElements = 8;

std::string quoteText(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        if (static_cast<unsigned char>(c) < 32)
            out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        else
            out += c;
    }
    return out + '"';
}

class Dumper {
  public:
    Result<std::string> run(const Model& model) {
        m_out = fmt::format("model ir={}", model.irVersion);
        for (const OpsetImport& import : model.opsets)
            m_out += fmt::format(" {}={}", import.domain.empty() ? "ai.onnx" : import.domain,
                                 import.version);
        m_out += '\n';
        MI_CHECK(graph(*model.graph, ""));
        for (const Function& function : model.functions)
            m_out += fmt::format("function {}.{} <{}>\n", function.domain, function.name,
                                 sha256Hex(function.raw).substr(0, 12));
        return std::move(m_out);
    }

  private:
    static std::string typeText(const ValueType& type) {
        switch (type.kind) {
        case ValueKind::Tensor:
            return type.tensor.text();
        case ValueKind::SparseTensor:
            return "sparse<" + type.tensor.text() + ">";
        case ValueKind::Sequence:
            return "sequence<" + sha256Hex(type.raw).substr(0, 8) + ">";
        case ValueKind::Map:
            return "map<" + sha256Hex(type.raw).substr(0, 8) + ">";
        case ValueKind::Optional:
            return "optional<" + sha256Hex(type.raw).substr(0, 8) + ">";
        case ValueKind::Unknown:
            break;
        }
        return "?";
    }

    static Result<std::string> contentText(const TensorData& data) {
        if (data.type() == ElementType::String) {
            std::vector<std::string> shown;
            for (const std::string& element : data.strings())
                shown.push_back(quoteText(element));
            return fmt::format("{{{}}}", fmt::join(shown, ", "));
        }
        if (data.elementCount() <= kShownElements) {
            MI_ASSIGN(const HostTensor tensor, data.load());
            if (isInteger(data.type()) || data.type() == ElementType::Bool) {
                if (const auto values = tensor.toInt64s())
                    return fmt::format("{{{}}}", fmt::join(*values, ", "));
            } else if (isFloatingPoint(data.type())) {
                if (const auto values = tensor.toFloats())
                    return fmt::format("{{{}}}", fmt::join(*values, ", "));
            }
        }
        Sha256 hash;
        MI_CHECK(data.stream([&](std::span<const std::byte> bytes) {
            hash.update(bytes);
            return Status{};
        }));
        return "<" + hash.hexDigest().substr(0, 12) + ">";
    }

    static Result<std::string> tensorText(const TensorData& data) {
        MI_ASSIGN(const std::string content, contentText(data));
        return fmt::format("{}[{}] {}", elementTypeName(data.type()), fmt::join(data.dims(), ","),
                           content);
    }

    static Result<std::string> sparseText(const SparseTensorData& sparse) {
        MI_ASSIGN(const std::string values, tensorText(sparse.values));
        MI_ASSIGN(const std::string indices, tensorText(sparse.indices));
        return fmt::format("sparse[{}] values={} indices={}", fmt::join(sparse.dims, ","), values,
                           indices);
    }

    static Result<std::string> attributeText(const Attribute& attribute) {
        using Kind = Attribute::Kind;
        if (attribute.isReference)
            return "@" + attribute.s;
        std::vector<std::string> parts;
        switch (attribute.kind) {
        case Kind::Float:
            return fmt::format("{}", attribute.f);
        case Kind::Int:
            return fmt::format("{}", attribute.i);
        case Kind::String:
            return quoteText(attribute.s);
        case Kind::Floats:
            return fmt::format("[{}]", fmt::join(attribute.floats, ","));
        case Kind::Ints:
            return fmt::format("[{}]", fmt::join(attribute.ints, ","));
        case Kind::Strings:
            for (const std::string& text : attribute.strings)
                parts.push_back(quoteText(text));
            return fmt::format("[{}]", fmt::join(parts, ","));
        case Kind::Tensor:
        case Kind::Tensors:
            for (const TensorData& data : attribute.tensors) {
                MI_ASSIGN(std::string text, tensorText(data));
                parts.push_back(std::move(text));
            }
            return fmt::format("{}", fmt::join(parts, "; "));
        case Kind::SparseTensor:
        case Kind::SparseTensors:
            for (const SparseTensorData& sparse : attribute.sparse) {
                MI_ASSIGN(std::string text, sparseText(sparse));
                parts.push_back(std::move(text));
            }
            return fmt::format("{}", fmt::join(parts, "; "));
        case Kind::Graph:
        case Kind::Graphs:
            return std::string("graph");
        case Kind::TypeProto:
        case Kind::TypeProtos:
            for (const std::string& type : attribute.types)
                parts.push_back(sha256Hex(type).substr(0, 8));
            return fmt::format("type<{}>", fmt::join(parts, ","));
        case Kind::Undefined:
        case Kind::Raw:
            break;
        }
        return "raw<" + sha256Hex(attribute.raw).substr(0, 8) + ">";
    }

    static std::string nameOf(const Graph& graph, ValueId id) {
        return id ? "%" + graph.value(id).name : "-";
    }

    /// The constant is listed before its first reader.
    Status constantLine(const Graph& graph, ValueId id, const std::string& indent) {
        const Value& value = graph.value(id);
        if (!value.constant || value.isInput)
            return {};
        if (m_listed.size() < graph.valueCapacity())
            m_listed.resize(graph.valueCapacity(), false);
        if (m_listed[id.index])
            return {};
        m_listed[id.index] = true;
        MI_ASSIGN(const std::string text, tensorText(*value.constant));
        m_out += fmt::format("{}const %{}: {}\n", indent, value.name, text);
        return {};
    }

    Status node(const Graph& graph, const Node& node, const std::string& indent) {
        std::vector<std::string> outputs, inputs, attributes;
        for (const ValueId id : node.outputs)
            outputs.push_back(
                id ? fmt::format("%{}: {}", graph.value(id).name, typeText(graph.value(id).type))
                   : "-");
        for (const ValueId id : node.inputs) {
            inputs.push_back(nameOf(graph, id));
            if (id)
                MI_CHECK(constantLine(graph, id, indent));
        }
        for (const Attribute& attribute : node.attributes) {
            MI_ASSIGN(const std::string text, attributeText(attribute));
            attributes.push_back(attribute.name + "=" + text);
        }
        std::sort(attributes.begin(), attributes.end());
        m_out += fmt::format("{}{} = {}{}({})", indent, fmt::join(outputs, ", "),
                             node.domain.empty() ? "" : node.domain + ".", node.opType,
                             fmt::join(inputs, ", "));
        if (!attributes.empty())
            m_out += fmt::format(" {{{}}}", fmt::join(attributes, ", "));
        if (!node.name.empty())
            m_out += "  # " + node.name;
        m_out += '\n';
        for (const Attribute& attribute : node.attributes)
            for (const auto& subgraph : attribute.graphs) {
                m_out += fmt::format("{}  {}:\n", indent, attribute.name);
                std::vector<bool> outer = std::exchange(m_listed, {});
                MI_CHECK(this->graph(*subgraph, indent + "    "));
                m_listed = std::move(outer);
            }
        return {};
    }

    Status graph(const Graph& graph, const std::string& indent) {
        for (const ValueId id : graph.inputs()) {
            const Value& value = graph.value(id);
            m_out += fmt::format("{}input %{}: {}", indent, value.name, typeText(value.type));
            if (value.constant) {
                MI_ASSIGN(const std::string text, contentText(*value.constant));
                m_out += " = " + text;
            }
            m_out += '\n';
        }
        for (const SparseTensorData& sparse : graph.sparseInitializers) {
            MI_ASSIGN(const std::string text, sparseText(sparse));
            m_out += fmt::format("{}const %{}: {}\n", indent, sparse.name, text);
        }
        for (const NodeId id : graph.order())
            MI_CHECK(node(graph, graph.node(id), indent));
        for (const ValueId id : graph.values())
            MI_CHECK(constantLine(graph, id, indent));
        for (const ValueId id : graph.outputs())
            m_out += fmt::format("{}output %{}: {}\n", indent, graph.value(id).name,
                                 typeText(graph.value(id).type));
        return {};
    }

    std::string m_out;
    std::vector<bool> m_listed; ///< constants of the current graph that were printed
};

} // namespace

Result<std::string> dumpText(const Model& model) {
    return Dumper().run(model);
}

} // namespace metainfer::ir
