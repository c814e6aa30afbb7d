// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Files and commands of a tool on another machine.
#include "measurement/toolchain/agent_command_runner.h"

#include "base/hash.h"
#include "measurement/ssh/ssh_connection.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace metainfer::measurement {
namespace fs = std::filesystem;
namespace {

constexpr auto kFileTime = std::chrono::minutes(30); // a model over a slow link
constexpr auto kShortTime = std::chrono::minutes(1);

/// Tells "there is no such program" from a program's own exit code 127.
constexpr const char* kNoProgram = "metainfer: no program ";
constexpr const char* kRunScript = "cd \"$1\" || exit\nshift\n"
                                   "command -v \"$1\" > /dev/null 2>&1 || "
                                   "{ echo \"metainfer: no program $1\" >&2; exit 127; }\n"
                                   "exec \"$@\"\n";

std::string trimmedEnd(std::string text) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())))
        text.pop_back();
    return text;
}

std::string wholeText(const fs::path& path) {
    std::error_code error;
    const fs::path whole = fs::absolute(path, error).lexically_normal();
    return error ? path.string() : whole.string();
}

bool isBelow(const std::string& path, const std::string& folder) {
    return !folder.empty() && path.size() > folder.size() && path.starts_with(folder) &&
           path[folder.size()] == '/';
}

/// Part of a file name; a path or a list may go on after a name.
bool goesOn(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.';
}

} // namespace

AgentCommandRunner::AgentCommandRunner(std::shared_ptr<AgentClient> client, std::string folder)
    : m_client(std::move(client))
    , m_folder(std::move(folder)) {}

Result<std::shared_ptr<AgentCommandRunner>>
AgentCommandRunner::create(std::shared_ptr<AgentClient> client, const Adapter& adapter,
                           fs::path workFolder) {
    MI_ASSIGN(const Json usage, client->call("blob_usage", Json::object(), kShortTime, {}));
    const std::shared_ptr<AgentCommandRunner> runner(
        new AgentCommandRunner(std::move(client), "tool-" + adapter.name));
    runner->m_cache = fs::path(jsonValue(usage, "folder", std::string())).parent_path();
    runner->m_workFolder = wholeText(workFolder);
    runner->addPlace(runner->m_workFolder,
                     (runner->m_cache / "toolchains" / workFolder.filename()).string());
    if (!adapter.file.empty())
        runner->m_adapterFolder = adapter.file.parent_path().string();
    MI_CHECK(runner->startAnew());
    return runner;
}

/// The session's folder, empty as it is after the agent was started.
Status AgentCommandRunner::startAnew() {
    MI_ASSIGN(const ExecReport report, shell(": > .here && pwd", {}, kShortTime, {}));
    if (!report.succeeded())
        return fail(ErrorCode::Io, "cannot run commands on the device: " + trimmedEnd(report.err));
    const std::lock_guard guard(m_mutex);
    if (!m_kept.empty())
        std::erase_if(m_places,
                      [this](const Place& place) { return isBelow(place.there, m_kept); });
    m_kept = trimmedEnd(report.out);
    m_uploaded.clear();
    return {};
}

void AgentCommandRunner::addPlace(const std::string& here, const std::string& there) {
    const auto longer = [](const Place& a, const Place& b) {
        return a.here.size() > b.here.size();
    };
    if (std::none_of(m_places.begin(), m_places.end(),
                     [&](const Place& place) { return place.here == here; }))
        m_places.push_back({here, there});
    std::stable_sort(m_places.begin(), m_places.end(), longer);
}

std::string AgentCommandRunner::there(std::string text) const {
    const std::lock_guard guard(m_mutex);
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const auto place = std::find_if(m_places.begin(), m_places.end(), [&](const Place& one) {
            return text.compare(at, one.here.size(), one.here) == 0 &&
                   (at + one.here.size() == text.size() || !goesOn(text[at + one.here.size()])) &&
                   (at == 0 || (!goesOn(text[at - 1]) && text[at - 1] != '/'));
        });
        if (place == m_places.end()) {
            result += text[at++];
        } else {
            result += place->there;
            at += place->here.size();
        }
    }
    return result;
}

