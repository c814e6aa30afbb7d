// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Layouts of real models and of shapes that go wrong easily: nested skips, hundreds of inputs,
// loose parts, parallel lines, long and tricky names.
#include "bench/picture_quality.h"
#include "ir/onnx_io.h"
#include "layout_checks.h"

#include <QtTest/QTest>

#include <filesystem>
#include <map>
#include <set>

using namespace metainfer;
using namespace metainfer::drawing;
using namespace metainfer::test;

class TestDrawingShapes : public QObject {
    Q_OBJECT

  private slots:
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
};

QTEST_GUILESS_MAIN(TestDrawingShapes)
#include "tst_drawing_shapes.moc"
