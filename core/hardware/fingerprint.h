// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A profile as a vector, and how near two devices are.
#pragma once

#include "hardware/profile.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::hardware {

/// One coordinate. A difference of `scale` counts as one unit of distance.
struct FingerprintFeature {
    std::string_view name; ///< "log10_int8_gflops"
    std::string_view what; ///< "int8 throughput", for reasons
    double scale = 1;
    double weight = 1;
    bool logarithmic = false; ///< value is log10 of a positive number
};

std::span<const FingerprintFeature> fingerprintFeatures();

/// One value per feature; nullopt where the profile does not say. Nothing is guessed.
struct Fingerprint {
    std::string name;
    std::vector<std::optional<double>> values;
    /// Share of the features' weight that is known, in [0, 1].
    double coverage() const;
    /// The same with NaN for unknown values, as trees take it.
    std::vector<float> asFloats() const;
};

Fingerprint fingerprint(const Profile& profile);

struct Similarity {
    std::string name;      ///< of the other device
    double distance = 0;   ///< root of the weighted mean square difference, in units of scale
    double similarity = 0; ///< exp(-distance), in (0, 1]
    double coverage = 0;   ///< share of weight known on both sides
    std::vector<std::string> reasons; ///< what is alike and what is not, largest weight first
};

/// A feature that one side lacks counts as one unit apart: not as equal, not as far.
Similarity compare(const Fingerprint& a, const Fingerprint& b);

/// Beyond this distance a neighbour says little about the device.
inline constexpr double kFarDistance = 1.0;

/// The `most` nearest of `others`, nearest first; the device itself (same name) is left out.
std::vector<Similarity> nearest(const Profile& device, std::span<const Profile> others,
                                std::size_t most = 3);

} // namespace metainfer::hardware
