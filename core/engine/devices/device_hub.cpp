// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The cache of open devices, their logs, and who hears of them.
#include "engine/devices/device_hub.h"

#include "measurement/time_text.h"

#include <fmt/format.h>

namespace metainfer::engine {
namespace {

constexpr std::size_t kLogLines = 500;

} // namespace

std::string_view linkStateName(LinkState state) {
    switch (state) {
    case LinkState::Connecting:
        return "connecting";
    case LinkState::Connected:
        return "connected";
    case LinkState::Reconnecting:
        return "reconnecting";
    case LinkState::Lost:
        return "lost";
    case LinkState::Closed:
        break;
    }
    return "closed";
}

std::string profileNameOf(const std::string& device) {
    const auto [name, runtime] = measurement::splitDeviceName(device);
    return runtime.empty() ? name : name + "-" + runtime;
}

DeviceHub::DeviceHub(std::shared_ptr<Prompts> prompts, measurement::DeviceRegistry registry)
    : m_prompts(prompts ? std::move(prompts) : std::make_shared<Prompts>())
    , m_registry(std::move(registry)) {}

DeviceHub::~DeviceHub() = default;

std::shared_ptr<DeviceHub::Slot> DeviceHub::slot(const std::string& name) {
    const std::lock_guard lock(m_mutex);
    auto& slot = m_slots[name];
    if (!slot)
        slot = std::make_shared<Slot>();
    return slot;
}

Result<Target> DeviceHub::open(const std::string& name,
                               const std::shared_ptr<DeviceListener>& listener,
                               const CancellationToken& cancel) {
    if (listener) {
        const std::lock_guard lock(m_listening);
        if (listener->m_devices.empty()) {
            std::erase_if(m_listeners, [](const auto& known) { return known.expired(); });
            m_listeners.push_back(listener);
        }
        listener->m_devices.insert(name);
    }
    const auto place = slot(name);
    const std::lock_guard opening(place->opening);
    if (place->target)
        return *place->target;
    DeviceHooks hooks;
    hooks.onLink = [this, name](LinkState state, const std::string& detail) {
        note(name, state, detail);
    };
    hooks.onWait = [this, name](const measurement::LockOwner& owner) { waiting(name, owner); };
    hooks.remarks = listener ? listener->sink() : EventSink();
    hooks.prompts = m_prompts.get();
    hooks.cancel = cancel;
    MI_ASSIGN(place->target, openTarget(name, m_registry, hooks));
    return *place->target;
}

void DeviceHub::close(const std::string& name) {
    const auto place = slot(name);
    const std::lock_guard opening(place->opening);
    if (std::exchange(place->target, std::nullopt))
        note(name, LinkState::Closed, "closed");
}

Result<std::vector<std::string>> DeviceHub::clear(const measurement::DeviceEntry& entry,
                                                  const CancellationToken& cancel) {
    const std::string name = entry.name;
    DeviceHooks hooks;
    hooks.onLink = [this, name](LinkState state, const std::string& detail) {
        note(name, state, detail);
    };
    hooks.prompts = m_prompts.get();
    hooks.cancel = cancel;
    return clearDevice(entry, hooks);
}

std::vector<DeviceLogLine> DeviceHub::log(const std::string& name) const {
    const std::lock_guard lock(m_mutex);
    const auto found = m_slots.find(name);
    if (found == m_slots.end())
        return {};
    return {found->second->log.begin(), found->second->log.end()};
}

std::optional<LinkState> DeviceHub::state(const std::string& name) const {
    const std::lock_guard lock(m_mutex);
    const auto found = m_slots.find(name);
    return found == m_slots.end() ? std::nullopt : found->second->state;
}

void DeviceHub::note(const std::string& device, LinkState state, const std::string& said) {
    const std::string detail = said.empty() ? std::string(linkStateName(state)) : said;
    {
        const auto place = slot(device);
        const std::lock_guard lock(m_mutex);
        place->state = state;
        place->log.push_back({measurement::utcNow(), state, detail});
        if (place->log.size() > kLogLines)
            place->log.pop_front();
    }
    const std::string text = fmt::format("{}: {}", device, detail);
    if (state == LinkState::Reconnecting || state == LinkState::Lost)
        tell(device, Remark{Severity::Warning, "device_link", text});
    else
        tell(device, WorkDone{-1, std::nullopt, text});
}

void DeviceHub::waiting(const std::string& device, const measurement::LockOwner& owner) {
    tell(device, WorkDone{-1, std::nullopt,
                          fmt::format("waiting: process {} measures ({})", owner.pid, owner.what)});
}

void DeviceHub::tell(const std::string& device, const Event& event) {
    const std::lock_guard lock(m_listening);
    for (const auto& known : m_listeners)
        if (const auto listener = known.lock(); listener && listener->m_devices.contains(device))
            notify(listener->sink(), event);
}

} // namespace metainfer::engine
