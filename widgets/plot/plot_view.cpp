// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The plot: axes by Qt Charts, the rest by plot_painter.
#include "plot/plot_view.h"

#include "plot/plot_view_private.h"

#include "theme/colors.h"
#include "theme/theme.h"

#include <QApplication>
#include <QCategoryAxis>
#include <QChart>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QGraphicsLayout>
#include <QLegend>
#include <QMenu>
#include <QScatterSeries>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace metainfer::widgets {
namespace {

constexpr double kReach = 9;        ///< pixels from a point within which it is meant
constexpr double kWheelStep = 0.85; ///< per notch
constexpr double kDeepest = 1e-6;   ///< of the fitted span

} // namespace

PlotView::PlotView(QWidget* parent)
    : QChartView(parent)
    , d(std::make_unique<Private>()) {
    d->anchor = new QScatterSeries; // gives the axes a domain; has no point
    d->axisX = new QCategoryAxis;
    d->axisY = new QCategoryAxis;
    QChart* made = new QChart;
    made->addSeries(d->anchor);
    made->addAxis(d->axisX, Qt::AlignBottom);
    made->addAxis(d->axisY, Qt::AlignLeft);
    d->anchor->attachAxis(d->axisX);
    d->anchor->attachAxis(d->axisY);
    made->legend()->hide();
    made->setAnimationOptions(QChart::NoAnimation);
    made->layout()->setContentsMargins(0, 0, 0, 0);
    made->setBackgroundRoundness(0);
    for (QCategoryAxis* axis : {d->axisX, d->axisY}) {
        axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
        axis->setTruncateLabels(false);
    }
    QChart* old = chart();
    setChart(made);
    delete old;
    setFrameShape(QFrame::NoFrame);
    // What lies over the axes moves with them; repainting only around a moved axis would tear it.
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumSize(160, 120);
    connect(made, &QChart::plotAreaChanged, this, [this] { d->stale = true; });
    applyTheme();
}

PlotView::~PlotView() = default;

void PlotView::setContent(PlotAxis x, PlotAxis y, std::vector<PlotSeries> series) {
    d->x = std::move(x);
    d->y = std::move(y);
    d->series = std::move(series);
    d->hovered.reset();
    d->places.clear();
    std::vector<double> allX, allY;
    for (const PlotSeries& one : d->series) {
        d->places.push_back(placesOf(one, d->x.scale, d->y.scale));
        const SeriesPlaces& places = d->places.back();
        allX.insert(allX.end(), places.x.begin(), places.x.end());
        allY.insert(allY.end(), places.y.begin(), places.y.end());
        // Bars stand on zero, so zero belongs to the picture.
        if (one.kind == PlotSeries::Kind::Bar && d->y.scale == AxisScale::Linear)
            allY.push_back(0);
    }
    d->hasPoints = std::any_of(d->places.begin(), d->places.end(), [](const SeriesPlaces& places) {
        for (std::size_t i = 0; i < places.x.size(); ++i)
            if (std::isfinite(places.x[i]) && std::isfinite(places.y[i]))
                return true;
        return false;
    });
    d->fitThird();
    const PlotRange fitX = fittedRange(allX, d->x), fitY = fittedRange(allY, d->y);
    const bool keep = d->zoomed && fitX == d->fitX && fitY == d->fitY;
    d->fitX = fitX;
    d->fitY = fitY;
    d->axisX->setTitleText(d->x.title);
    d->axisY->setTitleText(d->y.title);
    d->axisX->setTitleVisible(!d->x.title.isEmpty());
    d->axisY->setTitleVisible(!d->y.title.isEmpty());
    if (keep) {
        setRanges(d->viewX, d->viewY);
    } else {
        d->zoomed = false;
        setRanges(fitX, fitY);
    }
    applyTheme();
}

void PlotView::setThird(ThirdUse use, PlotAxis axis) {
    d->thirdUse = use;
    d->third = std::move(axis);
    d->fitThird();
    applyTheme();
}

void PlotView::setReferenceLines(std::vector<ReferenceLine> lines) {
    d->lines = std::move(lines);
    viewport()->update();
}

void PlotView::setTitle(const QString& title) {
    setAccessibleName(title);
    d->title = title;
    applyTheme();
}

