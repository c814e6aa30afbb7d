// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Files of known hosts; libssh reads their lines (hashed names and patterns too).
#include "measurement/ssh/known_hosts.h"

#include "base/file.h"
#include "base/subprocess.h"

#include <memory>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace metainfer {

namespace {

namespace fs = std::filesystem;

struct FreeEntry {
    void operator()(ssh_knownhosts_entry* entry) const { ssh_knownhosts_entry_free(entry); }
};
using Entry = std::unique_ptr<ssh_knownhosts_entry, FreeEntry>;

/// The line's entry when it is for this name.
Entry entryOf(const std::string& name, const std::string& line) {
    ssh_knownhosts_entry* entry = nullptr;
    if (ssh_known_hosts_parse_line(name.c_str(), line.c_str(), &entry) != SSH_OK)
        return nullptr;
    return Entry(entry);
}

void checkLine(const std::string& name, std::string line, ssh_key key, KnownKey at,
               HostKeyCheck& check) {
    using Verdict = HostKeyCheck::Verdict;
    const bool isRevoked = line.starts_with("@revoked ");
    if (isRevoked)
        line.erase(0, std::string_view("@revoked ").size());
    if (line.empty() || line.front() == '#' || line.front() == '@')
        return;
    const Entry entry = entryOf(name, line);
    if (!entry || !entry->publickey)
        return;
    const bool isEqual = ssh_key_cmp(entry->publickey, key, SSH_KEY_CMP_PUBLIC) == 0;
    if (isEqual && isRevoked) {
        check.verdict = Verdict::Revoked;
    } else if (isEqual && check.verdict != Verdict::Revoked) {
        check.verdict = Verdict::Known;
    } else if (!isEqual && !isRevoked) {
        at.type = keyTypeText(entry->publickey);
        at.fingerprint = keyFingerprint(entry->publickey);
        check.others.push_back(std::move(at));
    }
}

} // namespace

std::string keyFingerprint(ssh_key key) {
    unsigned char* hash = nullptr;
    std::size_t length = 0;
    if (ssh_get_publickey_hash(key, SSH_PUBLICKEY_HASH_SHA256, &hash, &length) != SSH_OK)
        return {};
    char* text = ssh_get_fingerprint_hash(SSH_PUBLICKEY_HASH_SHA256, hash, length);
    std::string fingerprint = text ? text : "";
    ssh_string_free_char(text);
    ssh_clean_pubkey_hash(&hash);
    return fingerprint;
}

std::string keyTypeText(ssh_key key) {
    switch (ssh_key_type(key)) {
    case SSH_KEYTYPE_ED25519:
        return "ED25519";
    case SSH_KEYTYPE_RSA:
        return "RSA";
    case SSH_KEYTYPE_ECDSA_P256:
    case SSH_KEYTYPE_ECDSA_P384:
    case SSH_KEYTYPE_ECDSA_P521:
        return "ECDSA";
    default:
        return ssh_key_type_to_char(ssh_key_type(key));
    }
}

HostKeyCheck checkHostKey(const SshHop& hop, ssh_key key) {
    HostKeyCheck check;
    check.type = keyTypeText(key);
    check.fingerprint = keyFingerprint(key);
    std::vector<fs::path> files = hop.userKnownHosts;
    files.insert(files.end(), hop.systemKnownHosts.begin(), hop.systemKnownHosts.end());
    for (const fs::path& file : files) {
        const auto text = readTextFile(file);
        if (!text)
            continue;
        std::size_t start = 0;
        for (int number = 1; start < text->size(); ++number) {
            const std::size_t end = std::min(text->find('\n', start), text->size());
            checkLine(hop.knownHostsName(), text->substr(start, end - start), key,
                      {{}, {}, file, number}, check);
            start = end + 1;
        }
    }
    if (check.verdict == HostKeyCheck::Verdict::Unknown && !check.others.empty())
        check.verdict = HostKeyCheck::Verdict::Changed;
    return check;
}

Status rememberHostKey(const SshHop& hop, ssh_key key) {
    if (hop.userKnownHosts.empty())
        return {}; // UserKnownHostsFile none
    const fs::path& file = hop.userKnownHosts.front();
    char* encoded = nullptr;
    if (ssh_pki_export_pubkey_base64(key, &encoded) != SSH_OK)
        return fail(ErrorCode::Internal, "cannot write the host key as text");
    const std::string line = fmt::format("{} {} {}\n", hop.knownHostsName(),
                                         ssh_key_type_to_char(ssh_key_type(key)), encoded);
    ssh_string_free_char(encoded);
    if (const fs::path folder = file.parent_path(); !folder.empty() && !fs::exists(folder)) {
        MI_CHECK(createDirectories(folder));
        chmod(folder.c_str(), 0700);
    }
    const std::string what = fmt::format("cannot write {}", file.string());
    const UniqueFd fd(open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    if (!fd)
        return fail(errnoError(what, errno));
    // One write: lines of several connections do not mix.
    if (write(fd.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size()))
        return fail(errnoError(what, errno));
    return {};
}

} // namespace metainfer
