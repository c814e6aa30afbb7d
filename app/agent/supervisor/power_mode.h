// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The device's power mode: set for a while, and always put back as it was found.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "base/subprocess.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace metainfer::agent {

class PowerMode {
  public:
    /// `sysfs` is /sys. `notes` gets a file with what was found while a mode is set, so that the
    /// next agent restores it when this one is killed.
    PowerMode(std::filesystem::path sysfs, std::filesystem::path notes)
        : m_sysfs(std::move(sysfs))
        , m_notes(std::move(notes)) {}
    ~PowerMode() { restore(); }
    PowerMode(const PowerMode&) = delete;
    PowerMode& operator=(const PowerMode&) = delete;

    /// A governor of all clocks ("performance"), or a platform profile. Unsupported names what is
    /// possible; PermissionDenied the file that cannot be written; Busy the session that has set
    /// one already.
    Status set(const std::string& mode);
    void restore();
    /// {mode, choices}
    Json state() const;

    /// Puts back what agents found that were killed.
    static void restoreAbandoned(const std::filesystem::path& notes);

  private:
    using Values = std::map<std::string, std::string>; ///< file -> content
    std::vector<std::filesystem::path> governorFiles() const;
    std::vector<std::string> governors() const; ///< that all clocks know
    std::vector<std::string> profiles() const;
    std::filesystem::path profileFile() const;
    std::filesystem::path noteFile() const;
    Status apply(const Values& values);

    std::filesystem::path m_sysfs, m_notes;
    Values m_found;  ///< empty while nothing was changed
    UniqueFd m_note; ///< locked while this process lives
};

} // namespace metainfer::agent
