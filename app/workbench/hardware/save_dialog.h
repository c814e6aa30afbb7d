// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Before a profile is written: where to, what changes, and why.
#pragma once

#include "hardware/profile_diff.h"

#include <QDialog>

#include <filesystem>

class QLineEdit;

namespace metainfer::workbench {

class SaveDialog : public QDialog {
    Q_OBJECT

  public:
    /// `meetsAnother`: the target is the file of another profile.
    SaveDialog(const std::filesystem::path& target, bool meetsAnother,
               const std::vector<hardware::FieldChange>& changes, QWidget* parent = nullptr);
    QString reason() const;
    void setReason(const QString& reason);

  private:
    QLineEdit* m_reason;
};

} // namespace metainfer::workbench
