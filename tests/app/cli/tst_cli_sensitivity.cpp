// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer sensitivity: layers of a model ranked, a session's candidate examined.
#include "app/cli/cli_runner.h"

#include "support/kept_session.h"

#include <QTest>

using namespace metainfer;
using namespace metainfer::test;

class CliSensitivityTest : public QObject {
    Q_OBJECT

    static void writeSession(const CliRunner& cli) {
        candidates::Candidate candidate = withoutTheIdentity();
        candidate.variant.precision.precision = candidates::Precision::Int8Static;
        auto writer =
            writeKeptSession(cli.path("s1").toStdString(), twoProductsAndAnIdentity(), candidate);
        QVERIFY(writer);
        QVERIFY(writer->writeDecision({{"schema", "decision/1"}, {"chosen", "c1"}}));
    }

  private slots:
    void aModelsLayersAreRanked() {
        const CliRunner cli;
        writeSession(cli);
        const auto result = cli.run(
            {"sensitivity", "m.onnx", "--scheme", "int8_dynamic", "--samples", "3", "--json"});
        CLI_EXITS(result, 0);
        const Json json = result.json();
        QCOMPARE(json["schema"].get<std::string>(), std::string("sensitivity/1"));
        QCOMPARE(json["compared_on"].get<std::string>(), std::string("3 random samples"));
        QCOMPARE(json["layers"].size(), std::size_t(2));
        QCOMPARE(json["ranking"].size(), std::size_t(2));
        const auto text =
            cli.run({"sensitivity", "m.onnx", "--scheme", "int8_dynamic", "--rows", "1"});
        CLI_EXITS(text, 0);
        for (const char* word : {"layer", "MatMul", "1 more", "int8_dynamic", "random samples"})
            CLI_SAYS(text, word);
        QVERIFY(!QFile::exists(cli.path("s1/accuracy.json")));
    }

    void aSessionIsExaminedAndKeepsIt() {
        const CliRunner cli;
        writeSession(cli);
        const auto result = cli.run({"sensitivity", "s1", "--json"});
        CLI_EXITS(result, 0);
        const Json json = result.json();
        QCOMPARE(json["schema"].get<std::string>(), std::string("accuracy/1"));
        QCOMPARE(json["candidate"].get<std::string>(), std::string("c1"));
        QCOMPARE(json["layers"].size(), std::size_t(2));
        QVERIFY(QFile::exists(cli.path("s1/accuracy.json")));
        const auto text = cli.run({"sensitivity", "s1", "--candidate", "original"});
        CLI_EXITS(text, 0);
        CLI_SAYS(text, "nothing to compare it with");
        CLI_SAYS(text, "MatMul");
    }

    void wrongUseExitsWithTwo() {
        const CliRunner cli;
        writeSession(cli);
        const auto unknown = cli.run({"sensitivity", "s1", "--candidate", "c2"});
        CLI_EXITS(unknown, 2);
        CLI_SAYS(unknown, "c1"); // the near name
        const auto mixed = cli.run({"sensitivity", "s1", "--scheme", "fp16"});
        CLI_EXITS(mixed, 2);
        CLI_SAYS(mixed, "--scheme does not go with a session");
        const auto none = cli.run({"sensitivity", "m.onnx", "--candidate", "c1"});
        CLI_EXITS(none, 2);
        CLI_SAYS(none, "--candidate needs a session");
        const auto blind = cli.run({"sensitivity", "m.onnx"});
        CLI_EXITS(blind, 2);
        CLI_SAYS(blind, "--calibration");
        CLI_EXITS(cli.run({"sensitivity", "m.onnx", "--scheme", "int7"}), 2);
        CLI_EXITS(cli.run({"sensitivity", "nowhere"}), 2);
        CLI_EXITS(cli.run({"sensitivity"}), 2);
    }
};

QTEST_GUILESS_MAIN(CliSensitivityTest)
#include "tst_cli_sensitivity.moc"
