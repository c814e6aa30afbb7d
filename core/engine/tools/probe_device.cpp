// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Probing a device into its profile.
#include "engine/tools/device_tools.h"

#include "base/file.h"
#include "base/suggest.h"
#include "engine/devices/device_hub.h"
#include "hardware/profile_store.h"
#include "ir/operators.h"
#include "measurement/probe/operator_case.h"
#include "measurement/probe/probe_archive.h"
#include "measurement/time_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace metainfer::engine::tools {
namespace {

namespace fs = std::filesystem;

Status checkOptions(const measurement::ProbeOptions& options) {
    const auto families = ir::operatorFamilies();
    const std::vector<std::string> known(families.begin(), families.end());
    for (const std::string& family : options.families)
        if (std::find(known.begin(), known.end(), family) == known.end())
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("unknown operator family \"{}\"", family),
                        didYouMean(family, known));
    static const std::vector<std::string> kTypes{"fp32", "int8", "fp16"};
    for (const std::string& type : options.dtypes)
        if (std::find(kTypes.begin(), kTypes.end(), type) == kTypes.end())
            return fail(ErrorCode::InvalidArgument, fmt::format("unknown data type \"{}\"", type),
                        didYouMean(type, kTypes));
    const auto cases = measurement::probe::operatorCases(options.suite);
    for (const std::string& shape : options.shapes) {
        measurement::ProbeOptions one = options;
        one.shapes = {shape};
        if (std::none_of(cases.begin(), cases.end(), [&one](const auto& probed) {
                return measurement::probe::isWanted(probed, one);
            }))
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("no operator of the {} suite that was asked for has \"{}\" in "
                                    "its shapes",
                                    measurement::probeSuiteName(options.suite), shape),
                        "Write a part of what the rows of an earlier probe show, for example "
                        "\"Conv 1x64x56x56\"; the full suite has the most shapes.");
    }
    return {};
}

/// An hour of probing must not end in a file that cannot be written.
Status checkWritable(const fs::path& file) {
    if (file.empty())
        return {};
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    std::error_code code;
    if (!fs::is_directory(folder, code))
        return fail(ErrorCode::NotFound, "there is no folder " + folder.string(),
                    "Make it first, or write somewhere else.");
    MI_ASSIGN(const auto probe, TemporaryDirectory::create("metainfer-check"));
    const fs::path trial = folder / fmt::format(".{}-check", probe.path().filename().string());
    MI_CHECK(writeFileAtomically(trial, ""));
    fs::remove(trial, code);
    return {};
}

/// The profile that will be updated: the given file, else the user's own of the device.
Result<hardware::Profile> present(const fs::path& file, const hardware::Profile& fallback) {
    std::error_code code;
    if (!fs::exists(file, code))
        return fallback;
    MI_ASSIGN(auto loaded, hardware::loadProfile(file));
    return std::move(loaded.profile);
}

std::string fieldsOf(const std::vector<hardware::EnvironmentDifference>& differences) {
    std::string text;
    for (const auto& one : differences)
        text +=
            fmt::format("{}{}: {} -> {}", text.empty() ? "" : "; ", one.field, one.left, one.right);
    return text;
}

/// Options with a journal, and with what an unfinished probe means said in words.
measurement::ProbeOptions resumable(const ProbeRequest& request, const ToolContext& context) {
    measurement::ProbeOptions options = request.options;
    if (options.journalFolder.empty())
        options.journalFolder = measurement::probeJournalFolder();
    options.onUnfinished = [&context, asked = request.options.onUnfinished, resume = options.resume,
                            device = request.device](const measurement::UnfinishedProbe& found) {
        if (!found.changes.empty()) {
            context.remark(Severity::Warning, "environment_changed",
                           fmt::format("the probe of {} that was interrupted cannot be gone on "
                                       "with, {} changed since: it begins anew",
                                       found.startedAt, fieldsOf(found.changes)));
            return false;
        }
        const bool goOn = resume == measurement::ProbeResume::Always ||
                          (resume == measurement::ProbeResume::Ask && asked && asked(found));
        if (goOn)
            context.remark(Severity::Information, "resumed",
                           fmt::format("going on with the probe of {}: {} steps are done",
                                       found.startedAt, found.steps));
        else
            context.remark(Severity::Information, "unfinished_probe",
                           fmt::format("a probe of {} was interrupted after {} steps; this one "
                                       "begins anew (metainfer probe {} --resume goes on with it)",
                                       found.startedAt, found.steps, device));
        return goOn;
    };
    return options;
}

