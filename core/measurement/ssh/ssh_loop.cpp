// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Serving a connection.
#include "measurement/ssh/ssh_loop.h"

#include <algorithm>

#include <sys/eventfd.h>
#include <unistd.h>

#include <fmt/format.h>
#include <libssh/server.h> // ssh_send_keepalive

namespace metainfer {

namespace {

constexpr std::chrono::milliseconds kLongestWait{500};
constexpr std::chrono::seconds kLongestClose{3};

} // namespace

SshConnection::Loop::Loop(std::vector<SshHop> hops, SshPrompts prompts,
                          std::shared_ptr<SshSecrets> secrets, Options options,
                          CancellationToken cancel)
    : m_hops(std::move(hops))
    , m_prompts(std::move(prompts))
    , m_secrets(std::move(secrets))
    , m_options(std::move(options))
    , m_cancel(std::move(cancel))
    , m_wakeFd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    m_thread = std::thread([this] { run(); });
}

SshConnection::Loop::~Loop() {
    close();
}

Status SshConnection::Loop::started() {
    return m_started.get_future().get();
}

Status SshConnection::Loop::add(std::shared_ptr<Channel> channel) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_hasEnded)
            return fail(ErrorCode::DeviceLost,
                        fmt::format("the connection has ended: {}", m_endReason), "connect again");
        m_added.push_back(std::move(channel));
    }
    wake();
    return {};
}

void SshConnection::Loop::wake() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = write(m_wakeFd.get(), &one, sizeof one);
}

void SshConnection::Loop::close() {
    m_stop = true;
    wake();
    if (m_thread.joinable())
        m_thread.join();
}

std::string SshConnection::Loop::endReason() const {
    const std::lock_guard lock(m_mutex);
    return m_endReason;
}

void SshConnection::Loop::run() {
    SshChain chain({m_options.stageTimeout, m_options.onStage, m_cancel, m_wakeFd.get()});
    Status connected = chain.connect(m_hops, m_prompts, *m_secrets);
    const bool isConnected = connected.has_value();
    m_isConnected = isConnected;
    m_lastSign = std::chrono::steady_clock::now();
    m_started.set_value(std::move(connected));
    if (isConnected)
        serve(chain);
    else
        finish("it was never made");
    m_isConnected = false;
}

void SshConnection::Loop::serve(SshChain& chain) {
    for (;;) {
        {
            const std::lock_guard lock(m_mutex);
            m_channels.insert(m_channels.end(), m_added.begin(), m_added.end());
            m_added.clear();
        }
        const bool moved = advanceChannels(chain);
        if (!chain.isConnected())
            return finish(chain.sessionError());
        if (!isAlive(chain))
            return finish(fmt::format("no answer for {} s", m_options.keepAlive.count() *
                                                                m_options.keepAliveMisses / 1000));
        if (m_stop && closesDown(chain))
            return finish("closed");
        chain.pump(moved ? std::chrono::milliseconds(0)
                         : std::min(kLongestWait, m_options.keepAlive));
    }
}

/// True when what was written has left and all channels are closed, or that takes too long.
bool SshConnection::Loop::closesDown(SshChain& chain) {
    const auto now = std::chrono::steady_clock::now();
    if (m_closeDeadline == std::chrono::steady_clock::time_point{})
        m_closeDeadline = now + kLongestClose;
    for (const auto& channel : m_channels) {
        const std::lock_guard lock(channel->mutex);
        channel->wantsClose = true;
    }
    return (m_channels.empty() && !chain.isWriting()) || now > m_closeDeadline;
}

bool SshConnection::Loop::advanceChannels(SshChain& chain) {
    bool moved = false;
    for (const auto& channel : m_channels)
        moved = channel->advance(chain.session()) || moved;
    std::erase_if(m_channels,
                  [](const auto& channel) { return channel->step == Channel::Step::Closed; });
    return moved || std::any_of(m_channels.begin(), m_channels.end(),
                                [](const auto& channel) { return channel->hasArrived; });
}

bool SshConnection::Loop::isAlive(SshChain& chain) {
    const auto now = std::chrono::steady_clock::now();
    if (chain.progress() != m_lastProgress) {
        m_lastProgress = chain.progress();
        m_lastSign = now;
    }
    if (m_isAsking) // any answer, also a refusal, says that it lives
        m_isAsking = ssh_send_keepalive(chain.session()) == SSH_AGAIN;
    else if (now - m_lastSign >= m_options.keepAlive)
        m_isAsking = ssh_send_keepalive(chain.session()) == SSH_AGAIN;
    return now - m_lastSign < m_options.keepAlive * m_options.keepAliveMisses;
}

void SshConnection::Loop::finish(const std::string& reason) {
    m_isConnected = false;
    std::vector<std::shared_ptr<Channel>> channels = std::move(m_channels);
    m_channels.clear();
    {
        const std::lock_guard lock(m_mutex);
        m_hasEnded = true;
        m_endReason = reason;
        channels.insert(channels.end(), m_added.begin(), m_added.end());
        m_added.clear();
    }
    for (const auto& channel : channels)
        channel->end(reason);
}

} // namespace metainfer
