// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Fingerprint vector and distances.
#include "hardware/fingerprint.h"

#include "hardware/roofline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace metainfer::hardware {
namespace {

// Scales: a factor of ten in rates, bandwidths and sizes is one unit; yes/no and tiers span one.
constexpr std::array kFeatures{
    FingerprintFeature{"log10_fp32_gflops", "fp32 throughput", 1, 2, true},
    FingerprintFeature{"log10_fp16_gflops", "fp16 throughput", 1, 2, true},
    FingerprintFeature{"log10_int8_gflops", "int8 throughput", 1, 2, true},
    FingerprintFeature{"log10_int8_per_fp32", "gain of int8 over fp32", 0.5, 1, true},
    FingerprintFeature{"log10_cores", "cores", 1, 0.5, true},
    FingerprintFeature{"log10_frequency_mhz", "clock frequency", 0.5, 0.5, true},
    FingerprintFeature{"log10_tile_macs", "matrix tile", 1, 0.5, true},
    FingerprintFeature{"log10_main_gbps", "main memory bandwidth", 1, 2, true},
    FingerprintFeature{"log10_main_bytes", "main memory size", 1, 0.5, true},
    FingerprintFeature{"log10_cache_bytes", "on-chip memory size", 1, 1, true},
    FingerprintFeature{"log10_cache_gbps", "on-chip memory bandwidth", 1, 1, true},
    FingerprintFeature{"log10_balance", "machine balance (operations per byte)", 0.5, 1.5, true},
    FingerprintFeature{"log10_launch_us", "launch overhead", 1, 1.5, true},
    FingerprintFeature{"log10_power_w", "power", 1, 0.5, true},
    FingerprintFeature{"dynamic_shape", "support of dynamic shapes", 1, 0.5, false},
    FingerprintFeature{"floating_point", "support of floating point", 1, 1, false},
    FingerprintFeature{"programmable", "kind of device", 1, 1.5, false},
    FingerprintFeature{"tier_conv2d", "speed class of conv2d", 1, 0.5, false},
    FingerprintFeature{"tier_depthwise", "speed class of depthwise convolution", 1, 0.5, false},
    FingerprintFeature{"tier_matmul", "speed class of matmul", 1, 0.5, false},
    FingerprintFeature{"tier_softmax", "speed class of softmax", 1, 0.5, false},
    FingerprintFeature{"tier_layernorm", "speed class of layernorm", 1, 0.5, false},
    FingerprintFeature{"tier_transpose", "speed class of transpose", 1, 0.5, false},
    FingerprintFeature{"tier_concat", "speed class of concat", 1, 0.5, false},
    FingerprintFeature{"tier_gather", "speed class of gather", 1, 0.5, false},
};

std::optional<double> logOf(std::optional<double> value) {
    if (!value || !(*value > 0))
        return std::nullopt;
    return std::log10(*value);
}

/// CPU and DSP run any code, GPUs nearly any, fixed-function units their list.
double programmability(DeviceType type) {
    switch (type) {
    case DeviceType::Cpu:
        return 1;
    case DeviceType::Dsp:
        return 0.8;
    case DeviceType::Gpu:
        return 2;
    case DeviceType::Fpga:
        return -0.2;
    case DeviceType::Npu:
    case DeviceType::Asic:
        return 0;
    }
    return 0;
}

std::optional<double> tier(const Profile& profile, std::string_view family) {
    const auto value = profile.tierOf(family);
    if (!value)
        return std::nullopt;
    return static_cast<double>(*value) / 2; // fast 0, medium 0.5, slow 1, unsupported 1.5
}

std::optional<double> cacheRate(const Profile& profile) {
    std::optional<double> best;
    const auto& levels = profile.memory.hierarchy;
    for (std::size_t i = 0; i + 1 < levels.size(); ++i)
        if (const auto rate = levels[i].totalGbps(); rate && (!best || *rate > *best))
            best = rate;
    return best;
}

/// Operations per byte of main memory at the widest common type that is known.
std::optional<double> balance(const Profile& profile) {
    const auto* main = mainMemory(profile);
    if (!main || !main->totalGbps())
        return std::nullopt;
    for (const auto dtype : {ElementType::Int8, ElementType::Float16, ElementType::Float})
        if (const auto rate = profile.gflops(dtype))
            return *rate / *main->totalGbps();
    return std::nullopt;
}

std::string ratioText(const FingerprintFeature& feature, double a, double b) {
    if (!feature.logarithmic)
        return std::abs(a - b) < 0.01 ? "the same" : "different";
    const double factor = std::pow(10.0, std::abs(b - a));
    if (factor < 1.5)
        return "alike";
    return fmt::format("{:.3g} times {}", factor, b > a ? "higher" : "lower");
}

} // namespace

