// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One session, live and done.
#include "session/run_page.h"

#include "plot/plot_view.h"
#include "session/code_panel.h"
#include "session/copy_table.h"
#include "session/engine_words.h"
#include "session/link_watch.h"
#include "session/migration_check.h"
#include "session/number_words.h"
#include "session/session_card.h"
#include "session/session_words.h"
#include "session/stage_list.h"
#include "session/workspace.h"
#include "theme/wrapped_label.h"

#include <QDesktopServices>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QStyle>
#include <QTabWidget>
#include <QUrl>
#include <QVBoxLayout>

namespace metainfer::workbench {
namespace {

using engine::Stage;

constexpr Stage kStages[] = {Stage::Loading,   Stage::Analysing, Stage::Baselines,
                             Stage::Searching, Stage::Finalists, Stage::Validating,
                             Stage::Reporting};

constexpr int kMostLetters = 40; ///< of a cell of the result that is read whole

/// Numbers with their intervals stand whole, and the table scrolls where the page is too narrow for
/// that; longer texts are cut and have tips.
void keepNumbersWhole(QTableView& table) {
    int widest = 0;
    const QAbstractItemModel& model = *table.model();
    for (int row = 0; row < model.rowCount(); ++row)
        for (int column = 0; column < model.columnCount(); ++column)
            if (const QString text = model.index(row, column).data().toString();
                text.size() <= kMostLetters)
                widest = std::max(widest, table.fontMetrics().horizontalAdvance(text));
    const int margins =
        2 * (table.style()->pixelMetric(QStyle::PM_FocusFrameHMargin, {}, &table) + 1);
    table.horizontalHeader()->setMinimumSectionSize(widest + margins);
}

QLabel* wrapped(QWidget* parent, const char* role = nullptr) {
    QLabel* label = widgets::wrappedLabel(parent, role);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // long words widen no page
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

RunPage::RunPage(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    makeHead();
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setChildrenCollapsible(false);
    auto *left = new QWidget(splitter), *right = new QWidget(splitter);
    left->setMinimumWidth(250);
    makeLeft(left);
    makeRight(right);
    splitter->addWidget(left);
    splitter->addWidget(right);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({280, 900});
    layout->addWidget(splitter, 1);
    // Across the page: paths are long.
    m_command = new widgets::CodePanel(2, this);
    m_command->setObjectName("sessionCommand");
    layout->addWidget(m_command);
    retranslate();
}

void RunPage::makeHead() {
    auto* page = static_cast<QVBoxLayout*>(layout());
    auto* head = new QHBoxLayout;
    m_title = new QLabel(this);
    m_title->setProperty("role", "title");
    m_state = new QLabel(this);
    m_state->setObjectName("sessionState");
    m_pause = new QPushButton(this);
    m_pause->setObjectName("pause");
    m_toForm = new QPushButton(this);
    m_toForm->setObjectName("toForm");
    m_resume = new QPushButton(this);
    m_resume->setObjectName("resume");
    m_resume->setProperty("role", "primary");
    head->addWidget(m_title);
    head->addWidget(m_state, 1);
    head->addWidget(m_pause);
    head->addWidget(m_toForm);
    head->addWidget(m_resume);
    page->addLayout(head);
    m_bar = new QProgressBar(this);
    m_bar->setObjectName("sessionProgress");
    m_bar->setRange(0, 1000);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(8);
    page->addWidget(m_bar);
    m_what = wrapped(this, "muted");
    m_what->setObjectName("sessionWhat");
    page->addWidget(m_what);
    m_link = wrapped(this, "error");
    m_link->setObjectName("sessionLink");
    m_link->hide();
    page->addWidget(m_link);
    connect(&m_workspace.links(), &LinkWatch::changed, this, &RunPage::showLink);
    m_pauseHint = wrapped(this, "muted");
    page->addWidget(m_pauseHint);
    m_failure = wrapped(this, "error");
    m_failure->setObjectName("sessionFailure");
    page->addWidget(m_failure);
    connect(m_pause, &QPushButton::clicked, this, [this] {
        if (m_session)
            m_session->cancel();
        m_pause->setEnabled(false);
        m_what->setText(tr("Pausing: waiting for the running measurement…"));
    });
    connect(m_toForm, &QPushButton::clicked, this, [this] {
        if (m_session)
            m_workspace.askForm(m_session->request());
    });
    connect(m_resume, &QPushButton::clicked, this, &RunPage::resume);
}

void RunPage::makeLeft(QWidget* left) {
    auto* layout = new QVBoxLayout(left);
    layout->setContentsMargins(0, 0, 8, 0);
    layout->setSpacing(8);
    m_stagesTitle = wrapped(left, "heading");
    m_stages = new widgets::StageList(left);
    m_stages->setObjectName("stages");
    m_bestTitle = wrapped(left, "heading");
    m_best = wrapped(left);
    m_best->setObjectName("best");
    m_counts = wrapped(left, "muted");
    m_counts->setObjectName("counts");
    layout->addWidget(m_stagesTitle);
    layout->addWidget(m_stages);
    layout->addSpacing(8);
    layout->addWidget(m_bestTitle);
    layout->addWidget(m_best);
    layout->addWidget(m_counts);
    m_curve = new widgets::PlotView(left);
    m_curve->setMinimumHeight(140);
    m_curve->setMaximumHeight(420);
    layout->addWidget(m_curve, 100);
    layout->addStretch(1); // what the curve does not take
}

void RunPage::makeRight(QWidget* right) {
    auto* layout = new QVBoxLayout(right);
    layout->setContentsMargins(8, 0, 0, 0);
    m_resultPart = new QWidget(right);
    auto* result = new QVBoxLayout(m_resultPart);
    result->setContentsMargins(0, 0, 0, 0);
    m_answer = wrapped(m_resultPart, "title");
    m_answer->setObjectName("answer");
    m_reason = wrapped(m_resultPart, "muted");
    result->addWidget(m_answer);
    result->addWidget(m_reason);
    auto* buttons = new QHBoxLayout;
    const auto button = [&](const char* name, const char* place) {
        auto* made = new QPushButton(m_resultPart);
        made->setObjectName(name);
        buttons->addWidget(made);
        connect(made, &QPushButton::clicked, this, [this, place] { m_workspace.goTo(place); });
        return made;
    };
    m_toReport = button("toReport", "reports");
    m_toCandidates = button("toCandidates", "candidates");
    m_toModel = button("toModel", "model");
    buttons->addStretch(1);
    m_openFolder = new QPushButton(m_resultPart);
    m_openFolder->setObjectName("openFolder");
    buttons->addWidget(m_openFolder);
    connect(m_openFolder, &QPushButton::clicked, this, &RunPage::openFolder);
    m_resultTable = new widgets::CopyTable(m_resultPart);
    m_resultTable->setObjectName("resultTable");
    m_resultTable->setModel(&m_result);
    m_resultTable->setTextElideMode(Qt::ElideMiddle);
    m_resultTable->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    result->addWidget(m_resultTable, 1);
    result->addLayout(buttons);
    layout->addWidget(m_resultPart, 3);

    m_details = new QTabWidget(right);
    m_details->setObjectName("sessionDetails");
    m_details->setDocumentMode(true);
    auto* events = new QWidget(m_details);
    auto* column = new QVBoxLayout(events);
    column->setContentsMargins(0, 8, 0, 0);
    m_eventsHint = wrapped(events, "muted");
    m_eventTable = new widgets::CopyTable(events);
    m_eventTable->setObjectName("events");
    m_eventTable->setModel(&m_events);
    m_eventTable->horizontalHeader()->setSectionResizeMode(EventModel::Text, QHeaderView::Stretch);
    m_eventTable->setColumnWidth(EventModel::Time, 90);
    m_eventTable->setColumnWidth(EventModel::Sign, 32);
    column->addWidget(m_eventsHint);
    column->addWidget(m_eventTable, 1);
    column->addStretch(0);
    m_yaml = new widgets::CodePanel(0, m_details);
    m_yaml->setObjectName("sessionYaml");
    m_details->addTab(events, {});
    m_details->addTab(m_yaml, {});
    layout->addWidget(m_details, 2);
}

void RunPage::setSession(SessionPresenter* session) {
    if (m_session)
        m_session->disconnect(this);
    m_session = session;
    m_events.setSession(session);
    if (session) {
        connect(session, &SessionPresenter::eventsAdded, this, &RunPage::addEvents);
        connect(session, &SessionPresenter::stateChanged, this, &RunPage::showAll);
        connect(session, &SessionPresenter::contentChanged, this, &RunPage::showAll);
    }
    showAll();
}

void RunPage::showAll() {
    if (!m_session)
        return;
    m_events.update();
    showState();
    showProgress();
    showStages();
    showCounts();
    showContent();
}

void RunPage::showState() {
    const auto content = m_session->content();
    const bool running = m_session->isRunning();
    m_title->setText(m_session->title());
    m_state->setText(SessionWords::headline(*m_session));
    m_pause->setVisible(running);
    m_pause->setEnabled(running);
    m_resume->setText(content ? tr("Res&ume") : tr("&Try again"));
    m_resume->setVisible(m_session->canGoOn());
    m_toForm->setVisible(m_session->canGoOn() && !content);
    m_pauseHint->setVisible(m_session->canGoOn() && content);
    if (m_session->isRunningElsewhere()) {
        m_pauseHint->setText(tr("Another process adapts in this folder. What it reaches is shown "
                                "here; it is paused where it was started."));
        m_pauseHint->setVisible(true);
    } else {
        m_pauseHint->setText(tr("Everything measured so far is kept in the folder. Resume goes on "
                                "from there, today or later."));
    }
    const QString failure = SessionWords::failure(*m_session);
    m_failure->setText(failure);
    m_failure->setVisible(!failure.isEmpty());
    const QString command = m_session->command();
    m_command->setText(command);
    m_command->setVisible(!command.isEmpty());
    m_yaml->setText(m_session->deploymentYaml());
}

void RunPage::showProgress() {
    const bool running = m_session->isRunning();
    showLink();
    m_bar->setVisible(running);
    m_what->setVisible(running);
    if (!running || !m_pause->isEnabled())
        return;
    const engine::WorkDone& progress = m_session->progress();
    m_bar->setValue(static_cast<int>(progress.fraction * 1000));
    const QString what = SessionWords::work(progress.what);
    m_what->setText(
        progress.remainingSeconds
            ? tr("%1 %, about %2 left: %3", "share, time, what is done")
                  .arg(static_cast<int>(progress.fraction * 100))
                  .arg(widgets::NumberWords::seconds(std::max(1.0, *progress.remainingSeconds)),
                       what)
        : what.isEmpty() ? tr("Starting")
                         : tr("%1 %: %2", "share, what is done")
                               .arg(static_cast<int>(progress.fraction * 100))
                               .arg(what));
}

/// A device that is away stops nothing: the run waits for it, and says so.
void RunPage::showLink() {
    const QString trouble = m_session && m_session->isRunning()
                                ? m_workspace.links().trouble(m_session->linkDevice())
                                : QString();
    m_link->setText(trouble.isEmpty() ? QString() : tr("! %1", "warning").arg(trouble));
    m_link->setVisible(!trouble.isEmpty());
}

void RunPage::showStages() {
    using widgets::StageState;
    const auto content = m_session->content();
    const bool running = m_session->isRunning() || m_session->isRunningElsewhere();
    // Also one whose decision or events were damaged since.
    const bool done = !running && content && content->info.state == session::State::Done;
    QHash<int, double> began; // of this run
    for (const EventLine& line : m_session->lastRun())
        if (const auto* stage = std::get_if<engine::StageStarted>(&line.event))
            began.insert(static_cast<int>(stage->stage), line.seconds);
    QHash<QString, double> recorded; // of a finished session
    if (content && content->decision && content->decision->contains("stages"))
        for (const Json& entry : (*content->decision)["stages"])
            recorded.insert(QString::fromStdString(entry.value("stage", "")),
                            entry.value("seconds", -1.0));
    const int current = static_cast<int>(m_session->stage());
    QList<widgets::StageRow> rows;
    for (const Stage stage : kStages) {
        const int i = static_cast<int>(stage);
        widgets::StageRow row{SessionWords::stage(stage), StageState::Waiting, -1};
        if (done || (began.contains(i) && i < current))
            row.state = StageState::Done;
        else if (began.contains(i) && i == current)
            row.state = running ? StageState::Working : StageState::Stopped;
        if (began.contains(i) && began.contains(i + 1))
            row.seconds = began[i + 1] - began[i];
        else if (done)
            row.seconds =
                recorded.value(QString::fromStdString(std::string(engine::stageName(stage))), -1);
        rows << row;
    }
    m_stages->setStages(rows);
}

QString RunPage::countsText() const {
    const CandidateTally tally = m_session->tally();
    return tr("Candidates measured: %1, dropped out: %2").arg(tally.measured).arg(tally.droppedOut);
}

void RunPage::showCounts() {
    const auto content = m_session->content();
    const auto& best = m_session->best();
    const bool decided = !m_session->isRunning() && content && content->decision;
    m_bestTitle->setText(decided ? tr("Decision") : tr("Best so far"));
    if (decided)
        m_best->setText(tr("%1 was chosen")
                            .arg(QString::fromStdString(content->decision->value("chosen", ""))));
    else if (best)
        m_best->setText(tr("%1 takes %2 of the original's score")
                            .arg(QString::fromStdString(best->id))
                            .arg(best->ratio, 0, 'f', 3));
    else
        m_best->setText(tr("Nothing better than the original yet"));
    m_best->setToolTip(best ? QString::fromStdString(best->key) : QString());
    m_counts->setText(countsText());
    BestCurve::show(*m_curve, bestCurve(*m_session));
}

void RunPage::showContent() {
    const auto content = m_session->content();
    const bool decided = !m_session->isRunning() && content && content->decision;
    m_resultPart->setVisible(decided);
    showEvents();
    if (!decided)
        return m_result.setDecision({});
    m_answer->setText(m_result.isSimulated() || content->decision->value("simulated", false)
                          ? tr("%1 (simulated)").arg(SessionWords::answer(*content->decision))
                          : SessionWords::answer(*content->decision));
    m_reason->setText(tr("%1 on %2", "model, target")
                          .arg(QString::fromStdString(content->info.modelPath),
                               QString::fromStdString(content->info.hardwareName)));
    m_result.setDecision(*content->decision);
    keepNumbersWhole(*m_resultTable);
}

void RunPage::showEvents() {
    const bool any = m_events.rowCount() > 0;
    m_eventTable->setVisible(any);
    m_eventsHint->setVisible(!any);
    m_eventsHint->setText(
        m_session->isRunning() || !m_session->content()
            ? tr("Events appear here while the session runs.")
            : tr("This session was written by an older version, which kept no events. What was "
                 "tried stands under Candidates."));
}

void RunPage::addEvents() {
    QScrollBar* bar = m_eventTable->verticalScrollBar();
    const bool atEnd = bar->value() >= bar->maximum() - 2;
    m_events.update();
    showEvents();
    if (atEnd)
        m_eventTable->scrollToBottom();
    showProgress();
    showStages();
    showCounts();
}

void RunPage::openFolder() {
    const QString folder = QString::fromStdString(m_session->folder().string());
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(folder)))
        m_workspace.tell(tr("No file manager could be started; the folder is %1").arg(folder));
}

void RunPage::resume() {
    if (m_session)
        m_workspace.resume(*m_session);
}

void RunPage::retranslate() {
    m_pause->setText(tr("&Pause"));
    m_pause->setToolTip(
        tr("Stops now and keeps everything that was measured. Resume goes on from there."));
    m_pause->setAccessibleDescription(m_pause->toolTip());
    m_toForm->setText(tr("&Back to the form"));
    m_toForm->setToolTip(tr("Fills the form as this run was asked, so that it can be corrected"));
    m_toForm->setAccessibleDescription(m_toForm->toolTip());
    m_bar->setAccessibleName(tr("Progress of the adaptation"));
    m_stagesTitle->setText(tr("Stages"));
    BestCurve::prepare(*m_curve, "bestCurve");
    m_command->setTitle(tr("The same on the command line"));
    m_toReport->setText(tr("&Report"));
    m_toCandidates->setText(tr("&Candidates"));
    m_toModel->setText(tr("&Model before and after"));
    m_openFolder->setText(tr("&Open folder"));
    m_openFolder->setToolTip(tr("The session's folder: adapted.onnx, mapping.json, report.html"));
    m_resultTable->setAccessibleName(tr("Result: original, hand-tuned and adapted"));
    m_eventTable->setAccessibleName(tr("Events"));
    m_details->setTabText(0, tr("What happened"));
    m_details->setTabText(1, tr("What was asked"));
    m_details->setAccessibleName(tr("Details of the session"));
    m_yaml->setTitle(tr("Deployment as YAML"));
    m_events.retranslate();
    m_result.retranslate();
    showAll();
}

void RunPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace metainfer::workbench
