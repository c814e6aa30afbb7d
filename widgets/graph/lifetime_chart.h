// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// How much memory the activations take while a model runs, and which tensors make the peak.
#pragma once

#include "features/lifetimes.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace metainfer::widgets {

/// Made off the GUI thread from a graph.
struct LifetimeData {
    features::Lifetimes lifetimes;
    std::vector<ir::NodeId> order;   ///< the schedule
    std::vector<std::string> labels; ///< of the nodes, by position
    std::vector<std::uint64_t> live; ///< bytes at each position
    /// By tensor: where a first-fit plan in the order of the schedule puts it; 0 for empty ones.
    std::vector<std::uint64_t> offsets;
    std::uint64_t planBytes = 0; ///< what that plan needs in all
    std::string sizedWith;       ///< what was assumed for dynamic dimensions

    static std::shared_ptr<const LifetimeData> of(const ir::Graph& graph);
    /// Tensors alive at a position, largest first, at most `most`.
    std::vector<std::size_t> aliveAt(std::size_t position, std::size_t most) const;

  private:
    void plan();
};

class LifetimeChart : public QWidget {
    Q_OBJECT

  public:
    explicit LifetimeChart(QWidget* parent = nullptr);
    void setData(std::shared_ptr<const LifetimeData> shown);
    /// Marks the position of a node, e.g. of the one selected in the graph; -1: none.
    void setMarked(int position);
    QString copyText() const; ///< position, node, bytes: tab-separated lines
    QSize sizeHint() const override { return {600, 160}; }

  signals:
    void positionChosen(int position);

  protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

  private:
    QRectF plot() const;
    double count() const;
    double xOf(double position) const;
    int positionAt(double x) const;
    QString describe(int position) const;
    double scale() const; ///< bytes at the top
    QRectF blockOf(std::size_t tensor) const;
    int tensorAt(QPointF at) const; ///< -1: none
    void paintBlocks(QPainter& painter, const QRectF& area) const;
    void paintAxes(QPainter& painter, const QRectF& area) const;
    void paintCurve(QPainter& painter, const QRectF& area) const;
    void paintMark(QPainter& painter, const QRectF& area, int position, const QColor& color,
                   Qt::PenStyle style) const;
    void zoom(double at, double factor);

    std::shared_ptr<const LifetimeData> m_data;
    double m_from = 0, m_to = 1; ///< shown part of the positions
    int m_hovered = -1, m_marked = -1;
};

} // namespace metainfer::widgets
