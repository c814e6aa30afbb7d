// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// From stored observations to a model that has to earn its place.
#include "engine/adaptation/operator_learning.h"

#include "hardware/probe_row.h"
#include "measurement/machine_lock.h"
#include "prediction/error_report.h"

#include <fmt/format.h>

#include <thread>

namespace metainfer::engine {
namespace {

constexpr std::size_t kFewObservations = 40;
constexpr std::size_t kMostObservations = 2000;

std::vector<prediction::Observation>
fromStore(const std::vector<experience::OperatorObservation>& stored) {
    std::vector<prediction::Observation> observations;
    for (const auto& seen : stored) {
        if (seen.origin == "probe") {
            const auto row = hardware::ProbeRow::fromJson(seen.extra);
            if (!row)
                continue;
            for (auto& observation :
                 prediction::observationsFrom(std::span(&*row, 1), seen.hardwareName)) {
                observation.weight = seen.trust;
                observations.push_back(std::move(observation));
            }
        } else if (auto observation = prediction::observationFromJson(seen.extra)) {
            observation->weight = seen.trust;
            observations.push_back(std::move(*observation));
        }
    }
    return observations;
}

int threadsOf(const Task& task, const SessionOptions& session) {
    return session.threads > 0 ? session.threads : task.target.device->capabilities().cores;
}

} // namespace

Result<OperatorModelChoice> learnOperators(prediction::Predictor& predictor,
                                           const experience::Store& store,
                                           const experience::Query& query, std::uint64_t seed,
                                           const CancellationToken& cancel) {
    experience::Query all = query;
    all.limit = kMostObservations;
    MI_ASSIGN(const auto stored, store.observations(all));
    const auto observations = fromStore(stored);
    OperatorModelChoice choice;
    choice.observations = observations.size();
    if (observations.size() < kFewObservations) {
        choice.text = fmt::format("analytic operator model: {} timed operators of this device are "
                                  "known, {} are needed to learn from",
                                  observations.size(), kFewObservations);
        return choice;
    }
    prediction::TrainingOptions options;
    options.seed = seed;
    options.members = 3;
    options.rounds = 60;
    options.cancel = cancel;
    // Somebody else's measurement must not see our training.
    options.pause = [&cancel] {
        while (measurement::measurementInProgress() && !cancel.isCancelled())
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
    };
    const hardware::Profile& profile = predictor.profile();
    const std::map<std::string, hardware::Profile> profiles{{profile.name, profile}};
    MI_ASSIGN(const auto report, prediction::crossValidate(observations, profiles, options, 3));
    choice.learned = report.learnedMedianApe < report.analyticMedianApe &&
                     report.learnedRho >= report.analyticRho;
    choice.text = fmt::format(
        "{} operator model: on {} operators held out in turn the median error is {:.0f} % "
        "learned, {:.0f} % analytic (rank correlation {:.2f}, {:.2f})",
        choice.learned ? "learned" : "analytic", report.held, 100 * report.learnedMedianApe,
        100 * report.analyticMedianApe, report.learnedRho, report.analyticRho);
    if (choice.learned) {
        MI_ASSIGN(auto model, prediction::OperatorModel::train(observations, profiles, options));
        predictor.setModel(std::move(model));
    }
    return choice;
}

prediction::MeasuredOperator measuredOperator(const measurement::OperatorTime& time) {
    return {time.node,
            time.opType,
            time.domain,
            time.us,
            static_cast<double>(time.calls),
            time.inputDims,
            time.outputDims,
            time.inputTypes,
            time.outputTypes,
            time.weightBytes};
}

std::vector<experience::OperatorObservation>
observationsOf(const Task& task, const experience::Query& query,
               const measurement::OperatorProfile& profile, const SessionOptions& session) {
    std::vector<experience::OperatorObservation> out;
    const int threads = threadsOf(task, session);
    for (const measurement::OperatorTime& time : profile.operators) {
        const prediction::MeasuredOperator measured = measuredOperator(time);
        for (const auto& observation : prediction::observationsFrom(
                 std::span(&measured, 1), threads, task.target.profile.name)) {
            experience::OperatorObservation seen;
            seen.hardwareName = task.target.profile.name;
            seen.environmentHash = query.environmentHash;
            seen.opType = time.opType;
            seen.dtype = elementTypeName(observation.operation.dtype);
            for (const auto& dims : time.inputDims)
                seen.shapes +=
                    fmt::format("{}[{}]", seen.shapes.empty() ? "" : " ", fmt::join(dims, ","));
            seen.threads = threads;
            seen.microseconds = observation.us;
            seen.timeMs = query.nowMs;
            seen.extra = prediction::toJson(observation);
            out.push_back(std::move(seen));
        }
    }
    return out;
}

} // namespace metainfer::engine
