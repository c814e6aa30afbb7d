// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer profile: finding, checking, comparing and keeping profiles; wrong YAML of many kinds.
#include "app/cli/cli_runner.h"

#include <QTest>

using namespace metainfer;
using namespace metainfer::test;

class CliProfilesTest : public QObject {
    Q_OBJECT

  private slots:
    void shippedProfilesAreListed();
    void shortFormLoadsAsItStands();
    void mistakesAreShownWithFileAndLine_data();
    void mistakesAreShownWithFileAndLine();
    void unknownNamesSuggestNearOnes();
    void convertedProfileIsEqual();
    void diffNamesTheField();
    void revisionsAreKeptAndRolledBack();
    void similarDevicesComeWithReasons();
};

namespace {

constexpr const char* kShort = R"(hardware:
  name: small-board
  type: npu
  compute:
    cores: 4
    frequency_mhz: 800
    supported_dtypes: [fp32, int8]
  memory:
    hierarchy:
      - {level: shared, size_kb: 256, bandwidth_gbps: 64}
      - {level: global, size_mb: 512, bandwidth_gbps: 8}
)";

} // namespace

void CliProfilesTest::shippedProfilesAreListed() {
    const CliRunner cli;
    const auto text = cli.run({"profile", "list"});
    CLI_EXITS(text, 0);
    QVERIFY(text.out.contains("accelerator-x"));
    const auto result = cli.run({"profile", "list", "--json"});
    CLI_EXITS(result, 0);
    const Json json = result.json();
    QVERIFY(json["problems"].empty());
    for (const Json& profile : json["profiles"])
        QVERIFY(QFile::exists(QString::fromStdString(profile["file"].get<std::string>())));
}

void CliProfilesTest::shortFormLoadsAsItStands() {
    const CliRunner cli;
    const QString file = cli.write("small-board.yaml", kShort);
    const auto valid = cli.run({"profile", "validate", file});
    CLI_EXITS(valid, 0);
    const auto shown = cli.run({"profile", "show", file, "--json"});
    CLI_EXITS(shown, 0);
    QCOMPARE(shown.json()["fields"]["compute.cores"].get<std::string>(), std::string("4"));
}

void CliProfilesTest::mistakesAreShownWithFileAndLine_data() {
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QByteArray>("where"); // what the message must name
    const QByteArray good(kShort);
    const auto with = [&](const char* from, const char* to) {
        QByteArray text = good;
        text.replace(from, to);
        return text;
    };
    QTest::newRow("not YAML") << QByteArray("hardware: [1, 2\n") << QByteArray("bad.yaml:");
    QTest::newRow("tab") << QByteArray("hardware:\n\tname: x\n") << QByteArray("bad.yaml:2");
    QTest::newRow("a list") << QByteArray("- hardware\n") << QByteArray("bad.yaml:1");
    QTest::newRow("empty") << QByteArray("") << QByteArray("bad.yaml");
    QTest::newRow("no name") << with("  name: small-board\n", "") << QByteArray("name");
    QTest::newRow("unknown type") << with("type: npu", "type: quantum") << QByteArray("bad.yaml:3");
    QTest::newRow("negative cores") << with("cores: 4", "cores: -4") << QByteArray("bad.yaml:5");
    QTest::newRow("text as number") << with("cores: 4", "cores: four") << QByteArray("bad.yaml:5");
    QTest::newRow("unknown dtype")
        << with("[fp32, int8]", "[fp32, int9]") << QByteArray("bad.yaml:7");
    QTest::newRow("zero bandwidth")
        << with("bandwidth_gbps: 64", "bandwidth_gbps: 0") << QByteArray("bad.yaml:10");
    QTest::newRow("list instead of mapping") << with("  compute:\n    cores: 4\n    frequency_mhz: "
                                                     "800\n    supported_dtypes: [fp32, int8]\n",
                                                     "  compute: [4]\n")
                                             << QByteArray("bad.yaml:4");
    QTest::newRow("newer schema") << "schema: hardware/99\n" + good << QByteArray("99");
    QTest::newRow("binary") << QByteArray("\x00\x01\xff\xfe", 4) << QByteArray("bad.yaml");
}

