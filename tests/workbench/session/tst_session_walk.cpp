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
#include "support/gui_watchdog.h"
#include "workbench/desk.h"

#include "base/file.h"
#include "ir/onnx_io.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QTextBrowser>
#include <QThread>
#include <QTimer>
#include <QToolButton>

#include <ctime>

using namespace metainfer;
using namespace metainfer::workbench;
using metainfer::testing::WatchedApplication;

namespace {

constexpr int kPatienceMs = 240000;
constexpr double kMostMilliseconds = 100;
constexpr double kMostStandingMs = 300; ///< a page of the program itself may come from a busy disk
/// Patient: the machine may be busy with other tests.
#define WAIT_FOR(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, kPatienceMs)

/// A window with an experience store and settings of its own.
struct Bench : test::Desk {
    std::unique_ptr<MainWindow> window;

    explicit Bench(const QString& language) {
        settings.setValue("session/root", folder.filePath("sessions"));
        languages.apply(language);
        widgets::applyScheme(widgets::Scheme::Light);
        window = std::make_unique<MainWindow>(workspace, languages);
        window->show();
        (void)QTest::qWaitForWindowExposed(window.get());
    }
    template <typename T>
    T* find(const QString& name) const {
        return window->findChild<T*>(name);
    }
    void click(const QString& name) const {
        auto* widget = find<QWidget>(name);
        QVERIFY2(widget, qPrintable(name));
        // A person scrolls to what she clicks.
        for (QWidget* up = widget->parentWidget(); up; up = up->parentWidget())
            if (auto* area = qobject_cast<QScrollArea*>(up))
                area->ensureWidgetVisible(widget);
        QVERIFY2(widget->isVisible() && widget->isEnabled(), qPrintable(name));
        QTest::mouseClick(widget, Qt::LeftButton);
    }
    void type(const QString& name, const QString& text) const {
        auto* edit = find<QLineEdit>(name);
        QVERIFY2(edit, qPrintable(name));
        edit->setFocus();
        QTest::keySequence(edit, QKeySequence::SelectAll);
        QTest::keyClick(edit, Qt::Key_Delete);
        QTest::keyClicks(edit, text);
    }
    SessionPresenter* session() const { return workspace.current(); }
    /// For people who want to see it: $METAINFER_WALK_PICTURES/<language>-<name>.png.
    void picture(const QString& name) const {
        const QString into = qEnvironmentVariable("METAINFER_WALK_PICTURES");
        if (!into.isEmpty())
            window->grab().save(into + "/" + languages.current() + "-" + name + ".png");
    }
};

/// Answers the file dialog that the next click opens.
void answerFileDialog(const QString& file) {
    auto* look = new QTimer(qApp);
    look->setInterval(20);
    QObject::connect(look, &QTimer::timeout, qApp, [look, file] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        if (!dialog)
            return;
        look->deleteLater();
        auto* name = dialog->findChild<QLineEdit*>("fileNameEdit");
        name->setText(file);
        QTest::keyClick(name, Qt::Key_Return);
    });
    look->start();
}

/// Chooses an entry of the menu that the next click opens.
void answerMenu(const QString& text) {
    auto* look = new QTimer(qApp);
    look->setInterval(20);
    QObject::connect(look, &QTimer::timeout, qApp, [look, text] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (!menu)
            return;
        look->deleteLater();
        for (QAction* action : menu->actions())
            if (action->text() == text)
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
    });
    look->start();
}

WatchedApplication& watched() {
    return *static_cast<WatchedApplication*>(qApp);
}

} // namespace

class SessionWalkTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void theWatchdogSees();
    void wholeWay_data();
    void wholeWay();
    void pauseKeepsAndResumes();
    void probingLeavesTheWindowFree();

  private:
    void fillForm(Bench& bench, const QString& budget);
    void checkResult(Bench& bench);
    QString selectOnPlot(Bench& bench);
    void checkTable(Bench& bench, const QString& id);
    void compareWithOriginal(Bench& bench, const QString& id);
    void seeInGraph(Bench& bench, const QString& id);
    void exportCandidate(Bench& bench, const QString& id);
    void checkPlaces(Bench& bench);
    void exportReports(Bench& bench);

    QTemporaryDir m_data;
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

