// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The commands that measure, and what measuring leaves behind. Times themselves are never judged.
#include "app/cli/cli_runner.h"

#include <QTest>

using namespace metainfer;
using namespace metainfer::test;

class CliDevicesTest : public QObject {
    Q_OBJECT

  private slots:
    void measurementCarriesClockCountAndGrade();
    void comparisonHasAControl();
    void simulatedDeviceSaysSo();
    void gateOnAccuracy();
    void gateOnLatency();
    void probeWritesProfileRowsAndExperience();
    void probeOfOneShape();
    void probeStartsLater();
    void probeAgainTellsWhatChanged();
    void experienceTravels();
    void cancelledByASignal();
};

namespace {

const QString kModel = "mobilenet-v2-style";

QString validationData() {
    return sampleFile("mobilenet-v2-style/data/validation.npz");
}

} // namespace

void CliDevicesTest::measurementCarriesClockCountAndGrade() {
    const CliRunner cli;
    const auto result = cli.run({"measure", kModel, "--quick", "--mapping", "threads=1",
                                 "--profile", "--memory", "--json"});
    CLI_EXITS(result, 0);
    const Json json = result.json();
    const Json measured = json["measurement"];
    QCOMPARE(measured["source"].get<std::string>(), std::string("measured"));
    QVERIFY(!measured["validity"]["grade"].get<std::string>().empty());
    QVERIFY(measured["peak_memory_bytes"].get<double>() > 0);
    QVERIFY(!json["operators"]["operators"].empty());
    const auto text = cli.run({"measure", kModel, "--quick", "--mapping", "threads=1"});
    CLI_EXITS(text, 0);
    for (const char* word : {"wall", "cpu", "grade", "p50", "measured"})
        CLI_SAYS(text, word);
    QVERIFY(cli.files().isEmpty());
}

void CliDevicesTest::comparisonHasAControl() {
    const CliRunner cli;
    const auto result = cli.run({"measure", kModel, "--quick", "--against", kModel, "--mapping",
                                 "threads=1", "--against-mapping", "threads=1;opt=none",
                                 "--processes", "2", "--rounds", "3", "--json"});
    CLI_EXITS(result, 0);
    const Json comparison = result.json()["comparison"];
    QCOMPARE(comparison["variants"].size(), std::size_t{1});
    QVERIFY(!comparison["controls"].empty());
    const Json variant = comparison["variants"][0];
    QCOMPARE(variant["processes"].get<int>(), 2);
    QVERIFY(variant["verdict"].is_object());
    QVERIFY(variant["base_median_us"].get<double>() > 0);
}

void CliDevicesTest::simulatedDeviceSaysSo() {
    const CliRunner cli;
    const auto result = cli.run({"measure", kModel, "--device", "accelerator-x", "--json"});
    CLI_EXITS(result, 0);
    QCOMPARE(result.json()["measurement"]["source"].get<std::string>(), std::string("simulated"));
    CLI_SAYS(cli.run({"measure", kModel, "--device", "accelerator-x"}), "simulated");
}

void CliDevicesTest::gateOnAccuracy() {
    const CliRunner cli;
    const QStringList gate{"gate",           kModel,     "--reference", kModel,      "--validation",
                           validationData(), "--metric", "top1",        "--samples", "200"};
    const auto met = cli.run(gate + QStringList{"--max-drop", "0.01", "--min", "0.5", "--json"});
    CLI_EXITS(met, 0);
    const Json json = met.json();
    QVERIFY(json["passed"].get<bool>());
    QVERIFY(json["accuracy"]["value"].get<double>() > 0.5);
    QCOMPARE(json["accuracy"]["samples"].get<int>(), 200);
    const auto missed = cli.run(gate + QStringList{"--min", "0.9999"});
    CLI_EXITS(missed, 3);
    CLI_SAYS(missed, "not met");
    const auto unlabelled = cli.run({"gate", kModel, "--metric", "top1", "--min", "0.5"});
    CLI_EXITS(unlabelled, 2);
}

