// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Before experience is removed: below which trust, and how much would go.
#pragma once

#include "hardware/experience_filter.h"

#include <QDialog>

class QDoubleSpinBox;
class QLabel;
class QPushButton;

namespace metainfer::workbench {

class ExpireDialog : public QDialog {
    Q_OBJECT

  public:
    explicit ExpireDialog(Records records, QWidget* parent = nullptr);
    double minimumTrust() const;

  private:
    void count();

    Records m_records;
    QDoubleSpinBox* m_least;
    QLabel* m_count;
    QPushButton* m_remove;
};

} // namespace metainfer::workbench