void PlotView::setEmptyText(const QString& text) {
    d->emptyText = text;
    viewport()->update();
}

void PlotView::setTipText(TipText text) {
    d->tipText = std::move(text);
}

void PlotView::setSelectable(bool selectable) {
    d->selectable = selectable;
}

void PlotView::setLegendVisible(bool visible) {
    d->legend = visible;
    applyTheme();
}

void PlotView::setSelection(std::vector<bool> rows, int current) {
    if (std::none_of(rows.begin(), rows.end(), [](bool on) { return on; }))
        rows.clear();
    d->stale = d->stale || rows != d->selected;
    d->selected = std::move(rows);
    d->current = current;
    viewport()->update();
}

const std::vector<PlotSeries>& PlotView::series() const {
    return d->series;
}
bool PlotView::isZoomed() const {
    return d->zoomed;
}
PlotRange PlotView::xRange() const {
    return d->viewX;
}
PlotRange PlotView::yRange() const {
    return d->viewY;
}

void PlotView::setView(PlotRange x, PlotRange y) {
    if (!(x.span() > d->fitX.span() * kDeepest) || !(y.span() > d->fitY.span() * kDeepest))
        return;
    d->zoomed = !(x == d->fitX && y == d->fitY);
    setRanges(x, y);
    emit viewChanged();
}

void PlotView::resetZoom() {
    setView(d->fitX, d->fitY);
}

void PlotView::zoomBy(double factor, QPointF around) {
    const PlotMap map = d->map(chart());
    const auto zoomed = [factor](const PlotRange& range, const PlotRange& fit, double at) {
        // Never further out than twice the data.
        const double f = std::min(factor, 2 * fit.span() / range.span());
        return PlotRange{at - (at - range.low) * f, at + (range.high - at) * f};
    };
    // Bars keep their ground.
    setView(zoomed(d->viewX, d->fitX, map.placeX(around.x())),
            d->y.fromZero ? d->viewY : zoomed(d->viewY, d->fitY, map.placeY(around.y())));
}

void PlotView::pan(QPointF pixels) {
    const QRectF area = chart()->plotArea();
    if (area.isEmpty())
        return;
    const double dx = pixels.x() / area.width() * d->viewX.span();
    const double dy = pixels.y() / area.height() * d->viewY.span();
    setView({d->viewX.low - dx, d->viewX.high - dx}, {d->viewY.low + dy, d->viewY.high + dy});
}

void PlotView::setRanges(PlotRange x, PlotRange y) {
    d->viewX = x;
    d->viewY = y;
    updateAxes();
    d->stale = true;
    viewport()->update();
}

void PlotView::updateAxes() {
    const auto fill = [](QCategoryAxis* axis, const PlotRange& range, const PlotAxis& look,
                         int most) {
        for (const QString& label : axis->categoriesLabels())
            axis->remove(label);
        axis->setRange(range.low, range.high);
        axis->setStartValue(range.low - range.span());
        for (const PlotTick& tick : ticksOf(range, look, most)) {
            // Labels must differ: rounding may have made two the same.
            QString label = tick.label;
            while (axis->categoriesLabels().contains(label))
                label += QChar(0x200B);
            axis->append(label, tick.place);
        }
    };
    int label = 85; // pixels
    for (const QString& name : d->x.categories)
        label = std::max(label, fontMetrics().horizontalAdvance(name) + 16);
    const int wide = std::max(2, width() / label), high = std::max(2, height() / 45);
    fill(d->axisX, d->viewX, d->x, wide);
    fill(d->axisY, d->viewY, d->y, high);
}

void PlotView::applyTheme() {
    const Colors& colors = Colors::of(this);
    QChart* c = chart();
    c->setBackgroundBrush(colors.surface);
    c->setBackgroundPen(Qt::NoPen);
    c->setPlotAreaBackgroundVisible(false);
    setBackgroundBrush(colors.surface);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    for (QCategoryAxis* axis : {d->axisX, d->axisY}) {
        axis->setLabelsColor(colors.textMuted);
        axis->setLabelsFont(small);
        axis->setTitleFont(small);
        axis->setTitleBrush(colors.text);
        axis->setLinePen(QPen(colors.border, 1));
        axis->setGridLinePen(QPen(colors.grid, 1));
    }
    fitMargins();
    d->stale = true;
    viewport()->update();
}

