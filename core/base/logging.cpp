// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The process's two log sinks.
#include "base/logging.h"

#include "base/file.h"
#include "base/suggest.h"

#define SPDLOG_FMT_EXTERNAL
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <mutex>

namespace metainfer {
namespace {

spdlog::level::level_enum toSpdlog(LogLevel level) {
    switch (level) {
    case LogLevel::Debug:
        return spdlog::level::debug;
    case LogLevel::Info:
        return spdlog::level::info;
    case LogLevel::Warning:
        return spdlog::level::warn;
    case LogLevel::Error:
        return spdlog::level::err;
    case LogLevel::Off:
        break;
    }
    return spdlog::level::off;
}

struct Logs {
    std::mutex mutex;
    std::shared_ptr<spdlog::logger> console;
    std::shared_ptr<spdlog::logger> file;

    Logs() {
        console = std::make_shared<spdlog::logger>(
            "console", std::make_shared<spdlog::sinks::stderr_sink_mt>());
        console->set_pattern("metainfer: %l: %v");
        console->set_level(spdlog::level::warn);
    }
};

Logs& logs() {
    static Logs instance;
    return instance;
}

} // namespace

Result<LogLevel> parseLogLevel(std::string_view name) {
    static const std::vector<std::string> kNames{"debug", "info", "warning", "error", "off"};
    for (std::size_t i = 0; i < kNames.size(); ++i)
        if (kNames[i] == name)
            return static_cast<LogLevel>(i);
    return fail(ErrorCode::InvalidArgument, "unknown log level: " + std::string(name),
                didYouMean(name, kNames));
}

void setLogLevel(LogLevel level) {
    logs().console->set_level(toSpdlog(level));
}

Status openLogFile(const std::filesystem::path& path) {
    try {
        auto sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(path.string());
        auto logger = std::make_shared<spdlog::logger>("file", std::move(sink));
        logger->set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %l %v");
        logger->set_level(spdlog::level::info);
        logger->flush_on(spdlog::level::info);
        const std::lock_guard lock(logs().mutex);
        logs().file = std::move(logger);
        return {};
    } catch (const std::exception& error) {
        return fail(ErrorCode::Io, "cannot write " + path.string() + ": " + error.what());
    }
}

void closeLogFile() {
    const std::lock_guard lock(logs().mutex);
    logs().file.reset();
}

void log(LogLevel level, std::string_view text) {
    const auto value = toSpdlog(level);
    const spdlog::string_view_t view(text.data(), text.size());
    logs().console->log(value, view);
    const std::lock_guard lock(logs().mutex);
    if (logs().file)
        logs().file->log(value, view);
}

} // namespace metainfer
