// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A table of ready-made cells.
#include "session/row_table.h"

#include <QHeaderView>

namespace metainfer::widgets {

void RowModel::setHeaders(const QStringList& headers) {
    if (headers.size() == m_headers.size()) {
        m_headers = headers;
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        return;
    }
    beginResetModel();
    m_headers = headers;
    endResetModel();
}

void RowModel::setRows(QList<QList<TableCell>> rows) {
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int RowModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RowModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_headers.size());
}

QVariant RowModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= m_rows.size() ||
        index.column() >= m_rows[index.row()].size())
        return {};
    const TableCell& cell = m_rows[index.row()][index.column()];
    switch (role) {
    case Qt::DisplayRole:
        return cell.text;
    case Qt::ToolTipRole:
        return cell.toolTip.isEmpty() ? cell.text : cell.toolTip;
    case Qt::TextAlignmentRole:
        // Numbers stand under each other.
        return int((cell.sort.isValid() ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case kSortRole:
        return cell.sort.isValid() ? cell.sort : QVariant(cell.text);
    default:
        return {};
    }
}

QVariant RowModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= m_headers.size())
        return {};
    // Above numbers the heading stands where they do.
    if (role == Qt::TextAlignmentRole && !m_rows.isEmpty() && section < m_rows.front().size() &&
        m_rows.front()[section].sort.isValid())
        return int(Qt::AlignRight | Qt::AlignVCenter);
    return role == Qt::DisplayRole ? QVariant(m_headers[section]) : QVariant();
}

RowTable::RowTable(QWidget* parent)
    : CopyTable(parent) {
    m_proxy.setSourceModel(&m_rows);
    m_proxy.setSortRole(kSortRole);
    m_proxy.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_proxy.setFilterKeyColumn(-1);
    setModel(&m_proxy);
    setSortingEnabled(true);
    sortByColumn(-1, Qt::AscendingOrder); // as given, until somebody clicks a header
    horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this] { emit currentSourceChanged(currentSource()); });
    connect(&m_proxy, &QAbstractItemModel::modelReset, this,
            [this] { emit currentSourceChanged(currentSource()); });
}

int RowTable::currentSource() const {
    return m_proxy.mapToSource(currentIndex()).row();
}

void RowTable::selectSource(int row) {
    setCurrentIndex(m_proxy.mapFromSource(m_rows.index(row, 0)));
}

void RowTable::stretch(int column) {
    // Before the headers are set there is no section, and Qt does not check.
    if (column < horizontalHeader()->count())
        horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
}

} // namespace metainfer::widgets
