// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The graph view's state and painting. The frame is kept: panning shifts it and paints only the
// strips that come into view.
#include "graph/graph_view.h"

#include "graph/graph_accessible.h"

#include "theme/colors.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace metainfer::widgets {

using namespace drawing;

namespace {

constexpr double kMargin = 24;
constexpr double kLargest = 4;
constexpr std::size_t kMostHighlights = 20000; ///< more outlines than that are a blot anyway

} // namespace

GraphView::GraphView(QWidget* parent)
    : QWidget(parent)
    , m_fonts(std::make_shared<GraphFonts>(font())) {
    installGraphAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMinimumSize(160, 120);
    makeColors();
}

void GraphView::makeColors() {
    m_look.theme = Colors::of(this).dark ? ThemeKind::Dark : ThemeKind::Light;
    m_look.overlay = m_overlay && m_picture
                         ? std::make_shared<const OverlayColors>(
                               *m_overlay, m_picture->layout->visible(), m_look.theme, m_range)
                         : nullptr;
    invalidate();
    emit overlayChanged();
}

void GraphView::setPicture(std::shared_ptr<const GraphPicture> picture,
                           const GraphElement& anchor) {
    const auto before = std::exchange(m_picture, std::move(picture));
    m_hovered = {};
    m_cameFrom = {};
    const bool isSame = before && m_picture && before->isSameGraph(*m_picture);
    if (!isSame) {
        m_selection.clear();
        m_linked.clear();
        m_matches.clear();
        m_match = -1;
        m_overlay.reset();
        m_look.changes.reset();
        m_isFresh = true;
    } else if (m_isAtStart && !anchor.isValid()) {
        m_isFresh = true;
    } else if (!m_isFresh) {
        GraphElement fixed = anchor;
        if (!fixed.isValid()) {
            const Hit hit = before->layout->hit(m_camera.toDrawing(rect().center()), 0);
            fixed = hit.box.isValid() ? elementOf(before->layout->visible(), hit.box) : current();
        }
        if (fixed.isValid()) {
            const Rect from = areaOf(*before->layout, fixed);
            const Rect to = areaOf(*m_picture->layout, fixed);
            // The top stays: what opens grows downwards and to both sides.
            m_isAtStart = false;
            m_camera.offset += QPointF((from.center().x - to.center().x) * m_camera.scale,
                                       (from.y - to.y) * m_camera.scale);
        }
    }
    makeColors();
    applyCamera();
    emit pictureChanged();
}

void GraphView::setOverlay(std::shared_ptr<const Overlay> overlay) {
    m_overlay = std::move(overlay);
    makeColors();
}

void GraphView::setOverlayRange(const std::optional<OverlayRange>& range) {
    if (m_range == range)
        return;
    m_range = range;
    makeColors();
}

void GraphView::setChanges(std::shared_ptr<const std::vector<Change>> changes) {
    m_look.changes = std::move(changes);
    invalidate();
}

void GraphView::setMatches(std::vector<GraphElement> matches, int current) {
    m_matches = std::move(matches);
    m_match = current;
    update();
}

void GraphView::setLinked(std::vector<GraphElement> elements) {
    m_linked = std::move(elements);
    update();
}

void GraphView::setSelection(std::vector<GraphElement> elements) {
    m_selection = std::move(elements);
    announce();
    update();
}

GraphElement GraphView::current() const {
    return m_selection.empty() ? GraphElement{} : m_selection.back();
}

double GraphView::smallestScale() const {
    if (!m_picture)
        return 0.01;
    Camera whole;
    whole.fit(m_picture->layout->bounds(), size(), kMargin, 1);
    return std::min(0.1, whole.scale * 0.7);
}

std::optional<GraphView::Place> GraphView::place() const {
    if (m_start)
        return m_start; // as asked for, whether it was seen by now or not
    if (!m_picture || m_isFresh || m_isAtStart)
        return std::nullopt;
    return Place{m_camera.toDrawing(QRectF(rect()).center()), m_camera.scale};
}

