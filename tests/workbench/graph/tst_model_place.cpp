// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Model place by mouse and keys: open, select, inspect, search, colour, compare, export.
#include "graph/graph_pane.h"
#include "graph/graph_view.h"
#include "graph/lifetime_chart.h"
#include "graph/model_inspector.h"
#include "graph/model_place.h"
#include "graph/overlay_legend.h"
#include "graph/property_model.h"
#include "graph/search_bar.h"
#include "graph/view_hint.h"
#include "graph_samples.h"
#include "theme/theme.h"
#include "workbench/desk.h"

#include "base/file.h"
#include "session/session_folder.h"
#include "validation/examination.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace metainfer;
using namespace metainfer::workbench;
using namespace metainfer::testing;
using drawing::ItemId;
using widgets::GraphView;

namespace {

/// What an adaptation made: block 0's Relu is a Clip, its bias is gone, block 1 got an Identity.
ir::Model adaptedModel() {
    ir::Model model;
    model.setOpset("", 17);
    ir::Graph& graph = *model.graph;
    ir::ValueId x = graph.addInput("x", floats({2, 2}));
    const ir::ValueId m = addOperator(graph, "/block.0/matmul", "MatMul", {x}, true);
    const ir::ValueId c = addOperator(graph, "/block.0/clip", "Clip", {m});
    x = addOperator(graph, "/block.0/residual", "Add", {x, c});
    const ir::ValueId m1 = addOperator(graph, "/block.1/matmul", "MatMul", {x}, true);
    const ir::ValueId b1 = addOperator(graph, "/block.1/bias", "Add", {m1}, true);
    const ir::ValueId r1 = addOperator(graph, "/block.1/relu", "Relu", {b1});
    const ir::ValueId i1 = addOperator(graph, "fresh", "Identity", {r1});
    x = addOperator(graph, "/block.1/residual", "Add", {x, i1});
    graph.setOutputs({x});
    return model;
}

Json origins() {
    Json from = Json::object();
    const auto add = [&](const std::string& node, std::vector<std::string> sources) {
        from[node + "_output_0"] = {{"op_type", "x"}, {"from", std::move(sources)}};
    };
    add("/block.0/matmul", {"/block.0/matmul", "/block.0/bias"});
    add("/block.0/clip", {"/block.0/relu"});
    for (const char* name : {"/block.0/residual", "/block.1/matmul", "/block.1/bias",
                             "/block.1/relu", "/block.1/residual"})
        add(name, {name});
    add("fresh", {});
    return {{"schema", "mapping/1"}, {"origins", from}};
}

struct Bench : test::Desk {
    std::unique_ptr<ModelPlace> place;

    Bench() {
        languages.apply("en");
        place = std::make_unique<ModelPlace>(workspace);
        place->resize(1200, 760);
        place->show();
        if (!QTest::qWaitForWindowExposed(place.get()))
            qFatal("not exposed");
    }
    std::string write(const ir::Model& model, const char* name) {
        const std::string path = folder.filePath(name).toStdString();
        if (!ir::exportOnnx(model, path))
            qFatal("cannot write");
        return path;
    }
    bool settle() {
        return QTest::qWaitFor([this] { return !place->isLoading() && jobs.runningCount() == 0; },
                               30000);
    }
    bool openModel(const ir::Model& model) {
        workspace.openFile(QString::fromStdString(write(model, "model.onnx")));
        return settle() && view().picture() != nullptr;
    }
    bool openSession() {
        session::SessionInfo info;
        info.id = "s";
        info.modelPath = write(blockModel(2), "model.onnx");
        const std::filesystem::path path = folder.filePath("session").toStdString();
        {
            auto writer = session::SessionWriter::create(path, info);
            if (!writer || !writer->writeMapping(origins()) ||
                !ir::exportOnnx(adaptedModel(), path / "adapted.onnx") ||
                !writer->writeProfile("original", Json::array({{{"node", "/block.0/matmul"},
                                                                {"op_type", "MatMul"},
                                                                {"us", 4.0}}})))
                return false;
        }
        workspace.openSession(path);
        return settle() && view(Side::Adapted).picture() && place->model().difference();
    }
    GraphView& view(Side side = Side::Source) { return place->pane(side).view(); }
    ItemId item(const std::string& name, Side side = Side::Source) {
        const auto& items = view(side).picture()->diagram().items();
        for (std::size_t i = 0; i < items.size(); ++i)
            if (items[i].name == name)
                return ItemId(i);
        return {};
    }
    QPoint at(ItemId id, Side side = Side::Source) {
        const auto& layout = *view(side).picture()->layout;
        return view(side)
            .camera()
            .toWidget(layout.box(layout.visible().boxOf(id)))
            .center()
            .toPoint();
    }
    void click(const std::string& name, Side side = Side::Source) {
        QTest::mouseClick(&view(side), Qt::LeftButton, {}, at(item(name, side), side));
    }
    QString properties() {
        QStringList lines;
        for (const auto& section :
             place->findChild<widgets::PropertyView*>("modelProperties")->properties().sections()) {
            lines << section.title;
            for (const auto& row : section.rows)
                lines << row.name + "=" + row.value;
        }
        return lines.join('\n');
    }
};

} // namespace

class ModelPlaceTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        widgets::rememberSystemPalette();
        widgets::applyScheme(widgets::Scheme::Light);
    }
    void emptyPlaceSaysWhatToDo();
    void openSelectInspect();
    void brokenFilesAreExplained();
    void searchByKeys();
    void parametersAreLookedInto();
    void memoryChartFollowsTheSelection();
    void coloursAndLegend();
    void sessionShowsBothSides();
    void selectionIsLinked();
    void measuredTimeOfASession();
    void missingColoursSayWhereToGetThem();
    void bothSidesShareTheirColours();
    void sensitivityOfASession();
    void otherPlacesAskForANode();
    void aCandidateAndBack();
    void screenReadersSeeTheBoxes();
    void sessionWithoutItsModel();
    void namedModelReplacesTheSession();
    void exportsWriteFiles();
    void languageSwitches();
    void controlsHaveNames();
};

void ModelPlaceTest::emptyPlaceSaysWhatToDo() {
    Bench bench;
    QVERIFY(bench.settle());
    bool said = false, offered = false;
    for (const auto* label : bench.place->findChildren<QLabel*>())
        said = said || (label->isVisible() && label->text() == "No model is open");
    for (const auto* button : bench.place->findChildren<QPushButton*>())
        offered = offered || (button->isVisible() && button->text().startsWith("Open model"));
    QVERIFY(said);
    QVERIFY(offered);
}

void ModelPlaceTest::openSelectInspect() {
    Bench bench;
    QVERIFY(bench.openModel(blockModel(2)));
    QVERIFY(bench.view().isVisible());
    QVERIFY(bench.properties().contains("Operators=8"));
    bench.click("/block.1/relu");
    QVERIFY2(bench.properties().contains("Name=/block.1/relu"), qPrintable(bench.properties()));
    QTest::keyClick(&bench.view(), Qt::Key_Up);
    QVERIFY(bench.properties().contains("Name=/block.1/bias"));
    QTest::keyClick(&bench.view(), Qt::Key_Escape);
    QVERIFY(bench.properties().contains("Operators=8"));
}

void ModelPlaceTest::brokenFilesAreExplained() {
    Bench bench;
    const QString path = bench.folder.filePath("broken.onnx");
    QVERIFY(writeFileAtomically(path.toStdString(), "nothing"));
    bench.workspace.openFile(path);
    QVERIFY(bench.settle());
    bool said = false;
    for (const auto* label : bench.place->findChildren<QLabel*>())
        said = said || (label->isVisible() && label->text().contains("broken.onnx"));
    QVERIFY(said);
}

