// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// The same activation on every branch is applied once, after they are joined.
#include "candidates/rewrite/parts.h"
#include "ir/operators.h"

#include <algorithm>

namespace metainfer::candidates {
namespace {

class ConcatUnaryMotion final : public NamedRule {
  public:
    ConcatUnaryMotion()
        : NamedRule("concat_unary_motion", "branches",
                    "Moves an elementwise operator that all inputs of a Concat share behind it.") {}

    MatchResult match(const RewriteContext&, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& concat = graph.node(anchor);
        if (!concat.is("Concat") || concat.inputs.size() < 2)
            return notThisPattern();
        std::vector<ir::NodeId> nodes = {anchor};
        const ir::Node* first = nullptr;
        for (const ir::ValueId input : concat.inputs) {
            const ir::Node* node = graph.producer(input);
            if (!node || !node->domain.empty() || !ir::isUnaryElementwise(node->opType) ||
                node->is("Identity") || node->outputs.size() != 1)
                return notThisPattern();
            if (!first)
                first = node;
            if (!isAlike(graph, *first, *node))
                return notThisPattern();
            nodes.push_back(node->id);
        }
        for (std::size_t i = 1; i < nodes.size(); ++i) {
            const ir::Node& node = graph.node(nodes[i]);
            if (!graph.soleConsumer(node.outputs[0]))
                return declined("the result of a branch is also read elsewhere");
            const ir::Node* producer = graph.producer(node.inputs[0]);
            if (producer && fusesIntoProducer(node.opType) &&
                takesFusedActivation(producer->opType) && graph.soleConsumer(node.inputs[0]))
                return declined(fmt::format("{} fuses into the {} of its branch", node.opType,
                                            producer->opType));
        }
        if (!sameIntent(graph, std::span(nodes).subspan(1)))
            return declined("the branches have different hardware intents");
        auto match = makeMatch<Match>(anchor, std::move(nodes));
        return match;
    }

    Result<Effect> apply(const RewriteContext&, ir::Graph& graph,
                         const Match& match) const override {
        const std::span<const ir::NodeId> unaries = std::span(match.nodes).subspan(1);
        const ir::Node& concat = graph.node(match.anchor);
        const ir::ValueId old = concat.outputs[0];
        ir::Node joined = makeNode("Concat", {}, {}, concat.attributes);
        inherit(graph, std::span(&match.anchor, 1), joined);
        for (const ir::NodeId id : unaries)
            joined.inputs.push_back(graph.node(id).inputs[0]);
        ir::ValueType type = graph.value(old).type;
        type.raw.clear();
        type.tensor.element = elementOf(graph, joined.inputs[0]);
        joined.outputs = {
            graph.addValue(graph.freshName(graph.value(old).name + "_joined"), std::move(type))};
        const ir::Node& like = graph.node(unaries.front());
        ir::Node unary = makeNode(like.opType, like.inputs, {}, like.attributes);
        unary.inputs[0] = joined.outputs[0];
        inherit(graph, unaries, unary);
        const ir::NodeId first = graph.addNode(std::move(joined));
        const ir::NodeId second = replaceOutput(graph, old, std::move(unary));
        return Effect{{first, second}, removeUnused(graph, {match.anchor})};
    }

  private:
    static bool isAlike(const ir::Graph& graph, const ir::Node& a, const ir::Node& b) {
        return a.opType == b.opType && a.inputs.size() == b.inputs.size() &&
               elementOf(graph, a.inputs[0]) == elementOf(graph, b.inputs[0]) &&
               std::equal(a.inputs.begin() + 1, a.inputs.end(), b.inputs.begin() + 1) &&
               sameAttributes(a, b);
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeConcatUnaryMotion() {
    return std::make_unique<ConcatUnaryMotion>();
}

} // namespace metainfer::candidates
