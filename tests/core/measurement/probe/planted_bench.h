// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A machine whose truth is planted: times follow from the work of the model's nodes, with noise
// that depends on what is measured and not on when.
#pragma once

#include "base/hash.h"
#include "base/random.h"
#include "ir/onnx_io.h"
#include "ir/operators.h"
#include "measurement/probe/operator_case.h"
#include "measurement/probe/probe_run.h"

#include <cmath>
#include <functional>
#include <map>

namespace metainfer::test {

struct PlantedTruth {
    double gflops = 50; ///< one core, fp32
    int cores = 2;
    double launchUs = 5;
    double noise = 0.01;     ///< between sessions, relative
    double runNoise = 0.015; ///< within one
    std::vector<std::pair<double, double>> levels{{32 << 10, 140}, {1 << 20, 100}, {32 << 20, 60}};
    double memoryGbps = 17;
    // Planted; the defaults are a machine with nothing to find.
    int alignment = 1;
    bool integerAsFloat = false;
    double declinePerMinute = 0; ///< share of the rate
    double firstRunFactor = 1.05;
    double openFactor = 1;
    std::string openError;
    std::map<std::string, double> opFactor; ///< of the time, by operator type
    std::string decomposed;                 ///< operator type that runs as Sigmoid and Mul
    std::string elsewhere;                  ///< operator type that another provider runs
    int usefulStreams = 2;
    std::uint64_t seed = 1;
};

class PlantedBench final : public measurement::probe::ProbeBench {
  public:
    explicit PlantedBench(PlantedTruth truth)
        : m_truth(std::move(truth)) {}

    /// Called before everything that is measured.
    std::function<void(int call)> onCall;
    bool kernels = true, slow = false;
    int calls = 0;

    bool hasKernels() const override { return kernels; }
    bool isSlow() const override { return slow; }

    Result<ProbeComputeReport> compute(const ProbeComputeRequest& request,
                                       const CancellationToken& cancel) override {
        MI_CHECK(begin(cancel));
        ProbeComputeReport report;
        report.dtype = request.dtype;
        report.threads = request.threads;
        report.isNative = true;
        report.kernel = "planted";
        const double hot = 1 - m_truth.declinePerMinute * m_now / 60;
        report.opsPerSecond = m_truth.gflops * 1e9 * request.threads * hot *
                              (request.dtype == "int8" ? 2 : 1) *
                              wobble(request.dtype, 0.003, ++m_slices);
        m_now += request.seconds;
        return report;
    }

    Result<ProbeMemoryReport> memory(const ProbeMemoryRequest& request,
                                     const CancellationToken& cancel) override {
        MI_CHECK(begin(cancel));
        ProbeMemoryReport report;
        report.pattern = request.pattern;
        report.footprintBytes = request.footprintBytes;
        report.threads = request.threads;
        const auto bytes = static_cast<double>(request.footprintBytes);
        double rate = m_truth.memoryGbps;
        for (auto it = m_truth.levels.rbegin(); it != m_truth.levels.rend(); ++it)
            rate *= std::pow(it->second / rate, 1 / (1 + std::pow(bytes / it->first, 6)));
        report.bytesPerSecond =
            rate * 1e9 * request.threads * wobble(request.pattern, 0.01, request.footprintBytes);
        if (request.pattern == "latency")
            report.nanosecondsPerAccess = 64 / rate;
        m_now += request.seconds;
        return report;
    }

    Result<measurement::probe::TimedRuns> run(const measurement::probe::TimedModel& timed,
                                              const CancellationToken& cancel) override {
        MI_CHECK(begin(cancel));
        MI_ASSIGN(const Seen seen, look(timed));
        if (seen.open && !m_truth.openError.empty())
            return fail(ErrorCode::Unsupported, m_truth.openError);
        const double us = seen.us / threads(timed);
        measurement::probe::TimedRuns runs;
        Random random(fastHash(seen.text) + m_truth.seed);
        const int count =
            std::max(timed.minimumRuns, std::min(40, static_cast<int>(timed.seconds * 1e6 / us)));
        for (int i = 0; i < count; ++i)
            runs.samples.wallUs.push_back(us * std::exp(m_truth.runNoise * random.normal()));
        if (timed.session.threads == 1 && timed.instances == 1)
            runs.samples.cpuUs = runs.samples.wallUs;
        const double streams = std::min(timed.instances, m_truth.usefulStreams);
        runs.elapsedUs = us * count / streams * wobble(seen.text, 0.01, 100 + timed.instances);
        runs.firstRunUs = us * m_truth.firstRunFactor * wobble(seen.text, 0.02, ++m_sessions);
        runs.loadUs = 1500;
        m_now += std::max(timed.seconds, us * count * 1e-6);
        return runs;
    }

    Result<std::vector<measurement::OperatorTime>>
    profile(const measurement::probe::TimedModel& timed, int, const CancellationToken&) override {
        MI_ASSIGN(const Seen seen, look(timed));
        return seen.nodes;
    }

    Result<std::uint64_t> peakMemory(const measurement::probe::TimedModel&,
                                     const CancellationToken&) override {
        return std::uint64_t{1} << 20;
    }
    std::optional<hardware::Telemetry> telemetry() override {
        hardware::Telemetry look;
        look.temperatures = {{"package", 50 + m_now / 10}};
        look.clocksMhz = {3000 * (1 - m_truth.declinePerMinute * m_now / 60)};
        return look;
    }
    std::optional<metainfer::MachineState> machineState() override { return std::nullopt; }
    double now() override { return m_now; }

