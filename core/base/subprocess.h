// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Child processes with limits: spawned with pipes, ended with their whole group, always reaped.
#pragma once

#include "base/cancellation.h"
#include "base/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace metainfer {

/// Owns a file descriptor.
class UniqueFd {
  public:
    UniqueFd() = default;
    explicit UniqueFd(int fd)
        : m_fd(fd) {}
    UniqueFd(UniqueFd&& other) noexcept
        : m_fd(std::exchange(other.m_fd, -1)) {}
    UniqueFd& operator=(UniqueFd&& other) noexcept {
        std::swap(m_fd, other.m_fd);
        return *this;
    }
    ~UniqueFd() { reset(); }
    int get() const { return m_fd; }
    explicit operator bool() const { return m_fd >= 0; }
    void reset();

  private:
    int m_fd = -1;
};

/// What to start and under which limits.
struct SpawnOptions {
    std::vector<std::string> arguments;   ///< [0] is looked up in PATH unless it has a slash
    std::vector<std::string> environment; ///< "NAME=value", on top of this process's own
    std::filesystem::path workingDirectory;
    std::uint64_t addressSpaceBytes = 0; ///< 0 = as the parent's
    std::uint64_t cpuSeconds = 0;        ///< 0 = as the parent's
    /// Kills the child when the *thread* that spawned it ends: for threads that outlive the child.
    bool dieWithParent = false;
    bool pipeStderr = true; ///< otherwise the child writes to this process's stderr
};

/// How a process ended and what it used.
struct ExitStatus {
    bool bySignal = false;
    int code = 0;   ///< exit code, when not by signal
    int signal = 0; ///< signal number, when by signal
    std::uint64_t peakResidentBytes = 0;
    double userSeconds = 0, systemSeconds = 0;

    bool succeeded() const { return !bySignal && code == 0; }
    /// "exit code 3", "signal 11 (SIGSEGV)".
    std::string text() const;
};

/// "SIGSEGV" for 11; "signal 99" for unknown ones.
std::string signalName(int signal);

/// A child in its own process group. The destructor kills the group and reaps the child.
class Subprocess {
  public:
    /// NotFound or PermissionDenied when the program cannot be executed.
    static Result<Subprocess> spawn(const SpawnOptions& options);
    Subprocess(Subprocess&& other) noexcept;
    Subprocess& operator=(Subprocess&& other) noexcept;
    ~Subprocess();

    int pid() const { return m_pid; }
    int stdinFd() const { return m_stdin.get(); }
    int stdoutFd() const { return m_stdout.get(); }
    int stderrFd() const { return m_stderr.get(); }
    /// Readable once the child has ended; -1 on kernels before 5.3.
    int exitFd() const { return m_pidFd.get(); }
    void closeStdin() { m_stdin.reset(); }

    /// Sends `signal` to the whole group; nothing when the child has been reaped.
    void killGroup(int signal = 9);
    /// Reaps the child if it has ended.
    std::optional<ExitStatus> poll();
    /// Waits for the end; Timeout when it does not come in time.
    Result<ExitStatus> wait(std::optional<std::chrono::milliseconds> deadline = {});

  private:
    Subprocess() = default;
    int m_pid = 0;
    UniqueFd m_stdin, m_stdout, m_stderr, m_pidFd;
    std::optional<ExitStatus> m_exit;
};

/// Output of a finished command; each stream is cut at 16 MiB.
struct CommandOutput {
    ExitStatus exit;
    std::string out, err;
};

/// Runs a command to its end. Timeout and Cancelled kill its group; a failing exit code is no
/// error.
Result<CommandOutput> runCommand(const SpawnOptions& options, std::string_view input,
                                 std::chrono::milliseconds timeout,
                                 const CancellationToken& cancel = {});

/// Writes all bytes without raising SIGPIPE; Io when the other end is closed.
Status writeAll(int fd, std::string_view data);

} // namespace metainfer
