// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The window.
#include "shell/main_window.h"

#include "session/engine_words.h"
#include "session/link_watch.h"
#include "session/session_words.h"
#include "shell/navigation_rail.h"
#include "shell/panel.h"
#include "shell/place.h"
#include "shell/progress_area.h"
#include "theme/colors.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QTime>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace metainfer::workbench {
namespace {

constexpr int kLogLines = 5000;
constexpr int kKeepMs = 800;
constexpr int kNoticeMs = 15000;
constexpr std::size_t kShownProblems = 4;

struct PlaceEntry {
    const char* id;
    const char* icon;
    Place* (*make)(Workspace&);
};

const PlaceEntry kPlaces[] = {
#define METAINFER_PLACE(id, icon, name, area) {id, icon, &make##name},
#include "shell/places.def"
#undef METAINFER_PLACE
};

/// Asks for no room for scroll buttons that few tabs do not need.
class SessionTabs : public QTabBar {
  public:
    using QTabBar::QTabBar;
    QSize minimumSizeHint() const override { return {60, QTabBar::minimumSizeHint().height()}; }
};

} // namespace

MainWindow::MainWindow(Workspace& workspace, Languages& languages)
    : m_workspace(workspace)
    , m_languages(languages) {
    setObjectName("mainWindow");
    setAcceptDrops(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    makePlaces();
    makeDocks();
    makeMenus();
    retranslate();
    resize(1280, 760); // fits a screen of 800 rows with its title bar
    restoreGeometry(m_workspace.settings().value("window/geometry").toByteArray());
    restoreState(m_workspace.settings().value("window/state").toByteArray());
    showPlace(m_workspace.settings().value("window/place", m_ids.first()).toString());
    connect(&m_workspace, &Workspace::placeAsked, this, &MainWindow::showPlace);
    connect(&m_workspace, &Workspace::problem, this, &MainWindow::addProblem);
    connect(&m_workspace, &Workspace::notice, this, [this](const QString& text) {
        statusBar()->showMessage(text, kNoticeMs);
        log(text);
    });
    connect(&m_workspace, &Workspace::sessionsChanged, this, &MainWindow::fillSessionTabs);
    connect(&m_workspace, &Workspace::currentChanged, this, &MainWindow::fillSessionTabs);
    connect(&m_workspace, &Workspace::recentChanged, this, &MainWindow::fillRecent);
    m_keep.setSingleShot(true);
    m_keep.setInterval(kKeepMs);
    connect(&m_keep, &QTimer::timeout, this, &MainWindow::keep);
    const auto keepSoon = qOverload<>(&QTimer::start);
    connect(m_logDock, &QDockWidget::visibilityChanged, &m_keep, keepSoon);
    connect(m_logDock, &QDockWidget::topLevelChanged, &m_keep, keepSoon);
    connect(m_logDock, &QDockWidget::dockLocationChanged, &m_keep, keepSoon);
    fillSessionTabs();
    fillRecent();
}

void MainWindow::makePlaces() {
    auto* centre = new QWidget(this);
    auto* row = new QHBoxLayout(centre);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    m_rail = new widgets::NavigationRail(centre);
    row->addWidget(m_rail);
    auto* column = new QVBoxLayout;
    column->setSpacing(0);
    row->addLayout(column, 1);

    m_tabs = new SessionTabs(centre);
    m_tabs->setObjectName("sessionTabs");
    m_tabs->setExpanding(false);
    m_tabs->setDrawBase(false);
    m_tabs->setUsesScrollButtons(true);
    m_tabs->setElideMode(Qt::ElideMiddle);
    m_tabs->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_newTab = new QToolButton(centre);
    m_newTab->setObjectName("newMigration");
    m_newTab->setAutoRaise(true);
    m_tabRow = new QWidget(centre);
    auto* tabRow = new QHBoxLayout(m_tabRow);
    tabRow->setContentsMargins(8, 4, 8, 0);
    tabRow->setSpacing(4);
    tabRow->addWidget(m_tabs);
    tabRow->addWidget(m_newTab);
    tabRow->addStretch(1);
    m_sideBySide = new QToolButton(centre);
    m_sideBySide->setObjectName("sideBySide");
    m_sideBySide->setAutoRaise(true);
    m_sideBySide->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    tabRow->addWidget(m_sideBySide);
    connect(m_sideBySide, &QToolButton::clicked, &m_workspace, &Workspace::askAllSessions);
    column->addWidget(m_tabRow);
    connect(m_newTab, &QToolButton::clicked, &m_workspace, &Workspace::askNewMigration);
    connect(m_tabs, &QTabBar::tabBarClicked, this, [this](int index) {
        if (index >= 0)
            m_workspace.showSession(static_cast<std::size_t>(index));
    });
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        if (index >= 0)
            m_workspace.showSession(static_cast<std::size_t>(index));
    });
    m_problem = new QWidget(centre);
    m_problem->setObjectName("problem");
    auto* problemRow = new QHBoxLayout(m_problem);
    m_problemText = new QLabel(m_problem);
    m_problemText->setWordWrap(true);
    m_problemText->setProperty("role", "error");
    m_problemText->setTextInteractionFlags(Qt::TextSelectableByMouse |
                                           Qt::TextSelectableByKeyboard);
    auto* dismiss = new QToolButton(m_problem);
    dismiss->setObjectName("dismissProblem");
    dismiss->setAutoRaise(true);
    dismiss->setIcon(widgets::themedIcon("cancel", palette()));
    problemRow->addWidget(m_problemText, 1);
    problemRow->addWidget(dismiss);
    connect(dismiss, &QToolButton::clicked, this, [this] {
        m_problems.clear();
        showProblems();
    });
    m_problem->hide();
    column->addWidget(m_problem);

    m_stack = new QStackedWidget(centre);
    column->addWidget(m_stack, 1);
    for (const PlaceEntry& entry : kPlaces) {
        Place* place = entry.make(m_workspace);
        place->setObjectName(QString("place_") + entry.id);
        m_ids << entry.id;
        m_places.insert(entry.id, place);
        place->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
        m_stack->addWidget(place);
        m_rail->addEntry(entry.id, entry.icon);
    }
    connect(m_rail, &widgets::NavigationRail::chosen, this, &MainWindow::showPlace);
    setCentralWidget(centre);
}

