// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Painting of series: markers are rendered once per look and copied to every point.
#include "plot/plot_painter.h"

#include "theme/colors.h"

#include <QHash>
#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <cmath>
#include <limits>

namespace metainfer::widgets {
namespace {

constexpr double kSmallest = 5, kLargest = 22; ///< diameters of points sized by a third value
constexpr int kLevels = 48;                    ///< of colour or size by a third value
constexpr double kFaint = 0.30;
constexpr double kMargin = 16; ///< pixels around the area in which a point still shows

/// Copies ready-made markers; points that fall on the same pixel with the same look are one.
class MarkerStamper {
  public:
    MarkerStamper(QPainter& painter, const PlotScene& scene, double ratio)
        : m_painter(painter)
        , m_scene(scene)
        , m_ratio(ratio) {}

    void begin(const PlotSeries& series) {
        flush();
        m_series = &series;
        m_color = seriesColor(series, *m_scene.colors);
        m_looks.clear();
        m_taken.clear();
    }

    void stamp(QPointF at, std::size_t point, bool stepsBack, bool selected) {
        int level = -1;
        if (m_scene.third != ThirdUse::None && !m_series->third.empty()) {
            const double share = shareOfThird(m_scene, *m_series, point);
            level = std::isfinite(share)
                        ? static_cast<int>(std::clamp(share, 0.0, 1.0) * (kLevels - 1))
                        : kLevels;
        }
        const int look = (level + 1) * 4 + (stepsBack ? 2 : 0) + (selected ? 1 : 0);
        const quint64 place =
            (static_cast<quint64>(static_cast<quint16>(std::lround(at.x() * m_ratio))) << 32) |
            (static_cast<quint64>(static_cast<quint16>(std::lround(at.y() * m_ratio))) << 16) |
            static_cast<quint64>(look);
        if (m_taken.contains(place))
            return;
        m_taken.insert(place, true);
        const QPixmap& picture = lookOf(look, level, stepsBack, selected);
        if (&picture != m_current)
            flush();
        m_current = &picture;
        m_fragments.push_back(QPainter::PixmapFragment::create(
            at, QRectF(QPointF(0, 0), QSizeF(picture.size())), 1 / m_ratio, 1 / m_ratio));
    }

    void flush() {
        if (m_current && !m_fragments.empty())
            m_painter.drawPixmapFragments(m_fragments.data(), static_cast<int>(m_fragments.size()),
                                          *m_current);
        m_fragments.clear();
        m_current = nullptr;
    }

  private:
    const QPixmap& lookOf(int look, int level, bool stepsBack, bool selected) {
        const auto it = m_looks.constFind(look);
        if (it != m_looks.constEnd())
            return **it;
        const Colors& colors = *m_scene.colors;
        QColor fill = m_color;
        double size = m_series->size;
        if (level == kLevels) {
            fill = colors.textDisabled; // the third value is not known
        } else if (level >= 0) {
            const double share = static_cast<double>(level) / (kLevels - 1);
            if (m_scene.third == ThirdUse::Color)
                fill = colors.scale(share);
            else
                size = sizeOfThird(share);
        }
        QColor edge = m_scene.third == ThirdUse::Color ? colors.textMuted : fill;
        edge.setAlphaF(0.9f);
        if (m_scene.third == ThirdUse::Size)
            fill.setAlphaF(0.45f);
        if (selected) {
            edge = colors.text;
            size += 2;
        }
        if (m_series->faint || stepsBack) {
            const double alpha = m_series->faint && stepsBack ? kFaint * 0.6 : kFaint;
            fill.setAlphaF(static_cast<float>(fill.alphaF() * alpha));
            edge.setAlphaF(static_cast<float>(edge.alphaF() * alpha));
        }
        const int side = static_cast<int>(std::ceil((size + 4) * m_ratio));
        auto picture = std::make_shared<QPixmap>(side, side);
        picture->fill(Qt::transparent);
        QPainter painter(picture.get());
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(m_ratio, m_ratio);
        paintMarker(painter, m_series->marker, QPointF(side, side) / (2 * m_ratio), size, fill,
                    edge);
        painter.end();
        return **m_looks.insert(look, picture);
    }

