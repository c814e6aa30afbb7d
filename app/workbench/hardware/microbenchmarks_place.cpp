// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Microbenchmarks place.
#include "hardware/microbenchmarks_place.h"

#include "hardware/data_table.h"
#include "hardware/heat_map.h"
#include "hardware/operator_matrix.h"
#include "hardware/probe_comparison.h"
#include "hardware/probe_form.h"
#include "hardware/probe_tables.h"
#include "hardware/quantity_text.h"
#include "hardware/save_dialog.h"
#include "plot/plot_view.h"
#include "session/code_panel.h"
#include "shell/empty_state.h"
#include "theme/theme.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolBar>
#include <QVBoxLayout>

#include <utility>

namespace metainfer::workbench {
namespace {

/// What the colour of the heat map shows; the first ones are MatrixMetric's.
enum Shown { kRoofline, kRate, kTraffic, kOverhead, kDatasheet, kChange, kShownCount };

QString suiteText(const QString& suite) {
    if (suite == "reduced")
        return MicrobenchmarksPlace::tr("reduced");
    if (suite == "quick")
        return MicrobenchmarksPlace::tr("quick");
    return suite == "full" ? MicrobenchmarksPlace::tr("full") : suite;
}

QString gradeText(Grade grade) {
    switch (grade) {
    case Grade::Valid:
        return MicrobenchmarksPlace::tr("valid");
    case Grade::Noisy:
        return MicrobenchmarksPlace::tr("noisy");
    case Grade::Invalid:
        return MicrobenchmarksPlace::tr("not valid");
    }
    return {};
}

QString runText(const ProbeRunEntry& run) {
    return MicrobenchmarksPlace::tr("%1 · %2", "date and suite of a run")
        .arg(run.startedAt.left(19).replace('T', ' '), suiteText(run.suite));
}

QLabel* mutedLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setProperty("role", "muted");
    label->setWordWrap(true);
    return label;
}

} // namespace

Place* makeMicrobenchmarksPlace(Workspace& workspace) {
    return new MicrobenchmarksPlace(workspace);
}

MicrobenchmarksPlace::MicrobenchmarksPlace(Workspace& workspace)
    : Place(workspace)
    , m_presenter(workspace.engine(), workspace.jobs(), ProbePresenter::defaultFolder())
    , m_catalogue(workspace.engine(), workspace.jobs()) {
    makeActions();
    m_split = new QSplitter(Qt::Horizontal, this);
    m_split->setChildrenCollapsible(false);
    m_split->addWidget(makeLauncher());
    m_split->addWidget(makeResults());
    m_split->setStretchFactor(1, 1);
    m_split->setSizes({270, 900});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->addWidget(m_split);
    QSettings& settings = workspace.settings();
    m_split->restoreState(settings.value("microbenchmarks/split").toByteArray());
    m_tabs->setCurrentIndex(settings.value("microbenchmarks/page", 0).toInt());
    connect(m_split, &QSplitter::splitterMoved, this, [this] {
        this->workspace().settings().setValue("microbenchmarks/split", m_split->saveState());
    });
    connect(m_tabs, &QTabWidget::currentChanged, this, [this](int index) {
        this->workspace().settings().setValue("microbenchmarks/page", index);
    });
    connect(&m_presenter, &ProbePresenter::stateChanged, this, &MicrobenchmarksPlace::showState);
    connect(&m_presenter, &ProbePresenter::resultChanged, this, [this] {
        fillRuns(); // which of them is shown
        showResult();
    });
    connect(&m_presenter, &ProbePresenter::earlierChanged, this, [this] {
        fillRuns();
        showResult();
    });
    connect(&m_presenter, &ProbePresenter::rowsAdded, this, [this] {
        showRows();
        showState();
    });
    connect(&m_presenter, &ProbePresenter::runsChanged, this, [this] {
        fillRuns();
        const auto& runs = m_presenter.runs();
        if (!std::exchange(m_newestOpened, true) && !runs.empty() && !m_presenter.isRunning() &&
            !m_presenter.result())
            m_presenter.openRun(runs.front().file);
    });
    connect(&m_presenter, &ProbePresenter::problem, this,
            [this](const Error& error) { this->workspace().say(error); });
    connect(&m_presenter, &ProbePresenter::stored, this, [this](int revision) {
        m_catalogue.reload();
        m_problems->setText(tr("Written as revision %1 to %2.")
                                .arg(revision)
                                .arg(QString::fromStdString(m_presenter.storeTarget().string())));
        m_problems->show();
    });
    connect(&m_presenter, &ProbePresenter::exported, this, [this](const QString& file) {
        m_problems->setText(tr("Written to %1.").arg(file));
        m_problems->show();
    });
    connect(&m_catalogue, &ProfileCatalogue::changed, this, &MicrobenchmarksPlace::fillDatasheets);
    retranslate();
    m_presenter.readRuns();
    m_catalogue.reload();
}