void MainWindow::closeTab(std::size_t index) {
    if (index >= m_workspace.sessions().size())
        return;
    const SessionPresenter* session = m_workspace.sessions()[index].get();
    if (session->isRunning() &&
        QMessageBox::question(this, tr("Close session"),
                              tr("%1 is still adapting. Cancel it? It can be resumed later.")
                                  .arg(session->title())) != QMessageBox::Yes)
        return;
    m_workspace.closeSession(index);
}

void MainWindow::makeDocks() {
    m_log = new QPlainTextEdit(this);
    m_log->setObjectName("log");
    m_log->setReadOnly(true);
    m_log->setMaximumBlockCount(kLogLines);
    m_logDock = new widgets::Panel("logDock", m_log, this);
    addDockWidget(Qt::BottomDockWidgetArea, m_logDock);
    m_logDock->hide();

    m_links = new QLabel(this);
    m_links->setObjectName("linkStatus");
    m_links->setProperty("role", "error");
    m_links->hide();
    statusBar()->addPermanentWidget(m_links);
    connect(&m_workspace.links(), &LinkWatch::changed, this, &MainWindow::showLinks);
    m_progress = new widgets::ProgressArea(this);
    statusBar()->addPermanentWidget(m_progress);
    statusBar()->setSizeGripEnabled(false);
    Jobs& jobs = m_workspace.jobs();
    connect(&jobs, &Jobs::ended, m_progress, &widgets::ProgressArea::remove);
    connect(&jobs, &Jobs::progressed, this,
            [this](quint64 job, const QString& title, const QString& what, double fraction) {
                const QString said = SessionWords::work(what.toStdString());
                m_progress->showJob(job, title, said, fraction);
                log(said.isEmpty() ? title : tr("%1: %2", "job, what it does").arg(title, said));
            });
    connect(m_progress, &widgets::ProgressArea::cancelAsked, &jobs, &Jobs::cancel);
}

