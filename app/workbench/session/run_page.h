// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One session: live while it runs, its result when it is done.
#pragma once

#include "session/event_model.h"
#include "session/result_model.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QSplitter;
class QTabWidget;

namespace metainfer::widgets {
class CodePanel;
class CopyTable;
class PlotView;
class StageList;
} // namespace metainfer::widgets

namespace metainfer::workbench {

class Workspace;

class RunPage : public QWidget {
    Q_OBJECT

  public:
    explicit RunPage(Workspace& workspace, QWidget* parent = nullptr);
    void setSession(SessionPresenter* session);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void makeHead();
    void makeLeft(QWidget* left);
    void makeRight(QWidget* right);
    void showAll();
    void showState();
    void showProgress();
    void showLink();
    void showStages();
    void showContent();
    void showCounts();
    void showEvents();
    void addEvents();
    void resume();
    void openFolder();
    void retranslate();
    QString countsText() const;

    Workspace& m_workspace;
    QPointer<SessionPresenter> m_session;
    EventModel m_events;
    widgets::ResultModel m_result;

    QLabel *m_title, *m_state, *m_what, *m_link, *m_failure, *m_pauseHint;
    QProgressBar* m_bar;
    QPushButton *m_pause, *m_toForm, *m_resume;
    QLabel *m_stagesTitle, *m_bestTitle, *m_best, *m_counts;
    widgets::StageList* m_stages;
    widgets::PlotView* m_curve;
    widgets::CodePanel *m_command, *m_yaml;
    QWidget* m_resultPart;
    QLabel *m_answer, *m_reason;
    QPushButton *m_toReport, *m_toCandidates, *m_toModel, *m_openFolder;
    widgets::CopyTable *m_resultTable, *m_eventTable;
    QTabWidget* m_details;
    QLabel* m_eventsHint;
};

} // namespace metainfer::workbench
