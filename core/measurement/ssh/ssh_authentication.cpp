// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The methods of logging in.
#include "measurement/ssh/ssh_authentication.h"

#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace metainfer {

namespace {

constexpr int kMostTries = 3;
constexpr int kMostRounds = 5; ///< of servers that want several methods

/// Called by libssh for a passphrase: only notes that one is needed.
int notePassphrase(const char*, char*, std::size_t, int, int, void* needed) {
    *static_cast<bool*>(needed) = true;
    return -1;
}

/// SSH_AUTH_AGAIN as SSH_AGAIN, for SshChain::await.
int again(int answer) {
    return answer == SSH_AUTH_AGAIN ? SSH_AGAIN : answer;
}

} // namespace

Result<std::string> SshAuthentication::run() {
    MI_ASSIGN(const Outcome first,
              settle(m_chain.await([this] { return again(ssh_userauth_none(m_session, nullptr)); },
                                   "logging in")));
    if (first == Outcome::In)
        return std::string("without a secret");
    for (int round = 0; round < kMostRounds; ++round) {
        MI_ASSIGN(const Outcome outcome, tryMethods());
        if (outcome == Outcome::In)
            return m_how;
        if (outcome == Outcome::Refused)
            return fail(refusal());
        m_tried.push_back(fmt::format("{} was accepted, but the server wants one more", m_how));
    }
    return fail(refusal());
}

Result<SshAuthentication::Outcome> SshAuthentication::settle(Result<int> answer) {
    if (!answer)
        return fail(std::move(answer).error());
    switch (*answer) {
    case SSH_AUTH_SUCCESS:
        return Outcome::In;
    case SSH_AUTH_PARTIAL:
        return Outcome::Partly;
    case SSH_AUTH_DENIED:
        return Outcome::Refused;
    default:
        if (ssh_is_connected(m_session))
            return Outcome::Refused;
        return fail(lost());
    }
}

Result<SshAuthentication::Outcome> SshAuthentication::tryMethods() {
    using Method = Result<Outcome> (SshAuthentication::*)();
    const std::pair<int, Method> methods[] = {
        {SSH_AUTH_METHOD_PUBLICKEY, &SshAuthentication::tryAgent},
        {SSH_AUTH_METHOD_PUBLICKEY, &SshAuthentication::tryKeyFiles},
        {SSH_AUTH_METHOD_INTERACTIVE, &SshAuthentication::tryInteractive},
        {SSH_AUTH_METHOD_PASSWORD, &SshAuthentication::tryPassword},
    };
    for (const auto& [method, attempt] : methods) {
        if (!isOffered(method))
            continue;
        MI_ASSIGN(const Outcome outcome, (this->*attempt)());
        if (outcome != Outcome::Refused)
            return outcome;
        MI_CHECK(m_cancel.check());
    }
    return Outcome::Refused;
}

Result<SshAuthentication::Outcome> SshAuthentication::tryAgent() {
    const bool hasAgent = !m_hop.agentSocket.empty() || std::getenv("SSH_AUTH_SOCK");
    if (m_hop.identitiesOnly || m_hop.agentSocket == "none" || !hasAgent)
        return Outcome::Refused;
    MI_ASSIGN(const Outcome outcome,
              settle(m_chain.await([this] { return again(ssh_userauth_agent(m_session, nullptr)); },
                                   "logging in with the ssh-agent")));
    if (outcome == Outcome::Refused)
        m_tried.push_back("no key of the ssh-agent was accepted");
    else
        m_how = "a key of the ssh-agent";
    return outcome;
}

Result<SshAuthentication::Outcome> SshAuthentication::tryKeyFiles() {
    for (const auto& file : m_hop.identityFiles) {
        MI_ASSIGN(const Outcome outcome, tryKeyFile(file.string()));
        if (outcome != Outcome::Refused)
            return outcome;
    }
    return Outcome::Refused;
}

/// Owns a libssh key.
struct SshAuthentication::PrivateKey {
    ssh_key key = nullptr;
    ~PrivateKey() { ssh_key_free(key); }
};

