// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Invariants of every layout: nothing overlaps, edges run downwards and do not cross boxes, frames
// hold their content, the same input gives the same picture, folding keeps the order.
#include "bench/picture_quality.h"
#include "drawing_samples.h"
#include "ir/onnx_io.h"

#include <QtTest/QTest>

#include <cmath>
#include <filesystem>
#include <map>
#include <set>

using namespace metainfer;
using namespace metainfer::drawing;
using namespace metainfer::test;

namespace {

/// What is wrong with a layout; empty when it is sound.
QString fault(const Layout& layout) {
    const VisibleGraph& visible = layout.visible();
    std::vector<BoxId> boxes;
    std::vector<FrameId> frames;
    for (std::size_t i = 0; i < visible.boxes().size(); ++i) {
        const Rect& rect = layout.box(BoxId(i));
        if (rect.width <= 0 || rect.height <= 0 || !layout.bounds().contains(rect))
            return QString("box %1 has no place").arg(i);
        if (!layout.frame(visible.boxes()[i].frame).contains(rect))
            return QString("box %1 leaves its frame").arg(i);
        layout.query(rect, &boxes, nullptr, &frames);
        for (const BoxId other : boxes)
            if (other.index != i && layout.box(other).intersects(rect))
                return QString("boxes %1 and %2 overlap").arg(i).arg(other.index);
        for (const FrameId frame : frames)
            if (layout.frame(frame).intersects(rect) && !layout.frame(frame).contains(rect))
                return QString("box %1 crosses frame %2").arg(i).arg(frame.index);
    }
    for (std::size_t i = 1; i < visible.frames().size(); ++i) {
        const Rect& rect = layout.frame(FrameId(i));
        if (!layout.frame(visible.frames()[i].parent).contains(rect))
            return QString("frame %1 leaves its parent").arg(i);
        layout.query(rect, nullptr, nullptr, &frames);
        for (const FrameId other : frames)
            if (layout.frame(other).intersects(rect) && !layout.frame(other).contains(rect) &&
                !rect.contains(layout.frame(other)))
                return QString("frames %1 and %2 overlap").arg(i).arg(other.index);
    }
    for (std::size_t i = 0; i < layout.routes().size(); ++i) {
        const Route& route = layout.routes()[i];
        const auto points = layout.points(route);
        if (points.size() < 2)
            return QString("route %1 has no way").arg(i);
        const Rect& from = layout.box(visible.edge(route.edge).from);
        const Rect& to = layout.box(route.to);
        if (route.isBackward)
            continue;
        if (points.front().y != from.bottom() || points.back().y != to.y ||
            points.front().x < from.x || points.front().x > from.right() ||
            points.back().x < to.x || points.back().x > to.right())
            return QString("route %1 does not join its boxes").arg(i);
        for (std::size_t k = 1; k < points.size(); ++k) {
            if (route.gap == k)
                continue;
            if (points[k].y < points[k - 1].y)
                return QString("route %1 runs upwards").arg(i);
            const Rect piece{std::min(points[k].x, points[k - 1].x), points[k - 1].y,
                             std::abs(points[k].x - points[k - 1].x),
                             points[k].y - points[k - 1].y};
            layout.query(piece.grown(-0.01), &boxes, nullptr, nullptr);
            for (const BoxId other : boxes)
                if (layout.box(other).grown(-0.5).touches(piece) &&
                    other != visible.edge(route.edge).from && other != route.to)
                    return QString("route %1 runs through box %2").arg(i).arg(other.index);
        }
    }
    return {};
}

/// A graph of random shape: every node reads one to three earlier values.
ir::Model randomModel(int nodes, std::uint32_t seed, bool named) {
    ModelMaker maker;
    std::vector<ir::ValueId> values{maker.input("a"), maker.input("b")};
    std::uint32_t state = seed;
    const auto next = [&](std::uint32_t below) {
        state = state * 1664525u + 1013904223u;
        return (state >> 8) % below;
    };
    for (int i = 0; i < nodes; ++i) {
        std::vector<ir::ValueId> inputs;
        for (std::uint32_t k = 0; k <= next(3); ++k) {
            const auto reach = std::min<std::uint32_t>(static_cast<std::uint32_t>(values.size()),
                                                       next(4) == 0 ? 1000 : 6);
            inputs.push_back(values[values.size() - 1 - next(reach)]);
        }
        // Scopes that do not follow the data: neighbours and far nodes share them.
        const std::string name = named ? "/s" + std::to_string(next(4)) + "/t" +
                                             std::to_string(next(3)) + "/n" + std::to_string(i)
                                       : "";
        values.push_back(maker.op(i % 3 ? "Add" : "Relu", name, inputs));
    }
    return maker.take({values.back(), values[values.size() / 2]});
}

} // namespace

