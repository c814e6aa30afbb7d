// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Candidates place: its parts and how they are joined. What they show is in
// candidates_show.cpp.
#include "candidates/candidates_place.h"

#include "candidates/candidate_view.h"
#include "candidates/compare_pane.h"
#include "candidates/decision_panel.h"
#include "candidates/parallel_view.h"
#include "candidates/scatter_pane.h"
#include "plot/plot_view.h"
#include "shell/dock_area.h"
#include "shell/empty_state.h"
#include "theme/theme.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QStackedLayout>
#include <QTextBrowser>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>

namespace metainfer::workbench {

using widgets::CandidateModel;

namespace {

constexpr int kSideWidth = 350; ///< of the panels beside the plots, at least

} // namespace

Place* makeCandidatesPlace(Workspace& workspace) {
    return new CandidatesPlace(workspace);
}

CandidatesPlace::CandidatesPlace(Workspace& workspace)
    : Place(workspace)
    , m_presenter(workspace) {
    m_pages = new QStackedLayout(this);
    m_empty = new widgets::EmptyState("candidates", this);
    m_pages->addWidget(m_empty);
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(6);
    m_docks = new widgets::DockArea(workspace.settings(), "candidates/panels", page);
    makePlots();
    makeSide();
    m_docks->setCentralWidget(makeTable());
    placePanels();
    column->addWidget(m_docks, 1);
    m_pages->addWidget(page);
    connectViews();
    startColumns();
    m_scatter->setChoiceText(workspace.settings().value("candidates/scatter").toString());
    retranslate();
    showTable();
}

QAction* CandidatesPlace::action(const char* id, const char* icon, const QKeySequence& keys,
                                 std::function<void()> run) {
    auto* made = new QAction(this);
    made->setObjectName(QString("candidates_") + id);
    made->setIcon(widgets::themedIcon(icon, palette()));
    made->setProperty("iconName", icon);
    made->setShortcut(keys);
    made->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(made, &QAction::triggered, this, [run = std::move(run)] { run(); });
    addAction(made);
    m_actions.insert(id, made);
    return made;
}

QWidget* CandidatesPlace::makeBar() {
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    m_search = new QLineEdit(bar);
    m_search->setObjectName("candidateSearch");
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(320);
    m_filter = new QComboBox(bar);
    m_filter->setObjectName("candidateFilter");
    m_filter->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_count = new QLabel(bar);
    m_count->setProperty("role", "muted");
    row->addWidget(m_search, 1);
    row->addWidget(m_filter);
    row->addWidget(m_count);
    row->addStretch(1);
    m_tools = new QToolBar(bar); // what a narrow window has no room for is in its menu
    m_tools->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_tools->setIconSize({16, 16});
    row->addWidget(m_tools);
    const auto button = [&](QAction* made) {
        m_tools->addAction(made);
        QWidget* shown = m_tools->widgetForAction(made);
        shown->setObjectName(made->objectName() + "_button");
        shown->setFocusPolicy(Qt::TabFocus);
    };
    button(action("pin", "pin", QKeySequence("Ctrl+D"), [this] { togglePins(); }));
    button(action("note", "note", QKeySequence("Ctrl+M"), [this] {
        m_docks->open("details");
        m_note->setFocus();
    }));
    button(
        action("compare", "compare", QKeySequence("Ctrl+B"), [this] { m_docks->open("compare"); }));
    button(action("showModel", "model", QKeySequence("Ctrl+G"), [this] {
        if (m_presenter.currentRow() >= 0)
            m_presenter.showInModel(static_cast<std::size_t>(m_presenter.currentRow()));
    }));
    button(action("measure", "refresh", {}, [this] {
        if (m_presenter.currentRow() >= 0)
            m_presenter.measureAgain(static_cast<std::size_t>(m_presenter.currentRow()));
    }));
    button(action("export", "export", QKeySequence("Ctrl+E"), [this] { exportCurrent(); }));
    action("selectFront", "candidates", {}, [this] {
        const auto& choice = m_scatter->choice();
        m_presenter.select(widgets::frontOf(*m_presenter.table(), choice.x, choice.y));
    });
    action("clearSelection", "cancel", QKeySequence("Esc"), [this] {
        m_parallel->clearBrushes();
        m_presenter.select({});
    });
    return bar;
}

void CandidatesPlace::makePlots() {
    m_scatter = new widgets::ScatterPane(this);
    m_parallel = new widgets::ParallelView(this);
    m_parallel->setObjectName("parallelView");
    m_curves = new QWidget(this);
    auto* side = new QHBoxLayout(m_curves);
    side->setContentsMargins(0, 0, 0, 0);
    side->setSpacing(1);
    m_convergence = new widgets::PlotView(m_curves);
    m_convergence->setObjectName("convergencePlot");
    m_hypervolume = new widgets::PlotView(m_curves);
    m_hypervolume->setObjectName("hypervolumePlot");
    side->addWidget(m_convergence);
    side->addWidget(m_hypervolume);
    m_prediction = new widgets::PlotView(this);
    m_prediction->setObjectName("predictionPlot");
    m_prediction->setSelectable(true);
    m_docks->addPanel("tradeOffs", m_scatter);
    auto* axes = new QScrollArea(this);
    axes->setFrameShape(QFrame::NoFrame);
    axes->setFocusPolicy(Qt::NoFocus);
    axes->setWidgetResizable(true);
    axes->setWidget(m_parallel);
    m_docks->addPanel("parallel", axes);
    m_docks->addPanel("progress", m_curves);
    m_docks->addPanel("prediction", m_prediction);
}

QWidget* CandidatesPlace::makeDetails() {
    auto* details = new QWidget(this);
    auto* column = new QVBoxLayout(details);
    column->setContentsMargins(0, 6, 0, 0);
    m_details = new QTextBrowser(details);
    m_details->setObjectName("candidateDetails");
    m_details->setFrameShape(QFrame::NoFrame);
    m_details->setOpenLinks(false);
    m_result = new QLabel(details);
    m_result->setObjectName("measuredAgain");
    m_result->setWordWrap(true);
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_noteLabel = new QLabel(details);
    m_note = new QPlainTextEdit(details);
    m_note->setObjectName("candidateNote");
    m_note->setTabChangesFocus(true);
    m_note->setMaximumHeight(fontMetrics().height() * 4);
    m_noteLabel->setBuddy(m_note);
    column->addWidget(m_details, 1);
    column->addWidget(m_result);
    column->addWidget(m_noteLabel);
    column->addWidget(m_note);
    return details;
}

void CandidatesPlace::makeSide() {
    m_decisionPanel = new widgets::DecisionPanel(this);
    m_decisionPanel->setObjectName("decisionPanel");
    m_compare = new widgets::ComparePane(this);
    m_docks->addPanel("details", makeDetails())->setMinimumWidth(kSideWidth);
    m_docks->addPanel("decision", m_decisionPanel)->setMinimumWidth(kSideWidth);
    m_docks->addPanel("compare", m_compare)->setMinimumWidth(kSideWidth);
}

/// Plots and the side above, the table through the whole width below.
void CandidatesPlace::placePanels() {
    const auto place = [](widgets::DockArea& docks) {
        const auto panel = [&](const char* id) { return docks.panel(id); };
        docks.addDockWidget(Qt::TopDockWidgetArea, panel("tradeOffs"));
        docks.splitDockWidget(panel("tradeOffs"), panel("details"), Qt::Horizontal);
        for (const char* id : {"parallel", "progress", "prediction"})
            docks.tabifyDockWidget(panel("tradeOffs"), panel(id));
        for (const char* id : {"decision", "compare"})
            docks.tabifyDockWidget(panel("details"), panel(id));
        for (const char* id : {"tradeOffs", "details"})
            panel(id)->raise();
    };
    const auto size = [](widgets::DockArea& docks) {
        QDockWidget *plots = docks.panel("tradeOffs"), *side = docks.panel("details");
        const int right = std::max(kSideWidth, docks.width() * 2 / 7);
        docks.resizeDocks({plots, side}, {docks.width() - right, right}, Qt::Horizontal);
        docks.resizeDocks({plots}, {docks.height() * 3 / 5}, Qt::Vertical);
    };
    m_docks->setDefault(place, size);
    m_docks->shareActions(m_actions.values());
}

QWidget* CandidatesPlace::makeTable() {
    auto* box = new QWidget(this);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(6);
    column->addWidget(makeBar());
    m_view = new widgets::CandidateView(m_model, box);
    m_view->setObjectName("candidateTable");
    column->addWidget(m_view, 1);
    box->setMinimumHeight(140);
    return box;
}

void CandidatesPlace::connectViews() {
    using P = CandidatesPresenter;
    connect(&m_presenter, &P::tableChanged, this, &CandidatesPlace::showTable);
    connect(&m_presenter, &P::sessionLoaded, this, &CandidatesPlace::restoreView);
    connect(&m_presenter, &P::selectionChanged, this, &CandidatesPlace::showSelection);
    connect(&m_presenter, &P::currentChanged, this, &CandidatesPlace::showSelection);
    connect(&m_presenter, &P::decisionChanged, this, &CandidatesPlace::showDecision);
    connect(&m_presenter, &P::marksChanged, this, [this] {
        m_model.setMarks(m_presenter.marks());
        showDetails();
    });
    connect(&m_presenter, &P::profilesChanged, this, &CandidatesPlace::showDetails);
    connect(&m_presenter, &P::measuredAgainChanged, this, &CandidatesPlace::showDetails);

    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_model.setFilterText(text);
        showCount();
        storeView();
    });
    connect(m_filter, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_model.setFilter(static_cast<CandidateModel::Filter>(std::max(0, index)));
        showCount();
        storeView();
    });
    const auto select = [this](const std::vector<std::size_t>& rows,
                               Qt::KeyboardModifiers modifiers) {
        m_presenter.select(rows, modifiers);
    };
    const auto click = [this](int row, Qt::KeyboardModifiers modifiers) {
        if (row >= 0)
            m_presenter.select({static_cast<std::size_t>(row)}, modifiers);
        else if (!(modifiers & (Qt::ShiftModifier | Qt::ControlModifier)))
            m_presenter.select({});
    };
    for (widgets::PlotView* plot :
         {&m_scatter->plot(), m_convergence, m_hypervolume, m_prediction}) {
        connect(plot, &widgets::PlotView::brushed, this, select);
        connect(plot, &widgets::PlotView::pointClicked, this, click);
        connect(plot, &widgets::PlotView::pointActivated, this,
                [this](int) { m_docks->open("details"); });
    }
    connect(m_parallel, &widgets::ParallelView::brushed, this,
            [this](const std::vector<std::size_t>& rows) { m_presenter.select(rows); });
    connect(m_parallel, &widgets::ParallelView::pointClicked, this, click);
    connect(m_view, &widgets::CandidateView::selectionAsked, this,
            [this](const std::vector<std::size_t>& rows) { m_presenter.select(rows); });
    connect(m_view, &widgets::CandidateView::currentAsked, &m_presenter, &P::setCurrent);
    connect(m_view, &widgets::CandidateView::rowActivated, this,
            [this](int) { m_docks->open("details"); });
    connect(m_view, &widgets::CandidateView::pinAsked, this, [this](int row) {
        const auto at = static_cast<std::size_t>(row);
        m_presenter.setPinned(at,
                              !m_presenter.marks().value(m_presenter.table()->rows[at].id).pinned);
    });
    connect(m_view, &widgets::CandidateView::menuAsked, this, [this](QMenu* menu, int row) {
        if (row >= 0 && !m_presenter.selectedRows()[static_cast<std::size_t>(row)])
            m_presenter.select({static_cast<std::size_t>(row)});
        menu->addSeparator();
        for (const char* id : {"pin", "note", "compare", "showModel", "measure", "export"})
            menu->addAction(m_actions[id]);
        menu->addSeparator();
        for (const char* id : {"selectFront", "clearSelection"})
            menu->addAction(m_actions[id]);
    });
    connect(m_decisionPanel, &widgets::DecisionPanel::taskChanged, &m_presenter, &P::setTask);
    connect(m_decisionPanel, &widgets::DecisionPanel::resetAsked, this, [this] {
        m_presenter.resetTask();
        m_decisionPanel->setTable(*m_presenter.table(), m_presenter.task());
    });
    connect(m_decisionPanel, &widgets::DecisionPanel::choiceAsked, this, [this] {
        if (const auto row = m_presenter.chosenRow())
            m_presenter.select({*row}, {});
    });
    connect(m_note, &QPlainTextEdit::textChanged, this, &CandidatesPlace::saveNote);
    connect(m_docks, &widgets::DockArea::shownChanged, this, [this](const QString&, bool shown) {
        if (!shown)
            return;
        showPlots();
        showDetails();
    });
    connect(m_docks, &widgets::DockArea::frontChanged, this, &CandidatesPlace::storeView);
    connect(m_scatter, &widgets::ScatterPane::choiceChanged, this, &CandidatesPlace::storeView);
    const auto* header = m_view->horizontalHeader();
    connect(header, &QHeaderView::sortIndicatorChanged, this, &CandidatesPlace::storeView);
    connect(header, &QHeaderView::sectionResized, this, &CandidatesPlace::storeView);
    connect(header, &QHeaderView::sectionMoved, this, &CandidatesPlace::storeView);
    connect(m_parallel, &widgets::ParallelView::brushed, this, &CandidatesPlace::storeView);
    connect(&m_presenter, &P::selectionChanged, this, &CandidatesPlace::storeView);
    connect(&m_presenter, &P::currentChanged, this, &CandidatesPlace::storeView);
    connect(&m_presenter, &P::decisionChanged, this, &CandidatesPlace::storeView);
    connect(m_empty, &widgets::EmptyState::actionChosen, this,
            [this] { workspace().goTo("session"); });
}

