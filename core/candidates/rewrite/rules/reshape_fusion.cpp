// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Shape operators in a row become one Reshape.
#include "candidates/rewrite/patterns.h"

#include <algorithm>

namespace metainfer::candidates {
namespace {

bool isReshaping(const ir::Node* node) {
    return node && (node->is("Reshape") || node->is("Flatten") || node->is("Squeeze") ||
                    node->is("Unsqueeze"));
}

struct FusionMatch : Match {
    std::vector<std::int64_t> target;
    ir::ValueId source;
};

/// A target that does not depend on the shape in between; nullopt when there is none.
std::optional<std::vector<std::int64_t>> freeTarget(const ir::Graph& graph, const ir::Node& node) {
    if (auto dims = graph.tensorType(node.outputs[0]).dims())
        return std::none_of(dims->begin(), dims->end(), [](std::int64_t d) { return d == 0; })
                   ? std::optional(std::move(*dims))
                   : std::nullopt;
    if (!node.is("Reshape"))
        return std::nullopt;
    auto shape = attributeOrInput(graph, node, "shape", 1);
    if (!shape || std::find(shape->begin(), shape->end(), 0) != shape->end())
        return std::nullopt;
    return shape;
}

class ReshapeFusion final : public NamedRule {
  public:
    ReshapeFusion()
        : NamedRule(
              "reshape_fusion", "clean-up",
              "Merges consecutive Reshape, Flatten, Squeeze and Unsqueeze into one Reshape.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& node = graph.node(anchor);
        if (!isReshaping(&node) || !hasInput(node, 0) || !hasOutput(node, 0))
            return notThisPattern();
        const ir::Node* inner = graph.producer(node.inputs[0]);
        if (!isReshaping(inner) || !hasInput(*inner, 0))
            return notThisPattern();
        if (context.model.opset() < 5)
            return declined("before opset 5 Reshape takes its target as an attribute");
        const auto target = freeTarget(graph, node);
        if (!target)
            return declined("the result's shape depends on the shape in between");
        auto match = makeMatch<FusionMatch>(anchor, {anchor, inner->id});
        match->target = *target;
        match->source = inner->inputs[0];
        match->gainUs = timeOf(context, graph, std::span(&inner->id, 1));
        return match;
    }

    Result<Effect> apply(const RewriteContext&, ir::Graph& graph,
                         const Match& match) const override {
        const auto& fusion = static_cast<const FusionMatch&>(match);
        const ir::ValueId old = graph.node(match.anchor).outputs[0];
        const auto rank = static_cast<std::int64_t>(fusion.target.size());
        const ir::ValueId target =
            addConstantNear(graph, graph.value(old).name + "_shape",
                            ir::TensorData::fromInt64s({rank}, fusion.target));
        ir::Node made = makeNode("Reshape", {fusion.source, target}, {});
        inherit(graph, match.nodes, made);
        const ir::NodeId id = replaceOutput(graph, old, std::move(made));
        return Effect{{id}, removeUnused(graph, {match.anchor})};
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeReshapeFusion() {
    return std::make_unique<ReshapeFusion>();
}

} // namespace metainfer::candidates
