// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Scales and shifts by constants become part of the weights before them.
#include "candidates/rewrite/linear.h"

namespace metainfer::candidates {
namespace {

struct FoldMatch : Match {
    LinearNode linear;
    std::vector<float> numbers; ///< one per output channel
};

class FoldMulAdd final : public NamedRule {
  public:
    FoldMulAdd()
        : NamedRule("fold_mul_add", "algebra",
                    "Folds Mul, Add and Sub by a constant into the weights of the Conv, "
                    "ConvTranspose, Gemm or MatMul before it.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& node = graph.node(anchor);
        if (!(node.is("Mul") || node.is("Add") || node.is("Sub")) || !hasInput(node, 1) ||
            context.model.opset() < 7)
            return notThisPattern();
        // Only x - c: c - x would need a negated product, which gains nothing.
        const int dataInput = !node.is("Sub") && isConstant(graph, node.inputs[0]) ? 1 : 0;
        const ir::ValueId data = node.inputs[static_cast<std::size_t>(dataInput)];
        const ir::ValueId other = node.inputs[static_cast<std::size_t>(1 - dataInput)];
        const ir::Node* producer = graph.producer(data);
        const bool linear =
            producer && (producer->is("Conv") || producer->is("ConvTranspose") ||
                         producer->is("Gemm") || (producer->is("MatMul") && node.is("Mul")));
        if (!linear || !isConstant(graph, other))
            return notThisPattern();
        if (!graph.soleConsumer(data))
            return declined(fmt::format("the result of the {} before it is also read elsewhere",
                                        producer->opType));
        std::string reason;
        const auto found = linearNode(graph, *producer, reason);
        if (!found)
            return declined(std::move(reason));
        const bool conv = producer->is("Conv") || producer->is("ConvTranspose");
        const auto rank = conv                   ? std::optional(found->weightDims.size())
                          : producer->is("Gemm") ? std::optional(std::size_t{2})
                                                 : rankOf(graph, producer->inputs[0]);
        if (!rank || *rank < 2)
            return declined("the rank of the product is not known");
        const auto numbers =
            perChannelConstant(graph, other, *rank, conv ? 1 : *rank - 1, found->outputChannels);
        if (!numbers)
            return declined("the constant is not one float32 number per channel");
        auto match = makeMatch<FoldMatch>(anchor, {anchor, producer->id});
        match->linear = *found;
        match->numbers = *numbers;
        match->gainUs = timeOf(context, graph, std::span(&anchor, 1));
        return match;
    }

    Result<Effect> apply(const RewriteContext&, ir::Graph& graph,
                         const Match& match) const override {
        const auto& fold = static_cast<const FoldMatch&>(match);
        const ir::Node& node = graph.node(match.anchor);
        const ir::Node& linear = graph.node(fold.linear.id);
        MI_ASSIGN(LinearWeights data, readWeights(graph, fold.linear));
        if (node.is("Mul")) {
            for (std::size_t i = 0; i < data.weight.size(); ++i)
                data.weight[i] *=
                    fold.numbers[static_cast<std::size_t>(outputChannelOf(linear, fold.linear, i))];
            for (std::size_t c = 0; c < data.bias.size(); ++c)
                data.bias[c] *= fold.numbers[c];
        } else {
            const double sign = node.is("Sub") ? -1 : 1;
            for (std::size_t c = 0; c < data.bias.size(); ++c)
                data.bias[c] += sign * fold.numbers[c];
        }
        MI_ASSIGN(ir::Node made, withWeights(graph, fold.linear, data, linear.inputs[0]));
        inherit(graph, std::array{fold.linear.id, match.anchor}, made);
        const ir::NodeId id = replaceOutput(graph, node.outputs[0], std::move(made));
        return Effect{{id}, removeUnused(graph, {match.anchor})};
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeFoldMulAdd() {
    return std::make_unique<FoldMulAdd>();
}

} // namespace metainfer::candidates
