// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The graph view under mouse, wheel and keys.
#include "graph/graph_accessible.h"
#include "graph/graph_view.h"

#include <QAccessible>
#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace metainfer::widgets {

using namespace drawing;

namespace {

constexpr double kLargest = 4;
constexpr double kStep = 80; ///< logical pixels of an arrow key or a wheel's notch

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

} // namespace

RouteId GraphView::routeAt(QPointF at) const {
    if (!m_picture || m_camera.scale < GraphDetail::kShapes)
        return {};
    const Hit hit = m_picture->layout->hit(m_camera.toDrawing(at), 4 / m_camera.scale);
    return hit.box.isValid() ? RouteId{} : hit.route;
}

GraphElement GraphView::elementAt(QPointF at) const {
    if (!m_picture)
        return {};
    const VisibleGraph& visible = m_picture->layout->visible();
    const Hit hit = m_picture->layout->hit(m_camera.toDrawing(at), 4 / m_camera.scale);
    if (hit.box.isValid())
        return elementOf(visible, hit.box);
    GraphElement element;
    if (hit.route.isValid() && m_camera.scale >= GraphDetail::kShapes) {
        const auto& tensors = visible.edge(m_picture->layout->route(hit.route).edge).tensors;
        if (!tensors.empty()) {
            element.tensor = tensors.front();
            return element;
        }
    }
    if (hit.frame.isValid() && hit.frame.index != 0)
        element.group = visible.frame(hit.frame).group;
    return element;
}

FrameId GraphView::buttonAt(QPointF at) const {
    if (!m_picture)
        return {};
    const FrameId frame = m_picture->layout->frameAt(m_camera.toDrawing(at));
    if (!frame.isValid())
        return {};
    const QRectF button = frameButton(*m_picture->layout, frame, m_camera);
    return button.adjusted(-3, -3, 3, 3).contains(at) ? frame : FrameId{};
}

void GraphView::choose(const GraphElement& element, bool add) {
    m_cameFrom = {};
    auto chosen = add ? m_selection : std::vector<GraphElement>{};
    const auto it = std::find(chosen.begin(), chosen.end(), element);
    if (it != chosen.end())
        chosen.erase(it);
    else if (element.isValid())
        chosen.push_back(element);
    setSelection(std::move(chosen));
    emit selectionChanged();
}

void GraphView::announce() {
    setAccessibleDescription(m_picture && current().isValid() ? nameOf(current()) : QString());
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    announceCurrentBox(this);
}

void GraphView::moveBy(QPointF by) {
    Camera camera = m_camera;
    camera.offset += by;
    setCamera(camera);
}

void GraphView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return QWidget::mousePressEvent(event);
    m_isPressed = true;
    m_isDragging = false;
    m_pressed = m_dragged = event->position();
    QToolTip::hideText();
}

void GraphView::mouseMoveEvent(QMouseEvent* event) {
    if (!m_isPressed) {
        const RouteId route = routeAt(event->position());
        if (route != m_hovered) {
            m_hovered = route;
            update();
        }
        setCursor(buttonAt(event->position()).isValid() ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return;
    }
    const QPointF moved = event->position() - m_pressed;
    if (!m_isDragging && moved.manhattanLength() < QApplication::startDragDistance())
        return;
    m_isDragging = true;
    setCursor(Qt::ClosedHandCursor);
    moveBy(event->position() - m_dragged);
    m_dragged = event->position();
}

void GraphView::mouseReleaseEvent(QMouseEvent* event) {
    if (!std::exchange(m_isPressed, false))
        return;
    setCursor(Qt::ArrowCursor);
    if (m_isDragging || event->button() != Qt::LeftButton)
        return;
    if (const FrameId frame = buttonAt(event->position()); frame.isValid()) {
        GraphElement group;
        group.group = m_picture->layout->visible().frame(frame).group;
        emit toggleAsked(group);
        return;
    }
    choose(elementAt(event->position()), event->modifiers().testFlag(Qt::ControlModifier));
}

void GraphView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    const GraphElement element = elementAt(event->position());
    if (element.group.isValid())
        emit toggleAsked(element);
}

void GraphView::contextMenuEvent(QContextMenuEvent* event) {
    if (event->reason() == QContextMenuEvent::Mouse) {
        const GraphElement element = elementAt(event->pos());
        if (std::find(m_selection.begin(), m_selection.end(), element) == m_selection.end())
            choose(element, false);
        emit menuAsked(element, event->globalPos());
        return;
    }
    QPoint at = rect().center();
    if (m_picture && current().isValid())
        at = m_camera.toWidget(areaOf(*m_picture->layout, current())).center().toPoint();
    emit menuAsked(current(), mapToGlobal(at));
}

void GraphView::leaveEvent(QEvent*) {
    m_hovered = {};
    update();
}

