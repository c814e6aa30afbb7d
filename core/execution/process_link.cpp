// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Pipes of a child process.
#include "execution/process_link.h"

#include "base/file.h"

#include <cerrno>
#include <filesystem>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <fmt/format.h>

namespace metainfer {

Result<std::unique_ptr<ProcessLink>>
ProcessLink::start(const std::vector<std::string>& arguments,
                   const std::vector<std::string>& environment) {
    SpawnOptions options;
    options.arguments = arguments;
    options.environment = environment;
    options.pipeStderr = false; // the agent is silent unless it cannot start
    UniqueFd wake(eventfd(0, EFD_CLOEXEC));
    if (!wake)
        return fail(errnoError("cannot create an event", errno));
    MI_ASSIGN(Subprocess process, Subprocess::spawn(options));
    std::unique_ptr<ProcessLink> link(new ProcessLink(std::move(process)));
    link->m_wake = std::move(wake);
    return link;
}

ProcessLink::~ProcessLink() {
    m_isClosed = false;
    m_process.closeStdin(); // the agent ends its runners, removes its files and exits
    (void)endReason();
    m_process.killGroup(); // nothing when it has ended
}

std::size_t ProcessLink::read(char* into, std::size_t most) {
    for (;;) {
        pollfd items[2] = {{m_process.stdoutFd(), POLLIN, 0}, {m_wake.get(), POLLIN, 0}};
        if (::poll(items, 2, -1) < 0 && errno != EINTR)
            return 0;
        if (items[1].revents)
            return 0;
        if (!items[0].revents)
            continue;
        const ssize_t got = ::read(m_process.stdoutFd(), into, most);
        if (got < 0 && errno == EINTR)
            continue;
        return got > 0 ? static_cast<std::size_t>(got) : 0;
    }
}

Status ProcessLink::write(std::string_view data) {
    return writeAll(m_process.stdinFd(), data);
}

void ProcessLink::close() {
    m_isClosed = true;
    (void)!eventfd_write(m_wake.get(), 1);
}

std::string ProcessLink::endReason() {
    const std::lock_guard lock(m_endMutex);
    // What this side has closed has no reason of its own to end.
    const auto exit = m_process.wait(std::chrono::seconds(m_isClosed ? 0 : 5));
    if (!exit)
        return m_isClosed ? "closed" : "its output ended";
    if (exit->bySignal) {
        std::error_code error;
        const auto base = std::filesystem::temp_directory_path(error);
        if (!error)
            std::filesystem::remove_all(base / fmt::format("metainfer-agent-{}", m_process.pid()),
                                        error);
    }
    return exit->text();
}

} // namespace metainfer
