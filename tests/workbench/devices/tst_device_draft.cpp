// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What is typed about a new device, or about a baseline: a request that the engine takes and the
// same command, or what is wrong.
#include "devices/baseline_dialog.h"
#include "devices/check_run.h"
#include "devices/device_draft.h"
#include "devices/devices_presenter.h"
#include "workbench/devices/device_desk.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace metainfer;
using namespace metainfer::workbench;

class DeviceDraftTest : public QObject {
    Q_OBJECT

  private slots:
    void addressIsMadeOfItsParts();
    void mistakesStandAtTheirFields_data();
    void mistakesStandAtTheirFields();
    void namesThatAreTakenGetANumber();
    void anAdapterIsADevice();
    void hostsOfTheConfigurationAreOffered();
    void aBaselineIsComplete();
    void stepsAreShownAsTheyHappen();
    void runtimesOfDevicesCanBeProbed();
};

void DeviceDraftTest::addressIsMadeOfItsParts() {
    DeviceDraft draft;
    draft.host = "board.lan";
    draft.user = "pi";
    draft.port = "2222";
    draft.jumps = "ada@gate:22, second";
    draft.powerMode = "performance";
    draft.note = "on the shelf";
    const DraftAnswer answer = checkDraft(draft, {});
    QVERIFY(answer.isReady);
    const measurement::DeviceEntry& entry = answer.request.entry;
    QCOMPARE(entry.address, std::string("pi@board.lan:2222"));
    QCOMPARE(entry.name, std::string("board.lan"));
    QCOMPARE(entry.jumpHosts, (std::vector<std::string>{"ada@gate:22", "second"}));
    QVERIFY(answer.request.check);
    QCOMPARE(answer.command,
             QString("metainfer device add pi@board.lan:2222 --name board.lan --jump ada@gate:22 "
                     "--jump second --power-mode performance --note 'on the shelf'"));
    draft.host = "ada@[fe80::1]:2200"; // all of it at once
    draft.user = draft.port = QString();
    QCOMPARE(checkDraft(draft, {}).request.entry.address, std::string("ada@[fe80::1]:2200"));
}

void DeviceDraftTest::mistakesStandAtTheirFields_data() {
    QTest::addColumn<int>("field");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, DraftField field, const QString& text) {
        QTest::newRow(name) << static_cast<int>(field) << text;
    };
    row("no host", DraftField::Host, "");
    row("two hosts", DraftField::Host, "board other");
    row("a user with an @", DraftField::User, "pi@home");
    row("another user", DraftField::User, "root");
    row("port zero", DraftField::Port, "0");
    row("port as a word", DraftField::Port, "ssh");
    row("port beyond all", DraftField::Port, "65536");
    row("jump without host", DraftField::Jumps, "ada@");
    row("no such key", DraftField::Identity, "/nowhere/id_ed25519");
    row("power mode of two words", DraftField::PowerMode, "15 W");
    row("name with a space", DraftField::Name, "my board");
    row("reserved name", DraftField::Name, "local");
    row("name that is taken", DraftField::Name, "kitchen");
}

void DeviceDraftTest::mistakesStandAtTheirFields() {
    QFETCH(int, field);
    QFETCH(QString, text);
    DeviceDraft draft;
    draft.host = "pi@board";
    const auto wanted = static_cast<DraftField>(field);
    (wanted == DraftField::Host       ? draft.host
     : wanted == DraftField::User     ? draft.user
     : wanted == DraftField::Port     ? draft.port
     : wanted == DraftField::Jumps    ? draft.jumps
     : wanted == DraftField::Identity ? draft.identity
     : wanted == DraftField::Name     ? draft.name
                                      : draft.powerMode) = text;
    const DraftAnswer answer = checkDraft(draft, {"local", "kitchen"});
    QVERIFY(!answer.isReady);
    QCOMPARE(answer.mistakes.keys(), QList<DraftField>{wanted});
    QVERIFY(!answer.mistakes.value(wanted).isEmpty());
}

void DeviceDraftTest::namesThatAreTakenGetANumber() {
    DeviceDraft draft;
    draft.host = "pi@kitchen";
    QCOMPARE(checkDraft(draft, {"kitchen"}).suggestedName, QString("kitchen-2"));
    QCOMPARE(checkDraft(draft, {"kitchen", "kitchen-2"}).request.entry.name,
             std::string("kitchen-3"));
    draft.host = "local"; // a legal host, not a legal name
    QCOMPARE(checkDraft(draft, {}).suggestedName, QString("local-2"));
    draft.host = "fe80::1";
    QCOMPARE(checkDraft(draft, {}).suggestedName, QString("fe80-1"));
}

