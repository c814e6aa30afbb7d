// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Scanning and filling of placeholders.
#include "measurement/toolchain/placeholders.h"

#include <algorithm>
#include <cctype>
#include <functional>

#include <fmt/format.h>

namespace metainfer::measurement {
namespace {

bool isName(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_';
    });
}

Status scan(std::string_view text, const std::function<void(std::string_view)>& literal,
            const std::function<Status(std::string_view)>& name) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c != '{' && c != '}') {
            literal(text.substr(i, 1));
            continue;
        }
        if (i + 1 < text.size() && text[i + 1] == c) {
            literal(text.substr(i++, 1));
            continue;
        }
        const std::size_t end = c == '{' ? text.find('}', i) : std::string_view::npos;
        const std::string_view inside =
            end == std::string_view::npos ? std::string_view() : text.substr(i + 1, end - i - 1);
        if (!isName(inside))
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("'{}' has a brace that does not enclose a placeholder", text),
                        "write {name}; braces of their own are doubled");
        MI_CHECK(name(inside));
        i = end;
    }
    return {};
}

} // namespace

Result<std::vector<std::string>> placeholdersOf(std::string_view text) {
    std::vector<std::string> names;
    MI_CHECK(scan(
        text, [](std::string_view) {},
        [&](std::string_view name) -> Status {
            if (std::find(names.begin(), names.end(), name) == names.end())
                names.emplace_back(name);
            return {};
        }));
    return names;
}

Result<std::string> fillPlaceholders(std::string_view text, const PlaceholderValues& values) {
    std::string filled;
    MI_CHECK(scan(
        text, [&](std::string_view part) { filled += part; },
        [&](std::string_view name) -> Status {
            const auto it = values.find(std::string(name));
            if (it == values.end())
                return fail(ErrorCode::NotFound,
                            fmt::format("'{}' uses {{{}}}, which has no value here", text, name));
            filled += it->second;
            return {};
        }));
    return filled;
}

} // namespace metainfer::measurement
