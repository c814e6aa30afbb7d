// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Frames, edges and boxes near enough to have shapes and text.
#include "graph/graph_painter.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace metainfer::widgets {

using namespace drawing;

namespace {

constexpr double kLongestLabel = 260; ///< pixels to the right of an edge

QString text(const std::string& utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// A font size in logical pixels that stays readable when the drawing is small.
double readable(TextRole role, double scale, double smallest) {
    return std::max(ApproximateMeasure::fontSize(role) * scale, smallest);
}

/// Area that a query must cover, so that what sticks out (labels, marks) is painted too.
Rect queried(const Camera& camera, const QRectF& area) {
    return camera.toDrawing(area.adjusted(-kLongestLabel, -24, 24, 24));
}

} // namespace

GraphPainter::GraphPainter(const GraphPicture& picture, const GraphFonts& fonts,
                           const GraphLook& look)
    : m_picture(picture)
    , m_layout(*picture.layout)
    , m_fonts(fonts)
    , m_look(look)
    , m_theme(theme(look.theme)) {}

QString changeSymbol(Change change) {
    switch (change) {
    case Change::Added:
        return QStringLiteral("+");
    case Change::Removed:
        return QStringLiteral("−");
    case Change::Changed:
        return QStringLiteral("≠");
    case Change::Same:
        break;
    }
    return {};
}

QColor changeColor(Change change, const Theme& theme) {
    return toQt(change == Change::Added     ? theme.added
                : change == Change::Removed ? theme.removed
                : change == Change::Changed ? theme.changed
                                            : theme.line);
}

std::optional<Change> GraphPainter::changeOf(BoxId id) const {
    if (!m_look.changes)
        return std::nullopt;
    const Box& box = m_layout.visible().box(id);
    if (!box.isGroup())
        return (*m_look.changes)[box.item.index];
    // A closed group is what its operators are, when they agree.
    const Group& group = m_layout.visible().diagram().group(box.group);
    std::optional<Change> all;
    for (std::size_t i = 0; i < group.itemCount; ++i) {
        const Change one = (*m_look.changes)[group.firstItem.index + i];
        if (all && *all != one)
            return Change::Changed;
        all = one;
    }
    return all;
}

QColor GraphPainter::boxColor(BoxId id) const {
    if (m_look.overlay) {
        const auto fill = m_look.overlay->fill(id);
        return toQt(fill ? *fill : m_theme.unknown);
    }
    if (const auto change = changeOf(id))
        return changeColor(*change, m_theme);
    const Box& box = m_layout.visible().box(id);
    const OperatorTint tint = m_picture.tints[id.index];
    if (box.isGroup() && tint == OperatorTint::Neutral)
        return toQt(m_theme.groupBorder);
    return toQt(m_theme.tints[static_cast<std::size_t>(tint)]);
}

void GraphPainter::paintDetailed(QPainter& painter, const Camera& camera,
                                 const QRectF& area) const {
    std::vector<BoxId> boxes;
    std::vector<RouteId> routes;
    std::vector<FrameId> frames;
    const Rect wanted = queried(camera, area);
    m_layout.query(wanted, &boxes, &routes, &frames);
    painter.setRenderHint(QPainter::Antialiasing);
    paintFrames(painter, camera, frames);
    paintRoutes(painter, camera, routes);
    for (const FrameId frame : frames) // above the lines, which enter where the titles stand
        paintFrameTitle(painter, camera, frame);
    for (const BoxId box : boxes)
        paintBox(painter, camera, box);
    if (camera.scale >= GraphDetail::kNames)
        paintRouteText(painter, camera, routes);
    for (const BoxId box : boxes) // above the types of results, which stand close below
        paintMarks(painter, camera, box);
}

void GraphPainter::paintFrames(QPainter& painter, const Camera& camera,
                               const std::vector<FrameId>& frames) const {
    for (const FrameId id : frames) {
        if (id.index == 0)
            continue;
        const QRectF r = camera.toWidget(m_layout.frame(id));
        painter.setPen(QPen(toQt(m_theme.frameBorder), 1));
        painter.setBrush(toQt(m_theme.frame));
        const double radius = std::min(8.0, 8 * camera.scale);
        painter.drawRoundedRect(r, radius, radius);
    }
}

QRectF frameButton(const Layout& layout, FrameId frame, const Camera& camera) {
    if (frame.index == 0 || camera.scale < GraphDetail::kTitles)
        return {};
    const QRectF r = camera.toWidget(layout.frame(frame));
    const double side = std::max(11.0, 13 * camera.scale);
    const double top = r.top() + layout.frameTitleHeight() * camera.scale / 2 - side / 2;
    return {r.left() + 6 * camera.scale, std::max(r.top() + 1, top), side, side};
}

void GraphPainter::paintFrameTitle(QPainter& painter, const Camera& camera, FrameId id) const {
    const QRectF button = frameButton(m_layout, id, camera);
    if (button.isEmpty())
        return;
    const QRectF r = camera.toWidget(m_layout.frame(id));
    painter.setPen(QPen(toQt(m_theme.faintInk), 1));
    painter.setBrush(toQt(m_theme.box));
    painter.drawRoundedRect(button, 2, 2);
    const QPointF middle = button.center();
    painter.drawLine(QPointF(button.left() + 3, middle.y()),
                     QPointF(button.right() - 3, middle.y()));
    const QFont font =
        m_fonts.sized(TextRole::FrameTitle, readable(TextRole::FrameTitle, camera.scale, 9));
    painter.setFont(font);
    const QRectF place(button.right() + 4, button.top() - 3, r.right() - button.right() - 8,
                       button.height() + 6);
    if (place.width() < 16)
        return;
    const QFontMetricsF metrics(font);
    const QString title = metrics.elidedText(text(frameTitle(m_layout.visible(), id)),
                                             Qt::ElideMiddle, place.width());
    QRectF behind(place.left() - 2, middle.y() - metrics.height() / 2,
                  metrics.horizontalAdvance(title) + 4, metrics.height());
    behind.setTop(std::max(behind.top(), r.top() + 1));
    painter.setPen(Qt::NoPen);
    painter.setBrush(toQt(m_theme.frame));
    painter.drawRect(behind);
    painter.setPen(toQt(m_theme.faintInk));
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, title);
}

