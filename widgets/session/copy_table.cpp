// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A table that can be copied.
#include "session/copy_table.h"

#include "theme/colors.h"
#include "theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>

#include <algorithm>

namespace metainfer::widgets {

CopyTable::CopyTable(QWidget* parent)
    : QTableView(parent) {
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setTabKeyNavigation(false);
    setWordWrap(false);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 10);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

void CopyTable::setEmptyText(const QString& text) {
    m_emptyText = text;
    viewport()->update();
}

void CopyTable::paintEvent(QPaintEvent* event) {
    QTableView::paintEvent(event);
    if (m_emptyText.isEmpty() || (model() && model()->rowCount() > 0))
        return;
    QPainter painter(viewport());
    painter.setPen(Colors::of(this).textMuted);
    painter.drawText(viewport()->rect().adjusted(24, 24, -24, -24),
                     Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
}

QString CopyTable::copyText(bool withHeader) const {
    const QAbstractItemModel* items = model();
    if (!items)
        return {};
    QList<int> rows;
    if (selectionModel())
        for (const QModelIndex& index : selectionModel()->selectedRows())
            rows << index.row();
    if (rows.isEmpty())
        for (int row = 0; row < items->rowCount(); ++row)
            rows << row;
    std::sort(rows.begin(), rows.end());
    const auto clean = [](QString text) { return text.replace('\t', ' ').replace('\n', ' '); };
    QStringList lines;
    const auto addLine = [&](const auto& cell) {
        QStringList cells;
        for (int column = 0; column < items->columnCount(); ++column)
            if (!isColumnHidden(column))
                cells << clean(cell(column));
        lines << cells.join('\t');
    };
    if (withHeader)
        addLine([&](int column) { return items->headerData(column, Qt::Horizontal).toString(); });
    for (const int row : std::as_const(rows))
        addLine([&](int column) { return items->index(row, column).data().toString(); });
    return lines.join('\n');
}

void CopyTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        QApplication::clipboard()->setText(copyText(false));
        return event->accept();
    }
    QTableView::keyPressEvent(event);
}

void CopyTable::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    addToMenu(menu);
    menu.addActions(actions());
    if (!menu.isEmpty())
        menu.addSeparator();
    const auto put = [this](bool withHeader) {
        QApplication::clipboard()->setText(copyText(withHeader));
    };
    QAction* copy =
        menu.addAction(themedIcon("copy", palette()), tr("&Copy"), this, [put] { put(false); });
    copy->setShortcut(QKeySequence::Copy);
    menu.addAction(tr("Copy with &header"), this, [put] { put(true); });
    if (selectionMode() == ExtendedSelection)
        menu.addAction(tr("&Select all"), this, &QTableView::selectAll);
    if (isSortingEnabled())
        menu.addAction(tr("&Original order"), this,
                       [this] { sortByColumn(-1, Qt::AscendingOrder); });
    menu.exec(event->globalPos());
}

void CopyTable::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 10);
}

} // namespace metainfer::widgets