Result<SshAuthentication::Outcome> SshAuthentication::tryKeyFile(const std::string& file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) {
        m_tried.push_back(fmt::format("key {}: there is no such file", file));
        return Outcome::Refused;
    }
    // With the public half at hand nobody is asked for the passphrase of a key that is of no use.
    PrivateKey publicHalf;
    if (ssh_pki_import_pubkey_file((file + ".pub").c_str(), &publicHalf.key) == SSH_OK) {
        MI_ASSIGN(const Outcome wanted, settle(m_chain.await(
                                            [&] {
                                                return again(ssh_userauth_try_publickey(
                                                    m_session, nullptr, publicHalf.key));
                                            },
                                            "offering a key")));
        if (wanted == Outcome::Refused) {
            m_tried.push_back(fmt::format("key {}: the server does not accept it", file));
            return Outcome::Refused;
        }
    }
    PrivateKey key;
    MI_ASSIGN(key.key, unlock(file));
    return key.key ? tryUnlocked(file, key.key) : Result<Outcome>(Outcome::Refused);
}

Result<SshAuthentication::Outcome> SshAuthentication::tryUnlocked(const std::string& file,
                                                                  ssh_key key) {
    MI_ASSIGN(
        const Outcome outcome,
        settle(m_chain.await([&] { return again(ssh_userauth_publickey(m_session, nullptr, key)); },
                             "logging in with a key")));
    if (outcome == Outcome::Refused)
        m_tried.push_back(fmt::format("key {}: the server does not accept it", file));
    else
        m_how = fmt::format("key {}", file);
    return outcome;
}

/// Null when it cannot be had; why is in `m_tried`.
Result<ssh_key> SshAuthentication::unlock(const std::string& file) {
    ssh_key key = nullptr;
    bool needsPassphrase = false;
    if (ssh_pki_import_privkey_file(file.c_str(), nullptr, notePassphrase, &needsPassphrase,
                                    &key) == SSH_OK)
        return key;
    if (!needsPassphrase) {
        m_tried.push_back(fmt::format("key {}: it cannot be read as a private key", file));
        return nullptr;
    }
    const std::string what = fmt::format("Passphrase of {}", file);
    for (int attempt = 0; attempt < kMostTries; ++attempt) {
        std::optional<std::string> passphrase = m_secrets.find(what);
        if (!passphrase)
            passphrase = askSecret(m_prompts, what, m_cancel);
        MI_CHECK(m_cancel.check());
        if (!passphrase) {
            m_nobodyToAsk = true;
            m_tried.push_back(fmt::format("key {}: its passphrase was not given", file));
            return nullptr;
        }
        const bool opened = ssh_pki_import_privkey_file(file.c_str(), passphrase->c_str(), nullptr,
                                                        nullptr, &key) == SSH_OK;
        if (opened)
            m_secrets.keep(what, *passphrase);
        wipe(*passphrase);
        if (opened)
            return key;
        if (!replaceable(what))
            break;
    }
    m_tried.push_back(fmt::format("key {}: the passphrase is wrong", file));
    return nullptr;
}

Result<SshAuthentication::Outcome> SshAuthentication::tryInteractive() {
    const std::string what = passwordName();
    while (m_passwordTries < kMostTries) {
        std::string given;
        bool gaveUp = false, asked = false;
        Result<int> answer = SSH_AUTH_ERROR;
        for (;;) {
            answer = m_chain.await(
                [this] { return again(ssh_userauth_kbdint(m_session, nullptr, nullptr)); },
                "logging in");
            if (!answer || *answer != SSH_AUTH_INFO)
                break;
            const int prompts = ssh_userauth_kbdint_getnprompts(m_session);
            asked = asked || prompts > 0;
            MI_CHECK(answerPrompts(given, gaveUp));
        }
        auto outcome = settle(std::move(answer));
        if (outcome && *outcome != Outcome::Refused) {
            if (!given.empty())
                m_secrets.keep(what, given);
            m_how = "keyboard-interactive";
        }
        wipe(given);
        if (!outcome || *outcome != Outcome::Refused)
            return outcome;
        if (!asked) // offered by name only, as some servers do
            return Outcome::Refused;
        gaveUp = gaveUp || !replaceable(what);
        ++m_passwordTries;
        m_tried.push_back(gaveUp ? "keyboard-interactive: the answers were not given"
                                 : "keyboard-interactive: the answers are wrong");
        if (gaveUp)
            return Outcome::Refused;
    }
    return Outcome::Refused;
}

