// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One session in a narrow column: state, progress, best so far, the curve of the best; pause,
// resume, show. What the page of all sessions consists of.
#pragma once

#include "session/session_presenter.h"

#include <QFrame>
#include <QPointer>

class QLabel;
class QProgressBar;
class QPushButton;

namespace metainfer::widgets {
class PlotView;
}

namespace metainfer::workbench {

class SessionCard : public QFrame {
    Q_OBJECT

  public:
    explicit SessionCard(SessionPresenter& session, QWidget* parent = nullptr);
    SessionPresenter* session() const { return m_session; }

  signals:
    void showAsked();
    void resumeAsked();

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void refresh();
    void refreshCurve();
    void retranslate();

    QPointer<SessionPresenter> m_session;
    QLabel *m_title, *m_state, *m_subject, *m_what, *m_best, *m_counts;
    QProgressBar* m_bar;
    widgets::PlotView* m_curve;
    QPushButton *m_show, *m_pause, *m_resume;
    std::size_t m_drawn = 0; ///< points of the curve that is shown
};

/// The time of the best candidate so far relative to the original, after each measured one; from
/// the events of this run, else from what the folder holds.
std::vector<double> bestCurve(const SessionPresenter& session);

} // namespace metainfer::workbench
