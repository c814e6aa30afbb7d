// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The graph that everything works on: nodes, values, constants, subgraphs and where each came from.
#pragma once

#include "ir/tensor_data.h"
#include "ir/types.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace metainfer::ir {

class Graph;

/// An attribute. `graph` and `graphs` own subgraphs; what the ONNX library does not know is in
/// `raw` (the serialized AttributeProto) and given back unchanged.
struct Attribute {
    enum class Kind {
        Undefined,
        Float,
        Int,
        String,
        Tensor,
        Graph,
        Floats,
        Ints,
        Strings,
        Tensors,
        Graphs,
        SparseTensor,
        SparseTensors,
        TypeProto,
        TypeProtos,
        Raw
    };
    std::string name;
    Kind kind = Kind::Undefined;
    float f = 0;
    std::int64_t i = 0;
    std::string s; ///< also the name of the referenced attribute when `isReference`
    std::vector<float> floats;
    std::vector<std::int64_t> ints;
    std::vector<std::string> strings;
    std::vector<TensorData> tensors;            ///< one for Kind::Tensor
    std::vector<SparseTensorData> sparse;       ///< one for Kind::SparseTensor
    std::vector<std::shared_ptr<Graph>> graphs; ///< one for Kind::Graph; never shared between nodes
    std::vector<std::string> types;             ///< serialized TypeProtos
    std::string doc;
    bool isReference = false; ///< inside functions: takes the caller's attribute `s`
    std::string raw;

    static Attribute ofInt(std::string name, std::int64_t value);
    static Attribute ofFloat(std::string name, float value);
    static Attribute ofString(std::string name, std::string value);
    static Attribute ofInts(std::string name, std::vector<std::int64_t> values);
    static Attribute ofFloats(std::string name, std::vector<float> values);
    static Attribute ofTensor(std::string name, TensorData value);
};

/// One operator application. Inputs may hold invalid ids: optional inputs that are absent.
struct Node {
    NodeId id;
    std::string opType;
    std::string domain; ///< "" is ai.onnx
    std::string name;
    std::string overload;
    std::string doc;
    std::vector<ValueId> inputs;
    std::vector<ValueId> outputs; ///< invalid id = optional output that is absent
    std::vector<Attribute> attributes;
    std::vector<SourceId> origins; ///< the source nodes that it stands for, sorted, many to many
    std::optional<Intent> intent;
    std::map<std::string, std::string> metadata; ///< metadata_props
    std::string unknownFields;

    bool is(std::string_view type, std::string_view inDomain = "") const {
        return opType == type && domain == inDomain;
    }
    const Attribute* attribute(std::string_view attributeName) const;
    std::int64_t intAttribute(std::string_view attributeName, std::int64_t fallback) const;
    float floatAttribute(std::string_view attributeName, float fallback) const;
    std::string stringAttribute(std::string_view attributeName, std::string fallback) const;
    std::vector<std::int64_t> intsAttribute(std::string_view attributeName,
                                            std::vector<std::int64_t> fallback = {}) const;
    void setAttribute(Attribute attribute); ///< replaces one of the same name
    void removeAttribute(std::string_view attributeName);
    bool hasSubgraphs() const;
};

/// Who reads a value: input `index` of `node`, or kCapture when a subgraph of `node` reads it.
struct Use {
    NodeId node;
    int index = 0;
    static constexpr int kCapture = -1;
    bool operator==(const Use&) const = default;
};

/// A tensor (or sequence, …) in a graph. It is produced by a node, or is a graph input, or a
/// constant (initializer), or a capture of the enclosing graph's value. A constant may also be a
/// graph input (old IR versions: an overridable default).
struct Value {
    ValueId id;
    std::string name;
    ValueType type;
    NodeId producer; ///< invalid unless a node makes it
    int producerOutput = 0;
    std::vector<Use> uses; ///< kept up to date by Graph
    std::optional<TensorData> constant;
    bool isInput = false;
    bool isOutput = false;
    ValueId captured; ///< in a subgraph: the value of the enclosing graph with the same name
    std::string doc;
    std::map<std::string, std::string> metadata;