void GraphView::wheelEvent(QWheelEvent* event) {
    event->accept();
    const QPoint pixels = event->pixelDelta(), angle = event->angleDelta();
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        Camera camera = m_camera;
        const double notches = (angle.y() != 0 ? angle.y() : angle.x()) / 120.0;
        camera.zoomAt(event->position(), std::pow(1.2, notches), smallestScale(), kLargest);
        return setCamera(camera);
    }
    QPointF by = pixels.isNull() ? QPointF(angle) * (kStep / 120) : QPointF(pixels);
    if (event->modifiers().testFlag(Qt::ShiftModifier))
        by = by.transposed();
    moveBy(by);
}

bool GraphView::panKey(const QKeyEvent* event) {
    const double page = 0.8 * height();
    switch (event->key()) {
    case Qt::Key_PageUp:
        return moveBy({0, page}), true;
    case Qt::Key_PageDown:
        return moveBy({0, -page}), true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomBy(1.25), true;
    case Qt::Key_Minus:
        return zoomBy(0.8), true;
    case Qt::Key_0:
        return fitAll(), true;
    default:
        break;
    }
    if (!event->modifiers().testFlag(Qt::ShiftModifier))
        return false;
    switch (event->key()) {
    case Qt::Key_Left:
        return moveBy({kStep, 0}), true;
    case Qt::Key_Right:
        return moveBy({-kStep, 0}), true;
    case Qt::Key_Up:
        return moveBy({0, kStep}), true;
    case Qt::Key_Down:
        return moveBy({0, -kStep}), true;
    default:
        return false;
    }
}

BoxId GraphView::middleBox() const {
    const Layout& layout = *m_picture->layout;
    const Point middle = m_camera.toDrawing(QRectF(rect()).center());
    std::vector<BoxId> boxes;
    layout.query(m_camera.toDrawing(rect()), &boxes, nullptr, nullptr);
    const auto distance = [&](BoxId id) {
        const Point c = layout.box(id).center();
        return std::hypot(c.x - middle.x, c.y - middle.y);
    };
    const auto nearest = std::min_element(
        boxes.begin(), boxes.end(), [&](BoxId a, BoxId b) { return distance(a) < distance(b); });
    return nearest == boxes.end() ? BoxId{} : *nearest;
}

/// Where the edges of a box lead, from left to right.
std::vector<BoxId> GraphView::endsOf(BoxId from, bool down) const {
    const Layout& layout = *m_picture->layout;
    const VisibleGraph& visible = layout.visible();
    std::vector<BoxId> ends;
    for (const EdgeId edge : down ? visible.outgoing(from) : visible.incoming(from)) {
        if (!down)
            ends.push_back(visible.edge(edge).from);
        else
            ends.insert(ends.end(), visible.edge(edge).to.begin(), visible.edge(edge).to.end());
    }
    std::sort(ends.begin(), ends.end(), [&](BoxId a, BoxId b) {
        const double xa = layout.box(a).center().x, xb = layout.box(b).center().x;
        return xa != xb ? xa < xb : a < b;
    });
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    return ends;
}

/// The straightest way along an edge.
BoxId GraphView::alongEdges(BoxId from, bool down) const {
    const Layout& layout = *m_picture->layout;
    const double x = layout.box(from).center().x;
    const auto away = [&](BoxId id) { return std::abs(layout.box(id).center().x - x); };
    const auto ends = endsOf(from, down);
    const auto best = std::min_element(ends.begin(), ends.end(),
                                       [&](BoxId a, BoxId b) { return away(a) < away(b); });
    return best == ends.end() ? BoxId{} : *best;
}

/// The next end of the edges that the last step followed.
BoxId GraphView::otherEnd(bool right) const {
    const BoxId now = boxOf(m_picture->layout->visible(), current());
    if (!m_cameFrom.isValid() || !now.isValid())
        return {};
    const auto ends = endsOf(m_cameFrom, m_cameDown);
    const auto at = std::find(ends.begin(), ends.end(), now);
    if (at == ends.end() || (right ? at + 1 == ends.end() : at == ends.begin()))
        return {};
    return right ? *(at + 1) : *(at - 1);
}

/// The nearest box beside, at about the same height.
BoxId GraphView::sideways(BoxId from, bool right) const {
    const Layout& layout = *m_picture->layout;
    const Rect& own = layout.box(from);
    const Rect& bounds = layout.bounds();
    const Rect band = right ? Rect{own.right() + 1, own.y, bounds.right() - own.right(), own.height}
                            : Rect{bounds.x, own.y, own.x - bounds.x - 1, own.height};
    std::vector<BoxId> boxes;
    layout.query(band, &boxes, nullptr, nullptr);
    BoxId best;
    for (const BoxId id : boxes) {
        const double x = layout.box(id).center().x;
        if (id == from || (right ? x <= own.center().x : x >= own.center().x))
            continue;
        if (!best.isValid() ||
            std::abs(x - own.center().x) < std::abs(layout.box(best).center().x - own.center().x))
            best = id;
    }
    return best;
}