void ModelPlaceTest::searchByKeys() {
    Bench bench;
    QVERIFY(bench.openModel(blockModel(3)));
    auto* bar = bench.place->findChild<widgets::SearchBar*>();
    QVERIFY(!bar->isVisible());
    bench.place->findChild<QAction*>("model_find")->trigger();
    QVERIFY(bar->isVisible());
    auto* text = bar->findChild<QLineEdit*>("searchText");
    QTest::keyClicks(text, "type:Relu");
    QTest::keyClick(text, Qt::Key_Return);
    auto* count = bar->findChild<QLabel*>("searchCount");
    QTRY_COMPARE(count->text(), QString("1 of 3"));
    QVERIFY(bench.properties().contains("Name=/block.0/relu"));
    bench.place->findChild<QAction*>("model_next")->trigger();
    QTRY_COMPARE(count->text(), QString("2 of 3"));
    bench.place->findChild<QAction*>("model_previous")->trigger();
    bench.place->findChild<QAction*>("model_previous")->trigger();
    QTRY_COMPARE(count->text(), QString("3 of 3"));
    QTest::keyClick(text, Qt::Key_Escape);
    QVERIFY(!bar->isVisible());
}

void ModelPlaceTest::parametersAreLookedInto() {
    Bench bench;
    QVERIFY(bench.openModel(blockModel(1)));
    bench.click("/block.0/matmul");
    auto* view = bench.place->findChild<widgets::PropertyView*>("modelProperties");
    emit view->parameterChosen(0);
    QTRY_VERIFY(bench.place->model().tensor().statistics);
    QCOMPARE(bench.place->model().tensor().statistics->minimum, -2.0);
    auto* panel = bench.place->findChild<QWidget*>("tensorPanel");
    QTRY_VERIFY(panel->isVisible());
    QVERIFY(panel->findChild<QWidget*>("histogram")->isVisible());
    const QString file = bench.folder.filePath("w.npy");
    bench.place->model().exportTensor(file);
    QTRY_VERIFY(QFile::exists(file));
}

void ModelPlaceTest::memoryChartFollowsTheSelection() {
    Bench bench;
    QVERIFY(bench.openModel(blockModel(2)));
    auto* chart = bench.place->findChild<widgets::LifetimeChart*>();
    QVERIFY(!chart->isVisible());
    bench.place->findChild<QAction*>("model_memory")->trigger();
    QVERIFY(chart->isVisible());
    QVERIFY(bench.settle());
    const auto data = bench.place->model().lifetimes();
    QVERIFY(data);
    // x and two results of 16 bytes live while the bias is added.
    QCOMPARE(data->lifetimes.peakBytes, 48u);
    QCOMPARE(data->live.size(), std::size_t{8});
    QCOMPARE(*std::max_element(data->live.begin(), data->live.end()), 48u);
    // The plan: what lives at the same time lies apart, and all of it below its end.
    QVERIFY(data->planBytes >= data->lifetimes.peakBytes);
    const auto& tensors = data->lifetimes.tensors;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        QVERIFY(data->offsets[i] + tensors[i].bytes <= data->planBytes);
        for (std::size_t k = 0; k < i; ++k)
            if (tensors[i].first <= tensors[k].last && tensors[k].first <= tensors[i].last)
                QVERIFY(data->offsets[i] + tensors[i].bytes <= data->offsets[k] ||
                        data->offsets[k] + tensors[k].bytes <= data->offsets[i]);
    }
    QVERIFY(chart->copyText().contains("/block.0/bias"));
    chart->setFocus();
    QTest::keyClick(chart, Qt::Key_End);
    QTRY_VERIFY(bench.properties().contains("Name=/block.1/residual"));
    chart->grab();
}

void ModelPlaceTest::coloursAndLegend() {
    Bench bench;
    QVERIFY(bench.openModel(blockModel(2)));
    auto* box = bench.place->findChild<QComboBox*>("colourBox");
    QVERIFY(box->findText("Measured time") < 0); // no session, no profile
    const int bytes = box->findText("Bytes moved");
    QVERIFY(bytes >= 0);
    box->setCurrentIndex(bytes);
    QTRY_VERIFY(bench.view().overlayColors());
    QCOMPARE(QString::fromStdString(bench.view().overlayColors()->title()), QString("Bytes moved"));
    QVERIFY(bench.place->pane(Side::Source).legend().isVisible());
    QVERIFY(bench.place->pane(Side::Source).legend().accessibleName().contains("Bytes moved"));
    box->setCurrentIndex(box->findText("Kind of operator"));
    QTRY_VERIFY(!bench.view().overlayColors());
    const int target = box->findText("Support on the target");
    QVERIFY(target >= 0); // the shipped profiles
    box->setCurrentIndex(target);
    QTRY_VERIFY(bench.view().overlayColors());
    QVERIFY(bench.place->findChild<QComboBox*>("targetBox")->isVisible());
}