class TestDrawingLayout : public QObject {
    Q_OBJECT

  private slots:
    void invariantsHold_data() {
        QTest::addColumn<int>("nodes");
        QTest::addColumn<bool>("named");
        for (const int nodes : {1, 2, 7, 40, 200, 900})
            for (const bool named : {false, true})
                QTest::addRow("%d%s", nodes, named ? " named" : "") << nodes << named;
    }

    void invariantsHold() {
        QFETCH(int, nodes);
        QFETCH(bool, named);
        for (std::uint32_t seed = 1; seed <= 4; ++seed) {
            const auto diagram = diagramOf(randomModel(nodes, seed, named));
            for (const int passes : {0, 2})
                for (const Folding& folding : {Folding(*diagram), Folding::automatic(*diagram, 60),
                                               Folding::allOpen(*diagram)}) {
                    const auto layout = layoutOf(diagram, folding, passes);
                    QVERIFY2(fault(*layout).isEmpty(), qPrintable(fault(*layout)));
                    for (const Route& route : layout->routes())
                        QVERIFY(!route.isBackward);
                }
        }
    }

    void realModels_data() {
        QTest::addColumn<QString>("path");
        namespace fs = std::filesystem;
        for (const fs::path& folder : {fs::path(METAINFER_SOURCE_DIR) / "sample_models",
                                       fs::path(METAINFER_SOURCE_DIR) / "../shared/models"}) {
            std::error_code none;
            for (auto it = fs::recursive_directory_iterator(folder, none);
                 it != fs::recursive_directory_iterator(); it.increment(none))
                if (it->path().extension() == ".onnx")
                    QTest::addRow("%s/%s", it->path().parent_path().filename().c_str(),
                                  it->path().filename().c_str())
                        << QString::fromStdString(it->path().string());
        }
    }

    void realModels() {
        QFETCH(QString, path);
        const auto model = ir::importOnnx(path.toStdString());
        QVERIFY(model.has_value());
        const auto diagram = diagramOf(*model);
        for (const Folding& folding :
             {Folding(*diagram), Folding::automatic(*diagram), Folding::allOpen(*diagram)}) {
            const auto layout = layoutOf(diagram, folding);
            QVERIFY2(fault(*layout).isEmpty(), qPrintable(fault(*layout)));
            // No label on a box or on another label.
            std::vector<Rect> labels;
            for (const Route& route : layout->routes())
                if (route.isLabelled) {
                    const std::string text = layout->visible().edgeLabel(route.edge);
                    labels.push_back({route.label.x, route.label.y - 6,
                                      ApproximateMeasure().width(text, TextRole::Label), 12});
                }
            const SpatialIndex index(labels);
            std::vector<BoxId> boxes;
            std::vector<std::uint32_t> others;
            for (std::uint32_t i = 0; i < labels.size(); ++i) {
                layout->query(labels[i], &boxes, nullptr, nullptr);
                for (const BoxId box : boxes)
                    QVERIFY(!layout->box(box).intersects(labels[i]));
                others.clear();
                index.query(labels[i], others);
                for (const std::uint32_t other : others)
                    QVERIFY(other == i || !labels[other].intersects(labels[i]));
            }
        }
    }

    void sameInputSamePicture() {
        const auto diagram = diagramOf(randomModel(300, 9, true));
        const Folding folding = Folding::automatic(*diagram);
        QCOMPARE(svgDocument(*layoutOf(diagram, folding)),
                 svgDocument(*layoutOf(diagramOf(randomModel(300, 9, true)), folding)));
    }

    void chainsAreStraight() {
        ModelMaker maker;
        ir::ValueId x = maker.input("x");
        for (int i = 0; i < 30; ++i)
            x = maker.block("", x);
        DiagramOptions options;
        options.repeats = options.sections = false;
        const auto diagram = diagramOf(maker.take({x}), options);
        const auto layout = layoutOf(diagram, Folding::allOpen(*diagram));
        std::set<double> middles;
        for (std::size_t i = 0; i < layout->visible().boxes().size(); ++i)
            middles.insert(std::round(layout->box(BoxId(i)).center().x));
        QCOMPARE(middles.size(), std::size_t{1}); // residual edges bend, the main line does not
    }

