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
#include <QSplitter>
#include <QStackedLayout>
#include <QTabWidget>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace metainfer::workbench {

using widgets::CandidateModel;

namespace {

constexpr std::size_t kMostKept = 2000; ///< selected names that are kept with the session

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
    m_leftRight = new QSplitter(Qt::Horizontal, page);
    m_leftRight->addWidget(makePlots());
    m_leftRight->addWidget(makeSide());
    m_leftRight->setStretchFactor(0, 5);
    m_leftRight->setStretchFactor(1, 2);
    m_leftRight->setChildrenCollapsible(false);
    m_upDown = new QSplitter(Qt::Vertical, page);
    m_upDown->addWidget(m_leftRight);
    m_upDown->addWidget(makeTable());
    m_upDown->setStretchFactor(0, 3);
    m_upDown->setStretchFactor(1, 2);
    m_upDown->setChildrenCollapsible(false);
    m_upDown->setSizes({430, 290});
    column->addWidget(m_upDown, 1);
    m_pages->addWidget(page);
    connectViews();
    restore();
    retranslate();
    showTable();
}

CandidatesPlace::~CandidatesPlace() {
    store();
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
    const auto button = [&](QAction* made) {
        auto* shown = new QToolButton(bar);
        shown->setObjectName(made->objectName() + "_button");
        shown->setDefaultAction(made);
        shown->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        shown->setAutoRaise(true);
        row->addWidget(shown);
    };
    button(action("pin", "pin", QKeySequence("Ctrl+D"), [this] { togglePins(); }));
    button(action("note", "note", QKeySequence("Ctrl+M"), [this] {
        m_side->setCurrentIndex(0);
        m_note->setFocus();
    }));
    button(action("compare", "compare", QKeySequence("Ctrl+B"),
                  [this] { m_side->setCurrentWidget(m_compare); }));
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

QWidget* CandidatesPlace::makePlots() {
    m_plots = new QTabWidget(this);
    m_plots->setObjectName("candidatePlots");
    m_plots->setDocumentMode(true);
    m_scatter = new widgets::ScatterPane(m_plots);
    m_parallel = new widgets::ParallelView(m_plots);
    m_parallel->setObjectName("parallelView");
    auto* curves = new QWidget(m_plots);
    auto* side = new QHBoxLayout(curves);
    side->setContentsMargins(0, 0, 0, 0);
    side->setSpacing(1);
    m_convergence = new widgets::PlotView(curves);
    m_convergence->setObjectName("convergencePlot");
    m_hypervolume = new widgets::PlotView(curves);
    m_hypervolume->setObjectName("hypervolumePlot");
    side->addWidget(m_convergence);
    side->addWidget(m_hypervolume);
    m_prediction = new widgets::PlotView(m_plots);
    m_prediction->setObjectName("predictionPlot");
    m_prediction->setSelectable(true);
    for (QWidget* tab : {static_cast<QWidget*>(m_scatter), static_cast<QWidget*>(m_parallel),
                         curves, static_cast<QWidget*>(m_prediction)})
        m_plots->addTab(tab, QString());
    m_plots->setMinimumHeight(220);
    return m_plots;
}

QWidget* CandidatesPlace::makeSide() {
    m_side = new QTabWidget(this);
    m_side->setObjectName("candidateSide");
    m_side->setDocumentMode(true);
    auto* details = new QWidget(m_side);
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
    m_decisionPanel = new widgets::DecisionPanel(m_side);
    m_decisionPanel->setObjectName("decisionPanel");
    m_compare = new widgets::ComparePane(m_side);
    m_side->addTab(details, QString());
    m_side->addTab(m_decisionPanel, QString());
    m_side->addTab(m_compare, QString());
    m_side->setMinimumWidth(350);
    return m_side;
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
                [this](int) { m_side->setCurrentIndex(0); });
    }
    connect(m_parallel, &widgets::ParallelView::brushed, this,
            [this](const std::vector<std::size_t>& rows) { m_presenter.select(rows); });
    connect(m_parallel, &widgets::ParallelView::pointClicked, this, click);
    connect(m_view, &widgets::CandidateView::selectionAsked, this,
            [this](const std::vector<std::size_t>& rows) { m_presenter.select(rows); });
    connect(m_view, &widgets::CandidateView::currentAsked, &m_presenter, &P::setCurrent);
    connect(m_view, &widgets::CandidateView::rowActivated, this,
            [this](int) { m_side->setCurrentIndex(0); });
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
    connect(m_plots, &QTabWidget::currentChanged, this, &CandidatesPlace::showPlots);
    connect(m_side, &QTabWidget::currentChanged, this, &CandidatesPlace::showDetails);
    for (QTabWidget* tabs : {m_plots, m_side})
        connect(tabs, &QTabWidget::currentChanged, this, &CandidatesPlace::storeView);
    connect(m_scatter, &widgets::ScatterPane::choiceChanged, this, &CandidatesPlace::storeView);
    connect(m_view->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this,
            &CandidatesPlace::storeView);
    connect(&m_presenter, &P::selectionChanged, this, &CandidatesPlace::storeView);
    connect(&m_presenter, &P::currentChanged, this, &CandidatesPlace::storeView);
    connect(m_empty, &widgets::EmptyState::actionChosen, this,
            [this] { workspace().goTo("session"); });
}

