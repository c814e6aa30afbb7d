// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A graph view and its presenter.
#include "graph/graph_pane.h"

#include "graph/graph_view.h"
#include "graph/minimap.h"
#include "graph/overlay_legend.h"
#include "graph/view_hint.h"

#include <QLabel>
#include <QVBoxLayout>

namespace metainfer::workbench {

using widgets::GraphView;

GraphPane::GraphPane(GraphPresenter& graph, const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_graph(graph)
    , m_heading(new QLabel(this))
    , m_view(new GraphView(this))
    , m_minimap(new widgets::Minimap(m_view))
    , m_legend(new widgets::OverlayLegend(m_view))
    , m_hint(new widgets::ViewHint(m_view)) {
    setObjectName(name);
    m_view->setObjectName(name + "View");
    m_heading->setContentsMargins(8, 4, 8, 4);
    m_heading->setProperty("role", "heading");
    m_heading->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(m_heading, &QLabel::linkActivated, this, &GraphPane::headingLinkChosen);
    m_heading->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_heading);
    column->addWidget(m_view, 1);
    // Elements of the old model must not be asked for in the new one.
    connect(&graph, &GraphPresenter::modelChanged, this, [this] { m_view->setPicture(nullptr); });
    connect(&graph, &GraphPresenter::pictureChanged, this, &GraphPane::showPicture);
    connect(&graph, &GraphPresenter::revealAsked, this, &GraphPane::showReveal);
    connect(&graph, &GraphPresenter::matchesChanged, this, &GraphPane::showMatches);
    connect(m_view, &GraphView::toggleAsked, &graph,
            [this](const GraphElement& element) { m_graph.toggle(element.group); });
    connect(m_view, &GraphView::openBelowAsked, &graph,
            [this](const GraphElement& element) { m_graph.openBelow(element.group); });
    connect(m_view, &GraphView::selectionChanged, this, &GraphPane::elementChosen);
    connect(m_view, &GraphView::menuAsked, this, &GraphPane::menuAsked);
    connect(m_view, &GraphView::fontsChanged, this, [this] { m_graph.setFonts(m_view->fonts()); });
    m_graph.setFonts(m_view->fonts());
}

void GraphPane::setHeading(const QString& heading, const QString& link) {
    m_heading->setTextFormat(link.isEmpty() ? Qt::PlainText : Qt::RichText);
    m_heading->setText(link.isEmpty() ? heading
                                      : QStringLiteral("%1 &nbsp; <a href=\"#\">%2</a>")
                                            .arg(heading.toHtmlEscaped(), link.toHtmlEscaped()));
    m_heading->setVisible(!heading.isEmpty());
}

void GraphPane::showPicture(const GraphElement& anchor) {
    m_view->setPicture(m_graph.picture(), anchor);
}

void GraphPane::showReveal(const GraphElement& element) {
    m_view->setSelection({element});
    m_view->reveal(element);
    emit elementChosen();
}

void GraphPane::showMatches() {
    std::vector<GraphElement> matches;
    matches.reserve(m_graph.matches().size());
    for (const drawing::Match& match : m_graph.matches())
        matches.push_back(GraphPresenter::elementOf(match));
    m_view->setMatches(std::move(matches), m_graph.currentMatch());
}

} // namespace metainfer::workbench
