// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Looking up names and connecting.
#include "measurement/ssh/ssh_tcp.h"

#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <fmt/format.h>

namespace metainfer {

namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds kSlice{100};

/// One look-up. Outlives a caller that gives up: the system call cannot be ended.
struct Lookup {
    std::mutex mutex;
    std::condition_variable done;
    bool finished = false;
    int error = 0;
    addrinfo* found = nullptr;
    ~Lookup() {
        if (found)
            freeaddrinfo(found);
    }
};

addrinfo hints(int flags) {
    addrinfo wanted{};
    wanted.ai_socktype = SOCK_STREAM;
    wanted.ai_flags = AI_NUMERICSERV | flags;
    return wanted;
}

Error lookupError(const std::string& host, int code) {
    if (code == EAI_NONAME || code == EAI_NODATA || code == EAI_FAIL)
        return {ErrorCode::NotFound,
                fmt::format("there is no host named {}", host),
                "check the name; an address works without a name server",
                {}};
    if (code == EAI_AGAIN)
        return {ErrorCode::Timeout,
                fmt::format("the name server does not answer for {}", host),
                "check this machine's network, or give the device's address",
                {}};
    return {ErrorCode::Io,
            fmt::format("cannot look up {}: {}", host, gai_strerror(code)),
            "check the name, or give the device's address",
            {}};
}

Result<std::shared_ptr<Lookup>> lookUp(const std::string& host, int port,
                                       Clock::time_point deadline,
                                       const CancellationToken& cancel) {
    auto lookup = std::make_shared<Lookup>();
    const std::string service = std::to_string(port);
    addrinfo numeric = hints(AI_NUMERICHOST);
    if (getaddrinfo(host.c_str(), service.c_str(), &numeric, &lookup->found) == 0)
        return lookup;
    std::thread([lookup, host, service] {
        addrinfo wanted = hints(AI_ADDRCONFIG);
        addrinfo* found = nullptr;
        const int code = getaddrinfo(host.c_str(), service.c_str(), &wanted, &found);
        const std::lock_guard lock(lookup->mutex);
        lookup->error = code;
        lookup->found = found;
        lookup->finished = true;
        lookup->done.notify_all();
    }).detach();
    std::unique_lock lock(lookup->mutex);
    while (!lookup->finished) {
        lookup->done.wait_for(lock, kSlice);
        MI_CHECK(cancel.check());
        if (!lookup->finished && Clock::now() > deadline)
            return fail(lookupError(host, EAI_AGAIN));
    }
    if (lookup->error != 0)
        return fail(lookupError(host, lookup->error));
    return lookup;
}

void setOption(int fd, int level, int option, int value) {
    setsockopt(fd, level, option, &value, sizeof value);
}

/// A peer that is gone without a word is noticed within half a minute, also while data is on its
/// way.
void prepare(int fd) {
    setOption(fd, IPPROTO_TCP, TCP_NODELAY, 1);
    setOption(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
    setOption(fd, IPPROTO_TCP, TCP_KEEPIDLE, 10);
    setOption(fd, IPPROTO_TCP, TCP_KEEPINTVL, 5);
    setOption(fd, IPPROTO_TCP, TCP_KEEPCNT, 3);
    setOption(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, 25'000);
}

Error connectError(const std::string& host, int port, int code, milliseconds timeout) {
    if (code == ECONNREFUSED)
        return {ErrorCode::Io,
                fmt::format("{} refuses connections on port {}", host, port),
                "is an SSH server running there, and is this its port?",
                {}};
    if (code == ETIMEDOUT)
        return {ErrorCode::Timeout,
                fmt::format("{} does not answer on port {} within {} s", host, port,
                            timeout.count() / 1000),
                "is the device on and in this network? A firewall may drop the port",
                {}};
    if (code == EHOSTUNREACH || code == ENETUNREACH)
        return {ErrorCode::Io,
                fmt::format("no way leads to {}: {}", host, std::strerror(code)),
                "check the cable, the network and the address",
                {}};
    return {ErrorCode::Io,
            fmt::format("cannot connect to {} port {}: {}", host, port, std::strerror(code)),
            "check the network and the address",
            {}};
}

/// 0, or errno of the attempt; ETIMEDOUT at the deadline, ECANCELED when cancelled.
int connectTo(const addrinfo& address, Clock::time_point deadline, const CancellationToken& cancel,
              UniqueFd& into) {
    UniqueFd fd(socket(address.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!fd)
        return errno;
    prepare(fd.get());
    if (connect(fd.get(), address.ai_addr, address.ai_addrlen) != 0) {
        if (errno != EINPROGRESS)
            return errno;
        pollfd waited{fd.get(), POLLOUT, 0};
        while (poll(&waited, 1, static_cast<int>(kSlice.count())) <= 0) {
            if (cancel.isCancelled())
                return ECANCELED;
            if (Clock::now() > deadline)
                return ETIMEDOUT;
        }
        int code = 0;
        socklen_t length = sizeof code;
        getsockopt(fd.get(), SOL_SOCKET, SO_ERROR, &code, &length);
        if (code != 0)
            return code;
    }
    into = std::move(fd);
    return 0;
}

} // namespace

Result<UniqueFd> connectTcp(const std::string& host, int port, milliseconds timeout,
                            const CancellationToken& cancel) {
    const auto start = Clock::now();
    MI_ASSIGN(const std::shared_ptr<Lookup> lookup, lookUp(host, port, start + timeout, cancel));
    int count = 0;
    for (const addrinfo* each = lookup->found; each; each = each->ai_next)
        ++count;
    int code = EHOSTUNREACH, tried = 0;
    UniqueFd fd;
    for (const addrinfo* each = lookup->found; each; each = each->ai_next) {
        // The last one gets all the time that is left, the others their share.
        const auto left = start + timeout - Clock::now();
        code = connectTo(*each, Clock::now() + left / (count - tried++), cancel, fd);
        if (code == 0)
            return fd;
        MI_CHECK(cancel.check());
    }
    return fail(connectError(host, port, code, timeout));
}

} // namespace metainfer
