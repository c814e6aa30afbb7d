// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Weights of the objectives and limits as sliders: what would be chosen if they were others?
#pragma once

#include "candidates/decision_task.h"
#include "candidates/quantities.h"

#include <QScrollArea>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QPushButton;
class QSlider;

namespace metainfer::widgets {

class DecisionPanel : public QScrollArea {
    Q_OBJECT

  public:
    explicit DecisionPanel(QWidget* parent = nullptr);

    /// Ranges of limits come from the table; `task` is what the controls show.
    void setTable(const CandidateTable& table, const DecisionTask& task);
    const DecisionTask& task() const { return m_task; }
    /// What the choice is now and why; `changed` = it differs from the session's.
    void setOutcome(const QString& headline, const QString& text, bool changed);
    void retranslate();

  signals:
    void taskChanged(const DecisionTask& task);
    void resetAsked();
    void choiceAsked(); ///< show the candidate that is chosen now

  protected:
    void changeEvent(QEvent* event) override;

  private:
    struct WeightRow {
        measurement::Metric metric;
        QLabel* name;
        QSlider* slider;
        QLabel* value;
    };
    enum class LimitKind { Latency, Memory, AccuracyDrop };
    struct LimitRow {
        LimitKind kind;
        QCheckBox* on;
        QSlider* slider;
        QDoubleSpinBox* value;
        double low = 0, high = 1;
    };
    void build();
    void fill();
    void gather();
    void showWeights();
    std::optional<double> limitOf(LimitKind kind) const;
    void setLimit(LimitKind kind, std::optional<double> value);
    void addLimit(QGridLayout& grid, LimitKind kind);

    DecisionTask m_task;
    std::vector<measurement::Metric> m_metrics;
    std::vector<WeightRow> m_weights;
    std::vector<LimitRow> m_limits;
    QWidget* m_weightBox;
    QLabel *m_headline, *m_outcome, *m_modeLabel, *m_firstLabel, *m_secondLabel, *m_weightTitle,
        *m_limitTitle, *m_scopeLabel;
    QComboBox *m_mode, *m_first, *m_second, *m_scope;
    QPushButton *m_reset, *m_show;
    bool m_quiet = false;
};

} // namespace metainfer::widgets
