// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer device: what can be adapted to, what this machine is and does, who measures on it.
#include "arguments.h"

#include "hardware/telemetry.h"
#include "measurement/machine_lock.h"
#include "measurement/probe/probe.h"

#include <fmt/format.h>

namespace metainfer::cli {
namespace {

using measurement::LockOwner;
using measurement::MachineLock;

/// A sample that every device can run.
constexpr const char* kTestModel = "grid-detector";

void addList(CLI::App& parent, Context& context) {
    CLI::App* command =
        parent.add_subcommand("list", "This machine and the profiles that can be simulated");
    command->footer("Example:\n  metainfer device list");
    command->callback([&context] {
        const auto catalogue = context.engine().profiles();
        Json list = Json::array({{{"name", "local"}, {"kind", "local"}, {"numbers", "measured"}}});
        Table table({"device", "type", "numbers", "what"});
        table.add({"local", "cpu", "measured", "this machine"});
        for (const auto& entry : catalogue.profiles) {
            if (entry.name == "local") // what this machine was probed to be
                continue;
            const std::string type(hardware::deviceTypeName(entry.profile.type));
            table.add({entry.name, type, "simulated", cutOff(entry.profile.description, 60)});
            list.push_back({{"name", entry.name},
                            {"kind", "simulated"},
                            {"type", type},
                            {"numbers", "simulated"},
                            {"profile", entry.file.string()}});
        }
        if (context.console.json)
            context.console.document({{"schema", "device-list/1"}, {"devices", std::move(list)}});
        else
            context.console.print(table.text());
    });
}

Json lockJson() {
    const auto json = [](const LockOwner& owner) {
        return Json{{"pid", owner.pid}, {"what", owner.what}, {"since", owner.since}};
    };
    const auto holder = MachineLock::holder();
    Json queue = Json::array();
    for (const LockOwner& one : MachineLock::queue())
        queue.push_back(json(one));
    return {{"file", MachineLock::defaultPath().string()},
            {"holder", holder ? json(*holder) : Json()},
            {"queue", std::move(queue)}};
}

void showLock(Console& console) {
    const auto holder = MachineLock::holder();
    console.print(holder ? fmt::format("measuring     process {}: {}, since {}", holder->pid,
                                       holder->what, holder->since)
                         : std::string("measuring     nobody"));
    int turn = 0;
    for (const LockOwner& one : MachineLock::queue())
        console.print(fmt::format("waiting {:<5} process {}: {}, since {}", ++turn, one.pid,
                                  one.what, one.since));
}

/// "not available here" is an answer: the machine does not say it.
void showNow(const hardware::Telemetry& now, Console& console) {
    const std::string unknown = "not available here";
    const auto line = [&](const char* what, const std::string& value) {
        console.print(fmt::format("{:<13} {}", what, value.empty() ? unknown : value));
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

void showLocal(measurement::Device& device, Console& console) {
    const auto environment = device.environment({});
    const auto now = hardware::readTelemetry();
    const auto& can = device.capabilities();
    if (console.json)
        return console.document({{"schema", "device/1"},
                                 {"name", "local"},
                                 {"environment", environment.toJson()},
                                 {"runtimes", can.runtimes},
                                 {"providers", can.providers},
                                 {"mapping_keys", can.mappingKeys},
                                 {"telemetry", now.toJson()},
                                 {"lock", lockJson()}});
    const Json facts = environment.toJson();
    for (const auto& [key, value] : facts.items())
        console.print(fmt::format("{:<13} {}", key, value.get<std::string>()));
    console.print(fmt::format("{:<13} {}", "runtimes", joined(can.runtimes, ", ")));
    console.print(fmt::format("{:<13} {}", "providers", joined(can.providers, ", ")));
    for (const auto& cache : measurement::readCaches())
        console.print(fmt::format("{:<13} {}, line {} B, {} on the usable cores",
                                  "cache " + cache.level, formatBytes(cache.sizeBytes),
                                  cache.lineBytes, cache.instances));
    showNow(now, console);
    showLock(console);
}

void addShow(CLI::App& parent, Context& context) {
    auto name = std::make_shared<std::string>("local");
    CLI::App* command =
        parent.add_subcommand("show", "What a device is; of this machine, what it does now");
    command->add_option("device", *name, "Name of the device")->capture_default_str();
    command->footer("Example:\n  metainfer device show local");
    command->callback([name, &context] {
        context.finish(context.engine().device(*name), [&](const auto& device) {
            if (device->kind() == measurement::DeviceKind::Local)
                return showLocal(*device, context.console);
            const auto& can = device->capabilities();
            if (context.console.json)
                return context.console.document(
                    {{"schema", "device/1"},
                     {"name", device->name()},
                     {"kind", measurement::deviceKindName(device->kind())},
                     {"mapping_keys", can.mappingKeys},
                     {"telemetry", nullptr}});
            context.console.print(fmt::format("{:<13} {}", "device", device->name()));
            context.console.print(
                fmt::format("{:<13} {}", "kind", measurement::deviceKindName(device->kind())));
            context.console.print(
                fmt::format("{:<13} {}", "honours", joined(can.mappingKeys, ", ")));
            context.console.print("Nothing runs there: its times are simulated, and there is "
                                  "nothing live to read. `metainfer profile show` shows what is "
                                  "known of it.");
        });
    });
}

void addLock(CLI::App& parent, Context& context) {
    CLI::App* command =
        parent.add_subcommand("lock", "Who measures on this machine, and who waits");
    command->footer("Example:\n  metainfer device lock");
    command->callback([&context] {
        if (context.console.json)
            context.console.document(lockJson());
        else
            showLock(context.console);
    });
}

void addTest(CLI::App& parent, Context& context) {
    auto request = std::make_shared<engine::MeasureModelRequest>();
    CLI::App* command =
        parent.add_subcommand("test", "Run a small sample model there and say what it took");
    command->add_option("device", request->device, "Name of the device")->capture_default_str();
    command->footer("Example:\n  metainfer device test local");
    command->callback([request, &context] {
        request->input.model = kTestModel;
        request->quick = true;
        auto outcome = context.engine().measure(*request, context.events(), context.cancel);
        if (outcome && outcome->measurement.failure)
            outcome = fail(*outcome->measurement.failure);
        context.finish(outcome, [&](const engine::MeasureOutcome& done) {
            const auto& measured = done.measurement;
            if (context.console.json)
                return context.console.document({{"schema", "device-test/1"},
                                                 {"device", request->device},
                                                 {"model", kTestModel},
                                                 {"p50_us", measured.latencyUs()},
                                                 {"source", numberSourceName(measured.source)}});
            context.console.print(fmt::format("{} runs {}: {} a request ({})", request->device,
                                              kTestModel, formatMicroseconds(measured.latencyUs()),
                                              numberSourceName(measured.source)));
        });
    });
}

} // namespace

void addDevice(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand("device", "Devices: this machine and simulated ones");
    command->require_subcommand(1);
    command->footer("Example:\n  metainfer device list");
    addList(*command, context);
    addShow(*command, context);
    addLock(*command, context);
    addTest(*command, context);
}

} // namespace metainfer::cli
