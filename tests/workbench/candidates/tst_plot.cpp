// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Plots: ticks, zoom, brush, tips, copies; driven with mouse and keys.
#include "candidates/parallel_view.h"
#include "plot/plot_view.h"
#include "theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace metainfer::widgets;

namespace {

PlotSeries points(std::size_t count) {
    PlotSeries series;
    series.name = "points";
    for (std::size_t i = 0; i < count; ++i) {
        series.x.push_back(static_cast<double>(i));
        series.y.push_back(static_cast<double>(i % 10) + 1);
        series.rows.push_back(100 + i);
    }
    return series;
}

PlotAxis axis(const QString& title) {
    PlotAxis made;
    made.title = title;
    return made;
}

void drag(QWidget* on, QPoint from, QPoint to) {
    QTest::mousePress(on, Qt::LeftButton, {}, from);
    QTest::mouseMove(on, (from + to) / 2);
    QMouseEvent half(QEvent::MouseMove, QPointF((from + to) / 2), on->mapToGlobal((from + to) / 2),
                     Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(on, &half);
    QMouseEvent last(QEvent::MouseMove, QPointF(to), on->mapToGlobal(to), Qt::NoButton,
                     Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(on, &last);
    QTest::mouseRelease(on, Qt::LeftButton, {}, to);
}

} // namespace

class PlotTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { applyScheme(Scheme::Light); }
    void ticksAreRound();
    void logarithmicTicksShowEvenNarrowRanges();
    void numbersAreShort();
    void brushSelectsRows();
    void clickFindsThePoint();
    void keysStepFromPointToPoint();
    void wheelZoomsAndResetReturns();
    void dataIsCopied();
    void imageShowsPoints();
    void parallelBrushesCombine();
    void parallelBrushIsDrawnWithTheMouse();
};

void PlotTest::ticksAreRound() {
    const auto ticks = ticksOf({0, 10}, {}, 5);
    QCOMPARE(ticks.size(), std::size_t(6));
    QCOMPARE(ticks[1].place, 2.0);
    QCOMPARE(ticks[1].label, QString("2"));
    PlotAxis names;
    names.categories = {"a", "b", "c"};
    QCOMPARE(ticksOf({-0.5, 2.5}, names, 10).size(), std::size_t(3));
    QCOMPARE(ticksOf({-0.5, 2.5}, names, 10)[2].label, QString("c"));
}

void PlotTest::logarithmicTicksShowEvenNarrowRanges() {
    PlotAxis axis;
    axis.scale = AxisScale::Logarithmic;
    const auto decades = ticksOf({-1, 3}, axis, 6);
    QCOMPARE(decades.front().label, QString("0.1")); // an exact decade at the border stays
    QCOMPARE(decades.back().label, QString("1,000"));
    const auto narrow = ticksOf({std::log10(0.4), std::log10(0.9)}, axis, 6);
    QVERIFY(narrow.size() >= 3);
    for (const PlotTick& tick : narrow)
        QVERIFY(tick.place >= std::log10(0.4) - 1e-9 && tick.place <= std::log10(0.9) + 1e-9);
    QVERIFY(std::isnan(placeOf(0, AxisScale::Logarithmic)));
}

void PlotTest::numbersAreShort() {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    QCOMPARE(plotNumber(0), QString("0"));
    QCOMPARE(plotNumber(0.25), QString("0.25"));
    QCOMPARE(plotNumber(1234.5678), QString("1,235"));
    QCOMPARE(plotNumber(std::numeric_limits<double>::quiet_NaN()), QString("–"));
}

void PlotTest::brushSelectsRows() {
    PlotView plot;
    plot.resize(500, 400);
    plot.setSelectable(true);
    plot.setContent(axis("x"), axis("y"), {points(50)});
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    QSignalSpy brushed(&plot, &PlotView::brushed);
    const QPoint a(plot.positionOf({0, 10}).toPoint().x() - 3,
                   static_cast<int>(plot.chart()->plotArea().bottom()) - 1);
    const QPoint b = QPoint(plot.positionOf({0, 19}).toPoint().x() + 3,
                            static_cast<int>(plot.chart()->plotArea().top()) + 1);
    drag(plot.viewport(), a, b);
    QCOMPARE(brushed.size(), 1);
    const auto rows = brushed[0][0].value<std::vector<std::size_t>>();
    QCOMPARE(rows.size(), std::size_t(10));
    QCOMPARE(rows.front(), std::size_t(110));
    QCOMPARE(rows.back(), std::size_t(119));
    QVERIFY(!plot.isZoomed());
}

void PlotTest::clickFindsThePoint() {
    PlotView plot;
    plot.resize(500, 400);
    plot.setContent(axis("x"), axis("y"), {points(20)});
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    QSignalSpy clicked(&plot, &PlotView::pointClicked);
    QTest::mouseClick(plot.viewport(), Qt::LeftButton, {}, plot.positionOf({0, 7}).toPoint());
    QCOMPARE(clicked.size(), 1);
    QCOMPARE(clicked[0][0].toInt(), 107);
    QVERIFY(plot.tipOf({0, 7}).contains("points"));
    QVERIFY(plot.tipOf({0, 7}).contains("8"));
    const auto hit = plot.hitAt(plot.positionOf({0, 7}));
    QVERIFY(hit);
    QCOMPARE(hit->point, std::size_t(7));
}

void PlotTest::keysStepFromPointToPoint() {
    PlotView view;
    view.resize(600, 400);
    PlotSeries other = points(1);
    other.x = {1.5};
    other.rows = {7};
    view.setContent(axis("x"), axis("y"), {points(4), other});
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    std::vector<int> rows;
    connect(&view, &PlotView::pointClicked, this, [&](int row) {
        rows.push_back(row);
        view.setSelection({}, row); // as the owner of the selection does
    });
    for (int i = 0; i < 6; ++i)
        QTest::keyClick(&view, Qt::Key_PageDown);
    QCOMPARE(rows, (std::vector<int>{100, 101, 7, 102, 103})); // by place, over all series
    QVERIFY(view.accessibleDescription().contains("points"));
    QTest::keyClick(&view, Qt::Key_PageUp);
    QCOMPARE(rows.back(), 102);
    // Only what is in sight.
    view.setView({-0.5, 1.2}, view.yRange());
    rows.clear();
    view.setSelection({}, -1);
    QTest::keyClick(&view, Qt::Key_PageUp);
    QCOMPARE(rows, (std::vector<int>{101}));
    view.setContent(axis("x"), axis("y"), {});
    QTest::keyClick(&view, Qt::Key_PageDown);
    QCOMPARE(rows.size(), std::size_t(1));
}

void PlotTest::wheelZoomsAndResetReturns() {
    PlotView plot;
    plot.resize(500, 400);
    plot.setContent(axis("x"), axis("y"), {points(20)});
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    const PlotRange before = plot.xRange();
    const QPointF middle = plot.chart()->plotArea().center();
    QWheelEvent wheel(middle, plot.viewport()->mapToGlobal(middle), {}, QPoint(0, 120),
                      Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(plot.viewport(), &wheel);
    QVERIFY(plot.isZoomed());
    QVERIFY(plot.xRange().span() < before.span());
    // The same data again keeps the zoom; a new range lets go.
    const PlotRange zoomed = plot.xRange();
    plot.setContent(axis("x"), axis("y"), {points(20)});
    QCOMPARE(plot.xRange(), zoomed);
    QTest::keyClick(&plot, Qt::Key_Home);
    QVERIFY(!plot.isZoomed());
    QCOMPARE(plot.xRange(), before);
    QTest::keyClick(&plot, Qt::Key_Plus);
    QVERIFY(plot.isZoomed());
    QTest::keyClick(&plot, Qt::Key_Right);
    QVERIFY(plot.xRange().low > before.low);
}

void PlotTest::dataIsCopied() {
    PlotView plot;
    PlotSeries series = points(2);
    series.yLow = {0.5, 1.5};
    series.yHigh = {1.5, 2.5};
    plot.setContent(axis("x"), axis("y"), {series});
    plot.setFocus();
    QTest::keyClick(&plot, Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QApplication::clipboard()->text().split('\n');
    QCOMPARE(lines.size(), 4); // head, two points, end
    QCOMPARE(lines[1].split('\t').size(), lines[0].split('\t').size());
    QVERIFY(lines[2].startsWith("points\t1\t"));
    QVERIFY(lines[2].contains("1.5\t2.5"));
}

void PlotTest::imageShowsPoints() {
    PlotView plot;
    plot.resize(300, 200);
    plot.setContent(axis("x"), axis("y"), {});
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    const QImage empty = plot.image();
    PlotSeries one;
    one.x = {1};
    one.y = {1};
    one.size = 20;
    plot.setContent(axis("x"), axis("y"), {one});
    QCoreApplication::processEvents();
    const QImage full = plot.image();
    const QPoint at = plot.positionOf({0, 0}).toPoint();
    QVERIFY(full.pixelColor(at) != empty.pixelColor(at));
    plot.setSelection({false, true}, -1); // another row is selected: this one steps back
    QCoreApplication::processEvents();
    QVERIFY(plot.image().pixelColor(at) != full.pixelColor(at));
}

void PlotTest::parallelBrushesCombine() {
    ParallelView view;
    view.resize(600, 300);
    ParallelView::Axis a, b;
    a.axis.title = "a";
    b.axis.title = "b";
    b.smallerIsBetter = false;
    a.values = {1, 2, 3, 4};
    b.values = {4, 3, 2, std::numeric_limits<double>::quiet_NaN()};
    view.setAxes({a, b}, {10, 11, 12, 13});
    QCOMPARE(view.brushedRows().size(), std::size_t(4));
    view.setBrush(0, PlotRange{1.5, 4.5});
    QCOMPARE(view.brushedRows(), std::vector<std::size_t>({11, 12, 13}));
    view.setBrush(1, PlotRange{2.5, 1.5}); // in either direction; NaN is outside
    QCOMPARE(view.brushedRows(), std::vector<std::size_t>({12}));
    view.setAxes({a, b}, {10, 11, 12, 13}); // new content keeps the brushes
    QVERIFY(view.isBrushed());
    view.clearBrushes();
    QVERIFY(!view.isBrushed());
    // Better is up: the smallest of a is at the top, the largest of b too.
    QVERIFY(view.pixelY(0, 1) < view.pixelY(0, 4));
    QVERIFY(view.pixelY(1, 4) < view.pixelY(1, 2));
    QCOMPARE(view.dataText().split('\n').size(), 6);
}

void PlotTest::parallelBrushIsDrawnWithTheMouse() {
    ParallelView view;
    view.resize(600, 300);
    ParallelView::Axis a, b;
    a.axis.title = "a";
    b.axis.title = "b";
    for (int i = 0; i <= 10; ++i) {
        a.values.push_back(i);
        b.values.push_back(10 - i);
    }
    view.setAxes({a, b}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QSignalSpy brushed(&view, &ParallelView::brushed);
    const auto at = [&](double value) {
        return QPointF(view.pixelX(0), view.pixelY(0, value)).toPoint();
    };
    drag(&view, at(1.5), at(4.5));
    QVERIFY(!brushed.isEmpty());
    QCOMPARE(brushed.last()[0].value<std::vector<std::size_t>>(),
             std::vector<std::size_t>({2, 3, 4}));
    QTest::keyClick(&view, Qt::Key_Escape);
    QVERIFY(brushed.last()[0].value<std::vector<std::size_t>>().empty());
}

QTEST_MAIN(PlotTest)
#include "tst_plot.moc"
