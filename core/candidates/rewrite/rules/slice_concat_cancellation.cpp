// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Neighbouring parts of a tensor that are joined again are the tensor, or one part.
#include "candidates/rewrite/parts.h"

namespace metainfer::candidates {
namespace {

struct RunMatch : Match {
    std::size_t first = 0, count = 0; ///< inputs of the Concat
    Part whole;
    bool isEverything = false; ///< the Concat gives back the tensor itself
};

class SliceConcatCancellation final : public NamedRule {
  public:
    SliceConcatCancellation()
        : NamedRule("slice_concat_cancellation", "branches",
                    "Removes Concat of all parts of a Split or of adjacent Slices, and merges "
                    "adjacent Slices before a Concat.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& concat = graph.node(anchor);
        if (!concat.is("Concat") || concat.inputs.size() < 2)
            return notThisPattern();
        const auto axis = axisOf(graph, concat, 1);
        if (!axis)
            return notThisPattern();
        std::string reason;
        for (std::size_t i = 0; i + 1 < concat.inputs.size(); ++i) {
            const auto run = runFrom(graph, concat, i, *axis);
            if (!run || run->count < 2)
                continue;
            auto match = makeMatch<RunMatch>(anchor, {anchor});
            match->first = i;
            match->count = run->count;
            match->whole = run->whole;
            match->isEverything = run->count == concat.inputs.size() && run->whole.begin == 0 &&
                                  run->whole.end == dimOf(graph, run->whole.source, *axis);
            if (match->isEverything)
                reason = bypassObstacle(graph, concat.outputs[0], run->whole.source);
            else if (!run->slices)
                reason = "the adjacent parts come from a Split, which would have to stay";
            if (!reason.empty())
                continue;
            for (std::size_t k = 0; k < run->count; ++k)
                match->nodes.push_back(graph.value(concat.inputs[i + k]).producer);
            if (match->isEverything)
                match->gainUs = timeOf(context, graph, std::span(&anchor, 1));
            return match;
        }
        return declined(std::move(reason));
    }

    Result<Effect> apply(const RewriteContext& context, ir::Graph& graph,
                         const Match& match) const override {
        const auto& run = static_cast<const RunMatch&>(match);
        if (run.isEverything)
            return bypass(graph, match.anchor, run.whole.source);
        ir::Node slice = makeSlice(context, graph, run.whole);
        inherit(graph, std::span(match.nodes).subspan(1), slice);
        const ir::Node& concat = graph.node(match.anchor);
        ir::ValueType type = graph.value(concat.inputs[run.first]).type;
        if (type.isTensor() && type.tensor.shape)
            (*type.tensor.shape)[static_cast<std::size_t>(run.whole.axis)] =
                ir::Dim::known(run.whole.end - run.whole.begin);
        slice.outputs = {graph.addValue(graph.freshName(graph.value(concat.inputs[run.first]).name),
                                        std::move(type))};
        const ir::ValueId merged = slice.outputs[0];
        const ir::NodeId id = graph.addNode(std::move(slice));
        std::vector<ir::ValueId> inputs = graph.node(match.anchor).inputs;
        const auto at = inputs.begin() + static_cast<std::ptrdiff_t>(run.first);
        inputs.erase(at, at + static_cast<std::ptrdiff_t>(run.count));
        inputs.insert(inputs.begin() + static_cast<std::ptrdiff_t>(run.first), merged);
        graph.setInputsOf(match.anchor, std::move(inputs));
        return Effect{{id, match.anchor},
                      removeUnused(graph, {match.nodes.begin() + 1, match.nodes.end()})};
    }

  private:
    struct Run {
        std::size_t count = 0;
        Part whole;
        bool slices = true;
    };

    static std::optional<Run> runFrom(const ir::Graph& graph, const ir::Node& concat,
                                      std::size_t first, std::int64_t axis) {
        auto part = partOf(graph, concat.inputs[first]);
        if (!part || part->axis != axis)
            return std::nullopt;
        Run run{1, *part, part->isSlice};
        for (std::size_t i = first + 1; i < concat.inputs.size(); ++i) {
            part = partOf(graph, concat.inputs[i]);
            if (!part || part->source != run.whole.source || part->axis != axis ||
                part->begin != run.whole.end)
                break;
            run.whole.end = part->end;
            run.slices = run.slices && part->isSlice;
            ++run.count;
        }
        return run;
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeSliceConcatCancellation() {
    return std::make_unique<SliceConcatCancellation>();
}

} // namespace metainfer::candidates
