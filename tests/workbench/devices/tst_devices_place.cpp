// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Devices: the list, live curves from looks of the test, the lock with its queue, the log, the test
// button.
#include "devices/devices_place.h"
#include "devices/telemetry_page.h"
#include "support/gui_watchdog.h"
#include "theme/theme.h"
#include "workbench/desk.h"

#include "plot/plot_view.h"
#include "session/row_table.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace metainfer;
using namespace metainfer::workbench;

namespace {

constexpr int kPatienceMs = 120'000; // of a busy machine

/// Looks that the test prepares, one after the other; the last one stays.
struct Looks {
    std::vector<TelemetryLook> list;
    std::size_t next = 0;
    std::mutex mutex;
    TelemetryPresenter::Reader reader() {
        return [this] {
            const std::lock_guard lock(mutex);
            TelemetryLook look = list[std::min(next, list.size() - 1)];
            ++next;
            return look;
        };
    }
};

TelemetryLook look(std::uint64_t busy, std::uint64_t total) {
    TelemetryLook one;
    one.when = QDateTime(QDate(2026, 1, 1), QTime(12, 0)).addSecs(static_cast<qint64>(total));
    one.values.all = {busy, 0, total};
    one.values.cpus = {{busy, 0, total}, {0, 0, total}};
    one.values.memoryBytes = 1000;
    one.values.availableBytes = 500;
    one.values.clocksMhz = {1000, 2000};
    one.values.throttleCount = 3;
    return one;
}

struct Window : test::WindowDesk {
    Window() {
        WindowDesk::open("en", "devices");
        QTRY_VERIFY_WITH_TIMEOUT(!place()->isLoading(), kPatienceMs);
    }
    DevicesPlace* place() { return static_cast<DevicesPlace*>(window->place("devices")); }
    template <typename T>
    T* find(const char* name) {
        return place()->findChild<T*>(name);
    }
    void showTab(int index) {
        auto* bar = find<QTabWidget>("devicePages")->tabBar();
        QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(index).center());
    }
    void choose(const QString& name) {
        auto* table = find<widgets::RowTable>("devices");
        for (int row = 0; row < table->rows().rowCount(); ++row)
            if (table->rows().index(row, 0).data().toString() == name) {
                const QModelIndex index = table->model()->index(row, 0);
                table->scrollTo(index);
                QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                                  table->visualRect(index).center());
                return;
            }
        QFAIL("there is no such device");
    }
};

} // namespace

class DevicesPlaceTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        widgets::rememberSystemPalette();
        widgets::applyScheme(widgets::Scheme::Light);
    }
    void looksBecomeCurvesAndEvents();
    void aTimedRunIsAGap();
    void nothingIsReadWhileNobodyLooks();
    void devicesOfTheStoreAreListed();
    void thisMachineLive();
    void aMachineThatCannotMeasureSaysWhy();
    void theLockIsSeen();
    void aTestSaysWhatItTook();
};

void DevicesPlaceTest::looksBecomeCurvesAndEvents() {
    Looks looks;
    looks.list = {look(0, 100), look(50, 200), look(60, 300)};
    looks.list[1].holder = measurement::LockOwner{77, "probe (quick)", "2026-01-01T12:00:00Z"};
    looks.list[2].values.throttleCount = 5;
    looks.list[2].values.availableBytes = 50;
    Jobs jobs;
    TelemetryPresenter presenter(jobs, looks.reader());
    QSignalSpy looked(&presenter, &TelemetryPresenter::looked);
    presenter.start();
    QTRY_VERIFY(presenter.looks().size() >= 3);
    QCOMPARE(*presenter.looks()[1].load, 0.5);
    QCOMPARE(presenter.looks()[1].cpuLoads, (std::vector<double>{0.5, 0}));
    QCOMPARE(*presenter.looks()[2].load, 0.1);
    QStringList said;
    for (const DeviceEvent& event : presenter.events())
        said << event.text;
    const QString all = said.join('\n');
    QVERIFY2(all.contains("Measuring: process 77: probe (quick)"), qPrintable(all));
    QVERIFY(all.contains("Measured: process 77"));
    QVERIFY(all.contains("throttled") && all.contains("Events: 2"));
    QVERIFY(all.contains("Less than 10 % of the memory"));
    const TelemetryCurves curves = telemetryCurves(presenter.looks());
    QCOMPARE(curves.load.size(), std::size_t(2)); // nothing is stolen here
    QCOMPARE(curves.load.front().y.front(), 50.0);
    QCOMPARE(curves.load.front().x.back(), 0.0);
    QCOMPARE(curves.clocks.size(), std::size_t(2));
    QVERIFY(curves.temperatures.empty()); // the machine has no sensor
    QVERIFY(telemetryCurves({}).load.empty());
}

