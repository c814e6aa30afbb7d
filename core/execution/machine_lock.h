// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One measurement at a time per machine: a lock between all users and processes, with its queue.
#pragma once

#include "base/cancellation.h"
#include "base/json.h"
#include "base/result.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace metainfer {

/// Who holds or waits for a device.
struct LockOwner {
    int pid = 0;
    std::string what;  ///< "measure c17"
    std::string since; ///< UTC of the device's clock, ISO 8601
};

Json toJson(const LockOwner& owner);
LockOwner lockOwnerFromJson(const Json& json);

/// Held until destroyed or the process dies (`flock`: it cannot become stale). Distinct holders
/// within one process exclude each other too.
class MachineLock {
  public:
    /// METAINFER_LOCK_FILE, else metainfer-measure.lock in /var/lock where everybody may write
    /// there, else in /tmp: the same file for every user of the machine.
    static std::filesystem::path defaultPath();

    /// Waits for its turn. `onWait` is called once a second at most while somebody else holds it.
    /// Cancelled or Timeout (the message names the holder) when the wait ends without the lock.
    static Result<MachineLock> acquire(const std::filesystem::path& path, std::string what,
                                       const CancellationToken& cancel,
                                       std::chrono::milliseconds timeout = std::chrono::hours(24),
                                       const std::function<void(const LockOwner&)>& onWait = {});
    MachineLock(MachineLock&& other) noexcept;
    MachineLock& operator=(MachineLock&& other) noexcept;
    ~MachineLock();

    /// The present holder; nullopt when nobody measures. Cheap: a program polls it to pause its own
    /// training, prediction and repainting.
    static std::optional<LockOwner> holder(const std::filesystem::path& path = defaultPath());
    /// Those who wait, in the order in which they came.
    static std::vector<LockOwner> queue(const std::filesystem::path& path = defaultPath());

  private:
    friend class LockWait;
    MachineLock() = default;
    int m_descriptor = -1;
};

/// A place in the queue, for those who must not block: ask again from time to time.
class LockWait {
  public:
    static Result<LockWait> begin(std::filesystem::path path, std::string what);
    LockWait(LockWait&&) noexcept;
    LockWait& operator=(LockWait&&) noexcept;
    ~LockWait();

    /// The lock when it is free, nullopt while somebody holds it; from then on this wait is seen
    /// in the queue. An error when locking itself fails.
    Result<std::optional<MachineLock>> tryAcquire();
    LockOwner holder() const;
    /// How many wait before this one.
    int place() const;

  private:
    struct Ticket;
    LockWait() = default;
    std::filesystem::path m_path;
    std::string m_what;
    int m_descriptor = -1;
    std::unique_ptr<Ticket> m_ticket;
};

/// True while any process on this machine measures.
inline bool measurementInProgress() {
    return MachineLock::holder().has_value();
}

} // namespace metainfer
