// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Finding, starting and reaching a session's daemon.
#include "session_socket.h"

#include "base/file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

namespace metainfer::agent {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds kStartTime{10};
constexpr std::string_view kSocketEnd = ".sock", kLockEnd = ".lock";

/// The lock file's descriptor when no daemon of the session lives.
UniqueFd lockOf(const fs::path& file) {
    for (;;) {
        UniqueFd fd(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
        if (!fd || flock(fd.get(), LOCK_EX | LOCK_NB) != 0)
            return {};
        struct stat info {};
        if (fstat(fd.get(), &info) == 0 && info.st_nlink > 0)
            return fd;
        // Somebody removed it between the two calls: a lock on it excludes nobody.
    }
}

/// Socket addresses are short, folders need not be: the folder is named by its descriptor.
class SocketAddress {
  public:
    explicit SocketAddress(const fs::path& file)
        : m_folder(open(file.parent_path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
        m_address.sun_family = AF_UNIX;
        const std::string path =
            fmt::format("/proc/self/fd/{}/{}", m_folder.get(), file.filename().string());
        path.copy(m_address.sun_path, sizeof(m_address.sun_path) - 1);
    }
    const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&m_address); }
    socklen_t size() const { return sizeof(m_address); }

  private:
    UniqueFd m_folder;
    sockaddr_un m_address{};
};

UniqueFd connectTo(const fs::path& file) {
    UniqueFd fd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const SocketAddress address(file);
    if (fd && connect(fd.get(), address.get(), address.size()) != 0)
        fd.reset();
    return fd;
}

Result<UniqueFd> listenAt(const fs::path& file) {
    unlink(file.c_str()); // of a dead daemon
    UniqueFd fd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const SocketAddress address(file);
    const mode_t before = umask(077);
    const bool isBound = fd && bind(fd.get(), address.get(), address.size()) == 0;
    const int problem = errno;
    umask(before);
    if (!isBound || listen(fd.get(), 4) != 0)
        return fail(errnoError("cannot listen at " + file.string(), isBound ? errno : problem));
    return fd;
}

void sweepDeadSessions(const fs::path& folder) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const fs::path file = entry.path();
        if (file.extension() != kLockEnd)
            continue;
        SessionSocket dead;
        dead.lock = lockOf(file);
        dead.lockFile = file;
        dead.socketFile = fs::path(file).replace_extension(kSocketEnd);
        if (dead.lock)
            dead.remove();
    }
}

/// Leaves everything of the relay except what the daemon needs. True in the daemon.
bool becomeDaemon(const SessionSocket& socket) {
    const pid_t child = fork();
    if (child != 0) {
        if (child > 0)
            (void)waitpid(child, nullptr, 0);
        return false;
    }
    setsid();
    if (fork() != 0)
        _exit(0); // the second child is nobody's leader and gets no terminal
    const int nothing = open("/dev/null", O_RDWR);
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        dup2(nothing, fd);
    const int last = static_cast<int>(std::min<long>(sysconf(_SC_OPEN_MAX), 65536));
    for (int fd = 3; fd < last; ++fd)
        if (fd != socket.listener.get() && fd != socket.lock.get())
            close(fd);
    (void)!chdir("/");
    signal(SIGHUP, SIG_IGN);
    return true;
}

