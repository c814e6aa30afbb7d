// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Errors as values: what failed, where, what is legal and what to do about it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace metainfer {

/// What kind of failure it is. Front ends map kinds to exit codes and icons; words are in the
/// message.
enum class ErrorCode {
    InvalidArgument, ///< the caller's input is wrong: option, value, file content that a person
                     ///< wrote
    InvalidModel,    ///< the ONNX file is damaged, truncated or not a model
    NotFound,        ///< a file, name or record is not there
    Unsupported,     ///< legal, but not possible on this target or in this version
    VersionMismatch, ///< schema, opset, protocol or library version
    Io,              ///< reading or writing failed
    NoSpace,         ///< the disk is full
    PermissionDenied,
    Busy,      ///< locked by somebody else
    Timeout,   ///< the deadline passed
    Cancelled, ///< somebody asked to stop
    Crash,     ///< a child process died by a signal
    OutOfMemory,
    DeviceLost,
    NumericMismatch, ///< outputs differ more than allowed
    LimitsNotMet,    ///< no candidate meets the limits; a gate is not met
    Conflict,        ///< two requests or records contradict each other
    Internal,        ///< a defect of the program
};

/// Stable lower-case name of a code, as used in files and the protocol: "invalid_model".
std::string_view errorCodeName(ErrorCode code);
/// The inverse; unknown names give ErrorCode::Internal.
ErrorCode errorCodeFromName(std::string_view name);

/// One failure. `message` says what was wrong and where, `hint` what to do; `context` gathers the
/// callers' view from the inside out ("while reading session.json").
struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string message;
    std::string hint;
    std::vector<std::string> context;

    /// All of it in one text: "message (context; context). hint".
    std::string text() const;
};

template <typename T>
using Result = tl::expected<T, Error>;
using Status = tl::expected<void, Error>;

/// Shorthand for `return fail(ErrorCode::NotFound, "no such file: x", "check the path");`
inline tl::unexpected<Error> fail(ErrorCode code, std::string message, std::string hint = {}) {
    return tl::unexpected<Error>(Error{code, std::move(message), std::move(hint), {}});
}
inline tl::unexpected<Error> fail(Error error) {
    return tl::unexpected<Error>(std::move(error));
}
/// Passes an error on with one more line of context.
inline tl::unexpected<Error> failWith(Error error, std::string context) {
    error.context.push_back(std::move(context));
    return tl::unexpected<Error>(std::move(error));
}

#define MI_CONCAT_(a, b) a##b
#define MI_CONCAT(a, b) MI_CONCAT_(a, b)

/// Returns the error of a Status or Result expression from the enclosing function.
#define MI_CHECK(expression)                                                                       \
    do {                                                                                           \
        auto miStatus_ = (expression);                                                             \
        if (!miStatus_)                                                                            \
            return ::tl::unexpected<::metainfer::Error>(std::move(miStatus_).error());             \
    } while (false)

/// `MI_ASSIGN(auto model, loadModel(path));` assigns the value or returns the error.
#define MI_ASSIGN(target, expression)                                                              \
    auto MI_CONCAT(miResult_, __LINE__) = (expression);                                            \
    if (!MI_CONCAT(miResult_, __LINE__))                                                           \
        return ::tl::unexpected<::metainfer::Error>(                                               \
            std::move(MI_CONCAT(miResult_, __LINE__)).error());                                    \
    target = std::move(*MI_CONCAT(miResult_, __LINE__))

} // namespace metainfer
