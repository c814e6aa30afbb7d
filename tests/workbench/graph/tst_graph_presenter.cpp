// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Loading, folding, searching, types and overlays of a graph, without a view.
#include "graph/element_properties.h"
#include "graph/graph_overlays.h"
#include "graph/graph_presenter.h"
#include "graph_samples.h"

#include "base/file.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace metainfer;
using namespace metainfer::workbench;
using namespace metainfer::testing;
using drawing::GroupId;
using drawing::ItemId;

namespace {

struct Bench {
    QTemporaryDir folder;
    Jobs jobs;
    GraphPresenter graph{jobs};

    Bench() { graph.setFonts(std::make_shared<widgets::GraphFonts>(QApplication::font())); }
    std::filesystem::path write(const ir::Model& model, const char* name = "model.onnx") {
        const std::filesystem::path path = folder.filePath(name).toStdString();
        if (const auto status = ir::exportOnnx(model, path); !status)
            qFatal("%s", status.error().text().c_str());
        return path;
    }
    bool open(const ir::Model& model, std::map<std::string, std::int64_t> sizes = {}) {
        graph.open(write(model), std::move(sizes));
        return QTest::qWaitFor([this] { return !graph.isLoading(); }, 30000) &&
               graph.picture() != nullptr;
    }
    ItemId item(const std::string& name) const {
        const auto& items = graph.model()->diagram->items();
        for (std::size_t i = 0; i < items.size(); ++i)
            if (items[i].name == name)
                return ItemId(i);
        return {};
    }
    bool settle() {
        return QTest::qWaitFor([this] { return !graph.isLoading(); }, 30000);
    }
    std::size_t boxes() const { return graph.picture()->layout->visible().boxes().size(); }
};

QStringList values(const Sections& sections, const QString& name) {
    QStringList found;
    for (const auto& section : sections)
        for (const auto& row : section.rows)
            if (row.name == name)
                found << row.value;
    return found;
}

/// Conv -> Clip as an exporter names them, with a dynamic batch and no types between.
ir::Model untypedModel() {
    ir::Model model;
    model.setOpset("", 17);
    ir::Graph& graph = *model.graph;
    const ir::ValueId x = graph.addInput(
        "image", ir::ValueType::ofTensor(ElementType::Float,
                                         ir::Shape{ir::Dim::symbolic("batch"), ir::Dim::known(1),
                                                   ir::Dim::known(4), ir::Dim::known(4)}));
    const ir::ValueId w =
        graph.addConstant("w", ir::TensorData::fromFloats({2, 1, 1, 1}, std::vector<float>{1, 2}));
    const auto add = [&](const char* type, const std::string& name, std::vector<ir::ValueId> in) {
        ir::Node node;
        node.opType = type;
        node.name = name;
        node.inputs = std::move(in);
        const ir::ValueId out = graph.addValue(name + "_output_0");
        node.outputs = {out};
        graph.addNode(std::move(node));
        return out;
    };
    const ir::ValueId c = add("Conv", "/stem/Conv", {x, w});
    const ir::ValueId r = add("Relu", "/stem/act/Relu", {c});
    const ir::ValueId s = add("Softmax", "/head/Softmax", {r});
    graph.setOutputs({s});
    return model;
}

} // namespace

class GraphPresenterTest : public QObject {
    Q_OBJECT

  private slots:
    void opensAFile();
    void saysWhyAFileCannotBeOpened();
    void theLastAskedFileWins();
    void groupsOpenAndClose();
    void revealOpensWhatHides();
    void searchCountsAndGoesRound();
    void enterBeforeTheAnswer();
    void typesArriveAfterThePicture();
    void sizesAreAssumedForDynamicDimensions();
    void propertiesOfEverything();
    void attributeTexts();
    void runtimeNamesAreFoundInTheModel();
    void overlaysFromTheModel();
    void brokenProfilesAreHarmless();
};

