// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What an adaptation leaves behind: documents, the adapted model, its mapping, how to run it.
#include "engine/adaptation/adaptation.h"

#include "base/share.h"
#include "candidates/quantize/fusion_check.h"
#include "engine/adaptation/origins.h"
#include "ir/onnx_io.h"
#include "measurement/device.h"
#include "report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::engine {
namespace {

namespace fs = std::filesystem;

Json intervalJson(const Interval& interval) {
    return {{"value", interval.value}, {"low", interval.low}, {"high", interval.high}};
}

/// The sample's name where the file itself is only called model.onnx.
std::string modelName(const Task& task) {
    const std::string stem = task.givenPath.stem().string();
    return stem == "model" ? task.givenPath.parent_path().filename().string() : stem;
}

/// "top1 on 500 validation samples", "fidelity on 16 random inputs: give accuracy.validation".
std::string accuracyBasis(const Task& task) {
    const auto& metric = task.deployment.accuracy.metric;
    return metric == "command" ? "the metric of the command " + task.deployment.accuracy.command
                               : metric + " on " + task.validationText;
}

std::string lines(const std::vector<std::string>& items) {
    std::string out;
    for (const std::string& item : items)
        out += item + "\n";
    return out;
}

std::string opencvSnippet(const SessionOptions& session) {
    std::vector<std::string> out{
        "# Runs the adapted model with the options that it was measured with.",
        "import cv2",
        "",
    };
    if (session.threads > 0)
        out.push_back(fmt::format("cv2.setNumThreads({})", session.threads));
    out.emplace_back("net = cv2.dnn.readNetFromONNX(\"../adapted.onnx\")");
    for (const auto& [key, value] : session.config) {
        const char* on = value == "0" ? "False" : "True";
        if (key == "opencv.fusion")
            out.push_back(fmt::format("net.enableFusion({})", on));
        if (key == "opencv.winograd")
            out.push_back(fmt::format("net.enableWinograd({})", on));
    }
    out.emplace_back("print(net.getUnconnectedOutLayersNames())");
    return lines(out);
}

/// A program of a few lines that runs the adapted model the way it was measured.
std::string pythonSnippet(const SessionOptions& session) {
    if (session.runtime == "opencv")
        return opencvSnippet(session);
    std::vector<std::string> out{
        "# Runs the adapted model with the options that it was measured with.",
        "import onnxruntime as ort",
        "",
        "options = ort.SessionOptions()",
        fmt::format("options.intra_op_num_threads = {}", session.threads),
    };
    static constexpr const char* kLevels[] = {"ORT_DISABLE_ALL", "ORT_ENABLE_BASIC",
                                              "ORT_ENABLE_EXTENDED", "ORT_ENABLE_LAYOUT",
                                              "ORT_ENABLE_ALL"};
    out.push_back(fmt::format("options.graph_optimization_level = ort.GraphOptimizationLevel.{}",
                              kLevels[static_cast<int>(session.optimization)]));
    if (session.execution == ExecutionMode::Parallel) {
        out.push_back("options.execution_mode = ort.ExecutionMode.ORT_PARALLEL");
        out.push_back(fmt::format("options.inter_op_num_threads = {}", session.interThreads));
    }
    if (!session.arena)
        out.push_back("options.enable_cpu_mem_arena = False");
    if (!session.memoryPattern)
        out.push_back("options.enable_mem_pattern = False");
    if (!session.spinning)
        out.push_back(
            "options.add_session_config_entry(\"session.intra_op.allow_spinning\", \"0\")");
    for (const auto& [key, value] : session.config)
        out.push_back(fmt::format("options.add_session_config_entry(\"{}\", \"{}\")", key, value));
    for (const auto& [name, value] : session.freeDimensions)
        out.push_back(
            fmt::format("options.add_free_dimension_override_by_name(\"{}\", {})", name, value));
    std::string disabled;
    for (const std::string& pass : session.disabledOptimizers)
        disabled += (disabled.empty() ? "\"" : ", \"") + pass + "\"";
    out.push_back(fmt::format("session = ort.InferenceSession(\"../adapted.onnx\", options, "
                              "providers=[\"CPUExecutionProvider\"]{})",
                              disabled.empty() ? "" : ", disabled_optimizers=[" + disabled + "]"));
    out.push_back("print([(i.name, i.shape, i.type) for i in session.get_inputs()])");
    return lines(out);
}

/// Wall latency of one request in the interleaved run, us, with its 95 % interval over the
/// processes; of the base when `label` is empty. Absent where another clock was compared.
std::optional<Interval> latencyInTurn(const measurement::Comparison& comparison,
                                      const std::string& label) {
    for (const measurement::VariantComparison& variant : comparison.variants) {
        const bool isAsked = label.empty() || variant.label == label;
        if (!isAsked || variant.failure || variant.clock != measurement::ClockKind::Wall)
            continue;
        const auto times = measurement::logRounds(
            {variant, label.empty() ? &measurement::ComparisonRound::base
                                    : &measurement::ComparisonRound::variant});
        if (const auto estimate = estimateRatio(times);
            estimate && estimate->ratio.low > 0 && std::isfinite(estimate->ratio.high))
            return estimate->ratio;
    }
    return std::nullopt;
}

} // namespace

