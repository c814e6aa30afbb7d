// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Do two models compute the same, and if not, where do they part?
#include "engine/tools/model_tools.h"
#include "engine/tools/prepared_model.h"
#include "execution/agent_executor.h"
#include "ir/onnx_io.h"

namespace metainfer::engine::tools {
Result<EquivalentOutcome> compareTwoModels(const EquivalentRequest& request,
                                           const ToolContext& context) {
    MI_ASSIGN(const auto fileB, findModelFile(request.b));
    MI_ASSIGN(const auto executor, makeLocalExecutor());
    MI_ASSIGN(const auto a, prepareModel(request.a, executor.get(), context.cancel));
    MI_ASSIGN(auto modelB, ir::importOnnx(fileB));
    MI_ASSIGN(const auto inputsB, candidates::inputSpecs(modelB, a.bindings));
    MI_CHECK(checkSameInputs(a, inputsB, fileB.string()));
    context.say(-1, "running both models");
    EquivalentOutcome outcome;
    outcome.comparedOn = a.dataText();
    MI_ASSIGN(outcome.report, validation::compareModels(*executor, a.path, fileB, a.feeds.source,
                                                        {}, {}, RunLimits{}, context.cancel));
    if (request.bisect && !outcome.report.equivalent) {
        context.say(-1, "looking for the first tensor that differs");
        MI_CHECK(ir::inferShapes(modelB, executor.get(), context.cancel));
        MI_ASSIGN(outcome.first, validation::bisect(*executor, a.model, modelB, a.feeds.source,
                                                    RunLimits{}, context.cancel));
    }
    return outcome;
}

} // namespace metainfer::engine::tools

namespace metainfer::engine {

Json EquivalentOutcome::toJson() const {
    Json json = report.toJson();
    json["schema"] = "equivalent/1";
    json["data"] = comparedOn;
    if (first)
        json["first_difference"] = {{"tensor", first->tensor},
                                    {"operator", first->producer},
                                    {"error", first->error.toJson()}};
    return json;
}

} // namespace metainfer::engine
