// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Search for the parts of a bundle.
#include "measurement/agent_bundle.h"

#include "base/file.h"
#include "base/hash.h"
#include "measurement/elf_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <map>
#include <mutex>
#include <ranges>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace metainfer {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kAgentName = "metainfer-agent";
constexpr std::string_view kRunnerPrefix = "metainfer-runner-";
constexpr std::string_view kRuntimePrefix = "libonnxruntime.so.";

#if defined(__x86_64__)
constexpr std::string_view kOwnArchitecture = "x86_64";
#elif defined(__aarch64__)
constexpr std::string_view kOwnArchitecture = "aarch64";
#else
constexpr std::string_view kOwnArchitecture = "";
#endif

/// What a runner may link: the C and C++ libraries, under the names of glibc before and after 2.34.
constexpr std::array<std::string_view, 7> kBaseLibraries = {
    "libc.so.6",       "libm.so.6",      "libdl.so.2",   "librt.so.1",
    "libpthread.so.0", "libstdc++.so.6", "libgcc_s.so.1"};

bool isBaseLibrary(std::string_view name) {
    return name.starts_with("ld-linux") ||
           std::find(kBaseLibraries.begin(), kBaseLibraries.end(), name) != kBaseLibraries.end();
}

fs::path environmentPath(const char* name) {
    const char* value = std::getenv(name);
    return value ? fs::path(value) : fs::path();
}

/// Hashes of files by path, size and time: the libraries are tens of megabytes.
class HashMemory {
  public:
    Result<std::string> hashOf(const fs::path& file, std::uint64_t bytes) {
        std::error_code error;
        const auto time = fs::last_write_time(file, error).time_since_epoch().count();
        const std::string key = fmt::format("{}|{}|{}", file.string(), bytes, time);
        {
            const std::lock_guard lock(m_mutex);
            if (const auto known = m_hashes.find(key); known != m_hashes.end())
                return known->second;
        }
        MI_ASSIGN(std::string hash, sha256OfFile(file));
        const std::lock_guard lock(m_mutex);
        return m_hashes[key] = std::move(hash);
    }

  private:
    std::mutex m_mutex;
    std::map<std::string, std::string> m_hashes;
};

Result<BundleFile> describeFile(const fs::path& path, std::string name, bool executable) {
    static HashMemory memory;
    std::error_code error;
    BundleFile file;
    file.local = fs::canonical(path, error);
    if (!error)
        file.bytes = fs::file_size(file.local, error);
    if (error)
        return fail(errnoError(fmt::format("cannot read {}", path.string()), error.value()));
    file.name = std::move(name);
    file.executable = executable;
    MI_ASSIGN(file.sha256, memory.hashOf(file.local, file.bytes));
    return file;
}

/// Regular files of a folder whose name begins with `prefix`, by name.
std::vector<fs::path> filesIn(const fs::path& folder, std::string_view prefix) {
    std::vector<fs::path> found;
    std::error_code error, no;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (entry.path().filename().string().starts_with(prefix) && entry.is_regular_file(no))
            found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
}

/// Where programs for this architecture may lie, best first.
std::vector<fs::path> programFolders(const std::string& architecture) {
    std::vector<fs::path> folders;
    if (const fs::path named = environmentPath("METAINFER_AGENTS"); !named.empty())
        folders = {named / architecture, named};
    std::error_code error;
    const fs::path own = fs::read_symlink("/proc/self/exe", error).parent_path();
    const fs::path above = own.parent_path();
    if (architecture == kOwnArchitecture) {
        folders.push_back(own);
        folders.push_back(above / "libexec/metainfer");
    }
    folders.push_back(above / "agents" / architecture);
    folders.push_back(above / "libexec/metainfer/agents" / architecture);
    folders.push_back(above.parent_path() / fmt::format("agent-{}", architecture) / "bin");
    return folders;
}

bool isProgramFor(const fs::path& file, const std::string& architecture) {
    const auto facts = readElf(file);
    return facts && facts->architecture == architecture;
}

