// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The parts that the hardware places are made of: numbers as text, mistakes taken apart, tables,
// matrices, probe tables, and the YAML editor.
#include "hardware/heat_map.h"
#include "hardware/operator_matrix.h"
#include "hardware/probe_tables.h"
#include "hardware/profile_list.h"
#include "hardware/profile_problem.h"
#include "hardware/quantity_text.h"
#include "hardware/yaml_editor.h"
#include "session/data_table.h"
#include "session/row_table.h"
#include "workbench/hardware/two_profiles.h"

#include "hardware/profile_yaml.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QLocale>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace metainfer;
using namespace metainfer::widgets;
using namespace metainfer::test;

namespace {

measurement::ProbeResult probed(double factor) {
    measurement::ProbeResult result;
    result.compute = {{"fp32", 1, 50 * factor, true, "avx2", ""},
                      {"fp16", 1, 0, false, "", "no instructions"}};
    for (const double kib : {16.0, 64.0, 4096.0})
        result.bandwidth.push_back({"read", kib * 1024, 1, factor * (kib < 32 ? 100 : 20), {}});
    result.bandwidth.push_back({"latency", 1e8, 1, 0.1, 90 * factor});
    result.caches = {{"L1", 32768, 64, 2}};
    result.knees = {{40000, 100, 20, "L1", 32768}};
    result.launchWallUs = 5 / factor;
    result.scaling = {{1, 1}, {2, 1.8}};
    hardware::ProbeRow row;
    row.op = "Conv";
    row.family = "conv2d:dense";
    row.shapes.inputs = {{1, 8, 4, 4}};
    row.shapes.outputs = {{1, 8, 4, 4}};
    row.dtype = "fp32";
    row.layout = "NCHWc";
    row.n = 30;
    row.p50Us = 12 / factor;
    row.gflops = 20 * factor;
    row.gbps = 4;
    result.rows.push_back(row);
    row.dtype = "int8";
    row.status = hardware::ProbeStatus::Crash;
    row.error = "killed by a signal";
    row.p50Us = row.gflops = row.gbps = std::nullopt;
    result.rows.push_back(row);
    return result;
}

} // namespace

class HardwareWidgetsTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void numbersKeepTheDigitsThatMatter();
    void mistakesAreTakenApart();
    void tablesSortByValueAndCopy();
    void profileListIsSound();
    void matrixOfProfiles();
    void matrixOfProbes();
    void heatMapByKeyboard();
    void rowsAndHeadingsComeApart();
    void probeTables();
    void yamlEditorKeepsItsPlace();
};

void HardwareWidgetsTest::numbersKeepTheDigitsThatMatter() {
    QCOMPARE(numberText(0), QString("0"));
    QCOMPARE(numberText(1234567), QString("1,234,567"));
    QCOMPARE(numberText(2.4567), QString("2.457"));
    QCOMPARE(numberText(0.051234), QString("0.0512"));
    QCOMPARE(numberText(std::nan("")), QString("–"));
    QCOMPARE(bytesText(512 * 1024), QString("512 KiB"));
    QCOMPARE(bytesText(3.0 * 1024 * 1024 * 1024), QString("3 GiB"));
    QCOMPARE(decadeBytesText(9999.99999), QString("10 kB"));
    QCOMPARE(decadeBytesText(1e9), QString("1 GB"));
    QCOMPARE(microsecondsText(12.5), QString("12.5 µs"));
    QCOMPARE(microsecondsText(1500), QString("1.5 ms"));
    QCOMPARE(secondsText(125), QString("2 min 05 s"));
    QCOMPARE(rateText(2460), QString("2.46 TFLOP/s"));
    QCOMPARE(rateText(12, true), QString("12 GOP/s"));
    QCOMPARE(shareText(0.4), QString("40 %"));
    for (int i = 0; i <= static_cast<int>(NumberSource::Default); ++i)
        QVERIFY(!sourceText(static_cast<NumberSource>(i)).isEmpty());
}

