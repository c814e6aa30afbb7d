// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Live curves of a device.
#pragma once

#include "devices/telemetry_presenter.h"
#include "plot/plot_types.h"

#include <QWidget>

class QLabel;
class QStackedWidget;

namespace metainfer::widgets {
class PlotView;
}

namespace metainfer::workbench {

/// The four plots' series over the looks; x is seconds before `now` (invalid = the last look),
/// negative. Empty where the device does not say it; interrupted where nobody looked.
struct TelemetryCurves {
    std::vector<widgets::PlotSeries> load, clocks, temperatures, memory;
};
TelemetryCurves telemetryCurves(const std::deque<TelemetryLook>& looks, const QDateTime& now = {});

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
    void showReasons();
    std::vector<widgets::ReferenceLine> quietLines(const QDateTime& now, double earliest) const;
    QString nowText(const TelemetryLook& look) const;
    void showPanel(Panel& panel, const widgets::PlotAxis& y,
                   std::vector<widgets::PlotSeries> series, const QString& unit);

    TelemetryPresenter& m_presenter;
    Panel m_load, m_clocks, m_temperatures, m_memory;
    widgets::PlotAxis m_time;                    ///< of all four
    std::vector<widgets::ReferenceLine> m_quiet; ///< too
    QLabel *m_now, *m_note;
};

} // namespace metainfer::workbench
