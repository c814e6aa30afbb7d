// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Probe rows as CSV (RFC 4180).
#include "hardware/probe_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

namespace metainfer::hardware {
namespace {

constexpr std::array<const char*, 18> kColumns{
    {"op", "family", "shapes", "dtype", "layout", "status", "error", "n", "p50_us", "p95_us",
     "mad_us", "gflops", "gbps", "peak_bytes", "environment", "threads", "kernel", "provider"}};
/// Tables of earlier versions end here.
constexpr std::size_t kNeededColumns = 15;
constexpr std::array<std::string_view, 8> kNumbers{
    {"n", "p50_us", "p95_us", "mad_us", "gflops", "gbps", "peak_bytes", "threads"}};

std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string result = "\"";
    for (const char c : text) {
        result += c;
        if (c == '"')
            result += '"';
    }
    return result + "\"";
}

std::string cell(const Json& value) {
    if (value.is_null())
        return {};
    if (value.is_string())
        return quoted(value.get<std::string>());
    if (value.is_number_float()) // shortest text that reads back to the same number
        return fmt::format("{}", value.get<double>());
    return value.dump();
}

struct Record {
    int line = 0; ///< where it starts
    std::vector<std::string> cells;
};

/// Reads one record from `at` on; quoted cells may hold line ends.
Result<Record> readRecord(std::string_view text, std::size_t& at, int& line) {
    Record record;
    record.line = line;
    std::string current;
    bool inQuotes = false, wasQuoted = false;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '\n')
            ++line;
        if (inQuotes) {
            if (c != '"') {
                current += c;
            } else if (at + 1 < text.size() && text[at + 1] == '"') {
                current += '"';
                ++at;
            } else {
                inQuotes = false;
            }
        } else if (c == '"' && current.empty() && !wasQuoted) {
            inQuotes = wasQuoted = true;
        } else if (c == ',') {
            record.cells.push_back(std::exchange(current, {}));
            wasQuoted = false;
        } else if (c == '\n') {
            ++at;
            break;
        } else if (c != '\r') {
            current += c;
        }
    }
    if (inQuotes)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("line {}: a quoted cell does not end", record.line));
    record.cells.push_back(std::move(current));
    return record;
}

Result<Json> numberCell(const std::string& text, int line, const std::string& column) {
    if (text.empty())
        return Json();
    const char* end = text.data() + text.size();
    if (column == "n" || column == "peak_bytes" || column == "threads") {
        std::uint64_t value = 0;
        if (std::from_chars(text.data(), end, value).ptr == end)
            return Json(value);
    } else {
        double value = 0;
        const auto [stop, error] = std::from_chars(text.data(), end, value);
        if (stop == end && error == std::errc{})
            return Json(value);
    }
    return fail(ErrorCode::InvalidArgument,
                fmt::format("line {}, column {}: `{}` is not a number", line, column, text));
}

} // namespace

std::string probeRowsToCsv(const std::vector<ProbeRow>& rows) {
    std::string text;
    for (const char* column : kColumns)
        text += fmt::format("{}{}", text.empty() ? "" : ",", column);
    text += "\n";
    for (const ProbeRow& row : rows) {
        const Json json = row.toJson();
        std::string line;
        for (const char* column : kColumns)
            line += (column == kColumns.front() ? "" : ",") + cell(json[column]);
        text += line + "\n";
    }
    return text;
}

Result<std::vector<ProbeRow>> probeRowsFromCsv(std::string_view text) {
    std::size_t at = 0;
    int line = 1;
    MI_ASSIGN(const Record header, readRecord(text, at, line));
    for (const char* column : std::span(kColumns).first(kNeededColumns))
        if (std::find(header.cells.begin(), header.cells.end(), column) == header.cells.end())
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("line 1: the column `{}` is missing", column),
                        "probe tables start with a line of column names");
    std::vector<ProbeRow> rows;
    while (at < text.size()) {
        MI_ASSIGN(const Record record, readRecord(text, at, line));
        if (record.cells.size() == 1 && record.cells.front().empty())
            continue; // an empty line
        if (record.cells.size() != header.cells.size())
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("line {}: {} cells, the header has {}", record.line,
                                    record.cells.size(), header.cells.size()));
        Json json = Json::object();
        for (std::size_t i = 0; i < header.cells.size(); ++i) {
            const std::string& column = header.cells[i];
            if (std::find(kNumbers.begin(), kNumbers.end(), column) != kNumbers.end()) {
                MI_ASSIGN(json[column], numberCell(record.cells[i], record.line, column));
            } else {
                json[column] = record.cells[i];
            }
        }
        auto row = ProbeRow::fromJson(json);
        if (!row)
            return failWith(row.error(), fmt::format("in line {}", record.line));
        rows.push_back(std::move(*row));
    }
    return rows;
}

} // namespace metainfer::hardware
