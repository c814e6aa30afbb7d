// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A board behind a real SSH server, from the window: host key and password are asked for in
// dialogs, the agent is installed, a sample is run, sensors are read, and nothing is left there.
#include "devices/devices_place.h"
#include "devices/step_list.h"
#include "devices/telemetry_presenter.h"
#include "session/dialog_prompts.h"
#include "session/row_table.h"
#include "ssh/ssh_lab.h"
#include "theme/theme.h"
#include "workbench/desk.h"

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>

using namespace metainfer;
using namespace metainfer::workbench;

namespace {

constexpr int kPatienceMs = 180'000; // of a busy machine that copies a runtime

struct Desk {
    QTemporaryDir folder;
    QSettings settings{folder.filePath("settings.ini"), QSettings::IniFormat};
    std::shared_ptr<DialogPrompts> prompts = std::make_shared<DialogPrompts>();
    std::unique_ptr<engine::Commands> engine;
    Jobs jobs;
    std::unique_ptr<Workspace> workspace;
    Languages languages;
    std::unique_ptr<MainWindow> window;

    Desk() {
        qputenv("XDG_DATA_HOME", folder.path().toUtf8());
        auto options = test::engineOptions(folder);
        options.prompts = prompts;
        engine = engine::createEngine(std::move(options));
        workspace = std::make_unique<Workspace>(*engine, jobs, settings);
        languages.apply("en");
        window = std::make_unique<MainWindow>(*workspace, languages);
        prompts->setWindow(window.get());
        window->resize(1280, 800);
        window->show();
        window->showPlace("devices");
    }
    ~Desk() {
        prompts->close();
        jobs.cancelAll();
    }
    template <typename T>
    T* find(const char* name) {
        return window->findChild<T*>(name);
    }
    void click(const char* name) {
        auto* button = find<QPushButton>(name);
        QVERIFY2(button && button->isEnabled(), name);
        QTest::mouseClick(button, Qt::LeftButton);
    }
    QString text(const char* label) { return find<QLabel>(label)->text(); }
};

} // namespace

class DeviceSshTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::SshLab::whyNot(); !why.empty())
            QSKIP(why.c_str());
        widgets::rememberSystemPalette();
        widgets::applyScheme(widgets::Scheme::Light);
    }
    void aBoardFromFirstToLast();
};

void DeviceSshTest::aBoardFromFirstToLast() {
    test::SshLab lab;
    const test::SshLab::Device& board = lab.add({});
    Desk desk;
    desk.click("addDeviceButton");
    desk.click("addNext");
    QTest::keyClicks(desk.find<QLineEdit>("deviceHost"),
                     QString::fromStdString(board.user + "@" + board.address));
    QTest::keyClicks(desk.find<QLineEdit>("deviceName"), "kitchen");
    desk.click("addNext");
    QTRY_VERIFY_WITH_TIMEOUT(desk.find<QDialog>("confirmDialog"), kPatienceMs);
    QVERIFY(desk.find<QLineEdit>("fingerprint")
                ->text()
                .endsWith(QString::fromStdString(board.hostKeyPrint)));
    desk.click("confirmYes");
    QTRY_VERIFY_WITH_TIMEOUT(desk.find<QDialog>("secretDialog"), kPatienceMs);
    QTest::keyClicks(desk.find<QLineEdit>("secret"), test::SshLab::kPassword);
    QTest::keyClick(desk.find<QLineEdit>("secret"), Qt::Key_Return);
    auto* steps = desk.find<StepList>("addSteps");
    QTRY_VERIFY2_WITH_TIMEOUT(desk.find<QPushButton>("addNext")->isEnabled(),
                              qPrintable(steps->text()), kPatienceMs);
    QVERIFY2(desk.find<QLabel>("addResult")->isVisible(), qPrintable(steps->text()));
    desk.click("addNext");

    auto* details = desk.find<widgets::RowTable>("deviceDetails");
    QTRY_VERIFY_WITH_TIMEOUT(details->copyText(false).contains("onnxruntime@"), kPatienceMs);
    QCOMPARE(desk.text("deviceState"), QString("● connected"));
    auto* bar = desk.find<QTabWidget>("devicePages")->tabBar();
    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(1).center());
    auto* place = static_cast<DevicesPlace*>(desk.window->place("devices"));
    QTRY_VERIFY_WITH_TIMEOUT(place->telemetry().looks().size() >= 2, kPatienceMs);
    QVERIFY2(desk.text("telemetryNow").contains("memory"), qPrintable(desk.text("telemetryNow")));

    desk.click("removeDevice");
    QTRY_VERIFY(desk.find<QPushButton>("removeConfirmed"));
    desk.click("removeConfirmed");
    QTRY_VERIFY_WITH_TIMEOUT(desk.find<QLabel>("deviceNotice")->isVisible(), kPatienceMs);
    QVERIFY2(desk.text("deviceNotice").startsWith("✓ kitchen was removed. Cleared there:"),
             qPrintable(desk.text("deviceNotice")));
}

QTEST_MAIN(DeviceSshTest)
#include "tst_device_ssh.moc"
