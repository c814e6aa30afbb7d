// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Small conversions between values of measurements and JSON.
#pragma once

#include "base/json.h"
#include "base/quantity.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>

namespace metainfer::measurement {

template <typename T>
Json orNull(const std::optional<T>& value) {
    return value ? Json(*value) : Json();
}

template <typename T>
std::optional<T> optionalValue(const Json& object, const char* key) {
    const auto it = object.find(key);
    if (it == object.end() || !it->is_number())
        return std::nullopt;
    return it->template get<T>();
}

inline Json errorToJson(const Error& error) {
    return Json{{"code", errorCodeName(error.code)},
                {"message", error.message},
                {"hint", error.hint},
                {"context", error.context}};
}

inline Error errorFromJson(const Json& json) {
    return Error{errorCodeFromName(jsonValue<std::string>(json, "code", "internal")),
                 jsonValue<std::string>(json, "message", ""),
                 jsonValue<std::string>(json, "hint", ""),
                 jsonValue<std::vector<std::string>>(json, "context", {})};
}

inline Json intervalToJson(const Interval& interval) {
    return Json{{"value", interval.value}, {"low", interval.low}, {"high", interval.high}};
}

inline Interval intervalFromJson(const Json& json) {
    const double value = jsonValue(json, "value", 0.0);
    return {value, jsonValue(json, "low", value), jsonValue(json, "high", value)};
}

/// `schema` must be "<name>/<version>" with a version from 1 to `newest`.
inline Status checkSchema(const Json& json, std::string_view name, int newest) {
    const auto schema = jsonValue<std::string>(json, "schema", "");
    for (int version = 1; version <= newest; ++version)
        if (schema == fmt::format("{}/{}", name, version))
            return {};
    return fail(schema.starts_with(fmt::format("{}/", name)) ? ErrorCode::VersionMismatch
                                                             : ErrorCode::InvalidArgument,
                fmt::format("`schema` is `{}`, legal: {}/1 to {}/{}", schema, name, name, newest),
                "update the program if the file is newer");
}

} // namespace metainfer::measurement
