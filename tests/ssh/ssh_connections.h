// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A device, a person and connections between them, for tests of connections.
#pragma once

#include "measurement/ssh/ssh_connection.h"
#include "ssh/bad_link.h"
#include "ssh/person.h"
#include "ssh/ssh_lab.h"

#include <QtTest>

#include <memory>

namespace metainfer::test {

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// Bytes that do not compress, always the same.
inline std::string noise(std::size_t bytes) {
    std::string text(bytes, '\0');
    std::uint32_t state = 12345;
    for (char& c : text) {
        state = state * 1664525u + 1013904223u;
        c = static_cast<char>(state >> 24);
    }
    return text;
}

class SshConnections {
  protected:
    /// Once a test program, where a lab can be had.
    void open() {
        m_lab = std::make_unique<SshLab>();
        m_lockedKey = m_lab->makeKey("id_locked", "open sesame");
        SshLab::Settings settings;
        settings.authorized = SshLab::publicHalf(m_lockedKey);
        m_board = &m_lab->add(settings);
    }
    /// Before each test: nothing is known.
    void begin() {
        m_secrets = std::make_shared<SshSecrets>();
        m_options = {};
        qunsetenv("SSH_AUTH_SOCK");
    }
    Result<std::shared_ptr<SshConnection>> connectTo(const SshTarget& target, Person& person,
                                                     const CancellationToken& cancel = {}) {
        return SshConnection::connect(target, person.prompts(), m_secrets, m_options, cancel);
    }
    /// By password; a failure fails the test at the caller's.
    std::shared_ptr<SshConnection> connected(const SshTarget& target) {
        Person person{{SshLab::kPassword}};
        auto connection = connectTo(target, person);
        if (!connection)
            qWarning("%s", connection.error().text().c_str());
        return connection.value_or(nullptr);
    }
    SshTarget through(const BadLink& link) const {
        SshTarget target = m_board->target();
        target.host = "127.0.0.1";
        target.port = link.port();
        return target;
    }

    std::unique_ptr<SshLab> m_lab;
    SshLab::Device* m_board = nullptr;
    fs::path m_lockedKey;
    std::shared_ptr<SshSecrets> m_secrets;
    SshConnection::Options m_options;
};

} // namespace metainfer::test
