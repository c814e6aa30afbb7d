// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Connecting session by session, and moving the bytes of jump hosts.
#include "measurement/ssh/ssh_chain.h"

#include "measurement/ssh/known_hosts.h"
#include "measurement/ssh/ssh_authentication.h"
#include "measurement/ssh/ssh_tcp.h"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fmt/format.h>

namespace metainfer {

namespace {

constexpr std::size_t kRelayBuffer = 256 << 10;

std::timed_mutex& questions() {
    static std::timed_mutex mutex;
    return mutex;
}

template <typename Ask>
auto askInTurn(const Ask& ask, const CancellationToken& cancel) -> decltype(ask()) {
    while (!cancel.isCancelled()) {
        if (!questions().try_lock_for(std::chrono::milliseconds(100)))
            continue;
        const std::lock_guard lock(questions(), std::adopt_lock);
        return ask();
    }
    return std::nullopt;
}

Status option(ssh_session session, ssh_options_e which, const void* value) {
    if (ssh_options_set(session, which, value) == SSH_OK)
        return {};
    return fail(ErrorCode::InvalidArgument,
                fmt::format("the SSH library refuses an option: {}", ssh_get_error(session)),
                "check the names in the SSH configuration");
}

std::string firstLine(std::string text) {
    return text.substr(0, text.find('\n'));
}

Error changedKey(const SshHop& hop, const HostKeyCheck& check) {
    const KnownKey& known = check.others.front();
    return {ErrorCode::Conflict,
            fmt::format("the host key of {} has changed: known is {} {} ({} line {}), it now shows "
                        "{} {}",
                        hop.text(), known.type, known.fingerprint, known.file.string(), known.line,
                        check.type, check.fingerprint),
            fmt::format("was the device installed anew? Otherwise somebody may stand between. "
                        "When the new key is right: ssh-keygen -f '{}' -R '{}'",
                        known.file.string(), hop.knownHostsName()),
            {}};
}

} // namespace

std::optional<std::string> askSecret(const SshPrompts& prompts, const std::string& what,
                                     const CancellationToken& cancel) {
    if (!prompts.secret)
        return std::nullopt;
    return askInTurn([&] { return prompts.secret(what); }, cancel);
}

std::optional<bool> askConfirm(const SshPrompts& prompts, const std::string& question,
                               const CancellationToken& cancel) {
    if (!prompts.confirm)
        return std::nullopt;
    return askInTurn([&] { return prompts.confirm(question); }, cancel);
}

SshChain::~SshChain() {
    while (!m_links.empty()) {
        close(m_links.back());
        m_links.pop_back();
    }
}

/// libssh closes the descriptor that it was given only after an error.
void SshChain::close(Link& link) {
    if (link.session) {
        const int fd = link.hop.proxyCommand.empty() ? ssh_get_fd(link.session) : -1;
        if (link.event) {
            ssh_event_remove_session(link.event, link.session);
            ssh_event_free(link.event);
        }
        ssh_disconnect(link.session);
        ssh_free(link.session);
        if (fd >= 0)
            ::close(fd);
    }
    link.relay.reset();
    if (link.through)
        ssh_channel_free(link.through);
}

void SshChain::report(SshStage stage, const SshHop& hop, std::string detail, bool isDone) const {
    if (m_settings.onStage)
        m_settings.onStage({stage, hop.text(), std::move(detail), isDone});
}

Error SshChain::timeoutError(const std::string& what) const {
    const auto seconds = m_settings.stageTimeout.count() / 1000;
    return {ErrorCode::Timeout,
            fmt::format("{} took longer than {} s", what, seconds),
            "the network or the device may be overloaded; try again",
            {}};
}

Status SshChain::connect(const std::vector<SshHop>& hops, const SshPrompts& prompts,
                         SshSecrets& secrets) {
    for (const SshHop& hop : hops)
        if (auto connected = connectLink(hop, prompts, secrets); !connected)
            return &hop == &hops.back()
                       ? connected
                       : failWith(connected.error(), fmt::format("jump host {}", hop.text()));
    return {};
}

Status SshChain::connectLink(const SshHop& hop, const SshPrompts& prompts, SshSecrets& secrets) {
    report(SshStage::Connect, hop, fmt::format("connecting to {} port {}", hop.host, hop.port));
    Link link;
    link.hop = hop;
    auto reached = reach(hop, link);
    if (!reached) {
        close(link);
        return fail(std::move(reached).error());
    }
    if (*reached)
        report(SshStage::Connect, hop, fmt::format("connected to {} port {}", hop.host, hop.port),
               true);
    link.session = ssh_new();
    m_links.push_back(std::move(link));
    Link& last = m_links.back();
    MI_CHECK(configure(hop, last.session));
    if (*reached) {
        const int own = fcntl(reached->get(), F_DUPFD_CLOEXEC, 0); // libssh's, see `close`
        MI_CHECK(option(last.session, SSH_OPTIONS_FD, &own));
        reached->reset();
    }
    MI_CHECK(exchangeKeys(hop, last));
    MI_CHECK(checkServer(hop, prompts));
    report(SshStage::Authenticate, hop, fmt::format("logging in as {}", hop.user));
    SshAuthentication login(*this, last.session, last.hop, prompts, secrets, m_settings.cancel);
    MI_ASSIGN(const std::string how, login.run());
    report(SshStage::Authenticate, hop, fmt::format("logged in with {}", how), true);
    return {};
}

Result<UniqueFd> SshChain::reach(const SshHop& hop, Link& link) {
    if (!m_links.empty())
        return openJump(hop, link);
    if (!hop.proxyCommand.empty())
        return UniqueFd();
    return connectTcp(hop.host, hop.port, hop.connectTimeout, m_settings.cancel);
}

Result<UniqueFd> SshChain::openJump(const SshHop& hop, Link& link) {
    ssh_session before = session();
    link.through = ssh_channel_new(before);
    MI_ASSIGN(const int opened, await(
                                    [&] {
                                        return ssh_channel_open_forward(link.through,
                                                                        hop.host.c_str(), hop.port,
                                                                        "127.0.0.1", 0);
                                    },
                                    fmt::format("reaching {} from the jump host", hop.text())));
    if (opened != SSH_OK)
        return fail(ErrorCode::Io,
                    fmt::format("the jump host {} cannot reach {} port {}: {}",
                                m_links.back().hop.text(), hop.host, hop.port,
                                firstLine(ssh_get_error(before))),
                    "check the address as the jump host sees it, and that its SSH server allows "
                    "TCP forwarding");
    std::array<int, 2> pair{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair.data()) != 0)
        return fail(ErrorCode::Io, "cannot create a pair of sockets",
                    "close other programs and try again");
    link.relay = UniqueFd(pair[0]);
    return UniqueFd(pair[1]);
}

