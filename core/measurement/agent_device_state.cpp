// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a device is and does besides running models: environment, telemetry, queue, power mode.
#include "measurement/agent_device_hold.h"

#include <fmt/format.h>

namespace metainfer::measurement {
namespace {

/// What an inventory tells where an agent is too old to read the whole environment.
hardware::Environment environmentOf(const AgentInventory& inventory) {
    hardware::Environment e;
    const auto take = [](std::string& field, const std::string& value) {
        if (!value.empty())
            field = value;
    };
    take(e.cpu, inventory.cpuModel);
    take(e.architecture, inventory.hostArchitecture);
    take(e.kernel, inventory.kernel.substr(0, inventory.kernel.find(' ')));
    take(e.microcode, inventory.microcode);
    e.cores = std::to_string(inventory.usableCpus);
    e.memoryMb = std::to_string(inventory.memoryBytes >> 20);
    return e;
}

} // namespace

const RuntimeLibrary* libraryFor(const AgentInventory& inventory, const SessionOptions& session) {
    for (const RuntimeLibrary& library : inventory.runtimes) {
        const bool wanted = session.runtimeVersion.empty()
                                ? library.isDefault
                                : library.version == session.runtimeVersion;
        if (library.problem.empty() && library.runtime == session.runtime && wanted)
            return &library;
    }
    return nullptr;
}

AgentDevice::Hold::~Hold() {
    if (m_hasMode)
        (void)m_client->setPowerMode({}); // the agent restores it itself when it is gone
}

void AgentDevice::Hold::setPowerMode(const std::string& mode) {
    m_hasMode = m_client->setPowerMode(mode).has_value();
}

Result<std::unique_ptr<AgentDevice::Hold>> AgentDevice::take(std::string what,
                                                             const CancellationToken& cancel) {
    std::optional<MachineLock> own;
    std::unique_ptr<AgentLock> remote;
    if (m_options.kind == DeviceKind::Local) {
        MI_ASSIGN(own, MachineLock::acquire(m_options.lockFile, std::move(what), cancel,
                                            m_options.lockTimeout, m_options.onWait));
    } else if (client()->greeting().knows("lock")) { // an older agent serves one client
        MI_ASSIGN(remote, client()->lock(what, m_options.powerMode, m_options.lockTimeout, cancel,
                                         [this](const LockOwner& owner, int) {
                                             if (m_options.onWait)
                                                 m_options.onWait(owner);
                                         }));
    }
    const bool setsMode = own && !m_options.powerMode.empty();
    auto hold = std::make_unique<Hold>(client(), std::move(own), std::move(remote));
    if (setsMode)
        hold->setPowerMode(m_options.powerMode);
    return hold;
}

Result<std::unique_ptr<DeviceHold>> AgentDevice::hold(std::string what,
                                                      const CancellationToken& cancel) {
    MI_ASSIGN(auto held, take(std::move(what), cancel));
    return std::unique_ptr<DeviceHold>(std::move(held));
}

SessionOptions AgentDevice::resolved(SessionOptions session) const {
    const bool names =
        session.runtime != SessionOptions().runtime || !session.runtimeVersion.empty();
    if (names || m_options.runtime.empty())
        return session;
    const std::size_t at = m_options.runtime.find('@');
    session.runtime = m_options.runtime.substr(0, at);
    if (at != std::string::npos)
        session.runtimeVersion = m_options.runtime.substr(at + 1);
    return session;
}

Workload AgentDevice::resolved(Workload workload) const {
    workload.session = resolved(std::move(workload.session));
    return workload;
}

hardware::Environment AgentDevice::environment(const SessionOptions& asked) {
    const SessionOptions session = resolved(asked);
    // An agent that was started anew may run on a kernel, or under a governor, that is another.
    const std::string key = fmt::format("{}/{}@{}", client()->greeting().instance, session.runtime,
                                        session.runtimeVersion);
    {
        const std::lock_guard guard(m_mutex);
        if (const auto known = m_environments.find(key); known != m_environments.end())
            return known->second;
    }
    auto read = client()->environment();
    hardware::Environment environment = read ? std::move(*read) : environmentOf(m_inventory);
    environment.device = name();
    if (const RuntimeLibrary* library = libraryFor(m_inventory, session)) {
        environment.runtime =
            library->runtime + (library->version.empty() ? "" : "@" + library->version);
        if (!library->sha256.empty())
            environment.runtimeSha256 = library->sha256;
        if (!library->build.empty())
            environment.runtimeBuild = library->build;
    }
    if (!read && read.error().code != ErrorCode::Unsupported)
        return environment; // the next call asks again
    const std::lock_guard guard(m_mutex);
    return m_environments.emplace(key, std::move(environment)).first->second;
}

Result<hardware::Telemetry> AgentDevice::telemetry() {
    return client()->telemetry();
}

Result<DeviceQueue> AgentDevice::queue() {
    if (m_options.kind == DeviceKind::Local)
        return DeviceQueue{MachineLock::holder(m_options.lockFile),
                           MachineLock::queue(m_options.lockFile)};
    MI_ASSIGN(AgentLockState state, client()->lockState());
    return DeviceQueue{std::move(state.holder), std::move(state.waiting)};
}

Result<std::vector<CacheLevel>> AgentDevice::caches() {
    return client()->caches();
}

Status AgentDevice::setPowerMode(const std::string& mode) {
    return client()->setPowerMode(mode);
}

} // namespace metainfer::measurement
