// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Microbenchmarks place.
#include "hardware/microbenchmarks_place.h"

#include "devices/devices_presenter.h"
#include "hardware/probe_form.h"
#include "hardware/probe_results.h"
#include "hardware/save_dialog.h"
#include "session/code_panel.h"
#include "session/link_watch.h"
#include "shell/empty_state.h"
#include "theme/theme.h"
#include "theme/wrapped_label.h"

#include <QAction>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <utility>

namespace metainfer::workbench {
Place* makeMicrobenchmarksPlace(Workspace& workspace) {
    return new MicrobenchmarksPlace(workspace);
}

MicrobenchmarksPlace::MicrobenchmarksPlace(Workspace& workspace)
    : Place(workspace)
    , m_presenter(workspace.engine(), workspace.jobs(), ProbePresenter::defaultFolder())
    , m_catalogue(workspace.engine(), workspace.jobs()) {
    makeActions();
    auto* split = new QSplitter(Qt::Horizontal, this);
    split->setChildrenCollapsible(false);
    split->addWidget(makeLauncher());
    m_stack = new QStackedWidget(split);
    m_empty = new widgets::EmptyState("microbenchmarks", m_stack);
    m_results = new ProbeResults(m_presenter, m_catalogue, workspace.settings(), m_stack);
    m_results->setActions({m_import, m_export, m_store});
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_results);
    split->addWidget(m_stack);
    split->setStretchFactor(1, 1);
    split->setSizes({270, 900});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    m_link = widgets::wrappedLabel(this, "error");
    m_link->setObjectName("probeLink");
    m_link->hide();
    layout->addWidget(m_link);
    layout->addWidget(makeMissed());
    layout->addWidget(split, 1);
    QSettings& settings = workspace.settings();
    split->restoreState(settings.value("microbenchmarks/split").toByteArray());
    connect(split, &QSplitter::splitterMoved, this,
            [&settings, split] { settings.setValue("microbenchmarks/split", split->saveState()); });
    connect(m_empty, &widgets::EmptyState::actionChosen, m_startAction, &QAction::trigger);
    follow();
    retranslate();
    m_presenter.readRuns();
    m_catalogue.reload();
    readDevices(); // a schedule may start before anybody looks here
    // At once, whatever place is shown; the window listens once it is made.
    if (m_form->schedule().missed().isValid())
        QTimer::singleShot(0, this, [this] {
            this->workspace().tell(
                tr("%1 Microbenchmarks can make up for it now.").arg(missedText()));
        });
}

void MicrobenchmarksPlace::follow() {
    m_presenter.setLinkSink(workspace().links().sink());
    connect(&workspace().links(), &LinkWatch::changed, this, &MicrobenchmarksPlace::showLink);
    connect(&m_presenter, &ProbePresenter::stateChanged, this, &MicrobenchmarksPlace::showLink);
    connect(&workspace(), &Workspace::probeAsked, this, [this](const QString& device) {
        m_form->chooseDevice(device);
        readDevices();
    });
    for (const auto signal : {&ProbePresenter::stateChanged, &ProbePresenter::resultChanged,
                              &ProbePresenter::rowsAdded})
        connect(&m_presenter, signal, this, &MicrobenchmarksPlace::showState);
    connect(&m_presenter, &ProbePresenter::runsChanged, this, [this] {
        const auto& runs = m_presenter.runs();
        if (!std::exchange(m_newestOpened, true) && !runs.empty() && !m_presenter.isRunning() &&
            !m_presenter.result())
            m_presenter.openRun(runs.front().file);
        showState();
    });
    connect(&m_presenter, &ProbePresenter::problem, this,
            [this](const Error& error) { workspace().say(error); });
    connect(&m_presenter, &ProbePresenter::stored, this, [this](int revision) {
        m_catalogue.reload();
        m_results->tell(tr("Written as revision %1 to %2.")
                            .arg(revision)
                            .arg(QString::fromStdString(m_presenter.storeTarget().string())));
    });
    connect(&m_presenter, &ProbePresenter::exported, this,
            [this](const QString& file) { m_results->tell(tr("Written to %1.").arg(file)); });
}

