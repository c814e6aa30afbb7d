// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One round of candidates: built, checked, compared, stored.
#include "engine/adaptation/evaluator.h"

#include "base/hash.h"
#include "engine/adaptation/retry.h"
#include "ir/onnx_io.h"
#include "measurement/local_device.h"
#include "measurement/metric_spread.h"
#include "measurement/runtime_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace metainfer::engine {
namespace {

using measurement::Metric;
using measurement::MetricValue;

/// How long checking one candidate's outputs may take in the search.
constexpr double kQualitySeconds = 1.5;
/// How long one interleaved round of all candidates may take.
constexpr double kRoundSeconds = 15;

/// Errors that end the whole search, not one candidate.
bool endsEverything(const Error& error) {
    return error.code == ErrorCode::Cancelled || error.code == ErrorCode::DeviceLost ||
           error.code == ErrorCode::NoSpace || error.code == ErrorCode::PermissionDenied;
}

Json intervalJson(const Interval& interval) {
    return {{"value", interval.value}, {"low", interval.low}, {"high", interval.high}};
}

Interval intervalFrom(const Json& json) {
    const double value = jsonValue(json, "value", 1.0);
    return {value, jsonValue(json, "low", value), jsonValue(json, "high", value)};
}

MetricValue valueOf(double value, const Task& task) {
    return {Interval::exact(value),
            task.target.simulated() ? NumberSource::Simulated : NumberSource::Measured};
}

/// "c12" for "c7" when the highest number behind a c is 11.
std::string freshId(const std::string& id, const std::set<std::string>& taken) {
    const std::string prefix = id.substr(0, id.find_first_of("0123456789"));
    long highest = 0;
    for (auto it = taken.lower_bound(prefix); it != taken.end() && it->starts_with(prefix); ++it)
        highest = std::max(highest, std::strtol(it->c_str() + prefix.size(), nullptr, 10));
    return fmt::format("{}{}", prefix, highest + 1);
}

bool mentions(const search::Objectives& objectives, Metric metric) {
    return std::any_of(objectives.terms.begin(), objectives.terms.end(),
                       [&](const auto& term) { return term.metric == metric; });
}

} // namespace

Json Evaluated::toJson() const {
    Json json = {{"candidate", candidate.toJson()}, {"predicted", measurement::toJson(predicted)}};
    if (ratio)
        json["ratio"] = intervalJson(*ratio);
    json["clock"] = measurement::clockName(clock);
    if (quality)
        json["quality"] = *quality;
    if (modelBytes)
        json["model_bytes"] = *modelBytes;
    if (memoryBytes)
        json["memory_bytes"] = *memoryBytes;
    if (unfused)
        json["unfused_qdq"] = *unfused;
    if (failure)
        json["failure"] = {{"code", errorCodeName(failure->code)},
                           {"message", failure->message},
                           {"hint", failure->hint}};
    if (!invalid.empty())
        json["invalid"] = invalid;
    return json;
}

Result<Evaluated> Evaluated::fromJson(const Json& json) {
    Evaluated evaluated;
    MI_ASSIGN(evaluated.candidate,
              candidates::Candidate::fromJson(jsonValue(json, "candidate", Json())));
    evaluated.predicted =
        measurement::metricValuesFromJson(jsonValue(json, "predicted", Json::object()));
    if (json.contains("ratio"))
        evaluated.ratio = intervalFrom(json["ratio"]);
    evaluated.clock = measurement::clockFromName(jsonValue(json, "clock", std::string("wall")))
                          .value_or(measurement::ClockKind::Wall);
    if (json.contains("quality"))
        evaluated.quality = jsonValue(json, "quality", 0.0);
    if (json.contains("model_bytes"))
        evaluated.modelBytes = jsonValue(json, "model_bytes", std::uint64_t{0});
    if (json.contains("memory_bytes"))
        evaluated.memoryBytes = jsonValue(json, "memory_bytes", std::uint64_t{0});
    if (json.contains("unfused_qdq"))
        evaluated.unfused = jsonValue(json, "unfused_qdq", std::size_t{0});
    if (json.contains("failure"))
        evaluated.failure =
            Error{errorCodeFromName(jsonValue(json["failure"], "code", std::string())),
                  jsonValue(json["failure"], "message", std::string()),
                  jsonValue(json["failure"], "hint", std::string()),
                  {}};
    evaluated.invalid = jsonValue(json, "invalid", std::string());
    return evaluated;
}

