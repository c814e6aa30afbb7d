// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Model place's colours: legend, what a session measured, where values are missing.
#include "graph/graph_overlays.h"
#include "graph/overlay_legend.h"
#include "graph/view_hint.h"
#include "model_bench.h"
#include "theme/theme.h"

#include "base/file.h"
#include "drawing/overlay.h"
#include "validation/examination.h"

#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>

#include <algorithm>
#include <set>

using namespace metainfer;
using namespace metainfer::workbench;
using namespace metainfer::testing;

class ModelColoursTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        widgets::rememberSystemPalette();
        widgets::applyScheme(widgets::Scheme::Light);
    }
    void coloursAndLegend();
    void measuredTimeOfASession();
    void missingColoursSayWhereToGetThem();
    void bothSidesShareTheirColours();
    void sensitivityOfASession();
    void rareCategoriesShareAColour();
};

void ModelColoursTest::coloursAndLegend() {
    ModelBench bench;
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

void ModelColoursTest::measuredTimeOfASession() {
    ModelBench bench;
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

void ModelColoursTest::missingColoursSayWhereToGetThem() {
    ModelBench bench;
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

void ModelColoursTest::bothSidesShareTheirColours() {
    ModelBench bench;
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

void ModelColoursTest::sensitivityOfASession() {
    ModelBench bench;
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

/// More kinds than colours: the rare ones share the last, and the legend says which.
void ModelColoursTest::rareCategoriesShareAColour() {
    const auto diagram = drawing::Diagram::build(blockModel(6));
    QVERIFY(diagram);
    const auto& items = (*diagram)->items();
    const auto made = [&](std::vector<std::string> names) {
        return drawing::Overlay::categorical(**diagram, "Kind", std::move(names));
    };
    // "k10" is everywhere on one side, though it stands last there.
    auto first = made({"k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8", "k9"});
    auto second = made({"k0", "k10"});
    std::vector<ItemId> operators;
    for (std::size_t i = 0; i < items.size(); ++i)
        if (items[i].isOperator())
            operators.push_back(ItemId(i));
    QVERIFY(operators.size() >= 20);
    for (std::size_t i = 0; i < operators.size(); ++i) {
        first.setCategory(operators[i], static_cast<std::uint32_t>(i % 10));
        second.setCategory(operators[i], 1);
    }
    const auto order = categoriesByShare({&first, &second});
    QCOMPARE(order.size(), std::size_t(11));
    QCOMPARE(order.front(), std::string("k10"));
    first = withCategories(first, order);
    second = withCategories(second, order);
    first.others = "sonstige";
    const drawing::VisibleGraph visible(*diagram, drawing::Folding::allOpen(**diagram));
    const drawing::OverlayColors left(first, visible, drawing::ThemeKind::Light);
    const drawing::OverlayColors right(second, visible, drawing::ThemeKind::Light);
    QCOMPARE(right.valueText(visible.boxOf(operators[0])), std::string("k10"));
    QCOMPARE(left.valueText(visible.boxOf(operators[3])), std::string("k3"));
    // As many lines as colours, all different; the last one names those that share it.
    const auto& legend = left.legend();
    QVERIFY(legend.size() <= 8);
    std::set<std::string> colours;
    for (const auto& entry : legend)
        colours.insert(entry.color.hex());
    QCOMPARE(colours.size(), legend.size());
    QCOMPARE(legend.back().text,
             "sonstige: " + order[7] + ", " + order[8] + ", " + order[9] + ", +1");
    for (const ItemId item : operators) {
        const auto box = visible.boxOf(item);
        const std::string name = left.valueText(box);
        const auto at = std::find(order.begin(), order.end(), name) - order.begin();
        const bool shares = left.fill(box)->hex() == legend.back().color.hex();
        QCOMPARE(shares, at >= 7);
    }
    // What fits needs no such line.
    const auto few = made({"a", "b", "c", "d", "e", "f", "g", "h"});
    auto eight = few;
    for (std::size_t i = 0; i < operators.size(); ++i)
        eight.setCategory(operators[i], static_cast<std::uint32_t>(i % 8));
    const drawing::OverlayColors all(eight, visible, drawing::ThemeKind::Dark);
    QCOMPARE(all.legend().size(), std::size_t(8));
    QCOMPARE(all.legend().back().text, std::string("h"));
}

QTEST_MAIN(ModelColoursTest)
#include "tst_model_colours.moc"
