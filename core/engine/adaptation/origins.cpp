// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the operators of a rewritten model come from.
#include "engine/adaptation/origins.h"

namespace metainfer::engine {

Json originsOf(const ir::Model& model) {
    Json origins = Json::object();
    ir::forEachGraph(model, [&](const ir::Graph& graph, const std::string& path) {
        for (const ir::NodeId id : graph.order()) {
            const ir::Node& node = graph.node(id);
            if (node.outputs.empty() || !node.outputs.front().isValid())
                continue;
            Json sources = Json::array();
            for (const ir::SourceId source : node.origins) {
                const ir::SourceNode& from = model.sources[source.index];
                sources.push_back(from.name.empty() ? from.output : from.name);
            }
            const std::string& name = graph.value(node.outputs.front()).name;
            origins[path.empty() ? name : path + ":" + name] = {{"op_type", node.opType},
                                                                {"from", sources}};
        }
    });
    return origins;
}

} // namespace metainfer::engine
