// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Work that begins later: when, and waiting until then.
#pragma once

#include "base/cancellation.h"
#include "base/result.h"

#include <chrono>
#include <functional>
#include <string>

namespace metainfer::measurement {

using WallClock = std::chrono::system_clock;

/// "22:00" is the next time that this machine's clock shows it, "+30m" a while after `now` (also
/// "+90s", "+8h"), "2026-12-31T22:00" a local time and "2026-12-31T22:00:00Z" one in UTC.
/// InvalidArgument names these forms; so it does when the time is over, or more than a year away.
Result<WallClock::time_point> parseStartTime(const std::string& text, WallClock::time_point now);

/// "2026-12-31 22:00:00", of this machine.
std::string localTimeText(WallClock::time_point time);

/// What tells the time, and what lets some of it pass.
struct Waiting {
    std::function<WallClock::time_point()> now = &WallClock::now;
    std::function<void(std::chrono::milliseconds)> pause; ///< empty = sleeps
};

/// Looks at the clock at least twice a second, so that a machine that slept or a clock that was
/// set does not matter. Cancelled when that was asked for.
Status waitUntil(WallClock::time_point start, const CancellationToken& cancel,
                 const Waiting& waiting = {});

} // namespace metainfer::measurement