void HardwareWidgetsTest::mistakesAreTakenApart() {
    const auto read = hardware::parseProfile("hardware:\n  name: x\n  type: npu\n  compute:\n"
                                             "    cores: 0\n    frequency_mhz: fast\n",
                                             "profile");
    QVERIFY(!read.has_value());
    const auto problems = problemsOf(read.error(), "profile");
    QCOMPARE(problems.size(), std::size_t(2));
    QCOMPARE(problems[0].line, 5);
    QCOMPARE(problems[0].path, QString("compute.cores"));
    QCOMPARE(problems[1].line, 6);
    QVERIFY(!problems[1].message.contains("profile:6"));
    const auto whole = problemsOf({ErrorCode::InvalidArgument,
                                   "profile: profile 'x': compute.peak.float16 is given, but",
                                   "remove it",
                                   {}},
                                  "profile");
    QCOMPARE(whole.front().line, 0);
    QCOMPARE(whole.front().path, QString("compute.peak.float16"));
    QCOMPARE(whole.front().remedy, QString("remove it"));
    const auto warnings = warningsOf({"profile:9: unknown key 'a' is kept"}, "profile");
    QVERIFY(warnings.front().warning);
    QCOMPARE(warnings.front().line, 9);
}

void HardwareWidgetsTest::tablesSortByValueAndCopy() {
    DataTable table;
    const QAbstractItemModelTester tester(&table.content(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    table.content().setContent({"Name", "Size"},
                               {{{"a", {}, {}, {}}, DataCell::number(10, "10 KiB")},
                                {{"b", {}, {}, {}}, DataCell::number(9, "9 KiB")},
                                {{"c", {}, {}, {}}, DataCell::absent()}});
    table.show();
    table.sortByColumn(1, Qt::AscendingOrder);
    table.clearSelection();
    QCOMPARE(table.text(), QString("Name\tSize\nb\t9 KiB\na\t10 KiB\nc\t–\n"));
    table.sortByColumn(1, Qt::DescendingOrder);
    QVERIFY(table.text().endsWith("c\t–\n")); // what has no value stays last
    table.setCurrentRow(0);
    QCOMPARE(table.currentRow(), 0);
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), QString("a\t10 KiB"));
    table.clearSelection();
    table.setSearch("9 k");
    QCOMPARE(table.text(), QString("Name\tSize\nb\t9 KiB\n"));
    table.content().append({{{"d", {}, {}, {}}, DataCell::number(1, "1 KiB")}});
    QCOMPARE(table.content().rowCount(), 4);
}

void HardwareWidgetsTest::profileListIsSound() {
    ProfileListModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setItems({{"/a", "a", "NPU", "", false},
                    {"/b", "b", "CPU", "", false},
                    {"/c", "c", "does not load", "line 3", true}});
    QSignalSpy changed(&model, &ProfileListModel::comparedChanged);
    QVERIFY(model.setData(model.index(1), Qt::Checked, Qt::CheckStateRole));
    QVERIFY(!model.setData(model.index(2), Qt::Checked, Qt::CheckStateRole));
    QCOMPARE(changed.size(), 1);
    QCOMPARE(model.compared(), QStringList("/b"));
    ProfileList list;
    list.setModel(&model);
    list.resize(260, 200);
    list.show();
    const QRect first = list.visualRect(model.index(0));
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, {first.left() + 14, first.center().y()});
    QCOMPARE(model.compared(), QStringList({"/a", "/b"}));
    list.setCurrentIndex(model.index(1));
    QTest::keyClick(&list, Qt::Key_Space);
    QCOMPARE(model.compared(), QStringList("/a"));
    QCOMPARE(model.rowOf("/c"), 2);
}

