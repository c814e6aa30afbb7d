// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A plot with the program's one look: axes and grid of Qt Charts, points painted by ourselves so
// that 50 000 stay fluent. Wheel zooms, dragging selects or moves, the menu copies.
#pragma once

#include "plot/plot_axis.h"
#include "plot/plot_types.h"

#include <QChartView>
#include <QImage>

#include <memory>
#include <vector>

class QCategoryAxis;
class QScatterSeries;

namespace metainfer::widgets {

class PlotView : public QChartView {
    Q_OBJECT

  public:
    /// One point of one series.
    struct Hit {
        std::size_t series = 0, point = 0;
    };
    using TipText = std::function<QString(const PlotSeries&, std::size_t point)>;

    explicit PlotView(QWidget* parent = nullptr);
    ~PlotView() override;

    /// Sets axes and series together; the zoom is kept when the fitted range is the same.
    void setContent(PlotAxis x, PlotAxis y, std::vector<PlotSeries> series);
    /// What `PlotSeries::third` means; its scale runs over all series.
    void setThird(ThirdUse use, PlotAxis axis = {});
    void setReferenceLines(std::vector<ReferenceLine> lines);
    /// Heading inside the plot and accessible name; empty = none.
    void setTitle(const QString& title);
    /// What stands in the middle when there is no point to show.
    void setEmptyText(const QString& text);
    /// Empty = series name, x, y (and third) with intervals.
    void setTipText(TipText text);
    /// True: left drag brushes rows. False (at start): left drag moves the view.
    void setSelectable(bool selectable);
    void setLegendVisible(bool visible);

    /// Rows drawn as selected, the others step back; `current` gets a ring. -1 = none.
    void setSelection(std::vector<bool> rows, int current);

    const std::vector<PlotSeries>& series() const;
    bool isZoomed() const;
    PlotRange xRange() const;
    PlotRange yRange() const;
    /// In places: see plot_axis.h.
    void setView(PlotRange x, PlotRange y);
    /// Factor below 1 shows more detail; around a point of the viewport.
    void zoomBy(double factor, QPointF around);

    std::optional<Hit> hitAt(QPointF position) const;
    QPointF positionOf(const Hit& hit) const; ///< in the viewport
    QString tipOf(const Hit& hit) const;
    /// The point after (`by` 1) or before (-1) the current one, from left to right among those in
    /// sight; the first or last when none is current. What Page Down and Page Up choose.
    std::optional<Hit> nextTo(int row, int by) const;
    /// All rows whose point lies in the rectangle of the viewport, each once, ascending.
    std::vector<std::size_t> rowsIn(const QRectF& area) const;

    /// Tab-separated: series, x, x low, x high, y, …; a head line first.
    QString dataText() const;
    QImage image();

  public slots:
    void resetZoom();
    void copyData() const;
    void copyImage();
    void saveImage();

  signals:
    /// A rubber band was drawn; `modifiers` tell whether to add to the selection.
    void brushed(const std::vector<std::size_t>& rows, Qt::KeyboardModifiers modifiers);
    /// -1: beside every point.
    void pointClicked(int row, Qt::KeyboardModifiers modifiers);
    void pointActivated(int row); ///< double click
    void viewChanged();

  protected:
    void drawForeground(QPainter* painter, const QRectF& area) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    struct Private;
    void applyTheme();
    void fitMargins(); ///< room for title and legend
    double legendWidth() const;
    void updateAxes();
    void setRanges(PlotRange x, PlotRange y);
    void showTip(QPoint position);
    void pan(QPointF pixels);
    void step(int by);

    std::unique_ptr<Private> d;
};

} // namespace metainfer::widgets
