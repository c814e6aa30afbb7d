// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The model around the graph: opsets, copies, walking nested graphs.
#include "ir/graph.h"

namespace metainfer::ir {
namespace {

std::string_view canonicalDomain(std::string_view domain) {
    return domain == "ai.onnx" ? std::string_view{} : domain;
}

template <typename G, typename Visit>
void walk(G& graph, const std::string& path, const Visit& visit) {
    visit(graph, path);
    for (const NodeId id : graph.order())
        for (const Attribute& attribute : graph.node(id).attributes)
            for (std::size_t i = 0; i < attribute.graphs.size(); ++i) {
                std::string inner = path.empty() ? path : path + "/";
                inner += nodeLabel(graph.node(id)) + "/" + attribute.name;
                if (attribute.kind == Attribute::Kind::Graphs)
                    inner += "[" + std::to_string(i) + "]";
                walk(static_cast<G&>(*attribute.graphs[i]), inner, visit);
            }
}

} // namespace

std::string nodeLabel(const Node& node) {
    return node.name.empty() ? node.opType + "_" + std::to_string(node.id.index) : node.name;
}

std::int64_t Model::opset(std::string_view opsetDomain) const {
    for (const OpsetImport& import : opsets)
        if (import.domain == canonicalDomain(opsetDomain))
            return import.version;
    return 0;
}

void Model::setOpset(std::string_view opsetDomain, std::int64_t version) {
    for (OpsetImport& import : opsets)
        if (import.domain == canonicalDomain(opsetDomain)) {
            import.version = std::max(import.version, version);
            return;
        }
    opsets.push_back({std::string(canonicalDomain(opsetDomain)), version});
}

Model Model::clone() const {
    Model copy;
    copy.irVersion = irVersion;
    copy.opsets = opsets;
    copy.producerName = producerName;
    copy.producerVersion = producerVersion;
    copy.domain = domain;
    copy.doc = doc;
    copy.modelVersion = modelVersion;
    copy.metadata = metadata;
    copy.functions = functions;
    copy.unknownFields = unknownFields;
    copy.graph = graph->clone();
    copy.sources = sources;
    copy.path = path;
    return copy;
}

void forEachGraph(Model& model, const std::function<void(Graph&, const std::string&)>& visit) {
    walk(*model.graph, {}, visit);
}

void forEachGraph(const Model& model,
                  const std::function<void(const Graph&, const std::string&)>& visit) {
    walk(static_cast<const Graph&>(*model.graph), {}, visit);
}

} // namespace metainfer::ir
