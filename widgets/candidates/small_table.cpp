// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A plain table.
#include "candidates/small_table.h"

#include "theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>

namespace metainfer::widgets {

SmallTable::SmallTable(QAbstractItemModel& model, QWidget* parent)
    : QTableView(parent) {
    setModel(&model);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setWordWrap(false);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    horizontalHeader()->setHighlightSections(false);
}

QString SmallTable::text() const {
    const QAbstractItemModel& all = *model();
    QStringList lines, cells;
    for (int column = 0; column < all.columnCount(); ++column)
        cells << all.headerData(column, Qt::Horizontal).toString();
    lines << cells.join('\t');
    for (int row = 0; row < all.rowCount(); ++row) {
        if (selectionModel()->hasSelection() && !selectionModel()->isRowSelected(row, {}))
            continue;
        cells.clear();
        for (int column = 0; column < all.columnCount(); ++column)
            cells << all.index(row, column).data().toString();
        lines << cells.join('\t');
    }
    return lines.join('\n') + '\n';
}

void SmallTable::copy() const {
    QApplication::clipboard()->setText(text());
}

void SmallTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy))
        return copy();
    QTableView::keyPressEvent(event);
}

void SmallTable::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(themedIcon("copy", palette()), tr("&Copy rows"), this, &SmallTable::copy);
    menu.exec(event->globalPos());
}

} // namespace metainfer::widgets
