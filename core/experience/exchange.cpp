// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Export and import as JSON lines.
#include "experience/store_private.h"

#include "base/file.h"

#include <fmt/format.h>

namespace metainfer::experience {
namespace {

constexpr std::size_t kMostProblems = 10;

struct Line {
    std::optional<Record> record;
    std::optional<OperatorObservation> observation;
};

Result<Line> parseLine(std::string_view text, const std::string& place) {
    MI_ASSIGN(const Json json, parseJson(text, place));
    const std::string type = jsonValue(json, "type", std::string());
    Line line;
    if (type == "record") {
        auto record = Record::fromJson(json);
        if (!record)
            return failWith(std::move(record).error(), place);
        line.record = std::move(*record);
    } else if (type == "observation") {
        auto observation = OperatorObservation::fromJson(json);
        if (!observation)
            return failWith(std::move(observation).error(), place);
        line.observation = std::move(*observation);
    } else {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{}: type \"{}\" is neither record nor observation", place, type));
    }
    return line;
}

std::string exportLine(const char* type, Json document) {
    Json json{{"type", type}};
    json.update(document);
    return dumpJson(json);
}

} // namespace

Result<std::size_t> Store::exportTo(const std::filesystem::path& file) const {
    std::string text;
    std::size_t lines = 0;
    MI_CHECK(d->reading([&](soci::session& session) -> Status {
        auto records = selectRecords(session, "", {}, 0);
        if (!records)
            return fail(std::move(records).error());
        for (const StoredRecord& row : *records) {
            text += exportLine("record", row.record.toJson()) + "\n";
            ++lines;
        }
        if (schemaVersionOf(session) < 2)
            return {};
        auto observations = selectObservations(session, "", {}, 0);
        if (!observations)
            return fail(std::move(observations).error());
        for (const OperatorObservation& row : *observations) {
            text += exportLine("observation", row.toJson()) + "\n";
            ++lines;
        }
        return {};
    }));
    MI_CHECK(writeFileAtomically(file, text));
    return lines;
}

Result<ImportReport> Store::importFrom(const std::filesystem::path& file) {
    MI_ASSIGN(const std::string text, readTextFile(file));
    ImportReport report;
    std::vector<Line> lines;
    std::size_t number = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = std::string_view(text).substr(begin, end - begin);
        begin = end + 1;
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos)
            continue;
        auto parsed = parseLine(line, fmt::format("{}:{}", file.string(), number));
        if (parsed) {
            lines.push_back(std::move(*parsed));
            continue;
        }
        ++report.rejected;
        if (report.problems.size() < kMostProblems)
            report.problems.push_back(parsed.error().text());
    }
    const double factor = d->options.trust.imported;
    auto added = d->writer->submit([&](soci::session& session) -> Result<std::size_t> {
        std::size_t count = 0;
        for (Line& line : lines) {
            // The uid is taken from the content, so that a file cannot claim another's identity.
            if (line.record) {
                line.record->uid = line.record->computeUid();
                line.record->trust *= factor;
                count += insertRecord(session, *line.record);
            } else if (line.observation && d->options.schemaVersion >= 2) {
                line.observation->uid = line.observation->computeUid();
                line.observation->trust *= factor;
                count += insertObservation(session, *line.observation);
            }
        }
        return count;
    });
    if (!added)
        return fail(std::move(added).error());
    report.added = *added;
    report.alreadyThere = lines.size() - *added;
    return report;
}

} // namespace metainfer::experience
