// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Candidates place: table, plots and explanations of one session's candidates, all linked.
#pragma once

#include "candidates/candidates_presenter.h"
#include "shell/place.h"

#include <array>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QSplitter;
class QStackedLayout;
class QTabWidget;
class QTextBrowser;
class QToolButton;

namespace metainfer::widgets {
class CandidateView;
class ComparePane;
class DecisionPanel;
class EmptyState;
class ParallelView;
class PlotView;
class ScatterPane;
} // namespace metainfer::widgets

namespace metainfer::workbench {

class CandidatesPlace : public Place {
    Q_OBJECT

  public:
    explicit CandidatesPlace(Workspace& workspace);
    ~CandidatesPlace() override;
    QString title() const override;
    QString hint() const override;
    QList<QAction*> placeActions() const override;
    bool isLoading() const override;
    CandidatesPresenter& presenter() { return m_presenter; }

  protected:
    void retranslate() override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makeBar();
    QWidget* makePlots();
    QWidget* makeSide();
    QWidget* makeTable();
    QAction* action(const char* id, const char* icon, const QKeySequence& keys,
                    std::function<void()> run);
    void connectViews();
    void restore();
    void store();
    /// What was selected, filtered and shown in this session, taken from it and kept with it.
    void restoreView();
    void storeView();

    void showTable();
    void showPlots(); ///< the tab in front, where it is stale
    void showParallel();
    void showSelection();
    void showDecision();
    void showDetails();
    void showPage();
    void showCount();
    void saveNote();
    void togglePins();
    void exportCurrent();
    std::vector<std::size_t> targetRows() const;

    CandidatesPresenter m_presenter;
    widgets::CandidateModel m_model;
    QStackedLayout* m_pages = nullptr;
    widgets::EmptyState* m_empty = nullptr;
    QSplitter *m_upDown = nullptr, *m_leftRight = nullptr;
    QLineEdit* m_search = nullptr;
    QComboBox* m_filter = nullptr;
    QLabel *m_count = nullptr, *m_result = nullptr, *m_noteLabel = nullptr;
    QTabWidget *m_plots = nullptr, *m_side = nullptr;
    widgets::ScatterPane* m_scatter = nullptr;
    widgets::ParallelView* m_parallel = nullptr;
    widgets::PlotView *m_convergence = nullptr, *m_hypervolume = nullptr, *m_prediction = nullptr;
    QTextBrowser* m_details = nullptr;
    QPlainTextEdit* m_note = nullptr;
    widgets::DecisionPanel* m_decisionPanel = nullptr;
    widgets::ComparePane* m_compare = nullptr;
    widgets::CandidateView* m_view = nullptr;
    QHash<QString, QAction*> m_actions;
    QString m_noteOf; ///< id of the candidate whose note is in the editor
    std::array<bool, 4> m_stale{true, true, true, true}; ///< by tab: its content has changed
    bool m_writingNote = false;
    QPointer<SessionPresenter> m_viewOf; ///< the session whose view is shown
    bool m_restoringView = false;
};

} // namespace metainfer::workbench
