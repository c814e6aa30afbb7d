// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Weights and limits.
#include "candidates/decision_panel.h"

#include "theme/theme.h"
#include "theme/wrapped_label.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace metainfer::widgets {
namespace {

using measurement::Metric;

constexpr int kSteps = 200; ///< of a limit's slider
constexpr double kMb = 1024.0 * 1024.0;

} // namespace

DecisionPanel::DecisionPanel(QWidget* parent)
    : QScrollArea(parent) {
    build();
    retranslate();
}

void DecisionPanel::build() {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* inside = new QWidget(this);
    auto* column = new QVBoxLayout(inside);
    m_headline = wrappedLabel(inside, "heading");
    m_headline->setObjectName("choiceHeadline");
    m_outcome = wrappedLabel(inside, nullptr);
    m_outcome->setObjectName("choiceReason");
    m_outcome->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* buttons = new QHBoxLayout;
    m_show = new QPushButton(inside);
    m_reset = new QPushButton(inside);
    m_reset->setObjectName("resetDecision");
    buttons->addWidget(m_show);
    buttons->addWidget(m_reset);
    buttons->addStretch();
    column->addWidget(m_headline);
    column->addWidget(m_outcome);
    column->addLayout(buttons);

    auto* form = new QGridLayout;
    form->setColumnStretch(1, 1);
    const auto combo = [&](QLabel*& name, QComboBox*& box, const char* id) {
        name = new QLabel(inside);
        box = new QComboBox(inside);
        box->setObjectName(id);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(8);
        name->setBuddy(box);
        const int row = form->rowCount();
        form->addWidget(name, row, 0);
        form->addWidget(box, row, 1);
        connect(box, &QComboBox::activated, this, [this] { gather(); });
    };
    combo(m_scopeLabel, m_scope, "decisionScope");
    combo(m_modeLabel, m_mode, "decisionMode");
    combo(m_firstLabel, m_first, "firstObjective");
    combo(m_secondLabel, m_second, "secondObjective");
    column->addLayout(form);

    m_weightTitle = wrappedLabel(inside, "heading");
    column->addWidget(m_weightTitle);
    m_weightBox = new QWidget(inside);
    auto* weights = new QGridLayout(m_weightBox);
    weights->setContentsMargins(0, 0, 0, 0);
    weights->setColumnStretch(1, 1);
    column->addWidget(m_weightBox);

    m_limitTitle = wrappedLabel(inside, "heading");
    column->addWidget(m_limitTitle);
    auto* limits = new QGridLayout;
    limits->setColumnStretch(0, 1);
    for (const LimitKind kind : {LimitKind::Latency, LimitKind::Memory, LimitKind::AccuracyDrop})
        addLimit(*limits, kind);
    column->addLayout(limits);
    column->addStretch();
    setWidget(inside);
    connect(m_reset, &QPushButton::clicked, this, &DecisionPanel::resetAsked);
    connect(m_show, &QPushButton::clicked, this, &DecisionPanel::choiceAsked);
}

void DecisionPanel::addLimit(QGridLayout& grid, LimitKind kind) {
    LimitRow row;
    row.kind = kind;
    row.on = new QCheckBox(this);
    row.slider = new QSlider(Qt::Horizontal, this);
    row.slider->setRange(0, kSteps);
    row.value = new QDoubleSpinBox(this);
    row.value->setDecimals(kind == LimitKind::Latency ? 3 : 2);
    row.value->setRange(0, 1e9);
    row.value->setKeyboardTracking(false);
    row.value->setFixedWidth(fontMetrics().horizontalAdvance("00000.00 points") + 20);
    row.value->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    const int line = grid.rowCount();
    grid.addWidget(row.on, line, 0);
    grid.addWidget(row.value, line, 1);
    grid.addWidget(row.slider, line + 1, 0, 1, 2);
    const std::size_t index = m_limits.size();
    row.slider->setObjectName(QString("limitSlider%1").arg(index));
    connect(row.on, &QCheckBox::toggled, this, [this] { gather(); });
    connect(row.slider, &QSlider::valueChanged, this, [this, index](int step) {
        if (m_quiet)
            return;
        LimitRow& moved = m_limits[index];
        m_quiet = true;
        moved.on->setChecked(true);
        moved.value->setValue(moved.low + (moved.high - moved.low) * step / kSteps);
        m_quiet = false;
        gather();
    });
    connect(row.value, &QDoubleSpinBox::valueChanged, this, [this, index](double value) {
        if (m_quiet)
            return;
        LimitRow& moved = m_limits[index];
        m_quiet = true;
        moved.on->setChecked(true);
        moved.slider->setValue(
            static_cast<int>(std::lround((value - moved.low) / (moved.high - moved.low) * kSteps)));
        m_quiet = false;
        gather();
    });
    m_limits.push_back(row);
}

