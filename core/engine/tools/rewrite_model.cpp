// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Listing and applying rewrites by hand: the same rules and driver as in the search.
#include "engine/tools/model_tools.h"

#include "base/file.h"
#include "candidates/rewrite/registry.h"
#include "engine/tools/outcome_json.h"
#include "engine/tools/prepared_model.h"
#include "ir/onnx_io.h"
#include "validation/equivalence.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

namespace metainfer::engine::tools {
namespace {

namespace fs = std::filesystem;

std::size_t allNodes(const ir::Model& model) {
    std::size_t count = 0;
    ir::forEachGraph(
        model, [&](const ir::Graph& graph, const std::string&) { count += graph.nodeCount(); });
    return count;
}

/// What judges gains: the profile's predictor, where a profile is named.
struct Judge {
    std::optional<hardware::Profile> profile;
    std::optional<prediction::Predictor> predictor;
};

Status openJudge(const std::string& hardware, const ToolContext& context, Judge& judge) {
    if (hardware.empty())
        return {};
    MI_ASSIGN(auto loaded, hardware::ProfileStore().load(hardware));
    for (const std::string& warning : loaded.warnings)
        context.remark(Severity::Warning, "profile", warning);
    judge.profile = std::move(loaded.profile);
    judge.predictor.emplace(*judge.profile);
    return {};
}

/// The predictor's "nothing can be told" as absence.
std::optional<Interval> known(const Interval& us) {
    return std::isfinite(us.value) ? std::optional(us) : std::nullopt;
}

Status checkRules(const RewritesRequest& request) {
    for (const std::string& rule : request.rules)
        MI_CHECK(candidates::findRewriteRule(rule));
    for (const auto& step : request.apply)
        MI_CHECK(candidates::findRewriteRule(step.rule));
    return {};
}

/// Runs both models on the data of the input; the rewritten one may not exist as a file yet.
Status prove(const RewritesRequest& request, const ir::Model& rewritten, Executor& executor,
             const ToolContext& context, RewritesOutcome& outcome) {
    context.say(-1, "running both models");
    MI_ASSIGN(const auto prepared, prepareModel(request.input, &executor, context.cancel));
    MI_ASSIGN(const auto folder, TemporaryDirectory::create("metainfer-rewrites"));
    const fs::path file = folder.path() / "rewritten.onnx";
    MI_CHECK(ir::exportOnnx(rewritten, file));
    SessionOptions plain;
    plain.optimization = OptimizationLevel::Basic;
    MI_ASSIGN(outcome.check,
              validation::compareModels(executor, prepared.path, file, prepared.feeds.source, plain,
                                        plain, RunLimits{}, context.cancel));
    outcome.checkedOn = prepared.dataText();
    return {};
}

} // namespace

Result<RewritesOutcome> rewriteModel(const RewritesRequest& request, const ToolContext& context) {
    MI_CHECK(checkRules(request));
    MI_ASSIGN(const auto path, findModelFile(request.input.model));
    Judge judge;
    MI_CHECK(openJudge(request.hardware, context, judge));
    MI_ASSIGN(auto model, ir::importOnnx(path));
    auto executor = makeLocalExecutor();
    if (!executor)
        context.remark(Severity::Warning, "no_agent",
                       "rules that compute (constant folding) decline: " +
                           executor.error().message);
    Executor* const runs = executor ? executor->get() : nullptr;
    MI_CHECK(ir::inferShapes(model, runs, context.cancel));
    const candidates::RewriteContext rewrite{.model = model,
                                             .target = judge.profile ? &*judge.profile : nullptr,
                                             .estimator =
                                                 judge.predictor ? &*judge.predictor : nullptr,
                                             .executor = runs,
                                             .cancel = context.cancel,
                                             .shapeBindings = request.input.dimensions};
    // What the user fixes is fixed in the listing too, so that gains can be told.
    if (request.apply.empty() && !request.input.dimensions.empty()) {
        candidates::Variant bind;
        bind.shapeBindings = request.input.dimensions;
        MI_CHECK(candidates::applyRewrites(model, bind, rewrite));
        MI_CHECK(ir::inferShapes(model, runs, context.cancel));
    }
    RewritesOutcome outcome;
    outcome.nodesBefore = outcome.nodesAfter = allNodes(model);
    if (judge.profile && !judge.profile->hasMeasurements())
        outcome.source = NumberSource::Simulated;
    if (judge.predictor)
        outcome.before = known(judge.predictor->modelMicroseconds(model));
    if (request.apply.empty()) {
        MI_ASSIGN(outcome.offered, candidates::listMatches(rewrite, request.rules));
        return outcome;
    }
    ir::Model changed = model.clone();
    candidates::Variant variant;
    variant.shapeBindings = request.input.dimensions;
    variant.rewrites = request.apply;
    MI_ASSIGN(outcome.applied, candidates::applyRewrites(changed, variant, rewrite));
    outcome.nodesAfter = allNodes(changed);
    if (judge.predictor) {
        MI_CHECK(ir::inferShapes(changed, runs, context.cancel));
        outcome.after = known(judge.predictor->modelMicroseconds(changed));
    }
    if (request.check) {
        if (!runs)
            return fail(executor.error());
        MI_CHECK(prove(request, changed, *runs, context, outcome));
        if (!outcome.check->equivalent)
            return outcome; // a model that computes something else is not written
    }
    if (!request.out.empty()) {
        MI_CHECK(ir::exportOnnx(changed, request.out));
        outcome.written = request.out;
    }
    return outcome;
}

} // namespace metainfer::engine::tools

namespace metainfer::engine {

Json RewritesOutcome::toJson() const {
    using tools::intervalJson;
    Json json = {{"schema", "rewrites/1"},
                 {"nodes_before", nodesBefore},
                 {"nodes_after", nodesAfter},
                 {"predicted_us_before", intervalJson(before)},
                 {"predicted_us_after", intervalJson(after)},
                 {"source", numberSourceName(source)}};
    json["offered"] = Json::array();
    for (const auto& match : offered)
        json["offered"].push_back({{"rule", match.rule},
                                   {"site", match.site},
                                   {"graph", match.graph},
                                   {"nodes", match.nodes},
                                   {"gain_us", intervalJson(match.gainUs)},
                                   {"exact", match.exactness == candidates::Exactness::Exact},
                                   {"declined", match.applies() ? Json() : Json(match.declined)}});
    json["applied"] = Json::array();
    for (const auto& step : applied)
        json["applied"].push_back(step.toJson());
    if (check) {
        json["check"] = check->toJson();
        json["check"]["data"] = checkedOn;
    }
    if (!written.empty())
        json["written"] = written.string();
    return json;
}

} // namespace metainfer::engine