    bool isConstant() const { return constant.has_value() && !isInput; }
};

/// A graph in single-assignment form. Ids stay valid until the node or value is removed; they are
/// not reused. Every mutation keeps uses, producers and captures consistent. Not thread-safe.
class Graph {
  public:
    Graph() = default;
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;
    /// Deep copy of the structure; constants share their storage. Ids are the same in the copy.
    std::unique_ptr<Graph> clone() const;

    std::string name;
    std::string doc;
    std::map<std::string, std::string> metadata;
    std::vector<SparseTensorData> sparseInitializers;
    std::string quantizationAnnotations; ///< wire bytes, given back unchanged
    std::string unknownFields;

    // Reading.
    const Node& node(NodeId id) const { return *m_nodes[id.index]; }
    Node& node(NodeId id) { return *m_nodes[id.index]; }
    const Value& value(ValueId id) const { return *m_values[id.index]; }
    Value& value(ValueId id) { return *m_values[id.index]; }
    bool contains(NodeId id) const {
        return id.index < m_nodes.size() && m_nodes[id.index] != nullptr;
    }
    bool contains(ValueId id) const {
        return id.index < m_values.size() && m_values[id.index] != nullptr;
    }
    /// All live nodes, topologically sorted; among equals, in file or insertion order. Cached.
    /// Nodes on a cycle (see isAcyclic) come last, in insertion order.
    const std::vector<NodeId>& order() const;
    bool isAcyclic() const;
    std::vector<ValueId> values() const; ///< all live values, in id order
    const std::vector<ValueId>& inputs() const { return m_inputs; }
    const std::vector<ValueId>& outputs() const { return m_outputs; }
    std::size_t nodeCount() const { return m_nodeCount; }
    /// Upper bounds for tables indexed by id.
    std::size_t nodeCapacity() const { return m_nodes.size(); }
    std::size_t valueCapacity() const { return m_values.size(); }
    ValueId find(std::string_view valueName) const; ///< invalid when there is none
    /// Node that makes `value`, or nullptr.
    const Node* producer(ValueId value) const;
    /// The only user as (node, input index), or nullptr when there are several, none, captures, or
    /// when the value is a graph output.
    const Node* soleConsumer(ValueId value) const;
    const TensorData*
    constant(ValueId value) const; ///< nullptr unless a constant that cannot change
    /// Type text helper: known tensor type or an undefined one for invalid ids.
    const TensorType& tensorType(ValueId value) const;

    // Building.
    ValueId addInput(std::string valueName, ValueType type);
    ValueId addConstant(std::string valueName, TensorData data);
    ValueId addValue(std::string valueName, ValueType type = {}); ///< to be an output of a node
    ValueId addCapture(ValueId outer, std::string valueName, ValueType type);
    void setOutputs(std::vector<ValueId> values);
    void setInputs(std::vector<ValueId> values);
    /// `outputs` are values without a producer. `origins` are sorted and made unique.
    NodeId addNode(Node node);

    // Changing.
    void setInput(NodeId node, int index,
                  ValueId value); ///< grows the list when index is at its end
    void setInputsOf(NodeId node, std::vector<ValueId> inputs);
    /// All readers of `from` (captures in subgraphs and graph outputs included) read `to` instead.
    /// When `from` is a graph output, `to` takes over its name, so the model's interface stays the
    /// same; if `to` cannot be renamed (graph input, constant, other output) an Identity node is
    /// put between.
    void replaceAllUses(ValueId from, ValueId to);
    /// The node's outputs must be unused and no graph outputs; they are removed with it.
    void removeNode(NodeId node);
    void removeValue(ValueId value); ///< must be unused and not produced
    /// Removes nodes whose results nobody reads and constants without uses; how many nodes went.
    std::size_t removeDead();
    void rename(ValueId value, std::string valueName);
    /// A value name that is not used in this graph, its subgraphs or the enclosing graphs.
    std::string freshName(std::string_view base) const;
    std::string freshNodeName(std::string_view base) const;

