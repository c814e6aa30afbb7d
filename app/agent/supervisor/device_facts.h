// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the supervisor itself can tell of the device, at once and without disturbing a measurement.
#pragma once

#include "base/json.h"

#include <filesystem>
#include <optional>

namespace metainfer::agent {

class DeviceFacts {
  public:
    /// The sensors; while `isTimed`, the last look instead, marked `asleep`.
    Json telemetry(bool isTimed);
    /// Read once in the agent's life, except what changes while it runs.
    Json environment();
    Json caches() const;

  private:
    std::optional<Json> m_lastLook, m_environment;
};

} // namespace metainfer::agent
