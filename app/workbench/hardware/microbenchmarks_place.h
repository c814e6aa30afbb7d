// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Microbenchmarks place: what to probe on the left, what came out on the right.
#pragma once

#include "hardware/probe_presenter.h"
#include "hardware/profile_catalogue.h"
#include "shell/place.h"

class QComboBox;
class QLabel;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QTabWidget;

namespace metainfer::widgets {
class CodePanel;
class DataTable;
class EmptyState;
class HeatMap;
class PlotView;
struct ProbeView;
} // namespace metainfer::widgets

namespace metainfer::workbench {

class ProbeForm;

class MicrobenchmarksPlace : public Place {
    Q_OBJECT

  public:
    explicit MicrobenchmarksPlace(Workspace& workspace);
    QString title() const override;
    QString hint() const override;
    QList<QAction*> placeActions() const override;
    bool isLoading() const override { return m_presenter.isLoading(); }
    ProbePresenter& presenter() { return m_presenter; }
    ProbeForm& form() { return *m_form; }

  protected:
    void retranslate() override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makeLauncher();
    QWidget* makeResults();
    void makeActions();
    void setIcons();
    void showState();
    void showResult();
    void showRows();
    void showMatrix();
    void importResult();
    void startScheduled();
    void fillRuns();
    void fillDatasheets();
    void exportResult();
    void askAndStore();
    const hardware::Profile* datasheet() const;
    widgets::ProbeView view() const;

    ProbePresenter m_presenter;
    bool m_newestOpened = false; ///< once, so that the place does not begin empty
    ProfileCatalogue m_catalogue;
    ProbeForm* m_form;
    QPushButton *m_start = nullptr, *m_stop = nullptr, *m_goOn = nullptr;
    QLabel *m_obstacle, *m_summary, *m_problems;
    QSplitter* m_split;
    QStackedWidget* m_stack;
    widgets::EmptyState* m_empty;
    QTabWidget* m_tabs;
    widgets::DataTable *m_machine, *m_rows;
    widgets::PlotView *m_bandwidth, *m_scaling;
    widgets::HeatMap* m_map;
    QComboBox *m_metric, *m_runs, *m_earlier, *m_datasheet;
    QLabel *m_runsLabel, *m_earlierLabel, *m_datasheetLabel, *m_metricLabel;
    widgets::CodePanel* m_command;
    QAction *m_export, *m_import, *m_store, *m_startAction;
};

} // namespace metainfer::workbench
