// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Points in time as text, and identifiers of measurements.
#include "measurement/time_text.h"

#include "base/hash.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <ctime>

#include <unistd.h>

namespace metainfer::measurement {

std::string utcNow() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900,
                       parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::string freshId(std::string_view prefix) {
    static std::atomic<unsigned> counter{0};
    const auto now = std::chrono::system_clock::now().time_since_epoch().count();
    return fmt::format("{}-{:016x}", prefix,
                       fastHash(fmt::format("{}/{}/{}", now, getpid(), counter++)));
}

} // namespace metainfer::measurement