void GraphPresenterTest::opensAFile() {
    Bench bench;
    QSignalSpy models(&bench.graph, &GraphPresenter::modelChanged);
    QSignalSpy pictures(&bench.graph, &GraphPresenter::pictureChanged);
    QVERIFY(bench.open(blockModel(3)));
    QCOMPARE(models.size(), 1);
    QVERIFY(pictures.size() >= 1);
    QVERIFY(!bench.graph.failure());
    QVERIFY(bench.boxes() > 1);
    QVERIFY(!bench.graph.isLayingOut());
    bench.graph.clear();
    QVERIFY(!bench.graph.model());
    QVERIFY(!bench.graph.picture());
}

void GraphPresenterTest::saysWhyAFileCannotBeOpened() {
    Bench bench;
    const auto path = std::filesystem::path(bench.folder.filePath("broken.onnx").toStdString());
    QVERIFY(writeFileAtomically(path, "this is no model"));
    bench.graph.open(path);
    QVERIFY(bench.settle());
    QVERIFY(bench.graph.failure());
    QVERIFY(bench.graph.failure()->message.find("broken.onnx") != std::string::npos);
    QCOMPARE(bench.graph.path(), path);
    bench.graph.open(bench.folder.filePath("absent.onnx").toStdString());
    QVERIFY(bench.settle());
    QVERIFY(bench.graph.failure());
    QVERIFY(bench.open(blockModel(1))); // and it goes on
    QVERIFY(!bench.graph.failure());
}

void GraphPresenterTest::theLastAskedFileWins() {
    Bench bench;
    const auto first = bench.write(blockModel(50), "first.onnx");
    const auto second = bench.write(blockModel(2), "second.onnx");
    bench.graph.open(first);
    bench.graph.open(second);
    QVERIFY(bench.settle());
    QCOMPARE(bench.graph.model()->path, second);
}

void GraphPresenterTest::groupsOpenAndClose() {
    Bench bench;
    QVERIFY(bench.open(blockModel(8)));
    bench.graph.openAll();
    QVERIFY(bench.settle());
    const std::size_t all = bench.boxes();
    QCOMPARE(all, bench.graph.model()->diagram->items().size());
    bench.graph.closeAll();
    QVERIFY(bench.settle());
    QVERIFY(bench.boxes() < all);
    GroupId closed;
    for (const auto& box : bench.graph.picture()->layout->visible().boxes())
        if (box.isGroup())
            closed = box.group;
    QVERIFY(closed.isValid());
    const std::size_t before = bench.boxes();
    bench.graph.toggle(closed);
    QVERIFY(bench.settle());
    QVERIFY(bench.graph.isOpen(closed));
    bench.graph.toggle(closed);
    QVERIFY(bench.settle());
    QCOMPARE(bench.boxes(), before);
    bench.graph.openBelow(closed);
    QVERIFY(bench.settle());
    QVERIFY(bench.boxes() > before);
    bench.graph.closeBelow(closed);
    QVERIFY(bench.settle());
    QCOMPARE(bench.boxes(), before);
    bench.graph.foldAutomatically();
    QVERIFY(bench.settle());
}

void GraphPresenterTest::revealOpensWhatHides() {
    Bench bench;
    QVERIFY(bench.open(blockModel(8)));
    bench.graph.closeAll();
    QVERIFY(bench.settle());
    QSignalSpy asked(&bench.graph, &GraphPresenter::revealAsked);
    GraphElement element;
    element.item = bench.item("/block.5/relu");
    QVERIFY(element.item.isValid());
    bench.graph.reveal(element);
    QVERIFY(bench.settle());
    QCOMPARE(asked.size(), 1);
    QVERIFY(asked[0][0].value<GraphElement>() == element);
    const auto& visible = bench.graph.picture()->layout->visible();
    QVERIFY(!visible.box(visible.boxOf(element.item)).isGroup());
    bench.graph.reveal(element); // already visible: at once
    QCOMPARE(asked.size(), 2);
}

