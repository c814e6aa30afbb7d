// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Builds one Graph from the messages of a GraphProto, in whatever order they come.
#pragma once

#include "ir/import_context.h"

namespace metainfer::ir {

/// Values may be read before they are defined; `finish` resolves what is left over as captures of
/// the enclosing graph, or says who reads what nobody produces.
class GraphBuilder {
  public:
    /// `outer` is the builder of the enclosing graph, null for the main graph; `path` as in
    /// SourceNode::graph.
    GraphBuilder(ImportContext& context, Graph& graph, GraphBuilder* outer, std::string path);

    Status whole(const onnx::GraphProto& proto);

    Status node(const onnx::NodeProto& proto);
    Status initializer(const onnx::TensorProto& proto);
    Status sparseInitializer(const onnx::SparseTensorProto& proto);
    Status input(const onnx::ValueInfoProto& proto);
    Status output(const onnx::ValueInfoProto& proto);
    Status valueInfo(const onnx::ValueInfoProto& proto);
    /// Name, doc, annotations and unknown fields; the other fields of `proto` are not looked at.
    void rest(const onnx::GraphProto& proto);
    /// `defaultsAreConstant`: initializers that are inputs as well are constants (IR version < 4).
    Status finish(bool defaultsAreConstant);

  private:
    ValueId named(const std::string& name);
    Status define(const std::string& name, const std::string& what, ValueId& id);
    Result<Attribute> attribute(const onnx::AttributeProto& proto, const std::string& nodeText,
                                const std::string& label);
    Status attributeGraphs(const onnx::AttributeProto& proto, const std::string& label,
                           Attribute& attribute);
    void describe(ValueId id, const onnx::ValueInfoProto& proto);
    Status resolve(ValueId id);
    void finishTypes();
    std::string where() const;
    std::string readerOf(ValueId id) const;

    ImportContext& m_context;
    Graph& m_graph;
    GraphBuilder* m_outer;
    std::string m_path;
    int m_depth = 0;
    std::vector<bool> m_defined; ///< by value id
    std::vector<ValueId> m_inputs;
    std::vector<onnx::ValueInfoProto> m_typed; ///< declared before their nodes
    std::vector<onnx::ValueInfoProto> m_outputs;
};

} // namespace metainfer::ir
