// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The overview map.
#include "graph/minimap.h"

#include "graph/graph_view.h"
#include "theme/colors.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>

namespace metainfer::widgets {
namespace {

constexpr double kMostWidth = 170, kMostHeight = 210, kLeast = 44;
constexpr int kGap = 10;

} // namespace

Minimap::Minimap(GraphView* view)
    : QWidget(view)
    , m_view(view) {
    setObjectName("minimap");
    setCursor(Qt::CrossCursor);
    setFocusPolicy(Qt::NoFocus); // the view's own keys do the same
    view->installEventFilter(this);
    connect(view, &GraphView::cameraChanged, this, &Minimap::place);
    connect(view, &GraphView::pictureChanged, this, &Minimap::forget);
    connect(view, &GraphView::overlayChanged, this, &Minimap::forget);
    place();
}

void Minimap::setWanted(bool wanted) {
    m_wanted = wanted;
    place();
}

void Minimap::forget() {
    m_map = {};
    place();
}

/// Sized after the graph; a very long or wide one is squeezed, so that it is more than a line.
void Minimap::place() {
    const auto& picture = m_view->picture();
    if (!picture || !m_wanted) {
        hide();
        return;
    }
    const drawing::Rect& bounds = picture->layout->bounds();
    const drawing::Rect shown = m_view->camera().toDrawing(QRectF(m_view->rect()));
    const double scale = std::min(kMostWidth / std::max(1.0, bounds.width),
                                  kMostHeight / std::max(1.0, bounds.height));
    const QSize wanted(static_cast<int>(std::clamp(bounds.width * scale, kLeast, kMostWidth)),
                       static_cast<int>(std::clamp(bounds.height * scale, kLeast, kMostHeight)));
    const bool fits =
        wanted.width() * 3 < m_view->width() && wanted.height() * 2 < m_view->height();
    setVisible(fits && !shown.contains(bounds));
    setGeometry(m_view->width() - wanted.width() - kGap, m_view->height() - wanted.height() - kGap,
                wanted.width(), wanted.height());
    update();
}

bool Minimap::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        place();
    return QWidget::eventFilter(watched, event);
}

QRectF Minimap::shownArea() const {
    const drawing::Rect& bounds = m_view->picture()->layout->bounds();
    const drawing::Rect shown = m_view->camera().toDrawing(QRectF(m_view->rect()));
    const double sx = width() / std::max(1.0, bounds.width);
    const double sy = height() / std::max(1.0, bounds.height);
    return {(shown.x - bounds.x) * sx, (shown.y - bounds.y) * sy, shown.width * sx,
            shown.height * sy};
}

void Minimap::paintEvent(QPaintEvent*) {
    const auto& picture = m_view->picture();
    if (!picture)
        return;
    const QSize wanted = size() * devicePixelRatioF();
    if (m_map.size() != wanted) {
        m_map = QImage(wanted, QImage::Format_RGB32);
        m_view->paintOverview(m_map);
    }
    QPainter painter(this);
    painter.drawImage(QRectF(rect()), m_map);
    const Colors& colors = Colors::of(this);
    QRectF area = shownArea();
    if (area.height() < 4) // still to be seen on a graph of a hundred thousand rows
        area.adjust(0, area.height() / 2 - 2, 0, 2 - area.height() / 2);
    QColor veil = colors.accent;
    veil.setAlphaF(0.18f);
    painter.setPen(QPen(colors.accent, 1.5));
    painter.setBrush(veil);
    painter.drawRect(area.intersected(QRectF(rect()).adjusted(1, 1, -2, -2)));
    painter.setPen(colors.border);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void Minimap::goTo(QPointF at) {
    const drawing::Rect& bounds = m_view->picture()->layout->bounds();
    Camera camera = m_view->camera();
    camera.centerOn(
        {bounds.x + at.x() / width() * bounds.width, bounds.y + at.y() / height() * bounds.height},
        m_view->size());
    m_view->setCamera(camera);
}

void Minimap::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        goTo(event->position());
}

void Minimap::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons().testFlag(Qt::LeftButton))
        goTo(event->position());
}

void Minimap::wheelEvent(QWheelEvent* event) {
    m_view->zoomBy(event->angleDelta().y() > 0 ? 1.2 : 1 / 1.2);
    event->accept();
}

} // namespace metainfer::widgets
