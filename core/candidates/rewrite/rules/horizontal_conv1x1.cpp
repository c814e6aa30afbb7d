// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// 1x1 convolutions that share an input are computed as one.
#include "candidates/rewrite/branches.h"

#include <algorithm>

namespace metainfer::candidates {
namespace {

struct ConvMatch : BranchMatch {
    std::vector<LinearNode> branches;
};

bool isPointwise(const ir::Node& node, const LinearNode& linear) {
    const auto pads = node.intsAttribute("pads");
    return linear.group == 1 &&
           std::all_of(linear.weightDims.begin() + 2, linear.weightDims.end(),
                       [](std::int64_t d) { return d == 1; }) &&
           std::all_of(pads.begin(), pads.end(), [](std::int64_t p) { return p == 0; });
}

class HorizontalConv1x1 final : public NamedRule {
  public:
    HorizontalConv1x1()
        : NamedRule("horizontal_conv1x1", "shape of computation",
                    "Computes 1x1 convolutions that share an input as one, then splits.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& first = graph.node(anchor);
        if (!first.is("Conv") || !hasInput(first, 1) ||
            graph.value(first.inputs[0]).uses.size() < 2)
            return notThisPattern();
        std::string reason;
        const auto linear = linearNode(graph, first, reason);
        if (!linear || !isPointwise(first, *linear))
            return notThisPattern();
        auto siblings = siblingsOf(graph, first, {"kernel_shape"}, isPointwise);
        if (!siblings)
            return notThisPattern();
        if (siblings->branches.size() < 2)
            return declined(std::move(siblings->reason));
        auto match = makeMatch<ConvMatch>(anchor, {});
        match->branches = std::move(siblings->branches);
        for (const LinearNode& branch : match->branches) {
            match->nodes.push_back(branch.id);
            match->outputs.push_back(graph.node(branch.id).outputs[0]);
        }
        if (auto obstacle = joinObstacle(context, graph, *match); !obstacle.empty())
            return declined(std::move(obstacle));
        return match;
    }

    Result<Effect> apply(const RewriteContext& context, ir::Graph& graph,
                         const Match& match) const override {
        const auto& wide = static_cast<const ConvMatch&>(match);
        LinearNode merged = wide.branches.front();
        LinearWeights data;
        std::vector<std::int64_t> sizes;
        for (const LinearNode& branch : wide.branches) {
            MI_ASSIGN(const LinearWeights one, readWeights(graph, branch));
            data.weight.insert(data.weight.end(), one.weight.begin(), one.weight.end());
            data.bias.insert(data.bias.end(), one.bias.begin(), one.bias.end());
            sizes.push_back(branch.outputChannels);
        }
        merged.outputChannels = static_cast<std::int64_t>(data.bias.size());
        merged.weightDims[0] = merged.outputChannels;
        MI_ASSIGN(ir::Node made,
                  withWeights(graph, merged, data, graph.node(match.anchor).inputs[0]));
        inherit(graph, match.nodes, made);
        return replaceBranches(context, graph, wide, {std::move(made)}, 1, sizes, match.nodes);
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeHorizontalConv1x1() {
    return std::make_unique<HorizontalConv1x1>();
}

} // namespace metainfer::candidates
