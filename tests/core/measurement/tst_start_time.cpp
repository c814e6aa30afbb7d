// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// When work begins that is to begin later, by a clock of the test.
#include "measurement/start_time.h"

#include <QTest>

#include <cstdlib>
#include <ctime>

using namespace metainfer;
using namespace metainfer::measurement;
using namespace std::chrono_literals;

namespace {

/// This process is in Berlin, whose clock is put forward on 2026-03-29 and back on 2026-10-25.
WallClock::time_point at(const char* local) {
    std::tm parts{};
    strptime(local, "%Y-%m-%d %H:%M:%S", &parts);
    parts.tm_isdst = -1;
    return WallClock::from_time_t(mktime(&parts));
}

std::string parsed(const std::string& text, const char* now) {
    const auto time = parseStartTime(text, at(now));
    return time ? localTimeText(*time) : time.error().message;
}

} // namespace

class StartTimeTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
        tzset();
    }
    void aTimeOfDayIsTheNextOne();
    void aWhileCountsFromNow();
    void datesAreLocalOrUtc();
    void whatIsWrongNamesTheForms_data();
    void whatIsWrongNamesTheForms();
    void waitingLooksAtTheClock();
    void waitingCanBeGivenUp();
};

void StartTimeTest::aTimeOfDayIsTheNextOne() {
    QCOMPARE(parsed("22:00", "2026-12-01 12:00:00"), std::string("2026-12-01 22:00:00"));
    QCOMPARE(parsed("9:05", "2026-12-01 12:00:00"), std::string("2026-12-02 09:05:00"));
    QCOMPARE(parsed("12:00", "2026-12-31 12:00:00"), std::string("2027-01-01 12:00:00"));
    // Over a change of the clock it is still that time; one that a day leaves out is the next
    // day's.
    QCOMPARE(parsed("03:30", "2026-03-28 22:00:00"), std::string("2026-03-29 03:30:00"));
    QCOMPARE(parsed("02:30", "2026-03-28 22:00:00"), std::string("2026-03-30 02:30:00"));
}

void StartTimeTest::aWhileCountsFromNow() {
    QCOMPARE(parsed("+90s", "2026-12-01 12:00:00"), std::string("2026-12-01 12:01:30"));
    QCOMPARE(parsed("+30m", "2026-12-01 23:45:00"), std::string("2026-12-02 00:15:00"));
    QCOMPARE(parsed("+8h", "2026-12-01 12:00:00"), std::string("2026-12-01 20:00:00"));
    QCOMPARE(parsed("+0s", "2026-12-01 12:00:00"), std::string("2026-12-01 12:00:00"));
}

void StartTimeTest::datesAreLocalOrUtc() {
    QCOMPARE(parsed("2026-12-31T22:00", "2026-12-01 12:00:00"), std::string("2026-12-31 22:00:00"));
    QCOMPARE(parsed("2026-12-31 22:00:07", "2026-12-01 12:00:00"),
             std::string("2026-12-31 22:00:07"));
    QCOMPARE(parsed("2026-12-31T22:00:00Z", "2026-12-01 12:00:00"),
             std::string("2026-12-31 23:00:00"));
}

void StartTimeTest::whatIsWrongNamesTheForms_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    for (const char* text : {"", "noon", "24:00", "12:60", "12", "22:00:00", "+", "30m", "+1d",
                             "-5m", "2026-02-31T10:00", "2026-13-01T10:00", "2026-12-31",
                             "2026-12-31T25:00", "2026-12-31T22:00+01:00"})
        QTest::newRow(text) << text << QString("not a time to start at: %1").arg(text);
    QTest::newRow("over") << "2026-11-30T22:00"
                          << "the time to start at is over: 2026-11-30T22:00";
    QTest::newRow("far") << "+9999h"
                         << "the time to start at is more than a year away: +9999h";
    QTest::newRow("left out by the clock") << "2027-03-28T02:30"
                                           << "not a time to start at: 2027-03-28T02:30";
}

void StartTimeTest::whatIsWrongNamesTheForms() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    const auto time = parseStartTime(text.toStdString(), at("2026-12-01 12:00:00"));
    QVERIFY(!time);
    QCOMPARE(time.error().code, ErrorCode::InvalidArgument);
    QCOMPARE(QString::fromStdString(time.error().message), message);
    for (const char* form : {"22:00", "+30m", "2026-12-31T22:00"})
        QVERIFY(time.error().hint.find(form) != std::string::npos);
}

void StartTimeTest::waitingLooksAtTheClock() {
    auto now = at("2026-12-01 12:00:00");
    int pauses = 0;
    Waiting waiting;
    waiting.now = [&] { return now; };
    waiting.pause = [&](std::chrono::milliseconds time) {
        QVERIFY(time > 0ms && time <= 500ms);
        // The machine sleeps through most of it.
        now += ++pauses == 3 ? std::chrono::milliseconds(9h) : time;
    };
    QVERIFY(waitUntil(at("2026-12-01 20:00:00"), {}, waiting));
    QCOMPARE(pauses, 3);
    QVERIFY(waitUntil(at("2026-12-01 20:00:00"), {}, waiting)); // over: not a moment
    QCOMPARE(pauses, 3);
    // No longer than it takes.
    now = at("2026-12-01 12:00:00");
    const auto start = now + 1200ms;
    QVERIFY(waitUntil(start, {}, waiting));
    QCOMPARE(pauses, 6);
    QVERIFY(now == start);
}

void StartTimeTest::waitingCanBeGivenUp() {
    auto now = at("2026-12-01 12:00:00");
    CancellationToken cancel;
    Waiting waiting;
    waiting.now = [&] { return now; };
    waiting.pause = [&](std::chrono::milliseconds time) {
        now += time;
        cancel.cancel();
    };
    const auto waited = waitUntil(at("2026-12-01 20:00:00"), cancel, waiting);
    QVERIFY(!waited);
    QCOMPARE(waited.error().code, ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(StartTimeTest)
#include "tst_start_time.moc"
