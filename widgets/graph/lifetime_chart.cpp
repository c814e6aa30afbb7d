// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The memory of a schedule: a block for each tensor, and the curve of what is alive.
#include "graph/lifetime_chart.h"

#include "theme/colors.h"

#include "drawing/overlay.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace metainfer::widgets {
namespace {

constexpr double kLeft = 72, kTop = 22, kBottom = 22, kRight = 12;

QString bytes(std::uint64_t value) {
    return QString::fromStdString(drawing::formatQuantity(static_cast<double>(value), "B"));
}

} // namespace

std::shared_ptr<const LifetimeData> LifetimeData::of(const ir::Graph& graph) {
    auto data = std::make_shared<LifetimeData>();
    data->lifetimes = features::tensorLifetimes(graph);
    data->order = graph.order();
    for (const ir::NodeId id : data->order)
        data->labels.push_back(ir::nodeLabel(graph.node(id)));
    std::vector<std::int64_t> steps(data->order.size() + 1, 0);
    for (const features::TensorLifetime& tensor : data->lifetimes.tensors) {
        steps[std::min(tensor.first, data->order.size())] +=
            static_cast<std::int64_t>(tensor.bytes);
        steps[std::min(tensor.last + 1, data->order.size())] -=
            static_cast<std::int64_t>(tensor.bytes);
    }
    std::int64_t live = 0;
    for (std::size_t i = 0; i < data->order.size(); ++i)
        data->live.push_back(static_cast<std::uint64_t>(live += steps[i]));
    data->plan();
    return data;
}

/// The lowest free place for each tensor when it is written.
void LifetimeData::plan() {
    struct Taken {
        std::uint64_t begin = 0, end = 0;
        std::size_t last = 0;
    };
    std::vector<std::size_t> byTime(lifetimes.tensors.size());
    std::iota(byTime.begin(), byTime.end(), std::size_t{0});
    std::stable_sort(byTime.begin(), byTime.end(), [&](std::size_t a, std::size_t b) {
        const auto &x = lifetimes.tensors[a], &y = lifetimes.tensors[b];
        return x.first != y.first ? x.first < y.first : x.bytes > y.bytes;
    });
    offsets.assign(byTime.size(), 0);
    std::vector<Taken> taken; // by place
    for (const std::size_t i : byTime) {
        const features::TensorLifetime& tensor = lifetimes.tensors[i];
        if (tensor.bytes == 0)
            continue;
        std::erase_if(taken, [&](const Taken& t) { return t.last < tensor.first; });
        std::uint64_t at = 0;
        auto before = taken.begin();
        for (; before != taken.end() && before->begin < at + tensor.bytes; ++before)
            at = std::max(at, before->end);
        offsets[i] = at;
        planBytes = std::max(planBytes, at + tensor.bytes);
        taken.insert(before, {at, at + tensor.bytes, tensor.last});
    }
}

std::vector<std::size_t> LifetimeData::aliveAt(std::size_t position, std::size_t most) const {
    std::vector<std::size_t> alive;
    for (std::size_t i = 0; i < lifetimes.tensors.size(); ++i)
        if (lifetimes.tensors[i].first <= position && lifetimes.tensors[i].last >= position &&
            lifetimes.tensors[i].bytes > 0)
            alive.push_back(i);
    std::stable_sort(alive.begin(), alive.end(), [&](std::size_t a, std::size_t b) {
        return lifetimes.tensors[a].bytes > lifetimes.tensors[b].bytes;
    });
    if (alive.size() > most)
        alive.resize(most);
    return alive;
}

LifetimeChart::LifetimeChart(QWidget* parent)
    : QWidget(parent) {
    setObjectName("lifetimeChart");
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(110);
}

void LifetimeChart::setData(std::shared_ptr<const LifetimeData> shown) {
    m_data = std::move(shown);
    m_from = 0;
    m_to = count();
    m_hovered = m_marked = -1;
    setAccessibleDescription(m_data ? tr("Peak %1 at %2")
                                          .arg(bytes(m_data->lifetimes.peakBytes),
                                               QString::fromStdString(m_data->lifetimes.peakNode))
                                    : QString());
    update();
}

