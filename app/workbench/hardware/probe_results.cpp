// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What microbenchmarks found.
#include "hardware/probe_results.h"

#include "hardware/heat_map.h"
#include "hardware/operator_matrix.h"
#include "hardware/probe_comparison.h"
#include "hardware/probe_findings.h"
#include "hardware/probe_tables.h"
#include "hardware/profile_catalogue.h"
#include "hardware/quantity_text.h"
#include "plot/plot_view.h"
#include "session/data_table.h"
#include "session/engine_words.h"
#include "theme/wrapped_label.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSettings>
#include <QTabWidget>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace metainfer::workbench {
namespace {

/// What the colour of the heat map shows; the first ones are MatrixMetric's.
enum Shown { kRoofline, kRate, kTraffic, kOverhead, kDatasheet, kChange, kShownCount };

QString suiteText(const QString& suite) {
    if (suite == "reduced")
        return ProbeResults::tr("reduced");
    if (suite == "quick")
        return ProbeResults::tr("quick");
    return suite == "full" ? ProbeResults::tr("full") : suite;
}

QString gradeText(Grade grade) {
    switch (grade) {
    case Grade::Valid:
        return ProbeResults::tr("valid");
    case Grade::Noisy:
        return ProbeResults::tr("noisy");
    case Grade::Invalid:
        return ProbeResults::tr("not valid");
    }
    return {};
}

QString runText(const ProbeRunEntry& run) {
    return ProbeResults::tr("%1 · %2", "date and suite of a run")
        .arg(run.startedAt.left(19).replace('T', ' '), suiteText(run.suite));
}

} // namespace

ProbeResults::ProbeResults(ProbePresenter& presenter, const ProfileCatalogue& catalogue,
                           QSettings& settings, QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_catalogue(catalogue)
    , m_settings(settings)
    , m_summary(widgets::wrappedLabel(this, "muted"))
    , m_problems(widgets::wrappedLabel(this, "muted"))
    , m_actions(new QToolBar(this))
    , m_tabs(new QTabWidget(this))
    , m_machine(new widgets::DataTable(m_tabs))
    , m_rows(new widgets::DataTable(m_tabs))
    , m_findings(new widgets::DataTable(m_tabs))
    , m_bandwidth(new widgets::PlotView(m_tabs))
    , m_scaling(new widgets::PlotView(m_tabs))
    , m_map(new widgets::HeatMap(m_tabs)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 0, 0, 0);
    auto* choices = new QHBoxLayout;
    makeChoices(*choices);
    choices->addStretch(1);
    m_actions->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_actions->setIconSize({18, 18});
    auto* second = new QHBoxLayout;
    second->addWidget(m_summary, 1);
    second->addWidget(m_actions);
    m_tabs->setDocumentMode(true);
    m_tabs->setObjectName("probePages");
    m_machine->setObjectName("machineTable");
    m_rows->setObjectName("probeRows");
    m_findings->setObjectName("probeFindings");
    m_map->setObjectName("probeMatrix");
    for (QWidget* page : std::initializer_list<QWidget*>{m_machine, m_bandwidth, m_scaling,
                                                         makeMatrix(), m_rows, m_findings})
        m_tabs->addTab(page, QString());
    m_tabs->setCurrentIndex(settings.value("microbenchmarks/page", 0).toInt());
    column->addLayout(choices);
    column->addLayout(second);
    column->addWidget(m_problems);
    column->addWidget(m_tabs, 1);
    connect(m_tabs, &QTabWidget::currentChanged, this,
            [this](int index) { m_settings.setValue("microbenchmarks/page", index); });
    const auto showAll = [this] {
        fillRuns(); // which of them is shown
        showResult();
    };
    connect(&m_presenter, &ProbePresenter::stateChanged, this, &ProbeResults::showSummary);
    connect(&m_presenter, &ProbePresenter::resultChanged, this, showAll);
    connect(&m_presenter, &ProbePresenter::earlierChanged, this, showAll);
    connect(&m_presenter, &ProbePresenter::runsChanged, this, &ProbeResults::fillRuns);
    connect(&m_presenter, &ProbePresenter::rowsAdded, this, [this] {
        showRows();
        showSummary();
    });
    connect(&m_catalogue, &ProfileCatalogue::changed, this, &ProbeResults::fillDatasheets);
}

