// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Statistics of activations over a part of the feeds: exact to merge, binary to carry.
#pragma once

#include "base/result.h"
#include "execution/executor.h"

#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace metainfer {

/// Running moments after Welford (1962), merged after Chan, Golub, LeVeque (1979).
struct PartialStatistics {
    std::string name;
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();
    double mean = 0, squaredDeviations = 0;
    std::uint64_t elements = 0, nans = 0, infinities = 0; ///< `elements` are the finite ones
    std::vector<double> channelMin, channelMax;
    std::vector<std::uint64_t> counts;

    void add(double value) {
        min = value < min ? value : min;
        max = value > max ? value : max;
        ++elements;
        const double delta = value - mean;
        mean += delta / static_cast<double>(elements);
        squaredDeviations += delta * (value - mean);
    }
    void merge(const PartialStatistics& other);
    /// `elements` of the result counts finite elements; min and max are 0 when there are none.
    TensorStatistics finish() const;
};

Status writeStatisticsFile(const std::filesystem::path& path,
                           std::span<const PartialStatistics> partials);
Result<std::vector<PartialStatistics>> readStatisticsFile(const std::filesystem::path& path);

} // namespace metainfer
