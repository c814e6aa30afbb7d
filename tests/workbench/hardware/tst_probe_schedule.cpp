// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// When microbenchmarks are due, by a clock of the test; and what the form chooses.
#include "hardware/probe_comparison.h"
#include "hardware/probe_form.h"
#include "hardware/probe_schedule.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimeEdit>
#include <QToolButton>
#include <QTreeWidget>

using namespace metainfer;
using namespace metainfer::workbench;
using Every = ProbeSchedule::Every;

namespace {

struct Clock {
    QTemporaryDir folder;
    QSettings settings{folder.filePath("settings.ini"), QSettings::IniFormat};
    QDateTime now{QDate(2026, 3, 4), QTime(12, 0)};
    ProbeSchedule::Clock clock() {
        return [this] { return now; };
    }
};

hardware::ProbeRow row(const char* family, const char* shape, double us, double gflops) {
    hardware::ProbeRow one;
    one.op = "MatMul";
    one.family = family;
    one.shapes = *hardware::ProbeShapes::fromText(shape);
    one.dtype = "fp32";
    one.layout = "row";
    one.p50Us = us;
    one.gflops = gflops;
    return one;
}

} // namespace

class ProbeScheduleTest : public QObject {
    Q_OBJECT

  private slots:
    void hoursCountFromNow();
    void daysHaveATime();
    void aRunMissedWhileClosedIsSaid();
    void aRunToComeKeepsItsTime();
    void onceIsOnce();
    void onceAfterAWhile();
    void theFormPlansOnceAndCancels();
    void aDamagedPlanIsPlannedAgain();
    void theFormNamesShapesAndCommands();
    void searchFindsShapes();
    void againstDatasheetAndEarlierRun();
};

void ProbeScheduleTest::hoursCountFromNow() {
    Clock c;
    ProbeSchedule schedule(c.settings, c.clock());
    QSignalSpy due(&schedule, &ProbeSchedule::due);
    QVERIFY(!schedule.next().isValid());
    schedule.tick();
    QCOMPARE(due.count(), 0);
    schedule.set(Every::Hour, QTime(3, 0));
    QCOMPARE(schedule.next(), c.now.addSecs(3600));
    c.now = c.now.addSecs(3599);
    schedule.tick();
    QCOMPARE(due.count(), 0);
    c.now = c.now.addSecs(1);
    schedule.tick();
    QCOMPARE(due.count(), 1);
    QCOMPARE(schedule.next(), c.now.addSecs(3600));
    schedule.set(Every::SixHours, QTime(3, 0));
    QCOMPARE(schedule.next(), c.now.addSecs(6 * 3600));
    schedule.set(Every::Never, QTime(3, 0));
    c.now = c.now.addDays(9);
    schedule.tick();
    QCOMPARE(due.count(), 1);
}

void ProbeScheduleTest::daysHaveATime() {
    Clock c;
    ProbeSchedule schedule(c.settings, c.clock());
    schedule.set(Every::Day, QTime(3, 0));
    QCOMPARE(schedule.next(), QDateTime(QDate(2026, 3, 5), QTime(3, 0)));
    schedule.set(Every::Day, QTime(18, 30));
    QCOMPARE(schedule.next(), QDateTime(QDate(2026, 3, 4), QTime(18, 30)));
    schedule.set(Every::Week, QTime(3, 0));
    QCOMPARE(schedule.dayOfWeek(), 3); // a Wednesday
    QCOMPARE(schedule.next(), QDateTime(QDate(2026, 3, 11), QTime(3, 0)));
    schedule.set(Every::Week, QTime(18, 0));
    QCOMPARE(schedule.next(), QDateTime(QDate(2026, 3, 4), QTime(18, 0)));
    // A window that is opened on another day does not put the week off.
    c.now = QDateTime(QDate(2026, 3, 9), QTime(8, 0));
    ProbeSchedule again(c.settings, c.clock());
    QCOMPARE(again.next(), QDateTime(QDate(2026, 3, 11), QTime(18, 0)));
}

