// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Implementers and parts of the main identification register, as the makers document them.
#include "execution/arm_cores.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace metainfer {

namespace {

struct Implementer {
    unsigned id;
    const char* name;
};
constexpr std::array<Implementer, 10> kImplementers{{{0x41, "Arm"},
                                                     {0x42, "Broadcom"},
                                                     {0x43, "Cavium"},
                                                     {0x46, "Fujitsu"},
                                                     {0x48, "HiSilicon"},
                                                     {0x4e, "NVIDIA"},
                                                     {0x51, "Qualcomm"},
                                                     {0x61, "Apple"},
                                                     {0x70, "Phytium"},
                                                     {0xc0, "Ampere"}}};

struct Core {
    unsigned implementer, part;
    const char* name;
};
constexpr std::array<Core, 46> kCores{{
    {0x41, 0xd03, "Cortex-A53"},   {0x41, 0xd04, "Cortex-A35"},   {0x41, 0xd05, "Cortex-A55"},
    {0x41, 0xd06, "Cortex-A65"},   {0x41, 0xd07, "Cortex-A57"},   {0x41, 0xd08, "Cortex-A72"},
    {0x41, 0xd09, "Cortex-A73"},   {0x41, 0xd0a, "Cortex-A75"},   {0x41, 0xd0b, "Cortex-A76"},
    {0x41, 0xd0c, "Neoverse-N1"},  {0x41, 0xd0d, "Cortex-A77"},   {0x41, 0xd0e, "Cortex-A76AE"},
    {0x41, 0xd40, "Neoverse-V1"},  {0x41, 0xd41, "Cortex-A78"},   {0x41, 0xd42, "Cortex-A78AE"},
    {0x41, 0xd43, "Cortex-A65AE"}, {0x41, 0xd44, "Cortex-X1"},    {0x41, 0xd46, "Cortex-A510"},
    {0x41, 0xd47, "Cortex-A710"},  {0x41, 0xd48, "Cortex-X2"},    {0x41, 0xd49, "Neoverse-N2"},
    {0x41, 0xd4a, "Neoverse-E1"},  {0x41, 0xd4b, "Cortex-A78C"},  {0x41, 0xd4c, "Cortex-X1C"},
    {0x41, 0xd4d, "Cortex-A715"},  {0x41, 0xd4e, "Cortex-X3"},    {0x41, 0xd4f, "Neoverse-V2"},
    {0x41, 0xd80, "Cortex-A520"},  {0x41, 0xd81, "Cortex-A720"},  {0x41, 0xd82, "Cortex-X4"},
    {0x41, 0xd84, "Neoverse-V3"},  {0x41, 0xd85, "Cortex-X925"},  {0x41, 0xd87, "Cortex-A725"},
    {0x41, 0xd8e, "Neoverse-N3"},  {0x43, 0x0a1, "ThunderX"},     {0x43, 0x0af, "ThunderX2"},
    {0x46, 0x001, "A64FX"},        {0x48, 0xd01, "TaiShan v110"}, {0x4e, 0x003, "Denver 2"},
    {0x4e, 0x004, "Carmel"},       {0x51, 0xc00, "Falkor"},       {0x51, 0xc01, "Saphira"},
    {0x70, 0x662, "FTC662"},       {0x70, 0x663, "FTC663"},       {0xc0, 0xac3, "Ampere-1"},
    {0xc0, 0xac4, "Ampere-1A"},
}};

/// Of "0xd0b"; all bits set, which is no part, for anything else.
unsigned number(std::string_view text) {
    constexpr unsigned kNone = ~0u;
    if (!text.starts_with("0x"))
        return kNone;
    unsigned value = 0;
    const auto [end, problem] =
        std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
    return problem == std::errc{} && end == text.data() + text.size() ? value : kNone;
}

/// The value of a line "key   : value" when the key is that one.
bool valueOf(std::string_view line, std::string_view key, std::string_view& value) {
    const std::size_t colon = line.find(':');
    if (colon == line.npos || !line.starts_with(key) ||
        line.find_first_not_of(" \t", key.size()) != colon)
        return false;
    const std::size_t start = line.find_first_not_of(" \t", colon + 1);
    value = start == line.npos ? std::string_view() : line.substr(start);
    value = value.substr(0, value.find_last_not_of(" \t\r") + 1);
    return true;
}

} // namespace

std::string armCoreName(std::string_view implementer, std::string_view part) {
    const unsigned maker = number(implementer), id = number(part);
    const auto named = std::find_if(kImplementers.begin(), kImplementers.end(),
                                    [&](const Implementer& one) { return one.id == maker; });
    if (named == kImplementers.end())
        return fmt::format("core {}/{}", implementer, part);
    const auto core = std::find_if(kCores.begin(), kCores.end(), [&](const Core& one) {
        return one.implementer == maker && one.part == id;
    });
    return core == kCores.end() ? fmt::format("{} core {}", named->name, part)
                                : fmt::format("{} {}", named->name, core->name);
}

std::string armCoresOf(std::string_view cpuinfo) {
    std::vector<std::pair<std::string, int>> kinds;
    std::string_view implementer, part;
    while (!cpuinfo.empty()) {
        const std::string_view line = cpuinfo.substr(0, cpuinfo.find('\n'));
        cpuinfo.remove_prefix(std::min(cpuinfo.size(), line.size() + 1));
        if (valueOf(line, "CPU implementer", implementer) || !valueOf(line, "CPU part", part) ||
            part.empty())
            continue;
        const std::string name = armCoreName(implementer, part);
        const auto known = std::find_if(kinds.begin(), kinds.end(),
                                        [&](const auto& kind) { return kind.first == name; });
        if (known == kinds.end())
            kinds.emplace_back(name, 1);
        else
            ++known->second;
    }
    if (kinds.size() == 1)
        return kinds.front().first;
    std::string text;
    for (const auto& [name, count] : kinds)
        text += fmt::format("{}{} x {}", text.empty() ? "" : ", ", count, name);
    return text;
}

} // namespace metainfer
