// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Commands and streams over a connection.
#include "measurement/ssh/ssh_connection.h"

#include "measurement/ssh/ssh_loop.h"

#include <algorithm>

#include <fmt/format.h>

namespace metainfer {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kSlice{100};
constexpr std::chrono::seconds kLongestStart{30};

/// The last line that is not empty.
std::string lastLine(std::string_view text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r'))
        text.remove_suffix(1);
    const std::size_t start = text.rfind('\n');
    return std::string(start == std::string_view::npos ? text : text.substr(start + 1));
}

/// A command's streams as a link. Keeps the connection.
class ChannelLink : public AgentLink {
  public:
    ChannelLink(std::shared_ptr<SshConnection> connection,
                std::shared_ptr<SshConnection::Channel> channel,
                std::shared_ptr<SshConnection::Loop> loop)
        : m_connection(std::move(connection))
        , m_channel(std::move(channel))
        , m_loop(std::move(loop)) {}

    ~ChannelLink() override { close(); }

    std::size_t read(char* into, std::size_t most) override {
        std::unique_lock lock(m_channel->mutex);
        m_channel->changed.wait(
            lock, [this] { return !m_channel->incoming.empty() || m_channel->hasEnded; });
        const bool wasFull = m_channel->incoming.size() >= SshConnection::Channel::kBuffer;
        const std::size_t count = std::min(most, m_channel->incoming.size());
        std::copy_n(m_channel->incoming.data(), count, into);
        m_channel->incoming.erase(0, count);
        lock.unlock();
        if (wasFull)
            m_loop->wake();
        return count;
    }

    Status write(std::string_view data) override {
        while (!data.empty()) {
            std::unique_lock lock(m_channel->mutex);
            m_channel->changed.wait(lock, [this] {
                return m_channel->outgoing.size() < SshConnection::Channel::kBuffer ||
                       m_channel->hasEnded;
            });
            if (m_channel->hasEnded)
                return fail(ErrorCode::DeviceLost,
                            fmt::format("the connection to {} has ended: {}", m_connection->name(),
                                        reason()),
                            "it is made again by itself while the device can be reached");
            const std::size_t count =
                std::min(data.size(), SshConnection::Channel::kBuffer - m_channel->outgoing.size());
            m_channel->outgoing.append(data.substr(0, count));
            data.remove_prefix(count);
            lock.unlock();
            m_loop->wake();
        }
        return {};
    }

    void close() override {
        {
            const std::lock_guard lock(m_channel->mutex);
            m_channel->wantsClose = true;
            if (!m_channel->hasEnded)
                m_channel->endReason = "closed";
            m_channel->hasEnded = true; // a waiting `read` returns at once
            m_channel->changed.notify_all();
        }
        m_loop->wake();
    }

    std::string endReason() override {
        const std::lock_guard lock(m_channel->mutex);
        return reason();
    }

  private:
    /// Under the channel's mutex.
    std::string reason() const {
        const std::string last = lastLine(m_channel->errors);
        return last.empty() ? m_channel->endReason
                            : fmt::format("{}: {}", m_channel->endReason, last);
    }

    std::shared_ptr<SshConnection> m_connection;
    std::shared_ptr<SshConnection::Channel> m_channel;
    std::shared_ptr<SshConnection::Loop> m_loop;
};

} // namespace

Result<std::shared_ptr<SshConnection>> SshConnection::connect(const SshTarget& target,
                                                              const SshPrompts& prompts,
                                                              std::shared_ptr<SshSecrets> secrets,
                                                              const Options& options,
                                                              const CancellationToken& cancel) {
    MI_CHECK(cancel.check());
    MI_ASSIGN(std::vector<SshHop> hops, resolveSsh(target));
    const std::string name = hops.back().text();
    if (!secrets)
        secrets = std::make_shared<SshSecrets>();
    auto loop =
        std::make_shared<Loop>(std::move(hops), prompts, std::move(secrets), options, cancel);
    MI_CHECK(loop->started());
    return std::shared_ptr<SshConnection>(new SshConnection(std::move(loop), name));
}

SshConnection::SshConnection(std::shared_ptr<Loop> loop, std::string name)
    : m_loop(std::move(loop))
    , m_name(std::move(name)) {}

SshConnection::~SshConnection() {
    m_loop->close();
}

