// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading the runtime's failures in the terms of the model.
#include "engine/adaptation/first_run.h"

#include "engine/adaptation/evaluator.h"
#include "engine/runtime_refusal.h"
#include "validation/accuracy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::engine {
namespace {

using std::chrono::milliseconds;
using namespace std::chrono_literals;

/// How long the first inference may take, loading included. A short time limit for the whole search
/// shortens it, but never below what a big model needs to load.
constexpr milliseconds kLongestFirstRun = 120s;
constexpr milliseconds kShortestFirstRun = 5s;

milliseconds patience(const Task& task) {
    const auto limit = task.deployment.search.timeLimit;
    return limit ? std::clamp<milliseconds>(*limit, kShortestFirstRun, kLongestFirstRun)
                 : kLongestFirstRun;
}

Error explained(const Task& task, Error error) {
    if (task.model.opsets.empty() && error.code == ErrorCode::InvalidModel)
        return explainedRefusal(task.modelPath, task.model, std::move(error));
    if (error.code == ErrorCode::Unsupported && defaultSession(task).runtime != "onnxruntime") {
        // It names the operator and the node already.
        error.message = fmt::format("{}: {}", task.modelPath.string(), error.message);
        return error;
    }
    switch (error.code) {
    case ErrorCode::VersionMismatch:
    case ErrorCode::Unsupported:
        return explainedRefusal(task.modelPath, task.model, std::move(error));
    case ErrorCode::Timeout:
        error.message = fmt::format("{}: one inference did not end within {} s",
                                    task.modelPath.string(), patience(task).count() / 1000);
        error.hint = "Look for a loop that does not end, use smaller inputs, or raise the time "
                     "limit (up to 120 s count).";
        error.context.clear();
        return error;
    case ErrorCode::OutOfMemory:
        error.context.push_back(error.message);
        error.message = fmt::format("{}: one inference needs more memory than there is",
                                    task.modelPath.string());
        error.hint = "Use a smaller batch or smaller inputs.";
        return error;
    case ErrorCode::Cancelled:
        return error;
    default:
        error.context.push_back("while running " + task.modelPath.string() + " for the first time");
        return error;
    }
}

Status checkNan(const Task& task, const std::vector<NamedTensor>& outputs,
                const EventSink& events) {
    std::vector<std::string> touched;
    bool anySound = false;
    for (const NamedTensor& output : outputs) {
        if (!isFloatingPoint(output.tensor.type)) {
            anySound = true;
            continue;
        }
        MI_ASSIGN(const auto values, output.tensor.toFloats());
        const auto nans =
            std::count_if(values.begin(), values.end(), [](float v) { return std::isnan(v); });
        if (nans > 0)
            touched.push_back(
                fmt::format("{} ({} of {} values)", output.name, nans, values.size()));
        anySound = anySound || nans < static_cast<std::ptrdiff_t>(values.size());
    }
    if (touched.empty())
        return {};
    const std::vector<std::string> weights = weightsWithNan(task.model);
    const std::string why = weights.empty() ? std::string("no weight holds NaN")
                                            : "NaN stands in the weights " + someOf(weights);
    const std::string what = fmt::format("{}: the original computes NaN in {}; {}",
                                         task.modelPath.string(), someOf(touched), why);
    if (!anySound)
        return fail(ErrorCode::InvalidModel, what,
                    "Nothing can be compared with such outputs. Export the model again from sound "
                    "weights, or give inputs that it can handle.");
    notify(events, Remark{Severity::Warning, "nan_outputs",
                          what + ". Accuracy and equivalence say nothing about these values."});
    return {};
}

/// The metric on one batch: labels that are missing or do not fit are found now. A command is left
/// for later, it may take long.
Status tryMetric(const Task& task, const RunLimits& limits, const CancellationToken& cancel) {
    validation::AccuracyRequest request;
    request.metric = validation::accuracyMetricFromName(task.deployment.accuracy.metric)
                         .value_or(validation::AccuracyMetric::Fidelity);
    if (request.metric == validation::AccuracyMetric::Command)
        return {};
    const auto batch = static_cast<std::size_t>(task.batch);
    const candidates::Dataset data = task.validation.firstSamples(batch);
    request.data = &data;
    request.inputs = task.inputs;
    request.batch = batch;
    request.session = request.referenceSession = defaultSession(task);
    request.limits = limits;
    request.reference = task.modelPath;
    const auto accuracy = validation::measureAccuracy(task.target.device->executor(),
                                                      task.modelPath, request, cancel);
    return accuracy ? Status{} : fail(accuracy.error());
}

} // namespace

Status tryOriginal(const Task& task, const EventSink& events, const CancellationToken& cancel) {
    RunLimits limits;
    limits.timeout = patience(task);
    const auto outputs = task.target.device->executor().run(task.modelPath, defaultSession(task),
                                                            task.feed, {}, limits, cancel);
    if (!outputs)
        return fail(explained(task, outputs.error()));
    MI_CHECK(checkNan(task, *outputs, events));
    return tryMetric(task, limits, cancel);
}

} // namespace metainfer::engine
