// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Parallel coordinates: places, brushes and input; painting is in parallel_paint.cpp.
#include "candidates/parallel_view.h"

#include "theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>

namespace metainfer::widgets {
namespace {

constexpr int kAxisRoom = 84;     ///< pixels from axis to axis, at least
constexpr double kAxisReach = 14; ///< pixels beside an axis that belong to it
constexpr double kLineReach = 7;
constexpr std::size_t kFollowDrag = 5000; ///< lines up to which a brush is told while it is drawn

} // namespace

ParallelView::ParallelView(QWidget* parent)
    : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
}

QRectF ParallelView::area() const {
    const double line = QFontMetricsF(font()).height();
    return QRectF(rect()).adjusted(64, 2 * line + 14, -64, -line - 8);
}

QSize ParallelView::minimumSizeHint() const {
    return {std::max(260, static_cast<int>(m_axes.size()) * kAxisRoom), 160};
}

void ParallelView::setAxes(std::vector<Axis> axes, std::vector<std::size_t> rows) {
    std::vector<Placed> placed;
    for (Axis& axis : axes) {
        Placed one;
        one.axis = std::move(axis);
        one.flipped = one.axis.smallerIsBetter; // better is always up
        one.raw.resize(one.axis.values.size());
        std::transform(one.axis.values.begin(), one.axis.values.end(), one.raw.begin(),
                       [&](double value) { return placeOf(value, one.axis.axis.scale); });
        one.fit = one.view = fittedRange(one.raw, one.axis.axis);
        for (const Placed& old : m_axes)
            if (old.axis.axis.title == one.axis.axis.title &&
                old.axis.axis.scale == one.axis.axis.scale) {
                one.brush = old.brush;
                one.flipped = old.flipped;
                if (old.fit == one.fit)
                    one.view = old.view;
            }
        placeLines(one);
        placed.push_back(std::move(one));
    }
    m_axes = std::move(placed);
    m_rows = std::move(rows);
    m_hovered.reset();
    m_dragAxis.reset();
    m_stale = true;
    updateGeometry();
    update();
}

void ParallelView::placeLines(Placed& placed) const {
    placed.places.resize(placed.raw.size());
    for (std::size_t i = 0; i < placed.raw.size(); ++i) {
        const double share = (placed.raw[i] - placed.view.low) / placed.view.span();
        placed.places[i] = static_cast<float>(placed.flipped ? 1 - share : share);
    }
}

void ParallelView::setSelection(std::vector<bool> rows, int current) {
    if (std::none_of(rows.begin(), rows.end(), [](bool on) { return on; }))
        rows.clear();
    m_stale = m_stale || rows != m_selected;
    m_selected = std::move(rows);
    m_current = current;
    update();
}

void ParallelView::setEmptyText(const QString& text) {
    m_emptyText = text;
    update();
}

bool ParallelView::isSelected(std::size_t line) const {
    return m_rows[line] < m_selected.size() && m_selected[m_rows[line]];
}

bool ParallelView::passes(std::size_t line) const {
    return std::all_of(m_axes.begin(), m_axes.end(), [line](const Placed& placed) {
        return !placed.brush ||
               (placed.raw[line] >= placed.brush->low && placed.raw[line] <= placed.brush->high);
    });
}

bool ParallelView::isBrushed() const {
    return std::any_of(m_axes.begin(), m_axes.end(),
                       [](const Placed& placed) { return placed.brush.has_value(); });
}

std::vector<std::size_t> ParallelView::brushedRows() const {
    std::vector<std::size_t> rows;
    for (std::size_t line = 0; line < m_rows.size(); ++line)
        if (passes(line))
            rows.push_back(m_rows[line]);
    return rows;
}

void ParallelView::setBrush(std::size_t axis, std::optional<PlotRange> places) {
    if (axis >= m_axes.size())
        return;
    if (places && places->low > places->high)
        std::swap(places->low, places->high);
    m_axes[axis].brush = places;
    update();
}

void ParallelView::dropBrushes() {
    for (Placed& placed : m_axes)
        placed.brush.reset();
    update();
}

void ParallelView::clearBrushes() {
    dropBrushes();
    emit brushed({});
}

void ParallelView::brushMoved() {
    emit brushed(isBrushed() ? brushedRows() : std::vector<std::size_t>());
}

double ParallelView::pixelX(std::size_t axis) const {
    const QRectF inside = area();
    return m_axes.size() < 2 ? inside.center().x()
                             : inside.left() + inside.width() * static_cast<double>(axis) /
                                                   static_cast<double>(m_axes.size() - 1);
}

double ParallelView::pixelY(std::size_t axis, double value) const {
    const Placed& placed = m_axes[axis];
    double share = (placeOf(value, placed.axis.axis.scale) - placed.view.low) / placed.view.span();
    if (placed.flipped)
        share = 1 - share;
    return area().bottom() - share * area().height();
}

double ParallelView::placeAt(const Placed& placed, double y) const {
    double share = std::clamp((area().bottom() - y) / area().height(), 0.0, 1.0);
    if (placed.flipped)
        share = 1 - share;
    return placed.view.low + share * placed.view.span();
}

std::optional<std::size_t> ParallelView::axisAt(QPointF position) const {
    for (std::size_t i = 0; i < m_axes.size(); ++i)
        if (std::abs(position.x() - pixelX(i)) <= kAxisReach)
            return i;
    return std::nullopt;
}

