// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A fork without exec: the child starts with the parent's memory, so nothing has to be sent to it.
#include "ir/isolated.h"

#include "base/file.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace metainfer::ir {
namespace {

constexpr std::chrono::milliseconds kPollInterval{20};

void writeAll(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            ::_exit(1);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

[[noreturn]] void runChild(int descriptor, const std::function<Result<std::string>()>& work) {
    // A crash here is expected: no core file, no handler of the program's own.
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL, SIGPIPE, SIGTERM})
        std::signal(signal, SIG_DFL);
    const int silence = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (silence >= 0)
        ::dup2(silence, STDERR_FILENO);
    const Result<std::string> made = work();
    writeAll(descriptor, made ? "+" : "-");
    writeAll(descriptor, made ? std::string_view(*made) : std::string_view(made.error().message));
    ::_exit(0);
}

/// Reads until the child closes its end.
Status collect(int descriptor, std::chrono::steady_clock::time_point deadline,
               const CancellationToken& cancel, std::string& out) {
    std::vector<char> buffer(1 << 16);
    for (;;) {
        if (cancel.isCancelled())
            return fail(ErrorCode::Cancelled, "cancelled");
        if (std::chrono::steady_clock::now() > deadline)
            return fail(ErrorCode::Timeout, "it took too long");
        pollfd ready{descriptor, POLLIN, 0};
        if (::poll(&ready, 1, static_cast<int>(kPollInterval.count())) <= 0)
            continue;
        const ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
        if (got < 0 && errno != EINTR)
            return fail(errnoError("cannot read from the child process", errno));
        if (got == 0)
            return {};
        if (got > 0)
            out.append(buffer.data(), static_cast<std::size_t>(got));
    }
}

} // namespace

Result<std::string> runIsolated(const std::function<Result<std::string>()>& work,
                                std::chrono::milliseconds limit, const CancellationToken& cancel) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return fail(errnoError("cannot make a pipe", errno));
    const pid_t child = ::fork();
    if (child == 0) {
        ::close(ends[0]);
        runChild(ends[1], work);
    }
    ::close(ends[1]);
    if (child < 0) {
        const int problem = errno;
        ::close(ends[0]);
        return fail(errnoError("cannot start a process", problem));
    }
    std::string out;
    const Status read = collect(ends[0], std::chrono::steady_clock::now() + limit, cancel, out);
    ::close(ends[0]);
    if (!read)
        ::kill(child, SIGKILL);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!read)
        return fail(read.error());
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || out.empty())
        return fail(ErrorCode::Crash, "the ONNX library crashed");
    if (out.front() == '-')
        return fail(ErrorCode::InvalidModel, out.substr(1));
    return out.substr(1);
}

} // namespace metainfer::ir
