// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What people reached by hand on a device.
#pragma once

#include "devices/devices_presenter.h"

#include <QWidget>

class QAction;
class QLabel;
class QPushButton;

namespace metainfer::widgets {
class RowTable;
}

namespace metainfer::workbench {

class BaselinesPage : public QWidget {
    Q_OBJECT

  public:
    explicit BaselinesPage(DevicesPresenter& devices, QWidget* parent = nullptr);
    void retranslate();

  signals:
    void recordAsked();

  private:
    void showBaselines();
    void askAndRemove();

    DevicesPresenter& m_devices;
    QLabel* m_title;
    QPushButton *m_record, *m_remove;
    widgets::RowTable* m_table;
    std::vector<std::string> m_ids; ///< by row
};

} // namespace metainfer::workbench
