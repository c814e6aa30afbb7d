// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The window: every place is reachable, themes and languages switch at run time, what is wrong is
// said.
#include "shell/command_palette.h"
#include "shell/navigation_rail.h"
#include "shell/place.h"
#include "theme/colors.h"
#include "workbench/desk.h"

#include "base/file.h"
#include "hardware/profile_yaml.h"
#include "session/session_folder.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QDirIterator>
#include <QDockWidget>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTest>
#include <QThread>
#include <QTimer>
#include <QToolButton>
#include <QUrl>

#include <atomic>

using namespace metainfer;
using namespace metainfer::workbench;

namespace {

/// A window with an experience store and settings of its own.
struct Bench : test::Desk {
    std::unique_ptr<MainWindow> window;

    Bench() {
        languages.apply("en");
        window = std::make_unique<MainWindow>(workspace, languages);
        window->show();
    }
};

} // namespace

class MainWindowTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { widgets::rememberSystemPalette(); }
    void everyPlaceIsReached();
    void languagesSwitchWhileItRuns();
    void themesSwitchWhileItRuns();
    void themesSwitchWithSeveralWindows();
    void rolesChangeWhileShown();
    void contrastIsEnough();
    void checkBoxesAreSeen();
    void filesAreDropped();
    void unknownFilesAreRefused();
    void paletteFindsByLetters();
    void paletteSwitchesLanguageAndTheme();
    void theLogLeavesTheWindowAsLargeAsItWas();
    void closingAsksWhileASessionRuns();
    void stateIsKept();
    void jobsDeliverAndCancel();
    void quickJobsPassLongOnes();
    void noticesAreShown();
    void recentSessionsAreOneClickAway();
    void everyPlaceHasAKey();
};

void MainWindowTest::everyPlaceIsReached() {
    Bench bench;
    for (const QString& id : bench.window->placeIds()) {
        auto* button = bench.window->findChild<QToolButton*>("rail_" + id);
        QVERIFY2(button, qPrintable(id));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(bench.window->currentPlace(), id);
        QVERIFY(!button->text().isEmpty());
        QVERIFY(!button->accessibleName().isEmpty());
        QVERIFY(!bench.window->place(id)->hint().isEmpty());
    }
}

void MainWindowTest::languagesSwitchWhileItRuns() {
    Bench bench;
    auto* button = bench.window->findChild<QToolButton*>("rail_session");
    QCOMPARE(button->text(), QString("Session"));
    bench.window->setLanguage("zh_CN");
    QCoreApplication::processEvents();
    QCOMPARE(button->text(), QString("会话"));
    bench.window->setLanguage("en");
    QCoreApplication::processEvents();
    QCOMPARE(button->text(), QString("Session"));
}

void MainWindowTest::themesSwitchWhileItRuns() {
    Bench bench;
    bench.window->setScheme("dark");
    QVERIFY(widgets::Colors::of(bench.window.get()).dark);
    bench.window->setScheme("light");
    QVERIFY(!widgets::Colors::of(bench.window.get()).dark);
}

/// The style must outlive every widget that refers to it, whichever window goes first.
void MainWindowTest::themesSwitchWithSeveralWindows() {
    Bench first;
    for (int round = 0; round < 2; ++round) {
        Bench second;
        for (const char* place : {"session", "hardware", "candidates"})
            second.window->showPlace(place);
        for (const char* scheme : {"dark", "light", "dark"}) {
            (round % 2 ? first : second).window->setScheme(scheme);
            QCoreApplication::processEvents();
            // Messages beneath fields take roles while they are shown.
            first.workspace.askNewMigration();
            second.workspace.askNewMigration();
            QCoreApplication::processEvents();
            for (Bench* bench : {&first, &second})
                QCOMPARE(widgets::Colors::of(bench->window.get()).dark, QString(scheme) == "dark");
        }
    }
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    first.window->setScheme("light");
    QVERIFY(!first.window->grab().isNull());
}

void MainWindowTest::rolesChangeWhileShown() {
    widgets::applyScheme(widgets::Scheme::Light);
    QLabel label("text");
    label.setProperty("role", "muted");
    label.show();
    QCOMPARE(label.palette().color(QPalette::WindowText), widgets::Colors::light().textMuted);
    widgets::setRole(label, "error");
    QCOMPARE(label.palette().color(QPalette::WindowText), widgets::Colors::light().danger);
    widgets::applyScheme(widgets::Scheme::Dark);
    QCOMPARE(label.palette().color(QPalette::WindowText), widgets::Colors::darkOnes().danger);
    widgets::applyScheme(widgets::Scheme::Light);
}

