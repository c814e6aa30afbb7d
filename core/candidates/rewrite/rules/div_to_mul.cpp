// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Division by a constant becomes multiplication by its reciprocal.
#include "candidates/rewrite/patterns.h"

#include <cmath>

#include <fmt/format.h>

namespace metainfer::candidates {
namespace {

class DivToMul final : public NamedRule {
  public:
    DivToMul()
        : NamedRule("div_to_mul", "algebra",
                    "Turns division by a float constant into multiplication by its reciprocal.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& node = graph.node(anchor);
        if (!node.is("Div") || !hasInput(node, 1) || !isConstant(graph, node.inputs[1]))
            return notThisPattern();
        if (context.model.opset() < 7)
            return declined("before opset 7 broadcasting is given by attributes");
        const auto divisor = constantFloats(graph, node.inputs[1]);
        if (!divisor)
            return declined("the divisor is not float32");
        for (const float d : *divisor)
            if (!std::isnormal(d) || !std::isnormal(1.0f / d))
                return declined("a divisor or its reciprocal is zero, tiny, infinite or NaN");
        return makeMatch<Match>(anchor, {anchor});
    }

    Result<Effect> apply(const RewriteContext&, ir::Graph& graph,
                         const Match& match) const override {
        const ir::Node& node = graph.node(match.anchor);
        const auto data = constantOf(graph, node.inputs[1]);
        if (!data)
            return fail(ErrorCode::Io, fmt::format("the divisor `{}` cannot be read",
                                                   graph.value(node.inputs[1]).name));
        MI_ASSIGN(auto values, data->toFloats());
        for (float& v : values)
            v = 1.0f / v;
        const ir::ValueId factor =
            addConstantNear(graph, graph.value(node.inputs[1]).name + "_reciprocal",
                            ir::TensorData::fromFloats(data->dims(), values));
        ir::Node made = makeNode("Mul", {node.inputs[0], factor}, {});
        inherit(graph, match.nodes, made);
        const ir::ValueId old = node.outputs[0];
        const ir::NodeId id = replaceOutput(graph, old, std::move(made));
        return Effect{{id}, removeUnused(graph, {match.anchor})};
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeDivToMul() {
    return std::make_unique<DivToMul>();
}

} // namespace metainfer::candidates
