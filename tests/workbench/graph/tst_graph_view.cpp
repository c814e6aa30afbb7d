// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The graph view under mouse, wheel and keys, and what it paints.
#include "graph/graph_image.h"
#include "graph/graph_view.h"
#include "graph/minimap.h"
#include "graph/overlay_legend.h"
#include "graph/property_model.h"
#include "graph_samples.h"
#include "theme/theme.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <set>

using namespace metainfer;
using namespace metainfer::widgets;
using namespace metainfer::testing;
using drawing::BoxId;

namespace {

/// A shown view with some blocks, everything open.
struct Shown {
    GraphView view;
    explicit Shown(int blocks, QSize size = {640, 480}) {
        view.resize(size);
        view.setPicture(openPicture(blockModel(blocks), *view.fonts()));
        view.show();
        if (!QTest::qWaitForWindowExposed(&view))
            qFatal("not exposed");
        view.repaint();
    }
    const drawing::Layout& layout() const { return *view.picture()->layout; }
    BoxId box(const std::string& name) const {
        const auto& diagram = view.picture()->diagram();
        for (std::size_t i = 0; i < diagram.items().size(); ++i)
            if (diagram.items()[i].name == name)
                return layout().visible().boxOf(drawing::ItemId(i));
        return {};
    }
    QPoint middle(BoxId id) const {
        return view.camera().toWidget(layout().box(id)).center().toPoint();
    }
    std::string currentName() const {
        const auto element = view.current();
        return element.item.isValid() ? view.picture()->diagram().item(element.item).name : "";
    }
    void centerOn(BoxId id, double scale = 1) {
        Camera camera;
        camera.scale = scale;
        camera.centerOn(layout().box(id).center(), view.size());
        view.setCamera(camera);
    }
};

std::set<QRgb> colorsIn(const QImage& image, const QRect& area) {
    std::set<QRgb> colors;
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x)
            if (image.rect().contains(x, y))
                colors.insert(image.pixel(x, y));
    return colors;
}

void wheel(QWidget& widget, QPointF at, int angle, Qt::KeyboardModifiers modifiers) {
    QWheelEvent event(at, widget.mapToGlobal(at), {}, {0, angle}, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

} // namespace

class GraphViewTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        rememberSystemPalette();
        applyScheme(Scheme::Light);
    }
    void startsReadable();
    void emptyViewPaints();
    void everyScalePaintsTheBoxes_data();
    void everyScalePaintsTheBoxes();
    void panningShiftsWithoutTrace_data();
    void panningShiftsWithoutTrace();
    void zoomKeepsThePointUnderTheCursor();
    void wheelAndKeysPan();
    void dragPansAndSelectsNothing();
    void clickSelects();
    void controlClickAddsAndRemoves();
    void keysWalkAlongEdges();
    void stepsAsideTakeTheOtherEdge();
    void groupsAreToggledByMouseAndKeys();
    void anchorStays();
    void newDiagramForgetsTheOld();
    void graphCannotBeLost();
    void minimapShowsAndMoves();
    void themesRepaint();
    void overlayColoursBoxes();
    void legendHasRoomForItsWords();
    void titlesStandAboveLines();
    void wholeImageIsBounded();
    void propertiesAreAModel();
    void propertiesAreCopiedAndFollowed();
};

void GraphViewTest::startsReadable() {
    Shown small(1);
    const QRectF all = small.view.camera().toWidget(small.layout().bounds());
    QVERIFY(QRectF(small.view.rect()).contains(all));
    Shown large(200);
    QVERIFY(large.view.camera().scale >= 0.5);
    // The beginning of the model is what one sees first.
    QVERIFY(large.view.rect().contains(large.middle(large.box("/block.0/matmul"))));
}

void GraphViewTest::emptyViewPaints() {
    GraphView view;
    view.resize(100, 100);
    const QImage image = view.grab().toImage();
    QCOMPARE(image.pixel(50, 50), toQt(drawing::theme(drawing::ThemeKind::Light).background).rgb());
    view.fitAll();
    QTest::keyClick(&view, Qt::Key_Down);
    QTest::mouseClick(&view, Qt::LeftButton, {}, {50, 50});
    QVERIFY(view.selection().empty());
}

