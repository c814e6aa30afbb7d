// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Shape operators that change no shape, and transposes that move no axis.
#include "candidates/rewrite/patterns.h"

#include <algorithm>

namespace metainfer::candidates {
namespace {

bool isShapeOperator(const ir::Node& node) {
    return node.is("Reshape") || node.is("Flatten") || node.is("Squeeze") || node.is("Unsqueeze") ||
           node.is("Expand") || node.is("Tile");
}

/// Reshape to [0, 0, …] copies every dimension, whatever they are.
bool copiesEveryDimension(const ir::Graph& graph, const ir::Node& node) {
    if (!node.is("Reshape") || node.intAttribute("allowzero", 0) != 0)
        return false;
    const auto shape = attributeOrInput(graph, node, "shape", 1);
    const auto rank = rankOf(graph, node.inputs[0]);
    return shape && rank && shape->size() == *rank &&
           std::all_of(shape->begin(), shape->end(), [](std::int64_t d) { return d == 0; });
}

bool isIdentityPermutation(const ir::Graph& graph, const ir::Node& node) {
    const auto perm = node.intsAttribute("perm");
    if (perm.empty()) {
        const auto rank = rankOf(graph, node.inputs[0]);
        return rank && *rank <= 1;
    }
    for (std::size_t i = 0; i < perm.size(); ++i)
        if (perm[i] != static_cast<std::int64_t>(i))
            return false;
    return true;
}

class EliminateNoopReshape final : public NamedRule {
  public:
    EliminateNoopReshape()
        : NamedRule("eliminate_noop_reshape", "clean-up",
                    "Removes Reshape, Flatten, Squeeze, Expand, Tile and Transpose that change "
                    "nothing.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& node = graph.node(anchor);
        const bool transpose = node.is("Transpose");
        if (!(transpose || isShapeOperator(node)) || !hasInput(node, 0) || !hasOutput(node, 0))
            return notThisPattern();
        const bool noop = transpose ? isIdentityPermutation(graph, node)
                                    : copiesEveryDimension(graph, node) ||
                                          sameShape(graph.tensorType(node.inputs[0]),
                                                    graph.tensorType(node.outputs[0]));
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

std::unique_ptr<RewriteRule> makeEliminateNoopReshape() {
    return std::make_unique<EliminateNoopReshape>();
}

} // namespace metainfer::candidates