/// `given`: what was answered to a question that hides what is typed, the password as a rule.
Result<int> SshAuthentication::answerPrompts(std::string& given, bool& gaveUp) {
    const int count = ssh_userauth_kbdint_getnprompts(m_session);
    for (int i = 0; i < count; ++i) {
        char echo = 0;
        const char* prompt =
            ssh_userauth_kbdint_getprompt(m_session, static_cast<unsigned>(i), &echo);
        const bool isPassword = echo == 0 && given.empty() && m_passwordTries < kMostTries;
        std::optional<std::string> answer;
        if (isPassword)
            answer = m_secrets.find(passwordName());
        if (!answer && !gaveUp)
            answer = askSecret(m_prompts, fmt::format("{}: {}", m_hop.text(), prompt ? prompt : ""),
                               m_cancel);
        MI_CHECK(m_cancel.check());
        gaveUp = gaveUp || !answer;
        m_nobodyToAsk = m_nobodyToAsk || !answer;
        std::string text = answer.value_or("");
        ssh_userauth_kbdint_setanswer(m_session, static_cast<unsigned>(i), text.c_str());
        if (isPassword)
            given = text;
        wipe(text);
        if (answer)
            wipe(*answer);
    }
    return count;
}

Result<SshAuthentication::Outcome> SshAuthentication::tryPassword() {
    const std::string what = passwordName();
    for (; m_passwordTries < kMostTries; ++m_passwordTries) {
        std::optional<std::string> password = m_secrets.find(what);
        if (!password)
            password = askSecret(m_prompts, what, m_cancel);
        MI_CHECK(m_cancel.check());
        if (!password) {
            m_nobodyToAsk = true;
            m_tried.push_back("the password was not given");
            return Outcome::Refused;
        }
        auto outcome = settle(m_chain.await(
            [&] { return again(ssh_userauth_password(m_session, nullptr, password->c_str())); },
            "logging in with the password"));
        if (outcome && *outcome != Outcome::Refused) {
            m_secrets.keep(what, *password);
            m_how = "the password";
        }
        wipe(*password);
        if (!outcome || *outcome != Outcome::Refused)
            return outcome;
        if (!replaceable(what))
            break;
    }
    m_tried.push_back("the password is wrong");
    return Outcome::Refused;
}

/// Forgets a secret that was refused, when somebody can give another one. Otherwise it stays: it
/// may be right and the server not ready, as while a device starts.
bool SshAuthentication::replaceable(const std::string& what) {
    if (!m_prompts.secret)
        return false;
    m_secrets.forget(what);
    return true;
}

bool SshAuthentication::isOffered(int method) const {
    return (ssh_userauth_list(m_session, nullptr) & method) != 0;
}

std::string SshAuthentication::offered() const {
    std::vector<std::string> names;
    if (isOffered(SSH_AUTH_METHOD_PUBLICKEY))
        names.push_back("publickey");
    if (isOffered(SSH_AUTH_METHOD_PASSWORD))
        names.push_back("password");
    if (isOffered(SSH_AUTH_METHOD_INTERACTIVE))
        names.push_back("keyboard-interactive");
    if (isOffered(SSH_AUTH_METHOD_GSSAPI_MIC))
        names.push_back("gssapi-with-mic");
    if (isOffered(SSH_AUTH_METHOD_HOSTBASED))
        names.push_back("hostbased");
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string SshAuthentication::passwordName() const {
    return fmt::format("Password of {}", m_hop.text());
}

Error SshAuthentication::refusal() const {
    Error error;
    error.code = ErrorCode::PermissionDenied;
    error.message =
        fmt::format("{} does not let {} in; it offers {}", m_hop.host, m_hop.user, offered());
    error.context = m_tried;
    if (m_tried.empty())
        error.context.push_back("there was no key to try");
    error.hint =
        m_nobodyToAsk
            ? "run this where you can be asked, or load the key into an ssh-agent (ssh-add)"
            : "check the user's name and the password, or install your key there with ssh-copy-id";
    return error;
}

Error SshAuthentication::lost() const {
    const std::string why = ssh_get_error(m_session);
    Error error{
        ErrorCode::Io,
        fmt::format("{} ended the connection while {} logged in: {}", m_hop.host, m_hop.user, why),
        "try again", m_tried};
    if (why.find("Too many authentication failures") != std::string::npos) {
        error.code = ErrorCode::PermissionDenied;
        error.hint = "fewer keys must be offered: set IdentitiesOnly and IdentityFile for this "
                     "host in the SSH configuration";
    }
    return error;
}

} // namespace metainfer
