// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Model place: what it consists of.
#include "graph/model_place.h"

#include "graph/graph_pane.h"
#include "graph/graph_view.h"
#include "graph/lifetime_chart.h"
#include "graph/minimap.h"
#include "graph/model_inspector.h"
#include "graph/property_model.h"
#include "graph/search_bar.h"
#include "graph/tensor_panel.h"
#include "graph/view_hint.h"
#include "shell/dock_area.h"
#include "shell/empty_state.h"
#include "theme/theme.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QFileDialog>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>

namespace metainfer::workbench {

using widgets::GraphView;

namespace {

constexpr int kKeepMs = 400; ///< a moving camera is kept where it comes to rest

} // namespace

Place* makeModelPlace(Workspace& workspace) {
    return new ModelPlace(workspace);
}

ModelPlace::ModelPlace(Workspace& workspace)
    : Place(workspace)
    , m_model(new ModelPresenter(workspace, this))
    , m_source(new GraphPane(m_model->graph(Side::Source), "graph", this))
    , m_adapted(new GraphPane(m_model->graph(Side::Adapted), "adaptedGraph", this))
    , m_inspector(new ModelInspector(*m_model, this))
    , m_search(new widgets::SearchBar(this))
    , m_lifetimes(new widgets::LifetimeChart(this))
    , m_empty(new widgets::EmptyState("model", this))
    , m_stack(new QStackedWidget(this))
    , m_graphs(new QSplitter(Qt::Horizontal, this))
    , m_docks(new widgets::DockArea(workspace.settings(), "graph/panels", this))
    , m_tools(new QToolBar(this))
    , m_name(new QLabel(this))
    , m_colourLabel(new QLabel(this))
    , m_shownBox(new QComboBox(this))
    , m_colourBox(new QComboBox(this))
    , m_targetBox(new QComboBox(this)) {
    makePanels();
    makeActions();
    makePage();
    makeTools();
    connectModel();
    connectPane(Side::Source);
    connectPane(Side::Adapted);
    retranslate();
    m_model->showSession();
    showSides();
    showState();
}

void ModelPlace::makePage() {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    m_stack->addWidget(m_empty);
    auto* page = new QWidget(m_stack);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tools);
    column->addWidget(m_search);
    column->addWidget(m_docks, 1);
    m_search->hide();
    m_graphs->addWidget(m_source);
    m_graphs->addWidget(m_adapted);
    m_graphs->setChildrenCollapsible(false);
    m_docks->setCentralWidget(m_graphs);
    m_docks->shareActions(m_actions.values());
    m_stack->addWidget(page);
    m_shownBox->setObjectName("shownBox");
    m_colourBox->setObjectName("colourBox");
    m_targetBox->setObjectName("targetBox");
}

void ModelPlace::makePanels() {
    m_docks->addPanel("properties", m_inspector->properties());
    m_docks->addPanel("tensor", m_inspector->tensor());
    m_docks->addPanel("differences", m_inspector->difference());
    m_docks->addPanel("memory", m_lifetimes, false);
    const auto place = [](widgets::DockArea& docks) {
        const auto panel = [&](const char* id) { return docks.panel(id); };
        docks.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
        docks.addDockWidget(Qt::RightDockWidgetArea, panel("properties"));
        docks.addDockWidget(Qt::BottomDockWidgetArea, panel("memory"));
        for (const char* id : {"tensor", "differences"})
            docks.tabifyDockWidget(panel("properties"), panel(id));
        panel("properties")->raise();
    };
    const auto size = [](widgets::DockArea& docks) {
        docks.resizeDocks({docks.panel("properties")}, {std::clamp(docks.width() / 4, 300, 480)},
                          Qt::Horizontal);
        docks.resizeDocks({docks.panel("memory")}, {std::max(200, docks.height() / 3)},
                          Qt::Vertical);
    };
    m_docks->setDefault(place, size);
    connect(m_docks, &widgets::DockArea::shownChanged, this, [this](const QString& id, bool shown) {
        if (id == "memory" && shown)
            m_model->readLifetimes(m_side);
    });
    connect(m_inspector, &ModelInspector::tensorAsked, m_docks,
            [this] { m_docks->open("tensor"); });
    connect(m_inspector, &ModelInspector::elementShown, m_docks, [this] {
        // The constant of another operator has nothing to say about this one.
        if (m_docks->isShown("tensor") && m_docks->tabifiedDockWidgets(m_docks->panel("tensor"))
                                              .contains(m_docks->panel("properties")))
            m_docks->bringToFront({"properties"});
    });
}