void ModelPlaceTest::sessionShowsBothSides() {
    Bench bench;
    QVERIFY(bench.openSession());
    QVERIFY(bench.view().isVisible());
    QVERIFY(bench.view(Side::Adapted).isVisible());
    const auto& difference = *bench.place->model().difference();
    const auto change = [&](const char* name, Side side) {
        const auto& list = side == Side::Source ? difference.source : difference.adapted;
        return list[bench.item(name, side).index];
    };
    QCOMPARE(change("/block.1/relu", Side::Adapted), drawing::Change::Same);
    QCOMPARE(change("/block.0/clip", Side::Adapted), drawing::Change::Changed);
    QCOMPARE(change("fresh", Side::Adapted), drawing::Change::Added);
    QVERIFY(bench.view(Side::Adapted).changes());
    auto* shown = bench.place->findChild<QComboBox*>("shownBox");
    QVERIFY(shown->isVisible());
    shown->setCurrentIndex(0);
    QVERIFY(!bench.view(Side::Adapted).isVisible());
    shown->setCurrentIndex(1);
    QVERIFY(!bench.view(Side::Source).isVisible());
    shown->setCurrentIndex(2);
    QVERIFY(bench.view(Side::Source).isVisible());
    auto* list = bench.place->findChild<widgets::PropertyView*>("modelDifference");
    const auto& sections = list->properties().sections();
    QVERIFY(sections.size() >= 2);
    // One sentence for all operators that became the same.
    const auto& fates = sections[1].rows;
    QVERIFY(std::any_of(fates.begin(), fates.end(), [](const widgets::PropertyRow& row) {
        return row.name == "1 × Relu" && row.value == "→ Clip" && row.link.isValid();
    }));
}

void ModelPlaceTest::selectionIsLinked() {
    Bench bench;
    QVERIFY(bench.openSession());
    // The adapted MatMul stands for two operators of the original.
    GraphElement fused;
    fused.item = bench.item("/block.0/matmul", Side::Adapted);
    const auto both = bench.place->model().counterparts(Side::Adapted, {fused});
    QCOMPARE(both.size(), std::size_t{2});
    GraphElement relu;
    relu.item = bench.item("/block.0/relu");
    const auto one = bench.place->model().counterparts(Side::Source, {relu});
    QCOMPARE(one.size(), std::size_t{1});
    QCOMPARE(one.front().item, bench.item("/block.0/clip", Side::Adapted));
    bench.click("/block.0/relu");
    QVERIFY(bench.properties().contains("Name=/block.0/relu"));
    bench.click("/block.0/clip", Side::Adapted);
    QVERIFY2(bench.properties().contains("Name=/block.0/clip"), qPrintable(bench.properties()));
    QVERIFY(bench.properties().contains("Stands for"));
    QVERIFY(bench.view().selection().empty()); // one selection, on the side used last
}

void ModelPlaceTest::measuredTimeOfASession() {
    Bench bench;
    QVERIFY(bench.openSession());
    auto* box = bench.place->findChild<QComboBox*>("colourBox");
    const int measured = box->findText("Measured time");
    QVERIFY(measured >= 0);
    QSignalSpy problems(&bench.workspace, &Workspace::problem);
    box->setCurrentIndex(measured);
    QTRY_VERIFY(bench.view().overlayColors());
    const auto& layout = *bench.view().picture()->layout;
    const auto matmul = layout.visible().boxOf(bench.item("/block.0/matmul"));
    QCOMPARE(bench.view().overlayColors()->value(matmul).value_or(0), 4.0);
    QVERIFY(bench.settle());
    // The adapted model has no profile here: said where its colours are missing.
    QCOMPARE(problems.size(), 0);
    QVERIFY(!bench.place->pane(Side::Source).hint().isVisible());
    QVERIFY(bench.place->pane(Side::Adapted).hint().isVisible());
    QVERIFY(!bench.view(Side::Adapted).overlayColors());
}

