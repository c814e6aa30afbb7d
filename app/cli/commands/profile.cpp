// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer profile: hardware profiles.
#include "arguments.h"

#include "hardware/profile_yaml.h"

#include <CLI/Validators.hpp>
#include <fmt/format.h>

namespace metainfer::cli {
namespace {

using hardware::Profile;

std::string rate(const Profile& profile, ElementType type) {
    const auto gflops = profile.gflops(type);
    return gflops ? formatCount(*gflops * 1e9) : "–";
}

std::string originOf(const Profile& profile) {
    return profile.hasMeasurements() ? "measured" : "datasheet or user";
}

void showList(const engine::ProfileCatalogue& catalogue, Console& console) {
    Table table({"name", "type", "cores", "fp32 FLOP/s", "int8 OP/s", "numbers", "description"});
    for (const auto& entry : catalogue.profiles)
        table.add({entry.name, std::string(hardware::deviceTypeName(entry.profile.type)),
                   entry.profile.compute.cores ? std::to_string(*entry.profile.compute.cores) : "–",
                   rate(entry.profile, ElementType::Float), rate(entry.profile, ElementType::Int8),
                   originOf(entry.profile), cutOff(entry.profile.description, 60)});
    console.print(table.text());
    for (const Error& problem : catalogue.problems)
        console.note("metainfer: warning: " + problem.text());
}

Json entryJson(const engine::ProfileEntry& entry) {
    const Profile& profile = entry.profile;
    return {{"name", entry.name},
            {"file", entry.file.string()},
            {"type", hardware::deviceTypeName(profile.type)},
            {"vendor", profile.vendor},
            {"description", profile.description},
            {"measured", profile.hasMeasurements()},
            {"revision", profile.revision.number}};
}

/// Every field with its value and where it comes from.
void showProfile(const engine::ProfileFile& opened, Console& console) {
    const Profile& profile = opened.profile;
    console.print(fmt::format("{} ({}), {}", profile.name, hardware::deviceTypeName(profile.type),
                              opened.file.string()));
    if (!profile.description.empty())
        console.print(profile.description);
    if (profile.revision.number > 0)
        console.print(fmt::format("revision {}: {} ({})", profile.revision.number,
                                  profile.revision.reason, profile.revision.date));
    Table table({"field", "value", "source", "reference"});
    for (const auto& [path, value] : hardware::flattenProfile(profile)) {
        if (path.starts_with("provenance") || path.starts_with("environments"))
            continue;
        const auto* provenance = profile.provenanceOf(path);
        const bool bytes = path.ends_with(".size");
        table.add(
            {path, bytes ? formatBytes(std::strtod(value.c_str(), nullptr)) : cutOff(value, 56),
             provenance ? std::string(numberSourceName(provenance->source)) : "user",
             provenance
                 ? cutOff(provenance->reference.empty() ? provenance->date : provenance->reference,
                          60)
                 : ""});
    }
    console.print("\n" + table.text());
}

Json profileJson(const engine::ProfileFile& opened) {
    Json json = {{"schema", "profile-show/1"},
                 {"name", opened.profile.name},
                 {"file", opened.file.string()},
                 {"type", hardware::deviceTypeName(opened.profile.type)},
                 {"hash", hardware::profileHash(opened.profile)},
                 {"revision", opened.profile.revision.number},
                 {"warnings", opened.warnings}};
    json["fields"] = Json::object();
    for (const auto& [path, value] : hardware::flattenProfile(opened.profile))
        json["fields"][path] = value;
    json["yaml"] = hardware::profileToYaml(opened.profile);
    return json;
}

void warn(const std::vector<std::string>& warnings, Console& console) {
    for (const std::string& warning : warnings)
        console.note("metainfer: warning: " + warning);
}

void addListCommand(CLI::App& parent, Context& context) {
    CLI::App* command = parent.add_subcommand("list", "Profiles that can be named");
    command->footer("Example:\n  metainfer profile list");
    command->callback([&context] {
        const auto catalogue = context.engine().profiles();
        if (!context.console.json)
            return showList(catalogue, context.console);
        Json json = {{"schema", "profile-list/1"}, {"profiles", Json::array()}};
        for (const auto& entry : catalogue.profiles)
            json["profiles"].push_back(entryJson(entry));
        json["problems"] = Json::array();
        for (const Error& problem : catalogue.problems)
            json["problems"].push_back(problem.text());
        context.console.document(json);
    });
}

void addShow(CLI::App& parent, Context& context) {
    auto name = std::make_shared<std::string>();
    CLI::App* command = parent.add_subcommand("show", "Every field with its source");
    command->add_option("profile", *name, "Name or path")->required();
    command->footer("Example:\n  metainfer profile show accelerator-x");
    command->callback([name, &context] {
        context.finish(context.engine().profile(*name), [&](const engine::ProfileFile& opened) {
            if (context.console.json)
                return context.console.document(profileJson(opened));
            showProfile(opened, context.console);
            warn(opened.warnings, context.console);
        });
    });
}

void addValidate(CLI::App& parent, Context& context) {
    auto names = std::make_shared<std::vector<std::string>>();
    CLI::App* command =
        parent.add_subcommand("validate", "Check profiles; every mistake with file and line");
    command->add_option("profiles", *names, "Names or paths")->required();
    command->footer("Example:\n  metainfer profile validate my-board.yaml");
    command->callback([names, &context] {
        Json results = Json::array();
        for (const std::string& name : *names) {
            const auto opened = context.engine().profile(name);
            if (context.console.json) {
                Json row = {{"profile", name}, {"valid", opened.has_value()}};
                if (opened)
                    row["warnings"] = opened->warnings;
                else
                    row["error"] = opened.error().text();
                results.push_back(row);
                if (!opened)
                    context.exitCode = exitCodeOf(opened.error().code);
                continue;
            }
            if (!opened) {
                context.exitCode = context.console.error(opened.error());
                continue;
            }
            context.console.print(fmt::format(
                "{}: valid{}", opened->file.string(),
                opened->warnings.empty() ? ""
                                         : ", " + counted(opened->warnings.size(), "warning")));
            warn(opened->warnings, context.console);
        }
        if (context.console.json)
            context.console.document({{"schema", "profile-validate/1"}, {"profiles", results}});
    });
}

void addDiff(CLI::App& parent, Context& context) {
    auto names = std::make_shared<std::pair<std::string, std::string>>();
    CLI::App* command = parent.add_subcommand("diff", "Fields that differ");
    command->add_option("before", names->first, "Name, path or NAME@REVISION")->required();
    command->add_option("after", names->second, "Name, path or NAME@REVISION")->required();
    command->footer("Example:\n  metainfer profile diff local@1 local");
    command->callback([names, &context] {
        context.finish(context.engine().profileDiff(names->first, names->second),
                       [&](const std::vector<hardware::FieldChange>& changes) {
                           if (context.console.json) {
                               Json list = Json::array();
                               for (const auto& change : changes)
                                   list.push_back({{"field", change.path},
                                                   {"before", change.before},
                                                   {"after", change.after}});
                               return context.console.document(
                                   {{"schema", "profile-diff/1"}, {"changes", list}});
                           }
                           if (changes.empty())
                               return context.console.print("The two profiles are equal.");
                           Table table({"field", names->first, names->second});
                           for (const auto& change : changes)
                               table.add({change.path,
                                          change.before.empty() ? "–" : cutOff(change.before, 40),
                                          change.after.empty() ? "–" : cutOff(change.after, 40)});
                           context.console.print(table.text());
                       });
    });
}

void addSimilar(CLI::App& parent, Context& context) {
    struct Options {
        std::string name;
        std::size_t most = 3;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command = parent.add_subcommand("similar", "The nearest known devices, and why");
    command->add_option("profile", options->name, "Name or path")->required();
    command->add_option("--most", options->most, "How many")->capture_default_str();
    command->footer("Example:\n  metainfer profile similar local");
    command->callback([options, &context] {
        context.finish(
            context.engine().similarProfiles(options->name, options->most),
            [&](const std::vector<hardware::Similarity>& found) {
                if (context.console.json) {
                    Json list = Json::array();
                    for (const auto& one : found)
                        list.push_back({{"name", one.name},
                                        {"distance", one.distance},
                                        {"similarity", one.similarity},
                                        {"coverage", one.coverage},
                                        {"reasons", one.reasons}});
                    return context.console.document(
                        {{"schema", "profile-similar/1"}, {"similar", list}});
                }
                for (const auto& one : found) {
                    context.console.print(fmt::format(
                        "{}: similarity {:.2f}, distance {:.2f}{}, {} of the features known",
                        one.name, one.similarity, one.distance,
                        one.distance > hardware::kFarDistance ? " (far: says little)" : "",
                        formatPercent(one.coverage)));
                    for (const std::string& reason : one.reasons)
                        context.console.print("  " + reason);
                }
                if (found.empty())
                    context.console.print("No other profile is known.");
            });
    });
}

void addHistory(CLI::App& parent, Context& context) {
    auto name = std::make_shared<std::string>();
    CLI::App* command = parent.add_subcommand("history", "Revisions of a profile");
    command->add_option("profile", *name, "Name or path")->required();
    command->footer("Example:\n  metainfer profile history local");
    command->callback([name, &context] {
        context.finish(context.engine().profileHistory(*name),
                       [&](const std::vector<hardware::Revision>& revisions) {
                           if (context.console.json) {
                               Json list = Json::array();
                               for (const auto& revision : revisions)
                                   list.push_back({{"revision", revision.number},
                                                   {"date", revision.date},
                                                   {"reason", revision.reason},
                                                   {"parent", revision.parentHash}});
                               return context.console.document(
                                   {{"schema", "profile-history/1"}, {"revisions", list}});
                           }
                           Table table({"revision", "date", "reason"});
                           for (const auto& revision : revisions)
                               table.add(
                                   {revision.number ? std::to_string(revision.number) : "–",
                                    revision.date.empty() ? "–" : revision.date,
                                    revision.reason.empty() ? "as shipped" : revision.reason});
                           context.console.print(table.text());
                       });
    });
}

void addRollback(CLI::App& parent, Context& context) {
    struct Options {
        std::string name;
        int revision = 0;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command =
        parent.add_subcommand("rollback", "Make an earlier revision the newest one");
    command->add_option("profile", options->name, "Name or path")->required();
    command->add_option("revision", options->revision, "Number, see `profile history`")->required();
    command->footer("Example:\n  metainfer profile rollback local 1");
    command->callback([options, &context] {
        context.finish(context.engine().rollBackProfile(options->name, options->revision),
                       [&](const Profile& profile) {
                           if (context.console.json)
                               return context.console.document(
                                   {{"schema", "profile-rollback/1"},
                                    {"profile", profile.name},
                                    {"revision", profile.revision.number},
                                    {"reason", profile.revision.reason}});
                           context.console.print(fmt::format("{} is now revision {}: {}",
                                                             profile.name, profile.revision.number,
                                                             profile.revision.reason));
                       });
    });
}

void addConvert(CLI::App& parent, Context& context) {
    struct Options {
        std::string name;
        std::filesystem::path out;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command =
        parent.add_subcommand("convert", "The full form of a profile, sources included");
    command->add_option("profile", options->name, "Name or path")->required();
    command->add_option("-o,--out", options->out, "File to write; stdout without it");
    command->footer("Example:\n  metainfer profile convert short.yaml -o full.yaml");
    command->callback([options, &context] {
        context.finish(context.engine().convertProfile(options->name, options->out),
                       [&](const std::string& yaml) {
                           if (context.console.json)
                               return context.console.document({{"schema", "profile-convert/1"},
                                                                {"written", options->out.string()},
                                                                {"yaml", yaml}});
                           context.console.print(
                               options->out.empty() ? yaml : "written " + options->out.string());
                       });
    });
}

} // namespace

void addProfile(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand("profile", "Hardware profiles");
    command->require_subcommand(1);
    command->footer("Example:\n  metainfer profile list");
    addListCommand(*command, context);
    addShow(*command, context);
    addValidate(*command, context);
    addDiff(*command, context);
    addSimilar(*command, context);
    addHistory(*command, context);
    addRollback(*command, context);
    addConvert(*command, context);
}

} // namespace metainfer::cli
