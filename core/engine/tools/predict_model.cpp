// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a model would cost on a device.
#include "engine/tools/device_tools.h"
#include "engine/tools/prepared_model.h"

namespace metainfer::engine::tools {

Result<PredictOutcome> predictModel(const PredictRequest& request, const ToolContext& context) {
    MI_ASSIGN(auto loaded, hardware::ProfileStore().load(request.hardware));
    for (const std::string& warning : loaded.warnings)
        context.remark(Severity::Warning, "profile", warning);
    // Types alone: works without an agent wherever the opset is known.
    auto executor = makeLocalExecutor();
    MI_ASSIGN(const auto model,
              modelAtSizes(request.input, executor ? executor->get() : nullptr, context.cancel));
    const prediction::Predictor predictor(std::move(loaded.profile));
    PredictOutcome outcome;
    outcome.hardware = predictor.profile().name;
    MI_ASSIGN(outcome.prediction, predictor.predict(model, request.session));
    return outcome;
}

} // namespace metainfer::engine::tools

namespace metainfer::engine {

Json PredictOutcome::toJson() const {
    Json json = prediction.toJson();
    json["schema"] = "prediction/1";
    json["hardware"] = hardware;
    return json;
}

} // namespace metainfer::engine
