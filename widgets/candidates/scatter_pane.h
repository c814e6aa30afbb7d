// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Pareto scatter with its choices: any two quantities, a third as colour or size, log axes.
#pragma once

#include "candidates/plots.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;

namespace metainfer::widgets {

class PlotView;

class ScatterPane : public QWidget {
    Q_OBJECT

  public:
    explicit ScatterPane(QWidget* parent = nullptr);

    void setTable(CandidateTablePtr table, std::optional<std::size_t> chosenNow);
    void setSelection(std::vector<bool> rows, int current);
    PlotView& plot() const { return *m_plot; }
    const ScatterChoice& choice() const { return m_choice; }
    void setChoice(const ScatterChoice& choice);
    /// "p95_latency,memory_usage,accuracy,color,log,linear", for settings.
    QString choiceText() const;
    void setChoiceText(const QString& text);
    void retranslate();

  signals:
    void choiceChanged();

  private:
    void fill();
    void gather();
    void showPlot();

    CandidateTablePtr m_table;
    std::vector<Quantity> m_present;
    std::optional<std::size_t> m_chosen;
    ScatterChoice m_choice;
    bool m_chosenByUser = false, m_quiet = false;
    QComboBox *m_x, *m_y, *m_third, *m_use;
    QCheckBox *m_logX, *m_logY, *m_intervals;
    QLabel *m_xLabel, *m_yLabel, *m_thirdLabel;
    PlotView* m_plot;
};

} // namespace metainfer::widgets
