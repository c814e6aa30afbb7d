// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Sliders on what the shown device can do.
#include "hardware/what_if_page.h"

#include "hardware/model_chooser.h"
#include "hardware/quantity_text.h"
#include "hardware/roofline.h"
#include "hardware/roofline_series.h"
#include "plot/plot_view.h"
#include "session/data_table.h"
#include "session/engine_words.h"

#include "measurement/time_text.h"

#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSlider>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <map>

namespace metainfer::workbench {
namespace {

constexpr int kOctave = 4;              ///< positions of a slider
constexpr int kMost = 3 * kOctave;      ///< 1/8 to 8
constexpr std::size_t kFamilies = 8;    ///< bars; the others are summed up
constexpr std::size_t kOperators = 500; ///< rows of the table

QString factorText(double factor) {
    return WhatIfPage::tr("× %1", "factor").arg(widgets::numberText(factor));
}

QString boundWord(hardware::Bound bound) {
    switch (bound) {
    case hardware::Bound::Compute:
        return WhatIfPage::tr("compute");
    case hardware::Bound::Memory:
        return WhatIfPage::tr("memory");
    case hardware::Bound::Launch:
        return WhatIfPage::tr("launch overhead");
    }
    return {};
}

QString intervalText(const Interval& us) {
    return WhatIfPage::tr("%1 [%2 to %3]", "time with its interval")
        .arg(widgets::microsecondsText(us.value), widgets::microsecondsText(us.low),
             widgets::microsecondsText(us.high));
}

std::map<std::string, double> byFamily(const prediction::Prediction& prediction) {
    std::map<std::string, double> sums;
    for (const auto& one : prediction.operators)
        sums[one.operation.baseFamily()] += one.us.value;
    return sums;
}

} // namespace

double WhatIfPage::factorAt(int position) {
    return std::exp2(static_cast<double>(position) / kOctave);
}

WhatIfPage::WhatIfPage(HardwarePresenter& presenter, Jobs& jobs, QSettings& settings,
                       QWidget* parent)
    : ComparisonPage(presenter, parent)
    , m_whatIf(jobs)
    , m_settings(settings)
    , m_chooser(new ModelChooser(presenter, settings, this)) {
    auto* top = new QHBoxLayout;
    top->addWidget(m_chooser);
    top->addStretch(1);
    m_reset = new QPushButton(this);
    m_reset->setObjectName("resetWhatIf");
    m_edit = new QPushButton(this);
    m_edit->setObjectName("editWhatIf");
    top->addWidget(m_reset);
    top->addWidget(m_edit);
    auto* split = new QSplitter(Qt::Horizontal, this);
    split->setChildrenCollapsible(false);
    split->addWidget(makeSliders());
    split->addWidget(makeResults());
    split->setStretchFactor(1, 1);
    split->setSizes({300, 720});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addLayout(top);
    layout->addWidget(split, 1);
    connect(m_reset, &QPushButton::clicked, this, [this] {
        for (Row& row : m_rows)
            row.slider->setValue(0);
    });
    connect(m_edit, &QPushButton::clicked, this, [this] {
        if (const auto& profile = m_whatIf.profile())
            emit editAsked(
                hardware::hypotheticalProfile(*profile, change(), measurement::utcNow()));
    });
    connect(&presenter, &HardwarePresenter::modelChanged, this, &WhatIfPage::askForRefresh);
    connect(&m_whatIf, &WhatIfPresenter::answered, this, &WhatIfPage::showAnswer);
    connect(&m_whatIf, &WhatIfPresenter::sensitivitiesChanged, this,
            &WhatIfPage::showSensitivities);
    m_whatIf.setChange(change());
}

QWidget* WhatIfPage::makeSliders() {
    auto* pane = new QWidget(this);
    auto* column = new QVBoxLayout(pane);
    column->setContentsMargins(0, 8, 12, 0);
    static const char* const kNames[] = {"whatIfCompute", "whatIfMemory", "whatIfCache",
                                         "whatIfCacheSize", "whatIfLaunch"};
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        Row& row = m_rows[i];
        row.name = new QLabel(pane);
        row.value = new QLabel(pane);
        row.value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        row.slider = new QSlider(Qt::Horizontal, pane);
        row.slider->setObjectName(kNames[i]);
        row.slider->setRange(-kMost, kMost);
        row.slider->setPageStep(kOctave);
        row.slider->setTickInterval(kOctave);
        row.slider->setTickPosition(QSlider::TicksBelow);
        row.slider->setValue(m_settings.value(QString("hardware/%1").arg(kNames[i]), 0).toInt());
        row.name->setBuddy(row.slider);
        auto* line = new QHBoxLayout;
        line->addWidget(row.name);
        line->addWidget(row.value, 1);
        column->addLayout(line);
        column->addWidget(row.slider);
        column->addSpacing(6);
        connect(row.slider, &QSlider::valueChanged, this, [this, i](int position) {
            m_settings.setValue(QString("hardware/%1").arg(kNames[i]), position);
            moved();
        });
    }
    m_note = new QLabel(pane);
    m_note->setProperty("role", "muted");
    m_note->setWordWrap(true);
    column->addWidget(m_note);
    column->addStretch(1);
    return pane;
}