void CliProfilesTest::mistakesAreShownWithFileAndLine() {
    QFETCH(QByteArray, yaml);
    QFETCH(QByteArray, where);
    const CliRunner cli;
    const QString file = cli.write("bad.yaml", yaml);
    const auto result = cli.run({"profile", "validate", file});
    CLI_EXITS(result, 2);
    QVERIFY2(result.err.contains(where), result.err.constData());
    const auto json = cli.run({"profile", "validate", file, "--json"});
    CLI_EXITS(json, 2);
    QVERIFY(!json.json()["profiles"][0]["valid"].get<bool>());
    // The same mistake where the profile is used.
    const auto used = cli.run({"predict", "mobilenet-v2-style", "--hardware", file});
    CLI_EXITS(used, 2);
    QVERIFY2(used.err.contains(where), used.err.constData());
}

void CliProfilesTest::unknownNamesSuggestNearOnes() {
    const CliRunner cli;
    for (const QStringList& arguments :
         {QStringList{"profile", "show", "acelerator-x"},
          QStringList{"predict", "mobilenet-v2-style", "--hardware", "acelerator-x"},
          QStringList{"inspect", "mobilenet-v2-style", "--hardware", "acelerator-x"},
          QStringList{"rewrites", "mobilenet-v2-style", "--hardware", "acelerator-x"},
          QStringList{"measure", "mobilenet-v2-style", "--device", "acelerator-x"}}) {
        const auto result = cli.run(arguments);
        CLI_EXITS(result, 2);
        QVERIFY2(result.err.contains("accelerator-x"), result.err.constData());
    }
}

void CliProfilesTest::convertedProfileIsEqual() {
    const CliRunner cli;
    const QString file = cli.write("small-board.yaml", kShort);
    CLI_EXITS(cli.run({"profile", "convert", file, "-o", cli.path("full.yaml")}), 0);
    const auto diff = cli.run({"profile", "diff", file, cli.path("full.yaml"), "--json"});
    CLI_EXITS(diff, 0);
    QVERIFY2(diff.json()["changes"].empty(), diff.out.constData());
    const auto text = cli.run({"profile", "convert", file});
    QCOMPARE(text.out.trimmed(), CliRunner::read(cli.path("full.yaml")).trimmed());
}

void CliProfilesTest::diffNamesTheField() {
    const CliRunner cli;
    const QString before = cli.write("before.yaml", kShort);
    QByteArray changed(kShort);
    changed.replace("frequency_mhz: 800", "frequency_mhz: 900");
    const QString after = cli.write("after.yaml", changed);
    const auto diff = cli.run({"profile", "diff", before, after, "--json"});
    CLI_EXITS(diff, 0);
    const Json json = diff.json();
    QCOMPARE(json["changes"].size(), std::size_t{1});
    QCOMPARE(json["changes"][0]["field"].get<std::string>(), std::string("compute.frequency_mhz"));
    QCOMPARE(json["changes"][0]["before"].get<std::string>(), std::string("800"));
    QCOMPARE(json["changes"][0]["after"].get<std::string>(), std::string("900"));
}

void CliProfilesTest::revisionsAreKeptAndRolledBack() {
    const CliRunner cli;
    // Two probes of a few rows make two revisions of a profile of one's own.
    const QString file = cli.path("mine.yaml");
    const QStringList probe{"probe", "local", "--suite", "reduced", "--ops", "relu", "-o", file};
    CLI_EXITS(cli.run(probe), 0);
    CLI_EXITS(cli.run(probe), 0);
    const auto history = cli.run({"profile", "history", file, "--json"});
    CLI_EXITS(history, 0);
    const Json revisions = history.json()["revisions"];
    QVERIFY(revisions.size() >= 2);
    QVERIFY(!revisions.back()["reason"].get<std::string>().empty());
    const auto back = cli.run({"profile", "rollback", file, "1", "--json"});
    CLI_EXITS(back, 0);
    QVERIFY(back.json()["revision"].get<int>() >= 3);
    const auto diff = cli.run({"profile", "diff", file + "@1", file, "--json"});
    CLI_EXITS(diff, 0);
    QVERIFY2(diff.json()["changes"].empty(), diff.out.constData());
    CLI_EXITS(cli.run({"profile", "rollback", file, "99"}), 2);
}

void CliProfilesTest::similarDevicesComeWithReasons() {
    const CliRunner cli;
    const auto result = cli.run({"profile", "similar", "accelerator-x", "--most", "2", "--json"});
    CLI_EXITS(result, 0);
    const Json json = result.json();
    QCOMPARE(json["similar"].size(), std::size_t{2});
    for (const Json& one : json["similar"]) {
        QVERIFY(one["name"] != "accelerator-x");
        QVERIFY(!one["reasons"].empty());
    }
}

QTEST_GUILESS_MAIN(CliProfilesTest)
#include "tst_cli_profiles.moc"
