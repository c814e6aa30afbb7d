// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Parallel coordinates: one vertical axis per quantity, one line per row. Dragging along an axis
// keeps the rows that pass there. Lines are summed up in a buffer, so that thousands stay fluent.
#pragma once

#include "plot/plot_axis.h"

#include <QImage>
#include <QWidget>

#include <optional>
#include <vector>

namespace metainfer::widgets {

class ParallelView : public QWidget {
    Q_OBJECT

  public:
    struct Axis {
        PlotAxis axis;              ///< title with unit, scale, format
        std::vector<double> values; ///< one per row; NaN = the row has none
        bool smallerIsBetter = true;
    };

    explicit ParallelView(QWidget* parent = nullptr);

    /// `rows`: the caller's number of each line. Brushes stay on axes of the same title.
    void setAxes(std::vector<Axis> axes, std::vector<std::size_t> rows);
    void setSelection(std::vector<bool> rows, int current);
    void setEmptyText(const QString& text);
    /// The name of a row, first line of its tip.
    void setRowName(std::function<QString(std::size_t)> name) { m_rowName = std::move(name); }

    /// Rows inside all brushes; all rows when there is none.
    std::vector<std::size_t> brushedRows() const;
    bool isBrushed() const;
    void setBrush(std::size_t axis, std::optional<PlotRange> places);
    std::optional<PlotRange> brush(std::size_t axis) const { return m_axes[axis].brush; }
    void clearBrushes();
    void dropBrushes(); ///< the same without saying so

    /// The line nearest to the position, if one is near.
    std::optional<std::size_t> lineAt(QPointF position) const;
    QString tipOf(std::size_t line) const;
    double pixelX(std::size_t axis) const;
    double pixelY(std::size_t axis, double value) const;
    QString dataText() const;
    QSize sizeHint() const override { return {640, 320}; }
    /// Room for every axis: a narrow place scrolls.
    QSize minimumSizeHint() const override;

  signals:
    void brushed(const std::vector<std::size_t>& rows);
    void pointClicked(int row, Qt::KeyboardModifiers modifiers);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    struct Placed {
        Axis axis;
        std::vector<float> places; ///< 0 at the bottom to 1 at the top of the view
        std::vector<double> raw;   ///< places on the axis' own scale
        PlotRange fit, view;
        std::optional<PlotRange> brush;
        bool flipped = false; ///< small values at the top
    };
    QRectF area() const;
    void placeLines(Placed& placed) const;
    void accumulate(std::vector<float>& buffer, int width, int height, bool selected) const;
    void repaintLines();
    void paintAxis(QPainter& painter, std::size_t index) const;
    std::optional<std::size_t> axisAt(QPointF position) const;
    double placeAt(const Placed& placed, double y) const;
    bool passes(std::size_t line) const;
    bool isSelected(std::size_t line) const;
    QPolygonF pathOf(std::size_t line) const;
    void brushMoved();

    std::vector<Placed> m_axes;
    std::vector<std::size_t> m_rows;
    std::vector<bool> m_selected;
    int m_current = -1;
    std::optional<std::size_t> m_hovered;
    std::optional<std::size_t> m_dragAxis;
    double m_dragFrom = 0;
    bool m_dragged = false;
    QPointF m_pressed;
    QImage m_lines;
    bool m_stale = true;
    QString m_emptyText;
    std::function<QString(std::size_t)> m_rowName;
};

} // namespace metainfer::widgets
