// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Where profiles are found by name, and how their revisions are kept.
#pragma once

#include "hardware/profile_yaml.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::hardware {

/// Folders that are searched for profiles, first match wins: ./profiles, $METAINFER_PROFILES
/// (colon-separated), $XDG_DATA_HOME/metainfer/profiles (else ~/.local/share), the installed
/// share folder beside the program, and the source tree that it was built from. Only those that
/// exist.
std::vector<std::filesystem::path> profileFolders();
/// Where new profiles are stored: the user's data folder. It may not exist yet.
std::filesystem::path userProfileFolder();

/// Finds and keeps profiles. A profile NAME is the file NAME.yaml; its earlier revisions lie beside
/// it in NAME.history/rN.yaml.
class ProfileStore {
  public:
    /// With the folders above.
    ProfileStore();
    explicit ProfileStore(std::vector<std::filesystem::path> folders);

    /// `nameOrPath` with a slash or ending in .yaml/.yml is a path. NotFound names near ones.
    Result<std::filesystem::path> find(const std::string& nameOrPath) const;
    Result<LoadedProfile> load(const std::string& nameOrPath) const;
    /// Names in all folders, sorted, each once.
    std::vector<std::string> names() const;
    /// All that load; unreadable ones are left out and named in `problems` when given.
    std::vector<Profile> all(std::vector<Error>* problems = nullptr) const;

    /// Stores `profile` in `folder` as the next revision with `reason` (must not be empty) and
    /// `date` (ISO 8601). When the content equals the stored one nothing changes. Writers of
    /// several processes take turns. Comments and order of `layout`, a YAML text of the profile,
    /// are kept; without it those of the stored file. Returns what was stored.
    static Result<Profile> save(const std::filesystem::path& folder, Profile profile,
                                const std::string& reason, const std::string& date,
                                const std::string& layout = {});
    /// Revisions of the profile at `path`, oldest first; the last one is the current one.
    static Result<std::vector<Revision>> history(const std::filesystem::path& path);
    static Result<Profile> revision(const std::filesystem::path& path, int number);
    /// Makes the content of an earlier revision the newest one: history is never rewritten.
    static Result<Profile> rollBack(const std::filesystem::path& path, int number,
                                    const std::string& date);

  private:
    std::vector<std::filesystem::path> m_folders;
};

} // namespace metainfer::hardware
