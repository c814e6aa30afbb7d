// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Does a device run models, and are the outputs right? A model of three operators tells.
#pragma once

#include "measurement/device.h"

#include <filesystem>
#include <optional>

namespace metainfer::measurement {

/// x[1,16] -> MatMul -> Add -> Relu -> y[1,4], small whole numbers throughout, written into
/// `folder`; on one thread.
Result<Workload> writeCheckModel(const std::filesystem::path& folder);

struct ModelTrial {
    std::optional<double> us;         ///< median latency
    std::optional<double> difference; ///< largest one of an output from the right one
    std::optional<Error> failure;     ///< of running it, or NumericMismatch
};

/// An error only when it was cancelled or nothing can be written to the temporary folder.
Result<ModelTrial> tryCheckModel(Device& device, const CancellationToken& cancel);

} // namespace metainfer::measurement
