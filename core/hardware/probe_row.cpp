// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Probe rows as text of their shapes, as JSON and as a table.
#include "hardware/probe_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace metainfer::hardware {
namespace {

using Dims = std::vector<std::int64_t>;

Error badShapes(std::string_view text) {
    return Error{ErrorCode::InvalidArgument,
                 fmt::format("shapes `{}` are not of the form "
                             "`1x64x56x56,64x64x3x3->1x64x56x56{{group=1}}`",
                             text),
                 "",
                 {}};
}

std::string dimsText(const Dims& dims) {
    if (dims.empty())
        return "scalar";
    std::string text;
    for (const std::int64_t dim : dims)
        text += fmt::format("{}{}", text.empty() ? "" : "x", dim);
    return text;
}

std::string listText(const std::vector<Dims>& list) {
    std::string text;
    for (const Dims& dims : list)
        text += (text.empty() ? "" : ",") + dimsText(dims);
    return text;
}

/// Cuts `text` at `separator` and calls `part` for each; false when a part refuses.
template <typename Function>
bool eachPart(std::string_view text, char separator, Function part) {
    if (text.empty())
        return true;
    for (;;) {
        const auto at = text.find(separator);
        if (!part(text.substr(0, at)))
            return false;
        if (at == std::string_view::npos)
            return true;
        text.remove_prefix(at + 1);
    }
}

bool parseDims(std::string_view text, Dims& dims) {
    if (text == "scalar")
        return true;
    return !text.empty() && eachPart(text, 'x', [&dims](std::string_view part) {
        std::int64_t value = -1;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
        dims.push_back(value);
        return error == std::errc{} && end == part.data() + part.size() && value >= 0;
    });
}

bool parseList(std::string_view text, std::vector<Dims>& list) {
    return eachPart(
        text, ',', [&list](std::string_view part) { return parseDims(part, list.emplace_back()); });
}

template <typename T>
Json orNull(const std::optional<T>& value) {
    return value ? Json(*value) : Json();
}

template <typename T>
std::optional<T> optionalNumber(const Json& json, const char* key) {
    const auto it = json.find(key);
    if (it == json.end() || !it->is_number())
        return std::nullopt;
    return it->template get<T>();
}

} // namespace

std::string_view probeStatusName(ProbeStatus status) {
    switch (status) {
    case ProbeStatus::Ok:
        return "ok";
    case ProbeStatus::Fail:
        return "fail";
    case ProbeStatus::Timeout:
        return "timeout";
    case ProbeStatus::Crash:
        break;
    }
    return "crash";
}

std::optional<ProbeStatus> probeStatusFromName(std::string_view name) {
    for (const ProbeStatus status :
         {ProbeStatus::Ok, ProbeStatus::Fail, ProbeStatus::Timeout, ProbeStatus::Crash})
        if (name == probeStatusName(status))
            return status;
    return std::nullopt;
}

std::string ProbeShapes::text() const {
    std::string text = listText(inputs) + "->" + listText(outputs);
    std::string list;
    for (const auto& [key, value] : attributes)
        list += fmt::format("{}{}={}", list.empty() ? "" : ",", key, value);
    return list.empty() ? text : text + "{" + list + "}";
}

Result<ProbeShapes> ProbeShapes::fromText(std::string_view text) {
    ProbeShapes shapes;
    std::string_view dims = text;
    if (const auto open = text.find('{'); open != std::string_view::npos) {
        if (text.back() != '}')
            return fail(badShapes(text));
        dims = text.substr(0, open);
        const bool good = eachPart(
            text.substr(open + 1, text.size() - open - 2), ',', [&shapes](std::string_view part) {
                const auto at = part.find('=');
                if (at == std::string_view::npos || at == 0)
                    return false;
                shapes.attributes.emplace(part.substr(0, at), part.substr(at + 1));
                return true;
            });
        if (!good)
            return fail(badShapes(text));
    }
    const auto arrow = dims.find("->");
    if (arrow == std::string_view::npos || !parseList(dims.substr(0, arrow), shapes.inputs) ||
        !parseList(dims.substr(arrow + 2), shapes.outputs))
        return fail(badShapes(text));
    return shapes;
}

