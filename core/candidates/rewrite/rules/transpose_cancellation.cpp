// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Two transposes in a row become one, or none.
#include "candidates/rewrite/patterns.h"

namespace metainfer::candidates {
namespace {

using Perm = std::vector<std::int64_t>;

/// The permutation that a Transpose applies; without the attribute it reverses the axes.
std::optional<Perm> permutationOf(const ir::Graph& graph, const ir::Node& node) {
    if (auto perm = node.intsAttribute("perm"); !perm.empty())
        return perm;
    const auto rank = rankOf(graph, node.inputs[0]);
    if (!rank)
        return std::nullopt;
    Perm reversed;
    for (std::size_t i = *rank; i-- > 0;)
        reversed.push_back(static_cast<std::int64_t>(i));
    return reversed;
}

struct PairMatch : Match {
    Perm combined;
    ir::ValueId source;
    bool cancels = false;
};

class TransposeCancellation final : public NamedRule {
  public:
    TransposeCancellation()
        : NamedRule("transpose_cancellation", "clean-up",
                    "Merges two consecutive Transpose nodes, or removes both.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& outer = graph.node(anchor);
        if (!outer.is("Transpose") || !hasInput(outer, 0) || !hasOutput(outer, 0))
            return notThisPattern();
        const ir::Node* inner = producerOf(graph, outer.inputs[0], "Transpose");
        if (!inner)
            return notThisPattern();
        const auto first = permutationOf(graph, *inner);
        const auto second = permutationOf(graph, outer);
        if (!first || !second || first->size() != second->size())
            return declined("the rank is not known");
        auto match = makeMatch<PairMatch>(anchor, {anchor, inner->id});
        match->source = inner->inputs[0];
        match->cancels = true;
        for (std::size_t i = 0; i < second->size(); ++i) {
            const auto axis = static_cast<std::size_t>((*second)[i]);
            if (axis >= first->size())
                return declined("the permutation is not one");
            match->combined.push_back((*first)[axis]);
            match->cancels =
                match->cancels && match->combined.back() == static_cast<std::int64_t>(i);
        }
        if (match->cancels)
            if (auto reason = bypassObstacle(graph, outer.outputs[0], match->source);
                !reason.empty())
                return declined(std::move(reason));
        match->gainUs = timeOf(context, graph, std::span(&anchor, 1));
        return match;
    }

    Result<Effect> apply(const RewriteContext&, ir::Graph& graph,
                         const Match& match) const override {
        const auto& pair = static_cast<const PairMatch&>(match);
        if (pair.cancels)
            return bypass(graph, match.anchor, pair.source);
        ir::Node made = makeNode("Transpose", {pair.source}, {},
                                 {ir::Attribute::ofInts("perm", pair.combined)});
        inherit(graph, match.nodes, made);
        const ir::NodeId id =
            replaceOutput(graph, graph.node(match.anchor).outputs[0], std::move(made));
        return Effect{{id}, removeUnused(graph, {match.anchor})};
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeTransposeCancellation() {
    return std::make_unique<TransposeCancellation>();
}

} // namespace metainfer::candidates
