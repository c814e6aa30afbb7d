// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Older results under another environment count less: that is said once, when it is noticed.
#pragma once

#include "experience/store.h"
#include "hardware/environment.h"

#include <optional>
#include <string>

namespace metainfer::engine {

/// "the kernel changed since 2026-11-30 (Linux 6.1 -> Linux 6.2): older results count less", when
/// the newest record of this hardware was made under another environment; nullopt otherwise. Once
/// there are results of the new one, there is nothing to say any more.
std::optional<std::string> environmentNote(const experience::Store& store,
                                           const std::string& hardwareName,
                                           const hardware::Environment& now);

} // namespace metainfer::engine
