// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Model place over a session: original and adapted model side by side, the selection linked,
// other places and candidates.
#include "model_bench.h"
#include "shell/dock_area.h"
#include "theme/theme.h"

#include "base/file.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTimer>

using namespace metainfer;
using namespace metainfer::workbench;
using namespace metainfer::testing;

class ModelSessionTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        widgets::rememberSystemPalette();
        widgets::applyScheme(widgets::Scheme::Light);
    }
    void sessionShowsBothSides();
    void selectionIsLinked();
    void otherPlacesAskForANode();
    void aCandidateAndBack();
    void sessionWithoutItsModel();
    void nothingOfAClosedSessionStays();
    void namedModelReplacesTheSession();
    void viewIsKeptWithTheSession();
    void lookingChangesNothing();
    void damagedViewIsIgnored();
};

void ModelSessionTest::sessionShowsBothSides() {
    ModelBench bench;
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

void ModelSessionTest::selectionIsLinked() {
    ModelBench bench;
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

void ModelSessionTest::otherPlacesAskForANode() {
    ModelBench bench;
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

void ModelSessionTest::aCandidateAndBack() {
    ModelBench bench;
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

void ModelSessionTest::nothingOfAClosedSessionStays() {
    ModelBench bench;
    QVERIFY(bench.openSession());
    QVERIFY(bench.place->model().title().contains("in session"));
    while (!bench.workspace.sessions().empty())
        bench.workspace.closeSession(0);
    QVERIFY2(bench.place->model().title().isEmpty(), qPrintable(bench.place->model().title()));
    QVERIFY(bench.place->model().graph(Side::Source).path().empty());
    QVERIFY(bench.place->model().graph(Side::Adapted).path().empty());
}

void ModelSessionTest::sessionWithoutItsModel() {
    ModelBench bench;
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

void ModelSessionTest::namedModelReplacesTheSession() {
    ModelBench bench;
    QVERIFY(bench.openSession());
    bench.workspace.openFile(QString::fromStdString(bench.write(blockModel(5), "other.onnx")));
    QVERIFY(bench.settle());
    QVERIFY(!bench.place->model().hasAdapted());
    QVERIFY(!bench.view(Side::Adapted).isVisible());
    QVERIFY(bench.item("/block.4/relu").isValid());
    QVERIFY(bench.place->model().title().contains("other.onnx"));
}

/// Another program, another day: the graphs are found as they were left.
void ModelSessionTest::viewIsKeptWithTheSession() {
    ModelBench bench;
    QVERIFY(bench.openSession());
    const std::filesystem::path session = bench.workspace.current()->folder();
    GraphPresenter& source = bench.place->model().graph(Side::Source);
    source.closeAll();
    QVERIFY(bench.settle());
    const std::size_t closed = bench.view().picture()->layout->visible().boxes().size();
    GraphElement relu;
    relu.item = findByName(*source.model(), "/block.1/relu");
    source.reveal(relu); // opens what is around it
    QVERIFY(bench.settle());
    const std::size_t boxes = bench.view().picture()->layout->visible().boxes().size();
    QVERIFY(boxes > closed);
    bench.place->findChild<QComboBox*>("shownBox")->setCurrentIndex(0);
    auto* colours = bench.place->findChild<QComboBox*>("colourBox");
    colours->setCurrentIndex(colours->findText("Precision"));
    bench.place->findChild<widgets::DockArea*>()->open("differences");
    QVERIFY(bench.settle());
    QCOMPARE(bench.view().current().item, relu.item); // revealed means selected
    bench.view().zoomBy(1.5);
    const auto place = bench.view().place();
    QVERIFY(place);
    QTRY_VERIFY(bench.place->findChild<widgets::DockArea*>()->isShown("differences"));
    // Written by itself, soon after: nobody has to close anything.
    const auto kept = [&] {
        const auto json = readJsonFile(session / "workbench.json");
        return json ? jsonValue(jsonValue((*json)["views"], "model", Json()), "original_graph",
                                Json())
                    : Json();
    };
    QTRY_COMPARE_WITH_TIMEOUT(QString::fromStdString(jsonValue(kept(), "selected", std::string())),
                              QString("item /block.1/relu"), 10000);
    QTRY_VERIFY(std::abs(jsonValue(kept(), "scale", 0.0) - place->scale) < 1e-9);

    QSettings other(bench.folder.filePath("other.ini"), QSettings::IniFormat);
    Workspace workspace(*bench.engine, bench.jobs, other);
    ModelPlace again(workspace);
    again.resize(1200, 760);
    again.show();
    workspace.openSession(session);
    QTRY_VERIFY(again.pane(Side::Source).view().picture());
    QTRY_VERIFY(!again.isLoading() && bench.jobs.runningCount() == 0);
    const GraphView& view = again.pane(Side::Source).view();
    QCOMPARE(view.picture()->layout->visible().boxes().size(), boxes);
    QVERIFY(!again.pane(Side::Adapted).isVisible());
    QCOMPARE(again.model().overlayKind(), GraphOverlay::Precision);
    QVERIFY(view.current().item.isValid());
    QCOMPARE(view.picture()->diagram().item(view.current().item).name,
             std::string("/block.1/relu"));
    QTRY_VERIFY(view.place());
    QVERIFY(std::abs(view.place()->scale - place->scale) < 1e-9);
    QVERIFY(std::abs(view.place()->centre.y - place->centre.y) * place->scale < 20);
    QTRY_VERIFY(again.findChild<widgets::DockArea*>()->isShown("differences"));
}

/// A session that is opened, looked at and closed is what it was.
void ModelSessionTest::lookingChangesNothing() {
    ModelBench bench;
    QVERIFY(bench.openSession());
    const std::filesystem::path session = bench.workspace.current()->folder();
    bench.place->resize(900, 600);
    QVERIFY(bench.settle());
    bench.place->grab();
    auto* keep = bench.place->findChild<QTimer*>("keepView");
    QTRY_VERIFY(!keep->isActive());
    bench.workspace.closeSession(0);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QTRY_COMPARE(bench.jobs.runningCount(), 0);
    QVERIFY(!std::filesystem::exists(session / "workbench.json"));
}

void ModelSessionTest::damagedViewIsIgnored() {
    ModelBench bench;
    QVERIFY(bench.openSession());
    const std::filesystem::path session = bench.workspace.current()->folder();
    const std::size_t boxes = bench.view().picture()->layout->visible().boxes().size();
    bench.workspace.closeSession(0);
    QTRY_COMPARE(bench.jobs.runningCount(), 0);
    for (const char* view :
         {"7", "{\"original_graph\": 3, \"shown\": 9, \"colour_by\": \"blue\", \"front\": 1}",
          "{\"original_graph\": {\"open\": [1, \"/nowhere\"], \"x\": \"a\", \"scale\": -4, "
          "\"selected\": \"item\"}}"}) {
        QVERIFY(writeFileAtomically(session / "workbench.json",
                                    std::string("{\"schema\": \"workbench/1\", \"views\": "
                                                "{\"model\": ") +
                                        view + "}}"));
        Workspace workspace(*bench.engine, bench.jobs, bench.settings);
        QSignalSpy problems(&workspace, &Workspace::problem);
        ModelPlace place(workspace);
        place.show();
        workspace.openSession(session);
        QTRY_VERIFY(place.pane(Side::Source).view().picture() && !place.isLoading());
        QCOMPARE(problems.size(), 0);
        QCOMPARE(place.pane(Side::Source).view().picture()->layout->visible().boxes().size(),
                 boxes);
        QVERIFY(!place.pane(Side::Source).view().current().isValid());
    }
}

QTEST_MAIN(ModelSessionTest)
#include "tst_model_session.moc"
