// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The main job with mouse and keyboard in the real window, in English and in Chinese: sample,
// target, objective, adapt, watch, a candidate chosen on the Pareto plot and seen in table and
// graph, compared with the original, exported, the report as PDF and HTML. No event may cost the
// GUI thread 100 ms.
#include "candidates/candidate_view.h"
#include "candidates/candidates_place.h"
#include "candidates/small_table.h"
#include "graph/graph_pane.h"
#include "graph/graph_view.h"
#include "graph/model_place.h"
#include "plot/plot_view.h"
#include "session/code_panel.h"
#include "session/copy_table.h"
#include "session/migration_check.h"
#include "session/row_table.h"
#include "session/stage_list.h"
#include "shell/panel.h"
#include "shell/place.h"
#include "workbench/session/walk_bench.h"

#include "base/file.h"
#include "ir/onnx_io.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTextBrowser>
#include <QThread>
#include <QTimer>

#include <ctime>

using namespace metainfer;
using namespace metainfer::workbench;
using namespace metainfer::test;

class SessionWalkTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void theWatchdogSees();
    void wholeWay_data();
    void wholeWay();

  private:
    void checkResult(Bench& bench);
    QString selectOnPlot(Bench& bench);
    void checkTable(Bench& bench, const QString& id);
    void compareWithOriginal(Bench& bench, const QString& id);
    void seeInGraph(Bench& bench, const QString& id);
    void exportCandidate(Bench& bench, const QString& id);
    void checkPlaces(Bench& bench);
    void exportReports(Bench& bench);

    std::size_t m_shownNodes = 0; ///< of the graph that the Model place showed
};

void SessionWalkTest::initTestCase() {
    widgets::rememberSystemPalette();
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
}

/// It finds both kinds of mistakes; without that its silence would say nothing.
void SessionWalkTest::theWatchdogSees() {
    watched().watch();
    QTimer::singleShot(0, qApp, [] { QThread::msleep(150); });
    QTest::qWait(10);
    QVERIFY2(watched().worstBlocked().milliseconds > 100, qPrintable(watched().report()));
    QVERIFY(watched().worstMilliseconds() < 100);
    watched().watch();
    QTimer::singleShot(0, qApp, [] {
        const std::clock_t begin = std::clock();
        while (std::clock() - begin < CLOCKS_PER_SEC / 5) {
        }
    });
    QTest::qWait(10);
    QVERIFY2(watched().worstMilliseconds() > 100, qPrintable(watched().report()));
}

void SessionWalkTest::wholeWay_data() {
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << "en";
    QTest::newRow("Chinese") << "zh_CN";
}

void SessionWalkTest::wholeWay() {
    QFETCH(QString, language);
    Bench bench(language);
    WAIT_FOR(bench.find<QWidget>("firstVisit")->isVisible());
    watched().watch();
    fillForm(bench, "4");
    bench.picture("form");
    bench.click("adapt");
    WAIT_FOR(bench.session());
    QVERIFY(bench.session()->isRunning());
    WAIT_FOR(bench.find<QWidget>("sessionProgress")->isVisible());
    QVERIFY(bench.find<QWidget>("pause")->isVisible());
    // It is watched while it runs: events, stages, counts.
    auto* events = bench.find<widgets::CopyTable>("events");
    WAIT_FOR(events->model()->rowCount() > 6);
    bench.picture("live");
    WAIT_FOR(!bench.session()->isRunning());
    QVERIFY2(!bench.session()->failure(),
             bench.session()->failure() ? bench.session()->failure()->text().c_str() : "");
    checkResult(bench);
    bench.picture("result");
    const QString id = selectOnPlot(bench);
    QVERIFY(!id.isEmpty());
    checkTable(bench, id);
    compareWithOriginal(bench, id);
    seeInGraph(bench, id);
    exportCandidate(bench, id);
    bench.click("rail_session");
    exportReports(bench);
    checkPlaces(bench);
    qInfo().noquote() << watched().report();
    QVERIFY2(watched().worstMilliseconds() < kMostMilliseconds, qPrintable(watched().report()));
    QVERIFY2(watched().worstBlocked().milliseconds < kMostStandingMs,
             qPrintable(watched().report()));
}

