// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A matrix of coloured cells.
#include "hardware/heat_map.h"

#include "theme/colors.h"
#include "theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace metainfer::widgets {
namespace {

constexpr int kPadding = 6;
constexpr int kLegendHeight = 30;
constexpr int kLegendBar = 140;
/// Of the heat map: text grows by this a step.
constexpr double kZoomStep = 1.15;
constexpr int kMostZoom = 4, kWidestCell = 200;

} // namespace

HeatMap::HeatMap(QWidget* parent)
    : QAbstractScrollArea(parent) {
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    horizontalScrollBar()->setSingleStep(20);
    verticalScrollBar()->setSingleStep(20);
}

void HeatMap::setMatrix(HeatMatrix matrix) {
    matrix.cells.resize(static_cast<std::size_t>(matrix.rows.size()) *
                        static_cast<std::size_t>(matrix.columns.size()));
    m_matrix = std::move(matrix);
    if (m_current.x() >= m_matrix.rows.size() || m_current.y() >= m_matrix.columns.size())
        m_current = {-1, -1};
    layOut();
    viewport()->update();
}

void HeatMap::setEmptyText(const QString& text) {
    m_emptyText = text;
    viewport()->update();
}

void HeatMap::layOut() {
    const QFontMetrics metrics = fontMetrics();
    m_cellHeight = metrics.height() + 10;
    m_columnHead = 2 * metrics.height() + 3 * kPadding;
    int head = 80, cell = 56;
    for (const QString& row : m_matrix.rows)
        head = std::max(head, metrics.horizontalAdvance(row) + 3 * kPadding);
    for (const QString& column : m_matrix.columns)
        cell = std::max(cell, metrics.horizontalAdvance(column) + 2 * kPadding);
    for (const HeatCell& one : m_matrix.cells)
        cell = std::max(cell, metrics.horizontalAdvance(one.text) +
                                  metrics.horizontalAdvance(QStringLiteral("✕ ")) + 2 * kPadding);
    // The name of a group needs its columns' room together.
    for (int column = 0, last = 0; column < m_matrix.groups.size(); column = last) {
        const QString group = m_matrix.groups[column];
        for (last = column; last < m_matrix.groups.size() && m_matrix.groups[last] == group;)
            ++last;
        const int room = metrics.horizontalAdvance(group) + 4 * kPadding;
        cell = std::max(cell, room / (last - column) + 1);
    }
    m_rowHead = std::min(head, 240);
    const double scale = std::pow(kZoomStep, m_zoom);
    m_cellWidth = std::min(cell, qRound(kWidestCell * scale));
    const int width = m_rowHead + m_cellWidth * static_cast<int>(m_matrix.columns.size());
    const int height = m_columnHead + m_cellHeight * static_cast<int>(m_matrix.rows.size());
    const QSize room(viewport()->width(), viewport()->height() - kLegendHeight);
    horizontalScrollBar()->setRange(0, std::max(0, width - room.width()));
    horizontalScrollBar()->setPageStep(room.width());
    verticalScrollBar()->setRange(0, std::max(0, height - room.height()));
    verticalScrollBar()->setPageStep(room.height());
}

QRect HeatMap::cellRect(int row, int column) const {
    return {m_rowHead + column * m_cellWidth - horizontalScrollBar()->value(),
            m_columnHead + row * m_cellHeight - verticalScrollBar()->value(), m_cellWidth,
            m_cellHeight};
}

QPoint HeatMap::cellAt(QPoint position) const {
    if (position.x() < m_rowHead || position.y() < m_columnHead ||
        position.y() >= viewport()->height() - kLegendHeight)
        return {-1, -1};
    const int column = (position.x() - m_rowHead + horizontalScrollBar()->value()) / m_cellWidth;
    const int row = (position.y() - m_columnHead + verticalScrollBar()->value()) / m_cellHeight;
    if (row >= m_matrix.rows.size() || column >= m_matrix.columns.size())
        return {-1, -1};
    return {row, column};
}

QString HeatMap::stateText(CellState state) {
    switch (state) {
    case CellState::Unknown:
        return tr("not known");
    case CellState::Native:
        return tr("native");
    case CellState::Decomposed:
        return tr("decomposed");
    case CellState::Emulated:
        return tr("emulated");
    case CellState::Unsupported:
        return tr("unsupported");
    case CellState::Failed:
        return tr("failed");
    }
    return {};
}

