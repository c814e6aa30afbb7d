// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// From the name of a device to the device, what is known of it, and the model that predicts it.
#include "engine/devices/device_hub.h"

#include "base/suggest.h"
#include "execution/agent_executor.h"
#include "measurement/agent_device.h"
#include "measurement/ssh/ssh_endpoint.h"
#include "measurement/time_text.h"
#include "measurement/toolchain/toolchain_device.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace metainfer::engine {
namespace {

using measurement::DeviceEntry;
using measurement::DeviceKind;

/// What can be told about a device that was not probed.
hardware::Profile unprobedProfile(const measurement::Device& device, const std::string& name) {
    hardware::Profile profile;
    profile.name = profileNameOf(name);
    profile.type = hardware::DeviceType::Cpu;
    profile.description =
        name == "local" ? "this machine, not probed yet" : name + ", not probed yet";
    profile.compute.cores = device.capabilities().cores;
    profile.scheduling.dynamicShape = true;
    return profile;
}

/// The device with the profile that probing it made.
Target targetOf(std::shared_ptr<measurement::Device> device, const std::string& name,
                const DeviceHooks& hooks) {
    Target target;
    target.device = std::move(device);
    const hardware::ProfileStore store({hardware::userProfileFolder()});
    if (auto loaded = store.load(profileNameOf(name))) {
        target.profile = std::move(loaded->profile);
    } else {
        target.profile = unprobedProfile(*target.device, name);
        notify(hooks.remarks,
               Remark{Severity::Information, "not_probed",
                      fmt::format("{} has not been probed, so predictions are rough. Probe it once "
                                  "with: metainfer probe {}",
                                  name == "local" ? "This machine" : name, name)});
    }
    target.predictor = std::make_shared<prediction::Predictor>(target.profile);
    return target;
}

measurement::AgentDevice::Options deviceOptions(const std::string& name, DeviceKind kind,
                                                const std::string& runtime,
                                                const DeviceHooks& hooks) {
    measurement::AgentDevice::Options options;
    options.name = name;
    options.kind = kind;
    options.runtime = runtime;
    options.onWait = hooks.onWait;
    return options;
}

Result<Target> openLocal(const std::string& name, const std::string& runtime,
                         const DeviceHooks& hooks) {
    MI_ASSIGN(auto client, AgentClient::startLocal());
    MI_ASSIGN(auto device,
              measurement::AgentDevice::create(
                  std::move(client), deviceOptions(name, DeviceKind::Local, runtime, hooks)));
    return targetOf(std::move(device), name, hooks);
}

SshPrompts promptsOf(const DeviceHooks& hooks) {
    SshPrompts prompts;
    if (hooks.prompts) {
        prompts.secret = [asked = hooks.prompts](const std::string& what) {
            return asked->secret(what);
        };
        prompts.confirm = [asked = hooks.prompts](const std::string& question) {
            return asked->confirm(question);
        };
    }
    return prompts;
}

Result<SshTarget> sshTargetOf(const DeviceEntry& entry) {
    MI_ASSIGN(SshTarget target, SshTarget::parse(entry.address));
    target.jumps = entry.jumpHosts;
    target.identityFiles.assign(entry.identityFiles.begin(), entry.identityFiles.end());
    return target;
}

std::string uploadText(const UploadProgress& progress) {
    return fmt::format("sending {}: {} of {} MiB", progress.file, progress.doneBytes >> 20,
                       (progress.totalBytes + (1u << 20) - 1) >> 20);
}

Result<std::shared_ptr<measurement::Device>> openMachine(const std::string& name,
                                                         const DeviceEntry& entry,
                                                         const std::string& runtime,
                                                         const DeviceHooks& hooks) {
    MI_ASSIGN(const SshTarget ssh, sshTargetOf(entry));
    SshEndpointOptions options;
    options.secrets = hooks.secrets;
    options.name = entry.name;
    options.sessionId = measurement::freshId("s");
    options.onEvent = [onLink = hooks.onLink](const LinkEvent& event) {
        // Of connecting the stages tell more.
        if (onLink && event.state != LinkState::Connecting)
            onLink(event.state, event.detail);
    };
    options.onStage = [onLink = hooks.onLink](const SshStageEvent& event) {
        if (onLink && event.isDone)
            onLink(LinkState::Connecting, event.detail);
    };
    options.onUpload = [onLink = hooks.onLink,
                        last = std::make_shared<std::string>()](const UploadProgress& progress) {
        // A line a MiB would drown the log: one for each file.
        if (onLink && std::exchange(*last, progress.file) != progress.file)
            onLink(LinkState::Connecting, uploadText(progress));
    };
    MI_ASSIGN(AgentEndpoint endpoint, sshEndpoint(ssh, promptsOf(hooks), std::move(options)));
    MI_ASSIGN(auto client, AgentClient::start(std::move(endpoint), hooks.cancel));
    auto asked = deviceOptions(name, DeviceKind::Ssh, runtime, hooks);
    asked.powerMode = entry.powerMode;
    MI_ASSIGN(auto device, measurement::AgentDevice::create(std::move(client), std::move(asked)));
    return std::shared_ptr<measurement::Device>(std::move(device));
}

/// `host` runs the commands; null = this machine.
Result<Target> openToolchain(const std::string& name, const std::string& adapter,
                             std::shared_ptr<measurement::Device> host, const DeviceHooks& hooks) {
    MI_ASSIGN(auto loaded, measurement::AdapterStore().load(adapter));
    for (const std::string& warning : loaded.warnings)
        notify(hooks.remarks, Remark{Severity::Warning, "toolchain", warning});
    measurement::ToolchainDevice::Options options;
    options.name = name;
    options.host = std::move(host);
    options.onWait = hooks.onWait;
    MI_ASSIGN(auto device,
              measurement::ToolchainDevice::create(std::move(loaded), std::move(options)));
    return targetOf(std::move(device), name, hooks);
}

Status noRuntimeFor(const std::string& name, std::string_view kind) {
    return fail(
        ErrorCode::InvalidArgument,
        fmt::format("{}: a runtime is chosen for a machine; this is a {} device", name, kind),
        "Leave the part after the colon away.");
}

/// What the name of a device leads to.
struct Route {
    std::string device, runtime;
    std::string adapter; ///< of what a toolchain runs; empty = an agent does, or nothing
    std::optional<measurement::RegisteredDevice> added;
};

Result<Route> routeOf(const std::string& name, const measurement::DeviceRegistry& registry) {
    const auto [device, runtime] = measurement::splitDeviceName(name);
    Route route{device, runtime, {}, std::nullopt};
    const auto adapters = measurement::AdapterStore().names();
    const auto isTool = [&](const std::string& one) {
        return std::find(adapters.begin(), adapters.end(), one) != adapters.end();
    };
    const std::vector<std::string> added = registry.names();
    if (device == "local") {
        if (isTool(runtime))
            route.adapter = runtime;
    } else if (std::find(added.begin(), added.end(), device) != added.end()) {
        MI_ASSIGN(route.added, registry.find(device));
        const DeviceEntry& entry = route.added->entry;
        if (entry.kind == DeviceKind::Ssh) {
            if (runtime.empty())
                route.runtime = entry.runtime;
            if (isTool(route.runtime))
                route.adapter = route.runtime;
        } else {
            if (!runtime.empty())
                MI_CHECK(noRuntimeFor(name, "toolchain"));
            route.adapter = entry.adapter;
        }
    } else if (isTool(name)) {
        route.adapter = name;
    } else if (!runtime.empty()) {
        std::vector<std::string> known = added;
        known.insert(known.begin(), "local");
        return fail(ErrorCode::NotFound, fmt::format("there is no device '{}'", device),
                    didYouMean(device, known));
    }
    return route;
}

} // namespace

