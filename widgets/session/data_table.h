// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Small tables of results: rows of cells that sort by value, copy as tab-separated text, and can be
// searched.
#pragma once

#include "session/copy_table.h"

#include <QAbstractTableModel>
#include <QMenu>
#include <QSortFilterProxyModel>

#include <vector>

namespace metainfer::widgets {

/// What a cell stands for beside its text; the text says it too.
enum class CellTone { Plain, Muted, Good, Warning, Bad, Strong };

struct DataCell {
    QString text;
    QVariant value; ///< to sort by; invalid = the text
    QString tip;
    CellTone tone = CellTone::Plain;
    bool operator==(const DataCell&) const = default;

    static DataCell number(double value, const QString& text, CellTone tone = CellTone::Plain) {
        return {text, value, {}, tone};
    }
    /// "–": there is no value.
    static DataCell absent(const QString& why = {}) {
        return {QStringLiteral("–"), {}, why, CellTone::Muted};
    }
};

class DataTableModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Role { SortRole = kSortRole, ToneRole };
    using Row = std::vector<DataCell>;

    using QAbstractTableModel::QAbstractTableModel;

    /// Columns that differ in number reset the view; equal ones keep its widths.
    void setContent(const QStringList& columns, std::vector<Row> rows);
    /// The two apart, for tables whose headings change with the language alone.
    void setHeaders(const QStringList& columns);
    void setRows(QList<QList<DataCell>> rows);
    void append(std::vector<Row> rows);
    const std::vector<Row>& rows() const { return m_rows; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

  private:
    Qt::Alignment alignmentOf(int column) const;
    void noteNumbers(const std::vector<Row>& rows);
    void fitRows(); ///< a cell for every column, and which columns hold numbers

    QStringList m_columns;
    std::vector<bool> m_isNumber; ///< by column: some cell has a value that is a number
    std::vector<Row> m_rows;
};

class DataTable : public CopyTable {
    Q_OBJECT

  public:
    explicit DataTable(QWidget* parent = nullptr);

    DataTableModel& content() { return *m_content; }
    /// Shows rows that contain the text anywhere.
    void setSearch(const QString& text);
    /// Row of the content, whatever the order shown; -1 = none.
    int currentRow() const;
    void setCurrentRow(int row);
    /// Widths as the content needs, beyond the first column at most `most` pixels; the last column
    /// takes the rest.
    void fitColumns(int most = 340);
    /// The selected rows, or all without a selection, with the head line.
    QString text() const { return copyText(true) + '\n'; }
    /// More actions for the context menu, above "Copy".
    void setRowActions(QList<QAction*> actions) { m_rowActions = std::move(actions); }

  signals:
    void rowActivated(int row);
    void currentRowChanged(int row);

  protected:
    QSortFilterProxyModel& order() { return *m_order; }
    void addToMenu(QMenu& menu) override { menu.addActions(m_rowActions); }
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

  private:
    DataTableModel* m_content;
    QSortFilterProxyModel* m_order;
    QList<QAction*> m_rowActions;
};

} // namespace metainfer::widgets