Status SshChain::configure(const SshHop& hop, ssh_session session) {
    const bool no = false;
    ssh_set_blocking(session, 0);
    MI_CHECK(option(session, SSH_OPTIONS_PROCESS_CONFIG, &no));
    MI_CHECK(option(session, SSH_OPTIONS_HOST, hop.alias.c_str()));
    std::error_code error;
    // For the algorithms in it; what follows is decided here.
    if (!hop.configFile.empty() && std::filesystem::exists(hop.configFile, error))
        ssh_options_parse_config(session, hop.configFile.c_str());
    const std::string name = hop.knownName.empty() ? hop.host : hop.knownName;
    const unsigned port = static_cast<unsigned>(hop.port);
    MI_CHECK(option(session, SSH_OPTIONS_HOST, name.c_str()));
    MI_CHECK(option(session, SSH_OPTIONS_PORT, &port));
    MI_CHECK(option(session, SSH_OPTIONS_USER, hop.user.c_str()));
    const auto first = [](const std::vector<std::filesystem::path>& files) {
        return files.empty() ? std::string("/dev/null") : files.front().string();
    };
    MI_CHECK(option(session, SSH_OPTIONS_KNOWNHOSTS, first(hop.userKnownHosts).c_str()));
    MI_CHECK(option(session, SSH_OPTIONS_GLOBAL_KNOWNHOSTS, first(hop.systemKnownHosts).c_str()));
    if (!hop.agentSocket.empty() && hop.agentSocket != "none")
        MI_CHECK(option(session, SSH_OPTIONS_IDENTITY_AGENT, hop.agentSocket.c_str()));
    return option(session, SSH_OPTIONS_PROXYCOMMAND,
                  hop.proxyCommand.empty() ? "none" : hop.proxyCommand.c_str());
}