void DevicesPlaceTest::aTimedRunIsAGap() {
    Looks looks;
    looks.list = {look(0, 100), look(50, 200), look(50, 200), look(60, 300)};
    looks.list[2].values.isAsleep = true;
    for (std::size_t i = 0; i < looks.list.size(); ++i)
        looks.list[i].when = QDateTime(QDate(2026, 1, 1), QTime(12, 0)).addSecs(10 * int(i));
    Jobs jobs;
    TelemetryPresenter presenter(jobs, looks.reader());
    TelemetryPage page(presenter);
    page.retranslate();
    page.show();
    QTRY_VERIFY(presenter.looks().size() >= 3);
    page.hide();
    QCOMPARE(presenter.quietTimes().size(), std::size_t(1));
    QCOMPARE(presenter.quietTimes().front().begin, looks.list[1].when);
    QCOMPARE(presenter.quietTimes().front().end, looks.list[2].when);
    // What was not seen is not drawn: the last point stands apart.
    const TelemetryCurves curves = telemetryCurves(presenter.looks());
    const auto& memory = curves.memory.front();
    QVERIFY(std::ranges::any_of(memory.y, [](double y) { return std::isnan(y); }));
    QCOMPARE(memory.x.back(), 0.0);
    QCOMPARE(memory.x.front(), -30.0);
}

void DevicesPlaceTest::nothingIsReadWhileNobodyLooks() {
    Looks looks;
    looks.list = {look(0, 100)};
    Jobs jobs;
    TelemetryPresenter presenter(jobs, looks.reader());
    presenter.start();
    presenter.start(); // two pages
    presenter.stop();
    QVERIFY(presenter.isRunning());
    presenter.stop();
    QVERIFY(!presenter.isRunning());
    presenter.stop();
    presenter.start();
    QVERIFY(presenter.isRunning());
}

void DevicesPlaceTest::devicesOfTheStoreAreListed() {
    engine::ProfileEntry entry;
    entry.name = entry.profile.name = "board";
    engine::KnownDevice local, board, kitchen;
    local.name = "local";
    board.name = "board";
    board.kind = measurement::DeviceKind::Simulated;
    kitchen.name = "kitchen";
    kitchen.kind = measurement::DeviceKind::Ssh;
    kitchen.entry = measurement::DeviceEntry();
    engine::DeviceCatalogue catalogue;
    catalogue.devices = {local, kitchen, board};
    experience::Record a, b;
    a.hardwareName = "board";
    a.timeMs = 5;
    b.hardwareName = "elsewhere";
    b.timeMs = 7;
    const auto devices = listedDevices(catalogue, {entry}, {a, b, b});
    QCOMPARE(devices.size(), std::size_t(4));
    QVERIFY(devices[0].kind == ListedDevice::Kind::Local && !devices[0].isAdded());
    QVERIFY(devices[1].kind == ListedDevice::Kind::Ssh && devices[1].isAdded());
    QVERIFY(devices[2].kind == ListedDevice::Kind::Simulated && !devices[2].measures());
    QCOMPARE(devices[2].records, std::size_t(1));
    QVERIFY(devices[3].kind == ListedDevice::Kind::Remembered && !devices[3].runs());
    QCOMPARE(devices[3].name, std::string("elsewhere"));
    QCOMPARE(devices[3].records, std::size_t(2));
    QCOMPARE(devices[3].lastMs, 7);
}

