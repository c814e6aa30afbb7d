// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Devices as polygons over a few properties, each axis on its own scale.
#pragma once

#include "hardware/compared_profile.h"

#include <QWidget>

#include <optional>

namespace metainfer::widgets {

/// One axis; `low` and `high` are what its centre and its rim stand for.
struct RadarAxis {
    QString name;
    std::vector<std::optional<double>> places; ///< by device, in [0, 1]; empty = not known
    QStringList values;                        ///< by device, with unit
};

/// Properties that make a device fast, on logarithmic scales; outside is always better. The scale
/// of an axis runs over all of `known`, so that it does not change with the selection.
std::vector<RadarAxis> radarAxes(const ComparedProfiles& shown, const ComparedProfiles& known);

class RadarPlot : public QWidget {
    Q_OBJECT

  public:
    explicit RadarPlot(QWidget* parent = nullptr);

    void setContent(QStringList names, std::vector<int> colors, std::vector<RadarAxis> axes);
    void setEmptyText(const QString& text);
    QString dataText() const;
    double zoom() const { return m_zoom; }
    /// Around a point of the widget.
    void zoomBy(double factor, QPointF around);
    void resetZoom();
    QSize minimumSizeHint() const override { return {320, 280}; }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

  private:
    QPointF placeOf(std::size_t axis, double at) const;
    QPointF centre() const;
    double radius() const;
    void paintGrid(QPainter& painter) const;
    void paintDevice(QPainter& painter, std::size_t device) const;
    /// Where the name of each device stands; as many lines as it takes.
    std::vector<QPointF> legendPlaces() const;
    double legendHeight() const;
    void paintLegend(QPainter& painter) const;
    QString tipAt(QPointF position) const;

    QStringList m_names;
    std::vector<int> m_colors;
    std::vector<RadarAxis> m_axes;
    QString m_emptyText;
    double m_zoom = 1;
    QPointF m_offset, m_dragged; ///< of the centre, in pixels; where the mouse was last
};

} // namespace metainfer::widgets