std::string remedy(const std::string& architecture) {
    if (architecture == "aarch64")
        return "build it (cmake --preset agent-aarch64, cmake --build --preset agent-aarch64), or "
               "set METAINFER_AGENTS to the folder that holds aarch64/metainfer-agent";
    if (architecture == kOwnArchitecture)
        return "install the whole program, or set METAINFER_AGENTS to the folder that holds its "
               "agent";
    return fmt::format("agents are built for x86_64 and aarch64; for another one build the agent "
                       "with its cross compiler and set METAINFER_AGENTS to the folder that holds "
                       "{}/metainfer-agent",
                       architecture);
}

Result<fs::path> findPrograms(const std::string& architecture) {
    const bool isName = !architecture.empty() &&
                        std::all_of(architecture.begin(), architecture.end(),
                                    [](unsigned char c) { return std::isalnum(c) || c == '_'; });
    if (!isName) // it comes from a board and becomes a part of paths
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("`{}` is no name of an architecture", architecture),
                    "legal is what `uname -m` prints, such as x86_64 and aarch64");
    std::vector<std::string> tried;
    for (const fs::path& folder : programFolders(architecture)) {
        if (isProgramFor(folder / kAgentName, architecture))
            return folder;
        tried.push_back(folder.string());
    }
    return fail(
        ErrorCode::NotFound,
        fmt::format("there is no agent for {}; looked in {}", architecture, fmt::join(tried, ", ")),
        remedy(architecture));
}

/// The version as the agent's own `--version` would print it; a foreign one cannot be started here.
Result<std::string> versionOf(const fs::path& agent, const std::string& architecture) {
    MI_ASSIGN(const std::string content, readTextFile(agent));
    const std::string mark = fmt::format("{} ", kAgentName);
    for (std::size_t at = 0; (at = content.find(mark, at)) != content.npos; at += mark.size()) {
        const std::size_t start = at + mark.size();
        const std::size_t end = content.find_first_not_of("0123456789.", start);
        if (end != content.npos && content[end] == '\n' && end > start)
            return content.substr(start, end - start);
    }
    return fail(ErrorCode::VersionMismatch,
                fmt::format("{} is too old to be sent to a device", agent.string()),
                remedy(architecture));
}

fs::path cacheFolder() {
    if (const fs::path named = environmentPath("METAINFER_CACHE"); !named.empty())
        return named / "onnxruntime";
    if (const fs::path named = environmentPath("XDG_CACHE_HOME"); !named.empty())
        return named / "metainfer/onnxruntime";
    return environmentPath("HOME") / ".cache/metainfer/onnxruntime";
}

/// The newest ONNX Runtime for the architecture.
Result<fs::path> findRuntime(const std::string& architecture, const fs::path& programs) {
    std::vector<fs::path> folders = {programs / "lib"};
    if (architecture != "x86_64")
        folders.push_back(cacheFolder() / fmt::format("lib-{}", architecture));
    if (architecture == kOwnArchitecture || architecture == "x86_64")
        folders.push_back(cacheFolder() / "lib");
    for (const fs::path& folder : folders) {
        std::vector<fs::path> found = filesIn(folder, kRuntimePrefix);
        std::sort(found.begin(), found.end(), [](const fs::path& a, const fs::path& b) {
            const auto version = [](const fs::path& path) {
                return path.filename().string().substr(kRuntimePrefix.size());
            };
            return isOlderVersion(version(b), version(a));
        });
        for (const fs::path& file : found)
            if (isProgramFor(file, architecture))
                return file;
    }
    return fail(ErrorCode::NotFound,
                fmt::format("there is no ONNX Runtime for {}; looked in {}", architecture,
                            fmt::join(folders | std::views::transform([](const fs::path& folder) {
                                          return folder.string();
                                      }),
                                      ", ")),
                "run packaging/fetch-onnxruntime");
}

std::vector<fs::path> libraryFolders(const std::string& architecture, const fs::path& programs) {
    std::vector<fs::path> folders = {programs / "loader"};
    const std::string triplet = fmt::format("{}-linux-gnu", architecture);
    if (architecture == kOwnArchitecture)
        for (const char* root : {"/lib", "/usr/lib"})
            folders.insert(folders.end(),
                           {fs::path(root) / triplet, fs::path(root) += "64", fs::path(root)});
    folders.push_back(fs::path("/usr") / triplet / "lib");
    return folders;
}

