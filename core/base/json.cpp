// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// JSON reading and writing with errors as values.
#include "base/json.h"

#include "base/file.h"

#include <fmt/format.h>

#include <algorithm>

namespace metainfer {

namespace {

/// Documents are walked by recursion: deeper ones would overflow the stack.
constexpr std::size_t kDeepest = 500;

std::size_t depthOf(std::string_view text) {
    std::size_t depth = 0, deepest = 0;
    bool inText = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inText) {
            i += c == '\\'; // what follows it is no end
            inText = c != '"';
        } else if (c == '"') {
            inText = true;
        } else if (c == '[' || c == '{') {
            deepest = std::max(deepest, ++depth);
        } else if (c == ']' || c == '}') {
            depth -= depth > 0;
        }
    }
    return deepest;
}

} // namespace

Result<Json> parseJson(std::string_view text, std::string_view what) {
    if (depthOf(text) > kDeepest)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{}: its values nest deeper than {} levels", what, kDeepest),
                    "Correct the file or write it anew.");
    try {
        return Json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        std::size_t line = 1, column = 1;
        const std::size_t end = std::min(error.byte ? error.byte - 1 : 0, text.size());
        for (std::size_t i = 0; i < end; ++i)
            if (text[i] == '\n')
                ++line, column = 1;
            else
                ++column;
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{}, line {}, column {}: not valid JSON", what, line, column),
                    "Correct the file or write it anew.");
    } catch (const nlohmann::json::exception& error) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{}: not valid JSON: {}", what, error.what()));
    }
}

Result<Json> readJsonFile(const std::filesystem::path& path) {
    MI_ASSIGN(const std::string text, readTextFile(path));
    return parseJson(text, path.string());
}

Status writeJsonFile(const std::filesystem::path& path, const Json& document) {
    return writeFileAtomically(path, dumpJson(document, 2) + "\n");
}

std::string dumpJson(const Json& document, int indent) {
    return document.dump(indent, ' ', false, Json::error_handler_t::replace);
}

} // namespace metainfer
