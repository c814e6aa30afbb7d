// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Nodes whose results nobody reads.
#include "candidates/rewrite/patterns.h"

namespace metainfer::candidates {
namespace {

class DeadCode final : public NamedRule {
  public:
    DeadCode()
        : NamedRule("dead_code", "clean-up", "Removes nodes and constants that nobody reads.") {}
    bool dropsUnusedConstants() const override { return true; }

    MatchResult match(const RewriteContext&, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& node = graph.node(anchor);
        for (std::size_t i = 0; i < node.outputs.size(); ++i)
            if (isOutputUsed(graph, node, i))
                return notThisPattern();
        // It costs nothing where the runtime removes it as well; the gain is a smaller file.
        return makeMatch<Match>(anchor, {anchor});
    }

    Result<Effect> apply(const RewriteContext&, ir::Graph& graph,
                         const Match& match) const override {
        return Effect{{}, removeUnused(graph, {match.anchor})};
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeDeadCode() {
    return std::make_unique<DeadCode>();
}

} // namespace metainfer::candidates