std::optional<double> DecisionPanel::limitOf(LimitKind kind) const {
    const search::Constraints& limits = m_task.constraints;
    switch (kind) {
    case LimitKind::Latency:
        return limits.maxLatencyMs;
    case LimitKind::Memory:
        return limits.maxMemoryMb;
    case LimitKind::AccuracyDrop:
        break;
    }
    return limits.maxAccuracyDrop ? std::optional(*limits.maxAccuracyDrop * 100) : std::nullopt;
}

void DecisionPanel::setLimit(LimitKind kind, std::optional<double> value) {
    search::Constraints& limits = m_task.constraints;
    if (kind == LimitKind::Latency)
        limits.maxLatencyMs = value;
    else if (kind == LimitKind::Memory)
        limits.maxMemoryMb = value;
    else
        limits.maxAccuracyDrop = value ? std::optional(*value / 100) : std::nullopt;
}

void DecisionPanel::setTable(const CandidateTable& table, const DecisionTask& task) {
    m_quiet = true;
    m_task = task;
    m_metrics.clear();
    const auto* original = table.originalEvaluation();
    for (const Metric metric : measurement::allMetrics())
        if (original && original->values.contains(metric))
            m_metrics.push_back(metric);
    // Objectives that nothing here measures stay in the list: they are the session's.
    for (const search::Objective& term : task.objectives.terms)
        if (std::find(m_metrics.begin(), m_metrics.end(), term.metric) == m_metrics.end())
            m_metrics.push_back(term.metric);
    for (LimitRow& row : m_limits) {
        const Quantity quantity =
            row.kind == LimitKind::Latency
                ? quantityOf(task.objectives.latencyMetric()).value_or(Quantity::P95Latency)
            : row.kind == LimitKind::Memory ? Quantity::Memory
                                            : Quantity::SearchAccuracy;
        const double factor = row.kind == LimitKind::Latency  ? 1e-3
                              : row.kind == LimitKind::Memory ? 1 / kMb
                                                              : 100;
        double low = std::numeric_limits<double>::infinity(), high = -low;
        for (const CandidateRow& candidate : table.rows)
            if (const double value = numberOf(candidate, quantity) * factor; std::isfinite(value)) {
                low = std::min(low, value);
                high = std::max(high, value);
            }
        row.low = 0;
        row.high = row.kind == LimitKind::AccuracyDrop
                       ? (high > low ? std::clamp(high - low, 1.0, 100.0) : 10)
                       : (std::isfinite(high) && high > 0 ? high * 1.25 : 1);
        if (row.kind != LimitKind::AccuracyDrop && std::isfinite(low))
            row.low = low * 0.8;
        if (const auto limit = limitOf(row.kind))
            row.high = std::max(row.high, std::min(*limit * 2, row.high * 3));
    }
    fill();
    m_quiet = false;
}

void DecisionPanel::fill() {
    const bool was = std::exchange(m_quiet, true);
    auto* grid = static_cast<QGridLayout*>(m_weightBox->layout());
    if (m_weights.size() != m_metrics.size()) {
        for (const WeightRow& row : m_weights) {
            delete row.name;
            delete row.slider;
            delete row.value;
        }
        m_weights.clear();
        for (const Metric metric : m_metrics) {
            WeightRow row{metric, new QLabel(m_weightBox), new QSlider(Qt::Horizontal, m_weightBox),
                          new QLabel(m_weightBox)};
            row.slider->setRange(0, 100);
            row.value->setMinimumWidth(fontMetrics().horizontalAdvance("100 %"));
            row.value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
            row.name->setBuddy(row.slider);
            const int line = static_cast<int>(m_weights.size());
            grid->addWidget(row.name, line, 0);
            grid->addWidget(row.slider, line, 1);
            grid->addWidget(row.value, line, 2);
            connect(row.slider, &QSlider::valueChanged, this, [this] { gather(); });
            m_weights.push_back(row);
        }
    }
    m_first->clear();
    m_second->clear();
    m_second->addItem(tr("none"), -1);
    for (std::size_t i = 0; i < m_metrics.size(); ++i) {
        m_weights[i].metric = m_metrics[i];
        m_weights[i].slider->setObjectName(
            "weight_" + QString::fromStdString(std::string(measurement::metricName(m_metrics[i]))));
        const auto quantity = quantityOf(m_metrics[i]);
        const QString name = quantity ? CandidateText::name(*quantity) : QString();
        m_weights[i].name->setText(name);
        m_weights[i].slider->setAccessibleName(tr("Weight of %1").arg(name));
        m_first->addItem(name, static_cast<int>(m_metrics[i]));
        m_second->addItem(name, static_cast<int>(m_metrics[i]));
        double weight = 0, heaviest = 0;
        for (const search::Objective& term : m_task.objectives.terms) {
            heaviest = std::max(heaviest, term.weight);
            if (term.metric == m_metrics[i])
                weight = term.weight;
        }
        m_weights[i].slider->setValue(
            static_cast<int>(std::lround(heaviest > 0 ? weight / heaviest * 100 : 0)));
    }
    const auto& terms = m_task.objectives.terms;
    m_mode->setCurrentIndex(m_task.objectives.weighted ? 1 : 0);
    m_scope->setCurrentIndex(m_task.finalistsOnly ? 1 : 0);
    m_first->setCurrentIndex(terms.empty() ? 0
                                           : m_first->findData(static_cast<int>(terms[0].metric)));
    m_second->setCurrentIndex(
        terms.size() < 2 ? 0 : m_second->findData(static_cast<int>(terms[1].metric)));
    for (LimitRow& row : m_limits) {
        const auto limit = limitOf(row.kind);
        row.on->setChecked(limit.has_value());
        row.value->setValue(limit.value_or(row.high));
        row.slider->setValue(static_cast<int>(
            std::lround((limit.value_or(row.high) - row.low) / (row.high - row.low) * kSteps)));
    }
    showWeights();
    m_quiet = was;
}