void MainWindowTest::contrastIsEnough() {
    for (const widgets::Colors* c : {&widgets::Colors::light(), &widgets::Colors::darkOnes()})
        for (const QColor& behind : {c->window, c->surface}) {
            for (const QColor& text :
                 {c->text, c->textMuted, c->accent, c->success, c->warning, c->danger})
                QVERIFY2(widgets::contrast(text, behind) >= 4.5,
                         qPrintable(text.name() + " on " + behind.name()));
            for (const QColor& series : c->series) // graphical objects: 3 (WCAG 1.4.11)
                QVERIFY2(widgets::contrast(series, behind) >= 3,
                         qPrintable(series.name() + " on " + behind.name()));
            QVERIFY(widgets::contrast(c->onAccent, c->accent) >= 4.5);
            QVERIFY2(widgets::contrast(c->outline, behind) >= 3, qPrintable(c->outline.name()));
        }
}

/// What is painted, not what was meant: some pixel of the frame stands out 3 to 1 from the ground.
void MainWindowTest::checkBoxesAreSeen() {
    for (const auto scheme : {widgets::Scheme::Light, widgets::Scheme::Dark}) {
        widgets::applyScheme(scheme);
        QWidget ground;
        QCheckBox box(&ground);
        QLineEdit edit(&ground);
        ground.resize(120, 80);
        box.setGeometry(10, 10, 20, 20);
        edit.setGeometry(10, 40, 80, 26);
        ground.show();
        const QImage image = ground.grab().toImage();
        const QColor behind = image.pixelColor(2, 2);
        for (const QRect& area : {box.geometry(), edit.geometry()}) {
            double most = 0;
            for (int x = area.left(); x <= area.right(); ++x)
                most = std::max(most,
                                widgets::contrast(image.pixelColor(x, area.center().y()), behind));
            QVERIFY2(most >= 3, qPrintable(QString::number(most)));
        }
        box.setChecked(true);
        QVERIFY(ground.grab().toImage() != image);
    }
    widgets::applyScheme(widgets::Scheme::Light);
}

void MainWindowTest::filesAreDropped() {
    Bench bench;
    const auto path = [&bench](const char* name) { return bench.folder.filePath(name); };
    const auto write = [](const QString& file, const char* text) {
        return writeFileAtomically(file.toStdString(), text);
    };
    QVERIFY(write(path("net.onnx"), "no model, but named like one"));
    QVERIFY(write(path("deployment.yaml"),
                  "schema: deployment/1\ndeployment:\n  model: net.onnx\n  device: local\n"));
    hardware::Profile npu;
    npu.name = "npu";
    QVERIFY(hardware::writeProfile(path("npu.yaml").toStdString(), npu));
    session::SessionInfo info;
    info.id = "session";
    QVERIFY(session::SessionWriter::create(path("session").toStdString(), info));
    const Workspace& workspace = bench.workspace;
    QSignalSpy model(&workspace, &Workspace::modelOpened);
    QSignalSpy deployment(&workspace, &Workspace::deploymentOpened);
    QSignalSpy profile(&workspace, &Workspace::profileOpened);
    const auto drop = [&bench](const QString& file) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(file)});
        const QPoint at = bench.window->rect().center();
        QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(bench.window.get(), &enter);
        QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(bench.window.get(), &event);
        return enter.isAccepted() && event.isAccepted();
    };
    QVERIFY(drop(path("net.onnx")));
    QCOMPARE(model.size(), 1);
    QCOMPARE(bench.window->currentPlace(), QString("model"));
    QVERIFY(drop(path("deployment.yaml")));
    QCOMPARE(deployment.size(), 1);
    QCOMPARE(bench.window->currentPlace(), QString("session"));
    QVERIFY(drop(path("npu.yaml")));
    QCOMPARE(profile.size(), 1);
    QCOMPARE(bench.window->currentPlace(), QString("hardware"));
    QVERIFY(drop(path("session")));
    QCOMPARE(workspace.sessions().size(), std::size_t(1));
    QCOMPARE(bench.window->windowTitle(), QString("session - MetaInfer"));
}

