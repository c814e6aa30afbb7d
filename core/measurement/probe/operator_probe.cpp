// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the operator matrix through the runtime, one model per operator.
#include "measurement/probe/operator_probe.h"

#include <fmt/format.h>

#include <algorithm>

namespace metainfer::measurement::probe {
namespace {

using hardware::ProbeRow;
using hardware::ProbeStatus;

constexpr int kProfileRuns = 11;
// Less than this share of a run is the operator itself: the rest was launch overhead.
constexpr double kSmallestShare = 0.02;

bool isLayoutConversion(std::string_view op) {
    return op == "ReorderInput" || op == "ReorderOutput";
}

bool isByte(std::string_view type) {
    return type == "uint8" || type == "int8";
}

ProbeStatus statusOf(ErrorCode code) {
    if (code == ErrorCode::Crash || code == ErrorCode::OutOfMemory || code == ErrorCode::DeviceLost)
        return ProbeStatus::Crash;
    return code == ErrorCode::Timeout ? ProbeStatus::Timeout : ProbeStatus::Fail;
}

void setTimes(TimedModel& model, ProbeSuite suite) {
    model.minimumRuns = suite == ProbeSuite::Full ? 130 : 11;
    model.seconds = suite == ProbeSuite::Full ? 0.5 : suite == ProbeSuite::Quick ? 0.06 : 0.02;
    model.maximumSeconds = suite == ProbeSuite::Full ? 20 : 2;
}

std::string remark(const OperatorCase& probed, const KernelFacts& facts) {
    if (probed.dtype == "int8" && !facts.inInteger)
        return "int8 accepted, computed in float";
    if (probed.dtype == "fp16" && !facts.inHalf)
        return "fp16 accepted, computed in float";
    return {};
}

/// Times net of launching and of the conversions at the edges of the test model.
void fillTimes(ProbeRow& row, const std::vector<double>& samples, double launchUs, double share,
               const std::optional<ir::OperatorWork>& work) {
    const SampleSummary times = summarize(samples);
    const double net = std::max(times.median - launchUs, kSmallestShare * times.median) * share;
    const double factor = times.median > 0 ? net / times.median : 0;
    row.n = times.n();
    // A toolchain may give its own median as the only number: n says so.
    if (net > 0)
        row.p50Us = net;
    if (times.p95.value)
        row.p95Us = net + (*times.p95.value - times.median) * share;
    row.madUs = times.mad * factor;
    if (!work || !(net > 0))
        return;
    if (work->flops > 0)
        row.gflops = work->flops / net * 1e-3;
    row.gbps = work->bytes() / net * 1e-3;
}

/// "a+b" without repeating.
void addOnce(std::string& list, const std::string& name, char separator) {
    if (name.empty())
        return;
    const std::string padded = separator + list + separator;
    if (padded.find(separator + name + separator) == std::string::npos)
        list += (list.empty() ? "" : std::string(1, separator)) + name;
}

void fillKernel(ProbeRow& row, const OperatorCase& probed, const KernelFacts& facts) {
    row.kernel = facts.executed;
    row.provider = facts.providers;
    if (facts.blockedLayout)
        row.layout = "NCHWc";
    row.error = remark(probed, facts);
}

} // namespace

bool isConversion(std::string_view op) {
    return isLayoutConversion(op) || op == "QuantizeLinear" || op == "DequantizeLinear" ||
           op == "Cast";
}

KernelFacts kernelFacts(const std::vector<OperatorTime>& nodes, std::string_view op) {
    KernelFacts facts;
    double own = 0, all = 0, most = -1;
    for (const OperatorTime& node : nodes) {
        all += node.us;
        addOnce(facts.executed, node.opType, '+');
        addOnce(facts.providers, node.provider, ',');
        facts.blockedLayout = facts.blockedLayout || isLayoutConversion(node.opType);
        // Integer convolutions get Transposes to and from channels-last around them.
        // A dynamic product's casts and scalings are its own.
        const bool edge = isConversion(node.opType) && op != "MatMulInteger";
        if (edge || (node.opType == "Transpose" && node.opType != op && op != "Attention"))
            continue;
        own += node.us;
        if (node.us <= most)
            continue;
        most = node.us;
        facts.kernel = node.opType;
        const std::string type = node.inputTypes.empty() ? "" : node.inputTypes.front();
        facts.inInteger = isByte(type);
        if (op == "MatMulInteger") // the activation may come in float
            facts.inInteger = std::any_of(node.inputTypes.begin(), node.inputTypes.end(), isByte);
        facts.inHalf = type == "float16";
    }
    if (own > 0 && all > 0)
        facts.share = own / all;
    return facts;
}

Result<ProbeRow> probeOperator(const StepContext& context, const OperatorCase& probed,
                               const CancellationToken& cancel) {
    ProbeRow row;
    row.op = probed.op;
    row.family = probed.family();
    row.shapes = probed.shapes();
    row.dtype = probed.dtype;
    row.threads = probed.threads;
    const bool image = !probed.outputs.empty() && probed.outputs[0].size() == 4;
    row.layout = image ? "NCHW" : "row";
    row.environment = context.device.environment.text();
    const auto failed = [&row](const Error& error) -> Result<ProbeRow> {
        if (endsProbe(error))
            return fail(error);
        row.status = statusOf(error.code);
        row.error = error.message;
        return row;
    };
    auto model = writeCase(context, probed);
    if (!model)
        return failed(model.error());
    setTimes(*model, context.suite);
    const auto runs = context.bench.run(*model, cancel);
    if (!runs)
        return failed(runs.error());
    KernelFacts facts;
    if (context.device.canProfile && !probed.wallClock) {
        const auto nodes = context.bench.profile(*model, kProfileRuns, cancel);
        if (!nodes)
            return failed(nodes.error());
        facts = kernelFacts(*nodes, probed.op);
        fillKernel(row, probed, facts);
    }
    const ProbeResult& soFar = context.soFar;
    if (probed.wallClock) {
        fillTimes(row, runs->samples.wallUs, soFar.launchWallUs.value_or(0), 1, workOf(probed));
        return row;
    }
    // Process CPU time does not count what others do on the machine.
    const bool cpu = !runs->samples.cpuUs.empty();
    const double launch = (cpu ? soFar.launchCpuUs : soFar.launchWallUs).value_or(0);
    fillTimes(row, oneThreadTimes(*runs), launch, facts.share, workOf(probed));
    if (context.suite == ProbeSuite::Full)
        if (const auto bytes = context.bench.peakMemory(*model, cancel))
            row.peakBytes = *bytes;
    return row;
}

namespace {

ProbeStep stepOf(OperatorCase probed, ProbeSuite suite) {
    ProbeStep step;
    step.key = "row/" + probed.key();
    step.what = probed.key();
    step.seconds = suite == ProbeSuite::Full ? 1.2 : 0.25;
    step.mayBeSkipped = true;
    step.run = [probed = std::move(probed)](const StepContext& context, ProbeResult& part,
                                            const CancellationToken& cancel) -> Status {
        MI_ASSIGN(ProbeRow row, probeOperator(context, probed, cancel));
        auto& rows = probed.wallClock ? part.threadRows : part.rows;
        rows.push_back(std::move(row));
        return {};
    };
    return step;
}

} // namespace

std::vector<ProbeStep> operatorSteps(const ProbeOptions& options, const ProbedDevice& device) {
    std::vector<ProbeStep> steps;
    for (OperatorCase& probed : operatorCases(options.suite))
        if (isWanted(probed, options) && (probed.blockedLayout || device.hasOptimizers))
            steps.push_back(stepOf(std::move(probed), options.suite));
    return steps;
}

std::vector<ProbeStep> threadSteps(const ProbeOptions& options, const ProbedDevice& device) {
    std::vector<ProbeStep> steps;
    for (OperatorCase& probed : threadCases(options.suite, device.cores))
        if (isWanted(probed, options))
            steps.push_back(stepOf(std::move(probed), options.suite));
    return steps;
}

} // namespace metainfer::measurement::probe