void DecisionPanel::showWeights() {
    const bool weighted = m_task.objectives.weighted;
    m_weightBox->setVisible(weighted);
    m_weightTitle->setVisible(weighted);
    for (QWidget* one : {static_cast<QWidget*>(m_first), static_cast<QWidget*>(m_firstLabel),
                         static_cast<QWidget*>(m_second), static_cast<QWidget*>(m_secondLabel)})
        one->setVisible(!weighted);
    double sum = 0;
    for (const WeightRow& row : m_weights)
        sum += row.slider->value();
    for (const WeightRow& row : m_weights)
        row.value->setText(
            QString("%1 %").arg(sum > 0 ? std::lround(100.0 * row.slider->value() / sum) : 0));
}

void DecisionPanel::gather() {
    if (m_quiet)
        return;
    DecisionTask task = m_task;
    task.finalistsOnly = m_scope->currentIndex() == 1;
    task.objectives.weighted = m_mode->currentIndex() == 1;
    const auto term = [&](Metric metric, double weight) {
        search::Objective made{metric, weight, measurement::metricDirection(metric), std::nullopt};
        for (const search::Objective& old : m_task.objectives.terms)
            if (old.metric == metric) {
                made.direction = old.direction;
                made.limit = old.limit;
            }
        return made;
    };
    task.objectives.terms.clear();
    if (task.objectives.weighted) {
        for (const WeightRow& row : m_weights)
            if (row.slider->value() > 0)
                task.objectives.terms.push_back(term(row.metric, row.slider->value() / 100.0));
        if (task.objectives.terms.empty() && !m_weights.empty())
            task.objectives.terms.push_back(term(m_weights.front().metric, 1));
    } else {
        if (m_first->currentIndex() >= 0)
            task.objectives.terms.push_back(
                term(static_cast<Metric>(m_first->currentData().toInt()), 1));
        if (m_second->currentIndex() > 0 && m_second->currentData() != m_first->currentData())
            task.objectives.terms.push_back(
                term(static_cast<Metric>(m_second->currentData().toInt()), 1));
    }
    m_task.objectives = task.objectives;
    m_task.finalistsOnly = task.finalistsOnly;
    for (const LimitRow& row : m_limits)
        setLimit(row.kind, row.on->isChecked() ? std::optional(row.value->value()) : std::nullopt);
    showWeights();
    emit taskChanged(m_task);
}

void DecisionPanel::setOutcome(const QString& headline, const QString& text, bool changed) {
    m_headline->setText(headline);
    m_outcome->setText(text);
    m_reset->setEnabled(changed);
}

void DecisionPanel::retranslate() {
    const bool was = std::exchange(m_quiet, true);
    const auto refill = [](QComboBox* box, const QStringList& items) {
        const int at = std::max(0, box->currentIndex());
        box->clear();
        box->addItems(items);
        box->setCurrentIndex(at);
    };
    refill(m_mode, {tr("First, then second objective"), tr("Weighted total")});
    refill(m_scope, {tr("All measured candidates"), tr("Finalists only")});
    m_scopeLabel->setText(tr("Choose among"));
    m_modeLabel->setText(tr("Choose by"));
    m_firstLabel->setText(tr("First"));
    m_secondLabel->setText(tr("Second"));
    m_weightTitle->setText(tr("Weights"));
    m_limitTitle->setText(tr("Limits"));
    m_show->setText(tr("Show the choice"));
    m_reset->setText(tr("Back to the session's"));
    const QStringList names = {tr("Latency at most"), tr("Peak memory at most"),
                               tr("Accuracy may drop by")};
    const QStringList units = {tr(" ms"), tr(" MiB"), tr(" points")};
    for (std::size_t i = 0; i < m_limits.size(); ++i) {
        const auto at = static_cast<qsizetype>(i);
        m_limits[i].on->setText(names[at]);
        m_limits[i].value->setSuffix(units[at]);
        m_limits[i].value->setAccessibleName(names[at]);
        m_limits[i].slider->setAccessibleName(names[at]);
    }
    fill();
    m_quiet = was;
}

void DecisionPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QScrollArea::changeEvent(event);
}

} // namespace metainfer::widgets
