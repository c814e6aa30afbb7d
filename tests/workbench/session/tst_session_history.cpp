// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A session that is opened again tells what happened in it: events of all its runs, stages with
// their times, the best so far, the command and the deployment; without a window and in it.
#include "candidates/candidate_table.h"
#include "plot/plot_view.h"
#include "session/code_panel.h"
#include "session/copy_table.h"
#include "session/deployment.h"
#include "session/event_model.h"
#include "session/migration_check.h"
#include "session/resume_plan.h"
#include "session/session_card.h"
#include "session/session_words.h"
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
void writeEvents(const fs::path& folder, const fs::path& deployment) {
    engine::AdaptRequest request;
    request.deployment = deployment;
    request.budget = 9;
    request.timeLimit = std::chrono::seconds(90);
    request.seed = 5;
    request.useExperience = false;
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
    if (!writer->writeDecision({{"chosen", "c1"}}))
        return false;
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
        QVERIFY(writeFileAtomically(deployment().toStdString(), "deployment:\n"));
        // As old as the session, for whose beginning it was read.
        QFile file(deployment());
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::fromString("2025-12-31T00:00:00Z", Qt::ISODate),
                                 QFileDevice::FileModificationTime));
        writeEvents(session(), deployment().toStdString());
    }
    QString deployment() const { return folder.filePath("deployment.yaml"); }
    QString kept() const { return folder.filePath("kept"); }
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
    void candidatesAreCountedInOneWay();
    void whatIsShownIsWhatResumes();
    void anotherProcessIsSeenRunning();
    void damageIsSaidAndTheRestIsShown();
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
    QVERIFY(session->stage() == engine::Stage::Finalists);
    QCOMPARE(session->best()->id, std::string("c2"));
    // Of those that may win, as measured: c1, c2 and c4.
    QCOMPARE(bestCurve(*session), (std::vector<double>{0.8, 0.5, 0.5}));
    QVERIFY(session->canGoOn());
    QCOMPARE(session->command(),
             QString("metainfer adapt %1 --out %2 --budget 9 --seed 5 --time-limit 90s "
                     "--no-experience --resume")
                 .arg(bench.deployment(), bench.kept()));
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
    QVERIFY2(session->command().endsWith("90s --no-experience"), qPrintable(session->command()));
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
    // What was typed is not known, but what was asked is.
    QCOMPARE(session->command(),
             QString("metainfer adapt %1.yaml --out %1 --resume").arg(bench.kept()));
}

/// Page, card and table count alike, from what was measured, whatever the events tell.
void SessionHistoryTest::candidatesAreCountedInOneWay() {
    Bench bench;
    bench.make();
    SessionPresenter* session = bench.open();
    QTRY_VERIFY(session->content());
    QCOMPARE(session->tally(), (CandidateTally{4, 1}));
    const auto table = widgets::makeCandidateTable(*session->content());
    QCOMPARE(std::count_if(table->rows.begin(), table->rows.end(),
                           [](const auto& row) {
                               return row.measured() &&
                                      row.state != widgets::CandidateState::Original;
                           }),
             std::ptrdiff_t(4));
    SessionCard card(*session);
    QStringList texts;
    for (const QLabel* label : card.findChildren<QLabel*>())
        texts << label->text();
    QVERIFY2(texts.contains("Candidates measured: 4, dropped out: 1"),
             qPrintable(texts.join(" / ")));
}

