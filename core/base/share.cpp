// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// More decimals near one; what nine of them cannot show is rounded down.
#include "base/share.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace metainfer {
namespace {

constexpr int kMostDigits = 9;

/// `value` of `whole`, where below stays visibly below.
std::string below(double value, double whole, int digits) {
    const std::string full = fmt::format("{:.{}f}", whole, digits);
    std::string text = fmt::format("{:.{}f}", value, digits);
    if (!(value < whole) || text != full)
        return text;
    for (int more = digits + 1; more <= kMostDigits; ++more) {
        text = fmt::format("{:.{}f}", value, more);
        if (text != fmt::format("{:.{}f}", whole, more))
            return text;
    }
    return fmt::format("{:.0f}.{}", whole - 1, std::string(kMostDigits, '9'));
}

} // namespace

std::string shareText(double share, int digits) {
    return below(share, 1, digits);
}

std::string percentText(double share, int digits) {
    if (share == 1)
        return "100 %";
    // Near one the product would round to 100 before the text is made.
    const double percent =
        share < 1 ? std::min(share * 100, std::nextafter(100.0, 0.0)) : share * 100;
    return below(percent, 100, digits) + " %";
}

} // namespace metainfer
