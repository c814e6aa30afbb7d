// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// JSON documents, with keys kept in the order they were written, and readers that report errors.
#pragma once

#include "base/result.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace metainfer {

using Json = nlohmann::ordered_json;

/// Parses `text`; `what` names the source in the error ("session.json, line 3, column 9: …").
Result<Json> parseJson(std::string_view text, std::string_view what);
Result<Json> readJsonFile(const std::filesystem::path& path);
/// Writes atomically: a reader sees the old document or the new one.
Status writeJsonFile(const std::filesystem::path& path, const Json& document);
/// Dumps with invalid UTF-8 replaced, so that it never throws; `indent` < 0 gives one line.
std::string dumpJson(const Json& document, int indent = -1);

/// The value of `key` converted to T, or `fallback` when it is absent, null or of another type.
template <typename T>
T jsonValue(const Json& object, const char* key, T fallback) {
    if (!object.is_object())
        return fallback;
    const auto it = object.find(key);
    if (it == object.end() || it->is_null())
        return fallback;
    try {
        return it->template get<T>();
    } catch (const nlohmann::json::exception&) {
        return fallback;
    }
}

} // namespace metainfer