void CandidatesPlace::restore() {
    QSettings& settings = workspace().settings();
    m_upDown->restoreState(settings.value("candidates/upDown").toByteArray());
    m_leftRight->restoreState(settings.value("candidates/leftRight").toByteArray());
    m_plots->setCurrentIndex(settings.value("candidates/plot", 0).toInt());
    m_side->setCurrentIndex(settings.value("candidates/side", 0).toInt());
    m_scatter->setChoiceText(settings.value("candidates/scatter").toString());
    QList<int> hidden{CandidateModel::OriginColumn};
    for (const widgets::Quantity quantity :
         {widgets::Quantity::P50Latency, widgets::Quantity::P90Latency,
          widgets::Quantity::P99Latency, widgets::Quantity::Throughput, widgets::Quantity::Energy,
          widgets::Quantity::Power, widgets::Quantity::ColdStart, widgets::Quantity::Changes,
          widgets::Quantity::Threads})
        hidden << CandidateModel::columnOf(quantity);
    if (!m_view->restoreColumns(settings.value("candidates/columns").toByteArray(), hidden)) {
        const int em = fontMetrics().horizontalAdvance('0');
        const auto wide = [&](int column, int chars) {
            m_view->setColumnWidth(column, em * chars);
        };
        wide(CandidateModel::PinColumn, 6);
        wide(CandidateModel::IdColumn, 12);
        wide(CandidateModel::StateColumn, 12);
        wide(CandidateModel::PrecisionColumn, 26);
        wide(CandidateModel::RewritesColumn, 26);
        wide(CandidateModel::OptionsColumn, 22);
        wide(CandidateModel::ReasonColumn, 60);
        wide(CandidateModel::NoteColumn, 24);
        for (const widgets::Quantity quantity : widgets::allQuantities())
            wide(CandidateModel::columnOf(quantity), 15);
        wide(CandidateModel::columnOf(widgets::Quantity::Ratio), 22);
        wide(CandidateModel::columnOf(widgets::Quantity::Predicted), 18);
        wide(CandidateModel::columnOf(widgets::Quantity::PredictionError), 18);
    }
}

void CandidatesPlace::store() {
    QSettings& settings = workspace().settings();
    settings.setValue("candidates/upDown", m_upDown->saveState());
    settings.setValue("candidates/leftRight", m_leftRight->saveState());
    settings.setValue("candidates/plot", m_plots->currentIndex());
    settings.setValue("candidates/side", m_side->currentIndex());
    settings.setValue("candidates/columns", m_view->saveColumns());
    settings.setValue("candidates/scatter", m_scatter->choiceText());
}

void CandidatesPlace::restoreView() {
    SessionPresenter* session = m_presenter.session();
    if (!session || session == m_viewOf || m_presenter.table()->rows.empty())
        return;
    m_viewOf = session;
    const Json view = session->view("candidates");
    if (!view.is_object())
        return;
    m_restoringView = true;
    const auto text = [&](const char* key) {
        return QString::fromStdString(jsonValue(view, key, std::string()));
    };
    m_search->setText(text("search"));
    m_filter->setCurrentIndex(std::clamp(jsonValue(view, "filter", 0), 0, m_filter->count() - 1));
    if (const QString scatter = text("scatter"); !scatter.isEmpty())
        m_scatter->setChoiceText(scatter);
    m_plots->setCurrentIndex(std::clamp(jsonValue(view, "plot", 0), 0, m_plots->count() - 1));
    m_side->setCurrentIndex(std::clamp(jsonValue(view, "side", 0), 0, m_side->count() - 1));
    m_view->sortByColumn(
        std::clamp(jsonValue(view, "sort_column", -1), -1, m_model.columnCount() - 1),
        jsonValue(view, "sort_descending", false) ? Qt::DescendingOrder : Qt::AscendingOrder);
    const auto& table = *m_presenter.table();
    std::vector<std::size_t> rows;
    if (view.contains("selected") && view["selected"].is_array())
        for (const Json& id : view["selected"])
            if (const auto row = id.is_string()
                                     ? table.find(QString::fromStdString(id.get<std::string>()))
                                     : std::nullopt)
                rows.push_back(*row);
    m_presenter.select(rows);
    if (const auto row = table.find(text("current")))
        m_presenter.setCurrent(static_cast<int>(*row));
    m_restoringView = false;
}

void CandidatesPlace::storeView() {
    SessionPresenter* session = m_presenter.session();
    if (m_restoringView || !session || session != m_viewOf)
        return;
    const auto& rows = m_presenter.table()->rows;
    const auto id = [&](std::size_t row) { return rows[row].id.toStdString(); };
    Json selected = Json::array();
    if (session->selection().count() <= kMostKept)
        for (const std::size_t row : session->selection().rows())
            if (row < rows.size())
                selected.push_back(id(row));
    const int current = m_presenter.currentRow();
    const QHeaderView* header = m_view->horizontalHeader();
    session->setView("candidates",
                     {{"search", m_search->text().toStdString()},
                      {"filter", m_filter->currentIndex()},
                      {"scatter", m_scatter->choiceText().toStdString()},
                      {"plot", m_plots->currentIndex()},
                      {"side", m_side->currentIndex()},
                      {"sort_column", header->sortIndicatorSection()},
                      {"sort_descending", header->sortIndicatorOrder() == Qt::DescendingOrder},
                      {"selected", selected},
                      {"current", current < 0 ? "" : id(static_cast<std::size_t>(current))}});
}

QString CandidatesPlace::title() const {
    return tr("Candidates");
}

QString CandidatesPlace::hint() const {
    return tr("What was tried, what won and why");
}

QList<QAction*> CandidatesPlace::placeActions() const {
    return m_actions.values();
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
