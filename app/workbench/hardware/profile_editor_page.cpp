// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Form and YAML of one profile.
#include "hardware/profile_editor_page.h"

#include "hardware/profile_form_view.h"
#include "hardware/save_dialog.h"
#include "hardware/yaml_editor.h"
#include "theme/theme.h"

#include <QAction>
#include <QLabel>
#include <QListWidget>
#include <QSettings>
#include <QSplitter>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>

namespace metainfer::workbench {

ProfileEditorPage::ProfileEditorPage(HardwarePresenter& presenter, QSettings& settings,
                                     QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_document(presenter.document())
    , m_settings(settings)
    , m_model(new widgets::ProfileFormModel(this))
    , m_form(new widgets::ProfileFormView(this))
    , m_yaml(new widgets::YamlEditor(this))
    , m_split(new QSplitter(Qt::Horizontal, this))
    , m_bar(new QToolBar(this))
    , m_state(new QLabel(this))
    , m_locked(new QLabel(this))
    , m_problems(new QListWidget(this)) {
    m_form->setObjectName("profileForm");
    m_form->setForm(m_model);
    m_yaml->setObjectName("profileYaml");
    m_problems->setObjectName("profileProblems");
    m_problems->setWordWrap(true);
    m_locked->setProperty("role", "muted");
    m_locked->setWordWrap(true);
    m_state->setProperty("role", "muted");
    auto* left = new QWidget(this);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_locked);
    column->addWidget(m_form, 1);
    m_split->addWidget(left);
    m_split->addWidget(m_yaml);
    m_split->setStretchFactor(0, 2);
    m_split->setStretchFactor(1, 1);
    m_split->setChildrenCollapsible(false);
    m_split->setSizes({620, 320});
    m_split->restoreState(m_settings.value("hardware/editorSplit").toByteArray());
    connect(m_split, &QSplitter::splitterMoved, this,
            [this] { m_settings.setValue("hardware/editorSplit", m_split->saveState()); });
    makeActions();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addWidget(m_bar);
    layout->addWidget(m_split, 1);
    layout->addWidget(m_problems);

    // Queued: the model may be reset while the view still commits its editor.
    connect(m_model, &widgets::ProfileFormModel::edited, &m_document, &ProfileDocument::setField,
            Qt::QueuedConnection);
    connect(m_form, &widgets::ProfileFormView::addLevelAsked, &m_document,
            &ProfileDocument::addLevel);
    connect(m_form, &widgets::ProfileFormView::removeLevelAsked, &m_document,
            &ProfileDocument::removeLevel);
    connect(m_yaml, &widgets::YamlEditor::typed, &m_document, &ProfileDocument::typeText);
    connect(m_yaml, &widgets::YamlEditor::undoAsked, m_undo, &QAction::trigger);
    connect(m_yaml, &widgets::YamlEditor::redoAsked, m_redo, &QAction::trigger);
    connect(m_problems, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
        m_yaml->goToLine(item->data(Qt::UserRole).toInt());
        m_yaml->setFocus();
    });
    connect(m_problems, &QListWidget::itemClicked, m_problems, &QListWidget::itemActivated);
    connect(&m_document, &ProfileDocument::textChanged, this,
            [this] { m_yaml->showText(m_document.text()); });
    connect(&m_document, &ProfileDocument::profileChanged, this, &ProfileEditorPage::showProfile);
    connect(&m_document, &ProfileDocument::problemsChanged, this, &ProfileEditorPage::showProblems);
    connect(&m_document, &ProfileDocument::stateChanged, this, &ProfileEditorPage::showState);
    showProblems();
    showState();
}