QString HeatMap::stateSymbol(CellState state) {
    switch (state) {
    case CellState::Unknown:
        return QStringLiteral("–");
    case CellState::Native:
        return QStringLiteral("●");
    case CellState::Decomposed:
        return QStringLiteral("◐");
    case CellState::Emulated:
        return QStringLiteral("○");
    case CellState::Unsupported:
        return QStringLiteral("✕");
    case CellState::Failed:
        return QStringLiteral("!");
    }
    return {};
}

void HeatMap::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    const Colors& colors = Colors::of(this);
    painter.fillRect(viewport()->rect(), colors.surface);
    if (m_matrix.rows.isEmpty() || m_matrix.columns.isEmpty()) {
        painter.setPen(colors.textMuted);
        painter.drawText(viewport()->rect().adjusted(24, 24, -24, -24),
                         Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    const int bottom = viewport()->height() - kLegendHeight;
    painter.setClipRect(m_rowHead, m_columnHead, viewport()->width(), bottom - m_columnHead);
    const int firstRow = verticalScrollBar()->value() / m_cellHeight;
    const int firstColumn = horizontalScrollBar()->value() / m_cellWidth;
    for (int row = firstRow; row < m_matrix.rows.size(); ++row) {
        if (cellRect(row, 0).top() > bottom)
            break;
        for (int column = firstColumn; column < m_matrix.columns.size(); ++column) {
            if (cellRect(row, column).left() > viewport()->width())
                break;
            paintCell(painter, row, column);
        }
    }
    paintHeads(painter);
    painter.setClipping(false);
    paintLegend(painter);
}

void HeatMap::paintCell(QPainter& painter, int row, int column) {
    const Colors& colors = Colors::of(this);
    const HeatCell& cell = m_matrix.at(row, column);
    const QRect place = cellRect(row, column).adjusted(1, 1, -1, -1);
    QColor back = colors.surface;
    if (cell.heat)
        back = colors.scale(*cell.heat);
    else if (cell.state == CellState::Unsupported || cell.state == CellState::Failed)
        back = colors.raised;
    painter.fillRect(place, back);
    if (!cell.heat) {
        painter.setPen(colors.grid);
        painter.drawRect(place.adjusted(0, 0, -1, -1));
    }
    const bool bad = cell.state == CellState::Unsupported || cell.state == CellState::Failed;
    QColor ink = cell.state == CellState::Unknown ? colors.textMuted
                 : bad                            ? colors.danger
                                                  : colors.text;
    if (cell.heat)
        ink = contrast(Qt::white, back) > contrast(Qt::black, back) ? Qt::white : Qt::black;
    painter.setPen(ink);
    const QString text =
        cell.text.isEmpty() ? stateSymbol(cell.state) : stateSymbol(cell.state) + " " + cell.text;
    painter.drawText(place, Qt::AlignCenter,
                     fontMetrics().elidedText(text, Qt::ElideRight, place.width() - 4));
    if (m_current == QPoint(row, column)) {
        painter.setPen(QPen(hasFocus() ? colors.accent : colors.textMuted, 2));
        painter.drawRect(place.adjusted(1, 1, -1, -1));
    }
}

void HeatMap::paintHeads(QPainter& painter) {
    const Colors& colors = Colors::of(this);
    const int bottom = viewport()->height() - kLegendHeight;
    painter.setClipRect(0, m_columnHead, m_rowHead, bottom - m_columnHead);
    painter.fillRect(0, m_columnHead, m_rowHead, bottom - m_columnHead, colors.surface);
    painter.setPen(colors.text);
    for (int row = 0; row < m_matrix.rows.size(); ++row) {
        const QRect place = cellRect(row, 0);
        if (place.bottom() < m_columnHead || place.top() > bottom)
            continue;
        const QRect head(kPadding, place.top(), m_rowHead - 2 * kPadding, place.height());
        painter.drawText(
            head, Qt::AlignVCenter | Qt::AlignLeft,
            fontMetrics().elidedText(m_matrix.rows[row], Qt::ElideRight, head.width()));
    }
    painter.setClipRect(m_rowHead, 0, viewport()->width(), m_columnHead);
    painter.fillRect(m_rowHead, 0, viewport()->width(), m_columnHead, colors.surface);
    const int half = m_columnHead / 2;
    for (int column = 0; column < m_matrix.columns.size(); ++column) {
        const QRect place = cellRect(0, column);
        painter.setPen(colors.textMuted);
        painter.drawText(
            QRect(place.left(), half, place.width(), half), Qt::AlignCenter,
            fontMetrics().elidedText(m_matrix.columns[column], Qt::ElideMiddle, place.width() - 4));
        const QString group = m_matrix.groups.value(column);
        if (group.isEmpty() || (column > 0 && m_matrix.groups.value(column - 1) == group))
            continue;
        int last = column;
        while (last + 1 < m_matrix.columns.size() && m_matrix.groups.value(last + 1) == group)
            ++last;
        const QRect over(place.left(), 0, cellRect(0, last).right() - place.left(), half);
        painter.setPen(colors.text);
        painter.drawText(over, Qt::AlignCenter,
                         fontMetrics().elidedText(group, Qt::ElideMiddle, over.width() - 8));
        painter.setPen(colors.border);
        painter.drawLine(over.left() + 2, half, over.right() - 2, half);
    }
    painter.setClipping(false);
}

void HeatMap::paintLegend(QPainter& painter) {
    const Colors& colors = Colors::of(this);
    const QRect area(0, viewport()->height() - kLegendHeight, viewport()->width(), kLegendHeight);
    painter.fillRect(area, colors.surface);
    painter.setPen(colors.border);
    painter.drawLine(area.topLeft(), area.topRight());
    int x = kPadding;
    const auto write = [&](const QString& text) {
        const int width = fontMetrics().horizontalAdvance(text);
        painter.setPen(colors.textMuted);
        painter.drawText(QRect(x, area.top(), width + 2, area.height()), Qt::AlignVCenter, text);
        x += width + 10;
    };
    if (!m_matrix.high.isEmpty()) {
        write(m_matrix.low);
        for (int i = 0; i < kLegendBar; ++i)
            painter.fillRect(x + i, area.top() + 10, 1, 10,
                             colors.scale(i / static_cast<double>(kLegendBar - 1)));
        x += kLegendBar + 8;
        write(m_matrix.high);
        x += 12;
    }
    for (const CellState state : {CellState::Native, CellState::Decomposed, CellState::Emulated,
                                  CellState::Unsupported, CellState::Failed, CellState::Unknown}) {
        const bool used =
            std::any_of(m_matrix.cells.begin(), m_matrix.cells.end(),
                        [state](const HeatCell& cell) { return cell.state == state; });
        if (used)
            write(tr("%1 %2", "symbol and meaning").arg(stateSymbol(state), stateText(state)));
    }
}

void HeatMap::setCurrent(int row, int column) {
    if (m_matrix.rows.isEmpty() || m_matrix.columns.isEmpty())
        return;
    const QPoint next(std::clamp(row, 0, static_cast<int>(m_matrix.rows.size()) - 1),
                      std::clamp(column, 0, static_cast<int>(m_matrix.columns.size()) - 1));
    if (next == m_current)
        return;
    m_current = next;
    const QRect place = cellRect(next.x(), next.y());
    const int bottom = viewport()->height() - kLegendHeight;
    if (place.left() < m_rowHead)
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() + place.left() - m_rowHead);
    else if (place.right() > viewport()->width())
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() + place.right() -
                                        viewport()->width());
    if (place.top() < m_columnHead)
        verticalScrollBar()->setValue(verticalScrollBar()->value() + place.top() - m_columnHead);
    else if (place.bottom() > bottom)
        verticalScrollBar()->setValue(verticalScrollBar()->value() + place.bottom() - bottom);
    // What a screen reader says of the current cell.
    setAccessibleDescription(tr("%1, %2: %3", "row, column: cell")
                                 .arg(m_matrix.rows[next.x()], m_matrix.columns[next.y()],
                                      m_matrix.at(next.x(), next.y()).tip));
    viewport()->update();
    emit currentChanged(next.x(), next.y());
}

