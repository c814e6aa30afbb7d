// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Readers of /proc and /sys.
#include "execution/machine.h"

#include "base/file.h"
#include "execution/arm_cores.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <fmt/format.h>

namespace metainfer {

namespace fs = std::filesystem;

namespace {

std::string firstLine(const fs::path& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

double numberIn(const fs::path& path, double fallback) {
    const std::string line = firstLine(path);
    char* end = nullptr;
    const double value = std::strtod(line.c_str(), &end);
    return end == line.c_str() ? fallback : value;
}

/// "model name : AMD EPYC" -> value when the line's key is `key`.
bool keyedValue(const std::string& line, std::string_view key, std::string& value) {
    const std::size_t colon = line.find(':');
    if (colon == line.npos || !line.starts_with(key) ||
        line.find_first_not_of(" \t", key.size()) != colon)
        return false;
    const std::size_t start = line.find_first_not_of(" \t", colon + 1);
    value = start == line.npos ? "" : line.substr(start);
    return true;
}

std::vector<std::string> words(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> result;
    for (std::string word; stream >> word;)
        result.push_back(word);
    return result;
}

void readCpuInfo(AgentInventory& inventory) {
    const std::string text = readTextFile("/proc/cpuinfo").value_or("");
    std::istringstream lines(text);
    std::string value;
    for (std::string line; std::getline(lines, line);) {
        if (inventory.cpuModel.empty() && keyedValue(line, "model name", value))
            inventory.cpuModel = value;
        else if (inventory.microcode.empty() && keyedValue(line, "microcode", value))
            inventory.microcode = value;
        else if (inventory.cpuFlags.empty() &&
                 (keyedValue(line, "flags", value) || keyedValue(line, "Features", value)))
            inventory.cpuFlags = words(value);
    }
    if (inventory.cpuModel.empty())
        inventory.cpuModel = armCoresOf(text);
}

fs::path cpuFolder(int cpu) {
    return fmt::format("/sys/devices/system/cpu/cpu{}", cpu);
}

std::vector<double> currentFrequencies() {
    std::vector<double> frequencies;
    const int cpus = static_cast<int>(std::thread::hardware_concurrency());
    for (int cpu = 0; cpu < cpus; ++cpu) {
        const double khz = numberIn(cpuFolder(cpu) / "cpufreq/scaling_cur_freq", -1);
        if (khz > 0)
            frequencies.push_back(khz / 1000);
    }
    if (!frequencies.empty())
        return frequencies;
    std::ifstream file("/proc/cpuinfo");
    std::string value;
    for (std::string line; std::getline(file, line);)
        if (keyedValue(line, "cpu MHz", value))
            frequencies.push_back(std::strtod(value.c_str(), nullptr));
    return frequencies;
}

double hottestSensor() {
    double hottest = -1;
    std::error_code error;
    for (const auto& zone : fs::directory_iterator("/sys/class/thermal", error))
        if (zone.path().filename().string().starts_with("thermal_zone"))
            hottest = std::max(hottest, numberIn(zone.path() / "temp", -1000) / 1000);
    return hottest;
}

std::int64_t throttleCounts() {
    double total = -1;
    const int cpus = static_cast<int>(std::thread::hardware_concurrency());
    for (int cpu = 0; cpu < cpus; ++cpu) {
        const double count = numberIn(cpuFolder(cpu) / "thermal_throttle/core_throttle_count", -1);
        if (count >= 0)
            total = std::max(total, 0.0) + count;
    }
    return static_cast<std::int64_t>(total);
}

std::uint64_t statusField(int pid, std::string_view key) {
    std::ifstream file(fmt::format("/proc/{}/status", pid));
    std::string value;
    for (std::string line; std::getline(file, line);)
        if (keyedValue(line, key, value))
            return std::strtoull(value.c_str(), nullptr, 10) * 1024;
    return 0;
}

} // namespace

AgentInventory describeMachine() {
    AgentInventory inventory;
    utsname name{};
    if (uname(&name) == 0) {
        inventory.hostArchitecture = name.machine;
        inventory.kernel = fmt::format("{} {}", name.release, name.version);
    }
    readCpuInfo(inventory);
    inventory.logicalCpus = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
    cpu_set_t mask;
    inventory.usableCpus =
        sched_getaffinity(0, sizeof(mask), &mask) == 0 ? CPU_COUNT(&mask) : inventory.logicalCpus;
    inventory.memoryBytes = usableMemoryBytes();
    return inventory;
}

MachineState readMachineState() {
    MachineState state;
    state.loadAverage = numberIn("/proc/loadavg", -1);
    state.frequenciesMhz = currentFrequencies();
    state.governor = firstLine(cpuFolder(0) / "cpufreq/scaling_governor");
    state.temperatureC = hottestSensor();
    state.throttleCount = throttleCounts();
    double busy = 0, steal = 0;
    if (readCpuTimes(busy, steal)) {
        state.busyCpuUs = busy;
        state.stealUs = steal;
    }
    return state;
}

bool readCpuTimes(double& busyUs, double& stealUs) {
    std::ifstream file("/proc/stat");
    std::string label;
    double user = 0, nice = 0, system = 0, idle = 0, ioWait = 0, irq = 0, softIrq = 0, steal = 0;
    if (!(file >> label >> user >> nice >> system >> idle >> ioWait >> irq >> softIrq >> steal))
        return false;
    const double tickUs = 1e6 / static_cast<double>(sysconf(_SC_CLK_TCK));
    busyUs = (user + nice + system + irq + softIrq) * tickUs;
    stealUs = steal * tickUs;
    return true;
}

std::uint64_t usableMemoryBytes() {
    auto bytes = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                 static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
    for (const char* path :
         {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
        const double limit = numberIn(path, 0);
        if (limit > 0 && limit < static_cast<double>(bytes))
            bytes = static_cast<std::uint64_t>(limit);
    }
    return bytes;
}

std::uint64_t residentBytes(int pid) {
    std::ifstream file(fmt::format("/proc/{}/statm", pid));
    std::uint64_t total = 0, resident = 0;
    file >> total >> resident;
    return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
}

std::uint64_t peakResidentBytes(int pid) {
    return statusField(pid, "VmHWM");
}

bool resetPeakResident() {
    std::ofstream file("/proc/self/clear_refs");
    file << "5" << std::flush;
    return file.good();
}

} // namespace metainfer
