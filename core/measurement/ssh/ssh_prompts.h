// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Questions that connecting may have, and what was answered: kept in memory only, wiped at the end.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace metainfer {

/// Called from the connection's own thread, one question at a time in the whole program. nullopt:
/// there is nobody to ask, or the person gave up.
struct SshPrompts {
    /// "Password of pi@board", "Passphrase of /home/me/.ssh/id_ed25519". Must not be echoed.
    std::function<std::optional<std::string>(const std::string& what)> secret;
    /// "The host key of board is not known: ED25519 SHA256:… . Is it the right one?"
    std::function<std::optional<bool>(const std::string& question)> confirm;
};

/// Overwrites the characters, then empties the text.
void wipe(std::string& text);

/// What was answered in this run, so that connecting again does not ask again. Thread-safe; one
/// object serves all connections to one target. Never written anywhere.
class SshSecrets {
  public:
    SshSecrets() = default;
    ~SshSecrets();
    SshSecrets(const SshSecrets&) = delete;
    SshSecrets& operator=(const SshSecrets&) = delete;

    std::optional<std::string> find(const std::string& what) const;
    void keep(const std::string& what, const std::string& secret);
    /// It was refused.
    void forget(const std::string& what);

  private:
    mutable std::mutex m_mutex;
    std::map<std::string, std::string> m_secrets;
};

} // namespace metainfer
