// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Readers of /proc and /sys.
#include "execution/device_telemetry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace metainfer::hardware {
namespace {

namespace fs = std::filesystem;

/// What a sensor of a machine that runs can show; others are broken or unconnected.
constexpr double kLowestCelsius = -40, kHighestCelsius = 150;

std::string firstLine(const fs::path& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

std::optional<double> numberIn(const fs::path& path) {
    const std::string line = firstLine(path);
    char* end = nullptr;
    const double value = std::strtod(line.c_str(), &end);
    return end == line.c_str() ? std::nullopt : std::optional(value);
}

std::vector<fs::path> foldersIn(const fs::path& folder, const std::string& prefix) {
    std::vector<fs::path> found;
    std::error_code code;
    for (const auto& entry : fs::directory_iterator(folder, code))
        if (entry.path().filename().string().starts_with(prefix))
            found.push_back(entry.path());
    // "cpu2" before "cpu10".
    std::sort(found.begin(), found.end(), [](const fs::path& a, const fs::path& b) {
        const std::string x = a.string(), y = b.string();
        return x.size() != y.size() ? x.size() < y.size() : x < y;
    });
    return found;
}

void addSensor(Telemetry& now, std::string name, std::optional<double> milliCelsius) {
    if (!milliCelsius)
        return;
    const double celsius = *milliCelsius / 1000;
    if (celsius > kLowestCelsius && celsius < kHighestCelsius && celsius != 0)
        now.temperatures.push_back({std::move(name), celsius});
}

void readTemperatures(const fs::path& root, Telemetry& now) {
    for (const fs::path& zone : foldersIn(root / "sys/class/thermal", "thermal_zone")) {
        std::string name = firstLine(zone / "type");
        addSensor(now, name.empty() ? zone.filename().string() : std::move(name),
                  numberIn(zone / "temp"));
    }
    for (const fs::path& chip : foldersIn(root / "sys/class/hwmon", "hwmon")) {
        const std::string name = firstLine(chip / "name");
        for (const fs::path& input : foldersIn(chip, "temp")) {
            const std::string file = input.filename().string();
            if (!file.ends_with("_input"))
                continue;
            const std::string sensor = file.substr(0, file.size() - 6);
            const std::string label = firstLine(chip / (sensor + "_label"));
            addSensor(now, fmt::format("{} {}", name, label.empty() ? sensor : label),
                      numberIn(input));
        }
    }
}

/// "MemTotal:  1234 kB" -> bytes.
std::optional<std::uint64_t> memoryField(const std::string& text, const std::string& key) {
    const std::size_t at = text.find(key + ":");
    if (at == text.npos || (at > 0 && text[at - 1] != '\n'))
        return std::nullopt;
    return std::strtoull(text.c_str() + at + key.size() + 1, nullptr, 10) * 1024;
}

void readMemory(const fs::path& root, Telemetry& now) {
    std::ifstream file(root / "proc/meminfo");
    std::stringstream text;
    text << file.rdbuf();
    now.memoryBytes = memoryField(text.str(), "MemTotal");
    now.availableBytes = memoryField(text.str(), "MemAvailable");
    now.swapBytes = memoryField(text.str(), "SwapTotal");
    now.swapFreeBytes = memoryField(text.str(), "SwapFree");
}

void readCpuTimes(const fs::path& root, Telemetry& now) {
    std::ifstream file(root / "proc/stat");
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string label;
        words >> label;
        if (!label.starts_with("cpu"))
            break;
        std::uint64_t ticks[8]{}; // user nice system idle iowait irq softirq steal
        for (auto& one : ticks)
            words >> one;
        CpuTimes times;
        times.busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6];
        times.stolen = ticks[7];
        times.total = times.busy + times.stolen + ticks[3] + ticks[4];
        if (label == "cpu")
            now.all = times;
        else
            now.cpus.push_back(times);
    }
}