void LifetimeChart::setMarked(int position) {
    m_marked = position;
    update();
}

double LifetimeChart::count() const {
    return m_data ? std::max<double>(1, static_cast<double>(m_data->live.size())) : 1;
}

QRectF LifetimeChart::plot() const {
    return QRectF(rect()).adjusted(kLeft, kTop, -kRight, -kBottom);
}

double LifetimeChart::xOf(double position) const {
    const QRectF area = plot();
    return area.left() + (position - m_from) / (m_to - m_from) * area.width();
}

int LifetimeChart::positionAt(double x) const {
    const QRectF area = plot();
    const double position = m_from + (x - area.left()) / area.width() * (m_to - m_from);
    return position >= 0 && position < count() && x >= area.left() && x <= area.right()
               ? static_cast<int>(position)
               : -1;
}

void LifetimeChart::zoom(double at, double factor) {
    const QRectF area = plot();
    const double fixed = m_from + (at - area.left()) / area.width() * (m_to - m_from);
    const double span = std::clamp((m_to - m_from) * factor, std::min(8.0, count()), count());
    const double share = (fixed - m_from) / (m_to - m_from);
    m_from = std::clamp(fixed - share * span, 0.0, count() - span);
    m_to = m_from + span;
    update();
}

QString LifetimeChart::describe(int position) const {
    const auto at = static_cast<std::size_t>(position);
    QStringList lines{tr("%1. %2: %3 alive")
                          .arg(QLocale().toString(position + 1),
                               QString::fromStdString(m_data->labels[at]),
                               bytes(m_data->live[at]))};
    for (const std::size_t i : m_data->aliveAt(at, 6))
        lines << tr("%1  %2").arg(bytes(m_data->lifetimes.tensors[i].bytes),
                                  QString::fromStdString(m_data->lifetimes.tensors[i].name));
    return lines.join('\n');
}

double LifetimeChart::scale() const {
    return static_cast<double>(
        std::max<std::uint64_t>({1, m_data->lifetimes.peakBytes, m_data->planBytes}));
}

QRectF LifetimeChart::blockOf(std::size_t i) const {
    const QRectF area = plot();
    const features::TensorLifetime& tensor = m_data->lifetimes.tensors[i];
    const double left = std::max(area.left(), xOf(static_cast<double>(tensor.first)));
    const double right = std::min(area.right(), xOf(static_cast<double>(tensor.last + 1)));
    const double perByte = area.height() / scale();
    const double bottom = area.bottom() - static_cast<double>(m_data->offsets[i]) * perByte;
    const double high = static_cast<double>(tensor.bytes) * perByte;
    return {left, bottom - high, right - left, high};
}

int LifetimeChart::tensorAt(QPointF at) const {
    for (std::size_t i = 0; m_data && i < m_data->lifetimes.tensors.size(); ++i)
        if (m_data->lifetimes.tensors[i].bytes > 0 && blockOf(i).contains(at))
            return static_cast<int>(i);
    return -1;
}

