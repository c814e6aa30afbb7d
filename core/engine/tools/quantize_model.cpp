// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Quantizing by hand: the same builder as in the search, with what came of it.
#include "engine/tools/model_tools.h"

#include "base/file.h"
#include "engine/data_check.h"
#include "engine/runtime_fusion.h"
#include "engine/tools/outcome_json.h"
#include "engine/tools/prepared_model.h"
#include "ir/onnx_io.h"
#include "measurement/local_device.h"

#include <fmt/format.h>

#include <algorithm>

namespace metainfer::engine::tools {
namespace {

using candidates::Precision;

/// Samples on which the outputs are compared afterwards.
constexpr std::size_t kComparedSamples = 64;

candidates::Variant variantOf(const QuantizeRequest& request) {
    candidates::Variant variant;
    variant.precision = request.plan;
    if (request.rewrite)
        variant.rewrites = exactRewrites();
    return variant;
}

/// The outputs of the quantized model against the original's, and what the runtime fuses.
Status judge(const QuantizeRequest& request, const PreparedModel& prepared,
             const std::filesystem::path& file, AgentExecutor& executor, const ToolContext& context,
             QuantizeOutcome& outcome) {
    FeedSource feeds = prepared.feeds.source;
    const std::size_t batch = std::max<std::size_t>(1, prepared.batch);
    feeds.count = std::min(feeds.count, (kComparedSamples + batch - 1) / batch);
    MI_ASSIGN(outcome.difference, validation::compareModels(executor, prepared.path, file, feeds,
                                                            {}, {}, RunLimits{}, context.cancel));
    outcome.comparedOn = fmt::format(
        "{}{}", prepared.dataText(),
        prepared.realData ? " (the calibration data: expect a little less on others)" : "");
    if (request.plan.precision != Precision::Int8Static)
        return {};
    MI_ASSIGN(const auto feed, prepared.firstFeed());
    MI_ASSIGN(outcome.fusion, runtimeFusion(executor.client(), file, {}, feed));
    return {};
}

} // namespace

Result<QuantizeOutcome> quantizeModel(const QuantizeRequest& request, const ToolContext& context) {
    if (request.plan.precision == Precision::Int8Static && request.input.data.empty())
        return fail(ErrorCode::InvalidArgument, "static int8 needs calibration data",
                    "Name it with --calibration, or choose --scheme int8_dynamic.");
    MI_ASSIGN(const auto executor, makeLocalExecutor());
    context.say(-1, "loading");
    MI_ASSIGN(const auto prepared, prepareModel(request.input, executor.get(), context.cancel));
    // Data with nothing but NaN would be blamed on some tensor deep in the model.
    if (const auto numbers = checkNumbers(prepared.data, prepared.inputs); !numbers)
        return fail(numbers.error());
    QuantizeOutcome outcome;
    outcome.variant = variantOf(request);
    candidates::BuildContext build;
    build.executor = executor.get();
    build.cancel = context.cancel;
    build.calibration = &prepared.data;
    build.calibrate.batch = prepared.batch;
    build.calibrate.maxSamples = request.input.samples ? request.input.samples : 128;
    context.say(-1, "rewriting, calibrating and quantizing");
    MI_ASSIGN(auto built, candidates::buildVariant(prepared.model, outcome.variant, build));
    for (auto& fired : built.fired)
        if (!fired.sites.empty())
            outcome.fired.push_back(std::move(fired));
    if (built.quantization)
        outcome.summary = std::move(*built.quantization);
    outcome.notes = std::move(built.notes);
    MI_ASSIGN(const auto folder, TemporaryDirectory::create("metainfer-quantize"));
    const auto file = folder.path() / "quantized.onnx";
    MI_CHECK(ir::exportOnnx(built.model, file));
    context.say(-1, "comparing the outputs");
    MI_CHECK(judge(request, prepared, file, *executor, context, outcome));
    outcome.bytesBefore = measurement::modelFileBytes(prepared.path).value_or(0);
    outcome.bytesAfter = measurement::modelFileBytes(file).value_or(0);
    MI_CHECK(ir::exportOnnx(built.model, request.out));
    outcome.written = request.out;
    return outcome;
}

} // namespace metainfer::engine::tools

namespace metainfer::engine {

Json QuantizeOutcome::toJson() const {
    Json json = {{"schema", "quantize/1"},
                 {"variant", variant.toJson()},
                 {"key", variant.key()},
                 {"summary", summary.toJson()},
                 {"notes", notes},
                 {"difference", difference.toJson()},
                 {"compared_on", comparedOn},
                 {"bytes_before", bytesBefore},
                 {"bytes_after", bytesAfter},
                 {"written", written.string()}};
    json["rewrites"] = Json::array();
    for (const auto& rule : fired)
        json["rewrites"].push_back({{"rule", rule.rule},
                                    {"sites", rule.sites},
                                    {"removed", rule.removed},
                                    {"added", rule.added}});
    if (fusion)
        json["fusion"] = fusion->toJson();
    return json;
}

} // namespace metainfer::engine
