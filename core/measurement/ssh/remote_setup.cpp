// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Decides what a device lacks, and has it sent.
#include "measurement/ssh/remote_setup.h"

#include "measurement/agent_bundle.h"
#include "measurement/ssh/remote_files.h"
#include "measurement/ssh/remote_scripts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace metainfer {

namespace {

constexpr std::uint64_t kSpareBytes = 16 << 20; ///< left for the agent's own files

void report(const RemoteSetupOptions& options, const SshConnection& connection, SshStage stage,
            std::string detail, bool isDone = false) {
    if (options.onStage)
        options.onStage({stage, connection.name(), std::move(detail), isDone});
}

/// Of a line of `df -Pk` the word before the percentage, else blocks and their size.
std::optional<std::uint64_t> availableBytes(const ScriptAnswer& answer) {
    std::istringstream line(answer.value("space"));
    std::string word, before;
    while (line >> word && !word.ends_with('%'))
        before = word;
    std::uint64_t kib = 0;
    if (word.ends_with('%') &&
        std::from_chars(before.data(), before.data() + before.size(), kib).ec == std::errc{})
        return kib << 10;
    std::istringstream pair(answer.value("blocks"));
    std::uint64_t count = 0, size = 0;
    if (pair >> count >> size)
        return count * size;
    return std::nullopt;
}

/// {2, 36} of "GNU C Library (Debian GLIBC 2.36-9) stable release version 2.36.".
std::array<int, 2> libraryVersion(std::string_view text) {
    std::array<int, 2> found{};
    for (std::size_t at = text.find("2."); at != std::string_view::npos;
         at = text.find("2.", at + 1)) {
        int minor = -1;
        std::from_chars(text.data() + at + 2, text.data() + text.size(), minor);
        if (minor >= 0 && (at == 0 || text[at - 1] == ' '))
            found = {2, minor};
    }
    return found;
}

std::string versionText(std::array<int, 2> version) {
    return version[0] == 0 ? std::string() : fmt::format("{}.{}", version[0], version[1]);
}

Error noFolder(const SshConnection& connection, const std::vector<std::string>& refused) {
    const std::string why = fmt::format("{}", fmt::join(refused, "; "));
    Error error =
        remoteFileError(connection.name(),
                        fmt::format("no folder on {} can hold the agent", connection.name()), why);
    error.context = refused;
    if (error.code == ErrorCode::Io)
        error.code = ErrorCode::PermissionDenied;
    error.message = fmt::format("no folder on {} can hold the agent", connection.name());
    error.hint = error.code == ErrorCode::NoSpace
                     ? "free some space there, or name another folder for the cache"
                     : "name a folder there that this user may write and run programs in (not "
                       "mounted noexec)";
    return error;
}

/// The whole installation on one connection.
class Installer {
  public:
    Installer(SshConnection& connection, const RemoteSetupOptions& options,
              const CancellationToken& cancel)
        : m_connection(connection)
        , m_options(options)
        , m_cancel(cancel) {}

    Result<InstalledAgent> run() {
        MI_ASSIGN(m_survey, surveyDevice(m_connection, m_options, m_cancel));
        MI_ASSIGN(m_bundle, bundleFor(m_survey.architecture));
        m_name = fmt::format("{}-{}", m_bundle.version, m_bundle.digest.substr(0, 12));
        m_installed.root = m_survey.root;
        m_installed.program = fmt::format("{}/agent/{}/metainfer-agent", m_survey.root, m_name);
        m_installed.architecture = m_survey.architecture;
        m_installed.version = m_bundle.version;
        const auto& agents = m_survey.agents;
        m_installed.wasThere = std::find(agents.begin(), agents.end(), m_name) != agents.end();
        if (m_installed.wasThere)
            return m_installed;
        report(m_options, m_connection, SshStage::Install, "installing the agent");
        bool withLoader = needsLoader();
        MI_CHECK(send(withLoader));
        MI_ASSIGN(const std::vector<std::string> failing, link(withLoader, false));
        if (!failing.empty()) {
            if (withLoader || m_bundle.loader.empty())
                return fail(ErrorCode::Unsupported,
                            fmt::format("the runners do not start on {}: {}", m_connection.name(),
                                        failing.front()),
                            "this installation has no loader for older systems: install the whole "
                            "program, or update the device's system");
            MI_CHECK(send(true));
            MI_CHECK(link(true, true));
        }
        tidy();
        report(m_options, m_connection, SshStage::Install,
               fmt::format("installed the agent {} in {}", m_bundle.version, m_survey.root), true);
        return m_installed;
    }