    QPainter& m_painter;
    const PlotScene& m_scene;
    double m_ratio;
    const PlotSeries* m_series = nullptr;
    QColor m_color;
    QHash<int, std::shared_ptr<QPixmap>> m_looks;
    QHash<quint64, bool> m_taken;
    const QPixmap* m_current = nullptr;
    std::vector<QPainter::PixmapFragment> m_fragments;
};

bool isSelected(const PlotScene& scene, std::size_t row) {
    return scene.selected && row < scene.selected->size() && (*scene.selected)[row];
}

bool anySelected(const PlotScene& scene) {
    return scene.selected && !scene.selected->empty();
}

void paintIntervals(QPainter& painter, const PlotScene& scene, std::size_t index) {
    const PlotSeries& series = (*scene.series)[index];
    const SeriesPlaces& places = (*scene.places)[index];
    if (places.xLow.empty() && places.yLow.empty())
        return;
    QColor color = seriesColor(series, *scene.colors);
    color.setAlphaF(series.faint ? 0.18f : 0.5f);
    QColor back = color;
    back.setAlphaF(0.12f);
    const bool some = anySelected(scene);
    const QRectF area = scene.map.area.adjusted(-kMargin, -kMargin, kMargin, kMargin);
    std::vector<QLineF> strong, weak;
    for (std::size_t i = 0; i < places.x.size(); ++i) {
        const QPointF at = scene.map.pixel(places.x[i], places.y[i]);
        if (!(at.x() > area.left() && at.x() < area.right() && at.y() > area.top() &&
              at.y() < area.bottom()))
            continue;
        auto& lines = some && !isSelected(scene, series.rowOf(i)) ? weak : strong;
        const auto clampX = [&](double x) {
            return std::isfinite(x) ? std::clamp(x, area.left(), area.right()) : area.left();
        };
        const auto clampY = [&](double y) {
            return std::isfinite(y) ? std::clamp(y, area.top(), area.bottom()) : area.bottom();
        };
        if (!places.xLow.empty() && series.xLow[i] < series.xHigh[i])
            lines.emplace_back(clampX(scene.map.pixelX(places.xLow[i])), at.y(),
                               clampX(scene.map.pixelX(places.xHigh[i])), at.y());
        if (!places.yLow.empty() && series.yLow[i] < series.yHigh[i])
            lines.emplace_back(at.x(), clampY(scene.map.pixelY(places.yLow[i])), at.x(),
                               clampY(scene.map.pixelY(places.yHigh[i])));
    }
    for (const auto& [lines, pen] : {std::pair(&weak, back), std::pair(&strong, color)})
        if (!lines->empty()) {
            painter.setPen(QPen(pen, 1));
            painter.drawLines(lines->data(), static_cast<int>(lines->size()));
        }
}

void paintScatter(QPainter& painter, const PlotScene& scene, std::size_t index, double ratio) {
    const PlotSeries& series = (*scene.series)[index];
    const SeriesPlaces& places = (*scene.places)[index];
    const QRectF area = scene.map.area.adjusted(-kMargin, -kMargin, kMargin, kMargin);
    const bool some = anySelected(scene);
    MarkerStamper stamper(painter, scene, ratio);
    // What is selected comes last, so that nothing hides it.
    for (const bool selectedPass : {false, true}) {
        if (selectedPass && !some)
            break;
        stamper.begin(series);
        for (std::size_t i = 0; i < places.x.size(); ++i) {
            const bool selected = some && isSelected(scene, series.rowOf(i));
            if (selected != selectedPass)
                continue;
            const QPointF at = scene.map.pixel(places.x[i], places.y[i]);
            if (at.x() > area.left() && at.x() < area.right() && at.y() > area.top() &&
                at.y() < area.bottom()) // false for NaN
                stamper.stamp(at, i, some && !selected, selected);
        }
        stamper.flush();
    }
}

void paintLine(QPainter& painter, const PlotScene& scene, std::size_t index, double ratio) {
    const PlotSeries& series = (*scene.series)[index];
    const SeriesPlaces& places = (*scene.places)[index];
    QColor color = seriesColor(series, *scene.colors);
    if (series.faint)
        color.setAlphaF(0.4f);
    QPen pen(color, series.faint ? 1 : 1.8);
    pen.setStyle(series.dashed ? Qt::DashLine : Qt::SolidLine);
    pen.setJoinStyle(Qt::RoundJoin);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    const double far = 1e5; // keeps the rasterizer's numbers small
    QPolygonF line;
    const auto flush = [&] {
        if (line.size() > 1)
            painter.drawPolyline(line);
        line.clear();
    };
    for (std::size_t i = 0; i < places.x.size(); ++i) {
        QPointF at = scene.map.pixel(places.x[i], places.y[i]);
        if (!std::isfinite(at.x()) || !std::isfinite(at.y())) {
            flush();
            continue;
        }
        at = {std::clamp(at.x(), -far, far), std::clamp(at.y(), -far, far)};
        if (!line.isEmpty()) {
            if (series.kind == PlotSeries::Kind::Step)
                line << QPointF(at.x(), line.last().y());
            else if (i + 1 < places.x.size() && (at - line.last()).manhattanLength() < 0.5)
                continue;
        }
        line << at;
    }
    flush();
    if (series.markers)
        paintScatter(painter, scene, index, ratio);
}

void paintBars(QPainter& painter, const PlotScene& scene, std::size_t index) {
    const PlotSeries& series = (*scene.series)[index];
    const bool some = anySelected(scene);
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        const QRectF bar = barRect(scene, index, i);
        if (!bar.isValid() || !bar.intersects(scene.map.area))
            continue;
        QColor color = seriesColor(series, *scene.colors);
        if (series.faint || (some && !isSelected(scene, series.rowOf(i))))
            color.setAlphaF(static_cast<float>(kFaint));
        painter.fillRect(bar.intersected(scene.map.area), color);
    }
}

std::size_t barSeriesBefore(const PlotScene& scene, std::size_t end) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < end; ++i)
        count += (*scene.series)[i].kind == PlotSeries::Kind::Bar;
    return count;
}

} // namespace

