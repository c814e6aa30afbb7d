// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Probing a device that has no agent: models through its own way of measuring, nothing else.
#include "measurement/probe/probe_bench.h"

#include <chrono>

namespace metainfer::measurement::probe {
namespace {

constexpr std::chrono::minutes kTimeout{10}; // a vendor's compiler may take its time

Error noKernels(const Device& device) {
    return {ErrorCode::Unsupported,
            device.name() + " has no agent: its machine cannot be measured beside the runtime",
            {},
            {}};
}

class DeviceBench final : public ProbeBench {
  public:
    explicit DeviceBench(Device& device)
        : m_device(device) {}

    bool hasKernels() const override { return false; }
    bool isSlow() const override { return m_device.kind() == DeviceKind::Toolchain; }

    Result<ProbeComputeReport> compute(const ProbeComputeRequest&,
                                       const CancellationToken&) override {
        return fail(noKernels(m_device));
    }
    Result<ProbeMemoryReport> memory(const ProbeMemoryRequest&, const CancellationToken&) override {
        return fail(noKernels(m_device));
    }

    Result<TimedRuns> run(const TimedModel& model, const CancellationToken& cancel) override {
        MeasureRequest request;
        request.workload = workloadOf(model);
        request.protocol.name = "quick";
        request.protocol.warmUpSeconds = model.warmUpSeconds;
        request.protocol.warmUpMaximumSeconds = std::max(model.warmUpMaximum, model.warmUpSeconds);
        request.protocol.minimumRuns = model.minimumRuns;
        request.protocol.minimumSeconds = model.seconds;
        request.protocol.maximumRuns = 5000;
        request.protocol.maximumSeconds = std::max(model.maximumSeconds, model.seconds);
        request.instances = model.instances;
        request.limits.timeout = kTimeout;
        request.cancel = cancel;
        MI_ASSIGN(Measurement measured, m_device.measure(request));
        if (measured.failure)
            return fail(*measured.failure);
        TimedRuns runs;
        if (measured.requestsPerSecond > 0)
            runs.elapsedUs =
                static_cast<double>(measured.wall.n()) / measured.requestsPerSecond * 1e6;
        runs.firstRunUs = measured.firstInferenceMs.value_or(0) * 1000;
        runs.loadUs = measured.loadMs.value_or(0) * 1000;
        runs.samples.wallUs = std::move(measured.wall.samples);
        runs.samples.cpuUs = std::move(measured.cpu.samples);
        return runs;
    }

    Result<std::vector<OperatorTime>> profile(const TimedModel& model, int runs,
                                              const CancellationToken& cancel) override {
        MI_ASSIGN(auto profile, m_device.profileOperators(workloadOf(model), runs,
                                                          RunLimits{kTimeout, 0}, cancel));
        return std::move(profile.operators);
    }

    Result<std::uint64_t> peakMemory(const TimedModel& model,
                                     const CancellationToken& cancel) override {
        return m_device.peakMemory(workloadOf(model), RunLimits{kTimeout, 0}, cancel);
    }

    std::optional<hardware::Telemetry> telemetry() override {
        auto look = m_device.telemetry();
        return look ? std::optional(std::move(*look)) : std::nullopt;
    }
    std::optional<metainfer::MachineState> machineState() override { return std::nullopt; }
    double now() override {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
            .count();
    }

  private:
    static Workload workloadOf(const TimedModel& model) {
        return {model.label, model.model, model.session, model.inputs, 1};
    }

    Device& m_device;
};

} // namespace

std::unique_ptr<ProbeBench> benchOverDevice(Device& device) {
    return std::make_unique<DeviceBench>(device);
}

} // namespace metainfer::measurement::probe
