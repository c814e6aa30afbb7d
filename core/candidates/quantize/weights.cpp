// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers of linear quantization. Rounding is to nearest even, as QuantizeLinear rounds.
#include "candidates/quantize/weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace metainfer::candidates {
namespace {

constexpr double kSmallestScale = 1e-20; ///< keeps products of two scales above float's minimum

struct Extremes {
    double low = 0, high = 0;
};

/// Per channel, or one for all.
Result<std::vector<Extremes>> extremesOf(std::span<const float> weights, std::size_t channels,
                                         std::size_t inner, bool perChannel) {
    std::vector<Extremes> extremes(perChannel ? channels : 1);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (!std::isfinite(weights[i]))
            return fail(ErrorCode::InvalidModel,
                        fmt::format("weight {} is {}: weights must be finite", i, weights[i]),
                        "Train or export the model again.");
        auto& e = extremes[perChannel ? i / inner % channels : 0];
        e.low = std::min<double>(e.low, weights[i]);
        e.high = std::max<double>(e.high, weights[i]);
    }
    return extremes;
}

} // namespace

std::int32_t lowestOf(ElementType type) {
    return type == ElementType::Int8 ? -128 : 0;
}

std::int32_t highestOf(ElementType type) {
    return type == ElementType::Int8 ? 127 : 255;
}

QuantizationParameters activationParameters(ValueRange range, ElementType type, bool symmetric) {
    const double low = std::min(0.0, range.low), high = std::max(0.0, range.high);
    const std::int32_t lowest = lowestOf(type), highest = highestOf(type);
    if (symmetric && low < 0 && high > 0) {
        const double magnitude = std::max(-low, high);
        const auto scale = static_cast<float>(std::max(magnitude / 127, kSmallestScale));
        return {scale, type == ElementType::Int8 ? 0 : 128};
    }
    if (high - low <= 0)
        return {1, lowest};
    const auto scale = static_cast<float>(std::max((high - low) / 255, kSmallestScale));
    const double zero = std::nearbyint(lowest - low / static_cast<double>(scale));
    return {scale, static_cast<std::int32_t>(std::clamp(zero, static_cast<double>(lowest),
                                                        static_cast<double>(highest)))};
}

Result<QuantizedWeights> quantizeWeights(std::span<const float> weights,
                                         const std::vector<std::int64_t>& dims, std::size_t axis,
                                         const PrecisionPlan& plan, bool perChannel,
                                         std::span<const double> smallestScales) {
    const auto channels = static_cast<std::size_t>(dims[axis]);
    std::size_t inner = 1;
    for (std::size_t d = axis + 1; d < dims.size(); ++d)
        inner *= static_cast<std::size_t>(dims[d]);
    MI_ASSIGN(const auto extremes, extremesOf(weights, channels, inner, perChannel));

    const bool isSigned = plan.weight == ElementType::Int8;
    const double levels = isSigned ? (plan.reduceRange ? 64 : 127) : (plan.reduceRange ? 127 : 255);
    QuantizedWeights out;
    for (std::size_t c = 0; c < extremes.size(); ++c) {
        const auto& e = extremes[c];
        const double span = isSigned ? std::max(-e.low, e.high) : e.high - e.low;
        double smallest = kSmallestScale;
        if (perChannel && !smallestScales.empty())
            smallest = std::max(smallest, smallestScales[c]);
        else
            for (const double s : smallestScales)
                smallest = std::max(smallest, s);
        // A channel of zeros: any scale is right for it, a fine one keeps its bias exact.
        const auto scale =
            static_cast<float>(span > 0 ? std::max(span / levels, smallest)
                                        : (smallest > kSmallestScale ? smallest * 64 : 1.0));
        out.scales.push_back(scale);
        const double zero = isSigned ? 0 : std::nearbyint(-e.low / static_cast<double>(scale));
        out.zeroPoints.push_back(static_cast<std::int32_t>(std::clamp(zero, 0.0, 255.0)));
    }
    const double lowest = isSigned ? -levels : 0;
    out.values.resize(weights.size());
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const std::size_t c = perChannel ? i / inner % channels : 0;
        const double q = std::nearbyint(weights[i] / out.scales[c]) + out.zeroPoints[c];
        out.values[i] = static_cast<std::int8_t>(
            static_cast<std::uint8_t>(static_cast<std::int32_t>(std::clamp(q, lowest, levels))));
    }
    return out;
}

std::vector<std::int32_t> quantizeBias(std::span<const float> bias,
                                       std::span<const double> scales) {
    std::vector<std::int32_t> out(bias.size());
    constexpr double low = std::numeric_limits<std::int32_t>::min();
    constexpr double high = std::numeric_limits<std::int32_t>::max();
    for (std::size_t i = 0; i < bias.size(); ++i) {
        const double scale = scales.size() == 1 ? scales[0] : scales[i];
        out[i] = static_cast<std::int32_t>(
            std::clamp(std::nearbyint(static_cast<double>(bias[i]) / scale), low, high));
    }
    return out;
}

} // namespace metainfer::candidates
