// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Identity nodes go; their readers read the source.
#include "candidates/rewrite/patterns.h"

namespace metainfer::candidates {
namespace {

class EliminateIdentity final : public EliminationRule {
  public:
    EliminateIdentity()
        : EliminationRule("eliminate_identity", "clean-up", "Removes Identity nodes.") {}

  private:
    std::optional<Decline> keeps(const RewriteContext&, const ir::Graph&,
                                 const ir::Node& node) const override {
        if (!node.is("Identity"))
            return Decline{};
        return std::nullopt;
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeEliminateIdentity() {
    return std::make_unique<EliminateIdentity>();
}

} // namespace metainfer::candidates
