// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Where a number comes from, and numbers with an interval. Estimates and measurements never mix.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace metainfer {

enum class NumberSource { Measured, Predicted, Simulated, Datasheet, User, Learned, Default };

/// "measured", "predicted", …
std::string_view numberSourceName(NumberSource source);
std::optional<NumberSource> numberSourceFromName(std::string_view name);

/// A value with a confidence interval; low == high == value when no interval is known.
struct Interval {
    double value = 0;
    double low = 0;
    double high = 0;

    static Interval exact(double v) { return {v, v, v}; }
    bool contains(double v) const { return v >= low && v <= high; }
};

} // namespace metainfer
