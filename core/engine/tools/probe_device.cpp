// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Probing a device into its profile.
#include "engine/tools/device_tools.h"

#include "base/file.h"
#include "base/suggest.h"
#include "hardware/profile_store.h"
#include "ir/operators.h"
#include "measurement/probe/operator_case.h"
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

} // namespace

Result<ProbeOutcome> probeDevice(const ProbeRequest& request, const ToolContext& context) {
    MI_CHECK(checkOptions(request.options));
    MI_CHECK(checkWritable(request.csv));
    MI_CHECK(checkWritable(request.jsonRows));
    fs::path file = request.profile;
    if (file.empty()) {
        MI_CHECK(createDirectories(hardware::userProfileFolder()));
        file = hardware::userProfileFolder() / (request.device + ".yaml");
    } else if (file.extension() != ".yaml") {
        return fail(ErrorCode::InvalidArgument,
                    file.string() + ": the name of a profile ends in .yaml",
                    "Write for example: -o " + file.stem().string() + ".yaml");
    }
    MI_CHECK(checkWritable(file));
    MI_ASSIGN(const Target target, context.target(request.device));
    MI_ASSIGN(hardware::Profile profile, present(file, target.profile));
    ProbeOutcome outcome;
    MI_ASSIGN(outcome.result, measurement::probeLocal(*target.device, request.options,
                                                      context.progress(), context.cancel));
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
    if (profile.description == "this machine, not probed yet")
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
            {"tables", tables}};
}

} // namespace metainfer::engine