void ProbeScheduleTest::aRunMissedWhileClosedIsSaid() {
    Clock c;
    {
        ProbeSchedule schedule(c.settings, c.clock());
        schedule.set(Every::Day, QTime(3, 0));
        QVERIFY(!schedule.missed().isValid());
    }
    c.now = c.now.addDays(3);
    {
        ProbeSchedule schedule(c.settings, c.clock());
        QSignalSpy due(&schedule, &ProbeSchedule::due);
        QCOMPARE(schedule.every(), Every::Day);
        QCOMPARE(schedule.at(), QTime(3, 0));
        // The first of three; nothing starts by itself.
        QCOMPARE(schedule.missed(), QDateTime(QDate(2026, 3, 5), QTime(3, 0)));
        schedule.tick();
        QCOMPARE(due.count(), 0);
        QCOMPARE(schedule.next(), QDateTime(QDate(2026, 3, 8), QTime(3, 0)));
    }
    {
        // Nobody answered: it is asked again, of the same run.
        ProbeSchedule schedule(c.settings, c.clock());
        QSignalSpy changed(&schedule, &ProbeSchedule::changed);
        QCOMPARE(schedule.missed(), QDateTime(QDate(2026, 3, 5), QTime(3, 0)));
        schedule.forgetMissed();
        QVERIFY(!schedule.missed().isValid());
        QCOMPARE(changed.count(), 1);
        schedule.forgetMissed();
        QCOMPARE(changed.count(), 1);
    }
    ProbeSchedule schedule(c.settings, c.clock());
    QVERIFY(!schedule.missed().isValid());
    // One that was due and could not start.
    c.now = c.now.addDays(1);
    schedule.miss();
    QCOMPARE(schedule.missed(), c.now);
    c.now = c.now.addDays(1);
    schedule.miss();
    QCOMPARE(schedule.missed(), c.now.addDays(-1));
    schedule.set(Every::Never, QTime(3, 0));
    QVERIFY(!schedule.missed().isValid());
    QVERIFY(!ProbeSchedule(c.settings, c.clock()).missed().isValid());
}

/// Opening the window every half an hour would put an hourly run off for ever.
void ProbeScheduleTest::aRunToComeKeepsItsTime() {
    Clock c;
    const QDateTime planned = c.now.addSecs(3600);
    ProbeSchedule(c.settings, c.clock()).set(Every::Hour, QTime(3, 0));
    c.now = c.now.addSecs(1800);
    ProbeSchedule schedule(c.settings, c.clock());
    QCOMPARE(schedule.next(), planned);
    QVERIFY(!schedule.missed().isValid());
    // The clock is set back by a week: not a week without a run.
    c.now = c.now.addDays(-7);
    QCOMPARE(ProbeSchedule(c.settings, c.clock()).next(), c.now.addSecs(3600));
}

void ProbeScheduleTest::onceIsOnce() {
    Clock c;
    {
        ProbeSchedule schedule(c.settings, c.clock());
        QSignalSpy due(&schedule, &ProbeSchedule::due);
        schedule.set(Every::Once, QTime(22, 0));
        QVERIFY(schedule.isOnce());
        const QDateTime planned(QDate(2026, 3, 4), QTime(22, 0));
        QCOMPARE(schedule.next(), planned);
        c.now = planned.addSecs(-1);
        schedule.tick();
        QCOMPARE(due.count(), 0);
        QCOMPARE(ProbeSchedule(c.settings, c.clock()).next(), planned); // it outlives the window
        c.now = planned;
        schedule.tick();
        QCOMPARE(due.count(), 1);
        QCOMPARE(schedule.every(), Every::Never);
        QVERIFY(!schedule.next().isValid());
        c.now = c.now.addDays(1);
        schedule.tick();
        QCOMPARE(due.count(), 1);
        QVERIFY(!ProbeSchedule(c.settings, c.clock()).missed().isValid());
        // What is over today is tomorrow.
        schedule.set(Every::Once, QTime(21, 0));
        QCOMPARE(schedule.next(), QDateTime(QDate(2026, 3, 6), QTime(21, 0)));
    }
    // Its time passes while the window is closed: said once, and planned no more.
    c.now = QDateTime(QDate(2026, 3, 7), QTime(8, 0));
    ProbeSchedule schedule(c.settings, c.clock());
    QCOMPARE(schedule.missed(), QDateTime(QDate(2026, 3, 6), QTime(21, 0)));
    QCOMPARE(schedule.every(), Every::Never);
    QVERIFY(!schedule.next().isValid());
}

void ProbeScheduleTest::onceAfterAWhile() {
    Clock c;
    ProbeSchedule schedule(c.settings, c.clock());
    QSignalSpy due(&schedule, &ProbeSchedule::due);
    schedule.set(Every::After, QTime(3, 0), 90);
    QCOMPARE(schedule.next(), c.now.addSecs(90 * 60));
    schedule.set(Every::After, QTime(3, 0), 10);
    QCOMPARE(schedule.next(), c.now.addSecs(10 * 60));
    // The clock is set back: it does not become longer.
    c.now = c.now.addDays(-1);
    QCOMPARE(ProbeSchedule(c.settings, c.clock()).next(), c.now.addSecs(10 * 60));
    schedule.set(Every::Never, QTime(3, 0));
    c.now = c.now.addDays(3);
    schedule.tick();
    QCOMPARE(due.count(), 0);
}

