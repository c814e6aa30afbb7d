// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Microbenchmarks place in its window: choose, start, watch, stop, look, write into the
// profile.
#include "hardware/microbenchmarks_place.h"
#include "hardware/probe_form.h"
#include "theme/theme.h"
#include "workbench/desk.h"

#include "hardware/heat_map.h"
#include "session/data_table.h"

#include "hardware/profile_store.h"
#include "hardware/profile_yaml.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <QTimer>
#include <QTreeWidget>

using namespace metainfer;
using namespace metainfer::workbench;

namespace {

constexpr int kPatienceMs = 120'000; // of a busy machine

struct Bench : test::WindowDesk {
    Bench() {
        WindowDesk::open("en", "microbenchmarks");
        QTRY_VERIFY(!place()->isLoading());
    }
    MicrobenchmarksPlace* place() {
        return static_cast<MicrobenchmarksPlace*>(window->place("microbenchmarks"));
    }
    template <typename T>
    T* find(const char* name) {
        return place()->findChild<T*>(name);
    }
    void click(const char* name) {
        auto* button = find<QAbstractButton>(name);
        QVERIFY2(button && button->isEnabled(), name);
        QTest::mouseClick(button, Qt::LeftButton, {}, QPoint(10, button->height() / 2));
    }
    /// For a person to look at, where METAINFER_PICTURES names a folder.
    void picture(const QString& name) {
        if (const QString to = qEnvironmentVariable("METAINFER_PICTURES"); !to.isEmpty())
            window->grab().save(to + "/" + name + ".png");
    }
    void checkFamily(const QString& name) {
        auto* tree = find<QTreeWidget>("probeFamilies");
        QTreeWidgetItem* item = tree->findItems(name, Qt::MatchExactly).value(0);
        QVERIFY(item);
        tree->setCurrentItem(item);
        QTest::keyClick(tree, Qt::Key_Space);
        QCOMPARE(item->checkState(0), Qt::Checked);
    }
    QAction* action(const char* name) {
        for (QAction* one : place()->placeActions())
            if (one->objectName() == name)
                return one;
        return nullptr;
    }
};

} // namespace

class MicrobenchmarksPlaceTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        widgets::rememberSystemPalette();
        widgets::applyScheme(widgets::Scheme::Light);
    }
    void whatCannotStartSaysWhy();
    void aMissedRunIsOffered();
    void aReducedRunFromStartToProfile();
};

void MicrobenchmarksPlaceTest::whatCannotStartSaysWhy() {
    Bench bench;
    auto* start = bench.find<QPushButton>("startProbe");
    QVERIFY(start->isEnabled());
    bench.click("probeMachine");
    bench.click("probeOperators");
    QVERIFY(!start->isEnabled());
    bench.click("probeOperators");
    QVERIFY(start->isEnabled());
    for (const char* type : {"probeType_fp32", "probeType_int8", "probeType_fp16"})
        bench.click(type);
    QVERIFY(!start->isEnabled());
    bench.click("probeType_fp32");
    QVERIFY(start->isEnabled());
}

