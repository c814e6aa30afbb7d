// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The radar plot. Painted here: a polar chart of Qt Charts cannot leave a gap where a value is not
// known.
#include "hardware/radar_plot.h"

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
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace metainfer::widgets {
namespace {

constexpr int kRings = 4;
constexpr double kPointSize = 4;
constexpr double kLegendGap = 52; ///< line, its margins, and what divides two names
constexpr double kZoomStep = 1.2, kMostZoom = 8;
constexpr Qt::PenStyle kStyles[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};

Qt::PenStyle styleOf(std::size_t device) {
    return kStyles[device % std::size(kStyles)];
}

} // namespace

RadarPlot::RadarPlot(QWidget* parent)
    : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
}

void RadarPlot::setContent(QStringList names, std::vector<int> colors,
                           std::vector<RadarAxis> axes) {
    m_names = std::move(names);
    m_colors = std::move(colors);
    m_axes = std::move(axes);
    setAccessibleDescription(dataText());
    update();
}

void RadarPlot::setEmptyText(const QString& text) {
    m_emptyText = text;
    update();
}

QPointF RadarPlot::centre() const {
    const double legend = legendHeight();
    return QPointF(width() / 2.0, (height() - legend) / 2.0) + m_offset;
}

double RadarPlot::radius() const {
    const double legend = legendHeight();
    return m_zoom * std::max(60.0, std::min(width() / 2.0 - 140, (height() - legend) / 2.0 - 40));
}

QPointF RadarPlot::placeOf(std::size_t axis, double at) const {
    const double angle =
        2 * std::numbers::pi * static_cast<double>(axis) / static_cast<double>(m_axes.size()) -
        std::numbers::pi / 2;
    return centre() + radius() * at * QPointF(std::cos(angle), std::sin(angle));
}

void RadarPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors& colors = Colors::of(this);
    painter.fillRect(rect(), colors.surface);
    if (m_axes.size() < 3 || m_names.isEmpty()) {
        painter.setPen(colors.textMuted);
        painter.drawText(rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap,
                         m_emptyText);
        return;
    }
    paintGrid(painter);
    for (std::size_t device = 0; device < static_cast<std::size_t>(m_names.size()); ++device)
        paintDevice(painter, device);
    paintLegend(painter);
    if (hasFocus()) {
        painter.setPen(QPen(colors.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(1, 1, -2, -2));
    }
}

void RadarPlot::paintGrid(QPainter& painter) const {
    const Colors& colors = Colors::of(this);
    painter.setBrush(Qt::NoBrush);
    for (int ring = 1; ring <= kRings; ++ring) {
        QPolygonF polygon;
        for (std::size_t axis = 0; axis < m_axes.size(); ++axis)
            polygon << placeOf(axis, static_cast<double>(ring) / kRings);
        painter.setPen(QPen(ring == kRings ? colors.border : colors.grid, 1));
        painter.drawPolygon(polygon);
    }
    for (std::size_t axis = 0; axis < m_axes.size(); ++axis) {
        painter.setPen(QPen(colors.grid, 1));
        painter.drawLine(centre(), placeOf(axis, 1));
        const QPointF rim = placeOf(axis, 1);
        const QPointF away = (rim - centre()) / radius();
        const QString& name = m_axes[axis].name;
        const QSizeF size =
            fontMetrics().boundingRect(QRect(0, 0, 130, 60), Qt::TextWordWrap, name).size() +
            QSize(4, 2);
        QPointF at =
            rim + QPointF(away.x() * (10 + size.width() / 2), away.y() * (10 + size.height() / 2));
        if (m_zoom > 1) { // the name stays in sight on the way to the rim
            const double bottom = height() - legendHeight() - 8;
            at.setX(std::clamp(at.x(), size.width() / 2 + 4, width() - size.width() / 2 - 4));
            at.setY(std::clamp(at.y(), size.height() / 2 + 4, bottom - size.height() / 2));
        }
        painter.setPen(colors.text);
        painter.drawText(QRectF(at.x() - size.width() / 2, at.y() - size.height() / 2, size.width(),
                                size.height()),
                         Qt::AlignCenter | Qt::TextWordWrap, name);
    }
}

void RadarPlot::paintDevice(QPainter& painter, std::size_t device) const {
    const Colors& colors = Colors::of(this);
    const QColor color = colors.series[m_colors[device] % colors.series.size()];
    const auto known = [&](std::size_t axis) {
        return m_axes[axis % m_axes.size()].places[device];
    };
    painter.setPen(QPen(color, 2, styleOf(device)));
    bool closed = true;
    QPolygonF polygon;
    for (std::size_t axis = 0; axis < m_axes.size(); ++axis) {
        const auto from = known(axis), to = known(axis + 1);
        if (from)
            polygon << placeOf(axis, *from);
        if (from && to)
            painter.drawLine(placeOf(axis, *from), placeOf((axis + 1) % m_axes.size(), *to));
        closed = closed && from;
    }
    if (closed) {
        QColor fill = color;
        fill.setAlpha(28);
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawPolygon(polygon);
    }
    painter.setPen(QPen(colors.surface, 1));
    painter.setBrush(color);
    for (const QPointF& point : polygon)
        painter.drawEllipse(point, kPointSize, kPointSize);
    painter.setBrush(Qt::NoBrush);
}

