// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Names of enumerators, look-ups and consistency of a profile.
#include "hardware/profile.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

namespace metainfer::hardware {
namespace {

template <typename Enum, std::size_t N>
std::string_view nameOf(const std::array<std::string_view, N>& names, Enum value) {
    return names[static_cast<std::size_t>(value)];
}

template <typename Enum, std::size_t N>
std::optional<Enum> fromName(const std::array<std::string_view, N>& names, std::string_view name) {
    const auto it = std::find(names.begin(), names.end(), name);
    if (it == names.end())
        return std::nullopt;
    return static_cast<Enum>(it - names.begin());
}

constexpr std::array<std::string_view, 6> kTypes{"cpu", "gpu", "npu", "fpga", "asic", "dsp"};
constexpr std::array<std::string_view, 4> kTiers{"fast", "medium", "slow", "unsupported"};
constexpr std::array<std::string_view, 4> kStatuses{"native", "decomposed", "emulated",
                                                    "unsupported"};

bool has(const std::vector<std::string>& list, std::string_view name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

template <typename T>
std::optional<T> find(const std::map<ElementType, T>& map, ElementType type) {
    const auto it = map.find(type);
    if (it == map.end())
        return std::nullopt;
    return it->second;
}

} // namespace

std::string_view deviceTypeName(DeviceType type) {
    return nameOf(kTypes, type);
}
std::optional<DeviceType> deviceTypeFromName(std::string_view name) {
    return fromName<DeviceType>(kTypes, name);
}
std::string_view opTierName(OpTier tier) {
    return nameOf(kTiers, tier);
}
std::optional<OpTier> opTierFromName(std::string_view name) {
    return fromName<OpTier>(kTiers, name);
}
std::string_view opStatusName(OpStatus status) {
    return nameOf(kStatuses, status);
}
std::optional<OpStatus> opStatusFromName(std::string_view name) {
    return fromName<OpStatus>(kStatuses, name);
}

std::optional<double> MemoryLevel::totalGbps() const {
    const auto one = measuredBandwidthGbps ? measuredBandwidthGbps : bandwidthGbps;
    if (!one)
        return std::nullopt;
    return *one * instances.value_or(1);
}

std::optional<double> MemoryLevel::totalBytes() const {
    if (!sizeBytes)
        return std::nullopt;
    return *sizeBytes * instances.value_or(1);
}

bool Profile::supports(ElementType dtype) const {
    const auto& list = compute.supportedDtypes;
    return list.empty() || std::find(list.begin(), list.end(), dtype) != list.end();
}

const OpRecord* Profile::record(std::string_view family, ElementType dtype) const {
    const auto lookUp = [&](std::string_view key) -> const OpRecord* {
        const OpRecord* any = nullptr;
        for (const auto& entry : ops.matrix) {
            if (entry.op != key)
                continue;
            if (entry.dtype == dtype)
                return &entry;
            if (!entry.dtype)
                any = &entry;
        }
        return any;
    };
    if (const auto* found = lookUp(family))
        return found;
    const auto colon = family.find(':');
    if (colon != std::string_view::npos)
        return lookUp(family.substr(0, colon));
    return lookUp(std::string(family) + ":dense");
}

std::optional<OpTier> Profile::tierOf(std::string_view family,
                                      std::optional<ElementType> dtype) const {
    if (dtype) {
        if (const auto* entry = record(family, *dtype)) {
            if (entry->status == OpStatus::Unsupported)
                return OpTier::Unsupported;
            if (entry->tier)
                return entry->tier;
        }
    }
    if (has(ops.unsupported, family))
        return OpTier::Unsupported;
    if (has(ops.fast, family))
        return OpTier::Fast;
    if (has(ops.medium, family))
        return OpTier::Medium;
    if (has(ops.slow, family))
        return OpTier::Slow;
    const auto colon = family.find(':');
    if (colon != std::string_view::npos)
        return tierOf(family.substr(0, colon), dtype);
    return std::nullopt;
}

std::optional<double> Profile::gflops(ElementType dtype) const {
    const auto measured = find(compute.sustainedGflops, dtype);
    return measured ? measured : find(compute.peakGflops, dtype);
}

std::optional<double> Profile::launchOverheadUs() const {
    return scheduling.measuredLaunchOverheadUs ? scheduling.measuredLaunchOverheadUs
                                               : scheduling.launchOverheadUs;
}

const Provenance* Profile::provenanceOf(std::string_view path) const {
    for (std::string key(path);;) {
        const auto it = provenance.find(key);
        if (it != provenance.end())
            return &it->second;
        if (key == "*")
            return nullptr;
        const auto dot = key.rfind('.');
        key = dot == std::string::npos ? "*" : key.substr(0, dot);
    }
}

bool Profile::hasMeasurements() const {
    return std::any_of(provenance.begin(), provenance.end(), [](const auto& entry) {
        return entry.second.source == NumberSource::Measured;
    });
}

} // namespace metainfer::hardware
