// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Work that begins later.
#include "measurement/start_time.h"

#include <fmt/format.h>

#include <charconv>
#include <ctime>
#include <optional>
#include <regex>
#include <thread>

namespace metainfer::measurement {
namespace {

using std::chrono::seconds;

constexpr std::chrono::milliseconds kLook{500};
constexpr seconds kFarthest{366L * 24 * 3600};
constexpr const char* kForms =
    "Write a time of day like 22:00, a while like +30m or +8h, or a date and time like "
    "2026-12-31T22:00 (with a Z at its end: UTC).";

int number(const std::ssub_match& digits) {
    int value = 0;
    const std::string text = digits.str();
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// Nothing when the calendar or the clock knows no such time.
std::optional<WallClock::time_point> timeOf(std::tm wanted, bool utc) {
    wanted.tm_isdst = -1;
    std::tm made = wanted;
    const std::time_t time = utc ? timegm(&made) : mktime(&made);
    // Both turn the 31st of February and 25:00 into another day without a word.
    if (made.tm_mday != wanted.tm_mday || made.tm_mon != wanted.tm_mon ||
        made.tm_hour != wanted.tm_hour || made.tm_min != wanted.tm_min)
        return std::nullopt;
    return WallClock::from_time_t(time);
}

std::tm localOf(WallClock::time_point time) {
    const std::time_t now = WallClock::to_time_t(time);
    std::tm parts{};
    localtime_r(&now, &parts);
    return parts;
}

std::optional<WallClock::time_point> nextAt(int hour, int minute, WallClock::time_point now) {
    const std::tm today = localOf(now);
    // A clock that is put forward leaves out an hour of one day.
    for (int days = 0; days <= 2; ++days) {
        std::tm day = today;
        day.tm_mday += days;
        day.tm_hour = 12;
        day.tm_isdst = -1;
        (void)mktime(&day); // makes the 32nd the 1st
        day.tm_hour = hour;
        day.tm_min = minute;
        day.tm_sec = 0;
        if (const auto time = timeOf(day, false); time && *time > now)
            return time;
    }
    return std::nullopt;
}

std::optional<WallClock::time_point> read(const std::string& text, WallClock::time_point now) {
    static const std::regex clock(R"((\d{1,2}):(\d{2}))"), later(R"(\+(\d{1,7})([smh]))"),
        date(R"((\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2}))?(Z?))");
    std::smatch part;
    if (std::regex_match(text, part, clock)) {
        if (number(part[1]) > 23 || number(part[2]) > 59)
            return std::nullopt;
        return nextAt(number(part[1]), number(part[2]), now);
    }
    if (std::regex_match(text, part, later)) {
        const std::string unit = part[2].str();
        return now + seconds(number(part[1]) * (unit == "h" ? 3600L : unit == "m" ? 60L : 1L));
    }
    if (!std::regex_match(text, part, date))
        return std::nullopt;
    std::tm wanted{};
    wanted.tm_year = number(part[1]) - 1900;
    wanted.tm_mon = number(part[2]) - 1;
    wanted.tm_mday = number(part[3]);
    wanted.tm_hour = number(part[4]);
    wanted.tm_min = number(part[5]);
    wanted.tm_sec = number(part[6]);
    return timeOf(wanted, part[7].length() > 0);
}

} // namespace

Result<WallClock::time_point> parseStartTime(const std::string& text, WallClock::time_point now) {
    const auto time = read(text, now);
    if (!time)
        return fail(ErrorCode::InvalidArgument, fmt::format("not a time to start at: {}", text),
                    kForms);
    if (*time < now)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("the time to start at is over: {}", text), kForms);
    if (*time - now > kFarthest)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("the time to start at is more than a year away: {}", text), kForms);
    return *time;
}

std::string localTimeText(WallClock::time_point time) {
    const std::tm parts = localOf(time);
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", parts.tm_year + 1900,
                       parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

Status waitUntil(WallClock::time_point start, const CancellationToken& cancel,
                 const Waiting& waiting) {
    for (auto now = waiting.now(); now < start; now = waiting.now()) {
        MI_CHECK(cancel.check());
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(start - now);
        const auto pause = std::min(kLook, left);
        if (waiting.pause)
            waiting.pause(pause);
        else
            std::this_thread::sleep_for(pause);
    }
    return cancel.check();
}

} // namespace metainfer::measurement