std::vector<QPointF> RadarPlot::legendPlaces() const {
    const double room = width() - 16.0, line = fontMetrics().height() + 4;
    const auto widthOf = [this](const QString& name) {
        return fontMetrics().horizontalAdvance(name) + kLegendGap;
    };
    std::vector<QPointF> places;
    for (qsizetype first = 0, last = 0; first < m_names.size(); first = last) {
        double used = 0;
        while (last < m_names.size() && (last == first || used + widthOf(m_names[last]) <= room))
            used += widthOf(m_names[last++]);
        double x = std::max(8.0, (width() - used) / 2);
        const double y = places.empty() ? 0 : places.back().y() + line;
        for (qsizetype i = first; i < last; ++i) {
            places.emplace_back(x, y);
            x += widthOf(m_names[i]);
        }
    }
    return places;
}

double RadarPlot::legendHeight() const {
    const auto places = legendPlaces();
    return places.empty() ? 0 : places.back().y() + fontMetrics().height() + 12;
}

void RadarPlot::paintLegend(QPainter& painter) const {
    const Colors& colors = Colors::of(this);
    const int row = fontMetrics().height();
    const auto places = legendPlaces();
    const double top = height() - legendHeight() + 4;
    painter.fillRect(QRectF(1, top - 4, width() - 2, legendHeight() - 1), colors.surface);
    for (std::size_t device = 0; device < places.size(); ++device) {
        const double x = places[device].x(), y = top + places[device].y();
        painter.setPen(
            QPen(colors.series[m_colors[device] % colors.series.size()], 2, styleOf(device)));
        painter.drawLine(QPointF(x, y + row / 2.0), QPointF(x + 26, y + row / 2.0));
        painter.setPen(colors.text);
        painter.drawText(QPointF(x + 32, y + fontMetrics().ascent()),
                         m_names[static_cast<qsizetype>(device)]);
    }
}

QString RadarPlot::tipAt(QPointF position) const {
    QString tip;
    double nearest = 14; // pixels
    for (std::size_t axis = 0; axis < m_axes.size(); ++axis) {
        for (std::size_t device = 0; device < m_axes[axis].places.size(); ++device) {
            const auto& place = m_axes[axis].places[device];
            if (!place)
                continue;
            const double distance = QLineF(position, placeOf(axis, *place)).length();
            if (distance < nearest) {
                nearest = distance;
                tip = tr("%1\n%2: %3", "device, property: value")
                          .arg(m_names[static_cast<qsizetype>(device)], m_axes[axis].name,
                               m_axes[axis].values[static_cast<qsizetype>(device)]);
            }
        }
    }
    return tip;
}

QString RadarPlot::dataText() const {
    QString text = '\t' + m_names.join('\t') + '\n';
    for (const RadarAxis& axis : m_axes)
        text += axis.name + '\t' + axis.values.join('\t') + '\n';
    return text;
}

bool RadarPlot::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tipAt(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
}

void RadarPlot::zoomBy(double factor, QPointF around) {
    const double next = std::clamp(m_zoom * factor, 1.0, kMostZoom);
    const double real = next / m_zoom;
    m_offset += (1 - real) * (around - centre());
    m_zoom = next;
    if (m_zoom <= 1)
        m_offset = {};
    update();
}

void RadarPlot::resetZoom() {
    m_zoom = 1;
    m_offset = {};
    update();
}

void RadarPlot::wheelEvent(QWheelEvent* event) {
    zoomBy(event->angleDelta().y() > 0 ? kZoomStep : 1 / kZoomStep, event->position());
    event->accept();
}

void RadarPlot::mousePressEvent(QMouseEvent* event) {
    m_dragged = event->position();
}

void RadarPlot::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton) || m_zoom <= 1)
        return;
    m_offset += event->position() - m_dragged;
    m_dragged = event->position();
    update();
}

void RadarPlot::mouseDoubleClickEvent(QMouseEvent*) {
    resetZoom();
}

void RadarPlot::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy))
        QApplication::clipboard()->setText(dataText());
    else if (event->matches(QKeySequence::ZoomIn))
        zoomBy(kZoomStep, centre());
    else if (event->matches(QKeySequence::ZoomOut))
        zoomBy(1 / kZoomStep, centre());
    else if (event->key() == Qt::Key_0 && event->modifiers() == Qt::ControlModifier)
        resetZoom();
    else
        QWidget::keyPressEvent(event);
}

void RadarPlot::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(themedIcon("copy", palette()), tr("Copy &data"), this,
                   [this] { QApplication::clipboard()->setText(dataText()); });
    menu.addAction(tr("Copy as &image"), this,
                   [this] { QApplication::clipboard()->setPixmap(grab()); });
    menu.addAction(themedIcon("save", palette()), tr("&Save as picture…"), this, [this] {
        const QString file = QFileDialog::getSaveFileName(this, tr("Save the plot"), QString(),
                                                          tr("PNG picture (*.png)"));
        if (!file.isEmpty())
            grab().save(file);
    });
    menu.addAction(themedIcon("fit", palette()), tr("&Show all"), QKeySequence("Ctrl+0"), this,
                   &RadarPlot::resetZoom)
        ->setEnabled(m_zoom > 1);
    menu.exec(event->globalPos());
}

void RadarPlot::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        update();
}

} // namespace metainfer::widgets
