// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a model would cost on a device.
#include "engine/adaptation/operator_learning.h"
#include "engine/tools/device_tools.h"
#include "engine/tools/prepared_model.h"

namespace metainfer::engine::tools {

namespace {

/// As an adaptation to this device would predict: with what was learned on it, where that is shown
/// to be better. Only this machine is measured; the others have nothing to learn from.
Result<OperatorModelChoice> chooseModel(prediction::Predictor& predictor,
                                        const experience::Store* memory, std::int64_t nowMs,
                                        const ToolContext& context) {
    OperatorModelChoice choice;
    if (predictor.profile().name != "local") {
        choice.text = "analytic operator model: nothing is measured on this device from here";
        return choice;
    }
    if (!memory) {
        choice.text = "analytic operator model: there is no experience to learn from";
        return choice;
    }
    experience::Query query;
    query.hardwareName = predictor.profile().name;
    query.nowMs = nowMs;
    if (const auto target = context.target("local"))
        query.environmentHash = target->device->environment({}).hash();
    return learnOperators(predictor, *memory, query, 1, context.cancel);
}

} // namespace

Result<PredictOutcome> predictModel(const PredictRequest& request, const experience::Store* memory,
                                    std::int64_t nowMs, const ToolContext& context) {
    MI_ASSIGN(auto loaded, hardware::ProfileStore().load(request.hardware));
    for (const std::string& warning : loaded.warnings)
        context.remark(Severity::Warning, "profile", warning);
    // Types alone: works without an agent wherever the opset is known.
    auto executor = makeLocalExecutor();
    MI_ASSIGN(const auto model,
              modelAtSizes(request.input, executor ? executor->get() : nullptr, context.cancel));
    prediction::Predictor predictor(std::move(loaded.profile));
    PredictOutcome outcome;
    outcome.hardware = predictor.profile().name;
    MI_ASSIGN(const auto choice, chooseModel(predictor, memory, nowMs, context));
    outcome.learned = choice.learned;
    outcome.operatorModel = choice.text;
    MI_ASSIGN(outcome.prediction, predictor.predict(model, request.session));
    return outcome;
}

} // namespace metainfer::engine::tools

namespace metainfer::engine {

Json PredictOutcome::toJson() const {
    Json json = prediction.toJson();
    json["schema"] = "prediction/1";
    json["hardware"] = hardware;
    json["operator_model"] = {{"learned", learned}, {"text", operatorModel}};
    return json;
}

} // namespace metainfer::engine