void ProbeResults::makeChoices(QLayout& layout) {
    const auto labelled = [&](QLabel*& label, QComboBox*& box, const char* name) {
        label = new QLabel(this);
        box = new QComboBox(this);
        box->setObjectName(name);
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        label->setBuddy(box);
        layout.addWidget(label);
        layout.addWidget(box);
    };
    labelled(m_runsLabel, m_runs, "probeRuns");
    labelled(m_earlierLabel, m_earlier, "earlierRun");
    labelled(m_datasheetLabel, m_datasheet, "datasheet");
    connect(m_datasheet, &QComboBox::activated, this, [this] {
        m_settings.setValue("microbenchmarks/datasheet", m_datasheet->currentData());
        showResult();
    });
    connect(m_runs, &QComboBox::activated, this, [this] {
        if (const QString file = m_runs->currentData().toString(); !file.isEmpty())
            m_presenter.openRun(file.toStdString());
    });
    connect(m_earlier, &QComboBox::activated, this,
            [this] { m_presenter.compareWith(m_earlier->currentData().toString().toStdString()); });
}

QWidget* ProbeResults::makeMatrix() {
    auto* page = new QWidget(m_tabs);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 8, 0, 0);
    auto* bar = new QHBoxLayout;
    m_metricLabel = new QLabel(page);
    m_metric = new QComboBox(page);
    m_metric->setObjectName("probeMetric");
    m_metric->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_metricLabel->setBuddy(m_metric);
    for (int i = 0; i < kShownCount; ++i)
        m_metric->addItem(QString());
    m_metric->setCurrentIndex(
        std::clamp(m_settings.value("microbenchmarks/metric", 0).toInt(), 0, kShownCount - 1));
    bar->addWidget(m_metricLabel);
    bar->addWidget(m_metric);
    bar->addStretch(1);
    column->addLayout(bar);
    column->addWidget(m_map, 1);
    connect(m_metric, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_settings.setValue("microbenchmarks/metric", index);
        showMatrix();
    });
    return page;
}

void ProbeResults::setActions(const QList<QAction*>& actions) {
    m_actions->addActions(actions);
}

void ProbeResults::tell(const QString& text) {
    m_problems->setText(text);
    m_problems->show();
}

const hardware::Profile* ProbeResults::datasheet() const {
    const QString file = m_datasheet->currentData().toString();
    const CatalogueEntry* entry = file.isEmpty() ? nullptr : m_catalogue.find(file.toStdString());
    return entry ? entry->profile.get() : nullptr;
}

widgets::ProbeView ProbeResults::view() const {
    return {m_presenter.result().get(), m_presenter.earlier().get(), datasheet()};
}

void ProbeResults::showSummary() {
    const auto& result = m_presenter.result();
    const int rows = static_cast<int>(m_presenter.rows().size());
    if (m_presenter.isRunning())
        m_summary->setText(m_presenter.waiting().isEmpty()
                               ? tr("Measuring. Operator cases so far: %1").arg(rows)
                               : tr("◷ %1. It goes on by itself as soon as it is its turn.",
                                    "who measures meanwhile")
                                     .arg(widgets::EngineWords::text(m_presenter.waiting())));
    else if (result)
        m_summary->setText(
            tr("%1 · operator cases: %2 · took %3 · all numbers are measured (%4)")
                .arg(QString::fromStdString(result->environment.cpu))
                .arg(rows)
                .arg(widgets::secondsText(result->seconds), gradeText(result->validity.grade)));
    else if (m_presenter.canGoOn())
        m_summary->setText(tr("Stopped. Operator cases measured: %1").arg(rows));
    else
        m_summary->setText(tr("Start a run, or choose one of the earlier runs."));
}

