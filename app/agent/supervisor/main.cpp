// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer-agent: serves requests on stdin and stdout, a JSON object a line. It loads no runtime
// and no model; runner processes do.
#include "agent_folders.h"
#include "supervisor.h"

#include "execution/machine.h"
#include "execution/machine_lock.h"

#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace {

namespace fs = std::filesystem;
using namespace metainfer;

constexpr std::string_view kWorkPrefix = "metainfer-agent-";

volatile bool g_stop = false;

void requestStop(int) {
    g_stop = true;
}

void installSignalHandlers() {
    struct sigaction action {};
    action.sa_handler = requestStop; // without SA_RESTART: poll returns at once
    sigaction(SIGTERM, &action, nullptr);
    sigaction(SIGINT, &action, nullptr);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, nullptr);
}

fs::path environmentPath(const char* name) {
    const char* value = std::getenv(name);
    return value ? fs::path(value) : fs::path();
}

fs::path cacheFolder() {
    if (const fs::path named = environmentPath("METAINFER_CACHE"); !named.empty())
        return named;
    if (const fs::path named = environmentPath("XDG_CACHE_HOME"); !named.empty())
        return named / "metainfer";
    return environmentPath("HOME") / ".cache/metainfer";
}

/// Of files that remote sides sent, together.
std::uint64_t blobLimitBytes() {
    constexpr std::uint64_t kDefaultMb = 4096;
    std::uint64_t megabytes = kDefaultMb;
    if (const char* text = std::getenv("METAINFER_CACHE_LIMIT_MB"); text && *text) {
        const char* end = text + std::strlen(text);
        const auto [stop, problem] = std::from_chars(text, end, megabytes);
        if (problem != std::errc{} || stop != end || megabytes == 0 || megabytes > (1u << 30)) {
            std::fprintf(stderr,
                         "metainfer-agent: METAINFER_CACHE_LIMIT_MB is `%s`, legal are whole "
                         "numbers from 1 to 1073741824; using %d\n",
                         text, static_cast<int>(kDefaultMb));
            megabytes = kDefaultMb;
        }
    }
    return megabytes << 20;
}

fs::path runnerFolder() {
    if (const fs::path named = environmentPath("METAINFER_RUNNERS"); !named.empty())
        return named;
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).parent_path();
}

/// Removes what agents of this user left behind that were killed the hard way.
void sweepAbandonedWork(const fs::path& folder) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        int pid = 0;
        if (!name.starts_with(kWorkPrefix) ||
            std::from_chars(name.data() + kWorkPrefix.size(), name.data() + name.size(), pid).ec !=
                std::errc{})
            continue;
        struct stat info {};
        const bool isOurs = lstat(entry.path().c_str(), &info) == 0 && info.st_uid == getuid();
        if (isOurs && kill(pid, 0) != 0 && errno == ESRCH)
            fs::remove_all(entry.path(), error);
    }
}

fs::path makeWorkFolder() {
    std::error_code error;
    const fs::path base = fs::temp_directory_path(error);
    if (error)
        return {};
    sweepAbandonedWork(base);
    const fs::path work = base / fmt::format("{}{}", kWorkPrefix, getpid());
    return mkdir(work.c_str(), 0700) == 0 ? work : fs::path();
}

fs::path sysfsFolder() {
    const fs::path named = environmentPath("METAINFER_SYSFS");
    return named.empty() ? fs::path("/sys") : named;
}

int complain(const Error& error) {
    std::fprintf(stderr, "metainfer-agent: %s\n", error.text().c_str());
    return 1;
}

int runAgent(std::optional<agent::SessionSocket> socket, std::chrono::seconds linger) {
    installSignalHandlers();
    agent::SupervisorSettings settings;
    settings.runnerFolder = runnerFolder();
    settings.work = makeWorkFolder();
    settings.blobs = cacheFolder() / "blobs";
    settings.blobLimitBytes = blobLimitBytes();
    settings.defaultMemoryLimit = usableMemoryBytes() / 10 * 8;
    settings.sysfs = sysfsFolder();
    settings.notes = agent::sessionFolderPath(); // made when there is something to note
    settings.lockFile = MachineLock::defaultPath();
    settings.linger = linger;
    if (settings.work.empty())
        return complain({ErrorCode::Io,
                         "cannot create a folder for temporary files",
                         "set TMPDIR to a folder that can be written",
                         {}});
    agent::PowerMode::restoreAbandoned(settings.notes);
    const int code = agent::Supervisor(settings, std::move(socket)).serve(g_stop);
    std::error_code error;
    fs::remove_all(settings.work, error);
    rmdir(settings.notes.c_str()); // nothing unless it is empty
    return code;
}

/// Serves the session `name` over a daemon that outlives this process.
int runAttached(const std::string& name, std::chrono::seconds linger) {
    signal(SIGPIPE, SIG_IGN);
    auto attached = agent::attach(name);
    if (!attached)
        return complain(attached.error());
    if (attached->isDaemon)
        return runAgent(std::move(attached->socket), linger);
    return agent::relay(attached->connection);
}

int usage() {
    std::fprintf(stderr,
                 "usage: metainfer-agent [--version | --attach SESSION [--linger SECONDS]]\n"
                 "Serves requests on stdin, one JSON object a line; other programs start it.\n"
                 "With --attach a daemon serves them, and lives on for a while (600 s) when stdin "
                 "ends.\n");
    return 2;
}

} // namespace

int main(int argc, char** argv) {
    if (argc == 2 && std::string_view(argv[1]) == "--version") {
        // One literal: who uploads an agent of another architecture finds its version in the file.
        std::fputs("metainfer-agent " METAINFER_VERSION "\n", stdout);
        return 0;
    }
    agent::settleFolders();
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.empty())
        return runAgent(std::nullopt, {});
    if (words.size() > 1 && words[0] == "--guard")
        return agent::CommandJobs::guard(argv + 2);
    std::chrono::seconds linger{600};
    if (words.size() == 4 && words[2] == "--linger") {
        std::int64_t seconds = 0;
        const char* end = words[3].data() + words[3].size();
        const auto [stop, problem] = std::from_chars(words[3].data(), end, seconds);
        if (problem != std::errc{} || stop != end || seconds < 0 || seconds > 7 * 24 * 3600)
            return usage();
        linger = std::chrono::seconds(seconds);
    } else if (words.size() != 2) {
        return usage();
    }
    return words[0] == "--attach" ? runAttached(words[1], linger) : usage();
}
