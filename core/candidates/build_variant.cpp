// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Building a variant: shapes, rewrites, precision, in this order.
#include "candidates/build_variant.h"

#include "base/hash.h"
#include "candidates/intents.h"
#include "candidates/rewrite/driver.h"
#include "ir/onnx_io.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace metainfer::candidates {
namespace {

Status applyVariantRewrites(BuiltVariant& built, const Variant& variant,
                            const BuildContext& context) {
    if (variant.rewrites.empty() && variant.shapeBindings.empty())
        return {};
    const RewriteContext rewriteContext{built.model,      context.target, context.estimator,
                                        context.executor, context.cancel, variant.shapeBindings};
    MI_ASSIGN(const auto steps, applyRewrites(built.model, variant, rewriteContext));
    for (const auto& step : steps) {
        // A rule has one step a round; what it did is told once.
        auto known =
            std::find_if(built.fired.begin(), built.fired.end(),
                         [&](const FiredRule& earlier) { return earlier.rule == step.rule; });
        if (known == built.fired.end())
            known = built.fired.insert(known, FiredRule{step.rule, {}, 0, 0});
        FiredRule& fired = *known;
        for (const auto& site : step.sites) {
            fired.sites.push_back(site.graph.empty() ? site.site : site.graph + ":" + site.site);
            fired.added += site.added;
            fired.removed += site.removed;
        }
        for (const auto& failed : step.failed)
            built.notes.push_back(
                fmt::format("{} at \"{}\": {}", step.rule, failed.site, failed.error.text()));
    }
    return {};
}

/// Everything that the statistics depend on: the float graph as rewritten, its weights, the data.
Result<std::string> calibrationKey(const BuiltVariant& built, const BuildContext& context) {
    MI_ASSIGN(const auto graph, built.model.structuralHash());
    std::string names; // statistics are by name, which the structural hash leaves out
    for (const auto value : built.model.graph->values())
        names += built.model.graph->value(value).name + "\n";
    return fmt::format("{}/{}/{}/{}/{}", graph, sha256Hex(names), context.calibration->hash(),
                       context.calibrate.maxSamples, context.calibrate.batch);
}

Result<std::shared_ptr<const Calibration>>
calibrationFor(const BuiltVariant& built, const PrecisionPlan& plan, const BuildContext& context) {
    if (!context.calibration)
        return fail(ErrorCode::NotFound, "static int8 needs calibration data and there is none",
                    "Name some under accuracy.calibration, or use int8_dynamic.");
    if (!context.executor)
        return fail(ErrorCode::Unsupported, "static int8 needs a runtime to calibrate with",
                    "Run `metainfer doctor`.");
    const auto tensors = tensorsToCalibrate(built.model, plan);
    std::string key;
    if (context.cache) {
        MI_ASSIGN(key, calibrationKey(built, context));
        if (auto found = context.cache->find(key, tensors))
            return found;
    }
    MI_ASSIGN(auto calibration, calibrate(built.model, tensors, *context.calibration,
                                          *context.executor, context.calibrate, context.cancel));
    if (context.cache)
        return context.cache->add(key, std::move(calibration));
    return std::make_shared<const Calibration>(std::move(calibration));
}

Status lowerPrecision(BuiltVariant& built, const PrecisionPlan& plan, const BuildContext& context) {
    if (plan.precision == Precision::Float)
        return {};
    MI_CHECK(ir::inferShapes(built.model, context.executor, context.cancel));
    Result<QuantizationSummary> summary;
    switch (plan.precision) {
    case Precision::Int8Static: {
        MI_ASSIGN(built.calibration, calibrationFor(built, plan, context));
        summary = quantizeStatic(built.model, plan, *built.calibration);
        break;
    }
    case Precision::Int8Dynamic:
        summary = quantizeDynamic(built.model, plan);
        break;
    case Precision::Int4Weights:
        summary = quantizeWeights4(built.model, plan);
        break;
    case Precision::Float16:
        summary = convertToHalf(built.model, plan);
        break;
    case Precision::Float:
        break;
    }
    if (!summary)
        return failWith(std::move(summary).error(),
                        fmt::format("while lowering to {}", precisionName(plan.precision)));
    for (const auto& note : summary->notes)
        built.notes.push_back(note);
    built.quantization = std::move(*summary);
    return {};
}

} // namespace

Json BuiltVariant::toJson() const {
    Json rules = Json::array();
    for (const auto& rule : fired)
        rules.push_back(Json{{"rule", rule.rule},
                             {"sites", rule.sites},
                             {"added", rule.added},
                             {"removed", rule.removed}});
    Json json{{"fired", std::move(rules)}, {"notes", notes}};
    if (quantization)
        json["quantization"] = quantization->toJson();
    if (calibration)
        json["calibration"] =
            Json{{"dataset", calibration->dataset}, {"samples", calibration->samples}};
    return json;
}

void makeNodeNamesUnique(ir::Model& model) {
    ir::forEachGraph(model, [](ir::Graph& graph, const std::string&) {
        std::set<std::string> taken;
        const std::vector<ir::NodeId> order = graph.order();
        for (auto it = order.rbegin(); it != order.rend(); ++it) {
            std::string& name = graph.node(*it).name;
            if (!name.empty() && !taken.insert(name).second)
                taken.insert(name = graph.freshNodeName(name));
        }
    });
}

Result<BuiltVariant> buildVariant(const ir::Model& source, const Variant& variant,
                                  const BuildContext& context) {
    MI_CHECK(context.cancel.check());
    BuiltVariant built;
    built.model = source.clone();
    MI_CHECK(applyVariantRewrites(built, variant, context));
    inheritIntents(source, built.model);
    MI_CHECK(context.cancel.check());
    MI_CHECK(lowerPrecision(built, variant.precision, context));
    makeNodeNamesUnique(built.model);
    return built;
}

} // namespace metainfer::candidates
