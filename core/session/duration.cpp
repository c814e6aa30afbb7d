// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Parsing and writing durations.
#include "session/duration.h"

#include <fmt/format.h>

namespace metainfer::session {
namespace {
constexpr long long kMostSeconds = 366LL * 24 * 3600;
} // namespace

std::optional<std::chrono::seconds> parseDuration(std::string_view text) {
    long long total = 0, number = 0;
    bool hasDigits = false;
    for (const char c : text) {
        if (c >= '0' && c <= '9') {
            number = number * 10 + (c - '0');
            hasDigits = true;
        } else {
            const long long unit = c == 'h' ? 3600 : c == 'm' ? 60 : c == 's' ? 1 : 0;
            if (unit == 0 || !hasDigits)
                return std::nullopt;
            total += number * unit;
            number = 0;
            hasDigits = false;
        }
        if (number > kMostSeconds || total > kMostSeconds)
            return std::nullopt;
    }
    if (hasDigits)
        total += number;
    if (total <= 0 || total > kMostSeconds)
        return std::nullopt;
    return std::chrono::seconds(total);
}

std::string formatDuration(std::chrono::seconds duration) {
    const long long seconds = duration.count();
    std::string text;
    if (seconds >= 3600)
        text += fmt::format("{}h", seconds / 3600);
    if (seconds % 3600 >= 60)
        text += fmt::format("{}m", seconds % 3600 / 60);
    if (seconds % 60 != 0 || text.empty())
        text += fmt::format("{}s", seconds % 60);
    return text;
}

} // namespace metainfer::session
