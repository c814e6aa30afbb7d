// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// A scale by one number becomes part of the weights behind it.
#include "candidates/rewrite/linear.h"

#include <cmath>

namespace metainfer::candidates {
namespace {

struct ScaleMatch : Match {
    LinearNode linear;
    float factor = 1;
    ir::ValueId data;
};

class FoldScaleForward final : public NamedRule {
  public:
    FoldScaleForward()
        : NamedRule("fold_scale_forward", "algebra",
                    "Folds Mul by one number into the weights of the Conv, ConvTranspose, Gemm or "
                    "MatMul behind it.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& node = graph.node(anchor);
        if (!node.is("Mul") || !hasInput(node, 1) || context.model.opset() < 7)
            return notThisPattern();
        const std::size_t dataInput = isConstant(graph, node.inputs[0]) ? 1 : 0;
        const ir::ValueId data = node.inputs[dataInput], other = node.inputs[1 - dataInput];
        const ir::Node* consumer = graph.soleConsumer(node.outputs[0]);
        const bool linear = consumer && consumer->inputs[0] == node.outputs[0] &&
                            (consumer->is("Conv") || consumer->is("ConvTranspose") ||
                             consumer->is("Gemm") || consumer->is("MatMul"));
        if (!linear || !isConstant(graph, other) || isConstant(graph, data))
            return notThisPattern();
        const auto factor = constantFloats(graph, other);
        if (!factor || factor->size() != 1)
            return declined("the constant is not one float32 number");
        if (!std::isnormal(factor->front()))
            return declined("the factor is zero, tiny, infinite or NaN");
        const auto rank = rankOf(graph, data), otherRank = rankOf(graph, other);
        if (!rank || !otherRank || *otherRank > *rank)
            return declined("the constant adds dimensions");
        std::string reason;
        const auto found = linearNode(graph, *consumer, reason);
        if (!found)
            return declined(std::move(reason));
        auto match = makeMatch<ScaleMatch>(anchor, {anchor, consumer->id});
        match->linear = *found;
        match->factor = factor->front();
        match->data = data;
        match->gainUs = timeOf(context, graph, std::span(&anchor, 1));
        return match;
    }

    Result<Effect> apply(const RewriteContext&, ir::Graph& graph,
                         const Match& match) const override {
        const auto& scale = static_cast<const ScaleMatch&>(match);
        MI_ASSIGN(LinearWeights weights, readWeights(graph, scale.linear));
        for (auto& weight : weights.weight)
            weight *= scale.factor;
        MI_ASSIGN(ir::Node made, withWeights(graph, scale.linear, weights, scale.data));
        inherit(graph, std::array{scale.linear.id, match.anchor}, made);
        const ir::NodeId linear = scale.linear.id;
        const ir::NodeId id = replaceOutput(graph, graph.node(linear).outputs[0], std::move(made));
        return Effect{{id}, removeUnused(graph, {linear})};
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeFoldScaleForward() {
    return std::make_unique<FoldScaleForward>();
}

} // namespace metainfer::candidates
