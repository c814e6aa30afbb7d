// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A subject measured alone, at a moment like the others: a few seconds of a shared machine may be
// unlike the minutes in which it was compared.
#pragma once

#include "measurement/measurement.h"
#include "measurement/metric.h"

#include <fmt/format.h>

#include <cmath>

namespace metainfer::engine {

/// Further apart than this share, two medians of the same subject tell of two moments.
inline constexpr double kSameMoment = 0.2;

/// What `measure` answers; when its wall median is not that of the interleaved run
/// (`interleavedUs`, 0 = unknown), it is asked up to twice more and the nearest answer is kept.
/// One that stays apart says so among the reasons of its grade.
template <typename Measure>
Result<measurement::Measurement> measureLike(double interleavedUs, const Measure& measure) {
    const auto apart = [&](const measurement::Measurement& one) {
        return std::abs(std::log(one.wall.median / interleavedUs));
    };
    Result<measurement::Measurement> nearest = measure();
    if (interleavedUs <= 0 || !nearest || !nearest->ok() || nearest->simulatedUs ||
        nearest->wall.median <= 0)
        return nearest;
    for (int more = 0; more < 2 && apart(*nearest) > std::log1p(kSameMoment); ++more) {
        Result<measurement::Measurement> again = measure();
        if (!again)
            return again;
        if (again->ok() && again->wall.median > 0 && apart(*again) < apart(*nearest))
            nearest = std::move(again);
    }
    if (apart(*nearest) > std::log1p(kSameMoment))
        nearest->validity.lower(
            Grade::Noisy,
            fmt::format(
                "{} alone, {} in turn with the others",
                measurement::formatMetric(measurement::Metric::P50Latency, nearest->wall.median),
                measurement::formatMetric(measurement::Metric::P50Latency, interleavedUs)));
    return nearest;
}

} // namespace metainfer::engine
