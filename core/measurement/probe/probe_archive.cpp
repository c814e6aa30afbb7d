// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One JSON file each.
#include "measurement/probe/probe_archive.h"

#include "base/file.h"
#include "hardware/profile_store.h"
#include "measurement/probe/analysis/analysis.h"
#include "measurement/probe/probe_reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <tuple>

namespace metainfer::measurement {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kKept = 50; // enough to see a trend; each is some hundred kilobytes

/// What a file from elsewhere says of its device may be any text: no way out of the folder.
std::string asFileName(std::string text) {
    for (char& c : text)
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_' && c != '.')
            c = '-';
    constexpr std::size_t kLongest = 120; // file systems end at 255 bytes
    text.resize(std::min(text.size(), kLongest));
    return text.starts_with('.') ? "run" + text : text;
}

Result<fs::path> write(const fs::path& folder, const ProbeResult& result) {
    MI_CHECK(createDirectories(folder));
    const std::string name = asFileName(result.device + "-" + result.startedAt);
    const Json json = result.toJson();
    fs::path file = folder / (name + ".json");
    std::error_code code;
    for (int number = 2; fs::exists(file, code); ++number) {
        if (const auto kept = readJsonFile(file); kept && *kept == json)
            return file;
        file = folder / fmt::format("{}-{}.json", name, number);
    }
    MI_CHECK(writeJsonFile(file, json));
    return file;
}

bool haveCommonRows(const ProbeResult& a, const ProbeResult& b) {
    std::set<std::string> cases;
    for (const hardware::ProbeRow& row : a.rows)
        cases.insert(probe::evidenceText(row));
    return std::any_of(b.rows.begin(), b.rows.end(),
                       [&](const auto& row) { return cases.contains(probe::evidenceText(row)); });
}

} // namespace

fs::path defaultProbeFolder() {
    return hardware::userProfileFolder().parent_path() / "probes";
}

fs::path probeJournalFolder() {
    return defaultProbeFolder() / "unfinished";
}

Result<fs::path> keepProbe(const fs::path& folder, const ProbeResult& result) {
    MI_ASSIGN(auto file, write(folder, result));
    const std::vector<KeptProbe> kept = keptProbes(folder);
    std::error_code ignored;
    for (std::size_t i = kKept; i < kept.size(); ++i)
        if (kept[i].file != file) // an old one that somebody imports right now
            fs::remove(kept[i].file, ignored);
    return file;
}

std::vector<KeptProbe> keptProbes(const fs::path& folder) {
    std::vector<KeptProbe> kept;
    std::error_code code;
    for (const auto& entry : fs::directory_iterator(folder, code)) {
        if (entry.path().extension() != ".json")
            continue;
        const auto json = readJsonFile(entry.path());
        if (!json || !json->is_object())
            continue;
        KeptProbe one{entry.path(), jsonValue<std::string>(*json, "device", ""),
                      jsonValue<std::string>(*json, "started_at", ""),
                      jsonValue<std::string>(*json, "suite", "")};
        if (!one.startedAt.empty())
            kept.push_back(std::move(one));
    }
    std::sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) {
        return std::tie(a.startedAt, a.file) > std::tie(b.startedAt, b.file);
    });
    return kept;
}

Result<ProbeResult> readProbe(const fs::path& file) {
    MI_ASSIGN(const auto json, readJsonFile(file));
    auto result = probeResultFromJson(json);
    if (!result)
        return failWith(result.error(), "while reading " + file.string());
    return result;
}

std::optional<ProbeResult> probeBefore(const fs::path& folder, const ProbeResult& result) {
    std::vector<KeptProbe> kept = keptProbes(folder);
    std::erase_if(kept, [&](const KeptProbe& one) {
        return one.device != result.device || one.startedAt >= result.startedAt;
    });
    std::stable_sort(kept.begin(), kept.end(), [&](const auto& a, const auto& b) {
        const std::string_view suite = probeSuiteName(result.suite);
        return (a.suite == suite) > (b.suite == suite);
    });
    for (const KeptProbe& one : kept)
        if (auto earlier = readProbe(one.file); earlier && haveCommonRows(*earlier, result))
            return std::move(*earlier);
    return std::nullopt;
}

} // namespace metainfer::measurement
