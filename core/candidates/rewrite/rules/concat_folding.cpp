// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// A Concat inside a Concat along the same axis is taken apart.
#include "candidates/rewrite/parts.h"

namespace metainfer::candidates {
namespace {

class ConcatFolding final : public NamedRule {
  public:
    ConcatFolding()
        : NamedRule("concat_folding", "branches",
                    "Merges a Concat into the Concat that reads it, along the same axis.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& outer = graph.node(anchor);
        if (!outer.is("Concat"))
            return notThisPattern();
        const ir::Node* inner = nullptr;
        for (const ir::ValueId input : outer.inputs)
            if (!inner)
                inner = producerOf(graph, input, "Concat");
        if (!inner)
            return notThisPattern();
        for (const ir::ValueId input : outer.inputs) {
            const ir::Node* candidate = producerOf(graph, input, "Concat");
            if (!candidate)
                continue;
            const auto outerAxis = axisOf(graph, outer, 1);
            const auto innerAxis = axisOf(graph, *candidate, 1);
            if (!outerAxis || outerAxis != innerAxis || !graph.soleConsumer(input))
                continue;
            auto match = makeMatch<Match>(anchor, {anchor, candidate->id});
            match->gainUs = timeOf(context, graph, std::span(&candidate->id, 1));
            return match;
        }
        return declined("the Concat before it joins along another axis or is also read elsewhere");
    }

    Result<Effect> apply(const RewriteContext&, ir::Graph& graph,
                         const Match& match) const override {
        const ir::NodeId inner = match.nodes[1];
        const ir::ValueId joined = graph.node(inner).outputs[0];
        std::vector<ir::ValueId> inputs;
        for (const ir::ValueId input : graph.node(match.anchor).inputs) {
            if (input != joined) {
                inputs.push_back(input);
                continue;
            }
            const auto& parts = graph.node(inner).inputs;
            inputs.insert(inputs.end(), parts.begin(), parts.end());
        }
        ir::Node made =
            makeNode("Concat", std::move(inputs), {}, graph.node(match.anchor).attributes);
        inherit(graph, match.nodes, made);
        const ir::NodeId id =
            replaceOutput(graph, graph.node(match.anchor).outputs[0], std::move(made));
        return Effect{{id}, removeUnused(graph, {match.anchor})};
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeConcatFolding() {
    return std::make_unique<ConcatFolding>();
}

} // namespace metainfer::candidates
