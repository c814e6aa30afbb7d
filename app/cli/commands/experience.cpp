// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer experience: what earlier sessions and probes left behind.
#include "arguments.h"

#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include <ctime>

namespace metainfer::cli {
namespace {

using experience::Record;

std::string dateOf(std::int64_t ms) {
    const std::time_t seconds = ms / 1000;
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
    return text;
}

std::string ratioOf(const Record& record) {
    const auto it = record.ratios.find(measurement::Metric::P50Latency);
    return it == record.ratios.end() ? "–" : formatRatio(it->second);
}

/// What is done to the model, and the session options that are not the default.
std::string candidateText(const candidates::Candidate& candidate) {
    const std::string plain = ";" + SessionOptions{}.signature() + ";";
    const std::string signature = candidate.mapping.session.signature();
    std::vector<std::string> parts{cutOff(candidate.variant.key(), 72)};
    for (std::size_t begin = 0; begin < signature.size();) {
        const std::size_t end = std::min(signature.find(';', begin), signature.size());
        const std::string part = signature.substr(begin, end - begin);
        if (plain.find(";" + part + ";") == std::string::npos)
            parts.push_back(part);
        begin = end + 1;
    }
    return joined(parts, " ");
}

void showList(const std::vector<Record>& records, Console& console) {
    if (records.empty()) {
        console.print("The store holds no such record. It fills with `metainfer adapt`.");
        return;
    }
    Table table({"id", "time (UTC)", "model", "hardware", "time / original", "trust", "candidate"});
    for (const Record& record : records)
        table.add({record.computeUid().substr(0, 10), dateOf(record.timeMs), record.modelName,
                   record.hardwareName, record.failure.empty() ? ratioOf(record) : "failed",
                   fmt::format("{:.2f}", record.trust), candidateText(record.candidate)});
    console.print(table.text());
}

void showRecord(const Record& record, Console& console) {
    const auto line = [&](const char* what, const std::string& value) {
        console.print(fmt::format("{:<12} {}", what, value));
    };
    line("id", record.uid.empty() ? record.computeUid() : record.uid);
    line("time", dateOf(record.timeMs) + " UTC");
    line("session", record.sessionId);
    line("model", record.modelName + " (" + record.modelHash.substr(0, 12) + ")");
    line("hardware", record.hardwareName + ", revision " + record.hardwareRevision);
    line("candidate", record.candidate.key());
    line("trust", fmt::format("{:.2f} when it was stored", record.trust));
    if (!record.failure.empty())
        line("failure", record.failure);
    Table table({"metric", "predicted", "measured", "relative to the original"});
    for (const auto metric : measurement::allMetrics()) {
        const auto value = [&](const measurement::MetricValues& values) {
            const auto it = values.find(metric);
            return it == values.end()
                       ? std::string("–")
                       : fmt::format("{} ({})",
                                     measurement::formatMetric(metric, it->second.value()),
                                     numberSourceName(it->second.source));
        };
        const auto ratio = record.ratios.find(metric);
        if (record.predicted.contains(metric) || record.measured.contains(metric))
            table.add({std::string(measurement::metricName(metric)), value(record.predicted),
                       value(record.measured),
                       ratio == record.ratios.end() ? "–" : formatRatio(ratio->second)});
    }
    console.print(table.text());
}

void addList(CLI::App& parent, Context& context) {
    auto filter = std::make_shared<experience::Filter>();
    CLI::App* command = parent.add_subcommand("list", "Records, newest first");
    command->add_option("--hardware", filter->hardwareName, "Of this hardware only");
    command->add_option("--session", filter->sessionId, "Of this session only");
    command->add_option("--limit", filter->limit, "At most so many")->capture_default_str();
    command->add_option("--offset", filter->offset, "Leave out the first")->capture_default_str();
    command->footer("Example:\n  metainfer experience list --hardware local --limit 20");
    command->callback([filter, &context] {
        context.finish(context.engine().experienceList(*filter), [&](const auto& records) {
            if (!context.console.json)
                return showList(records, context.console);
            Json list = Json::array();
            for (const Record& record : records)
                list.push_back(record.toJson());
            context.console.document({{"schema", "experience-list/1"}, {"records", list}});
        });
    });
}

/// The record whose uid begins with `id`.
Result<Record> findRecord(const std::string& id, Context& context) {
    experience::Filter filter;
    filter.limit = 1'000'000;
    MI_ASSIGN(const auto records, context.engine().experienceList(filter));
    std::optional<Record> found;
    for (const Record& record : records) {
        if (!record.computeUid().starts_with(id) && !record.uid.starts_with(id))
            continue;
        if (found)
            return fail(ErrorCode::InvalidArgument, "several records begin with " + id,
                        "Give more characters of the id.");
        found = record;
    }
    if (!found)
        return fail(ErrorCode::NotFound, "no record has the id " + id,
                    "metainfer experience list shows the ids.");
    return *found;
}

void addShow(CLI::App& parent, Context& context) {
    auto id = std::make_shared<std::string>();
    CLI::App* command = parent.add_subcommand("show", "One record in full");
    command->add_option("id", *id, "Id, or its first characters")->required();
    command->footer("Example:\n  metainfer experience show 3f9a0c21");
    command->callback([id, &context] {
        context.finish(findRecord(*id, context), [&](const Record& record) {
            if (context.console.json)
                context.console.document(record.toJson());
            else
                showRecord(record, context.console);
        });
    });
}

void addStats(CLI::App& parent, Context& context) {
    CLI::App* command = parent.add_subcommand("stats", "What the store holds");
    command->footer("Example:\n  metainfer experience stats");
    command->callback([&context] {
        context.finish(context.engine().experienceStats(), [&](const experience::Stats& stats) {
            if (context.console.json)
                return context.console.document(stats.toJson());
            const auto line = [&](const char* what, const std::string& value) {
                context.console.print(fmt::format("{:<14} {}", what, value));
            };
            line("store", fmt::format("{}, {}", stats.path.string(),
                                      formatBytes(static_cast<double>(stats.fileBytes))));
            line("schema", fmt::format("{}, journal {}", stats.schemaVersion, stats.journalMode));
            line("records", fmt::format("{}, {} of them failures", stats.records, stats.failures));
            line("observations", fmt::format("{} timed operators", stats.observations));
            line("sessions", std::to_string(stats.sessions));
            line("models", std::to_string(stats.models));
            line("hardware", std::to_string(stats.hardware));
            if (stats.records)
                line("period", dateOf(stats.oldestMs) + " to " + dateOf(stats.newestMs) + " UTC");
        });
    });
}

std::string kinshipText(experience::Kinship kinship) {
    switch (kinship) {
    case experience::Kinship::SameModelSameHardware:
        return "same model, same device";
    case experience::Kinship::OtherModelSameHardware:
        return "other model, same device";
    case experience::Kinship::OtherHardware:
        break;
    }
    return "other device";
}

void addTransfer(CLI::App& parent, Context& context) {
    auto request = std::make_shared<engine::TransferRequest>();
    auto everything = std::make_shared<bool>(false);
    CLI::App* command =
        parent.add_subcommand("transfer", "What earlier results say about a model on a device");
    command->add_option("model", request->model, "Model in the store, sample model or ONNX file")
        ->required();
    command->add_option("--hardware", request->hardware, "\"local\", or a hardware profile")
        ->required();
    command->add_option("--limit", request->limit, "At most so many of each kind")
        ->capture_default_str();
    command->add_flag("--all", *everything, "Also what is expected to bring nothing");
    command->footer("Example:\n  metainfer experience transfer grid-detector --hardware local");
    command->callback([request, everything, &context] {
        request->onlyImprovements = !*everything;
        context.finish(context.engine().experienceFor(*request), [&](const auto& answer) {
            if (context.console.json)
                return context.console.document(answer.toJson());
            if (answer.suggestions.empty())
                return context.console.print("Nothing in the store says anything about " +
                                             answer.model + " on " + answer.hardware + ".");
            Table table({"from", "model", "hardware", "expected time / original", "trust",
                         "similarity", "candidate"});
            for (const experience::Suggestion& one : answer.suggestions)
                table.add({kinshipText(one.kinship), one.record.modelName, one.record.hardwareName,
                           fmt::format("{:.3f}", one.expectedRatio),
                           fmt::format("{:.2f}", one.trust), fmt::format("{:.2f}", one.similarity),
                           candidateText(one.record.candidate)});
            context.console.print(table.text());
            context.console.print("An expected time is drawn towards 1 by what trust and "
                                  "similarity lack; it is an estimate, not a measurement.");
        });
    });
}

void addExchange(CLI::App& parent, Context& context) {
    auto file = std::make_shared<std::filesystem::path>();
    CLI::App* out = parent.add_subcommand("export", "Write everything as JSON lines");
    out->add_option("file", *file, "File to write")->required();
    out->footer("Example:\n  metainfer experience export team.jsonl");
    out->callback([file, &context] {
        context.finish(context.engine().exportExperience(*file), [&](std::size_t lines) {
            if (context.console.json)
                return context.console.document({{"written", file->string()}, {"lines", lines}});
            context.console.print(
                fmt::format("{} written to {}", counted(lines, "line"), file->string()));
        });
    });
    CLI::App* in = parent.add_subcommand("import", "Read JSON lines; known records are skipped");
    in->add_option("file", *file, "File to read")->required();
    in->footer("Example:\n  metainfer experience import team.jsonl");
    in->callback([file, &context] {
        context.finish(context.engine().importExperience(*file),
                       [&](const experience::ImportReport& report) {
                           if (context.console.json)
                               return context.console.document({{"added", report.added},
                                                                {"known", report.alreadyThere},
                                                                {"rejected", report.rejected},
                                                                {"problems", report.problems}});
                           context.console.print(fmt::format("{} added, {} were known, {} rejected",
                                                             report.added, report.alreadyThere,
                                                             report.rejected));
                           for (const std::string& problem : report.problems)
                               context.console.note("metainfer: warning: " + problem);
                       });
    });
}

void addExpire(CLI::App& parent, Context& context) {
    auto minimum = std::make_shared<double>(0.05);
    CLI::App* command = parent.add_subcommand("expire", "Remove what is hardly trusted any more");
    command->add_option("--min-trust", *minimum, "Trust below which records go")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str();
    command->footer("Example:\n  metainfer experience expire --min-trust 0.05");
    command->callback([minimum, &context] {
        context.finish(context.engine().expireExperience(*minimum), [&](std::size_t removed) {
            if (context.console.json)
                return context.console.document({{"removed", removed}});
            context.console.print(counted(removed, "record") + " removed");
        });
    });
}

} // namespace

void addExperience(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand("experience", "What earlier sessions left behind");
    command->require_subcommand(1);
    command->footer("Example:\n  metainfer experience stats");
    addList(*command, context);
    addShow(*command, context);
    addStats(*command, context);
    addTransfer(*command, context);
    addExchange(*command, context);
    addExpire(*command, context);
}

} // namespace metainfer::cli
