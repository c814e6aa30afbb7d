// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Identity of models: every value is hashed from what makes it, so names and the order of
// independent nodes do not matter.
#include "ir/graph.h"

#include "base/hash.h"

#include <bit>

namespace metainfer::ir {
namespace {

using Kind = Attribute::Kind;

/// Integer constants up to this many elements (shapes, axes, pads, …) belong to the architecture.
constexpr std::int64_t kStructuralElements = 32;

/// Fields with their lengths, so that "ab","c" and "a","bc" differ.
class Fields {
  public:
    Fields& add(std::string_view text) {
        add(std::int64_t(text.size()));
        m_bytes += text;
        return *this;
    }
    Fields& add(std::int64_t value) {
        m_bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
        return *this;
    }
    std::string digest() const { return sha256Hex(m_bytes); }
    const std::string& bytes() const { return m_bytes; }

  private:
    std::string m_bytes;
};

class ModelHasher {
  public:
    explicit ModelHasher(bool content)
        : m_content(content) {}

    Result<std::string> run(const Model& model) {
        Fields out;
        std::vector<std::pair<std::string, std::int64_t>> opsets;
        for (const OpsetImport& import : model.opsets)
            opsets.emplace_back(import.domain, import.version);
        std::sort(opsets.begin(), opsets.end());
        for (const auto& [domain, version] : opsets)
            out.add(domain).add(version);
        std::vector<std::string> functions;
        for (const Function& function : model.functions)
            functions.push_back(function.raw);
        std::sort(functions.begin(), functions.end());
        for (const std::string& function : functions)
            out.add(function);
        MI_ASSIGN(const std::string graph, this->graph(*model.graph, {}));
        out.add(graph);
        return out.digest();
    }

  private:
    /// Digests of the values of one graph, by id.
    using Digests = std::vector<std::string>;

    Result<std::string> tensor(const TensorData& data) const {
        Fields out;
        out.add(std::int64_t(data.type()));
        for (const std::int64_t dim : data.dims())
            out.add(dim);
        const bool structural = (isInteger(data.type()) || data.type() == ElementType::Bool) &&
                                data.elementCount() <= kStructuralElements;
        if (!m_content && !structural)
            return out.digest();
        for (const std::string& element : data.strings())
            out.add(element);
        Sha256 hash;
        const Status read = data.stream([&](std::span<const std::byte> bytes) {
            hash.update(bytes);
            return Status{};
        });
        if (!read && m_content)
            return fail(read.error());
        return out.add(hash.hexDigest()).digest();
    }

    Result<std::string> sparse(const SparseTensorData& data) const {
        Fields out;
        for (const std::int64_t dim : data.dims)
            out.add(dim);
        MI_ASSIGN(const std::string values, tensor(data.values));
        MI_ASSIGN(const std::string indices, tensor(data.indices));
        return out.add(values).add(indices).digest();
    }

    /// Symbols count by their order of appearance, not by their names.
    void type(const ValueType& type, Fields& out) {
        out.add(std::int64_t(type.kind)).add(std::int64_t(type.tensor.element));
        if (type.kind != ValueKind::Tensor)
            out.add(type.raw);
        if (!type.tensor.shape)
            return;
        for (const Dim& dim : *type.tensor.shape) {
            if (dim.isSymbolic()) {
                const auto known = m_symbols.emplace(dim.symbol, m_symbols.size()).first;
                out.add("symbol").add(std::int64_t(known->second));
            } else {
                out.add(dim.value);
            }
        }
    }

    Result<std::string> attribute(const Attribute& attribute, const Digests& outer) {
        Fields out;
        out.add(attribute.name).add(std::int64_t(attribute.kind)).add(attribute.isReference);
        out.add(std::int64_t(std::bit_cast<std::uint32_t>(attribute.f))).add(attribute.i);
        out.add(attribute.s).add(attribute.raw);
        for (const float value : attribute.floats)
            out.add(std::int64_t(std::bit_cast<std::uint32_t>(value)));
        for (const std::int64_t value : attribute.ints)
            out.add(value);
        for (const std::string& value : attribute.strings)
            out.add(value);
        for (const std::string& value : attribute.types)
            out.add(value);
        for (const TensorData& data : attribute.tensors) {
            MI_ASSIGN(const std::string digest, tensor(data));
            out.add(digest);
        }
        for (const SparseTensorData& data : attribute.sparse) {
            MI_ASSIGN(const std::string digest, sparse(data));
            out.add(digest);
        }
        for (const auto& subgraph : attribute.graphs) {
            MI_ASSIGN(const std::string digest, graph(*subgraph, outer));
            out.add(digest);
        }
        return out.bytes();
    }

    Result<std::string> node(const Node& node, const Digests& values) {
        Fields out;
        out.add(node.opType).add(node.domain).add(node.overload);
        for (const ValueId id : node.inputs)
            out.add(id ? values[id.index] : std::string{});
        out.add("outputs");
        for (const ValueId id : node.outputs)
            out.add(id.isValid());
        std::vector<const Attribute*> sorted;
        for (const Attribute& attribute : node.attributes)
            sorted.push_back(&attribute);
        std::sort(sorted.begin(), sorted.end(),
                  [](const Attribute* a, const Attribute* b) { return a->name < b->name; });
        for (const Attribute* each : sorted) {
            MI_ASSIGN(const std::string text, attribute(*each, values));
            out.add(text);
        }
        return out.digest();
    }

    Status sources(const Graph& graph, const Digests& outer, Digests& values) {
        for (const ValueId id : graph.values()) {
            const Value& value = graph.value(id);
            if (value.captured)
                values[id.index] = outer[value.captured.index];
            else if (value.constant) {
                MI_ASSIGN(values[id.index], tensor(*value.constant));
            }
        }
        for (std::size_t i = 0; i < graph.inputs().size(); ++i) {
            const ValueId id = graph.inputs()[i];
            Fields out;
            out.add("input").add(std::int64_t(i)).add(values[id.index]);
            type(graph.value(id).type, out);
            values[id.index] = out.digest();
        }
        for (const SparseTensorData& data : graph.sparseInitializers)
            if (const ValueId id = graph.find(data.name)) {
                MI_ASSIGN(values[id.index], sparse(data));
            }
        return {};
    }

    Result<std::string> graph(const Graph& graph, const Digests& outer) {
        Digests values(graph.valueCapacity());
        MI_CHECK(sources(graph, outer, values));
        std::vector<std::string> nodes;
        nodes.reserve(graph.nodeCount());
        for (const NodeId id : graph.order()) {
            const Node& each = graph.node(id);
            MI_ASSIGN(std::string digest, node(each, values));
            for (std::size_t i = 0; i < each.outputs.size(); ++i)
                if (each.outputs[i])
                    values[each.outputs[i].index] = digest + ":" + std::to_string(i);
            nodes.push_back(std::move(digest));
        }
        std::sort(nodes.begin(), nodes.end());
        Fields out;
        out.add(std::int64_t(graph.inputs().size()));
        for (const ValueId id : graph.inputs())
            out.add(values[id.index]);
        for (const ValueId id : graph.outputs())
            out.add(values[id.index]);
        for (const std::string& digest : nodes)
            out.add(digest);
        return out.digest();
    }

    bool m_content;
    std::map<std::string, std::size_t> m_symbols;
};

} // namespace

Result<std::string> Model::structuralHash() const {
    return ModelHasher(true).run(*this);
}

std::string Model::architectureHash() const {
    return ModelHasher(false).run(*this).value_or(std::string{});
}

} // namespace metainfer::ir
