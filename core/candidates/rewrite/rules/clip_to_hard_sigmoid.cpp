// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Clip becomes a scaled HardSigmoid on targets that refuse Clip.
#include "candidates/legality.h"
#include "candidates/rewrite/patterns.h"

#include <cmath>

#include <fmt/format.h>

namespace metainfer::candidates {
namespace {

struct ClipMatch : Match {
    float low = 0, high = 0;
};

class ClipToHardSigmoid final : public NamedRule {
  public:
    ClipToHardSigmoid()
        : NamedRule("clip_to_hard_sigmoid", "substitution",
                    "Writes Clip between constants as a scaled HardSigmoid where the target "
                    "refuses Clip.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& node = graph.node(anchor);
        // Runtimes that have Clip compute it inside the operator before it: never without need.
        const bool isRefused =
            std::any_of(context.refused.begin(), context.refused.end(),
                        [&](const LearnedRule& rule) { return forbids(rule, graph, node); });
        if (!node.is("Clip") || !isRefused)
            return notThisPattern();
        if (elementOf(graph, node.inputs[0]) != ElementType::Float)
            return declined("it does not clip float32");
        const auto low = limit(graph, node, "min", 1), high = limit(graph, node, "max", 2);
        if (!low || !high)
            return declined("a limit is missing, or not constant");
        if (!(*low < *high) || !std::isnormal(*high - *low) ||
            !std::isnormal(1.0f / (*high - *low)))
            return declined("its limits are no usual range");
        auto match = makeMatch<ClipMatch>(anchor, {anchor});
        match->low = *low;
        match->high = *high;
        return match;
    }

    Result<Effect> apply(const RewriteContext&, ir::Graph& graph,
                         const Match& match) const override {
        const auto& clip = static_cast<const ClipMatch&>(match);
        const ir::Node& node = graph.node(match.anchor);
        const ir::ValueId data = node.inputs[0], old = node.outputs[0];
        const std::string base = graph.value(old).name;
        const float range = clip.high - clip.low;
        Effect effect;
        const auto step = [&](ir::Node made) {
            inherit(graph, match.nodes, made);
            const ir::ValueId result = addValueLike(graph, old);
            made.outputs = {result};
            effect.added.push_back(graph.addNode(std::move(made)));
            return result;
        };
        const auto constant = [&](const char* suffix, float value) {
            return addConstantNear(graph, base + suffix, ir::TensorData::scalar(value));
        };
        const ir::ValueId unit =
            step(makeNode("HardSigmoid", {data}, {},
                          {ir::Attribute::ofFloat("alpha", 1.0f / range),
                           ir::Attribute::ofFloat("beta", clip.low == 0 ? 0 : -clip.low / range)}));
        ir::Node last = makeNode("Mul", {unit, constant("_range", range)}, {});
        if (clip.low != 0) {
            const ir::ValueId scaled = step(std::move(last));
            last = makeNode("Add", {scaled, constant("_low", clip.low)}, {});
        }
        inherit(graph, match.nodes, last);
        effect.added.push_back(replaceOutput(graph, old, std::move(last)));
        effect.removed = removeUnused(graph, {match.anchor});
        return effect;
    }

  private:
    static std::optional<float> limit(const ir::Graph& graph, const ir::Node& node,
                                      std::string_view attribute, std::size_t input) {
        if (node.attribute(attribute))
            return node.floatAttribute(attribute, 0);
        if (!hasInput(node, input))
            return std::nullopt;
        const auto values = constantFloats(graph, node.inputs[input]);
        return values && values->size() == 1 ? std::optional(values->front()) : std::nullopt;
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeClipToHardSigmoid() {
    return std::make_unique<ClipToHardSigmoid>();
}

} // namespace metainfer::candidates