std::optional<PlotView::Hit> PlotView::hitAt(QPointF position) const {
    const PlotScene scene = d->scene(chart(), Colors::of(this));
    if (!scene.map.area.adjusted(-4, -4, 4, 4).contains(position))
        return std::nullopt;
    std::optional<Hit> best;
    double nearest = kReach * kReach;
    for (std::size_t s = 0; s < d->series.size(); ++s) {
        const SeriesPlaces& places = d->places[s];
        const bool bars = d->series[s].kind == PlotSeries::Kind::Bar;
        for (std::size_t i = 0; i < places.x.size(); ++i) {
            if (bars) {
                if (barRect(scene, s, i).adjusted(0, -3, 0, 3).contains(position))
                    return Hit{s, i};
                continue;
            }
            const double dx = scene.map.pixelX(places.x[i]) - position.x();
            const double dy = scene.map.pixelY(places.y[i]) - position.y();
            // A background point gives way to one in front.
            const double distance = dx * dx + dy * dy + (d->series[s].faint ? 4 : 0);
            if (distance < nearest) {
                nearest = distance;
                best = Hit{s, i};
            }
        }
    }
    return best;
}

QPointF PlotView::positionOf(const Hit& hit) const {
    const PlotScene scene = d->scene(chart(), Colors::of(this));
    if (d->series[hit.series].kind == PlotSeries::Kind::Bar)
        return barRect(scene, hit.series, hit.point).center();
    return scene.map.pixel(d->places[hit.series].x[hit.point], d->places[hit.series].y[hit.point]);
}

QString PlotView::tipOf(const Hit& hit) const {
    const PlotSeries& series = d->series[hit.series];
    if (d->tipText)
        return d->tipText(series, hit.point);
    const auto text = [&](const PlotAxis& axis, double value) {
        if (!axis.categories.isEmpty())
            return axis.categories.value(static_cast<qsizetype>(std::lround(value)));
        return axis.format ? axis.format(value) : plotNumber(value);
    };
    const auto row = [&](const PlotAxis& axis, const std::vector<double>& values,
                         const std::vector<double>& low, const std::vector<double>& high) {
        const QString value = text(axis, values[hit.point]);
        const QString name = axis.title.isEmpty() ? QString() : axis.title + ": ";
        if (low.empty() || high.empty() || !(low[hit.point] < high[hit.point]))
            return name + value;
        return tr("%1%2 [%3, %4]")
            .arg(name, value, text(axis, low[hit.point]), text(axis, high[hit.point]));
    };
    QStringList lines;
    if (!series.name.isEmpty())
        lines << series.name;
    lines << row(d->x, series.x, series.xLow, series.xHigh);
    lines << row(d->y, series.y, series.yLow, series.yHigh);
    if (d->thirdUse != ThirdUse::None && hit.point < series.third.size())
        lines << row(d->third, series.third, {}, {});
    return lines.join("\n");
}

