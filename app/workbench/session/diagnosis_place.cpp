// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Diagnosis place.
#include "session/diagnosis_place.h"

#include "session/row_table.h"
#include "shell/empty_state.h"

#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace metainfer::workbench {

Place* makeDiagnosisPlace(Workspace& workspace) {
    return new DiagnosisPlace(workspace);
}

DiagnosisPlace::DiagnosisPlace(Workspace& workspace)
    : Place(workspace)
    , m_pages(new QStackedWidget(this))
    , m_empty(new widgets::EmptyState("diagnosis", this))
    , m_title(new QLabel(this))
    , m_summary(new QLabel(this))
    , m_table(new widgets::RowTable(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    m_pages->addWidget(m_empty);
    auto* page = new QWidget(this);
    auto* pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins(16, 12, 16, 12);
    m_title->setProperty("role", "title");
    m_summary->setProperty("role", "muted");
    m_summary->setWordWrap(true);
    pageLayout->addWidget(m_title);
    pageLayout->addWidget(m_summary);
    auto* splitter = new QSplitter(Qt::Horizontal, page);
    splitter->setChildrenCollapsible(false);
    m_table->setObjectName("symptoms");
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    splitter->addWidget(m_table);
    splitter->addWidget(makeDetail());
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    pageLayout->addWidget(splitter, 1);
    m_pages->addWidget(page);
    connect(m_table, &widgets::RowTable::currentSourceChanged, this, &DiagnosisPlace::showSymptom);
    connect(m_empty, &widgets::EmptyState::actionChosen, this,
            [this] { this->workspace().goTo("session"); });
    connect(&workspace, &Workspace::currentChanged, this, &DiagnosisPlace::follow);
    retranslate();
    follow();
}

QWidget* DiagnosisPlace::makeDetail() {
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* detail = new QWidget(scroll);
    auto* layout = new QVBoxLayout(detail);
    layout->setContentsMargins(12, 0, 4, 0);
    const auto text = [&](const char* role) {
        auto* label = new QLabel(detail);
        label->setWordWrap(true);
        label->setProperty("role", role);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        layout->addWidget(label);
        return label;
    };
    m_name = text("heading");
    layout->addSpacing(6);
    m_evidenceTitle = text("muted");
    m_evidence = text("");
    m_evidence->setObjectName("evidence");
    m_causeTitle = text("muted");
    m_cause = text("");
    m_remedyTitle = text("muted");
    m_remedy = text("");
    m_remedy->setObjectName("remedy");
    m_nodesTitle = text("muted");
    m_nodes = new QListWidget(detail);
    m_nodes->setObjectName("symptomNodes");
    m_nodes->setTextElideMode(Qt::ElideLeft);
    layout->addWidget(m_nodes, 1);
    layout->addStretch(0);
    connect(m_nodes, &QListWidget::itemActivated, this,
            [this](const QListWidgetItem* item) { workspace().showNode(item->text()); });
    scroll->setWidget(detail);
    return scroll;
}

QString DiagnosisPlace::title() const {
    return tr("Diagnosis");
}

QString DiagnosisPlace::hint() const {
    return tr("What is wrong or worth knowing, why, and what to do");
}

void DiagnosisPlace::follow() {
    if (m_session)
        m_session->disconnect(this);
    m_session = workspace().current();
    if (m_session)
        connect(m_session, &SessionPresenter::contentChanged, this, &DiagnosisPlace::refresh);
    refresh();
}

void DiagnosisPlace::refresh() {
    const auto content = m_session ? m_session->content() : nullptr;
    if (!content || !content->diagnosis) {
        m_symptoms.clear();
        m_pages->setCurrentIndex(0);
        return;
    }
    workspace().jobs().run<QList<Symptom>>(
        {}, this, [content](const JobContext&) { return symptomsOf(*content); },
        [this, content](QList<Symptom> found) {
            if (!m_session || m_session->content() != content)
                return;
            m_symptoms = std::move(found);
            fill();
        });
}

void DiagnosisPlace::fill() {
    m_pages->setCurrentIndex(1);
    m_title->setText(m_session->title());
    QList<QList<widgets::TableCell>> rows;
    int errors = 0, warnings = 0;
    for (const Symptom& s : std::as_const(m_symptoms)) {
        const bool error = s.level == SymptomLevel::Error;
        const bool warning = s.level == SymptomLevel::Warning;
        errors += error ? 1 : 0;
        warnings += warning ? 1 : 0;
        rows.append({{error     ? tr("✕ error")
                      : warning ? tr("! warning")
                                : tr("ⓘ note"),
                      {},
                      {}},
                     {s.title, {}, {}},
                     {s.evidence, {}, {}}});
    }
    m_summary->setText(m_symptoms.isEmpty()
                           ? tr("Nothing stands out: no symptom was found in this session.")
                           : tr("%1 errors, %2 warnings, %3 notes")
                                 .arg(errors)
                                 .arg(warnings)
                                 .arg(m_symptoms.size() - errors - warnings));
    m_table->rows().setRows(std::move(rows));
    m_table->setColumnWidth(0, 100);
    m_table->setColumnWidth(1, 300);
    m_table->stretch(2);
    if (!m_symptoms.isEmpty())
        m_table->selectSource(0);
    showSymptom(m_table->currentSource());
}

void DiagnosisPlace::showSymptom(int row) {
    const bool some = row >= 0 && row < m_symptoms.size();
    const Symptom s = some ? m_symptoms[row] : Symptom{};
    m_name->setText(some ? s.title : tr("Select a symptom"));
    const auto show = [](QLabel* title, QLabel* text, const QString& content) {
        text->setText(content);
        title->setVisible(!content.isEmpty());
        text->setVisible(!content.isEmpty());
    };
    show(m_evidenceTitle, m_evidence, s.evidence);
    show(m_causeTitle, m_cause, s.cause);
    show(m_remedyTitle, m_remedy, s.remedy);
    m_nodes->clear();
    m_nodes->addItems(s.nodes);
    m_nodes->setVisible(!s.nodes.isEmpty());
    m_nodesTitle->setVisible(!s.nodes.isEmpty());
}

void DiagnosisPlace::retranslate() {
    m_empty->setTexts(tr("No diagnosis yet"),
                      tr("A session is analysed in its first second. Start one, or open a session "
                         "folder."),
                      tr("Go to the session"));
    m_table->rows().setHeaders({tr("Level"), tr("Symptom"), tr("Evidence")});
    m_table->setAccessibleName(tr("Symptoms"));
    m_evidenceTitle->setText(tr("Evidence"));
    m_causeTitle->setText(tr("Cause"));
    m_remedyTitle->setText(tr("Remedy"));
    m_nodesTitle->setText(tr("Nodes (activate one to see it in the graph)"));
    m_nodes->setAccessibleName(tr("Nodes that show the symptom"));
    refresh();
}

} // namespace metainfer::workbench
