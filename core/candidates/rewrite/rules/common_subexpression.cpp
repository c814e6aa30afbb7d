// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Two nodes that compute the same become one.
#include "candidates/rewrite/patterns.h"

#include "ir/operators.h"

#include <algorithm>

namespace metainfer::candidates {
namespace {

/// Readers of one tensor that are compared before giving up, so that a tensor that thousands of
/// nodes read does not make the search quadratic.
constexpr std::size_t kMostCompared = 256;
constexpr std::int64_t kSmallConstant = 64;

bool sameInput(const ir::Graph& graph, ir::ValueId a, ir::ValueId b) {
    if (a == b)
        return true;
    if (!a.isValid() || !b.isValid() || !isConstant(graph, a) || !isConstant(graph, b))
        return false;
    const auto left = constantOf(graph, a);
    const auto right = constantOf(graph, b);
    if (!left || !right || left->type() != right->type() || left->dims() != right->dims() ||
        left->type() == ElementType::String || left->elementCount() > kSmallConstant)
        return false;
    const auto x = left->bytes();
    const auto y = right->bytes();
    return x && y && **x == **y;
}

bool computesTheSame(const ir::Graph& graph, const ir::Node& a, const ir::Node& b) {
    if (a.opType != b.opType || a.domain != b.domain || a.overload != b.overload ||
        a.inputs.size() != b.inputs.size() || a.outputs.size() != b.outputs.size() ||
        a.intent != b.intent)
        return false;
    for (std::size_t i = 0; i < a.inputs.size(); ++i)
        if (!sameInput(graph, a.inputs[i], b.inputs[i]))
            return false;
    for (std::size_t i = 0; i < a.outputs.size(); ++i)
        if (a.outputs[i].isValid() && !b.outputs[i].isValid())
            return false;
    return sameAttributes(a, b);
}

struct TwinMatch : Match {
    ir::NodeId twin;
};

class CommonSubexpression final : public NamedRule {
  public:
    CommonSubexpression()
        : NamedRule("common_subexpression", "clean-up",
                    "Merges nodes with equal operator, attributes and inputs.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& node = graph.node(anchor);
        const bool knownDomain =
            node.domain.empty() || node.domain == "com.microsoft" || node.domain == "ai.onnx.ml";
        if (!knownDomain || node.hasSubgraphs() || ir::isNonDeterministic(node))
            return notThisPattern();
        const ir::Value* narrowest = nullptr;
        for (const ir::ValueId input : node.inputs)
            if (input.isValid() && !isConstant(graph, input) &&
                (!narrowest || graph.value(input).uses.size() < narrowest->uses.size()))
                narrowest = &graph.value(input);
        if (!narrowest)
            return notThisPattern();
        const std::size_t most = std::min(narrowest->uses.size(), kMostCompared);
        for (std::size_t i = 0; i < most; ++i) {
            const ir::Use& use = narrowest->uses[i];
            // The lower id stays, so that two twins never replace each other.
            if (use.index == ir::Use::kCapture || use.node >= anchor)
                continue;
            if (computesTheSame(graph, node, graph.node(use.node)))
                return twins(context, graph, anchor, use.node);
        }
        return notThisPattern();
    }

    Result<Effect> apply(const RewriteContext&, ir::Graph& graph,
                         const Match& match) const override {
        const ir::NodeId twin = static_cast<const TwinMatch&>(match).twin;
        const std::vector<ir::ValueId> outputs = graph.node(match.anchor).outputs;
        inherit(graph, match.nodes, graph.node(twin));
        for (std::size_t i = 0; i < outputs.size(); ++i)
            if (outputs[i].isValid())
                graph.replaceAllUses(outputs[i], graph.node(twin).outputs[i]);
        return Effect{{}, removeUnused(graph, {match.anchor})};
    }

  private:
    static MatchResult twins(const RewriteContext& context, const ir::Graph& graph,
                             ir::NodeId anchor, ir::NodeId twin) {
        const auto& outputs = graph.node(anchor).outputs;
        for (std::size_t i = 0; i < outputs.size(); ++i)
            if (outputs[i].isValid() && graph.value(outputs[i]).isOutput &&
                graph.value(graph.node(twin).outputs[i]).isOutput)
                return declined("its result and its twin's are both outputs of the graph");
        auto match = makeMatch<TwinMatch>(anchor, {anchor, twin});
        match->twin = twin;
        match->gainUs = timeOf(context, graph, std::span(&anchor, 1));
        return match;
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeCommonSubexpression() {
    return std::make_unique<CommonSubexpression>();
}

} // namespace metainfer::candidates
