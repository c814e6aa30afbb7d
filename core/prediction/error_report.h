// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// How good predictions are, on measurements that they were never trained on.
#pragma once

#include "execution/session_options.h"
#include "prediction/operator_model.h"

#include <span>
#include <string>
#include <vector>

namespace metainfer::prediction {

/// Mean absolute percentage error as a fraction: mean |predicted - measured| / measured.
double meanAbsolutePercentageError(std::span<const double> predicted,
                                   std::span<const double> measured);
double medianAbsolutePercentageError(std::span<const double> predicted,
                                     std::span<const double> measured);
/// Spearman's rank correlation with average ranks for ties; 0 with fewer than two points or when
/// one side is constant.
double spearman(std::span<const double> a, std::span<const double> b);

struct ErrorReport {
    std::size_t trained = 0, held = 0; ///< observations used for each
    double analyticMape = 0, analyticMedianApe = 0, analyticRho = 0;
    double learnedMape = 0, learnedMedianApe = 0, learnedRho = 0;
    double coverage = 0; ///< share of held-out times inside their 90 % interval
    std::string text() const;
};

/// k-fold cross-validation over the observations, folds by seed; every observation is held out
/// once.
Result<ErrorReport> crossValidate(std::span<const Observation> observations,
                                  const std::map<std::string, hardware::Profile>& profiles,
                                  const TrainingOptions& options, int folds = 5);

} // namespace metainfer::prediction
