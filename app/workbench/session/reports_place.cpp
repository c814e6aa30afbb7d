// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Reports place.
#include "session/reports_place.h"

#include "session/engine_words.h"
#include "session/report_document.h"
#include "session/report_export.h"
#include "session/report_words.h"
#include "shell/empty_state.h"
#include "theme/colors.h"
#include "theme/theme.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

namespace metainfer::workbench {

Place* makeReportsPlace(Workspace& workspace) {
    return new ReportsPlace(workspace);
}

ReportsPlace::ReportsPlace(Workspace& workspace)
    : Place(workspace)
    , m_pages(new QStackedWidget(this))
    , m_empty(new widgets::EmptyState("reports", this))
    , m_preview(new QTextBrowser(this))
    , m_title(new QLabel(this))
    , m_note(new QLabel(this))
    , m_kind(new QComboBox(this))
    , m_with(new QToolButton(this))
    , m_withMenu(new QMenu(m_with)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    m_pages->addWidget(m_empty);
    auto* page = new QWidget(this);
    auto* pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins(16, 12, 16, 12);
    auto* head = new QHBoxLayout;
    m_title->setProperty("role", "title");
    head->addWidget(m_title, 1);
    m_kind->setObjectName("reportKind");
    m_kind->addItems({QString(), QString()});
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    head->addWidget(m_kind);
    m_with->setObjectName("compareWith");
    m_with->setPopupMode(QToolButton::InstantPopup);
    m_with->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_with->setMenu(m_withMenu);
    m_with->hide();
    head->addWidget(m_with);
    head->addSpacing(8);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &ReportsPlace::refresh);
    connect(m_withMenu, &QMenu::aboutToShow, this, &ReportsPlace::fillMenu);
    for (const QString& format : reportFormats()) {
        auto* action = new QAction(this);
        action->setObjectName("export_" + format);
        action->setData(format);
        connect(action, &QAction::triggered, this, [this, format] { exportAs(format); });
        m_exports << action;
        auto* button = new QToolButton(page);
        button->setObjectName("exportButton_" + format);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setDefaultAction(action);
        head->addWidget(button);
    }
    pageLayout->addLayout(head);
    m_note->setProperty("role", "muted");
    m_note->setWordWrap(true);
    pageLayout->addWidget(m_note);
    m_preview->setObjectName("reportPreview");
    m_preview->setOpenLinks(false);
    m_preview->document()->setDocumentMargin(24);
    pageLayout->addWidget(m_preview, 1);
    m_pages->addWidget(page);
    connect(m_empty, &widgets::EmptyState::actionChosen, this,
            [this] { this->workspace().goTo("session"); });
    connect(&workspace, &Workspace::currentChanged, this, &ReportsPlace::follow);
    retranslate();
    follow();
}

QString ReportsPlace::title() const {
    return tr("Reports");
}

QString ReportsPlace::hint() const {
    return tr("Read and export reports; compare sessions");
}

void ReportsPlace::follow() {
    if (m_session)
        m_session->disconnect(this);
    m_session = workspace().current();
    if (m_session) {
        connect(m_session, &SessionPresenter::contentChanged, this, &ReportsPlace::refresh);
        connect(m_session, &SessionPresenter::stateChanged, this, &ReportsPlace::refresh);
    }
    refresh();
}

bool ReportsPlace::isComparison() const {
    return m_kind->currentIndex() == 1;
}

engine::ReportRequest ReportsPlace::what() const {
    engine::ReportRequest request;
    const auto content = m_session ? m_session->content() : nullptr;
    if (!content || (isComparison() && m_compared.isEmpty()))
        return request;
    request.sessions = {content->folder};
    if (!isComparison())
        return request;
    request.kind = "comparison";
    for (const QString& folder : m_compared)
        request.sessions.emplace_back(folder.toStdString());
    return request;
}

/// The open sessions first, then those of earlier days.
void ReportsPlace::fillMenu() {
    m_withMenu->clear();
    QStringList folders;
    for (const auto& session : workspace().sessions())
        folders << QString::fromStdString(session->folder().string());
    folders << workspace().recentSessions();
    folders.removeDuplicates();
    if (m_session)
        folders.removeAll(QString::fromStdString(m_session->folder().string()));
    for (const QString& folder : std::as_const(folders)) {
        QAction* action = m_withMenu->addAction(QFileInfo(folder).fileName());
        action->setToolTip(folder);
        action->setCheckable(true);
        action->setChecked(m_compared.contains(folder));
        connect(action, &QAction::toggled, this, [this, folder](bool on) {
            m_compared.removeAll(folder);
            if (on)
                m_compared << folder;
            refresh();
        });
    }
    m_withMenu->setToolTipsVisible(true);
    if (folders.isEmpty())
        m_withMenu->addAction(tr("No other session is known"))->setEnabled(false);
}

