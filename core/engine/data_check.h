// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Data that a person gave: opened, looked at for values that no model can use, and divided.
#pragma once

#include "candidates/data/dataset.h"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace metainfer::engine {

/// Opens a data set. A file that cannot be read is the user's mistake as well: InvalidArgument.
/// `writtenIn` is the file that names the path, empty when it stood on the command line.
Result<candidates::Dataset> openData(const std::filesystem::path& path,
                                     const std::filesystem::path& writtenIn);

/// InvalidArgument naming data and array when an input's array holds no finite number at all; else
/// a sentence about those with some NaN or infinite values, empty when there are none.
Result<std::string> checkNumbers(const candidates::Dataset& data,
                                 const std::vector<candidates::InputSpec>& inputs);

/// Samples for calibrating and others for judging, out of one data set.
struct DividedData {
    candidates::Dataset calibration, heldOut;
};
/// Calibrates with `calibrationSamples` (default: three quarters) of the samples and holds out the
/// others, spread over the whole set. Nothing when there is only one sample.
std::optional<DividedData> holdOut(const candidates::Dataset& data,
                                   std::optional<std::size_t> calibrationSamples);

} // namespace metainfer::engine
