// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// JSON lines: a head, then one part each.
#include "measurement/probe/probe_journal.h"

#include "measurement/json_fields.h"
#include "measurement/probe/probe_reading.h"

#include <cctype>
#include <sstream>

namespace metainfer::measurement::probe {
namespace fs = std::filesystem;
namespace {

constexpr const char* kSchema = "metainfer.probe-journal/1";

std::string asFileName(std::string text) {
    for (char& c : text)
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_')
            c = '-';
    return text.substr(0, 120); // file systems end at 255 bytes
}

Json headToJson(const ProbeJournal::Head& head) {
    return Json{{"schema", kSchema},
                {"device", head.device},
                {"suite", head.suite},
                {"started_at", head.startedAt},
                {"environment", head.environment.toJson()}};
}

std::optional<ProbeJournal::Head> headFromJson(const Json& json) {
    if (!json.is_object() || jsonValue<std::string>(json, "schema", "") != kSchema ||
        !json.contains("environment"))
        return std::nullopt;
    auto environment = hardware::Environment::fromJson(json["environment"]);
    if (!environment)
        return std::nullopt;
    ProbeJournal::Head head;
    head.device = jsonValue<std::string>(json, "device", "");
    head.suite = jsonValue<std::string>(json, "suite", "");
    head.startedAt = jsonValue<std::string>(json, "started_at", "");
    head.environment = std::move(*environment);
    return head;
}

/// What is empty in a part need not be written.
Json shortened(Json json) {
    for (auto it = json.begin(); it != json.end();)
        if (it.key() != "rows" && (it->is_null() || (it->is_array() && it->empty())))
            it = json.erase(it);
        else
            ++it;
    json.erase("environment");
    json.erase("validity");
    return json;
}

template <typename T>
void append(std::vector<T>& into, std::vector<T>& from) {
    into.insert(into.end(), std::make_move_iterator(from.begin()),
                std::make_move_iterator(from.end()));
}

} // namespace

fs::path ProbeJournal::fileFor(const fs::path& folder, const std::string& device,
                               ProbeSuite suite) {
    return folder / fmt::format("{}-{}.jsonl", asFileName(device), probeSuiteName(suite));
}

std::optional<ProbeJournal::Kept> ProbeJournal::read(const fs::path& file) {
    const auto text = readTextFile(file);
    if (!text)
        return std::nullopt;
    std::istringstream lines(*text);
    std::string line;
    if (!std::getline(lines, line))
        return std::nullopt;
    const auto first = parseJson(line, "the journal of a probe");
    auto head = first ? headFromJson(*first) : std::nullopt;
    if (!head)
        return std::nullopt;
    Kept kept{std::move(*head), {}};
    while (std::getline(lines, line)) {
        const auto json = parseJson(line, "the journal of a probe");
        if (!json || !json->is_object() || !json->contains("part"))
            continue;
        auto part = probeResultFromJson((*json)["part"]);
        if (const auto key = jsonValue<std::string>(*json, "key", ""); part && !key.empty())
            kept.parts.insert_or_assign(key, std::move(*part));
    }
    return kept;
}

Result<ProbeJournal> ProbeJournal::open(const fs::path& file, const Head& head, bool goOn) {
    MI_CHECK(createDirectories(file.parent_path()));
    std::error_code ignored;
    if (!goOn)
        fs::remove(file, ignored);
    MI_ASSIGN(LineWriter lines, LineWriter::open(file));
    if (!goOn)
        MI_CHECK(lines.write(headToJson(head).dump()));
    return ProbeJournal(file, std::move(lines));
}

Status ProbeJournal::add(const std::string& key, const ProbeResult& part) {
    return m_lines.write(Json{{"key", key}, {"part", shortened(part.toJson())}}.dump());
}

void ProbeJournal::remove() {
    std::error_code ignored;
    fs::remove(m_file, ignored);
}

void mergePart(ProbeResult& into, ProbeResult part) {
    append(into.compute, part.compute);
    append(into.bandwidth, part.bandwidth);
    append(into.scaling, part.scaling);
    append(into.sustained, part.sustained);
    append(into.streams, part.streams);
    append(into.shapes, part.shapes);
    append(into.firstRuns, part.firstRuns);
    append(into.alignment, part.alignment);
    append(into.rows, part.rows);
    append(into.threadRows, part.threadRows);
    append(into.problems, part.problems);
    if (part.launchWallUs)
        into.launchWallUs = part.launchWallUs;
    if (part.launchCpuUs)
        into.launchCpuUs = part.launchCpuUs;
}

} // namespace metainfer::measurement::probe
