// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Sections of properties as a tree of two levels.
#include "graph/property_model.h"

#include "theme/colors.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFont>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>

#include <algorithm>

namespace metainfer::widgets {
namespace {

constexpr int kMostName = 170;   ///< pixels; longer names are elided
constexpr quintptr kSection = 0; ///< rows carry their section's number + 1

} // namespace

void PropertyModel::setSections(std::vector<PropertySection> sections) {
    beginResetModel();
    m_sections = std::move(sections);
    endResetModel();
}

const PropertyRow* PropertyModel::row(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == kSection)
        return nullptr;
    return &m_sections[index.internalId() - 1].rows[static_cast<std::size_t>(index.row())];
}

QModelIndex PropertyModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column,
                       parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kSection);
}

QModelIndex PropertyModel::parent(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == kSection)
        return {};
    return createIndex(static_cast<int>(index.internalId()) - 1, 0, kSection);
}

int PropertyModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid())
        return static_cast<int>(m_sections.size());
    if (parent.internalId() != kSection || parent.column() != 0)
        return 0;
    return static_cast<int>(m_sections[static_cast<std::size_t>(parent.row())].rows.size());
}

QVariant PropertyModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const PropertyRow* entry = row(index);
    if (!entry) {
        if (index.column() == Name && role == Qt::DisplayRole)
            return m_sections[static_cast<std::size_t>(index.row())].title;
        if (role == Qt::FontRole) {
            QFont bold;
            bold.setBold(true);
            return bold;
        }
        return {};
    }
    const bool leads = entry->link.isValid() || entry->parameter >= 0;
    if (role == Qt::DisplayRole)
        return index.column() == Name ? entry->name : entry->value;
    if (role == Qt::ToolTipRole)
        return entry->details.isEmpty() ? entry->value : entry->details;
    if (role == Qt::ForegroundRole && index.column() == Value && leads)
        return Colors::of(QApplication::palette()).accent;
    if (role == Qt::FontRole && index.column() == Value && leads) {
        QFont linked; // not by its colour alone
        linked.setUnderline(true);
        return linked;
    }
    return {};
}

QVariant PropertyModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Name ? tr("Property") : tr("Value");
}

PropertyView::PropertyView(QWidget* parent)
    : QTreeView(parent)
    , m_model(new PropertyModel(this)) {
    setModel(m_model);
    setRootIsDecorated(false);
    setIndentation(10);
    setUniformRowHeights(true);
    setAlternatingRowColors(true);
    setTextElideMode(Qt::ElideMiddle);
    setSelectionMode(ExtendedSelection);
    header()->setStretchLastSection(true);
    header()->hide();
    setStyleSheet(QStringLiteral("QTreeView::item { padding: 2px 0; }"));
    connect(this, &QTreeView::doubleClicked, this, &PropertyView::follow);
    connect(this, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        // A parameter is looked at in place: one click is enough.
        if (const PropertyRow* entry = m_model->row(index); entry && entry->parameter >= 0)
            emit parameterChosen(entry->parameter);
    });
}

void PropertyView::setSections(std::vector<PropertySection> sections) {
    m_model->setSections(std::move(sections));
    setEmptyText(m_emptyText); // said or no longer said
    for (int i = 0; i < m_model->rowCount(); ++i)
        setFirstColumnSpanned(i, {}, true);
    expandAll();
    resizeColumnToContents(PropertyModel::Name);
    setColumnWidth(PropertyModel::Name,
                   std::clamp(columnWidth(PropertyModel::Name) + 8, 60, kMostName));
}

void PropertyView::setEmptyText(const QString& text) {
    m_emptyText = text;
    setAccessibleDescription(m_model->sections().empty() ? text : QString());
    viewport()->update();
}

void PropertyView::paintEvent(QPaintEvent* event) {
    QTreeView::paintEvent(event);
    if (!m_model->sections().empty() || m_emptyText.isEmpty())
        return;
    QPainter painter(viewport());
    painter.setPen(Colors::of(this).textMuted);
    painter.drawText(viewport()->rect().adjusted(16, 16, -16, -16),
                     Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, m_emptyText);
}

void PropertyView::follow(const QModelIndex& index) {
    const PropertyRow* entry = m_model->row(index);
    if (!entry)
        return;
    if (entry->parameter >= 0)
        emit parameterChosen(entry->parameter);
    else if (entry->link.isValid())
        emit linkChosen(entry->link, entry->tag);
}

void PropertyView::copySelected() const {
    QStringList lines;
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [](const QModelIndex& a, const QModelIndex& b) {
        return std::pair(a.internalId(), a.row()) < std::pair(b.internalId(), b.row());
    });
    for (const QModelIndex& index : rows)
        if (const PropertyRow* entry = m_model->row(index))
            lines << entry->name + '\t' + entry->value;
    if (!lines.isEmpty())
        QApplication::clipboard()->setText(lines.join('\n'));
}

void PropertyView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy))
        return copySelected();
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return follow(currentIndex());
    QTreeView::keyPressEvent(event);
}

void PropertyView::contextMenuEvent(QContextMenuEvent* event) {
    const PropertyRow* entry = m_model->row(currentIndex());
    QMenu menu(this);
    if (entry && entry->link.isValid())
        menu.addAction(tr("Show in the graph"), this, [this] { follow(currentIndex()); });
    if (entry)
        menu.addAction(tr("Copy value"), this,
                       [value = entry->value] { QApplication::clipboard()->setText(value); });
    menu.addAction(tr("Copy"), QKeySequence::Copy, this, [this] { copySelected(); });
    menu.addAction(tr("Select all"), this, &QTreeView::selectAll);
    menu.exec(event->globalPos());
}

void PropertyView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
    QTreeView::changeEvent(event);
}

} // namespace metainfer::widgets
