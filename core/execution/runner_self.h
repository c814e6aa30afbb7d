// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// How a runner learns the command that started it: behind a loader or an emulator /proc/self/exe
// names that one.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer {

/// The environment variable that the supervisor sets: the words of the command, a line each.
inline constexpr const char* kRunnerSelf = "METAINFER_RUNNER_SELF";

/// The words that start this program again; the last is the program's own file. Empty when the
/// system does not tell.
inline std::vector<std::string> selfCommand() {
    std::vector<std::string> words;
    const char* value = std::getenv(kRunnerSelf);
    std::string_view rest = value ? value : "";
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        words.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (words.empty()) {
        std::error_code error;
        const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
        if (!error)
            words.push_back(self.string());
    }
    return words;
}

} // namespace metainfer