void CliDevicesTest::gateOnLatency() {
    const CliRunner cli;
    const auto missed = cli.run({"gate", kModel, "--reference", kModel, "--max-latency-ms",
                                 "0.000001", "--device", "accelerator-x", "--json"});
    CLI_EXITS(missed, 3);
    QVERIFY(!missed.json()["passed"].get<bool>());
}

void CliDevicesTest::probeWritesProfileRowsAndExperience() {
    const CliRunner cli;
    const auto result =
        cli.run({"probe", "local", "--suite", "reduced", "--csv", cli.path("rows.csv"),
                 "--json-rows", cli.path("rows.json"), "--json"});
    CLI_EXITS(result, 0);
    const Json json = result.json();
    QVERIFY(!json["result"]["rows"].empty());
    const QString profile = QString::fromStdString(json["profile"].get<std::string>());
    QVERIFY(profile.startsWith(cli.home()));
    QVERIFY(QFile::exists(profile));
    QCOMPARE(cli.files(), (QStringList{"rows.csv", "rows.json"}));
    QVERIFY(CliRunner::read(cli.path("rows.csv")).startsWith("op,family,shapes"));
    const auto shown = cli.run({"profile", "show", "local", "--json"});
    CLI_EXITS(shown, 0);
    QVERIFY(shown.out.contains("measured"));
    const auto stats = cli.run({"experience", "stats", "--json"});
    CLI_EXITS(stats, 0);
    QVERIFY(stats.json()["observations"].get<int>() > 0);
    const auto predicted = cli.run({"predict", kModel, "--hardware", "local", "--json"});
    CLI_EXITS(predicted, 0);
    QCOMPARE(predicted.json()["source"].get<std::string>(), std::string("predicted"));
}

void CliDevicesTest::probeOfOneShape() {
    const CliRunner cli;
    const auto result =
        cli.run({"probe", "local", "--suite", "reduced", "--ops", "matmul", "--dtypes", "fp32",
                 "--shape", "MatMul 32x64", "--operators-only", "--time-limit", "5m", "--json"});
    CLI_EXITS(result, 0);
    const Json rows = result.json()["result"]["rows"];
    QCOMPARE(rows.size(), std::size_t{1});
    QVERIFY(rows[0]["shapes"].get<std::string>().starts_with("32x64,64x64"));
    QVERIFY(result.json()["result"]["compute"].empty()); // the machine itself was not asked for
    const auto wrong = cli.run({"probe", "local", "--suite", "reduced", "--shape", "MatMul 7x7"});
    CLI_EXITS(wrong, 2);
    CLI_SAYS(wrong, "MatMul 7x7");
}