std::span<const FingerprintFeature> fingerprintFeatures() {
    return kFeatures;
}

double Fingerprint::coverage() const {
    double known = 0, all = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        all += kFeatures[i].weight;
        known += values[i] ? kFeatures[i].weight : 0;
    }
    return all > 0 ? known / all : 0;
}

std::vector<float> Fingerprint::asFloats() const {
    std::vector<float> result;
    for (const auto& value : values)
        result.push_back(value ? static_cast<float>(*value)
                               : std::numeric_limits<float>::quiet_NaN());
    return result;
}

Fingerprint fingerprint(const Profile& profile) {
    Fingerprint result;
    result.name = profile.name;
    const auto& c = profile.compute;
    const auto fp32 = profile.gflops(ElementType::Float);
    const auto int8 = profile.gflops(ElementType::Int8);
    const auto* main = mainMemory(profile);
    const auto number = [](std::optional<int> value) {
        return value ? std::optional<double>(*value) : std::nullopt;
    };
    const auto flag = [](std::optional<bool> value) {
        return value ? std::optional<double>(*value ? 1 : 0) : std::nullopt;
    };
    std::optional<double> tile;
    if (c.matrixTile)
        tile = static_cast<double>(c.matrixTile->m) * c.matrixTile->n * c.matrixTile->k;
    std::optional<double> floating;
    if (!c.supportedDtypes.empty())
        floating = std::any_of(c.supportedDtypes.begin(), c.supportedDtypes.end(), isFloatingPoint)
                       ? 1
                       : 0;
    result.values = {
        logOf(fp32),
        logOf(profile.gflops(ElementType::Float16)),
        logOf(int8),
        fp32 && int8 ? logOf(*int8 / *fp32) : std::nullopt,
        logOf(number(c.cores)),
        logOf(c.frequencyMhz),
        logOf(tile),
        main ? logOf(main->totalGbps()) : std::nullopt,
        main ? logOf(main->totalBytes()) : std::nullopt,
        logOf(cacheBytes(profile)),
        logOf(cacheRate(profile)),
        logOf(balance(profile)),
        logOf(profile.launchOverheadUs()),
        logOf(c.powerWatts),
        flag(profile.scheduling.dynamicShape),
        floating,
        programmability(profile.type),
        tier(profile, "conv2d"),
        tier(profile, "conv2d:depthwise"),
        tier(profile, "matmul"),
        tier(profile, "softmax"),
        tier(profile, "layernorm"),
        tier(profile, "transpose"),
        tier(profile, "concat"),
        tier(profile, "gather"),
    };
    return result;
}

Similarity compare(const Fingerprint& a, const Fingerprint& b) {
    Similarity result;
    result.name = b.name;
    double sum = 0, all = 0, known = 0;
    struct Part {
        double weight;
        std::string text;
    };
    std::vector<Part> parts;
    std::vector<std::string> missing;
    for (std::size_t i = 0; i < kFeatures.size(); ++i) {
        const auto& feature = kFeatures[i];
        all += feature.weight;
        if (!a.values[i] || !b.values[i]) {
            // Unknown on both sides says nothing at all; half a unit keeps the order of others.
            const bool neither = !a.values[i] && !b.values[i];
            sum += feature.weight * (neither ? 0.25 : 1.0);
            if (!neither)
                missing.emplace_back(feature.what);
            continue;
        }
        known += feature.weight;
        const double difference = (*b.values[i] - *a.values[i]) / feature.scale;
        sum += feature.weight * difference * difference;
        parts.push_back(
            {feature.weight * std::max(difference * difference, 0.1),
             fmt::format("{}: {}", feature.what, ratioText(feature, *a.values[i], *b.values[i]))});
    }
    result.distance = std::sqrt(sum / all);
    result.similarity = std::exp(-result.distance);
    result.coverage = known / all;
    std::stable_sort(parts.begin(), parts.end(),
                     [](const Part& x, const Part& y) { return x.weight > y.weight; });
    for (std::size_t i = 0; i < std::min<std::size_t>(5, parts.size()); ++i)
        result.reasons.push_back(parts[i].text);
    if (!missing.empty())
        result.reasons.push_back(
            fmt::format("known of one side only: {}", fmt::join(missing, ", ")));
    return result;
}

std::vector<Similarity> nearest(const Profile& device, std::span<const Profile> others,
                                std::size_t most) {
    const auto own = fingerprint(device);
    std::vector<Similarity> result;
    for (const auto& other : others)
        if (other.name != device.name)
            result.push_back(compare(own, fingerprint(other)));
    std::stable_sort(result.begin(), result.end(), [](const Similarity& x, const Similarity& y) {
        return x.distance != y.distance ? x.distance < y.distance : x.name < y.name;
    });
    if (result.size() > most)
        result.resize(most);
    return result;
}

} // namespace metainfer::hardware
