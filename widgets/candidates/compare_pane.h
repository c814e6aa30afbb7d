// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Two candidates side by side: metrics above, operators below.
#pragma once

#include "candidates/comparison.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QTableView;

namespace metainfer::widgets {

class ComparePane : public QWidget {
    Q_OBJECT

  public:
    explicit ComparePane(QWidget* parent = nullptr);

    void setPair(CandidateTablePtr table, std::optional<std::size_t> a,
                 std::optional<std::size_t> b, const std::map<QString, OperatorTimes>& profiles);
    void retranslate();
    const OperatorComparisonModel& operators() const { return *m_operators; }

  private:
    void showOperators();

    CandidateTablePtr m_table;
    std::optional<std::size_t> m_a, m_b;
    OperatorTimes m_timesA, m_timesB;
    MetricComparisonModel* m_metrics;
    OperatorComparisonModel* m_operators;
    QLabel *m_hint, *m_missing, *m_groupLabel;
    QComboBox* m_group;
    QTableView *m_metricView, *m_operatorView;
};

} // namespace metainfer::widgets
