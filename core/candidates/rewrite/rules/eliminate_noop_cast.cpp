// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Casts to the type that a value already has.
#include "candidates/rewrite/patterns.h"

namespace metainfer::candidates {
namespace {

class EliminateNoopCast final : public NamedRule {
  public:
    EliminateNoopCast()
        : NamedRule("eliminate_noop_cast", "clean-up",
                    "Removes Cast and CastLike to the type that the input already has.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& node = graph.node(anchor);
        if (!(node.is("Cast") || node.is("CastLike")) || !hasInput(node, 0) || !hasOutput(node, 0))
            return notThisPattern();
        const ElementType from = elementOf(graph, node.inputs[0]);
        const ElementType to = node.is("Cast")
                                   ? static_cast<ElementType>(node.intAttribute("to", 0))
                               : hasInput(node, 1) ? elementOf(graph, node.inputs[1])
                                                   : ElementType::Undefined;
        if (from == ElementType::Undefined || to == ElementType::Undefined)
            return declined("the types are not known");
        if (from != to)
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

std::unique_ptr<RewriteRule> makeEliminateNoopCast() {
    return std::make_unique<EliminateNoopCast>();
}

} // namespace metainfer::candidates
