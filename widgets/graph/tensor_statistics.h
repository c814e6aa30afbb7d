// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the content of a constant looks like: extremes, moments, distribution. Reads it in pieces.
#pragma once

#include "base/cancellation.h"
#include "ir/tensor_data.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace metainfer::widgets {

struct TensorStatistics {
    std::string type; ///< "float32[64,3,7,7]"
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
    std::uint64_t zeros = 0, notFinite = 0; ///< NaN and infinities are in nothing else below
    double minimum = 0, maximum = 0, mean = 0, deviation = 0;
    double absoluteMaximum = 0;
    double low = 0, high = 0;             ///< of the histogram's first and last bin
    std::vector<std::uint64_t> histogram; ///< equal bins; empty when there is no finite value
    std::vector<double> first;            ///< the first elements, at most 64

    double zeroShare() const {
        return count > 0 ? static_cast<double>(zeros) / static_cast<double>(count) : 0;
    }
};

/// Two passes over the content, in pieces. Unsupported for strings and complex numbers.
Result<TensorStatistics> tensorStatistics(const ir::TensorData& data, std::size_t bins = 64,
                                          const CancellationToken& cancel = {});

/// A NumPy file. Types that NumPy does not have (bfloat16, float8, 4-bit) are written as float32.
Status exportNpy(const ir::TensorData& data, const std::filesystem::path& path);

} // namespace metainfer::widgets
