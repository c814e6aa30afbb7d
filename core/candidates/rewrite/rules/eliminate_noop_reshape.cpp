// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Shape operators that change no shape, and transposes that move no axis.
#include "candidates/rewrite/patterns.h"

#include <algorithm>

namespace metainfer::candidates {
namespace {

bool isShapeOperator(const ir::Node& node) {
    return node.is("Reshape") || node.is("Flatten") || node.is("Squeeze") || node.is("Unsqueeze") ||
           node.is("Expand") || node.is("Tile");
}

/// Reshape to [0, 0, …] copies every dimension, whatever they are.
bool copiesEveryDimension(const ir::Graph& graph, const ir::Node& node) {
    if (!node.is("Reshape") || node.intAttribute("allowzero", 0) != 0)
        return false;
    const auto shape = attributeOrInput(graph, node, "shape", 1);
    const auto rank = rankOf(graph, node.inputs[0]);
    return shape && rank && shape->size() == *rank &&
           std::all_of(shape->begin(), shape->end(), [](std::int64_t d) { return d == 0; });
}

bool isIdentityPermutation(const ir::Graph& graph, const ir::Node& node) {
    const auto perm = node.intsAttribute("perm");
    if (perm.empty()) {
        const auto rank = rankOf(graph, node.inputs[0]);
        return rank && *rank <= 1;
    }
    for (std::size_t i = 0; i < perm.size(); ++i)
        if (perm[i] != static_cast<std::int64_t>(i))
            return false;
    return true;
}

class EliminateNoopReshape final : public EliminationRule {
  public:
    EliminateNoopReshape()
        : EliminationRule(
              "eliminate_noop_reshape", "clean-up",
              "Removes Reshape, Flatten, Squeeze, Expand, Tile and Transpose that change "
              "nothing.") {}

  private:
    std::optional<Decline> keeps(const RewriteContext&, const ir::Graph& graph,
                                 const ir::Node& node) const override {
        const bool transpose = node.is("Transpose");
        if (!(transpose || isShapeOperator(node)))
            return Decline{};
        const bool noop = transpose ? isIdentityPermutation(graph, node)
                                    : copiesEveryDimension(graph, node) ||
                                          sameShape(graph.tensorType(node.inputs[0]),
                                                    graph.tensorType(node.outputs[0]));
        if (!noop)
            return Decline{};
        return std::nullopt;
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeEliminateNoopReshape() {
    return std::make_unique<EliminateNoopReshape>();
}

} // namespace metainfer::candidates