void MicrobenchmarksPlace::makeActions() {
    m_startAction = new QAction(this);
    m_export = new QAction(this);
    m_import = new QAction(this);
    m_store = new QAction(this);
    m_import->setObjectName("importProbe");
    m_export->setObjectName("exportProbe");
    m_store->setObjectName("storeProbe");
    connect(m_startAction, &QAction::triggered, this, [this] {
        if (m_form->obstacle().isEmpty())
            m_presenter.start(m_form->choice());
    });
    connect(m_export, &QAction::triggered, this, &MicrobenchmarksPlace::exportResult);
    connect(m_import, &QAction::triggered, this, &MicrobenchmarksPlace::importResult);
    connect(m_store, &QAction::triggered, this, &MicrobenchmarksPlace::askAndStore);
}

QWidget* MicrobenchmarksPlace::makeLauncher() {
    auto* pane = new QWidget(this);
    auto* column = new QVBoxLayout(pane);
    column->setContentsMargins(0, 0, 4, 0);
    m_form = new ProbeForm(workspace().settings(), pane);
    m_obstacle = new QLabel(pane);
    m_obstacle->setProperty("role", "error");
    m_obstacle->setWordWrap(true);
    m_start = new QPushButton(pane);
    m_stop = new QPushButton(pane);
    m_goOn = new QPushButton(pane);
    m_start->setProperty("role", "primary");
    m_start->setObjectName("startProbe");
    m_stop->setObjectName("stopProbe");
    m_goOn->setObjectName("goOnProbe");
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_start, 1);
    bar->addWidget(m_goOn);
    bar->addWidget(m_stop);
    m_command = new widgets::CodePanel(2, pane);
    m_command->setObjectName("probeCommand");
    column->addWidget(m_form, 1);
    column->addWidget(m_command);
    column->addWidget(m_obstacle);
    column->addLayout(bar);
    connect(m_form, &ProbeForm::changed, this, &MicrobenchmarksPlace::showState);
    connect(&m_form->schedule(), &ProbeSchedule::due, this, &MicrobenchmarksPlace::startScheduled);
    connect(m_start, &QPushButton::clicked, m_startAction, &QAction::trigger);
    connect(m_stop, &QPushButton::clicked, &m_presenter, &ProbePresenter::stop);
    connect(m_goOn, &QPushButton::clicked, &m_presenter, &ProbePresenter::goOn);
    return pane;
}

