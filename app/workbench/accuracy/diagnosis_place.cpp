// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Diagnosis place.
#include "accuracy/diagnosis_place.h"

#include "session/row_table.h"
#include "shell/empty_state.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

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
    , m_search(new QLineEdit(this))
    , m_level(new QComboBox(this))
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
    auto* finder = new QHBoxLayout;
    m_search->setObjectName("symptomSearch");
    m_search->setClearButtonEnabled(true);
    m_level->setObjectName("symptomLevel");
    finder->addWidget(m_search, 1);
    finder->addWidget(m_level);
    pageLayout->addLayout(finder);
    connect(m_search, &QLineEdit::textChanged, this, &DiagnosisPlace::fill);
    connect(m_level, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (index < 0)
            return;
        this->workspace().settings().setValue("diagnosis/level", index);
        fill();
    });
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
    m_go = new QPushButton(detail);
    m_go->setObjectName("symptomGo");
    layout->addSpacing(6);
    layout->addWidget(m_go, 0, Qt::AlignLeft);
    layout->addStretch(1);
    connect(m_go, &QPushButton::clicked, this,
            [this] { workspace().goTo(m_go->property("place").toString()); });
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
        m_shown.clear();
        m_pages->setCurrentIndex(0);
        return;
    }
    workspace().jobs().run<QList<Symptom>>(
        {}, this,
        [&engine = workspace().engine(), content](const JobContext&) {
            const auto examined = engine.examination(content->folder);
            return symptomsOf(*content, examined && *examined ? &**examined : nullptr);
        },
        [this, content](QList<Symptom> found) {
            if (!m_session || m_session->content() != content)
                return;
            m_symptoms = std::move(found);
            fill();
        });
}

bool DiagnosisPlace::isWanted(const Symptom& s) const {
    if (static_cast<int>(s.level) > 2 - m_level->currentIndex()) // all, without notes, errors alone
        return false;
    const QString all =
        QStringList{s.title, s.evidence, s.cause, s.remedy, s.nodes.join(' ')}.join('\n');
    const QStringList words = m_search->text().split(' ', Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(), [&](const QString& word) {
        return all.contains(word, Qt::CaseInsensitive);
    });
}

void DiagnosisPlace::fill() {
    if (!m_session || !m_session->content() || !m_session->content()->diagnosis)
        return;
    m_pages->setCurrentIndex(1);
    m_shown.clear();
    m_title->setText(m_session->title());
    QList<QList<widgets::TableCell>> rows;
    int errors = 0, warnings = 0;
    for (qsizetype i = 0; i < m_symptoms.size(); ++i) {
        const Symptom& s = m_symptoms[i];
        const bool error = s.level == SymptomLevel::Error;
        const bool warning = s.level == SymptomLevel::Warning;
        errors += error ? 1 : 0;
        warnings += warning ? 1 : 0;
        if (!isWanted(s))
            continue;
        m_shown << i;
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
                           : tr("Errors: %1, warnings: %2, notes: %3")
                                 .arg(errors)
                                 .arg(warnings)
                                 .arg(m_symptoms.size() - errors - warnings));
    m_table->rows().setRows(std::move(rows));
    m_table->setColumnWidth(0, 100);
    m_table->setColumnWidth(1, 300);
    m_table->stretch(2);
    if (!m_shown.isEmpty())
        m_table->selectSource(0);
    showSymptom(m_table->currentSource());
}

void DiagnosisPlace::showSymptom(int row) {
    const bool some = row >= 0 && row < m_shown.size();
    const Symptom s = some ? m_symptoms[m_shown[row]] : Symptom{};
    m_name->setText(some                                         ? s.title
                    : m_shown.isEmpty() && !m_symptoms.isEmpty() ? tr("Nothing fits the search")
                                                                 : tr("Select a symptom"));
    const auto show = [](QLabel* title, QLabel* text, const QString& content) {
        text->setText(content);
        title->setVisible(!content.isEmpty());
        text->setVisible(!content.isEmpty());
    };
    show(m_evidenceTitle, m_evidence, s.evidence);
    show(m_causeTitle, m_cause, s.cause);
    // What the engine says begins small; here it stands alone.
    show(m_remedyTitle, m_remedy, s.remedy.left(1).toUpper() + s.remedy.mid(1));
    m_nodes->clear();
    m_nodes->addItems(s.nodes);
    m_nodes->setVisible(!s.nodes.isEmpty());
    m_nodesTitle->setVisible(!s.nodes.isEmpty());
    m_go->setProperty("place", s.place);
    m_go->setText(placeAction(s.place));
    m_go->setVisible(!m_go->text().isEmpty());
}

QString DiagnosisPlace::placeAction(const QString& place) const {
    if (place == "accuracy")
        return tr("Go to the accuracy");
    if (place == "candidates")
        return tr("Go to the candidates");
    if (place == "hardware")
        return tr("Go to the hardware");
    if (place == "session")
        return tr("Go to the session");
    return {};
}

void DiagnosisPlace::retranslate() {
    const int level = m_level->currentIndex() >= 0
                          ? m_level->currentIndex()
                          : workspace().settings().value("diagnosis/level", 0).toInt();
    const QSignalBlocker quiet(m_level);
    m_level->clear();
    m_level->addItems({tr("All levels"), tr("Errors and warnings"), tr("Errors")});
    m_level->setCurrentIndex(level);
    m_level->setAccessibleName(tr("Level"));
    m_table->setEmptyText(tr("No symptom fits what is searched for."));
    m_search->setPlaceholderText(tr("Find a symptom: words of it, its cause, an operator…"));
    m_search->setAccessibleName(tr("Find a symptom"));
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