/// From when to when each tensor lives, as high as it is large.
void LifetimeChart::paintBlocks(QPainter& painter, const QRectF& area) const {
    const Colors& colors = Colors::of(this);
    const QFontMetricsF metrics(font());
    QColor fill = colors.series[0], marked = colors.accent;
    fill.setAlphaF(0.22f);
    marked.setAlphaF(0.5f);
    for (std::size_t i = 0; i < m_data->lifetimes.tensors.size(); ++i) {
        const features::TensorLifetime& tensor = m_data->lifetimes.tensors[i];
        const QRectF block = blockOf(i);
        if (tensor.bytes == 0 || block.width() <= 0 || block.height() < 0.5)
            continue;
        const auto at = static_cast<std::size_t>(std::max(0, m_marked));
        const bool isAlive = m_marked >= 0 && tensor.first <= at && at <= tensor.last;
        painter.fillRect(block, isAlive ? marked : fill);
        if (block.height() >= 3 && block.width() >= 3) {
            painter.setPen(QPen(colors.surface, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(block);
        }
        if (block.width() > 70 && block.height() > metrics.height()) {
            painter.setPen(colors.text);
            painter.drawText(block.adjusted(4, 0, -4, 0).intersected(area), Qt::AlignCenter,
                             metrics.elidedText(QString::fromStdString(tensor.name),
                                                Qt::ElideMiddle, block.width() - 8));
        }
    }
}

void LifetimeChart::paintAxes(QPainter& painter, const QRectF& area) const {
    const Colors& colors = Colors::of(this);
    const QFontMetricsF metrics(font());
    const double peak = scale();
    for (int i = 0; i <= 4; ++i) {
        const double y = area.bottom() - area.height() * i / 4;
        painter.setPen(colors.grid);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(colors.textMuted);
        if (i % 2 == 0)
            painter.drawText(QRectF(0, y - metrics.height() / 2, kLeft - 6, metrics.height()),
                             Qt::AlignRight | Qt::AlignVCenter,
                             bytes(static_cast<std::uint64_t>(peak * i / 4)));
    }
    painter.setPen(colors.textMuted);
    const QLocale locale;
    const double base = area.bottom() + metrics.ascent() + 4;
    painter.drawText(QPointF(area.left(), base),
                     tr("step %1").arg(locale.toString(static_cast<int>(m_from) + 1)));
    const QString last = locale.toString(static_cast<int>(std::ceil(m_to)));
    painter.drawText(QPointF(area.right() - metrics.horizontalAdvance(last), base), last);
    QString head =
        tr("Activations alive, peak %1 at %2; packed into %3")
            .arg(bytes(m_data->lifetimes.peakBytes),
                 QString::fromStdString(m_data->lifetimes.peakNode), bytes(m_data->planBytes));
    if (!m_data->sizedWith.empty())
        head += QStringLiteral("  (") + QString::fromStdString(m_data->sizedWith) + ')';
    painter.setPen(colors.text);
    painter.drawText(QRectF(area.left(), 2, area.width(), kTop - 4),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(head, Qt::ElideRight, area.width()));
}

/// One column of pixels shows the largest of the positions that fall into it.
void LifetimeChart::paintCurve(QPainter& painter, const QRectF& area) const {
    const Colors& colors = Colors::of(this);
    const double peak = scale();
    QPolygonF curve;
    const int columns = std::max(1, static_cast<int>(area.width()));
    for (int c = 0; c < columns; ++c) {
        const double span = (m_to - m_from) / columns;
        const auto begin = static_cast<std::size_t>(std::max(0.0, m_from + span * c));
        const auto end = std::max(begin + 1, static_cast<std::size_t>(m_from + span * (c + 1)));
        std::uint64_t highest = 0;
        for (std::size_t i = begin; i < std::min(end, m_data->live.size()); ++i)
            highest = std::max(highest, m_data->live[i]);
        const double y = area.bottom() - static_cast<double>(highest) / peak * area.height();
        curve << QPointF(area.left() + c, y) << QPointF(area.left() + c + 1, y);
    }
    painter.setPen(QPen(colors.series[0], 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(curve);
}

void LifetimeChart::paintMark(QPainter& painter, const QRectF& area, int position,
                              const QColor& color, Qt::PenStyle style) const {
    const double x = xOf(position + 0.5);
    if (position < 0 || x < area.left() || x > area.right())
        return;
    painter.setPen(QPen(color, 1.5, style));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
}

void LifetimeChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Colors& colors = Colors::of(this);
    painter.fillRect(rect(), colors.surface);
    const QRectF area = plot();
    if (!m_data || m_data->lifetimes.peakBytes == 0) {
        painter.setPen(colors.textMuted);
        painter.drawText(rect().adjusted(12, 0, -12, 0), Qt::AlignCenter | Qt::TextWordWrap,
                         m_data ? tr("No sizes are known: the shapes of this model cannot be "
                                     "inferred.")
                                : tr("Reading the lifetimes…"));
        return;
    }
    paintAxes(painter, area);
    paintBlocks(painter, area);
    painter.setRenderHint(QPainter::Antialiasing);
    paintCurve(painter, area);
    paintMark(painter, area, static_cast<int>(m_data->lifetimes.peakPosition), colors.danger,
              Qt::DashLine);
    paintMark(painter, area, m_marked, colors.accent, Qt::SolidLine);
    paintMark(painter, area, m_hovered, colors.textMuted, Qt::DotLine);
    if (hasFocus()) {
        painter.setPen(colors.accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void LifetimeChart::mousePressEvent(QMouseEvent* event) {
    const int position = m_data ? positionAt(event->position().x()) : -1;
    if (event->button() != Qt::LeftButton || position < 0)
        return;
    setMarked(position);
    emit positionChosen(position);
}

void LifetimeChart::mouseMoveEvent(QMouseEvent* event) {
    m_hovered = m_data ? positionAt(event->position().x()) : -1;
    update();
}

void LifetimeChart::leaveEvent(QEvent*) {
    m_hovered = -1;
    update();
}

void LifetimeChart::wheelEvent(QWheelEvent* event) {
    if (m_data)
        zoom(event->position().x(), std::pow(0.8, event->angleDelta().y() / 120.0));
    event->accept();
}

void LifetimeChart::mouseDoubleClickEvent(QMouseEvent*) {
    m_from = 0;
    m_to = count();
    update();
}

void LifetimeChart::keyPressEvent(QKeyEvent* event) {
    if (!m_data || m_data->live.empty())
        return QWidget::keyPressEvent(event);
    const int last = static_cast<int>(m_data->live.size()) - 1;
    int next = m_marked;
    switch (event->key()) {
    case Qt::Key_Left:
        next = std::max(0, m_marked - 1);
        break;
    case Qt::Key_Right:
        next = std::min(last, m_marked + 1);
        break;
    case Qt::Key_Home:
        next = 0;
        break;
    case Qt::Key_End:
        next = last;
        break;
    case Qt::Key_P: // the peak
        next = static_cast<int>(m_data->lifetimes.peakPosition);
        break;
    case Qt::Key_Plus:
        return zoom(xOf(std::max(0, m_marked)), 0.8);
    case Qt::Key_Minus:
        return zoom(xOf(std::max(0, m_marked)), 1.25);
    default:
        if (event->matches(QKeySequence::Copy))
            return QApplication::clipboard()->setText(copyText());
        return QWidget::keyPressEvent(event);
    }
    setMarked(next);
    setAccessibleDescription(describe(next));
    emit positionChosen(next);
}

bool LifetimeChart::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int position = m_data ? positionAt(help->pos().x()) : -1;
        if (const int tensor = tensorAt(help->pos()); tensor >= 0) {
            const auto& t = m_data->lifetimes.tensors[static_cast<std::size_t>(tensor)];
            QToolTip::showText(help->globalPos(),
                               tr("%1\n%2, alive from step %3 to %4")
                                   .arg(QString::fromStdString(t.name), bytes(t.bytes))
                                   .arg(t.first + 1)
                                   .arg(t.last + 1),
                               this);
        } else if (position >= 0)
            QToolTip::showText(help->globalPos(), describe(position), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

QString LifetimeChart::copyText() const {
    QStringList lines;
    for (std::size_t i = 0; m_data && i < m_data->live.size(); ++i)
        lines << QStringLiteral("%1\t%2\t%3")
                     .arg(i + 1)
                     .arg(QString::fromStdString(m_data->labels[i]))
                     .arg(m_data->live[i]);
    return lines.join('\n');
}

void LifetimeChart::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(tr("Show everything"), this, [this] { mouseDoubleClickEvent(nullptr); });
    menu.addAction(tr("Copy as data"), QKeySequence::Copy, this,
                   [this] { QApplication::clipboard()->setText(copyText()); });
    menu.addAction(tr("Copy as image"), this,
                   [this] { QApplication::clipboard()->setPixmap(grab()); });
    menu.exec(event->globalPos());
}

} // namespace metainfer::widgets