void readClocks(const fs::path& root, Telemetry& now) {
    for (const fs::path& cpu : foldersIn(root / "sys/devices/system/cpu", "cpu"))
        if (const auto khz = numberIn(cpu / "cpufreq/scaling_cur_freq"); khz && *khz > 0)
            now.clocksMhz.push_back(*khz / 1000);
    now.governor = firstLine(root / "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    if (!now.clocksMhz.empty())
        return;
    std::ifstream file(root / "proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("cpu MHz"))
            if (const std::size_t colon = line.find(':'); colon != line.npos)
                now.clocksMhz.push_back(std::strtod(line.c_str() + colon + 1, nullptr));
    now.clocksAreNominal = !now.clocksMhz.empty();
}

void readThrottling(const fs::path& root, Telemetry& now) {
    for (const fs::path& cpu : foldersIn(root / "sys/devices/system/cpu", "cpu"))
        if (const auto count = numberIn(cpu / "thermal_throttle/core_throttle_count"))
            now.throttleCount = now.throttleCount.value_or(0) + static_cast<std::uint64_t>(*count);
    if (const auto microwatts =
            numberIn(root / "sys/class/powercap/intel-rapl:0/constraint_0_power_limit_uw"))
        now.powerLimitWatts = *microwatts / 1e6;
}

Json timesToJson(const CpuTimes& times) {
    return Json::array({times.busy, times.stolen, times.total});
}

CpuTimes timesFromJson(const Json& json) {
    CpuTimes times;
    std::uint64_t* const fields[] = {&times.busy, &times.stolen, &times.total};
    for (std::size_t i = 0; i < 3; ++i)
        if (json.is_array() && i < json.size() && json[i].is_number_unsigned())
            *fields[i] = json[i].get<std::uint64_t>();
    return times;
}

} // namespace

Telemetry readTelemetry(const fs::path& root) {
    Telemetry now;
    readTemperatures(root, now);
    readClocks(root, now);
    readCpuTimes(root, now);
    readMemory(root, now);
    readThrottling(root, now);
    now.loadAverage = numberIn(root / "proc/loadavg");
    return now;
}

std::optional<double> busyShare(const CpuTimes& before, const CpuTimes& after) {
    if (after.total <= before.total || after.busy < before.busy)
        return std::nullopt;
    return static_cast<double>(after.busy - before.busy) /
           static_cast<double>(after.total - before.total);
}

std::optional<double> stolenShare(const CpuTimes& before, const CpuTimes& after) {
    if (after.total <= before.total || after.stolen < before.stolen)
        return std::nullopt;
    return static_cast<double>(after.stolen - before.stolen) /
           static_cast<double>(after.total - before.total);
}

Json Telemetry::toJson() const {
    Json json = Json::object();
    for (const TemperatureSensor& sensor : temperatures)
        json["temperatures_c"][sensor.name] = sensor.celsius;
    if (!clocksMhz.empty())
        json["clocks_mhz"] = clocksMhz;
    if (!governor.empty())
        json["governor"] = governor;
    const auto put = [&json](const char* key, const auto& value) {
        if (value)
            json[key] = *value;
    };
    put("load_average", loadAverage);
    put("memory_bytes", memoryBytes);
    put("available_bytes", availableBytes);
    put("swap_bytes", swapBytes);
    put("swap_free_bytes", swapFreeBytes);
    put("throttle_count", throttleCount);
    put("power_limit_w", powerLimitWatts);
    if (clocksAreNominal)
        json["clocks_are_nominal"] = true;
    if (all)
        json["cpu_ticks"] = timesToJson(*all);
    for (const CpuTimes& one : cpus)
        json["cpus_ticks"].push_back(timesToJson(one));
    if (isAsleep)
        json["asleep"] = true;
    return json;
}

Telemetry Telemetry::fromJson(const Json& json) {
    Telemetry now;
    const Json sensors = jsonValue(json, "temperatures_c", Json::object());
    for (const auto& [name, value] : sensors.items())
        if (value.is_number())
            now.temperatures.push_back({name, value.get<double>()});
    now.clocksMhz = jsonValue(json, "clocks_mhz", std::vector<double>());
    now.clocksAreNominal = jsonValue(json, "clocks_are_nominal", false);
    now.governor = jsonValue(json, "governor", std::string());
    const auto take = [&json]<typename T>(const char* key, std::optional<T>& value) {
        if (json.is_object() && json.contains(key) && json[key].is_number())
            value = json[key].get<T>();
    };
    take("load_average", now.loadAverage);
    take("memory_bytes", now.memoryBytes);
    take("available_bytes", now.availableBytes);
    take("swap_bytes", now.swapBytes);
    take("swap_free_bytes", now.swapFreeBytes);
    take("throttle_count", now.throttleCount);
    take("power_limit_w", now.powerLimitWatts);
    if (json.is_object() && json.contains("cpu_ticks"))
        now.all = timesFromJson(json["cpu_ticks"]);
    for (const Json& one : jsonValue(json, "cpus_ticks", Json::array()))
        now.cpus.push_back(timesFromJson(one));
    now.isAsleep = jsonValue(json, "asleep", false);
    return now;
}

} // namespace metainfer::hardware