GraphElement GraphView::neighbour(int key) const {
    const VisibleGraph& visible = m_picture->layout->visible();
    BoxId from = boxOf(visible, current());
    if (!from.isValid() && current().tensor.isValid())
        from = visible.boxOf(visible.diagram().tensor(current().tensor).producer);
    if (!from.isValid() && current().group.isValid()) // an open group: go into it
        from = visible.boxOf(visible.diagram().group(current().group).firstItem);
    else if (from.isValid())
        from = key == Qt::Key_Down || key == Qt::Key_Up ? alongEdges(from, key == Qt::Key_Down)
                                                        : sideways(from, key == Qt::Key_Right);
    else
        from = middleBox();
    return from.isValid() ? elementOf(visible, from) : GraphElement{};
}

bool GraphView::walkKey(const QKeyEvent* event) {
    if (!m_picture)
        return false;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const bool along = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
        const VisibleGraph& visible = m_picture->layout->visible();
        const BoxId from = along ? boxOf(visible, current()) : m_cameFrom;
        const BoxId other = along ? BoxId{} : otherEnd(event->key() == Qt::Key_Right);
        const GraphElement next =
            other.isValid() ? elementOf(visible, other) : neighbour(event->key());
        if (next.isValid()) {
            choose(next, false);
            reveal(next);
            m_cameFrom = along || other.isValid() ? from : BoxId{};
            m_cameDown = along ? event->key() == Qt::Key_Down : m_cameDown;
        }
        return true;
    }
    case Qt::Key_Home:
    case Qt::Key_End: {
        const auto count = m_picture->layout->visible().boxes().size();
        if (count > 0) {
            const BoxId box(event->key() == Qt::Key_Home ? std::size_t{0} : count - 1);
            choose(elementOf(m_picture->layout->visible(), box), false);
            reveal(current());
        }
        return true;
    }
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (current().group.isValid()) {
            if (event->modifiers().testFlag(Qt::ShiftModifier))
                emit openBelowAsked(current());
            else
                emit toggleAsked(current());
        }
        return true;
    case Qt::Key_Backspace: { // out: the group around
        const Diagram& diagram = m_picture->diagram();
        GraphElement around;
        if (current().item.isValid())
            around.group = diagram.item(current().item).group;
        else if (current().group.isValid())
            around.group = diagram.group(current().group).parent;
        if (around.group.isValid() && around.group != diagram.root()) {
            choose(around, false);
            reveal(around);
        }
        return true;
    }
    case Qt::Key_Escape:
        choose({}, false);
        return true;
    default:
        return false;
    }
}

void GraphView::keyPressEvent(QKeyEvent* event) {
    if (!panKey(event) && !walkKey(event))
        QWidget::keyPressEvent(event);
}

QString GraphView::nameOf(const GraphElement& element) const {
    if (!m_picture || !element.isValid())
        return {};
    const Diagram& diagram = m_picture->diagram();
    if (element.item.isValid())
        return text(diagram.label(element.item));
    return element.group.isValid() ? text(diagram.group(element.group).title)
                                   : text(diagram.tensor(element.tensor).name);
}

QString GraphView::descriptionOf(const GraphElement& element) const {
    if (!m_picture || !element.isValid())
        return {};
    const Diagram& diagram = m_picture->diagram();
    QStringList lines;
    const auto tensorLine = [&](TensorId id) {
        const Tensor& tensor = diagram.tensor(id);
        return text(elided(tensor.name, 60)) + QStringLiteral("  ") + text(tensor.type);
    };
    if (element.tensor.isValid()) {
        lines << tensorLine(element.tensor);
    } else if (element.group.isValid()) {
        const Group& group = diagram.group(element.group);
        lines << text(elided(group.path.empty() ? group.title : group.path, 80))
              << tr("operators: %1").arg(group.operatorCount);
    } else {
        lines << text(elided(diagram.label(element.item), 100));
        const Item& item = diagram.item(element.item);
        for (std::size_t i = 0; i < std::min<std::size_t>(item.inputs.size(), 6); ++i)
            lines << tr("in: %1").arg(tensorLine(item.inputs[i]));
        for (std::size_t i = 0; i < std::min<std::size_t>(item.outputs.size(), 6); ++i)
            lines << tr("out: %1").arg(tensorLine(item.outputs[i]));
    }
    if (m_look.overlay && !element.tensor.isValid()) {
        const BoxId box = boxOf(m_picture->layout->visible(), element);
        const QString value = box.isValid() ? text(m_look.overlay->valueText(box)) : QString();
        if (!value.isEmpty())
            lines << tr("%1: %2").arg(text(m_look.overlay->title()), value);
    }
    return lines.join('\n');
}

bool GraphView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString words = descriptionOf(elementAt(help->pos()));
        if (words.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), words, this);
        return true;
    }
    if (event->type() == QEvent::NativeGesture) {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            Camera camera = m_camera;
            camera.zoomAt(gesture->position(), 1 + gesture->value(), smallestScale(), kLargest);
            setCamera(camera);
            return true;
        }
    }
    return QWidget::event(event);
}

} // namespace metainfer::widgets