void MicrobenchmarksPlaceTest::aMissedRunIsOffered() {
    Bench bench;
    QVERIFY(!bench.find<QWidget>("missedRun")->isVisible());
    auto* every = bench.find<QComboBox>("probeEvery");
    every->setFocus();
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(every, Qt::Key_Down); // every day
    const QDateTime passed = QDateTime::currentDateTimeUtc().addDays(-2);
    const auto closeAndOpen = [&] {
        bench.window.reset();
        bench.settings->setValue("microbenchmarks/next", passed.toString(Qt::ISODate));
        bench.WindowDesk::open("en", "session"); // another place: it is said all the same
    };
    closeAndOpen();
    auto* bar = bench.window->findChild<QStatusBar*>();
    QTRY_VERIFY2(bar->currentMessage().contains("did not take place"),
                 qPrintable(bar->currentMessage()));
    bench.window->showPlace("microbenchmarks");
    QVERIFY(bench.find<QWidget>("missedRun")->isVisible());
    bench.click("giveUp");
    QVERIFY(!bench.find<QWidget>("missedRun")->isVisible());
    QVERIFY(!bench.place()->form().schedule().missed().isValid());
    closeAndOpen();
    bench.window->showPlace("microbenchmarks");
    bench.picture("microbenchmarks-missed");
    // What cannot start cannot be made up for.
    bench.click("probeMachine");
    bench.click("probeOperators");
    QVERIFY(!bench.find<QPushButton>("makeUp")->isEnabled());
    // A run that is due then is not lost either.
    bench.click("giveUp");
    emit bench.place()->form().schedule().due();
    QVERIFY(bench.place()->form().schedule().missed().isValid());
    QVERIFY(bench.find<QWidget>("missedRun")->isVisible());
    bench.click("probeMachine");
    bench.click("makeUp");
    QVERIFY(bench.place()->presenter().isRunning());
    QVERIFY(!bench.find<QWidget>("missedRun")->isVisible());
    QVERIFY(!bench.place()->form().schedule().missed().isValid());
    bench.click("stopProbe");
    QTRY_VERIFY_WITH_TIMEOUT(!bench.place()->presenter().isRunning(), kPatienceMs);
}

void MicrobenchmarksPlaceTest::aReducedRunFromStartToProfile() {
    Bench bench;
    bench.find<QComboBox>("probeSuite")->setFocus();
    QTest::keyClick(bench.find<QComboBox>("probeSuite"), Qt::Key_Home);
    bench.checkFamily("matmul");
    bench.click("startProbe");
    auto& presenter = bench.place()->presenter();
    QVERIFY(presenter.isRunning());
    QCOMPARE(presenter.choice().suite, measurement::ProbeSuite::Reduced);
    QVERIFY(!bench.find<QPushButton>("startProbe")->isEnabled());
    QVERIFY(bench.find<QPushButton>("stopProbe")->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!presenter.isRunning(), kPatienceMs);
    QTRY_VERIFY(!presenter.isLoading());
    QVERIFY2(presenter.result(), "the run gave no result");
    auto* rows = bench.find<widgets::DataTable>("probeRows");
    QCOMPARE(rows->content().rowCount(), static_cast<int>(presenter.rows().size()));
    QVERIFY(rows->content().rowCount() > 0);
    QVERIFY(bench.find<widgets::DataTable>("machineTable")->content().rowCount() >= 3);
    QVERIFY(!presenter.result()->bandwidth.empty());
    QVERIFY(bench.find<widgets::HeatMap>("probeMatrix")->matrix().rows.contains("matmul"));
    QCOMPARE(bench.find<QComboBox>("probeRuns")->count(), 2);
    // It is compared with itself: nothing has changed.
    auto* earlier = bench.find<QComboBox>("earlierRun");
    earlier->setFocus();
    QTest::keyClick(earlier, Qt::Key_Down);
    QTRY_VERIFY(presenter.earlier());
    QTRY_VERIFY(rows->text().contains("≈ 1×"));

    auto* tabs = bench.find<QTabWidget>("probePages");
    for (int page = 0; page < tabs->count(); ++page) {
        QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, {},
                          tabs->tabBar()->tabRect(page).center());
        QCOMPARE(tabs->currentIndex(), page);
        bench.picture(QString("microbenchmarks-%1").arg(page));
    }

    QAction* store = bench.action("storeProbe");
    QVERIFY(store && store->isEnabled());
    QTimer::singleShot(0, qApp, [] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        QVERIFY(dialog->findChild<widgets::DataTable*>()->text().contains("ops.matrix.matmul"));
        auto* reason = dialog->findChild<QLineEdit*>("saveReason");
        QVERIFY(!reason->text().isEmpty());
        QTest::keyClick(reason, Qt::Key_Return);
    });
    store->trigger();
    QTRY_VERIFY(!store->isEnabled());
    const auto stored = hardware::loadProfile(presenter.storeTarget());
    QVERIFY(stored.has_value());
    QVERIFY(stored->profile.revision.reason.find("microbenchmarks") != std::string::npos);
}

QTEST_MAIN(MicrobenchmarksPlaceTest)
#include "tst_microbenchmarks_place.moc"
