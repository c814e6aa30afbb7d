// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Slices of everything, and joins or sums of one thing.
#include "candidates/rewrite/patterns.h"

#include <algorithm>

namespace metainfer::candidates {
namespace {

bool joinsOneInput(const ir::Node& node) {
    return node.inputs.size() == 1 && (node.is("Concat") || node.is("Sum") || node.is("Max") ||
                                       node.is("Min") || node.is("Mean"));
}

/// A forward slice that keeps the shape keeps the content; a backward one would reverse it.
bool slicesEverything(const ir::Graph& graph, const ir::Node& node) {
    if (!node.is("Slice") ||
        !sameShape(graph.tensorType(node.inputs[0]), graph.tensorType(node.outputs[0])))
        return false;
    if (!hasInput(node, 4))
        return true;
    const auto steps = constantInts(graph, node.inputs[4]);
    return steps && std::all_of(steps->begin(), steps->end(), [](std::int64_t s) { return s > 0; });
}

class EliminateNoopSliceConcat final : public NamedRule {
  public:
    EliminateNoopSliceConcat()
        : NamedRule("eliminate_noop_slice_concat", "clean-up",
                    "Removes Concat, Sum, Max, Min and Mean of one input, Split into one part, and "
                    "Slice of everything.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& node = graph.node(anchor);
        if (!hasInput(node, 0) || !hasOutput(node, 0))
            return notThisPattern();
        const bool noop = joinsOneInput(node) || (node.is("Split") && node.outputs.size() == 1) ||
                          slicesEverything(graph, node);
        if (!noop)
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

std::unique_ptr<RewriteRule> makeEliminateNoopSliceConcat() {
    return std::make_unique<EliminateNoopSliceConcat>();
}

} // namespace metainfer::candidates
