// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Lines, JSON documents and tables to values.
#include "measurement/toolchain/tool_output.h"

#include "base/file.h"
#include "ir/operators.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace metainfer::measurement {
namespace {

constexpr std::size_t kMostRows = 1'000'000, kLongestLogLine = 240;

Result<std::string> textOf(const ToolExtract& extract, const ToolOutput& output) {
    if (extract.file.empty())
        return output.text;
    MI_ASSIGN(const std::string path, fillPlaceholders(extract.file, output.values));
    return output.readFile ? output.readFile(path) : readTextFile(path);
}

std::vector<ToolRow> patternRows(const ToolExtract& extract, std::string_view text) {
    std::vector<ToolRow> rows;
    bool inside = extract.after.empty();
    for (const std::string_view line : toolLines(text)) {
        if (!inside) {
            inside = line.find(extract.after) != std::string_view::npos;
            continue;
        }
        if (!extract.until.empty() && line.find(extract.until) != std::string_view::npos)
            break;
        if (auto row = extract.pattern->match(line)) {
            rows.push_back(std::move(*row));
            if (extract.which == ToolExtract::Which::First || rows.size() >= kMostRows)
                break;
        }
    }
    return rows;
}

std::string scalarText(const Json& value) {
    if (value.is_string())
        return value.get<std::string>();
    return value.is_primitive() && !value.is_null() ? dumpJson(value) : std::string();
}

/// One step of a JSON pointer: ~1 is /, ~0 is ~.
std::string step(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool escaped = text[i] == '~' && i + 1 < text.size();
        result += escaped ? (text[i + 1] == '1' ? '/' : '~') : text[i];
        i += escaped;
    }
    return result;
}

/// Every element that the pointer reaches.
void reach(const Json& from, std::string_view pointer, std::vector<const Json*>& found) {
    if (found.size() >= kMostRows)
        return;
    if (pointer.empty()) {
        found.push_back(&from);
        return;
    }
    pointer.remove_prefix(1);
    const std::string_view name = pointer.substr(0, pointer.find('/'));
    const std::string_view rest = pointer.substr(name.size());
    if (name == "*") {
        if (from.is_array() || from.is_object())
            for (const Json& element : from)
                reach(element, rest, found);
    } else if (from.is_object()) {
        const auto it = from.find(step(name));
        if (it != from.end())
            reach(*it, rest, found);
    } else if (from.is_array()) {
        std::size_t index = 0;
        const auto parsed = std::from_chars(name.data(), name.data() + name.size(), index);
        if (parsed.ec == std::errc() && index < from.size())
            reach(from[index], rest, found);
    }
}