void ModelPlace::makeTools() {
    m_tools->setIconSize({20, 20});
    m_name->setProperty("role", "heading");
    m_name->setContentsMargins(8, 0, 12, 0);
    m_colourLabel->setContentsMargins(8, 0, 4, 0);
    m_tools->addWidget(m_name);
    m_tools->addWidget(m_shownBox);
    m_tools->addWidget(m_colourLabel);
    m_tools->addWidget(m_colourBox);
    m_tools->addWidget(m_targetBox);
    m_tools->addSeparator();
    for (QAction* each : m_order)
        m_tools->addAction(each);
    for (QComboBox* box : {m_shownBox, m_colourBox, m_targetBox})
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_shownBox, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (!m_isFilling && index >= 0)
            setShown(static_cast<Shown>(index));
    });
    connect(m_colourBox, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (!m_isFilling && index >= 0)
            m_model->setOverlay(static_cast<GraphOverlay>(m_colourBox->itemData(index).toInt()));
    });
    connect(m_targetBox, &QComboBox::currentTextChanged, this, [this](const QString& name) {
        if (!m_isFilling && !name.isEmpty())
            m_model->setHardware(name);
    });
}

QAction* ModelPlace::action(const char* id, const char* icon, const QKeySequence& keys,
                            std::function<void()> run) {
    auto* made = new QAction(this);
    made->setObjectName(QString("model_") + id);
    made->setProperty("iconName", icon);
    made->setShortcut(keys);
    made->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(made, &QAction::triggered, this, [run = std::move(run)] { run(); });
    addAction(made);
    m_actions.insert(id, made);
    return made;
}

void ModelPlace::makeActions() {
    const auto view = [this]() -> GraphView& { return pane(m_side).view(); };
    QAction* memory = m_docks->toggleAction("memory");
    memory->setObjectName("model_memory");
    memory->setProperty("iconName", "memory");
    memory->setShortcut(QKeySequence("Ctrl+M"));
    memory->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(memory);
    m_actions.insert("memory", memory);
    m_order = {
        action("find", "search", QKeySequence::Find, [this] { find(); }),
        action("fit", "fit", {}, [view] { view().fitAll(); }),
        action("zoomIn", "plus", {}, [view] { view().zoomBy(1.25); }),
        action("zoomOut", "minus", {}, [view] { view().zoomBy(0.8); }),
        action("openAll", "expand", QKeySequence("Ctrl+Shift+E"), [this] { graph().openAll(); }),
        action("closeAll", "collapse", QKeySequence("Ctrl+Shift+C"),
               [this] { graph().closeAll(); }),
        memory,
        action("export", "export", QKeySequence("Ctrl+E"), [this] { exportPicture(); }),
        action("copyImage", "copy", {}, [this] { copyImage(); })};
    action("overview", "", {}, [this] { graph().foldAutomatically(); });
    action("next", "", QKeySequence("F3"), [this] { step(1); });
    action("previous", "", QKeySequence("Shift+F3"), [this] { step(-1); });
    QAction* map = action("minimap", "", {}, [this] {
        const bool on = m_actions["minimap"]->isChecked();
        workspace().settings().setValue("graph/minimap", on);
        m_source->minimap().setWanted(on);
        m_adapted->minimap().setWanted(on);
    });
    map->setCheckable(true);
    map->setChecked(workspace().settings().value("graph/minimap", true).toBool());
    m_source->minimap().setWanted(map->isChecked());
    m_adapted->minimap().setWanted(map->isChecked());
    tint();
}

void ModelPlace::tint() {
    for (QAction* each : std::as_const(m_actions))
        if (const QString icon = each->property("iconName").toString(); !icon.isEmpty())
            each->setIcon(widgets::themedIcon(icon, palette()));
}

