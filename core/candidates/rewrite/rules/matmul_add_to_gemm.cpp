// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// MatMul of two matrices and the Add after it become a Gemm.
#include "candidates/rewrite/patterns.h"

namespace metainfer::candidates {
namespace {

struct GemmMatch : Match {
    ir::NodeId product;
    ir::ValueId bias;
};

/// True when `bias` broadcasts to [rows, columns] without widening it.
bool fitsMatrix(const ir::Graph& graph, ir::ValueId bias, ir::ValueId matrix) {
    const auto& type = graph.tensorType(bias);
    const auto& full = graph.tensorType(matrix);
    if (!type.shape || type.shape->size() > 2 || !full.shape || full.shape->size() != 2)
        return false;
    const std::size_t offset = 2 - type.shape->size();
    for (std::size_t i = 0; i < type.shape->size(); ++i) {
        const ir::Dim& dim = (*type.shape)[i];
        const bool one = dim.isKnown() && dim.value == 1;
        const bool same = (dim.isKnown() || dim.isSymbolic()) && dim == (*full.shape)[offset + i];
        if (!one && !same)
            return false;
    }
    return true;
}

class MatmulAddToGemm final : public NamedRule {
  public:
    MatmulAddToGemm()
        : NamedRule("matmul_add_to_gemm", "algebra",
                    "Turns MatMul of two matrices and the Add after it into one Gemm.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& add = graph.node(anchor);
        if (!add.is("Add") || !hasInput(add, 0) || !hasInput(add, 1))
            return notThisPattern();
        int side = 0;
        const ir::Node* product = producerOf(graph, add.inputs[0], "MatMul");
        if (!product) {
            product = producerOf(graph, add.inputs[1], "MatMul");
            side = 1;
        }
        if (!product)
            return notThisPattern();
        const ir::ValueId result = add.inputs[static_cast<std::size_t>(side)];
        const ir::ValueId bias = add.inputs[static_cast<std::size_t>(1 - side)];
        if (context.model.opset() < 7)
            return declined("before opset 7 Gemm does not broadcast");
        if (rankOf(graph, product->inputs[0]) != 2 || rankOf(graph, product->inputs[1]) != 2)
            return declined("the operands are not both matrices");
        const ElementType type = elementOf(graph, result);
        if (type != ElementType::Float && type != ElementType::Double &&
            type != ElementType::Float16)
            return declined("the type is not a floating-point one that Gemm takes everywhere");
        if (!graph.soleConsumer(result))
            return declined("the product is also read elsewhere");
        if (!fitsMatrix(graph, bias, result))
            return declined("the addend does not broadcast to the product's shape");
        auto match = makeMatch<GemmMatch>(anchor, {anchor, product->id});
        match->product = product->id;
        match->bias = bias;
        match->gainUs = timeOf(context, graph, std::span(&anchor, 1));
        return match;
    }

    Result<Effect> apply(const RewriteContext&, ir::Graph& graph,
                         const Match& match) const override {
        const auto& gemm = static_cast<const GemmMatch&>(match);
        const ir::Node& product = graph.node(gemm.product);
        ir::Node made = makeNode("Gemm", {product.inputs[0], product.inputs[1], gemm.bias}, {});
        inherit(graph, std::array{gemm.product, match.anchor}, made);
        const ir::NodeId id =
            replaceOutput(graph, graph.node(match.anchor).outputs[0], std::move(made));
        return Effect{{id}, removeUnused(graph, {match.anchor})};
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeMatmulAddToGemm() {
    return std::make_unique<MatmulAddToGemm>();
}

} // namespace metainfer::candidates
