// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Microbenchmarks place: what to probe on the left, what came out on the right.
#pragma once

#include "hardware/probe_presenter.h"
#include "hardware/profile_catalogue.h"
#include "shell/place.h"

class QFrame;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace metainfer::widgets {
class CodePanel;
class EmptyState;
} // namespace metainfer::widgets

namespace metainfer::workbench {

class ProbeForm;
class ProbeResults;

class MicrobenchmarksPlace : public Place {
    Q_OBJECT

  public:
    explicit MicrobenchmarksPlace(Workspace& workspace);
    QString title() const override;
    QString hint() const override;
    QList<QAction*> placeActions() const override;
    bool isLoading() const override { return m_presenter.isLoading(); }
    ProbePresenter& presenter() { return m_presenter; }
    ProbeForm& form() { return *m_form; }

  protected:
    void retranslate() override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makeLauncher();
    QWidget* makeMissed();
    void makeActions();
    void follow();
    void setIcons();
    void showState();
    void readDevices();
    void showLink();
    QString missedText() const;
    void importResult();
    void startScheduled();
    void exportResult();
    void askAndStore();

    ProbePresenter m_presenter;
    bool m_newestOpened = false; ///< once, so that the place does not begin empty
    ProfileCatalogue m_catalogue;
    ProbeForm* m_form;
    QPushButton *m_start = nullptr, *m_stop = nullptr, *m_goOn = nullptr;
    QPushButton *m_makeUp, *m_giveUp;
    QLabel *m_obstacle, *m_missedText, *m_link;
    QFrame* m_missed;
    QStackedWidget* m_stack;
    widgets::EmptyState* m_empty;
    ProbeResults* m_results;
    widgets::CodePanel* m_command;
    QAction *m_export, *m_import, *m_store, *m_startAction;
};

} // namespace metainfer::workbench