std::optional<std::size_t> ParallelView::lineAt(QPointF position) const {
    const QRectF inside = area();
    if (m_axes.size() < 2 || !inside.adjusted(-4, -4, 4, 4).contains(position))
        return std::nullopt;
    const double step = inside.width() / static_cast<double>(m_axes.size() - 1);
    const auto left =
        std::min(static_cast<std::size_t>(std::max(0.0, (position.x() - inside.left()) / step)),
                 m_axes.size() - 2);
    const double share = (position.x() - pixelX(left)) / step;
    const auto& a = m_axes[left].places;
    const auto& b = m_axes[left + 1].places;
    std::optional<std::size_t> best;
    double nearest = kLineReach;
    for (std::size_t line = 0; line < m_rows.size(); ++line) {
        const double place = a[line] * (1 - share) + b[line] * share;
        const double away = std::abs(inside.bottom() - place * inside.height() - position.y());
        if (away < nearest) { // false for NaN
            nearest = away;
            best = line;
        }
    }
    return best;
}

QString ParallelView::tipOf(std::size_t line) const {
    QStringList lines;
    if (m_rowName)
        lines << m_rowName(m_rows[line]);
    for (const Placed& placed : m_axes) {
        const double value = placed.axis.values[line];
        const auto& format = placed.axis.axis.format;
        lines << tr("%1: %2", "quantity, value")
                     .arg(placed.axis.axis.title, format ? format(value) : plotNumber(value));
    }
    return lines.join("\n");
}

QString ParallelView::dataText() const {
    QStringList head{tr("candidate")}, lines;
    for (const Placed& placed : m_axes)
        head << placed.axis.axis.title;
    lines << head.join('\t');
    for (std::size_t line = 0; line < m_rows.size(); ++line) {
        QStringList cells{m_rowName ? m_rowName(m_rows[line]) : QString::number(m_rows[line])};
        for (const Placed& placed : m_axes) {
            const double value = placed.axis.values[line];
            cells << (std::isfinite(value) ? QString::number(value, 'g', 10) : QString());
        }
        lines << cells.join('\t');
    }
    return lines.join('\n') + '\n';
}

void ParallelView::resizeEvent(QResizeEvent* event) {
    m_stale = true;
    QWidget::resizeEvent(event);
}

void ParallelView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = event->position();
    m_dragged = false;
    m_dragAxis = axisAt(m_pressed);
    if (m_dragAxis)
        m_dragFrom = placeAt(m_axes[*m_dragAxis], m_pressed.y());
}

void ParallelView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    if (m_dragAxis && (event->buttons() & Qt::LeftButton)) {
        if (!m_dragged && (at - m_pressed).manhattanLength() < QApplication::startDragDistance())
            return;
        m_dragged = true;
        setBrush(*m_dragAxis, PlotRange{m_dragFrom, placeAt(m_axes[*m_dragAxis], at.y())});
        if (m_rows.size() <= kFollowDrag)
            brushMoved();
        return;
    }
    setCursor(axisAt(at) ? Qt::SizeVerCursor : Qt::ArrowCursor);
    const auto line = lineAt(at);
    if (line == m_hovered)
        return;
    m_hovered = line;
    if (line)
        QToolTip::showText(event->globalPosition().toPoint(), tipOf(*line), this);
    else
        QToolTip::hideText();
    update();
}

void ParallelView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    const auto axis = std::exchange(m_dragAxis, std::nullopt);
    if (axis && m_dragged)
        return brushMoved();
    if (axis && m_axes[*axis].brush && m_axes[*axis].view.span() > 0) {
        setBrush(*axis, std::nullopt); // a click on a brushed axis takes its brush away
        return brushMoved();
    }
    const auto line = lineAt(event->position());
    emit pointClicked(line ? static_cast<int>(m_rows[*line]) : -1, event->modifiers());
}

void ParallelView::mouseDoubleClickEvent(QMouseEvent* event) {
    const auto axis = axisAt(event->position());
    if (!axis)
        return clearBrushes();
    Placed& placed = m_axes[*axis];
    placed.flipped = !placed.flipped;
    placeLines(placed);
    m_stale = true;
    update();
}

void ParallelView::wheelEvent(QWheelEvent* event) {
    const auto axis = axisAt(event->position());
    if (!axis)
        return event->ignore();
    Placed& placed = m_axes[*axis];
    const double factor = std::pow(0.85, event->angleDelta().y() / 120.0);
    const double at = placeAt(placed, event->position().y());
    PlotRange next{at - (at - placed.view.low) * factor, at + (placed.view.high - at) * factor};
    if (next.span() >= placed.fit.span())
        next = placed.fit;
    if (next.span() > placed.fit.span() * 1e-6)
        placed.view = next;
    placeLines(placed);
    m_stale = true;
    update();
    event->accept();
}

void ParallelView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy))
        QApplication::clipboard()->setText(dataText());
    else if (event->key() == Qt::Key_Escape && isBrushed())
        clearBrushes();
    else
        event->ignore();
}

void ParallelView::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(themedIcon("fit", palette()), tr("Clear &brushes and zoom"), this, [this] {
        for (Placed& placed : m_axes) {
            placed.view = placed.fit;
            placeLines(placed);
        }
        m_stale = true;
        clearBrushes();
    });
    menu.addSeparator();
    menu.addAction(themedIcon("copy", palette()), tr("Copy as &picture"), this,
                   [this] { QApplication::clipboard()->setImage(grab().toImage()); });
    menu.addAction(themedIcon("table", palette()), tr("Copy the &data"), this,
                   [this] { QApplication::clipboard()->setText(dataText()); });
    menu.exec(event->globalPos());
}

void ParallelView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        m_stale = true;
        update();
    }
    QWidget::changeEvent(event);
}

} // namespace metainfer::widgets
