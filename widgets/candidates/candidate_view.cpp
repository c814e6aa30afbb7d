// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The candidate table's view.
#include "candidates/candidate_view.h"

#include "candidates/candidate_model.h"
#include "theme/colors.h"
#include "theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QStyledItemDelegate>

#include <algorithm>

namespace metainfer::widgets {
namespace {

constexpr std::ptrdiff_t kMostTold = 1000;

/// Paints selected rows by a role; failed and barred ones in muted text, the choice in bold.
class RowDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        option->state.setFlag(QStyle::State_Selected,
                              index.data(CandidateModel::SelectedRole).toBool());
        if (index.column() == CandidateModel::PinColumn) {
            if (!option->text.isEmpty()) {
                option->features |= QStyleOptionViewItem::HasDecoration;
                option->icon = themedIcon("pin", option->palette);
                option->decorationSize = QSize(16, 16);
            }
            option->text.clear();
        }
        const auto* model = static_cast<const CandidateModel*>(index.model());
        const CandidateState state = model->table()->rows[model->sourceRow(index.row())].state;
        if (state == CandidateState::Chosen)
            option->font.setBold(true);
        if (state == CandidateState::Failed || state == CandidateState::Barred)
            option->palette.setColor(QPalette::Text, Colors::of(option->palette).textMuted);
    }
};

} // namespace

CandidateView::CandidateView(CandidateModel& model, QWidget* parent)
    : QTableView(parent)
    , m_model(model) {
    setModel(&model);
    setItemDelegate(new RowDelegate(this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setSortingEnabled(true);
    horizontalHeader()->setSortIndicatorClearable(true);
    horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setVerticalScrollMode(ScrollPerItem);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    // Equal heights: the view never asks 50 000 rows for their size.
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 10);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this,
            &CandidateView::showHeaderMenu);
    connect(&model, &QAbstractItemModel::modelReset, this, &CandidateView::tellSelected);
    connect(&model, &QAbstractItemModel::layoutChanged, this, &CandidateView::tellSelected);
    connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        emit rowActivated(static_cast<int>(m_model.sourceRow(index.row())));
    });
}

void CandidateView::setTexts(const QString& chooseColumns, const QString& copyRows) {
    m_chooseColumns = chooseColumns;
    m_copyRows = copyRows;
}

void CandidateView::showSelected(std::vector<bool> rows) {
    m_selected = std::move(rows);
    tellSelected();
}

void CandidateView::tellSelected() {
    QItemSelection told;
    const auto count = std::count(m_selected.begin(), m_selected.end(), true);
    int begin = -1;
    const int last = m_model.columnCount() - 1;
    for (int row = 0; count > 0 && count <= kMostTold && row <= m_model.rowCount(); ++row) {
        const std::size_t source = row < m_model.rowCount() ? m_model.sourceRow(row) : 0;
        const bool on =
            row < m_model.rowCount() && source < m_selected.size() && m_selected[source];
        if (on && begin < 0)
            begin = row;
        if (!on && begin >= 0) {
            told.append({m_model.index(begin, 0), m_model.index(row - 1, last)});
            begin = -1;
        }
    }
    if (told != selectionModel()->selection())
        selectionModel()->select(told, QItemSelectionModel::ClearAndSelect);
}

void CandidateView::showCurrent(int sourceRow) {
    const int row = sourceRow < 0 ? -1 : m_model.rowOf(static_cast<std::size_t>(sourceRow));
    m_quiet = true;
    if (row < 0) {
        setCurrentIndex({});
    } else if (row != currentIndex().row()) {
        setCurrentIndex(m_model.index(row, CandidateModel::IdColumn));
    }
    m_quiet = false;
}

std::vector<std::size_t> CandidateView::selectedRows() const {
    std::vector<std::size_t> rows;
    for (int row = 0; row < m_model.rowCount(); ++row)
        if (m_model.index(row, 0).data(CandidateModel::SelectedRole).toBool())
            rows.push_back(m_model.sourceRow(row));
    return rows;
}

QString CandidateView::text() const {
    std::vector<int> columns;
    const QHeaderView* header = horizontalHeader();
    for (int visual = 0; visual < header->count(); ++visual)
        if (const int column = header->logicalIndex(visual); !header->isSectionHidden(column))
            columns.push_back(column);
    QStringList lines, cells;
    for (const int column : columns)
        cells << m_model.headerData(column, Qt::Horizontal).toString();
    lines << cells.join('\t');
    const bool all = selectedRows().empty();
    for (int row = 0; row < m_model.rowCount(); ++row) {
        if (!all && !m_model.index(row, 0).data(CandidateModel::SelectedRole).toBool())
            continue;
        cells.clear();
        for (const int column : columns)
            cells << m_model.index(row, column)
                         .data()
                         .toString()
                         .replace('\t', ' ')
                         .replace('\n', ' ');
        lines << cells.join('\t');
    }
    return lines.join('\n') + '\n';
}

void CandidateView::copy() const {
    QApplication::clipboard()->setText(text());
}

QByteArray CandidateView::saveColumns() const {
    return horizontalHeader()->saveState();
}