QString CandidatesPlace::title() const {
    return tr("Candidates");
}

QString CandidatesPlace::hint() const {
    return tr("What was tried, what won and why");
}

QList<QAction*> CandidatesPlace::placeActions() const {
    return actions() + panelActions(); // in their order
}

QList<QAction*> CandidatesPlace::panelActions() const {
    return m_docks->panelActions();
}

bool CandidatesPlace::isLoading() const {
    return m_presenter.isLoading();
}

std::vector<std::size_t> CandidatesPlace::targetRows() const {
    std::vector<std::size_t> rows;
    const auto selected = m_presenter.selectedRows();
    for (std::size_t row = 0; row < selected.size(); ++row)
        if (selected[row])
            rows.push_back(row);
    if (rows.empty() && m_presenter.currentRow() >= 0)
        rows.push_back(static_cast<std::size_t>(m_presenter.currentRow()));
    return rows;
}

void CandidatesPlace::togglePins() {
    const auto rows = targetRows();
    const auto& table = *m_presenter.table();
    const bool all = std::all_of(rows.begin(), rows.end(), [&](std::size_t row) {
        return m_presenter.marks().value(table.rows[row].id).pinned;
    });
    for (const std::size_t row : rows)
        m_presenter.setPinned(row, !all);
}

void CandidatesPlace::exportCurrent() {
    const int row = m_presenter.currentRow();
    if (row < 0)
        return;
    const QString at = workspace().settings().value("lastFolder").toString();
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Folder for the model and its mapping"), at);
    if (folder.isEmpty())
        return;
    workspace().settings().setValue("lastFolder", folder);
    m_presenter.exportCandidate(static_cast<std::size_t>(row), folder.toStdString());
}

} // namespace metainfer::workbench
