// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Several sessions at once: side by side while they run, and compared in one report.
#include "plot/plot_view.h"
#include "session/session_card.h"
#include "session/sessions_page.h"
#include "shell/place.h"
#include "workbench/desk.h"

#include "base/file.h"
#include "session/session_folder.h"

#include <QAction>
#include <QComboBox>
#include <QDesktopServices>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>
#include <QUrl>

using namespace metainfer;
using namespace metainfer::workbench;

namespace {

/// A window with two finished sessions.
struct Bench : test::Desk {
    std::unique_ptr<MainWindow> window;

    Bench() {
        languages.apply("en");
        window = std::make_unique<MainWindow>(workspace, languages);
        window->show();
        for (const char* name : {"first", "second"}) {
            write(name);
            workspace.openSession(path(name));
        }
    }
    std::filesystem::path path(const QString& name) const {
        return folder.filePath(name).toStdString();
    }
    void write(const QString& name) const {
        session::SessionInfo info;
        info.id = name.toStdString();
        info.createdAt = "2026-01-01T00:00:00Z";
        info.modelPath = "/models/net/model.onnx";
        info.hardwareName = "npu";
        auto writer = session::SessionWriter::create(path(name), info);
        QVERIFY(writer);
        QVERIFY(writer->writeDecision(Json::parse(R"({"schema": "decision/1", "model": "net",
            "hardware": "npu", "answer": "keep_original", "simulated": true, "chosen": "original",
            "subjects": [{"id": "original", "role": "original", "accuracy": "90 %",
              "key": "original | backend=cpu optimization=all mode=sequential threads=default x=y",
              "values": {"p50_latency": {"value": 1234.5, "low": 1200.25, "high": 1280.75,
                                         "source": "simulated"},
                         "accuracy": {"value": 0.912, "low": 0.902, "high": 0.923,
                                      "source": "measured"}}}],
            "candidates": [
              {"id": "c1", "feasible": true, "ratio": {"value": 0.9, "low": 0.9, "high": 0.9}},
              {"id": "c2", "feasible": false, "ratio": {"value": 0.2, "low": 0.2, "high": 0.2}},
              {"id": "c3", "feasible": true, "ratio": {"value": 0.7, "low": 0.7, "high": 0.7}},
              {"id": "c4", "feasible": true, "ratio": {"value": 0.8, "low": 0.8, "high": 0.8}}]})")));
        using session::State;
        for (const State state :
             {State::Analysed, State::Searching, State::Finalists, State::Validated, State::Done})
            QVERIFY(writer->setState(state));
    }
    /// For people who want to see it: $METAINFER_WALK_PICTURES/<name>.png.
    void picture(const QString& name) const {
        const QString into = qEnvironmentVariable("METAINFER_WALK_PICTURES");
        if (!into.isEmpty())
            window->grab().save(into + "/" + name + ".png");
    }
    template <typename T>
    T* find(const char* name) const {
        return window->findChild<T*>(name);
    }
};

} // namespace

class SeveralSessionsTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        widgets::rememberSystemPalette();
        widgets::applyScheme(widgets::Scheme::Light);
    }
    void cardsFollowTheSessions();
    void reportComparesThem();
    void aRunThatNeverBeganIsTriedAgain();
    void theFolderIsOneClickAway();
    void theResultIsReadInANarrowWindow();
    void aFolderThatIsGoneHasNoReport();
    void opened(const QUrl& url) { m_opened = url.toLocalFile(); }

  private:
    QString m_opened;
};

void SeveralSessionsTest::aFolderThatIsGoneHasNoReport() {
    Bench bench;
    QTRY_VERIFY(bench.workspace.current()->content());
    std::filesystem::remove_all(bench.path("second"));
    bench.window->showPlace("reports");
    auto* csv = bench.find<QAction>("export_csv");
    QTRY_VERIFY(!csv->isEnabled());
    QVERIFY(!bench.find<QTextBrowser>("reportPreview")->isVisible());
    const auto recent = bench.workspace.recentSessions();
    QVERIFY(!recent.contains(QString::fromStdString(bench.path("second").string())));
    QVERIFY(recent.contains(QString::fromStdString(bench.path("first").string())));
    QVERIFY(session::readSession(bench.path("second")).error().message.find("there is no folder") ==
            0);
}

void SeveralSessionsTest::cardsFollowTheSessions() {
    Bench bench;
    auto* button = bench.find<QToolButton>("sideBySide");
    QVERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    auto* page = bench.window->findChild<SessionsPage*>();
    QVERIFY(page->isVisible());
    QCOMPARE(page->cards().size(), qsizetype(2));
    SessionCard* card = page->cards().first();
    QTRY_COMPARE(card->findChild<QLabel*>("cardTitle")->text(), QString("first"));
    // Only what may win counts, and the best never gets worse.
    QTRY_COMPARE(bestCurve(*card->session()), (std::vector<double>{0.9, 0.7, 0.7}));
    QTRY_COMPARE(card->findChild<widgets::PlotView*>("cardCurve")->series().front().y.size(),
                 std::size_t(3));
    QVERIFY(!card->findChild<QPushButton*>("cardPause")->isVisible());
    bench.picture("side-by-side");
    QCOMPARE(bench.workspace.currentIndex(), 1);
    QTest::mouseClick(card->findChild<QPushButton*>("cardShow"), Qt::LeftButton);
    QCOMPARE(bench.workspace.currentIndex(), 0);
    QVERIFY(!page->isVisible()); // the session itself is shown
    bench.workspace.closeSession(1);
    QCOMPARE(page->cards().size(), qsizetype(1));
    QCOMPARE(page->cards().first(), card); // the one that stays is the same widget
    QVERIFY(!button->isVisible());
}

