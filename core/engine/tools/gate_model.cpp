// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The gate for continuous integration: accuracy against the original, latency against a limit.
#include "engine/tools/device_tools.h"
#include "engine/tools/prepared_model.h"
#include "session/session_folder.h"
#include "validation/remembering_executor.h"

#include <fmt/format.h>

namespace metainfer::engine::tools {
namespace {

Result<validation::Accuracy> accuracyOf(const PreparedModel& model, const GateRequest& asked,
                                        const std::filesystem::path& reference,
                                        const SessionOptions& session, Executor& executor,
                                        const ToolContext& context) {
    validation::AccuracyRequest request;
    request.metric = asked.metric;
    request.command = asked.command;
    request.data = &model.data;
    request.inputs = model.inputs;
    request.batch = model.batch;
    request.session = session;
    request.reference = reference;
    request.referenceSession = asked.referenceSession;
    return validation::measureAccuracy(executor, model.path, request, context.cancel);
}

void addCheck(GateOutcome& outcome, bool passed, std::string reason) {
    outcome.passed = outcome.passed && passed;
    outcome.reasons.push_back(fmt::format("{}: {}", passed ? "met" : "not met", reason));
}

Status gateLatency(const GateRequest& request, const PreparedModel& prepared, Target& target,
                   const ToolContext& context, GateOutcome& outcome) {
    MI_ASSIGN(const auto feed, prepared.firstFeed());
    measurement::MeasureRequest measure;
    measure.workload = {"model", prepared.path, request.session, feed,
                        static_cast<int>(prepared.batch)};
    measure.protocol = measurement::Protocol::full();
    measure.cancel = context.cancel;
    measure.progress = context.progress();
    MI_ASSIGN(outcome.latency, target.device->measure(measure));
    const auto& measured = *outcome.latency;
    if (measured.failure) {
        addCheck(outcome, false, "the model does not run: " + measured.failure->text());
        return {};
    }
    const bool simulated = measured.simulatedUs.has_value();
    const auto p95 = measured.wall.p95.value;
    if (!simulated && !p95) {
        addCheck(outcome, false, "p95 latency: " + measured.wall.p95.text());
        return {};
    }
    const double ms = (simulated ? measured.simulatedUs->value : *p95) / 1000;
    const bool valid = measured.validity.grade != Grade::Invalid;
    addCheck(outcome, valid && ms <= *request.maxLatencyMs,
             fmt::format("{} latency {:.3f} ms ({}, wall clock, {}), limit {:g} ms",
                         simulated ? "simulated" : "p95", ms, numberSourceName(measured.source),
                         gradeName(measured.validity.grade), *request.maxLatencyMs));
    return {};
}

/// The subject of a session's decision that has this role.
const Json* subjectOf(const Json& decision, const std::string& role) {
    if (!decision.contains("subjects"))
        return nullptr;
    for (const Json& subject : decision["subjects"])
        if (jsonValue(subject, "role", std::string()) == role)
            return &subject;
    return nullptr;
}

} // namespace

Result<GateOutcome> gateModel(const GateRequest& request, const ToolContext& context) {
    if (request.reference.empty() &&
        (request.gate.maxDrop || request.metric == validation::AccuracyMetric::Fidelity))
        return fail(ErrorCode::InvalidArgument,
                    "the gate compares with the original model, and none is named",
                    "Name it with --reference, or use --metric top1 or map50 with --min.");
    if (request.metric != validation::AccuracyMetric::Fidelity && request.input.data.empty() &&
        request.metric != validation::AccuracyMetric::Command)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("the metric {} needs labelled data",
                                validation::accuracyMetricName(request.metric)),
                    "Name validation data with --validation.");
    if (request.metric == validation::AccuracyMetric::Command)
        MI_CHECK(validation::checkMetricCommand(request.command));
    MI_CHECK(findModelFile(request.input.model));
    MI_ASSIGN(Target target, context.target(request.device));
    Executor& executor = target.device->executor();
    MI_ASSIGN(const auto prepared, prepareModel(request.input, &executor, context.cancel));
    GateOutcome outcome;
    std::filesystem::path reference;
    std::optional<validation::RememberingExecutor> remembering; // the original runs once a sample
    if (!request.reference.empty()) {
        ModelInput original = request.input;
        original.model = request.reference;
        MI_ASSIGN(const auto base, prepareModel(original, &executor, context.cancel));
        reference = base.path;
        remembering.emplace(executor, reference, request.referenceSession,
                            validation::RememberingExecutor::Options{});
        context.say(-1, "running the original on the validation data");
        MI_ASSIGN(outcome.reference, accuracyOf(base, request, reference, request.referenceSession,
                                                *remembering, context));
    }
    context.say(-1, "running the model on the validation data");
    MI_ASSIGN(outcome.accuracy, accuracyOf(prepared, request, reference, request.session,
                                           remembering ? *remembering : executor, context));
    const auto verdict = validation::applyGate(
        request.gate, outcome.reference ? *outcome.reference : *outcome.accuracy,
        *outcome.accuracy);
    addCheck(outcome, verdict.passed, verdict.reason);
    if (outcome.reference) {
        if (auto change = validation::compareAccuracy(*outcome.reference, *outcome.accuracy, 1))
            outcome.change = std::move(*change);
    }
    if (request.maxLatencyMs)
        MI_CHECK(gateLatency(request, prepared, target, context, outcome));
    return outcome;
}

