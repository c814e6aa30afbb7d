// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Computing on all cores without a pause, with clocks and temperature beside it.
#include "measurement/probe/probe_steps.h"

#include <algorithm>
#include <numeric>

namespace metainfer::measurement::probe {
namespace {

struct Window {
    double seconds, slice;
};

Window windowOf(ProbeSuite suite) {
    switch (suite) {
    case ProbeSuite::Reduced:
        return {0.2, 0.04};
    case ProbeSuite::Quick:
        return {8, 0.25};
    case ProbeSuite::Full:
        break;
    }
    return {240, 1};
}

/// The hottest sensor, and the mean of clocks that are measured rather than written on the chip.
void addSensors(SustainedSample& sample, const std::optional<hardware::Telemetry>& look) {
    if (!look)
        return;
    for (const auto& sensor : look->temperatures)
        sample.temperatureC = std::max(sample.temperatureC.value_or(-273), sensor.celsius);
    if (!look->clocksMhz.empty() && !look->clocksAreNominal)
        sample.clockMhz = std::accumulate(look->clocksMhz.begin(), look->clocksMhz.end(), 0.0) /
                          static_cast<double>(look->clocksMhz.size());
}

} // namespace

ProbeStep sustainedStep(const ProbedDevice& device, ProbeSuite suite) {
    const Window window = windowOf(suite);
    ProbeStep step;
    step.key = "sustained";
    step.what = "sustained rate";
    step.seconds = window.seconds;
    step.run = [cores = device.cores, window](const StepContext& context, ProbeResult& part,
                                              const CancellationToken& cancel) -> Status {
        const double start = context.bench.now();
        for (double at = 0; at < window.seconds; at = context.bench.now() - start) {
            MI_CHECK(cancel.check());
            const auto answer = context.bench.compute({"fp32", cores, window.slice, {}}, cancel);
            if (!answer)
                return note(part, "sustained rate", answer.error());
            SustainedSample sample;
            sample.seconds = (at + context.bench.now() - start) / 2; // its middle
            sample.gflops = answer->opsPerSecond / 1e9;
            addSensors(sample, context.bench.telemetry());
            part.sustained.push_back(sample);
        }
        return Status{};
    };
    return step;
}

} // namespace metainfer::measurement::probe
