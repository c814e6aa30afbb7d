// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer device: list, show with live numbers, lock with its holder, test.
#include "app/cli/cli_runner.h"

#include "measurement/machine_lock.h"

#include <QTest>

using namespace metainfer;
using namespace metainfer::test;

class CliDeviceTest : public QObject {
    Q_OBJECT

  private slots:
    void listSaysWhatIsMeasured();
    void showTellsWhatIsNotThere();
    void theLockNamesItsHolder();
    void testOfASimulatedDevice();
    void dryRunsPrintCommands();
};

void CliDeviceTest::listSaysWhatIsMeasured() {
    const CliRunner cli;
    const auto text = cli.run({"device", "list"});
    CLI_EXITS(text, 0);
    CLI_SAYS(text, "this machine");
    const auto result = cli.run({"device", "list", "--json"});
    CLI_EXITS(result, 0);
    const Json devices = result.json()["devices"];
    QVERIFY(devices.size() > 5);
    QCOMPARE(devices[0]["name"].get<std::string>(), std::string("local"));
    const auto numbersOf = [&devices](const std::string& name) {
        for (const Json& device : devices)
            if (device["name"].get<std::string>() == name)
                return device["numbers"].get<std::string>();
        return std::string("not listed");
    };
    QCOMPARE(numbersOf("local"), std::string("measured"));
    QCOMPARE(numbersOf("ort-web"), std::string("measured"));
    QCOMPARE(numbersOf("vela"), std::string("simulated")); // its compiler estimates
    QCOMPARE(numbersOf("accelerator-x"), std::string("simulated"));
}

void CliDeviceTest::showTellsWhatIsNotThere() {
    const CliRunner cli;
    const auto local = cli.run({"device", "show"});
    CLI_EXITS(local, 0);
    CLI_SAYS(local, "temperature");
    CLI_SAYS(local, "measuring      nobody");
    const auto json = cli.run({"device", "show", "local", "--json"});
    CLI_EXITS(json, 0);
    QVERIFY(json.json()["telemetry"]["memory_bytes"].get<std::uint64_t>() > 0);
    QVERIFY(json.json()["environment"].contains("cpu"));
    const auto other = cli.run({"device", "show", "accelerator-x", "--json"});
    CLI_EXITS(other, 0);
    QVERIFY(other.json()["telemetry"].is_null());
    CLI_EXITS(cli.run({"device", "show", "no-such-device"}), 2);
}

void CliDeviceTest::theLockNamesItsHolder() {
    const CliRunner cli;
    const auto held =
        measurement::MachineLock::acquire(cli.lockFile().toStdString(), "measure c7", {});
    QVERIFY(held);
    const auto result = cli.run({"device", "lock", "--json"});
    CLI_EXITS(result, 0);
    QCOMPARE(result.json()["holder"]["what"].get<std::string>(), std::string("measure c7"));
    QVERIFY(result.json()["queue"].empty());
    CLI_SAYS(cli.run({"device", "lock"}), "measure c7");
}

void CliDeviceTest::testOfASimulatedDevice() {
    const CliRunner cli;
    const auto result = cli.run({"device", "test", "accelerator-x-edge", "--json"});
    CLI_EXITS(result, 0);
    QCOMPARE(result.json()["source"].get<std::string>(), std::string("simulated"));
    QVERIFY(result.json()["passed"].get<bool>());
    QVERIFY(result.json()["sample_us"].get<double>() > 0);
}

void CliDeviceTest::dryRunsPrintCommands() {
    // The tool need not be here.
    const CliRunner cli;
    const auto text = cli.run({"device", "test", "trtexec", "--dry-run"});
    CLI_EXITS(text, 0);
    CLI_SAYS(text, "trtexec --onnx=");
    CLI_SAYS(text, "--loadEngine=");
    const auto model = cli.run({"measure", "grid-detector", "--device", "local:benchmark_app",
                                "--dry-run", "--mapping", "threads=2", "--json"});
    CLI_EXITS(model, 0);
    const Json commands = model.json()["commands"];
    QVERIFY(!commands.empty());
    const auto command = commands.back().get<std::string>();
    QVERIFY2(command.find("grid-detector/model.onnx") != command.npos, command.c_str());
    QVERIFY2(command.find("-nthreads 2") != command.npos, command.c_str());
    const auto none = cli.run({"measure", "grid-detector", "--dry-run"});
    CLI_EXITS(none, 2);
    QVERIFY(none.err.contains("local runs no commands"));
}

QTEST_GUILESS_MAIN(CliDeviceTest)
#include "tst_cli_device.moc"