void GraphViewTest::everyScalePaintsTheBoxes_data() {
    QTest::addColumn<double>("scale");
    for (const double scale : {0.02, 0.1, 0.25, 0.3, 0.4, 0.7, 1.0, 2.5})
        QTest::addRow("%g", scale) << scale;
}

void GraphViewTest::everyScalePaintsTheBoxes() {
    QFETCH(double, scale);
    Shown shown(100);
    const BoxId box = shown.box("/block.50/matmul");
    shown.centerOn(box, scale);
    // The view may be held at the graph's borders, so the box is looked up where it is.
    const QImage image = shown.view.grab().toImage();
    const QRect area = shown.view.camera().toWidget(shown.layout().box(box)).toAlignedRect();
    const auto colors = colorsIn(image, area);
    const QRgb behind = toQt(drawing::theme(drawing::ThemeKind::Light).background).rgb();
    const QRgb frame = toQt(drawing::theme(drawing::ThemeKind::Light).frame).rgb();
    QVERIFY2(std::any_of(colors.begin(), colors.end(),
                         [&](QRgb c) { return c != behind && c != frame; }),
             qPrintable(QString("nothing painted at scale %1").arg(scale)));
    if (scale >= 0.4) // text has many shades
        QVERIFY2(colors.size() > 8, qPrintable(QString::number(colors.size())));
}

void GraphViewTest::panningShiftsWithoutTrace_data() {
    everyScalePaintsTheBoxes_data();
}

/// Shifting the kept frame and painting strips gives the same pixels as painting everything.
void GraphViewTest::panningShiftsWithoutTrace() {
    QFETCH(double, scale);
    Shown shown(60);
    shown.centerOn(shown.box("/block.30/relu"), scale);
    shown.view.repaint();
    for (const QPointF by : {QPointF(13, 0), QPointF(0, -29), QPointF(-7, 41), QPointF(55, 3)}) {
        Camera camera = shown.view.camera();
        camera.offset += by;
        shown.view.setCamera(camera);
        shown.view.repaint();
    }
    const QImage shifted = shown.view.grab().toImage();
    GraphView fresh;
    fresh.resize(shown.view.size());
    fresh.setPicture(shown.view.picture());
    fresh.setCamera(shown.view.camera());
    QCOMPARE(fresh.camera(), shown.view.camera());
    fresh.clearFocus();
    shown.view.clearFocus();
    const QImage painted = fresh.grab().toImage();
    shown.view.repaint();
    QCOMPARE(shown.view.grab().toImage().size(), painted.size());
    // Pixels painted by hand are the same; the painter may round a shade in a few places.
    const int most = scale < 0.28 ? 0 : 12;
    int different = 0, worst = 0;
    const QImage after = shown.view.grab().toImage();
    for (int y = 1; y < painted.height() - 1; ++y)
        for (int x = 1; x < painted.width() - 1; ++x) {
            const QRgb a = painted.pixel(x, y), b = after.pixel(x, y);
            different += a != b;
            worst = std::max({worst, std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)),
                              std::abs(qBlue(a) - qBlue(b))});
        }
    QVERIFY2(different <= most && (most == 0 || worst <= 80),
             qPrintable(QString("%1 pixels differ, by up to %2").arg(different).arg(worst)));
    QVERIFY(!shifted.isNull());
}

void GraphViewTest::zoomKeepsThePointUnderTheCursor() {
    Shown shown(40);
    const QPointF at(200, 150);
    const drawing::Point before = shown.view.camera().toDrawing(at);
    const double scale = shown.view.camera().scale;
    wheel(shown.view, at, 240, Qt::ControlModifier);
    QVERIFY(shown.view.camera().scale > scale * 1.3);
    const drawing::Point after = shown.view.camera().toDrawing(at);
    QVERIFY(std::abs(after.x - before.x) < 1 && std::abs(after.y - before.y) < 1);
    for (int i = 0; i < 100; ++i)
        wheel(shown.view, at, 120, Qt::ControlModifier);
    QCOMPARE(shown.view.camera().scale, 4.0); // the limit
    for (int i = 0; i < 200; ++i)
        wheel(shown.view, at, -120, Qt::ControlModifier);
    QVERIFY(shown.view.camera().scale > 0);
}