Result<ExecReport> AgentCommandRunner::exec(ExecRequest request, const CancellationToken& cancel) {
    request.folder = m_folder;
    return m_client->exec(request, cancel);
}

Result<ExecReport> AgentCommandRunner::shell(const std::string& script,
                                             const std::vector<std::string>& arguments,
                                             std::chrono::milliseconds timeout,
                                             const CancellationToken& cancel,
                                             std::vector<std::string> environment) {
    ExecRequest request;
    request.arguments = {"sh", "-c", script, "sh"};
    request.arguments.insert(request.arguments.end(), arguments.begin(), arguments.end());
    request.environment = std::move(environment);
    request.limits.timeout = timeout;
    return exec(std::move(request), cancel);
}

/// Does there what was noted: folders, then files.
Status AgentCommandRunner::flush(const CancellationToken& cancel) {
    const std::lock_guard one(m_flushing);
    ExecRequest request;
    std::string script = "test -e .here || exit 125\nset -e\n";
    {
        const std::lock_guard guard(m_mutex);
        if (m_lines.empty() && m_files.empty())
            return {};
        for (const std::string& line : std::exchange(m_lines, {}))
            script += line + "\n";
        request.files = std::exchange(m_files, {});
    }
    request.arguments = {"sh", "-c", script};
    request.limits.timeout = kFileTime;
    const auto done = exec(std::move(request), cancel);
    if (done && done->succeeded())
        return {};
    {
        const std::lock_guard guard(m_mutex);
        m_uploaded.clear(); // what did not arrive is sent with the next try
    }
    if (!done)
        return fail(done.error());
    const ExecReport& report = *done;
    if (report.code == 125 && !report.bySignal) {
        MI_CHECK(startAnew());
        return fail(ErrorCode::DeviceLost,
                    "the device was started anew and has lost the files of this session",
                    "try again: they are sent once more");
    }
    const bool full = report.err.find("No space left") != std::string::npos;
    return fail(full ? ErrorCode::NoSpace : ErrorCode::Io,
                "cannot place files on the device: " + trimmedEnd(report.err),
                full ? "free some space there, or remove the device's cache" : "");
}

Status AgentCommandRunner::uploadOwnFiles(const ToolInvocation& command) {
    for (const std::string& argument : command.arguments) {
        std::error_code error;
        if (isBelow(argument, m_adapterFolder) && fs::is_regular_file(argument, error))
            MI_CHECK(upload(argument));
    }
    return {};
}

Result<CommandOutput> AgentCommandRunner::run(const ToolInvocation& command,
                                              std::chrono::milliseconds timeout,
                                              const CancellationToken& cancel) {
    MI_CHECK(uploadOwnFiles(command));
    MI_CHECK(flush(cancel));
    std::vector<std::string> arguments, environment;
    arguments.push_back(
        command.workingDirectory.empty() ? "." : there(command.workingDirectory.string()));
    for (const std::string& argument : command.arguments)
        arguments.push_back(there(argument));
    for (const std::string& entry : command.environment)
        environment.push_back(there(entry));
    MI_ASSIGN(ExecReport report,
              shell(kRunScript, arguments, timeout, cancel, std::move(environment)));
    if (!report.bySignal && report.code == 127 && report.err.starts_with(kNoProgram))
        return fail(ErrorCode::NotFound,
                    fmt::format("there is no program {} on the device", command.arguments.front()));
    CommandOutput output;
    output.exit.bySignal = report.bySignal;
    output.exit.code = report.code;
    output.exit.signal = report.signal;
    output.exit.peakResidentBytes = report.peakResidentBytes;
    output.exit.userSeconds = report.cpuSeconds;
    output.out = std::move(report.out);
    output.err = std::move(report.err);
    return output;
}