void MainWindowTest::unknownFilesAreRefused() {
    Bench bench;
    QSignalSpy problems(&bench.workspace, &Workspace::problem);
    bench.workspace.openFile(bench.folder.filePath("absent.onnx"));
    bench.workspace.openFile(bench.folder.path());
    QFile text(bench.folder.filePath("notes.txt"));
    QVERIFY(text.open(QIODevice::WriteOnly));
    text.close();
    bench.workspace.openFile(text.fileName());
    QCOMPARE(problems.size(), 3);
    auto* problem = bench.window->findChild<QWidget*>("problem");
    QVERIFY(problem->isVisible());
    // None of them is lost, in whatever language they are read.
    for (const char* language : {"en", "zh_CN", "en"}) {
        bench.languages.apply(language);
        for (const char* name : {"absent.onnx", "no session", "notes.txt"})
            QVERIFY2(problem->findChild<QLabel*>()->text().contains(name),
                     qPrintable(problem->findChild<QLabel*>()->text()));
    }
    QTest::mouseClick(problem->findChild<QToolButton*>("dismissProblem"), Qt::LeftButton);
    QVERIFY(!problem->isVisible());
    QVERIFY(bench.workspace.sessions().empty());
}

void MainWindowTest::paletteFindsByLetters() {
    QVERIFY(widgets::matchScore("os", "Open session") > widgets::matchScore("os", "Close"));
    QCOMPARE(widgets::matchScore("xyz", "Open session"), -1);
    QCOMPARE(widgets::matchScore("", "anything"), 0);
    Bench bench;
    int ran = 0;
    QAction first("&Quit"), second("显示日志 log(&L)…");
    connect(&second, &QAction::triggered, this, [&] { ++ran; });
    widgets::CommandPalette palette({&first, &second});
    palette.show();
    auto* query = palette.findChild<QLineEdit*>();
    QTest::keyClicks(query, "log");
    QCOMPARE(palette.findChild<QListWidget*>()->item(0)->text(), QString("显示日志 log"));
    QTest::keyClick(query, Qt::Key_Return);
    QCOMPARE(ran, 1);
    QVERIFY(!palette.isVisible());
    // Nothing fits: it says so, and Enter does nothing.
    palette.show();
    auto* list = palette.findChild<QListWidget*>();
    query->setText("xyz");
    QCOMPARE(list->count(), 1);
    QCOMPARE(list->item(0)->text(), QString("No command fits"));
    QTest::keyClick(query, Qt::Key_Return);
    QCOMPARE(ran, 1);
}

void MainWindowTest::paletteSwitchesLanguageAndTheme() {
    Bench bench;
    const auto command = [&bench](const char* words) {
        bench.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(bench.window.get()));
        QTimer::singleShot(0, &bench.jobs, [words] {
            QVERIFY(QApplication::activeModalWidget());
            auto* query = QApplication::activeModalWidget()->findChild<QLineEdit*>();
            QTest::keyClicks(query, words);
            QTest::keyClick(query, Qt::Key_Return);
        });
        QTest::keyClick(bench.window.get(), Qt::Key_K, Qt::ControlModifier);
    };
    command("chinese");
    QTRY_COMPARE(bench.languages.current(), QString("zh_CN"));
    command("dark"); // by its English name too
    QTRY_VERIFY(qApp->palette().color(QPalette::Window).lightness() < 100);
    command("english");
    QTRY_COMPARE(bench.languages.current(), QString("en"));
    command("theme light");
    QTRY_VERIFY(qApp->palette().color(QPalette::Window).lightness() > 200);
    command("go to devices");
    QTRY_COMPARE(bench.window->currentPlace(), QString("devices"));
}

void MainWindowTest::theLogLeavesTheWindowAsLargeAsItWas() {
    Bench bench;
    bench.window->resize(1280, 760);
    auto* log = bench.window->findChild<QDockWidget*>("logDock");
    for (const QString& id : bench.window->placeIds()) {
        bench.window->showPlace(id);
        log->show();
        QCoreApplication::processEvents();
        QVERIFY2(bench.window->height() <= 760, qPrintable(id));
        log->hide();
        QCoreApplication::processEvents();
        QCOMPARE(bench.window->size(), QSize(1280, 760));
    }
}

void MainWindowTest::closingAsksWhileASessionRuns() {
    Bench bench;
    engine::AdaptRequest request;
    request.deployment = bench.folder.filePath("net.yaml").toStdString();
    request.out = bench.folder.filePath("net").toStdString();
    bench.workspace.startSession(request);
    QVERIFY(bench.workspace.current()->isRunning());
    const auto answer = [&bench](QMessageBox::StandardButton button) {
        QTimer::singleShot(0, &bench.jobs, [button] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QVERIFY(box);
            QVERIFY(box->text().contains("adapting: 1"));
            QTest::mouseClick(box->button(button), Qt::LeftButton);
        });
        return bench.window->close();
    };
    QVERIFY(!answer(QMessageBox::No));
    QVERIFY(bench.window->isVisible());
    QTRY_VERIFY(!bench.workspace.current()->isRunning()); // its deployment is not there
    QVERIFY(bench.window->close());
}

