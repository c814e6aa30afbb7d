// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Form and YAML of one profile beside each other, with what is wrong below.
#pragma once

#include "hardware/hardware_presenter.h"

#include <QWidget>

class QAction;
class QLabel;
class QListWidget;
class QSettings;
class QSplitter;
class QToolBar;

namespace metainfer::widgets {
class ProfileFormView;
class YamlEditor;
} // namespace metainfer::widgets

namespace metainfer::workbench {

class ProfileEditorPage : public QWidget {
    Q_OBJECT

  public:
    ProfileEditorPage(HardwarePresenter& presenter, QSettings& settings, QWidget* parent = nullptr);
    void retranslate();
    QList<QAction*> actions() const { return {m_undo, m_redo, m_save, m_addLevel}; }
    /// Shows what will be written and asks for the reason; true: it is being written.
    bool askAndSave();

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void makeActions();
    void showProfile();
    void showProblems();
    void showState();
    void setIcons();

    HardwarePresenter& m_presenter;
    ProfileDocument& m_document;
    QSettings& m_settings;
    widgets::ProfileFormModel* m_model;
    widgets::ProfileFormView* m_form;
    widgets::YamlEditor* m_yaml;
    QSplitter* m_split;
    QToolBar* m_bar;
    QLabel *m_state, *m_locked;
    QListWidget* m_problems;
    QAction *m_undo, *m_redo, *m_save, *m_addLevel;
};

} // namespace metainfer::workbench
