// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Talking to one runner.
#include "runner_process.h"

#include "base/file.h"
#include "execution/machine.h"
#include "execution/runner_self.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace metainfer::agent {

namespace {

constexpr std::size_t kKeptLog = 4096;

/// Appends what can be read now; false at the end of the stream.
bool readAvailable(int fd, std::string& into) {
    char buffer[65536];
    for (;;) {
        const ssize_t got = read(fd, buffer, sizeof(buffer));
        if (got > 0)
            into.append(buffer, static_cast<std::size_t>(got));
        else if (got == 0)
            return false;
        else if (errno != EINTR)
            return errno == EAGAIN;
    }
}

/// "ok" of {"id":1,"type":"ok",…} without parsing what may be megabytes.
std::string_view typeOfAnswer(std::string_view line) {
    constexpr std::string_view kKey = "\"type\":\"";
    const std::size_t start = line.find(kKey);
    if (start == line.npos)
        return {};
    const std::size_t end = line.find('"', start + kKey.size());
    return line.substr(start + kKey.size(), end - start - kKey.size());
}

/// Address space far above the resident limit: runtimes reserve much that they never touch. The
/// resident limit itself is watched by the supervisor.
void boundAddressSpace(int pid, std::uint64_t residentLimit) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    (void)pid;
    (void)residentLimit; // the sanitizers reserve terabytes
#else
    rlimit limit{};
    limit.rlim_cur = residentLimit * 4 + (32ull << 30);
    limit.rlim_max = RLIM_INFINITY;
    prlimit(pid, RLIMIT_AS, &limit, nullptr);
#endif
}

/// The loader that came with the runners, for systems whose C library is too old or absent.
std::filesystem::path ownLoader(const std::filesystem::path& folder) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error))
        if (entry.path().filename().string().starts_with("ld-linux"))
            return entry.path();
    return {};
}

/// Words between spaces.
std::vector<std::string> wordsOf(std::string_view text) {
    std::vector<std::string> words;
    for (std::size_t start; (start = text.find_first_not_of(' ')) != text.npos;) {
        const std::size_t end = std::min(text.find(' ', start), text.size());
        words.emplace_back(text.substr(start, end - start));
        text.remove_prefix(end);
    }
    return words;
}

/// "NAME=word\nword…": how a runner starts itself again.
std::string asSelfVariable(const std::vector<std::string>& command) {
    return fmt::format("{}={}", kRunnerSelf, fmt::join(command, "\n"));
}

} // namespace

std::vector<std::string> runnerCommand(const std::filesystem::path& program) {
    std::vector<std::string> command;
    if (const char* wrapper = std::getenv("METAINFER_RUNNER_WRAPPER"))
        command = wordsOf(wrapper);
    const std::filesystem::path folder = program.parent_path() / "loader";
    if (const std::filesystem::path loader = ownLoader(folder); !loader.empty())
        command.insert(command.end(), {loader.string(), "--library-path", folder.string()});
    command.push_back(program.string());
    return command;
}

Result<RunnerProcess> RunnerProcess::start(const std::filesystem::path& program,
                                           const std::filesystem::path& work, std::string_view kind,
                                           std::string runtimeVersion) {
    if (access(program.c_str(), R_OK) != 0) // a loader or wrapper would say it in its own words
        return fail(errnoError(fmt::format("cannot start {}", program.string()), errno));
    SpawnOptions options;
    options.arguments = runnerCommand(program);
    options.environment = {"METAINFER_WORK=" + work.string(), asSelfVariable(options.arguments)};
    options.dieWithParent = true; // the supervisor has one thread, which lives as long as it does
    MI_ASSIGN(Subprocess process, Subprocess::spawn(options));
    fcntl(process.stdoutFd(), F_SETFL, O_NONBLOCK);
    fcntl(process.stderrFd(), F_SETFL, O_NONBLOCK);
    RunnerProcess runner(std::move(process));
    runner.m_kind = kind;
    runner.m_runtimeVersion = std::move(runtimeVersion);
    return runner;
}

bool RunnerProcess::canServe(const Job& job) const {
    return isIdle() && !m_isSpent && !job.facts->needsFreshProcess && job.facts->runner == m_kind &&
           job.runtimeVersion == m_runtimeVersion;
}

void RunnerProcess::assign(Job job) {
    boundAddressSpace(m_process.pid(), job.memoryLimit);
    m_sessionKey = job.sessionKey;
    m_isSpent = job.facts->needsFreshProcess;
    Json request;
    request["id"] = job.id;
    request["method"] = job.method;
    request["params"] = std::move(job.params);
    // A runner that has died meanwhile is noticed by its exit; the job is then answered as a crash.
    (void)writeAll(m_process.stdinFd(), dumpJson(request) + "\n");
    job.params = Json::object();
    job.params["model"] = jsonValue(request["params"], "model", std::string());
    m_job = std::move(job);
}

bool RunnerProcess::readAnswers(
    const std::function<void(const Job&, std::string_view, const std::string&)>& answer) {
    const bool isOpen = readAvailable(m_process.stdoutFd(), m_pending);
    std::size_t start = 0;
    for (std::size_t end; (end = m_pending.find('\n', start)) != m_pending.npos; start = end + 1) {
        const std::string line = m_pending.substr(start, end - start);
        const std::string_view type = typeOfAnswer(line);
        if (!m_job || type.empty())
            continue;
        if (type == "progress") {
            answer(*m_job, type, line);
        } else {
            const Job finished = *takeJob();
            answer(finished, type, line);
        }
    }
    m_pending.erase(0, start);
    return isOpen;
}

bool RunnerProcess::readLog() {
    const bool isOpen = readAvailable(m_process.stderrFd(), m_log);
    if (m_log.size() > kKeptLog)
        m_log.erase(0, m_log.size() - kKeptLog);
    return isOpen;
}

std::optional<Job> RunnerProcess::takeJob() {
    std::optional<Job> job;
    job.swap(m_job);
    m_idleSince = Clock::now();
    return job;
}

Error RunnerProcess::crashError(const Job& job, const ExitStatus& exit) const {
    Error error{ErrorCode::Crash,
                fmt::format("the runner ended with {} during {}", exit.text(), job.describe()),
                "",
                {}};
    if (exit.bySignal && exit.signal == SIGKILL)
        error.hint =
            "it was killed from outside: by somebody, or by the kernel when the machine is "
            "short of memory";
    else if (exit.bySignal &&
             (exit.signal == SIGTERM || exit.signal == SIGINT || exit.signal == SIGHUP))
        error.hint = "somebody or something outside ended it; measure again";
    else
        error.hint = "try another version of the runtime, or fewer optimizations";
    if (!m_log.empty())
        error.context.push_back("last lines of its log: " + m_log);
    return error;
}

std::uint64_t RunnerProcess::residentBytesNow() const {
    return residentBytes(m_process.pid());
}

} // namespace metainfer::agent
