// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Devices place: this machine live, the profiles that can be simulated, devices that experience
// knows, and whether everything the program needs is here.
#pragma once

#include "engine/queries.h"
#include "hardware/telemetry_presenter.h"
#include "measurement/device.h"
#include "measurement/probe/probe.h"
#include "shell/place.h"

class QLabel;
class QPushButton;
class QTabWidget;

namespace metainfer::widgets {
class RowTable;
}

namespace metainfer::workbench {

class LockPage;
class TelemetryPage;

/// One device that is listed.
struct ListedDevice {
    enum class Kind { Local, Simulated, Remembered };
    Kind kind = Kind::Local;
    std::string name; ///< as the engine opens it; of remembered ones their name in the store
    std::optional<engine::ProfileEntry> profile;
    std::size_t records = 0; ///< of experience
    std::int64_t lastMs = 0; ///< of its newest record
};
/// This machine, then profiles, then what only the experience store knows; each once.
std::vector<ListedDevice> listedDevices(const std::vector<engine::ProfileEntry>& profiles,
                                        const std::vector<experience::Record>& records);

/// What this machine says about itself.
struct LocalInventory {
    hardware::Environment environment;
    measurement::Capabilities capabilities;
    std::vector<measurement::CacheLevel> caches;
};

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
    void showLocal(QList<QPair<QString, QString>>& rows);
    void showProfile(const ListedDevice& device, QList<QPair<QString, QString>>& rows);
    void showChecks();
    void testDevice();
    void showTested(const std::string& name, const Result<engine::MeasureOutcome>& outcome);

    TelemetryPresenter m_telemetry;
    int m_reading = 0;
    bool m_read = false;
    std::vector<ListedDevice> m_list;
    std::optional<engine::SystemReport> m_report;
    std::optional<Result<LocalInventory>> m_local;
    std::map<std::string, QString> m_tested; ///< what the last test of a device said
    quint64 m_test = 0;                      ///< job
    QLabel *m_title, *m_summary, *m_deviceTitle, *m_deviceNote, *m_testResult;
    QPushButton *m_again, *m_useTarget, *m_testButton;
    QTabWidget *m_tabs, *m_deviceTabs;
    widgets::RowTable *m_devices, *m_details, *m_checks;
    TelemetryPage* m_live;
    LockPage* m_lock;
};

} // namespace metainfer::workbench
