// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A device as it would be with other rates, bandwidths, sizes: what is asked before a chip exists.
#pragma once

#include "hardware/profile.h"

#include <array>

namespace metainfer::hardware {

/// Factors on what the profile says; 1 changes nothing, 2 doubles.
struct WhatIf {
    double compute = 1;         ///< rates of all types
    double memoryBandwidth = 1; ///< of the main memory
    double cacheBandwidth = 1;  ///< of every level above it
    double cacheSize = 1;       ///< of every level above the main memory
    double launchOverhead = 1;  ///< of one operator and of one request
    bool operator==(const WhatIf&) const = default;
    bool changesNothing() const { return *this == WhatIf(); }
    /// compute, memoryBandwidth, cacheBandwidth, cacheSize, launchOverhead: to walk over them.
    std::array<double*, 5> factors() {
        return {&compute, &memoryBandwidth, &cacheBandwidth, &cacheSize, &launchOverhead};
    }
};

/// The changed profile. Numbers of the datasheet, measured ones, the bandwidth curve and what
/// single operators were seen to reach all scale together, so that it stays consistent. Factors
/// must be positive. What the profile does not say stays unsaid.
Profile changedProfile(const Profile& profile, const WhatIf& change);

/// The changed profile as one to be kept: NAME-what-if, not measured any more, every changed field
/// with `user` as its source and the factors in its reference. `date` is ISO 8601.
Profile hypotheticalProfile(const Profile& profile, const WhatIf& change, const std::string& date);

} // namespace metainfer::hardware