Result<std::string> AgentCommandRunner::variable(const std::string& name) {
    {
        const std::lock_guard guard(m_mutex);
        if (const auto known = m_variables.find(name); known != m_variables.end())
            return known->second;
    }
    MI_ASSIGN(ExecReport report, shell("printenv \"$1\"", {name}, kShortTime, {}));
    if (report.out.ends_with('\n'))
        report.out.pop_back();
    const std::lock_guard guard(m_mutex);
    return m_variables[name] = report.out;
}

Result<std::string> AgentCommandRunner::sha256(const fs::path& file) {
    MI_ASSIGN(const ExecReport report,
              shell("sha256sum \"$1\"", {there(file.string())}, kShortTime, {}));
    if (!report.succeeded() || report.out.size() < 64)
        return fail(ErrorCode::NotFound, "cannot hash " + file.string() + " on the device",
                    trimmedEnd(report.err));
    return report.out.substr(0, 64);
}

Status AgentCommandRunner::makeFolder(const fs::path& folder) {
    const std::string line = "mkdir -p " + shellQuoted(there(wholeText(folder)));
    const std::lock_guard guard(m_mutex);
    m_lines.push_back(line);
    return {};
}

Status AgentCommandRunner::removeFolder(const fs::path& folder) {
    const std::string line = "rm -rf " + shellQuoted(there(wholeText(folder)));
    const std::lock_guard guard(m_mutex);
    m_lines.push_back(line);
    return {};
}

Result<bool> AgentCommandRunner::exists(const fs::path& file) {
    MI_CHECK(flush({}));
    MI_ASSIGN(const ExecReport report,
              shell("test -e \"$1\"", {there(wholeText(file))}, kShortTime, {}));
    return report.succeeded();
}

bool AgentCommandRunner::isInWork(const fs::path& file) const {
    return isBelow(file.string(), m_workFolder);
}

Status AgentCommandRunner::upload(const fs::path& file) {
    const fs::path whole = wholeText(file);
    std::error_code error;
    const std::string state =
        fmt::format("{} {}", fs::file_size(whole, error),
                    fs::last_write_time(whole, error).time_since_epoch().count());
    if (error)
        return fail(ErrorCode::NotFound,
                    fmt::format("cannot read {}: {}", whole.string(), error.message()));
    if (!isInWork(whole)) {
        const std::lock_guard guard(m_mutex);
        if (std::exchange(m_uploaded[whole.string()], state) == state)
            return {};
        const std::string folder = whole.parent_path().string();
        addPlace(folder, fmt::format("{}/files/{}", m_kept, sha256Hex(folder).substr(0, 12)));
    }
    const fs::path target = there(whole.string());
    const std::lock_guard guard(m_mutex);
    const std::string name = fmt::format("sent-{}", m_next++);
    m_files[name] = whole;
    m_lines.push_back("mkdir -p " + shellQuoted(target.parent_path().string()));
    m_lines.push_back(fmt::format("mv -f {} {}", name, shellQuoted(target.string())));
    return {};
}

Status AgentCommandRunner::download(const fs::path& file) {
    MI_CHECK(flush({}));
    const fs::path whole = wholeText(file);
    std::error_code error;
    fs::create_directories(whole.parent_path(), error);
    ExecRequest request;
    std::string name;
    {
        const std::lock_guard guard(m_mutex);
        name = fmt::format("made-{}", m_next++);
    }
    // The agent follows the link: nothing is copied twice.
    request.arguments = {"sh", "-c", "test -f \"$1\" || exit 3\nln -s \"$1\" " + name, "sh",
                         there(whole.string())};
    request.outputs[name] = whole;
    request.limits.timeout = kFileTime;
    MI_ASSIGN(const ExecReport report, exec(std::move(request), {}));
    {
        const std::lock_guard guard(m_mutex);
        m_lines.push_back("rm -f " + name);
    }
    if (report.code == 3 && !report.bySignal)
        return fail(ErrorCode::NotFound,
                    fmt::format("the tool wrote no file {}", there(whole.string())));
    if (!report.succeeded() || report.outputs.empty())
        return fail(ErrorCode::Io, fmt::format("cannot fetch {}: {}", there(whole.string()),
                                               trimmedEnd(report.err)));
    return {};
}

} // namespace metainfer::measurement
