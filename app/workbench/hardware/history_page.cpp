// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Revisions, and devices like this one.
#include "hardware/history_page.h"

#include "hardware/field_changes.h"
#include "hardware/fingerprint.h"
#include "hardware/quantity_text.h"
#include "session/data_table.h"
#include "session/engine_words.h"
#include "theme/wrapped_label.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace metainfer::workbench {
namespace {

using widgets::DataCell;
using widgets::DataTable;
using widgets::DataTableModel;

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

/// "2026-01-31 12:34" of "2026-01-31T12:34:56Z".
QString dateText(const std::string& date) {
    return text(date.substr(0, 16)).replace('T', ' ');
}

/// A short distance over a few known properties is no nearness.
DataCell meaningOf(const hardware::Similarity& one) {
    constexpr double kKnownEnough = 0.5;
    if (one.distance > hardware::kFarDistance)
        return {SimilarPage::tr("far: says little"), {}, {}, widgets::CellTone::Warning};
    if (one.coverage < kKnownEnough)
        return {SimilarPage::tr("perhaps near: too little is known of both"),
                {},
                {},
                widgets::CellTone::Warning};
    return {SimilarPage::tr("near"), {}, {}, widgets::CellTone::Good};
}

/// Without decimals, so that they stand under each other.
QString percent(double share) {
    return widgets::shareText(std::round(share * 100) / 100);
}

} // namespace

HistoryPage::HistoryPage(HardwarePresenter& presenter, QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_hint(widgets::wrappedLabel(this, "muted"))
    , m_changesTitle(new QLabel(this))
    , m_revisions(new DataTable(this))
    , m_changes(new DataTable(this))
    , m_back(new QPushButton(this)) {
    m_revisions->setObjectName("revisions");
    m_changes->setObjectName("revisionChanges");
    m_back->setObjectName("rollBack");
    m_back->setEnabled(false);
    m_changesTitle->setProperty("role", "heading");
    auto* split = new QSplitter(Qt::Vertical, this);
    m_below = new QWidget(split);
    auto* column = new QVBoxLayout(m_below);
    column->setContentsMargins(0, 8, 0, 0);
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_changesTitle, 1);
    bar->addWidget(m_back);
    column->addLayout(bar);
    column->addWidget(m_changes, 1);
    split->addWidget(m_revisions);
    split->addWidget(m_below);
    m_below->hide();
    split->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addWidget(m_hint);
    layout->addWidget(split, 1);
    connect(m_revisions, &DataTable::currentRowChanged, this, &HistoryPage::chooseRow);
    connect(m_back, &QPushButton::clicked, this, &HistoryPage::askAndRollBack);
    connect(&m_presenter, &HardwarePresenter::historyRead, this, &HistoryPage::showRevisions);
    connect(&m_presenter, &HardwarePresenter::previewed, this, &HistoryPage::showChanges);
    const auto refresh = [this] {
        if (isVisible())
            m_presenter.readHistory();
    };
    connect(&m_presenter.document(), &ProfileDocument::opened, this, refresh);
    connect(&m_presenter.document(), &ProfileDocument::saved, this, refresh);
}

void HistoryPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_presenter.readHistory();
}

void HistoryPage::showRevisions() {
    std::vector<DataTableModel::Row> rows;
    const auto& history = m_presenter.history();
    for (std::size_t i = 0; i < history.size(); ++i) {
        const hardware::Revision& one = history[i];
        const bool isNow = i + 1 == history.size();
        rows.push_back(
            {one.number ? DataCell::number(one.number, QString::number(one.number))
                        : DataCell::absent(),
             one.date.empty() ? DataCell::absent() : DataCell{dateText(one.date), {}, {}, {}},
             {one.reason.empty() ? tr("first version") : text(one.reason), {}, {}, {}},
             {isNow ? tr("current") : QString(), {}, {}, widgets::CellTone::Good}});
    }
    std::reverse(rows.begin(), rows.end()); // the newest first
    m_revisions->content().setContent({tr("Revision"), tr("Date"), tr("Reason"), tr("State")},
                                      std::move(rows));
    m_revisions->fitColumns();
    const int chosen = m_chosen;
    m_chosen = 0;
    m_back->setEnabled(false);
    m_below->hide(); // nothing is chosen: no empty frame
    m_changes->content().setContent({}, {});
    m_hint->setText(m_presenter.shown().empty() ? tr("This profile was never saved.")
                    : history.size() < 2
                        ? tr("There are no earlier revisions. Every save makes one.")
                        : tr("Choose an earlier revision to see what going back would change."));
    m_changesTitle->clear();
    // A history that is read again leaves the choice as it was.
    for (std::size_t i = 0; chosen > 0 && i + 1 < history.size(); ++i)
        if (history[i].number == chosen)
            m_revisions->setCurrentRow(static_cast<int>(history.size() - 1 - i));
}