void MainWindow::retranslate() {
    m_file->setTitle(tr("&File"));
    m_go->setTitle(tr("&Go"));
    m_view->setTitle(tr("&View"));
    m_help->setTitle(tr("&Help"));
    m_recent->setTitle(tr("Open &recent session"));
    m_panels->setTitle(tr("&Panels"));
    m_theme->setTitle(tr("&Theme"));
    m_language->setTitle(tr("Lan&guage"));
    m_logDock->setWindowTitle(tr("Log"));
    m_logDock->toggleViewAction()->setText(tr("Show the &log"));
    m_log->setAccessibleName(tr("Log"));
    m_tabs->setAccessibleName(tr("Open sessions"));
    const QHash<QString, QString> texts = {
        {"new", tr("&New migration")},
        {"open", tr("&Open file…")},
        {"openFolder", tr("Open session &folder…")},
        {"closeSession", tr("&Close session")},
        {"quit", tr("&Quit")},
        {"palette", tr("&Command palette…")},
        {"theme_system", tr("As the &system")},
        {"theme_light", tr("&Light")},
        {"theme_dark", tr("&Dark")},
        {"language_system", tr("As the &system")},
        {"language_en", "English"},
        {"language_zh_CN", "简体中文"},
        {"about", tr("&About MetaInfer")},
    };
    for (auto it = texts.begin(); it != texts.end(); ++it)
        m_actions[it.key()]->setText(it.value());
    // Alone, without the menu around them, they need more words.
    for (const char* value : {"system", "light", "dark"}) {
        QAction* theme = m_actions[QString("theme_") + value];
        theme->setProperty("commandText", tr("Theme: %1").arg(theme->text()));
    }
    m_actions["language_system"]->setProperty(
        "commandText", tr("Language: %1").arg(m_actions["language_system"]->text()));
    m_actions["language_en"]->setProperty("commandText", tr("Language: %1").arg("English"));
    // Findable for who cannot type it, or cannot read it.
    m_actions["language_zh_CN"]->setProperty("commandText",
                                             tr("Language: %1").arg("简体中文 (Chinese)"));
    for (const QString& id : m_ids) {
        const Place* place = m_places[id];
        QAction* go = m_actions["go_" + id];
        go->setText(place->title());
        go->setProperty("commandText", tr("Go to %1", "place").arg(place->title()));
        const QString keys = go->shortcut().toString(QKeySequence::NativeText);
        m_rail->setTexts(id, place->title(),
                         keys.isEmpty() ? place->hint() : tr("%1 (%2)").arg(place->hint(), keys));
    }
    if (auto* dismiss = m_problem->findChild<QToolButton*>("dismissProblem")) {
        dismiss->setToolTip(tr("Dismiss"));
        dismiss->setAccessibleName(tr("Dismiss"));
    }
    m_problem->setAccessibleName(tr("Problem"));
    showProblems();
    showLinks();
    m_newTab->setToolTip(tr("New migration"));
    m_newTab->setAccessibleName(tr("New migration"));
    m_sideBySide->setText(tr("Side by side"));
    m_sideBySide->setToolTip(tr("Show all open sessions side by side"));
    fillRecent();
    fillSessionTabs();
    tint();
}

void MainWindow::fillRecent() {
    m_recent->clear();
    const QStringList folders = m_workspace.recentSessions();
    for (const QString& folder : folders)
        m_recent->addAction(folder, this, [this, folder] { m_workspace.openFile(folder); });
    m_recent->setEnabled(!folders.isEmpty());
}

void MainWindow::fillSessionTabs() {
    const QSignalBlocker quiet(m_tabs);
    while (m_tabs->count() > 0)
        m_tabs->removeTab(0);
    for (std::size_t i = 0; i < m_workspace.sessions().size(); ++i) {
        const SessionPresenter& session = *m_workspace.sessions()[i];
        const QString name =
            session.isRunning() ? tr("%1 (adapting)").arg(session.title()) : session.title();
        const int tab = m_tabs->addTab(name);
        m_tabs->setTabToolTip(tab, QString::fromStdString(session.folder().string()));
        auto* close = new QToolButton(m_tabs);
        close->setObjectName(QString("closeTab%1").arg(i));
        close->setAutoRaise(true);
        close->setIconSize(QSize(12, 12));
        close->setIcon(widgets::themedIcon("cancel", palette()));
        close->setToolTip(tr("Close %1").arg(session.title()));
        close->setAccessibleName(close->toolTip());
        // The tabs are made anew while the button's own signal is still on the way.
        connect(
            close, &QToolButton::clicked, this, [this, i] { closeTab(i); }, Qt::QueuedConnection);
        m_tabs->setTabButton(tab, QTabBar::RightSide, close);
    }
    m_tabs->setCurrentIndex(m_workspace.currentIndex());
    const int current = m_tabs->currentIndex();
    setWindowTitle(current < 0 ? tr("MetaInfer")
                               : tr("%1 - MetaInfer", "session").arg(m_tabs->tabText(current)));
    m_tabs->updateGeometry();
    m_tabRow->setVisible(m_tabs->count() > 0);
    m_sideBySide->setVisible(m_tabs->count() > 1);
    m_actions["closeSession"]->setEnabled(current >= 0);
}

