// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Candidates place: table, plots and explanations of one session's candidates, all linked.
#pragma once

#include "candidates/candidates_presenter.h"
#include "plot/plot_axis.h"
#include "shell/place.h"

#include <QSet>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QStackedLayout;
class QTextBrowser;
class QToolBar;

namespace metainfer::widgets {
class CandidateView;
class ComparePane;
class DecisionPanel;
class DockArea;
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
    QString title() const override;
    QString hint() const override;
    QList<QAction*> placeActions() const override;
    QList<QAction*> panelActions() const override;
    bool isLoading() const override;
    CandidatesPresenter& presenter() { return m_presenter; }

  protected:
    void retranslate() override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makeBar();
    void makePlots();
    void makeSide();
    QWidget* makeDetails();
    QWidget* makeTable();
    void placePanels();
    QAction* action(const char* id, const char* icon, const QKeySequence& keys,
                    std::function<void()> run);
    void connectViews();
    void startColumns();
    /// What was selected, filtered, weighed and shown in this session, taken from it and kept with
    /// it.
    void restoreView();
    void restoreSelection(const QStringList& selected, const QString& current);
    void restoreBrushes(const Json& brushes);
    void storeView();
    Json viewNow() const;
    Json brushes() const;

    void showTable();
    void spoilPlots(); ///< all are stale
    void showPlot(const QString& id);
    void showPlots(); ///< those on the screen, where they are stale
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
    widgets::DockArea* m_docks = nullptr;
    QLineEdit* m_search = nullptr;
    QToolBar* m_tools = nullptr;
    QComboBox* m_filter = nullptr;
    QLabel *m_count = nullptr, *m_result = nullptr, *m_noteLabel = nullptr;
    QWidget* m_curves = nullptr; ///< convergence and hypervolume side by side
    widgets::ScatterPane* m_scatter = nullptr;
    widgets::ParallelView* m_parallel = nullptr;
    widgets::PlotView *m_convergence = nullptr, *m_hypervolume = nullptr, *m_prediction = nullptr;
    QTextBrowser* m_details = nullptr;
    QPlainTextEdit* m_note = nullptr;
    widgets::DecisionPanel* m_decisionPanel = nullptr;
    widgets::ComparePane* m_compare = nullptr;
    widgets::CandidateView* m_view = nullptr;
    QHash<QString, QAction*> m_actions;
    QString m_noteOf;      ///< id of the candidate whose note is in the editor
    QSet<QString> m_stale; ///< plot panels whose content has changed
    bool m_writingNote = false;
    QPointer<SessionPresenter> m_viewOf; ///< the session whose view is shown
    bool m_restoringView = false;
    Json m_plainView; ///< of a session that keeps none: what it shows untouched
    std::vector<widgets::Quantity> m_parallelAxes;
    std::map<QString, widgets::PlotRange> m_wantedBrushes; ///< by quantity, until there are axes
};

} // namespace metainfer::workbench
