// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Commands of this machine.
#include "measurement/toolchain/command_runner.h"

#include "base/file.h"
#include "base/hash.h"

#include <cstdlib>

#include <fmt/format.h>

namespace metainfer::measurement {
namespace fs = std::filesystem;

fs::path toolCacheFolder() {
    const auto variable = [](const char* name) {
        const char* value = std::getenv(name);
        return std::string(value ? value : "");
    };
    if (const auto cache = variable("METAINFER_CACHE"); !cache.empty())
        return cache;
    if (const auto cache = variable("XDG_CACHE_HOME"); !cache.empty())
        return fs::path(cache) / "metainfer";
    const auto home = variable("HOME");
    return fs::path(home.empty() ? "." : home) / ".cache" / "metainfer";
}

std::string ToolInvocation::text() const {
    static constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
    std::string result;
    const auto add = [&](const std::string& word) {
        if (!result.empty())
            result += ' ';
        if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
            result += word;
            return;
        }
        result += '\'';
        for (const char c : word)
            result += c == '\'' ? std::string("'\\''") : std::string(1, c);
        result += '\'';
    };
    for (const std::string& entry : environment)
        add(entry);
    for (const std::string& argument : arguments)
        add(argument);
    return result;
}

fs::path LocalCommandRunner::cacheFolder() const {
    return toolCacheFolder();
}

Result<std::string> LocalCommandRunner::variable(const std::string& name) {
    const char* value = std::getenv(name.c_str());
    return std::string(value ? value : "");
}

Result<std::string> LocalCommandRunner::sha256(const fs::path& file) {
    return sha256OfFile(file);
}

Result<CommandOutput> LocalCommandRunner::run(const ToolInvocation& command,
                                              std::chrono::milliseconds timeout,
                                              const CancellationToken& cancel) {
    SpawnOptions options;
    options.arguments = command.arguments;
    options.environment = command.environment;
    options.workingDirectory = command.workingDirectory;
    return runCommand(options, {}, timeout, cancel);
}

Status LocalCommandRunner::makeFolder(const fs::path& folder) {
    return createDirectories(folder);
}

Status LocalCommandRunner::removeFolder(const fs::path& folder) {
    std::error_code code;
    fs::remove_all(folder, code);
    if (code)
        return fail(ErrorCode::Io,
                    fmt::format("cannot remove {}: {}", folder.string(), code.message()));
    return {};
}

Result<bool> LocalCommandRunner::exists(const fs::path& file) {
    std::error_code code;
    return fs::exists(file, code);
}

Status LocalCommandRunner::download(const fs::path& file) {
    std::error_code code;
    if (!fs::exists(file, code))
        return fail(ErrorCode::NotFound, fmt::format("the tool wrote no file {}", file.string()));
    return {};
}

} // namespace metainfer::measurement