std::vector<std::string> Adaptation::changesOf(const Finalist& winner) {
    std::vector<std::string> changes;
    const candidates::Candidate& candidate = winner.evaluated.candidate;
    for (const auto& [symbol, size] : candidate.variant.shapeBindings)
        changes.push_back(fmt::format("dimension {} fixed to {}", symbol, size));
    if (const auto built = m_evaluator.build(candidate.variant)) {
        for (const auto& fired : (*built)->variant.fired)
            if (!fired.sites.empty())
                changes.push_back(fmt::format("{} at {} place{}", fired.rule, fired.sites.size(),
                                              fired.sites.size() == 1 ? "" : "s"));
        if ((*built)->variant.quantization)
            changes.push_back(
                fmt::format("{} operators to {}", (*built)->variant.quantization->loweredCount(),
                            candidates::precisionName(candidate.variant.precision.precision)));
        for (const std::string& note : (*built)->variant.notes)
            changes.push_back(note);
    }
    if (candidate.mapping.session.signature() != m_evaluator.originalWorkload().session.signature())
        changes.push_back("session options " + candidate.mapping.session.signature());
    return changes;
}

Subject Adaptation::subjectOf(const Finalist& finalist, const std::string& role) {
    Subject subject;
    subject.id = finalist.workload.label;
    subject.role = role;
    subject.key = finalist.evaluated.candidate.key();
    Finals finals(m_task, m_evaluator, m_writer, {}, m_cancel);
    subject.values = finals.evaluationOf(finalist).values;
    subject.accuracy = finalist.accuracyText;
    if (!finalist.gate.passed)
        subject.accuracy += ", gate not met";
    if (m_task.target.simulated()) {
        subject.grade = "simulated by the analytic model of the profile, not measured";
    } else if (finalist.full) {
        const Validity& validity = finalist.full->validity;
        subject.grade = gradeName(validity.grade);
        for (std::size_t i = 0; i < validity.reasons.size(); ++i)
            subject.grade += (i ? "; " : ": ") + validity.reasons[i];
    }
    // The headline's time and ratio come from one run, so that they agree with each other.
    const auto inTurn = latencyInTurn(m_confirmation.comparison,
                                      subject.id == "original" ? std::string() : subject.id);
    if (inTurn && !m_task.target.simulated())
        subject.values[measurement::Metric::P50Latency] = {*inTurn, NumberSource::Measured};
    if (const auto* fresh = m_confirmation.comparison.find(subject.id); fresh && !fresh->failure) {
        subject.ratio = fresh->estimate.ratio;
        subject.ratioClock = measurement::clockName(fresh->clock);
        subject.verdict = fresh->verdict.text();
    }
    if (role == "adapted") {
        if (m_confirmation.winnerAgainstHand)
            subject.againstHandTuned = m_confirmation.winnerAgainstHandVerdict.text();
        else if (!m_handFinal)
            subject.againstHandTuned =
                subject.verdict + " (the default options are the best hand-set ones)";
    }
    return subject;
}

