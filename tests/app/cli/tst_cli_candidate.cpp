// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer candidate: a session's candidate taken away and measured again, on a simulated device.
#include "app/cli/cli_runner.h"

#include "ir/onnx_io.h"
#include "support/kept_session.h"

#include <QTest>

using namespace metainfer;
using namespace metainfer::test;

class CliCandidateTest : public QObject {
    Q_OBJECT

    static void writeSession(const CliRunner& cli);

  private slots:
    void exportWritesModelAndMapping();
    void theOriginalIsACandidateToo();
    void measureComparesWithTheOriginal();
    void wrongNamesExitWithTwo();
    void sessionsAreComparedInOneReport();
};

void CliCandidateTest::writeSession(const CliRunner& cli) {
    QVERIFY(writeKeptSession(cli.path("s1").toStdString(), twoProductsAndAnIdentity(),
                             withoutTheIdentity()));
}

void CliCandidateTest::exportWritesModelAndMapping() {
    const CliRunner cli;
    writeSession(cli);
    const auto result = cli.run({"candidate", "export", "s1", "c1", "-o", "out", "--json"});
    CLI_EXITS(result, 0);
    const Json json = result.json();
    QCOMPARE(json["candidate"].get<std::string>(), std::string("c1"));
    QCOMPARE(json["written"].size(), std::size_t(3));
    for (const Json& file : json["written"])
        QVERIFY2(QFile::exists(cli.path(QString::fromStdString(file.get<std::string>()))),
                 file.get<std::string>().c_str());
    const auto model = ir::importOnnx(cli.path("out/model.onnx").toStdString());
    QVERIFY(model);
    QCOMPARE(model->graph->nodeCount(), std::size_t(2));
    const Json mapping = Json::parse(CliRunner::read(cli.path("out/mapping.json")).toStdString());
    QCOMPARE(mapping["candidate"]["id"].get<std::string>(), std::string("c1"));
    QVERIFY(mapping["origins"].contains("y"));
    const auto text = cli.run({"candidate", "export", "s1", "c1", "-o", "out"});
    CLI_EXITS(text, 0); // again over what is there
    CLI_SAYS(text, "written out/model.onnx");
}

void CliCandidateTest::theOriginalIsACandidateToo() {
    const CliRunner cli;
    writeSession(cli);
    CLI_EXITS(cli.run({"candidate", "export", "s1", "original", "-o", "out"}), 0);
    QCOMPARE(ir::importOnnx(cli.path("out/model.onnx").toStdString())->graph->nodeCount(),
             std::size_t(3));
}

void CliCandidateTest::measureComparesWithTheOriginal() {
    const CliRunner cli;
    writeSession(cli);
    const auto result = cli.run({"candidate", "measure", "s1", "c1", "--json"});
    CLI_EXITS(result, 0);
    const Json json = result.json();
    QCOMPARE(json["schema"].get<std::string>(), std::string("measured-candidate/1"));
    QCOMPARE(json["comparison"]["source"].get<std::string>(), std::string("simulated"));
    QCOMPARE(json["operators"]["original"]["operators"].size(),
             json["operators"]["candidate"]["operators"].size() + 1);
    const auto text = cli.run({"candidate", "measure", "s1", "c1"});
    CLI_EXITS(text, 0);
    for (const char* word : {"c1", "MatMul", "Identity", "simulated"})
        CLI_SAYS(text, word);
}

void CliCandidateTest::wrongNamesExitWithTwo() {
    const CliRunner cli;
    writeSession(cli);
    const auto unknown = cli.run({"candidate", "export", "s1", "c2", "-o", "out"});
    CLI_EXITS(unknown, 2);
    CLI_SAYS(unknown, "c1"); // the near name
    QVERIFY(!QFile::exists(cli.path("out")));
    CLI_EXITS(cli.run({"candidate", "measure", "nowhere", "c1"}), 2);
    CLI_EXITS(cli.run({"candidate", "export", "s1", "c1"}), 2); // no folder named
    CLI_EXITS(cli.run({"candidate"}), 2);
}

void CliCandidateTest::sessionsAreComparedInOneReport() {
    const CliRunner cli;
    for (const char* name : {"s1", "s2"}) {
        session::SessionInfo info;
        info.id = name;
        auto writer = session::SessionWriter::create(cli.path(name).toStdString(), info);
        QVERIFY(writer);
        if (name == std::string("s1"))
            QVERIFY(writer->writeDecision(
                {{"schema", "decision/1"}, {"model", "net"}, {"subjects", Json::array()}}));
    }
    const auto undecided = cli.run({"report", "s1", "s2", "--kind", "comparison"});
    CLI_EXITS(undecided, 2);
    CLI_SAYS(undecided, "s2 holds no decision yet");
    CLI_EXITS(cli.run({"report", "s1", "--kind", "comparison"}), 2);
    const auto wrong = cli.run({"report", "s1", "--kind", "comparision"});
    CLI_EXITS(wrong, 2);
    CLI_SAYS(wrong, "comparison"); // the near name
    const auto both = cli.run({"report", "s1", "s1", "--kind", "comparison", "-o", "c.html"});
    CLI_EXITS(both, 0);
    QVERIFY(CliRunner::read(cli.path("c.html")).contains("2 sessions compared"));
    const auto csv = cli.run({"report", "s1", "s1", "--kind", "comparison", "--format", "csv"});
    CLI_EXITS(csv, 0);
    QVERIFY(csv.out.startsWith("what,"));
}

QTEST_GUILESS_MAIN(CliCandidateTest)
#include "tst_cli_candidate.moc"
