// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Hardware that is not at hand: times come from a model of it and say `simulated`; numerics are
// real.
#pragma once

#include "measurement/device.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace metainfer::measurement {

/// What a model of the hardware says about a workload.
struct SimulatedCost {
    Interval us;                            ///< latency of one request
    std::optional<std::uint64_t> peakBytes; ///< memory attributable to the model
    std::vector<OperatorTime> operators;    ///< in the order of execution, may be empty
};

/// The port that prediction plugs into. Unsupported or InvalidModel when the hardware cannot run
/// the workload (operator, data type, memory), with the reason.
using ModelEstimator = std::function<Result<SimulatedCost>(const Workload&)>;

class SimulatedDevice final : public Device {
  public:
    /// `environment.device` should be the profile's name. `numerics` runs models for their outputs
    /// and is not used for times.
    SimulatedDevice(std::string name, Capabilities capabilities, hardware::Environment environment,
                    ModelEstimator estimator, std::shared_ptr<Executor> numerics);

    std::string name() const override { return m_name; }
    DeviceKind kind() const override { return DeviceKind::Simulated; }
    const Capabilities& capabilities() const override { return m_capabilities; }
    hardware::Environment environment(const SessionOptions&) override { return m_environment; }
    Executor& executor() override { return *m_numerics; }

    Result<Measurement> measure(const MeasureRequest& request) override;
    Result<Comparison> compare(const CompareRequest& request) override;
    Result<OperatorProfile> profileOperators(const Workload& workload, int runs,
                                             const RunLimits& limits,
                                             const CancellationToken& cancel) override;
    Result<std::uint64_t> peakMemory(const Workload& workload, const RunLimits& limits,
                                     const CancellationToken& cancel) override;
    /// Unsupported: an analytic model says nothing about loading.
    Result<ColdStart> coldStart(const Workload& workload, const RunLimits& limits,
                                const CancellationToken& cancel) override;

  private:
    Result<SimulatedCost> estimate(const Workload& workload, const CancellationToken& cancel) const;

    std::string m_name;
    Capabilities m_capabilities;
    hardware::Environment m_environment;
    ModelEstimator m_estimator;
    std::shared_ptr<Executor> m_numerics;
};

} // namespace metainfer::measurement
