// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Views of experience beside the table: how results moved over the sessions, and what transfers to
// a device.
#pragma once

#include "hardware/experience_filter.h"
#include "plot/plot_types.h"
#include "session/workspace.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;

namespace metainfer::widgets {
class PlotView;
class RowTable;
} // namespace metainfer::widgets

namespace metainfer::workbench {

/// Ratios over the sessions in order of time, and the best so far, a colour for each model on a
/// device.
struct ExperienceTrends {
    QStringList sessions;                    ///< day and time, oldest first
    std::vector<widgets::PlotSeries> series; ///< `rows` are rows of the table
};
/// `rows` are indices of the records that are shown.
ExperienceTrends experienceTrends(const std::vector<experience::Record>& records,
                                  const std::vector<std::size_t>& rows);

class TrendsPage : public QWidget {
    Q_OBJECT

  public:
    explicit TrendsPage(QWidget* parent = nullptr);
    void show(const Records& records, const std::vector<std::size_t>& rows,
              ExperienceTrends trends);
    void setCurrent(int row);
    void retranslate();

  signals:
    void rowChosen(int row);

  private:
    widgets::PlotView* m_plot;
    QLabel* m_note;
    std::size_t m_rows = 0;
};

/// "same model, this device", …
QString kinshipText(experience::Kinship kinship);
QStringList transferHeaders();
QList<QList<widgets::TableCell>> transferRows(const engine::TransferAnswer& answer);

class TransferPage : public QWidget {
    Q_OBJECT

  public:
    explicit TransferPage(Workspace& workspace, QWidget* parent = nullptr);
    /// Models to choose from; others can be typed: samples, files.
    void setModels(const QStringList& models);
    void retranslate();
    bool isLoading() const { return m_asking || m_filling; }

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void fillDevices();
    void ask();
    void showAnswer();

    Workspace& m_workspace;
    QLabel *m_modelLabel, *m_deviceLabel, *m_summary, *m_note;
    QComboBox *m_model, *m_device;
    QCheckBox* m_all;
    widgets::RowTable* m_table;
    std::optional<Result<engine::TransferAnswer>> m_answer;
    QStringList m_devices;
    bool m_asking = false, m_again = false, m_asked = false, m_filling = false;
};

} // namespace metainfer::workbench
