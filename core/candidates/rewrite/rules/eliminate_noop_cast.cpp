// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Casts to the type that a value already has.
#include "candidates/rewrite/patterns.h"

namespace metainfer::candidates {
namespace {

class EliminateNoopCast final : public EliminationRule {
  public:
    EliminateNoopCast()
        : EliminationRule("eliminate_noop_cast", "clean-up",
                          "Removes Cast and CastLike to the type that the input already has.") {}

  private:
    std::optional<Decline> keeps(const RewriteContext&, const ir::Graph& graph,
                                 const ir::Node& node) const override {
        if (!(node.is("Cast") || node.is("CastLike")))
            return Decline{};
        const ElementType from = elementOf(graph, node.inputs[0]);
        const ElementType to = node.is("Cast")
                                   ? static_cast<ElementType>(node.intAttribute("to", 0))
                               : hasInput(node, 1) ? elementOf(graph, node.inputs[1])
                                                   : ElementType::Undefined;
        if (from == ElementType::Undefined || to == ElementType::Undefined)
            return Decline{"the types are not known"};
        if (from != to)
            return Decline{};
        return std::nullopt;
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeEliminateNoopCast() {
    return std::make_unique<EliminateNoopCast>();
}

} // namespace metainfer::candidates
