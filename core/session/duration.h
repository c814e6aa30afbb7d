// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Durations as people write them: "90s", "30m", "1h30m"; and units of limits in a deployment.
#pragma once

#include "measurement/metric.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace metainfer::session {

/// nullopt unless it is a positive sum of h, m and s parts, or a number of seconds.
std::optional<std::chrono::seconds> parseDuration(std::string_view text);
/// The shortest form that parseDuration reads back: "1h30m".
std::string formatDuration(std::chrono::seconds duration);
/// What one unit of a written limit is in the metric's own unit: 1000 for latencies (ms), 2^20 for
/// sizes (MB), 1 otherwise.
double limitUnit(measurement::Metric metric);

} // namespace metainfer::session
