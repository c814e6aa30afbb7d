// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Small tables of results.
#include "session/data_table.h"

#include "theme/colors.h"

#include <QDateTime>
#include <QHeaderView>
#include <QStyledItemDelegate>

#include <algorithm>
#include <iterator>

namespace metainfer::widgets {
namespace {

class ToneDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        const auto tone = static_cast<CellTone>(index.data(DataTableModel::ToneRole).toInt());
        if (tone == CellTone::Strong)
            option->font.setWeight(QFont::DemiBold);
        if (option->state & QStyle::State_Selected)
            return;
        const Colors& colors = Colors::of(option->widget);
        const QColor color = tone == CellTone::Muted     ? colors.textMuted
                             : tone == CellTone::Good    ? colors.success
                             : tone == CellTone::Warning ? colors.warning
                             : tone == CellTone::Bad     ? colors.danger
                                                         : colors.text;
        option->palette.setColor(QPalette::Text, color);
    }
};

bool isNumber(const QVariant& value) {
    switch (value.typeId()) {
    case QMetaType::Double:
    case QMetaType::Float:
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::LongLong:
    case QMetaType::ULongLong:
    case QMetaType::Long:
    case QMetaType::ULong:
        return true;
    default:
        return false;
    }
}

/// Numbers by value before texts by language; cells without a value last in either order.
class ValueOrder : public QSortFilterProxyModel {
  public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

  protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override {
        const QVariant a = left.data(DataTableModel::SortRole);
        const QVariant b = right.data(DataTableModel::SortRole);
        const bool aNumber = isNumber(a), bNumber = isNumber(b);
        if (aNumber && bNumber)
            return a.toDouble() < b.toDouble();
        if (aNumber != bNumber)
            return aNumber == (sortOrder() == Qt::AscendingOrder);
        if (a.typeId() == QMetaType::QDateTime && b.typeId() == QMetaType::QDateTime)
            return a.toDateTime() < b.toDateTime();
        return QString::localeAwareCompare(a.toString(), b.toString()) < 0;
    }
};

} // namespace

void DataTableModel::setContent(const QStringList& columns, std::vector<Row> rows) {
    beginResetModel();
    m_columns = columns;
    m_rows = std::move(rows);
    fitRows();
    endResetModel();
}

void DataTableModel::setHeaders(const QStringList& columns) {
    if (columns.size() == m_columns.size()) {
        m_columns = columns;
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        return;
    }
    beginResetModel();
    m_columns = columns;
    fitRows();
    endResetModel();
}

void DataTableModel::setRows(QList<QList<DataCell>> rows) {
    beginResetModel();
    m_rows.clear();
    for (QList<DataCell>& row : rows)
        m_rows.emplace_back(std::make_move_iterator(row.begin()),
                            std::make_move_iterator(row.end()));
    fitRows();
    endResetModel();
}

void DataTableModel::fitRows() {
    const auto count = static_cast<std::size_t>(m_columns.size());
    for (Row& row : m_rows)
        row.resize(std::max(row.size(), count)); // headings may come later
    m_isNumber.assign(count, false);
    noteNumbers(m_rows);
}

void DataTableModel::noteNumbers(const std::vector<Row>& rows) {
    for (const Row& row : rows)
        for (std::size_t column = 0; column < m_isNumber.size() && column < row.size(); ++column)
            if (isNumber(row[column].value))
                m_isNumber[column] = true;
}

Qt::Alignment DataTableModel::alignmentOf(int column) const {
    const bool isNumber = column >= 0 && column < static_cast<int>(m_isNumber.size()) &&
                          m_isNumber[static_cast<std::size_t>(column)];
    return (isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
}

void DataTableModel::append(std::vector<Row> rows) {
    if (rows.empty())
        return;
    const int first = rowCount();
    noteNumbers(rows);
    beginInsertRows({}, first, first + static_cast<int>(rows.size()) - 1);
    for (Row& row : rows) {
        row.resize(std::max(row.size(), static_cast<std::size_t>(m_columns.size())));
        m_rows.push_back(std::move(row));
    }
    endInsertRows();
}

int DataTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int DataTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant DataTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const DataCell& cell =
        m_rows[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole:
        return cell.text;
    case Qt::ToolTipRole:
        return cell.tip.isEmpty() ? cell.text : cell.tip;
    case Qt::TextAlignmentRole:
        return static_cast<int>(alignmentOf(index.column()));
    case SortRole:
        return cell.value.isValid() ? cell.value : QVariant(cell.text);
    case ToneRole:
        return static_cast<int>(cell.tone);
    default:
        return {};
    }
}

QVariant DataTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::DisplayRole && section < m_columns.size())
        return m_columns[section];
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return static_cast<int>(alignmentOf(section));
    return QAbstractTableModel::headerData(section, orientation, role);
}

DataTable::DataTable(QWidget* parent)
    : CopyTable(parent)
    , m_content(new DataTableModel(this))
    , m_order(new ValueOrder(this)) {
    m_order->setSourceModel(m_content);
    m_order->setFilterKeyColumn(-1);
    m_order->setFilterCaseSensitivity(Qt::CaseInsensitive);
    setModel(m_order);
    setItemDelegate(new ToneDelegate(this));
    setSortingEnabled(true);
    sortByColumn(-1, Qt::AscendingOrder);
    horizontalHeader()->setStretchLastSection(true);
    connect(this, &QTableView::activated, this, [this](const QModelIndex& index) {
        emit rowActivated(m_order->mapToSource(index).row());
    });
}

void DataTable::setSearch(const QString& text) {
    m_order->setFilterFixedString(text);
}

int DataTable::currentRow() const {
    return m_order->mapToSource(currentIndex()).row();
}

void DataTable::setCurrentRow(int row) {
    const QModelIndex index = m_order->mapFromSource(m_content->index(row, 0));
    if (index.isValid())
        setCurrentIndex(index);
}

void DataTable::fitColumns(int most) {
    for (int column = 0; column + 1 < m_content->columnCount(); ++column) {
        resizeColumnToContents(column);
        setColumnWidth(column, std::clamp(columnWidth(column) + 6, 60, column == 0 ? 340 : most));
    }
}

void DataTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    CopyTable::currentChanged(current, previous);
    emit currentRowChanged(m_order->mapToSource(current).row());
}

} // namespace metainfer::widgets
