// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Dropout does nothing when a model is used, not trained.
#include "candidates/rewrite/patterns.h"

namespace metainfer::candidates {
namespace {

/// Empty when the node passes its input on unchanged.
std::string trainingObstacle(const RewriteContext& context, const ir::Graph& graph,
                             const ir::Node& node) {
    const auto opset = context.model.opset();
    if (opset < 7 && node.intAttribute("is_test", 0) == 0)
        return "is_test is not set: before opset 7 that means training";
    if (hasInput(node, 2)) {
        const auto training = constantInts(graph, node.inputs[2]);
        if (!training || training->size() != 1)
            return "training_mode is not a constant";
        if (training->front() != 0)
            return "training_mode is true: results are random";
    }
    if (isOutputUsed(graph, node, 1))
        return "its mask is read";
    return {};
}

class EliminateDropout final : public NamedRule {
  public:
    EliminateDropout()
        : NamedRule("eliminate_dropout", "clean-up", "Removes Dropout outside training.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& node = graph.node(anchor);
        if (!node.is("Dropout") || !hasInput(node, 0) || !hasOutput(node, 0))
            return notThisPattern();
        if (auto reason = trainingObstacle(context, graph, node); !reason.empty())
            return declined(std::move(reason));
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

std::unique_ptr<RewriteRule> makeEliminateDropout() {
    return std::make_unique<EliminateDropout>();
}

} // namespace metainfer::candidates
