// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// notes.json
#include "candidates/notes_file.h"

#include "base/file.h"
#include "base/json.h"

namespace metainfer::workbench {
namespace {

Result<Json> readDocument(const std::filesystem::path& session) {
    std::error_code ignored;
    if (!std::filesystem::exists(notesFile(session), ignored))
        return Json{{"schema", "notes/1"}, {"candidates", Json::object()}};
    return readJsonFile(notesFile(session));
}

} // namespace

std::filesystem::path notesFile(const std::filesystem::path& session) {
    return session / "notes.json";
}

Result<widgets::CandidateMarks> readNotes(const std::filesystem::path& session) {
    MI_ASSIGN(const Json document, readDocument(session));
    const std::string schema = jsonValue(document, "schema", std::string());
    if (schema != "notes/1")
        return fail(ErrorCode::VersionMismatch,
                    notesFile(session).string() + ": schema is \"" + schema +
                        "\", this program reads notes/1",
                    "Use the program that wrote it, or move the file away.");
    widgets::CandidateMarks marks;
    const Json kept = jsonValue(document, "candidates", Json::object());
    for (const auto& [id, entry] : kept.items()) {
        widgets::CandidateMark mark;
        mark.pinned = jsonValue(entry, "pinned", false);
        mark.note = QString::fromStdString(jsonValue(entry, "note", std::string()));
        if (mark != widgets::CandidateMark())
            marks.insert(QString::fromStdString(id), mark);
    }
    return marks;
}

Status writeNotes(const std::filesystem::path& session, const widgets::CandidateMarks& marks) {
    MI_ASSIGN(Json document, readDocument(session));
    Json& entries = document["candidates"];
    if (!entries.is_object())
        entries = Json::object();
    for (auto& [id, entry] : entries.items())
        if (entry.is_object()) {
            entry.erase("pinned");
            entry.erase("note");
        }
    QStringList ids = marks.keys();
    ids.sort();
    for (const QString& id : ids) {
        const widgets::CandidateMark mark = marks.value(id);
        Json& entry = entries[id.toStdString()];
        if (mark.pinned)
            entry["pinned"] = true;
        if (!mark.note.isEmpty())
            entry["note"] = mark.note.toStdString();
    }
    for (auto it = entries.begin(); it != entries.end();)
        it = it->is_null() || (it->is_object() && it->empty()) ? entries.erase(it) : std::next(it);
    return writeJsonFile(notesFile(session), document);
}

} // namespace metainfer::workbench