  private:
    Result<AgentBundle> bundleFor(const std::string& architecture) {
        auto bundle = findAgentBundle(architecture);
        if (!bundle)
            return failWith(bundle.error(),
                            fmt::format("{} is an {} system ({})", m_connection.name(),
                                        architecture, m_survey.system));
        return bundle;
    }

    bool needsLoader() const {
        return !m_bundle.loader.empty() &&
               libraryVersion(m_survey.libc) < libraryVersion(m_bundle.glibcNeeded);
    }

    std::vector<BundleFile> wanted(bool withLoader) const {
        std::vector<BundleFile> files = m_bundle.programs;
        files.insert(files.end(), m_bundle.runtimes.begin(), m_bundle.runtimes.end());
        if (withLoader)
            files.insert(files.end(), m_bundle.loader.begin(), m_bundle.loader.end());
        return files;
    }

    bool isThere(const BundleFile& file) const {
        return std::find(m_survey.files.begin(), m_survey.files.end(),
                         std::pair(file.sha256, file.bytes)) != m_survey.files.end();
    }

    Status send(bool withLoader) {
        std::vector<BundleFile> missing;
        std::uint64_t total = 0;
        for (const BundleFile& file : wanted(withLoader))
            if (!isThere(file)) {
                missing.push_back(file);
                total += file.bytes;
            }
        if (!missing.empty() && m_survey.freeBytes && total + kSpareBytes > *m_survey.freeBytes)
            return fail(ErrorCode::NoSpace,
                        fmt::format("{} has {} MB free in {}, the agent needs {} MB",
                                    m_connection.name(), *m_survey.freeBytes >> 20, m_survey.root,
                                    (total + kSpareBytes) >> 20),
                        "free some space there, or name another folder for the cache");
        std::uint64_t before = 0;
        for (const BundleFile& file : missing) {
            if (isThere(file)) // the same content under two names
                continue;
            SshUpload upload;
            upload.local = file.local;
            upload.remote = fmt::format("{}/files/{}", m_survey.root, file.sha256);
            upload.sha256 = file.sha256;
            upload.executable = true; // links with different rights share them
            upload.tag = m_options.tag;
            upload.onProgress = [&](std::uint64_t done, std::uint64_t) {
                if (m_options.onUpload)
                    m_options.onUpload({file.name, before + done, total});
            };
            MI_CHECK(m_connection.upload(upload, m_cancel));
            before += file.bytes;
            m_installed.uploadedBytes += file.bytes;
            m_survey.files.emplace_back(file.sha256, file.bytes);
        }
        return {};
    }

    std::string variables() const {
        return fmt::format("root={}\nname={}\n", shellQuoted(m_survey.root), shellQuoted(m_name));
    }

    /// What those runners say that do not start.
    Result<std::vector<std::string>> link(bool withLoader, bool replace) {
        std::string script = variables();
        script += fmt::format("replace={}\n", replace ? "yes" : "no");
        script += kLinkScriptHead;
        for (const BundleFile& file : wanted(withLoader))
            script += fmt::format("{} 700 {}\n", file.sha256, file.name);
        script += kLinkScriptTail;
        MI_ASSIGN(const ScriptAnswer answer, runScript(m_connection, script, m_cancel));
        if (answer.has("broken"))
            return fail(ErrorCode::Unsupported,
                        fmt::format("the agent does not start on {} ({}, {}): {}",
                                    m_connection.name(), m_survey.system, m_survey.architecture,
                                    answer.value("broken")),
                        "its kernel may be too old, or it runs programs of another architecture");
        if (!answer.has("installed"))
            return fail(remoteFileError(m_connection.name(),
                                        fmt::format("cannot install the agent in {} on {}",
                                                    m_survey.root, m_connection.name()),
                                        answer.errors));
        return answer.all("runner");
    }

