// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// OpenSSH's client configuration: the keywords that decide whom to connect to and with which keys.
// libssh reads algorithms from the same file; it has no way to ask for jumps and all identities.
#pragma once

#include "base/result.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer {

/// What the configuration says of one host: of each keyword the first value, lower-case keywords.
struct SshConfig {
    std::map<std::string, std::string> first;
    std::vector<std::string> identityFiles; ///< all of them, in order

    /// Empty when it does not say.
    std::string value(const std::string& keyword) const;
};

/// Reads the files one after another; those that do not exist are skipped. `user` is what a person
/// wrote, or empty. `Match exec` never matches: no program is started.
Result<SshConfig> readSshConfig(const std::vector<std::filesystem::path>& files,
                                const std::string& alias, const std::string& user);

/// `*` and `?`, case-insensitive.
bool matchesHostPattern(std::string_view pattern, std::string_view host);

/// A value in words: spaces part, quotes keep together.
std::vector<std::string> splitConfigWords(std::string_view text);

/// The home folder of this process's user; empty when there is none.
std::filesystem::path homeFolder();
std::string loginName();

} // namespace metainfer
