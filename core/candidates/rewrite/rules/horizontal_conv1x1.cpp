// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// 1x1 convolutions that share an input are computed as one.
#include "candidates/rewrite/linear.h"
#include "candidates/rewrite/parts.h"

#include <algorithm>

namespace metainfer::candidates {
namespace {

struct BranchMatch : Match {
    std::vector<LinearNode> branches;
    std::vector<ir::NodeId> activations;
    std::vector<ir::ValueId> outputs;
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
        auto match = makeMatch<BranchMatch>(anchor, {});
        std::string siblingReason;
        for (const ir::Use& use : graph.value(first.inputs[0]).uses) {
            if (use.index != 0)
                continue;
            const ir::Node& other = graph.node(use.node);
            if (!other.is("Conv") || !sameAttributes(first, other, {"kernel_shape"}))
                continue;
            const auto sibling = linearNode(graph, other, reason);
            if (!sibling)
                siblingReason = reason;
            if (!sibling || !isPointwise(other, *sibling))
                continue;
            if (use.node < anchor)
                return notThisPattern(); // the first of them is the anchor
            match->branches.push_back(*sibling);
            match->nodes.push_back(use.node);
            match->outputs.push_back(other.outputs[0]);
        }
        if (match->branches.size() < 2)
            return declined(std::move(siblingReason));
        if (!sameIntent(graph, match->nodes))
            return declined("the branches have different hardware intents");
        if (auto obstacle = familyObstacle(context, "split"); !obstacle.empty())
            return declined(std::move(obstacle));
        const auto activations = commonActivations(graph, match->outputs, reason = {});
        if (!activations)
            return declined(std::move(reason));
        match->activations = *activations;
        return match;
    }

    Result<Effect> apply(const RewriteContext& context, ir::Graph& graph,
                         const Match& match) const override {
        const auto& wide = static_cast<const BranchMatch&>(match);
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
        return replaceBranches(context, graph, {std::move(made)}, wide.activations, wide.outputs, 1,
                               sizes, match.nodes);
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeHorizontalConv1x1() {
    return std::make_unique<HorizontalConv1x1>();
}

} // namespace metainfer::candidates
