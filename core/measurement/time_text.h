// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Points in time as text, and identifiers of measurements.
#pragma once

#include <string>
#include <string_view>

namespace metainfer::measurement {

/// "2026-01-31T12:34:56Z", independent of the locale.
std::string utcNow();
/// "m-" and 16 hexadecimal digits, unique over processes and machines for practical purposes.
std::string freshId(std::string_view prefix);

} // namespace metainfer::measurement
