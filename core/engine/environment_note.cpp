// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The newest record against the present.
#include "engine/environment_note.h"

#include <fmt/format.h>

#include <chrono>
#include <ctime>

namespace metainfer::engine {
namespace {

std::string dateOf(std::int64_t milliseconds) {
    const std::time_t seconds = milliseconds / 1000;
    std::tm time{};
    gmtime_r(&seconds, &time);
    return fmt::format("{:04}-{:02}-{:02}", time.tm_year + 1900, time.tm_mon + 1, time.tm_mday);
}

} // namespace

std::optional<std::string> environmentNote(const experience::Store& store,
                                           const std::string& hardwareName,
                                           const hardware::Environment& now) {
    experience::Filter newest;
    newest.hardwareName = hardwareName;
    newest.limit = 1;
    const auto records = store.list(newest);
    if (!records || records->empty() || records->front().environmentHash == now.hash())
        return std::nullopt;
    const auto before = hardware::Environment::fromJson(records->front().environment);
    if (!before)
        return std::nullopt;
    std::string fields, values;
    for (const auto& one : hardware::differences(*before, now)) {
        fields += (fields.empty() ? "" : ", ") + one.field;
        values += fmt::format("{}{} -> {}", values.empty() ? "" : "; ", one.left, one.right);
    }
    if (fields.empty())
        return std::nullopt;
    return fmt::format("{} changed since {} ({}): older results count less", fields,
                       dateOf(records->front().timeMs), values);
}

} // namespace metainfer::engine
