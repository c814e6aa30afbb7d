// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Accuracy place: what it consists of.
#include "accuracy/accuracy_place.h"

#include "accuracy/plot_table_page.h"
#include "accuracy/samples_page.h"
#include "plot/plot_view.h"
#include "session/engine_words.h"
#include "session/row_table.h"
#include "shell/empty_state.h"

#include <QAction>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QStyle>
#include <QTabWidget>
#include <QVBoxLayout>

namespace metainfer::workbench {

Place* makeAccuracyPlace(Workspace& workspace) {
    return new AccuracyPlace(workspace);
}

AccuracyPlace::AccuracyPlace(Workspace& workspace)
    : Place(workspace)
    , m_accuracy(new AccuracyPresenter(workspace, this))
    , m_examineAction(new QAction(this))
    , m_pages(new QStackedWidget(this))
    , m_empty(new widgets::EmptyState("accuracy", this))
    , m_title(new QLabel(this))
    , m_summary(new QLabel(this))
    , m_state(new QLabel(this))
    , m_examine(new QPushButton(this))
    , m_tabs(new QTabWidget(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    m_pages->addWidget(m_empty);
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(10);
    auto* head = new QHBoxLayout;
    makeHead(head);
    column->addLayout(head);
    auto* cards = new QHBoxLayout;
    cards->setSpacing(10);
    m_gate = card(cards, "gate");
    m_before = card(cards, "accuracyBefore");
    m_after = card(cards, "accuracyAfter");
    m_alike = card(cards, "cosine");
    column->addLayout(cards);
    m_subjects = table("accuracySubjects");
    m_boundary = table("boundaryCases");
    m_anomalies = table("anomalies");
    m_layers = new PlotTablePage("layers", this);
    m_inside = new PlotTablePage("inside", this);
    m_samples = new SamplesPage(*m_accuracy, this);
    m_tabs->setObjectName("accuracyTabs");
    for (QWidget* each : std::initializer_list<QWidget*>{
             m_subjects, makeOutputs(), m_layers, m_inside, m_samples, m_boundary, m_anomalies})
        m_tabs->addTab(each, QString());
    m_tabs->setDocumentMode(true);
    m_tabs->setCurrentIndex(workspace.settings().value("accuracy/tab", 0).toInt());
    connect(m_tabs, &QTabWidget::currentChanged, this,
            [this](int tab) { this->workspace().settings().setValue("accuracy/tab", tab); });
    column->addWidget(m_tabs, 1);
    m_pages->addWidget(page);
    connect(m_empty, &widgets::EmptyState::actionChosen, this,
            [this] { this->workspace().goTo("session"); });
    for (widgets::EmptyState* each :
         {&m_layers->empty(), &m_inside->empty(), &m_samples->empty(), &m_channels->empty()})
        connect(each, &widgets::EmptyState::actionChosen, m_accuracy, &AccuracyPresenter::examine);
    connect(m_accuracy, &AccuracyPresenter::contentChanged, this, &AccuracyPlace::refresh);
    connect(m_accuracy, &AccuracyPresenter::examinationChanged, this,
            &AccuracyPlace::showExamination);
    connect(m_layers, &PlotTablePage::rowActivated, this, [this](int row) {
        const auto& found = m_accuracy->examination();
        if (!found || row < 0 || row >= static_cast<int>(found->layers.size()))
            return;
        const auto& layer = found->layers[static_cast<std::size_t>(row)];
        this->workspace().showNode(
            QString::fromStdString(layer.sources.empty() ? layer.layer : layer.sources.front()));
    });
    connect(m_inside, &PlotTablePage::rowActivated, this, [this](int row) {
        const auto& found = m_accuracy->examination();
        if (found && row >= 0 && row < static_cast<int>(found->inside.size()))
            this->workspace().showNode(
                QString::fromStdString(found->inside[static_cast<std::size_t>(row)].tensor));
    });
    retranslate();
}

void AccuracyPlace::makeHead(QLayout* into) {
    auto* words = new QVBoxLayout;
    m_title->setProperty("role", "title");
    m_summary->setProperty("role", "muted");
    m_summary->setWordWrap(true);
    m_summary->setMinimumWidth(200);
    m_state->setObjectName("examinationState");
    m_state->setWordWrap(true);
    words->addWidget(m_title);
    words->addWidget(m_summary);
    words->addWidget(m_state);
    static_cast<QHBoxLayout*>(into)->addLayout(words, 1);
    m_examine->setObjectName("examine");
    static_cast<QHBoxLayout*>(into)->addWidget(m_examine, 0, Qt::AlignTop);
    connect(m_examine, &QPushButton::clicked, this, [this] {
        if (m_accuracy->isExamining())
            m_accuracy->cancel();
        else
            m_accuracy->examine();
    });
    connect(m_examineAction, &QAction::triggered, m_accuracy, &AccuracyPresenter::examine);
}

QWidget* AccuracyPlace::makeOutputs() {
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setChildrenCollapsible(false);
    m_outputs = table("outputErrors");
    m_outputs->setSelectionMode(QAbstractItemView::SingleSelection);
    m_channels = new PlotTablePage("channels", this);
    splitter->addWidget(m_outputs);
    splitter->addWidget(m_channels);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({110, 400});
    connect(m_outputs, &widgets::RowTable::currentSourceChanged, this,
            &AccuracyPlace::showChannels);
    return splitter;
}

AccuracyPlace::Card AccuracyPlace::card(QLayout* into, const QString& objectName) {
    auto* frame = new QFrame(this);
    frame->setFrameShape(QFrame::StyledPanel);
    frame->setAutoFillBackground(true);
    frame->setBackgroundRole(QPalette::Base);
    frame->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // all of one width
    auto* layout = new QVBoxLayout(frame);
    layout->setSpacing(2);
    Card made{new QLabel(frame), new QLabel(frame), new QLabel(frame)};
    made.name->setProperty("role", "muted");
    made.value->setProperty("role", "title");
    made.value->setObjectName(objectName);
    made.note->setProperty("role", "muted");
    made.note->setWordWrap(true);
    layout->addWidget(made.name);
    layout->addWidget(made.value);
    layout->addWidget(made.note, 1, Qt::AlignTop);
    into->addWidget(frame);
    return made;
}

widgets::RowTable* AccuracyPlace::table(const QString& name) {
    auto* made = new widgets::RowTable(this);
    made->setObjectName(name);
    return made;
}

QString AccuracyPlace::title() const {
    return tr("Accuracy");
}

QString AccuracyPlace::hint() const {
    return tr("Gate, accuracy before and after, sensitive layers, worst samples, anomalies");
}

void AccuracyPlace::refresh() {
    const Json* validation = m_accuracy->validation();
    m_pages->setCurrentIndex(validation ? 1 : 0);
    m_examineAction->setEnabled(m_accuracy->canExamine());
    if (!validation)
        return;
    m_title->setText(m_accuracy->session()->title());
    showCards();
    showFinalists();
    showFindings();
    countTabs();
}

void AccuracyPlace::showExamination() {
    if (!m_accuracy->validation())
        return;
    showOutputs();
    showLayers();
    showInside();
    m_samples->refresh();
    showHints();
    showState();
    countTabs();
}

void AccuracyPlace::showState() {
    const bool runs = m_accuracy->isExamining();
    m_examine->setText(runs                        ? tr("Stop examining")
                       : m_accuracy->examination() ? tr("Examine again")
                                                   : tr("Examine in detail"));
    m_examine->setProperty("role", !runs && !m_accuracy->examination() ? "primary" : "");
    m_examine->style()->unpolish(m_examine); // the role chooses the look
    m_examine->style()->polish(m_examine);
    m_examine->setEnabled(runs || m_accuracy->canExamine());
    m_examine->setToolTip(
        m_accuracy->isSomethingRunning()
            ? tr("A session is running and measures: examine when it has ended")
            : tr("Runs the original and the adapted model on the validation data, compares all "
                 "tensors inside, and lowers one layer at a time"));
    m_examineAction->setEnabled(m_accuracy->canExamine() && !runs);
    const auto& failure = m_accuracy->failure();
    QString text =
        failure ? tr("✕ The examination failed: %1").arg(EngineWords::error(*failure)) : QString();
    if (const auto& found = m_accuracy->examination(); found && text.isEmpty()) {
        QStringList notes;
        for (const std::string& note : found->notes)
            notes << QString::fromStdString(note);
        text = notes.join('\n');
    }
    m_state->setText(text);
    m_state->setProperty("role", failure ? "error" : "muted");
    m_state->style()->unpolish(m_state);
    m_state->style()->polish(m_state);
    m_state->setVisible(!text.isEmpty());
}

void AccuracyPlace::retranslate() {
    m_empty->setTexts(tr("Nothing is validated yet"),
                      tr("Outputs are checked near the end of a session. Start one, or open a "
                         "finished session folder."),
                      tr("Go to the session"));
    m_examineAction->setText(tr("Examine the accuracy in detail"));
    m_gate.name->setText(tr("Accuracy gate"));
    m_before.name->setText(tr("Original"));
    m_after.name->setText(tr("Adapted"));
    m_alike.name->setText(tr("Outputs alike"));
    setHeaders();
    m_boundary->setEmptyText(tr("No unusual inputs were tried in this session."));
    m_anomalies->setEmptyText(
        tr("No anomaly was found: no channel, sample or class stands out from the original's."));
    m_samples->retranslate();
    m_tabs->setAccessibleName(tr("Views of the accuracy"));
    refresh();
    showExamination();
}

} // namespace metainfer::workbench