void ProbeScheduleTest::theFormPlansOnceAndCancels() {
    Clock c;
    ProbeForm form(c.settings);
    form.retranslate();
    form.show();
    auto* every = form.findChild<QComboBox*>("probeEvery");
    auto* at = form.findChild<QTimeEdit*>("probeAt");
    auto* after = form.findChild<QSpinBox*>("probeAfter");
    auto* next = form.findChild<QLabel*>("probeNext");
    auto* unplan = form.findChild<QToolButton*>("probeUnplan");
    QVERIFY(!at->isVisible() && !after->isVisible() && !next->isVisible() && !unplan->isVisible());
    every->setFocus();
    QTest::keyClick(every, Qt::Key_Down);
    QCOMPARE(form.schedule().every(), Every::Once);
    QVERIFY(at->isVisible() && !after->isVisible() && next->isVisible());
    at->setFocus();
    at->setSelectedSection(QDateTimeEdit::HourSection);
    QTest::keyClicks(at, "22");
    QTest::keyClick(at, Qt::Key_Tab);
    QVERIFY2(form.command().endsWith(" --at 22:00"), qPrintable(form.command()));
    QVERIFY2(next->text().startsWith("Starts "), qPrintable(next->text()));
    every->setFocus();
    QTest::keyClick(every, Qt::Key_Down);
    QCOMPARE(form.schedule().every(), Every::After);
    QVERIFY(!at->isVisible() && after->isVisible());
    after->setFocus();
    after->selectAll();
    QTest::keyClicks(after, "45");
    QTest::keyClick(after, Qt::Key_Tab);
    QVERIFY2(form.command().endsWith(" --at +45m"), qPrintable(form.command()));
    QTest::mouseClick(unplan, Qt::LeftButton);
    QCOMPARE(form.schedule().every(), Every::Never);
    QCOMPARE(every->currentText(), QString("only when started"));
    QVERIFY(!next->isVisible() && !unplan->isVisible() && !after->isVisible());
    QVERIFY(!form.command().contains("--at"));
}

void ProbeScheduleTest::aDamagedPlanIsPlannedAgain() {
    Clock c;
    c.settings.setValue("microbenchmarks/every", 77);
    QCOMPARE(ProbeSchedule(c.settings, c.clock()).every(), Every::Never);
    c.settings.setValue("microbenchmarks/every", static_cast<int>(Every::Week));
    c.settings.setValue("microbenchmarks/at", "noon");
    c.settings.setValue("microbenchmarks/day", -3);
    c.settings.setValue("microbenchmarks/next", "soon");
    c.settings.setValue("microbenchmarks/suite", 99);
    c.settings.setValue("microbenchmarks/limit", -5);
    ProbeSchedule schedule(c.settings, c.clock());
    QCOMPARE(schedule.every(), Every::Week);
    QCOMPARE(schedule.at(), QTime(3, 0));
    QCOMPARE(schedule.dayOfWeek(), 1);
    QCOMPARE(schedule.next(), QDateTime(QDate(2026, 3, 9), QTime(3, 0)));
    QVERIFY(!schedule.missed().isValid());
    ProbeForm form(c.settings);
    form.retranslate();
    QCOMPARE(form.choice().suite, measurement::ProbeSuite::Full);
    QCOMPARE(form.choice().timeLimitSeconds, 0.0);
    // Who never planned anything gets nothing written.
    Clock fresh;
    { ProbeSchedule none(fresh.settings, fresh.clock()); }
    QVERIFY(fresh.settings.allKeys().isEmpty());
}

