// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Paints a graph with as much detail as the scale allows: pixels, coloured boxes, titles, all.
#pragma once

#include "graph/camera.h"
#include "graph/graph_fonts.h"
#include "graph/graph_picture.h"

#include "drawing/difference.h"
#include "drawing/overlay.h"

#include <QColor>
#include <QImage>
#include <QPainterPath>
#include <QRect>

class QPainter;

namespace metainfer::widgets {

inline QColor toQt(drawing::Color c) {
    return {c.r, c.g, c.b};
}

/// What is shown beside the geometry.
struct GraphLook {
    drawing::ThemeKind theme = drawing::ThemeKind::Light;
    std::shared_ptr<const drawing::OverlayColors> overlay; ///< of the same layout; may be null
    std::shared_ptr<const std::vector<drawing::Change>> changes; ///< by item; may be null
    bool edgeLabels = true;
};

/// Scales at which details appear.
struct GraphDetail {
    static constexpr double kShapes = 0.28;   ///< below: pixels, no curves, no text
    static constexpr double kTitles = 0.34;   ///< titles at a readable size
    static constexpr double kNames = 0.62;    ///< names under them; edge labels
    static constexpr double kAll = 0.85;      ///< everything at its natural size
    static constexpr double kOverview = 0.05; ///< below: edges of less than two pixels left out
};

class GraphPainter {
  public:
    GraphPainter(const GraphPicture& picture, const GraphFonts& fonts, const GraphLook& look);

    /// Paints `area` (device pixels) of a widget's image, background included. The image's device
    /// pixel ratio is honoured.
    void paint(QImage& image, const Camera& camera, const QRect& area) const;
    /// Everything at natural size on any painter (printing, pictures); `camera` maps.
    void paintDetailed(QPainter& painter, const Camera& camera, const QRectF& area) const;
    /// Everything as pixels, with scales of its own for both directions (overview map).
    void paintOverview(QImage& image, const drawing::Rect& shown) const;

    /// The curve of a route in widget coordinates; a portal's two stubs.
    QPainterPath path(const drawing::Route& route, const Camera& camera) const;
    QColor boxColor(drawing::BoxId box) const; ///< the one colour of a box seen from afar
    /// Value and change of a box, at its corners; nothing when too small.
    void paintMarks(QPainter& painter, const Camera& camera, drawing::BoxId box) const;

  private:
    struct Scaled; ///< a linear map for each direction
    void paintPixels(QImage& image, const QRect& area, const Scaled& map, double smallest) const;
    void paintFrames(QPainter& painter, const Camera& camera,
                     const std::vector<drawing::FrameId>& frames) const;
    void paintFrameTitle(QPainter& painter, const Camera& camera, drawing::FrameId frame) const;
    void paintRoutes(QPainter& painter, const Camera& camera,
                     const std::vector<drawing::RouteId>& routes) const;
    void paintRouteText(QPainter& painter, const Camera& camera,
                        const std::vector<drawing::RouteId>& routes) const;
    void paintPortal(QPainter& painter, const Camera& camera, const drawing::Route& route) const;
    void paintBox(QPainter& painter, const Camera& camera, drawing::BoxId box) const;
    void paintBoxText(QPainter& painter, const Camera& camera, drawing::BoxId box,
                      const QColor& ink, const QColor& faint) const;
    void paintTitleOnly(QPainter& painter, const QRectF& area, drawing::BoxId box,
                        const QColor& ink, double scale) const;
    std::optional<drawing::Change> changeOf(drawing::BoxId box) const;

    const GraphPicture& m_picture;
    const drawing::Layout& m_layout;
    const GraphFonts& m_fonts;
    const GraphLook& m_look;
    const drawing::Theme& m_theme;
};

/// The button in a frame's title that closes the group, in widget coordinates; empty when too
/// small to be hit.
QRectF frameButton(const drawing::Layout& layout, drawing::FrameId frame, const Camera& camera);

/// "+", "−" or "≠": a change without its colour; empty for Same.
QString changeSymbol(drawing::Change change);
QColor changeColor(drawing::Change change, const drawing::Theme& theme);

} // namespace metainfer::widgets
