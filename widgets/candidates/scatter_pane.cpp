// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Pareto scatter.
#include "candidates/scatter_pane.h"

#include "plot/plot_view.h"
#include "shell/flow_layout.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace metainfer::widgets {

ScatterPane::ScatterPane(QWidget* parent)
    : QWidget(parent)
    , m_table(std::make_shared<CandidateTable>()) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 6, 0, 0);
    column->setSpacing(2);
    auto* flow = new FlowLayout;
    flow->setContentsMargins(8, 0, 8, 0);
    flow->setSpacing(16);
    QHBoxLayout* row = nullptr; // of what belongs together
    const auto begin = [&] {
        auto* group = new QWidget(this);
        row = new QHBoxLayout(group);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(6);
        flow->addWidget(group);
    };
    const auto combo = [&](QLabel*& label, QComboBox*& box, const char* id) {
        begin();
        label = new QLabel(this);
        box = new QComboBox(this);
        box->setObjectName(id);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(13);
        label->setBuddy(box);
        row->addWidget(label);
        row->addWidget(box);
        connect(box, &QComboBox::activated, this, &ScatterPane::gather);
    };
    const auto check = [&](QCheckBox*& box, const char* id) {
        box = new QCheckBox(this);
        box->setObjectName(id);
        row->addWidget(box);
        connect(box, &QCheckBox::toggled, this, &ScatterPane::gather);
    };
    combo(m_xLabel, m_x, "scatterX");
    check(m_logX, "scatterLogX");
    combo(m_yLabel, m_y, "scatterY");
    check(m_logY, "scatterLogY");
    combo(m_thirdLabel, m_third, "scatterThird");
    m_use = new QComboBox(this);
    m_use->setObjectName("scatterUse");
    connect(m_use, &QComboBox::activated, this, &ScatterPane::gather);
    row->addWidget(m_use);
    begin();
    check(m_intervals, "scatterIntervals");
    column->addLayout(flow);
    m_plot = new PlotView(this);
    m_plot->setObjectName("paretoPlot");
    m_plot->setSelectable(true);
    m_plot->setTipText([this](const PlotSeries& series, std::size_t point) {
        if (series.rows.empty())
            return QString();
        std::vector<Quantity> quantities{m_choice.x, m_choice.y};
        if (m_choice.third)
            quantities.push_back(*m_choice.third);
        return CandidatePlots::tip(*m_table, series.rows[point], quantities);
    });
    column->addWidget(m_plot, 1);
    retranslate();
}

void ScatterPane::setTable(CandidateTablePtr table, std::optional<std::size_t> chosenNow) {
    const bool same = table == m_table;
    m_table = std::move(table);
    m_chosen = chosenNow;
    if (!same) {
        m_present = presentQuantities(*m_table);
        if (!m_chosenByUser && !m_table->objectives.terms.empty()) {
            const auto& terms = m_table->objectives.terms;
            m_choice.x = quantityOf(terms[0].metric).value_or(Quantity::P50Latency);
            // The search's accuracy: the one that every measured candidate has.
            const auto second = terms.size() > 1 ? quantityOf(terms[1].metric) : std::nullopt;
            m_choice.y =
                second && *second != Quantity::Accuracy ? *second : Quantity::SearchAccuracy;
        }
        const auto has = [&](Quantity one) {
            return std::find(m_present.begin(), m_present.end(), one) != m_present.end();
        };
        if (!m_present.empty() && !has(m_choice.x))
            m_choice.x = m_present.front();
        if (!m_present.empty() && !has(m_choice.y))
            m_choice.y = m_present.back();
        fill();
    }
    showPlot();
}

void ScatterPane::setSelection(std::vector<bool> rows, int current) {
    m_plot->setSelection(std::move(rows), current);
}

void ScatterPane::setChoice(const ScatterChoice& choice) {
    m_choice = choice;
    m_chosenByUser = true;
    fill();
    showPlot();
}

