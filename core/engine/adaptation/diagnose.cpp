// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Features, rules and prediction brought together.
#include "engine/adaptation/diagnose.h"

#include "candidates/rewrite/driver.h"
#include "engine/shapes.h"
#include "features/diagnosis.h"
#include "prediction/predictor.h"

namespace metainfer::engine {
namespace {

Result<std::vector<features::RuleAt>> rulesAt(const candidates::RewriteContext& context) {
    MI_ASSIGN(auto matches, candidates::listMatches(context));
    std::vector<features::RuleAt> rules;
    rules.reserve(matches.size());
    for (auto& match : matches)
        rules.push_back({std::move(match.rule), std::move(match.site), std::move(match.nodes),
                         std::move(match.graph), match.gainUs, std::move(match.declined)});
    return rules;
}

/// The node that does the main work of a fused operator: the time is its own, not that of the
/// activation at the end.
std::string mainSite(const ir::Graph& graph, const prediction::OperatorCase& operation) {
    for (const ir::NodeId id : operation.nodes)
        if (graph.contains(id) && graph.node(id).opType == operation.opType)
            return candidates::siteKey(graph, graph.node(id), {});
    return operation.key;
}

} // namespace

Result<Json> diagnoseModel(ir::Model& model, const std::map<std::string, std::int64_t>& dimensions,
                           const hardware::Profile* profile, Executor* executor,
                           const CancellationToken& cancel) {
    candidates::RewriteContext context{.model = model,
                                       .target = profile,
                                       .executor = executor,
                                       .cancel = cancel,
                                       .shapeBindings = dimensions};
    MI_CHECK(inferAtSizes(model, dimensions, executor, cancel));
    const auto found = features::modelFeatures(model, profile);
    features::DiagnosisOptions options;
    std::unique_ptr<prediction::Predictor> predictor;
    if (profile) {
        predictor = std::make_unique<prediction::Predictor>(*profile);
        context.estimator = predictor.get();
        // Unknown shapes leave the prediction out; the diagnosis then goes by work.
        if (const auto predicted = predictor->predict(model))
            for (const auto& operation : predicted->operators)
                options.microseconds[mainSite(*model.graph, operation.operation)] +=
                    operation.us.value;
    }
    MI_ASSIGN(const auto rules, rulesAt(context));
    return features::diagnose(model, found, profile, rules, options).json;
}

} // namespace metainfer::engine
