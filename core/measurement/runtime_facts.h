// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What each runtime of the agent takes for a session, so that nobody tries knobs that it ignores.
#pragma once

#include "measurement/device.h"

#include <string>
#include <string_view>
#include <vector>

namespace metainfer::measurement {

struct RuntimeTraits {
    std::string_view name;
    /// Session keys as in Capabilities::mappingKeys.
    std::vector<std::string> mappingKeys;
    /// Element types that it computes in, by the profile's short names; others run as the first or
    /// are refused.
    std::vector<std::string> precisions;
    std::vector<std::string> layouts; ///< of activations, as the caller hands them over
    std::vector<std::string> providers;
    bool hasStatistics = false; ///< it reduces activations for calibration itself
};

/// `runtime` is "opencv", or "opencv@4.6.0": what depends on the version is left out without one.
/// Unknown runtimes have no keys but `runtime`.
RuntimeTraits traitsOf(std::string_view runtime);
/// "onnxruntime", "opencv": runtimes that the agent may have a runner for.
std::vector<std::string_view> knownRuntimes();

/// The session of a user who sets nothing: the device's own runtime, which is the first of its
/// list.
SessionOptions plainSession(const Capabilities& capabilities);

} // namespace metainfer::measurement
