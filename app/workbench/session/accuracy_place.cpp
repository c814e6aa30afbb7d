// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Accuracy place.
#include "session/accuracy_place.h"

#include "session/accuracy_words.h"
#include "session/engine_words.h"
#include "session/number_words.h"
#include "session/row_table.h"
#include "shell/empty_state.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>

namespace metainfer::workbench {
namespace {

using widgets::TableCell;

QString textOf(const Json& object, const char* key) {
    const auto it = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && it != object.end() && it->is_string()
               ? QString::fromStdString(it->get<std::string>())
               : QString();
}

const Json& listOf(const Json& object, const char* key) {
    static const Json empty = Json::array();
    if (!object.is_object())
        return empty;
    const auto it = object.find(key);
    return it != object.end() && it->is_array() ? *it : empty;
}

/// "1, 4, 7 and 12 more"
QString numbers(const Json& list, const QString& more) {
    QStringList texts;
    for (const Json& value : list)
        if (texts.size() < 20 && value.is_number())
            texts << QString::number(value.get<qint64>());
    const auto rest = static_cast<qsizetype>(list.size()) - texts.size();
    return rest > 0 ? more.arg(texts.join(", ")).arg(rest) : texts.join(", ");
}

const Json* byRole(const Json& decision, const char* role) {
    for (const Json& subject : listOf(decision, "subjects"))
        if (textOf(subject, "role") == role)
            return &subject;
    return nullptr;
}

std::optional<Interval> accuracyOf(const Json* subject) {
    if (!subject || !subject->contains("values"))
        return std::nullopt;
    const auto values = measurement::metricValuesFromJson((*subject)["values"]);
    const auto it = values.find(measurement::Metric::Accuracy);
    return it == values.end() ? std::nullopt : std::optional(it->second.interval);
}

} // namespace

Place* makeAccuracyPlace(Workspace& workspace) {
    return new AccuracyPlace(workspace);
}

AccuracyPlace::AccuracyPlace(Workspace& workspace)
    : Place(workspace)
    , m_pages(new QStackedWidget(this))
    , m_empty(new widgets::EmptyState("accuracy", this))
    , m_title(new QLabel(this))
    , m_summary(new QLabel(this))
    , m_tabs(new QTabWidget(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    m_pages->addWidget(m_empty);
    auto* page = new QWidget(this);
    auto* pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins(16, 12, 16, 12);
    pageLayout->setSpacing(10);
    m_title->setProperty("role", "title");
    m_summary->setProperty("role", "muted");
    m_summary->setWordWrap(true);
    pageLayout->addWidget(m_title);
    pageLayout->addWidget(m_summary);
    auto* cards = new QHBoxLayout;
    cards->setSpacing(10);
    m_gate = card(cards, "gate");
    m_before = card(cards, "accuracyBefore");
    m_after = card(cards, "accuracyAfter");
    m_alike = card(cards, "cosine");
    pageLayout->addLayout(cards);
    m_subjects = table("accuracySubjects");
    m_samples = table("worstSamples");
    m_boundary = table("boundaryCases");
    m_anomalies = table("anomalies");
    for (widgets::RowTable* each : {m_subjects, m_samples, m_boundary, m_anomalies})
        m_tabs->addTab(each, QString());
    pageLayout->addWidget(m_tabs, 1);
    m_pages->addWidget(page);
    connect(m_empty, &widgets::EmptyState::actionChosen, this,
            [this] { this->workspace().goTo("session"); });
    connect(&workspace, &Workspace::currentChanged, this, &AccuracyPlace::follow);
    retranslate();
    follow();
}

AccuracyPlace::Card AccuracyPlace::card(QLayout* into, const QString& objectName) {
    auto* frame = new QFrame(this);
    frame->setFrameShape(QFrame::StyledPanel);
    frame->setAutoFillBackground(true);
    frame->setBackgroundRole(QPalette::Base);
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
    return tr("Gate, accuracy before and after, anomalies");
}

void AccuracyPlace::follow() {
    if (m_session)
        m_session->disconnect(this);
    m_session = workspace().current();
    if (m_session)
        connect(m_session, &SessionPresenter::contentChanged, this, &AccuracyPlace::refresh);
    refresh();
}

void AccuracyPlace::refresh() {
    const auto content = m_session ? m_session->content() : nullptr;
    if (!content || !content->validation) {
        m_pages->setCurrentIndex(0);
        return;
    }
    m_pages->setCurrentIndex(1);
    m_title->setText(m_session->title());
    const Json decision = content->decision.value_or(Json::object());
    m_summary->setText(AccuracyWords::summary(textOf(*content->validation, "summary")));
    showCards(*content->validation, decision);
    showTables(*content->validation, textOf(decision, "chosen").toStdString());
}

void AccuracyPlace::showCards(const Json& validation, const Json& decision) {
    const QString chosen = textOf(decision, "chosen");
    const Json* verdict = nullptr;
    for (const Json& subject : listOf(validation, "subjects"))
        if (textOf(subject, "id") == chosen)
            verdict = &subject;
    m_gate.value->setText(verdict ? AccuracyWords::gate(textOf(*verdict, "gate"))
                                  : tr("not judged"));
    m_gate.note->setText(verdict ? textOf(*verdict, "change") : QString());
    const auto show = [](const Card& card, const std::optional<Interval>& value,
                         const QString& note) {
        using measurement::Metric;
        card.value->setText(value ? QString::fromStdString(
                                        measurement::formatMetric(Metric::Accuracy, value->value))
                                  : tr("not known"));
        card.note->setText(value && value->low < value->high
                               ? tr("%1, 95 % interval %2 to %3", "metric, low, high")
                                     .arg(note,
                                          QString::fromStdString(measurement::formatMetric(
                                              Metric::Accuracy, value->low)),
                                          QString::fromStdString(measurement::formatMetric(
                                              Metric::Accuracy, value->high)))
                               : note);
    };
    const QString metric = textOf(validation, "metric");
    show(m_before, accuracyOf(byRole(decision, "original")), metric);
    show(m_after, accuracyOf(byRole(decision, "adapted")), metric);
    m_alike.value->setText(verdict ? textOf(*verdict, "cosine") : tr("not known"));
    m_alike.note->setText(tr("Smallest cosine of an output against the original's; 1 = the same "
                             "direction"));
}

void AccuracyPlace::showTables(const Json& validation, const std::string& chosen) {
    QList<QList<TableCell>> subjects;
    for (const Json& s : listOf(validation, "subjects")) {
        const QString id = textOf(s, "id");
        subjects.append({{id.toStdString() == chosen ? tr("★ %1 (chosen)").arg(id) : id, {}, {}},
                         {textOf(s, "value"), {}, {}},
                         {textOf(s, "change"), {}, {}},
                         {AccuracyWords::gate(textOf(s, "gate")), {}, {}},
                         {textOf(s, "cosine"), textOf(s, "cosine").toDouble(), {}}});
    }
    m_subjects->rows().setRows(std::move(subjects));
    QList<QList<TableCell>> boundary;
    for (const Json& b : listOf(validation, "boundary"))
        boundary.append({{AccuracyWords::boundary(textOf(b, "name")), {}, {}},
                         {AccuracyWords::finding(textOf(b, "finding")), {}, {}},
                         {EngineWords::text(textOf(b, "detail")), {}, {}}});
    m_boundary->rows().setRows(std::move(boundary));
    QList<QList<TableCell>> anomalies, samples;
    const QString more = tr("%1 and %2 more", "list of numbers, how many are left out");
    for (const Json& a : listOf(validation, "anomalies")) {
        const double value = a.value("value", 0.0);
        anomalies.append({{AccuracyWords::anomaly(textOf(a, "kind")), {}, {}},
                          {textOf(a, "where"), {}, {}},
                          {QString::number(value, 'g', 4), value, {}},
                          {numbers(listOf(a, "channels"), more), {}, {}},
                          {EngineWords::text(textOf(a, "detail")), {}, {}}});
        for (const Json& sample : listOf(a, "samples"))
            if (sample.is_number())
                samples.append({{QString::number(sample.get<qint64>()), sample.get<qint64>(), {}},
                                {textOf(a, "where"), {}, {}},
                                {AccuracyWords::anomaly(textOf(a, "kind")), {}, {}},
                                {EngineWords::text(textOf(a, "detail")), {}, {}}});
    }
    m_anomalies->rows().setRows(std::move(anomalies));
    m_samples->rows().setRows(std::move(samples));
    m_subjects->setColumnWidth(0, 150);
    m_subjects->setColumnWidth(1, 220);
    m_subjects->stretch(2);
    m_boundary->setColumnWidth(0, 220);
    m_boundary->setColumnWidth(1, 140);
    m_boundary->stretch(2);
    m_anomalies->setColumnWidth(0, 260);
    m_anomalies->stretch(4);
    m_samples->setColumnWidth(1, 160);
    m_samples->setColumnWidth(2, 220);
    m_samples->stretch(3);
    const auto count = [this](int tab, const QString& name, const widgets::RowTable* table) {
        m_tabs->setTabText(tab,
                           tr("%1 (%2)", "name, count").arg(name).arg(table->model()->rowCount()));
    };
    count(0, tr("Finalists"), m_subjects);
    count(1, tr("Worst samples"), m_samples);
    count(2, tr("Boundary cases"), m_boundary);
    count(3, tr("Anomalies"), m_anomalies);
}

void AccuracyPlace::retranslate() {
    m_empty->setTexts(tr("Nothing is validated yet"),
                      tr("Outputs are checked near the end of a session. Start one, or open a "
                         "finished session folder."),
                      tr("Go to the session"));
    m_gate.name->setText(tr("Accuracy gate"));
    m_before.name->setText(tr("Original"));
    m_after.name->setText(tr("Adapted"));
    m_alike.name->setText(tr("Outputs alike"));
    m_subjects->rows().setHeaders(
        {tr("Candidate"), tr("Accuracy"), tr("Change"), tr("Gate"), tr("Smallest cosine")});
    m_boundary->rows().setHeaders({tr("Input"), tr("Finding"), tr("Detail")});
    m_anomalies->rows().setHeaders(
        {tr("Anomaly"), tr("Output"), tr("Size"), tr("Channels"), tr("Detail")});
    m_samples->rows().setHeaders({tr("Sample"), tr("Output"), tr("Anomaly"), tr("Detail")});
    m_subjects->setAccessibleName(tr("Finalists"));
    m_boundary->setAccessibleName(tr("Boundary cases"));
    m_anomalies->setAccessibleName(tr("Anomalies"));
    m_samples->setAccessibleName(tr("Worst samples"));
    refresh();
}

} // namespace metainfer::workbench
