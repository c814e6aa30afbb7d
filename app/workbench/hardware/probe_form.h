// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What to probe: device, suite, parts, data types, operators and their shapes, time, and how often.
#pragma once

#include "hardware/probe_presenter.h"
#include "hardware/probe_schedule.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QSettings;
class QSpinBox;
class QTimeEdit;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace metainfer::workbench {

class ProbeForm : public QWidget {
    Q_OBJECT

  public:
    explicit ProbeForm(QSettings& settings, QWidget* parent = nullptr);
    /// "local", "kitchen", "kitchen:opencv"; what was chosen stays chosen, also while it is not
    /// among them.
    void setDevices(const QStringList& devices);
    void chooseDevice(const QString& device);
    ProbeChoice choice() const;
    /// Why it cannot start; empty = it can.
    QString obstacle() const;
    /// The command that does the same: with --at when it is to start later, a line for cron when
    /// it is to be repeated.
    QString command() const;
    ProbeSchedule& schedule() { return m_schedule; }
    void retranslate();

  signals:
    void changed();

  private:
    QString deviceText(const QString& device) const;
    void fillDevices();
    void keep();
    void showState();
    void fillCases();
    QStringList checkedShapes() const;
    void plan();
    void showSchedule();
    QString scheduleText() const;
    void search(const QString& text);

    QSettings& m_settings;
    ProbeSchedule m_schedule;
    bool m_filling = false;
    QStringList m_devices{"local"};
    QLabel *m_deviceLabel, *m_suiteLabel, *m_suiteHint, *m_partsLabel, *m_typesLabel,
        *m_familiesLabel, *m_limitLabel, *m_everyLabel, *m_next;
    QComboBox *m_device, *m_suite;
    QCheckBox *m_machine, *m_operators;
    std::vector<QCheckBox*> m_types;
    QLineEdit* m_search;
    QTreeWidget* m_families; ///< families, below each its shapes
    QSpinBox* m_limit;
    QComboBox* m_every;
    QTimeEdit* m_at;
    QSpinBox* m_after; ///< minutes
    QToolButton* m_unplan;
};

} // namespace metainfer::workbench
