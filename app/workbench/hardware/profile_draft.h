// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Keeps what was typed into a profile and not saved, over the end of the program, however it ends.
#pragma once

#include "hardware/profile_document.h"

class QSettings;

namespace metainfer::workbench {

class ProfileDraft : public QObject {
    Q_OBJECT

  public:
    ProfileDraft(ProfileDocument& document, QSettings& settings, QObject* parent = nullptr);
    ~ProfileDraft() override;

    bool isKept() const;
    /// The file that it was typed into; empty = a new profile.
    std::filesystem::path file() const;
    /// The next document that is opened gets the draft, as one step that can be undone.
    void giveToNext();

  private:
    void keep();

    ProfileDocument& m_document;
    QSettings& m_settings;
    QTimer m_delay;
    QString m_given; ///< for the next document
    QString m_open;  ///< for the one that is open, once it was read
};

} // namespace metainfer::workbench
