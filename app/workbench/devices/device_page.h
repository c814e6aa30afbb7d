// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One device: what it is, what it does now, who measures, what its connection said, its test and
// its baselines; and all that can be done with it.
#pragma once

#include "devices/check_run.h"
#include "devices/devices_presenter.h"
#include "devices/telemetry_presenter.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QStackedWidget;
class QTabWidget;

namespace metainfer::widgets {
class EmptyState;
class RowTable;
} // namespace metainfer::widgets

namespace metainfer::workbench {

class BaselinesPage;
class LogPage;
class QueuePage;
class StepList;
class TelemetryPage;
class Workspace;

class DevicePage : public QWidget {
    Q_OBJECT

  public:
    DevicePage(Workspace& workspace, DevicesPresenter& devices, QWidget* parent = nullptr);
    TelemetryPresenter& telemetry() { return m_telemetry; }
    /// Shows this device; an unknown name shows nothing.
    void setDevice(const std::string& name);
    /// After the device, its state or its inventory changed.
    void showDevice();
    void test();
    void askBaseline();
    void askAndRemove();
    void retranslate();

  private:
    enum Tab { Overview, Live, Queue, Log, Test, Baselines };
    QWidget* makeHead();
    QWidget* makeTest();
    QWidget* behindConnection(QWidget* page, const char* name);
    void makeTabs();
    void showButtons(const ListedDevice& device);
    void showTabs(const ListedDevice& device);
    void followTelemetry(const ListedDevice& device);
    void showTest();
    void showLink();
    void showHolder();
    void connectOrNot();
    QString testText() const;

    Workspace& m_workspace;
    DevicesPresenter& m_devices;
    TelemetryPresenter m_telemetry;
    std::map<std::string, std::unique_ptr<CheckRun>> m_tests; ///< by device
    std::string m_name;
    measurement::Device* m_watched = nullptr; ///< whom telemetry reads; compared only
    QLabel *m_title, *m_state, *m_holder, *m_note, *m_link, *m_failure, *m_testResult;
    QPushButton *m_connect, *m_test, *m_probe, *m_baseline, *m_remove, *m_target, *m_testAgain;
    QTabWidget* m_tabs;
    widgets::RowTable* m_details;
    TelemetryPage* m_live;
    QueuePage* m_queue;
    LogPage* m_log;
    BaselinesPage* m_baselines;
    StepList* m_steps;
    QList<QStackedWidget*> m_stacks; ///< pages that need a connection
    QList<widgets::EmptyState*> m_offers;
};

} // namespace metainfer::workbench