void ModelPlaceTest::missingColoursSayWhereToGetThem() {
    Bench bench;
    QVERIFY(bench.openModel(blockModel(1)));
    auto* box = bench.place->findChild<QComboBox*>("colourBox");
    const int sensitivity = box->findText("Sensitivity (no data yet)");
    QVERIFY(sensitivity >= 0);
    box->setCurrentIndex(sensitivity);
    auto& hint = bench.place->pane(Side::Source).hint();
    QVERIFY(hint.isVisible());
    QVERIFY(bench.view().rect().contains(hint.geometry()));
    QSignalSpy places(&bench.workspace, &Workspace::placeAsked);
    auto* button = hint.findChild<QPushButton*>("viewHintAction");
    QVERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(places.size(), 1);
    QCOMPARE(places[0][0].toString(), QString("session"));
    box->setCurrentIndex(box->findText("Precision"));
    QTRY_VERIFY(bench.view().overlayColors());
    QVERIFY(!hint.isVisible());
}

void ModelPlaceTest::bothSidesShareTheirColours() {
    Bench bench;
    QVERIFY(bench.openSession());
    auto* box = bench.place->findChild<QComboBox*>("colourBox");
    const auto fill = [&](const char* name, Side side) {
        const auto& visible = bench.view(side).picture()->layout->visible();
        return bench.view(side).overlayColors()->fill(visible.boxOf(bench.item(name, side)));
    };
    box->setCurrentIndex(box->findText("Operator family"));
    QVERIFY(bench.settle());
    for (const char* name : {"/block.0/residual", "/block.1/matmul", "/block.1/relu"})
        QVERIFY2(fill(name, Side::Source) == fill(name, Side::Adapted), name);
    QVERIFY(fill("/block.1/relu", Side::Source) != fill("/block.1/matmul", Side::Source));
    box->setCurrentIndex(box->findText("Bytes moved"));
    QVERIFY(bench.settle());
    QVERIFY2(fill("/block.1/relu", Side::Source) == fill("/block.1/relu", Side::Adapted), "bytes");
    const auto& a = bench.view().overlayColors()->legend();
    const auto& b = bench.view(Side::Adapted).overlayColors()->legend();
    QCOMPARE(a.front().text, b.front().text);
    QCOMPARE(a.back().text, b.back().text);
}

void ModelPlaceTest::sensitivityOfASession() {
    Bench bench;
    QVERIFY(bench.openSession());
    auto* box = bench.place->findChild<QComboBox*>("colourBox");
    box->setCurrentIndex(box->findText("Sensitivity (no data yet)"));
    QVERIFY(bench.place->pane(Side::Source).hint().isVisible());
    validation::Examination examination;
    examination.plan = "int8";
    examination.layers.push_back({"/block.0/matmul_output_0",
                                  "MatMul",
                                  "/block.0/matmul",
                                  {"/block.0/matmul"},
                                  0.25,
                                  0.9,
                                  12,
                                  0,
                                  ""});
    examination.layers.push_back({"/block.1/matmul_output_0",
                                  "MatMul",
                                  "/block.1/matmul",
                                  {"/block.1/matmul"},
                                  0,
                                  1,
                                  0,
                                  0,
                                  "cannot"});
    QVERIFY(writeJsonFile(bench.folder.filePath("session/accuracy.json").toStdString(),
                          examination.toJson()));
    bench.place->hide(); // as if one had been at another place
    bench.place->show();
    for (const Side side : {Side::Source, Side::Adapted}) {
        QTRY_VERIFY(bench.view(side).overlayColors());
        QTRY_VERIFY(!bench.place->pane(side).hint().isVisible());
        const auto& visible = bench.view(side).picture()->layout->visible();
        const auto& colors = *bench.view(side).overlayColors();
        QCOMPARE(colors.value(visible.boxOf(bench.item("/block.0/matmul", side))).value_or(0),
                 0.25);
        QVERIFY(!colors.value(visible.boxOf(bench.item("/block.1/matmul", side))));
    }
    QVERIFY(box->findText("Sensitivity") >= 0);
}