SessionOptions defaultSession(const Task& task) {
    SessionOptions session = measurement::plainSession(task.target.device->capabilities());
    if (task.deployment.constraints.maxThreads)
        session.threads = *task.deployment.constraints.maxThreads;
    return session;
}

Evaluator::Evaluator(const Task& task, session::SessionWriter& writer, EventSink events,
                     CancellationToken cancel)
    : m_task(task)
    , m_writer(writer)
    , m_events(std::move(events))
    , m_cancel(std::move(cancel))
    , m_folder(writer.folder() / "work")
    , m_executor(task.target.device->executor(), task.modelPath, defaultSession(task),
                 {.folder = m_folder}) {
    m_originalWorkload = {"original", task.modelPath, defaultSession(task), task.feed, task.batch};
    m_wantsMemory = mentions(task.deployment.objectives, Metric::Memory) ||
                    task.deployment.constraints.maxMemoryMb.has_value();
    for (const auto& line : writer.content().candidates) {
        m_idByKey.emplace(line.candidate.key(), line.candidate.id);
        m_ids.insert(line.candidate.id);
    }
}

validation::Gate Evaluator::gate() const {
    validation::Gate gate{m_task.deployment.constraints.maxAccuracyDrop,
                          m_task.deployment.accuracy.gate};
    if (!gate.maxDrop && !gate.minValue)
        gate.maxDrop = 0.01; // nothing was asked: one percentage point
    return gate;
}

Result<validation::Accuracy> Evaluator::accuracy(const std::filesystem::path& model,
                                                 const SessionOptions& session,
                                                 std::size_t samples) {
    validation::AccuracyRequest request;
    request.metric = validation::accuracyMetricFromName(m_task.deployment.accuracy.metric)
                         .value_or(validation::AccuracyMetric::Fidelity);
    request.command = m_task.deployment.accuracy.command;
    const candidates::Dataset data =
        samples ? m_task.validation.firstSamples(samples) : m_task.validation;
    request.data = &data;
    request.inputs = m_task.inputs;
    request.batch = static_cast<std::size_t>(m_task.batch);
    request.session = session;
    request.reference = m_task.modelPath;
    request.referenceSession = defaultSession(m_task);
    if (m_latencyUs > 0 && model != m_task.modelPath)
        request.limits.timeout = patience();
    return withNewAgentOnce(m_events, "while checking outputs", [&] {
        return validation::measureAccuracy(m_executor, model, request, m_cancel);
    });
}

