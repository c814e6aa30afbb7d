// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Value ranges from histograms: min-max, percentile, and the threshold of least information loss.
#include "candidates/quantize/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace metainfer::candidates {
namespace {

constexpr std::size_t kLevels = 256; ///< of an 8-bit type

ValueRange withZero(double low, double high) {
    return {std::min(0.0, low), std::max(0.0, high)};
}

double binWidth(const TensorStatistics& s) {
    return 2 * s.absMax / static_cast<double>(s.counts.size());
}

/// Cuts an equal share of the elements off both ends, at the edges of bins.
ValueRange percentileRange(const TensorStatistics& s, double percentile) {
    std::uint64_t total = 0;
    for (const auto count : s.counts)
        total += count;
    const double cut = static_cast<double>(total) * (100 - percentile) / 200;
    const double width = binWidth(s);
    std::size_t first = 0, last = s.counts.size();
    for (double gone = 0; first < last; ++first) {
        gone += static_cast<double>(s.counts[first]);
        if (gone > cut)
            break;
    }
    for (double gone = 0; last > first + 1; --last) {
        gone += static_cast<double>(s.counts[last - 1]);
        if (gone > cut)
            break;
    }
    const double low = -s.absMax + width * static_cast<double>(first);
    const double high = -s.absMax + width * static_cast<double>(last);
    return withZero(std::max(low, s.min), std::min(high, s.max));
}

/// Kullback-Leibler divergence of the distribution clipped to bins [first, last) from what is left
/// of it with `kLevels` levels.
double divergence(const std::vector<std::uint64_t>& counts, std::size_t first, std::size_t last) {
    const std::size_t n = last - first;
    std::vector<double> reference(counts.begin() + static_cast<std::ptrdiff_t>(first),
                                  counts.begin() + static_cast<std::ptrdiff_t>(last));
    const std::vector<double> inside = reference;
    for (std::size_t i = 0; i < first; ++i)
        reference.front() += static_cast<double>(counts[i]);
    for (std::size_t i = last; i < counts.size(); ++i)
        reference.back() += static_cast<double>(counts[i]);
    std::vector<double> coarse(n, 0);
    const std::size_t levels = std::min(kLevels, n);
    for (std::size_t level = 0; level < levels; ++level) {
        const std::size_t from = level * n / levels, to = (level + 1) * n / levels;
        double sum = 0;
        std::size_t filled = 0;
        for (std::size_t i = from; i < to; ++i) {
            sum += inside[i];
            filled += reference[i] > 0;
        }
        for (std::size_t i = from; i < to; ++i)
            if (reference[i] > 0)
                coarse[i] = sum / static_cast<double>(filled);
    }
    double total = 0, coarseTotal = 0;
    for (std::size_t i = 0; i < n; ++i) {
        total += reference[i];
        coarseTotal += coarse[i];
    }
    if (total <= 0 || coarseTotal <= 0)
        return std::numeric_limits<double>::infinity();
    constexpr double kFloor = 1e-9; // a level that nothing reaches must not cost infinitely much
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        if (reference[i] <= 0)
            continue;
        const double p = reference[i] / total;
        const double q = std::max(coarse[i] / coarseTotal, kFloor);
        sum += p * std::log(p / q);
    }
    return sum;
}

/// Tries thresholds from an eighth of the largest magnitude up (Migacz, "8-bit inference with
/// TensorRT", 2017).
ValueRange entropyRange(const TensorStatistics& s) {
    const std::size_t bins = s.counts.size();
    const std::size_t middle = bins / 2;
    const std::size_t step = std::max<std::size_t>(1, bins / 256);
    double best = std::numeric_limits<double>::infinity();
    std::size_t bestHalf = middle;
    for (std::size_t half = std::max<std::size_t>(kLevels / 2, middle / 8); half <= middle;
         half += step) {
        const std::size_t first = s.min >= 0 ? middle : middle - half;
        const std::size_t last = s.max <= 0 ? middle : middle + half;
        if (last - first < kLevels)
            continue;
        const double value = divergence(s.counts, first, last);
        if (value < best) {
            best = value;
            bestHalf = half;
        }
    }
    const double threshold = binWidth(s) * static_cast<double>(bestHalf);
    return withZero(std::max(s.min, -threshold), std::min(s.max, threshold));
}

} // namespace

Result<ValueRange> calibratedRange(const TensorStatistics& statistics, CalibrationMethod method,
                                   double percentile) {
    const bool finite = std::isfinite(statistics.min) && std::isfinite(statistics.max);
    if (!finite || statistics.elements == 0 || statistics.min > statistics.max)
        return fail(
            ErrorCode::InvalidModel,
            fmt::format("tensor \"{}\" held no finite value in the calibration run: {} NaN, "
                        "{} infinite",
                        statistics.name, statistics.nans, statistics.infinities),
            "Check the model's weights and the calibration data.");
    if (method == CalibrationMethod::MinMax || statistics.counts.empty() || statistics.absMax <= 0)
        return withZero(statistics.min, statistics.max);
    if (method == CalibrationMethod::Percentile)
        return percentileRange(statistics, percentile);
    return entropyRange(statistics);
}

} // namespace metainfer::candidates
