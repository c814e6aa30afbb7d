// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Accuracy and Diagnosis places by mouse and keys, on a session folder with an examination.
#include "accuracy/accuracy_place.h"
#include "accuracy/diagnosis_place.h"
#include "accuracy/plot_table_page.h"
#include "plot/plot_view.h"
#include "session/row_table.h"
#include "shell/empty_state.h"
#include "theme/theme.h"
#include "workbench/desk.h"

#include "session/session_folder.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>

using namespace metainfer;
using namespace metainfer::workbench;
using widgets::RowTable;

namespace {

validation::Examination examination() {
    validation::Examination e;
    e.candidate = "c1";
    e.comparedOn = "200 validation samples";
    e.realData = false;
    e.plan = "int8(u8s8)";
    e.layerSamples = 16;
    e.tensorSamples = 4;
    e.medianError = 0.01;
    validation::OutputDetail output;
    output.total.output = "scores";
    output.total.relativeL2 = 0.125;
    output.total.cosine = 0.99;
    output.total.snrDb = 18;
    output.total.withinTolerance = false;
    for (std::size_t i = 0; i < 3; ++i)
        output.channels.push_back({i, 1, 2, 1.5, 0.25 * static_cast<double>(i), 0.5});
    e.outputs.push_back(output);
    e.worst.push_back({22, "scores", 0.855, {0, 1, 2}, {1, 2, 3}, {1, 5, 3}, true});
    e.worst.push_back({3, "scores", 0.5, {0, 1, 2}, {4, 2, 3}, {4, 2, 2}, false});
    e.inside.push_back({"h", "MatMul", "first", 0.1, 0.99, 20});
    e.inside.push_back({"y", "MatMul", "second", 0.4, 0.9, 8});
    e.layers.push_back({"h", "MatMul", "first", {"source_first"}, 0.02, 0.999, 34, 0, ""});
    e.layers.push_back({"y", "MatMul", "second", {"source_second"}, 0.5, 0.8, 6, 0.25, ""});
    e.layers.push_back({"z", "Conv", "third", {}, 0, 1, 0, 0, "weights are no constant"});
    return e;
}

struct Bench : test::Desk {
    std::unique_ptr<Place> place;

    explicit Bench(Place* (*make)(Workspace&)) {
        languages.apply("en");
        place.reset(make(workspace));
        place->resize(1160, 740);
        place->show();
        if (!QTest::qWaitForWindowExposed(place.get()))
            qFatal("not exposed");
    }
    std::filesystem::path path() const { return folder.filePath("session").toStdString(); }
    bool open(bool examined) {
        session::SessionInfo info;
        info.id = "s";
        info.modelPath = "gone.onnx";
        auto writer = session::SessionWriter::create(path(), info);
        const Json validation = Json::parse(R"({"schema": "validation/1", "metric": "top1",
            "summary": "top1 on 200 validation samples, against the original model in float.",
            "subjects": [{"id": "c1", "value": "0.91", "change": "91 % top1", "gate": "met", "cosine": "0.99"}],
            "boundary": [{"name": "zeros", "finding": "warning", "detail": "the outputs point apart: cosine 0.471"}],
            "anomalies": [{"kind": "worst_sample", "where": "scores", "value": 0.855, "samples": [22],
                           "channels": [], "detail": "relative error 0.855 on one sample, 0.010 on the median one"}]})");
        const Json diagnosis = Json::parse(R"({"schema": "diagnosis/1", "remarks": [
            {"code": "launch_bound", "severity": "note", "text": "many small operators"}],
            "operators": {"unsupported": [{"site": "conv_out", "op": "Conv"}], "slow": []}})");
        if (!writer || !writer->writeValidation(validation) || !writer->writeDiagnosis(diagnosis) ||
            !writer->writeDecision({{"schema", "decision/1"}, {"chosen", "c1"}}))
            return false;
        const Json equivalence = {{"outputs", {{{"output", "scores"}, {"relative_l2", 0.5}}}}};
        if (!writer->addMeasurement({"accuracy", "c1", "k", "", {{"equivalence", equivalence}}}))
            return false;
        if (examined && !writeJsonFile(path() / "accuracy.json", examination().toJson()))
            return false;
        workspace.openSession(path());
        return settle();
    }
    bool settle() {
        return QTest::qWaitFor([this] { return !place->isLoading() && jobs.runningCount() == 0; },
                               30000);
    }
    template <typename T>
    T* find(const char* name) const {
        return place->findChild<T*>(name);
    }
    QString cell(const char* table, int row, int column) const {
        const auto* model = find<RowTable>(table)->model();
        return model->index(row, column).data().toString();
    }
};

QPoint rowAt(RowTable* table, int row) {
    return table->visualRect(table->model()->index(row, 1)).center();
}

} // namespace

class AccuracyPlaceTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        widgets::rememberSystemPalette();
        widgets::applyScheme(widgets::Scheme::Light);
    }
    void withoutASession();
    void outputsBeforeTheExamination();
    void layersLeadToTheGraph();
    void worstSamplesBesideTheReference();
    void channelsAndInside();
    void failuresAreSaid();
    void inChinese();
    void sensitiveLayersAreASymptom();
    void symptomsAreFoundByWords();
};

void AccuracyPlaceTest::withoutASession() {
    Bench bench(makeAccuracyPlace);
    const auto texts = bench.place->findChildren<QLabel*>();
    QVERIFY(std::any_of(texts.begin(), texts.end(), [](const QLabel* label) {
        return label->isVisible() && label->text() == "Nothing is validated yet";
    }));
}

void AccuracyPlaceTest::outputsBeforeTheExamination() {
    Bench bench(makeAccuracyPlace);
    QVERIFY(bench.open(false));
    // What the session itself compared is shown; what it did not says how to get it.
    QCOMPARE(bench.find<RowTable>("outputErrors")->model()->rowCount(), 1);
    QCOMPARE(bench.cell("outputErrors", 0, 2), QString("0.5"));
    auto* tabs = bench.find<QTabWidget>("accuracyTabs");
    tabs->setCurrentIndex(2);
    auto* layers = qobject_cast<PlotTablePage*>(tabs->currentWidget());
    QVERIFY(layers && layers->empty().isVisible());
    auto* offer = layers->empty().findChild<QPushButton*>();
    QVERIFY(offer && offer->isVisible());
    QCOMPARE(offer->text(), QString("Examine in detail"));
    QCOMPARE(bench.find<QPushButton>("examine")->property("role").toString(), QString("primary"));
}

void AccuracyPlaceTest::layersLeadToTheGraph() {
    Bench bench(makeAccuracyPlace);
    QVERIFY(bench.open(true));
    auto* tabs = bench.find<QTabWidget>("accuracyTabs");
    tabs->setCurrentIndex(2);
    auto* table = bench.find<RowTable>("layers");
    QAbstractItemModelTester tester(&table->rows());
    QCOMPARE(table->model()->rowCount(), 3);
    QCOMPARE(bench.cell("layers", 1, 3), QString("0.5"));
    QCOMPARE(bench.cell("layers", 2, 6), QString("cannot be lowered"));
    QSignalSpy asked(&bench.workspace, &Workspace::nodeAsked);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, rowAt(table, 1));
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].toString(), QString("source_second"));
    // Sorted by the error, the worst layer comes first; the plot keeps the model's order.
    table->sortByColumn(3, Qt::DescendingOrder);
    QCOMPARE(bench.cell("layers", 0, 1), QString("second"));
    const auto& series = bench.find<widgets::PlotView>("layersPlot")->series();
    QCOMPARE(series.front().y, (std::vector<double>{0.02, 0.5, 0}));
    QTest::keyClick(table, Qt::Key_Home, Qt::ControlModifier);
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(asked.last()[0].toString(), QString("source_second"));
}

void AccuracyPlaceTest::worstSamplesBesideTheReference() {
    Bench bench(makeAccuracyPlace);
    QVERIFY(bench.open(true));
    bench.find<QTabWidget>("accuracyTabs")->setCurrentIndex(4);
    QCOMPARE(bench.cell("worstSamples", 0, 0), QString("22"));
    QCOMPARE(bench.cell("worstSamples", 0, 3), QString("≠ another one"));
    QCOMPARE(bench.cell("sampleValues", 1, 1), QString("2"));
    QCOMPARE(bench.cell("sampleValues", 1, 2), QString("5"));
    QCOMPARE(bench.cell("sampleValues", 1, 3), QString("3"));
    auto* samples = bench.find<RowTable>("worstSamples");
    samples->setFocus();
    QTest::keyClick(samples, Qt::Key_Down);
    QCOMPARE(bench.cell("sampleValues", 0, 1), QString("4"));
    const auto& series = bench.find<widgets::PlotView>("samplePlot")->series();
    QCOMPARE(series.size(), std::size_t{2});
    QCOMPARE(series[1].y, (std::vector<double>{4, 2, 2}));
}