QWidget* WhatIfPage::makeResults() {
    auto* pane = new QWidget(this);
    auto* column = new QVBoxLayout(pane);
    column->setContentsMargins(4, 0, 0, 0);
    m_answer = new QLabel(pane);
    m_answer->setProperty("role", "title");
    m_answer->setObjectName("whatIfAnswer");
    m_answer->setWordWrap(true);
    m_detail = new QLabel(pane);
    m_detail->setProperty("role", "muted");
    m_detail->setWordWrap(true);
    m_tabs = new QTabWidget(pane);
    m_tabs->setDocumentMode(true);
    m_tabs->setObjectName("whatIfPages");
    m_families = new widgets::PlotView(m_tabs);
    m_curves = new widgets::PlotView(m_tabs);
    m_operators = new widgets::DataTable(m_tabs);
    m_families->setObjectName("whatIfFamilies");
    m_curves->setObjectName("whatIfCurves");
    m_operators->setObjectName("whatIfOperators");
    for (QWidget* page : std::initializer_list<QWidget*>{m_families, m_curves, m_operators})
        m_tabs->addTab(page, QString());
    m_tabs->setCurrentIndex(m_settings.value("hardware/whatIfPage", 0).toInt());
    connect(m_tabs, &QTabWidget::currentChanged, this,
            [this](int index) { m_settings.setValue("hardware/whatIfPage", index); });
    column->addWidget(m_answer);
    column->addWidget(m_detail);
    column->addWidget(m_tabs, 1);
    return pane;
}

hardware::WhatIf WhatIfPage::change() const {
    hardware::WhatIf change;
    const auto factors = change.factors();
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        *factors[i] = factorAt(m_rows[i].slider->value());
    return change;
}

void WhatIfPage::moved() {
    showValues();
    m_whatIf.setChange(change());
}

void WhatIfPage::refresh() {
    presenter().offerModel(ModelChooser::chosen(m_settings));
    const auto& compared = presenter().compared();
    const auto& model = presenter().model();
    m_whatIf.setSubject(compared.empty() ? nullptr : compared.front().profile,
                        model ? model->graph : nullptr);
    showValues();
    showAnswer();
    showSensitivities();
}

QString WhatIfPage::propertyName(int property) {
    switch (property) {
    case 0:
        return tr("Compute rate");
    case 1:
        return tr("Memory bandwidth");
    case 2:
        return tr("Cache bandwidth");
    case 3:
        return tr("Cache size");
    default:
        return tr("Launch overhead");
    }
}

/// What the profile says of it now; empty when it says nothing.
QString WhatIfPage::propertyValue(int property) const {
    const auto& profile = m_whatIf.profile();
    if (!profile)
        return {};
    const hardware::Profile then = hardware::changedProfile(*profile, change());
    switch (property) {
    case 0: {
        const auto types = widgets::ratedTypes({{QString(), 0, profile}});
        const auto peak = types.empty() ? std::nullopt : hardware::peakGflops(then, types.front());
        return peak ? widgets::rateText(peak->value) : QString();
    }
    case 1: {
        const auto* main = hardware::mainMemory(then);
        const auto gbps = main ? main->totalGbps() : std::nullopt;
        return gbps ? widgets::gigabytesText(*gbps) : QString();
    }
    case 2: {
        const auto& levels = then.memory.hierarchy;
        const auto gbps = levels.size() > 1 ? levels[levels.size() - 2].totalGbps() : std::nullopt;
        return gbps ? widgets::gigabytesText(*gbps) : QString();
    }
    case 3: {
        const double bytes = hardware::cacheBytes(then);
        return bytes > 0 ? widgets::bytesText(bytes) : QString();
    }
    default:
        return then.launchOverheadUs() ? widgets::microsecondsText(*then.launchOverheadUs())
                                       : QString();
    }
}

