// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Products that share an input, such as query, key and value, are computed as one.
#include "candidates/rewrite/branches.h"

#include <algorithm>

namespace metainfer::candidates {
namespace {

struct Branch {
    LinearNode linear;
    ir::NodeId add; ///< a bias addition after a MatMul; invalid = none
    std::vector<float> bias;
    ir::ValueId output;
};

struct ProductMatch : BranchMatch {
    std::vector<Branch> branches;
    std::int64_t axis = 0;
};

/// Finds `MatMul -> Add constant` and takes the Add in.
void takeBias(const ir::Graph& graph, Branch& branch, std::size_t rank) {
    const ir::Node* add = soleConsumerOf(graph, branch.output, "Add");
    if (!add || add->inputs.size() != 2)
        return;
    const ir::ValueId other = add->inputs[add->inputs[0] == branch.output ? 1 : 0];
    if (auto bias =
            perChannelConstant(graph, other, rank, rank - 1, branch.linear.outputChannels)) {
        branch.add = add->id;
        branch.bias = std::move(*bias);
        branch.output = add->outputs[0];
    }
}

/// [K, N1] and [K, N2] side by side, or below each other when B is transposed.
std::vector<double> joined(const std::vector<LinearWeights>& parts,
                           const std::vector<Branch>& branches, bool transposed) {
    std::vector<double> weight;
    if (transposed) {
        for (const LinearWeights& part : parts)
            weight.insert(weight.end(), part.weight.begin(), part.weight.end());
        return weight;
    }
    const auto rows = static_cast<std::size_t>(branches.front().linear.inputChannels);
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const auto columns = static_cast<std::ptrdiff_t>(branches[i].linear.outputChannels);
            const auto begin = parts[i].weight.begin() + static_cast<std::ptrdiff_t>(row) * columns;
            weight.insert(weight.end(), begin, begin + columns);
        }
    return weight;
}

class HorizontalMatmul final : public NamedRule {
  public:
    HorizontalMatmul()
        : NamedRule("horizontal_matmul", "shape of computation",
                    "Computes MatMul or Gemm nodes that share an input, such as query, key and "
                    "value, as one, then splits.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& first = graph.node(anchor);
        if (!(first.is("MatMul") || first.is("Gemm")) || !hasInput(first, 1) ||
            graph.value(first.inputs[0]).uses.size() < 2)
            return notThisPattern();
        std::string reason;
        const auto linear = linearNode(graph, first, reason);
        if (!linear)
            return isConstant(graph, first.inputs[1]) ? declined(std::move(reason))
                                                      : notThisPattern();
        const auto siblings =
            siblingsOf(graph, first, {}, [&](const ir::Node&, const LinearNode& other) {
                return other.inputChannels == linear->inputChannels;
            });
        if (!siblings || siblings->branches.size() < 2)
            return notThisPattern();
        auto match = makeMatch<ProductMatch>(anchor, {});
        for (const LinearNode& branch : siblings->branches)
            match->branches.push_back({branch, {}, {}, graph.node(branch.id).outputs[0]});
        const auto rank =
            first.is("Gemm") ? std::optional<std::size_t>(2) : rankOf(graph, first.inputs[0]);
        if (!rank || *rank < 2)
            return declined("the rank of the shared input is not known");
        match->axis = static_cast<std::int64_t>(*rank) - 1;
        if (first.is("MatMul"))
            takeBiases(graph, *match, *rank);
        for (const Branch& branch : match->branches) {
            match->nodes.push_back(branch.linear.id);
            if (branch.add.isValid())
                match->nodes.push_back(branch.add);
            match->outputs.push_back(branch.output);
        }
        if (auto obstacle = joinObstacle(context, graph, *match); !obstacle.empty())
            return declined(std::move(obstacle));
        return match;
    }

    Result<Effect> apply(const RewriteContext& context, ir::Graph& graph,
                         const Match& match) const override {
        const auto& wide = static_cast<const ProductMatch&>(match);
        const ir::Node& first = graph.node(match.anchor);
        const bool transposed = first.is("Gemm") && first.intAttribute("transB", 0) != 0;
        std::vector<LinearWeights> parts;
        std::vector<std::int64_t> sizes;
        LinearWeights data;
        std::vector<float> added;
        for (const Branch& branch : wide.branches) {
            MI_ASSIGN(LinearWeights part, readWeights(graph, branch.linear));
            data.bias.insert(data.bias.end(), part.bias.begin(), part.bias.end());
            added.insert(added.end(), branch.bias.begin(), branch.bias.end());
            parts.push_back(std::move(part));
            sizes.push_back(branch.linear.outputChannels);
        }
        data.weight = joined(parts, wide.branches, transposed);
        LinearNode merged = wide.branches.front().linear;
        merged.outputChannels = static_cast<std::int64_t>(data.bias.size());
        merged.weightDims[transposed ? 0 : 1] = merged.outputChannels;
        MI_ASSIGN(ir::Node product, withWeights(graph, merged, data, first.inputs[0]));
        std::vector<ir::NodeId> products;
        std::vector<ir::NodeId> adds;
        for (const Branch& branch : wide.branches) {
            products.push_back(branch.linear.id);
            if (branch.add.isValid())
                adds.push_back(branch.add);
        }
        inherit(graph, products, product);
        std::vector<ir::Node> fused = {std::move(product)};
        if (!adds.empty()) {
            const ir::ValueId bias =
                addConstantNear(graph, graph.value(first.inputs[1]).name + "_bias",
                                ir::TensorData::fromFloats({merged.outputChannels}, added));
            fused.push_back(makeNode("Add", {ir::ValueId(), bias}, {}));
            inherit(graph, adds, fused.back());
        }
        return replaceBranches(context, graph, wide, std::move(fused), wide.axis, sizes,
                               adds.empty() ? products : adds);
    }

  private:
    /// Bias additions are taken in when every branch has one.
    static void takeBiases(const ir::Graph& graph, ProductMatch& match, std::size_t rank) {
        std::vector<Branch> biased = match.branches;
        for (Branch& branch : biased)
            takeBias(graph, branch, rank);
        if (std::all_of(biased.begin(), biased.end(),
                        [](const Branch& branch) { return branch.add.isValid(); }))
            match.branches = std::move(biased);
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeHorizontalMatmul() {
    return std::make_unique<HorizontalMatmul>();
}

} // namespace metainfer::candidates