void HardwareWidgetsTest::matrixOfProfiles() {
    const HeatMatrix tiers = profileMatrix(both(), MatrixMetric::Tier);
    QCOMPARE(tiers.rows, QStringList({"conv2d", "matmul", "softmax"}));
    QCOMPARE(tiers.columns.size(), 3); // fast at two types, slow at any
    QCOMPARE(tiers.groups, QStringList({"fast", "fast", "slow"}));
    QCOMPARE(tiers.at(1, 0).state, CellState::Emulated);
    QVERIFY(tiers.at(1, 0).tip.contains("computed in float"));
    QCOMPARE(tiers.at(0, 0).text, QString("fast")); // from the list
    QCOMPARE(tiers.at(2, 1).state, CellState::Unsupported);
    QCOMPARE(tiers.at(0, 2).state, CellState::Unknown);
    const HeatMatrix rates = profileMatrix(both(), MatrixMetric::Rate);
    QCOMPARE(*rates.at(1, 1).heat, 1.0);
    QCOMPARE(*rates.at(1, 0).heat, 0.0);
    QCOMPARE(rates.at(1, 1).text, QString("800"));
    QVERIFY(rates.high.contains("800"));
}

void HardwareWidgetsTest::matrixOfProbes() {
    const auto result = probed(1);
    const HeatMatrix matrix = probeMatrix(result.rows, MatrixMetric::Rate,
                                          [](const auto&) { return std::optional(0.5); });
    QCOMPARE(matrix.rows, QStringList("conv2d:dense"));
    QCOMPARE(matrix.columns, QStringList({"fp32 NCHWc", "int8 NCHWc"}));
    QCOMPARE(matrix.at(0, 1).state, CellState::Failed);
    QVERIFY(matrix.at(0, 1).tip.contains("killed"));
    const HeatMatrix shares = probeMatrix(result.rows, MatrixMetric::Tier,
                                          [](const auto&) { return std::optional(0.5); });
    QCOMPARE(shares.at(0, 0).text, QString("50 %"));
    QVERIFY(!shares.at(0, 1).heat);
}