void CliDevicesTest::probeStartsLater() {
    const CliRunner cli;
    for (const char* wrong : {"25:00", "noon", "2020-01-01T00:00"}) {
        const auto result = cli.run({"probe", "local", "--at", wrong});
        CLI_EXITS(result, 2);
        CLI_SAYS(result, wrong);
        CLI_SAYS(result, "22:00"); // the legal forms
    }
    // A device that is not there is said now, not at night.
    CLI_EXITS(cli.run({"probe", "no-such-device", "--at", "+9h"}), 2);
    QProcess waiting;
    cli.start(waiting, {"probe", "local", "--at", "+9h", "-o", "p.yaml"});
    QVERIFY(waiting.waitForStarted());
    waiting.setReadChannel(QProcess::StandardError); // what is waited for below
    QByteArray said;
    while (!said.contains("starts at") && waiting.waitForReadyRead(60'000)) {
        said += waiting.readAllStandardError();
    }
    QVERIFY2(said.contains("starts at"), said.constData());
    waiting.terminate();
    QVERIFY(waiting.waitForFinished(60'000));
    QCOMPARE(waiting.exitCode(), 130);
    QVERIFY(!QFile::exists(cli.path("p.yaml")));
    const auto result = cli.run({"probe", "local", "--suite", "reduced", "--ops", "matmul",
                                 "--operators-only", "--at", "+0s", "--json"});
    CLI_EXITS(result, 0);
    QVERIFY(!result.json()["result"]["rows"].empty());
}

void CliDevicesTest::probeAgainTellsWhatChanged() {
    const CliRunner cli;
    const QStringList command{"probe", "local",       "--suite",          "reduced",
                              "--ops", "relu,matmul", "--operators-only", "--json"};
    const auto first = cli.run(command);
    CLI_EXITS(first, 0);
    QVERIFY(first.json()["changes"].is_null()); // nothing to compare with
    QVERIFY(first.json()["result"]["findings"].is_array());
    const std::string began = first.json()["result"]["started_at"].get<std::string>();
    Json second; // runs are told apart by the second in which they began
    for (int attempt = 0; attempt < 20; ++attempt) {
        const auto again = cli.run(command);
        CLI_EXITS(again, 0);
        second = again.json();
        if (!second["changes"].is_null())
            break;
    }
    QCOMPARE(second["changes"]["earlier"].get<std::string>(), began);
    QVERIFY(second["changes"]["compared"].get<int>() >= 2);
    QVERIFY(second["changes"]["environment"].empty());
    CLI_EXITS(cli.run({"probe", "local", "--resume", "--fresh"}), 2);
}

void CliDevicesTest::experienceTravels() {
    const CliRunner cli, other;
    CLI_EXITS(cli.run({"probe", "local", "--suite", "reduced", "--ops", "relu"}), 0);
    const auto transfer =
        cli.run({"experience", "transfer", kModel, "--hardware", "accelerator-x", "--json"});
    CLI_EXITS(transfer, 0);
    QCOMPARE(transfer.json()["hardware"].get<std::string>(), std::string("accelerator-x"));
    QVERIFY(transfer.json()["suggestions"].empty()); // no session has tried anything here
    CLI_SAYS(cli.run({"experience", "transfer", kModel, "--hardware", "accelerator-x"}), "Nothing");
    CLI_EXITS(cli.run({"experience", "transfer", "no-such-model", "--hardware", "local"}), 2);
    const auto exported = cli.run({"experience", "export", cli.path("all.jsonl"), "--json"});
    CLI_EXITS(exported, 0);
    const int lines = exported.json()["lines"].get<int>();
    QVERIFY(lines > 0);
    const auto imported = other.run({"experience", "import", cli.path("all.jsonl"), "--json"});
    CLI_EXITS(imported, 0);
    QCOMPARE(imported.json()["added"].get<int>(), lines);
    const auto again = other.run({"experience", "import", cli.path("all.jsonl"), "--json"});
    QCOMPARE(again.json()["known"].get<int>(), lines);
    const auto expired = other.run({"experience", "expire", "--min-trust", "1", "--json"});
    CLI_EXITS(expired, 0);
    QVERIFY(expired.json()["removed"].get<int>() > 0);
    CLI_EXITS(other.run({"experience", "list"}), 0);
}

void CliDevicesTest::cancelledByASignal() {
    const CliRunner cli;
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("METAINFER_LOCK_FILE", cli.path("lock"));
    environment.insert("METAINFER_SAMPLES", METAINFER_SOURCE_DIR "/sample_models");
    environment.insert("XDG_DATA_HOME", cli.home()); // where its journal stays
    process.setProcessEnvironment(environment);
    process.start(METAINFER_BIN_DIR "/metainfer",
                  {"probe", "local", "--suite", "full", "-o", cli.path("p.yaml")});
    QVERIFY(process.waitForStarted());
    // The lock file appears when measuring has begun.
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(cli.path("lock")), 60'000);
    process.terminate();
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 130);
    QVERIFY(!QFile::exists(cli.path("p.yaml")));
    const QByteArray said = process.readAllStandardError();
    QVERIFY2(said.contains("--resume"), said.constData());
    QVERIFY(QFile::exists(cli.home() + "/metainfer/probes/unfinished/local-full.jsonl"));
}

QTEST_GUILESS_MAIN(CliDevicesTest)
#include "tst_cli_devices.moc"
