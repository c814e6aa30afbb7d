// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading the runtime's failures in the terms of the model.
#include "engine/adaptation/first_run.h"

#include "engine/adaptation/evaluator.h"
#include "validation/accuracy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace metainfer::engine {
namespace {

using std::chrono::milliseconds;
using namespace std::chrono_literals;

/// How long the first inference may take, loading included. A short time limit for the whole search
/// shortens it, but never below what a big model needs to load.
constexpr milliseconds kLongestFirstRun = 120s;
constexpr milliseconds kShortestFirstRun = 5s;
/// Nodes and weights named in one message.
constexpr std::size_t kNamed = 3;

milliseconds patience(const Task& task) {
    const auto limit = task.deployment.search.timeLimit;
    return limit ? std::clamp<milliseconds>(*limit, kShortestFirstRun, kLongestFirstRun)
                 : kLongestFirstRun;
}

/// The number behind `words` in a message of the runtime.
std::optional<std::int64_t> numberAfter(const std::string& message, std::string_view words) {
    const std::size_t at = message.find(words);
    if (at == message.npos)
        return std::nullopt;
    std::size_t begin = at + words.size();
    while (begin < message.size() && message[begin] == ' ')
        ++begin;
    if (begin == message.size() || !std::isdigit(static_cast<unsigned char>(message[begin])))
        return std::nullopt;
    return std::strtoll(message.c_str() + begin, nullptr, 10);
}

bool hasWord(const std::string& text, const std::string& word) {
    const auto isPart = [&](std::size_t at) {
        return at < text.size() &&
               (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_');
    };
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1))
        if ((at == 0 || !isPart(at - 1)) && !isPart(at + word.size()))
            return true;
    return false;
}

std::string listed(const std::vector<std::string>& names) {
    const std::size_t shown = std::min(names.size(), kNamed);
    std::string text = fmt::format("{}", fmt::join(names.begin(), names.begin() + shown, ", "));
    return names.size() > shown ? text + fmt::format(" and {} more", names.size() - shown) : text;
}

/// The model's nodes of the operator that the message complains about, and its name.
std::pair<std::string, std::vector<std::string>> nodesIn(const ir::Model& model,
                                                         const std::string& message) {
    std::string name;
    std::vector<std::string> nodes;
    ir::forEachGraph(model, [&](const ir::Graph& graph, const std::string&) {
        for (const ir::NodeId id : graph.order()) {
            const ir::Node& node = graph.node(id);
            const std::string full =
                node.domain.empty() ? node.opType : node.domain + ":" + node.opType;
            if ((name.empty() && hasWord(message, node.opType)) || name == full) {
                name = full;
                nodes.push_back(ir::nodeLabel(node));
            }
        }
    });
    return {name, nodes};
}

Error newerThanRuntime(const Task& task, Error error) {
    const auto opset = numberAfter(error.message, "is till opset");
    const auto ir = numberAfter(error.message, "max supported IR version:");
    if (opset)
        error.message =
            fmt::format("{}: it declares opset {}, this ONNX Runtime reads up to opset {}",
                        task.modelPath.string(), task.model.opset(), *opset);
    else if (ir)
        error.message =
            fmt::format("{}: it declares IR version {}, this ONNX Runtime reads up to {}",
                        task.modelPath.string(), task.model.irVersion, *ir);
    else
        return error;
    error.hint =
        fmt::format("Export it with {} or older, or install a newer ONNX Runtime.",
                    opset ? fmt::format("opset {}", *opset) : fmt::format("IR version {}", *ir));
    error.context.clear();
    return error;
}

Error lacksOperator(const Task& task, Error error) {
    const auto [name, nodes] = nodesIn(task.model, error.message);
    if (nodes.empty())
        return error;
    error.context.push_back(error.message);
    error.message = fmt::format("{}: ONNX Runtime has no operator {}, which {} {} need{}",
                                task.modelPath.string(), name, nodes.size() == 1 ? "node" : "nodes",
                                listed(nodes), nodes.size() == 1 ? "s" : "");
    error.hint = "Replace the operator before the export, or use a runtime that has it.";
    return error;
}

Error explained(const Task& task, Error error) {
    switch (error.code) {
    case ErrorCode::VersionMismatch:
        return newerThanRuntime(task, std::move(error));
    case ErrorCode::Unsupported:
        return lacksOperator(task, std::move(error));
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

std::vector<std::string> weightsWithNan(const ir::Model& model) {
    std::vector<std::string> names;
    ir::forEachGraph(model, [&](const ir::Graph& graph, const std::string&) {
        for (const ir::ValueId id : graph.values()) {
            const ir::Value& value = graph.value(id);
            if (!value.constant || !isFloatingPoint(value.constant->type()))
                continue;
            const auto values = value.constant->toFloats();
            if (values &&
                std::any_of(values->begin(), values->end(), [](float v) { return std::isnan(v); }))
                names.push_back(value.name);
        }
    });
    return names;
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
                                            : "NaN stands in the weights " + listed(weights);
    const std::string what = fmt::format("{}: the original computes NaN in {}; {}",
                                         task.modelPath.string(), listed(touched), why);
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
