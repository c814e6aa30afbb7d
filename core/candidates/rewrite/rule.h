// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a graph rewrite is: a const match with every precondition, and an apply that cannot fail
// half way.
#pragma once

#include "base/quantity.h"
#include "candidates/estimator.h"
#include "execution/executor.h"
#include "hardware/profile.h"
#include "ir/graph.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace metainfer::candidates {

struct LearnedRule;

enum class Exactness { Exact, Lossy };

/// What a rule may look at. `target` and `estimator` may be null: then only the graph decides and
/// gains are unknown. `executor` is needed by rules that compute (constant folding); they decline
/// without one.
struct RewriteContext {
    const ir::Model& model;
    const hardware::Profile* target = nullptr;
    const Estimator* estimator = nullptr;
    Executor* executor = nullptr;
    CancellationToken cancel;
    std::map<std::string, std::int64_t> shapeBindings; ///< for static binding
    std::span<const LearnedRule> refused = {};         ///< what the target was seen to refuse
};

/// Why a rule does not apply at a node that looks like its pattern; `reason` is empty when the node
/// does not look like it at all (these are not listed).
struct Decline {
    std::string reason;
};

/// A legal application. Rules derive from it to carry what `match` found to `apply`.
struct Match {
    virtual ~Match() = default;
    ir::NodeId anchor;
    std::vector<ir::NodeId> nodes;  ///< all nodes that will be replaced or changed
    std::optional<Interval> gainUs; ///< microseconds saved on the target; unknown without estimator
};
using MatchResult = std::variant<Decline, std::unique_ptr<Match>>;

struct Effect {
    std::vector<ir::NodeId> added;
    std::size_t removed = 0;
};

/// One rewrite. Stateless and thread-safe. A new rule is one source file in rewrite/rules, one line
/// in rules.def and one golden test.
class RewriteRule {
  public:
    virtual ~RewriteRule() = default;
    virtual std::string_view name() const = 0;    ///< snake_case, unique, stable: it is stored
    virtual std::string_view family() const = 0;  ///< "clean-up", "algebra", "branches", …
    virtual std::string_view summary() const = 0; ///< one English sentence
    virtual Exactness exactness() const { return Exactness::Exact; }
    /// True when types should be inferred again after it; the driver does that once per step, and
    /// only while some shape is not known.
    virtual bool invalidatesShapes() const { return false; }
    /// True when the driver shall drop constants that nobody reads after it was applied everywhere.
    virtual bool dropsUnusedConstants() const { return false; }

    /// All legality checks, on the graph and on the target. Must not change anything.
    virtual MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                              ir::NodeId anchor) const = 0;
    /// Applies a match that was just made on this graph. New nodes carry the origins of those that
    /// they replace. An error (only from executing or from reading weights) leaves the graph
    /// unchanged.
    virtual Result<Effect> apply(const RewriteContext& context, ir::Graph& graph,
                                 const Match& match) const = 0;
};

} // namespace metainfer::candidates