    void openingAGroupKeepsTheOrder() {
        const auto diagram = diagramOf(randomModel(120, 5, true));
        const Folding closed(*diagram);
        const auto before = layoutOf(diagram, closed);
        for (std::size_t g = 1; g < diagram->groups().size(); ++g) {
            if (diagram->groups()[g].parent != diagram->root())
                continue;
            Folding opened = closed;
            opened.setOpen(GroupId(g), true);
            const auto after = layoutOf(diagram, opened);
            QVERIFY(fault(*after).isEmpty());
            // The same rows from left to right; the opened group left out.
            const auto rows = [&](const Layout& layout) {
                std::map<double, std::vector<std::pair<double, std::uint32_t>>> byTop;
                for (const Child& child : diagram->group(diagram->root()).children) {
                    if (child.isGroup() && child.group.index == g)
                        continue;
                    const BoxId box = child.isGroup() ? layout.visible().boxOf(child.group)
                                                      : layout.visible().boxOf(child.item);
                    const std::uint32_t key =
                        child.isGroup() ? 100000 + child.group.index : child.item.index;
                    byTop[layout.box(box).center().y].emplace_back(layout.box(box).x, key);
                }
                return byTop;
            };
            const auto leftOf = [&](const Layout& layout, std::uint32_t a, std::uint32_t b) {
                const auto rect = [&](std::uint32_t key) {
                    return layout.box(key >= 100000 ? layout.visible().boxOf(GroupId(key - 100000))
                                                    : layout.visible().boxOf(ItemId(key)));
                };
                return rect(a).x < rect(b).x;
            };
            for (const auto& [top, row] : rows(*before))
                for (std::size_t i = 0; i < row.size(); ++i)
                    for (std::size_t k = i + 1; k < row.size(); ++k)
                        QCOMPARE(leftOf(*after, row[i].second, row[k].second),
                                 row[i].first < row[k].first);
        }
    }

    void refinementsFollow() {
        DiagramOptions options; // one group of many children is what takes several passes
        options.sections = false;
        const auto diagram = diagramOf(randomModel(900, 3, false), options);
        std::vector<int> passes;
        const auto result =
            layout(std::make_shared<const VisibleGraph>(diagram, Folding::allOpen(*diagram)),
                   ApproximateMeasure(), {}, {}, [&](std::shared_ptr<const Layout> found) {
                       passes.push_back(found->pass());
                       QVERIFY(fault(*found).isEmpty());
                   });
        QVERIFY(result.has_value());
        QVERIFY(passes.size() >= 2); // none that changes nothing
        QCOMPARE(passes.front(), 0);
        QVERIFY(std::is_sorted(passes.begin(), passes.end()));
    }

    /// Encoder and decoder with a skip on each step: the skips lie inside each other.
    void skipsNest() {
        ModelMaker maker;
        ir::ValueId x = maker.input("x");
        std::vector<ir::ValueId> skips;
        for (int i = 0; i < 12; ++i) {
            skips.push_back(x = maker.op("Conv", "", {x}));
            x = maker.op("MaxPool", "", {x});
        }
        for (; !skips.empty(); skips.pop_back())
            x = maker.op("Concat", "", {maker.op("Resize", "", {x}), skips.back()});
        DiagramOptions options;
        options.repeats = options.sections = false;
        const auto diagram = diagramOf(maker.take({x}), options);
        const auto layout = layoutOf(diagram, Folding::allOpen(*diagram));
        QVERIFY2(fault(*layout).isEmpty(), qPrintable(fault(*layout)));
        QCOMPARE(qualityOf(*layout).crossings, std::size_t{0});
    }

