// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Steps in order and in rounds; what one step does is in step_run.cpp.
#include "candidates/rewrite/driver.h"

#include "base/suggest.h"
#include "candidates/rewrite/registry.h"
#include "candidates/rewrite/step_run.h"

#include <algorithm>
#include <set>

namespace metainfer::candidates {
namespace {

Status checkBindings(const ir::Model& model, const std::map<std::string, std::int64_t>& bindings) {
    const std::vector<std::string> known = symbolicDimensions(model);
    for (const auto& [symbol, size] : bindings) {
        if (size < 1)
            return fail(
                ErrorCode::InvalidArgument,
                fmt::format("dimension \"{}\" cannot be {}: legal are sizes from 1", symbol, size));
        if (std::find(known.begin(), known.end(), symbol) == known.end())
            return fail(ErrorCode::NotFound,
                        fmt::format("the model's inputs have no symbolic dimension \"{}\"", symbol),
                        known.empty() ? "All its input dimensions are fixed."
                                      : didYouMean(symbol, known));
    }
    return {};
}

} // namespace

std::string siteKey(const ir::Graph& graph, const ir::Node& node, std::string_view graphPath) {
    std::string key;
    for (const ir::ValueId output : node.outputs)
        if (output.isValid()) {
            key = graph.value(output).name;
            break;
        }
    return graphPath.empty() ? key : fmt::format("{}:{}", graphPath, key);
}

std::vector<std::string> symbolicDimensions(const ir::Model& model) {
    std::set<std::string> symbols;
    for (const ir::ValueId input : model.graph->inputs())
        if (const auto& shape = model.graph->tensorType(input).shape)
            for (const ir::Dim& dim : *shape)
                if (dim.isSymbolic())
                    symbols.insert(dim.symbol);
    return {symbols.begin(), symbols.end()};
}

Result<std::vector<OfferedMatch>> listMatches(const RewriteContext& context,
                                              std::span<const std::string> rules) {
    for (const std::string& name : rules)
        MI_CHECK(findRewriteRule(name));
    std::vector<OfferedMatch> matches;
    for (const auto& rule : rewriteRules()) {
        if (!rules.empty() && std::find(rules.begin(), rules.end(), rule->name()) == rules.end())
            continue;
        Status stopped;
        ir::forEachGraph(context.model, [&](const ir::Graph& graph, const std::string& path) {
            for (const ir::NodeId id : graph.order()) {
                if (stopped)
                    stopped = context.cancel.check();
                if (!stopped)
                    return;
                const MatchResult found = rule->match(context, graph, id);
                const auto* decline = std::get_if<Decline>(&found);
                if (decline && decline->reason.empty())
                    continue;
                OfferedMatch match;
                match.rule = rule->name();
                match.site = siteKey(graph, graph.node(id), path);
                match.graph = path;
                match.exactness = rule->exactness();
                if (decline) {
                    match.declined = decline->reason;
                    match.nodes = {siteKey(graph, graph.node(id), "")};
                } else {
                    const Match& made = *std::get<std::unique_ptr<Match>>(found);
                    match.gainUs = made.gainUs;
                    for (const ir::NodeId one : made.nodes)
                        match.nodes.push_back(siteKey(graph, graph.node(one), ""));
                }
                matches.push_back(std::move(match));
            }
        });
        MI_CHECK(stopped);
    }
    return matches;
}

Result<AppliedStep> applyStep(ir::Model& model, const RewriteStep& step,
                              const RewriteContext& context, const DriverOptions& options) {
    MI_ASSIGN(const RewriteRule* rule, findRewriteRule(step.rule));
    return runStep(model, *rule, step.sites, context, options);
}

Result<std::vector<AppliedStep>> applyRewrites(ir::Model& model, const Variant& variant,
                                               const RewriteContext& context,
                                               const DriverOptions& options) {
    MI_CHECK(checkBindings(model, variant.shapeBindings));
    std::vector<AppliedStep> done;
    RewriteContext bound = {
        model,          context.target,        context.estimator, context.executor,
        context.cancel, variant.shapeBindings, context.refused};
    if (!variant.shapeBindings.empty()) {
        MI_ASSIGN(AppliedStep step, applyStep(model, {"static_shapes", {"*"}}, bound, options));
        done.push_back(std::move(step));
    }
    const std::vector<std::string> everywhere = {"*"};
    for (int round = 0; round < kMostRounds; ++round) {
        std::size_t fired = 0;
        for (const RewriteStep& wanted : variant.rewrites) {
            if (round > 0 && wanted.sites != everywhere)
                continue; // named sites were done
            MI_ASSIGN(AppliedStep step, applyStep(model, wanted, bound, options));
            fired += step.sites.size();
            if (round == 0 || !step.sites.empty())
                done.push_back(std::move(step));
        }
        if (fired == 0)
            break;
    }
    return done;
}

Result<std::vector<AppliedStep>> applyToFixpoint(ir::Model& model,
                                                 std::span<const std::string> rules,
                                                 const RewriteContext& context,
                                                 const DriverOptions& options, int rounds) {
    for (const std::string& name : rules)
        MI_CHECK(findRewriteRule(name));
    std::vector<AppliedStep> done;
    for (int round = 0; round < rounds; ++round) {
        std::size_t fired = 0;
        for (const auto& rule : rewriteRules()) {
            const bool wanted =
                rules.empty() ? rule->exactness() == Exactness::Exact
                              : std::find(rules.begin(), rules.end(), rule->name()) != rules.end();
            if (!wanted)
                continue;
            MI_ASSIGN(AppliedStep step,
                      applyStep(model, {std::string(rule->name()), {"*"}}, context, options));
            fired += step.sites.size();
            done.push_back(std::move(step));
        }
        if (fired == 0)
            break;
    }
    return done;
}

std::map<std::string, RuleStatistics> ruleStatistics(std::span<const AppliedStep> steps) {
    std::map<std::string, RuleStatistics> sums;
    for (const AppliedStep& step : steps) {
        RuleStatistics& sum = sums[step.rule];
        sum.examined += step.examined;
        sum.offered += step.offered;
        sum.fired += step.sites.size();
        sum.declined += step.declined;
        sum.failed += step.failed.size();
        sum.milliseconds += step.matchMs + step.applyMs + step.verifyMs + step.shapesMs;
    }
    return sums;
}

Json AppliedStep::toJson() const {
    Json json = {{"rule", rule},         {"examined", examined}, {"offered", offered},
                 {"declined", declined}, {"match_ms", matchMs},  {"apply_ms", applyMs},
                 {"verify_ms", verifyMs}};
    json["sites"] = Json::array();
    for (const AppliedSite& site : sites)
        json["sites"].push_back({{"site", site.site},
                                 {"graph", site.graph},
                                 {"added", site.added},
                                 {"removed", site.removed}});
    json["failed"] = Json::array();
    for (const FailedSite& site : failed)
        json["failed"].push_back(
            {{"site", site.site}, {"graph", site.graph}, {"reason", site.error.text()}});
    return json;
}

} // namespace metainfer::candidates
