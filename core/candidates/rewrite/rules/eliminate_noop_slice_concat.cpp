// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Slices of everything, and joins or sums of one thing.
#include "candidates/rewrite/patterns.h"

#include <algorithm>

namespace metainfer::candidates {
namespace {

bool joinsOneInput(const ir::Node& node) {
    return node.inputs.size() == 1 && (node.is("Concat") || node.is("Sum") || node.is("Max") ||
                                       node.is("Min") || node.is("Mean"));
}

/// A forward slice that keeps the shape keeps the content; a backward one would reverse it.
bool slicesEverything(const ir::Graph& graph, const ir::Node& node) {
    if (!node.is("Slice") ||
        !sameShape(graph.tensorType(node.inputs[0]), graph.tensorType(node.outputs[0])))
        return false;
    if (!hasInput(node, 4))
        return true;
    const auto steps = constantInts(graph, node.inputs[4]);
    return steps && std::all_of(steps->begin(), steps->end(), [](std::int64_t s) { return s > 0; });
}

class EliminateNoopSliceConcat final : public EliminationRule {
  public:
    EliminateNoopSliceConcat()
        : EliminationRule(
              "eliminate_noop_slice_concat", "clean-up",
              "Removes Concat, Sum, Max, Min and Mean of one input, Split into one part, and "
              "Slice of everything.") {}

  private:
    std::optional<Decline> keeps(const RewriteContext&, const ir::Graph& graph,
                                 const ir::Node& node) const override {
        const bool noop = joinsOneInput(node) || (node.is("Split") && node.outputs.size() == 1) ||
                          slicesEverything(graph, node);
        if (!noop)
            return Decline{};
        return std::nullopt;
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeEliminateNoopSliceConcat() {
    return std::make_unique<EliminateNoopSliceConcat>();
}

} // namespace metainfer::candidates
