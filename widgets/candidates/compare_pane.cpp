// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Comparison of two candidates.
#include "candidates/compare_pane.h"

#include "candidates/small_table.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

namespace metainfer::widgets {

ComparePane::ComparePane(QWidget* parent)
    : QWidget(parent)
    , m_metrics(new MetricComparisonModel(this))
    , m_operators(new OperatorComparisonModel(this)) {
    auto* column = new QVBoxLayout(this);
    m_hint = new QLabel(this);
    m_hint->setWordWrap(true);
    m_hint->setProperty("role", "muted");
    column->addWidget(m_hint);
    m_metricView = new SmallTable(*m_metrics, this);
    m_metricView->setObjectName("metricComparison");
    column->addWidget(m_metricView, 2);
    auto* row = new QHBoxLayout;
    m_groupLabel = new QLabel(this);
    m_group = new QComboBox(this);
    m_group->setObjectName("operatorGrouping");
    m_groupLabel->setBuddy(m_group);
    row->addWidget(m_groupLabel);
    row->addWidget(m_group);
    row->addStretch();
    column->addLayout(row);
    m_operatorView = new SmallTable(*m_operators, this);
    m_operatorView->setObjectName("operatorComparison");
    m_operatorView->setSortingEnabled(true);
    m_operatorView->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    column->addWidget(m_operatorView, 3);
    m_missing = new QLabel(this);
    m_missing->setWordWrap(true);
    m_missing->setAlignment(Qt::AlignCenter);
    m_missing->setProperty("role", "muted");
    column->addWidget(m_missing, 3);
    connect(m_group, &QComboBox::activated, this, &ComparePane::showOperators);
    retranslate();
}

void ComparePane::setPair(CandidateTablePtr table, std::optional<std::size_t> a,
                          std::optional<std::size_t> b,
                          const std::map<QString, OperatorTimes>& profiles) {
    m_table = std::move(table);
    m_a = a;
    m_b = b;
    m_metrics->setRows(m_table, a, b);
    m_timesA.clear();
    m_timesB.clear();
    if (m_table && a && b) {
        if (const auto it = profiles.find(m_table->rows[*a].id); it != profiles.end())
            m_timesA = it->second;
        if (const auto it = profiles.find(m_table->rows[*b].id); it != profiles.end())
            m_timesB = it->second;
    }
    showOperators();
}

void ComparePane::showOperators() {
    const bool both = !m_timesA.empty() && !m_timesB.empty();
    m_operatorView->setVisible(both);
    m_group->setVisible(both);
    m_groupLabel->setVisible(both);
    m_missing->setVisible(!both);
    for (QTableView* view : {m_metricView, m_operatorView}) {
        QHeaderView* header = view->horizontalHeader();
        header->setMinimumSectionSize(fontMetrics().horizontalAdvance("000 ms"));
        header->setSectionResizeMode(QHeaderView::ResizeToContents);
        if (header->count() > 0)
            header->setSectionResizeMode(0, QHeaderView::Stretch);
    }
    const bool pair = m_table && m_a && m_b;
    m_metricView->setVisible(pair);
    if (!pair) {
        m_missing->setText(tr("Select two candidates in the table or a plot (Ctrl and click), or "
                              "one to compare it with the original."));
        return;
    }
    const QString a = m_table->rows[*m_a].id, b = m_table->rows[*m_b].id;
    m_missing->setText(tr("The session has no operator profile of %1. Measure it again to get one.")
                           .arg(m_timesA.empty() ? a : b));
    m_operators->setDifferences(
        both ? compareOperators(m_timesA, m_timesB,
                                static_cast<OperatorGrouping>(std::max(0, m_group->currentIndex())))
             : std::vector<OperatorDifference>(),
        a, b);
    // The type says something of its own only where each operator has a row.
    m_operatorView->setColumnHidden(1, m_group->currentIndex() !=
                                           static_cast<int>(OperatorGrouping::Each));
}

void ComparePane::retranslate() {
    m_hint->setText(tr("Two selected candidates, or the current one against the original."));
    m_groupLabel->setText(tr("Operators"));
    const int at = std::max(0, m_group->currentIndex());
    m_group->clear();
    m_group->addItems({tr("by type"), tr("by scope"), tr("each")});
    m_group->setCurrentIndex(at);
    m_metricView->setAccessibleName(tr("Metrics of both"));
    m_operatorView->setAccessibleName(tr("Operators of both"));
    m_metrics->retranslate();
    m_operators->retranslate();
    showOperators();
}

} // namespace metainfer::widgets