Status SshChain::exchangeKeys(const SshHop& hop, Link& link) {
    report(SshStage::KeyExchange, hop, "agreeing on keys");
    ssh_set_counters(link.session, &link.bytes, &link.packets);
    const auto step = [&] {
        const int answer = ssh_connect(link.session);
        if (!link.event && answer == SSH_AGAIN) {
            link.event = ssh_event_new();
            ssh_event_add_session(link.event, link.session);
        }
        return answer;
    };
    MI_ASSIGN(const int connected,
              await(step, fmt::format("the first exchange with {}", hop.text())));
    if (connected == SSH_OK) {
        // libssh makes it a blocking one, and a large write would hold up everything else. It
        // writes only when poll says that there is room, so it never sees EAGAIN.
        const int fd = ssh_get_fd(link.session);
        fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
        report(SshStage::KeyExchange, hop,
               fmt::format("agreed on {} and {}", ssh_get_kex_algo(link.session),
                           ssh_get_cipher_out(link.session)),
               true);
        return {};
    }
    const std::string why = firstLine(ssh_get_error(link.session));
    const bool noCommon = why.find("kex") != std::string::npos;
    if (noCommon)
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} and this program share no algorithm: {}", hop.text(), why),
                    "update the SSH server, or allow its algorithms for this host in the SSH "
                    "configuration (KexAlgorithms, HostKeyAlgorithms, Ciphers)");
    return fail(ErrorCode::Io,
                fmt::format("no SSH server answers at {} port {}: {}", hop.host, hop.port, why),
                "is this the port of an SSH server? It may also be starting or limit connections");
}

Status SshChain::checkServer(const SshHop& hop, const SshPrompts& prompts) {
    report(SshStage::HostKey, hop, "checking the host key");
    ssh_key key = nullptr;
    if (ssh_get_server_publickey(session(), &key) != SSH_OK)
        return fail(ErrorCode::Io, fmt::format("{} shows no host key", hop.text()),
                    "check its SSH server");
    const std::unique_ptr<ssh_key_struct, decltype(&ssh_key_free)> owned(key, &ssh_key_free);
    const HostKeyCheck check = checkHostKey(hop, key);
    using Verdict = HostKeyCheck::Verdict;
    if (check.verdict == Verdict::Known) {
        report(SshStage::HostKey, hop,
               fmt::format("the host key is the one that is known: {} {}", check.type,
                           check.fingerprint),
               true);
        return {};
    }
    if (check.verdict == Verdict::Changed)
        return fail(changedKey(hop, check));
    if (check.verdict == Verdict::Revoked)
        return fail(ErrorCode::Conflict,
                    fmt::format("the host key of {} is revoked: {} {}", hop.text(), check.type,
                                check.fingerprint),
                    "give the device a new host key");
    const std::string shown = fmt::format("the host key of {} is not known: {} {}", hop.text(),
                                          check.type, check.fingerprint);
    bool accepted = hop.unknownHostKey == UnknownHostKey::Accept;
    if (hop.unknownHostKey == UnknownHostKey::Ask) {
        const auto answer = askConfirm(
            prompts,
            fmt::format(
                "The host key of {} is not known: {} {}. Compare it with what the device "
                "itself says (ssh-keygen -lf /etc/ssh/ssh_host_{}_key.pub there). Is it the "
                "right one?",
                hop.text(), check.type, check.fingerprint,
                check.type == "ED25519" ? "ed25519" : (check.type == "RSA" ? "rsa" : "ecdsa")),
            m_settings.cancel);
        MI_CHECK(m_settings.cancel.check());
        if (answer && !*answer)
            return fail(ErrorCode::PermissionDenied, shown + "; it was not accepted",
                        "compare it with what the device itself says");
        accepted = answer.value_or(false);
    }
    if (!accepted)
        return fail(ErrorCode::PermissionDenied, shown,
                    "connect once where you can be asked (metainfer device add), or put the key "
                    "into the file of known hosts");
    MI_CHECK(rememberHostKey(hop, key));
    report(SshStage::HostKey, hop,
           fmt::format("the host key is known from now on: {} {}", check.type, check.fingerprint),
           true);
    return {};
}

bool SshChain::isConnected() const {
    if (m_links.empty())
        return false;
    return std::all_of(m_links.begin(), m_links.end(),
                       [](const Link& link) { return ssh_is_connected(link.session) != 0; });
}

