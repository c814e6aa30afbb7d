// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Session place.
#include "session/session_place.h"

#include "session/new_migration_page.h"
#include "session/run_page.h"
#include "session/sessions_page.h"

#include <QAction>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace metainfer::workbench {

Place* makeSessionPlace(Workspace& workspace) {
    return new SessionPlace(workspace);
}

SessionPlace::SessionPlace(Workspace& workspace)
    : Place(workspace)
    , m_pages(new QStackedWidget(this))
    , m_form(new NewMigrationPage(workspace, this))
    , m_run(new RunPage(workspace, this))
    , m_all(new SessionsPage(workspace, this))
    , m_showForm(new QAction(this))
    , m_showAll(new QAction(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    m_pages->addWidget(m_form);
    m_pages->addWidget(m_run);
    m_pages->addWidget(m_all);
    connect(m_showAll, &QAction::triggered, &workspace, &Workspace::askAllSessions);
    connect(&workspace, &Workspace::allSessionsAsked, this,
            [this] { m_pages->setCurrentWidget(m_all); });
    connect(m_showForm, &QAction::triggered, &workspace, &Workspace::askNewMigration);
    connect(&workspace, &Workspace::newMigrationAsked, this, &SessionPlace::showForm);
    connect(&workspace, &Workspace::deploymentOpened, this, &SessionPlace::showForm);
    connect(&workspace, &Workspace::formAsked, this, &SessionPlace::showForm);
    connect(&workspace, &Workspace::currentChanged, this, &SessionPlace::showSession);
    connect(&workspace, &Workspace::sessionAsked, this, &SessionPlace::showSession);
    connect(m_form, &NewMigrationPage::backAsked, this, &SessionPlace::showSession);
    showSession();
    retranslate();
}

QString SessionPlace::title() const {
    return tr("Session");
}

QString SessionPlace::hint() const {
    return tr("Start a migration and watch it");
}

bool SessionPlace::isLoading() const {
    if (m_pages->currentWidget() == m_all)
        return false;
    if (m_pages->currentWidget() == m_form)
        return !m_form->migration().isCurrent();
    const SessionPresenter* session = workspace().current();
    return session && !session->content() && !session->failure() && !session->isRunning();
}

void SessionPlace::showForm() {
    m_pages->setCurrentWidget(m_form);
    m_form->focusForm();
}

void SessionPlace::showSession() {
    SessionPresenter* session = workspace().current();
    m_run->setSession(session);
    m_pages->setCurrentWidget(session ? static_cast<QWidget*>(m_run) : m_form);
}

void SessionPlace::retranslate() {
    m_showForm->setText(tr("New migration"));
    m_showAll->setText(tr("Open sessions side by side"));
}

} // namespace metainfer::workbench