QString ScatterPane::choiceText() const {
    if (!m_chosenByUser)
        return {};
    return QStringList{quantityKey(m_choice.x),
                       quantityKey(m_choice.y),
                       m_choice.third ? quantityKey(*m_choice.third) : QString("-"),
                       m_choice.use == ThirdUse::Size    ? "size"
                       : m_choice.use == ThirdUse::Color ? "color"
                                                         : "none",
                       m_choice.logX ? "log" : "linear",
                       m_choice.logY ? "log" : "linear",
                       m_choice.intervals ? "intervals" : "points"}
        .join(',');
}

void ScatterPane::setChoiceText(const QString& text) {
    const QStringList parts = text.split(',');
    if (parts.size() != 7)
        return;
    const auto x = quantityFromKey(parts[0]), y = quantityFromKey(parts[1]);
    if (!x || !y)
        return;
    const ThirdUse use = parts[3] == "size"    ? ThirdUse::Size
                         : parts[3] == "color" ? ThirdUse::Color
                                               : ThirdUse::None;
    setChoice({*x, *y, quantityFromKey(parts[2]), use, parts[4] == "log", parts[5] == "log",
               parts[6] == "intervals"});
}

void ScatterPane::fill() {
    m_quiet = true;
    const auto put = [&](QComboBox* box, std::optional<Quantity> current, bool none) {
        box->clear();
        if (none)
            box->addItem(tr("none"), -1);
        for (const Quantity one : m_present)
            box->addItem(CandidateText::name(one), static_cast<int>(one));
        box->setCurrentIndex(current ? std::max(0, box->findData(static_cast<int>(*current))) : 0);
    };
    put(m_x, m_choice.x, false);
    put(m_y, m_choice.y, false);
    put(m_third, m_choice.third, true);
    m_use->setCurrentIndex(m_choice.use == ThirdUse::Size ? 1 : 0);
    m_use->setVisible(m_choice.third.has_value());
    m_logX->setChecked(m_choice.logX);
    m_logY->setChecked(m_choice.logY);
    m_intervals->setChecked(m_choice.intervals);
    m_quiet = false;
}

void ScatterPane::gather() {
    if (m_quiet || m_x->currentIndex() < 0 || m_y->currentIndex() < 0)
        return;
    m_chosenByUser = true;
    m_choice.x = static_cast<Quantity>(m_x->currentData().toInt());
    m_choice.y = static_cast<Quantity>(m_y->currentData().toInt());
    const int third = m_third->currentData().toInt();
    m_choice.third = third < 0 ? std::nullopt : std::optional(static_cast<Quantity>(third));
    m_choice.use = !m_choice.third              ? ThirdUse::None
                   : m_use->currentIndex() == 1 ? ThirdUse::Size
                                                : ThirdUse::Color;
    m_choice.logX = m_logX->isChecked();
    m_choice.logY = m_logY->isChecked();
    m_choice.intervals = m_intervals->isChecked();
    m_use->setVisible(m_choice.third.has_value());
    showPlot();
    emit choiceChanged();
}

void ScatterPane::showPlot() {
    PlotContent content = CandidatePlots::pareto(*m_table, m_choice, m_chosen);
    m_plot->setTitle(content.title);
    m_plot->setAccessibleName(tr("Trade-offs of the candidates"));
    m_plot->setThird(content.use, content.third);
    m_plot->setContent(std::move(content.x), std::move(content.y), std::move(content.series));
}

void ScatterPane::retranslate() {
    m_xLabel->setText(tr("Across"));
    m_yLabel->setText(tr("Up"));
    m_thirdLabel->setText(tr("Third"));
    m_logX->setText(tr("log"));
    m_logX->setAccessibleName(tr("Logarithmic axis across"));
    m_logY->setText(tr("log"));
    m_logY->setAccessibleName(tr("Logarithmic axis up"));
    m_intervals->setText(tr("intervals"));
    const int at = std::max(0, m_use->currentIndex());
    m_use->clear();
    m_use->addItems({tr("as colour"), tr("as size")});
    m_use->setCurrentIndex(at);
    m_use->setAccessibleName(tr("How the third value is shown"));
    m_plot->setEmptyText(tr("Nothing is measured yet. Points appear as soon as the first "
                            "candidates are."));
    fill();
    showPlot();
}

} // namespace metainfer::widgets
