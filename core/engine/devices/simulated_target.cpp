// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A profile as a target: numerics are real, times are the analytic model's.
#include "engine/devices/device_hub.h"

#include "engine/shapes.h"
#include "execution/agent_executor.h"
#include "measurement/simulated_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

namespace metainfer::engine {
namespace {

/// The simulated device's view of a workload: the analytic model on the graph at the workload's
/// shapes.
class SimulatedEstimator {
  public:
    SimulatedEstimator(std::shared_ptr<prediction::Predictor> predictor,
                       std::shared_ptr<Executor> executor)
        : m_predictor(std::move(predictor))
        , m_executor(std::move(executor)) {}

    Result<measurement::SimulatedCost> operator()(const measurement::Workload& workload) const {
        MI_ASSIGN(const auto model, load(workload));
        MI_ASSIGN(const auto prediction, m_predictor->predict(*model, workload.session));
        if (!prediction.obstacles.empty())
            return fail(ErrorCode::Unsupported,
                        m_predictor->profile().name +
                            " cannot run it: " + prediction.obstacles.front(),
                        "Choose another target, or let the search rewrite the model.");
        measurement::SimulatedCost cost;
        cost.us = prediction.latencyUs;
        cost.peakBytes = prediction.memory.peak();
        for (const auto& operation : prediction.operators) {
            measurement::OperatorTime time;
            time.node = operation.operation.key;
            time.opType = operation.operation.opType;
            time.us = operation.us.value;
            time.calls = 1;
            cost.operators.push_back(std::move(time));
        }
        return cost;
    }

  private:
    Result<std::shared_ptr<const ir::Model>> load(const measurement::Workload& workload) const {
        std::string key = workload.model.string();
        for (const NamedTensor& input : workload.inputs)
            key += fmt::format(";{}:{}", input.name, fmt::join(input.tensor.dims, ","));
        const std::lock_guard lock(*m_mutex);
        if (const auto it = m_models->find(key); it != m_models->end())
            return it->second;
        MI_ASSIGN(auto model, modelAtShapes(workload.model, workload.inputs, m_executor.get(), {}));
        auto shared = std::make_shared<const ir::Model>(std::move(model));
        m_models->emplace(key, shared);
        return std::shared_ptr<const ir::Model>(shared);
    }

    std::shared_ptr<prediction::Predictor> m_predictor;
    std::shared_ptr<Executor> m_executor;
    std::shared_ptr<std::mutex> m_mutex = std::make_shared<std::mutex>();
    std::shared_ptr<std::map<std::string, std::shared_ptr<const ir::Model>>> m_models =
        std::make_shared<std::map<std::string, std::shared_ptr<const ir::Model>>>();
};

} // namespace

Result<Target> openSimulated(const std::string& name, const EventSink& events) {
    const hardware::ProfileStore store;
    MI_ASSIGN(auto loaded, store.load(name));
    for (const std::string& warning : loaded.warnings)
        notify(events, Remark{Severity::Warning, "profile", warning});
    Target target;
    target.profile = std::move(loaded.profile);
    target.predictor = std::make_shared<prediction::Predictor>(target.profile);
    MI_ASSIGN(std::shared_ptr<Executor> executor, makeLocalExecutor());
    measurement::Capabilities capabilities;
    // One stream of requests: an open mapping of the device itself (tiles) is not a session's
    // matter.
    capabilities.cores = 1;
    capabilities.mappingKeys = {"threads"};
    capabilities.measures = false;
    capabilities.coldStart = capabilities.cpuClock = false;
    hardware::Environment environment;
    environment.device = target.profile.name;
    target.device = std::make_shared<measurement::SimulatedDevice>(
        target.profile.name, capabilities, environment,
        SimulatedEstimator(target.predictor, executor), executor);
    notify(events, Remark{Severity::Information, "simulated",
                          target.profile.name +
                              " is a profile without a device here: its performance results are "
                              "simulated by the analytic model; accuracy is computed for real"});
    return target;
}

} // namespace metainfer::engine
