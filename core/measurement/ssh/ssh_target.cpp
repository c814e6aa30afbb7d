// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Parsing of a target, and what the configuration makes of it.
#include "measurement/ssh/ssh_target.h"

#include "measurement/ssh/ssh_config.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>

#include <unistd.h>

#include <fmt/format.h>

namespace metainfer {

namespace {

namespace fs = std::filesystem;

constexpr int kDefaultPort = 22;
constexpr int kMostJumps = 8;

tl::unexpected<Error> targetError(std::string_view text, std::string_view what) {
    return fail(ErrorCode::InvalidArgument, fmt::format("`{}` is no SSH target: {}", text, what),
                "write USER@HOST, USER@HOST:PORT or USER@[IPV6-ADDRESS]:PORT");
}

std::optional<int> parsePort(std::string_view text) {
    int port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    const bool isWhole = error == std::errc{} && end == text.data() + text.size();
    return isWhole && port >= 1 && port <= 65535 ? std::optional(port) : std::nullopt;
}

/// Control characters and blanks have no place in names, and `-` at the front would be an option.
bool isName(std::string_view text) {
    return !text.empty() && text.front() != '-' &&
           std::none_of(text.begin(), text.end(), [](unsigned char c) {
               return c <= ' ' || c == 0x7f || c == '@' || c == '/' || c == '\'' || c == '"';
           });
}

fs::path environmentPath(const char* name) {
    const char* value = std::getenv(name);
    return value ? fs::path(value) : fs::path();
}

/// `~/` and the tokens of ssh_config(5) that these keywords know.
fs::path expandPath(const std::string& text, const SshHop& hop) {
    std::string expanded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%' || i + 1 == text.size()) {
            expanded += text[i];
            continue;
        }
        switch (text[++i]) {
        case '%':
            expanded += '%';
            break;
        case 'd':
            expanded += homeFolder().string();
            break;
        case 'h':
            expanded += hop.host;
            break;
        case 'n':
            expanded += hop.alias;
            break;
        case 'p':
            expanded += std::to_string(hop.port);
            break;
        case 'r':
            expanded += hop.user;
            break;
        case 'u':
            expanded += loginName();
            break;
        default:
            expanded += {'%', text[i]};
            break;
        }
    }
    if (expanded.starts_with("~/"))
        return homeFolder() / expanded.substr(2);
    return expanded;
}

std::vector<fs::path> configFiles(const SshTarget& target) {
    if (!target.configFile.empty())
        return {target.configFile};
    if (const fs::path named = environmentPath("METAINFER_SSH_CONFIG"); !named.empty())
        return {named};
    return {homeFolder() / ".ssh/config", "/etc/ssh/ssh_config"};
}

std::vector<fs::path> pathsOf(const std::string& value, const SshHop& hop) {
    std::vector<fs::path> paths;
    for (const std::string& word : splitConfigWords(value))
        if (word != "none")
            paths.push_back(expandPath(word, hop));
    return paths;
}

void decideKnownHosts(const SshTarget& target, const SshConfig& config, SshHop& hop) {
    fs::path only = target.knownHostsFile;
    if (only.empty())
        only = environmentPath("METAINFER_KNOWN_HOSTS");
    if (!only.empty()) {
        hop.userKnownHosts = {only};
    } else {
        hop.userKnownHosts = pathsOf(config.value("userknownhostsfile"), hop);
        hop.systemKnownHosts = pathsOf(config.value("globalknownhostsfile"), hop);
        if (config.value("userknownhostsfile").empty())
            hop.userKnownHosts = {homeFolder() / ".ssh/known_hosts",
                                  homeFolder() / ".ssh/known_hosts2"};
        if (config.value("globalknownhostsfile").empty())
            hop.systemKnownHosts = {"/etc/ssh/ssh_known_hosts"};
    }
    const std::string strict = config.value("stricthostkeychecking");
    if (strict == "yes")
        hop.unknownHostKey = UnknownHostKey::Refuse;
    else if (strict == "accept-new" || strict == "no" || strict == "off")
        hop.unknownHostKey = UnknownHostKey::Accept;
}

void decideIdentities(const SshTarget& target, const SshConfig& config, SshHop& hop) {
    hop.identitiesOnly = config.value("identitiesonly") == "yes";
    hop.agentSocket = config.value("identityagent");
    if (hop.agentSocket == "SSH_AUTH_SOCK")
        hop.agentSocket.clear();
    if (!hop.agentSocket.empty() && hop.agentSocket != "none")
        hop.agentSocket = expandPath(hop.agentSocket, hop).string();
    for (const fs::path& file : target.identityFiles)
        hop.identityFiles.push_back(expandPath(file.string(), hop));
    for (const std::string& file : config.identityFiles)
        if (file != "none")
            hop.identityFiles.push_back(expandPath(file, hop));
    std::error_code error;
    if (config.identityFiles.empty())
        for (const char* name : {"id_ed25519", "id_ecdsa", "id_rsa"})
            if (const fs::path file = homeFolder() / ".ssh" / name; fs::exists(file, error))
                hop.identityFiles.push_back(file);
}

