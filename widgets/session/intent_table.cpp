// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Wishes for parts of the model.
#include "session/intent_table.h"

#include "theme/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace metainfer::widgets {
namespace {

constexpr int kRowsShown = 4;

} // namespace

IntentTable::IntentTable(QWidget* parent)
    : QWidget(parent)
    , m_table(new QTableWidget(0, Columns, this))
    , m_add(new QToolButton(this))
    , m_remove(new QToolButton(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    m_table->setObjectName("intents");
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 12);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setFixedHeight(m_table->verticalHeader()->defaultSectionSize() * kRowsShown + 34);
    layout->addWidget(m_table);
    auto* buttons = new QHBoxLayout;
    for (auto& [button, name] : {std::pair{m_add, "addIntent"}, {m_remove, "removeIntent"}}) {
        button->setObjectName(name);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    layout->addLayout(buttons);
    setFocusProxy(m_table);
    connect(m_add, &QToolButton::clicked, this, [this] {
        addRow({});
        m_table->setCurrentCell(m_table->rowCount() - 1, Nodes);
        m_table->editItem(m_table->currentItem());
    });
    connect(m_remove, &QToolButton::clicked, this, &IntentTable::removeCurrent);
    connect(m_table, &QTableWidget::itemChanged, this, &IntentTable::changed);
    connect(m_table, &QTableWidget::currentCellChanged, this, &IntentTable::showButtons);
    retranslate();
    tint();
    showButtons();
}

QList<IntentRow> IntentTable::rows() const {
    QList<IntentRow> rows;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const auto text = [&](int column) {
            const QTableWidgetItem* item = m_table->item(row, column);
            return item ? item->text().trimmed() : QString();
        };
        const auto* intent = qobject_cast<QComboBox*>(m_table->cellWidget(row, Intent));
        const IntentRow read{text(Nodes), intent ? intent->currentData().toString() : QString(),
                             text(Layout), text(Precisions)};
        if (!(read == IntentRow{}))
            rows << read;
    }
    return rows;
}

void IntentTable::setRows(const QList<IntentRow>& rows) {
    if (rows == this->rows())
        return; // an empty line that is being filled in stays
    {
        const QSignalBlocker quiet(this);
        m_table->setRowCount(0);
        for (const IntentRow& row : rows)
            addRow(row);
    }
    showButtons();
}

void IntentTable::addRow(const IntentRow& row) {
    const int at = m_table->rowCount();
    {
        const QSignalBlocker quiet(m_table);
        m_table->insertRow(at);
        m_table->setItem(at, Nodes, new QTableWidgetItem(row.nodes));
        m_table->setItem(at, Layout, new QTableWidgetItem(row.layout));
        m_table->setItem(at, Precisions, new QTableWidgetItem(row.precisions));
    }
    auto* intent = new QComboBox(m_table);
    intent->setFrame(false);
    for (const char* value : {"", "latency_critical", "memory_constrained", "power_sensitive"})
        intent->addItem(QString(), QString(value));
    intent->setCurrentIndex(std::max(0, intent->findData(row.intent)));
    m_table->setCellWidget(at, Intent, intent);
    connect(intent, &QComboBox::currentIndexChanged, this, &IntentTable::changed);
    retranslate();
    emit changed();
}

void IntentTable::removeCurrent() {
    const int row = m_table->currentRow();
    if (row < 0)
        return;
    m_table->removeRow(row);
    showButtons();
    emit changed();
}

void IntentTable::showButtons() {
    m_remove->setEnabled(m_table->currentRow() >= 0);
}

void IntentTable::retranslate() {
    m_table->setHorizontalHeaderLabels(
        {tr("Nodes or scope"), tr("Is for"), tr("Layout"), tr("Precisions")});
    m_table->setAccessibleName(tr("Wishes for parts of the model"));
    for (int row = 0; row < m_table->rowCount(); ++row)
        if (auto* intent = qobject_cast<QComboBox*>(m_table->cellWidget(row, Intent))) {
            intent->setItemText(0, tr("–", "no intent"));
            intent->setItemText(1, tr("low latency"));
            intent->setItemText(2, tr("little memory"));
            intent->setItemText(3, tr("little power"));
            intent->setAccessibleName(tr("What these nodes are for"));
        }
    m_add->setText(tr("Add"));
    m_add->setToolTip(tr("Add a wish for a part of the model"));
    m_remove->setText(tr("Remove"));
    m_remove->setToolTip(tr("Remove the selected wish"));
}

void IntentTable::tint() {
    m_add->setIcon(themedIcon("plus", palette()));
    m_remove->setIcon(themedIcon("minus", palette()));
}

void IntentTable::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::PaletteChange)
        tint();
    QWidget::changeEvent(event);
}

} // namespace metainfer::widgets