void HeatMap::setZoom(int steps) {
    m_zoom = std::clamp(steps, -kMostZoom, 2 * kMostZoom);
    QFont font = parentWidget() ? parentWidget()->font() : QApplication::font();
    const double scale = std::pow(kZoomStep, m_zoom);
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * scale);
    else
        font.setPixelSize(qRound(font.pixelSize() * scale));
    setFont(font); // everything is laid out by the size of the text
}

void HeatMap::wheelEvent(QWheelEvent* event) {
    if (!(event->modifiers() & Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    setZoom(m_zoom + (event->angleDelta().y() > 0 ? 1 : -1));
    event->accept();
}

void HeatMap::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy))
        return copyData();
    if (event->matches(QKeySequence::ZoomIn) || event->matches(QKeySequence::ZoomOut))
        return setZoom(m_zoom + (event->matches(QKeySequence::ZoomIn) ? 1 : -1));
    if (event->key() == Qt::Key_0 && event->modifiers() == Qt::ControlModifier)
        return setZoom(0);
    QPoint step;
    switch (event->key()) {
    case Qt::Key_Up:
        step = {-1, 0};
        break;
    case Qt::Key_Down:
        step = {1, 0};
        break;
    case Qt::Key_Left:
        step = {0, -1};
        break;
    case Qt::Key_Right:
        step = {0, 1};
        break;
    case Qt::Key_Home:
        return setCurrent(m_current.x(), 0);
    case Qt::Key_End:
        return setCurrent(m_current.x(), static_cast<int>(m_matrix.columns.size()) - 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current.x() >= 0)
            emit cellActivated(m_current.x(), m_current.y());
        return;
    default:
        return QAbstractScrollArea::keyPressEvent(event);
    }
    const QPoint next = m_current.x() < 0 ? QPoint(0, 0) : m_current + step;
    setCurrent(next.x(), next.y());
}

