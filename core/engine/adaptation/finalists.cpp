// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Full measurements and checks of the few that may win.
#include "engine/adaptation/finalists.h"

#include "base/share.h"
#include "engine/adaptation/operator_learning.h"
#include "engine/adaptation/representative.h"
#include "engine/adaptation/retry.h"
#include "engine/runtime_fusion.h"
#include "measurement/device.h"
#include "measurement/metric_spread.h"
#include "prediction/deviation.h"

#include <fmt/format.h>

#include <algorithm>

namespace metainfer::engine {
namespace {

using measurement::Metric;

/// Of timed work in one interleaved run, at most.
constexpr double kSelectionSeconds = 30, kConfirmationSeconds = 60;
constexpr double kFinalShare = 0.2;    ///< of the deployment's time limit, when that is less
constexpr double kMeasureShare = 0.02; ///< the same for the full measurement of one subject
/// See docs/decisions/0006: processes differ more than the rounds within one. In the fresh run each
/// contender beyond the first takes a process more, which makes up for the wider intervals that
/// choosing among them asks for.
constexpr int kFewestRounds = 4, kSelectionRounds = 6, kConfirmationRounds = 8;
constexpr int kProfileRuns = 15;

double percentOf(validation::AccuracyMetric metric) {
    return metric == validation::AccuracyMetric::Fidelity ? 1 : 100;
}

/// Whether an objective or a limit is about this latency.
bool isJudged(const session::Deployment& deployment, Metric latency) {
    const auto& terms = deployment.objectives.terms;
    return (deployment.constraints.maxLatencyMs &&
            deployment.objectives.latencyMetric() == latency) ||
           std::any_of(terms.begin(), terms.end(),
                       [latency](const auto& term) { return term.metric == latency; });
}

std::string accuracyText(const validation::Accuracy& accuracy,
                         const validation::Accuracy* original) {
    const double factor = percentOf(accuracy.metric);
    const bool fidelity = factor == 1;
    std::string text = fidelity ? shareText(accuracy.value.value, 5) + " fidelity"
                                : percentText(accuracy.value.value) + " " +
                                      std::string(validation::accuracyMetricName(accuracy.metric));
    if (original && !fidelity) {
        const double change = (accuracy.value.value - original->value.value) * factor;
        text += change == 0 ? " (unchanged)" : fmt::format(" ({:+.2f} points)", change);
    }
    return text;
}

} // namespace

Finals::Finals(const Task& task, Evaluator& evaluator, session::SessionWriter& writer,
               EventSink events, CancellationToken cancel)
    : m_task(task)
    , m_evaluator(evaluator)
    , m_writer(writer)
    , m_events(std::move(events))
    , m_cancel(std::move(cancel)) {}

Result<Finalist> Finals::checkOriginal() {
    Finalist original;
    original.evaluated.candidate.id = "original";
    original.evaluated.candidate.mapping.session = m_evaluator.originalWorkload().session;
    original.workload = m_evaluator.originalWorkload();
    MI_ASSIGN(m_originalAccuracy,
              m_evaluator.accuracy(m_task.modelPath, original.workload.session, 0));
    original.accuracy = m_originalAccuracy;
    original.accuracyText = accuracyText(*m_originalAccuracy, nullptr);
    return original;
}

Result<Finalist> Finals::check(const Evaluated& evaluated) {
    Finalist finalist;
    finalist.evaluated = evaluated;
    MI_ASSIGN(finalist.workload, m_evaluator.workload(evaluated.candidate));
    MI_ASSIGN(auto accuracy,
              m_evaluator.accuracy(finalist.workload.model, finalist.workload.session, 0));
    finalist.gate = validation::applyGate(m_evaluator.gate(), *m_originalAccuracy, accuracy);
    finalist.accuracyText = accuracyText(accuracy, &*m_originalAccuracy);
    finalist.accuracy = std::move(accuracy);

    // Beside the task's metric, which an average can hide much behind, the outputs themselves.
    const std::size_t samples = std::min<std::size_t>(m_task.validation.sampleCount(), 32);
    MI_ASSIGN(const auto batches, m_task.validation.firstSamples(samples).feeds(
                                      m_task.inputs, static_cast<std::size_t>(m_task.batch)));
    MI_ASSIGN(const auto report,
              validation::compareModels(
                  m_evaluator.executor(), m_task.modelPath, finalist.workload.model, batches.source,
                  m_evaluator.originalWorkload().session, finalist.workload.session, {}, m_cancel));
    finalist.cosine = report.worstCosine();
    const bool exact =
        evaluated.candidate.variant.precision.precision == candidates::Precision::Float;
    if (exact && !report.equivalent) {
        finalist.gate.passed = false;
        finalist.gate.reason =
            "the rewritten float model computes something else: " + report.verdict;
    }
    if (!exact)
        MI_CHECK(checkFusion(finalist));
    MI_CHECK(m_writer.addMeasurement(
        {"accuracy",
         evaluated.candidate.id,
         evaluated.candidate.key() + "|full",
         m_writer.info().environmentHash,
         {{"accuracy", finalist.accuracy->toJson()},
          {"passed", finalist.gate.passed},
          {"reason", finalist.gate.reason},
          {"equivalence", report.toJson()},
          {"fusion", finalist.fusion ? finalist.fusion->toJson() : Json()}}}));
    return finalist;
}

Status Finals::checkFusion(Finalist& finalist) {
    const auto agent = m_task.target.device->agent();
    if (!agent)
        return {}; // no runtime of the target to ask
    auto fusion =
        runtimeFusion(agent, finalist.workload.model, finalist.workload.session, m_task.feed);
    MI_CHECK(m_cancel.check());
    if (!fusion) {
        notify(m_events, Remark{Severity::Warning, "fusion_unknown",
                                fmt::format("{}: which operators fused is not known: {}",
                                            finalist.workload.label, fusion.error().text())});
        return {};
    }
    finalist.evaluated.unfused = fusion->unfused.size();
    finalist.fusion = std::move(*fusion);
    return {};
}

measurement::CompareRequest Finals::protocol(std::size_t variants,
                                             measurement::ComparisonPurpose purpose) const {
    measurement::CompareRequest request;
    request.base = m_evaluator.originalWorkload();
    request.purpose = purpose;
    const bool selects = purpose == measurement::ComparisonPurpose::Selection;
    request.processes = static_cast<int>(kFinalistProcesses);
    if (!selects) {
        request.processes += static_cast<int>(variants) - 1;
        request.level = measurement::levelForEach(variants);
    }
    request.control = true;
    const double perRun = std::max(m_evaluator.originalLatencyUs(), 1.0) * 1e-6;
    request.blockSeconds = std::clamp(4 * perRun, 0.02, 0.2);
    const double round = static_cast<double>(variants + 2) * (request.blockSeconds + perRun);
    const auto& limit = m_task.deployment.search.timeLimit;
    const double most = selects ? kSelectionSeconds : kConfirmationSeconds;
    const double seconds =
        limit ? std::min(most, kFinalShare * static_cast<double>(limit->count())) : most;
    request.rounds = std::clamp(static_cast<int>(seconds / (round * request.processes)),
                                kFewestRounds, selects ? kSelectionRounds : kConfirmationRounds);
    request.limits.timeout = std::chrono::milliseconds(
        static_cast<std::int64_t>(120'000 + 20'000 * round * request.rounds * request.processes));
    request.cancel = m_cancel;
    return request;
}

Status Finals::compare(Finalist& original, std::vector<Finalist>& finalists) {
    if (finalists.empty())
        return {};
    measurement::CompareRequest request =
        protocol(finalists.size(), measurement::ComparisonPurpose::Selection);
    for (const Finalist& finalist : finalists)
        request.variants.push_back(finalist.workload);
    MI_ASSIGN(const auto comparison,
              withNewAgentOnce(m_events, "while comparing the finalists",
                               [&] { return m_task.target.device->compare(request); }));
    MI_CHECK(m_writer.addMeasurement({"comparison", "finalists", "finalists|selection",
                                      m_writer.info().environmentHash, comparison.toJson()}));
    for (Finalist& finalist : finalists)
        take(comparison, finalist);
    if (!comparison.variants.empty())
        original.interleavedUs = comparison.variants.front().baseMedianUs;
    return {};
}

void Finals::take(const measurement::Comparison& comparison, Finalist& finalist) {
    const auto* result = comparison.find(finalist.workload.label);
    if (!result || result->failure) {
        finalist.evaluated.failure =
            result ? result->failure
                   : Error{ErrorCode::Internal, "the comparison gave no result", {}, {}};
        return;
    }
    finalist.interleavedUs = result->variantMedianUs;
    finalist.verdict = result->verdict;
    // The decision rests on what the verdict rests on.
    finalist.ratio = result->verdict.decisive;
    finalist.evaluated.ratio = result->verdict.decisive;
    finalist.evaluated.clock = result->clock;
}

Status Finals::againstHandTuned(const Finalist& handTuned, const Finalist& winner,
                                Confirmation& confirmation) {
    if (handTuned.workload.label == winner.workload.label)
        return {}; // the best hand-set options are what wins
    const measurement::Comparison* comparison = &confirmation.comparison;
    const auto* hand = comparison->find(handTuned.workload.label);
    const auto* adapted = comparison->find(winner.workload.label);
    if (!hand || !adapted || hand->failure || adapted->failure)
        return {};
    measurement::Comparison direct;
    LogRatios ratios;
    if (hand->clock == adapted->clock) {
        ratios = measurement::logRounds(
            {*adapted, &measurement::ComparisonRound::variant},
            measurement::ComparedSide{*hand, &measurement::ComparisonRound::variant});
    } else {
        // Times of different clocks cannot be divided: the two meet in a run of their own.
        auto request = protocol(1, measurement::ComparisonPurpose::Confirmation);
        request.base = handTuned.workload;
        request.variants = {winner.workload};
        MI_ASSIGN(direct, m_task.target.device->compare(request));
        comparison = &direct;
        adapted = direct.find(winner.workload.label);
        if (!adapted || adapted->failure)
            return {};
        ratios = adapted->logRatios();
    }
    // The winner was chosen by this very run: its interval against the hand-set options must hold
    // whichever of the contenders that were set against them it is.
    MI_ASSIGN(confirmation.winnerAgainstHand, estimateRatio(ratios, comparison->level));
    const auto* control = comparison->control(adapted->clock);
    confirmation.winnerAgainstHandVerdict =
        judge(*confirmation.winnerAgainstHand,
              control ? std::optional(control->estimate) : std::nullopt, kFinalistProcesses);
    return {};
}

Result<Confirmation> Finals::confirm(const std::vector<Finalist*>& contenders) {
    auto request = protocol(contenders.size(), measurement::ComparisonPurpose::Confirmation);
    for (const Finalist* contender : contenders)
        request.variants.push_back(contender->workload);
    Confirmation confirmation;
    MI_ASSIGN(confirmation.comparison, withNewAgentOnce(m_events, "while confirming the best", [&] {
                  return m_task.target.device->compare(request);
              }));
    if (confirmation.comparison.failure)
        return failWith(*confirmation.comparison.failure, "while measuring the original again");
    for (Finalist* contender : contenders)
        take(confirmation.comparison, *contender);
    MI_CHECK(m_writer.addMeasurement({"comparison", contenders.front()->workload.label,
                                      "finalists|confirmation", m_writer.info().environmentHash,
                                      confirmation.comparison.toJson()}));
    return confirmation;
}

Status Finals::measureInFull(Finalist& finalist) {
    measurement::MeasureRequest request;
    request.workload = finalist.workload;
    const Metric asked = m_task.deployment.objectives.latencyMetric();
    request.protocol = measurement::Protocol::full(asked == Metric::P99Latency ? 0.99 : 0.95);
    // A slow model would take minutes for the p95; its count is then said to be too small.
    request.protocol.maximumSeconds = 20;
    if (const auto& limit = m_task.deployment.search.timeLimit)
        request.protocol.minimumSeconds =
            std::clamp(kMeasureShare * static_cast<double>(limit->count()), 1.0,
                       request.protocol.minimumSeconds);
    request.protocol.minimumRuns = std::min(
        request.protocol.minimumRuns,
        std::max(11, static_cast<int>(20e6 / std::max(m_evaluator.originalLatencyUs(), 1.0))));
    request.peakMemory = true;
    request.cancel = m_cancel;
    MI_ASSIGN(auto measured, measureLike(finalist.interleavedUs, [&] {
                  return withNewAgentOnce(m_events, "while measuring " + finalist.workload.label,
                                          [&] { return m_task.target.device->measure(request); });
              }));
    MI_CHECK(m_writer.addMeasurement({"measurement", finalist.workload.label,
                                      finalist.evaluated.candidate.key() + "|full",
                                      m_writer.info().environmentHash, measured.toJson()}));
    if (measured.failure)
        finalist.evaluated.failure = measured.failure;
    finalist.full = std::move(measured);
    return {};
}

Status Finals::measureColdStart(Finalist& finalist) {
    if (!finalist.full || !finalist.full->ok() || !finalist.full->loadMs ||
        !finalist.full->firstInferenceMs)
        return {};
    auto& full = *finalist.full;
    std::vector<double> loads{*full.loadMs}, firsts{*full.firstInferenceMs};
    while (loads.size() < 3) {
        const auto start = m_task.target.device->coldStart(finalist.workload, {}, m_cancel);
        if (!start)
            return start.error().code == ErrorCode::Cancelled ? fail(start.error()) : Status{};
        loads.push_back(start->loadMs);
        firsts.push_back(start->firstInferenceMs);
    }
    full.loadMs = median(std::move(loads));
    full.firstInferenceMs = median(std::move(firsts));
    return m_writer.addMeasurement(
        {"measurement",
         finalist.workload.label,
         finalist.evaluated.candidate.key() + "|cold_start",
         m_writer.info().environmentHash,
         {{"load_ms", *full.loadMs}, {"first_inference_ms", *full.firstInferenceMs}}});
}

search::Evaluation Finals::evaluationOf(const Finalist& finalist) const {
    search::Evaluation evaluation = m_evaluator.evaluationOf(finalist.evaluated);
    if (finalist.evaluated.candidate.id == "original")
        evaluation = m_evaluator.original();
    if (!finalist.gate.passed)
        evaluation.invalid = finalist.gate.reason;
    if (finalist.accuracy)
        evaluation.values[Metric::Accuracy] = {finalist.accuracy->value, NumberSource::Measured};
    if (!finalist.full || !finalist.full->ok())
        return evaluation;
    const auto& full = *finalist.full;
    const auto set = [&](Metric metric, std::optional<double> value) {
        if (value)
            evaluation.values[metric] = {Interval::exact(*value), full.source};
    };
    if (full.simulatedUs) {
        measurement::setLatency(evaluation.values, *full.simulatedUs, full.source);
    } else {
        set(Metric::P50Latency, full.wall.n() ? std::optional(full.wall.median) : std::nullopt);
        const auto percentile = [&](Metric metric, std::optional<double> value) {
            set(metric, value);
            // Until here the median stood in for it; only a judgement that rests on it keeps that.
            if (!value && !isJudged(m_task.deployment, metric))
                evaluation.values.erase(metric);
        };
        percentile(Metric::P90Latency, full.wall.p90.value);
        percentile(Metric::P95Latency, full.wall.p95.value);
        percentile(Metric::P99Latency, full.wall.p99.value);
        set(Metric::Throughput, full.requestsPerSecond);
    }
    if (full.peakMemoryBytes)
        set(Metric::Memory, static_cast<double>(*full.peakMemoryBytes));
    if (full.modelBytes)
        set(Metric::ModelSize, static_cast<double>(*full.modelBytes));
    if (full.loadMs && full.firstInferenceMs)
        set(Metric::ColdStart, (*full.loadMs + *full.firstInferenceMs) * 1000);
    if (!full.mayWin() && evaluation.invalid.empty())
        evaluation.invalid = "its measurement is INVALID";
    return evaluation;
}

Result<Json> Finals::inspectOutputs(const Finalist& winner) {
    Executor& executor = m_evaluator.executor();
    Json json = Json::object();
    validation::BoundaryRequest request;
    request.reference = m_task.modelPath;
    request.other = winner.workload.model;
    request.inputs = m_task.inputs;
    request.sample = m_task.feed;
    request.maxBatch = m_task.deployment.constraints.maxBatchSize;
    request.session = winner.workload.session;
    MI_ASSIGN(const auto cases, validation::boundaryCases(executor, request, m_cancel));
    json["boundary"] = validation::toJson(cases);

    validation::AnomalyDetector detector;
    const std::size_t samples = std::min<std::size_t>(m_task.validation.sampleCount(), 64);
    MI_ASSIGN(const auto batches, m_task.validation.firstSamples(samples).feeds(
                                      m_task.inputs, static_cast<std::size_t>(m_task.batch)));
    MI_CHECK(executor.runAll(
        winner.workload.model, winner.workload.session, batches.source, {},
        [&](std::size_t index, std::vector<NamedTensor> outputs) -> Status {
            MI_ASSIGN(const auto feed, batches.source.feed(index));
            MI_ASSIGN(const auto reference,
                      executor.run(m_task.modelPath, m_evaluator.originalWorkload().session, feed,
                                   {}, {}, m_cancel));
            return detector.add(index, reference, outputs);
        },
        {}, m_cancel));
    json["anomalies"] = validation::toJson(detector.anomalies());
    return json;
}

std::optional<measurement::OperatorProfile>
Finals::operators(const measurement::Workload& workload) {
    auto profile = m_task.target.device->profileOperators(workload, kProfileRuns, {}, m_cancel);
    return profile ? std::optional(std::move(*profile)) : std::nullopt;
}

Json Finals::deviations(const Finalist& finalist, const ir::Model& typed,
                        const measurement::OperatorProfile& profile) const {
    Json rows = Json::array();
    const SessionOptions& session = finalist.workload.session;
    const auto predicted = m_task.target.predictor->predict(typed, session);
    if (!predicted || m_task.target.simulated())
        return rows;
    prediction::MeasuredRun run;
    for (const measurement::OperatorTime& time : profile.operators)
        run.operators.push_back(measuredOperator(time));
    run.endToEndUs = profile.endToEndUs;
    run.threads =
        session.threads > 0 ? session.threads : m_task.target.device->capabilities().cores;
    if (finalist.full) {
        if (finalist.full->cpu.n())
            run.cpuUs = finalist.full->cpu.median;
        run.otherLoad = finalist.full->after.otherLoad;
        run.stolen = finalist.full->after.stolen;
        run.pageFaults = finalist.full->after.pageFaults;
        run.contextSwitches = finalist.full->after.contextSwitches;
        run.peakBytes = finalist.full->peakMemoryBytes;
    }
    if (finalist.fusion)
        for (const auto& node : finalist.fusion->unfused)
            run.unfused.push_back(fmt::format("{} \"{}\"", node.opType, node.node));
    const auto report =
        prediction::analyzeDeviation(*m_task.target.predictor, *predicted, run, session,
                                     m_task.deployment.search.deviationThreshold);
    for (const auto& observation : report.corrections)
        m_task.target.predictor->observe(observation);
    for (const auto& finding : report.findings) {
        const bool seen =
            finding.cause == prediction::DeviationCause::UnfusedQdq && !run.unfused.empty();
        if (!report.beyondThreshold && !seen)
            continue;
        rows.push_back({{"candidate", finalist.workload.label},
                        {"predicted_us", report.predictedUs},
                        {"measured_us", report.measuredUs},
                        {"cause", prediction::deviationCauseName(finding.cause)},
                        {"lost_us", finding.lostUs},
                        {"evidence", finding.evidence},
                        {"remedy", finding.suggestion},
                        {"actions", finding.actions}});
    }
    return rows;
}

Json Finals::unfusedRow(const Finalist& finalist) {
    return {{"candidate", finalist.workload.label},
            {"cause", prediction::deviationCauseName(prediction::DeviationCause::UnfusedQdq)},
            {"evidence", finalist.fusion->text()},
            {"remedy", "use unsigned activations and at least the extended optimization level, or "
                       "keep these operators in float"}};
}

} // namespace metainfer::engine