void GraphView::setCamera(const Camera& camera) {
    m_isFresh = m_isAtStart = false;
    m_start.reset();
    m_camera = camera;
    m_camera.scale = std::clamp(camera.scale, smallestScale(), kLargest);
    applyCamera();
}

void GraphView::fitAll() {
    if (!m_picture)
        return;
    Camera camera;
    camera.fit(m_picture->layout->bounds(), size(), kMargin, 1);
    setCamera(camera);
}

void GraphView::zoomBy(double factor) {
    Camera camera = m_camera;
    camera.zoomAt(QRectF(rect()).center(), factor, smallestScale(), kLargest);
    setCamera(camera);
}

void GraphView::reveal(const GraphElement& element) {
    if (!m_picture || !element.isValid())
        return;
    const Rect area = areaOf(*m_picture->layout, element);
    Camera camera = m_camera;
    if (camera.scale < GraphDetail::kTitles * 1.3) {
        camera.scale = 0.8;
        camera.centerOn(area.center(), size());
    }
    camera.reveal(area, size(), std::min(60, std::min(width(), height()) / 4));
    clear(camera, area);
    setCamera(camera);
}

/// Moves `area` out from under what lies on the view: map, legend, hint.
void GraphView::clear(Camera& camera, const Rect& area) const {
    constexpr double kAround = 10;
    for (const QWidget* child : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        const QRectF cover(child->geometry());
        const QRectF r = camera.toWidget(area).adjusted(-kAround, -kAround, kAround, kAround);
        if (child->isHidden() || !cover.intersects(r))
            continue;
        const double up = r.bottom() - cover.top();
        const double aside = cover.center().x() > width() / 2.0 ? cover.left() - r.right()
                                                                : cover.right() - r.left();
        if (r.top() - up >= 0)
            camera.offset.ry() -= up;
        else if (r.left() + aside >= 0 && r.right() + aside <= width())
            camera.offset.rx() += aside;
    }
}

void GraphView::reveal(const std::vector<GraphElement>& elements) {
    if (!m_picture || elements.empty())
        return;
    Rect all = areaOf(*m_picture->layout, elements.front());
    for (const GraphElement& element : elements)
        all = all.united(areaOf(*m_picture->layout, element));
    if (m_camera.scale < GraphDetail::kTitles * 1.3 || all.width * m_camera.scale + 120 > width() ||
        all.height * m_camera.scale + 120 > height())
        return reveal(elements.front());
    Camera camera = m_camera;
    camera.reveal(all, size(), 60);
    clear(camera, all);
    setCamera(camera);
}

/// Keeps some of the graph in view, aligns with the pixels and says so.
void GraphView::applyCamera() {
    if (m_picture && m_isFresh) {
        const Layout& layout = *m_picture->layout;
        const Point first = layout.visible().boxes().empty() ? layout.bounds().center()
                                                             : layout.box(BoxId(0u)).center();
        if (m_start) {
            m_camera.scale = std::clamp(m_start->scale, smallestScale(), kLargest);
            m_camera.centerOn(m_start->centre, size());
        } else {
            m_camera.start(layout.bounds(), first, size(), kMargin);
        }
        m_isFresh = !isVisible(); // the real size comes with the first show
        m_isAtStart = true;
    }
    if (m_picture) {
        const QRectF graph = m_camera.toWidget(m_picture->layout->bounds());
        const auto held = [](double low, double high, double extent) {
            const double kept = std::min(80.0, extent / 2);
            return high < kept ? kept - high : low > extent - kept ? extent - kept - low : 0.0;
        };
        m_camera.offset += QPointF(held(graph.left(), graph.right(), width()),
                                   held(graph.top(), graph.bottom(), height()));
    }
    m_camera.snap(devicePixelRatioF());
    update();
    emit cameraChanged();
}

void GraphView::resizeEvent(QResizeEvent*) {
    invalidate();
    m_isFresh = m_isFresh || m_isAtStart;
    if (m_isFresh)
        applyCamera();
    emit cameraChanged();
}

void GraphView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange)
        makeColors();
    if (event->type() == QEvent::FontChange) {
        m_fonts = std::make_shared<GraphFonts>(font());
        invalidate();
        emit fontsChanged();
    }
    QWidget::changeEvent(event);
}