void HeatMap::mousePressEvent(QMouseEvent* event) {
    const QPoint cell = cellAt(event->position().toPoint());
    if (cell.x() >= 0)
        setCurrent(cell.x(), cell.y());
}

void HeatMap::mouseDoubleClickEvent(QMouseEvent* event) {
    const QPoint cell = cellAt(event->position().toPoint());
    if (cell.x() >= 0)
        emit cellActivated(cell.x(), cell.y());
}

bool HeatMap::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QPoint cell = cellAt(help->pos());
    if (cell.x() < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), m_matrix.at(cell.x(), cell.y()).tip, this);
    return true;
}

QString HeatMap::dataText() const {
    QStringList head{QString()};
    for (int column = 0; column < m_matrix.columns.size(); ++column) {
        const QString group = m_matrix.groups.value(column);
        head << (group.isEmpty() ? m_matrix.columns[column]
                                 : group + " " + m_matrix.columns[column]);
    }
    QString text = head.join('\t') + '\n';
    for (int row = 0; row < m_matrix.rows.size(); ++row) {
        QStringList line{m_matrix.rows[row]};
        for (int column = 0; column < m_matrix.columns.size(); ++column) {
            const HeatCell& cell = m_matrix.at(row, column);
            line << (cell.text.isEmpty() ? stateText(cell.state) : cell.text);
        }
        text += line.join('\t') + '\n';
    }
    return text;
}

void HeatMap::copyData() const {
    QApplication::clipboard()->setText(dataText());
}

void HeatMap::copyImage() {
    QApplication::clipboard()->setPixmap(viewport()->grab());
}

void HeatMap::saveImage() {
    const QString file = QFileDialog::getSaveFileName(this, tr("Save the plot"), QString(),
                                                      tr("PNG picture (*.png)"));
    if (!file.isEmpty())
        viewport()->grab().save(file);
}

void HeatMap::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(themedIcon("copy", palette()), tr("Copy &data"), this, [this] { copyData(); });
    menu.addAction(tr("Copy as &image"), this, [this] { copyImage(); });
    menu.addAction(themedIcon("save", palette()), tr("&Save as picture…"), this,
                   [this] { saveImage(); });
    menu.addAction(themedIcon("fit", palette()), tr("&Usual size"), QKeySequence("Ctrl+0"), this,
                   [this] { setZoom(0); })
        ->setEnabled(m_zoom != 0);
    menu.exec(event->globalPos());
}

void HeatMap::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void HeatMap::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        layOut();
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        viewport()->update();
}

void HeatMap::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void HeatMap::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

} // namespace metainfer::widgets
