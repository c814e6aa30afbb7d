// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Child processes over fork and exec.
#include "base/subprocess.h"

#include "base/file.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

extern "C" char** environ;

namespace metainfer {

namespace {

constexpr std::size_t kMostOutput = 16u << 20;

struct Pipe {
    UniqueFd readEnd, writeEnd;

    static Result<Pipe> create() {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0)
            return fail(errnoError("cannot create a pipe", errno));
        return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
    }
};

/// The environment with `additions` in place of entries of the same name.
std::vector<std::string> mergedEnvironment(const std::vector<std::string>& additions) {
    std::vector<std::string> merged = additions;
    for (char** entry = environ; entry && *entry; ++entry) {
        const std::string_view text(*entry);
        const std::string_view name = text.substr(0, text.find('=') + 1);
        bool replaced = false;
        for (const std::string& addition : additions)
            replaced = replaced || addition.starts_with(name);
        if (!replaced)
            merged.emplace_back(text);
    }
    return merged;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// The program's path, looked up in PATH before forking since the child may not allocate.
std::string resolveProgram(const std::string& name) {
    if (name.find('/') != name.npos)
        return name;
    const char* path = std::getenv("PATH");
    std::string_view folders = path ? path : "/usr/local/bin:/usr/bin:/bin";
    while (!folders.empty()) {
        const std::size_t end = std::min(folders.find(':'), folders.size());
        const std::string candidate = std::string(folders.substr(0, end)) + "/" + name;
        if (access(candidate.c_str(), X_OK) == 0)
            return candidate;
        folders.remove_prefix(std::min(end + 1, folders.size()));
    }
    return name;
}

/// What the child needs, prepared before the fork: after it only async-signal-safe calls are legal.
struct ChildSetup {
    std::string program;
    std::vector<char*> argv, envp;
    const char* workingDirectory = nullptr;
    int in = -1, out = -1, err = -1, failure = -1;
    rlim_t addressSpace = 0, cpuSeconds = 0;
    pid_t parent = 0;
    bool dieWithParent = false;
};

void limitResource(int resource, rlim_t value) {
    const rlimit limit{value, value};
    setrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
}

[[noreturn]] void becomeChild(const ChildSetup& setup) {
    setpgid(0, 0);
    if (setup.dieWithParent) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != setup.parent)
            _exit(127); // the parent died before the request took effect
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    signal(SIGPIPE, SIG_DFL);
    dup2(setup.in, STDIN_FILENO);
    dup2(setup.out, STDOUT_FILENO);
    if (setup.err >= 0)
        dup2(setup.err, STDERR_FILENO);
#ifdef SYS_close_range
    constexpr unsigned kCloseOnExec = 4; // CLOSE_RANGE_CLOEXEC
    syscall(SYS_close_range, 3u, ~0u, kCloseOnExec);
#endif
    limitResource(RLIMIT_CORE, 0);
    if (setup.addressSpace)
        limitResource(RLIMIT_AS, setup.addressSpace);
    if (setup.cpuSeconds)
        limitResource(RLIMIT_CPU, setup.cpuSeconds);
    if (!setup.workingDirectory || chdir(setup.workingDirectory) == 0)
        execve(setup.program.c_str(), setup.argv.data(), setup.envp.data());
    const int failure = errno;
    [[maybe_unused]] const ssize_t written = write(setup.failure, &failure, sizeof(failure));
    _exit(127);
}

UniqueFd openPidFd(pid_t pid) {
#ifdef SYS_pidfd_open
    return UniqueFd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0u)));
#else
    return UniqueFd();
#endif
}

ExitStatus makeExitStatus(int status, const rusage& usage) {
    ExitStatus exit;
    exit.bySignal = WIFSIGNALED(status);
    exit.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    exit.signal = exit.bySignal ? WTERMSIG(status) : 0;
    exit.peakResidentBytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
    };
    exit.userSeconds = seconds(usage.ru_utime);
    exit.systemSeconds = seconds(usage.ru_stime);
    return exit;
}