void HardwareWidgetsTest::heatMapByKeyboard() {
    HeatMap map;
    map.resize(400, 200);
    map.setMatrix(profileMatrix(both(), MatrixMetric::Tier));
    map.show();
    QSignalSpy moved(&map, &HeatMap::currentChanged);
    QTest::keyClick(&map, Qt::Key_Down);
    QCOMPARE(map.current(), QPoint(0, 0));
    QTest::keyClick(&map, Qt::Key_Down);
    QTest::keyClick(&map, Qt::Key_Right);
    QCOMPARE(map.current(), QPoint(1, 1));
    QVERIFY(map.accessibleDescription().contains("matmul"));
    QTest::keyClick(&map, Qt::Key_Up);
    QTest::keyClick(&map, Qt::Key_Up); // stays at the edge
    QCOMPARE(map.current(), QPoint(0, 1));
    const QRect cell = map.cellRect(2, 0);
    QTest::mouseClick(map.viewport(), Qt::LeftButton, {}, cell.center());
    QCOMPARE(map.current(), QPoint(2, 0));
    QVERIFY(moved.size() >= 5);
    QTest::keyClick(&map, Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QApplication::clipboard()->text().contains("softmax\tunsupported"));
    // Ctrl and the wheel, or the keys, zoom; without Ctrl the wheel scrolls.
    const int width = map.cellRect(0, 0).width(), height = map.cellRect(0, 0).height();
    QTest::keyClick(&map, Qt::Key_Plus, Qt::ControlModifier);
    QTest::keyClick(&map, Qt::Key_Plus, Qt::ControlModifier);
    QCOMPARE(map.zoom(), 2);
    QVERIFY(map.cellRect(0, 0).width() > width && map.cellRect(0, 0).height() > height);
    QWheelEvent wheel(QPointF(50, 50), map.mapToGlobal(QPointF(50, 50)), {}, {0, -120},
                      Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(map.viewport(), &wheel);
    QCOMPARE(map.zoom(), 1);
    QTest::keyClick(&map, Qt::Key_0, Qt::ControlModifier);
    QCOMPARE(map.cellRect(0, 0).width(), width);
    map.setMatrix({});
    QCOMPARE(map.current(), QPoint(-1, -1));
    QVERIFY(!map.grab().isNull());
}

/// One model serves all small tables: headings apart from rows, whole numbers, dates, no value.
void HardwareWidgetsTest::rowsAndHeadingsComeApart() {
    RowTable table;
    const QAbstractItemModelTester tester(&table.rows());
    const QList<TableCell> shorter{{"d", {}, {}}};
    table.rows().setRows({{{"b", {}, {}}, {"10", 10, {}}},
                          {{"a", {}, {}}, {"9", 9LL, {}}},
                          {{"c", {}, {}}, DataCell::absent()},
                          shorter});
    QCOMPARE(table.rows().rowCount(), 4);
    table.rows().setHeaders({"name", "number"});
    const auto column = [&table](int of) {
        QStringList texts;
        for (int row = 0; row < table.model()->rowCount(); ++row)
            texts << table.model()->index(row, of).data().toString();
        return texts.join(',');
    };
    QCOMPARE(column(0), QString("b,a,c,d"));
    table.sortByColumn(1, Qt::AscendingOrder); // 9 before 10, and what has none last
    QVERIFY2(column(1).startsWith("9,10,"), qPrintable(column(1)));
    table.sortByColumn(1, Qt::DescendingOrder);
    QVERIFY2(column(1).startsWith("10,9,"), qPrintable(column(1)));
    QSignalSpy current(&table, &RowTable::currentSourceChanged);
    table.selectSource(1);
    QCOMPARE(table.currentSource(), 1);
    QCOMPARE(current.count(), 1);
    table.selectSource(-1);
    QCOMPARE(table.currentSource(), -1);
}

void HardwareWidgetsTest::probeTables() {
    const auto now = probed(1.5), earlier = probed(1);
    const auto slow = profileOf(kSlow);
    const ProbeView view{&now, &earlier, slow.get()};
    const auto machine = machineRows(view);
    QCOMPARE(machine.front().size(), static_cast<std::size_t>(machineColumns().size()));
    QCOMPARE(machine[0][1].text, QString("75 GFLOP/s"));
    QCOMPARE(machine[0][2].text, QString("50 GFLOP/s")); // one of two cores
    QCOMPARE(machine[0][3].text, QString("150 %"));
    QVERIFY(machine[0][5].text.startsWith("▲"));
    QVERIFY(machine[1][6].text.contains("no instructions"));
    QCOMPARE(machine[1][1].text, QString("–")); // not measured is no zero
    const auto rows = operatorRows(now.rows, view);
    QCOMPARE(rows.front().size(), static_cast<std::size_t>(operatorColumns(true).size()));
    QVERIFY(rows[0][10].text.startsWith("▼"));
    QCOMPARE(rows[1][3].tone, CellTone::Bad);
    const auto curves = bandwidthCurves(view);
    QCOMPARE(curves.series.size(), std::size_t(2)); // latency is no bandwidth
    QCOMPARE(curves.lines.size(), std::size_t(1));
    QVERIFY(curves.lines[0].label.contains("L1"));
    QCOMPARE(scalingCurves(view).series.size(), std::size_t(2));
    QVERIFY(machineRows({}).empty());
}

void HardwareWidgetsTest::yamlEditorKeepsItsPlace() {
    YamlEditor editor;
    editor.resize(400, 300);
    QSignalSpy typed(&editor, &YamlEditor::typed);
    editor.showText("a: 1\nb: 2\nc: 3\n");
    QCOMPARE(typed.size(), 0);
    editor.goToLine(3);
    editor.showText("a: 1000\nb: 2\nc: 3\n");
    QCOMPARE(editor.textCursor().blockNumber(), 2); // the cursor stays in its line
    QTest::keyClicks(&editor, "x");
    QCOMPARE(typed.size(), 1);
    QVERIFY(typed.last().first().toString().contains("xc: 3"));
    QSignalSpy undo(&editor, &YamlEditor::undoAsked);
    QTest::keyClick(&editor, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(undo.size(), 1);
    editor.setProblems({{2, "b", "b is 2", "", false}});
    QCOMPARE(editor.extraSelections().size(), 1);
    editor.show();
    QVERIFY(!editor.grab().isNull());
}

QTEST_MAIN(HardwareWidgetsTest)
#include "tst_hardware_widgets.moc"