void DevicesPlaceTest::thisMachineLive() {
    Window w;
    auto* details = w.find<widgets::RowTable>("deviceDetails");
    QTRY_VERIFY(details->copyText(false).contains("Runtimes"));
    const QAbstractItemModelTester tester(details->model());
    w.showTab(1);
    QVERIFY(w.place()->telemetry().isRunning());
    QTRY_VERIFY(w.place()->telemetry().looks().size() >= 2);
    QTRY_VERIFY(!w.find<widgets::PlotView>("telemetryMemory")->series().empty());
    QVERIFY(!w.find<QLabel>("telemetryNow")->text().isEmpty());
    auto& watched = *static_cast<metainfer::testing::WatchedApplication*>(qApp);
    watched.watch();
    const std::size_t before = w.place()->telemetry().looks().size();
    QTRY_VERIFY(w.place()->telemetry().looks().size() >= before + 3);
    QVERIFY2(watched.worstMilliseconds() < 100, qPrintable(watched.report()));
    // A simulated device has nothing live.
    w.choose("accelerator-x-edge");
    auto* tabs = w.find<QTabWidget>("devicePages");
    QCOMPARE(tabs->currentIndex(), 0);
    QVERIFY(!tabs->isTabEnabled(1) && !tabs->isTabEnabled(2));
    QVERIFY(!w.place()->telemetry().isRunning());
    w.choose("This machine");
    QCOMPARE(tabs->currentIndex(), 1); // as it was left
    w.window->showPlace("session");
    QVERIFY(!w.place()->telemetry().isRunning());
}

/// What stops measuring is said where one looks for it, with what to do.
void DevicesPlaceTest::aMachineThatCannotMeasureSaysWhy() {
    const QByteArray before = qgetenv("METAINFER_AGENT");
    const auto restore = qScopeGuard([&before] {
        if (before.isEmpty())
            qunsetenv("METAINFER_AGENT");
        else
            qputenv("METAINFER_AGENT", before);
    });
    qputenv("METAINFER_AGENT", "/nowhere/agent");
    Window w;
    auto* devices = w.find<widgets::RowTable>("devices");
    QVERIFY2(devices->copyText(false).startsWith("This machine\tCPU\t✕ cannot measure"),
             qPrintable(devices->copyText(false).section('\n', 0, 0)));
    const QString details = w.find<widgets::RowTable>("deviceDetails")->copyText(false);
    QVERIFY2(details.contains("Reason\tMETAINFER_AGENT names /nowhere/agent"), qPrintable(details));
    QVERIFY(details.contains("What to do\t"));
    QVERIFY(w.find<QLabel>("systemSummary")->text().startsWith("✕"));
}

void DevicesPlaceTest::theLockIsSeen() {
    Window w;
    const QByteArray file = w.folder.filePath("measure.lock").toUtf8();
    qputenv("METAINFER_LOCK_FILE", file);
    w.showTab(2);
    auto* state = w.find<QLabel>("lockState");
    QTRY_VERIFY2(state->text().contains("Free"), qPrintable(state->text()));
    {
        const auto held = measurement::MachineLock::acquire(file.toStdString(), "measure c7", {});
        QVERIFY(held);
        QTRY_VERIFY(state->text().contains("measure c7"));
    }
    QTRY_VERIFY(state->text().contains("Free"));
    w.showTab(3);
    QVERIFY(w.find<widgets::RowTable>("deviceLog")->copyText(false).contains("measure c7"));
    qunsetenv("METAINFER_LOCK_FILE");
}

void DevicesPlaceTest::aTestSaysWhatItTook() {
    Window w;
    w.choose("accelerator-x-edge");
    auto* test = w.find<QPushButton>("testDevice");
    auto* result = w.find<QLabel>("testResult");
    QVERIFY(test->isEnabled() && !result->isVisible());
    QTest::mouseClick(test, Qt::LeftButton);
    QVERIFY(!test->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(result->isVisible(), kPatienceMs);
    QTRY_VERIFY2_WITH_TIMEOUT(result->text().contains("simulated"), qPrintable(result->text()),
                              kPatienceMs);
    QVERIFY(test->isEnabled());
}

int main(int argc, char** argv) {
    metainfer::testing::WatchedApplication app(argc, argv);
    QTEST_SET_MAIN_SOURCE_PATH
    DevicesPlaceTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_devices_place.moc"
