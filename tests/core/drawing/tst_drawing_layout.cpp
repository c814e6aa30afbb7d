// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Invariants of every layout: nothing overlaps, edges run downwards and do not cross boxes, frames
// hold their content, the same input gives the same picture, folding keeps the order.
#include "layout_checks.h"

#include <QtTest/QTest>

#include <cmath>
#include <map>
#include <set>

using namespace metainfer;
using namespace metainfer::drawing;
using namespace metainfer::test;

namespace {

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