void SessionWalkTest::checkResult(Bench& bench) {
    WAIT_FOR(bench.find<QWidget>("resultTable")->isVisible());
    const auto content = bench.session()->content();
    QVERIFY(content && content->decision);
    QCOMPARE(content->info.state, session::State::Done);
    const bool chinese = bench.languages.current() == "zh_CN";
    const QString answer = bench.find<QLabel>("answer")->text();
    QVERIFY2(answer.contains(chinese ? "仿真" : "simulated"), qPrintable(answer));
    for (const widgets::StageRow& stage : bench.find<widgets::StageList>("stages")->stages())
        QCOMPARE(stage.state, widgets::StageState::Done);
    auto* table = bench.find<widgets::CopyTable>("resultTable");
    const QString text = table->copyText(true);
    QVERIFY2(text.contains(chinese ? "原始模型" : "Original"), qPrintable(text));
    const double ratio =
        (*content->decision)["subjects"].back()["ratio"].is_object()
            ? (*content->decision)["subjects"].back()["ratio"]["value"].get<double>()
            : 1;
    QVERIFY2(text.contains(QString::number(ratio, 'f', 3)), qPrintable(text));
    // What was asked is what was shown: the file beside the folder holds it.
    const auto read = session::readDeployment(bench.session()->request().deployment);
    QVERIFY(read.has_value());
    QCOMPARE(read->objectives.primary(), measurement::Metric::P50Latency);
    QVERIFY(bench.session()->command().contains(
        QString::fromStdString(bench.session()->request().deployment.string())));
}

/// A click on a point of the Pareto plot; the candidate's name. Not the session's choice: that one
/// would be selected without any click.
QString SessionWalkTest::selectOnPlot(Bench& bench) {
    bench.click("toCandidates");
    auto* place = static_cast<CandidatesPlace*>(bench.window->place("candidates"));
    [&] { WAIT_FOR(!place->isLoading() && place->presenter().chosenRow()); }();
    auto* plot = bench.find<widgets::PlotView>("paretoPlot");
    const auto& table = *place->presenter().table();
    for (std::size_t s = 0; s < plot->series().size(); ++s)
        for (std::size_t i = 0; i < plot->series()[s].rows.size(); ++i) {
            const std::size_t row = plot->series()[s].rows[i];
            if (row == table.original || row == table.chosen)
                continue;
            const QPoint at = plot->positionOf({s, i}).toPoint();
            const auto hit = plot->hitAt(at); // points may lie on each other
            if (!hit || plot->series()[hit->series].rows[hit->point] != row)
                continue;
            QTest::mouseMove(plot->viewport(), at);
            QTest::mouseClick(plot->viewport(), Qt::LeftButton, {}, at);
            bench.picture("plot");
            return table.rows[row].id;
        }
    return {};
}

void SessionWalkTest::checkTable(Bench& bench, const QString& id) {
    const auto& selection = bench.session()->selection();
    const auto& table =
        *static_cast<CandidatesPlace*>(bench.window->place("candidates"))->presenter().table();
    QCOMPARE(selection.count(), std::size_t(1));
    QCOMPARE(table.rows[selection.rows().front()].id, id);
    auto* view = bench.find<widgets::CandidateView>("candidateTable");
    QCOMPARE(view->currentIndex().siblingAtColumn(widgets::CandidateModel::IdColumn).data(),
             QVariant(id));
    QCOMPARE(view->text().split('\n', Qt::SkipEmptyParts).size(), 2); // head line, the one selected
    QVERIFY(view->viewport()->rect().intersects(view->visualRect(view->currentIndex())));
    QVERIFY(bench.find<QTextBrowser>("candidateDetails")->toPlainText().startsWith(id));
}

void SessionWalkTest::compareWithOriginal(Bench& bench, const QString& id) {
    bench.click("candidates_compare_button");
    QTRY_VERIFY(bench.find<widgets::Panel>("panel_compare")->isShown());
    auto* metrics = bench.find<widgets::SmallTable>("metricComparison");
    QVERIFY(metrics->isVisible());
    const QString text = metrics->text();
    QVERIFY2(text.section('\n', 0, 0).contains(id), qPrintable(text));
    QVERIFY2(text.count('\n') > 3, qPrintable(text));
    // Down to operators, once it was measured with its profile.
    auto* operators = bench.find<widgets::SmallTable>("operatorComparison");
    if (!operators->isVisible())
        bench.click("candidates_measure_button");
    WAIT_FOR(operators->isVisible() && operators->model()->rowCount() > 3);
    bench.picture("compare");
    bench.find<widgets::Panel>("panel_details")->bringToFront();
    QTRY_VERIFY(bench.find<QLabel>("measuredAgain")->isVisible());
}

void SessionWalkTest::seeInGraph(Bench& bench, const QString& id) {
    bench.click("candidates_showModel_button");
    WAIT_FOR(bench.window->currentPlace() == "model");
    auto* place = static_cast<ModelPlace*>(bench.window->place("model"));
    ModelPresenter& model = place->model();
    WAIT_FOR(model.adaptedId() == id && !place->isLoading());
    const auto& adapted = model.graph(Side::Adapted).model();
    QVERIFY(adapted);
    QVERIFY(model.difference());
    auto* view = bench.find<widgets::GraphView>("adaptedGraphView");
    QVERIFY(view->isVisible() && view->picture());
    // It is this candidate's graph, traced to the original: what is chosen left is shown right.
    bool traced = false;
    for (const auto& counterparts : model.difference()->toSource)
        traced = traced || !counterparts.empty();
    QVERIFY(traced);
    bench.picture("graph");
    m_shownNodes = adapted->graph().nodeCount();
}

