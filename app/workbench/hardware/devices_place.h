// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Devices place: this machine live, the profiles that can be simulated, devices that experience
// knows, and whether everything the program needs is here.
#pragma once

#include "hardware/device_description.h"
#include "hardware/telemetry_presenter.h"
#include "shell/place.h"

class QLabel;
class QPushButton;
class QTabWidget;

namespace metainfer::widgets {
class RowTable;
}

namespace metainfer::workbench {

class LockPage;
class SystemChecks;
class TelemetryPage;

class DevicesPlace : public Place {
    Q_OBJECT

  public:
    explicit DevicesPlace(Workspace& workspace);
    QString title() const override;
    QString hint() const override;
    bool isLoading() const override { return m_reading > 0 || m_telemetry.isLooking(); }
    TelemetryPresenter& telemetry() { return m_telemetry; }

  protected:
    void retranslate() override;
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makeDevices();
    void readAll();
    void readLocal();
    void showDevices();
    void showDevice(int row);
    void testDevice();
    void showTested(const std::string& name, const Result<engine::MeasureOutcome>& outcome);

    TelemetryPresenter m_telemetry;
    int m_reading = 0;
    bool m_read = false;
    std::vector<ListedDevice> m_list;
    std::optional<Result<LocalInventory>> m_local;
    std::map<std::string, QString> m_tested; ///< what the last test of a device said
    quint64 m_test = 0;                      ///< job
    QLabel *m_title, *m_summary, *m_deviceTitle, *m_deviceNote, *m_testResult;
    QPushButton *m_again, *m_useTarget, *m_testButton;
    QTabWidget *m_tabs, *m_deviceTabs;
    widgets::RowTable *m_devices, *m_details;
    SystemChecks* m_checks;
    TelemetryPage* m_live;
    LockPage* m_lock;
};

} // namespace metainfer::workbench
