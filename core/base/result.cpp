// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Names of error codes and the one-line form of an error.
#include "base/result.h"

#include <array>
#include <utility>

namespace metainfer {
namespace {

constexpr std::array<std::pair<ErrorCode, std::string_view>, 18> kNames{{
    {ErrorCode::InvalidArgument, "invalid_argument"},
    {ErrorCode::InvalidModel, "invalid_model"},
    {ErrorCode::NotFound, "not_found"},
    {ErrorCode::Unsupported, "unsupported"},
    {ErrorCode::VersionMismatch, "version_mismatch"},
    {ErrorCode::Io, "io"},
    {ErrorCode::NoSpace, "no_space"},
    {ErrorCode::PermissionDenied, "permission_denied"},
    {ErrorCode::Busy, "busy"},
    {ErrorCode::Timeout, "timeout"},
    {ErrorCode::Cancelled, "cancelled"},
    {ErrorCode::Crash, "crash"},
    {ErrorCode::OutOfMemory, "out_of_memory"},
    {ErrorCode::DeviceLost, "device_lost"},
    {ErrorCode::NumericMismatch, "numeric_mismatch"},
    {ErrorCode::LimitsNotMet, "limits_not_met"},
    {ErrorCode::Conflict, "conflict"},
    {ErrorCode::Internal, "internal"},
}};

} // namespace

std::string_view errorCodeName(ErrorCode code) {
    for (const auto& [value, name] : kNames)
        if (value == code)
            return name;
    return "internal";
}

ErrorCode errorCodeFromName(std::string_view name) {
    for (const auto& [value, text] : kNames)
        if (text == name)
            return value;
    return ErrorCode::Internal;
}

std::string Error::text() const {
    std::string out = message;
    if (!context.empty()) {
        out += " (";
        for (std::size_t i = 0; i < context.size(); ++i)
            out += (i ? "; " : "") + context[i];
        out += ")";
    }
    if (!hint.empty()) {
        if (!out.empty() && out.back() != '.')
            out += '.';
        out += " " + hint;
    }
    return out;
}

} // namespace metainfer