void SeveralSessionsTest::aRunThatNeverBeganIsTriedAgain() {
    Bench bench;
    const std::filesystem::path deployment = bench.path("later.yaml");
    engine::AdaptRequest request;
    request.deployment = deployment;
    request.out = bench.path("later");
    bench.workspace.startSession(request);
    SessionPresenter* session = bench.workspace.current();
    QVERIFY(session);
    QTRY_VERIFY(session->failure());
    // Once, on its own page, with the way on.
    auto* failure = bench.find<QLabel>("sessionFailure");
    QTRY_VERIFY(failure->isVisible() && failure->text().contains("later.yaml"));
    QVERIFY(!bench.find<QWidget>("problem")->isVisible());
    auto* again = bench.find<QPushButton>("resume");
    QVERIFY(again->isVisible());
    QCOMPARE(again->text(), QString("&Try again"));
    // Another way on: the form, as it was asked.
    auto* toForm = bench.find<QPushButton>("toForm");
    QVERIFY(toForm->isVisible());
    // Now the file is there, so the next failure is another one.
    QVERIFY(writeFileAtomically(deployment, "deployment: 1\n"));
    QTest::mouseClick(again, Qt::LeftButton);
    QTRY_VERIFY(failure->isVisible() && failure->text().contains("later.yaml:1"));
    QVERIFY(writeFileAtomically(deployment, "deployment:\n  model: nowhere.onnx\n  device: local\n"
                                            "  optimization_objective: {primary: energy}\n"));
    QTest::mouseClick(toForm, Qt::LeftButton);
    auto* model = bench.find<QLineEdit>("modelEdit");
    QTRY_VERIFY(model->isVisible() && model->text() == "nowhere.onnx");
    QCOMPARE(bench.find<QComboBox>("objective1")->currentData().toString(), QString("energy"));
    QCOMPARE(bench.find<QLineEdit>("folderEdit")->text(),
             QString::fromStdString(bench.path("later").string()));
    // What is wrong is one click away.
    auto* show = bench.find<QPushButton>("toMistake");
    QTRY_VERIFY(show->isVisible());
    QTest::mouseClick(show, Qt::LeftButton);
    QTRY_VERIFY(model->hasFocus() || model->parentWidget()->hasFocus());
}

void SeveralSessionsTest::theFolderIsOneClickAway() {
    Bench bench;
    auto* button = bench.find<QPushButton>("openFolder");
    QTRY_VERIFY(button->isVisible());
    QSignalSpy told(&bench.workspace, &Workspace::notice);
    QTest::mouseClick(button, Qt::LeftButton); // nothing can open it here
    QCOMPARE(told.size(), 1);
    const QString folder = QString::fromStdString(bench.workspace.current()->folder().string());
    QVERIFY(told[0][0].toString().contains(folder));
    QDesktopServices::setUrlHandler("file", this, "opened");
    QTest::mouseClick(button, Qt::LeftButton);
    QDesktopServices::unsetUrlHandler("file");
    QCOMPARE(m_opened, folder);
    QCOMPARE(told.size(), 1);
}

/// A number with its interval is read whole, or it is none.
void SeveralSessionsTest::theResultIsReadInANarrowWindow() {
    Bench bench;
    bench.window->resize(900, 700);
    auto* table = bench.find<QTableView>("resultTable");
    QTRY_VERIFY(table->isVisible() && table->model()->rowCount() > 1);
    QCoreApplication::processEvents();
    bench.picture("narrow");
    int numbers = 0;
    for (int row = 0; row < table->model()->rowCount(); ++row)
        for (int column = 0; column < table->model()->columnCount(); ++column) {
            const QString text = table->model()->index(row, column).data().toString();
            if (!text.contains('['))
                continue;
            ++numbers;
            QVERIFY2(table->columnWidth(column) >= table->fontMetrics().horizontalAdvance(text),
                     qPrintable(text));
        }
    QVERIFY(numbers > 1);
    // Where there is room, all three stand beside each other, however long their options are.
    bench.window->resize(1280, 800);
    QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
}

void SeveralSessionsTest::reportComparesThem() {
    Bench bench;
    bench.window->showPlace("reports");
    auto* preview = bench.find<QTextBrowser>("reportPreview");
    QTRY_VERIFY(preview->toPlainText().contains("Keep the original"));
    auto* kind = bench.find<QComboBox>("reportKind");
    auto* with = bench.find<QToolButton>("compareWith");
    QVERIFY(!with->isVisible());
    kind->setFocus();
    QTest::keyClick(kind, Qt::Key_Down);
    QVERIFY(with->isVisible());
    QVERIFY(preview->toPlainText().contains("second")); // says what to do
    auto* exportHtml = bench.find<QToolButton>("exportButton_html");
    QVERIFY(!exportHtml->isEnabled());
    emit with->menu()->aboutToShow();
    QCOMPARE(with->menu()->actions().size(), qsizetype(1)); // the other one
    with->menu()->actions().first()->trigger();
    QTRY_VERIFY(preview->toPlainText().contains("2 sessions compared"));
    QVERIFY(preview->toPlainText().contains("time / its own original"));
    bench.picture("comparison");
    QVERIFY(exportHtml->isEnabled());
    kind->setCurrentIndex(0);
    QTRY_VERIFY(preview->toPlainText().contains("Keep the original"));
}

QTEST_MAIN(SeveralSessionsTest)
#include "tst_several_sessions.moc"
