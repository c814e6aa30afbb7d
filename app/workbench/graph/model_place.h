// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Model place: the graph of a model, and beside it what an adaptation made of it.
#pragma once

#include "graph/model_presenter.h"
#include "shell/place.h"

#include <QHash>
#include <QPointer>
#include <QTimer>

class QComboBox;
class QLabel;
class QSplitter;
class QStackedWidget;
class QToolBar;
class QToolButton;

namespace metainfer::widgets {
class DockArea;
class EmptyState;
class LifetimeChart;
class SearchBar;
} // namespace metainfer::widgets

namespace metainfer::workbench {

class GraphPane;
class ModelInspector;

class ModelPlace : public Place {
    Q_OBJECT

  public:
    explicit ModelPlace(Workspace& workspace);
    ~ModelPlace() override;
    QString title() const override;
    QString hint() const override;
    QList<QAction*> placeActions() const override;
    QList<QAction*> panelActions() const override;
    bool isLoading() const override { return m_model->isLoading(); }

    ModelPresenter& model() const { return *m_model; }
    /// The graph used last as .svg, .png or .html, by the name's end.
    void exportTo(const QString& file);

    GraphPane& pane(Side side) const { return side == Side::Source ? *m_source : *m_adapted; }

  protected:
    void retranslate() override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

  private:
    enum class Shown { Source, Adapted, Both };

    // Building.
    void makePage();
    void makePanels();
    void makeTools();
    void makeActions();
    QAction* action(const char* id, const char* icon, const QKeySequence& keys,
                    std::function<void()> run);
    void connectModel();
    void connectPane(Side side);
    void takeKeys();

    // Showing.
    void showState();
    void showSides();
    void showOverlays();
    void applyColours();
    void shareScale();
    void showLegend();
    void showLifetimes();
    void fillCombos();
    void tint();

    // Doing.
    Side side() const { return m_side; } ///< that was used last
    GraphPresenter& graph() const { return m_model->graph(m_side); }
    void elementChosen(Side side);
    void reveal(Side side, const GraphElement& element);
    void showMenu(Side side, const GraphElement& element, const QPoint& globalAt);
    void find();
    void closeSearch();
    void askSearch(const QString& text);
    void step(int by);
    void showCount();
    void markPosition();
    void startView(SessionPresenter* session);
    void storeView();
    Json plainView() const; ///< as far as it does not depend on the graphs
    void selectKept(Side side);
    void openByDialog();
    void setShown(Shown shown);

    // Export.
    void exportPicture();
    void exportSvg(const QString& file);
    void exportHtml(const QString& file);
    void exportPng(const QString& file);
    void copyImage();
    void written(const Status& status);

    ModelPresenter* m_model;
    GraphPane *m_source, *m_adapted;
    ModelInspector* m_inspector;
    widgets::SearchBar* m_search;
    widgets::LifetimeChart* m_lifetimes;
    widgets::EmptyState* m_empty;
    QStackedWidget* m_stack;
    QSplitter* m_graphs; ///< original and adapted, two halves of one picture
    widgets::DockArea* m_docks;
    QToolBar* m_tools;
    QLabel *m_name, *m_colourLabel;
    QComboBox *m_shownBox, *m_colourBox, *m_targetBox;
    QHash<QString, QAction*> m_actions;
    QList<QAction*> m_order;
    Side m_side = Side::Source;
    Shown m_shown = Shown::Both;
    QPointer<SessionPresenter> m_viewOf; ///< whose view is shown and kept
    QString m_wanted[2];                 ///< names of what was selected, by side, until it is there
    Json m_plainView;                    ///< of a session that keeps none: what it shows untouched
    QTimer m_keep;
    bool m_isFilling = false; ///< combos are being filled: not a choice
};

} // namespace metainfer::workbench