AdaptOutcome Adaptation::outcome() {
    AdaptOutcome outcome;
    outcome.session = m_writer.folder();
    outcome.answer = m_decision.answer;
    outcome.reason = m_decision.reason;
    outcome.simulated = m_task.target.simulated();
    outcome.accuracyBasis = accuracyBasis(m_task);
    outcome.decision = m_decision;
    outcome.subjects.push_back(subjectOf(*m_originalFinal, "original"));
    if (m_handFinal) {
        outcome.subjects.push_back(subjectOf(*m_handFinal, "hand-tuned"));
    } else {
        // No hand-set options beat the default: the default is what the engineer would keep.
        Subject same = outcome.subjects.front();
        same.role = "hand-tuned";
        outcome.subjects.push_back(std::move(same));
    }
    if (m_winner)
        outcome.subjects.push_back(subjectOf(*m_winner, "adapted"));
    outcome.tried = m_tried.size();
    outcome.failed =
        static_cast<std::size_t>(std::count_if(m_tried.begin(), m_tried.end(), [](const auto& e) {
            return e.failure.has_value() || !e.invalid.empty();
        }));
    outcome.reusedMeasurements = m_evaluator.reusedCount();
    outcome.stageSeconds = m_stages;
    outcome.report = m_report;
    outcome.document = m_writer.content().decision.value_or(Json());
    return outcome;
}