void GraphViewTest::wheelAndKeysPan() {
    Shown shown(100);
    QPointF offset = shown.view.camera().offset;
    wheel(shown.view, {100, 100}, -120, Qt::NoModifier);
    QVERIFY(shown.view.camera().offset.y() < offset.y());
    QCOMPARE(shown.view.camera().offset.x(), offset.x());
    offset = shown.view.camera().offset;
    QTest::keyClick(&shown.view, Qt::Key_Down, Qt::ShiftModifier);
    QVERIFY(shown.view.camera().offset.y() < offset.y());
    QTest::keyClick(&shown.view, Qt::Key_PageDown);
    QTest::keyClick(&shown.view, Qt::Key_PageUp);
    QTest::keyClick(&shown.view, Qt::Key_Up, Qt::ShiftModifier);
    QCOMPARE(shown.view.camera().offset.y(), offset.y());
    const double scale = shown.view.camera().scale;
    QTest::keyClick(&shown.view, Qt::Key_Plus);
    QVERIFY(shown.view.camera().scale > scale);
    QTest::keyClick(&shown.view, Qt::Key_0);
    QVERIFY(
        QRectF(shown.view.rect()).contains(shown.view.camera().toWidget(shown.layout().bounds())));
}

void GraphViewTest::dragPansAndSelectsNothing() {
    Shown shown(100);
    QSignalSpy chosen(&shown.view, &GraphView::selectionChanged);
    const QPoint from = shown.middle(shown.box("/block.0/relu"));
    const QPointF offset = shown.view.camera().offset;
    QTest::mousePress(&shown.view, Qt::LeftButton, {}, from);
    QTest::mouseMove(&shown.view, from + QPoint(0, -40));
    QTest::mouseMove(&shown.view, from + QPoint(0, -60));
    QTest::mouseRelease(&shown.view, Qt::LeftButton, {}, from + QPoint(0, -60));
    QCOMPARE(shown.view.camera().offset, offset + QPointF(0, -60));
    QCOMPARE(chosen.size(), 0);
}

void GraphViewTest::clickSelects() {
    Shown shown(3);
    QSignalSpy chosen(&shown.view, &GraphView::selectionChanged);
    shown.centerOn(shown.box("/block.1/relu"));
    QTest::mouseClick(&shown.view, Qt::LeftButton, {}, shown.middle(shown.box("/block.1/relu")));
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(shown.currentName(), std::string("/block.1/relu"));
    QVERIFY(shown.view.accessibleDescription().contains("/block.1/relu"));
    QTest::keyClick(&shown.view, Qt::Key_Escape);
    QVERIFY(shown.view.selection().empty());
}

void GraphViewTest::controlClickAddsAndRemoves() {
    Shown shown(2);
    shown.centerOn(shown.box("/block.0/relu"));
    const QPoint first = shown.middle(shown.box("/block.0/relu"));
    const QPoint second = shown.middle(shown.box("/block.0/bias"));
    QTest::mouseClick(&shown.view, Qt::LeftButton, {}, first);
    QTest::mouseClick(&shown.view, Qt::LeftButton, Qt::ControlModifier, second);
    QCOMPARE(shown.view.selection().size(), std::size_t{2});
    QTest::mouseClick(&shown.view, Qt::LeftButton, Qt::ControlModifier, first);
    QCOMPARE(shown.view.selection().size(), std::size_t{1});
    QCOMPARE(shown.currentName(), std::string("/block.0/bias"));
}

void GraphViewTest::keysWalkAlongEdges() {
    Shown shown(3);
    GraphElement start;
    start.item = shown.layout().visible().box(shown.box("/block.0/matmul")).item;
    shown.view.setSelection({start});
    QTest::keyClick(&shown.view, Qt::Key_Down);
    QCOMPARE(shown.currentName(), std::string("/block.0/bias"));
    QTest::keyClick(&shown.view, Qt::Key_Down);
    QCOMPARE(shown.currentName(), std::string("/block.0/relu"));
    QTest::keyClick(&shown.view, Qt::Key_Up);
    QTest::keyClick(&shown.view, Qt::Key_Up);
    QCOMPARE(shown.currentName(), std::string("/block.0/matmul"));
    QTest::keyClick(&shown.view, Qt::Key_End);
    const auto& item = shown.view.picture()->diagram().item(shown.view.current().item);
    QCOMPARE(item.kind, drawing::ItemKind::Output);
    QVERIFY(shown.view.rect().contains(
        shown.middle(boxOf(shown.layout().visible(), shown.view.current()))));
    QTest::keyClick(&shown.view, Qt::Key_Home);
    QCOMPARE(shown.view.picture()->diagram().item(shown.view.current().item).kind,
             drawing::ItemKind::Input);
}

