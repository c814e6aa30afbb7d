// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// All profiles that can be named, read off the GUI thread, and those that are compared.
#pragma once

#include "bridge/jobs.h"

#include "engine/commands.h"
#include "hardware/profile.h"

#include <QObject>

#include <filesystem>
#include <memory>
#include <vector>

namespace metainfer::workbench {

struct CatalogueEntry {
    QString name; ///< as the engine finds it
    std::filesystem::path file;
    std::shared_ptr<const hardware::Profile> profile; ///< null: the file does not load
    QString problem;                                  ///< why it does not load
    bool own = false;                                 ///< in the user's folder
};

class ProfileCatalogue : public QObject {
    Q_OBJECT

  public:
    ProfileCatalogue(engine::Commands& engine, Jobs& jobs, QObject* parent = nullptr);

    /// Reads all again; `changed` follows.
    void reload();
    bool isLoading() const { return m_loading; }
    const std::vector<CatalogueEntry>& entries() const { return m_entries; }
    const CatalogueEntry* find(const std::filesystem::path& file) const;
    /// A profile from outside the folders, shown among the others from now on.
    void addFile(const std::filesystem::path& file);

  signals:
    void changed();

  private:
    engine::Commands& m_engine;
    Jobs& m_jobs;
    std::vector<std::filesystem::path> m_extra;
    std::vector<CatalogueEntry> m_entries;
    bool m_loading = false, m_again = false;
};

/// "Neural processor", "Processor", … in the current language.
QString deviceTypeText(hardware::DeviceType type);
/// Where most of a profile's numbers come from: "measured", "datasheet", …; and what a list shows.
QString profileDetail(const hardware::Profile& profile);

} // namespace metainfer::workbench