void AccuracyPlaceTest::channelsAndInside() {
    Bench bench(makeAccuracyPlace);
    QVERIFY(bench.open(true));
    QCOMPARE(bench.cell("outputErrors", 0, 2), QString("0.125"));
    QCOMPARE(bench.cell("outputErrors", 0, 7), QString("≠ differs"));
    QCOMPARE(bench.find<RowTable>("channels")->model()->rowCount(), 3);
    QCOMPARE(bench.cell("channels", 2, 1), QString("0.5"));
    QCOMPARE(bench.find<RowTable>("inside")->model()->rowCount(), 2);
    auto* tabs = bench.find<QTabWidget>("accuracyTabs");
    QCOMPARE(tabs->tabText(3), QString("Inside (2)"));
    QCOMPARE(bench.find<QPushButton>("examine")->text(), QString("Examine again"));
    tabs->setCurrentIndex(3); // kept for the next time
    QCOMPARE(AccuracyPlace(bench.workspace).findChild<QTabWidget*>("accuracyTabs")->currentIndex(),
             3);
    for (int i = 0; i < tabs->count(); ++i) { // nothing fails to paint
        tabs->setCurrentIndex(i);
        QVERIFY(!bench.place->grab().isNull());
    }
}

void AccuracyPlaceTest::failuresAreSaid() {
    Bench bench(makeAccuracyPlace);
    QVERIFY(bench.open(false));
    auto* button = bench.find<QPushButton>("examine");
    QVERIFY(button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(button->text(), QString("Stop examining"));
    QVERIFY(bench.settle());
    auto* state = bench.find<QLabel>("examinationState");
    QVERIFY2(state->isVisible() && state->text().startsWith("✕"), qPrintable(state->text()));
    QCOMPARE(button->text(), QString("Examine in detail"));
}

void AccuracyPlaceTest::inChinese() {
    Bench bench(makeAccuracyPlace);
    QVERIFY(bench.open(true));
    bench.languages.apply("zh_CN");
    QCoreApplication::processEvents();
    auto* tabs = bench.find<QTabWidget>("accuracyTabs");
    QCOMPARE(tabs->tabText(2), QString("敏感度（3）"));
    QVERIFY(bench.cell("boundaryCases", 0, 2).contains("余弦"));
    const auto labels = bench.place->findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->text() == "top1，使用 200 个验证样本，与原始浮点模型比较。";
    }));
    bench.languages.apply("en");
    QCoreApplication::processEvents();
    QCOMPARE(tabs->tabText(2), QString("Sensitivity (3)"));
}

void AccuracyPlaceTest::sensitiveLayersAreASymptom() {
    Bench bench(makeDiagnosisPlace);
    validation::Examination found = examination();
    found.layers.back() = {"z", "Conv", "third", {}, 0.03, 1, 0, 0, ""};
    QVERIFY(bench.open(false));
    QVERIFY(writeJsonFile(bench.path() / "accuracy.json", found.toJson()));
    bench.workspace.current()->reload();
    QVERIFY(bench.settle());
    QTRY_COMPARE(bench.find<RowTable>("symptoms")->model()->rowCount(), 5);
    QTest::keyClicks(bench.find<QLineEdit>("symptomSearch"), "few layers");
    QCOMPARE(bench.find<RowTable>("symptoms")->model()->rowCount(), 1);
    auto* nodes = bench.find<QListWidget>("symptomNodes");
    QCOMPARE(nodes->count(), 1); // 0.5 against 0.03; 0.02 and 0.03 are usual
    QCOMPARE(nodes->item(0)->text(), QString("source_second"));
}

void AccuracyPlaceTest::symptomsAreFoundByWords() {
    Bench bench(makeDiagnosisPlace);
    QVERIFY(bench.open(false));
    auto* table = bench.find<RowTable>("symptoms");
    QTRY_COMPARE(table->model()->rowCount(), 4);
    QCOMPARE(bench.cell("symptoms", 0, 0), QString("✕ error"));
    auto* nodes = bench.find<QListWidget>("symptomNodes");
    QVERIFY(nodes->isVisible());
    QSignalSpy asked(&bench.workspace, &Workspace::nodeAsked);
    nodes->setCurrentRow(0);
    QTest::keyClick(nodes, Qt::Key_Return);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].toString(), QString("conv_out"));
    QTest::keyClicks(bench.find<QLineEdit>("symptomSearch"), "zeros");
    QCOMPARE(table->model()->rowCount(), 1);
    auto* go = bench.find<QPushButton>("symptomGo");
    QVERIFY(go->isVisible());
    QSignalSpy places(&bench.workspace, &Workspace::placeAsked);
    QTest::mouseClick(go, Qt::LeftButton);
    QCOMPARE(places.size(), 1);
    QCOMPARE(places[0][0].toString(), QString("accuracy"));
    bench.find<QLineEdit>("symptomSearch")->clear();
    bench.find<QComboBox>("symptomLevel")->setCurrentIndex(2);
    QCOMPARE(table->model()->rowCount(), 1);
    QCOMPARE(bench.cell("symptoms", 0, 0), QString("✕ error"));
    QTest::keyClicks(bench.find<QLineEdit>("symptomSearch"), "nowhere");
    QCOMPARE(table->model()->rowCount(), 0);
}

QTEST_MAIN(AccuracyPlaceTest)
#include "tst_accuracy_place.moc"
