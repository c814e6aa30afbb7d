// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A channel's life, step by step, without waiting.
#include "measurement/ssh/ssh_channel.h"

#include <algorithm>
#include <array>
#include <csignal>

#include <fmt/format.h>

namespace metainfer {

namespace {

constexpr std::chrono::seconds kFlushTime{2};

int signalNumber(std::string_view name) {
    for (const int number : {SIGABRT, SIGALRM, SIGFPE, SIGHUP, SIGILL, SIGINT, SIGKILL, SIGPIPE,
                             SIGQUIT, SIGSEGV, SIGTERM, SIGUSR1, SIGUSR2, SIGBUS})
        if (signalName(number) == fmt::format("SIG{}", name))
            return number;
    return SIGKILL;
}

void onExitStatus(ssh_session, ssh_channel, int code, void* user) {
    auto& channel = *static_cast<SshConnection::Channel*>(user);
    channel.reported.emplace();
    channel.reported->code = code;
    channel.hasArrived = true;
}

/// Any call into libssh may take packets off the socket, also one about something else: what came
/// for this channel meanwhile shows on no socket any more.
int onData(ssh_session, ssh_channel, void*, std::uint32_t, int, void* user) {
    static_cast<SshConnection::Channel*>(user)->hasArrived = true;
    return 0; // stays in libssh's buffer until it is read
}

void onExitSignal(ssh_session, ssh_channel, const char* name, int, const char*, const char*,
                  void* user) {
    auto& channel = *static_cast<SshConnection::Channel*>(user);
    channel.reported.emplace();
    channel.reported->bySignal = true;
    channel.reported->signal = signalNumber(name ? name : "");
}

} // namespace

bool SshConnection::Channel::advance(ssh_session session) {
    switch (step) {
    case Step::Open:
    case Step::Execute:
        return openStep(session);
    case Step::Running: {
        hasArrived = false;
        bool moved = readStep();
        moved = writeStep() || moved;
        return closeStep() || moved;
    }
    case Step::Closed:
        break;
    }
    return false;
}

bool SshConnection::Channel::openStep(ssh_session session) {
    {
        const std::lock_guard lock(mutex);
        // A command that was asked for may be starting: it is ended once it is there.
        const auto now = std::chrono::steady_clock::now();
        if (wantsClose && closeDeadline == std::chrono::steady_clock::time_point{})
            closeDeadline = now + kFlushTime;
        if (wantsClose && (step == Step::Open || now > closeDeadline)) {
            finish("closed");
            return true;
        }
    }
    if (!channel) {
        channel = ssh_channel_new(session);
        callbacks.userdata = this;
        callbacks.channel_exit_status_function = onExitStatus;
        callbacks.channel_exit_signal_function = onExitSignal;
        callbacks.channel_data_function = onData;
        ssh_callbacks_init(&callbacks);
        ssh_set_channel_callbacks(channel, &callbacks);
    }
    const int answer = step == Step::Open ? ssh_channel_open_session(channel)
                                          : ssh_channel_request_exec(channel, command.c_str());
    if (answer == SSH_AGAIN)
        return false;
    const std::lock_guard lock(mutex);
    if (answer != SSH_OK) {
        const std::string why = ssh_get_error(session);
        finish(fmt::format("the device starts no command: {}", why));
    } else if (step == Step::Open) {
        step = Step::Execute;
    } else {
        step = Step::Running;
        isOpen = true;
        changed.notify_all();
    }
    return true;
}

bool SshConnection::Channel::readStep() {
    const bool moved = readStream(false);
    return readStream(true) || moved;
}

bool SshConnection::Channel::readStream(bool isError) {
    std::array<char, 64 << 10> buffer;
    bool moved = false;
    for (;;) {
        {
            const std::lock_guard lock(mutex);
            if (!isError && incoming.size() >= kBuffer)
                return moved;
        }
        const int count =
            ssh_channel_read_nonblocking(channel, buffer.data(), buffer.size(), isError ? 1 : 0);
        if (count <= 0)
            return moved;
        moved = true;
        const std::lock_guard lock(mutex);
        std::string& stream = isError ? errors : incoming;
        stream.append(buffer.data(), static_cast<std::size_t>(count));
        if (isError && stream.size() > 2 * mostErrors)
            stream.erase(0, stream.size() - mostErrors);
        changed.notify_all();
    }
}

bool SshConnection::Channel::writeStep() {
    const std::lock_guard lock(mutex);
    bool moved = false;
    while (!outgoing.empty() && !eofSent) {
        const std::size_t wanted =
            std::min<std::size_t>(outgoing.size(), ssh_channel_window_size(channel));
        if (wanted == 0)
            break;
        const int count =
            ssh_channel_write(channel, outgoing.data(), static_cast<std::uint32_t>(wanted));
        if (count <= 0)
            break;
        outgoing.erase(0, static_cast<std::size_t>(count));
        moved = true;
        changed.notify_all();
    }
    if (wantsEof && outgoing.empty() && !eofSent) {
        ssh_channel_send_eof(channel);
        eofSent = moved = true;
    }
    return moved;
}

bool SshConnection::Channel::closeStep() {
    const std::lock_guard lock(mutex);
    // Closed by the other side once everything was read: `is_closed` says both.
    if (ssh_channel_is_closed(channel) && ssh_channel_poll(channel, 0) <= 0 &&
        ssh_channel_poll(channel, 1) <= 0) {
        exit = reported;
        finish(reported ? reported->text() : std::string("the channel was closed"));
        return true;
    }
    if (!wantsClose)
        return false;
    const auto now = std::chrono::steady_clock::now();
    if (closeDeadline == std::chrono::steady_clock::time_point{})
        closeDeadline = now + kFlushTime;
    if (!outgoing.empty() && now < closeDeadline && !wantsSignal)
        return false;
    if (wantsSignal)
        ssh_channel_request_send_signal(channel, "TERM");
    finish("closed");
    return true;
}

/// Under the mutex.
void SshConnection::Channel::finish(std::string reason) {
    if (channel) {
        ssh_channel_close(channel);
        ssh_remove_channel_callbacks(channel, &callbacks);
        ssh_channel_free(channel);
        channel = nullptr;
    }
    step = Step::Closed;
    if (!hasEnded)
        endReason = std::move(reason);
    hasEnded = true;
    changed.notify_all();
}

void SshConnection::Channel::end(const std::string& reason) {
    const std::lock_guard lock(mutex);
    finish(reason);
}

} // namespace metainfer
