// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Cache sizes as the operating system gives them, and the knees of a bandwidth curve.
#include "measurement/probe/probe.h"

#include <algorithm>
#include <cmath>

namespace metainfer::measurement {
namespace fs = std::filesystem;
namespace {

constexpr double kStep = 0.06;         // a fall between neighbouring sizes, in ln(GB/s)
constexpr double kSmallestFall = 0.10; // of a whole knee
constexpr double kMatch = 2.5;         // a cache explains a knee within this factor

/// Rises of the curve come from disturbed smaller sizes: a size is at least as fast as any larger
/// one.
std::vector<double> monotone(const std::vector<hardware::BandwidthPoint>& curve) {
    std::vector<double> values(curve.size());
    double best = 0;
    for (std::size_t i = curve.size(); i-- > 0;) {
        best = std::max(best, curve[i].gbps);
        values[i] = std::log(best);
    }
    return values;
}

/// The footprint at which half of the fall from `from` to `to` has happened.
double halfWay(const std::vector<hardware::BandwidthPoint>& curve,
               const std::vector<double>& values, std::size_t from, std::size_t to) {
    const double half = (values[from] + values[to]) / 2;
    std::size_t i = from;
    while (i + 1 < to && values[i + 1] > half)
        ++i;
    const double step = values[i] - values[i + 1];
    const double share = step > 0 ? (values[i] - half) / step : 0.5;
    const double a = std::log(curve[i].footprintBytes), b = std::log(curve[i + 1].footprintBytes);
    return std::exp(a + share * (b - a));
}

} // namespace

std::vector<BandwidthKnee> findKnees(const std::vector<hardware::BandwidthPoint>& curve,
                                     const std::vector<CacheLevel>& caches) {
    std::vector<BandwidthKnee> knees;
    const std::vector<double> values = monotone(curve);
    for (std::size_t i = 0; i + 1 < values.size();) {
        if (values[i] - values[i + 1] < kStep) {
            ++i;
            continue;
        }
        std::size_t end = i + 1;
        while (end + 1 < values.size() && values[end] - values[end + 1] >= kStep)
            ++end;
        if (values[i] - values[end] >= kSmallestFall)
            knees.push_back({halfWay(curve, values, i, end), std::exp(values[i]),
                             std::exp(values[end]), "", 0});
        i = end;
    }
    for (const CacheLevel& cache : caches) {
        BandwidthKnee* nearest = nullptr;
        double distance = std::log(kMatch);
        for (BandwidthKnee& knee : knees) {
            const double off = std::abs(std::log(knee.footprintBytes / cache.sizeBytes));
            if (knee.level.empty() && off < distance) {
                nearest = &knee;
                distance = off;
            }
        }
        if (nearest) {
            nearest->level = cache.level;
            nearest->levelBytes = cache.sizeBytes;
        }
    }
    return knees;
}

std::vector<CacheLevel> readCaches(const fs::path& root) {
    return readDeviceCaches(root);
}

} // namespace metainfer::measurement