  private:
    struct Seen {
        double us = 0;
        bool open = false;
        std::string text;
        std::vector<measurement::OperatorTime> nodes;
    };

    Status begin(const CancellationToken& cancel) {
        if (onCall)
            onCall(calls);
        ++calls;
        return cancel.check();
    }

    double wobble(const std::string& what, double size, std::uint64_t salt) const {
        Random random(fastHash(what) + salt * 7919 + m_truth.seed);
        return std::exp(size * random.normal());
    }

    double threads(const measurement::probe::TimedModel& timed) const {
        return std::min(std::max(1, timed.session.threads), m_truth.cores) > 1 ? 1.9 : 1;
    }

    static bool isEdge(const std::string& op) {
        return op == "QuantizeLinear" || op == "DequantizeLinear" || op == "Cast" ||
               op == "DynamicQuantizeLinear";
    }

    /// What a unit pads: output channels of a convolution, columns of a product.
    double paddedShare(const ir::Graph& graph, const ir::Node& node) const {
        if (m_truth.alignment == 1 || node.inputs.size() < 2 ||
            (node.opType != "Conv" && node.opType != "MatMul"))
            return 1;
        const auto dims = graph.tensorType(node.inputs[1]).dims();
        if (!dims || dims->size() < 2)
            return 1;
        const auto channels = node.opType == "Conv" ? dims->front() : dims->back();
        const auto step = static_cast<std::int64_t>(m_truth.alignment);
        return static_cast<double>((channels + step - 1) / step * step) /
               static_cast<double>(channels);
    }

    Result<Seen> look(const measurement::probe::TimedModel& timed) const {
        MI_ASSIGN(ir::Model model, ir::importOnnx(timed.model));
        Seen seen;
        const ir::Graph* graph = model.graph.get();
        if (!graph->tensorType(graph->inputs().front()).dims()) {
            seen.open = true;
            const bool conv = graph->node(graph->order().front()).opType == "Conv";
            model = (conv ? measurement::probe::convolutionChain(false)
                          : measurement::probe::matrixChain(false))
                        .model;
            graph = model.graph.get();
        }
        addNodes(*graph, seen);
        seen.us *= (seen.open ? m_truth.openFactor : 1) * wobble(seen.text, m_truth.noise, 3);
        seen.us += m_truth.launchUs;
        return seen;
    }

    void addNodes(const ir::Graph& graph, Seen& seen) const {
        bool small = false, dynamic = false;
        for (const auto id : graph.order()) {
            small = small || graph.node(id).opType == "QuantizeLinear";
            dynamic = dynamic || graph.node(id).opType == "DynamicQuantizeLinear";
        }
        const bool half = graph.tensorType(graph.inputs().front()).element == ElementType::Float16;
        const bool integer = (small || dynamic) && !m_truth.integerAsFloat;
        for (const auto id : graph.order()) {
            const ir::Node& node = graph.node(id);
            seen.text += node.opType;
            for (const auto output : node.outputs)
                if (const auto dims = graph.tensorType(output).dims())
                    for (const auto dim : *dims)
                        seen.text += "x" + std::to_string(dim);
            if (isEdge(node.opType)) {
                addNode(seen, node.opType, 0, "float32");
                continue;
            }
            double us = 0.5;
            if (const auto work = ir::operatorWork(graph, node)) {
                us += work->flops / m_truth.gflops * 1e-3 * paddedShare(graph, node);
                us += work->bytes() / 20 * 1e-3;
            }
            if (const auto it = m_truth.opFactor.find(node.opType); it != m_truth.opFactor.end())
                us *= it->second;
            us /= integer ? 2 : half ? 1.2 : 1;
            seen.us += us;
            if (node.opType == m_truth.decomposed) {
                addNode(seen, "Sigmoid", us / 2, "float32");
                addNode(seen, "Mul", us / 2, "float32");
                continue;
            }
            addNode(seen, integer && small ? "QLinear" + node.opType : node.opType, us,
                    integer ? "uint8"
                    : half  ? "float16"
                            : "float32",
                    node.opType == m_truth.elsewhere ? "OtherProvider" : "CPUExecutionProvider");
        }
    }

    static void addNode(Seen& seen, const std::string& op, double us, const std::string& type,
                        const std::string& provider = "CPUExecutionProvider") {
        measurement::OperatorTime time;
        time.opType = op;
        time.us = us;
        time.calls = 1;
        time.provider = provider;
        time.inputTypes = {type};
        seen.nodes.push_back(std::move(time));
    }

    PlantedTruth m_truth;
    double m_now = 0;
    std::uint64_t m_slices = 0, m_sessions = 0;
};

inline measurement::probe::ProbedDevice plantedDevice() {
    measurement::probe::ProbedDevice device;
    device.name = "planted";
    device.environment.runtime = "onnxruntime@1.30.0";
    device.provider = "CPUExecutionProvider";
    device.environment.device = "planted";
    device.environment.kernel = "Linux 6.1";
    device.caches = {{"L1", 32 << 10, 64, 2}, {"L2", 1 << 20, 64, 2}, {"L3", 32 << 20, 64, 1}};
    device.cores = 2;
    return device;
}

inline Result<measurement::ProbeResult> probePlanted(const PlantedTruth& truth,
                                                     const measurement::ProbeOptions& options) {
    PlantedBench bench(truth);
    return measurement::probe::runProbe(bench, plantedDevice(), "2026-11-30T12:00:00Z", options, {},
                                        {});
}

} // namespace metainfer::test