void ModelPlaceTest::otherPlacesAskForANode() {
    Bench bench;
    bench.workspace.showNode("/block.1/relu"); // before anything is open: kept until it is
    QVERIFY(bench.openSession());
    QTRY_VERIFY(bench.properties().contains("Name=/block.1/relu"));
    // By a result's name, from another model: the session's comes back.
    bench.workspace.openFile(QString::fromStdString(bench.write(blockModel(5), "other.onnx")));
    QVERIFY(bench.settle());
    bench.workspace.showNode("/block.0/bias_output_0");
    QVERIFY(bench.settle());
    QTRY_VERIFY(bench.properties().contains("Name=/block.0/bias"));
    QVERIFY(bench.place->model().hasAdapted());
    // One that the adapted model alone has.
    bench.workspace.showNode("fresh");
    QTRY_VERIFY(bench.properties().contains("Name=fresh"));
    QSignalSpy problems(&bench.workspace, &Workspace::problem);
    bench.workspace.showNode("nowhere");
    QTRY_COMPARE(problems.size(), 1);
}

void ModelPlaceTest::aCandidateAndBack() {
    Bench bench;
    QVERIFY(bench.openSession());
    const std::filesystem::path mapping = bench.folder.filePath("c7.json").toStdString();
    Json written = origins();
    written["candidate"] = {{"id", "c7"}};
    QVERIFY(writeJsonFile(mapping, written));
    bench.workspace.showCandidate({bench.workspace.current()->folder(), "c7",
                                   bench.write(blockModel(3), "c7.onnx"), mapping});
    QVERIFY(bench.settle());
    QTRY_VERIFY(bench.item("/block.2/relu", Side::Adapted).isValid());
    QVERIFY(bench.place->model().isOtherCandidate());
    QLabel* heading = nullptr;
    for (auto* label : bench.place->pane(Side::Adapted).findChildren<QLabel*>())
        if (label->text().contains("c7"))
            heading = label;
    QVERIFY(heading && heading->isVisible());
    emit heading->linkActivated("#");
    QVERIFY(bench.settle());
    QTRY_VERIFY(bench.item("fresh", Side::Adapted).isValid());
    QVERIFY(!bench.place->model().isOtherCandidate());
}

void ModelPlaceTest::screenReadersSeeTheBoxes() {
    Bench bench;
    QVERIFY(bench.openModel(blockModel(2)));
    QAccessibleInterface* graph = QAccessible::queryAccessibleInterface(&bench.view());
    QVERIFY(graph);
    QCOMPARE(graph->role(), QAccessible::List);
    QCOMPARE(graph->text(QAccessible::Name), QString("Graph of the model"));
    const auto boxes = static_cast<int>(bench.view().picture()->layout->visible().boxes().size());
    QVERIFY(graph->childCount() >= boxes);
    QAccessibleInterface* relu = nullptr;
    for (int i = 0; i < graph->childCount(); ++i) {
        QAccessibleInterface* child = graph->child(i);
        QVERIFY(child);
        QVERIFY(graph->indexOfChild(child) == i);
        if (child->role() != QAccessible::ListItem)
            continue;
        QVERIFY(!child->text(QAccessible::Name).isEmpty());
        QVERIFY(!child->text(QAccessible::Description).isEmpty());
        QVERIFY(child->parent() == graph);
        if (child->text(QAccessible::Name).contains("/block.1/relu"))
            relu = child;
    }
    QVERIFY(relu);
    QVERIFY(relu->text(QAccessible::Description).contains("float32[2,2]"));
    relu->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QVERIFY(bench.properties().contains("Name=/block.1/relu"));
    QVERIFY(relu->state().selected);
    QVERIFY(graph->focusChild() == relu);
    QVERIFY(graph->childAt(relu->rect().center().x(), relu->rect().center().y()) == relu);
    // After another folding the old objects say that they are gone.
    bench.place->model().graph(Side::Source).closeAll();
    QVERIFY(bench.settle());
    QVERIFY(graph->childCount() < boxes + 4);
    QVERIFY(graph->child(graph->childCount() - 1)->isValid());
}