/// Blocks SIGPIPE in this thread while it lives, and swallows one that was raised meanwhile.
class SigpipeGuard {
  public:
    SigpipeGuard() {
        sigemptyset(&m_pipe);
        sigaddset(&m_pipe, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &m_pipe, &m_previous);
    }
    ~SigpipeGuard() {
        if (sigismember(&m_previous, SIGPIPE))
            return;
        const timespec now{0, 0};
        sigtimedwait(&m_pipe, nullptr, &now);
        pthread_sigmask(SIG_SETMASK, &m_previous, nullptr);
    }

  private:
    sigset_t m_pipe{}, m_previous{};
};

/// Reads what is there; false at the end of the stream.
bool drain(int fd, std::string& into) {
    char buffer[65536];
    const ssize_t got = read(fd, buffer, sizeof(buffer));
    if (got < 0)
        return errno == EINTR || errno == EAGAIN;
    const std::size_t room = kMostOutput - std::min(kMostOutput, into.size());
    into.append(buffer, std::min(static_cast<std::size_t>(got), room));
    return got > 0;
}

} // namespace

void UniqueFd::reset() {
    if (m_fd >= 0)
        close(m_fd);
    m_fd = -1;
}

std::string signalName(int signal) {
    const char* name = sigabbrev_np(signal);
    return name ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

std::string ExitStatus::text() const {
    return bySignal ? fmt::format("signal {} ({})", signal, signalName(signal))
                    : fmt::format("exit code {}", code);
}

Result<Subprocess> Subprocess::spawn(const SpawnOptions& options) {
    if (options.arguments.empty())
        return fail(ErrorCode::InvalidArgument, "no program to start was given");
    MI_ASSIGN(Pipe in, Pipe::create());
    MI_ASSIGN(Pipe out, Pipe::create());
    MI_ASSIGN(Pipe err, Pipe::create());
    MI_ASSIGN(Pipe failure, Pipe::create());
    std::vector<std::string> arguments = options.arguments;
    std::vector<std::string> environment = mergedEnvironment(options.environment);
    ChildSetup setup;
    setup.program = resolveProgram(arguments.front());
    setup.argv = pointersTo(arguments);
    setup.envp = pointersTo(environment);
    setup.workingDirectory =
        options.workingDirectory.empty() ? nullptr : options.workingDirectory.c_str();
    setup.in = in.readEnd.get();
    setup.out = out.writeEnd.get();
    setup.err = options.pipeStderr ? err.writeEnd.get() : -1;
    setup.failure = failure.writeEnd.get();
    setup.addressSpace = options.addressSpaceBytes;
    setup.cpuSeconds = options.cpuSeconds;
    setup.parent = getpid();
    setup.dieWithParent = options.dieWithParent;

    const pid_t pid = fork();
    if (pid < 0)
        return fail(errnoError(fmt::format("cannot start {}", setup.program), errno));
    if (pid == 0)
        becomeChild(setup);
    setpgid(pid, pid); // also here, so that the group exists whichever side runs first

    Subprocess child;
    child.m_pid = pid;
    child.m_pidFd = openPidFd(pid);
    child.m_stdin = std::move(in.writeEnd);
    child.m_stdout = std::move(out.readEnd);
    if (options.pipeStderr)
        child.m_stderr = std::move(err.readEnd);
    failure.writeEnd.reset();
    int cause = 0;
    ssize_t got = 0;
    do
        got = read(failure.readEnd.get(), &cause, sizeof(cause));
    while (got < 0 && errno == EINTR);
    if (got == static_cast<ssize_t>(sizeof(cause)))
        return fail(errnoError(fmt::format("cannot start {}", setup.program), cause));
    return child;
}

Subprocess::Subprocess(Subprocess&& other) noexcept
    : m_pid(std::exchange(other.m_pid, 0))
    , m_stdin(std::move(other.m_stdin))
    , m_stdout(std::move(other.m_stdout))
    , m_stderr(std::move(other.m_stderr))
    , m_pidFd(std::move(other.m_pidFd))
    , m_exit(std::move(other.m_exit)) {}

Subprocess& Subprocess::operator=(Subprocess&& other) noexcept {
    std::swap(m_pid, other.m_pid);
    std::swap(m_stdin, other.m_stdin);
    std::swap(m_stdout, other.m_stdout);
    std::swap(m_stderr, other.m_stderr);
    std::swap(m_pidFd, other.m_pidFd);
    std::swap(m_exit, other.m_exit);
    return *this;
}

Subprocess::~Subprocess() {
    if (m_pid <= 0 || m_exit)
        return;
    killGroup(SIGKILL);
    (void)wait();
}

void Subprocess::killGroup(int signal) {
    if (m_pid > 0 && !m_exit)
        kill(-m_pid, signal);
}

std::optional<ExitStatus> Subprocess::poll() {
    if (m_exit || m_pid <= 0)
        return m_exit;
    int status = 0;
    rusage usage{};
    if (wait4(m_pid, &status, WNOHANG, &usage) == m_pid) {
        m_exit = makeExitStatus(status, usage);
        kill(-m_pid, SIGKILL); // grandchildren that stayed behind
    }
    return m_exit;
}

Result<ExitStatus> Subprocess::wait(std::optional<std::chrono::milliseconds> deadline) {
    using Clock = std::chrono::steady_clock;
    const auto end = deadline ? Clock::now() + *deadline : Clock::time_point::max();
    for (;;) {
        if (const auto exit = poll())
            return *exit;
        const auto now = Clock::now();
        if (now >= end)
            return fail(ErrorCode::Timeout,
                        fmt::format("process {} did not end in {} ms", m_pid, deadline->count()));
        const auto left = deadline ? std::chrono::ceil<std::chrono::milliseconds>(end - now)
                                   : std::chrono::milliseconds(1000);
        // Without a descriptor to wait on, look every 5 ms.
        const auto step = m_pidFd ? left : std::min(left, std::chrono::milliseconds(5));
        pollfd item{m_pidFd.get(), POLLIN, 0};
        ::poll(&item, m_pidFd ? 1 : 0, static_cast<int>(std::min<long>(step.count(), 60'000)));
    }
}

Status writeAll(int fd, std::string_view data) {
    const SigpipeGuard guard;
    while (!data.empty()) {
        const ssize_t written = write(fd, data.data(), data.size());
        if (written > 0) {
            data.remove_prefix(static_cast<std::size_t>(written));
        } else if (written < 0 && errno == EAGAIN) {
            pollfd item{fd, POLLOUT, 0};
            ::poll(&item, 1, -1);
        } else if (written < 0 && errno != EINTR) {
            return fail(errnoError("cannot write to a pipe", errno));
        }
    }
    return {};
}

Result<CommandOutput> runCommand(const SpawnOptions& options, std::string_view input,
                                 std::chrono::milliseconds timeout,
                                 const CancellationToken& cancel) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + timeout;
    MI_ASSIGN(Subprocess child, Subprocess::spawn(options));
    fcntl(child.stdinFd(), F_SETFL, O_NONBLOCK);
    const SigpipeGuard guard;
    CommandOutput output;
    bool outOpen = true, errOpen = child.stderrFd() >= 0;
    while (outOpen || errOpen) {
        MI_CHECK(cancel.check());
        if (Clock::now() >= end)
            return fail(ErrorCode::Timeout, fmt::format("{} ran longer than {} ms",
                                                        options.arguments[0], timeout.count()));
        if (input.empty())
            child.closeStdin();
        pollfd items[3] = {{outOpen ? child.stdoutFd() : -1, POLLIN, 0},
                           {errOpen ? child.stderrFd() : -1, POLLIN, 0},
                           {child.stdinFd(), POLLOUT, 0}};
        if (::poll(items, 3, 50) <= 0)
            continue;
        if (items[0].revents)
            outOpen = drain(child.stdoutFd(), output.out);
        if (items[1].revents)
            errOpen = drain(child.stderrFd(), output.err);
        if (items[2].revents) {
            const ssize_t written = write(child.stdinFd(), input.data(), input.size());
            if (written > 0)
                input.remove_prefix(static_cast<std::size_t>(written));
            else if (errno != EAGAIN && errno != EINTR)
                input = {}; // the command does not read its input: its own choice
        }
    }
    child.closeStdin();
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
    MI_ASSIGN(output.exit, child.wait(std::max(left, std::chrono::milliseconds(0))));
    return output;
}

} // namespace metainfer
