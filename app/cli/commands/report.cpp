// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer report: reports of sessions.
#include "arguments.h"

namespace metainfer::cli {
namespace {

void run(engine::ReportRequest& request, Context& context) {
    if (context.console.json)
        request.format = "json";
    const auto outcome = context.engine().report(request);
    context.finish(outcome, [&](const engine::ReportOutcome& value) {
        if (value.written.empty()) {
            context.console.print(value.text);
            return;
        }
        if (context.console.json) {
            Json written = Json::array();
            for (const auto& file : value.written)
                written.push_back(file.string());
            context.console.document({{"schema", "report/1"}, {"written", written}});
            return;
        }
        for (const auto& file : value.written)
            context.console.print("written " + file.string());
    });
}

} // namespace

void addReport(CLI::App& app, Context& context) {
    auto request = std::make_shared<engine::ReportRequest>();
    CLI::App* command = app.add_subcommand("report", "Report sessions again");
    command->add_option("sessions", request->sessions, "Session folders")->required();
    command
        ->add_option("--kind", request->kind, "migration: one each; comparison: all in one report")
        ->capture_default_str();
    command->add_option("--format", request->format, "html, json or csv")->capture_default_str();
    command->add_option("-o,--out", request->out, "File, or a folder for several; else stdout");
    command->footer("Examples:\n  metainfer report s1 --format html -o report.html\n"
                    "  metainfer report s1 s2 --kind comparison -o comparison.html");
    command->callback([request, &context] { run(*request, context); });
}

} // namespace metainfer::cli
