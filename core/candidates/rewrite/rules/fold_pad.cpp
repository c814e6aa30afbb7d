// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Explicit zero padding becomes part of the convolution or pooling after it.
#include "candidates/rewrite/patterns.h"

#include <algorithm>

namespace metainfer::candidates {
namespace {

struct PadMatch : Match {
    ir::NodeId consumer;
    std::vector<std::int64_t> pads; ///< all of the window's, in the order of the attribute
};

/// Pads of every axis (begins, then ends), with the axes input of opset 18 spread out.
std::optional<std::vector<std::int64_t>> fullPads(const ir::Graph& graph, const ir::Node& pad,
                                                  std::size_t rank) {
    const auto given = attributeOrInput(graph, pad, "pads", 1);
    if (!given)
        return std::nullopt;
    if (!hasInput(pad, 3))
        return given->size() == 2 * rank ? given : std::nullopt;
    const auto axes = constantInts(graph, pad.inputs[3]);
    if (!axes || given->size() != 2 * axes->size())
        return std::nullopt;
    std::vector<std::int64_t> full(2 * rank, 0);
    for (std::size_t i = 0; i < axes->size(); ++i) {
        const std::int64_t axis =
            (*axes)[i] < 0 ? (*axes)[i] + static_cast<std::int64_t>(rank) : (*axes)[i];
        if (axis < 0 || axis >= static_cast<std::int64_t>(rank))
            return std::nullopt;
        full[static_cast<std::size_t>(axis)] = (*given)[i];
        full[rank + static_cast<std::size_t>(axis)] = (*given)[axes->size() + i];
    }
    return full;
}

std::string valueObstacle(const ir::Graph& graph, const ir::Node& pad) {
    if (pad.stringAttribute("mode", "constant") != "constant")
        return "the padding is not constant";
    if (pad.floatAttribute("value", 0) != 0)
        return "the padding is not zero";
    if (!hasInput(pad, 2))
        return {};
    const auto value = constantFloats(graph, pad.inputs[2]);
    return value && value->size() == 1 && value->front() == 0
               ? std::string()
               : "the padding is not a constant float32 zero";
}

std::string windowObstacle(const ir::Node& window) {
    const std::string automatic = window.stringAttribute("auto_pad", "NOTSET");
    if (automatic != "NOTSET" && automatic != "VALID")
        return "the window pads automatically, which depends on the input's size";
    if (!window.is("AveragePool"))
        return {};
    if (window.intAttribute("ceil_mode", 0) != 0)
        return "the pooling rounds its output size up";
    const auto pads = window.intsAttribute("pads");
    const bool padded =
        std::any_of(pads.begin(), pads.end(), [](std::int64_t p) { return p != 0; });
    // Explicit zeros count in the average; zeros of the window count only when it says so.
    if (padded && window.intAttribute("count_include_pad", 0) == 0)
        return "the pooling has padding of its own that it does not count";
    return {};
}

class FoldPad final : public NamedRule {
  public:
    FoldPad()
        : NamedRule("fold_pad", "algebra",
                    "Folds zero padding into the Conv or AveragePool after it.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& pad = graph.node(anchor);
        if (!pad.is("Pad") || !hasInput(pad, 0) || !hasOutput(pad, 0))
            return notThisPattern();
        const ir::Node* window = graph.soleConsumer(pad.outputs[0]);
        if (!window || window->inputs[0] != pad.outputs[0] || !window->domain.empty())
            return notThisPattern();
        if (window->is("MaxPool"))
            return declined("a maximum ignores the window's own padding, not explicit zeros");
        if (!(window->is("Conv") || window->is("AveragePool")))
            return notThisPattern();
        if (window->is("AveragePool") && context.model.opset() < 7)
            return declined("before opset 7 AveragePool cannot count padding");
        for (auto reason : {valueObstacle(graph, pad), windowObstacle(*window)})
            if (!reason.empty())
                return declined(std::move(reason));
        const auto rank = rankOf(graph, pad.inputs[0]);
        const auto pads = rank ? fullPads(graph, pad, *rank) : std::nullopt;
        if (!pads || *rank < 3)
            return declined("the pads are not constant");
        return matchPads(context, graph, pad, *window, *pads, *rank);
    }

    Result<Effect> apply(const RewriteContext&, ir::Graph& graph,
                         const Match& match) const override {
        const auto& fold = static_cast<const PadMatch&>(match);
        const ir::Node& window = graph.node(fold.consumer);
        ir::Node made = makeNode(window.opType, window.inputs, {}, window.attributes);
        made.inputs[0] = graph.node(match.anchor).inputs[0];
        made.removeAttribute("auto_pad");
        made.setAttribute(ir::Attribute::ofInts("pads", fold.pads));
        if (made.is("AveragePool"))
            made.setAttribute(ir::Attribute::ofInt("count_include_pad", 1));
        inherit(graph, std::array{fold.consumer, match.anchor}, made);
        const ir::NodeId id = replaceOutput(graph, window.outputs[0], std::move(made));
        return Effect{{id}, removeUnused(graph, {fold.consumer})};
    }

  private:
    static MatchResult matchPads(const RewriteContext& context, const ir::Graph& graph,
                                 const ir::Node& pad, const ir::Node& window,
                                 const std::vector<std::int64_t>& pads, std::size_t rank) {
        if (std::any_of(pads.begin(), pads.end(), [](std::int64_t p) { return p < 0; }))
            return declined("negative pads cut instead of padding");
        if (pads[0] != 0 || pads[1] != 0 || pads[rank] != 0 || pads[rank + 1] != 0)
            return declined("the batch or the channels are padded too");
        auto match = makeMatch<PadMatch>(pad.id, {pad.id, window.id});
        match->consumer = window.id;
        const std::size_t spatial = rank - 2;
        match->pads = window.intsAttribute("pads", std::vector<std::int64_t>(2 * spatial, 0));
        if (match->pads.size() != 2 * spatial)
            return declined("the window's pads do not fit its rank");
        const auto kernel = window.intsAttribute("kernel_shape");
        for (std::size_t i = 0; i < spatial; ++i) {
            match->pads[i] += pads[2 + i];
            match->pads[spatial + i] += pads[rank + 2 + i];
            if (window.is("AveragePool") && (i >= kernel.size() || match->pads[i] >= kernel[i] ||
                                             match->pads[spatial + i] >= kernel[i]))
                return declined("pooling cannot pad by the size of its window");
        }
        match->gainUs = timeOf(context, graph, std::span(&pad.id, 1));
        return match;
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeFoldPad() {
    return std::make_unique<FoldPad>();
}

} // namespace metainfer::candidates
