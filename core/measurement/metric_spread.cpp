// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Spreads of measured values and of models' values.
#include "measurement/metric_spread.h"

#include <fmt/format.h>

#include <cmath>

namespace metainfer::measurement {
namespace {

/// The unit is the one that formatMetric chooses for the value.
std::string modelSpread(Metric metric, const Interval& interval) {
    double step = 1;
    if (metricUnit(metric) == "us")
        for (int i = 0; i < 2 && std::abs(interval.value) / step >= 1000; ++i)
            step *= 1000;
    if (metricUnit(metric) == "bytes")
        for (int i = 0; i < 3 && std::abs(interval.value) / step >= 1024; ++i)
            step *= 1024;
    const auto digits = [&](double x) {
        const double size = std::abs(x / step);
        return fmt::format("{:.{}f}", x / step, size >= 100 ? 0 : size >= 10 ? 1 : 2);
    };
    return fmt::format("[{}, {}]", digits(interval.low), digits(interval.high));
}

} // namespace

void setLatency(MetricValues& values, const Interval& us, NumberSource source) {
    for (const Metric metric :
         {Metric::P50Latency, Metric::P90Latency, Metric::P95Latency, Metric::P99Latency})
        values[metric] = {us, source};
    const double second = 1e6;
    values[Metric::Throughput] = {{second / us.value, us.high > 0 ? second / us.high : 0,
                                   us.low > 0 ? second / us.low : second / us.value},
                                  source};
}

std::string spreadText(Metric metric, const MetricValue& value) {
    const Interval& interval = value.interval;
    if (!(interval.low < interval.high) || interval.value == 0)
        return {};
    if (value.source == NumberSource::Simulated || value.source == NumberSource::Predicted)
        return modelSpread(metric, interval);
    return fmt::format("±{:.1f} %", 50 * (interval.high - interval.low) / std::abs(interval.value));
}

} // namespace metainfer::measurement
