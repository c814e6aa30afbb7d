// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Adding a device in the window, with mouse and keys: form, live steps, failure and back, success
// and what follows; and what is done with a device that is there.
#include "devices/device_page.h"
#include "devices/devices_place.h"
#include "devices/step_list.h"
#include "session/code_panel.h"
#include "session/link_watch.h"
#include "session/row_table.h"
#include "shell/empty_state.h"
#include "theme/theme.h"
#include "workbench/devices/device_desk.h"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>

using namespace metainfer;
using namespace metainfer::workbench;

namespace {

constexpr int kPatienceMs = 60'000;

struct Desk : test::DeviceDesk {
    explicit Desk(const char* place = "devices", const QString& language = "en") {
        open(place, language);
        if (place == QString("devices"))
            (void)QTest::qWaitFor([this] { return !this->place()->presenter().isReading(); },
                                  kPatienceMs);
    }
    DevicesPlace* place() { return static_cast<DevicesPlace*>(window->place("devices")); }
    QDialog* wizard() { return find<QDialog>("addDevice"); }
    void click(const char* name) {
        auto* button = find<QPushButton>(name);
        QVERIFY2(button && button->isVisible() && button->isEnabled(), name);
        QTest::mouseClick(button, Qt::LeftButton);
    }
    void choose(const QString& name) {
        auto* table = find<widgets::RowTable>("devices");
        QTRY_VERIFY(rowOf(name) >= 0);
        const QModelIndex index = table->model()->index(rowOf(name), 0);
        table->scrollTo(index);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
    }
    int rowOf(const QString& name) {
        auto* table = find<widgets::RowTable>("devices");
        for (int row = 0; row < table->model()->rowCount(); ++row)
            if (table->model()->index(row, 0).data().toString() == name)
                return row;
        return -1;
    }
    QString stateOf(const QString& name) {
        auto* table = find<widgets::RowTable>("devices");
        return table->model()->index(rowOf(name), 2).data().toString();
    }
    void showTab(int index) {
        auto* bar = find<QTabWidget>("devicePages")->tabBar();
        QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(index).center());
    }
    QString text(const char* label) { return find<QLabel>(label)->text(); }
};

} // namespace

class DeviceWizardTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        widgets::rememberSystemPalette();
        widgets::applyScheme(widgets::Scheme::Light);
    }
    void aBoardIsAdded();
    void whatFailsCanBeMended();
    void stoppingAddsNothing();
    void nothingConnectsByItself();
    void removingAsksAndSaysWhatWasCleared();
    void aTestShowsItsSteps();
    void aBaselineIsRecordedAndForgotten();
    void devicesAreTargets();
    void devicesAreProbed();
    void aLostConnectionIsSeen();
    void everythingIsChinese();
};

void DeviceWizardTest::aBoardIsAdded() {
    Desk desk;
    desk.click("addDeviceButton");
    QVERIFY(desk.wizard());
    QVERIFY(desk.find<QRadioButton>("kindBoard")->isChecked());
    desk.click("addNext");
    QVERIFY(!desk.find<QPushButton>("addNext")->isEnabled()); // nothing is typed yet
    QTest::keyClicks(desk.find<QLineEdit>("deviceHost"), "pi@10.0.0.7");
    QTest::keyClicks(desk.find<QLineEdit>("devicePort"), "70000");
    QVERIFY(!desk.find<QPushButton>("addNext")->isEnabled());
    QVERIFY(desk.text("devicePort_message").contains("65535"));
    desk.find<QLineEdit>("devicePort")->clear();
    QTest::keyClicks(desk.find<QLineEdit>("deviceName"), "kitchen");
    QCOMPARE(desk.find<widgets::CodePanel>("addCommand")->text(),
             QString("metainfer device add pi@10.0.0.7 --name kitchen"));
    QTest::keyClick(desk.find<QLineEdit>("deviceName"), Qt::Key_Return);
    // Its steps are there while it waits.
    auto* steps = desk.find<StepList>("addSteps");
    QTRY_VERIFY2(steps->text().contains("▶ open kitchen"), qPrintable(steps->text()));
    QVERIFY(steps->text().startsWith("✓ connecting to 10.0.0.7, port 22"));
    QVERIFY(!desk.find<QPushButton>("addBack")->isEnabled());
    desk.engine.letThrough();
    QTRY_VERIFY(desk.find<QLabel>("addResult")->isVisible());
    QVERIFY2(desk.text("addResult").contains("kitchen works"), qPrintable(desk.text("addResult")));
    QVERIFY(desk.text("addResult").contains("1.23"));
    QCOMPARE(desk.engine.lastAsked().entry.address, std::string("pi@10.0.0.7"));
    // It is in the list, chosen, and asked what it is.
    QTRY_COMPARE(desk.text("deviceTitle"), QString("kitchen"));
    QTRY_VERIFY(desk.find<widgets::RowTable>("deviceDetails")->copyText(false).contains("A72"));
    desk.click("addTarget");
    QTRY_VERIFY(!desk.wizard());
    QCOMPARE(desk.window->currentPlace(), QString("session"));
    QCOMPARE(desk.find<QComboBox>("target")->currentText(), QString("kitchen"));
}