void ModelPlace::connectModel() {
    connect(m_model, &ModelPresenter::titleChanged, this, &ModelPlace::showState);
    connect(m_model, &ModelPresenter::titleChanged, this, &ModelPlace::showOverlays);
    connect(m_model, &ModelPresenter::adaptedChanged, this, &ModelPlace::showSides);
    connect(m_model, &ModelPresenter::overlayChanged, this, &ModelPlace::showOverlays);
    connect(m_model, &ModelPresenter::differenceChanged, this, &ModelPlace::showOverlays);
    connect(m_model, &ModelPresenter::lifetimesChanged, this, &ModelPlace::showLifetimes);
    connect(m_model, &ModelPresenter::elementAsked, this, &ModelPlace::reveal);
    connect(m_model, &ModelPresenter::sessionOpening, this, &ModelPlace::startView);
    m_keep.setParent(this);
    m_keep.setObjectName("keepView");
    m_keep.setSingleShot(true);
    m_keep.setInterval(kKeepMs);
    connect(&m_keep, &QTimer::timeout, this, &ModelPlace::storeView);
    const auto keep = qOverload<>(&QTimer::start);
    connect(m_model, &ModelPresenter::overlayChanged, &m_keep, keep);
    connect(m_docks, &widgets::DockArea::frontChanged, &m_keep, keep);
    connect(m_empty, &widgets::EmptyState::actionChosen, this, &ModelPlace::openByDialog);
    connect(m_inspector, &ModelInspector::revealAsked, this, &ModelPlace::reveal);
    connect(m_search, &widgets::SearchBar::searchAsked, this, &ModelPlace::askSearch);
    connect(m_search, &widgets::SearchBar::stepAsked, this, &ModelPlace::step);
    connect(m_search, &widgets::SearchBar::closed, this, &ModelPlace::closeSearch);
    connect(m_lifetimes, &widgets::LifetimeChart::positionChosen, this, [this](int position) {
        const auto lifetimes = m_model->lifetimes();
        const Side of = m_model->lifetimesOf();
        const auto& model = m_model->graph(of).model();
        if (!lifetimes || !model)
            return;
        GraphElement element;
        element.item = model->diagram->find(lifetimes->order[static_cast<std::size_t>(position)]);
        if (element.isValid())
            reveal(of, element);
    });
}

/// Keys walk the graph that was just opened, unless one works with another part of this place.
void ModelPlace::takeKeys() {
    const QWidget* focus = window()->focusWidget();
    if (isVisible() && m_model->graph(Side::Source).model() &&
        (!focus || !focus->isVisible() || !isAncestorOf(focus)))
        pane(Side::Source).view().setFocus(Qt::OtherFocusReason);
}

void ModelPlace::connectPane(Side which) {
    GraphPane& shown = pane(which);
    connect(&shown, &GraphPane::elementChosen, this, [this, which] { elementChosen(which); });
    connect(&shown, &GraphPane::menuAsked, this,
            [this, which](const GraphElement& element, const QPoint& at) {
                showMenu(which, element, at);
            });
    connect(&shown.view(), &GraphView::pictureChanged, this, &ModelPlace::applyColours);
    connect(&shown.view(), &GraphView::pictureChanged, this, [this, which] { selectKept(which); });
    connect(&shown.view(), &GraphView::cameraChanged, &m_keep, qOverload<>(&QTimer::start));
    connect(&shown.view(), &GraphView::overlayChanged, this, &ModelPlace::showLegend);
    connect(&shown, &GraphPane::headingLinkChosen, m_model, &ModelPresenter::showChoice);
    connect(&shown.hint(), &widgets::ViewHint::actionChosen, this, [this, which] {
        workspace().goTo(m_model->missing(m_model->overlayKind(), which).place);
    });
    GraphPresenter& presenter = m_model->graph(which);
    connect(&presenter, &GraphPresenter::loadingChanged, this, &ModelPlace::showState);
    connect(&presenter, &GraphPresenter::matchesChanged, this, &ModelPlace::showCount);
    connect(&presenter, &GraphPresenter::modelChanged, this, [this, which] {
        showState();
        showSides();
        if (which == Side::Source)
            takeKeys();
        if (m_docks->isShown("memory") && which == m_side)
            m_model->readLifetimes(m_side);
    });
    connect(&presenter, &GraphPresenter::typesArrived, this, [this, which] {
        if (m_docks->isShown("memory") && which == m_side)
            m_model->readLifetimes(m_side);
    });
}

QString ModelPlace::title() const {
    return tr("Model");
}

QString ModelPlace::hint() const {
    return tr("Look at the graph of a model and at what an adaptation changes in it");
}

QList<QAction*> ModelPlace::placeActions() const {
    QList<QAction*> all = actions();    // in their order
    all.removeOne(m_actions["memory"]); // comes with the panels
    return all + panelActions();
}

QList<QAction*> ModelPlace::panelActions() const {
    return m_docks->panelActions();
}

void ModelPlace::openByDialog() {
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Open model"), {}, tr("ONNX models (*.onnx)"));
    if (!file.isEmpty())
        m_model->showModel(file);
}

void ModelPlace::showEvent(QShowEvent* event) {
    Place::showEvent(event);
    m_model->refreshOverlay();
}

void ModelPlace::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange)
        tint();
    Place::changeEvent(event);
}

} // namespace metainfer::workbench
