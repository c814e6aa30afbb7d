// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What microbenchmarks found: as tables, curves and heat map, beside an earlier run and a
// datasheet.
#pragma once

#include "hardware/probe_presenter.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QSettings;
class QTabWidget;
class QToolBar;

namespace metainfer::widgets {
class DataTable;
class HeatMap;
class PlotView;
struct ProbeView;
} // namespace metainfer::widgets

namespace metainfer::workbench {

class ProfileCatalogue;

class ProbeResults : public QWidget {
    Q_OBJECT

  public:
    /// `settings` keep the page, the metric and the datasheet.
    ProbeResults(ProbePresenter& presenter, const ProfileCatalogue& catalogue, QSettings& settings,
                 QWidget* parent = nullptr);
    /// Beside the summary.
    void setActions(const QList<QAction*>& actions);
    /// Something that was done with the result; until another one is shown.
    void tell(const QString& text);
    void retranslate();

  private:
    void makeChoices(QLayout& layout);
    QWidget* makeMatrix();
    void showSummary();
    void showResult();
    void showFindings();
    void showProblems();
    void showRows();
    void showMatrix();
    void fillRuns();
    void fillDatasheets();
    const hardware::Profile* datasheet() const;
    widgets::ProbeView view() const;

    ProbePresenter& m_presenter;
    const ProfileCatalogue& m_catalogue;
    QSettings& m_settings;
    QComboBox *m_runs, *m_earlier, *m_datasheet, *m_metric;
    QLabel *m_runsLabel, *m_earlierLabel, *m_datasheetLabel, *m_metricLabel;
    QLabel *m_summary, *m_problems;
    QToolBar* m_actions;
    QTabWidget* m_tabs;
    widgets::DataTable *m_machine, *m_rows, *m_findings;
    widgets::PlotView *m_bandwidth, *m_scaling;
    widgets::HeatMap* m_map;
};

} // namespace metainfer::workbench