/// What an interrupted probe leaves is not lost.
Error withResumeHint(Error error, const measurement::ProbeOptions& options,
                     const std::string& device) {
    const bool interrupted =
        error.code == ErrorCode::Cancelled || error.code == ErrorCode::DeviceLost;
    std::error_code code;
    if (interrupted && !fs::is_empty(options.journalFolder, code) && !code)
        error.hint += fmt::format("{}What was measured is kept: metainfer probe {} --suite {} "
                                  "--resume goes on with it.",
                                  error.hint.empty() ? "" : "\n  ", device,
                                  measurement::probeSuiteName(options.suite));
    return error;
}

/// Compares with the probe before, and keeps this one for the next.
void compareAndKeep(ProbeOutcome& outcome, const ToolContext& context) {
    const fs::path folder = measurement::defaultProbeFolder();
    if (const auto earlier = measurement::probeBefore(folder, outcome.result))
        outcome.changes = measurement::compareProbes(*earlier, outcome.result);
    if (const auto kept = measurement::keepProbe(folder, outcome.result); !kept)
        context.remark(Severity::Warning, "not_kept", kept.error().text());
}

} // namespace

Result<ProbeOutcome> probeDevice(const ProbeRequest& request, const ToolContext& context) {
    MI_CHECK(checkOptions(request.options));
    MI_CHECK(checkWritable(request.csv));
    MI_CHECK(checkWritable(request.jsonRows));
    fs::path file = request.profile;
    if (file.empty()) {
        MI_CHECK(createDirectories(hardware::userProfileFolder()));
        file = hardware::userProfileFolder() / (profileNameOf(request.device) + ".yaml");
    } else if (file.extension() != ".yaml") {
        return fail(ErrorCode::InvalidArgument,
                    file.string() + ": the name of a profile ends in .yaml",
                    "Write for example: -o " + file.stem().string() + ".yaml");
    }
    MI_CHECK(checkWritable(file));
    MI_ASSIGN(const Target target, context.target(request.device));
    MI_ASSIGN(hardware::Profile profile, present(file, target.profile));
    ProbeOutcome outcome;
    const measurement::ProbeOptions options = resumable(request, context);
    auto probed =
        measurement::probeDevice(*target.device, options, context.progress(), context.cancel);
    if (!probed)
        return fail(withResumeHint(std::move(probed.error()), options, request.device));
    outcome.result = std::move(*probed);
    // What is assumed of an unprobed device states nothing that a measurement could contradict.
    const bool isUnprobed = profile.description.ends_with(", not probed yet");
    if (isUnprobed && !outcome.result.shapes.empty())
        profile.scheduling.dynamicShape.reset();
    for (auto& conflict : measurement::datasheetConflicts(profile, outcome.result))
        outcome.result.findings.push_back(std::move(conflict));
    compareAndKeep(outcome, context);
    if (!request.csv.empty()) {
        MI_CHECK(writeFileAtomically(request.csv, hardware::probeRowsToCsv(outcome.result.rows)));
        outcome.tables.push_back(request.csv.string());
    }
    if (!request.jsonRows.empty()) {
        MI_CHECK(writeJsonFile(request.jsonRows, hardware::probeRowsToJson(outcome.result.rows)));
        outcome.tables.push_back(request.jsonRows.string());
    }
    profile = measurement::updateProfile(std::move(profile), outcome.result);
    profile.name = file.stem().string();
    if (isUnprobed)
        profile.description = outcome.result.environment.cpu;
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    MI_ASSIGN(outcome.profile, hardware::ProfileStore::save(
                                   folder, std::move(profile),
                                   fmt::format("probe ({} suite)",
                                               measurement::probeSuiteName(outcome.result.suite)),
                                   outcome.result.startedAt));
    outcome.written = file;
    return outcome;
}

} // namespace metainfer::engine::tools

namespace metainfer::engine {

Json ProbeOutcome::toJson() const {
    return {{"schema", "probe/1"},
            {"result", result.toJson()},
            {"profile", written.string()},
            {"revision", profile.revision.number},
            {"changes", changes ? changes->toJson() : Json()},
            {"tables", tables}};
}

} // namespace metainfer::engine
