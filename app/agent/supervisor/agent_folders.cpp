// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Fall-backs for read-only systems and accounts without a home.
#include "agent_folders.h"

#include <cstdlib>

#include <unistd.h>

namespace metainfer::agent {

namespace fs = std::filesystem;

namespace {

fs::path variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? fs::path(value) : fs::path();
}

/// The mode alone does not tell: the file system may be read-only.
bool canWriteIn(const fs::path& folder) {
    return access(folder.c_str(), W_OK | X_OK) == 0;
}

/// Makes a folder for this user alone; false when that is impossible.
bool canMake(const fs::path& folder) {
    std::error_code error;
    if (!fs::is_directory(folder, error) && fs::create_directories(folder, error))
        fs::permissions(folder, fs::perms::owner_all, error);
    return fs::is_directory(folder, error) && canWriteIn(folder);
}

fs::path cacheFolder() {
    if (const fs::path named = variable("METAINFER_CACHE"); !named.empty())
        return named;
    if (const fs::path named = variable("XDG_CACHE_HOME"); !named.empty())
        return named / "metainfer";
    return variable("HOME") / ".cache/metainfer";
}

} // namespace

fs::path ownFolder() {
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).parent_path();
}

void settleFolders() {
    const bool isHomeless = variable("METAINFER_CACHE").empty() &&
                            variable("XDG_CACHE_HOME").empty() && variable("HOME").empty();
    if (isHomeless)
        ::setenv("METAINFER_CACHE", (ownFolder() / "cache").c_str(), 1);
    std::error_code error;
    const fs::path usual = fs::temp_directory_path(error);
    if (!error && canWriteIn(usual))
        return;
    for (const fs::path& folder : {cacheFolder() / "tmp", ownFolder() / "tmp"})
        if (canMake(folder)) {
            ::setenv("TMPDIR", folder.c_str(), 1);
            return;
        }
    for (const char* folder : {"/var/tmp", "/dev/shm"})
        if (canWriteIn(folder)) {
            ::setenv("TMPDIR", folder, 1);
            return;
        }
}

} // namespace metainfer::agent