void SessionWalkTest::fillForm(Bench& bench, const QString& budget) {
    WAIT_FOR(bench.find<QWidget>("samples")->isEnabled());
    answerMenu("mobilenet-v2-style");
    bench.click("samples");
    WAIT_FOR(bench.find<QLineEdit>("modelEdit")->text().contains("mobilenet-v2-style"));
    WAIT_FOR(bench.find<QLineEdit>("validationEdit")->text().endsWith("validation.npz"));

    auto* target = bench.find<QComboBox>("target");
    target->setFocus();
    QTest::keySequence(target->lineEdit(), QKeySequence::SelectAll);
    QTest::keyClicks(target->lineEdit(), "accelerator-x-edge");
    auto* objective = bench.find<QComboBox>("objective1");
    objective->setFocus();
    QTest::keyClick(objective, Qt::Key_Home); // the first one: median latency
    QCOMPARE(objective->currentData().toString(), QString("p50_latency"));
    bench.click("advanced");
    bench.type("budget", "0");
    auto* message = bench.find<QLabel>("budget_message");
    WAIT_FOR(message->isVisible() && !message->text().isEmpty());
    QVERIFY(!bench.find<QPushButton>("adapt")->isEnabled());
    bench.picture("mistake");
    bench.type("budget", budget);
    WAIT_FOR(bench.find<QPushButton>("adapt")->isEnabled());
    QVERIFY(!message->isVisible());
    const QString yaml = bench.find<widgets::CodePanel>("yaml")->text();
    QVERIFY2(yaml.contains("hardware: accelerator-x-edge"), qPrintable(yaml));
    QVERIFY2(yaml.contains("primary: p50_latency"), qPrintable(yaml));
    QVERIFY(bench.find<widgets::CodePanel>("command")->text().contains("--budget " + budget));
    // An advanced field is as good as any: it stands in the YAML as one types.
    bench.type("layouts", "NHWC");
    WAIT_FOR(bench.find<widgets::CodePanel>("yaml")->text().contains("layouts: [NHWC]"));
    for (auto* area : bench.window->findChildren<QScrollArea*>())
        area->ensureWidgetVisible(bench.find<QLineEdit>("layouts"), 0, 300);
    bench.picture("advanced");
    bench.type("layouts", "");
    WAIT_FOR(!bench.find<widgets::CodePanel>("yaml")->text().contains("layouts") &&
             bench.find<QPushButton>("adapt")->isEnabled());
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

void SessionWalkTest::pauseKeepsAndResumes() {
    Bench bench("en");
    fillForm(bench, "12");
    bench.click("adapt");
    WAIT_FOR(bench.session());
    // Paused as soon as one candidate was measured.
    const auto measured = [&] {
        for (const EventLine& line : bench.session()->events())
            if (std::holds_alternative<engine::CandidateMeasured>(line.event))
                return true;
        return false;
    };
    WAIT_FOR(measured());
    QVERIFY(bench.session()->isRunning());
    bench.click("pause");
    WAIT_FOR(!bench.session()->isRunning());
    WAIT_FOR(bench.session()->content() &&
             bench.session()->content()->info.state == session::State::Cancelled);
    const std::size_t kept = bench.session()->content()->measurements.size();
    QVERIFY(kept > 0);
    WAIT_FOR(bench.find<QWidget>("resume")->isVisible());
    bench.picture("paused");
    QVERIFY(!bench.find<QWidget>("sessionFailure")->isVisible()); // a pause is no failure
    bench.click("resume");
    WAIT_FOR(bench.session()->isRunning());
    WAIT_FOR(!bench.session()->isRunning());
    WAIT_FOR(bench.session()->content()->info.state == session::State::Done);
    QVERIFY(bench.session()->content()->measurements.size() > kept);
    QCOMPARE(bench.workspace.sessions().size(), std::size_t(1)); // the same tab
}

/// Probing this machine while the window is looked at (acceptance: no event over 100 ms).
void SessionWalkTest::probingLeavesTheWindowFree() {
    qputenv("XDG_DATA_HOME", m_data.path().toUtf8());
    Bench bench("en");
    bench.click("rail_microbenchmarks");
    WAIT_FOR(!bench.window->place("microbenchmarks")->isLoading());
    auto* suite = bench.find<QComboBox>("probeSuite");
    suite->setFocus();
    QTest::keyClick(suite, Qt::Key_Home); // the shortest
    auto* families = bench.find<QAbstractItemView>("probeFamilies");
    const auto found = families->model()->match(families->model()->index(0, 0), Qt::DisplayRole,
                                                "matmul", 1, Qt::MatchExactly);
    QCOMPARE(found.size(), qsizetype(1));
    families->setCurrentIndex(found.first());
    QTest::keyClick(families, Qt::Key_Space);
    QCOMPARE(found.first().data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    watched().watch();
    bench.click("startProbe");
    WAIT_FOR(bench.find<QWidget>("stopProbe")->isVisible());
    for (const char* place : {"hardware", "devices", "session", "microbenchmarks"})
        bench.click(QString("rail_") + place);
    WAIT_FOR(bench.find<QWidget>("startProbe")->isEnabled());
    WAIT_FOR(bench.find<QTableView>("probeRows")->model()->rowCount() > 0);
    qInfo().noquote() << watched().report();
    QVERIFY2(watched().worstMilliseconds() < kMostMilliseconds, qPrintable(watched().report()));
    QVERIFY2(watched().worstBlocked().milliseconds < kMostStandingMs,
             qPrintable(watched().report()));
}

int main(int argc, char** argv) {
    WatchedApplication app(argc, argv);
    QTEST_SET_MAIN_SOURCE_PATH
    SessionWalkTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_session_walk.moc"
