// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Secrets in memory.
#include "measurement/ssh/ssh_prompts.h"

#include <cstring>

namespace metainfer {

void wipe(std::string& text) {
    explicit_bzero(text.data(), text.capacity());
    text.clear();
}

SshSecrets::~SshSecrets() {
    for (auto& [what, secret] : m_secrets)
        wipe(secret);
}

std::optional<std::string> SshSecrets::find(const std::string& what) const {
    const std::lock_guard lock(m_mutex);
    const auto found = m_secrets.find(what);
    return found == m_secrets.end() ? std::nullopt : std::optional(found->second);
}

void SshSecrets::keep(const std::string& what, const std::string& secret) {
    const std::lock_guard lock(m_mutex);
    std::string& kept = m_secrets[what];
    wipe(kept);
    kept = secret;
}

void SshSecrets::forget(const std::string& what) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_secrets.find(what);
    if (found == m_secrets.end())
        return;
    wipe(found->second);
    m_secrets.erase(found);
}

} // namespace metainfer
