// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Commands with limits and captured output.
#include "command_jobs.h"

#include "process_tree.h"

#include "base/file.h"
#include "execution/agent_codec.h"
#include "execution/machine.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

namespace metainfer::agent {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostOutput = 16u << 20;
constexpr std::size_t kMessagesInError = 2000;
// Seldom enough to stay out of what the command measures.
constexpr std::chrono::milliseconds kMemoryInterval{200};

/// Takes what is there; false at the end of the stream. What is too much is dropped.
bool drain(int fd, std::string& into) {
    char buffer[65536];
    for (;;) {
        const ssize_t got = read(fd, buffer, sizeof(buffer));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0 && errno == EAGAIN;
        into.append(buffer, std::min(static_cast<std::size_t>(got), kMostOutput - into.size()));
    }
}

bool staysInside(const fs::path& name) {
    return !name.empty() && !name.is_absolute() &&
           std::find(name.begin(), name.end(), "..") == name.end();
}

Error outside(const std::string& name) {
    return {ErrorCode::InvalidArgument,
            fmt::format("`{}` is no name within the command's folder", name),
            "give a relative one without `..`",
            {}};
}

/// The command may write to its files, so they are its own.
Status placeFile(const fs::path& from, const fs::path& to) {
    MI_CHECK(createDirectories(to.parent_path()));
    std::error_code error;
    fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
    if (error)
        return fail(errnoError(fmt::format("cannot write {}", to.string()), error.value()));
    fs::permissions(to, fs::perms::owner_all, error); // it may be a program
    return {};
}

Error withMessages(Error error, const std::string& messages) {
    if (!messages.empty())
        error.context.push_back(
            "the end of its messages: " +
            messages.substr(messages.size() - std::min(kMessagesInError, messages.size())));
    return error;
}

void endGroup(int) {
    kill(0, SIGKILL);
}

} // namespace

int CommandJobs::guard(char** command) {
    signal(SIGTERM, endGroup);
    prctl(PR_SET_PDEATHSIG, SIGTERM); // in place of the one that would end this process alone
    if (getppid() == 1)
        endGroup(0);
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGTERM, SIG_DFL);
        execvp(command[0], command);
        const std::string problem = fmt::format("{}: {}\n", command[0], std::strerror(errno));
        (void)!write(STDERR_FILENO, problem.data(), problem.size());
        _exit(127);
    }
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (child > 0 && WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}

Result<CommandJobs::Command> CommandJobs::launch(Job& job) {
    const auto arguments = jsonValue(job.params, "arguments", std::vector<std::string>());
    if (arguments.empty() || arguments.front().empty())
        return fail(ErrorCode::InvalidArgument, "`arguments` names no command to run");
    const std::string kept = jsonValue(job.params, "folder", std::string());
    if (!kept.empty() && (!staysInside(kept) || kept.find('/') != kept.npos))
        return fail(outside(kept));
    const fs::path folder =
        m_folder / (kept.empty() ? fmt::format("once-{}", m_next++) : "kept-" + kept);
    MI_CHECK(createDirectories(folder));
    const Json files = jsonValue(job.params, "files", Json::object());
    for (const auto& [name, path] : files.items()) {
        if (!staysInside(name) || !path.is_string())
            return fail(outside(name));
        MI_CHECK(placeFile(path.get<std::string>(), folder / name));
    }
    SpawnOptions options;
    std::error_code error;
    options.arguments = {fs::read_symlink("/proc/self/exe", error).string(), "--guard"};
    options.arguments.insert(options.arguments.end(), arguments.begin(), arguments.end());
    options.environment = jsonValue(job.params, "environment", std::vector<std::string>());
    options.workingDirectory = folder;
    options.dieWithParent = true;
    MI_ASSIGN(Subprocess process, Subprocess::spawn(options));
    process.closeStdin();
    fcntl(process.stdoutFd(), F_SETFL, O_NONBLOCK);
    fcntl(process.stderrFd(), F_SETFL, O_NONBLOCK);
    return Command{std::move(job),
                   std::move(process),
                   folder,
                   !kept.empty(),
                   Clock::now(),
                   Clock::now(),
                   {},
                   {},
                   true,
                   true};
}

void CommandJobs::start(Job job) {
    auto command = launch(job);
    if (!command)
        return m_events.failed(job, command.error());
    m_commands.push_back(std::move(*command));
}

