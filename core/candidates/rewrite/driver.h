// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs rewrite rules: one place for cancelling, timing, bounding and verifying.
#pragma once

#include "candidates/candidate.h"
#include "candidates/rewrite/rule.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace metainfer::candidates {

/// A place where a rule applies, or where it looks as if it should but declines.
struct OfferedMatch {
    std::string rule;
    std::string site;               ///< stable key, see RewriteStep
    std::string graph;              ///< path of subgraphs, empty for the main graph
    std::vector<std::string> nodes; ///< first output names of all nodes concerned
    std::optional<Interval> gainUs;
    Exactness exactness = Exactness::Exact;
    std::string declined; ///< the reason; empty = it applies

    bool applies() const { return declined.empty(); }
};

/// All matches of the given rules (empty = all) in the model as it stands, in order of rules.def
/// and then of the graph. Matches may exclude each other. Cancelled when the token of `context`
/// says so.
Result<std::vector<OfferedMatch>> listMatches(const RewriteContext& context,
                                              std::span<const std::string> rules = {});

enum class VerifyMode { Never, AtEnd, AfterEach };

struct DriverOptions {
    /// Verifying costs as much as reading the whole graph: after each application it makes a step
    /// quadratic, so it is for tests.
    VerifyMode verify = VerifyMode::AtEnd;
    /// Applications of one step are bounded by `boundFactor` x nodes + 64; a rule that needs more
    /// does not come to an end.
    std::size_t boundFactor = 4;
};

struct AppliedSite {
    std::string site;
    std::string graph;
    std::size_t added = 0, removed = 0; ///< nodes
};
struct FailedSite {
    std::string site;
    std::string graph;
    Error error; ///< of executing or reading weights; the graph is as before at this site
};

/// What one step did.
struct AppliedStep {
    std::string rule;
    std::vector<AppliedSite> sites;
    std::vector<FailedSite> failed;
    std::size_t examined = 0; ///< calls of match
    std::size_t offered = 0;  ///< matches found
    std::size_t declined = 0; ///< matches refused with a reason
    double matchMs = 0, applyMs = 0, verifyMs = 0, shapesMs = 0;
    Json toJson() const;
};

/// Applies one step. With "*" the rule is repeated until nothing matches; failures to execute are
/// collected in `failed`. A named site that is not there, or where the rule declines, is an error
/// that says why. `context.model` is ignored: `model` is looked at. After an error the model may be
/// partly rewritten, though valid: work on a clone.
Result<AppliedStep> applyStep(ir::Model& model, const RewriteStep& step,
                              const RewriteContext& context, const DriverOptions& options = {});

/// One rule may open the way for one before it: passes over all rules until nothing changes.
inline constexpr int kMostRounds = 16;

/// All rewrites of a variant: its shape bindings first, then its steps in order; those with the
/// site
/// "*" again, round after round, until a round changes nothing. Bindings of symbols that the model
/// does not have are an error with near names.
Result<std::vector<AppliedStep>> applyRewrites(ir::Model& model, const Variant& variant,
                                               const RewriteContext& context,
                                               const DriverOptions& options = {});

/// The given rules (empty = all exact ones, in order) with "*", round after round until a round
/// changes nothing, at most `rounds` times.
Result<std::vector<AppliedStep>>
applyToFixpoint(ir::Model& model, std::span<const std::string> rules, const RewriteContext& context,
                const DriverOptions& options = {}, int rounds = kMostRounds);

/// Sums over steps by rule.
struct RuleStatistics {
    std::size_t examined = 0, offered = 0, fired = 0, declined = 0, failed = 0;
    double milliseconds = 0;
};
std::map<std::string, RuleStatistics> ruleStatistics(std::span<const AppliedStep> steps);

/// The site key of a node: the name of its first output, in subgraphs after "<path>:".
std::string siteKey(const ir::Graph& graph, const ir::Node& node, std::string_view graphPath);
/// Names of the symbolic dimensions of the model's inputs, sorted.
std::vector<std::string> symbolicDimensions(const ir::Model& model);

} // namespace metainfer::candidates
