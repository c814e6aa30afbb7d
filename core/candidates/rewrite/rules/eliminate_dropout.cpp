// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Dropout does nothing when a model is used, not trained.
#include "candidates/rewrite/patterns.h"

namespace metainfer::candidates {
namespace {

/// Empty when the node passes its input on unchanged.
std::string trainingObstacle(const RewriteContext& context, const ir::Graph& graph,
                             const ir::Node& node) {
    const auto opset = context.model.opset();
    if (opset < 7 && node.intAttribute("is_test", 0) == 0)
        return "is_test is not set: before opset 7 that means training";
    if (hasInput(node, 2)) {
        const auto training = constantInts(graph, node.inputs[2]);
        if (!training || training->size() != 1)
            return "training_mode is not a constant";
        if (training->front() != 0)
            return "training_mode is true: results are random";
    }
    if (isOutputUsed(graph, node, 1))
        return "its mask is read";
    return {};
}

class EliminateDropout final : public EliminationRule {
  public:
    EliminateDropout()
        : EliminationRule("eliminate_dropout", "clean-up", "Removes Dropout outside training.") {}

  private:
    std::optional<Decline> keeps(const RewriteContext& context, const ir::Graph& graph,
                                 const ir::Node& node) const override {
        if (!node.is("Dropout"))
            return Decline{};
        if (auto reason = trainingObstacle(context, graph, node); !reason.empty())
            return Decline{std::move(reason)};
        return std::nullopt;
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeEliminateDropout() {
    return std::make_unique<EliminateDropout>();
}

} // namespace metainfer::candidates