void GraphView::invalidate() {
    m_frameValid = false;
    update();
}

void GraphView::repaintFrame(const QRect& area) {
    GraphPainter(*m_picture, *m_fonts, m_look).paint(m_frame, m_camera, area);
}

/// Moves the pixels and paints the strips that are now uncovered.
void GraphView::scrollFrame(QPoint by) {
    const int width = m_frame.width(), height = m_frame.height();
    uchar* bits = m_frame.bits();
    const qsizetype stride = m_frame.bytesPerLine();
    const std::size_t length = 4 * static_cast<std::size_t>(width - std::abs(by.x()));
    const qsizetype from = 4 * std::max(0, -by.x()), to = 4 * std::max(0, by.x());
    const int rows = height - std::abs(by.y());
    for (int i = 0; i < rows; ++i) {
        const int y = by.y() > 0 ? height - 1 - i : i; // the row that is written
        std::memmove(bits + y * stride + to, bits + (y - by.y()) * stride + from, length);
    }
    if (by.y() != 0)
        repaintFrame({0, by.y() > 0 ? 0 : height + by.y(), width, std::abs(by.y())});
    if (by.x() != 0)
        repaintFrame({by.x() > 0 ? 0 : width + by.x(), 0, std::abs(by.x()), height});
}

void GraphView::updateFrame() {
    const double ratio = devicePixelRatioF();
    const QSize wanted = size() * ratio;
    if (m_frame.size() != wanted || m_frame.devicePixelRatio() != ratio) {
        m_frame = QImage(wanted, QImage::Format_RGB32);
        m_frame.setDevicePixelRatio(ratio);
        m_frameValid = false;
    }
    const QPointF moved = (m_camera.offset - m_frameCamera.offset) * ratio;
    const bool isShift = m_frameValid && m_camera.scale == m_frameCamera.scale &&
                         std::abs(moved.x()) < wanted.width() &&
                         std::abs(moved.y()) < wanted.height();
    if (!isShift)
        repaintFrame(m_frame.rect());
    else if (!moved.isNull())
        scrollFrame(QPoint(qRound(moved.x()), qRound(moved.y())));
    m_frameCamera = m_camera;
    m_frameValid = true;
}