/// How long one inference of a candidate may take, loading included. Variants up to 16 times slower
/// than the original are known; one that takes longer than this hangs.
std::chrono::milliseconds Evaluator::patience() const {
    const double ms = 10'000 + 20 * m_loadMs + 100 * m_latencyUs / 1000;
    return std::chrono::milliseconds(static_cast<std::int64_t>(std::min(ms, 600'000.0)));
}

Status Evaluator::measureOriginal() {
    measurement::MeasureRequest request;
    request.workload = m_originalWorkload;
    request.cancel = m_cancel;
    request.peakMemory = true;
    MI_ASSIGN(const auto measured,
              withNewAgentOnce(m_events, "while measuring the original model",
                               [&] { return m_task.target.device->measure(request); }));
    if (measured.failure)
        return failWith(*measured.failure, "while measuring the original model");
    m_loadMs = measured.loadMs.value_or(0);
    const double us = measured.wall.n() ? measured.wall.median : measured.cpu.median;
    m_latencyUs = us;
    m_original.id = "original";
    auto& values = m_original.values;
    // The median stands in for the percentiles until the finalists are measured in full. A model's
    // value has the model's own uncertainty.
    measurement::setLatency(values, measured.simulatedUs.value_or(Interval::exact(us)),
                            valueOf(us, m_task).source);
    if (measured.peakMemoryBytes)
        values[Metric::Memory] = valueOf(static_cast<double>(*measured.peakMemoryBytes), m_task);
    if (const auto bytes = measurement::modelFileBytes(m_task.modelPath))
        values[Metric::ModelSize] = {Interval::exact(static_cast<double>(*bytes)),
                                     NumberSource::Measured};
    MI_CHECK(m_writer.addMeasurement(
        {"measurement", "original", "original|quick", {}, measured.toJson()}));

    const std::size_t all = m_task.validation.sampleCount();
    const double batches = kQualitySeconds * 1e6 / std::max(us, 1.0);
    m_searchSamples = std::clamp<std::size_t>(
        static_cast<std::size_t>(batches) * static_cast<std::size_t>(m_task.batch),
        std::min<std::size_t>(8, all), std::min<std::size_t>(512, all));
    MI_ASSIGN(m_originalAccuracy,
              accuracy(m_task.modelPath, m_originalWorkload.session, m_searchSamples));
    if (m_executor.deterministic() == false)
        notify(m_events,
               Remark{Severity::Warning, "not_deterministic",
                      "the original gives other outputs each time for the same input: accuracy and "
                      "equivalence are judged on one draw of them"});
    m_originalQuality = m_originalAccuracy.value.value;
    values[Metric::Accuracy] = {m_originalAccuracy.value, NumberSource::Measured};
    return m_writer.addMeasurement({"search_accuracy",
                                    "original",
                                    "original|search",
                                    m_writer.info().environmentHash,
                                    {{"value", m_originalQuality}, {"samples", m_searchSamples}}});
}

Result<std::shared_ptr<const BuiltModel>> Evaluator::build(const candidates::Variant& variant) {
    const std::string key = variant.key();
    if (const auto it = m_built.find(key); it != m_built.end())
        return it->second;
    const auto make = [&]() -> Result<std::shared_ptr<const BuiltModel>> {
        const auto start = std::chrono::steady_clock::now();
        auto built = std::make_shared<BuiltModel>();
        candidates::BuildContext context;
        context.executor = &m_task.target.device->executor();
        context.calibration = &m_task.calibration;
        context.cache = &m_calibrations;
        context.target = &m_task.target.profile;
        context.calibrate.batch = static_cast<std::size_t>(m_task.batch);
        context.cancel = m_cancel;
        MI_ASSIGN(built->variant, candidates::buildVariant(m_task.model, variant, context));
        MI_CHECK(createDirectories(m_folder));
        built->file = m_folder / fmt::format("v_{}.onnx", sha256Hex(key).substr(0, 12));
        MI_CHECK(ir::exportOnnx(built->variant.model, built->file));
        built->bytes = measurement::modelFileBytes(built->file).value_or(0);
        built->seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return std::shared_ptr<const BuiltModel>(std::move(built));
    };
    auto result = make();
    if (!result && endsEverything(result.error()))
        return result;
    return m_built.emplace(key, std::move(result)).first->second;
}

Result<measurement::Workload> Evaluator::workload(const candidates::Candidate& candidate) {
    measurement::Workload workload = m_originalWorkload;
    workload.label = candidate.id;
    workload.session = candidate.mapping.session;
    if (!candidate.variant.isOriginal()) {
        MI_ASSIGN(const auto built, build(candidate.variant));
        workload.model = built->file;
    }
    return workload;
}

Status Evaluator::record(const search::Proposal& proposal, candidates::Candidate& candidate) {
    candidate = proposal.candidate;
    const std::string key = candidate.key();
    if (const auto known = m_idByKey.find(key); known != m_idByKey.end()) {
        candidate.id = known->second;
        return {};
    }
    if (m_ids.contains(candidate.id))
        candidate.id = freshId(candidate.id, m_ids);
    m_idByKey.emplace(key, candidate.id);
    m_ids.insert(candidate.id);
    return m_writer.addCandidate(
        {candidate,
         proposal.predicted,
         {{"probability", proposal.probability}, {"exploring", proposal.exploring}}});
}

bool Evaluator::takeOver(Evaluated& evaluated) {
    // A ratio of another environment says nothing about this one.
    const auto* line = m_writer.content().findMeasurement(
        "comparison", evaluated.candidate.key() + "|search", m_writer.info().environmentHash);
    if (!line || !line->data.contains("evaluation"))
        return false;
    auto stored = Evaluated::fromJson(line->data["evaluation"]);
    if (!stored)
        return false;
    stored->candidate = evaluated.candidate;
    stored->predicted = evaluated.predicted;
    stored->reused = true;
    evaluated = std::move(*stored);
    ++m_reused;
    return true;
}

const ir::Model& Evaluator::graphOf(const candidates::Candidate& candidate) const {
    const auto built = m_built.find(candidate.variant.key());
    return built != m_built.end() && built->second ? (*built->second)->variant.model : m_task.model;
}

/// What ran or was refused, for all candidates after it.
void Evaluator::learn(const Evaluated& evaluated) {
    const candidates::Candidate& candidate = evaluated.candidate;
    const candidates::PrecisionPlan& plan = candidate.variant.precision;
    if (evaluated.failure)
        legality().learn(*evaluated.failure, graphOf(candidate), plan, m_task.model,
                         m_writer.info().id);
    else if (evaluated.quality)
        legality().confirm(graphOf(candidate), plan);
}

void Evaluator::checkQuality(Evaluated& evaluated, const measurement::Workload& workload) {
    const auto measured = accuracy(workload.model, workload.session, m_searchSamples);
    if (!measured) {
        evaluated.failure = measured.error();
        return;
    }
    evaluated.quality = measured->value.value;
    // On part of the data only a clear failure counts; finalists are judged on all of it.
    const validation::Gate limits = gate();
    const auto change =
        validation::compareAccuracy(m_originalAccuracy, *measured, m_task.deployment.search.seed);
    if (limits.minValue && measured->value.high < *limits.minValue)
        evaluated.invalid =
            fmt::format("{} is {:.4f} on the search's {} samples, below the gate {:.4f}",
                        m_task.deployment.accuracy.metric, measured->value.value, m_searchSamples,
                        *limits.minValue);
    else if (limits.maxDrop && change && change->drop.low > *limits.maxDrop)
        evaluated.invalid =
            fmt::format("{} drops by {:.4f} on the search's {} samples, more than {:.4f}",
                        m_task.deployment.accuracy.metric, change->drop.value, m_searchSamples,
                        *limits.maxDrop);
}

measurement::CompareRequest Evaluator::searchProtocol(std::size_t variants) const {
    measurement::CompareRequest request;
    request.base = m_originalWorkload;
    request.purpose = measurement::ComparisonPurpose::Selection;
    request.control = false;
    const double perRun = std::max(m_latencyUs, 1.0) * 1e-6;
    request.blockSeconds = std::clamp(3 * perRun, 0.01, 0.1);
    const double round = static_cast<double>(variants + 1) * (request.blockSeconds + perRun);
    request.processes = round * 6 < kRoundSeconds ? 2 : 1;
    request.rounds =
        std::clamp(static_cast<int>(kRoundSeconds / (round * request.processes)), 3, 8);
    request.limits.timeout = std::chrono::milliseconds(
        static_cast<std::int64_t>(60'000 + 10'000 * round * request.rounds * request.processes));
    request.cancel = m_cancel;
    return request;
}

Status Evaluator::compare(std::vector<Evaluated*> pending,
                          std::vector<measurement::Workload> workloads) {
    if (pending.empty())
        return {};
    measurement::CompareRequest request = searchProtocol(pending.size());
    request.variants = std::move(workloads);
    const auto ask = [&]() -> Result<measurement::Comparison> {
        auto answer = withNewAgentOnce(m_events, "while comparing candidates",
                                       [&] { return m_task.target.device->compare(request); });
        if (answer && answer->failure)
            return fail(*answer->failure);
        return answer;
    };
    auto comparison = ask();
    if (!comparison && !endsEverything(comparison.error()) && pending.size() > 1) {
        // One of them took the process down: measure each on its own, so that the others count.
        for (std::size_t i = 0; i < pending.size(); ++i)
            MI_CHECK(compare({pending[i]}, {request.variants[i]}));
        return {};
    }
    // The original graph has run here already: that its process died is chance rather than its
    // options' fault, and a hand-set baseline would be lost to the whole session.
    if (!comparison && comparison.error().code == ErrorCode::Crash &&
        pending[0]->candidate.variant.isOriginal()) {
        notify(m_events, Remark{Severity::Warning, "runner_crashed",
                                fmt::format("{}: {}; trying once more", pending[0]->candidate.id,
                                            comparison.error().message)});
        comparison = ask();
    }
    if (!comparison) {
        if (endsEverything(comparison.error()))
            return fail(comparison.error());
        pending[0]->failure = comparison.error();
        return store(*pending[0], Json());
    }
    for (Evaluated* evaluated : pending) {
        const auto* result = comparison->find(evaluated->candidate.id);
        if (!result)
            evaluated->failure =
                Error{ErrorCode::Internal, "the comparison gave no result", {}, {}};
        else if (result->failure)
            evaluated->failure = result->failure;
        else {
            evaluated->ratio = result->estimate.ratio;
            evaluated->clock = result->clock;
        }
        MI_CHECK(store(*evaluated, result ? result->toJson() : Json()));
    }
    return {};
}

Status Evaluator::store(const Evaluated& evaluated, const Json& comparison) {
    notify(m_events, CandidateMeasured{evaluated.candidate.id, evaluated.candidate.key(),
                                       evaluated.ratio, evaluated.quality, evaluated.failure});
    return m_writer.addMeasurement({"comparison",
                                    evaluated.candidate.id,
                                    evaluated.candidate.key() + "|search",
                                    m_writer.info().environmentHash,
                                    {{"evaluation", evaluated.toJson()},
                                     {"search_samples", m_searchSamples},
                                     {"comparison", comparison}}});
}

Result<std::vector<Evaluated>> Evaluator::evaluate(const std::vector<search::Proposal>& proposals) {
    std::vector<Evaluated> round;
    round.reserve(proposals.size());
    std::vector<Evaluated*> pending;
    std::vector<measurement::Workload> workloads;
    for (const search::Proposal& proposal : proposals) {
        MI_CHECK(m_cancel.check());
        Evaluated& evaluated = round.emplace_back();
        evaluated.predicted = proposal.predicted;
        MI_CHECK(record(proposal, evaluated.candidate));
        if (takeOver(evaluated))
            continue;
        auto ready = workload(evaluated.candidate);
        if (ready && !evaluated.candidate.variant.isOriginal())
            if (auto refusal = legality().refusal(graphOf(evaluated.candidate),
                                                  evaluated.candidate.variant.precision))
                ready = fail(std::move(*refusal));
        if (ready) {
            evaluated.modelBytes = measurement::modelFileBytes(ready->model);
            checkQuality(evaluated, *ready);
        } else {
            evaluated.failure = ready.error();
        }
        if (evaluated.failure && endsEverything(*evaluated.failure))
            return fail(*evaluated.failure);
        learn(evaluated);
        if (evaluated.failure || !evaluated.invalid.empty()) {
            MI_CHECK(store(evaluated, Json()));
            continue;
        }
        if (m_wantsMemory) {
            const auto memory = m_task.target.device->peakMemory(*ready, {}, m_cancel);
            if (memory)
                evaluated.memoryBytes = *memory;
            else if (endsEverything(memory.error()))
                return fail(memory.error());
        }
        pending.push_back(&evaluated);
        workloads.push_back(std::move(*ready));
    }
    MI_CHECK(compare(std::move(pending), std::move(workloads)));
    return round;
}

search::Evaluation Evaluator::evaluationOf(const Evaluated& evaluated) const {
    search::Evaluation evaluation;
    evaluation.id = evaluated.candidate.id;
    evaluation.invalid = evaluated.failure ? evaluated.failure->message : evaluated.invalid;
    if (evaluated.quality)
        evaluation.values[Metric::Accuracy] = {Interval::exact(*evaluated.quality),
                                               NumberSource::Measured};
    if (evaluated.modelBytes)
        evaluation.values[Metric::ModelSize] = {
            Interval::exact(static_cast<double>(*evaluated.modelBytes)), NumberSource::Measured};
    if (evaluated.memoryBytes)
        evaluation.values[Metric::Memory] =
            valueOf(static_cast<double>(*evaluated.memoryBytes), m_task);
    if (!evaluated.ratio)
        return evaluation;
    const Interval& ratio = *evaluated.ratio;
    for (const Metric metric :
         {Metric::P50Latency, Metric::P90Latency, Metric::P95Latency, Metric::P99Latency}) {
        const auto base = m_original.values.find(metric);
        if (base == m_original.values.end())
            continue;
        const Interval& us = base->second.interval;
        evaluation.values[metric] = {
            {us.value * ratio.value, us.low * ratio.low, us.high * ratio.high},
            base->second.source};
        evaluation.ratios[metric] = ratio;
    }
    const Interval inverse{1 / ratio.value, 1 / std::max(ratio.high, 1e-9),
                           1 / std::max(ratio.low, 1e-9)};
    if (const auto base = m_original.values.find(Metric::Throughput);
        base != m_original.values.end()) {
        const Interval& rate = base->second.interval;
        evaluation.values[Metric::Throughput] = {
            {rate.value * inverse.value, rate.low * inverse.low, rate.high * inverse.high},
            base->second.source};
        evaluation.ratios[Metric::Throughput] = inverse;
    }
    return evaluation;
}

} // namespace metainfer::engine
