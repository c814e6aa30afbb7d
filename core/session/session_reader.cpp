// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading a session folder, whatever state a kill left it in.
#include "session/session_folder.h"

#include <fmt/format.h>

namespace metainfer::session {
namespace fs = std::filesystem;
namespace {

/// Reads the complete lines of a file; a torn or damaged one becomes a warning. An absent file has
/// no lines.
template <typename Line>
Status readLines(const fs::path& path, std::vector<Line>& lines,
                 std::vector<std::string>& warnings) {
    auto text = readTextFile(path);
    if (!text)
        return text.error().code == ErrorCode::NotFound ? Status{} : fail(std::move(text).error());
    std::size_t number = 0;
    for (std::size_t begin = 0; begin < text->size();) {
        const std::size_t end = text->find('\n', begin);
        ++number;
        const std::string place = fmt::format("{}:{}", path.string(), number);
        if (end == std::string::npos) {
            warnings.push_back(place + ": the last line is incomplete and is left out");
            break;
        }
        const auto json = parseJson(std::string_view(*text).substr(begin, end - begin), place);
        begin = end + 1;
        auto line = json ? Line::fromJson(*json) : Result<Line>(fail(json.error()));
        if (line)
            lines.push_back(std::move(*line));
        else
            warnings.push_back(
                fmt::format("{}: left out, not readable: {}", place, line.error().message));
    }
    return {};
}

Status readPart(const fs::path& path, std::optional<Json>& part) {
    auto json = readJsonFile(path);
    if (json)
        part = std::move(*json);
    else if (json.error().code != ErrorCode::NotFound)
        return fail(std::move(json).error());
    return {};
}

} // namespace

const MeasurementLine* SessionContent::findMeasurement(std::string_view kind, std::string_view key,
                                                       std::string_view environmentHash) const {
    for (auto line = measurements.rbegin(); line != measurements.rend(); ++line)
        if (line->kind == kind && line->key == key &&
            (environmentHash.empty() || line->environmentHash == environmentHash))
            return &*line;
    return nullptr;
}

bool isSessionFolder(const fs::path& folder) {
    const auto json = readJsonFile(folder / "session.json");
    return json && jsonValue(*json, "schema", std::string()).starts_with("session/");
}

Result<SessionContent> readSession(const fs::path& folder) {
    SessionContent content;
    content.folder = folder;
    auto json = readJsonFile(folder / "session.json");
    if (!json && json.error().code == ErrorCode::NotFound)
        return fail(ErrorCode::NotFound,
                    fmt::format("{} is no session folder: it has no session.json", folder.string()),
                    "Name the folder that `adapt` wrote.");
    if (!json)
        return fail(std::move(json).error());
    auto info = SessionInfo::fromJson(*json);
    if (!info)
        return failWith(std::move(info).error(), "in " + folder.string());
    content.info = std::move(*info);
    MI_CHECK(readLines(folder / "candidates.jsonl", content.candidates, content.warnings));
    MI_CHECK(readLines(folder / "measurements.jsonl", content.measurements, content.warnings));
    MI_CHECK(readPart(folder / "diagnosis.json", content.diagnosis));
    MI_CHECK(readPart(folder / "decision.json", content.decision));
    MI_CHECK(readPart(folder / "validation.json", content.validation));
    MI_CHECK(readPart(folder / "mapping.json", content.mapping));
    MI_CHECK(readPart(folder / "baselines.json", content.baselines));
    return content;
}

} // namespace metainfer::session
