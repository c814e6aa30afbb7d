// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Hardware that is not at hand: every number says `simulated`.
#include "measurement/simulated_device.h"

#include "measurement/local_device.h"
#include "measurement/time_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace metainfer::measurement {
namespace {

constexpr const char* kRemark = "simulated by a model of the hardware, not measured";

/// The errors of one model about two variants of one network go the same way, so the interval of
/// the ratio comes from the ends taken together, not crossed.
Interval ratioOf(const Interval& variant, const Interval& base) {
    const double value = variant.value / base.value;
    const double a = base.low > 0 ? variant.low / base.low : value;
    const double b = base.high > 0 ? variant.high / base.high : value;
    return {value, std::min({a, b, value}), std::max({a, b, value})};
}

Verdict verdictOf(const Interval& ratio) {
    Verdict verdict;
    verdict.ratio = verdict.decisive = ratio;
    if (ratio.high < 1)
        verdict.kind = VerdictKind::Faster;
    else if (ratio.low > 1)
        verdict.kind = VerdictKind::Slower;
    else
        verdict.reason = ratio.low == 1 && ratio.high == 1 ? "the model sees no difference"
                                                           : "within the model's uncertainty";
    return verdict;
}

} // namespace

SimulatedDevice::SimulatedDevice(std::string name, Capabilities capabilities,
                                 hardware::Environment environment, ModelEstimator estimator,
                                 std::shared_ptr<Executor> numerics)
    : m_name(std::move(name))
    , m_capabilities(std::move(capabilities))
    , m_environment(std::move(environment))
    , m_estimator(std::move(estimator))
    , m_numerics(std::move(numerics)) {
    m_capabilities.measures = false;
    m_capabilities.cpuClock = false;
    m_capabilities.coldStart = false;
}

Result<SimulatedCost> SimulatedDevice::estimate(const Workload& workload,
                                                const CancellationToken& cancel) const {
    MI_CHECK(cancel.check());
    auto cost = m_estimator(workload);
    if (!cost)
        return failWith(cost.error(), "while simulating " + workload.label + " on " + m_name);
    if (!(cost->us.value > 0) || !std::isfinite(cost->us.value))
        return fail(ErrorCode::Internal, fmt::format("the model of {} gives {} µs for `{}`", m_name,
                                                     cost->us.value, workload.label));
    return cost;
}

Result<Measurement> SimulatedDevice::measure(const MeasureRequest& request) {
    MI_CHECK(request.protocol.check());
    if (request.instances != 1 || !request.pinTo.empty())
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} is simulated: instances and pinning have no model", m_name),
                    "measure on a real device");
    const auto cost = estimate(request.workload, request.cancel);
    if (!cost && cost.error().code == ErrorCode::Cancelled)
        return fail(cost.error());
    Measurement m =
        cost ? Measurement{} : Measurement::failed(request.workload.label, cost.error());
    m.id = freshId("m");
    m.label = request.workload.label;
    m.device = m_name;
    m.source = NumberSource::Simulated;
    m.protocol = "simulated";
    m.ratioClock = ClockKind::Model;
    m.batch = request.workload.batch;
    m.environment = m_environment.text();
    m.startedAt = utcNow();
    m.modelBytes = modelFileBytes(request.workload.model);
    if (!cost)
        return m;
    // One value, no distribution: percentiles stay `n too small`.
    m.wall = summarize({cost->us.value});
    m.simulatedUs = cost->us;
    m.requestsPerSecond = 1e6 / cost->us.value;
    m.samplesPerSecond = m.requestsPerSecond * m.batch;
    m.peakMemoryBytes = cost->peakBytes;
    m.validity.lower(Grade::Noisy, kRemark);
    return m;
}

Result<Comparison> SimulatedDevice::compare(const CompareRequest& request) {
    Comparison comparison;
    comparison.id = freshId("x");
    comparison.purpose = request.purpose;
    comparison.device = m_name;
    comparison.base = request.base.label;
    comparison.source = NumberSource::Simulated;
    comparison.environment = m_environment.text();
    comparison.startedAt = utcNow();
    comparison.validity.lower(Grade::Noisy, kRemark);
    const auto base = estimate(request.base, request.cancel);
    if (!base && base.error().code == ErrorCode::Cancelled)
        return fail(base.error());
    if (!base) {
        comparison.failure = base.error();
        comparison.validity.lower(Grade::Invalid, std::string(errorCodeName(base.error().code)));
    }
    for (const Workload& workload : request.variants) {
        VariantComparison& variant = comparison.variants.emplace_back();
        variant.label = workload.label;
        variant.clock = ClockKind::Model;
        const auto cost = base ? estimate(workload, request.cancel) : base;
        if (!cost && cost.error().code == ErrorCode::Cancelled)
            return fail(cost.error());
        if (!cost) {
            variant.failure = cost.error();
            variant.verdict.reason = "failed: " + cost.error().message;
            continue;
        }
        variant.baseMedianUs = base->us.value;
        variant.variantMedianUs = cost->us.value;
        variant.estimate.ratio = ratioOf(cost->us, base->us);
        variant.verdict = verdictOf(variant.estimate.ratio);
    }
    return comparison;
}

Result<OperatorProfile> SimulatedDevice::profileOperators(const Workload& workload, int,
                                                          const RunLimits&,
                                                          const CancellationToken& cancel) {
    MI_ASSIGN(SimulatedCost cost, estimate(workload, cancel));
    OperatorProfile profile;
    profile.source = NumberSource::Simulated;
    profile.operators = std::move(cost.operators);
    for (const OperatorTime& op : profile.operators)
        profile.sumUs += op.us;
    profile.endToEndUs = cost.us.value;
    profile.environment = m_environment.text();
    return profile;
}

Result<std::uint64_t> SimulatedDevice::peakMemory(const Workload& workload, const RunLimits&,
                                                  const CancellationToken& cancel) {
    MI_ASSIGN(const SimulatedCost cost, estimate(workload, cancel));
    if (!cost.peakBytes)
        return fail(ErrorCode::Unsupported, fmt::format("the model of {} gives no memory for `{}`",
                                                        m_name, workload.label));
    return *cost.peakBytes;
}

Result<ColdStart> SimulatedDevice::coldStart(const Workload& workload, const RunLimits&,
                                             const CancellationToken&) {
    return fail(
        ErrorCode::Unsupported,
        fmt::format("{} is simulated: it cannot say how `{}` starts", m_name, workload.label),
        "measure the cold start on a real device");
}

} // namespace metainfer::measurement