/// Everything that `needed` links, to its end; empty when something is missing here.
std::vector<fs::path> closure(std::vector<std::string> needed, const std::string& architecture,
                              const fs::path& programs) {
    const std::vector<fs::path> folders = libraryFolders(architecture, programs);
    std::set<std::string> seen;
    std::vector<fs::path> found;
    while (!needed.empty()) {
        const std::string name = needed.back();
        needed.pop_back();
        if (!seen.insert(name).second)
            continue;
        const auto folder = std::find_if(folders.begin(), folders.end(), [&](const fs::path& f) {
            return isProgramFor(f / name, architecture);
        });
        if (folder == folders.end())
            return {};
        found.push_back(*folder / name);
        const auto facts = readElf(found.back());
        needed.insert(needed.end(), facts->needed.begin(), facts->needed.end());
    }
    std::sort(found.begin(), found.end(),
              [](const fs::path& a, const fs::path& b) { return a.filename() < b.filename(); });
    return found;
}

std::string digestOf(const AgentBundle& bundle) {
    Sha256 hash;
    for (const auto* part : {&bundle.programs, &bundle.runtimes, &bundle.loader})
        for (const BundleFile& file : *part)
            hash.update(fmt::format("{} {}\n", file.sha256, file.name));
    return hash.hexDigest();
}

/// Programs, runtimes and loader in turn; what they need of the board is gathered on the way.
class BundleMaker {
  public:
    BundleMaker(std::string architecture, fs::path folder)
        : m_folder(std::move(folder)) {
        m_bundle.architecture = std::move(architecture);
    }

    Result<AgentBundle> make() {
        MI_ASSIGN(m_bundle.version, versionOf(m_folder / kAgentName, m_bundle.architecture));
        MI_CHECK(add(m_bundle.programs, m_folder / kAgentName, "", true));
        for (const fs::path& runner : filesIn(m_folder, kRunnerPrefix)) {
            const auto facts = readElf(runner);
            if (!facts || facts->architecture != m_bundle.architecture ||
                !std::all_of(facts->needed.begin(), facts->needed.end(), isBaseLibrary))
                continue;
            MI_CHECK(add(m_bundle.programs, runner, "", true));
            need(*facts);
        }
        MI_ASSIGN(const fs::path runtime, findRuntime(m_bundle.architecture, m_folder));
        MI_CHECK(add(m_bundle.runtimes, runtime, "lib/", false));
        MI_ASSIGN(const ElfFacts facts, readElf(runtime));
        need(facts);
        for (const fs::path& library : closure(m_needed, m_bundle.architecture, m_folder)) {
            const std::string name = library.filename().string();
            MI_CHECK(add(m_bundle.loader, library, "loader/", name.starts_with("ld-linux")));
        }
        m_bundle.digest = digestOf(m_bundle);
        return std::move(m_bundle);
    }

  private:
    static Status add(std::vector<BundleFile>& files, const fs::path& path,
                      std::string_view subfolder, bool executable) {
        MI_ASSIGN(BundleFile file,
                  describeFile(path, fmt::format("{}{}", subfolder, path.filename().string()),
                               executable));
        files.push_back(std::move(file));
        return {};
    }

    void need(const ElfFacts& facts) {
        m_needed.insert(m_needed.end(), facts.needed.begin(), facts.needed.end());
        if (!facts.interpreter.empty())
            m_needed.push_back(fs::path(facts.interpreter).filename().string());
        if (isOlderVersion(m_bundle.glibcNeeded, facts.glibcNeeded))
            m_bundle.glibcNeeded = facts.glibcNeeded;
    }

    fs::path m_folder;
    AgentBundle m_bundle;
    std::vector<std::string> m_needed;
};

} // namespace

Result<AgentBundle> findAgentBundle(const std::string& architecture) {
    MI_ASSIGN(fs::path folder, findPrograms(architecture));
    return BundleMaker(architecture, std::move(folder)).make();
}

} // namespace metainfer
