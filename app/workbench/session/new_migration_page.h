// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The page of a new migration: form, the equivalent YAML and command beside it, and on a first
// visit the sample migration in one click.
#pragma once

#include "session/new_migration.h"

#include <QWidget>

class QFrame;
class QLabel;
class QPushButton;
class QScrollArea;
class QSplitter;

namespace metainfer::widgets {
class CodePanel;
class MigrationForm;
} // namespace metainfer::widgets

namespace metainfer::workbench {

class NewMigrationPage : public QWidget {
    Q_OBJECT

  public:
    explicit NewMigrationPage(Workspace& workspace, QWidget* parent = nullptr);
    NewMigration& migration() { return m_migration; }
    void focusForm();

  signals:
    void backAsked(); ///< to the open session

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void makeFirstVisit();
    void showAnswer();
    void showFirstVisit();
    void showRecent();
    void retranslate();

    Workspace& m_workspace;
    NewMigration m_migration;
    QLabel* m_title;
    QPushButton *m_open, *m_back;
    QFrame* m_firstVisit;
    QWidget* m_recent; ///< sessions of earlier days, while none is open
    QLabel* m_recentTitle;
    QLabel *m_firstTitle, *m_firstText;
    QPushButton *m_sampleHere, *m_sampleSimulated;
    QSplitter* m_splitter;
    QScrollArea* m_scroll;
    widgets::MigrationForm* m_form;
    widgets::CodePanel *m_yaml, *m_command;
    QLabel* m_status;
    QPushButton *m_toMistake, *m_adapt;
    QString m_suggested; ///< the folder that was proposed last; replaced while nobody edits it
};

} // namespace metainfer::workbench