void WhatIfPage::showValues() {
    bool changed = false;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const int position = m_rows[i].slider->value();
        changed = changed || position != 0;
        const QString value = propertyValue(static_cast<int>(i));
        const QString factor = factorText(factorAt(position));
        // What the profile does not say cannot be changed.
        const bool known = !value.isEmpty();
        m_rows[i].slider->setEnabled(known || !m_whatIf.profile());
        m_rows[i].value->setText(!known ? tr("not in the profile")
                                 : position == 0
                                     ? value
                                     : tr("%1 = %2", "factor = value").arg(factor, value));
        m_rows[i].slider->setAccessibleDescription(m_rows[i].value->text());
    }
    m_reset->setEnabled(changed);
    m_edit->setEnabled(changed && m_whatIf.profile());
}

void WhatIfPage::showAnswer() {
    const auto& answer = m_whatIf.answer();
    if (!answer) {
        m_answer->setText(m_whatIf.failure()  ? tr("This model cannot be predicted here")
                          : m_whatIf.isBusy() ? tr("Predicting…")
                                              : tr("Choose a model"));
        m_detail->setText(m_whatIf.failure()
                              ? widgets::EngineWords::error(*m_whatIf.failure())
                              : tr("Its time on the shown device moves with the sliders."));
    } else {
        const double factor = answer->factor();
        const QString after = widgets::microsecondsText(answer->after.latencyUs.value);
        m_answer->setText(answer->change.changesNothing()
                              ? tr("%1 a request, predicted", "time").arg(after)
                              : tr("%1 → %2 a request, simulated (%3)", "before, after, factor")
                                    .arg(widgets::microsecondsText(answer->before.latencyUs.value),
                                         after, factorText(factor)));
        const QString interval = intervalText(answer->after.latencyUs);
        QStringList detail{
            answer->change.changesNothing()
                ? tr("Latency of one request, 90 % interval: %1, by the analytic model of the "
                     "profile.")
                      .arg(interval)
                : tr("Latency of one request, 90 % interval: %1. No such device was measured: the "
                     "numbers come from the analytic model of the changed profile.")
                      .arg(interval)};
        for (const std::string& obstacle : answer->after.obstacles)
            detail << tr("Cannot run: %1.").arg(QString::fromStdString(obstacle));
        m_detail->setText(detail.join(' '));
    }
    showFamilies();
    showOperators();
}

void WhatIfPage::showFamilies() {
    widgets::PlotAxis families, time;
    time.title = tr("Time of all its operators, µs");
    time.fromZero = true;
    widgets::PlotSeries before, after;
    before.kind = after.kind = widgets::PlotSeries::Kind::Bar;
    before.name = tr("as in the profile, predicted");
    after.name = tr("changed, simulated");
    before.color = 7;
    after.color = 0;
    if (const auto& answer = m_whatIf.answer()) {
        const auto now = byFamily(answer->before), then = byFamily(answer->after);
        std::vector<std::pair<double, std::string>> order;
        for (const auto& [family, us] : now)
            order.emplace_back(-us, family);
        std::sort(order.begin(), order.end());
        double otherNow = 0, otherThen = 0;
        const auto add = [&](const QString& name, double x, double y) {
            families.categories << name;
            const auto place = static_cast<double>(families.categories.size() - 1);
            before.x.push_back(place);
            before.y.push_back(x);
            after.x.push_back(place);
            after.y.push_back(y);
        };
        for (std::size_t i = 0; i < order.size(); ++i) {
            const std::string& family = order[i].second;
            const auto changed = then.find(family);
            const double us = changed == then.end() ? 0 : changed->second;
            if (i < kFamilies) {
                add(QString::fromStdString(family), -order[i].first, us);
            } else {
                otherNow += -order[i].first;
                otherThen += us;
            }
        }
        if (otherNow > 0)
            add(tr("others"), otherNow, otherThen);
    }
    m_families->setTipText(
        [names = families.categories](const widgets::PlotSeries& series, std::size_t point) {
            return tr("%1: %2\n%3", "operators: time, series")
                .arg(names.value(static_cast<qsizetype>(series.x[point])),
                     widgets::microsecondsText(series.y[point]), series.name);
        });
    const bool any = !before.x.empty();
    m_families->setContent(families, time,
                           any ? std::vector{std::move(before), std::move(after)}
                               : std::vector<widgets::PlotSeries>());
}