SeriesPlaces placesOf(const PlotSeries& series, AxisScale x, AxisScale y) {
    const auto places = [](const std::vector<double>& values, AxisScale scale) {
        std::vector<double> out(values.size());
        std::transform(values.begin(), values.end(), out.begin(),
                       [scale](double value) { return placeOf(value, scale); });
        return out;
    };
    return {places(series.x, x),     places(series.y, y),    places(series.xLow, x),
            places(series.xHigh, x), places(series.yLow, y), places(series.yHigh, y)};
}

QColor seriesColor(const PlotSeries& series, const Colors& colors) {
    if (series.fixed)
        return *series.fixed;
    return colors.series[series.color % colors.series.size()];
}

double sizeOfThird(double share) {
    // The area grows evenly, as the eye reads it.
    return std::sqrt(kSmallest * kSmallest +
                     std::clamp(share, 0.0, 1.0) * (kLargest * kLargest - kSmallest * kSmallest));
}

double shareOfThird(const PlotScene& scene, const PlotSeries& series, std::size_t point) {
    if (point >= series.third.size())
        return std::numeric_limits<double>::quiet_NaN();
    const double place = placeOf(series.third[point], scene.thirdScale);
    return (place - scene.thirdRange.low) / std::max(scene.thirdRange.span(), 1e-300);
}

QRectF barRect(const PlotScene& scene, std::size_t index, std::size_t point) {
    const SeriesPlaces& places = (*scene.places)[index];
    if (!std::isfinite(places.x[point]) || !std::isfinite(places.y[point]))
        return {};
    const double groups =
        static_cast<double>(std::max<std::size_t>(1, barSeriesBefore(scene, scene.series->size())));
    const double width = 0.8 / groups;
    const double left =
        places.x[point] - 0.4 + width * static_cast<double>(barSeriesBefore(scene, index));
    const double x0 = scene.map.pixelX(left), x1 = scene.map.pixelX(left + width);
    const double y0 = scene.map.pixelY(std::isfinite(scene.zeroY) ? scene.zeroY : scene.map.y.low);
    const double y1 = scene.map.pixelY(places.y[point]);
    return QRectF(QPointF(x0 + 0.5, std::min(y0, y1)),
                  QPointF(std::max(x1 - 0.5, x0 + 1), std::max(y0, y1)));
}

void paintMarker(QPainter& painter, Marker marker, QPointF at, double size, const QColor& fill,
                 const QColor& edge) {
    const double r = size / 2;
    painter.setPen(QPen(edge, 1.2));
    painter.setBrush(fill);
    switch (marker) {
    case Marker::Circle:
        painter.drawEllipse(at, r, r);
        break;
    case Marker::Square:
        painter.drawRect(QRectF(at.x() - r * 0.9, at.y() - r * 0.9, r * 1.8, r * 1.8));
        break;
    case Marker::Diamond:
        painter.drawPolygon(QPolygonF({at + QPointF(0, -r * 1.2), at + QPointF(r * 1.2, 0),
                                       at + QPointF(0, r * 1.2), at + QPointF(-r * 1.2, 0)}));
        break;
    case Marker::Triangle:
        painter.drawPolygon(QPolygonF({at + QPointF(0, -r * 1.1), at + QPointF(r * 1.1, r * 0.9),
                                       at + QPointF(-r * 1.1, r * 0.9)}));
        break;
    case Marker::Cross:
        painter.setPen(QPen(fill, 1.8));
        painter.drawLine(at + QPointF(-r * 0.8, -r * 0.8), at + QPointF(r * 0.8, r * 0.8));
        painter.drawLine(at + QPointF(-r * 0.8, r * 0.8), at + QPointF(r * 0.8, -r * 0.8));
        break;
    }
}

QImage paintScene(const PlotScene& scene, double devicePixelRatio) {
    const QRectF& area = scene.map.area;
    QImage image((area.size() * devicePixelRatio).toSize().expandedTo(QSize(1, 1)),
                 QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(devicePixelRatio);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(-area.topLeft());
    for (std::size_t i = 0; i < scene.series->size(); ++i) {
        switch ((*scene.series)[i].kind) {
        case PlotSeries::Kind::Scatter:
            paintIntervals(painter, scene, i);
            paintScatter(painter, scene, i, devicePixelRatio);
            break;
        case PlotSeries::Kind::Line:
        case PlotSeries::Kind::Step:
            paintIntervals(painter, scene, i);
            paintLine(painter, scene, i, devicePixelRatio);
            break;
        case PlotSeries::Kind::Bar:
            paintBars(painter, scene, i);
            break;
        }
    }
    return image;
}

} // namespace metainfer::widgets