QPainterPath GraphPainter::path(const Route& route, const Camera& camera) const {
    QPainterPath path;
    const auto points = m_layout.points(route);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const QPointF p = camera.toWidget(points[i]);
        if (i == 0 || i == route.gap) {
            path.moveTo(p);
            continue;
        }
        const QPointF last = path.currentPosition();
        if (last.x() == p.x() || camera.scale < GraphDetail::kTitles) {
            path.lineTo(p);
        } else {
            const double middle = (last.y() + p.y()) / 2;
            path.cubicTo(QPointF(last.x(), middle), QPointF(p.x(), middle), p);
        }
    }
    return path;
}

void GraphPainter::paintRoutes(QPainter& painter, const Camera& camera,
                               const std::vector<RouteId>& routes) const {
    // Width 0 is cosmetic: by far the fastest for the raster engine.
    const QPen solid(toQt(m_theme.line), 0);
    QPen order = solid;
    order.setStyle(Qt::DashLine);
    painter.setBrush(Qt::NoBrush);
    for (const RouteId id : routes) {
        const Route& route = m_layout.route(id);
        painter.setPen(m_layout.visible().edge(route.edge).isOrder ? order : solid);
        painter.drawPath(path(route, camera));
    }
    if (camera.scale < GraphDetail::kTitles)
        return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(toQt(m_theme.line));
    const double size = std::clamp(5 * camera.scale, 2.5, 6.0);
    for (const RouteId id : routes) {
        const Route& route = m_layout.route(id);
        const QPointF tip = camera.toWidget(m_layout.points(route).back());
        const double up = route.isBackward ? size * 1.6 : -size * 1.6;
        const QPointF head[] = {tip, tip + QPointF(-size * 0.7, up), tip + QPointF(size * 0.7, up)};
        painter.drawConvexPolygon(head, 3);
    }
}

void GraphPainter::paintRouteText(QPainter& painter, const Camera& camera,
                                  const std::vector<RouteId>& routes) const {
    const double pixels = readable(TextRole::Label, camera.scale, 8);
    const QFont font = m_fonts.sized(TextRole::Label, pixels);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(toQt(m_theme.faintInk));
    for (const RouteId id : routes) {
        const Route& route = m_layout.route(id);
        if (route.isPortal())
            paintPortal(painter, camera, route);
        if (!m_look.edgeLabels || !route.isLabelled)
            continue;
        const QPointF at = camera.toWidget(route.label) + QPointF(0, pixels * 0.36);
        const QString label = text(m_layout.visible().edgeLabel(route.edge));
        // Readable above other lines that pass there.
        const VisibleGraph& visible = m_layout.visible();
        const bool isInside = visible.box(visible.edge(route.edge).from).frame.index != 0;
        painter.fillRect(QRectF(at.x() - 1, at.y() - metrics.ascent(),
                                metrics.horizontalAdvance(label) + 2, metrics.height()),
                         toQt(isInside ? m_theme.frame : m_theme.background));
        painter.drawText(at, label);
    }
}

void GraphPainter::paintPortal(QPainter& painter, const Camera& camera, const Route& route) const {
    const auto points = m_layout.points(route);
    const Diagram& diagram = m_layout.visible().diagram();
    const VisibleEdge& edge = m_layout.visible().edge(route.edge);
    const std::string name = edge.tensors.empty() ? "" : diagram.tensor(edge.tensors[0]).name;
    const QString label = text(elided(name, 28));
    painter.save();
    painter.setBrush(toQt(m_theme.box));
    painter.setPen(QPen(toQt(m_theme.line), 1));
    const double radius = 3 * camera.scale;
    for (const std::size_t end : {std::size_t{route.gap} - 1, std::size_t{route.gap}}) {
        if (end >= points.size())
            continue;
        painter.drawEllipse(camera.toWidget(points[end]), radius, radius);
    }
    painter.setPen(toQt(m_theme.faintInk));
    if (route.gap < points.size())
        painter.drawText(camera.toWidget(points[route.gap]) + QPointF(radius + 3, -2), label);
    painter.restore();
}

} // namespace metainfer::widgets