void WhatIfPage::showOperators() {
    std::vector<widgets::DataTableModel::Row> rows;
    if (const auto& answer = m_whatIf.answer()) {
        std::map<std::string, const prediction::OperatorPrediction*> then;
        for (const auto& one : answer->after.operators)
            then[one.operation.key] = &one;
        for (const auto& now : answer->before.operators) {
            const auto found = then.find(now.operation.key);
            if (found == then.end() || rows.size() >= kOperators)
                continue;
            const auto& after = *found->second;
            const double ratio = now.us.value > 0 ? after.us.value / now.us.value : 1;
            const QString bound = now.bound == after.bound
                                      ? boundWord(after.bound)
                                      : tr("%1 → %2", "limit before, after")
                                            .arg(boundWord(now.bound), boundWord(after.bound));
            rows.push_back(
                {{QString::fromStdString(now.operation.node.empty() ? now.operation.key
                                                                    : now.operation.node),
                  {},
                  {},
                  {}},
                 {QString::fromStdString(now.operation.opType), {}, {}, {}},
                 widgets::DataCell::number(now.us.value, widgets::microsecondsText(now.us.value)),
                 widgets::DataCell::number(after.us.value,
                                           widgets::microsecondsText(after.us.value),
                                           widgets::CellTone::Strong),
                 widgets::DataCell::number(ratio, factorText(ratio),
                                           ratio < 0.99   ? widgets::CellTone::Good
                                           : ratio > 1.01 ? widgets::CellTone::Bad
                                                          : widgets::CellTone::Muted),
                 {bound, {}, widgets::EngineWords::text(after.reason), {}}});
        }
        std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
            return a[2].value.toDouble() > b[2].value.toDouble();
        });
    }
    const bool first = m_operators->content().rowCount() == 0;
    m_operators->content().setContent({tr("Operator"), tr("Type"), tr("Before, predicted"),
                                       tr("After, simulated"), tr("Factor"), tr("Limited by")},
                                      std::move(rows));
    if (first)
        m_operators->fitColumns();
}

void WhatIfPage::showSensitivities() {
    widgets::PlotAxis factor, time;
    factor.title = tr("Factor on the property");
    factor.scale = widgets::AxisScale::Logarithmic;
    time.title = tr("Latency");
    time.scale = widgets::AxisScale::Logarithmic;
    time.format = widgets::microsecondsText;
    const QStringList shortNames{tr("Compute"), tr("Memory"), tr("Cache"), tr("Cache size"),
                                 tr("Launch")};
    std::vector<widgets::PlotSeries> series;
    for (const SensitivityCurve& curve : m_whatIf.sensitivities()) {
        if (curve.factors.empty())
            continue;
        widgets::PlotSeries line;
        line.kind = widgets::PlotSeries::Kind::Line;
        line.name = shortNames[curve.property];
        line.color = curve.property;
        line.marker = static_cast<widgets::Marker>(curve.property);
        line.markers = true;
        line.x = curve.factors;
        line.y = curve.latencyUs;
        series.push_back(std::move(line));
    }
    m_curves->setTipText([](const widgets::PlotSeries& line, std::size_t point) {
        return tr("%1 %2: %3, simulated", "property, factor: time")
            .arg(line.name, factorText(line.x[point]), widgets::microsecondsText(line.y[point]));
    });
    m_curves->setReferenceLines(
        series.empty() ? std::vector<widgets::ReferenceLine>()
                       : std::vector<widgets::ReferenceLine>{
                             {widgets::ReferenceLine::Kind::X, 1, tr("as in the profile")}});
    m_curves->setContent(factor, time, std::move(series));
    // Which one is worth most, in words.
    QString best;
    double gain = 0.02;
    for (const SensitivityCurve& curve : m_whatIf.sensitivities())
        if (curve.gain > gain) {
            gain = curve.gain;
            best = propertyName(curve.property);
        }
    m_note->setText(
        best.isEmpty()
            ? tr("Move a slider: the predicted time follows at once.")
            : tr("What helps this model most here: %1. Twice as good, it would take %2 less "
                 "(simulated).")
                  .arg(best, widgets::shareText(gain)));
}

void WhatIfPage::retranslate() {
    m_chooser->retranslate();
    m_reset->setText(tr("&Reset"));
    m_reset->setToolTip(tr("All factors back to 1"));
    m_edit->setText(tr("&Edit as a profile"));
    m_edit->setToolTip(tr("Opens the changed device as a new profile, to be saved and adapted to"));
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const QString name = propertyName(static_cast<int>(i));
        m_rows[i].name->setText(name);
        m_rows[i].slider->setAccessibleName(tr("Factor: %1").arg(name));
    }
    const QStringList pages{tr("By operator kind"), tr("What matters"), tr("Operators")};
    for (int i = 0; i < m_tabs->count(); ++i)
        m_tabs->setTabText(i, pages[i]);
    m_tabs->setAccessibleName(tr("Views of the changed device"));
    m_families->setTitle(tr("Time by operator kind"));
    m_curves->setTitle(tr("Latency over each property alone"));
    for (widgets::PlotView* plot : {m_families, m_curves})
        plot->setEmptyText(tr("Choose a model above. Its operators are predicted on the shown "
                              "device."));
    m_operators->setAccessibleName(tr("Operators before and after"));
    askForRefresh();
}

} // namespace metainfer::workbench
