// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The learned operator model: gradient-boosted trees that correct the analytic estimate.
#pragma once

#include "base/cancellation.h"
#include "base/result.h"
#include "execution/session_options.h"
#include "hardware/profile.h"
#include "prediction/observation.h"

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::prediction {

/// Names of the inputs of the trees, in order: operator, shape, type, layout, threads, analytic
/// estimate, and the hardware's fingerprint.
const std::vector<std::string>& operatorFeatureNames();
/// Their values; NaN where unknown.
std::vector<float> operatorFeatures(const hardware::Profile& profile, const SessionOptions& session,
                                    const OperatorCase& operation);

struct TrainingOptions {
    std::uint64_t seed = 1;
    int members =
        5; ///< boosters, each on its own bootstrap sample; their spread is the uncertainty
    int rounds = 120;
    int maxDepth = 5;
    double learningRate = 0.1;
    /// Called between boosting rounds, e.g. to wait while the machine measures.
    std::function<void()> pause;
    CancellationToken cancel;
};

/// Immutable once trained; thread-safe. The same observations, options and seed give the same
/// model.
class OperatorModel {
  public:
    /// Learns ln(measured / analytic) of each observation on its device's profile. Observations of
    /// devices that `profiles` lacks are left out. InvalidArgument with fewer than 20 usable ones.
    static Result<std::shared_ptr<const OperatorModel>>
    train(std::span<const Observation> observations,
          const std::map<std::string, hardware::Profile>& profiles, const TrainingOptions& options);

    struct Correction {
        double logRatio = 0; ///< add to ln(analytic us)
        double logSigma = 0; ///< spread of the members and of the residuals left in training
    };
    Result<Correction> correct(const hardware::Profile& profile, const SessionOptions& session,
                               const OperatorCase& operation) const;

    std::size_t observationCount() const { return m_count; }
    const std::vector<std::string>& devices() const { return m_devices; }
    bool knows(std::string_view device) const;
    /// Text form to be stored and read by the same library version.
    Result<std::string> save() const;
    static Result<std::shared_ptr<const OperatorModel>> load(std::string_view text);
    ~OperatorModel();

  private:
    OperatorModel();
    struct Impl;
    std::unique_ptr<Impl> m_impl;
    std::size_t m_count = 0;
    std::vector<std::string> m_devices;
    double m_residualSigma = 0.3;
};

} // namespace metainfer::prediction
