// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Logging through spdlog: talk goes to stderr, a session adds a file.
#pragma once

#include "base/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace metainfer {

enum class LogLevel { Debug, Info, Warning, Error, Off };

/// "debug", "info", "warning", "error" or "off"; InvalidArgument with the legal names otherwise.
Result<LogLevel> parseLogLevel(std::string_view name);
/// Lines below `level` are dropped on stderr; the session's file keeps Info and above.
void setLogLevel(LogLevel level);
/// Copies every line into `path` until closeLogFile (one at a time).
Status openLogFile(const std::filesystem::path& path);
void closeLogFile();

void log(LogLevel level, std::string_view text);
inline void logDebug(std::string_view text) {
    log(LogLevel::Debug, text);
}
inline void logInfo(std::string_view text) {
    log(LogLevel::Info, text);
}
inline void logWarning(std::string_view text) {
    log(LogLevel::Warning, text);
}
inline void logError(std::string_view text) {
    log(LogLevel::Error, text);
}

} // namespace metainfer