void ReportsPlace::refresh() {
    const auto content = m_session ? m_session->content() : nullptr;
    const bool decided = content && content->decision && !m_session->isRunning();
    const engine::ReportRequest request = decided ? what() : engine::ReportRequest();
    for (QAction* action : std::as_const(m_exports))
        action->setEnabled(!request.sessions.empty());
    m_with->setVisible(isComparison());
    m_stale = true;
    m_failure.reset();
    if (!decided) {
        showEmpty();
        m_loading = false;
        ++m_shownRun;
        return;
    }
    m_title->setText(m_session->title());
    m_pages->setCurrentIndex(1);
    if (request.sessions.empty()) {
        ++m_shownRun;
        m_loading = m_stale = false;
        m_preview->document()->setDefaultStyleSheet({});
        m_preview->setCurrentCharFormat({}); // not that of the page before
        m_preview->setPlainText(
            tr("Choose with the button above which sessions %1 is to be compared with.")
                .arg(m_session->title()));
        return;
    }
    if (!isVisible())
        return; // made when somebody looks
    m_stale = false;
    m_loading = true;
    const int run = ++m_shownRun;
    using Answer = Result<std::shared_ptr<const ReportDocument>>;
    workspace().jobs().run<Answer>(
        {}, this,
        [request, &engine = workspace().engine(), dark = widgets::Colors::of(this).dark,
         scale = devicePixelRatioF()](const JobContext&) -> Answer {
            MI_ASSIGN(const engine::ReportOutcome report, engine.report(request));
            return std::make_shared<const ReportDocument>(reportDocument(
                ReportWords::page(QString::fromStdString(report.text)), dark, scale));
        },
        [this, run](Answer answer) {
            if (run != m_shownRun)
                return;
            m_loading = false;
            if (!answer) { // the folder is gone, say: nothing of it can be read or exported
                m_failure = answer.error();
                for (QAction* action : std::as_const(m_exports))
                    action->setEnabled(false);
                if (!isComparison())
                    return showEmpty();
                m_preview->setPlainText(widgets::EngineWords::error(answer.error()));
                return;
            }
            show(*answer);
        });
}

void ReportsPlace::showEmpty() {
    m_pages->setCurrentIndex(0);
    if (m_failure)
        m_empty->setTexts(tr("This report cannot be made"), widgets::EngineWords::error(*m_failure),
                          tr("Go to the session"));
    else
        m_empty->setTexts(
            tr("No report yet"),
            tr("A report is written when a session is done. Start one, or open a finished "
               "session folder."),
            tr("Go to the session"));
}

void ReportsPlace::show(const std::shared_ptr<const ReportDocument>& report) {
    fillDocument(*m_preview->document(), *report);
    m_preview->moveCursor(QTextCursor::Start);
}

void ReportsPlace::exportAs(const QString& format) {
    const engine::ReportRequest request = what();
    if (request.sessions.empty())
        return;
    const QString folder = QString::fromStdString(request.sessions.front().string());
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Export report as %1").arg(format.toUpper()),
        folder + (isComparison() ? "-comparison." : "-report.") + format,
        tr("%1 files (*.%2)").arg(format.toUpper(), format));
    if (file.isEmpty())
        return;
    workspace().jobs().run<Status>(
        tr("Exporting %1").arg(file), this,
        [&engine = workspace().engine(), request, format, file](const JobContext&) {
            return exportReport(engine, request, format, file);
        },
        [this, request, format, file](Status written) {
            if (!written)
                return workspace().say(written.error());
            workspace().tell(tr("Written: %1. On the command line: %2")
                                 .arg(file, reportCommand(request, format, file)));
            m_note->setText(tr("Written: %1").arg(file));
            m_note->show();
        });
}

void ReportsPlace::showEvent(QShowEvent* event) {
    Place::showEvent(event);
    if (m_stale)
        refresh();
}

void ReportsPlace::changeEvent(QEvent* event) {
    Place::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        for (QAction* action : std::as_const(m_exports))
            action->setIcon(widgets::themedIcon("export", palette()));
        refresh();
    }
}

void ReportsPlace::retranslate() {
    m_kind->setItemText(0, tr("Migration report"));
    m_kind->setItemText(1, tr("Comparison of sessions"));
    m_kind->setAccessibleName(tr("Kind of report"));
    m_with->setText(tr("Compare with"));
    m_with->setToolTip(tr("Choose the sessions to compare this one with"));
    for (QAction* action : std::as_const(m_exports)) {
        const QString format = action->data().toString().toUpper();
        action->setText(format);
        action->setToolTip(tr("Export the report as %1").arg(format));
        action->setIcon(widgets::themedIcon("export", palette()));
    }
    m_note->setVisible(!m_note->text().isEmpty());
    refresh(); // the page comes in the new language
    m_preview->setAccessibleName(tr("Report"));
}

} // namespace metainfer::workbench
