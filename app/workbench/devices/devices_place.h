// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Devices place: this machine, boards over SSH, toolchains, the profiles that can be simulated,
// devices that experience knows; and whether everything the program needs is here.
#pragma once

#include "devices/devices_presenter.h"
#include "shell/place.h"

class QLabel;
class QPushButton;
class QTabWidget;

namespace metainfer::widgets {
class RowTable;
}

namespace metainfer::workbench {

class DevicePage;
class SystemChecks;
class TelemetryPresenter;

class DevicesPlace : public Place {
    Q_OBJECT

  public:
    explicit DevicesPlace(Workspace& workspace);
    QString title() const override;
    QString hint() const override;
    QList<QAction*> placeActions() const override { return {m_add, m_again}; }
    bool isLoading() const override;
    TelemetryPresenter& telemetry();
    DevicesPresenter& presenter() { return m_presenter; }
    /// Shows the way to a new device.
    void addDevice();
    /// Chooses it in the list, as soon as it is there.
    void choose(const QString& device);

  protected:
    void retranslate() override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

  private:
    QWidget* makeDevices();
    void makeActions();
    void readAll();
    void showDevices();
    void showDevice(int row);
    void showRemoved(const QString& device, const QStringList& cleared, const QString& warning);
    void setIcons();

    DevicesPresenter m_presenter;
    bool m_isReadingChecks = false, m_read = false, m_filling = false;
    QString m_wanted; ///< to be chosen when it is listed
    QLabel *m_title, *m_summary, *m_notice;
    QAction *m_add, *m_again;
    QPushButton *m_addButton, *m_againButton;
    QTabWidget* m_tabs;
    widgets::RowTable* m_devices;
    DevicePage* m_page;
    SystemChecks* m_checks;
};

} // namespace metainfer::workbench