void MainWindow::tint() {
    m_newTab->setIcon(widgets::themedIcon("plus", palette()));
    m_sideBySide->setIcon(widgets::themedIcon("compare", palette()));
    for (QToolButton* button : m_tabs->findChildren<QToolButton*>())
        if (button->objectName().startsWith("closeTab"))
            button->setIcon(widgets::themedIcon("cancel", palette()));
    if (auto* dismiss = m_problem->findChild<QToolButton*>("dismissProblem"))
        dismiss->setIcon(widgets::themedIcon("cancel", palette()));
}

void MainWindow::showPlace(const QString& id) {
    Place* place = m_places.value(id);
    if (!place)
        return;
    // Only the place that is shown may ask for room.
    if (QWidget* before = m_stack->currentWidget())
        before->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    place->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    m_stack->setCurrentWidget(place);
    m_panels->clear();
    m_panels->addActions(place->panelActions());
    m_panels->setEnabled(!m_panels->isEmpty());
    m_rail->setCurrent(id);
    m_workspace.settings().setValue("window/place", id);
}

QString MainWindow::currentPlace() const {
    return m_places.key(static_cast<Place*>(m_stack->currentWidget()));
}

void MainWindow::setScheme(const QString& scheme) {
    m_workspace.settings().setValue("theme", scheme);
    widgets::applyScheme(scheme == "light"  ? widgets::Scheme::Light
                         : scheme == "dark" ? widgets::Scheme::Dark
                                            : widgets::Scheme::System);
}

void MainWindow::setLanguage(const QString& language) {
    m_workspace.settings().setValue("language", language);
    m_languages.apply(language);
}

void MainWindow::addProblem(const Error& error) {
    m_problems.push_back(error);
    showProblems();
    log(widgets::EngineWords::error(error));
}

void MainWindow::showProblems() {
    m_problem->setVisible(!m_problems.empty());
    if (m_problems.size() == 1) {
        const Error& error = m_problems.front();
        QStringList lines{widgets::EngineWords::text(error.message)};
        for (const std::string& line : error.context)
            lines << widgets::EngineWords::text(line);
        if (!error.hint.empty())
            lines << widgets::EngineWords::text(error.hint);
        return m_problemText->setText(lines.join('\n'));
    }
    // Several: one line each, the newest ones; all of them are in the log.
    QStringList lines;
    const std::size_t from = m_problems.size() - std::min(m_problems.size(), kShownProblems);
    if (from > 0)
        lines << tr("Earlier problems, in the log: %1").arg(from);
    for (std::size_t i = from; i < m_problems.size(); ++i)
        lines << "• " + widgets::EngineWords::error(m_problems[i]);
    m_problemText->setText(lines.join('\n'));
}

void MainWindow::showLinks() {
    const QStringList troubles = m_workspace.links().troubles();
    m_links->setVisible(!troubles.isEmpty());
    if (troubles.isEmpty())
        return;
    const QString text = troubles.size() == 1
                             ? tr("! %1", "warning").arg(troubles.first())
                             : tr("! Devices whose connection is lost: %1").arg(troubles.size());
    if (text != m_links->text())
        log(troubles.join('\n'));
    m_links->setText(text);
    m_links->setToolTip(troubles.join('\n'));
}

void MainWindow::log(const QString& line) {
    m_log->appendPlainText(QTime::currentTime().toString("HH:mm:ss  ") + line);
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::PaletteChange)
        tint();
    QMainWindow::changeEvent(event);
}

void MainWindow::keep() {
    m_keep.stop();
    m_workspace.settings().setValue("window/geometry", saveGeometry());
    m_workspace.settings().setValue("window/state", saveState());
}

/// However the program ends, the window is found as it was.
bool MainWindow::event(QEvent* event) {
    if (isVisible() && (event->type() == QEvent::Resize || event->type() == QEvent::Move ||
                        event->type() == QEvent::WindowStateChange))
        m_keep.start();
    return QMainWindow::event(event);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    const auto& sessions = m_workspace.sessions();
    const auto running = std::count_if(sessions.begin(), sessions.end(),
                                       [](const auto& session) { return session->isRunning(); });
    if (running > 0 &&
        QMessageBox::question(this, tr("Quit"),
                              tr("Sessions still adapting: %1. Quit and pause? What was measured "
                                 "is kept, and they can be resumed.")
                                  .arg(running)) != QMessageBox::Yes)
        return event->ignore();
    keep();
    // Sessions write as they go: cancelling leaves each one resumable.
    m_workspace.jobs().cancelAll();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile())
            event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile())
            m_workspace.openFile(url.toLocalFile());
    event->acceptProposedAction();
}

} // namespace metainfer::workbench
