// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The whole graph, small, in the corner of its view: shows where one is and takes one elsewhere.
#pragma once

#include <QImage>
#include <QWidget>

namespace metainfer::widgets {

class GraphView;

class Minimap : public QWidget {
    Q_OBJECT

  public:
    /// A child of `view`, which it keeps itself in the lower right corner of. Hidden while the view
    /// shows everything anyway.
    explicit Minimap(GraphView* view);
    /// Off: stays hidden.
    void setWanted(bool wanted);
    bool isWanted() const { return m_wanted; }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

  private:
    void place();
    void forget();            ///< the picture is another one
    QRectF shownArea() const; ///< what the view shows, on the map
    void goTo(QPointF at);

    GraphView* m_view;
    QImage m_map;
    bool m_wanted = true;
};

} // namespace metainfer::widgets
