// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One session in a narrow column: state, progress, best so far, the curve of the best; pause,
// resume, show. What the page of all sessions consists of.
#pragma once

#include "session/session_presenter.h"

#include <QCoreApplication>
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
    QLabel *m_title, *m_state, *m_subject, *m_what, *m_failure, *m_best, *m_counts;
    QProgressBar* m_bar;
    widgets::PlotView* m_curve;
    QPushButton *m_show, *m_pause, *m_resume;
};

/// The time of the best candidate so far relative to the original, after each measured one; from
/// the events of this run, else from what the folder holds.
std::vector<double> bestCurve(const SessionPresenter& session);

/// Draws that curve; cheap to call again with as many points as are shown.
class BestCurve {
    Q_DECLARE_TR_FUNCTIONS(BestCurve)

  public:
    static void prepare(widgets::PlotView& plot, const QString& name);
    static void show(widgets::PlotView& plot, const std::vector<double>& curve);
};

} // namespace metainfer::workbench
