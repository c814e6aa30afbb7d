// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A process with all that it started.
#pragma once

#include <cstdint>

namespace metainfer::agent {

/// What `pid` and its descendants hold in memory; pages that several of them share count once.
/// Processes that left their parent behind are not seen. 0 when nothing is known.
std::uint64_t residentBytesOfTree(int pid);

} // namespace metainfer::agent
