// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the operator matrix through the runtime, one model per operator.
#include "measurement/probe/operator_probe.h"

#include "ir/onnx_io.h"
#include "measurement/agent_values.h"

#include <fmt/format.h>

#include <array>

namespace metainfer::measurement::probe {
namespace {

using hardware::ProbeRow;
using hardware::ProbeStatus;

constexpr std::chrono::seconds kTimeout{30};
constexpr int kProfileRuns = 11;
// Less than this share of a run is the operator itself: the rest was launch overhead.
constexpr double kSmallestShare = 0.02;

bool isLayoutConversion(std::string_view op) {
    return op == "ReorderInput" || op == "ReorderOutput";
}

bool isConversion(std::string_view op) {
    return isLayoutConversion(op) || op == "QuantizeLinear" || op == "DequantizeLinear" ||
           op == "Cast";
}

ProbeStatus statusOf(ErrorCode code) {
    if (code == ErrorCode::Crash || code == ErrorCode::OutOfMemory || code == ErrorCode::DeviceLost)
        return ProbeStatus::Crash;
    return code == ErrorCode::Timeout ? ProbeStatus::Timeout : ProbeStatus::Fail;
}

SessionOptions sessionFor(const OperatorCase& probed) {
    SessionOptions session;
    session.threads = 1;
    if (!probed.blockedLayout)
        session.disabledOptimizers = {"NchwcTransformer"};
    return session;
}

metainfer::MeasureRequest measureRequest(const ModelVariant& variant, const OperatorCase& probed,
                                         ProbeSuite suite) {
    metainfer::MeasureRequest request;
    request.variant = variant;
    request.inputs = feedOf(probed);
    request.minWarmupRuns = 3;
    request.minWarmupSeconds = 0.02;
    request.maxWarmupSeconds = 0.3;
    request.minRuns = suite == ProbeSuite::Full ? 130 : 11;
    request.minSeconds = suite == ProbeSuite::Full ? 0.5 : suite == ProbeSuite::Quick ? 0.06 : 0.02;
    request.maxRuns = 5000;
    request.maxSeconds = suite == ProbeSuite::Full ? 20 : 2;
    request.limits.timeout = kTimeout;
    return request;
}

std::string remark(const OperatorCase& probed, const KernelFacts& facts) {
    if (probed.dtype == "int8" && !facts.inInteger)
        return "int8 accepted, computed in float";
    if (probed.dtype == "fp16" && !facts.inHalf)
        return "fp16 accepted, computed in float";
    return {};
}

/// Times net of launching and of the conversions at the edges of the test model.
void fillTimes(ProbeRow& row, const SampleSeries& samples, double launchUs, double share,
               const std::optional<ir::OperatorWork>& work) {
    // One thread: process CPU time does not count what others do on the machine.
    const SampleSummary cpu = summarize(samples.cpuUs);
    const double net = std::max(cpu.median - launchUs, kSmallestShare * cpu.median) * share;
    const double factor = cpu.median > 0 ? net / cpu.median : 0;
    row.n = cpu.n();
    if (cpu.p50.value)
        row.p50Us = net;
    if (cpu.p95.value)
        row.p95Us = net + (*cpu.p95.value - cpu.median) * share;
    row.madUs = cpu.mad * factor;
    if (!work || !(net > 0))
        return;
    if (work->flops > 0)
        row.gflops = work->flops / net * 1e-3;
    row.gbps = work->bytes() / net * 1e-3;
}

} // namespace

KernelFacts kernelFacts(const std::vector<OperatorTime>& nodes, std::string_view op) {
    KernelFacts facts;
    double own = 0, all = 0, most = -1;
    for (const OperatorTime& node : nodes) {
        all += node.us;
        facts.blockedLayout = facts.blockedLayout || isLayoutConversion(node.opType);
        // Integer convolutions get Transposes to and from channels-last around them.
        if (isConversion(node.opType) || (node.opType == "Transpose" && node.opType != op))
            continue;
        own += node.us;
        if (node.us <= most)
            continue;
        most = node.us;
        facts.kernel = node.opType;
        const std::string type = node.inputTypes.empty() ? "" : node.inputTypes.front();
        facts.inInteger = type == "uint8" || type == "int8";
        facts.inHalf = type == "float16";
    }
    if (own > 0 && all > 0)
        facts.share = own / all;
    return facts;
}

Result<ProbeRow> probeOperator(const OperatorProbe& context, const OperatorCase& probed,
                               const CancellationToken& cancel) {
    ProbeRow row;
    row.op = probed.op;
    row.family = probed.family();
    row.shapes = probed.shapes();
    row.dtype = probed.dtype;
    const bool image = !probed.outputs.empty() && probed.outputs[0].size() == 4;
    row.layout = image ? "NCHW" : "row";
    row.environment = context.environment;
    const auto failed = [&row](const Error& error) -> Result<ProbeRow> {
        if (error.code == ErrorCode::Cancelled)
            return fail(error);
        row.status = statusOf(error.code);
        row.error = error.message;
        return row;
    };
    MI_ASSIGN(const ir::Model model, modelOf(probed));
    const std::filesystem::path file = context.folder / "operator.onnx";
    if (const Status written = ir::exportOnnx(model, file); !written)
        return failed(written.error());
    const ModelVariant variant{file, sessionFor(probed), row.family};
    const auto measured =
        context.client.measure(measureRequest(variant, probed, context.suite), cancel);
    if (!measured)
        return failed(measured.error());
    metainfer::ProfileRequest profile;
    profile.variant = variant;
    profile.inputs = feedOf(probed);
    profile.runs = kProfileRuns;
    profile.limits.timeout = kTimeout;
    const auto profiled = context.client.profile(profile, cancel);
    if (!profiled)
        return failed(profiled.error());
    std::vector<OperatorTime> nodes;
    for (const NodeProfile& node : profiled->nodes)
        nodes.push_back(operatorFromAgent(node, profiled->runs));
    const KernelFacts facts = kernelFacts(nodes, probed.op);
    if (facts.blockedLayout)
        row.layout = "NCHWc";
    row.error = remark(probed, facts);
    fillTimes(row, measured->samples, context.launchUs, facts.share, workOf(probed));
    if (context.suite == ProbeSuite::Full)
        if (const auto memory =
                context.client.memory({variant, profile.inputs, 1, RunLimits{kTimeout, 0}}, cancel))
            row.peakBytes = memory->attributableBytes;
    return row;
}

} // namespace metainfer::measurement::probe