QWidget* MicrobenchmarksPlace::makeMissed() {
    m_missed = new QFrame(this);
    m_missed->setObjectName("missedRun");
    m_missed->setFrameShape(QFrame::StyledPanel);
    auto* row = new QHBoxLayout(m_missed);
    row->setContentsMargins(10, 6, 6, 6);
    m_missedText = new QLabel(m_missed);
    m_missedText->setWordWrap(true);
    m_makeUp = new QPushButton(m_missed);
    m_makeUp->setObjectName("makeUp");
    m_giveUp = new QPushButton(m_missed);
    m_giveUp->setObjectName("giveUp");
    row->addWidget(m_missedText, 1);
    row->addWidget(m_makeUp);
    row->addWidget(m_giveUp);
    connect(m_makeUp, &QPushButton::clicked, m_startAction, &QAction::trigger);
    connect(m_giveUp, &QPushButton::clicked, this, [this] { m_form->schedule().forgetMissed(); });
    return m_missed;
}

QString MicrobenchmarksPlace::missedText() const {
    return tr("The scheduled run of %1 did not take place: the program was closed or could not "
              "start it.")
        .arg(QLocale().toString(m_form->schedule().missed(), QLocale::ShortFormat));
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
        if (!m_form->obstacle().isEmpty() || m_presenter.isRunning())
            return;
        m_form->schedule().forgetMissed();
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
    const bool missed = m_form->schedule().missed().isValid() && !running;
    m_missed->setVisible(missed);
    m_missedText->setText(missed ? missedText() : QString());
    m_makeUp->setEnabled(m_start->isEnabled());
}

void MicrobenchmarksPlace::startScheduled() {
    if (m_presenter.isRunning())
        return; // the measurement that was asked for is under way
    if (!m_form->obstacle().isEmpty())
        return m_form->schedule().miss();
    m_form->schedule().forgetMissed();
    m_presenter.start(m_form->choice());
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
    m_stop->setText(tr("Sto&p"));
    m_goOn->setText(tr("Go o&n"));
    m_goOn->setToolTip(tr("Measure what is left; the rows so far stay"));
    m_import->setText(tr("&Import…"));
    m_import->setToolTip(tr("Results of another machine or of the command line: JSON, or rows as "
                            "CSV"));
    m_export->setText(tr("&Export…"));
    m_export->setToolTip(tr("Rows as CSV, or everything as JSON"));
    m_store->setText(tr("&Write into the profile…"));
    m_store->setToolTip(tr("Shows what changes and asks before anything is written"));
    m_makeUp->setText(tr("Run now"));
    m_giveUp->setText(tr("Leave it out"));
    m_empty->setTexts(tr("Nothing was measured yet"),
                      tr("Microbenchmarks find out what this machine really computes and moves, so "
                         "that predictions are good. The quick suite takes two minutes."),
                      tr("Start microbenchmarks"));
    m_form->retranslate();
    m_command->setTitle(tr("Command line"));
    setIcons();
    m_results->retranslate();
    showState();
}

void MicrobenchmarksPlace::changeEvent(QEvent* event) {
    Place::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_start)
        setIcons();
}

void MicrobenchmarksPlace::showEvent(QShowEvent* event) {
    Place::showEvent(event);
    m_catalogue.reload(); // a profile may have been edited meanwhile
    readDevices();
}

void MicrobenchmarksPlace::readDevices() {
    workspace().jobs().run<engine::DeviceCatalogue>(
        {}, this, [&engine = workspace().engine()](const JobContext&) { return engine.devices(); },
        [this](const engine::DeviceCatalogue& found) {
            m_form->setDevices(DevicesPresenter::measurable(found, workspace().settings()));
        });
}

/// A run waits for a device whose connection is lost.
void MicrobenchmarksPlace::showLink() {
    const QString trouble = m_presenter.isRunning()
                                ? workspace().links().trouble(m_presenter.choice().device)
                                : QString();
    m_link->setText(trouble.isEmpty() ? QString() : tr("! %1", "warning").arg(trouble));
    m_link->setVisible(!trouble.isEmpty());
}

} // namespace metainfer::workbench