void CommandJobs::addPolls(std::vector<pollfd>& items) const {
    for (const Command& command : m_commands) {
        if (command.outOpen)
            items.push_back({command.process.stdoutFd(), POLLIN, 0});
        if (command.errOpen)
            items.push_back({command.process.stderrFd(), POLLIN, 0});
        items.push_back({command.process.exitFd(), POLLIN, 0});
    }
}

void CommandJobs::step() {
    const auto now = Clock::now();
    for (auto it = m_commands.begin(); it != m_commands.end();) {
        Command& command = *it;
        const auto exit = command.process.poll(); // before reading: what it wrote is in the pipes
        command.outOpen = command.outOpen && drain(command.process.stdoutFd(), command.out);
        command.errOpen = command.errOpen && drain(command.process.stderrFd(), command.err);
        if (exit) {
            finish(command, *exit);
            it = m_commands.erase(it);
        } else if (const auto reason = reasonToEnd(command, now)) {
            Command over = std::move(command);
            it = m_commands.erase(it);
            discard(over);
            m_events.failed(over.job, withMessages(*reason, over.err));
        } else {
            ++it;
        }
    }
}

/// Why a command that goes on must not; nullopt while it may.
std::optional<Error> CommandJobs::reasonToEnd(Command& command, Clock::time_point now) {
    const std::string name =
        jsonValue(command.job.params, "arguments", std::vector<std::string>{""})[0];
    if (command.job.deadline && now >= *command.job.deadline)
        return Error{ErrorCode::Timeout,
                     fmt::format("{} ran longer than allowed", name),
                     "allow more time",
                     {}};
    if (now < command.nextLook)
        return std::nullopt;
    command.nextLook = now + kMemoryInterval;
    const std::uint64_t resident = residentBytesOfTree(command.process.pid());
    if (resident <= command.job.memoryLimit)
        return std::nullopt;
    return Error{ErrorCode::OutOfMemory,
                 fmt::format("{} holds {} MiB with what it started, its limit is {} MiB", name,
                             resident >> 20, command.job.memoryLimit >> 20),
                 "use a smaller batch or input, or raise the memory limit",
                 {}};
}

Result<std::vector<std::string>> CommandJobs::moveOutputs(const Command& command) const {
    std::vector<std::string> made;
    const Json outputs = jsonValue(command.job.params, "outputs", Json::object());
    for (const auto& [name, target] : outputs.items()) {
        if (!staysInside(name) || !target.is_string())
            return fail(outside(name));
        std::error_code error;
        const fs::path from = command.folder / name, to = target.get<std::string>();
        if (!fs::is_regular_file(from, error))
            continue;
        if (command.folderStays)
            fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
        else if (fs::rename(from, to, error); error)
            fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
        if (error)
            return fail(errnoError(fmt::format("cannot take {}", from.string()), error.value()));
        made.push_back(name);
    }
    return made;
}

void CommandJobs::discard(Command& command) const {
    command.process.killGroup(); // nothing when it has ended
    (void)command.process.wait();
    std::error_code error;
    if (!command.folderStays)
        fs::remove_all(command.folder, error);
}

void CommandJobs::finish(Command& command, const ExitStatus& exit) {
    auto made = moveOutputs(command);
    discard(command);
    if (!made)
        return m_events.failed(command.job, made.error());
    ExecReport report;
    report.bySignal = exit.bySignal;
    report.code = exit.code;
    report.signal = exit.signal;
    report.out = std::move(command.out);
    report.err = std::move(command.err);
    report.wallSeconds = std::chrono::duration<double>(Clock::now() - command.started).count();
    report.cpuSeconds = exit.userSeconds + exit.systemSeconds;
    report.peakResidentBytes = exit.peakResidentBytes;
    report.outputs = std::move(*made);
    m_events.ended(command.job, toJson(report));
}

bool CommandJobs::cancel(const Json& id) {
    for (auto it = m_commands.begin(); it != m_commands.end(); ++it) {
        if (it->job.id != id)
            continue;
        Command ended = std::move(*it);
        m_commands.erase(it);
        discard(ended);
        return true;
    }
    return false;
}

std::vector<Json> CommandJobs::ids() const {
    std::vector<Json> ids;
    for (const Command& command : m_commands)
        ids.push_back(command.job.id);
    return ids;
}

} // namespace metainfer::agent