void ProbeResults::showResult() {
    const widgets::ProbeView shown = view();
    m_machine->content().setContent(widgets::machineColumns(), widgets::machineRows(shown));
    // Columns that nothing can be said in only take the room of the others.
    for (const int column : {2, 3})
        m_machine->setColumnHidden(column, !shown.datasheet);
    for (const int column : {4, 5})
        m_machine->setColumnHidden(column, !shown.earlier);
    m_machine->fitColumns();
    widgets::ProbeCurves bandwidth = widgets::bandwidthCurves(shown);
    m_bandwidth->setReferenceLines(bandwidth.lines);
    widgets::PlotAxis size, rate, threads, speedUp;
    size.title = tr("Size of the data");
    size.scale = widgets::AxisScale::Logarithmic;
    size.format = widgets::decadeBytesText;
    rate.title = tr("Bandwidth, GB/s");
    threads.title = tr("Threads");
    speedUp.title = tr("Speed-up over one thread");
    threads.format = [](double count) {
        return count == std::round(count) ? QLocale().toString(count, 'f', 0) : QString();
    };
    rate.fromZero = threads.fromZero = speedUp.fromZero = true;
    m_bandwidth->setContent(size, rate, std::move(bandwidth.series));
    m_bandwidth->setTipText([](const widgets::PlotSeries& series, std::size_t point) {
        return tr("%1\n%2: %3", "series, size: bandwidth")
            .arg(series.name, widgets::bytesText(series.x[point]),
                 widgets::gigabytesText(series.y[point]));
    });
    widgets::ProbeCurves scaling = widgets::scalingCurves(shown);
    m_scaling->setReferenceLines(scaling.lines);
    m_scaling->setContent(threads, speedUp, std::move(scaling.series));
    showFindings();
    showProblems();
    showRows();
    showSummary();
}

void ProbeResults::showFindings() {
    const auto& result = m_presenter.result();
    const auto& earlier = m_presenter.earlier();
    std::optional<measurement::ProbeComparison> changes;
    if (result && earlier)
        changes = measurement::compareProbes(*earlier, *result);
    m_findings->content().setContent(widgets::findingColumns(),
                                     result ? widgets::findingRows(*result, changes)
                                            : std::vector<widgets::DataTableModel::Row>());
    m_findings->fitColumns();
}

void ProbeResults::showProblems() {
    const auto& result = m_presenter.result();
    QStringList problems;
    if (result) {
        for (const std::string& problem : result->problems)
            problems << tr("Not measured: %1").arg(widgets::EngineWords::text(problem));
        for (const std::string& reason : result->validity.reasons)
            problems << widgets::EngineWords::text(reason);
        if (result->skipped)
            problems << tr("Operator cases left out at the time limit: %1").arg(result->skipped);
    }
    m_problems->setText(problems.join("\n"));
    m_problems->setVisible(!problems.isEmpty());
}

void ProbeResults::showRows() {
    const widgets::ProbeView shown = view();
    const QStringList columns = widgets::operatorColumns(shown.earlier != nullptr);
    const bool otherColumns = m_rows->content().columnCount() != columns.size();
    const bool first = m_rows->content().rowCount() == 0;
    m_rows->content().setContent(columns, widgets::operatorRows(m_presenter.rows(), shown));
    if (otherColumns || first)
        m_rows->fitColumns();
    showMatrix();
}

void ProbeResults::showMatrix() {
    const widgets::ProbeView shown = view();
    const int metric = m_metric->currentIndex();
    QString empty = tr("No operator was measured. Check \"Operators in the runtime\" on the left "
                       "and start again.");
    widgets::HeatMatrix matrix;
    if (m_presenter.isRunning()) {
        empty = tr("Measuring. Operators appear here as soon as they are measured.");
    } else if (metric == kDatasheet && !shown.datasheet) {
        empty = tr("Choose a datasheet above: the profile of this processor.");
    } else if (metric == kChange && !shown.earlier) {
        empty = tr("Choose an earlier run to compare with above.");
    }
    if (metric == kDatasheet && shown.datasheet) {
        matrix = widgets::datasheetMatrix(m_presenter.rows(), *shown.datasheet);
    } else if (metric == kChange && shown.earlier) {
        matrix = widgets::changeMatrix(m_presenter.rows(), shown.earlier->rows);
    } else if (metric < kDatasheet) {
        const auto fraction = [result = shown.result](const hardware::ProbeRow& row) {
            return result ? measurement::rooflineFraction(row, *result) : std::nullopt;
        };
        matrix = widgets::probeMatrix(m_presenter.rows(),
                                      static_cast<widgets::MatrixMetric>(metric), fraction);
    }
    m_map->setEmptyText(empty);
    m_map->setMatrix(std::move(matrix));
}

