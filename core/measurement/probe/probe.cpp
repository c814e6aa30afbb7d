// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The probe as a whole: machine first, then the operator matrix within the time limit.
#include "measurement/probe/probe.h"

#include "base/file.h"
#include "measurement/agent_values.h"
#include "measurement/local_device.h"
#include "measurement/probe/machine_probe.h"
#include "measurement/probe/operator_probe.h"
#include "measurement/time_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace metainfer::measurement {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kMachineShare = 0.15; // of the progress shown
constexpr double kQuickSeconds = 105;  // the suite's promise is two minutes

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double timeLimit(const ProbeOptions& options) {
    if (options.timeLimitSeconds > 0)
        return options.timeLimitSeconds;
    return options.suite == ProbeSuite::Full ? 1e9 : kQuickSeconds;
}

/// The row of an interrupted run that stands for this case under the same environment.
const hardware::ProbeRow* knownRow(const probe::OperatorCase& probed, const ProbeOptions& options,
                                   const std::string& environment) {
    const hardware::ProbeShapes shapes = probed.shapes();
    for (const hardware::ProbeRow& row : options.known)
        if (row.op == probed.op && row.dtype == probed.dtype && row.shapes == shapes &&
            row.environment == environment && (probed.blockedLayout || row.layout == "NCHW"))
            return &row;
    return nullptr;
}

Status probeMachine(AgentClient& client, const std::filesystem::path& folder, int cores,
                    const ProbeOptions& options, ProbeResult& result, const ProgressSink& progress,
                    const CancellationToken& cancel) {
    report(progress, 0, "compute rates");
    MI_CHECK(probe::probeCompute(client, cores, options.suite, result, cancel));
    report(progress, 0.25 * kMachineShare, "memory bandwidth");
    MI_CHECK(probe::probeBandwidth(client, cores, options.suite, result, cancel));
    report(progress, 0.75 * kMachineShare, "thread scaling");
    return probe::probeScaling(client, folder, cores, options.suite, result, cancel);
}

Status probeOperators(const probe::OperatorProbe& context, const ProbeOptions& options,
                      Clock::time_point start, ProbeResult& result, const ProgressSink& progress,
                      const CancellationToken& cancel) {
    std::vector<probe::OperatorCase> cases = probe::operatorCases(options.suite);
    std::erase_if(cases, [&](const auto& probed) { return !probe::isWanted(probed, options); });
    for (std::size_t i = 0; i < cases.size(); ++i) {
        MI_CHECK(cancel.check());
        if (const auto* known = knownRow(cases[i], options, context.environment)) {
            result.rows.push_back(*known);
            continue;
        }
        if (secondsSince(start) > timeLimit(options)) {
            ++result.skipped;
            continue;
        }
        report(progress,
               kMachineShare +
                   (1 - kMachineShare) * static_cast<double>(i) / static_cast<double>(cases.size()),
               cases[i].key());
        MI_ASSIGN(hardware::ProbeRow row, probe::probeOperator(context, cases[i], cancel));
        result.rows.push_back(std::move(row));
        if (options.onRow)
            options.onRow(result.rows.back());
    }
    return {};
}

/// What the machine's counters say about the time of the whole probe.
Validity gradeProbe(const metainfer::MachineState& from, const metainfer::MachineState& to) {
    const MachineState before = fromAgent(from, {}), after = fromAgent(to, {});
    GradeEvidence evidence;
    evidence.samples = 1;
    addStateEvidence(evidence, before, after);
    evidence.otherLoad.reset(); // ours and others' cannot be told apart over many processes
    return gradeOf(evidence);
}

/// A profile must not say of all operators that the device cannot run them when it is the runtime
/// that does not run.
Status checkAnyRan(const ProbeResult& result) {
    const auto ran = [](const hardware::ProbeRow& row) {
        return row.status == hardware::ProbeStatus::Ok;
    };
    if (result.rows.empty() || std::any_of(result.rows.begin(), result.rows.end(), ran))
        return {};
    return fail(ErrorCode::Io,
                fmt::format("none of {} operator cases ran on {}: {}", result.rows.size(),
                            result.device, result.rows.front().error),
                "metainfer doctor says what is there and how to get it");
}

} // namespace

std::string_view probeSuiteName(ProbeSuite suite) {
    switch (suite) {
    case ProbeSuite::Reduced:
        return "reduced";
    case ProbeSuite::Quick:
        return "quick";
    case ProbeSuite::Full:
        break;
    }
    return "full";
}

Result<ProbeSuite> parseProbeSuite(std::string_view name) {
    for (const ProbeSuite suite : {ProbeSuite::Reduced, ProbeSuite::Quick, ProbeSuite::Full})
        if (name == probeSuiteName(suite))
            return suite;
    return fail(ErrorCode::InvalidArgument,
                fmt::format("probe suite `{}`, legal: reduced, quick, full", name));
}

