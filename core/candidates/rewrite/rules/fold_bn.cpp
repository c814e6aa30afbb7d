// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// BatchNormalization becomes part of the weights before or after it.
#include "candidates/rewrite/linear.h"

#include <algorithm>

namespace metainfer::candidates {
namespace {

struct FoldMatch : Match {
    LinearNode linear;
    ChannelAffine affine;
    bool after = true; ///< the normalization follows the linear node
};

bool padsNothing(const ir::Node& conv) {
    const std::string automatic = conv.stringAttribute("auto_pad", "NOTSET");
    const auto pads = conv.intsAttribute("pads");
    return (automatic == "NOTSET" || automatic == "VALID") &&
           std::all_of(pads.begin(), pads.end(), [](std::int64_t p) { return p == 0; });
}

class FoldBn final : public NamedRule {
  public:
    FoldBn()
        : NamedRule("fold_bn", "algebra",
                    "Folds BatchNormalization into the Conv, ConvTranspose or Gemm before it, or "
                    "into the Conv after it.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& norm = graph.node(anchor);
        if (!norm.is("BatchNormalization") || !hasInput(norm, 0) || !hasOutput(norm, 0))
            return notThisPattern();
        const ir::Node* before = linearBefore(graph, norm);
        if (before && before->is("Gemm") && context.model.opset() < 7)
            return declined("before opset 7 the bias of Gemm does not broadcast by itself");
        const ir::Node* after = linearAfter(graph, norm);
        if (!before && !after)
            return notThisPattern();
        std::string reason;
        const auto affine = batchNormAffine(context, graph, norm, reason);
        if (!affine)
            return declined(std::move(reason));
        if (before) {
            MatchResult found = matchPair(graph, norm, *before, *affine, true);
            if (!std::holds_alternative<Decline>(found) || !after)
                return priced(context, graph, std::move(found), anchor);
        }
        return priced(context, graph, matchPair(graph, norm, *after, *affine, false), anchor);
    }

    Result<Effect> apply(const RewriteContext&, ir::Graph& graph,
                         const Match& match) const override {
        const auto& fold = static_cast<const FoldMatch&>(match);
        const ir::Node& linear = graph.node(fold.linear.id);
        MI_ASSIGN(LinearWeights data, readWeights(graph, fold.linear));
        if (fold.after)
            scaleOutputs(linear, fold, data);
        else
            scaleInputs(linear, fold, data);
        const ir::NodeId last = fold.after ? match.anchor : fold.linear.id;
        const ir::NodeId first = fold.after ? fold.linear.id : match.anchor;
        MI_ASSIGN(ir::Node made,
                  withWeights(graph, fold.linear, data, graph.node(first).inputs[0]));
        inherit(graph, std::array{fold.linear.id, match.anchor}, made);
        const ir::NodeId id = replaceOutput(graph, graph.node(last).outputs[0], std::move(made));
        return Effect{{id}, removeUnused(graph, {last})};
    }

  private:
    static const ir::Node* linearBefore(const ir::Graph& graph, const ir::Node& norm) {
        const ir::Node* node = graph.producer(norm.inputs[0]);
        const bool linear =
            node && (node->is("Conv") || node->is("ConvTranspose") || node->is("Gemm"));
        return linear ? node : nullptr;
    }

    static const ir::Node* linearAfter(const ir::Graph& graph, const ir::Node& norm) {
        const ir::Node* node = soleConsumerOf(graph, norm.outputs[0], "Conv");
        return node && node->inputs[0] == norm.outputs[0] ? node : nullptr;
    }

    static MatchResult matchPair(const ir::Graph& graph, const ir::Node& norm,
                                 const ir::Node& linear, const ChannelAffine& affine, bool after) {
        if (after && !graph.soleConsumer(norm.inputs[0]))
            return declined(fmt::format("the result of the {} before it is also read elsewhere",
                                        linear.opType));
        std::string reason;
        const auto found = linearNode(graph, linear, reason);
        if (!found)
            return declined(std::move(reason));
        const auto channels = after ? found->outputChannels : found->inputChannels;
        if (static_cast<std::int64_t>(affine.scale.size()) != channels)
            return declined("the channel counts differ");
        const bool shifts =
            std::any_of(affine.shift.begin(), affine.shift.end(), [](double s) { return s != 0; });
        if (!after && shifts && !padsNothing(linear))
            return declined("the Conv after it pads with zeros, which the shift would change");
        auto match = makeMatch<FoldMatch>(norm.id, {norm.id, linear.id});
        match->linear = *found;
        match->affine = affine;
        match->after = after;
        return match;
    }

    static MatchResult priced(const RewriteContext& context, const ir::Graph& graph,
                              MatchResult found, ir::NodeId anchor) {
        if (auto* match = std::get_if<std::unique_ptr<Match>>(&found))
            (*match)->gainUs = timeOf(context, graph, std::span(&anchor, 1));
        return found;
    }

    static void scaleOutputs(const ir::Node& linear, const FoldMatch& fold, LinearWeights& data) {
        for (std::size_t i = 0; i < data.weight.size(); ++i)
            data.weight[i] *=
                fold.affine
                    .scale[static_cast<std::size_t>(outputChannelOf(linear, fold.linear, i))];
        for (std::size_t c = 0; c < data.bias.size(); ++c)
            data.bias[c] = data.bias[c] * fold.affine.scale[c] + fold.affine.shift[c];
    }

    static void scaleInputs(const ir::Node& linear, const FoldMatch& fold, LinearWeights& data) {
        for (std::size_t i = 0; i < data.weight.size(); ++i) {
            const auto in = static_cast<std::size_t>(inputChannelOf(linear, fold.linear, i));
            const auto out = static_cast<std::size_t>(outputChannelOf(linear, fold.linear, i));
            data.bias[out] += data.weight[i] * fold.affine.shift[in];
            data.weight[i] *= fold.affine.scale[in];
        }
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeFoldBn() {
    return std::make_unique<FoldBn>();
}

} // namespace metainfer::candidates
