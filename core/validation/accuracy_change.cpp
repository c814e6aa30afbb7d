// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Intervals of proportions, paired comparison of two models, and the gate.
#include "validation/accuracy.h"

#include "base/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::validation {
namespace {

constexpr double kNormal95 = 1.959963984540054;

/// Two-sided exact binomial test of `few` of `all` at one half.
double binomialHalf(std::size_t few, std::size_t all) {
    if (all == 0)
        return 1;
    double sum = 0;
    for (std::size_t k = 0; k <= few; ++k)
        sum += std::exp(std::lgamma(static_cast<double>(all) + 1) -
                        std::lgamma(static_cast<double>(k) + 1) -
                        std::lgamma(static_cast<double>(all - k) + 1) -
                        static_cast<double>(all) * std::log(2.0));
    return std::min(1.0, 2 * sum);
}

/// Percentile bootstrap of the mean of paired differences.
Interval bootstrapMean(const std::vector<double>& differences, std::uint64_t seed) {
    Random random = Random(seed).split("paired accuracy");
    double mean = 0;
    for (const double d : differences)
        mean += d;
    const auto n = static_cast<double>(differences.size());
    mean /= n;
    constexpr int kResamples = 2000;
    std::vector<double> means(kResamples);
    for (auto& value : means) {
        double sum = 0;
        for (std::size_t i = 0; i < differences.size(); ++i)
            sum += differences[random.below(differences.size())];
        value = sum / n;
    }
    std::sort(means.begin(), means.end());
    return {mean, means[kResamples / 40], means[kResamples - kResamples / 40 - 1]};
}

std::string points(double fraction) {
    return fmt::format("{:.2f}", 100 * fraction);
}

} // namespace

Interval wilson(std::size_t hits, std::size_t samples) {
    if (samples == 0)
        return {0, 0, 1};
    const auto n = static_cast<double>(samples);
    const double p = static_cast<double>(hits) / n, z2 = kNormal95 * kNormal95;
    const double centre = (p + z2 / (2 * n)) / (1 + z2 / n);
    const double half = kNormal95 * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n);
    return {p, std::max(0.0, std::min(p, centre - half)),
            std::min(1.0, std::max(p, centre + half))};
}

Json AccuracyChange::toJson() const {
    Json json{{"drop", {{"value", drop.value}, {"low", drop.low}, {"high", drop.high}}},
              {"only_original_right", onlyOriginalRight},
              {"only_adapted_right", onlyAdaptedRight},
              {"flipped_samples", flipped}};
    if (pValue)
        json["mcnemar_p"] = *pValue;
    return json;
}

Result<AccuracyChange> compareAccuracy(const Accuracy& original, const Accuracy& adapted,
                                       std::uint64_t seed) {
    if (original.metric != adapted.metric || original.samples != adapted.samples)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} on {} samples cannot be compared with {} on {}",
                                accuracyMetricName(original.metric), original.samples,
                                accuracyMetricName(adapted.metric), adapted.samples),
                    "Measure both models with the same metric on the same data.");
    AccuracyChange change;
    const std::size_t n = original.perSample.size();
    if (n == 0 || n != adapted.perSample.size()) {
        // Nothing is paired: the intervals add up (root of the sum of squares).
        const double half = std::hypot((original.value.high - original.value.low) / 2,
                                       (adapted.value.high - adapted.value.low) / 2);
        const double drop = original.value.value - adapted.value.value;
        change.drop = {drop, drop - half, drop + half};
        return change;
    }
    std::vector<double> differences(n);
    for (std::size_t i = 0; i < n; ++i)
        differences[i] = static_cast<double>(original.perSample[i]) - adapted.perSample[i];
    change.drop = bootstrapMean(differences, seed);
    if (original.metric == AccuracyMetric::Top1) {
        for (const double d : differences) {
            change.onlyOriginalRight += d > 0;
            change.onlyAdaptedRight += d < 0;
        }
        change.pValue = binomialHalf(std::min(change.onlyOriginalRight, change.onlyAdaptedRight),
                                     change.onlyOriginalRight + change.onlyAdaptedRight);
    }
    const std::size_t classes = std::min(original.predictions.size(), adapted.predictions.size());
    for (std::size_t i = 0; i < classes && change.flipped.size() < 100; ++i)
        if (original.predictions[i] != adapted.predictions[i])
            change.flipped.push_back(i);
    return change;
}

GateVerdict applyGate(const Gate& gate, const Accuracy& original, const Accuracy& adapted) {
    const double drop = original.value.value - adapted.value.value;
    const std::string values =
        fmt::format("{} {} %, the original's {} %", accuracyMetricName(adapted.metric),
                    points(adapted.value.value), points(original.value.value));
    constexpr double kRounding = 1e-9;
    if (gate.maxDrop && !(drop <= *gate.maxDrop + kRounding))
        return {false, fmt::format("{}: a drop of {} points, the limit is {}", values, points(drop),
                                   points(*gate.maxDrop))};
    if (gate.minValue && !(adapted.value.value >= *gate.minValue - kRounding))
        return {false, fmt::format("{}: below the smallest accepted {} %", values,
                                   points(*gate.minValue))};
    return {true, values};
}

} // namespace metainfer::validation
