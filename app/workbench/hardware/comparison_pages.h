// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The compared profiles in one view each: radar, bandwidth, operators, fields.
#pragma once

#include "hardware/hardware_presenter.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QSettings;

namespace metainfer::widgets {
class DataTable;
class HeatMap;
class PlotView;
class RadarPlot;
} // namespace metainfer::widgets

namespace metainfer::workbench {

/// Shows the compared profiles anew when they change, but only while somebody looks.
class ComparisonPage : public QWidget {
    Q_OBJECT

  public:
    explicit ComparisonPage(HardwarePresenter& presenter, QWidget* parent = nullptr);

  protected:
    virtual void refresh() = 0;
    /// Now when visible, else when shown.
    void askForRefresh();
    void showEvent(QShowEvent* event) override;
    HardwarePresenter& presenter() const { return m_presenter; }

  private:
    HardwarePresenter& m_presenter;
    bool m_stale = true;
};

class RadarPage : public ComparisonPage {
    Q_OBJECT

  public:
    explicit RadarPage(HardwarePresenter& presenter, QWidget* parent = nullptr);
    void retranslate();

  protected:
    void refresh() override;

  private:
    widgets::RadarPlot* m_plot;
    QLabel* m_remark;
};

class BandwidthPage : public ComparisonPage {
    Q_OBJECT

  public:
    explicit BandwidthPage(HardwarePresenter& presenter, QWidget* parent = nullptr);
    void retranslate();

  protected:
    void refresh() override;

  private:
    widgets::PlotView* m_plot;
    QLabel* m_remark;
};

class OperatorsPage : public ComparisonPage {
    Q_OBJECT

  public:
    OperatorsPage(HardwarePresenter& presenter, QSettings& settings, QWidget* parent = nullptr);
    void retranslate();

  protected:
    void refresh() override;

  private:
    QLabel* m_label;
    QComboBox* m_metric;
    widgets::HeatMap* m_map;
};

/// Every field of the compared profiles, one column each.
class DifferencePage : public ComparisonPage {
    Q_OBJECT

  public:
    DifferencePage(HardwarePresenter& presenter, QSettings& settings, QWidget* parent = nullptr);
    void retranslate();

  protected:
    void refresh() override;

  private:
    QLineEdit* m_search;
    QCheckBox *m_onlyDifferent, *m_sources;
    QLabel* m_count;
    widgets::DataTable* m_table;
};

} // namespace metainfer::workbench
