// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A table of ready-made cells.
#include "session/row_table.h"

#include <QHeaderView>

namespace metainfer::widgets {

RowTable::RowTable(QWidget* parent)
    : DataTable(parent) {
    horizontalHeader()->setStretchLastSection(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    const auto tell = [this] { emit currentSourceChanged(currentSource()); };
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, tell);
    connect(&order(), &QAbstractItemModel::modelReset, this, tell);
}

void RowTable::selectSource(int row) {
    setCurrentIndex(order().mapFromSource(content().index(row, 0)));
}

void RowTable::stretch(int column) {
    // Before the headers are set there is no section, and Qt does not check.
    if (column < horizontalHeader()->count())
        horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
}

} // namespace metainfer::widgets
