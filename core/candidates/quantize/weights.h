// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers of linear quantization: scale and zero point from a range, integers from floats.
#pragma once

#include "base/result.h"
#include "candidates/candidate.h"
#include "candidates/quantize/calibration.h"

#include <cstdint>
#include <span>
#include <vector>

namespace metainfer::candidates {

/// real = (integer - zeroPoint) * scale.
struct QuantizationParameters {
    float scale = 1;
    std::int32_t zeroPoint = 0;
    bool operator==(const QuantizationParameters&) const = default;
};

/// Smallest and largest integer of an 8-bit type.
std::int32_t lowestOf(ElementType type);
std::int32_t highestOf(ElementType type);

/// Parameters of an activation. Ranges on one side of zero get the type's minimum (or maximum) as
/// zero point even when `symmetric`, since only then Relu and Clip need no node of their own; a
/// symmetric range on both sides has its zero point in the middle of the type.
QuantizationParameters activationParameters(ValueRange range, ElementType type, bool symmetric);

/// Weights as integers, one set of parameters per channel of `axis` or one for all.
struct QuantizedWeights {
    std::vector<std::int8_t> values; ///< bit patterns; of uint8 too
    std::vector<float> scales;
    std::vector<std::int32_t> zeroPoints;
};

/// `smallestScales` (one per channel of `axis`, may be empty): scales are not made finer than that,
/// so that biases fit int32. int8 is symmetric, uint8 asymmetric; `reduceRange` uses 7 bits.
/// InvalidModel for NaN or infinity.
Result<QuantizedWeights> quantizeWeights(std::span<const float> weights,
                                         const std::vector<std::int64_t>& dims, std::size_t axis,
                                         const PrecisionPlan& plan, bool perChannel,
                                         std::span<const double> smallestScales);

/// round(value / scale) as int32, one scale per element or one for all; saturates.
std::vector<std::int32_t> quantizeBias(std::span<const float> bias, std::span<const double> scales);

} // namespace metainfer::candidates