Result<Target> openTarget(const std::string& name, const measurement::DeviceRegistry& registry,
                          const DeviceHooks& hooks) {
    MI_ASSIGN(const Route route, routeOf(name, registry));
    if (route.added)
        for (const std::string& warning : route.added->warnings)
            notify(hooks.remarks, Remark{Severity::Warning, "device", warning});
    const bool isSsh = route.added && route.added->entry.kind == DeviceKind::Ssh;
    if (!route.adapter.empty()) {
        std::shared_ptr<measurement::Device> host;
        if (isSsh) {
            MI_ASSIGN(host, openMachine(name, route.added->entry, {}, hooks));
        }
        return openToolchain(name, route.adapter, std::move(host), hooks);
    }
    if (isSsh) {
        MI_ASSIGN(auto device, openMachine(name, route.added->entry, route.runtime, hooks));
        return targetOf(std::move(device), name, hooks);
    }
    return route.device == "local" ? openLocal(name, route.runtime, hooks)
                                   : openSimulated(name, hooks.remarks);
}

Result<measurement::Adapter> adapterOf(const std::string& name,
                                       const measurement::DeviceRegistry& registry) {
    MI_ASSIGN(const Route route, routeOf(name, registry));
    if (route.adapter.empty())
        return fail(ErrorCode::Unsupported, fmt::format("{} runs no commands of a tool", name),
                    fmt::format("name a toolchain: {}",
                                fmt::join(measurement::AdapterStore().names(), ", ")));
    return measurement::AdapterStore().load(route.adapter);
}

Result<std::vector<std::string>> clearDevice(const DeviceEntry& entry, const DeviceHooks& hooks) {
    std::vector<std::string> cleared;
    if (entry.kind != DeviceKind::Ssh)
        return cleared;
    MI_ASSIGN(const SshTarget ssh, sshTargetOf(entry));
    SshConnection::Options options;
    options.onStage = [onLink = hooks.onLink](const SshStageEvent& event) {
        if (onLink && event.isDone)
            onLink(LinkState::Connecting, event.detail);
    };
    MI_ASSIGN(const auto connection,
              SshConnection::connect(ssh, promptsOf(hooks), hooks.secrets, options, hooks.cancel));
    MI_ASSIGN(const auto removed, removeFromDevice(*connection, {}, true, hooks.cancel));
    for (const std::string& folder : removed.folders)
        cleared.push_back(folder);
    if (removed.bytes > 0)
        cleared.push_back(fmt::format("{:.1f} MB", static_cast<double>(removed.bytes) / 1e6));
    return cleared;
}

} // namespace metainfer::engine
