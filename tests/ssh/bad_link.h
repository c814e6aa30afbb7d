// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A TCP relay that makes a link bad: slow, late, frozen, cut. One thread of its own.
#pragma once

#include "base/subprocess.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <list>
#include <string>
#include <thread>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace metainfer::test {

class BadLink {
  public:
    BadLink(std::string address, int port)
        : m_address(std::move(address))
        , m_port(port)
        , m_listener(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0))
        , m_wake(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
        sockaddr_in own = socketAddress("127.0.0.1", 0);
        bind(m_listener.get(), reinterpret_cast<sockaddr*>(&own), sizeof own);
        listen(m_listener.get(), 64);
        socklen_t length = sizeof own;
        getsockname(m_listener.get(), reinterpret_cast<sockaddr*>(&own), &length);
        m_ownPort = ntohs(own.sin_port);
        m_thread = std::thread([this] { run(); });
    }
    ~BadLink() {
        m_stop = true;
        wake();
        m_thread.join();
    }

    int port() const { return m_ownPort; }
    void setDelay(std::chrono::milliseconds delay) { m_delayMs = static_cast<int>(delay.count()); }
    /// Each way; 0 = unlimited.
    void setBytesPerSecond(std::uint64_t rate) { m_rate = rate; }
    /// All connections are reset as soon as that many bytes have gone to the device, once.
    void cutAfter(std::uint64_t bytes) { m_cutAt = m_up + bytes; }
    /// Resets every connection now.
    void cut() {
        m_cutNow = true;
        wake();
    }
    /// Nothing passes any more, and nobody is told.
    void freeze(bool frozen) {
        m_frozen = frozen;
        wake();
    }
    /// Connections are accepted and reset at once.
    void refuse(bool refusing) { m_refusing = refusing; }
    std::uint64_t bytesUp() const { return m_up; }
    int cuts() const { return m_cuts; }
    int accepted() const { return m_accepted; }

  private:
    using Clock = std::chrono::steady_clock;
    struct Piece {
        Clock::time_point due;
        std::string data;
    };
    struct Way {
        int from = -1, to = -1;
        std::deque<Piece> pieces;
        std::size_t held = 0;
        double allowance = 0;
        Clock::time_point filled = Clock::now();
        bool ended = false, told = false;
    };
    struct Pair {
        UniqueFd client, device;
        Way up, down;
        bool dead = false;
    };

    static sockaddr_in socketAddress(const std::string& address, int port) {
        sockaddr_in made{};
        made.sin_family = AF_INET;
        made.sin_port = htons(static_cast<std::uint16_t>(port));
        inet_pton(AF_INET, address.c_str(), &made.sin_addr);
        return made;
    }

    static void reset(int fd) {
        const linger now{1, 0};
        setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    }

    void wake() const {
        const std::uint64_t one = 1;
        [[maybe_unused]] const auto written = write(m_wake.get(), &one, sizeof one);
    }

    void run() {
        while (!m_stop) {
            if (m_cutNow.exchange(false))
                cutAll();
            std::vector<pollfd> waited = {{m_listener.get(), POLLIN, 0}, {m_wake.get(), POLLIN, 0}};
            bool hasWork = false;
            for (Pair& pair : m_pairs)
                for (Way* way : {&pair.up, &pair.down}) {
                    if (!m_frozen && !way->ended && way->held < kMostHeld)
                        waited.push_back({way->from, POLLIN, 0});
                    hasWork = hasWork || !way->pieces.empty();
                }
            ::poll(waited.data(), waited.size(), hasWork && !m_frozen ? 2 : 50);
            std::uint64_t drained = 0;
            [[maybe_unused]] const auto count = read(m_wake.get(), &drained, sizeof drained);
            acceptAll();
            if (m_frozen)
                continue;
            for (Pair& pair : m_pairs) {
                pass(pair, pair.up, true);
                pass(pair, pair.down, false);
            }
            m_pairs.remove_if([](const Pair& pair) { return pair.dead; });
        }
    }

    void acceptAll() {
        for (;;) {
            UniqueFd client(
                accept4(m_listener.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
            if (!client)
                return;
            ++m_accepted;
            if (m_refusing) {
                reset(client.get());
                continue;
            }
            UniqueFd device(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
            const sockaddr_in address = socketAddress(m_address, m_port);
            if (connect(device.get(), reinterpret_cast<const sockaddr*>(&address),
                        sizeof address) != 0) {
                reset(client.get());
                continue;
            }
            const int one = 1;
            setsockopt(device.get(), IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
            setsockopt(client.get(), IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
            Pair& pair = m_pairs.emplace_back();
            pair.up.from = pair.down.to = client.get();
            pair.up.to = pair.down.from = device.get();
            pair.client = std::move(client);
            pair.device = std::move(device);
        }
    }

    void pass(Pair& pair, Way& way, bool isUp) {
        char buffer[16 << 10];
        while (way.held < kMostHeld && !way.ended) {
            const ssize_t count = recv(way.from, buffer, sizeof buffer, MSG_DONTWAIT);
            if (count < 0 && (errno == EAGAIN || errno == EINTR))
                break;
            if (count <= 0) {
                way.ended = true;
                break;
            }
            way.pieces.push_back({Clock::now() + std::chrono::milliseconds(m_delayMs.load()),
                                  std::string(buffer, static_cast<std::size_t>(count))});
            way.held += static_cast<std::size_t>(count);
        }
        const std::uint64_t rate = m_rate;
        const auto now = Clock::now();
        way.allowance = std::min<double>(
            way.allowance +
                static_cast<double>(rate) * std::chrono::duration<double>(now - way.filled).count(),
            static_cast<double>(std::max<std::uint64_t>(rate / 10, 1)));
        way.filled = now;
        while (!way.pieces.empty() && way.pieces.front().due <= now) {
            std::string& data = way.pieces.front().data;
            std::size_t wanted = data.size();
            if (rate > 0)
                wanted = std::min(wanted, static_cast<std::size_t>(std::max(0.0, way.allowance)));
            if (wanted == 0)
                break;
            const ssize_t count = send(way.to, data.data(), wanted, MSG_DONTWAIT | MSG_NOSIGNAL);
            if (count <= 0) {
                if (errno != EAGAIN)
                    pair.dead = true;
                break;
            }
            way.allowance -= static_cast<double>(count);
            way.held -= static_cast<std::size_t>(count);
            data.erase(0, static_cast<std::size_t>(count));
            if (data.empty())
                way.pieces.pop_front();
            if (isUp)
                m_up += static_cast<std::uint64_t>(count);
            if (isUp && m_cutAt != 0 && m_up >= m_cutAt) {
                m_cutAt = 0;
                m_cutNow = true;
                return;
            }
        }
        if (way.ended && way.pieces.empty() && !way.told) {
            shutdown(way.to, SHUT_WR);
            way.told = true;
            pair.dead = pair.dead || (pair.up.told && pair.down.told);
        }
    }

    void cutAll() {
        ++m_cuts;
        for (Pair& pair : m_pairs) {
            reset(pair.client.get());
            reset(pair.device.get());
        }
        m_pairs.clear();
    }

    static constexpr std::size_t kMostHeld = 256 << 10;
    std::string m_address;
    int m_port = 0, m_ownPort = 0;
    UniqueFd m_listener, m_wake;
    std::list<Pair> m_pairs;
    std::atomic<int> m_delayMs{0}, m_cuts{0}, m_accepted{0};
    std::atomic<std::uint64_t> m_rate{0}, m_up{0}, m_cutAt{0};
    std::atomic<bool> m_cutNow{false}, m_frozen{false}, m_refusing{false}, m_stop{false};
    std::thread m_thread;
};

} // namespace metainfer::test
