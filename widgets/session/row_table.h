// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A sorted, filtered and copyable table of ready-made cells: what the smaller views show.
#pragma once

#include "session/copy_table.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

namespace metainfer::widgets {

struct TableCell {
    QString text;
    QVariant sort; ///< sorted by this; by the text when it is not set
    QString toolTip;
    bool operator==(const TableCell&) const = default;
};

class RowModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    using QAbstractTableModel::QAbstractTableModel;

    void setHeaders(const QStringList& headers);
    void setRows(QList<QList<TableCell>> rows);
    const QList<QList<TableCell>>& rows() const { return m_rows; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

  private:
    QStringList m_headers;
    QList<QList<TableCell>> m_rows;
};

class RowTable : public CopyTable {
    Q_OBJECT

  public:
    explicit RowTable(QWidget* parent = nullptr);
    RowModel& rows() { return m_rows; }
    QSortFilterProxyModel& proxy() { return m_proxy; }
    /// Row of the model behind the current one; -1 = none.
    int currentSource() const;
    void selectSource(int row);
    /// Gives this column what the others leave.
    void stretch(int column);

  signals:
    void currentSourceChanged(int row);

  private:
    RowModel m_rows;
    QSortFilterProxyModel m_proxy;
};

} // namespace metainfer::widgets
