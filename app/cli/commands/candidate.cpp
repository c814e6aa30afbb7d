// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer candidate: one candidate of a session, taken away or measured again.
#include "arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace metainfer::cli {
namespace {

void addRequest(CLI::App& command, engine::CandidateRequest& request) {
    command.add_option("session", request.session, "Session folder")->required();
    command.add_option("candidate", request.candidate, "Its name, for example c7 or original")
        ->required();
}

void addExport(CLI::App& parent, Context& context) {
    struct Options {
        engine::CandidateRequest request;
        std::filesystem::path out;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command =
        parent.add_subcommand("export", "Write its model, mapping and session options");
    addRequest(*command, options->request);
    command->add_option("-o,--out", options->out, "Folder for the files")->required();
    command->footer("Example:\n  metainfer candidate export s1 c7 -o c7");
    command->callback([options, &context] {
        const auto written = context.engine().exportCandidate(options->request, options->out,
                                                              context.events(), context.cancel);
        context.finish(written, [&](const std::vector<std::filesystem::path>& files) {
            if (context.console.json) {
                Json json = {{"schema", "candidate-export/1"},
                             {"candidate", options->request.candidate},
                             {"written", Json::array()}};
                for (const auto& file : files)
                    json["written"].push_back(file.string());
                return context.console.document(json);
            }
            for (const auto& file : files)
                context.console.print("written " + file.string());
        });
    });
}

/// Time per operator type, before and after, the largest sums first.
std::string operatorTable(const engine::MeasuredCandidate& measured) {
    std::map<std::string, std::pair<double, double>> byType;
    for (const auto& one : measured.original.operators)
        byType[one.opType].first += one.us;
    for (const auto& one : measured.adapted.operators)
        byType[one.opType].second += one.us;
    std::vector<std::pair<std::string, std::pair<double, double>>> rows(byType.begin(),
                                                                        byType.end());
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return a.second.first + a.second.second > b.second.first + b.second.second;
    });
    Table table({"operators", "original", measured.candidate});
    for (const auto& [type, times] : rows)
        table.add({type, times.first > 0 ? formatMicroseconds(times.first) : "–",
                   times.second > 0 ? formatMicroseconds(times.second) : "–"});
    return table.text();
}

void show(const engine::MeasuredCandidate& measured, Console& console) {
    const measurement::Comparison& comparison = measured.comparison;
    if (const auto* row = comparison.find(measured.candidate)) {
        Table table(
            {"candidate", "clock", "processes", "rounds", "time / original [95 %]", "verdict"});
        table.add({measured.candidate, std::string(measurement::clockName(row->clock)),
                   std::to_string(row->estimate.processes), std::to_string(row->estimate.rounds),
                   formatRatio(row->estimate.ratio), row->verdict.text()});
        console.print(table.text());
    }
    console.print(operatorTable(measured));
    console.print(fmt::format(
        "Below 1 the candidate is faster. Numbers are {}; the period was {}{}.",
        numberSourceName(comparison.source), gradeName(comparison.validity.grade),
        comparison.validity.reasons.empty() ? ""
                                            : ": " + joined(comparison.validity.reasons, "; ")));
}

void addMeasureAgain(CLI::App& parent, Context& context) {
    auto request = std::make_shared<engine::CandidateRequest>();
    CLI::App* command =
        parent.add_subcommand("measure", "Measure it again, in turn with the original");
    addRequest(*command, *request);
    command->footer("Example:\n  metainfer candidate measure s1 c7");
    command->callback([request, &context] {
        const auto measured =
            context.engine().measureCandidate(*request, context.events(), context.cancel);
        context.finish(measured, [&](const engine::MeasuredCandidate& value) {
            if (context.console.json)
                context.console.document(value.toJson());
            else
                show(value, context.console);
        });
    });
}

} // namespace

void addCandidate(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand("candidate", "One candidate of a session");
    command->require_subcommand(1);
    command->footer("Example:\n  metainfer candidate measure s1 c7");
    addExport(*command, context);
    addMeasureAgain(*command, context);
}

} // namespace metainfer::cli
