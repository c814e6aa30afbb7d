// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Padding by nothing.
#include "candidates/rewrite/patterns.h"

#include <algorithm>

namespace metainfer::candidates {
namespace {

class EliminateNoopPad final : public EliminationRule {
  public:
    EliminateNoopPad()
        : EliminationRule("eliminate_noop_pad", "clean-up",
                          "Removes Pad nodes whose pads are all zero.") {}

  private:
    std::optional<Decline> keeps(const RewriteContext&, const ir::Graph& graph,
                                 const ir::Node& node) const override {
        if (!node.is("Pad"))
            return Decline{};
        const auto pads = attributeOrInput(graph, node, "pads", 1);
        if (!pads)
            return Decline{"the pads are not constant"};
        if (std::any_of(pads->begin(), pads->end(), [](std::int64_t p) { return p != 0; }))
            return Decline{};
        return std::nullopt;
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeEliminateNoopPad() {
    return std::make_unique<EliminateNoopPad>();
}

} // namespace metainfer::candidates
