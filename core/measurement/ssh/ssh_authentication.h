// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Logging in: what the server offers, tried in the order agent, key files, keyboard-interactive,
// password.
#pragma once

#include "measurement/ssh/ssh_chain.h"

#include <string>
#include <vector>

namespace metainfer {

/// One log-in of one session; `chain` runs its packets.
class SshAuthentication {
  public:
    SshAuthentication(SshChain& chain, ssh_session session, const SshHop& hop,
                      const SshPrompts& prompts, SshSecrets& secrets,
                      const CancellationToken& cancel)
        : m_chain(chain)
        , m_session(session)
        , m_hop(hop)
        , m_prompts(prompts)
        , m_secrets(secrets)
        , m_cancel(cancel) {}

    /// How it was let in ("key /home/me/.ssh/id_ed25519"). PermissionDenied lists what was tried
    /// and what the server offers; Io when the connection ends meanwhile.
    Result<std::string> run();

  private:
    enum class Outcome { In, Partly, Refused };
    struct PrivateKey;

    Result<Outcome> settle(Result<int> answer);
    Result<Outcome> tryMethods();
    Result<Outcome> tryAgent();
    Result<Outcome> tryKeyFiles();
    Result<Outcome> tryKeyFile(const std::string& file);
    Result<Outcome> tryUnlocked(const std::string& file, ssh_key key);
    Result<ssh_key> unlock(const std::string& file);
    Result<Outcome> tryInteractive();
    Result<int> answerPrompts(std::string& given, bool& gaveUp);
    Result<Outcome> tryPassword();
    bool replaceable(const std::string& what);
    bool isOffered(int method) const;
    std::string offered() const;
    std::string passwordName() const;
    Error refusal() const;
    Error lost() const;

    SshChain& m_chain;
    ssh_session m_session;
    const SshHop& m_hop;
    const SshPrompts& m_prompts;
    SshSecrets& m_secrets;
    const CancellationToken& m_cancel;
    std::string m_how;
    std::vector<std::string> m_tried;
    bool m_nobodyToAsk = false;
    int m_passwordTries = 0;
};

} // namespace metainfer