void GraphPresenterTest::searchCountsAndGoesRound() {
    Bench bench;
    QVERIFY(bench.open(blockModel(4)));
    bench.graph.search("type:Relu");
    QTRY_COMPARE(bench.graph.matches().size(), std::size_t{4});
    QCOMPARE(bench.graph.currentMatch(), -1);
    bench.graph.nextMatch(1);
    QCOMPARE(bench.graph.currentMatch(), 0);
    bench.graph.nextMatch(-1);
    QCOMPARE(bench.graph.currentMatch(), 3);
    bench.graph.nextMatch(1);
    QCOMPARE(bench.graph.currentMatch(), 0);
    bench.graph.search("no such thing");
    QTRY_VERIFY(bench.graph.matches().empty());
    bench.graph.nextMatch(1);
    QCOMPARE(bench.graph.currentMatch(), -1);
    bench.graph.search("  ");
    QVERIFY(bench.graph.matches().empty());
}

void GraphPresenterTest::enterBeforeTheAnswer() {
    Bench bench;
    QVERIFY(bench.open(blockModel(4)));
    QSignalSpy asked(&bench.graph, &GraphPresenter::revealAsked);
    bench.graph.search("block.2 relu");
    bench.graph.nextMatch(1);
    QTRY_COMPARE(asked.size(), 1);
    QCOMPARE(bench.graph.currentMatch(), 0);
    QCOMPARE(asked[0][0].value<GraphElement>().item, bench.item("/block.2/relu"));
}

void GraphPresenterTest::typesArriveAfterThePicture() {
    Bench bench;
    QSignalSpy types(&bench.graph, &GraphPresenter::typesArrived);
    QVERIFY(bench.open(untypedModel()));
    QCOMPARE(types.size(), 1);
    const auto& diagram = *bench.graph.model()->diagram;
    const auto& conv = diagram.item(bench.item("/stem/Conv"));
    QCOMPARE(diagram.tensor(conv.outputs.front()).type, std::string("float32[batch,2,4,4]"));
    // The picture shows the typed diagram.
    QCOMPARE(&bench.graph.picture()->diagram(), &diagram);
}

void GraphPresenterTest::sizesAreAssumedForDynamicDimensions() {
    Bench bench;
    QVERIFY(bench.open(untypedModel(), {{"batch", 3}}));
    QCOMPARE(bench.graph.model()->sizedWith, std::string("batch = 3"));
    GraphElement conv;
    conv.item = bench.item("/stem/Conv");
    const Sections sections = describe(*bench.graph.model(), conv);
    // 3 x 2 x 4 x 4 results of one multiply-accumulate each.
    QCOMPARE(values(sections, "Computation"), QStringList{"192 FLOP"});
    QVERIFY(bench.open(untypedModel()));
    QCOMPARE(bench.graph.model()->sizedWith, std::string("batch = 1"));
    QCOMPARE(values(describe(*bench.graph.model(), conv), "Computation"), QStringList{"64 FLOP"});
    QVERIFY(bench.open(blockModel(1)));
    QVERIFY(bench.graph.model()->sizedWith.empty());
}

void GraphPresenterTest::propertiesOfEverything() {
    Bench bench;
    QVERIFY(bench.open(blockModel(2)));
    const LoadedModel& model = *bench.graph.model();
    GraphElement matmul;
    matmul.item = bench.item("/block.1/matmul");
    const Sections node = describe(model, matmul);
    QCOMPARE(node.front().title, QString("MatMul"));
    QCOMPARE(values(node, "Name"), QStringList{"/block.1/matmul"});
    bool leads = false, parameter = false;
    for (const auto& section : node)
        for (const auto& row : section.rows) {
            leads = leads || row.link.item == bench.item("/block.1/bias");
            parameter = parameter || row.parameter == 0;
        }
    QVERIFY(leads);
    QVERIFY(parameter);
    GraphElement tensor;
    tensor.tensor = model.diagram->item(matmul.item).outputs.front();
    const Sections about = describe(model, tensor);
    QCOMPARE(values(about, "Type"), QStringList{"float32[2,2]"});
    QCOMPARE(values(about, "Size"), QStringList{"16 B"});
    GraphElement group;
    group.group = model.diagram->item(matmul.item).group;
    QVERIFY(!describe(model, group).empty());
    const Sections whole = describe(model, {});
    QCOMPARE(values(whole, "Operators").front(), QString("8"));
    QCOMPARE(values(whole, "Weights"), QStringList{"64 B"});
    QCOMPARE(values(whole, "Opset"), QStringList{"ai.onnx 17"});
}

