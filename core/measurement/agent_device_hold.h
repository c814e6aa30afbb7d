// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A device held for timed work: its lock, and its power mode while it is held.
#pragma once

#include "measurement/agent_device.h"

namespace metainfer::measurement {

class AgentDevice::Hold final : public DeviceHold {
  public:
    Hold(std::shared_ptr<AgentClient> client, std::optional<MachineLock> own,
         std::unique_ptr<AgentLock> remote)
        : m_client(std::move(client))
        , m_own(std::move(own))
        , m_remote(std::move(remote)) {}
    ~Hold() override;
    /// Leaves it as it is where the device refuses: the state that is recorded says what it was.
    void setPowerMode(const std::string& mode);
    /// The device was restarted: somebody else may have had it since.
    bool wasLost() const { return m_remote && m_remote->isLost(); }

  private:
    std::shared_ptr<AgentClient> m_client;
    std::optional<MachineLock> m_own;
    std::unique_ptr<AgentLock> m_remote;
    bool m_hasMode = false;
};

template <typename Work>
auto AgentDevice::whileHeld(const std::string& what, const CancellationToken& cancel,
                            const Work& work) -> decltype(work()) {
    constexpr int kAttempts = 2;
    for (int attempt = 1;; ++attempt) {
        MI_ASSIGN(const auto held, take(what, cancel));
        auto result = work();
        if (!held->wasLost() || attempt == kAttempts)
            return result;
    }
}

/// The library that a session would be run with; null when the device has none.
const RuntimeLibrary* libraryFor(const AgentInventory& inventory, const SessionOptions& session);

} // namespace metainfer::measurement
