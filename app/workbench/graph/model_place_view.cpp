// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Model place: what it shows and what one does there.
#include "graph/graph_pane.h"
#include "graph/graph_view.h"
#include "graph/lifetime_chart.h"
#include "graph/model_inspector.h"
#include "graph/model_place.h"
#include "graph/overlay_legend.h"
#include "graph/search_bar.h"
#include "graph/view_hint.h"
#include "session/engine_words.h"
#include "shell/dock_area.h"
#include "shell/empty_state.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QStackedWidget>
#include <QToolBar>

#include <algorithm>

namespace metainfer::workbench {

using widgets::GraphView;
using widgets::OverlayLegend;

namespace {

constexpr int kMostName = 260; ///< pixels; the whole path is in the tool tip

} // namespace

void ModelPlace::showState() {
    const GraphPresenter& source = m_model->graph(Side::Source);
    m_stack->setCurrentIndex(source.model() ? 1 : 0);
    const QString name = m_model->title();
    m_name->setText(m_name->fontMetrics().elidedText(name, Qt::ElideMiddle, kMostName));
    m_name->setToolTip(QString::fromStdString(source.path().string()));
    if (const auto& failure = source.failure())
        m_empty->setTexts(tr("This model cannot be shown"), widgets::EngineWords::error(*failure),
                          tr("Open another model…"));
    else if (source.isLoading())
        m_empty->setTexts(tr("Opening the model"), QString::fromStdString(source.path().string()));
    else
        m_empty->setTexts(tr("No model is open"),
                          tr("Open an ONNX file or a session, or drop one on the window."),
                          tr("Open model…"));
}

void ModelPlace::setShown(Shown shown) {
    m_shown = shown;
    workspace().settings().setValue("graph/shown", static_cast<int>(shown));
    m_keep.start();
    showSides();
}

void ModelPlace::showSides() {
    const bool both = m_model->hasAdapted();
    m_shown = static_cast<Shown>(
        workspace().settings().value("graph/shown", static_cast<int>(Shown::Both)).toInt());
    const Shown shown = both ? m_shown : Shown::Source;
    m_source->setVisible(shown != Shown::Adapted);
    m_adapted->setVisible(shown != Shown::Source);
    m_source->setHeading(shown == Shown::Both ? tr("Original") : QString());
    const QString id = m_model->adaptedId();
    m_adapted->setHeading(shown != Shown::Both ? QString()
                          : id.isEmpty()       ? tr("Adapted")
                                               : tr("Adapted: %1", "candidate").arg(id),
                          m_model->isOtherCandidate() && shown != Shown::Source
                              ? tr("show the session's choice")
                              : QString());
    // The combo's own action hides it in a tool bar.
    for (QAction* each : m_tools->actions())
        if (m_tools->widgetForAction(each) == m_shownBox)
            each->setVisible(both);
    if (shown != Shown::Both)
        m_side = shown == Shown::Source ? Side::Source : Side::Adapted;
    m_isFilling = true;
    m_shownBox->setCurrentIndex(static_cast<int>(shown));
    m_isFilling = false;
    shareScale();
    m_inspector->showElement(m_side, pane(m_side).view().current());
}

void ModelPlace::showOverlays() {
    applyColours();
    fillCombos();
}

void ModelPlace::applyColours() {
    for (const Side each : {Side::Source, Side::Adapted}) {
        GraphView& view = pane(each).view();
        const auto overlay = m_model->overlay(each);
        const auto& picture = view.picture();
        // Values belong to one diagram; a new one's are on their way.
        const bool fits =
            overlay && picture && overlay->values.size() == picture->diagram().items().size();
        if (view.overlay() != (fits ? overlay : nullptr))
            view.setOverlay(fits ? overlay : nullptr);
        const auto changes = m_model->changes(each);
        const bool marks = changes && picture &&
                           changes->size() == picture->diagram().items().size() &&
                           m_model->hasAdapted();
        if (view.changes() != (marks ? changes : nullptr))
            view.setChanges(marks ? changes : nullptr);
    }
    shareScale();
    showLegend();
}

/// Side by side the same colour means the same value.
void ModelPlace::shareScale() {
    GraphView &source = m_source->view(), &adapted = m_adapted->view();
    const drawing::OverlayColors *a = source.overlayColors(), *b = adapted.overlayColors();
    std::optional<drawing::OverlayRange> range;
    if (a && b && m_source->isVisibleTo(this) && m_adapted->isVisibleTo(this) && a->ownRange() &&
        b->ownRange())
        range = drawing::OverlayRange{std::min(a->ownRange()->low, b->ownRange()->low),
                                      std::max(a->ownRange()->high, b->ownRange()->high)};
    source.setOverlayRange(range);
    adapted.setOverlayRange(range);
}

/// Without an overlay the colours of the boxes' edges say the family, or what changed.
void ModelPlace::showLegend() {
    using drawing::Change;
    for (const Side each : {Side::Source, Side::Adapted}) {
        GraphPane& shown = pane(each);
        const auto missing = m_model->missing(m_model->overlayKind(), each);
        shown.hint().setTexts(tr("No colours of this kind"), missing.reason, missing.action);
        if (!missing.reason.isEmpty()) {
            shown.legend().setPlain({}, {});
            continue;
        }
        const drawing::Theme& theme = drawing::theme(shown.view().look().theme);
        std::vector<OverlayLegend::Entry> entries;
        if (shown.view().look().changes) {
            const auto entry = [&](Change change, const QString& text) {
                entries.push_back(
                    {widgets::changeColor(change, theme), text, widgets::changeSymbol(change)});
            };
            if (each == Side::Source)
                entry(Change::Removed, tr("removed"));
            else
                entry(Change::Added, tr("added"));
            entry(Change::Changed, tr("changed"));
            shown.legend().setPlain(tr("Difference"), std::move(entries));
            continue;
        }
        using drawing::OperatorTint;
        const std::pair<OperatorTint, QString> tints[] = {
            {OperatorTint::Compute, tr("convolution, matrix product")},
            {OperatorTint::Activation, tr("activation")},
            {OperatorTint::Normalization, tr("normalization")},
            {OperatorTint::Pooling, tr("pooling, reduction, resize")},
            {OperatorTint::Elementwise, tr("elementwise")},
            {OperatorTint::Shape, tr("shape and data movement")},
            {OperatorTint::Quantization, tr("quantization")},
            {OperatorTint::Recurrent, tr("recurrent")},
            {OperatorTint::ControlFlow, tr("control flow")}};
        const auto& picture = shown.view().picture();
        for (const auto& [tint, text] : tints)
            if (picture && std::find(picture->tints.begin(), picture->tints.end(), tint) !=
                               picture->tints.end())
                entries.push_back(
                    {widgets::toQt(theme.tints[static_cast<std::size_t>(tint)]), text, {}});
        shown.legend().setPlain({}, std::move(entries));
    }
}

void ModelPlace::fillCombos() {
    m_isFilling = true;
    const std::pair<GraphOverlay, QString> colours[] = {
        {GraphOverlay::None, tr("Kind of operator")},
        {GraphOverlay::Family, tr("Operator family")},
        {GraphOverlay::Precision, tr("Precision")},
        {GraphOverlay::Bytes, tr("Bytes moved")},
        {GraphOverlay::Flops, tr("Computation")},
        {GraphOverlay::Intensity, tr("Arithmetic intensity")},
        {GraphOverlay::MeasuredTime, tr("Measured time")},
        {GraphOverlay::PredictedTime, tr("Predicted time")},
        {GraphOverlay::Support, tr("Support on the target")},
        {GraphOverlay::Sensitivity, tr("Sensitivity")}};
    m_colourBox->clear();
    for (const auto& [kind, text] : colours) {
        const QString reason = m_model->missing(kind, Side::Source).reason;
        m_colourBox->addItem(reason.isEmpty() ? text : tr("%1 (no data yet)").arg(text),
                             static_cast<int>(kind));
        m_colourBox->setItemData(m_colourBox->count() - 1, reason, Qt::ToolTipRole);
        if (kind == m_model->overlayKind())
            m_colourBox->setCurrentIndex(m_colourBox->count() - 1);
    }
    const bool needsTarget = m_model->overlayKind() == GraphOverlay::PredictedTime ||
                             m_model->overlayKind() == GraphOverlay::Support;
    m_targetBox->clear();
    m_targetBox->addItems(m_model->profiles());
    m_targetBox->setCurrentText(m_model->hardware());
    for (QAction* each : m_tools->actions())
        if (m_tools->widgetForAction(each) == m_targetBox)
            each->setVisible(needsTarget);
    m_isFilling = false;
}

void ModelPlace::elementChosen(Side which) {
    m_side = which;
    GraphPane& shown = pane(which);
    const Side other = which == Side::Source ? Side::Adapted : Side::Source;
    const auto linked = m_model->counterparts(which, shown.view().selection());
    shown.view().setLinked({});
    pane(other).view().setSelection({});
    pane(other).view().setLinked(linked);
    if (!linked.empty() && pane(other).isVisible())
        pane(other).view().reveal(linked);
    m_inspector->showElement(which, shown.view().current());
    markPosition();
    m_keep.start();
}

void ModelPlace::reveal(Side which, const GraphElement& element) {
    if (pane(which).isHidden())
        setShown(which == Side::Source ? Shown::Source : Shown::Adapted);
    m_side = which;
    m_model->graph(which).reveal(element);
}

void ModelPlace::showMenu(Side which, const GraphElement& element, const QPoint& globalAt) {
    GraphPresenter& presenter = m_model->graph(which);
    const auto& model = presenter.model();
    if (!model)
        return;
    QMenu menu(this);
    const auto copy = [](const std::string& text) {
        QApplication::clipboard()->setText(QString::fromStdString(text));
    };
    if (element.group.isValid()) {
        const drawing::GroupId group = element.group;
        menu.addAction(presenter.isOpen(group) ? tr("Close the group") : tr("Open the group"),
                       [&presenter, group] { presenter.toggle(group); });
        menu.addAction(tr("Open everything in it"),
                       [&presenter, group] { presenter.openBelow(group); });
        menu.addAction(tr("Close everything in it"),
                       [&presenter, group] { presenter.closeBelow(group); });
        menu.addAction(tr("Copy path"), [=] { copy(model->diagram->group(group).path); });
        menu.addSeparator();
    } else if (element.item.isValid()) {
        const auto& item = model->diagram->item(element.item);
        menu.addAction(tr("Copy name"), [=, name = item.name] { copy(name); });
        menu.addAction(tr("Find all %1").arg(QString::fromStdString(item.type)),
                       [this, type = item.type] {
                           find();
                           m_search->setText(QString::fromStdString("type:" + type));
                       });
        menu.addSeparator();
    } else if (element.tensor.isValid()) {
        menu.addAction(tr("Copy name"), [=] { copy(model->diagram->tensor(element.tensor).name); });
        menu.addSeparator();
    }
    for (const char* id :
         {"fit", "overview", "openAll", "closeAll", "minimap", "copyImage", "export"})
        menu.addAction(m_actions[id]);
    menu.exec(globalAt);
}

void ModelPlace::find() {
    m_search->start();
}

void ModelPlace::closeSearch() {
    m_search->hide();
    m_model->graph(Side::Source).search({});
    m_model->graph(Side::Adapted).search({});
    pane(m_side).view().setFocus(Qt::OtherFocusReason);
}

void ModelPlace::askSearch(const QString& text) {
    for (const Side each : {Side::Source, Side::Adapted})
        m_model->graph(each).search(text);
}

void ModelPlace::step(int by) {
    if (!m_search->isVisible())
        return find();
    graph().nextMatch(by);
}

void ModelPlace::showCount() {
    m_search->setMatches(graph().currentMatch(), static_cast<int>(graph().matches().size()));
}

void ModelPlace::showLifetimes() {
    m_lifetimes->setData(m_model->lifetimes());
    markPosition();
}

void ModelPlace::markPosition() {
    const auto lifetimes = m_model->lifetimes();
    const GraphElement element = pane(m_side).view().current();
    int position = -1;
    if (lifetimes && m_side == m_model->lifetimesOf() && element.item.isValid()) {
        const auto& item = graph().model()->diagram->item(element.item);
        const auto it = std::find(lifetimes->order.begin(), lifetimes->order.end(), item.node);
        if (item.graph == 0 && item.node.isValid() && it != lifetimes->order.end())
            position = static_cast<int>(it - lifetimes->order.begin());
    }
    m_lifetimes->setMarked(position);
}

void ModelPlace::retranslate() {
    const auto set = [this](const char* id, const QString& text, const QString& tip = {}) {
        m_actions[id]->setText(text);
        const QString keys = m_actions[id]->shortcut().toString(QKeySequence::NativeText);
        const QString shown = tip.isEmpty() ? text : tip;
        m_actions[id]->setToolTip(keys.isEmpty() ? shown : tr("%1 (%2)").arg(shown, keys));
    };
    set("find", tr("Find in the graph"));
    set("fit", tr("Fit the graph"), tr("Show the whole graph (0)"));
    set("zoomIn", tr("Zoom in"), tr("Zoom in (+)"));
    set("zoomOut", tr("Zoom out"), tr("Zoom out (−)"));
    set("openAll", tr("Open all groups"));
    set("closeAll", tr("Close all groups"));
    set("overview", tr("Open some groups for an overview"));
    set("export", tr("Export the graph as a picture or page…"));
    set("copyImage", tr("Copy what is visible as an image"));
    set("next", tr("Next match"));
    set("previous", tr("Previous match"));
    set("minimap", tr("Overview map"));
    m_docks->setTitle("properties", tr("Properties"));
    m_docks->setTitle("tensor", tr("Tensor"));
    m_docks->setTitle("differences", tr("Differences"));
    m_docks->setTitle("memory", tr("Memory of the activations"));
    set("memory", tr("Memory of the activations"));
    m_inspector->retranslate();
    m_source->view().setAccessibleName(tr("Graph of the model"));
    m_adapted->view().setAccessibleName(tr("Graph of the adapted model"));
    m_lifetimes->setAccessibleName(tr("Memory of the activations"));
    m_tools->setAccessibleName(tr("Tools of the graph"));
    m_colourLabel->setText(tr("Colour by"));
    m_isFilling = true;
    m_shownBox->clear();
    m_shownBox->addItems({tr("Original"), tr("Adapted"), tr("Side by side")});
    m_isFilling = false;
    m_shownBox->setAccessibleName(tr("Which graph is shown"));
    m_colourBox->setAccessibleName(tr("Colour by"));
    m_targetBox->setAccessibleName(tr("Target"));
    m_targetBox->setToolTip(tr("Hardware profile that predicts and judges"));
    showSides();
    showOverlays();
    showState();
}

} // namespace metainfer::workbench
