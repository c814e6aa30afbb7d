// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What this machine does right now: load, clocks, temperatures, memory, throttling.
#pragma once

#include "base/json.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::hardware {

struct TemperatureSensor {
    std::string name; ///< "x86_pkg_temp", "k10temp Tctl"
    double celsius = 0;
    bool operator==(const TemperatureSensor&) const = default;
};

/// Time since boot of one logical CPU or of all together, in clock ticks.
struct CpuTimes {
    std::uint64_t busy = 0, stolen = 0, total = 0;
    bool operator==(const CpuTimes&) const = default;
};

/// One look. What the machine does not offer is absent or empty, never guessed.
struct Telemetry {
    std::vector<TemperatureSensor> temperatures;
    std::vector<double> clocksMhz; ///< by logical CPU
    bool clocksAreNominal = false; ///< from /proc/cpuinfo: under a hypervisor often a fixed number
    std::string governor;
    std::optional<double> loadAverage; ///< of one minute
    std::optional<CpuTimes> all;
    std::vector<CpuTimes> cpus;
    std::optional<std::uint64_t> memoryBytes, availableBytes, swapBytes, swapFreeBytes;
    std::optional<std::uint64_t> throttleCount; ///< of all CPUs since boot
    std::optional<double> powerLimitWatts;      ///< where powercap says it
    /// An earlier look: the sensors are left alone while a timed run goes on.
    bool isAsleep = false;

    Json toJson() const;
    /// What `toJson` wrote; of anything else, what can be understood.
    static Telemetry fromJson(const Json& json);
};

/// Never fails and takes well under a millisecond. `root` replaces "/" in tests.
Telemetry readTelemetry(const std::filesystem::path& root = "/");

/// Share of the time between two looks, in [0, 1]; nullopt when no tick passed or the counters went
/// backwards.
std::optional<double> busyShare(const CpuTimes& before, const CpuTimes& after);
/// Taken away by the hypervisor.
std::optional<double> stolenShare(const CpuTimes& before, const CpuTimes& after);

} // namespace metainfer::hardware