void DeviceWizardTest::whatFailsCanBeMended() {
    Desk desk;
    desk.engine.opensWith =
        Error{ErrorCode::PermissionDenied, "pi@10.0.0.7 lets nobody in", "check the password", {}};
    desk.engine.letThrough();
    desk.place()->addDevice();
    desk.click("addNext");
    QTest::keyClicks(desk.find<QLineEdit>("deviceHost"), "pi@10.0.0.7");
    desk.click("addNext");
    auto* steps = desk.find<StepList>("addSteps");
    QTRY_VERIFY2(steps->text().contains("What to do: check the password"),
                 qPrintable(steps->text()));
    QVERIFY(steps->text().contains("lets nobody in"));
    QVERIFY(desk.text("addState").contains("not added"));
    QCOMPARE(desk.rowOf("10.0.0.7"), -1);
    desk.click("addBack");
    QCOMPARE(desk.find<QLineEdit>("deviceHost")->text(), QString("pi@10.0.0.7"));
    QTest::keyClick(desk.wizard(), Qt::Key_Escape);
    QTRY_VERIFY(!desk.wizard());
}

void DeviceWizardTest::stoppingAddsNothing() {
    Desk desk;
    desk.place()->addDevice();
    desk.click("addNext");
    QTest::keyClicks(desk.find<QLineEdit>("deviceHost"), "board");
    desk.click("addNext");
    auto* steps = desk.find<StepList>("addSteps");
    QTRY_VERIFY(steps->text().contains("▶ open board"));
    desk.click("addCancel");
    QTRY_VERIFY2(desk.text("addState").startsWith("Stopped"), qPrintable(desk.text("addState")));
    QVERIFY(steps->text().contains("■ open board"));
    desk.click("addCancel");
    QTRY_VERIFY(!desk.wizard());
    QCOMPARE(desk.rowOf("board"), -1);
}

void DeviceWizardTest::nothingConnectsByItself() {
    Desk desk("session");
    desk.engine.know(test::boardEntry("kitchen"));
    desk.window->showPlace("devices");
    desk.choose("kitchen");
    QTRY_COMPARE(desk.stateOf("kitchen"), QString("○ not connected"));
    desk.showTab(1);
    auto* stack = desk.find<QStackedWidget>("liveStack");
    QCOMPARE(stack->currentIndex(), 1);
    QCOMPARE(desk.engine.opening.load(), 0);
    // The offer in the page itself.
    auto* offer = stack->currentWidget()->findChild<QPushButton*>();
    QCOMPARE(offer->text(), QString("Connect"));
    QTest::mouseClick(offer, Qt::LeftButton);
    QTRY_COMPARE(desk.engine.opening.load(), 1);
    QTRY_COMPARE(desk.stateOf("kitchen"), QString("… connecting"));
    desk.engine.letThrough();
    QTRY_COMPARE(desk.stateOf("kitchen"), QString("● connected"));
    QTRY_COMPARE(stack->currentIndex(), 0);
    const auto device = desk.engine.made("kitchen");
    QTRY_VERIFY(device->looks.load() >= 1);
    QTRY_VERIFY(desk.text("telemetryNow").contains("memory"));
    {
        const std::lock_guard lock(device->mutex);
        device->now.isAsleep = true;
        device->queueNow.holder = LockOwner{41, "measure c7", "2026-01-01T12:00:00Z"};
        device->queueNow.waiting = {LockOwner{42, "probe (quick)", "2026-01-01T12:00:05Z"}};
    }
    QTRY_VERIFY2(desk.text("telemetryNow").contains("asleep during a timed run"),
                 qPrintable(desk.text("telemetryNow")));
    desk.showTab(2);
    QTRY_VERIFY(desk.text("lockState").contains("measure c7"));
    QVERIFY(desk.find<widgets::RowTable>("lockQueue")->copyText(false).contains("probe (quick)"));
    desk.showTab(3);
    auto* log = desk.find<widgets::RowTable>("deviceLog");
    QTRY_VERIFY(log->copyText(false).contains("connecting to 10.0.0.7, port 22"));
    desk.click("connectDevice"); // ends it
    QTRY_COMPARE(desk.stateOf("kitchen"), QString("○ not connected"));
    QTRY_VERIFY(log->copyText(false).contains("closed"));
}

