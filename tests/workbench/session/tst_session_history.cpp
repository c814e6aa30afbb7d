// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A session that is opened again tells what happened in it: events of all its runs, stages with
// their times, the best so far, the command and the deployment; without a window and in it.
#include "plot/plot_view.h"
#include "session/code_panel.h"
#include "session/copy_table.h"
#include "session/event_model.h"
#include "session/session_card.h"
#include "session/stage_list.h"
#include "workbench/candidates/session_fixture.h"
#include "workbench/desk.h"

#include "engine/event_log.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>

using namespace metainfer;
using namespace metainfer::workbench;

namespace {

namespace fs = std::filesystem;

/// Two runs: the first was paused while it searched, the second got as far as the finalists.
void writeEvents(const fs::path& folder) {
    engine::AdaptRequest request;
    request.deployment = "/models/net/deployment.yaml";
    request.budget = 9;
    {
        engine::EventLog log({});
        log.take(engine::StageStarted{engine::Stage::Loading, 0});
        log.open(folder, request);
        log.take(engine::StageStarted{engine::Stage::Searching, 1});
        log.take(engine::CandidateMeasured{"c1", "", Interval{0.8, 0.7, 0.9}, 0.99, {}});
        log.take(engine::BestChanged{"c1", "", 0.8});
    }
    request.resume = true;
    engine::EventLog log({});
    log.take(engine::StageStarted{engine::Stage::Loading, 0});
    log.open(folder, request);
    log.take(engine::StageStarted{engine::Stage::Searching, 1});
    log.take(engine::CandidateMeasured{"c1", "", Interval{0.8, 0.7, 0.9}, 0.99, {}});
    log.take(engine::CandidateMeasured{"c2", "", Interval{0.5, 0.4, 0.6}, 0.97, {}});
    log.take(engine::BestChanged{"c2", "", 0.5});
    log.take(engine::CandidateMeasured{
        "c5", "", {}, {}, Error{ErrorCode::Crash, "the runner died of signal 11", {}, {}}});
    log.take(engine::StageStarted{engine::Stage::Finalists, 2});
}

bool finish(const fs::path& folder) {
    auto writer = session::SessionWriter::resume(folder);
    if (!writer)
        return false;
    using session::State;
    for (const State state :
         {State::Analysed, State::Searching, State::Finalists, State::Validated, State::Done})
        if (!writer->setState(state))
            return false;
    return true;
}

struct Bench : test::Desk {
    fs::path session() const { return folder.filePath("kept").toStdString(); }
    void make() {
        const auto written = test::writeSession(session());
        QVERIFY2(written, written ? "" : written.error().text().c_str());
        writeEvents(session());
    }
    SessionPresenter* open() {
        workspace.openSession(session());
        return workspace.current();
    }
};

} // namespace

class SessionHistoryTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { widgets::rememberSystemPalette(); }
    void thePresenterTellsThePast();
    void aDoneOneGivesTheFirstCommand();
    void withoutEventsThereAreStages();
    void theWindowShowsIt_data();
    void theWindowShowsIt();
};

void SessionHistoryTest::thePresenterTellsThePast() {
    Bench bench;
    bench.make();
    SessionPresenter* session = bench.open();
    QVERIFY(session->command().isEmpty()); // nothing was read yet
    QTRY_VERIFY(session->content());
    QCOMPARE(session->events().size(), std::size_t(11));
    QCOMPARE(session->lastRun().size(), std::size_t(7));
    QCOMPARE(session->measuredRun().size(), std::size_t(7));
    QVERIFY(session->stage() == engine::Stage::Finalists);
    QCOMPARE(session->best()->id, std::string("c2"));
    // The second run tells of c1 again; the curve has it once.
    QCOMPARE(bestCurve(*session), (std::vector<double>{0.8, 0.5}));
    QVERIFY(session->canGoOn());
    QCOMPARE(session->command(), QString("metainfer adapt /models/net/deployment.yaml --out %1 "
                                         "--budget 9 --resume")
                                     .arg(QString::fromStdString(bench.session().string())));
    QVERIFY(session->deploymentYaml().contains("primary: p50_latency"));
    session->reload(); // does not tell them twice
    QSignalSpy read(session, &SessionPresenter::contentChanged);
    QVERIFY(read.wait());
    QCOMPARE(session->events().size(), std::size_t(11));

    EventModel model;
    QAbstractItemModelTester tester(&model);
    model.setSession(session);
    QCOMPARE(model.rowCount(), 11);
    const auto text = [&](int row) { return model.index(row, EventModel::Text).data().toString(); };
    QVERIFY2(text(0).startsWith("Begun ") && text(0).endsWith(": Loading"), qPrintable(text(0)));
    QVERIFY2(text(4).startsWith("Resumed "), qPrintable(text(4)));
    QCOMPARE(text(5), QString("Searching"));
    QVERIFY2(text(9).contains("c5 dropped out: the runner died of signal 11"), qPrintable(text(9)));
}

