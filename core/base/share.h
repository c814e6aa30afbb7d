// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Shares of one for people: a value just below one never reads as one.
#pragma once

#include <string>

namespace metainfer {

/// `share` with `digits` decimals, and with as many more (9 at most) as it takes to show that a
/// value below 1 is not 1: 0.9999 and three digits give "0.9999", 1 gives "1.000".
std::string shareText(double share, int digits);
/// The same in percent: 0.99998 gives "99.998 %", 0.5 "50.00 %", exactly 1 "100 %".
std::string percentText(double share, int digits = 2);

} // namespace metainfer