Json Adaptation::decisionDocument() {
    const AdaptOutcome result = outcome();
    Json json = {{"schema", "decision/1"},
                 {"model", modelName(m_task)},
                 {"hardware", m_task.target.profile.name},
                 {"answer", search::answerName(m_decision.answer)},
                 {"chosen", m_decision.chosen},
                 {"reason", m_decision.reason},
                 {"simulated", result.simulated},
                 {"quality_name", m_task.deployment.accuracy.metric},
                 {"accuracy_basis", result.accuracyBasis},
                 {"search_samples", m_evaluator.searchSamples()},
                 {"validation_samples", m_task.validation.sampleCount()},
                 {"objectives", m_task.deployment.objectives.toJson()},
                 {"constraints", m_task.deployment.constraints.toJson()}};
    if (!m_task.portedBy.empty()) // then `original` is what came of them
        json["ported_by"] = m_task.portedBy;
    json["refused"] = Json::array();
    for (const candidates::LearnedRule& rule : m_task.legality->rules())
        json["refused"].push_back(candidates::ruleText(rule, m_task.target.device->name()));
    json["subjects"] = Json::array();
    for (const Subject& subject : result.subjects)
        json["subjects"].push_back(
            {{"id", subject.id},
             {"role", subject.role},
             {"key", subject.key},
             {"values", measurement::toJson(subject.values)},
             {"ratio", subject.ratio ? intervalJson(*subject.ratio) : Json()},
             {"ratio_clock", subject.ratioClock},
             {"verdict", subject.verdict},
             {"against_hand_tuned", subject.againstHandTuned},
             {"grade", subject.grade},
             {"accuracy", subject.accuracy}});
    json["candidates"] = Json::array({{{"id", "original"},
                                       {"key", result.subjects.front().key},
                                       {"origin", "as given"},
                                       {"ratio", intervalJson({1, 1, 1})},
                                       {"fidelity", m_evaluator.originalQuality()},
                                       {"dominated", false},
                                       {"feasible", true},
                                       {"predicted_us", nullptr},
                                       {"measured_us", m_evaluator.originalLatencyUs()},
                                       {"reason", "the reference"},
                                       {"failure", nullptr}}});
    // The search's accuracy is of part of the data: its limit is another number than the finals'.
    const auto inTheSearch = [&](std::string reason) {
        const std::string limit = "less max_accuracy_drop";
        if (const auto at = reason.find(limit); at != std::string::npos)
            reason.insert(at + limit.size(),
                          fmt::format(" on the search's {} samples", m_evaluator.searchSamples()));
        return reason;
    };
    for (const Evaluated& evaluated : m_tried) {
        const auto& id = evaluated.candidate.id;
        const auto verdict = std::find_if(m_decision.verdicts.begin(), m_decision.verdicts.end(),
                                          [&](const auto& v) { return v.id == id; });
        // What is no finalist was judged by what the search saw of it.
        const auto ranked = std::find_if(m_ranking.verdicts.begin(), m_ranking.verdicts.end(),
                                         [&](const auto& v) { return v.id == id; });
        const bool final = verdict != m_decision.verdicts.end();
        const bool known = final || ranked != m_ranking.verdicts.end();
        const search::Verdict& judged = final ? *verdict : *ranked;
        const auto predicted = evaluated.predicted.find(measurement::Metric::P50Latency);
        // A finalist's own runs say more than what the search saw of it.
        std::optional<Interval> ratio = evaluated.ratio;
        for (const Finalist& finalist : m_finalists)
            if (finalist.workload.label == id && finalist.ratio)
                ratio = finalist.ratio;
        json["candidates"].push_back(
            {{"id", id},
             {"key", evaluated.candidate.key()},
             {"origin", evaluated.candidate.origin},
             {"ratio", ratio ? intervalJson(*ratio) : Json()},
             {"fidelity", evaluated.quality ? Json(*evaluated.quality) : Json()},
             {"dominated", m_archive.isDominated(id)},
             {"feasible", known ? judged.feasible && !evaluated.failure
                                : evaluated.invalid.empty() && !evaluated.failure},
             {"predicted_us",
              predicted == evaluated.predicted.end() ? Json() : Json(predicted->second.value())},
             {"measured_us", ratio ? Json(ratio->value * m_evaluator.originalLatencyUs()) : Json()},
             {"reason", final                        ? judged.reason
                        : !evaluated.invalid.empty() ? evaluated.invalid
                        : known && !judged.feasible  ? inTheSearch(judged.reason)
                                                     : "not among the finalists"},
             {"unfused_qdq", evaluated.unfused ? Json(*evaluated.unfused) : Json()},
             {"failure", evaluated.failure ? Json(evaluated.failure->text()) : Json()}});
    }
    json["rejections"] = Json::array();
    for (const auto& rejection : m_rejections)
        json["rejections"].push_back(
            {{"key", rejection.key}, {"reason", rejection.reason.message}});
    json["decision"] = m_decision.toJson();
    json["pareto"] = m_archive.toJson();
    json["operators"] = m_operators;
    json["deviations"] = m_deviations;
    json["ablation"] = m_ablation;
    if (m_winner)
        json["changes"] = changesOf(*m_winner);
    json["stages"] = Json::array();
    for (const auto& [stage, seconds] : m_stages)
        json["stages"].push_back({{"stage", stage}, {"seconds", seconds}});
    json["tried"] = result.tried;
    json["failed"] = result.failed;
    json["reused"] = result.reusedMeasurements;
    const auto reference = m_evaluator.executor().counts();
    json["reference"] = {{"runs", reference.runs},
                         {"reused", reference.served},
                         {"memory_bytes", reference.memoryBytes},
                         {"disk_bytes", reference.diskBytes}};
    json["stop_reason"] = m_stopReason;
    return json;
}

Status Adaptation::validationDocument() {
    Json json = {{"schema", "validation/1"}, {"metric", m_task.deployment.accuracy.metric}};
    json["summary"] =
        fmt::format("{}, against the original model in float.", accuracyBasis(m_task));
    json["subjects"] = Json::array();
    const auto add = [&](const Finalist& finalist) {
        if (!finalist.accuracy)
            return;
        json["subjects"].push_back(
            {{"id", finalist.workload.label},
             {"metric", validation::accuracyMetricName(finalist.accuracy->metric)},
             {"value", fmt::format("{} [{}, {}]", shareText(finalist.accuracy->value.value, 4),
                                   shareText(finalist.accuracy->value.low, 4),
                                   shareText(finalist.accuracy->value.high, 4))},
             {"change", finalist.accuracyText},
             {"gate", finalist.gate.passed ? "met" : "not met: " + finalist.gate.reason},
             {"cosine", shareText(finalist.cosine, 6)}});
    };
    if (m_originalFinal)
        add(*m_originalFinal);
    for (const Finalist& finalist : m_finalists)
        add(finalist);
    json["notes"] = Json::array();
    if (m_winner) {
        progress(0.94, "boundary cases and anomalies");
        Finals finals(m_task, m_evaluator, m_writer, m_events, m_cancel);
        MI_ASSIGN(const Json findings, finals.inspectOutputs(*m_winner));
        json.update(findings);
        for (const char* part : {"boundary", "anomalies"})
            for (const Json& item : findings[part])
                if (jsonValue(item, "finding", std::string("ok")) != "ok")
                    json["notes"].push_back(fmt::format(
                        "{}: {}",
                        jsonValue(item, "name", jsonValue(item, "kind", std::string("check"))),
                        jsonValue(item, "detail", std::string())));
    }
    return m_writer.writeValidation(json);
}