    /// What cannot be removed stays; it is tried again after the next update.
    void tidy() {
        if (const auto answer =
                runScript(m_connection, variables() + std::string(kTidyScript), m_cancel))
            m_installed.removed = answer->all("removed");
    }

    SshConnection& m_connection;
    const RemoteSetupOptions& m_options;
    const CancellationToken& m_cancel;
    DeviceSurvey m_survey;
    AgentBundle m_bundle;
    std::string m_name;
    InstalledAgent m_installed;
};

std::string candidates(const std::string& cacheFolder) {
    return fmt::format("wanted={}\n{}", shellQuoted(cacheFolder), kCandidatesScript);
}

} // namespace

Result<DeviceSurvey> surveyDevice(SshConnection& connection, const RemoteSetupOptions& options,
                                  const CancellationToken& cancel) {
    report(options, connection, SshStage::Shell, "looking at the system");
    MI_ASSIGN(const ScriptAnswer answer,
              runScript(connection, candidates(options.cacheFolder) + std::string(kSurveyScript),
                        cancel));
    DeviceSurvey survey;
    survey.architecture = answer.value("arch");
    survey.system = answer.value("system");
    report(options, connection, SshStage::Shell,
           fmt::format("{}, {}", survey.system, survey.architecture), true);
    survey.libc = versionText(libraryVersion(answer.value("libc")));
    survey.refused = answer.all("refused");
    survey.root = answer.value("root");
    if (survey.root.empty())
        return fail(noFolder(connection, survey.refused));
    survey.freeBytes = availableBytes(answer);
    survey.agents = answer.all("agent");
    for (const std::string& file : answer.all("file")) {
        const std::size_t space = file.find(' ');
        std::uint64_t bytes = 0;
        std::from_chars(file.data(), file.data() + std::min(space, file.size()), bytes);
        if (space != std::string::npos)
            survey.files.emplace_back(file.substr(space + 1), bytes);
    }
    report(options, connection, SshStage::Folder,
           survey.freeBytes
               ? fmt::format("{} with {} MB free", survey.root, *survey.freeBytes >> 20)
               : survey.root,
           true);
    return survey;
}

Result<InstalledAgent> installAgent(SshConnection& connection, const RemoteSetupOptions& options,
                                    const CancellationToken& cancel) {
    return Installer(connection, options, cancel).run();
}

Result<RemovedFromDevice> removeFromDevice(SshConnection& connection,
                                           const std::string& cacheFolder, bool endRunning,
                                           const CancellationToken& cancel) {
    const std::string script = fmt::format("{}end={}\n{}", candidates(cacheFolder),
                                           endRunning ? "yes" : "no", kRemoveScript);
    MI_ASSIGN(const ScriptAnswer answer,
              runScript(connection, script, cancel, std::chrono::minutes(5)));
    RemovedFromDevice removed;
    removed.endedProcesses = static_cast<int>(answer.all("ended").size());
    for (const std::string& line : answer.all("removed")) {
        const std::size_t space = std::min(line.find(' '), line.size());
        std::uint64_t kib = 0;
        std::from_chars(line.data(), line.data() + space, kib);
        removed.bytes += kib << 10;
        removed.folders.push_back(line.substr(std::min(space + 1, line.size())));
    }
    if (answer.has("busy"))
        return fail(ErrorCode::Busy,
                    fmt::format("{} agents are running on {} (processes {})",
                                answer.all("busy").size(), connection.name(),
                                fmt::join(answer.all("busy"), ", ")),
                    "let them finish, or have them ended");
    return removed;
}

} // namespace metainfer
