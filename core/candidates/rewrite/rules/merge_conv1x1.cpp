// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// A convolution and the 1x1 convolution after it become one.
#include "candidates/rewrite/linear.h"

#include <algorithm>

namespace metainfer::candidates {
namespace {

struct PairMatch : Match {
    LinearNode first, second;
};

bool isPointwise(const ir::Node& conv, const LinearNode& linear) {
    const auto ones = [](const std::vector<std::int64_t>& values) {
        return std::all_of(values.begin(), values.end(), [](std::int64_t v) { return v == 1; });
    };
    const auto pads = conv.intsAttribute("pads");
    return linear.group == 1 &&
           std::all_of(linear.weightDims.begin() + 2, linear.weightDims.end(),
                       [](std::int64_t d) { return d == 1; }) &&
           ones(conv.intsAttribute("strides")) &&
           std::all_of(pads.begin(), pads.end(), [](std::int64_t p) { return p == 0; });
}

class MergeConv1x1 final : public NamedRule {
  public:
    MergeConv1x1()
        : NamedRule("merge_conv1x1", "algebra",
                    "Merges a Conv with the 1x1 Conv after it when that needs less work.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& second = graph.node(anchor);
        if (!second.is("Conv") || !hasInput(second, 0))
            return notThisPattern();
        const ir::Node* first = producerOf(graph, second.inputs[0], "Conv");
        if (!first)
            return notThisPattern();
        std::string reason;
        const auto after = linearNode(graph, second, reason);
        if (!after)
            return declined(std::move(reason));
        if (!isPointwise(second, *after))
            return notThisPattern();
        const auto before = linearNode(graph, *first, reason);
        if (!before)
            return declined(std::move(reason));
        if (!graph.soleConsumer(second.inputs[0]))
            return declined("the result between the two is also read elsewhere");
        if (before->group != 1)
            return declined("the first convolution is grouped");
        const double window = static_cast<double>(size(before->weightDims)) /
                              static_cast<double>(before->outputChannels);
        const double separate = static_cast<double>(before->outputChannels) * window +
                                static_cast<double>(after->outputChannels * after->inputChannels);
        const double merged = static_cast<double>(after->outputChannels) * window;
        if (merged > separate)
            return declined("the merged convolution would need more work than the two");
        auto match = makeMatch<PairMatch>(anchor, {anchor, first->id});
        match->first = *before;
        match->second = *after;
        if (auto both = timeOf(context, graph, match->nodes)) {
            const double share = 1 - merged / separate;
            match->gainUs = Interval{both->value * share, both->low * share, both->high * share};
        }
        return match;
    }

    Result<Effect> apply(const RewriteContext&, ir::Graph& graph,
                         const Match& match) const override {
        const auto& pair = static_cast<const PairMatch&>(match);
        MI_ASSIGN(const LinearWeights first, readWeights(graph, pair.first));
        MI_ASSIGN(const LinearWeights second, readWeights(graph, pair.second));
        LinearNode merged = pair.first;
        merged.weightDims[0] = merged.outputChannels = pair.second.outputChannels;
        merged.hasBias = pair.first.hasBias || pair.second.hasBias;
        const auto outs = static_cast<std::size_t>(pair.second.outputChannels);
        const auto middle = static_cast<std::size_t>(pair.first.outputChannels);
        const std::size_t window = first.weight.size() / middle;
        LinearWeights data{std::vector<double>(outs * window, 0), second.bias};
        for (std::size_t o = 0; o < outs; ++o)
            for (std::size_t m = 0; m < middle; ++m) {
                const double factor = second.weight[o * middle + m];
                data.bias[o] += factor * first.bias[m];
                for (std::size_t k = 0; k < window; ++k)
                    data.weight[o * window + k] += factor * first.weight[m * window + k];
            }
        merged.hasBias = pair.first.hasBias;
        MI_ASSIGN(ir::Node made,
                  withWeights(graph, merged, data, graph.node(pair.first.id).inputs[0]));
        inherit(graph, std::array{pair.first.id, pair.second.id}, made);
        const ir::NodeId id =
            replaceOutput(graph, graph.node(match.anchor).outputs[0], std::move(made));
        return Effect{{id}, removeUnused(graph, {match.anchor})};
    }

  private:
    static std::int64_t size(const std::vector<std::int64_t>& dims) {
        std::int64_t product = 1;
        for (const std::int64_t d : dims)
            product *= d;
        return product;
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeMergeConv1x1() {
    return std::make_unique<MergeConv1x1>();
}

} // namespace metainfer::candidates
