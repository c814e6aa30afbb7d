// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Search for ONNX Runtime libraries.
#include "library_finder.h"

#include "base/subprocess.h"
#include "execution/runner_self.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include <fmt/format.h>

namespace metainfer::runner {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kStem = "libonnxruntime.so";

/// "1.30.0" from libonnxruntime.so.1.30.0; empty unless there are three numbers.
std::string versionOfName(const fs::path& file) {
    const std::string name = file.filename().string();
    if (!name.starts_with(std::string(kStem) + "."))
        return {};
    const std::string version = name.substr(kStem.size() + 1);
    return std::count(version.begin(), version.end(), '.') == 2 ? version : std::string();
}

std::vector<int> versionNumbers(const std::string& version) {
    std::vector<int> numbers;
    for (const char* position = version.c_str(); *position;) {
        char* end = nullptr;
        numbers.push_back(static_cast<int>(std::strtol(position, &end, 10)));
        position = *end == '.' && end != position ? end + 1 : "";
    }
    return numbers;
}

/// Libraries in one folder, newest version first.
std::vector<RuntimeLibrary> librariesIn(const fs::path& folder, const std::string& origin) {
    std::vector<RuntimeLibrary> found;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (name != kStem && !name.starts_with(std::string(kStem) + "."))
            continue;
        RuntimeLibrary library;
        library.file = fs::canonical(entry.path(), error);
        if (error || !fs::is_regular_file(library.file, error))
            continue;
        library.version = versionOfName(library.file);
        library.origin = origin;
        found.push_back(std::move(library));
    }
    std::sort(found.begin(), found.end(), [](const RuntimeLibrary& a, const RuntimeLibrary& b) {
        const auto left = versionNumbers(a.version), right = versionNumbers(b.version);
        return left != right ? left > right : a.file < b.file;
    });
    return found;
}

std::vector<fs::path> systemFolders() {
    std::vector<fs::path> folders;
    if (const char* named = std::getenv("LD_LIBRARY_PATH")) {
        std::string_view rest = named;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(':'), rest.size());
            if (end > 0)
                folders.emplace_back(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
#if defined(__x86_64__)
    constexpr std::string_view kTriplet = "x86_64-linux-gnu";
#elif defined(__aarch64__)
    constexpr std::string_view kTriplet = "aarch64-linux-gnu";
#else
    constexpr std::string_view kTriplet = "";
#endif
    for (const char* root : {"/usr/local/lib", "/usr/lib", "/lib"}) {
        if (!kTriplet.empty())
            folders.push_back(fs::path(root) / kTriplet);
        folders.emplace_back(root);
        folders.emplace_back(std::string(root) + "64");
    }
    return folders;
}

/// What was sent to a device together with this runner.
fs::path agentLibraryFolder() {
    const std::vector<std::string> self = selfCommand();
    return self.empty() ? fs::path() : fs::path(self.back()).parent_path() / "lib";
}

fs::path cacheFolder() {
    if (const char* named = std::getenv("METAINFER_CACHE"); named && *named)
        return fs::path(named) / "onnxruntime";
    if (const char* named = std::getenv("XDG_CACHE_HOME"); named && *named)
        return fs::path(named) / "metainfer/onnxruntime";
    const char* home = std::getenv("HOME");
    return home && *home ? fs::path(home) / ".cache/metainfer/onnxruntime" : fs::path();
}

fs::path cacheLibraryFolder() {
    const fs::path cache = cacheFolder();
    if (cache.empty())
        return {};
#if defined(__aarch64__)
    // On an x86-64 machine `lib` holds that architecture's files; a board may have only `lib`.
    if (std::error_code error; fs::is_directory(cache / "lib-aarch64", error))
        return cache / "lib-aarch64";
#endif
    return cache / "lib";
}

void append(std::vector<RuntimeLibrary>& all, std::vector<RuntimeLibrary> more) {
    for (RuntimeLibrary& library : more) {
        const bool isKnown = std::any_of(all.begin(), all.end(), [&](const RuntimeLibrary& other) {
            return other.file == library.file;
        });
        if (!isKnown)
            all.push_back(std::move(library));
    }
}

std::vector<RuntimeLibrary> namedByUser() {
    const char* named = std::getenv("METAINFER_ONNXRUNTIME");
    if (!named || !*named)
        return {};
    const std::string origin = "METAINFER_ONNXRUNTIME";
    std::error_code error;
    if (fs::is_directory(named, error)) {
        std::vector<RuntimeLibrary> found = librariesIn(named, origin);
        append(found, librariesIn(fs::path(named) / "lib", origin));
        return found;
    }
    RuntimeLibrary library;
    library.file = named;
    library.version = versionOfName(fs::weakly_canonical(named, error));
    library.origin = origin;
    if (!fs::exists(named, error))
        library.problem =
            fmt::format("METAINFER_ONNXRUNTIME names {}, which does not exist", named);
    return {library};
}

bool matches(const std::string& version, const std::string& wanted) {
    return version == wanted || version.starts_with(wanted + ".");
}

} // namespace

std::vector<RuntimeLibrary> findLibraries() {
    std::vector<RuntimeLibrary> all = namedByUser();
    append(all, librariesIn(agentLibraryFolder(), "agent"));
    for (const fs::path& folder : systemFolders())
        append(all, librariesIn(folder, "system"));
    if (const fs::path cache = cacheLibraryFolder(); !cache.empty())
        append(all, librariesIn(cache, "cache"));
    return all;
}

Result<RuntimeLibrary> chooseLibrary(const std::string& version) {
    std::vector<RuntimeLibrary> all = findLibraries();
    std::string present;
    for (RuntimeLibrary& library : all) {
        if (!library.problem.empty() && version.empty())
            return fail(ErrorCode::Io, library.problem,
                        "set it to a libonnxruntime.so file or a folder that holds one");
        if (version.empty())
            return library;
        if (library.version.empty())
            askVersion(library);
        if (matches(library.version, version))
            return library;
        present += (present.empty() ? "" : ", ") +
                   (library.version.empty() ? library.file.string() : library.version);
    }
    if (all.empty())
        // The machine lacks it: nothing is wrong with what was asked.
        return fail(ErrorCode::Io, "no ONNX Runtime library was found",
                    "run packaging/fetch-onnxruntime, or set METAINFER_ONNXRUNTIME to a "
                    "libonnxruntime.so file or the folder that holds it");
    return fail(ErrorCode::NotFound,
                fmt::format("ONNX Runtime {} is not on this device; there is {}", version, present),
                "ask for one of those, or set METAINFER_ONNXRUNTIME");
}

void askVersion(RuntimeLibrary& library) {
    SpawnOptions command;
    command.arguments = selfCommand();
    if (command.arguments.empty())
        command.arguments = {"/proc/self/exe"};
    command.arguments.insert(command.arguments.end(), {"--version-of", library.file.string()});
    const auto output = runCommand(command, {}, std::chrono::seconds(30));
    if (output && output->exit.succeeded()) {
        library.version = output->out.substr(0, output->out.find('\n'));
        return;
    }
    library.problem = output ? fmt::format("{} cannot be loaded: {} {}", library.file.string(),
                                           output->exit.text(), output->err)
                             : output.error().text();
}

} // namespace metainfer::runner