bool SshChain::isWriting() const {
    return std::any_of(m_links.begin(), m_links.end(), [](const Link& link) {
        return (ssh_get_poll_flags(link.session) & SSH_WRITE_PENDING) != 0 ||
               !link.toChannel.empty();
    });
}

std::uint64_t SshChain::progress() const {
    std::uint64_t sum = m_links.empty() ? 0 : m_links.back().bytes.in_bytes;
    for (const Link& link : m_links)
        sum += link.relayed;
    return sum;
}

std::string SshChain::sessionError() const {
    for (const Link& link : m_links)
        if (!ssh_is_connected(link.session))
            if (std::string why = firstLine(ssh_get_error(link.session)); !why.empty())
                return why;
    return "the connection ended";
}

void SshChain::pump(std::chrono::milliseconds most) {
    bool moved = false;
    for (Link& link : m_links)
        moved = passOn(link) || moved;
    std::vector<pollfd> waited;
    if (m_settings.wakeFd >= 0)
        waited.push_back({m_settings.wakeFd, POLLIN, 0});
    for (const Link& link : m_links) {
        // A program that reaches the server has two pipes; libssh's own poll knows both.
        const int fd = ssh_get_fd(link.session);
        const bool writes = (ssh_get_poll_flags(link.session) & SSH_WRITE_PENDING) != 0;
        if (fd >= 0)
            waited.push_back({fd, static_cast<short>(writes ? POLLIN | POLLOUT : POLLIN), 0});
        short relayEvents = 0;
        if (link.relay && link.toChannel.size() < kRelayBuffer)
            relayEvents |= POLLIN;
        if (link.relay && !link.toSession.empty())
            relayEvents |= POLLOUT;
        if (relayEvents != 0)
            waited.push_back({link.relay.get(), relayEvents, 0});
    }
    ::poll(waited.data(), waited.size(), moved ? 0 : static_cast<int>(most.count()));
    std::uint64_t ignored = 0;
    if (m_settings.wakeFd >= 0) [[maybe_unused]]
        const ssize_t drained = read(m_settings.wakeFd, &ignored, sizeof ignored);
    for (Link& link : m_links) {
        if (link.event)
            ssh_event_dopoll(link.event, 0);
        passOn(link);
    }
}

/// Between the channel of the session before and the socket of this one; true when bytes moved.
bool SshChain::passOn(Link& link) {
    if (!link.relay)
        return false;
    std::array<char, 64 << 10> buffer;
    const std::uint64_t before = link.relayed;
    while (link.toSession.size() < kRelayBuffer) {
        const int count =
            ssh_channel_read_nonblocking(link.through, buffer.data(), buffer.size(), 0);
        if (count <= 0)
            break;
        link.toSession.append(buffer.data(), static_cast<std::size_t>(count));
    }
    while (!link.toSession.empty()) {
        const ssize_t count =
            send(link.relay.get(), link.toSession.data(), link.toSession.size(), MSG_NOSIGNAL);
        if (count <= 0)
            break;
        link.relayed += static_cast<std::uint64_t>(count);
        link.toSession.erase(0, static_cast<std::size_t>(count));
    }
    while (link.toChannel.size() < kRelayBuffer) {
        const ssize_t count = recv(link.relay.get(), buffer.data(), buffer.size(), 0);
        if (count <= 0)
            break;
        link.toChannel.append(buffer.data(), static_cast<std::size_t>(count));
    }
    while (!link.toChannel.empty()) {
        const std::size_t room = ssh_channel_window_size(link.through);
        const std::size_t wanted = std::min(room, link.toChannel.size());
        const int count = wanted == 0 ? 0
                                      : ssh_channel_write(link.through, link.toChannel.data(),
                                                          static_cast<std::uint32_t>(wanted));
        if (count <= 0)
            break;
        link.relayed += static_cast<std::uint64_t>(count);
        link.toChannel.erase(0, static_cast<std::size_t>(count));
    }
    const bool ended = ssh_channel_is_eof(link.through) || ssh_channel_is_closed(link.through) ||
                       !ssh_is_connected(ssh_channel_get_session(link.through));
    if (ended && link.toSession.empty() && !link.relayEnded) {
        shutdown(link.relay.get(), SHUT_RDWR); // the session over it notices
        link.relayEnded = true;
    }
    return link.relayed != before;
}

} // namespace metainfer