void SessionHistoryTest::aDoneOneGivesTheFirstCommand() {
    Bench bench;
    bench.make();
    QVERIFY(finish(bench.session()));
    SessionPresenter* session = bench.open();
    QTRY_VERIFY(session->content());
    QVERIFY(session->isDone() && !session->canGoOn());
    QVERIFY2(session->command().endsWith("--budget 9"), qPrintable(session->command()));
}

void SessionHistoryTest::withoutEventsThereAreStages() {
    Bench bench;
    bench.make();
    fs::remove(bench.session() / "events.jsonl");
    QVERIFY(writeFileAtomically(bench.session() / "log.txt",
                                "2026-01-01T00:00:00Z stage analysing\n"
                                "2026-01-01T00:00:02Z stage baselines\n"
                                "2026-01-01T00:00:05Z stage searching\n"));
    SessionPresenter* session = bench.open();
    QTRY_VERIFY(session->content());
    QCOMPARE(session->events().size(), std::size_t(3));
    QVERIFY(session->stage() == engine::Stage::Searching);
    // What was typed is not known, but what was asked is.
    QCOMPARE(session->command(), QString("metainfer adapt deployment.yaml --out %1 --resume")
                                     .arg(QString::fromStdString(bench.session().string())));
}

void SessionHistoryTest::theWindowShowsIt_data() {
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << "en";
    QTest::newRow("Chinese") << "zh_CN";
}

void SessionHistoryTest::theWindowShowsIt() {
    QFETCH(QString, language);
    Bench bench;
    bench.make();
    bench.languages.apply(language);
    MainWindow window(bench.workspace, bench.languages);
    window.resize(1280, 800);
    window.show();
    SessionPresenter* session = bench.open();
    QTRY_VERIFY(session->content());
    window.showPlace("session");
    auto* events = window.findChild<widgets::CopyTable*>("events");
    QTRY_VERIFY(events->isVisible());
    QCOMPARE(events->model()->rowCount(), 11);
    const bool chinese = language == "zh_CN";
    const QString text = events->copyText(true);
    QVERIFY2(text.contains(chinese ? QString::fromUtf8("运行进程因信号 11 终止")
                                   : QString("died of signal 11")),
             qPrintable(text));
    const auto stages = window.findChild<widgets::StageList*>("stages")->stages();
    QCOMPARE(stages.front().state, widgets::StageState::Done);
    QVERIFY(stages[3].state == widgets::StageState::Done && stages[3].seconds >= 0);
    QVERIFY(stages[4].state == widgets::StageState::Stopped);
    QVERIFY(stages[5].state == widgets::StageState::Waiting);
    auto* curve = window.findChild<widgets::PlotView*>("bestCurve");
    QCOMPARE(curve->series().front().y, (std::vector<double>{0.8, 0.5}));
    QVERIFY(window.findChild<QLabel*>("best")->text().contains("c2"));
    auto* command = window.findChild<widgets::CodePanel*>("sessionCommand");
    QVERIFY(command->isVisible() && command->text().endsWith("--resume"));
    QVERIFY(window.findChild<QPushButton*>("resume")->isVisible());
    window.findChild<QTabWidget*>("sessionDetails")->setCurrentIndex(1);
    auto* yaml = window.findChild<widgets::CodePanel*>("sessionYaml");
    QVERIFY(yaml->isVisible() && yaml->text().contains("max_accuracy_drop: 0.05"));
}

QTEST_MAIN(SessionHistoryTest)
#include "tst_session_history.moc"
