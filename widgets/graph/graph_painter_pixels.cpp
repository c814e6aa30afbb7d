// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A graph seen from afar: boxes and edges as pixels.
#include "graph/graph_painter.h"
#include "graph/pixel_canvas.h"

#include <QPainter>

#include <algorithm>
#include <span>

namespace metainfer::widgets {

using namespace drawing;

/// Device pixels = drawing * scale + offset.
struct GraphPainter::Scaled {
    double scaleX, scaleY, x, y;
    double mapX(double value) const { return value * scaleX + x; }
    double mapY(double value) const { return value * scaleY + y; }
};

namespace {

/// Everything is visible: no need to ask the index, which would sort.
template <typename Key>
std::vector<Key> allOf(std::size_t count) {
    std::vector<Key> ids;
    ids.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        ids.emplace_back(i);
    return ids;
}

} // namespace

void GraphPainter::paintPixels(QImage& image, const QRect& area, const Scaled& map,
                               double smallest) const {
    PixelCanvas canvas(image, area);
    canvas.fill(area.left(), area.top(), area.right() + 1, area.bottom() + 1,
                toQt(m_theme.background).rgb());
    const Rect shown{(area.left() - map.x) / map.scaleX, (area.top() - map.y) / map.scaleY,
                     area.width() / map.scaleX, area.height() / map.scaleY};
    std::vector<BoxId> boxes;
    std::vector<RouteId> routes;
    std::vector<FrameId> frames;
    if (shown.contains(m_layout.bounds())) {
        boxes = allOf<BoxId>(m_layout.visible().boxes().size());
        routes = allOf<RouteId>(m_layout.routes().size());
        frames = allOf<FrameId>(m_layout.visible().frames().size());
    } else {
        m_layout.query(shown, &boxes, &routes, &frames);
    }
    const auto device = [&](const Rect& r, auto&& draw) {
        draw(map.mapX(r.x), map.mapY(r.y), map.mapX(r.right()), map.mapY(r.bottom()));
    };
    const QRgb frameFill = toQt(m_theme.frame).rgb();
    const QRgb frameBorder = toQt(m_theme.frameBorder).rgb();
    for (const FrameId id : frames) {
        if (id.index == 0)
            continue; // the root has no border
        device(m_layout.frame(id), [&](double l, double t, double r, double b) {
            canvas.fill(l, t, r, b, frameFill);
            if (r - l > 4 && b - t > 4)
                canvas.frame(l, t, r, b, frameBorder);
        });
    }
    const QRgb line = toQt(mixed(m_theme.line, m_theme.background, 0.35)).rgb();
    // Branches share a trunk, which is drawn once: what begins like the last one is there already.
    std::span<const Point> last;
    EdgeId lastEdge;
    std::size_t lastGap = 0;
    for (const RouteId id : routes) {
        const Route& route = m_layout.route(id);
        const double extent =
            std::max(route.bounds.width * map.scaleX, route.bounds.height * map.scaleY);
        if (extent < smallest || (smallest > 0 && route.isPortal())) // its stubs are specks
            continue;
        const auto points = m_layout.points(route);
        std::size_t same = 0;
        while (route.edge == lastEdge && same < points.size() && same < last.size() &&
               points[same] == last[same])
            ++same;
        if (lastGap > 0)
            same = std::min(same, lastGap);
        last = points;
        lastGap = route.gap;
        lastEdge = route.edge;
        for (std::size_t i = std::max<std::size_t>(1, same); i < points.size(); ++i)
            if (i != route.gap)
                canvas.line(map.mapX(points[i - 1].x), map.mapY(points[i - 1].y),
                            map.mapX(points[i].x), map.mapY(points[i].y), line);
    }
    for (const BoxId id : boxes) {
        const QRgb color = boxColor(id).rgb();
        device(m_layout.box(id),
               [&](double l, double t, double r, double b) { canvas.fill(l, t, r, b, color); });
    }
}

void GraphPainter::paintOverview(QImage& image, const Rect& shown) const {
    const double scaleX = image.width() / std::max(1.0, shown.width);
    const double scaleY = image.height() / std::max(1.0, shown.height);
    paintPixels(image, image.rect(), {scaleX, scaleY, -shown.x * scaleX, -shown.y * scaleY}, 2);
}

void GraphPainter::paint(QImage& image, const Camera& camera, const QRect& area) const {
    const double ratio = image.devicePixelRatio();
    if (camera.scale < GraphDetail::kShapes) {
        const double scale = camera.scale * ratio;
        paintPixels(image, area,
                    {scale, scale, camera.offset.x() * ratio, camera.offset.y() * ratio},
                    camera.scale < GraphDetail::kOverview ? 2 : 0);
        return;
    }
    QPainter painter(&image);
    const QRectF logical(area.x() / ratio, area.y() / ratio, area.width() / ratio,
                         area.height() / ratio);
    painter.setClipRect(logical);
    painter.fillRect(logical, toQt(m_theme.background));
    paintDetailed(painter, camera, logical);
}

} // namespace metainfer::widgets