Result<SshHop> decideHop(const SshTarget& target, const SshConfig& config) {
    SshHop hop;
    hop.alias = hop.host = target.host;
    hop.user = target.user.empty() ? config.value("user") : target.user;
    if (hop.user.empty())
        hop.user = loginName();
    if (const std::string name = config.value("hostname"); !name.empty())
        hop.host = expandPath(name, hop).string();
    hop.port = target.port;
    if (const std::string port = config.value("port"); hop.port == 0 && !port.empty()) {
        const auto parsed = parsePort(port);
        if (!parsed)
            return fail(
                ErrorCode::InvalidArgument,
                fmt::format("the SSH configuration gives {} the port `{}`", target.host, port),
                "legal is a whole number from 1 to 65535");
        hop.port = *parsed;
    }
    if (hop.port == 0)
        hop.port = kDefaultPort;
    hop.knownName = config.value("hostkeyalias");
    if (const auto files = configFiles(target); !files.empty())
        hop.configFile = files.front();
    if (const auto seconds = parsePort(config.value("connecttimeout")))
        hop.connectTimeout = std::chrono::seconds(std::min(*seconds, 300));
    if (const std::string command = config.value("proxycommand"); command != "none")
        hop.proxyCommand = command;
    decideKnownHosts(target, config, hop);
    decideIdentities(target, config, hop);
    return hop;
}

std::vector<std::string> splitJumps(const std::string& value) {
    std::vector<std::string> jumps;
    std::size_t start = 0;
    while (start <= value.size() && !value.empty()) {
        const std::size_t comma = std::min(value.find(',', start), value.size());
        jumps.push_back(value.substr(start, comma - start));
        start = comma + 1;
    }
    return jumps;
}

/// Appends the jumps of `target`, then itself.
Status appendHops(const SshTarget& target, std::vector<SshHop>& hops, int depth) {
    if (depth > kMostJumps || hops.size() > kMostJumps)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("more than {} jumps lead to {}", kMostJumps, target.host),
                    "does a jump host lead back to itself?");
    MI_ASSIGN(const SshConfig config, readSshConfig(configFiles(target), target.host, target.user));
    MI_ASSIGN(SshHop hop, decideHop(target, config));
    // Of ProxyJump and ProxyCommand the one that the configuration names counts; jumps given win.
    std::vector<std::string> jumps = target.jumps;
    if (jumps.empty() && hop.proxyCommand.empty())
        jumps = splitJumps(config.value("proxyjump"));
    else if (!jumps.empty())
        hop.proxyCommand.clear();
    if (jumps.size() == 1 && jumps.front() == "none")
        jumps.clear();
    for (std::size_t i = 0; i < jumps.size(); ++i) {
        auto jump = SshTarget::parse(jumps[i]);
        if (!jump)
            return failWith(jump.error(), fmt::format("jump host of {}", target.host));
        jump->configFile = target.configFile;
        jump->knownHostsFile = target.knownHostsFile;
        jump->identityFiles = target.identityFiles;
        if (i > 0) // reached through the one before it, not as its own entry says
            jump->jumps = {"none"};
        MI_CHECK(appendHops(*jump, hops, depth + 1));
    }
    hops.push_back(std::move(hop));
    return {};
}

} // namespace

Result<SshTarget> SshTarget::parse(std::string_view text) {
    const std::string_view whole = text;
    SshTarget target;
    if (text.starts_with("ssh://")) {
        text.remove_prefix(6);
        if (text.ends_with('/'))
            text.remove_suffix(1);
    }
    if (const std::size_t at = text.rfind('@'); at != std::string_view::npos) {
        target.user = text.substr(0, at);
        text.remove_prefix(at + 1);
        if (!isName(target.user))
            return targetError(whole, "the user's name before `@` is empty or not legal");
    }
    std::string_view port;
    bool hasPort = false;
    if (text.starts_with('[')) {
        const std::size_t end = text.find(']');
        if (end == std::string_view::npos)
            return targetError(whole, "`[` has no `]`");
        target.host = text.substr(1, end - 1);
        text.remove_prefix(end + 1);
        hasPort = text.starts_with(':');
        if (!text.empty() && !hasPort)
            return targetError(whole, "only `:PORT` can follow `]`");
        port = hasPort ? text.substr(1) : port;
    } else if (std::count(text.begin(), text.end(), ':') == 1) {
        hasPort = true;
        target.host = text.substr(0, text.find(':'));
        port = text.substr(text.find(':') + 1);
    } else {
        target.host = text; // a name, or an IPv6 address without port
    }
    if (!isName(target.host))
        return targetError(whole, "the host's name is empty or not legal");
    if (hasPort) {
        const auto parsed = parsePort(port);
        if (!parsed)
            return targetError(whole,
                               fmt::format("the port `{}` is no number from 1 to 65535", port));
        target.port = *parsed;
    }
    return target;
}

std::string SshTarget::text() const {
    const bool isV6 = host.find(':') != std::string::npos;
    std::string text = user.empty() ? std::string() : user + "@";
    text += isV6 ? "[" + host + "]" : host;
    if (port != 0)
        text += fmt::format(":{}", port);
    return text;
}

std::string SshHop::text() const {
    SshTarget target;
    target.user = user;
    target.host = alias;
    target.port = port == kDefaultPort ? 0 : port;
    return target.text();
}

std::string SshHop::knownHostsName() const {
    if (!knownName.empty())
        return knownName;
    return port == kDefaultPort ? host : fmt::format("[{}]:{}", host, port);
}

Result<std::vector<SshHop>> resolveSsh(const SshTarget& target) {
    std::vector<SshHop> hops;
    MI_CHECK(appendHops(target, hops, 0));
    return hops;
}

} // namespace metainfer
