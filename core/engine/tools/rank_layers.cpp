// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The layers of a model by what lowering each of them alone does to the outputs.
#include "engine/tools/accuracy_tools.h"

#include "engine/data_check.h"
#include "engine/tools/prepared_model.h"

#include <algorithm>
#include <numeric>

namespace metainfer::engine::tools {
namespace {

/// Every layer is run on all of them, so that a model of 50 layers takes 50 times as long.
constexpr std::size_t kSamples = 16;

} // namespace

Result<LayersOutcome> rankLayers(const LayersRequest& request, const ToolContext& context) {
    using candidates::Precision;
    const bool calibrated = request.plan.precision == Precision::Int8Static;
    if (calibrated && request.input.data.empty())
        return fail(ErrorCode::InvalidArgument, "static int8 needs calibration data",
                    "Name it with --calibration, or choose --scheme int8_dynamic.");
    ModelInput input = request.input;
    if (input.samples == 0)
        input.samples = kSamples;
    MI_ASSIGN(const auto executor, makeLocalExecutor());
    context.say(-1, "loading");
    MI_ASSIGN(const auto prepared, prepareModel(input, executor.get(), context.cancel));
    if (const auto numbers = checkNumbers(prepared.data, prepared.inputs); !numbers)
        return fail(numbers.error());
    candidates::BuildContext build;
    build.executor = executor.get();
    build.cancel = context.cancel;
    candidates::Variant rewritten;
    if (request.rewrite)
        rewritten.rewrites = exactRewrites();
    context.say(-1, "rewriting");
    MI_ASSIGN(const auto built, candidates::buildVariant(prepared.model, rewritten, build));
    validation::SensitivityRequest asked;
    asked.model = &built.model;
    asked.plan = request.plan;
    asked.calibration = &prepared.data;
    asked.feeds = prepared.feeds.source;
    asked.session = request.session;
    asked.batch = std::max<std::size_t>(1, prepared.batch);
    LayersOutcome outcome;
    MI_ASSIGN(outcome.layers,
              validation::layerSensitivity(*executor, asked, context.cancel, context.progress()));
    candidates::Variant named;
    named.precision = request.plan;
    named.precision.keepFloat.clear();
    outcome.plan = named.key();
    outcome.comparedOn = prepared.dataText();
    return outcome;
}

} // namespace metainfer::engine::tools

namespace metainfer::engine {

std::vector<std::size_t> LayersOutcome::ranking() const {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (layers[i].skipped.empty())
            order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return layers[a].relativeL2 > layers[b].relativeL2;
    });
    return order;
}

Json LayersOutcome::toJson() const {
    validation::Examination layersOnly;
    layersOnly.layers = layers;
    return {{"schema", "sensitivity/1"},
            {"plan", plan},
            {"compared_on", comparedOn},
            {"layers", layersOnly.toJson()["layers"]},
            {"ranking", ranking()}};
}

} // namespace metainfer::engine