void SessionWalkTest::exportCandidate(Bench& bench, const QString& id) {
    bench.click("rail_candidates");
    QCOMPARE(bench.session()->selection().count(), std::size_t(1)); // still the same one
    const QString folder = bench.folder.filePath("exported");
    QVERIFY(QDir().mkpath(folder));
    answerFileDialog(folder);
    bench.click("candidates_export_button");
    WAIT_FOR(QFile::exists(folder + "/session_options.json"));
    const auto model = ir::importOnnx((folder + "/model.onnx").toStdString());
    QVERIFY2(model, model ? "" : model.error().text().c_str());
    QCOMPARE(model->graph->nodeCount(), m_shownNodes);
    const auto mapping = readJsonFile((folder + "/mapping.json").toStdString());
    QVERIFY(mapping);
    QCOMPARE(QString::fromStdString((*mapping)["candidate"]["id"].get<std::string>()), id);
    QVERIFY(!(*mapping)["origins"].empty());
}

void SessionWalkTest::exportReports(Bench& bench) {
    bench.click("toReport");
    QCOMPARE(bench.window->currentPlace(), QString("reports"));
    auto* preview = bench.find<QTextBrowser>("reportPreview");
    WAIT_FOR(preview->toPlainText().contains("accelerator-x-edge"));
    const Json& decision = *bench.session()->content()->decision;
    const QString chosen = QString::fromStdString(decision["chosen"].get<std::string>());
    qsizetype charts = 0;
    for (const QString format : {"html", "pdf"}) {
        const QString file = bench.folder.filePath("report." + format);
        answerFileDialog(file);
        bench.click("exportButton_" + format);
        WAIT_FOR(QFile::exists(file));
        const auto bytes = readTextFile(file.toStdString());
        QVERIFY(bytes.has_value());
        if (format == "html") {
            const QString html = QString::fromStdString(*bytes);
            charts = html.count("<svg class=\"chart\"");
            QVERIFY(charts >= 3);
            QVERIFY(html.contains("accelerator-x-edge"));
            const bool chinese = bench.languages.current() == "zh_CN";
            QVERIFY(html.contains(chinese ? QString::fromUtf8("仿真") : QString("simulated")));
            QVERIFY(html.contains(chosen));
            const QHash<QString, QString> roles = {
                {"original", chinese ? QString::fromUtf8("原始模型") : "original"},
                {"hand-tuned", chinese ? QString::fromUtf8("手动调优") : "hand-tuned"},
                {"adapted", chinese ? QString::fromUtf8("适配后") : "adapted"}};
            for (const Json& subject : decision["subjects"]) // every subject, as it was decided
                QVERIFY(html.contains(
                    roles.value(QString::fromStdString(subject["role"].get<std::string>()))));
            if (decision["subjects"].back()["ratio"].is_object())
                QVERIFY(html.contains(QString::number(
                    decision["subjects"].back()["ratio"]["value"].get<double>(), 'f', 3)));
        } else {
            const QByteArray pdf = QByteArray::fromStdString(*bytes);
            QVERIFY(pdf.startsWith("%PDF-"));
            QVERIFY(pdf.trimmed().endsWith("%%EOF"));
            QVERIFY(pdf.count("/Type /Page\n") + pdf.count("/Type /Page\r") >= 2);
            // Every chart of the page is a picture in it, and the text comes with its fonts.
            QVERIFY2(pdf.count("/Subtype /Image") >= charts,
                     qPrintable(QString::number(pdf.count("/Subtype /Image"))));
            QVERIFY(pdf.contains("/FontFile"));
        }
    }
}

void SessionWalkTest::checkPlaces(Bench& bench) {
    bench.click("rail_accuracy");
    QVERIFY(!bench.find<QLabel>("gate")->text().isEmpty());
    QVERIFY(bench.find<widgets::RowTable>("boundaryCases")->model()->rowCount() > 3);
    bench.click("rail_diagnosis");
    WAIT_FOR(bench.find<widgets::RowTable>("symptoms")->model()->rowCount() > 0);
    QVERIFY(!bench.find<QLabel>("remedy")->text().isEmpty());
    bench.click("rail_devices");
    WAIT_FOR(bench.find<widgets::RowTable>("devices")->model()->rowCount() > 1);
    WAIT_FOR(!bench.window->place("devices")->isLoading());
    bench.click("rail_experience");
    auto* records = bench.find<widgets::RowTable>("records");
    WAIT_FOR(records->model()->rowCount() > 0);
    bench.picture("experience");
    bench.type("searchExperience", "no record holds this");
    WAIT_FOR(records->model()->rowCount() == 0);
    bench.click("rail_session");
}

int main(int argc, char** argv) {
    WatchedApplication app(argc, argv);
    QTEST_SET_MAIN_SOURCE_PATH
    SessionWalkTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_session_walk.moc"