    /// Hundreds of inputs of one operator, hundreds of outputs of one.
    void leavesStandInRows() {
        for (const bool inputs : {true, false}) {
            ModelMaker maker;
            std::vector<ir::ValueId> leaves;
            if (inputs) {
                for (int i = 0; i < 300; ++i)
                    leaves.push_back(maker.input("in" + std::to_string(i)));
                leaves = {maker.op("Sum", "hub", leaves)};
            } else {
                ir::Node node;
                node.opType = "Split";
                node.inputs = {maker.input("x")};
                for (int i = 0; i < 300; ++i)
                    node.outputs.push_back(
                        maker.graph().addValue("out" + std::to_string(i), ModelMaker::type()));
                leaves = node.outputs;
                maker.graph().addNode(std::move(node));
            }
            const auto diagram = diagramOf(maker.take(leaves));
            const auto layout = layoutOf(diagram, Folding::allOpen(*diagram));
            QVERIFY2(fault(*layout).isEmpty(), qPrintable(fault(*layout)));
            std::map<double, int> rows;
            for (std::size_t i = 0; i < layout->visible().boxes().size(); ++i)
                ++rows[layout->box(BoxId(i)).y];
            for (const auto& [top, count] : rows)
                QVERIFY(count <= 32);
            QVERIFY(layout->bounds().width < 10000); // side by side 30 000
            for (const Item& item : diagram->items())
                if (item.isOperator()) { // the hub stands amidst
                    const double x =
                        layout->box(layout->visible().boxOf(diagram->find(item.node))).center().x;
                    QVERIFY(x > layout->bounds().width / 4 && x < layout->bounds().width * 3 / 4);
                }
        }
    }

    void manyPartsAreShelved() {
        ModelMaker maker;
        std::vector<ir::ValueId> outputs;
        for (int i = 0; i < 200; ++i) {
            const ir::ValueId x = maker.input("x" + std::to_string(i));
            outputs.push_back(maker.op("Relu", "", {maker.op("Tanh", "", {x})}));
        }
        DiagramOptions options;
        options.repeats = options.sections = false;
        const auto diagram = diagramOf(maker.take(outputs), options);
        const auto layout = layoutOf(diagram, Folding::allOpen(*diagram));
        QVERIFY2(fault(*layout).isEmpty(), qPrintable(fault(*layout)));
        QVERIFY(layout->bounds().width < 6000);
        QVERIFY(layout->bounds().height < 6000);
    }

    /// Two tensors from one box to the next, one of them also further on.
    void linesBetweenTheSameBoxesDoNotCross() {
        for (const std::size_t skipping : {0u, 1u}) {
            ModelMaker maker;
            ir::Node node;
            node.opType = "Split";
            node.inputs = {maker.input("x")};
            for (const char* name : {"plain", "skips"})
                node.outputs.push_back(maker.graph().addValue(name, ModelMaker::type()));
            const auto both = node.outputs;
            maker.graph().addNode(std::move(node));
            const ir::ValueId sum = maker.op("Add", "", {both[0], both[1]});
            const ir::ValueId end =
                maker.op("Mul", "", {maker.op("Relu", "", {sum}), both[skipping]});
            DiagramOptions options;
            options.repeats = options.sections = false;
            const auto diagram = diagramOf(maker.take({end}), options);
            const auto layout = layoutOf(diagram, Folding::allOpen(*diagram));
            QVERIFY2(fault(*layout).isEmpty(), qPrintable(fault(*layout)));
            QCOMPARE(qualityOf(*layout).crossings, std::size_t{0});
        }
    }

    void labelsStayInsideAndShort() {
        ModelMaker maker;
        ir::Shape shape(8, ir::Dim::known(1234567890123));
        const ir::ValueId x =
            maker.graph().addInput("x", ir::ValueType::ofTensor(ElementType::Float, shape));
        const auto diagram = diagramOf(maker.take({maker.op("Relu", "", {x})}));
        const auto layout = layoutOf(diagram, Folding::allOpen(*diagram));
        const VisibleGraph& visible = layout->visible();
        std::size_t labels = 0;
        for (const Route& route : layout->routes()) {
            if (!route.isLabelled)
                continue;
            ++labels;
            const std::string text = visible.edgeLabel(route.edge);
            QVERIFY(text.size() <= 42);
            const double width = ApproximateMeasure().width(text, TextRole::Label);
            QVERIFY(layout->bounds().contains(Rect{route.label.x, route.label.y - 6, width, 12}));
        }
        QVERIFY(labels > 0);
    }

    void namesCannotTurnTheDirectionOfWriting() {
        ModelMaker maker;
        const auto diagram =
            diagramOf(maker.take({maker.op("Relu", "safe\u202Egnp.\u2066x", {maker.input("x")})}));
        const auto layout = layoutOf(diagram, Folding::allOpen(*diagram));
        bool found = false;
        for (std::size_t i = 0; i < layout->visible().boxes().size(); ++i)
            found |= layout->content(BoxId(i)).name == "safegnp.x";
        QVERIFY(found);
    }