void ModelPlaceTest::sessionWithoutItsModel() {
    Bench bench;
    QSignalSpy problems(&bench.workspace, &Workspace::problem);
    session::SessionInfo info;
    info.id = "s";
    info.modelPath = bench.folder.filePath("gone.onnx").toStdString();
    const std::filesystem::path path = bench.folder.filePath("session").toStdString();
    {
        auto writer = session::SessionWriter::create(path, info);
        QVERIFY(writer && writer->writeMapping(origins()));
        QVERIFY(ir::exportOnnx(adaptedModel(), path / "adapted.onnx"));
    }
    bench.workspace.openSession(path);
    QVERIFY(bench.settle());
    // What is missing is said; what is there is shown.
    QCOMPARE(problems.size(), 1);
    QVERIFY(bench.item("/block.0/clip").isValid());
    QVERIFY(!bench.view(Side::Adapted).isVisible());
}

void ModelPlaceTest::namedModelReplacesTheSession() {
    Bench bench;
    QVERIFY(bench.openSession());
    bench.workspace.openFile(QString::fromStdString(bench.write(blockModel(5), "other.onnx")));
    QVERIFY(bench.settle());
    QVERIFY(!bench.place->model().hasAdapted());
    QVERIFY(!bench.view(Side::Adapted).isVisible());
    QVERIFY(bench.item("/block.4/relu").isValid());
    QVERIFY(bench.place->model().title().contains("other.onnx"));
}

void ModelPlaceTest::exportsWriteFiles() {
    Bench bench;
    QVERIFY(bench.openModel(blockModel(2)));
    for (const char* name : {"graph.svg", "graph.png", "graph.html"}) {
        const QString file = bench.folder.filePath(name);
        bench.place->exportTo(file);
        QVERIFY(bench.settle());
        QFile written(file);
        QVERIFY2(written.open(QIODevice::ReadOnly), name);
        const QByteArray content = written.readAll();
        QVERIFY2(content.size() > 1000, name);
        if (!QByteArray(name).endsWith("png"))
            QVERIFY2(content.contains("MatMul"), name);
        else
            QVERIFY(!QImage(file).isNull());
    }
    QSignalSpy problems(&bench.workspace, &Workspace::problem);
    bench.place->exportTo(bench.folder.filePath("absent/graph.svg"));
    QVERIFY(bench.settle());
    QCOMPARE(problems.size(), 1);
    bench.place->findChild<QAction*>("model_copyImage")->trigger();
    QVERIFY(!QApplication::clipboard()->pixmap().isNull());
}

void ModelPlaceTest::languageSwitches() {
    Bench bench;
    QVERIFY(bench.openModel(blockModel(1)));
    QCOMPARE(bench.place->title(), QString("Model"));
    bench.languages.apply("zh_CN");
    QCoreApplication::processEvents();
    QVERIFY(bench.settle());
    QCOMPARE(bench.place->title(), QString("模型"));
    QVERIFY(bench.properties().contains("算子"));
    QVERIFY(bench.place->findChild<QComboBox*>("colourBox")->findText("精度") >= 0);
    bench.languages.apply("en");
    QCoreApplication::processEvents();
    QVERIFY(bench.settle());
}

void ModelPlaceTest::controlsHaveNames() {
    Bench bench;
    QVERIFY(bench.openModel(blockModel(1)));
    for (const auto* action : bench.place->placeActions())
        QVERIFY2(!action->text().isEmpty(), qPrintable(action->objectName()));
    for (const auto* widget : bench.place->findChildren<QWidget*>())
        if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible() &&
            (qobject_cast<const QComboBox*>(widget) || qobject_cast<const GraphView*>(widget) ||
             qobject_cast<const QAbstractItemView*>(widget)) &&
            widget->window() == bench.place.get())
            QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
}

QTEST_MAIN(ModelPlaceTest)
#include "tst_model_place.moc"