bool CandidateView::restoreColumns(const QByteArray& state) {
    const QByteArray before = saveColumns();
    if (state.isEmpty() || !horizontalHeader()->restoreState(state))
        return false;
    if (horizontalHeader()->count() == m_model.columnCount())
        return true;
    horizontalHeader()->restoreState(before);
    return false;
}

QItemSelectionModel::SelectionFlags CandidateView::selectionCommand(const QModelIndex&,
                                                                    const QEvent*) const {
    return QItemSelectionModel::NoUpdate; // the bitset outside is the selection
}

void CandidateView::askFor(int row, Qt::KeyboardModifiers modifiers) {
    if (row < 0 || row >= m_model.rowCount())
        return;
    const std::size_t source = m_model.sourceRow(row);
    std::vector<std::size_t> rows;
    if (modifiers & Qt::ShiftModifier) {
        const int from = std::clamp(m_anchor, 0, m_model.rowCount() - 1);
        for (int i = std::min(from, row); i <= std::max(from, row); ++i)
            rows.push_back(m_model.sourceRow(i));
    } else if (modifiers & Qt::ControlModifier) {
        rows = selectedRows();
        const auto it = std::find(rows.begin(), rows.end(), source);
        if (it == rows.end())
            rows.push_back(source);
        else
            rows.erase(it);
        m_anchor = row;
    } else {
        rows.push_back(source);
        m_anchor = row;
    }
    emit selectionAsked(rows);
    emit currentAsked(static_cast<int>(source));
}

/// Panels come and go around it: the current row that was seen stays seen.
void CandidateView::resizeEvent(QResizeEvent* event) {
    const QModelIndex current = currentIndex();
    const int before = event->oldSize().height();
    const int top = current.isValid() ? rowViewportPosition(current.row()) : -1;
    QTableView::resizeEvent(event);
    if (current.isValid() && (before <= 0 || (top >= 0 && top < before)))
        scrollTo(current.siblingAtColumn(std::max(0, columnAt(0))));
}

void CandidateView::mousePressEvent(QMouseEvent* event) {
    const QModelIndex at = indexAt(event->pos());
    m_quiet = true;
    QTableView::mousePressEvent(event);
    m_quiet = false;
    if (event->button() != Qt::LeftButton || !at.isValid())
        return;
    if (at.column() == CandidateModel::PinColumn)
        emit pinAsked(static_cast<int>(m_model.sourceRow(at.row())));
    else
        askFor(at.row(), event->modifiers());
}

void CandidateView::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) { // dragging over rows extends
        const QModelIndex at = indexAt(event->pos());
        if (at.isValid() && at.row() != currentIndex().row() &&
            at.column() != CandidateModel::PinColumn) {
            m_quiet = true;
            setCurrentIndex(at);
            m_quiet = false;
            askFor(at.row(), Qt::ShiftModifier);
        }
        return;
    }
    QTableView::mouseMoveEvent(event);
}

void CandidateView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy))
        return copy();
    const QModelIndex at = currentIndex();
    if (event->matches(QKeySequence::SelectAll)) {
        std::vector<std::size_t> rows;
        for (int row = 0; row < m_model.rowCount(); ++row)
            rows.push_back(m_model.sourceRow(row));
        emit selectionAsked(rows);
        return;
    }
    if (at.isValid() && event->key() == Qt::Key_Space)
        return askFor(at.row(), event->modifiers() | Qt::ControlModifier);
    if (at.isValid() && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        emit rowActivated(static_cast<int>(m_model.sourceRow(at.row())));
        return;
    }
    m_quiet = true;
    QTableView::keyPressEvent(event);
    m_quiet = false;
    const QModelIndex now = currentIndex();
    if (now.isValid() && now.row() != at.row() && !(event->modifiers() & Qt::ControlModifier))
        askFor(now.row(), event->modifiers());
}

void CandidateView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QTableView::currentChanged(current, previous);
    if (!m_quiet && current.isValid())
        emit currentAsked(static_cast<int>(m_model.sourceRow(current.row())));
}

void CandidateView::contextMenuEvent(QContextMenuEvent* event) {
    const QModelIndex at =
        event->reason() == QContextMenuEvent::Keyboard ? currentIndex() : indexAt(event->pos());
    QMenu menu(this);
    menu.addAction(themedIcon("copy", palette()), m_copyRows, this, &CandidateView::copy);
    emit menuAsked(&menu, at.isValid() ? static_cast<int>(m_model.sourceRow(at.row())) : -1);
    menu.exec(event->globalPos());
}

void CandidateView::showHeaderMenu(const QPoint& at) {
    QMenu menu(this);
    menu.addSection(m_chooseColumns);
    for (int column = 0; column < m_model.columnCount(); ++column) {
        QAction* shown = menu.addAction(m_model.headerData(column, Qt::Horizontal).toString());
        shown->setCheckable(true);
        shown->setChecked(!isColumnHidden(column));
        shown->setEnabled(column != CandidateModel::IdColumn);
        connect(shown, &QAction::toggled, this,
                [this, column](bool on) { setColumnHidden(column, !on); });
    }
    menu.exec(horizontalHeader()->mapToGlobal(at));
}

} // namespace metainfer::widgets
