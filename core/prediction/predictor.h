// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a model will cost on a device: analytic, corrected by the learned model and by what was
// measured on this device.
#pragma once

#include "base/quantity.h"
#include "candidates/estimator.h"
#include "hardware/profile.h"
#include "prediction/analytic_model.h"
#include "prediction/lowering.h"
#include "prediction/memory.h"
#include "prediction/operator_model.h"
#include "prediction/residual.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::prediction {

struct OperatorPrediction {
    OperatorCase operation;
    Interval us;      ///< of all its repeats
    double share = 0; ///< of the operators' sum
    hardware::Bound bound = hardware::Bound::Compute;
    std::string level, reason;
};

struct Prediction {
    Interval latencyUs;    ///< one request, 90 % interval
    double throughput = 0; ///< requests per second, one after the other
    MemoryEstimate memory;
    std::uint64_t modelBytes = 0; ///< weights as stored
    NumberSource source =
        NumberSource::Predicted;               ///< Simulated where the device was never measured
    std::vector<OperatorPrediction> operators; ///< in order of execution
    double layoutConversionUs = 0;
    double launchUs = 0; ///< start overheads within the latency
    /// Why the device cannot run it at all (operator, type, memory, dynamic shape); empty = it can.
    std::vector<std::string> obstacles;
    std::vector<std::string> remarks;
    // Energy is absent on purpose: without a sensor it is not guessed.

    Json toJson() const;
};

/// Thread-safe. Observing changes later predictions only.
class Predictor : public candidates::Estimator {
  public:
    explicit Predictor(hardware::Profile profile, SessionOptions session = {},
                       std::shared_ptr<const OperatorModel> model = nullptr);

    const hardware::Profile& profile() const { return m_profile; }
    const SessionOptions& session() const { return m_session; }
    /// Replaces the learned model (after training with more observations).
    void setModel(std::shared_ptr<const OperatorModel> model);

    /// InvalidModel when too many shapes are unknown to say anything; bind them first.
    Result<Prediction> predict(const ir::Model& model, const SessionOptions& session) const;
    Result<Prediction> predict(const ir::Model& model) const { return predict(model, m_session); }
    OperatorEstimate estimate(const OperatorCase& operation, const SessionOptions& session) const;

    /// Measured operators of this device correct the operators of their kind.
    void observe(const Observation& observation);
    /// A whole candidate: the prediction that was made, and what was measured.
    void observeModel(double predictedUs, double measuredUs, double weight = 1);
    DeviceResidual residual() const;
    void setResidual(DeviceResidual residual);

    std::optional<Interval> nodeMicroseconds(const ir::Graph& graph,
                                             const ir::Node& node) const override;
    Interval modelMicroseconds(const ir::Model& model) const override;

  private:
    hardware::Profile m_profile;
    SessionOptions m_session;
    mutable std::mutex m_mutex; ///< guards m_model, m_residual
    std::shared_ptr<const OperatorModel> m_model;
    DeviceResidual m_residual;
};

} // namespace metainfer::prediction