Result<std::vector<ToolRow>> jsonRows(const ToolExtract& extract, const std::string& text) {
    MI_ASSIGN(const Json document,
              parseJson(text, extract.file.empty() ? "the tool's output" : extract.file));
    std::vector<const Json*> elements;
    reach(document, extract.pointer, elements);
    std::vector<ToolRow> rows;
    for (const Json* element : elements) {
        ToolRow row;
        for (const auto& [name, pointer] : extract.fields) {
            std::vector<const Json*> values;
            reach(*element, pointer, values);
            if (!values.empty())
                row[name] = scalarText(*values.front());
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<std::string> cells(std::string_view line, char separator) {
    std::vector<std::string> result(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == separator && !quoted)
            result.emplace_back();
        else
            result.back() += c;
    }
    for (std::string& cell : result) {
        const auto first = cell.find_first_not_of(" \t");
        const auto last = cell.find_last_not_of(" \t");
        cell = first == std::string::npos ? "" : cell.substr(first, last - first + 1);
    }
    return result;
}

/// The header is the first line that holds every column.
std::vector<ToolRow> csvRows(const ToolExtract& extract, std::string_view text) {
    std::vector<ToolRow> rows;
    std::map<std::string, std::size_t> places;
    bool inside = extract.after.empty();
    for (const std::string_view line : toolLines(text)) {
        if (!inside) {
            inside = line.find(extract.after) != std::string_view::npos;
            continue;
        }
        if (!extract.until.empty() && line.find(extract.until) != std::string_view::npos)
            break;
        const auto values = cells(line, extract.separator);
        if (places.empty()) {
            for (const auto& [name, column] : extract.fields) {
                const auto it = std::find(values.begin(), values.end(), column);
                if (it == values.end()) {
                    places.clear();
                    break;
                }
                places[name] = static_cast<std::size_t>(it - values.begin());
            }
            continue;
        }
        ToolRow row;
        for (const auto& [name, place] : places)
            if (place < values.size())
                row[name] = values[place];
        rows.push_back(std::move(row));
        if (rows.size() >= kMostRows)
            break;
    }
    return rows;
}

/// "onnx_nonzero", "ai.onnx::11::NonZero" and "ONNX::NonZero" are NonZero; what ONNX does not have
/// stays as it is.
std::string canonicalOperator(const std::string& printed) {
    std::string name = printed.substr(printed.rfind(':') + 1);
    if (name.starts_with("onnx_"))
        name.erase(0, 5);
    const auto same = [&](const std::string& type) {
        return std::equal(type.begin(), type.end(), name.begin(), name.end(), [](char a, char b) {
            return std::tolower(static_cast<unsigned char>(a)) ==
                   std::tolower(static_cast<unsigned char>(b));
        });
    };
    for (const std::string_view family : ir::operatorFamilies())
        for (const std::string& type : ir::operatorTypesOf(family))
            if (same(type))
                return type;
    return name;
}

/// A message of the adapter with the groups of its pattern in it.
std::string filled(const std::string& text, const ToolRow& row) {
    PlaceholderValues values(row.begin(), row.end());
    for (const char* name : {"operator", "dtype", "detail"})
        values.emplace(name, "?");
    const auto result = fillPlaceholders(text, values);
    return result ? *result : text;
}

void addLog(Error& error, const ToolOutput& output) {
    for (const std::string& line : lastLines(output.text))
        error.context.push_back("log: " + line);
}

Error ruleError(const Adapter& adapter, const ToolErrorRule& rule, const ToolRow& row,
                std::string_view line) {
    const auto of = [&](const char* name) {
        const auto it = row.find(name);
        return it == row.end() ? std::string() : it->second;
    };
    std::string type = canonicalOperator(of("operator"));
    if (type.empty())
        type = rule.operatorType;
    ToolRow known = row;
    if (!type.empty())
        known["operator"] = type;
    Error error;
    error.code = rule.code;
    error.message = fmt::format("{}: {}", adapter.label(),
                                rule.message.empty() ? std::string(line.substr(0, kLongestLogLine))
                                                     : filled(rule.message, known));
    error.hint = rule.hint;
    if (!type.empty())
        error.context.push_back("operator: " + type);
    if (!of("dtype").empty())
        error.context.push_back("dtype: " + of("dtype"));
    if (!of("detail").empty())
        error.context.push_back("detail: " + of("detail").substr(0, kLongestLogLine));
    return error;
}

Error nothingRead(const Adapter& adapter, const ToolOutput& output, std::string_view what) {
    Error error{ErrorCode::NotFound,
                fmt::format("{}: the run gives no {} that the adapter `{}` knows", adapter.label(),
                            what, adapter.name),
                "compare `read` in the adapter with what this version of the tool prints",
                {}};
    addLog(error, output);
    return error;
}

/// Rows of several runs to one of each name, its median, in the order of the first run.
std::vector<OperatorTime> mergeRepeats(std::vector<OperatorTime> rows) {
    std::map<std::string, std::vector<double>> times;
    std::vector<OperatorTime> merged;
    for (OperatorTime& row : rows) {
        auto& all = times[row.node];
        all.push_back(row.us);
        if (all.size() == 1)
            merged.push_back(std::move(row));
    }
    for (OperatorTime& row : merged)
        row.us = median(times[row.node]);
    return merged;
}

} // namespace

std::optional<double> toolNumber(const ToolRow& row, const std::string& name) {
    const auto it = row.find(name);
    if (it == row.end() || it->second.empty())
        return std::nullopt;
    double value = 0;
    const char* end = it->second.data() + it->second.size();
    const auto [stop, code] = std::from_chars(it->second.data(), end, value);
    if (code != std::errc() || stop != end || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::vector<std::string> lastLines(std::string_view text, std::size_t most) {
    const auto lines = toolLines(text);
    std::vector<std::string> result;
    for (auto it = lines.rbegin(); it != lines.rend() && result.size() < most; ++it)
        if (it->find_first_not_of(" \t") != std::string_view::npos)
            result.emplace_back(it->substr(0, kLongestLogLine));
    std::reverse(result.begin(), result.end());
    return result;
}

Result<std::vector<ToolRow>> extractRows(const ToolExtract& extract, const ToolOutput& output) {
    if (!extract)
        return std::vector<ToolRow>{};
    MI_ASSIGN(const std::string text, textOf(extract, output));
    std::vector<ToolRow> rows;
    if (extract.kind == ToolExtract::Kind::Pattern) {
        rows = patternRows(extract, text);
    } else if (extract.kind == ToolExtract::Kind::Json) {
        MI_ASSIGN(rows, jsonRows(extract, text));
    } else {
        rows = csvRows(extract, text);
    }
    if (extract.which == ToolExtract::Which::First && rows.size() > 1)
        rows.resize(1);
    if (extract.which == ToolExtract::Which::Last && rows.size() > 1)
        rows.erase(rows.begin(), rows.end() - 1);
    return rows;
}

Result<ToolTimes> readLatency(const Adapter& adapter, const ToolOutput& output) {
    const ToolLatency& reader = adapter.latencyReader;
    ToolTimes times;
    if (reader.samples) {
        MI_ASSIGN(const auto rows, extractRows(reader.samples, output));
        for (const ToolRow& row : rows) {
            const auto time = toolNumber(row, "time");
            if (!time || *time < 0)
                continue;
            times.wallUs.push_back(*time * reader.toUs);
            if (const auto cpu = toolNumber(row, "cpu"))
                times.cpuUs.push_back(*cpu * reader.toUs);
        }
        if (times.cpuUs.size() != times.wallUs.size())
            times.cpuUs.clear();
        if (!times.wallUs.empty())
            return times;
    }
    MI_ASSIGN(const auto rows, extractRows(reader.summary, output));
    ToolRow all;
    for (const ToolRow& row : rows)
        for (const auto& [name, value] : row)
            all[name] = value;
    auto value = toolNumber(all, "median");
    if (!value)
        value = toolNumber(all, "mean");
    if (!value || !(*value > 0))
        return fail(nothingRead(adapter, output, "latency"));
    times.summary = true;
    times.wallUs.push_back(*value * reader.toUs);
    if (const auto low = toolNumber(all, "min"))
        times.minUs = *low * reader.toUs;
    if (const auto high = toolNumber(all, "max"))
        times.maxUs = *high * reader.toUs;
    if (const auto count = toolNumber(all, "count"))
        times.count = static_cast<int>(std::min(*count, 1e9));
    return times;
}

Result<std::vector<OperatorTime>> readLayers(const Adapter& adapter, const ToolOutput& output,
                                             int runs) {
    MI_ASSIGN(const auto rows, extractRows(adapter.layersReader.rows, output));
    std::vector<OperatorTime> layers;
    for (const ToolRow& row : rows) {
        const auto time = toolNumber(row, "time");
        const auto total = toolNumber(row, "total");
        const auto name = row.find("name");
        if ((!time && !total) || name == row.end() || name->second.empty())
            continue;
        OperatorTime layer;
        layer.node = name->second;
        if (const auto type = row.find("type"); type != row.end())
            layer.opType = type->second;
        if (const auto type = row.find("dtype"); type != row.end() && !type->second.empty())
            layer.outputTypes.push_back(type->second);
        layer.provider = adapter.name;
        layer.calls = toolNumber(row, "calls").value_or(1);
        layer.us = (time ? *time : *total / std::max(runs, 1)) * adapter.layersReader.toUs;
        layers.push_back(std::move(layer));
    }
    if (layers.empty())
        return fail(nothingRead(adapter, output, "times of layers"));
    return adapter.layersReader.repeats ? mergeRepeats(std::move(layers)) : std::move(layers);
}

Result<std::uint64_t> readMemory(const Adapter& adapter, const ToolOutput& output) {
    MI_ASSIGN(const auto rows, extractRows(adapter.memoryReader.rows, output));
    double bytes = 0;
    bool found = false;
    for (const ToolRow& row : rows)
        if (const auto value = toolNumber(row, "memory"); value && *value >= 0) {
            bytes += *value * adapter.memoryReader.toBytes;
            found = true;
        }
    if (!found || bytes > 1e18)
        return fail(nothingRead(adapter, output, "memory"));
    return static_cast<std::uint64_t>(bytes);
}

Result<ColdStart> readColdStart(const Adapter& adapter, const ToolOutput& output) {
    const auto value = [&](const ToolExtract& extract) -> Result<double> {
        MI_ASSIGN(const auto rows, extractRows(extract, output));
        for (const ToolRow& row : rows)
            if (const auto time = toolNumber(row, "time"))
                return *time * adapter.coldReader.toUs / 1000;
        return fail(nothingRead(adapter, output, "time of loading"));
    };
    ColdStart cold;
    MI_ASSIGN(cold.loadMs, value(adapter.coldReader.load));
    MI_ASSIGN(cold.firstInferenceMs, value(adapter.coldReader.first));
    return cold;
}

std::string readVersion(const Adapter& adapter, const ToolOutput& output) {
    if (adapter.version)
        for (const std::string_view line : toolLines(output.text))
            if (const auto row = adapter.version->match(line))
                return row->contains("version") ? row->at("version") : "";
    return {};
}

std::optional<Error> knownError(const Adapter& adapter, const ToolOutput& output, bool failed) {
    const auto lines = toolLines(output.text);
    for (const ToolErrorRule& rule : adapter.errors) {
        if (!failed && !rule.always)
            continue;
        for (const std::string_view line : lines)
            if (const auto row = rule.pattern.match(line)) {
                Error error = ruleError(adapter, rule, *row, line);
                addLog(error, output);
                return error;
            }
    }
    return std::nullopt;
}

Error toolError(const Adapter& adapter, const ToolOutput& output, std::string_view program) {
    if (auto known = knownError(adapter, output, true))
        return std::move(*known);
    const bool crashed = output.exit && output.exit->bySignal;
    Error error{crashed ? ErrorCode::Crash : ErrorCode::Io,
                fmt::format("{}: {} ended with {}", adapter.label(), program,
                            output.exit ? output.exit->text() : std::string("an error")),
                "read the last lines of its output; `device test` shows the commands",
                {}};
    addLog(error, output);
    return error;
}

} // namespace metainfer::measurement