QWidget* MicrobenchmarksPlace::makeResults() {
    m_stack = new QStackedWidget(this);
    m_empty = new widgets::EmptyState("microbenchmarks", m_stack);
    connect(m_empty, &widgets::EmptyState::actionChosen, m_startAction, &QAction::trigger);
    m_stack->addWidget(m_empty);
    auto* pane = new QWidget(m_stack);
    auto* column = new QVBoxLayout(pane);
    column->setContentsMargins(8, 0, 0, 0);
    const auto labelled = [pane](QLabel*& label, QComboBox*& box, QHBoxLayout* bar) {
        label = new QLabel(pane);
        box = new QComboBox(pane);
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        label->setBuddy(box);
        bar->addWidget(label);
        bar->addWidget(box);
    };
    auto* top = new QHBoxLayout;
    labelled(m_runsLabel, m_runs, top);
    labelled(m_earlierLabel, m_earlier, top);
    labelled(m_datasheetLabel, m_datasheet, top);
    m_runs->setObjectName("probeRuns");
    m_earlier->setObjectName("earlierRun");
    m_datasheet->setObjectName("datasheet");
    top->addStretch(1);
    auto* actions = new QToolBar(pane);
    actions->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    actions->setIconSize({18, 18});
    actions->addActions({m_import, m_export, m_store});
    auto* second = new QHBoxLayout;
    m_summary = mutedLabel(pane);
    second->addWidget(m_summary, 1);
    second->addWidget(actions);
    m_problems = mutedLabel(pane);
    m_tabs = new QTabWidget(pane);
    m_tabs->setDocumentMode(true);
    m_tabs->setObjectName("probePages");
    m_machine = new widgets::DataTable(m_tabs);
    m_rows = new widgets::DataTable(m_tabs);
    m_bandwidth = new widgets::PlotView(m_tabs);
    m_scaling = new widgets::PlotView(m_tabs);
    m_machine->setObjectName("machineTable");
    m_rows->setObjectName("probeRows");
    auto* matrix = new QWidget(m_tabs);
    auto* matrixColumn = new QVBoxLayout(matrix);
    matrixColumn->setContentsMargins(0, 8, 0, 0);
    auto* matrixBar = new QHBoxLayout;
    labelled(m_metricLabel, m_metric, matrixBar);
    matrixBar->addStretch(1);
    for (int i = 0; i < kShownCount; ++i)
        m_metric->addItem(QString());
    m_metric->setObjectName("probeMetric");
    m_metric->setCurrentIndex(workspace().settings().value("microbenchmarks/metric", 0).toInt());
    m_map = new widgets::HeatMap(matrix);
    m_map->setObjectName("probeMatrix");
    matrixColumn->addLayout(matrixBar);
    matrixColumn->addWidget(m_map, 1);
    for (QWidget* page :
         std::initializer_list<QWidget*>{m_machine, m_bandwidth, m_scaling, matrix, m_rows})
        m_tabs->addTab(page, QString());
    column->addLayout(top);
    column->addLayout(second);
    column->addWidget(m_problems);
    column->addWidget(m_tabs, 1);
    m_stack->addWidget(pane);
    connect(m_metric, &QComboBox::currentIndexChanged, this, [this](int index) {
        workspace().settings().setValue("microbenchmarks/metric", index);
        showMatrix();
    });
    connect(m_datasheet, &QComboBox::activated, this, [this] {
        workspace().settings().setValue("microbenchmarks/datasheet", m_datasheet->currentData());
        showResult();
    });
    connect(m_runs, &QComboBox::activated, this, [this] {
        if (const QString file = m_runs->currentData().toString(); !file.isEmpty())
            m_presenter.openRun(file.toStdString());
    });
    connect(m_earlier, &QComboBox::activated, this,
            [this] { m_presenter.compareWith(m_earlier->currentData().toString().toStdString()); });
    return m_stack;
}

const hardware::Profile* MicrobenchmarksPlace::datasheet() const {
    const QString file = m_datasheet->currentData().toString();
    const CatalogueEntry* entry = file.isEmpty() ? nullptr : m_catalogue.find(file.toStdString());
    return entry ? entry->profile.get() : nullptr;
}

widgets::ProbeView MicrobenchmarksPlace::view() const {
    return {m_presenter.result().get(), m_presenter.earlier().get(), datasheet()};
}