std::optional<double> ProbeResult::gflops(std::string_view dtype, int threads) const {
    for (const ComputeRate& rate : compute)
        if (rate.dtype == dtype && rate.threads == threads && rate.gflops > 0)
            return rate.gflops;
    return std::nullopt;
}

std::optional<double> ProbeResult::readGbps(double footprintBytes) const {
    const BandwidthSample *below = nullptr, *above = nullptr;
    for (const BandwidthSample& sample : bandwidth) {
        if (sample.pattern != "read" || sample.threads != 1 || sample.gbps <= 0)
            continue;
        if (sample.footprintBytes <= footprintBytes &&
            (!below || sample.footprintBytes > below->footprintBytes))
            below = &sample;
        if (sample.footprintBytes >= footprintBytes &&
            (!above || sample.footprintBytes < above->footprintBytes))
            above = &sample;
    }
    if (!below || !above || below == above)
        return below   ? std::optional(below->gbps)
               : above ? std::optional(above->gbps)
                       : std::nullopt;
    const double share = std::log(footprintBytes / below->footprintBytes) /
                         std::log(above->footprintBytes / below->footprintBytes);
    return std::exp(std::log(below->gbps) + share * std::log(above->gbps / below->gbps));
}

Result<ProbeResult> probeLocal(Device& device, const ProbeOptions& options,
                               const ProgressSink& progress, const CancellationToken& cancel) {
    auto* local = dynamic_cast<LocalDevice*>(&device);
    if (!local)
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} is {}: only devices that run models here can be probed",
                                device.name(), deviceKindName(device.kind())),
                    "probe `local`");
    if (options.operators && device.capabilities().runtimes.empty())
        return fail(ErrorCode::Io,
                    fmt::format("no ONNX Runtime library that loads was found on {}, so no "
                                "operator can be probed",
                                device.name()),
                    "metainfer doctor says what is there and how to get it");
    ProbeResult result;
    result.suite = options.suite;
    result.device = device.name();
    result.environment = device.environment();
    result.caches = readCaches();
    result.startedAt = utcNow();
    MI_ASSIGN(const MachineLock held,
              local->lock(fmt::format("probe ({})", probeSuiteName(options.suite)), cancel));
    MI_ASSIGN(const TemporaryDirectory folder, TemporaryDirectory::create("metainfer-probe"));
    AgentClient& client = *local->client();
    const Clock::time_point start = Clock::now();
    MI_ASSIGN(const metainfer::MachineState before, client.machineState());
    if (options.machine)
        MI_CHECK(probeMachine(client, folder.path(), device.capabilities().cores, options, result,
                              progress, cancel));
    MI_CHECK(probe::probeLaunch(client, folder.path(), result, cancel));
    if (options.operators) {
        const probe::OperatorProbe context{client, folder.path(), options.suite,
                                           result.launchCpuUs.value_or(0),
                                           result.environment.text()};
        MI_CHECK(probeOperators(context, options, start, result, progress, cancel));
        // Of a few chosen cases it may well be that none is supported.
        if (options.families.empty() && options.dtypes.empty() && options.shapes.empty())
            MI_CHECK(checkAnyRan(result));
    }
    MI_ASSIGN(const metainfer::MachineState after, client.machineState());
    result.validity = gradeProbe(before, after);
    result.seconds = secondsSince(start);
    report(progress, 1, fmt::format("{} operators probed", result.rows.size()));
    return result;
}

std::optional<double> rooflineFraction(const hardware::ProbeRow& row, const ProbeResult& probe) {
    const double us = row.p50Us.value_or(0);
    if (row.status != hardware::ProbeStatus::Ok || !(us > 0))
        return std::nullopt;
    double bound = 0; // us
    if (const auto peak = probe.gflops(row.dtype, 1); peak && row.gflops)
        bound = *row.gflops * us / *peak;
    if (row.gbps) {
        const double bytes = *row.gbps * us * 1e3;
        if (const auto rate = probe.readGbps(bytes))
            bound = std::max(bound, bytes / *rate * 1e-3);
    }
    if (!(bound > 0))
        return std::nullopt;
    return std::min(1.0, bound / us);
}

std::optional<hardware::OpTier> tierOf(const hardware::ProbeRow& row, const ProbeResult& probe) {
    if (row.status != hardware::ProbeStatus::Ok)
        return hardware::OpTier::Unsupported;
    const auto fraction = rooflineFraction(row, probe);
    if (!fraction)
        return std::nullopt;
    return *fraction >= 0.4   ? hardware::OpTier::Fast
           : *fraction >= 0.1 ? hardware::OpTier::Medium
                              : hardware::OpTier::Slow;
}

} // namespace metainfer::measurement
