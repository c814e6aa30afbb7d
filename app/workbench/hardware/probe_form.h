// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What to probe: device, suite, parts, data types, operators, time.
#pragma once

#include "hardware/probe_presenter.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QSettings;
class QSpinBox;

namespace metainfer::workbench {

class ProbeForm : public QWidget {
    Q_OBJECT

  public:
    explicit ProbeForm(QSettings& settings, QWidget* parent = nullptr);
    ProbeChoice choice() const;
    /// Why it cannot start; empty = it can.
    QString obstacle() const;
    void retranslate();

  signals:
    void changed();

  private:
    void keep();
    void showState();

    QSettings& m_settings;
    QLabel *m_deviceLabel, *m_suiteLabel, *m_suiteHint, *m_partsLabel, *m_typesLabel,
        *m_familiesLabel, *m_limitLabel;
    QComboBox *m_device, *m_suite;
    QCheckBox *m_machine, *m_operators;
    std::vector<QCheckBox*> m_types;
    QLineEdit* m_search;
    QListWidget* m_families;
    QSpinBox* m_limit;
};

} // namespace metainfer::workbench