std::vector<std::size_t> PlotView::rowsIn(const QRectF& area) const {
    const PlotScene scene = d->scene(chart(), Colors::of(this));
    std::vector<std::size_t> rows;
    for (std::size_t s = 0; s < d->series.size(); ++s)
        for (std::size_t i = 0; i < d->places[s].x.size(); ++i) {
            const bool inside =
                d->series[s].kind == PlotSeries::Kind::Bar
                    ? barRect(scene, s, i).intersects(area)
                    : area.contains(scene.map.pixel(d->places[s].x[i], d->places[s].y[i]));
            if (inside)
                rows.push_back(d->series[s].rowOf(i));
        }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

QString PlotView::dataText() const {
    return plotDataText(d->series, d->x, d->y,
                        d->thirdUse == ThirdUse::None ? PlotAxis() : d->third);
}

QImage PlotView::image() {
    return grab().toImage();
}

void PlotView::copyData() const {
    QApplication::clipboard()->setText(dataText());
}

void PlotView::copyImage() {
    QApplication::clipboard()->setImage(image());
}

void PlotView::saveImage() {
    const QString file = QFileDialog::getSaveFileName(this, tr("Save the plot"), QString(),
                                                      tr("PNG picture (*.png)"));
    if (!file.isEmpty())
        image().save(file);
}

void PlotView::showTip(QPoint position) {
    const auto hit = hitAt(position);
    const bool same =
        hit.has_value() == d->hovered.has_value() &&
        (!hit || (hit->series == d->hovered->series && hit->point == d->hovered->point));
    if (same)
        return;
    d->hovered = hit;
    if (hit)
        QToolTip::showText(viewport()->mapToGlobal(position), tipOf(*hit), viewport());
    else
        QToolTip::hideText();
    viewport()->update();
}

void PlotView::resizeEvent(QResizeEvent* event) {
    QChartView::resizeEvent(event);
    fitMargins();
    updateAxes();
    d->stale = true;
}

void PlotView::wheelEvent(QWheelEvent* event) {
    if (!chart()->plotArea().contains(event->position()))
        return event->ignore(); // lets a scroll area around scroll
    zoomBy(std::pow(kWheelStep, event->angleDelta().y() / 120.0), event->position());
    event->accept();
}

void PlotView::mousePressEvent(QMouseEvent* event) {
    d->pressed = d->last = event->position();
    const bool left = event->button() == Qt::LeftButton;
    const bool inside = chart()->plotArea().contains(event->position());
    d->drag = !inside                                       ? Private::Drag::None
              : left && d->selectable                       ? Private::Drag::Band
              : left || event->button() == Qt::MiddleButton ? Private::Drag::Pan
                                                            : Private::Drag::None;
    d->moved = false;
    event->accept();
}

void PlotView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    if (d->drag == Private::Drag::None || !(event->buttons() & (Qt::LeftButton | Qt::MiddleButton)))
        return showTip(event->pos());
    if (!d->moved && (at - d->pressed).manhattanLength() < QApplication::startDragDistance())
        return;
    d->moved = true;
    if (d->drag == Private::Drag::Pan)
        pan(at - d->last);
    d->last = at;
    viewport()->update();
}

void PlotView::mouseReleaseEvent(QMouseEvent* event) {
    const auto drag = std::exchange(d->drag, Private::Drag::None);
    viewport()->update();
    if (event->button() == Qt::LeftButton && !d->moved) {
        const auto hit = hitAt(event->position());
        emit pointClicked(hit ? static_cast<int>(d->series[hit->series].rowOf(hit->point)) : -1,
                          event->modifiers());
        return;
    }
    if (drag == Private::Drag::Band && d->moved)
        emit brushed(rowsIn(QRectF(d->pressed, event->position()).normalized()),
                     event->modifiers());
}

void PlotView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const auto hit = hitAt(event->position()))
        emit pointActivated(static_cast<int>(d->series[hit->series].rowOf(hit->point)));
    else
        resetZoom();
}

void PlotView::leaveEvent(QEvent* event) {
    d->hovered.reset();
    viewport()->update();
    QChartView::leaveEvent(event);
}

void PlotView::keyPressEvent(QKeyEvent* event) {
    const QPointF middle = chart()->plotArea().center();
    if (event->matches(QKeySequence::Copy))
        return copyData();
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomBy(kWheelStep, middle);
    case Qt::Key_Minus:
        return zoomBy(1 / kWheelStep, middle);
    case Qt::Key_0:
    case Qt::Key_Home:
        return resetZoom();
    case Qt::Key_Left:
        return pan({40, 0});
    case Qt::Key_Right:
        return pan({-40, 0});
    case Qt::Key_Up:
        return pan({0, 40});
    case Qt::Key_Down:
        return pan({0, -40});
    case Qt::Key_PageDown:
        return step(1);
    case Qt::Key_PageUp:
        return step(-1);
    default:
        event->ignore(); // for the window's shortcuts
    }
}

void PlotView::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    const auto add = [&](const char* icon, const QString& text, auto run) {
        menu.addAction(themedIcon(icon, palette()), text, this, run);
    };
    add("fit", tr("&Reset zoom"), [this] { resetZoom(); });
    menu.addSeparator();
    add("copy", tr("Copy as &picture"), [this] { copyImage(); });
    add("table", tr("Copy the &data"), [this] { copyData(); });
    add("save", tr("&Save as picture…"), [this] { saveImage(); });
    menu.exec(event->globalPos());
}

void PlotView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyTheme();
    QChartView::changeEvent(event);
}

} // namespace metainfer::widgets