Json ProbeRow::toJson() const {
    return Json{{"op", op},
                {"family", family},
                {"shapes", shapes.text()},
                {"dtype", dtype},
                {"layout", layout},
                {"status", probeStatusName(status)},
                {"error", error},
                {"n", n},
                {"p50_us", orNull(p50Us)},
                {"p95_us", orNull(p95Us)},
                {"mad_us", orNull(madUs)},
                {"gflops", orNull(gflops)},
                {"gbps", orNull(gbps)},
                {"peak_bytes", orNull(peakBytes)},
                {"environment", environment},
                {"threads", threads},
                {"kernel", kernel},
                {"provider", provider}};
}

Result<ProbeRow> ProbeRow::fromJson(const Json& json) {
    if (!json.is_object())
        return fail(ErrorCode::InvalidArgument, "probe row is not a JSON object");
    ProbeRow row;
    row.op = jsonValue<std::string>(json, "op", "");
    row.family = jsonValue<std::string>(json, "family", "");
    if (row.op.empty())
        return fail(ErrorCode::InvalidArgument, "probe row without `op`");
    MI_ASSIGN(row.shapes, ProbeShapes::fromText(jsonValue<std::string>(json, "shapes", "")));
    row.dtype = jsonValue<std::string>(json, "dtype", "");
    row.layout = jsonValue<std::string>(json, "layout", "");
    const auto name = jsonValue<std::string>(json, "status", "");
    const auto status = probeStatusFromName(name);
    if (!status)
        return fail(
            ErrorCode::InvalidArgument,
            fmt::format("probe row: `status` is `{}`, legal: ok, fail, timeout, crash", name));
    row.status = *status;
    row.error = jsonValue<std::string>(json, "error", "");
    row.n = jsonValue<std::uint64_t>(json, "n", 0);
    row.p50Us = optionalNumber<double>(json, "p50_us");
    row.p95Us = optionalNumber<double>(json, "p95_us");
    row.madUs = optionalNumber<double>(json, "mad_us");
    row.gflops = optionalNumber<double>(json, "gflops");
    row.gbps = optionalNumber<double>(json, "gbps");
    row.peakBytes = optionalNumber<std::uint64_t>(json, "peak_bytes");
    row.environment = jsonValue<std::string>(json, "environment", "");
    row.threads = std::max(1, jsonValue(json, "threads", 1));
    row.kernel = jsonValue<std::string>(json, "kernel", "");
    row.provider = jsonValue<std::string>(json, "provider", "");
    return row;
}

Json probeRowsToJson(const std::vector<ProbeRow>& rows) {
    Json list = Json::array();
    for (const ProbeRow& row : rows)
        list.push_back(row.toJson());
    return Json{{"schema", "metainfer.probe/1"}, {"rows", std::move(list)}};
}

Result<std::vector<ProbeRow>> probeRowsFromJson(const Json& json) {
    const auto schema = jsonValue<std::string>(json, "schema", "");
    if (schema != "metainfer.probe/1")
        return fail(ErrorCode::VersionMismatch,
                    fmt::format("`schema` is `{}`, legal: metainfer.probe/1", schema));
    const auto list = json.find("rows");
    if (list == json.end() || !list->is_array())
        return fail(ErrorCode::InvalidArgument, "probe data without the list `rows`");
    std::vector<ProbeRow> rows;
    for (const Json& item : *list) {
        auto row = ProbeRow::fromJson(item);
        if (!row)
            return failWith(row.error(), fmt::format("in row {}", rows.size() + 1));
        rows.push_back(std::move(*row));
    }
    return rows;
}

} // namespace metainfer::hardware
