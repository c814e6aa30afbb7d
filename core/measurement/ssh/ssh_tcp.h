// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A TCP connection to a host, with a deadline at each step and a token that stops it.
#pragma once

#include "base/cancellation.h"
#include "base/subprocess.h"

#include <chrono>
#include <string>

namespace metainfer {

/// Tries the host's addresses one after another. The descriptor does not block, sends at once and
/// notices a dead peer (TCP keep-alive). NotFound: no such name; Io: refused or unreachable;
/// Timeout; Cancelled.
Result<UniqueFd> connectTcp(const std::string& host, int port, std::chrono::milliseconds timeout,
                            const CancellationToken& cancel);

} // namespace metainfer