void HistoryPage::chooseRow(int row) {
    const auto& history = m_presenter.history();
    const auto count = static_cast<int>(history.size());
    m_back->setEnabled(false);
    m_chosen = 0;
    if (row < 1 || row >= count) { // the first row is the current one
        m_below->hide();
        m_changes->content().setContent({}, {});
        m_changesTitle->clear();
        return;
    }
    m_chosen = history[static_cast<std::size_t>(count - 1 - row)].number;
    m_presenter.previewRevision(m_chosen);
}

void HistoryPage::showChanges(int revision, const std::vector<hardware::FieldChange>& changes) {
    if (revision != m_chosen)
        return;
    auto rows = changeRows(changes);
    m_changesTitle->setText(
        tr("Going back to revision %1 changes %2 of the fields").arg(revision).arg(rows.size()));
    m_changes->content().setContent({tr("Field"), tr("Now"), tr("Revision %1").arg(revision)},
                                    std::move(rows));
    m_changes->fitColumns();
    m_below->show();
    m_back->setEnabled(true);
}

void HistoryPage::askAndRollBack() {
    const int revision = m_chosen;
    QMessageBox question(QMessageBox::Question, tr("Go back to an earlier revision"),
                         tr("Make revision %1 the newest one?").arg(revision),
                         QMessageBox::Ok | QMessageBox::Cancel, this);
    question.setInformativeText(
        m_presenter.document().isModified()
            ? tr("The present content stays in the history, but changes that are not saved are "
                 "lost.")
            : tr("The present content stays in the history."));
    question.setDefaultButton(QMessageBox::Cancel);
    if (question.exec() == QMessageBox::Ok)
        m_presenter.rollBack(revision);
}

void HistoryPage::retranslate() {
    m_back->setText(tr("Go bac&k to this revision…"));
    m_revisions->setAccessibleName(tr("Revisions of the profile"));
    m_changes->setAccessibleName(tr("What going back changes"));
    showRevisions();
}

SimilarPage::SimilarPage(HardwarePresenter& presenter, QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_hint(widgets::wrappedLabel(this, "muted"))
    , m_reasons(new QLabel(this))
    , m_table(new DataTable(this))
    , m_compare(new QAction(this)) {
    m_table->setObjectName("similar");
    m_reasons->setObjectName("similarReasons");
    m_reasons->setWordWrap(true);
    m_reasons->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_reasons->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_reasons->setContentsMargins(4, 8, 4, 8);
    m_table->setRowActions({m_compare});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addWidget(m_hint);
    layout->addWidget(m_table, 3);
    layout->addWidget(m_reasons, 2);
    connect(m_table, &DataTable::currentRowChanged, this, &SimilarPage::showReasons);
    const auto compare = [this](int row) {
        if (row >= 0 && row < static_cast<int>(m_presenter.similar().size()))
            emit compareAsked(text(m_presenter.similar()[static_cast<std::size_t>(row)].name));
    };
    connect(m_table, &DataTable::rowActivated, this, compare);
    connect(m_compare, &QAction::triggered, this,
            [this, compare] { compare(m_table->currentRow()); });
    connect(&m_presenter, &HardwarePresenter::similarFound, this, &SimilarPage::showFound);
    connect(&m_presenter, &HardwarePresenter::comparedChanged, this, [this] {
        if (isVisible())
            m_presenter.findSimilar();
    });
}

void SimilarPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_presenter.findSimilar();
}

void SimilarPage::showFound() {
    const int before = m_table->currentRow();
    std::vector<DataTableModel::Row> rows;
    for (const hardware::Similarity& one : m_presenter.similar()) {
        rows.push_back({{text(one.name), {}, {}, {}},
                        DataCell::number(one.similarity, percent(one.similarity)),
                        DataCell::number(one.distance, QLocale().toString(one.distance, 'f', 2)),
                        DataCell::number(one.coverage, percent(one.coverage)),
                        meaningOf(one)});
    }
    m_table->content().setContent(
        {tr("Device"), tr("Similarity"), tr("Distance"), tr("Known on both sides"), tr("Meaning")},
        std::move(rows));
    m_table->fitColumns();
    m_table->setCurrentRow(std::max(0, before));
}

void SimilarPage::showReasons(int row) {
    const auto& similar = m_presenter.similar();
    if (row < 0 || row >= static_cast<int>(similar.size()))
        return m_reasons->clear();
    const hardware::Similarity& one = similar[static_cast<std::size_t>(row)];
    QStringList lines{tr("Why %1:").arg(text(one.name))};
    for (const std::string& reason : one.reasons)
        lines << tr("• %1").arg(widgets::EngineWords::text(reason));
    m_reasons->setText(lines.join('\n'));
}

void SimilarPage::retranslate() {
    m_hint->setText(
        tr("The nearest known devices by their profiles: what was learned on a near one "
           "is worth trying here. Enter or a double click compares with it."));
    m_compare->setText(tr("&Compare with this device"));
    m_table->setAccessibleName(tr("Devices like this one"));
    m_reasons->setAccessibleName(tr("Reasons"));
    showFound();
}

} // namespace metainfer::workbench
