// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Trust decay and similarity.
#include "experience/trust.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace metainfer::experience {
namespace {
constexpr double kMillisecondsPerDay = 24.0 * 3600 * 1000;
constexpr double kAgreementScale = 0.2;
} // namespace

double effectiveTrust(double stored, std::int64_t recordMs, std::int64_t nowMs,
                      bool sameEnvironment, const Confirmation* confirmation,
                      const TrustPolicy& policy) {
    double factor = sameEnvironment ? 1.0 : policy.changedEnvironment;
    std::int64_t anchor = recordMs;
    if (confirmation && confirmation->agreement >= policy.minimumAgreement) {
        factor = std::max(factor, std::min(1.0, confirmation->agreement));
        anchor = std::max(anchor, confirmation->timeMs);
    }
    const double age =
        static_cast<double>(std::max<std::int64_t>(0, nowMs - anchor)) / kMillisecondsPerDay;
    return std::clamp(stored, 0.0, 1.0) * factor * std::exp2(-age / policy.halfLifeDays);
}

double probeAgreement(std::span<const double> ratios) {
    std::vector<double> distances;
    for (double ratio : ratios)
        if (ratio > 0 && std::isfinite(ratio))
            distances.push_back(std::abs(std::log(ratio)));
    if (distances.empty())
        return 0;
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    return std::exp(-*middle / kAgreementScale);
}

double featureSimilarity(std::span<const double> a, std::span<const double> b) {
    if (a.empty() || a.size() != b.size())
        return 0;
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double size = std::abs(a[i]) + std::abs(b[i]);
        if (!(size > 0) || !std::isfinite(size))
            continue;
        sum += std::abs(a[i] - b[i]) / size;
        ++count;
    }
    return count == 0 ? 1.0 : 1.0 - sum / static_cast<double>(count);
}

} // namespace metainfer::experience