    Graph* parent() const { return m_parent; }
    NodeId parentNode() const { return m_parentNode; }
    /// Called by addNode and setAttribute's user for subgraphs that are attached later.
    void setParent(Graph* graph, NodeId node);

  private:
    struct NameHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>{}(text);
        }
    };
    using NameTable = std::unordered_map<std::string, ValueId, NameHash, std::equal_to<>>;

    void touched() { m_orderValid = false; }
    ValueId newValue(std::string valueName, ValueType type);
    void addUse(ValueId value, Use use);
    void dropUse(ValueId value, Use use);
    void dropInputUses(const Node& node);
    void linkSubgraphs(NodeId node);
    void unlinkSubgraphs(NodeId node);
    void moveCapture(Graph& subgraph, ValueId from, ValueId to);
    void handOverOutput(ValueId from, ValueId to);
    bool nameTaken(std::string_view valueName) const;
    bool takenBelow(std::string_view valueName) const;
    bool sortNodes() const;

    std::vector<std::unique_ptr<Node>> m_nodes;
    std::vector<std::unique_ptr<Value>> m_values;
    std::vector<ValueId> m_inputs;
    std::vector<ValueId> m_outputs;
    NameTable m_byName;
    std::vector<NodeId> m_holders; ///< nodes that have subgraphs
    std::size_t m_nodeCount = 0;
    Graph* m_parent = nullptr;
    NodeId m_parentNode;
    mutable std::vector<NodeId> m_order;
    mutable bool m_orderValid = false;
    mutable bool m_acyclic = true;
    mutable std::unordered_map<std::string, std::uint32_t> m_nextSuffix;
    mutable std::unordered_set<std::string> m_nodeNames; ///< filled when first asked for
};

/// A model-local function, kept as its own graph.
struct Function {
    std::string domain, name, overload, doc;
    std::vector<std::string> inputs, outputs, attributes;
    std::string raw; ///< serialized FunctionProto, given back unchanged
};

struct OpsetImport {
    std::string domain;
    std::int64_t version = 0;
};

/// A whole ONNX model.
struct Model {
    std::int64_t irVersion = 8;
    std::vector<OpsetImport> opsets;
    std::string producerName, producerVersion, domain, doc;
    std::int64_t modelVersion = 0;
    std::vector<std::pair<std::string, std::string>> metadata;
    std::vector<Function> functions;
    std::string unknownFields;
    std::unique_ptr<Graph> graph = std::make_unique<Graph>();
    std::vector<SourceNode> sources;
    std::filesystem::path path; ///< where it was imported from; external data lies beside it

    std::int64_t opset(std::string_view opsetDomain = "") const;       ///< 0 when not imported
    void setOpset(std::string_view opsetDomain, std::int64_t version); ///< adds or raises
    Model clone() const;
    /// SHA-256 over structure, types, attributes and constants: equal graphs have equal hashes,
    /// whatever their node and value names are. Constants count by type, dims and content.
    Result<std::string> structuralHash() const;
    /// The same without the constants' content (small integer ones, which are shapes, axes and the
    /// like, count still): the key of the architecture.
    std::string architectureHash() const;
};

/// The node's name, or "Conv_12" (type and id) when it has none.
std::string nodeLabel(const Node& node);

/// Calls `visit(graph, path)` for the main graph and every subgraph, outer first.
void forEachGraph(Model& model, const std::function<void(Graph&, const std::string&)>& visit);
void forEachGraph(const Model& model,
                  const std::function<void(const Graph&, const std::string&)>& visit);

} // namespace metainfer::ir
