// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer device: what can be adapted to, what a device is and does, who measures on it.
#include "arguments.h"
#include "commands/device_management.h"

#include "measurement/device.h"

#include <fmt/format.h>

namespace metainfer::cli {
namespace {

using measurement::LockOwner;

void addList(CLI::App& parent, Context& context) {
    CLI::App* command = parent.add_subcommand(
        "list",
        "This machine, the devices that were added, and the profiles that can be simulated");
    command->footer("Example:\n  metainfer device list");
    command->callback([&context] {
        const auto catalogue = context.engine().devices();
        Json list = Json::array(), problems = Json::array();
        Table table({"device", "kind", "numbers", "probed", "what"});
        for (const auto& device : catalogue.devices) {
            const std::string kind(measurement::deviceKindName(device.kind));
            const bool simulated = device.kind == measurement::DeviceKind::Simulated;
            table.add({device.name, kind, device.measures ? "measured" : "simulated",
                       simulated ? "" : (device.isProbed ? "yes" : "no"), cutOff(device.what, 60)});
            list.push_back({{"name", device.name},
                            {"kind", kind},
                            {"numbers", device.measures ? "measured" : "simulated"},
                            {"what", device.what},
                            {"probed", device.isProbed},
                            {"file", device.file.string()},
                            {"entry", device.entry ? device.entry->toJson() : Json()}});
        }
        for (const Error& problem : catalogue.problems) {
            problems.push_back(problem.text());
            context.console.note("metainfer: warning: " + problem.text());
        }
        if (context.console.json)
            context.console.document({{"schema", "device-list/2"},
                                      {"devices", std::move(list)},
                                      {"problems", std::move(problems)}});
        else
            context.console.print(table.text());
    });
}

Json lockJson(const measurement::DeviceQueue& queue) {
    const auto json = [](const LockOwner& owner) {
        return Json{{"pid", owner.pid}, {"what", owner.what}, {"since", owner.since}};
    };
    Json waiting = Json::array();
    for (const LockOwner& one : queue.waiting)
        waiting.push_back(json(one));
    return {{"holder", queue.holder ? json(*queue.holder) : Json()}, {"queue", std::move(waiting)}};
}

void showLock(const measurement::DeviceQueue& queue, Console& console) {
    const auto& holder = queue.holder;
    console.print(holder ? fmt::format("measuring      process {}: {}, since {}", holder->pid,
                                       holder->what, holder->since)
                         : std::string("measuring      nobody"));
    int turn = 0;
    for (const LockOwner& one : queue.waiting)
        console.print(fmt::format("waiting {:<6} process {}: {}, since {}", ++turn, one.pid,
                                  one.what, one.since));
}

/// "not available here" is an answer: the machine does not say it.
void showNow(const hardware::Telemetry& now, Console& console) {
    const std::string unknown = "not available here";
    const auto line = [&](const char* what, const std::string& value) {
        console.print(fmt::format("{:<14} {}", what, value.empty() ? unknown : value));
    };
    line("load", now.loadAverage ? fmt::format("{:.2f} (average of a minute)", *now.loadAverage)
                                 : std::string());
    line("memory",
         now.memoryBytes && now.availableBytes
             ? fmt::format("{} of {} used",
                           formatBytes(static_cast<double>(*now.memoryBytes - *now.availableBytes)),
                           formatBytes(static_cast<double>(*now.memoryBytes)))
             : std::string());
    std::string clocks;
    for (const double mhz : now.clocksMhz)
        clocks += fmt::format("{}{:.0f}", clocks.empty() ? "" : " ", mhz);
    line("clocks, MHz", clocks.empty() || !now.clocksAreNominal
                            ? clocks
                            : clocks + " (what /proc/cpuinfo calls them)");
    line("governor", now.governor);
    if (now.temperatures.empty())
        line("temperature", "");
    for (const auto& sensor : now.temperatures)
        line("temperature", fmt::format("{:.1f} °C ({})", sensor.celsius, sensor.name));
    line("throttled", now.throttleCount ? fmt::format("{} times since boot", *now.throttleCount)
                                        : std::string());
}

void showDevice(measurement::Device& device, const std::string& name,
                const std::vector<std::string>& refused, Console& console) {
    const Json environment = device.environment({}).toJson();
    const auto now = device.telemetry();
    const auto queue = device.queue();
    const auto caches = device.caches();
    const auto& can = device.capabilities();
    if (console.json)
        return console.document({{"schema", "device/2"},
                                 {"name", name},
                                 {"kind", measurement::deviceKindName(device.kind())},
                                 {"environment", environment},
                                 {"runtimes", can.runtimes},
                                 {"providers", can.providers},
                                 {"mapping_keys", can.mappingKeys},
                                 {"learned_rules", refused},
                                 {"telemetry", now ? now->toJson() : Json()},
                                 {"lock", queue ? lockJson(*queue) : Json()}});
    const auto line = [&console](const std::string& what, const std::string& value) {
        console.print(fmt::format("{:<14} {}", what, value));
    };
    line("device", name);
    line("kind", std::string(measurement::deviceKindName(device.kind())));
    for (const auto& [key, value] : environment.items())
        line(key, value.get<std::string>());
    line("runtimes", joined(can.runtimes, ", "));
    line("providers", joined(can.providers, ", "));
    line("honours", joined(can.mappingKeys, ", "));
    for (const std::string& rule : refused)
        line("refuses", rule);
    if (caches)
        for (const auto& cache : *caches)
            line("cache " + cache.level,
                 fmt::format("{}, line {} B, {} on the usable cores", formatBytes(cache.sizeBytes),
                             cache.lineBytes, cache.instances));
    if (now)
        showNow(*now, console);
    else
        line("now", now.error().text());
    if (queue)
        showLock(*queue, console);
}

void showSimulated(const measurement::Device& device, Console& console) {
    const auto& can = device.capabilities();
    if (console.json)
        return console.document({{"schema", "device/2"},
                                 {"name", device.name()},
                                 {"kind", measurement::deviceKindName(device.kind())},
                                 {"mapping_keys", can.mappingKeys},
                                 {"telemetry", nullptr}});
    console.print(fmt::format("{:<14} {}", "device", device.name()));
    console.print(fmt::format("{:<14} {}", "kind", measurement::deviceKindName(device.kind())));
    console.print(fmt::format("{:<14} {}", "honours", joined(can.mappingKeys, ", ")));
    console.print("Nothing runs there: its times are simulated, and there is nothing live to read. "
                  "`metainfer profile show` shows what is known of it.");
}

void addShow(CLI::App& parent, Context& context) {
    auto name = std::make_shared<std::string>("local");
    CLI::App* command = parent.add_subcommand("show", "What a device is and what it does now");
    command->add_option("device", *name, "Name of the device")->capture_default_str();
    command->footer("Example:\n  metainfer device show local");
    command->callback([name, &context] {
        context.finish(context.engine().device(*name, context.cancel), [&](const auto& device) {
            if (device->kind() == measurement::DeviceKind::Simulated)
                showSimulated(*device, context.console);
            else
                showDevice(
                    *device, *name,
                    context.engine().learnedRules(*name).value_or(std::vector<std::string>()),
                    context.console);
        });
    });
}

void addLock(CLI::App& parent, Context& context) {
    auto name = std::make_shared<std::string>("local");
    CLI::App* command =
        parent.add_subcommand("lock", "Who measures on a device, and who waits for it");
    command->add_option("device", *name, "Name of the device")->capture_default_str();
    command->footer("Example:\n  metainfer device lock local");
    command->callback([name, &context] {
        auto device = context.engine().device(*name, context.cancel);
        if (!device)
            return context.finish(device, [](const auto&) {});
        context.finish((*device)->queue(), [&](const measurement::DeviceQueue& queue) {
            if (context.console.json)
                context.console.document(lockJson(queue));
            else
                showLock(queue, context.console);
        });
    });
}

} // namespace

void addDevice(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand(
        "device", "Devices: this machine, boards over SSH, toolchains, profiles");
    command->require_subcommand(1);
    command->footer("Example:\n  metainfer device list");
    addList(*command, context);
    addShow(*command, context);
    addLock(*command, context);
    addDeviceManagement(*command, context);
}

} // namespace metainfer::cli
