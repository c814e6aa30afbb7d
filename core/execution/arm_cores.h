// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Names of 64-bit Arm processor cores: their /proc/cpuinfo has numbers alone.
#pragma once

#include <string>
#include <string_view>

namespace metainfer {

/// "Arm Cortex-A76" for implementer "0x41" and part "0xd0b"; "Arm core 0xd99" when the part is not
/// known, "core 0x51/0xd99" when the implementer is not.
std::string armCoreName(std::string_view implementer, std::string_view part);

/// Of the text of /proc/cpuinfo every kind of core in the order of first mention, with its count
/// where there are several: "4 x Arm Cortex-A55, 4 x Arm Cortex-A76". Empty where it names no part.
std::string armCoresOf(std::string_view cpuinfo);

} // namespace metainfer
