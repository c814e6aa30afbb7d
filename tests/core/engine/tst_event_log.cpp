// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What happened in a session is kept in its folder and read back, whatever a kill left of it.
#include "engine/event_log.h"

#include <QtTest/QTest>

#include <fstream>

using namespace metainfer;
using namespace metainfer::engine;
namespace fs = std::filesystem;

class EventLogTest : public QObject {
    Q_OBJECT

    std::optional<TemporaryDirectory> m_dir;
    fs::path folder() const { return m_dir->path(); }
    void append(const char* name, const std::string& text) const {
        std::ofstream(folder() / name, std::ios::app | std::ios::binary) << text;
    }

  private slots:
    void init();
    void comesBackAsItHappened();
    void runsStayApart();
    void damageCostsOnlyItsLines();
    void isBounded();
    void olderSessionsHaveTheirStages();
    void nothingKeptIsNoRun();
};

void EventLogTest::init() {
    auto made = TemporaryDirectory::create("event-log");
    QVERIFY(made);
    m_dir.emplace(std::move(*made));
}

void EventLogTest::comesBackAsItHappened() {
    std::size_t heard = 0;
    EventLog log([&](const Event&) { ++heard; });
    log.take(StageStarted{Stage::Loading, 0}); // before there is a folder
    log.take(Remark{Severity::Warning, "deployment", "an \"odd\" key\nin two lines"});
    AdaptRequest request;
    request.deployment = "/somewhere/d.yaml";
    request.hardware = "accelerator-x-edge";
    request.budget = 7;
    request.seed = 18446744073709551615ull;
    request.timeLimit = std::chrono::seconds(90);
    request.useExperience = false;
    QVERIFY(log.open(folder(), request).empty());
    log.take(WorkDone{0.5, 3.0, "searching"}); // a bar, not a line
    log.take(CandidateMeasured{"c1", "rules=fold", Interval{0.5, 0.4, 0.6}, 0.99, {}});
    log.take(CandidateMeasured{
        "c2", "int8", {}, {}, Error{ErrorCode::Crash, "the runner crashed", "try less", {"c2"}}});
    log.take(BestChanged{"c1", "rules=fold", 0.5});
    QCOMPARE(heard, std::size_t(6));

    const auto runs = readEvents(folder());
    QCOMPARE(runs.size(), std::size_t(1));
    const AdaptRequest& asked = runs[0].request;
    QCOMPARE(asked.deployment, request.deployment);
    QCOMPARE(asked.hardware, request.hardware);
    QVERIFY(asked.budget == request.budget && asked.seed == request.seed &&
            asked.timeLimit == request.timeLimit && !asked.useExperience && !asked.resume);
    QVERIFY(runs[0].at.ends_with("Z"));
    const auto& events = runs[0].events;
    QCOMPARE(events.size(), std::size_t(5));
    QVERIFY(std::get<StageStarted>(events[0].event).stage == Stage::Loading);
    const auto& remark = std::get<Remark>(events[1].event);
    QVERIFY(remark.severity == Severity::Warning);
    QCOMPARE(remark.text, std::string("an \"odd\" key\nin two lines"));
    const auto& good = std::get<CandidateMeasured>(events[2].event);
    QCOMPARE(good.ratio->high, 0.6);
    QCOMPARE(*good.fidelity, 0.99);
    QVERIFY(!good.failure);
    const auto& bad = std::get<CandidateMeasured>(events[3].event);
    QVERIFY(!bad.ratio && !bad.fidelity);
    QCOMPARE(bad.failure->text(), std::string("the runner crashed (c2). try less"));
    QVERIFY(bad.failure->code == ErrorCode::Crash);
    QCOMPARE(std::get<BestChanged>(events[4].event).ratio, 0.5);
    for (std::size_t i = 1; i < events.size(); ++i)
        QVERIFY(events[i].seconds >= events[i - 1].seconds);
}

