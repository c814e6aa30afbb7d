// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The spread of a metric's value: set for times, and written for people by what it means.
#pragma once

#include "measurement/metric.h"

#include <string>

namespace metainfer::measurement {

/// What the brackets of a simulated figure mean, for the line below a table.
inline constexpr const char* kModelIntervalText =
    "[low, high] beside a simulated time or throughput is the 90 % interval of the model's own "
    "error; it is no spread of repeated runs";

/// One latency for all percentiles and the throughput that follows from it, requests per second
/// one after the other. `us` > 0 with its interval, in microseconds.
void setLatency(MetricValues& values, const Interval& us, NumberSource source);

/// "±0.8 %" for a measured value; "[157, 1350]", in the unit that the value is written in, for one
/// that a model gives: its error is a factor, not a spread of runs. Empty without an interval.
std::string spreadText(Metric metric, const MetricValue& value);

} // namespace metainfer::measurement
