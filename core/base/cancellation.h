// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A token by which somebody asks a long call to stop, with an optional deadline.
#pragma once

#include "base/result.h"

#include <atomic>
#include <chrono>
#include <memory>

namespace metainfer {

/// Copies share one state. Thread-safe; `cancel` is also safe from a signal handler.
class CancellationToken {
  public:
    void cancel() const { m_state->cancelled.store(true, std::memory_order_relaxed); }
    bool isCancelled() const { return m_state->cancelled.load(std::memory_order_relaxed); }
    /// Cancelled when somebody asked to stop; otherwise success.
    Status check() const {
        if (isCancelled())
            return fail(ErrorCode::Cancelled, "cancelled");
        return {};
    }

  private:
    struct State {
        std::atomic<bool> cancelled{false};
    };
    std::shared_ptr<State> m_state = std::make_shared<State>();
};

} // namespace metainfer
