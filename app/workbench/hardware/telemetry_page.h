// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Live curves of this machine, and who measures on it.
#pragma once

#include "hardware/telemetry_presenter.h"
#include "plot/plot_types.h"
#include "session/row_table.h"

#include <QWidget>

class QLabel;
class QStackedWidget;

namespace metainfer::widgets {
class PlotView;
class RowTable;
} // namespace metainfer::widgets

namespace metainfer::workbench {

/// The four plots' series over the looks; x is seconds before the last one, negative. Empty where
/// the machine does not say it.
struct TelemetryCurves {
    std::vector<widgets::PlotSeries> load, clocks, temperatures, memory;
};
TelemetryCurves telemetryCurves(const std::deque<TelemetryLook>& looks);

/// Runs while it is visible.
class TelemetryPage : public QWidget {
    Q_OBJECT

  public:
    explicit TelemetryPage(TelemetryPresenter& presenter, QWidget* parent = nullptr);
    void retranslate();

  protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

  private:
    /// A plot, or in its place why there is none.
    struct Panel {
        QStackedWidget* stack = nullptr;
        widgets::PlotView* plot = nullptr;
        QLabel *title = nullptr, *why = nullptr;
    };
    Panel makePanel(const char* name);
    void showLooks();
    void showPanel(Panel& panel, const widgets::PlotAxis& time, const widgets::PlotAxis& y,
                   std::vector<widgets::PlotSeries> series, const QString& unit);

    TelemetryPresenter& m_presenter;
    Panel m_load, m_clocks, m_temperatures, m_memory;
    QLabel *m_now, *m_note;
};

/// The machine-wide lock of measurements, those who wait, and the log.
class LockPage : public QWidget {
    Q_OBJECT

  public:
    explicit LockPage(TelemetryPresenter& presenter, QWidget* parent = nullptr);
    void retranslate();

  protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

  private:
    void showLock();
    void showLog();

    TelemetryPresenter& m_presenter;
    QLabel *m_state, *m_file, *m_queueTitle, *m_logTitle;
    widgets::RowTable *m_queue, *m_log;
    QList<QList<widgets::TableCell>> m_waiting; ///< as shown
};

} // namespace metainfer::workbench
