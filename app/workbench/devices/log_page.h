// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a device's connection said, and what happened on it while it was looked at.
#pragma once

#include "devices/devices_presenter.h"
#include "devices/telemetry_presenter.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace metainfer::widgets {
class RowTable;
}

namespace metainfer::workbench {

class LogPage : public QWidget {
    Q_OBJECT

  public:
    LogPage(DevicesPresenter& devices, TelemetryPresenter& telemetry, QWidget* parent = nullptr);
    void retranslate();

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void showLog();

    DevicesPresenter& m_devices;
    TelemetryPresenter& m_telemetry;
    QLabel* m_title;
    QToolButton* m_copy;
    widgets::RowTable* m_log;
};

} // namespace metainfer::workbench