Result<std::shared_ptr<SshConnection::Channel>>
SshConnection::start(const std::string& command, const CancellationToken& cancel) {
    auto channel = std::make_shared<Channel>();
    channel->command = command;
    MI_CHECK(m_loop->add(channel));
    const auto deadline = Clock::now() + kLongestStart;
    std::unique_lock lock(channel->mutex);
    while (!channel->isOpen && !channel->hasEnded) {
        channel->changed.wait_for(lock, kSlice);
        const bool isLate = Clock::now() > deadline;
        if (!cancel.isCancelled() && !isLate)
            continue;
        channel->wantsClose = true;
        m_loop->wake();
        MI_CHECK(cancel.check());
        return fail(ErrorCode::Timeout, fmt::format("{} starts no command within 30 s", m_name),
                    "the device may be overloaded; try again");
    }
    if (!channel->isOpen)
        return fail(m_loop->isConnected() ? ErrorCode::Unsupported : ErrorCode::DeviceLost,
                    fmt::format("{}: {}", m_name, channel->endReason),
                    "check that this user may run commands over SSH there");
    return channel;
}

Result<CommandOutput> SshConnection::exec(const std::string& command, std::string_view input,
                                          const SshExecLimits& limits,
                                          const CancellationToken& cancel) {
    const auto deadline = Clock::now() + limits.timeout;
    MI_ASSIGN(const std::shared_ptr<Channel> channel, start(command, cancel));
    CommandOutput output;
    std::unique_lock lock(channel->mutex);
    channel->mostErrors = limits.mostOutput;
    for (;;) {
        const std::size_t room =
            Channel::kBuffer - std::min(Channel::kBuffer, channel->outgoing.size());
        const std::size_t count = std::min(room, input.size());
        channel->outgoing.append(input.substr(0, count));
        input.remove_prefix(count);
        channel->wantsEof = input.empty();
        const std::size_t fits = limits.mostOutput - std::min(limits.mostOutput, output.out.size());
        output.out.append(channel->incoming, 0, fits);
        channel->incoming.clear();
        if (channel->hasEnded)
            break;
        m_loop->wake();
        channel->changed.wait_for(lock, kSlice);
        const bool isLate = Clock::now() > deadline;
        if (!isLate && !cancel.isCancelled())
            continue;
        channel->wantsClose = channel->wantsSignal = true;
        m_loop->wake();
        MI_CHECK(cancel.check());
        return fail(ErrorCode::Timeout,
                    fmt::format("a command on {} took longer than {} s", m_name,
                                limits.timeout.count() / 1000),
                    "the device may be overloaded; try again");
    }
    output.err = channel->errors.substr(0, limits.mostOutput);
    if (!channel->exit)
        return fail(
            ErrorCode::DeviceLost,
            fmt::format("the connection to {} ended in a command: {}", m_name, channel->endReason),
            "connect again");
    output.exit = *channel->exit;
    return output;
}

Result<std::unique_ptr<AgentLink>> SshConnection::openChannel(const std::string& command,
                                                              const CancellationToken& cancel,
                                                              std::string_view marker) {
    MI_ASSIGN(std::shared_ptr<Channel> channel, start(command, cancel));
    if (auto seen = awaitMarker(*channel, marker, cancel); !seen) {
        {
            const std::lock_guard lock(channel->mutex);
            channel->wantsClose = true;
        }
        m_loop->wake();
        return fail(std::move(seen).error());
    }
    return std::make_unique<ChannelLink>(shared_from_this(), std::move(channel), m_loop);
}

Status SshConnection::awaitMarker(Channel& channel, std::string_view marker,
                                  const CancellationToken& cancel) {
    const std::string line = fmt::format("{}\n", marker);
    const auto deadline = Clock::now() + kLongestStart;
    std::unique_lock lock(channel.mutex);
    while (!marker.empty()) {
        if (const std::size_t at = channel.incoming.find(line); at != std::string::npos) {
            channel.incoming.erase(0, at + line.size());
            break;
        }
        if (channel.hasEnded && channel.exit)
            return fail(ErrorCode::Unsupported,
                        fmt::format("{} does not start it: {} {}", m_name, channel.exit->text(),
                                    lastLine(channel.errors)),
                        "check that this user may run commands over SSH there");
        if (channel.hasEnded)
            return fail(ErrorCode::DeviceLost, fmt::format("{}: {}", m_name, channel.endReason),
                        "connect again");
        channel.changed.wait_for(lock, kSlice);
        MI_CHECK(cancel.check());
        if (Clock::now() > deadline)
            return fail(ErrorCode::Timeout, fmt::format("{} starts no command within 30 s", m_name),
                        "the device may be overloaded; try again");
    }
    return {};
}

bool SshConnection::isConnected() const {
    return m_loop->isConnected();
}

std::string SshConnection::endReason() const {
    return m_loop->endReason();
}

void SshConnection::close() {
    m_loop->close();
}

const std::string& SshConnection::name() const {
    return m_name;
}

std::string shellQuoted(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'')
            quoted += "'\\''";
        else
            quoted += c;
    }
    return quoted + "'";
}

} // namespace metainfer
