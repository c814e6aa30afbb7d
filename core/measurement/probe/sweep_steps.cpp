// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Time over the number of channels, one by one around multiples of 4, 8, 16 and 32.
#include "base/random.h"
#include "measurement/probe/operator_makers.h"
#include "measurement/probe/probe_steps.h"

#include <fmt/format.h>

#include <algorithm>

namespace metainfer::measurement::probe {
namespace {

OperatorCase outputChannels(int channels) {
    return conv(64, 28, channels, 3);
}
OperatorCase inputChannels(int channels) {
    return conv(channels, 28, 64, 3);
}
OperatorCase columns(int channels) {
    return matmul(128, 256, channels);
}

std::vector<int> channelsOf(ProbeSuite suite) {
    if (suite == ProbeSuite::Full) {
        std::vector<int> all;
        for (int channels = 1; channels <= 72; ++channels)
            all.push_back(channels);
        return all;
    }
    return {3,  4,  5,  7,  8,  9,  12, 13, 15, 16, 17, 20, 23, 24, 25, 28, 29, 31,
            32, 33, 36, 39, 40, 41, 44, 47, 48, 49, 56, 57, 63, 64, 65, 68, 72};
}

Status sweep(const SweepPlan& plan, const StepContext& context, ProbeResult& part,
             const CancellationToken& cancel) {
    AlignmentSweep sweep{plan.family, plan.dtype, plan.axis, {}};
    // In random order: a drift of the machine must not look like a step.
    std::vector<int> order = plan.channels;
    Random random(17);
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random.below(i)]);
    const double launch =
        context.soFar.launchCpuUs.value_or(context.soFar.launchWallUs.value_or(0));
    for (const int channels : order) {
        OperatorCase probed = plan.caseAt(channels);
        probed.dtype = plan.dtype;
        auto model = writeCase(context, probed);
        const std::string what = fmt::format("{} {} over {}", plan.family, plan.dtype, plan.axis);
        if (!model)
            return note(part, what, model.error());
        model->warmUpSeconds = 0.01;
        model->warmUpMaximum = 0.05;
        model->seconds = context.suite == ProbeSuite::Full ? 0.1 : 0.025;
        const auto runs = context.bench.run(*model, cancel);
        if (!runs)
            return note(part, what, runs.error());
        const SampleSummary times = summarize(oneThreadTimes(*runs));
        if (times.median > launch)
            sweep.points.push_back({channels, times.median - launch, times.mad});
    }
    std::sort(sweep.points.begin(), sweep.points.end(),
              [](const auto& a, const auto& b) { return a.channels < b.channels; });
    part.alignment.push_back(std::move(sweep));
    return {};
}

} // namespace

std::vector<SweepPlan> sweepPlans(ProbeSuite suite) {
    if (suite == ProbeSuite::Reduced)
        return {};
    const std::vector<int> channels = channelsOf(suite);
    std::vector<SweepPlan> plans{
        {"conv2d:dense", "fp32", "output_channels", channels, outputChannels},
        {"conv2d:dense", "int8", "output_channels", channels, outputChannels},
        {"conv2d:dense", "fp32", "input_channels", channels, inputChannels},
        {"matmul", "fp32", "columns", channels, columns}};
    if (suite == ProbeSuite::Full) {
        plans.push_back({"conv2d:dense", "int8", "input_channels", channels, inputChannels});
        plans.push_back({"matmul", "int8", "columns", channels, columns});
        plans.push_back({"conv2d:dense", "fp16", "output_channels", channels, outputChannels});
    }
    return plans;
}

std::vector<ProbeStep> sweepSteps(const ProbeOptions& options) {
    std::vector<ProbeStep> steps;
    if (!options.shapes.empty())
        return steps;
    for (SweepPlan& plan : sweepPlans(options.suite)) {
        OperatorCase one = plan.caseAt(plan.channels.front());
        one.dtype = plan.dtype;
        if (!isWanted(one, options))
            continue;
        ProbeStep step;
        step.key = fmt::format("sweep/{}/{}/{}", plan.family, plan.dtype, plan.axis);
        step.what = "alignment of " + plan.family;
        step.seconds = 0.06 * static_cast<double>(plan.channels.size());
        step.mayBeSkipped = true;
        step.run = [plan = std::move(plan)](const StepContext& context, ProbeResult& part,
                                            const CancellationToken& cancel) {
            return sweep(plan, context, part, cancel);
        };
        steps.push_back(std::move(step));
    }
    return steps;
}

} // namespace metainfer::measurement::probe