Result<GateOutcome> gateSession(const std::filesystem::path& folder, const GateRequest& limits) {
    MI_ASSIGN(const auto content, session::readSession(folder));
    if (!content.decision)
        return fail(ErrorCode::NotFound,
                    folder.string() + " holds no decision yet (state: " +
                        std::string(session::stateName(content.info.state)) + ")",
                    "Finish it with: metainfer adapt … --resume");
    const Json& decision = *content.decision;
    const std::string answer = jsonValue(decision, "answer", std::string());
    GateOutcome outcome;
    outcome.details = {{"session", folder.string()},
                       {"answer", answer},
                       {"chosen", jsonValue(decision, "chosen", std::string())}};
    addCheck(outcome, answer != "none_feasible", jsonValue(decision, "reason", answer));
    const Json* subject = subjectOf(decision, "adapted");
    const Json* original = subjectOf(decision, "original");
    if (!subject)
        subject = original;
    if (!subject || !original)
        return outcome;
    const auto values =
        measurement::metricValuesFromJson(jsonValue(*subject, "values", Json::object()));
    const auto before =
        measurement::metricValuesFromJson(jsonValue(*original, "values", Json::object()));
    using measurement::Metric;
    const std::string metric = jsonValue(decision, "quality_name", std::string("accuracy"));
    const auto accuracy = values.find(Metric::Accuracy);
    const auto accuracyBefore = before.find(Metric::Accuracy);
    if (limits.gate.minValue && accuracy != values.end())
        addCheck(outcome, accuracy->second.value() >= *limits.gate.minValue,
                 fmt::format("{} {:.4f}, smallest accepted {:g}", metric, accuracy->second.value(),
                             *limits.gate.minValue));
    if (limits.gate.maxDrop && accuracy != values.end() && accuracyBefore != before.end()) {
        const double drop = accuracyBefore->second.value() - accuracy->second.value();
        addCheck(outcome, drop <= *limits.gate.maxDrop,
                 fmt::format("{} drops by {:.4f}, limit {:g}", metric, drop, *limits.gate.maxDrop));
    }
    const auto latency = values.find(Metric::P95Latency);
    if (limits.maxLatencyMs && latency != values.end())
        addCheck(outcome, latency->second.value() <= *limits.maxLatencyMs * 1000,
                 fmt::format("p95 latency {:.3f} ms ({}), limit {:g} ms",
                             latency->second.value() / 1000,
                             numberSourceName(latency->second.source), *limits.maxLatencyMs));
    return outcome;
}

} // namespace metainfer::engine::tools

namespace metainfer::engine {

Json GateOutcome::toJson() const {
    Json json = {{"schema", "gate/1"}, {"passed", passed}, {"reasons", reasons}};
    if (reference)
        json["reference"] = reference->toJson();
    if (accuracy)
        json["accuracy"] = accuracy->toJson();
    if (change)
        json["change"] = change->toJson();
    if (latency)
        json["latency"] = latency->toJson();
    if (!details.empty())
        json["session"] = details;
    return json;
}

} // namespace metainfer::engine