void DeviceWizardTest::removingAsksAndSaysWhatWasCleared() {
    Desk desk("session");
    desk.engine.know(test::boardEntry("kitchen"));
    desk.window->showPlace("devices");
    desk.choose("kitchen");
    desk.click("removeDevice");
    auto* question = desk.find<QDialog>("removeQuestion");
    QVERIFY(question);
    QTest::keyClick(question, Qt::Key_Return); // keeps it
    QTRY_VERIFY(!desk.find<QDialog>("removeQuestion"));
    QVERIFY(desk.rowOf("kitchen") >= 0);
    desk.click("removeDevice");
    QTRY_VERIFY(desk.find<QPushButton>("removeConfirmed"));
    desk.click("removeConfirmed");
    QTRY_COMPARE(desk.rowOf("kitchen"), -1);
    QTRY_VERIFY(desk.text("deviceNotice").contains("/home/pi/.cache/metainfer"));
}

void DeviceWizardTest::aTestShowsItsSteps() {
    Desk desk("session");
    desk.engine.know(test::boardEntry("kitchen"));
    desk.engine.letThrough();
    desk.window->showPlace("devices");
    desk.choose("kitchen");
    desk.click("testDevice");
    QTRY_VERIFY2(desk.text("testResult").startsWith("✓"), qPrintable(desk.text("testResult")));
    const QString steps = desk.find<StepList>("testSteps")->text();
    QVERIFY2(steps.contains("✓ run the sample model grid-detector (1.2 s)"), qPrintable(steps));
    QVERIFY(desk.find<StepList>("testSteps")->isVisible());
}

void DeviceWizardTest::aBaselineIsRecordedAndForgotten() {
    Desk desk("session");
    desk.engine.know(test::boardEntry("kitchen"));
    desk.window->showPlace("devices");
    desk.choose("kitchen");
    desk.click("recordBaselineOf");
    QVERIFY(!desk.find<QPushButton>("recordBaseline")->isEnabled());
    QTest::keyClicks(desk.find<QLineEdit>("baselineModelEdit"), "grid-detector");
    QTest::keyClicks(desk.find<QLineEdit>("baselineMapping"), "threads=2;spin=off");
    QTest::keyClicks(desk.find<QLineEdit>("baselineWho"), "platform team");
    desk.click("recordBaseline");
    QTRY_VERIFY(desk.text("deviceNotice").contains("kitchen"));
    desk.showTab(5);
    auto* table = desk.find<widgets::RowTable>("baselines");
    QTRY_VERIFY(table->copyText(false).contains("platform team"));
    QVERIFY(table->copyText(false).contains("0.500"));
}