/// A window that finds the session later goes on with it as it was asked: the plan is the command.
void SessionHistoryTest::whatIsShownIsWhatResumes() {
    Bench bench;
    bench.make();
    SessionPresenter* session = bench.open();
    QTRY_VERIFY(session->content());
    engine::AdaptRequest plan = session->resumePlan();
    QCOMPARE(session->command(), adaptCommand(plan));
    QVERIFY(plan.resume && plan.budget == 9 && plan.seed == 5u && !plan.useExperience);
    QVERIFY(plan.timeLimit == std::chrono::seconds(90));
    QVERIFY(writeForResume(*session->content(), plan)); // its file is there
    QVERIFY(!QFile::exists(bench.kept() + ".yaml"));
    // Changed since: what was asked is in the session.
    QFile file(bench.deployment());
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("deployment: {}\n") > 0);
    file.close();
    session->reload();
    QTRY_COMPARE(session->resumePlan().deployment, fs::path(bench.kept().toStdString() + ".yaml"));
    plan = session->resumePlan();
    QVERIFY(plan.resume && plan.budget == 9 && plan.seed == 5u && !plan.useExperience);
    QCOMPARE(session->command(), adaptCommand(plan));
    QVERIFY(writeForResume(*session->content(), plan));
    const auto kept = session::readDeployment(plan.deployment);
    QVERIFY2(kept, kept ? "" : kept.error().text().c_str());
    QCOMPARE(*kept->constraints.maxAccuracyDrop, 0.05);
    // Somebody else's file of that name stays as it is.
    QVERIFY(writeFileAtomically(plan.deployment, "other"));
    session->reload();
    QTRY_COMPARE(session->resumePlan().deployment,
                 fs::path(bench.kept().toStdString() + ".resume.yaml"));
    QVERIFY(writeForResume(*session->content(), session->resumePlan()));
    QCOMPARE(*readTextFile(plan.deployment), std::string("other"));
}

void SessionHistoryTest::anotherProcessIsSeenRunning() {
    Bench bench;
    bench.make();
    std::optional writer(session::SessionWriter::resume(bench.session())); // as that one does
    QVERIFY(writer->has_value());
    SessionPresenter* session = bench.open();
    QTRY_VERIFY(session->content());
    QVERIFY(session->isRunningElsewhere() && !session->isRunning());
    QVERIFY(!session->canGoOn());
    QCOMPARE(SessionWords::headline(*session), QString("▶ Adapting in another process"));
    const std::size_t before = session->events().size();
    {
        engine::EventLog log({});
        log.open(bench.session(), {});
        log.take(engine::StageStarted{engine::Stage::Validating, 1});
    }
    QTRY_COMPARE(session->events().size(), before + 1); // looked at again by itself
    QVERIFY(session->stage() == engine::Stage::Validating);
    writer.reset();
    QTRY_VERIFY(!session->isRunningElsewhere());
    QVERIFY(session->canGoOn());
    QCOMPARE(session->events().size(), before + 1);
}

/// What is damaged is said, the rest is shown, and there is a way on.
void SessionHistoryTest::damageIsSaidAndTheRestIsShown() {
    Bench bench;
    bench.make();
    QVERIFY(finish(bench.session()));
    for (const char* name : {"decision.json", "candidates.jsonl", "events.jsonl"}) {
        QFile file(bench.kept() + "/" + name);
        QVERIFY(file.open(QIODevice::ReadWrite) && file.resize(file.size() / 2));
    }
    SessionPresenter* session = bench.open();
    QTRY_VERIFY(session->content());
    QVERIFY(!session->failure() && !session->isDone() && session->canGoOn());
    QVERIFY2(SessionWords::headline(*session).contains("Without its decision"),
             qPrintable(SessionWords::headline(*session)));
    QVERIFY(SessionWords::failure(*session).contains("decides again"));
    const auto& warnings = session->content()->warnings;
    const auto names = [&](const char* part) {
        return std::any_of(warnings.begin(), warnings.end(), [&](const std::string& one) {
            return one.find(part) != std::string::npos;
        });
    };
    QVERIFY(names("decision.json, line ") && names("candidates.jsonl:"));
    const auto remark = std::get_if<engine::Remark>(&session->events().back().event);
    QVERIFY(remark && remark->text.find("events.jsonl:") != std::string::npos);
    QVERIFY(session->content()->candidates.size() >= 2);
    QCOMPARE(session->tally(), (CandidateTally{4, 1})); // of what was measured
    QVERIFY(session::SessionWriter::resume(bench.session()));
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
    QCOMPARE(curve->series().front().y, (std::vector<double>{0.8, 0.5, 0.5}));
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