void ProbeScheduleTest::theFormNamesShapesAndCommands() {
    Clock c;
    ProbeForm form(c.settings);
    form.retranslate();
    form.show();
    auto* suite = form.findChild<QComboBox*>("probeSuite");
    suite->setFocus();
    QTest::keyClick(suite, Qt::Key_Home);
    QCOMPARE(form.choice().suite, measurement::ProbeSuite::Reduced);
    QCOMPARE(form.command(), QString("metainfer probe local --suite reduced"));
    // What the command line can do as well is named there.
    auto* machine = form.findChild<QCheckBox*>("probeMachine");
    auto* limit = form.findChild<QSpinBox*>();
    machine->click();
    limit->setFocus();
    QTest::keyClick(limit, Qt::Key_Up);
    QCOMPARE(form.choice().timeLimitSeconds, 60.0);
    QCOMPARE(form.command(), QString("metainfer probe local --suite reduced --operators-only "
                                     "--time-limit 1m"));
    machine->click();
    QTest::keyClick(limit, Qt::Key_Down);
    QTest::keyClick(suite, Qt::Key_End);
    auto* tree = form.findChild<QTreeWidget*>("probeFamilies");
    QTreeWidgetItem* matmul = tree->findItems("matmul", Qt::MatchExactly).value(0);
    QVERIFY(matmul && matmul->childCount() > 3);
    // A family as a whole.
    tree->setCurrentItem(matmul);
    QTest::keyClick(tree, Qt::Key_Space);
    QCOMPARE(form.choice().families, QStringList("matmul"));
    QVERIFY(form.choice().shapes.isEmpty());
    // One of its shapes less.
    QTest::keyClick(tree, Qt::Key_Right);
    QTest::keyClick(tree, Qt::Key_Down);
    QCOMPARE(tree->currentItem()->parent(), matmul);
    QTest::keyClick(tree, Qt::Key_Space);
    const ProbeChoice choice = form.choice();
    QCOMPARE(choice.families, QStringList("matmul"));
    QCOMPARE(choice.shapes.size(), matmul->childCount() - 1);
    QVERIFY(choice.shapes.front().startsWith("MatMul ") ||
            choice.shapes.front().startsWith("Gemm "));
    QVERIFY(form.command().contains("--ops matmul --shape '"));
    // Another suite keeps what it has of them; so does the next start.
    QTest::keyClick(suite, Qt::Key_Up);
    QVERIFY(!form.choice().shapes.isEmpty());
    QVERIFY(form.choice().shapes.size() < choice.shapes.size());
    ProbeForm again(c.settings);
    QCOMPARE(again.choice().shapes, form.choice().shapes);
    // A schedule shows the line for cron.
    auto* every = form.findChild<QComboBox*>("probeEvery");
    auto* at = form.findChild<QTimeEdit*>("probeAt");
    QVERIFY(!at->isVisible());
    every->setFocus();
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(every, Qt::Key_Down);
    QCOMPARE(form.schedule().every(), Every::Day);
    QVERIFY(at->isVisible());
    QVERIFY(form.command().startsWith("0 3 * * * metainfer probe local"));
    QVERIFY(form.schedule().next().isValid());
}

void ProbeScheduleTest::searchFindsShapes() {
    Clock c;
    ProbeForm form(c.settings);
    form.retranslate();
    form.show();
    auto* tree = form.findChild<QTreeWidget*>("probeFamilies");
    auto* search = form.findChild<QLineEdit*>();
    search->setFocus();
    QTest::keyClicks(search, "1x64x56x56");
    const auto hidden = [&](const char* family) {
        return tree->findItems(family, Qt::MatchExactly).value(0)->isHidden();
    };
    QVERIFY(!hidden("conv2d"));
    QVERIFY(hidden("matmul"));
    QTreeWidgetItem* conv = tree->findItems("conv2d", Qt::MatchExactly).value(0);
    QVERIFY(conv->isExpanded());
    int shown = 0;
    for (int i = 0; i < conv->childCount(); ++i)
        shown += conv->child(i)->isHidden() ? 0 : 1;
    QVERIFY(shown > 0 && shown < conv->childCount());
    search->clear();
    QVERIFY(!hidden("matmul"));
}

void ProbeScheduleTest::againstDatasheetAndEarlierRun() {
    const std::vector<hardware::ProbeRow> now{row("matmul", "8x8,8x8->8x8{}", 20, 40),
                                              row("matmul", "9x9,9x9->9x9{}", 10, 30)},
        then{row("matmul", "8x8,8x8->8x8{}", 10, 80), row("matmul", "9x9,9x9->9x9{}", 5, 60)};
    const widgets::HeatMatrix change = widgets::changeMatrix(now, then);
    QCOMPARE(change.rows, QStringList("matmul"));
    QCOMPARE(change.at(0, 0).heat, std::optional(1.0)); // twice the time
    QVERIFY(change.at(0, 0).text.contains("2"));
    QCOMPARE(widgets::changeMatrix(now, now).at(0, 0).heat, std::optional(0.5));
    QVERIFY(!widgets::changeMatrix(now, {}).at(0, 0).heat);
    hardware::Profile sheet;
    sheet.compute.cores = 1;
    sheet.compute.peakGflops[ElementType::Float] = 80;
    sheet.compute.sustainedGflops[ElementType::Float] = 40; // measured: not the datasheet's word
    const widgets::HeatMatrix share = widgets::datasheetMatrix(now, sheet);
    QCOMPARE(share.at(0, 0).heat, std::optional(0.5));
    sheet.compute.peakGflops.clear();
    sheet.compute.cores.reset();
    QVERIFY(!widgets::datasheetMatrix(now, sheet).at(0, 0).heat);
    QVERIFY(widgets::datasheetMatrix({}, sheet).rows.isEmpty());
}

QTEST_MAIN(ProbeScheduleTest)
#include "tst_probe_schedule.moc"
