// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A session paused and resumed with mouse and keyboard, and the window while this machine is
// probed. No event may cost the GUI thread 100 ms.
#include "session/migration_check.h"
#include "session/row_table.h"
#include "shell/place.h"
#include "workbench/session/walk_bench.h"

#include <QAbstractItemView>
#include <QTableView>

#include <set>

using namespace metainfer;
using namespace metainfer::workbench;
using namespace metainfer::test;

class SessionPauseTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void pauseKeepsAndResumes();
    void probingLeavesTheWindowFree();

  private:
    QTemporaryDir m_data;
};

void SessionPauseTest::initTestCase() {
    widgets::rememberSystemPalette();
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
}

void SessionPauseTest::pauseKeepsAndResumes() {
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
    // Closed and opened again, as another day: it goes on as it was asked and as it is shown.
    const auto folder = bench.session()->folder();
    bench.workspace.closeSession(0);
    bench.workspace.openSession(folder);
    WAIT_FOR(bench.session() && bench.session()->content());
    WAIT_FOR(bench.find<QWidget>("resume")->isVisible());
    const QString shown = bench.session()->command();
    bench.click("resume");
    WAIT_FOR(bench.session()->isRunning());
    WAIT_FOR(!bench.session()->isRunning());
    WAIT_FOR(bench.session()->content()->info.state == session::State::Done);
    QVERIFY(bench.session()->content()->measurements.size() > kept);
    QCOMPARE(bench.workspace.sessions().size(), std::size_t(1)); // the same tab
    auto runs = bench.engine->runsOf(folder);
    QCOMPARE(runs.size(), std::size_t(2));
    QVERIFY(runs[0].request.budget == 12 && runs[1].request.budget == 12);
    runs[1].request.out = folder;
    QCOMPARE(adaptCommand(runs[1].request), shown);
    std::set<std::string> ids;
    for (const auto& line : bench.session()->content()->candidates)
        QVERIFY2(ids.insert(line.candidate.id).second, line.candidate.id.c_str());
    // Both runs are told of, in their order.
    const auto& told = bench.session()->events();
    QCOMPARE(told.front().run, 0);
    QCOMPARE(told.back().run, 1);
    QVERIFY(!told.front().began.empty());
}

/// Probing this machine while the window is looked at (acceptance: no event over 100 ms).
void SessionPauseTest::probingLeavesTheWindowFree() {
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
    SessionPauseTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_session_pause.moc"