void DeviceWizardTest::devicesAreTargets() {
    test::DeviceDesk window;
    window.engine.know(test::boardEntry("kitchen"));
    window.open("session");
    auto& desk = window;
    auto* target = desk.find<QComboBox>("target");
    QTRY_VERIFY(target->findData("kitchen") >= 0);
    const int row = target->findData("kitchen");
    QCOMPARE(target->itemText(row), QString("kitchen (pi@10.0.0.7, measured)"));
    const auto* heading = static_cast<QStandardItemModel*>(target->model())->item(row - 1);
    QVERIFY(!(heading->flags() & Qt::ItemIsSelectable));
    QCOMPARE(heading->text(), QString("Boards over SSH"));
    QTest::keyClicks(desk.find<QLineEdit>("modelEdit"), "grid-detector");
    target->setCurrentIndex(row);
    auto* yaml = desk.find<widgets::CodePanel>("yaml");
    QTRY_VERIFY2(yaml->text().contains("device: kitchen"), qPrintable(yaml->text()));
    target->setEditText("kitchen:opencv");
    QTRY_VERIFY2(yaml->text().contains("device: kitchen:opencv") ||
                     yaml->text().contains("device: \"kitchen:opencv\""),
                 qPrintable(yaml->text()));
    QTRY_VERIFY2(desk.find<QPushButton>("adapt")->isEnabled(),
                 qPrintable(desk.find<QLabel>("migrationStatus")->text()));
    target->setEditText("attic");
    QTRY_VERIFY(!desk.find<QPushButton>("adapt")->isEnabled());
}

void DeviceWizardTest::devicesAreProbed() {
    Desk desk("session");
    desk.engine.know(test::boardEntry("kitchen"));
    DevicesPresenter::rememberRuntimes(desk.settings, "kitchen",
                                       {"onnxruntime@1.30.0", "opencv@4.6.0"});
    desk.window->showPlace("devices");
    desk.choose("kitchen");
    desk.click("probeDevice");
    QCOMPARE(desk.window->currentPlace(), QString("microbenchmarks"));
    auto* devices = desk.find<QComboBox>("probeDevice");
    QTRY_VERIFY(devices->findData("kitchen:opencv") >= 0);
    QCOMPARE(devices->currentData().toString(), QString("kitchen"));
    auto* command = desk.find<widgets::CodePanel>("probeCommand");
    QVERIFY(command->text().startsWith("metainfer probe kitchen "));
    devices->setCurrentIndex(devices->findData("kitchen:opencv"));
    QVERIFY2(command->text().contains("probe kitchen:opencv"), qPrintable(command->text()));
    // It goes: the choice stays, and says that it cannot be started.
    (void)desk.engine.removeDevice("kitchen", {}, {});
    desk.window->showPlace("session");
    desk.window->showPlace("microbenchmarks");
    QTRY_VERIFY(!desk.find<QPushButton>("startProbe")->isEnabled());
    QCOMPARE(devices->currentData().toString(), QString("kitchen:opencv"));
}

void DeviceWizardTest::aLostConnectionIsSeen() {
    Desk desk("session");
    desk.engine.know(test::boardEntry("kitchen"));
    desk.engine.say("kitchen", LinkState::Reconnecting, "the connection ended; next try in 0.2 s");
    auto* status = desk.find<QLabel>("linkStatus");
    QVERIFY(!status->isVisible());
    const engine::EventSink sink = desk.workspace.links().sink();
    std::thread([&sink] {
        sink(engine::Remark{engine::Severity::Warning, "device_link",
                            "kitchen: the connection ended; next try in 0.2 s"});
    }).join();
    QTRY_VERIFY(status->isVisible());
    QCOMPARE(status->text(), QString("! kitchen: connection lost, trying again"));
    QVERIFY(desk.workspace.links().trouble("kitchen").contains("next try"));
    QString told;
    connect(&desk.workspace, &Workspace::notice, this,
            [&told](const QString& text) { told = text; });
    desk.engine.say("kitchen", LinkState::Connected, "");
    QTRY_VERIFY(!status->isVisible());
    QCOMPARE(told, QString("kitchen: connected again"));
    QVERIFY(desk.workspace.links().troubles().isEmpty());
}

void DeviceWizardTest::everythingIsChinese() {
    Desk desk("devices", "zh_CN");
    desk.place()->addDevice();
    static const QRegularExpression latin("[A-Za-z]{4,}");
    for (const QPushButton* button : desk.wizard()->findChildren<QPushButton*>())
        if (!button->text().isEmpty())
            QVERIFY2(!button->text().contains(latin), qPrintable(button->text()));
    for (const char* name : {"testDevice", "probeDevice", "recordBaselineOf", "useAsTarget"})
        QVERIFY2(!desk.find<QPushButton>(name)->text().contains(latin), name);
}

QTEST_MAIN(DeviceWizardTest)
#include "tst_device_wizard.moc"
