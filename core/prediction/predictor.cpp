// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Operators summed up to models.
#include "prediction/predictor.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

namespace metainfer::prediction {
namespace {

constexpr double kZ90 = 1.645;
/// Errors of operators are not independent of each other: share of their variance in common.
constexpr double kCommonShare = 0.4;
/// A model of which the heavy operators' shapes are unknown cannot be predicted.
constexpr double kUnknownShare = 0.3;

Interval around(double us, double logSigma) {
    const double factor = std::exp(kZ90 * logSigma);
    return {us, us / factor, us * factor};
}

struct Total {
    double us = 0, independent = 0, common = 0;

    void add(double operatorUs, double logSigma, double repeat) {
        const double sigma = operatorUs * repeat * logSigma;
        us += operatorUs * repeat;
        independent += sigma * sigma;
        common += sigma;
    }
    double logSigma() const {
        if (us <= 0)
            return 1;
        return std::sqrt(kCommonShare * common * common + (1 - kCommonShare) * independent) / us;
    }
};

bool isConversion(const OperatorCase& c) {
    return c.opType == "ReorderInput" || c.opType == "ReorderOutput" ||
           c.baseFamily() == "transpose";
}

bool hasDynamicInput(const ir::Model& model) {
    const auto& graph = *model.graph;
    return std::any_of(graph.inputs().begin(), graph.inputs().end(), [&](ir::ValueId id) {
        const auto& value = graph.value(id);
        return !value.constant && value.type.isTensor() && !value.type.tensor.isStatic();
    });
}

} // namespace

Json Prediction::toJson() const {
    const auto interval = [](const Interval& i) {
        return Json{{"value", i.value}, {"low", i.low}, {"high", i.high}};
    };
    Json json{{"source", numberSourceName(source)},
              {"latency_us", interval(latencyUs)},
              {"throughput_per_s", throughput},
              {"peak_memory_bytes", memory.peak()},
              {"weight_bytes", memory.weights},
              {"peak_activation_bytes", memory.peakActivations},
              {"peak_at", memory.peakAt},
              {"memory_complete", memory.complete},
              {"model_bytes", modelBytes},
              {"layout_conversion_us", layoutConversionUs},
              {"launch_us", launchUs},
              {"obstacles", obstacles},
              {"remarks", remarks},
              {"operators", Json::array()}};
    for (const auto& op : operators)
        json["operators"].push_back(Json{{"output", op.operation.key},
                                         {"node", op.operation.node},
                                         {"op", op.operation.opType},
                                         {"family", op.operation.family},
                                         {"dtype", elementTypeName(op.operation.dtype)},
                                         {"fused", op.operation.members},
                                         {"us", interval(op.us)},
                                         {"share", op.share},
                                         {"flops", op.operation.flops},
                                         {"bytes", op.operation.bytes()},
                                         {"bound", hardware::boundName(op.bound)},
                                         {"level", op.level},
                                         {"reason", op.reason}});
    return json;
}

Predictor::Predictor(hardware::Profile profile, SessionOptions session,
                     std::shared_ptr<const OperatorModel> model)
    : m_profile(std::move(profile))
    , m_session(std::move(session))
    , m_model(std::move(model)) {}

void Predictor::setModel(std::shared_ptr<const OperatorModel> model) {
    const std::lock_guard lock(m_mutex);
    m_model = std::move(model);
}

OperatorEstimate Predictor::estimate(const OperatorCase& operation,
                                     const SessionOptions& session) const {
    auto result = analyticEstimate(m_profile, session, operation);
    if (!operation.known || result.us <= 0)
        return result;
    const std::lock_guard lock(m_mutex);
    double logRatio = 0;
    if (m_model) {
        if (const auto learned = m_model->correct(m_profile, session, operation)) {
            // Trees know nothing about devices that they never saw: half of the correction then.
            const bool known = m_model->knows(m_profile.name);
            logRatio += learned->logRatio * (known ? 1.0 : 0.5);
            result.logSigma =
                known ? learned->logSigma : std::max(result.logSigma, learned->logSigma);
        }
    }
    const auto residual = m_residual.correct(operation);
    if (residual.weight > 0) {
        logRatio += residual.logRatio;
        if (residual.logSigma >= 0)
            result.logSigma = residual.logSigma;
    }
    result.us *= std::exp(logRatio);
    return result;
}

Result<Prediction> Predictor::predict(const ir::Model& model, const SessionOptions& session) const {
    Prediction prediction;
    const auto options = LoweringOptions::from(session, m_profile);
    auto lowered = lower(*model.graph, options);
    if (!lowered.cases.empty() && static_cast<double>(lowered.unknownShapes) >
                                      kUnknownShare * static_cast<double>(lowered.cases.size()))
        return fail(
            ErrorCode::InvalidModel,
            fmt::format(
                "the shapes of {} of {} operators are unknown, so their work cannot be told",
                lowered.unknownShapes, lowered.cases.size()),
            "give sizes for the model's dynamic dimensions (`inputs:` in the deployment file)");
    prediction.remarks = std::move(lowered.remarks);
    if (lowered.unknownShapes > 0)
        prediction.remarks.push_back(
            fmt::format("{} operators with unknown shapes are counted by their start "
                        "overhead only",
                        lowered.unknownShapes));
    Total total;
    std::set<std::string> obstacles;
    for (auto& c : lowered.cases) {
        const auto e = estimate(c, session);
        if (!e.possible)
            obstacles.insert(e.reason);
        total.add(e.us, e.logSigma, c.repeat);
        OperatorPrediction op;
        op.us = around(e.us * c.repeat, e.logSigma);
        op.bound = e.bound;
        op.level = e.level;
        op.reason = e.reason;
        prediction.launchUs += e.launchUs * c.repeat;
        if (isConversion(c))
            prediction.layoutConversionUs += op.us.value;
        op.operation = std::move(c);
        prediction.operators.push_back(std::move(op));
    }
    for (auto& op : prediction.operators)
        op.share = total.us > 0 ? op.us.value / total.us : 0;

    DeviceResidual::Correction whole;
    {
        const std::lock_guard lock(m_mutex);
        whole = m_residual.correctModel();
    }
    double logSigma = total.logSigma();
    if (whole.logSigma >= 0)
        logSigma = whole.logSigma;
    const double request = requestOverheadUs(m_profile);
    prediction.launchUs += request;
    prediction.latencyUs = around((total.us + request) * std::exp(whole.logRatio), logSigma);
    prediction.throughput = prediction.latencyUs.value > 0 ? 1e6 / prediction.latencyUs.value : 0;
    prediction.memory = estimateMemory(model, session);
    prediction.modelBytes = prediction.memory.weights;
    prediction.source =
        m_profile.hasMeasurements() ? NumberSource::Predicted : NumberSource::Simulated;

    if (m_profile.scheduling.dynamicShape == false && hasDynamicInput(model))
        obstacles.insert("the device takes no dynamic shapes: bind the model's dynamic dimensions");
    const auto* main = hardware::mainMemory(m_profile);
    const auto available = main ? main->totalBytes() : std::nullopt;
    if (available && static_cast<double>(prediction.memory.weights +
                                         prediction.memory.peakActivations) > *available)
        obstacles.insert(fmt::format(
            "it needs {:.1f} MB, the device's memory '{}' has {:.1f} MB",
            static_cast<double>(prediction.memory.weights + prediction.memory.peakActivations) /
                1048576.0,
            main->level, *available / 1048576.0));
    prediction.obstacles.assign(obstacles.begin(), obstacles.end());
    return prediction;
}

void Predictor::observe(const Observation& observation) {
    SessionOptions session = m_session;
    session.threads = observation.threads;
    // What the models say without the residual: it must not correct itself.
    auto base = analyticEstimate(m_profile, session, observation.operation);
    const std::lock_guard lock(m_mutex);
    double us = base.us;
    if (m_model)
        if (const auto learned = m_model->correct(m_profile, session, observation.operation))
            us *= std::exp(learned->logRatio * (m_model->knows(m_profile.name) ? 1.0 : 0.5));
    m_residual.observe(observation.operation, us, observation.us, observation.weight);
}

void Predictor::observeModel(double predictedUs, double measuredUs, double weight) {
    const std::lock_guard lock(m_mutex);
    // Predictions already carry the correction so far; it is taken out again.
    const double before = std::exp(m_residual.correctModel().logRatio);
    m_residual.observeModel(predictedUs / before, measuredUs, weight);
}

DeviceResidual Predictor::residual() const {
    const std::lock_guard lock(m_mutex);
    return m_residual;
}

void Predictor::setResidual(DeviceResidual residual) {
    const std::lock_guard lock(m_mutex);
    m_residual = std::move(residual);
}

std::optional<Interval> Predictor::nodeMicroseconds(const ir::Graph& graph,
                                                    const ir::Node& node) const {
    const auto operation = caseOf(graph, node);
    if (!operation.known)
        return std::nullopt;
    const auto e = estimate(operation, m_session);
    return around(e.us, e.logSigma);
}

Interval Predictor::modelMicroseconds(const ir::Model& model) const {
    const auto prediction = predict(model, m_session);
    if (!prediction) {
        // Nothing can be told: not a number, so that it compares below and above nothing.
        return {std::numeric_limits<double>::quiet_NaN(), 0,
                std::numeric_limits<double>::infinity()};
    }
    return prediction->latencyUs;
}

} // namespace metainfer::prediction
