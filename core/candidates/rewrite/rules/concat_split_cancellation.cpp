// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// A Split that undoes a Concat.
#include "candidates/rewrite/parts.h"

#include <algorithm>
#include <set>

namespace metainfer::candidates {
namespace {

class ConcatSplitCancellation final : public NamedRule {
  public:
    ConcatSplitCancellation()
        : NamedRule("concat_split_cancellation", "branches",
                    "Removes a Split that gives back exactly what a Concat joined.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& split = graph.node(anchor);
        if (!split.is("Split") || !hasInput(split, 0))
            return notThisPattern();
        const ir::Node* concat = producerOf(graph, split.inputs[0], "Concat");
        if (!concat)
            return notThisPattern();
        const auto axis = axisOf(graph, split, 0);
        if (!axis || axis != axisOf(graph, *concat, 1))
            return declined("the two work along different axes");
        const auto sizes = splitSizes(graph, split);
        if (!sizes || sizes->size() != concat->inputs.size())
            return declined("the parts are not those that were joined");
        for (std::size_t i = 0; i < sizes->size(); ++i) {
            if (dimOf(graph, concat->inputs[i], *axis) != (*sizes)[i])
                return declined("the sizes are not known to be those that were joined");
            if (!split.outputs[i].isValid())
                continue;
            if (auto reason = bypassObstacle(graph, split.outputs[i], concat->inputs[i]);
                !reason.empty())
                return declined(std::move(reason));
        }
        std::set<ir::ValueId> distinct(concat->inputs.begin(), concat->inputs.end());
        if (distinct.size() != concat->inputs.size() &&
            std::any_of(split.outputs.begin(), split.outputs.end(), [&](ir::ValueId output) {
                return output.isValid() && graph.value(output).isOutput;
            }))
            return declined("a tensor is joined twice and its parts are outputs of the graph");
        auto match = makeMatch<Match>(anchor, {anchor, concat->id});
        match->gainUs = graph.soleConsumer(split.inputs[0])
                            ? timeOf(context, graph, match->nodes)
                            : timeOf(context, graph, std::span(&anchor, 1));
        return match;
    }

    Result<Effect> apply(const RewriteContext&, ir::Graph& graph,
                         const Match& match) const override {
        const std::vector<ir::ValueId> outputs = graph.node(match.anchor).outputs;
        const std::vector<ir::ValueId> inputs = graph.node(match.nodes[1]).inputs;
        for (std::size_t i = 0; i < outputs.size(); ++i)
            if (outputs[i].isValid())
                graph.replaceAllUses(outputs[i], inputs[i]);
        return Effect{{}, removeUnused(graph, {match.anchor})};
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeConcatSplitCancellation() {
    return std::make_unique<ConcatSplitCancellation>();
}

} // namespace metainfer::candidates