void MainWindowTest::stateIsKept() {
    QTemporaryDir folder;
    QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
    const auto engine = engine::createEngine({folder.filePath("experience.sqlite").toStdString()});
    Jobs jobs;
    Workspace workspace(*engine, jobs, settings);
    Languages languages;
    const QStringList ids = MainWindow(workspace, languages).placeIds();
    {
        MainWindow window(workspace, languages);
        window.show();
        window.resize(1180, 700);
        window.showPlace(ids.last());
        window.close();
    }
    MainWindow again(workspace, languages);
    QCOMPARE(again.size(), QSize(1180, 700));
    QCOMPARE(again.currentPlace(), ids.last());
}

void MainWindowTest::jobsDeliverAndCancel() {
    Jobs jobs;
    int answer = 0;
    jobs.run<int>(
        "Counting", this, [](const JobContext&) { return 42; }, [&](int value) { answer = value; });
    QTRY_COMPARE(answer, 42);
    QCOMPARE(jobs.runningCount(), 0);
    bool cancelled = false;
    const Jobs::Id waiting = jobs.run<bool>(
        "Waiting", this,
        [](const JobContext& context) {
            while (!context.cancel.isCancelled())
                QThread::yieldCurrentThread();
            return true;
        },
        [&](bool value) { cancelled = value; });
    QVERIFY(jobs.isRunning(waiting));
    jobs.cancel(waiting);
    QTRY_VERIFY(cancelled);
    // A receiver that is gone gets nothing.
    bool delivered = false;
    auto receiver = std::make_unique<QObject>();
    jobs.run<int>(
        {}, receiver.get(), [](const JobContext&) { return 1; }, [&](int) { delivered = true; });
    receiver.reset();
    QTRY_COMPARE(jobs.runningCount(), 0);
    QVERIFY(!delivered);
}

/// Jobs that wait (for a device, for their turn) must not hold up what a view reads.
void MainWindowTest::quickJobsPassLongOnes() {
    Jobs jobs;
    std::atomic<int> waiting = 0;
    for (int i = 0; i < 40; ++i)
        jobs.run<bool>(
            "Waiting", this,
            [&](const JobContext& context) {
                ++waiting;
                while (!context.cancel.isCancelled())
                    QThread::msleep(1);
                return true;
            },
            [](bool) {});
    QTRY_COMPARE(waiting.load(), 40); // each has a thread of its own
    bool read = false;
    jobs.run<bool>(
        {}, this, [](const JobContext&) { return true; }, [&](bool value) { read = value; });
    QTRY_VERIFY(read);
    QCOMPARE(jobs.runningCount(), 40);
    jobs.cancelAll();
    QTRY_COMPARE(jobs.runningCount(), 0);
}

void MainWindowTest::noticesAreShown() {
    Bench bench;
    bench.workspace.tell("c7 was written");
    QCOMPARE(bench.window->statusBar()->currentMessage(), QString("c7 was written"));
    QVERIFY(bench.window->findChild<QPlainTextEdit*>("log")->toPlainText().contains("c7 was"));
}

void MainWindowTest::recentSessionsAreOneClickAway() {
    Bench bench;
    const QString folder = bench.folder.filePath("yesterday");
    session::SessionInfo info;
    info.id = "yesterday";
    QVERIFY(session::SessionWriter::create(folder.toStdString(), info));
    bench.workspace.openSession(folder.toStdString());
    bench.workspace.closeSession(0);
    auto* again = bench.window->findChild<QPushButton*>("recent0");
    QVERIFY(again->isVisible());
    QCOMPARE(again->text(), QString("yesterday"));
    QVERIFY(!bench.window->findChild<QPushButton*>("recent1")->isVisible());
    QTest::mouseClick(again, Qt::LeftButton);
    QCOMPARE(bench.workspace.sessions().size(), std::size_t(1));
    QVERIFY(!again->isVisible());
}

void MainWindowTest::everyPlaceHasAKey() {
    Bench bench;
    const QStringList ids = bench.window->placeIds();
    for (qsizetype i = 0; i < ids.size() && i < 10; ++i) {
        const auto key = static_cast<Qt::Key>(Qt::Key_0 + (i + 1) % 10);
        auto* go = bench.window->findChild<QAction*>("action_go_" + ids[i]);
        QCOMPARE(go->shortcut(), QKeySequence(Qt::ControlModifier | key));
    }
}

QTEST_MAIN(MainWindowTest)
#include "tst_main_window.moc"