void EventLogTest::runsStayApart() {
    {
        EventLog log({});
        log.open(folder(), {});
        log.take(CandidateMeasured{"c1", "", Interval::exact(0.9), {}, {}});
        log.take(CandidateMeasured{"c2", "", {}, {}, Error{ErrorCode::Crash, "x", {}, {}}});
        log.take(BestChanged{"c1", "", 0.9});
    }
    AdaptRequest request;
    request.resume = true;
    EventLog log({});
    const auto before = log.open(folder(), request);
    QCOMPARE(before.size(), std::size_t(1));
    QCOMPARE(summaryOf(before), std::string("candidates measured before: 1, dropped out: 1; the "
                                            "best so far: c1 with 0.900 of the original's score"));
    log.take(CandidateMeasured{"c1", "", Interval::exact(0.9), {}, {}});
    const auto runs = readEvents(folder());
    QCOMPARE(runs.size(), std::size_t(2));
    QVERIFY(runs[1].request.resume && !runs[0].request.resume);
    QCOMPARE(runs[0].events.size(), std::size_t(3));
    QCOMPARE(runs[1].events.size(), std::size_t(1));
    // Taken over by the second run: not measured twice.
    QVERIFY(summaryOf(runs).starts_with("candidates measured before: 1,"));
}

void EventLogTest::damageCostsOnlyItsLines() {
    {
        EventLog log({});
        log.open(folder(), {});
        log.take(StageStarted{Stage::Searching, 1});
    }
    append("events.jsonl", "{\"kind\":\"of an unknown sort\"}\nnot json\n[1]\n"
                           "{\"kind\":\"stage\",\"stage\":\"unheard of\"}\n"
                           "{\"kind\":\"stage\",\"stage\":\"finalists\",\"t\":5}\n"
                           "{\"kind\":\"stage\",\"sta"); // killed while writing
    auto runs = readEvents(folder());
    QCOMPARE(runs.size(), std::size_t(1));
    // What could not be read is told of where it stood: lines 4 and 5 together, and the torn one.
    const auto& events = runs[0].events;
    QCOMPARE(events.size(), std::size_t(4));
    QCOMPARE(events[2].seconds, 5.0);
    for (const auto& [at, line] :
         {std::pair(1, "events.jsonl:4: "), std::pair(3, "events.jsonl:8: ")}) {
        const auto& remark = std::get<Remark>(events[static_cast<std::size_t>(at)].event);
        QVERIFY(remark.severity == Severity::Warning);
        QVERIFY2(remark.text.find(line) != std::string::npos, remark.text.c_str());
    }
    EventLog log({}); // goes on behind the torn line, which is cut off
    log.open(folder(), {});
    log.take(StageStarted{Stage::Validating, 1});
    runs = readEvents(folder());
    QCOMPARE(runs.size(), std::size_t(2));
    QCOMPARE(runs[1].events.size(), std::size_t(1));
}

void EventLogTest::isBounded() {
    {
        EventLog log({});
        log.open(folder(), {});
        for (std::size_t i = 0; i < EventLog::kMostLines + 50; ++i)
            log.take(Remark{Severity::Information, "many", "x"});
    }
    QCOMPARE(readEvents(folder())[0].events.size(), EventLog::kMostLines);
    EventLog log({}); // of all runs together
    log.open(folder(), {});
    log.take(Remark{Severity::Information, "many", "x"});
    log.take(BestChanged{"c1", "", 0.5});
    const auto runs = readEvents(folder());
    QCOMPARE(runs[1].events.size(), std::size_t(1));
    QVERIFY(std::holds_alternative<BestChanged>(runs[1].events[0].event));
}

void EventLogTest::olderSessionsHaveTheirStages() {
    append("log.txt", "2026-01-01T23:59:50Z stage analysing\n"
                      "2026-01-02T00:00:10Z stage searching\n"
                      "2026-01-02T00:00:11Z measuring c4 in full\n"
                      "damaged\n"
                      "2026-01-03T10:00:00Z resumed in state searching with 3 candidates\n"
                      "2026-01-03T10:00:04Z stage finalists\n");
    const auto runs = readEvents(folder());
    QCOMPARE(runs.size(), std::size_t(2));
    QCOMPARE(runs[0].events.size(), std::size_t(2));
    QCOMPARE(runs[0].events[1].seconds, 20.0);
    QVERIFY(!runs[0].request.resume && runs[1].request.resume);
    QVERIFY(std::get<StageStarted>(runs[1].events[0].event).stage == Stage::Finalists);
    QCOMPARE(runs[1].events[0].seconds, 4.0);
    QVERIFY(summaryOf(runs).empty());
}

void EventLogTest::nothingKeptIsNoRun() {
    QVERIFY(readEvents(folder()).empty());
    QVERIFY(readEvents(folder() / "absent").empty());
    QVERIFY(summaryOf({}).empty());
}

QTEST_GUILESS_MAIN(EventLogTest)
#include "tst_event_log.moc"