    void smallGroupsAreFinishedAtOnce() {
        const auto diagram = diagramOf(blocksModel(400, true));
        std::vector<int> passes;
        const auto result =
            layout(std::make_shared<const VisibleGraph>(diagram, Folding::allOpen(*diagram)),
                   ApproximateMeasure(), {}, {}, [&](const std::shared_ptr<const Layout>& found) {
                       passes.push_back(found->pass());
                   });
        QVERIFY(result.has_value());
        QCOMPARE(passes, std::vector<int>{0});
    }

    void equalBlocksLookEqual() {
        const auto diagram = diagramOf(blocksModel(40, true));
        const auto layout = layoutOf(diagram, Folding::allOpen(*diagram));
        const VisibleGraph& visible = layout->visible();
        std::map<std::string, std::set<std::pair<double, double>>> seen;
        std::size_t blocks = 0;
        for (std::size_t g = 0; g < diagram->groups().size(); ++g) {
            const Group& group = diagram->groups()[g];
            const FrameId frame = visible.frameOf(GroupId(g));
            if (group.operatorCount != 5 || !frame.isValid())
                continue;
            ++blocks;
            for (std::size_t i = 0; i < group.itemCount; ++i) {
                const ItemId item(group.firstItem.index + i);
                const Rect& box = layout->box(visible.boxOf(item));
                const Rect& around = layout->frame(frame);
                seen[diagram->item(item).type + std::to_string(i)].emplace(box.x - around.x,
                                                                           box.y - around.y);
            }
        }
        QVERIFY(blocks >= 40);
        for (const auto& [what, places] : seen)
            QVERIFY2(places.size() <= 3, what.c_str()); // the first and last may differ
    }

    void cancelling() {
        const auto diagram = diagramOf(randomModel(200, 3, false));
        const auto visible =
            std::make_shared<const VisibleGraph>(diagram, Folding::allOpen(*diagram));
        CancellationToken early;
        early.cancel();
        const auto none = layout(visible, ApproximateMeasure(), {}, early);
        QVERIFY(!none.has_value());
        QCOMPARE(none.error().code, ErrorCode::Cancelled);
        CancellationToken late;
        const auto quick = layout(visible, ApproximateMeasure(), {}, late,
                                  [&](const std::shared_ptr<const Layout>&) { late.cancel(); });
        QVERIFY(quick.has_value());
        QCOMPARE((*quick)->pass(), 0);
        QVERIFY(!Diagram::build(randomModel(50, 1, false), {}, early).has_value());
    }

    void emptyAndSmall() {
        ir::Model empty;
        const auto nothing = diagramOf(empty);
        QCOMPARE(nothing->items().size(), std::size_t{0});
        const auto layout = layoutOf(nothing, Folding::automatic(*nothing));
        QVERIFY(layout->bounds().width > 0);
        QVERIFY(!layout->hit({10, 10}).box.isValid());
        ModelMaker maker;
        maker.op("Relu", "alone", {maker.input("x")});
        const auto one = diagramOf(maker.take({}));
        QVERIFY(fault(*layoutOf(one, Folding::automatic(*one))).isEmpty());
    }

    void disconnectedPartsStandSideBySide() {
        ModelMaker maker;
        for (int i = 0; i < 20; ++i)
            maker.op("Relu", "", {maker.op("Tanh", "", {maker.input("x" + std::to_string(i))})});
        const auto diagram = diagramOf(maker.take({}));
        const auto layout = layoutOf(diagram, Folding::allOpen(*diagram));
        QVERIFY(fault(*layout).isEmpty());
    }

    void wideFanOut() {
        const auto diagram = diagramOf(fanOutModel(10000));
        const Folding first = Folding::automatic(*diagram);
        const auto visible = VisibleGraph(diagram, first);
        QVERIFY(visible.boxes().size() <= 240);
        QVERIFY(visible.boxes().size() >= 3);
        const auto layout = layoutOf(diagram, Folding::allOpen(*diagram), 1);
        QVERIFY2(fault(*layout).isEmpty(), qPrintable(fault(*layout)));
    }