void ProbeResults::fillRuns() {
    const QString earlier = QString::fromStdString(m_presenter.comparedFile().string());
    m_runs->clear();
    m_earlier->clear();
    m_runs->addItem(tr("choose…"), QString());
    m_earlier->addItem(tr("none"), QString());
    int shown = 0;
    for (const ProbeRunEntry& run : m_presenter.runs()) {
        const QString file = QString::fromStdString(run.file.string());
        m_runs->addItem(runText(run), file);
        m_earlier->addItem(runText(run), file);
        if (m_presenter.result() && run.startedAt.toStdString() == m_presenter.result()->startedAt)
            shown = m_runs->count() - 1;
    }
    m_runs->setCurrentIndex(shown);
    m_earlier->setCurrentIndex(std::max(0, m_earlier->findData(earlier)));
    m_runs->setEnabled(m_runs->count() > 1);
    m_earlier->setEnabled(m_earlier->count() > 1);
    showSummary();
}

void ProbeResults::fillDatasheets() {
    const QVariant chosen = m_settings.value("microbenchmarks/datasheet");
    m_datasheet->clear();
    m_datasheet->addItem(tr("none"), QString());
    for (const CatalogueEntry& entry : m_catalogue.entries())
        if (entry.profile && entry.profile->type == hardware::DeviceType::Cpu)
            m_datasheet->addItem(entry.name, QString::fromStdString(entry.file.string()));
    m_datasheet->setCurrentIndex(std::max(0, m_datasheet->findData(chosen)));
    showResult();
}

void ProbeResults::retranslate() {
    m_runsLabel->setText(tr("Run"));
    m_earlierLabel->setText(tr("&Compare with"));
    m_datasheetLabel->setText(tr("Datasheet"));
    m_metricLabel->setText(tr("Colour shows"));
    m_runs->setAccessibleName(tr("Run that is shown"));
    m_earlier->setAccessibleName(tr("Earlier run to compare with"));
    m_datasheet->setAccessibleName(tr("Profile whose datasheet values are compared"));
    m_metric->setAccessibleName(tr("What the colour of a cell shows"));
    m_metric->setItemText(kRoofline, tr("Share of the roofline"));
    m_metric->setItemText(kDatasheet, tr("Share of the datasheet's roofline"));
    m_metric->setItemText(kChange, tr("Time against the earlier run"));
    for (int i = kRate; i < kDatasheet; ++i)
        m_metric->setItemText(i, widgets::matrixMetricText(static_cast<widgets::MatrixMetric>(i)));
    const QStringList pages{tr("Machine"),   tr("Bandwidth"), tr("Threads"),
                            tr("Operators"), tr("Rows"),      tr("Findings")};
    for (int i = 0; i < m_tabs->count(); ++i)
        m_tabs->setTabText(i, pages[i]);
    m_tabs->setAccessibleName(tr("Views of the results"));
    m_machine->setAccessibleName(tr("What the machine can do"));
    m_machine->setEmptyText(tr("Rates, caches and overheads stand here when the run has ended."));
    m_rows->setAccessibleName(tr("Operator cases"));
    m_rows->setEmptyText(tr("Operator cases stand here as soon as they are measured."));
    m_findings->setEmptyText(
        tr("What the numbers mean, and what changed since the run before, stands here when the "
           "run has ended."));
    m_findings->setAccessibleName(tr("What the numbers mean"));
    m_map->setAccessibleName(tr("Operators by data type and layout"));
    m_bandwidth->setTitle(tr("Bandwidth over the size of the data"));
    m_bandwidth->setEmptyText(
        tr("The bandwidth was not measured. Check \"Machine\" on the left and "
           "start again."));
    m_scaling->setTitle(tr("Speed-up over threads"));
    m_scaling->setEmptyText(tr("Scaling was not measured, or there is only one core."));
    fillRuns();
    fillDatasheets();
}

} // namespace metainfer::workbench
