// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The main job with mouse and keyboard in the real window: sample, target, objective, adapt, watch,
// result, report; in English and in Chinese. No event may cost the GUI thread 100 ms.
#include "session/code_panel.h"
#include "session/copy_table.h"
#include "session/migration_check.h"
#include "session/row_table.h"
#include "session/stage_list.h"
#include "shell/languages.h"
#include "shell/main_window.h"
#include "shell/place.h"
#include "support/gui_watchdog.h"

#include "base/file.h"
#include "engine/engine.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QTimer>
#include <QToolButton>

using namespace metainfer;
using namespace metainfer::workbench;
using metainfer::testing::WatchedApplication;

namespace {

constexpr int kPatienceMs = 240000;
constexpr double kMostMilliseconds = 100;
/// Patient: the machine may be busy with other tests.
#define WAIT_FOR(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, kPatienceMs)

/// A window with an experience store and settings of its own.
struct Bench {
    QTemporaryDir folder;
    QSettings settings{folder.filePath("settings.ini"), QSettings::IniFormat};
    std::unique_ptr<engine::Commands> engine =
        engine::createEngine({folder.filePath("experience.db").toStdString()});
    Jobs jobs;
    Workspace workspace{*engine, jobs, settings};
    Languages languages;
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
    void wholeWay_data();
    void wholeWay();
    void pauseKeepsAndResumes();

  private:
    void fillForm(Bench& bench, const QString& budget);
    void checkResult(Bench& bench);
    void checkPlaces(Bench& bench);
    void exportReports(Bench& bench);
};

void SessionWalkTest::initTestCase() {
    widgets::rememberSystemPalette();
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
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
    exportReports(bench);
    checkPlaces(bench);
    qInfo().noquote() << watched().report();
    QVERIFY2(watched().worstMilliseconds() < kMostMilliseconds, qPrintable(watched().report()));
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

void SessionWalkTest::exportReports(Bench& bench) {
    bench.click("toReport");
    QCOMPARE(bench.window->currentPlace(), QString("reports"));
    auto* preview = bench.find<QTextBrowser>("reportPreview");
    WAIT_FOR(preview->toPlainText().contains("accelerator-x-edge"));
    for (const QString format : {"pdf", "html"}) {
        const QString file = bench.folder.filePath("report." + format);
        answerFileDialog(file);
        bench.click("exportButton_" + format);
        WAIT_FOR(QFile::exists(file));
        const auto bytes = readTextFile(file.toStdString());
        QVERIFY(bytes.has_value());
        if (format == "html") {
            QVERIFY(bytes->find("<svg") != std::string::npos);
            QVERIFY(bytes->find("accelerator-x-edge") != std::string::npos);
        } else {
            QVERIFY(bytes->starts_with("%PDF-"));
            QVERIFY(bytes->find("/Type /Page") != std::string::npos);
            QVERIFY2(bytes->size() > 20000, std::to_string(bytes->size()).c_str()); // with charts
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

int main(int argc, char** argv) {
    WatchedApplication app(argc, argv);
    QTEST_SET_MAIN_SOURCE_PATH
    SessionWalkTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_session_walk.moc"