    void hundredThousandNodes() {
        const auto diagram = diagramOf(blocksModel(20000, true));
        const auto visible = VisibleGraph(diagram, Folding::automatic(*diagram));
        QVERIFY(visible.boxes().size() >= 4);
        QVERIFY(visible.boxes().size() <= 240);
        const auto layout = layoutOf(diagram, Folding::allOpen(*diagram), 0);
        QCOMPARE(layout->visible().boxes().size(), diagram->items().size());
        QVERIFY2(fault(*layout).isEmpty(), qPrintable(fault(*layout)));
    }

    void longEdgesBecomePortals() {
        ModelMaker maker;
        const ir::ValueId start = maker.input("x");
        ir::ValueId x = start;
        for (int i = 0; i < 150; ++i)
            x = maker.op(i % 2 ? "Relu" : "Tanh", "", {x});
        DiagramOptions options;
        options.repeats = options.sections = false;
        const auto diagram = diagramOf(maker.take({maker.op("Add", "", {x, start})}), options);
        const auto layout = layoutOf(diagram, Folding::allOpen(*diagram));
        std::size_t portals = 0;
        for (const Route& route : layout->routes())
            portals += route.isPortal();
        QCOMPARE(portals, std::size_t{1});
        QVERIFY(fault(*layout).isEmpty());
    }

    void portalsAreFoundByTheirStubs() {
        ModelMaker maker;
        const ir::ValueId shared = maker.input("shared");
        ir::ValueId x = maker.op("Relu", "first", {shared});
        for (int i = 0; i < 140; ++i)
            x = maker.op("Relu", "r" + std::to_string(i), {x});
        DiagramOptions options;
        options.repeats = options.sections = false;
        const auto diagram = diagramOf(maker.take({maker.op("Add", "last", {x, shared})}), options);
        const auto layout = layoutOf(diagram, Folding::allOpen(*diagram));
        std::uint32_t portal = RouteId::kNone;
        for (std::size_t i = 0; i < layout->routes().size(); ++i)
            if (layout->routes()[i].isPortal())
                portal = static_cast<std::uint32_t>(i);
        QVERIFY(portal != RouteId::kNone);
        const Route& route = layout->routes()[portal];
        const auto points = layout->points(route);
        const auto isFoundAt = [&](Point p) {
            std::vector<RouteId> routes;
            layout->query(Rect{p.x, p.y, 0, 0}.grown(1), nullptr, &routes, nullptr);
            return std::count(routes.begin(), routes.end(), RouteId(portal));
        };
        QCOMPARE(isFoundAt(points.front()), 1);
        QCOMPARE(isFoundAt(points.back()), 1);
        QCOMPARE(isFoundAt({points.front().x, route.bounds.center().y}), 0);
        std::vector<RouteId> all; // each once, also when both stubs are in the area
        layout->query(layout->bounds(), nullptr, &all, nullptr);
        QCOMPARE(all.size(), layout->routes().size());
    }

    void hitAndQuery() {
        const auto diagram = diagramOf(randomModel(150, 8, true));
        const auto layout = layoutOf(diagram, Folding::allOpen(*diagram));
        for (std::size_t i = 0; i < layout->visible().boxes().size(); ++i) {
            const Hit hit = layout->hit(layout->box(BoxId(i)).center());
            QCOMPARE(hit.box.index, static_cast<std::uint32_t>(i));
            QCOMPARE(hit.frame, layout->visible().boxes()[i].frame);
            QCOMPARE(layout->frameAt(layout->box(BoxId(i)).center()), hit.frame);
        }
        std::vector<BoxId> boxes;
        std::vector<RouteId> routes;
        const Rect area{100, 100, 400, 300};
        layout->query(area, &boxes, &routes, nullptr);
        std::size_t expected = 0, expectedRoutes = 0;
        for (std::size_t i = 0; i < layout->visible().boxes().size(); ++i)
            expected += layout->box(BoxId(i)).touches(area);
        for (const Route& route : layout->routes())
            expectedRoutes += route.bounds.touches(area);
        QCOMPARE(boxes.size(), expected);
        QCOMPARE(routes.size(), expectedRoutes);
        const Route& route = layout->routes().front();
        const Point p = layout->points(route).front();
        QVERIFY(layout->hit({p.x, p.y + 3}).route.isValid());
    }
};

QTEST_GUILESS_MAIN(TestDrawingLayout)
#include "tst_drawing_layout.moc"
