// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A board behind a real SSH server, from the window: host key and password are asked for in
// dialogs, the agent is installed, a sample is run, sensors are read, the link is cut and comes
// back without a question, and after removing the device nothing is left there.
#include "devices/devices_place.h"
#include "devices/step_list.h"
#include "devices/telemetry_presenter.h"
#include "session/dialog_prompts.h"
#include "session/row_table.h"
#include "ssh/bad_link.h"
#include "ssh/ssh_lab.h"
#include "support/paths.h"
#include "theme/theme.h"
#include "workbench/desk.h"

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>

#include <atomic>

using namespace metainfer;
using namespace metainfer::workbench;

namespace {

constexpr int kPatienceMs = 120'000; // of a busy machine that copies a runtime
constexpr int kQuestions = 3;        // the host key, and the password twice

/// Counts what people are asked.
struct CountedPrompts : DialogPrompts {
    std::optional<bool> confirm(const std::string& question) override {
        ++count;
        return DialogPrompts::confirm(question);
    }
    std::optional<std::string> secret(const std::string& what) override {
        ++count;
        return DialogPrompts::secret(what);
    }
    std::atomic<int> count{0};
};

struct Desk {
    QTemporaryDir folder;
    QSettings settings{folder.filePath("settings.ini"), QSettings::IniFormat};
    std::shared_ptr<CountedPrompts> prompts = std::make_shared<CountedPrompts>();
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
    int asked() const { return prompts->count; }
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

  private:
    void addThroughTheWizard(Desk& desk, const test::SshLab::Device& board, int port);
};

/// What is copied to a board, without what only a debugger reads.
void makeBundle(const std::filesystem::path& folder, const std::filesystem::path& runtime) {
    std::filesystem::create_directories(folder);
    for (const char* name :
         {"metainfer-agent", "metainfer-runner-probe", "metainfer-runner-onnxruntime"})
        test::shell(fmt::format("strip -o {}/{} {}/{}", folder.string(), name,
                                test::binDir().string(), name));
    if (std::filesystem::exists(runtime / "lib"))
        std::filesystem::create_directory_symlink(runtime / "lib", folder / "lib");
}

void DeviceSshTest::aBoardFromFirstToLast() {
    // Before the lab gives this process another home.
    const auto runtime =
        std::filesystem::path(qgetenv("HOME").toStdString()) / ".cache/metainfer/onnxruntime";
    test::SshLab lab;
    makeBundle(lab.folder() / "agents/x86_64", runtime);
    qputenv("METAINFER_AGENTS", (lab.folder() / "agents").c_str());
    const test::SshLab::Device& board = lab.add({});
    test::BadLink link(board.address, board.settings.port);
    Desk desk;
    addThroughTheWizard(desk, board, link.port());
    if (QTest::currentTestFailed())
        return;

    auto* details = desk.find<widgets::RowTable>("deviceDetails");
    QTRY_VERIFY_WITH_TIMEOUT(details->copyText(false).contains("onnxruntime@"), kPatienceMs);
    QCOMPARE(desk.text("deviceState"), QString("● connected"));
    auto* bar = desk.find<QTabWidget>("devicePages")->tabBar();
    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(1).center());
    auto& telemetry = static_cast<DevicesPlace*>(desk.window->place("devices"))->telemetry();
    QTRY_VERIFY_WITH_TIMEOUT(telemetry.looks().size() >= 2, kPatienceMs);
    QVERIFY2(desk.text("telemetryNow").contains("memory"), qPrintable(desk.text("telemetryNow")));

    // The cable is pulled, and put back: that is seen, and nothing is asked again.
    link.refuse(true);
    link.cut();
    QTRY_COMPARE_WITH_TIMEOUT(desk.text("deviceState"), QString("! reconnecting"), kPatienceMs);
    QTRY_VERIFY2_WITH_TIMEOUT(desk.text("deviceLink").contains("trying again"),
                              qPrintable(desk.text("deviceLink")), kPatienceMs);
    link.refuse(false);
    QTRY_COMPARE_WITH_TIMEOUT(desk.text("deviceState"), QString("● connected"), kPatienceMs);
    QVERIFY(!desk.find<QLabel>("deviceLink")->isVisible());
    const QDateTime back = QDateTime::currentDateTime();
    QTRY_VERIFY_WITH_TIMEOUT(telemetry.looks().back().when > back, kPatienceMs);
    QCOMPARE(desk.asked(), kQuestions);

    desk.click("removeDevice");
    QTRY_VERIFY(desk.find<QPushButton>("removeConfirmed"));
    desk.click("removeConfirmed");
    QTRY_VERIFY_WITH_TIMEOUT(desk.find<QLabel>("deviceNotice")->isVisible(), kPatienceMs);
    QVERIFY2(desk.text("deviceNotice").startsWith("✓ kitchen was removed. Cleared there:"),
             qPrintable(desk.text("deviceNotice")));
    QCOMPARE(desk.asked(), kQuestions);
    QTRY_VERIFY2_WITH_TIMEOUT(test::SshLab::programs(board).empty(), "something runs there",
                              kPatienceMs);
    const std::string left = test::shell(
        fmt::format("find '{}' '{}' -type f", board.home.string(), board.temporary().string()));
    QVERIFY2(left.empty(), left.c_str());
}

void DeviceSshTest::addThroughTheWizard(Desk& desk, const test::SshLab::Device& board, int port) {
    desk.click("addDeviceButton");
    desk.click("addNext");
    QTest::keyClicks(desk.find<QLineEdit>("deviceHost"),
                     QString::fromStdString(board.user + "@127.0.0.1"));
    QTest::keyClicks(desk.find<QLineEdit>("devicePort"), QString::number(port));
    QTest::keyClicks(desk.find<QLineEdit>("deviceName"), "kitchen");
    desk.click("addNext");
    QTRY_VERIFY_WITH_TIMEOUT(desk.find<QDialog>("confirmDialog"), kPatienceMs);
    QVERIFY(desk.find<QLineEdit>("fingerprint")
                ->text()
                .endsWith(QString::fromStdString(board.hostKeyPrint)));
    QVERIFY(!std::filesystem::exists(qgetenv("METAINFER_KNOWN_HOSTS").toStdString()));
    desk.click("confirmYes");
    // A wrong one first: that is said, and asked again.
    for (const char* password : {"wrong", test::SshLab::kPassword}) {
        QTRY_VERIFY_WITH_TIMEOUT(desk.find<QLineEdit>("secret"), kPatienceMs);
        QPointer<QLineEdit> secret = desk.find<QLineEdit>("secret");
        QCOMPARE(desk.find<QLabel>("secretRefused")->isVisible(), password != std::string("wrong"));
        QTest::keyClicks(secret, password);
        QTest::keyClick(secret, Qt::Key_Return);
        QTRY_VERIFY(!secret);
    }
    auto* steps = desk.find<StepList>("addSteps");
    QTRY_VERIFY2_WITH_TIMEOUT(desk.find<QPushButton>("addNext")->isEnabled(),
                              qPrintable(steps->text()), kPatienceMs);
    QVERIFY2(desk.find<QLabel>("addResult")->isVisible(), qPrintable(steps->text()));
    desk.click("addNext");
}

QTEST_MAIN(DeviceSshTest)
#include "tst_device_ssh.moc"
