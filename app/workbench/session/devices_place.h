// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Devices place: this machine and the profiles that can be simulated, their environment, and
// whether everything the program needs is here.
#pragma once

#include "engine/queries.h"
#include "shell/place.h"

class QLabel;
class QPushButton;
class QTabWidget;

namespace metainfer::widgets {
class RowTable;
}

namespace metainfer::workbench {

/// What one look at the devices found.
struct DeviceList {
    std::vector<engine::ProfileEntry> profiles;
    std::vector<Error> problems;
};

class DevicesPlace : public Place {
    Q_OBJECT

  public:
    explicit DevicesPlace(Workspace& workspace);
    QString title() const override;
    QString hint() const override;
    bool isLoading() const override { return m_reading > 0; }

  protected:
    void retranslate() override;
    void showEvent(QShowEvent* event) override;

  private:
    void readAll();
    void showDevices();
    void showChecks();
    void showDevice(int row);
    void readLocal();

    int m_reading = 0;
    bool m_read = false;
    DeviceList m_list;
    std::optional<engine::SystemReport> m_report;
    std::optional<Result<Json>> m_local; ///< environment of this machine
    QLabel *m_title, *m_summary, *m_deviceTitle, *m_deviceNote;
    QPushButton *m_again, *m_useTarget;
    QTabWidget* m_tabs;
    widgets::RowTable *m_devices, *m_details, *m_checks;
};

} // namespace metainfer::workbench
