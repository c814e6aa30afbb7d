// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Probing through an agent: its kernels, and its runners for models.
#include "measurement/probe/probe_bench.h"

#include "execution/agent_client.h"
#include "measurement/agent_values.h"

#include <chrono>

namespace metainfer::measurement::probe {
namespace {

constexpr std::chrono::seconds kTimeout{30};

class AgentBench final : public ProbeBench {
  public:
    AgentBench(Device& device, std::shared_ptr<AgentClient> agent)
        : m_device(device)
        , m_agent(std::move(agent)) {}

    bool hasKernels() const override { return true; }

    Result<ProbeComputeReport> compute(const ProbeComputeRequest& request,
                                       const CancellationToken& cancel) override {
        return m_agent->probeCompute(request, cancel);
    }

    Result<ProbeMemoryReport> memory(const ProbeMemoryRequest& request,
                                     const CancellationToken& cancel) override {
        return m_agent->probeMemory(request, cancel);
    }

    Result<TimedRuns> run(const TimedModel& model, const CancellationToken& cancel) override {
        metainfer::MeasureRequest request;
        request.variant = variantOf(model);
        request.inputs = model.inputs;
        request.minWarmupRuns = 3;
        request.minWarmupSeconds = model.warmUpSeconds;
        request.maxWarmupSeconds = model.warmUpMaximum;
        request.minRuns = model.minimumRuns;
        request.minSeconds = model.seconds;
        request.maxRuns = 5000;
        request.maxSeconds = model.maximumSeconds;
        request.instances = model.instances;
        request.limits.timeout = kTimeout;
        MI_ASSIGN(auto report, m_agent->measure(request, cancel));
        return TimedRuns{std::move(report.samples), report.elapsedUs, report.firstRunUs,
                         report.load.loadUs};
    }

    Result<std::vector<OperatorTime>> profile(const TimedModel& model, int runs,
                                              const CancellationToken& cancel) override {
        metainfer::ProfileRequest request;
        request.variant = variantOf(model);
        request.inputs = model.inputs;
        request.runs = runs;
        request.limits.timeout = kTimeout;
        MI_ASSIGN(const auto report, m_agent->profile(request, cancel));
        std::vector<OperatorTime> nodes;
        for (const NodeProfile& node : report.nodes)
            nodes.push_back(operatorFromAgent(node, report.runs));
        return nodes;
    }

    Result<std::uint64_t> peakMemory(const TimedModel& model,
                                     const CancellationToken& cancel) override {
        MI_ASSIGN(
            const auto report,
            m_agent->memory({variantOf(model), model.inputs, 1, RunLimits{kTimeout, 0}}, cancel));
        return report.attributableBytes;
    }

    std::optional<hardware::Telemetry> telemetry() override {
        auto look = m_device.telemetry();
        return look ? std::optional(std::move(*look)) : std::nullopt;
    }

    std::optional<metainfer::MachineState> machineState() override {
        const auto state = m_agent->machineState();
        return state ? std::optional(*state) : std::nullopt;
    }

    double now() override {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
            .count();
    }

  private:
    static ModelVariant variantOf(const TimedModel& model) {
        return {model.model, model.session, model.label};
    }

    Device& m_device;
    std::shared_ptr<AgentClient> m_agent;
};

} // namespace

std::unique_ptr<ProbeBench> benchOverAgent(Device& device, std::shared_ptr<AgentClient> agent) {
    return std::make_unique<AgentBench>(device, std::move(agent));
}

} // namespace metainfer::measurement::probe
