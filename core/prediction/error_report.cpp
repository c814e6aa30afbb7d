// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Errors on held-out measurements.
#include "prediction/error_report.h"

#include "base/random.h"
#include "prediction/analytic_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace metainfer::prediction {
namespace {

std::vector<double> relativeErrors(std::span<const double> predicted,
                                   std::span<const double> measured) {
    std::vector<double> errors;
    for (std::size_t i = 0; i < std::min(predicted.size(), measured.size()); ++i)
        if (measured[i] > 0)
            errors.push_back(std::abs(predicted[i] - measured[i]) / measured[i]);
    return errors;
}

/// Ranks from 1, ties get their average.
std::vector<double> averageRanks(std::span<const double> values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> ranks(values.size());
    for (std::size_t i = 0; i < order.size();) {
        std::size_t j = i;
        while (j < order.size() && values[order[j]] == values[order[i]])
            ++j;
        for (std::size_t k = i; k < j; ++k)
            ranks[order[k]] = (static_cast<double>(i) + static_cast<double>(j) + 1) / 2;
        i = j;
    }
    return ranks;
}

} // namespace

double meanAbsolutePercentageError(std::span<const double> predicted,
                                   std::span<const double> measured) {
    const auto errors = relativeErrors(predicted, measured);
    if (errors.empty())
        return 0;
    return std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(errors.size());
}

double medianAbsolutePercentageError(std::span<const double> predicted,
                                     std::span<const double> measured) {
    auto errors = relativeErrors(predicted, measured);
    if (errors.empty())
        return 0;
    std::sort(errors.begin(), errors.end());
    return errors[(errors.size() - 1) / 2];
}

double spearman(std::span<const double> a, std::span<const double> b) {
    const std::size_t n = std::min(a.size(), b.size());
    if (n < 2)
        return 0;
    const auto x = averageRanks(a.first(n));
    const auto y = averageRanks(b.first(n));
    const double mean = (static_cast<double>(n) + 1) / 2;
    double xy = 0, xx = 0, yy = 0;
    for (std::size_t i = 0; i < n; ++i) {
        xy += (x[i] - mean) * (y[i] - mean);
        xx += (x[i] - mean) * (x[i] - mean);
        yy += (y[i] - mean) * (y[i] - mean);
    }
    return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

std::string ErrorReport::text() const {
    return fmt::format(
        "{} held out, trained on {}: analytic MAPE {:.1f} % (median {:.1f} %), rho {:.3f}; learned "
        "MAPE {:.1f} % (median {:.1f} %), rho {:.3f}; {:.0f} % inside the 90 % interval",
        held, trained, 100 * analyticMape, 100 * analyticMedianApe, analyticRho, 100 * learnedMape,
        100 * learnedMedianApe, learnedRho, 100 * coverage);
}

Result<ErrorReport> crossValidate(std::span<const Observation> observations,
                                  const std::map<std::string, hardware::Profile>& profiles,
                                  const TrainingOptions& options, int folds) {
    std::vector<std::size_t> usable;
    for (std::size_t i = 0; i < observations.size(); ++i)
        if (profiles.count(observations[i].device) && observations[i].us > 0 &&
            observations[i].operation.known)
            usable.push_back(i);
    if (folds < 2 || usable.size() < static_cast<std::size_t>(folds))
        return fail(
            ErrorCode::InvalidArgument,
            fmt::format(
                "{} folds over {} measurements; legal are 2 up to the number of measurements",
                folds, usable.size()),
            "give more measurements or fewer folds");
    Random(options.seed).split("folds").shuffle(usable);
    std::vector<double> measured, analytic, learned;
    ErrorReport report;
    std::size_t inside = 0;
    for (int fold = 0; fold < folds; ++fold) {
        std::vector<Observation> training;
        std::vector<const Observation*> held;
        for (std::size_t i = 0; i < usable.size(); ++i) {
            const auto& observation = observations[usable[i]];
            if (static_cast<int>(i % static_cast<std::size_t>(folds)) == fold)
                held.push_back(&observation);
            else
                training.push_back(observation);
        }
        report.trained = std::max(report.trained, training.size());
        MI_ASSIGN(const auto model, OperatorModel::train(training, profiles, options));
        for (const auto* observation : held) {
            const auto& profile = profiles.at(observation->device);
            SessionOptions session;
            session.threads = observation->threads;
            const double base = analyticEstimate(profile, session, observation->operation).us;
            MI_ASSIGN(const auto correction,
                      model->correct(profile, session, observation->operation));
            measured.push_back(observation->us);
            analytic.push_back(base);
            learned.push_back(base * std::exp(correction.logRatio));
            inside +=
                std::abs(std::log(observation->us / learned.back())) <= 1.645 * correction.logSigma;
        }
    }
    report.held = measured.size();
    report.analyticMape = meanAbsolutePercentageError(analytic, measured);
    report.analyticMedianApe = medianAbsolutePercentageError(analytic, measured);
    report.analyticRho = spearman(analytic, measured);
    report.learnedMape = meanAbsolutePercentageError(learned, measured);
    report.learnedMedianApe = medianAbsolutePercentageError(learned, measured);
    report.learnedRho = spearman(learned, measured);
    report.coverage = static_cast<double>(inside) / static_cast<double>(measured.size());
    return report;
}

} // namespace metainfer::prediction