Status Adaptation::writeOutputs() {
    const fs::path folder = m_writer.folder();
    const auto& artifacts = m_task.deployment.output.artifacts;
    // None named = all. The record of the session is written whatever is named.
    const auto isWanted = [&](const char* artifact) {
        return artifacts.empty() ||
               std::find(artifacts.begin(), artifacts.end(), artifact) != artifacts.end();
    };
    Json mapping = {{"schema", "mapping/1"}, {"answer", search::answerName(m_decision.answer)}};
    if (m_winner) {
        const candidates::Candidate& winner = m_winner->evaluated.candidate;
        mapping["candidate"] = winner.toJson();
        mapping["session"] = winner.mapping.session.signature();
        if (winner.variant.isOriginal()) {
            MI_CHECK(ir::exportOnnx(m_task.model, folder / "adapted.onnx"));
            mapping["origins"] = originsOf(m_task.model);
        } else {
            MI_ASSIGN(const auto built, m_evaluator.build(winner.variant));
            MI_CHECK(ir::exportOnnx(built->variant.model, folder / "adapted.onnx"));
            mapping["origins"] = originsOf(built->variant.model);
            mapping["variant"] = built->variant.toJson();
            if (built->variant.calibration && isWanted("calibration"))
                mapping["calibration"] = built->variant.calibration->toJson();
        }
        if (isWanted("config")) {
            const fs::path config = folder / "config";
            MI_CHECK(createDirectories(config));
            MI_CHECK(
                writeJsonFile(config / "session_options.json", winner.mapping.session.toJson()));
            MI_CHECK(writeFileAtomically(config / "run.py", pythonSnippet(winner.mapping.session)));
        }
        if (m_task.deployment.output.format == "compiled_binary") {
            if (const auto agent = m_task.target.device->agent()) {
                const auto save = candidates::optimizedModelSaver(agent);
                MI_CHECK(save(folder / "adapted.onnx", winner.mapping.session, m_task.feed,
                              folder / "compiled.onnx"));
                mapping["compiled"] = "compiled.onnx";
            } else {
                mapping["compiled"] = nullptr;
                notify(
                    m_events,
                    Remark{
                        Severity::Information, "no_compiled_binary",
                        "output.format is compiled_binary: a simulated device has no compiler, so "
                        "adapted.onnx is the result"});
            }
        }
    }
    if (!artifacts.empty() && isWanted("calibration") && !mapping.contains("calibration"))
        notify(m_events, Remark{Severity::Information, "no_calibration_artifact",
                                "output.artifacts asks for calibration: what was chosen has no "
                                "calibrated ranges, so there are none"});
    MI_CHECK(m_writer.writeMapping(mapping));
    for (const char* which : {"original", "adapted"})
        if (isWanted("profile") && m_operators.contains(which) && !m_operators[which].empty())
            MI_CHECK(m_writer.writeProfile(which, m_operators[which]));
    Json baselines = {{"schema", "baselines/1"}, {"baselines", Json::array()}};
    for (const Evaluated& evaluated : m_tried)
        if (evaluated.candidate.origin == "hand-set")
            baselines["baselines"].push_back(evaluated.toJson());
    baselines["manual"] = Json::array();
    for (const experience::Baseline& manual : m_task.manual)
        baselines["manual"].push_back(manual.toJson());
    MI_CHECK(m_writer.writeBaselines(baselines));
    return {};
}

} // namespace metainfer::engine