void ProfileEditorPage::makeActions() {
    QUndoStack& stack = m_document.undoStack();
    m_undo = stack.createUndoAction(this);
    m_redo = stack.createRedoAction(this);
    m_undo->setShortcut(QKeySequence::Undo);
    m_redo->setShortcut(QKeySequence::Redo);
    m_save = new QAction(this);
    m_save->setShortcut(QKeySequence::Save);
    m_save->setObjectName("saveProfile");
    m_addLevel = new QAction(this);
    connect(m_save, &QAction::triggered, this, &ProfileEditorPage::askAndSave);
    connect(m_addLevel, &QAction::triggered, &m_document, &ProfileDocument::addLevel);
    for (QAction* action : {m_undo, m_redo, m_save, m_addLevel}) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        addAction(action);
    }
    m_bar->setIconSize({18, 18});
    m_bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_bar->addActions({m_undo, m_redo});
    m_bar->addSeparator();
    m_bar->addActions({m_addLevel, m_save});
    auto* gap = new QWidget(m_bar);
    gap->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_bar->addWidget(gap);
    m_bar->addWidget(m_state);
    setIcons();
}

void ProfileEditorPage::setIcons() {
    m_undo->setIcon(widgets::themedIcon("undo", palette()));
    m_redo->setIcon(widgets::themedIcon("redo", palette()));
    m_save->setIcon(widgets::themedIcon("save", palette()));
    m_addLevel->setIcon(widgets::themedIcon("plus", palette()));
}

void ProfileEditorPage::showProfile() {
    m_model->setProfile(m_document.profile());
}

void ProfileEditorPage::showProblems() {
    const auto& problems = m_document.problems();
    m_model->setProblems(problems);
    m_model->setRefused(m_document.refused());
    m_model->setEditable(m_document.isFormEditable());
    m_yaml->setProblems(problems);
    m_problems->clear();
    for (const widgets::ProfileProblem& problem : problems) {
        const QString what = problem.remedy.isEmpty()
                                 ? problem.message
                                 : tr("%1. %2", "problem. remedy")
                                       .arg(problem.message, problem.remedy.left(1).toUpper() +
                                                                 problem.remedy.mid(1));
        auto* item = new QListWidgetItem(
            widgets::themedIcon(problem.warning ? "information" : "warning", palette()),
            problem.line ? tr("Line %1: %2").arg(problem.line).arg(what) : what, m_problems);
        item->setData(Qt::UserRole, problem.line);
    }
    m_problems->setVisible(!problems.empty());
    // As high as two lines each need, up to five of these.
    m_problems->setFixedHeight(2 * m_problems->frameWidth() + 4 +
                               std::min(5, m_problems->count()) *
                                   (2 * m_problems->fontMetrics().lineSpacing() + 4));
    // A moment of parsing is no state to announce.
    m_locked->setVisible(!m_document.isFormEditable() && !problems.empty() && !m_document.isBusy());
    showState();
}

void ProfileEditorPage::showState() {
    m_save->setEnabled(m_document.isValid() &&
                       (m_document.isModified() || m_presenter.shown().empty()));
    m_addLevel->setEnabled(m_document.isFormEditable());
    m_state->setText(m_document.isModified() ? tr("Changed, not saved") : QString());
}

bool ProfileEditorPage::askAndSave() {
    if (!m_document.isValid())
        return false;
    SaveDialog dialog(m_document.saveTarget(), m_document.saveMeetsAnother(), m_document.changes(),
                      this);
    if (dialog.exec() != QDialog::Accepted)
        return false;
    m_document.save(dialog.reason());
    return true;
}

void ProfileEditorPage::retranslate() {
    m_save->setText(tr("&Save…"));
    m_addLevel->setText(tr("Add memory &level"));
    m_undo->setToolTip(tr("Undo the last step"));
    m_redo->setToolTip(tr("Do the undone step again"));
    m_form->setAccessibleName(tr("Fields of the profile"));
    m_yaml->setAccessibleName(tr("YAML of the profile"));
    m_problems->setAccessibleName(tr("Mistakes in the profile"));
    m_locked->setText(tr("The YAML holds mistakes: the form shows the last profile that was right "
                         "and takes values again once they are corrected."));
    m_bar->setAccessibleName(tr("Profile actions"));
    m_model->retranslate();
    showProblems();
}

void ProfileEditorPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        setIcons();
        showProblems();
    }
}

} // namespace metainfer::workbench
