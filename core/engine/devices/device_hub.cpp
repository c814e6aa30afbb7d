// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The cache of open devices, their logs, and who hears of them.
#include "engine/devices/device_hub.h"

#include "measurement/time_text.h"

#include <fmt/format.h>

#include <deque>

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

/// What devices say, from any thread: kept in their logs and told to who opened them.
class DeviceHub::Notices {
  public:
    void listen(const std::string& device, const std::shared_ptr<DeviceListener>& listener) {
        const std::lock_guard lock(m_listening);
        if (listener->m_devices.empty()) {
            std::erase_if(m_listeners, [](const auto& known) { return known.expired(); });
            m_listeners.push_back(listener);
        }
        listener->m_devices.insert(device);
    }

    void note(const std::string& device, LinkState state, const std::string& said) {
        const std::string detail = said.empty() ? std::string(linkStateName(state)) : said;
        {
            const std::lock_guard lock(m_mutex);
            Diary& diary = m_diaries[device];
            diary.state = state;
            diary.lines.push_back({measurement::utcNow(), state, detail});
            if (diary.lines.size() > kLogLines)
                diary.lines.pop_front();
        }
        const std::string text = fmt::format("{}: {}", device, detail);
        if (state == LinkState::Reconnecting || state == LinkState::Lost)
            tell(device, Remark{Severity::Warning, "device_link", text});
        else
            tell(device, WorkDone{-1, std::nullopt, text});
    }

    void waiting(const std::string& device, const measurement::LockOwner& owner) {
        tell(device,
             WorkDone{-1, std::nullopt,
                      fmt::format("waiting: process {} measures ({})", owner.pid, owner.what)});
    }

    std::vector<DeviceLogLine> log(const std::string& device) const {
        const std::lock_guard lock(m_mutex);
        const auto found = m_diaries.find(device);
        if (found == m_diaries.end())
            return {};
        return {found->second.lines.begin(), found->second.lines.end()};
    }

    std::optional<LinkState> state(const std::string& device) const {
        const std::lock_guard lock(m_mutex);
        const auto found = m_diaries.find(device);
        return found == m_diaries.end() ? std::nullopt : found->second.state;
    }

  private:
    struct Diary {
        std::deque<DeviceLogLine> lines;
        std::optional<LinkState> state;
    };

    void tell(const std::string& device, const Event& event) {
        const std::lock_guard lock(m_listening);
        for (const auto& known : m_listeners)
            if (const auto listener = known.lock();
                listener && listener->m_devices.contains(device))
                notify(listener->sink(), event);
    }

    mutable std::mutex m_mutex;
    std::map<std::string, Diary> m_diaries;
    std::mutex m_listening; ///< held while listeners are told
    std::vector<std::weak_ptr<DeviceListener>> m_listeners;
};

DeviceHub::DeviceHub(std::shared_ptr<Prompts> prompts, measurement::DeviceRegistry registry)
    : m_prompts(prompts ? std::move(prompts) : std::make_shared<Prompts>())
    , m_registry(std::move(registry))
    , m_notices(std::make_shared<Notices>()) {}

DeviceHub::~DeviceHub() = default;

std::shared_ptr<DeviceHub::Slot> DeviceHub::slot(const std::string& name) {
    const std::lock_guard lock(m_mutex);
    auto& slot = m_slots[name];
    if (!slot)
        slot = std::make_shared<Slot>();
    return slot;
}

DeviceHooks DeviceHub::hooksFor(const std::string& name, const CancellationToken& cancel) {
    DeviceHooks hooks;
    {
        const std::lock_guard lock(m_mutex);
        auto& secrets = m_secrets[measurement::splitDeviceName(name).device];
        if (!secrets)
            secrets = std::make_shared<SshSecrets>();
        hooks.secrets = secrets;
    }
    hooks.onLink = [notices = m_notices, name](LinkState state, const std::string& detail) {
        notices->note(name, state, detail);
    };
    hooks.onWait = [notices = m_notices, name](const measurement::LockOwner& owner) {
        notices->waiting(name, owner);
    };
    hooks.prompts = m_prompts;
    hooks.cancel = cancel;
    return hooks;
}

Result<Target> DeviceHub::open(const std::string& name,
                               const std::shared_ptr<DeviceListener>& listener,
                               const CancellationToken& cancel) {
    if (listener)
        m_notices->listen(name, listener);
    const auto place = slot(name);
    const std::lock_guard opening(place->opening);
    if (place->target)
        return *place->target;
    DeviceHooks hooks = hooksFor(name, cancel);
    hooks.remarks = listener ? listener->sink() : EventSink();
    MI_ASSIGN(place->target, openTarget(name, m_registry, hooks));
    return *place->target;
}

void DeviceHub::close(const std::string& name) {
    const auto place = slot(name);
    const std::lock_guard opening(place->opening);
    place->target.reset();
}

Result<std::vector<std::string>> DeviceHub::clear(const measurement::DeviceEntry& entry,
                                                  const CancellationToken& cancel) {
    auto cleared = clearDevice(entry, hooksFor(entry.name, cancel));
    const std::lock_guard lock(m_mutex);
    m_secrets.erase(entry.name);
    return cleared;
}

std::vector<DeviceLogLine> DeviceHub::log(const std::string& name) const {
    return m_notices->log(name);
}

std::optional<LinkState> DeviceHub::state(const std::string& name) const {
    return m_notices->state(name);
}

} // namespace metainfer::engine
