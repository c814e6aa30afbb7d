// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading a session folder, whatever state a kill left it in.
#include "session/session_folder.h"

#include <fmt/format.h>

#include <unordered_map>

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

/// A damaged part is left out with a warning: the rest of the folder is worth showing.
void readPart(const fs::path& path, std::optional<Json>& part, std::vector<std::string>& warnings) {
    const auto text = readTextFile(path);
    if (!text && text.error().code == ErrorCode::NotFound)
        return;
    auto json =
        text ? parseJson(*text, path.filename().string()) : Result<Json>(fail(text.error()));
    if (json && json->is_structured())
        part = std::move(*json);
    else
        warnings.push_back(fmt::format("{}: left out, not readable: {}", path.string(),
                                       json ? "it holds no JSON object" : json.error().message));
}

/// Makes one line of each candidate and one candidate of each id, whatever the runs of the session
/// wrote. A candidate is its key: a run that was resumed may have proposed it again, and sessions
/// of older versions hold two candidates under one id.
class Joining {
  public:
    explicit Joining(SessionContent& content)
        : m_content(content) {}

    void run() {
        joinRepeated();
        recover();
        separate();
        for (std::size_t i = 0; i < m_content.candidates.size(); ++i)
            m_content.candidates[i].candidate.id = m_ids[i];
        for (MeasurementLine& line : m_content.measurements)
            if (const auto at = m_places.find(candidateKey(line)); at != m_places.end())
                line.candidate = m_ids[at->second];
    }

  private:
    /// Keys of measurements are the candidate's with "|" and the protocol behind it.
    static std::string candidateKey(const MeasurementLine& line) {
        return line.key.substr(0, line.key.rfind('|'));
    }

    /// The first line of a candidate stays; it is called what it was called last.
    void joinRepeated() {
        std::vector<CandidateLine> joined;
        for (CandidateLine& line : m_content.candidates) {
            const auto [at, isNew] = m_places.emplace(line.candidate.key(), joined.size());
            m_owners[line.candidate.id] = at->second;
            if (isNew) {
                m_ids.push_back(line.candidate.id);
                joined.push_back(std::move(line));
            } else {
                m_ids[at->second] = line.candidate.id;
            }
        }
        m_content.candidates = std::move(joined);
    }

    /// What a measurement tells of a candidate whose line was lost.
    void recover() {
        for (const MeasurementLine& line : m_content.measurements) {
            if (line.kind != "comparison" || m_places.contains(candidateKey(line)))
                continue;
            const Json told =
                jsonValue(jsonValue(line.data, "evaluation", Json()), "candidate", Json());
            if (!told.is_object())
                continue;
            auto candidate = candidates::Candidate::fromJson(told);
            if (!candidate || candidate->key() != candidateKey(line))
                continue;
            m_places.emplace(candidate->key(), m_ids.size());
            m_owners.emplace(candidate->id, m_ids.size());
            m_ids.push_back(candidate->id);
            m_content.warnings.push_back(
                fmt::format("{}: the line of {} is lost; it is shown as its measurement tells it",
                            (m_content.folder / "candidates.jsonl").string(), candidate->id));
            m_content.candidates.push_back({std::move(*candidate), {}, Json::object()});
        }
    }

    /// An id belongs to the candidate that had it last, as in the decision; an earlier one gets a
    /// number behind it, the same at every reading.
    void separate() {
        for (std::size_t i = 0; i < m_ids.size(); ++i) {
            const std::string id = m_ids[i];
            if (m_owners[id] == i)
                continue;
            for (int number = 1; m_owners.contains(m_ids[i]); ++number)
                m_ids[i] = fmt::format("{}-{}", id, number);
            m_owners.emplace(m_ids[i], i);
            m_content.warnings.push_back(
                fmt::format("{}: two candidates are called {}; the earlier one is shown as {}",
                            (m_content.folder / "candidates.jsonl").string(), id, m_ids[i]));
        }
    }

    SessionContent& m_content;
    std::unordered_map<std::string, std::size_t> m_places; ///< by key
    std::unordered_map<std::string, std::size_t> m_owners; ///< by id
    std::vector<std::string> m_ids;                        ///< by place
};

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
    std::error_code ignored;
    if (!json && json.error().code == ErrorCode::NotFound)
        return fail(
            ErrorCode::NotFound,
            fs::exists(folder, ignored)
                ? fmt::format("{} is no session folder: it has no session.json", folder.string())
                : fmt::format("there is no folder {}: it was moved or deleted, or never "
                              "written",
                              folder.string()),
            "Name the folder that `adapt` wrote.");
    if (!json)
        return fail(std::move(json).error());
    auto info = SessionInfo::fromJson(*json);
    if (!info)
        return failWith(std::move(info).error(), "in " + folder.string());
    content.info = std::move(*info);
    MI_CHECK(readLines(folder / "candidates.jsonl", content.candidates, content.warnings));
    MI_CHECK(readLines(folder / "measurements.jsonl", content.measurements, content.warnings));
    readPart(folder / "diagnosis.json", content.diagnosis, content.warnings);
    readPart(folder / "decision.json", content.decision, content.warnings);
    readPart(folder / "validation.json", content.validation, content.warnings);
    readPart(folder / "mapping.json", content.mapping, content.warnings);
    readPart(folder / "baselines.json", content.baselines, content.warnings);
    Joining(content).run();
    return content;
}

} // namespace metainfer::session