void MicrobenchmarksPlace::showState() {
    const bool running = m_presenter.isRunning();
    const QString obstacle = m_form->obstacle();
    m_command->setText(m_form->command());
    m_obstacle->setText(obstacle);
    m_obstacle->setVisible(!obstacle.isEmpty());
    m_form->setEnabled(!running);
    m_start->setEnabled(!running && obstacle.isEmpty());
    m_startAction->setEnabled(m_start->isEnabled());
    m_start->setText(m_presenter.rows().empty() && !m_presenter.result() ? tr("&Start")
                                                                         : tr("&Repeat"));
    m_stop->setVisible(running);
    m_goOn->setVisible(m_presenter.canGoOn());
    m_export->setEnabled(!running && (!m_presenter.rows().empty() || m_presenter.result()));
    m_store->setEnabled(m_presenter.canStore());
    const bool anything = running || m_presenter.result() || !m_presenter.rows().empty() ||
                          !m_presenter.runs().empty();
    m_stack->setCurrentIndex(anything ? 1 : 0);
    const auto& result = m_presenter.result();
    const int rows = static_cast<int>(m_presenter.rows().size());
    if (running)
        m_summary->setText(tr("Measuring. Operator cases so far: %1").arg(rows));
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

void MicrobenchmarksPlace::showResult() {
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
    QStringList problems;
    if (shown.result) {
        for (const std::string& problem : shown.result->problems)
            problems << tr("Not measured: %1").arg(QString::fromStdString(problem));
        for (const std::string& reason : shown.result->validity.reasons)
            problems << QString::fromStdString(reason);
        if (shown.result->skipped)
            problems
                << tr("Operator cases left out at the time limit: %1").arg(shown.result->skipped);
    }
    m_problems->setText(problems.join("\n"));
    m_problems->setVisible(!problems.isEmpty());
    showRows();
    showState();
}

void MicrobenchmarksPlace::showRows() {
    const widgets::ProbeView shown = view();
    const QStringList columns = widgets::operatorColumns(shown.earlier != nullptr);
    const bool otherColumns = m_rows->content().columnCount() != columns.size();
    const bool first = m_rows->content().rowCount() == 0;
    m_rows->content().setContent(columns, widgets::operatorRows(m_presenter.rows(), shown));
    if (otherColumns || first)
        m_rows->fitColumns();
    showMatrix();
}

void MicrobenchmarksPlace::showMatrix() {
    const widgets::ProbeView shown = view();
    const int metric = m_metric->currentIndex();
    QString empty = tr("No operator was measured. Check \"Operators in the runtime\" on the left "
                       "and start again.");
    widgets::HeatMatrix matrix;
    if (metric == kDatasheet && !shown.datasheet) {
        empty = tr("Choose a datasheet above: the profile of this processor.");
    } else if (metric == kChange && !shown.earlier) {
        empty = tr("Choose an earlier run to compare with above.");
    } else if (metric == kDatasheet) {
        matrix = widgets::datasheetMatrix(m_presenter.rows(), *shown.datasheet);
    } else if (metric == kChange) {
        matrix = widgets::changeMatrix(m_presenter.rows(), shown.earlier->rows);
    } else {
        const auto fraction = [result = shown.result](const hardware::ProbeRow& row) {
            return result ? measurement::rooflineFraction(row, *result) : std::nullopt;
        };
        matrix = widgets::probeMatrix(m_presenter.rows(),
                                      static_cast<widgets::MatrixMetric>(metric), fraction);
    }
    m_map->setEmptyText(empty);
    m_map->setMatrix(std::move(matrix));
}

void MicrobenchmarksPlace::startScheduled() {
    // A run under way is the measurement that was asked for.
    if (!m_presenter.isRunning() && m_form->obstacle().isEmpty())
        m_presenter.start(m_form->choice());
}

void MicrobenchmarksPlace::fillRuns() {
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
    showState();
}

void MicrobenchmarksPlace::fillDatasheets() {
    const QVariant chosen = workspace().settings().value("microbenchmarks/datasheet");
    m_datasheet->clear();
    m_datasheet->addItem(tr("none"), QString());
    for (const CatalogueEntry& entry : m_catalogue.entries())
        if (entry.profile && entry.profile->type == hardware::DeviceType::Cpu)
            m_datasheet->addItem(entry.name, QString::fromStdString(entry.file.string()));
    m_datasheet->setCurrentIndex(std::max(0, m_datasheet->findData(chosen)));
    showResult();
}

void MicrobenchmarksPlace::exportResult() {
    const QString csv = tr("Operator rows (*.csv)"), json = tr("Everything (*.json)");
    QString filter;
    QString file = QFileDialog::getSaveFileName(
        this, tr("Export the results"), workspace().settings().value("lastFolder").toString(),
        csv + ";;" + json, &filter);
    if (file.isEmpty())
        return;
    if (!file.endsWith(".csv") && !file.endsWith(".json"))
        file += filter == json ? ".json" : ".csv";
    m_presenter.exportTo(file.toStdString());
}

void MicrobenchmarksPlace::importResult() {
    QSettings& settings = workspace().settings();
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Import results of another machine or of the command line"),
        settings.value("lastFolder").toString(), tr("Results (*.json *.csv)"));
    if (file.isEmpty())
        return;
    settings.setValue("lastFolder", QFileInfo(file).absolutePath());
    m_presenter.importRun(file.toStdString());
}

