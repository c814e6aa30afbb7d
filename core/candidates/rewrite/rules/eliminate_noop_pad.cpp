// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Padding by nothing.
#include "candidates/rewrite/patterns.h"

#include <algorithm>

namespace metainfer::candidates {
namespace {

class EliminateNoopPad final : public NamedRule {
  public:
    EliminateNoopPad()
        : NamedRule("eliminate_noop_pad", "clean-up",
                    "Removes Pad nodes whose pads are all zero.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& node = graph.node(anchor);
        if (!node.is("Pad") || !hasInput(node, 0) || !hasOutput(node, 0))
            return notThisPattern();
        const auto pads = attributeOrInput(graph, node, "pads", 1);
        if (!pads)
            return declined("the pads are not constant");
        if (std::any_of(pads->begin(), pads->end(), [](std::int64_t p) { return p != 0; }))
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

std::unique_ptr<RewriteRule> makeEliminateNoopPad() {
    return std::make_unique<EliminateNoopPad>();
}

} // namespace metainfer::candidates
