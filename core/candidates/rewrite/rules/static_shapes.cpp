// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Symbolic dimensions get the sizes that the variant binds them to.
#include "candidates/rewrite/patterns.h"

#include <algorithm>

namespace metainfer::candidates {
namespace {

using Bindings = std::map<std::string, std::int64_t>;

bool isBound(const ir::Dim& dim, const Bindings& bindings) {
    return dim.isSymbolic() && bindings.contains(dim.symbol);
}

bool hasBoundDim(const ir::Graph& graph, std::span<const ir::ValueId> values,
                 const Bindings& bindings) {
    return std::any_of(values.begin(), values.end(), [&](ir::ValueId id) {
        if (!id.isValid() || !graph.tensorType(id).shape)
            return false;
        const ir::Shape& shape = *graph.tensorType(id).shape;
        return std::any_of(shape.begin(), shape.end(),
                           [&](const ir::Dim& dim) { return isBound(dim, bindings); });
    });
}

/// Sets every bound dimension in the graph and in the graphs inside it.
void bindAll(ir::Graph& graph, const Bindings& bindings) {
    for (const ir::ValueId id : graph.values()) {
        auto& type = graph.value(id).type;
        if (!type.isTensor() || !type.tensor.shape)
            continue;
        for (ir::Dim& dim : *type.tensor.shape)
            if (isBound(dim, bindings))
                dim = ir::Dim::known(bindings.at(dim.symbol));
    }
    for (const ir::NodeId id : graph.order())
        for (ir::Attribute& attribute : graph.node(id).attributes)
            for (const auto& inner : attribute.graphs)
                bindAll(*inner, bindings);
}

class StaticShapes final : public NamedRule {
  public:
    StaticShapes()
        : NamedRule("static_shapes", "shapes",
                    "Binds symbolic dimensions to the sizes that the deployment uses.") {}
    bool invalidatesShapes() const override { return true; }

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        if (context.shapeBindings.empty())
            return notThisPattern();
        const ir::Node& node = graph.node(anchor);
        if (!hasBoundDim(graph, node.inputs, context.shapeBindings) &&
            !hasBoundDim(graph, node.outputs, context.shapeBindings))
            return notThisPattern();
        return makeMatch<Match>(anchor, {anchor});
    }

    Result<Effect> apply(const RewriteContext& context, ir::Graph& graph,
                         const Match&) const override {
        // A symbol means one size everywhere: all values change together.
        bindAll(graph, context.shapeBindings);
        return Effect{};
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeStaticShapes() {
    return std::make_unique<StaticShapes>();
}

} // namespace metainfer::candidates