/// Copies what is there; false when a side has ended.
class Direction {
  public:
    Direction(int from, int to)
        : m_from(from)
        , m_to(to) {}
    void addPolls(std::array<pollfd, 4>& items, std::size_t at) const {
        items[at] = {m_size < m_buffer.size() && !m_isEnded ? m_from : -1, POLLIN, 0};
        items[at + 1] = {m_size > 0 ? m_to : -1, POLLOUT, 0};
    }
    bool step(const std::array<pollfd, 4>& items, std::size_t at) {
        if (items[at].revents) {
            const ssize_t got = read(m_from, m_buffer.data() + m_size, m_buffer.size() - m_size);
            m_isEnded = got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN);
            m_size += got > 0 ? static_cast<std::size_t>(got) : 0;
        }
        if (items[at + 1].revents && m_size > 0) {
            const ssize_t put = write(m_to, m_buffer.data(), m_size);
            if (put < 0 && errno != EINTR && errno != EAGAIN)
                return false;
            if (put > 0) {
                m_size -= static_cast<std::size_t>(put);
                std::copy_n(m_buffer.begin() + put, m_size, m_buffer.begin());
            }
        }
        return !m_isEnded || m_size > 0;
    }

  private:
    int m_from, m_to;
    std::array<char, 65536> m_buffer;
    std::size_t m_size = 0;
    bool m_isEnded = false;
};

} // namespace

fs::path sessionFolderPath() {
    std::error_code error;
    const fs::path base = fs::temp_directory_path(error);
    return base / fmt::format("metainfer-sessions-{}", getuid());
}

Result<fs::path> sessionFolder() {
    const fs::path folder = sessionFolderPath();
    struct stat info {};
    if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return fail(errnoError("cannot create " + folder.string(), errno));
    if (lstat(folder.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != getuid() ||
        (info.st_mode & 077) != 0)
        return fail(ErrorCode::PermissionDenied,
                    fmt::format("{} is not this user's alone", folder.string()),
                    "remove it, or set TMPDIR to another folder");
    return folder;
}

void SessionSocket::remove() {
    unlink(socketFile.c_str());
    unlink(lockFile.c_str()); // while it is locked
}

Status checkSessionName(const std::string& session) {
    constexpr std::string_view kLegal =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    if (!session.empty() && session.size() <= 64 &&
        session.find_first_not_of(kLegal) == std::string::npos)
        return {};
    return fail(ErrorCode::InvalidArgument, fmt::format("`{}` is no name of a session", session),
                "1 to 64 letters, digits, '-' and '_'");
}

Result<Attached> attach(const std::string& session) {
    MI_CHECK(checkSessionName(session));
    MI_ASSIGN(const fs::path folder, sessionFolder());
    Attached attached;
    SessionSocket& socket = attached.socket;
    socket.socketFile = folder / (session + std::string(kSocketEnd));
    socket.lockFile = folder / (session + std::string(kLockEnd));
    const auto end = std::chrono::steady_clock::now() + kStartTime;
    for (;;) {
        MI_CHECK(sessionFolder()); // an agent that ends removes an empty one
        socket.lock = lockOf(socket.lockFile);
        if (socket.lock) {
            MI_ASSIGN(socket.listener, listenAt(socket.socketFile));
            attached.isDaemon = becomeDaemon(socket);
            if (attached.isDaemon) {
                sweepDeadSessions(folder);
                return attached;
            }
            socket.lock.reset(); // the daemon's copy holds on
            socket.listener.reset();
        }
        attached.connection = connectTo(socket.socketFile);
        if (attached.connection)
            return attached;
        if (std::chrono::steady_clock::now() > end)
            return fail(ErrorCode::Io,
                        fmt::format("the session's agent does not listen at {}",
                                    socket.socketFile.string()),
                        "end the process that holds " + socket.lockFile.string());
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

int relay(const UniqueFd& connection) {
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, connection.get()})
        fcntl(fd, F_SETFL, O_NONBLOCK);
    Direction up(STDIN_FILENO, connection.get()), down(connection.get(), STDOUT_FILENO);
    std::array<pollfd, 4> items{};
    for (;;) {
        up.addPolls(items, 0);
        down.addPolls(items, 2);
        if (::poll(items.data(), items.size(), -1) < 0 && errno != EINTR)
            return 1;
        const bool upOpen = up.step(items, 0), downOpen = down.step(items, 2);
        if (!upOpen || !downOpen)
            return 0;
    }
}

} // namespace metainfer::agent
