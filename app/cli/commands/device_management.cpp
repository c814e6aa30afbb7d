// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer device add, test and remove.
#include "commands/device_management.h"

#include "arguments.h"

#include <fmt/format.h>

#include <algorithm>

namespace metainfer::cli {
namespace {

/// "pi@board.lan:22" gives "board.lan", which is then a legal name.
std::string nameFromAddress(const std::string& address) {
    std::string name =
        address.substr(address.find('@') == address.npos ? 0 : address.find('@') + 1);
    if (const auto colon = name.find(':'); colon != name.npos && name.front() != '[')
        name.resize(colon);
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == ':' || c == '[' || c == ']'; }, '-');
    while (!name.empty() && name.front() == '-')
        name.erase(0, 1);
    while (!name.empty() && name.back() == '-')
        name.pop_back();
    return name;
}

void showCheck(const engine::DeviceCheck& check, Context& context) {
    Console& console = context.console;
    if (console.json)
        console.document(check.toJson());
    else
        for (const auto& step : check.steps)
            console.print(fmt::format("{}  {}{}", step.error ? "failed" : "ok    ", step.what,
                                      step.seconds >= 0.1 ? fmt::format(" ({:.1f} s)", step.seconds)
                                                          : std::string()) +
                          (step.note.empty() ? "" : ": " + step.note));
    if (const Error* error = check.error()) {
        context.exitCode = console.json ? kFailed : console.error(*error);
        return;
    }
    if (!console.json && check.sampleUs)
        console.print(fmt::format("{} answers: {} a request ({})", check.device,
                                  formatMicroseconds(*check.sampleUs),
                                  numberSourceName(check.source)));
}

struct AddOptions {
    engine::AddDeviceRequest request;
    std::string address, toolchain;
    bool noCheck = false;
};

void addAdd(CLI::App& parent, Context& context) {
    auto options = std::make_shared<AddOptions>();
    auto& entry = options->request.entry;
    CLI::App* command = parent.add_subcommand(
        "add", "Connect to a board over SSH, install the agent there, and keep it as a device");
    auto* address = command->add_option("address", options->address,
                                        "user@host, user@host:port, or a Host of ~/.ssh/config");
    command->add_option("--name", entry.name, "Name of the device; otherwise the host's");
    command->add_option("--jump", entry.jumpHosts,
                        "user@host:port to go through; several in their order");
    command->add_option("--identity", entry.identityFiles,
                        "Private key; otherwise the usual ones and those of the SSH agent");
    command
        ->add_option("--toolchain", options->toolchain,
                     "A toolchain adapter (name or YAML file) as the device, instead of an address")
        ->excludes(address);
    command->add_option("--runtime", entry.runtime,
                        "What runs models there; otherwise ONNX Runtime");
    command->add_option("--power-mode", entry.powerMode,
                        "Set while it measures, restored after, for example: performance");
    command->add_option("--note", entry.note, "Anything to be remembered about it");
    command->add_flag("--replace", options->request.replace, "Replace a device of that name");
    command->add_flag("--no-check", options->noCheck, "Keep it without connecting");
    command->footer("Passwords and passphrases are asked for at the terminal (or by SSH_ASKPASS) "
                    "and never kept.\n"
                    "Examples:\n  metainfer device add pi@10.0.0.7 --name kitchen\n"
                    "  metainfer device add ada@board --jump ada@gate.example:2222\n"
                    "  metainfer device add --toolchain ort-web --name web");
    command->callback([options, &context] {
        auto& chosen = options->request.entry;
        if (options->address.empty() == options->toolchain.empty()) {
            context.exitCode = context.console.error({ErrorCode::InvalidArgument,
                                                      "give an address, or --toolchain",
                                                      "For example: metainfer device add user@host",
                                                      {}});
            return;
        }
        chosen.kind = options->toolchain.empty() ? measurement::DeviceKind::Ssh
                                                 : measurement::DeviceKind::Toolchain;
        chosen.address = options->address;
        chosen.adapter = options->toolchain;
        if (chosen.name.empty())
            chosen.name =
                options->toolchain.empty() ? nameFromAddress(options->address) : options->toolchain;
        options->request.check = !options->noCheck;
        context.finish(
            context.engine().addDevice(options->request, context.events(), context.cancel),
            [&](const engine::DeviceCheck& check) {
                showCheck(check, context);
                if (!context.console.json && check.added)
                    context.console.print(
                        fmt::format("{} is a device now. Next: metainfer probe {}", check.device,
                                    check.device));
            });
    });
}

void addTest(CLI::App& parent, Context& context) {
    auto name = std::make_shared<std::string>("local");
    auto isDry = std::make_shared<bool>(false);
    CLI::App* command = parent.add_subcommand(
        "test",
        "Connect step by step, run small models there, check the outputs and say what it took");
    command->add_option("device", *name, "Name of the device")->capture_default_str();
    command->add_flag("--dry-run", *isDry,
                      "Print the commands of a toolchain device, without running them");
    command->footer("Examples:\n  metainfer device test local\n"
                    "  metainfer device test trtexec --dry-run");
    command->callback([name, isDry, &context] {
        if (*isDry) {
            engine::MeasureModelRequest request;
            request.device = *name;
            return context.finish(context.engine().dryRun(request, context.cancel),
                                  [&](const std::vector<std::string>& commands) {
                                      showCommandLines(*name, commands, context.console);
                                  });
        }
        context.finish(context.engine().testDevice(*name, context.events(), context.cancel),
                       [&](const engine::DeviceCheck& check) { showCheck(check, context); });
    });
}

void addRemove(CLI::App& parent, Context& context) {
    auto name = std::make_shared<std::string>();
    CLI::App* command =
        parent.add_subcommand("remove", "Clear what was installed on a device, and forget it");
    command->add_option("device", *name, "Name of the device")->required();
    command->footer("Example:\n  metainfer device remove kitchen");
    command->callback([name, &context] {
        context.finish(context.engine().removeDevice(*name, context.events(), context.cancel),
                       [&](const engine::RemovedDevice& removed) {
                           if (context.console.json)
                               return context.console.document(removed.toJson());
                           for (const std::string& what : removed.cleared)
                               context.console.print("cleared  " + what);
                           context.console.print(removed.device + " is no device any more");
                           if (removed.unreachable)
                               context.console.note(
                                   "metainfer: warning: what was installed there was not "
                                   "cleared: " +
                                   removed.unreachable->text());
                       });
    });
}

} // namespace

void addDeviceManagement(CLI::App& parent, Context& context) {
    addAdd(parent, context);
    addTest(parent, context);
    addRemove(parent, context);
}

} // namespace metainfer::cli
