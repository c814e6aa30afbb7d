// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Is a server's key the one that is known? Looks through all files, and says where a different one
// stands.
#pragma once

#include "measurement/ssh/ssh_target.h"

#include <libssh/libssh.h>

namespace metainfer {

struct KnownKey {
    std::string type, fingerprint; ///< "ED25519", "SHA256:…"
    std::filesystem::path file;
    int line = 0;
};

struct HostKeyCheck {
    enum class Verdict { Known, Unknown, Changed, Revoked } verdict = Verdict::Unknown;
    std::string type, fingerprint; ///< of the key that the server shows
    std::vector<KnownKey> others;  ///< known for this name, but different ones
};

/// "SHA256:" and the hash in base64, as `ssh-keygen -l` prints it.
std::string keyFingerprint(ssh_key key);
/// "ED25519", "ECDSA", "RSA".
std::string keyTypeText(ssh_key key);

HostKeyCheck checkHostKey(const SshHop& hop, ssh_key key);

/// Appends the key to the first of the user's files; the folder and file are made if need be.
Status rememberHostKey(const SshHop& hop, ssh_key key);

} // namespace metainfer