void DeviceDraftTest::anAdapterIsADevice() {
    DeviceDraft draft;
    draft.isToolchain = true;
    QCOMPARE(checkDraft(draft, {}).mistakes.keys(), QList<DraftField>{DraftField::Adapter});
    draft.adapter = "ort-web";
    const DraftAnswer answer = checkDraft(draft, {});
    QVERIFY(answer.isReady);
    QVERIFY(answer.request.entry.kind == measurement::DeviceKind::Toolchain);
    QCOMPARE(answer.command, QString("metainfer device add --toolchain ort-web --name ort-web"));
    draft.adapter = "/nowhere/mine.yaml";
    QVERIFY(!checkDraft(draft, {}).isReady);
}

void DeviceDraftTest::hostsOfTheConfigurationAreOffered() {
    QTemporaryDir folder;
    QFile file(folder.filePath("config"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("Host kitchen attic\n  User pi\nhost=cellar\nHost *.lan !gate\n# Host none\n"
               "HostName 10.0.0.7\n");
    file.close();
    qputenv("METAINFER_SSH_CONFIG", file.fileName().toUtf8());
    QCOMPARE(sshConfigHosts(), (QStringList{"attic", "cellar", "kitchen"}));
    qputenv("METAINFER_SSH_CONFIG", "/nowhere/config");
    QVERIFY(sshConfigHosts().isEmpty());
    qunsetenv("METAINFER_SSH_CONFIG");
}

void DeviceDraftTest::aBaselineIsComplete() {
    BaselineDraft draft{"kitchen", "grid-detector", {}, "threads=2;spin=off", "platform team",
                        {},        "3.5",           {}};
    const BaselineAnswer answer = checkBaseline(draft);
    QVERIFY2(answer.mistake.isEmpty(), qPrintable(answer.mistake));
    QCOMPARE(answer.request.hours, std::optional(3.5));
    QCOMPARE(answer.command,
             QString("metainfer baseline record grid-detector --device kitchen --mapping "
                     "'threads=2;spin=off' --who 'platform team' --hours 3.5"));
    for (const auto& spoil : std::vector<std::function<void(BaselineDraft&)>>{
             [](BaselineDraft& d) { d.model.clear(); }, [](BaselineDraft& d) { d.who = "  "; },
             [](BaselineDraft& d) { d.mapping.clear(); },
             [](BaselineDraft& d) { d.mapping = "threads=many"; },
             [](BaselineDraft& d) { d.hours = "-1"; }}) {
        BaselineDraft wrong = draft;
        spoil(wrong);
        QVERIFY(!checkBaseline(wrong).mistake.isEmpty());
    }
}

void DeviceDraftTest::stepsAreShownAsTheyHappen() {
    CheckSteps steps("kitchen");
    const auto tell = [&steps](const char* text, double fraction = -1) {
        steps.take(engine::WorkDone{fraction, std::nullopt, text});
    };
    tell("open kitchen");
    tell("kitchen: connecting to 10.0.0.7, port 22");
    tell("kitchen: authenticated with the password");
    tell("kitchen: ");
    QCOMPARE(steps.list().size(), std::size_t(3));
    QCOMPARE(steps.list()[1].text, QString("authenticated with the password"));
    QVERIFY(steps.list()[1].state == CheckStep::State::Done);
    QVERIFY(steps.list()[2].state == CheckStep::State::Working);
    tell("run the sample model grid-detector");
    tell("warm-up", 0.25);
    QCOMPARE(steps.detail(), QString("warm-up"));
    tell("waiting: process 7 measures (probe)");
    QCOMPARE(steps.list().size(), std::size_t(4));
    QVERIFY(steps.list()[2].state == CheckStep::State::Done);
    steps.fail({ErrorCode::Timeout, "the run took too long", "look at its load", {}});
    QVERIFY(steps.list().back().state == CheckStep::State::Failed);
    QCOMPARE(steps.list().back().error->hint, std::string("look at its load"));
    QVERIFY(steps.detail().isEmpty());
}

void DeviceDraftTest::runtimesOfDevicesCanBeProbed() {
    QTemporaryDir folder;
    QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
    engine::DeviceCatalogue all;
    engine::KnownDevice local, board, edge;
    local.name = "local";
    board.name = "kitchen";
    board.kind = measurement::DeviceKind::Ssh;
    edge.name = "edge";
    edge.kind = measurement::DeviceKind::Simulated;
    all.devices = {local, board, edge};
    QCOMPARE(DevicesPresenter::measurable(all, settings), (QStringList{"local", "kitchen"}));
    DevicesPresenter::rememberRuntimes(settings, "kitchen", {"onnxruntime@1.30.0", "opencv@4.6.0"});
    QCOMPARE(DevicesPresenter::measurable(all, settings),
             (QStringList{"local", "kitchen", "kitchen:opencv"}));
}

QTEST_MAIN(DeviceDraftTest)
#include "tst_device_draft.moc"
