// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The graph on the screen: paints what is visible, pans, zooms, selects. Knows nothing of files or
// layouts in progress: it is given pictures.
#pragma once

#include "graph/graph_painter.h"

#include <QWidget>

#include <optional>

namespace metainfer::widgets {

class GraphView : public QWidget {
    Q_OBJECT

  public:
    explicit GraphView(QWidget* parent = nullptr);

    /// A graph, or the same graph with other groups open or better laid out. What is drawn at
    /// `anchor` (default: the middle) stays where it is when the diagram is the same; a new
    /// diagram starts at its top.
    void setPicture(std::shared_ptr<const GraphPicture> picture, const GraphElement& anchor = {});
    const std::shared_ptr<const GraphPicture>& picture() const { return m_picture; }
    /// The fonts that the layout must measure with.
    std::shared_ptr<const GraphFonts> fonts() const { return m_fonts; }

    /// Values as colours; null for none. Belongs to the picture's diagram.
    void setOverlay(std::shared_ptr<const drawing::Overlay> overlay);
    const std::shared_ptr<const drawing::Overlay>& overlay() const { return m_overlay; }
    const drawing::OverlayColors* overlayColors() const { return m_look.overlay.get(); }
    /// One scale for several views; empty: that of the visible values.
    void setOverlayRange(const std::optional<drawing::OverlayRange>& range);
    /// Marks by item, e.g. what a rewrite changed; null for none.
    void setChanges(std::shared_ptr<const std::vector<drawing::Change>> changes);
    const std::shared_ptr<const std::vector<drawing::Change>>& changes() const {
        return m_look.changes;
    }
    /// What a search found; `current` is an index or -1.
    void setMatches(std::vector<GraphElement> matches, int current);
    /// Counterparts of what is selected in another view.
    void setLinked(std::vector<GraphElement> elements);
    void setSelection(std::vector<GraphElement> elements);
    const std::vector<GraphElement>& selection() const { return m_selection; }
    /// The last selected one, or none.
    GraphElement current() const;

    const Camera& camera() const { return m_camera; }
    /// The middle of what is shown, whatever the size of the widget.
    struct Place {
        drawing::Point centre;
        double scale = 1;
    };
    /// Absent without a picture, before it was seen, and where it began by itself.
    std::optional<Place> place() const;
    /// Where the next graph is shown first; absent: at its top.
    void setStart(const std::optional<Place>& start) { m_start = start; }
    void setCamera(const Camera& camera);
    void fitAll();
    void zoomBy(double factor); ///< around the middle
    /// Shows the element: moves as little as needed, enlarges until its title can be read.
    void reveal(const GraphElement& element);
    /// Shows all of them when they fit at this scale, else the first.
    void reveal(const std::vector<GraphElement>& elements);
    /// As if the user had clicked it.
    void select(const GraphElement& element) { choose(element, false); }

    /// "Conv /stem/conv", "layers.3": one line.
    QString nameOf(const GraphElement& element) const;
    /// Inputs and outputs with their types, the overlay's value; several lines.
    QString descriptionOf(const GraphElement& element) const;

    const GraphLook& look() const { return m_look; }
    /// The whole graph as pixels, stretched to the image.
    void paintOverview(QImage& image) const;

    QSize sizeHint() const override { return {640, 480}; }

  signals:
    void selectionChanged(); ///< by the user
    void toggleAsked(const metainfer::widgets::GraphElement& group);
    void openBelowAsked(const metainfer::widgets::GraphElement& group);
    void menuAsked(const metainfer::widgets::GraphElement& element, const QPoint& globalAt);
    void cameraChanged();
    void pictureChanged();
    void overlayChanged();
    void fontsChanged(); ///< the layout must be made again

  protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

  private:
    // Painting.
    void invalidate(); ///< the frame must be painted anew
    void updateFrame();
    void repaintFrame(const QRect& area);
    void scrollFrame(QPoint by);
    void paintHighlights(QPainter& painter) const;
    void outline(QPainter& painter, const GraphElement& element, const QColor& color, double width,
                 Qt::PenStyle style) const;
    void paintEdges(QPainter& painter, drawing::BoxId box) const;
    void paintWhere(QPainter& painter) const;
    void paintEdge(QPainter& painter, drawing::EdgeId edge, const QColor& color) const;
    void makeColors();

    // Input.
    GraphElement elementAt(QPointF at) const;
    drawing::FrameId buttonAt(QPointF at) const;
    drawing::RouteId routeAt(QPointF at) const;
    void choose(const GraphElement& element, bool add);
    void moveBy(QPointF by);
    void applyCamera();
    void clear(Camera& camera, const drawing::Rect& area) const;
    double smallestScale() const;
    bool panKey(const QKeyEvent* event);
    bool walkKey(const QKeyEvent* event);
    GraphElement neighbour(int key) const;
    std::vector<drawing::BoxId> endsOf(drawing::BoxId from, bool down) const;
    drawing::BoxId alongEdges(drawing::BoxId from, bool down) const;
    drawing::BoxId otherEnd(bool right) const;
    drawing::BoxId sideways(drawing::BoxId from, bool right) const;
    drawing::BoxId middleBox() const;
    void announce();

    std::shared_ptr<const GraphFonts> m_fonts;
    std::shared_ptr<const GraphPicture> m_picture;
    std::shared_ptr<const drawing::Overlay> m_overlay;
    std::optional<drawing::OverlayRange> m_range;
    GraphLook m_look;
    Camera m_camera;
    bool m_isFresh = true; ///< no camera was chosen for this diagram yet
    /// Nobody has moved it since: a better layout or another size begin at the same place anew.
    bool m_isAtStart = false;
    std::optional<Place> m_start;

    QImage m_frame; ///< what `m_frameCamera` shows, without highlights
    Camera m_frameCamera;
    bool m_frameValid = false;

    std::vector<GraphElement> m_selection, m_linked, m_matches;
    int m_match = -1;
    drawing::RouteId m_hovered;
    /// Where the last step along an edge began: a step aside goes to its other ends.
    drawing::BoxId m_cameFrom;
    bool m_cameDown = false;
    QPointF m_pressed, m_dragged;
    bool m_isPressed = false, m_isDragging = false;
};

} // namespace metainfer::widgets