void MicrobenchmarksPlace::askAndStore() {
    SaveDialog dialog(m_presenter.storeTarget(), false, m_presenter.changes(), this);
    dialog.setReason(tr("microbenchmarks (%1)")
                         .arg(QString::fromUtf8(
                             measurement::probeSuiteName(m_presenter.choice().suite).data())));
    if (dialog.exec() == QDialog::Accepted)
        m_presenter.store(dialog.reason());
}

QString MicrobenchmarksPlace::title() const {
    return tr("Microbenchmarks");
}

QString MicrobenchmarksPlace::hint() const {
    return tr("Measure what a device can do");
}

QList<QAction*> MicrobenchmarksPlace::placeActions() const {
    return {m_startAction, m_import, m_export, m_store};
}

void MicrobenchmarksPlace::setIcons() {
    m_start->setIcon({});
    m_stop->setIcon(widgets::themedIcon("stop", palette()));
    m_import->setIcon(widgets::themedIcon("folder", palette()));
    m_export->setIcon(widgets::themedIcon("export", palette()));
    m_store->setIcon(widgets::themedIcon("save", palette()));
}

void MicrobenchmarksPlace::retranslate() {
    m_startAction->setText(tr("Start microbenchmarks"));
    m_stop->setText(tr("St&op"));
    m_goOn->setText(tr("&Go on"));
    m_goOn->setToolTip(tr("Measure what is left; the rows so far stay"));
    m_import->setText(tr("&Import…"));
    m_import->setToolTip(tr("Results of another machine or of the command line: JSON, or rows as "
                            "CSV"));
    m_export->setText(tr("&Export…"));
    m_export->setToolTip(tr("Rows as CSV, or everything as JSON"));
    m_store->setText(tr("&Write into the profile…"));
    m_store->setToolTip(tr("Shows what changes and asks before anything is written"));
    m_runsLabel->setText(tr("&Run"));
    m_earlierLabel->setText(tr("&Compare with"));
    m_datasheetLabel->setText(tr("&Datasheet"));
    m_metricLabel->setText(tr("Colour &shows"));
    m_runs->setAccessibleName(tr("Run that is shown"));
    m_earlier->setAccessibleName(tr("Earlier run to compare with"));
    m_datasheet->setAccessibleName(tr("Profile whose datasheet values are compared"));
    m_metric->setAccessibleName(tr("What the colour of a cell shows"));
    m_metric->setItemText(0, tr("Share of the roofline"));
    m_metric->setItemText(kDatasheet, tr("Share of the datasheet's roofline"));
    m_metric->setItemText(kChange, tr("Time against the earlier run"));
    for (int i = 1; i < kDatasheet; ++i)
        m_metric->setItemText(i, widgets::matrixMetricText(static_cast<widgets::MatrixMetric>(i)));
    const QStringList pages{tr("Machine"), tr("Bandwidth"), tr("Threads"), tr("Operators"),
                            tr("Rows")};
    for (int i = 0; i < m_tabs->count(); ++i)
        m_tabs->setTabText(i, pages[i]);
    m_tabs->setAccessibleName(tr("Views of the results"));
    m_machine->setAccessibleName(tr("What the machine can do"));
    m_rows->setAccessibleName(tr("Operator cases"));
    m_map->setAccessibleName(tr("Operators by data type and layout"));
    m_bandwidth->setTitle(tr("Bandwidth over the size of the data"));
    m_bandwidth->setEmptyText(
        tr("The bandwidth was not measured. Check \"Machine\" on the left and "
           "start again."));
    m_scaling->setTitle(tr("Speed-up over threads"));
    m_scaling->setEmptyText(tr("Scaling was not measured, or there is only one core."));
    m_empty->setTexts(tr("Nothing was measured yet"),
                      tr("Microbenchmarks find out what this machine really computes and moves, so "
                         "that predictions are good. The quick suite takes two minutes."),
                      tr("Start microbenchmarks"));
    m_form->retranslate();
    m_command->setTitle(tr("Command line"));
    setIcons();
    fillRuns();
    fillDatasheets();
}

void MicrobenchmarksPlace::changeEvent(QEvent* event) {
    Place::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_start)
        setIcons();
}

void MicrobenchmarksPlace::showEvent(QShowEvent* event) {
    Place::showEvent(event);
    m_catalogue.reload(); // a profile may have been edited meanwhile
}

} // namespace metainfer::workbench
