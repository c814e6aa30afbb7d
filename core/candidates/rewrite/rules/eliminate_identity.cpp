// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Identity nodes go; their readers read the source.
#include "candidates/rewrite/patterns.h"

namespace metainfer::candidates {
namespace {

class EliminateIdentity final : public NamedRule {
  public:
    EliminateIdentity()
        : NamedRule("eliminate_identity", "clean-up", "Removes Identity nodes.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& node = graph.node(anchor);
        if (!node.is("Identity") || !hasInput(node, 0) || !hasOutput(node, 0))
            return notThisPattern();
        if (auto reason = bypassObstacle(graph, node.outputs[0], node.inputs[0]); !reason.empty())
            return declined(std::move(reason));
        auto match = makeMatch<Match>(anchor, {anchor});
        match->gainUs = timeOf(context, graph, match->nodes);
        return match;
    }

    Result<Effect> apply(const RewriteContext&, ir::Graph& graph,
                         const Match& match) const override {
        return bypass(graph, match.anchor, graph.node(match.anchor).inputs[0]);
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeEliminateIdentity() {
    return std::make_unique<EliminateIdentity>();
}

} // namespace metainfer::candidates
