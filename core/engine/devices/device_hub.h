// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The devices that are in use: opened once each, with what their connections said, told to the
// commands that use them.
#pragma once

#include "engine/device_requests.h"
#include "engine/events.h"
#include "engine/prompts.h"
#include "engine/target.h"
#include "measurement/device_registry.h"
#include "measurement/ssh/ssh_prompts.h"
#include "measurement/toolchain/adapter.h"

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace metainfer::engine {

/// How devices speak while they are opened and used; all may be empty.
struct DeviceHooks {
    std::function<void(LinkState, const std::string&)> onLink;
    std::function<void(const measurement::LockOwner&)> onWait;
    EventSink remarks; ///< of opening alone
    std::shared_ptr<Prompts> prompts;
    std::shared_ptr<SshSecrets> secrets; ///< what was answered before
    CancellationToken cancel;
};

/// What a command hears of the devices that it opened, as long as it holds this.
class DeviceListener {
  public:
    explicit DeviceListener(EventSink sink)
        : m_sink(std::move(sink)) {}
    const EventSink& sink() const { return m_sink; }

  private:
    friend class DeviceHub;
    EventSink m_sink;
    std::set<std::string> m_devices; ///< guarded by the hub's notices
};

/// Thread-safe. Devices open at the same time; two calls for one device open it once.
class DeviceHub {
  public:
    DeviceHub(std::shared_ptr<Prompts> prompts, measurement::DeviceRegistry registry);
    ~DeviceHub();

    /// "NAME" or "NAME:RUNTIME": this machine, a registered device, a toolchain adapter, or a
    /// profile, which is simulated. NotFound suggests near names.
    Result<Target> open(const std::string& name, const std::shared_ptr<DeviceListener>& listener,
                        const CancellationToken& cancel);
    /// Ends the connection; the next `open` makes a new one. Running calls keep their device.
    void close(const std::string& name);
    /// Removes what was installed on the device; what it removed. Nothing where nothing was. What
    /// was asked on the way there is forgotten.
    Result<std::vector<std::string>> clear(const measurement::DeviceEntry& entry,
                                           const CancellationToken& cancel);
    std::vector<DeviceLogLine> log(const std::string& name) const;
    /// What is known of a device that need not be open: its last state.
    std::optional<LinkState> state(const std::string& name) const;

    const measurement::DeviceRegistry& registry() const { return m_registry; }
    Prompts& prompts() { return *m_prompts; }

  private:
    class Notices;
    /// The target is guarded by `opening`.
    struct Slot {
        std::mutex opening;
        std::optional<Target> target;
    };
    std::shared_ptr<Slot> slot(const std::string& name);
    DeviceHooks hooksFor(const std::string& name, const CancellationToken& cancel);

    std::shared_ptr<Prompts> m_prompts;
    measurement::DeviceRegistry m_registry;
    std::shared_ptr<Notices> m_notices; ///< devices that somebody still holds outlive the hub
    std::mutex m_mutex;                 ///< guards the two below
    std::map<std::string, std::shared_ptr<Slot>> m_slots;
    std::map<std::string, std::shared_ptr<SshSecrets>> m_secrets; ///< by name without runtime
};

/// Opens without a cache; see DeviceHub::open.
Result<Target> openTarget(const std::string& name, const measurement::DeviceRegistry& registry,
                          const DeviceHooks& hooks);
/// A profile by name or path; its device's numbers are simulated.
Result<Target> openSimulated(const std::string& name, const EventSink& events);
/// The adapter of a device whose models a toolchain runs. Unsupported for others.
Result<measurement::Adapter> adapterOf(const std::string& name,
                                       const measurement::DeviceRegistry& registry);
/// See DeviceHub::clear.
Result<std::vector<std::string>> clearDevice(const measurement::DeviceEntry& entry,
                                             const DeviceHooks& hooks);
/// The profile of a device: what it was probed to be. "board:opencv" has a profile of its own.
std::string profileNameOf(const std::string& device);

} // namespace metainfer::engine