void GraphPresenterTest::attributeTexts() {
    QCOMPARE(attributeText(ir::Attribute::ofInt("a", -3)), QString("-3"));
    QCOMPARE(attributeText(ir::Attribute::ofFloat("a", 0.5f)), QString("0.5"));
    QCOMPARE(attributeText(ir::Attribute::ofString("a", "SAME")), QString("\"SAME\""));
    QCOMPARE(attributeText(ir::Attribute::ofInts("a", {1, 2, 3})), QString("[1, 2, 3]"));
    QCOMPARE(attributeText(ir::Attribute::ofInts("a", {1, 2, 3}), 2),
             QString("[1, 2, and 1 more]"));
    QCOMPARE(attributeText(ir::Attribute::ofTensor(
                 "a", ir::TensorData::fromFloats({1, 2}, std::vector<float>{1, 2}))),
             QString("[float32[1,2]]"));
}

void GraphPresenterTest::runtimeNamesAreFoundInTheModel() {
    Bench bench;
    QVERIFY(bench.open(untypedModel()));
    const LoadedModel& model = *bench.graph.model();
    const Json rows = parseJson(R"([
        {"node": "/stem/act/Relu_output_0_nchwc", "op_type": "Conv", "us": 7.5, "calls": 1},
        {"node": "/head/Softmax_token_12", "op_type": "Softmax", "us": 2},
        {"node": "ReorderInput_1", "op_type": "ReorderInput", "us": 1},
        {"node": "/head/Softmax", "us": 0.5},
        {"node": 3}, {"us": 1}, 17])",
                                "rows")
                          .value();
    QCOMPARE(operatorRows(rows).size(), std::size_t{4});
    const PlacedTimes times = placeTimes(model, operatorRows(rows));
    // Fused Conv + Relu is named after the Relu's result; the time is the convolution's.
    QCOMPARE(times.us[bench.item("/stem/Conv").index].value_or(-1), 7.5);
    QVERIFY(!times.us[bench.item("/stem/act/Relu").index]);
    QCOMPARE(times.us[bench.item("/head/Softmax").index].value_or(-1), 2.5);
    QCOMPARE(times.placed, 10.0);
    QCOMPARE(times.unplaced, 1.0);
}

void GraphPresenterTest::overlaysFromTheModel() {
    Bench bench;
    QVERIFY(bench.open(untypedModel(), {{"batch", 2}}));
    const LoadedModel& model = *bench.graph.model();
    const auto conv = bench.item("/stem/Conv").index;
    const auto flops = overlayMaker(GraphOverlay::Flops, {})(model, {});
    QVERIFY(flops);
    QCOMPARE(flops->values[conv].value().number, 128.0);
    QCOMPARE(flops->source, std::string("batch = 2"));
    const auto precision = overlayMaker(GraphOverlay::Precision, {})(model, {});
    QVERIFY(precision);
    QCOMPARE(precision->categories[precision->values[conv].value().category],
             std::string("float32"));
    QVERIFY(!overlayMaker(GraphOverlay::None, {}));
    for (const GraphOverlay kind : {GraphOverlay::None, GraphOverlay::Bytes, GraphOverlay::Support})
        QVERIFY(overlayFromName(overlayName(kind)) == kind);
    QVERIFY(overlayFromName("nonsense") == GraphOverlay::None);
}

void GraphPresenterTest::brokenProfilesAreHarmless() {
    Bench bench;
    QVERIFY(bench.open(blockModel(1)));
    OverlaySources sources;
    sources.profile = bench.folder.filePath("absent.json").toStdString();
    QVERIFY(!overlayMaker(GraphOverlay::MeasuredTime, sources)(*bench.graph.model(), {}));
    QVERIFY(operatorRows(Json::object()).empty());
    QVERIFY(operatorRows(Json()).empty());
    const PlacedTimes none = placeTimes(*bench.graph.model(), {});
    QCOMPARE(none.placed, 0.0);
}

QTEST_MAIN(GraphPresenterTest)
#include "tst_graph_presenter.moc"