void GraphView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (!m_picture) {
        painter.fillRect(rect(), toQt(theme(m_look.theme).background));
        return;
    }
    if (m_isFresh) {
        applyCamera();
        m_isFresh = false;
    }
    updateFrame();
    painter.drawImage(QPointF(0, 0), m_frame);
    painter.setRenderHint(QPainter::Antialiasing);
    paintHighlights(painter);
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(Colors::of(this).accent, 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void GraphView::outline(QPainter& painter, const GraphElement& element, const QColor& color,
                        double width, Qt::PenStyle style) const {
    const Layout& layout = *m_picture->layout;
    const VisibleGraph& visible = layout.visible();
    if (element.tensor.isValid()) {
        for (const EdgeId id :
             visible.outgoing(visible.boxOf(visible.diagram().tensor(element.tensor).producer))) {
            const auto& tensors = visible.edge(id).tensors;
            if (std::find(tensors.begin(), tensors.end(), element.tensor) != tensors.end())
                paintEdge(painter, id, color);
        }
        return;
    }
    QRectF r = m_camera.toWidget(areaOf(layout, element));
    if (!r.intersects(rect()))
        return;
    const double least = 5; // what is a dot far away can still be found
    if (r.width() < least || r.height() < least)
        r.adjust(-least, -least, least, least);
    painter.setPen(QPen(color, width, style));
    painter.setBrush(Qt::NoBrush);
    const double gap = width / 2 + 1;
    painter.drawRoundedRect(r.adjusted(-gap, -gap, gap, gap), 6, 6);
    if (const BoxId box = boxOf(visible, element); box.isValid())
        GraphPainter(*m_picture, *m_fonts, m_look).paintMarks(painter, m_camera, box);
}

void GraphView::paintEdge(QPainter& painter, EdgeId edge, const QColor& color) const {
    const Layout& layout = *m_picture->layout;
    const GraphPainter graph(*m_picture, *m_fonts, m_look);
    painter.setBrush(Qt::NoBrush);
    for (const Route& route : layout.routesOf(edge)) {
        if (!m_camera.toWidget(route.bounds).adjusted(-2, -2, 2, 2).intersects(rect()))
            continue;
        painter.setPen(QPen(color, 2));
        painter.drawPath(graph.path(route, m_camera));
        if (!route.isPortal())
            continue;
        // The two stubs belong together: show how.
        const auto points = layout.points(route);
        painter.setPen(QPen(color, 1.5, Qt::DotLine));
        painter.drawLine(m_camera.toWidget(points[route.gap - 1]),
                         m_camera.toWidget(points[route.gap]));
    }
}

void GraphView::paintEdges(QPainter& painter, BoxId box) const {
    const VisibleGraph& visible = m_picture->layout->visible();
    const QColor color = toQt(theme(m_look.theme).lineSelected);
    for (const EdgeId edge : visible.incoming(box))
        paintEdge(painter, edge, color);
    for (const EdgeId edge : visible.outgoing(box))
        paintEdge(painter, edge, color);
}

/// Inside a group whose title is out of sight: where one is.
void GraphView::paintWhere(QPainter& painter) const {
    const Layout& layout = *m_picture->layout;
    const FrameId frame = layout.frameAt(m_camera.toDrawing(QRectF(rect()).center()));
    if (!frame.isValid() || frame.index == 0 ||
        m_camera.toWidget(layout.frame(frame)).top() > -layout.frameTitleHeight() * m_camera.scale)
        return;
    QStringList path;
    for (FrameId at = frame; at.index != 0; at = layout.visible().frame(at).parent)
        path.prepend(QString::fromStdString(frameTitle(layout.visible(), at)));
    const QFont face = m_fonts->sized(TextRole::FrameTitle, 11);
    const QFontMetricsF metrics(face);
    const QString words =
        metrics.elidedText(path.join(QStringLiteral("  ›  ")), Qt::ElideLeft, width() - 48);
    const QRectF sheet(8, 8, metrics.horizontalAdvance(words) + 16, metrics.height() + 8);
    const Theme& colors = theme(m_look.theme);
    painter.setPen(QPen(toQt(colors.frameBorder), 1));
    painter.setBrush(toQt(colors.box));
    painter.drawRoundedRect(sheet, 4, 4);
    painter.setPen(toQt(colors.faintInk));
    painter.setFont(face);
    painter.drawText(sheet, Qt::AlignCenter, words);
}

void GraphView::paintHighlights(QPainter& painter) const {
    const Theme& colors = theme(m_look.theme);
    const VisibleGraph& visible = m_picture->layout->visible();
    if (m_hovered.isValid())
        paintEdge(painter, m_picture->layout->route(m_hovered).edge, toQt(colors.lineSelected));
    if (const BoxId box = boxOf(visible, current()); box.isValid())
        paintEdges(painter, box);
    const std::size_t most = std::min(m_matches.size(), kMostHighlights);
    for (std::size_t i = 0; i < most; ++i)
        if (static_cast<int>(i) != m_match)
            outline(painter, m_matches[i], toQt(colors.match), 1.5, Qt::SolidLine);
    for (const GraphElement& element : m_linked)
        outline(painter, element, toQt(colors.selection), 2, Qt::DashLine);
    for (const GraphElement& element : m_selection)
        outline(painter, element, toQt(colors.selection), 2.5, Qt::SolidLine);
    if (m_match >= 0 && m_match < static_cast<int>(m_matches.size()))
        outline(painter, m_matches[static_cast<std::size_t>(m_match)], toQt(colors.match), 3.5,
                Qt::SolidLine);
    paintWhere(painter);
}

void GraphView::paintOverview(QImage& image) const {
    if (m_picture)
        GraphPainter(*m_picture, *m_fonts, m_look)
            .paintOverview(image, m_picture->layout->bounds());
}

} // namespace metainfer::widgets
