// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer doctor: is everything here?
#include "arguments.h"

#include <fmt/format.h>

namespace metainfer::cli {
namespace {

const char* word(engine::CheckLevel level) {
    switch (level) {
    case engine::CheckLevel::Ok:
        return "OK";
    case engine::CheckLevel::Warning:
        return "WARN";
    case engine::CheckLevel::Missing:
        break;
    }
    return "MISSING";
}

void show(const engine::SystemReport& report, Console& console) {
    std::string area;
    int width = 0;
    for (const auto& check : report.checks)
        width = std::max(width, displayWidth(check.name));
    for (const auto& check : report.checks) {
        if (check.area != area) {
            console.print((area.empty() ? "" : "\n") + check.area);
            area = check.area;
        }
        const auto pad = static_cast<std::size_t>(width - displayWidth(check.name));
        console.print(fmt::format("  {:<8} {}{}  {}", word(check.level), check.name,
                                  std::string(pad, ' '), check.detail));
        if (!check.remedy.empty())
            console.print(fmt::format("  {:<8} {}  -> {}", "",
                                      std::string(static_cast<std::size_t>(width), ' '),
                                      check.remedy));
    }
    console.print(report.usable() ? "\nEverything that is needed is here."
                                  : "\nSomething that is needed is missing: see MISSING above.");
}

} // namespace

void addDoctor(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand("doctor", "Is everything here, and what is not?");
    command->footer("Example (exit code 1 when something needed is missing):\n"
                    "  metainfer doctor");
    command->callback([&context] {
        const auto report = context.engine().systemReport();
        if (context.console.json)
            context.console.document(report.toJson());
        else
            show(report, context.console);
        context.exitCode = report.usable() ? kDone : kFailed;
    });
}

} // namespace metainfer::cli
