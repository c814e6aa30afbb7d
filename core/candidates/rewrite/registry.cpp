// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The list of rewrite rules, made from rules.def.
#include "candidates/rewrite/registry.h"

#include "base/suggest.h"

#include <algorithm>
#include <set>

namespace metainfer::candidates {

#define MI_RULE(Name) std::unique_ptr<RewriteRule> make##Name();
#include "candidates/rewrite/rules.def"
#undef MI_RULE

std::span<const std::unique_ptr<RewriteRule>> rewriteRules() {
    static const std::vector<std::unique_ptr<RewriteRule>> rules = [] {
        std::vector<std::unique_ptr<RewriteRule>> made;
#define MI_RULE(Name) made.push_back(make##Name());
#include "candidates/rewrite/rules.def"
#undef MI_RULE
        return made;
    }();
    return rules;
}

std::vector<std::string> rewriteRuleNames() {
    std::vector<std::string> names;
    for (const auto& rule : rewriteRules())
        names.emplace_back(rule->name());
    return names;
}

Result<const RewriteRule*> findRewriteRule(std::string_view name) {
    for (const auto& rule : rewriteRules())
        if (rule->name() == name)
            return rule.get();
    return fail(ErrorCode::NotFound, fmt::format("no rewrite rule is called \"{}\"", name),
                didYouMean(name, rewriteRuleNames()));
}

std::span<const RuleAlias> ruleAliases() {
    using enum RuleAlias::Kind;
    static const std::vector<RuleAlias> aliases = {
        {"clean_up",
         Rules,
         {"eliminate_identity", "eliminate_dropout", "eliminate_noop_cast", "eliminate_noop_pad",
          "shape_folding", "constant_folding", "eliminate_noop_reshape",
          "eliminate_noop_slice_concat", "common_subexpression", "transpose_sinking",
          "transpose_cancellation", "reshape_fusion", "dead_code"},
         "removes what computes nothing or computes it twice"},
        {"fold_bn",
         Rules,
         {"fold_bn", "fold_mul_add", "fold_scale_forward"},
         "folds normalization, scale and shift into the weights before or after it"},
        {"concat_fold",
         Rules,
         {"eliminate_noop_slice_concat", "concat_folding", "slice_concat_cancellation",
          "concat_split_cancellation", "concat_unary_motion"},
         "merges, cancels and moves Concat, Split and Slice"},
        {"horizontal_fusion",
         Rules,
         {"horizontal_conv1x1", "horizontal_matmul"},
         "computes branches that share an input by one larger product"},
        {"quant_binding", PrecisionPlans, {}, "lower precision, chosen by the precision plans"},
        {"channel_align", NotInCatalogue, {}, "pads channels to the alignment of the target"},
        {"group_split", NotInCatalogue, {}, "changes the number of groups of convolutions"},
    };
    return aliases;
}

Result<ResolvedTransforms> resolveTransforms(std::span<const std::string> names) {
    ResolvedTransforms resolved;
    std::set<std::string, std::less<>> wanted;
    std::vector<std::string> known = rewriteRuleNames();
    resolved.precisionPlans = names.empty();
    for (const std::string& name : names) {
        const auto aliases = ruleAliases();
        const auto alias = std::find_if(aliases.begin(), aliases.end(),
                                        [&](const RuleAlias& a) { return a.name == name; });
        if (alias != aliases.end()) {
            wanted.insert(alias->rules.begin(), alias->rules.end());
            resolved.precisionPlans |= alias->kind == RuleAlias::Kind::PrecisionPlans;
            if (alias->kind == RuleAlias::Kind::NotInCatalogue)
                resolved.notInCatalogue.push_back(name);
        } else if (std::find(known.begin(), known.end(), name) != known.end()) {
            wanted.insert(name);
        } else {
            for (const RuleAlias& a : aliases) // a group may be called like its only rule
                if (std::find(known.begin(), known.end(), a.name) == known.end())
                    known.emplace_back(a.name);
            return fail(
                ErrorCode::InvalidArgument,
                fmt::format("transforms: \"{}\" is neither a rewrite rule nor a group of them",
                            name),
                didYouMean(name, known));
        }
    }
    for (const std::string& rule : rewriteRuleNames())
        if (names.empty() || wanted.contains(rule))
            resolved.rules.push_back(rule);
    return resolved;
}

} // namespace metainfer::candidates
