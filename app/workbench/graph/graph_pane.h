// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One graph in the Model place: its view, map and legend, wired to its presenter.
#pragma once

#include "graph/graph_presenter.h"

#include <QWidget>

class QLabel;

namespace metainfer::widgets {
class GraphView;
class Minimap;
class OverlayLegend;
class ViewHint;
} // namespace metainfer::widgets

namespace metainfer::workbench {

class GraphPane : public QWidget {
    Q_OBJECT

  public:
    GraphPane(GraphPresenter& graph, const QString& name, QWidget* parent = nullptr);

    widgets::GraphView& view() const { return *m_view; }
    widgets::Minimap& minimap() const { return *m_minimap; }
    widgets::OverlayLegend& legend() const { return *m_legend; }
    widgets::ViewHint& hint() const { return *m_hint; }
    GraphPresenter& graph() const { return m_graph; }
    /// A line above the graph, with a link at its end; empty: none.
    void setHeading(const QString& heading, const QString& link = {});

  signals:
    void elementChosen(); ///< selected or revealed
    void headingLinkChosen();
    void menuAsked(const metainfer::widgets::GraphElement& element, const QPoint& globalAt);

  private:
    void showPicture(const GraphElement& anchor);
    void showReveal(const GraphElement& element);
    void showMatches();

    GraphPresenter& m_graph;
    QLabel* m_heading;
    widgets::GraphView* m_view;
    widgets::Minimap* m_minimap;
    widgets::OverlayLegend* m_legend;
    widgets::ViewHint* m_hint;
};

} // namespace metainfer::workbench
