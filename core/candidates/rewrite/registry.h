// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// All rewrite rules, in the order of rules.def, and the names that deployment files use for groups.
#pragma once

#include "candidates/rewrite/rule.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::candidates {

/// Every rule once, in the order in which a full clean-up applies them.
std::span<const std::unique_ptr<RewriteRule>> rewriteRules();
std::vector<std::string> rewriteRuleNames();
/// NotFound with near names for an unknown one.
Result<const RewriteRule*> findRewriteRule(std::string_view name);

/// A name in `search.stage_graph.transforms` and what it stands for.
struct RuleAlias {
    enum class Kind {
        Rules,          ///< the rules below
        PrecisionPlans, ///< candidates with lowered precision, not a rewrite
        NotInCatalogue, ///< a transformation that this version does not have
    };
    std::string_view name;
    Kind kind = Kind::Rules;
    std::vector<std::string_view> rules;
    std::string_view summary;
};
std::span<const RuleAlias> ruleAliases();

/// What a list of transforms comes to. `notInCatalogue` must be reported to the user.
struct ResolvedTransforms {
    std::vector<std::string> rules; ///< in the order of rules.def, each once
    bool precisionPlans = false;
    std::vector<std::string> notInCatalogue;
};
/// Aliases and rule names mixed; empty = every rule and precision plans. Unknown names give
/// InvalidArgument with near ones.
Result<ResolvedTransforms> resolveTransforms(std::span<const std::string> names);

} // namespace metainfer::candidates