void GraphViewTest::stepsAsideTakeTheOtherEdge() {
    Shown shown(2);
    GraphElement start;
    start.item = shown.layout().visible().box(shown.box("/block.1/residual")).item;
    shown.view.setSelection({start});
    // Two operators feed it, rows apart: up to one, aside to the other and back.
    QTest::keyClick(&shown.view, Qt::Key_Up);
    const std::string first = shown.currentName();
    const bool isLeft = shown.layout().box(shown.box("/block.1/relu")).center().x <
                        shown.layout().box(shown.box("/block.0/residual")).center().x;
    const bool onRelu = first == "/block.1/relu";
    QVERIFY(onRelu || first == "/block.0/residual");
    const Qt::Key there = isLeft == onRelu ? Qt::Key_Right : Qt::Key_Left;
    QTest::keyClick(&shown.view, there);
    QCOMPARE(shown.currentName(), std::string(onRelu ? "/block.0/residual" : "/block.1/relu"));
    QTest::keyClick(&shown.view, there == Qt::Key_Right ? Qt::Key_Left : Qt::Key_Right);
    QCOMPARE(shown.currentName(), first);
}

void GraphViewTest::groupsAreToggledByMouseAndKeys() {
    GraphView view;
    view.resize(640, 480);
    const ir::Model model = blockModel(3);
    const auto diagram = *drawing::Diagram::build(model);
    QVERIFY(diagram->groups().size() > 1);
    view.setPicture(pictureOf(diagram, drawing::Folding(*diagram), *view.fonts()));
    view.show();
    view.repaint();
    QSignalSpy toggled(&view, &GraphView::toggleAsked);
    QSignalSpy below(&view, &GraphView::openBelowAsked);
    const auto& visible = view.picture()->layout->visible();
    BoxId group;
    for (std::size_t i = 0; i < visible.boxes().size(); ++i)
        if (visible.boxes()[i].isGroup())
            group = BoxId(i);
    QVERIFY(group.isValid());
    const QPoint at = view.camera().toWidget(view.picture()->layout->box(group)).center().toPoint();
    QTest::mouseDClick(&view, Qt::LeftButton, {}, at);
    QCOMPARE(toggled.size(), 1);
    QCOMPARE(toggled[0][0].value<GraphElement>().group, visible.box(group).group);
    view.setSelection({elementOf(visible, group)});
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(toggled.size(), 2);
    QTest::keyClick(&view, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(below.size(), 1);
}

void GraphViewTest::anchorStays() {
    GraphView view;
    view.resize(640, 480);
    const ir::Model model = blockModel(40);
    const auto diagram = *drawing::Diagram::build(model);
    drawing::Folding folding(*diagram);
    view.setPicture(pictureOf(diagram, folding, *view.fonts()));
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    view.repaint();
    const auto& before = *view.picture()->layout;
    GraphElement group;
    for (const auto& box : before.visible().boxes())
        if (box.isGroup())
            group.group = box.group;
    QVERIFY(group.isValid());
    const double top = view.camera().toWidget(areaOf(before, group)).top();
    folding.toggle(group.group);
    view.setPicture(pictureOf(diagram, folding, *view.fonts()), group);
    QVERIFY(view.picture()->layout->visible().frameOf(group.group).isValid());
    QVERIFY(std::abs(view.camera().toWidget(areaOf(*view.picture()->layout, group)).top() - top) <=
            1);
}

void GraphViewTest::newDiagramForgetsTheOld() {
    Shown shown(3);
    QTest::mouseClick(&shown.view, Qt::LeftButton, {}, shown.middle(shown.box("/block.0/relu")));
    QVERIFY(!shown.view.selection().empty());
    shown.view.setPicture(openPicture(blockModel(2), *shown.view.fonts()));
    QVERIFY(shown.view.selection().empty());
    shown.view.setPicture(nullptr);
    shown.view.repaint();
    QVERIFY(!shown.view.picture());
}

void GraphViewTest::graphCannotBeLost() {
    Shown shown(5);
    Camera camera = shown.view.camera();
    camera.offset = {1e7, -1e7};
    shown.view.setCamera(camera);
    QVERIFY(shown.view.camera().toWidget(shown.layout().bounds()).intersects(shown.view.rect()));
}

void GraphViewTest::minimapShowsAndMoves() {
    Shown shown(200, {900, 600});
    Minimap map(&shown.view);
    QVERIFY(map.isVisible());
    QVERIFY(shown.view.rect().contains(map.geometry()));
    const auto colors = colorsIn(map.grab().toImage(), map.rect());
    QVERIFY(colors.size() > 3);
    QTest::mouseClick(&map, Qt::LeftButton, {}, {map.width() / 2, map.height() - 2});
    const double shownTo = shown.view.camera().toDrawing(QRectF(shown.view.rect())).bottom();
    QVERIFY(shownTo > shown.layout().bounds().bottom() - 600);
    shown.view.fitAll();
    QVERIFY(!map.isVisible()); // everything is visible already
    QTest::mouseClick(&shown.view, Qt::LeftButton);
    map.setWanted(false);
    shown.centerOn(shown.box("/block.100/relu"));
    QVERIFY(!map.isVisible());
}

void GraphViewTest::themesRepaint() {
    Shown shown(3);
    const QRgb light = shown.view.grab().toImage().pixel(3, 3);
    applyScheme(Scheme::Dark);
    const QRgb dark = shown.view.grab().toImage().pixel(3, 3);
    applyScheme(Scheme::Light);
    QVERIFY(qGray(light) > 200);
    QVERIFY(qGray(dark) < 60);
    QCOMPARE(shown.view.grab().toImage().pixel(3, 3), light);
}

void GraphViewTest::overlayColoursBoxes() {
    Shown shown(3);
    shown.centerOn(shown.box("/block.1/relu"), 0.2);
    auto overlay = std::make_shared<drawing::Overlay>(
        drawing::Overlay::quantitative(shown.view.picture()->diagram(), "Bytes", "B"));
    double value = 1;
    for (std::size_t i = 0; i < shown.view.picture()->diagram().items().size(); ++i)
        overlay->set(drawing::ItemId(i), value++);
    QSignalSpy changed(&shown.view, &GraphView::overlayChanged);
    shown.view.setOverlay(overlay);
    QCOMPARE(changed.size(), 1);
    QVERIFY(shown.view.overlayColors());
    QVERIFY(!shown.view.overlayColors()->legend().empty());
    const BoxId box = shown.box("/block.1/relu");
    const QPoint at = shown.middle(box);
    QCOMPARE(shown.view.grab().toImage().pixel(at),
             toQt(*shown.view.overlayColors()->fill(box)).rgb());
    shown.view.setOverlay(nullptr);
    QVERIFY(!shown.view.overlayColors());
}

void GraphViewTest::legendHasRoomForItsWords() {
    Shown shown(1);
    OverlayLegend legend(&shown.view);
    const auto& diagram = shown.view.picture()->diagram();
    auto overlay = std::make_shared<drawing::Overlay>(
        drawing::Overlay::quantitative(diagram, "Intensity", "times of a very long unit"));
    for (std::size_t i = 0; i < overlay->values.size(); ++i)
        overlay->values[i] = drawing::OverlayValue{0.0123 * static_cast<double>(i + 1)};
    shown.view.setOverlay(overlay);
    QVERIFY(legend.isVisible());
    const auto& entries = shown.view.overlayColors()->legend();
    const QString ends = QString::fromStdString(entries.front().text + entries.back().text);
    QVERIFY(ends.size() > 20);
    QVERIFY(legend.width() > QFontMetrics(legend.font()).horizontalAdvance(ends));
}

/// A line that comes in from above passes behind the group's title.
void GraphViewTest::titlesStandAboveLines() {
    ir::Model model;
    model.setOpset("", 17);
    ir::Graph& graph = *model.graph;
    const std::string at = "/a_group_that_has_a_long_title";
    ir::ValueId x = addOperator(graph, "before", "Relu", {graph.addInput("x", floats({2, 2}))});
    x = addOperator(graph, at + "/Tanh", "Tanh", {x});
    x = addOperator(graph, at + "/Relu", "Relu", {x});
    graph.setOutputs({x});
    GraphView view;
    view.resize(640, 640);
    view.setPicture(openPicture(model, *view.fonts()));
    const drawing::Layout& layout = *view.picture()->layout;
    QCOMPARE(layout.visible().frames().size(), std::size_t{2});
    Camera camera;
    camera.centerOn(layout.bounds().center(), view.size());
    view.setCamera(camera);
    const QImage image = view.grab().toImage();
    const drawing::Rect& frame = layout.frame(drawing::FrameId(1u));
    const double middle = frame.y + layout.frameTitleHeight() / 2;
    int checked = 0;
    for (const drawing::Route& route : layout.routes()) {
        const auto points = layout.points(route);
        for (std::size_t i = 1; i < points.size(); ++i) {
            if (points[i - 1].x != points[i].x || points[i - 1].y > frame.y || points[i].y < middle)
                continue;
            const QPointF p =
                view.camera().toWidget(drawing::Rect{points[i].x, middle, 0, 0}).topLeft();
            const QRect column(qFloor(p.x()), qFloor(p.y()) - 5, 1, 11);
            const auto fill = toQt(drawing::theme(drawing::ThemeKind::Light).frame).rgb();
            QVERIFY(colorsIn(image, column).contains(fill)); // a line would cover all of it
            ++checked;
        }
    }
    QVERIFY(checked > 0);
}

void GraphViewTest::wholeImageIsBounded() {
    GraphFonts fonts(QApplication::font());
    const auto small = openPicture(blockModel(2), fonts);
    const QImage image = wholeImage(*small, fonts, {}, 2);
    QVERIFY(image.width() >= static_cast<int>(small->layout->bounds().width * 2));
    const auto large = openPicture(blockModel(1500), fonts);
    const QImage bounded = wholeImage(*large, fonts, {}, 2);
    QVERIFY(!bounded.isNull());
    QVERIFY(bounded.height() <= 30000);
    QVERIFY(colorsIn(bounded, {0, 0, bounded.width(), 200}).size() > 2);
}

void GraphViewTest::propertiesAreAModel() {
    PropertyModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    model.setSections(
        {{"First", {{"a", "1", {}, {}, -1}, {"b", "2", {}, {}, -1}}}, {"Second", {}}});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.rowCount(model.index(0, 0)), 2);
    QCOMPARE(model.rowCount(model.index(1, 0)), 0);
    const QModelIndex value = model.index(1, PropertyModel::Value, model.index(0, 0));
    QCOMPARE(value.data().toString(), QString("2"));
    QCOMPARE(value.parent(), model.index(0, 0));
    QVERIFY(!model.row(model.index(0, 0)));
    model.setSections({});
    QCOMPARE(model.rowCount(), 0);
}

void GraphViewTest::propertiesAreCopiedAndFollowed() {
    PropertyView view;
    PropertyRow link{"input", "Conv /a", {}, {}, -1};
    link.link.item = drawing::ItemId(7);
    link.tag = 1;
    view.setSections({{"Inputs", {link, {"W", "float32[2]", {}, {}, 3}}}});
    view.show();
    QSignalSpy followed(&view, &PropertyView::linkChosen);
    QSignalSpy parameter(&view, &PropertyView::parameterChosen);
    view.setFocus();
    view.setCurrentIndex(view.model()->index(0, 0, view.model()->index(0, 0)));
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(followed.size(), 1);
    QCOMPARE(followed[0][0].value<GraphElement>().item, drawing::ItemId(7));
    QCOMPARE(followed[0][1].toInt(), 1);
    view.selectAll();
    view.copySelected();
    QCOMPARE(QApplication::clipboard()->text(), QString("input\tConv /a\nW\tfloat32[2]"));
    view.setCurrentIndex(view.model()->index(1, 0, view.model()->index(0, 0)));
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(parameter.size(), 1);
    QCOMPARE(parameter[0][0].toInt(), 3);
}

QTEST_MAIN(GraphViewTest)
#include "tst_graph_view.moc"
