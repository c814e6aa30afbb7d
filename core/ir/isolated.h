// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs library code that may crash on hostile models in a child process.
#pragma once

#include "base/cancellation.h"
#include "base/result.h"

#include <chrono>
#include <functional>
#include <string>

namespace metainfer::ir {

/// Forks, lets the child do `work` and returns the bytes that it made, or its error. Crash when a
/// signal ended the child, Timeout and Cancelled when it was ended for that. `work` must need no
/// other thread and no lock that another thread may hold.
Result<std::string> runIsolated(const std::function<Result<std::string>()>& work,
                                std::chrono::milliseconds limit, const CancellationToken& cancel);

} // namespace metainfer::ir
