// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What holds for every command: help, exit codes, one document with --json; doctor, completion.
#include "app/cli/cli_runner.h"

#include <QTest>

using namespace metainfer;
using namespace metainfer::test;

class CliBasicsTest : public QObject {
    Q_OBJECT

  private slots:
    void everyCommandShowsHelpWithAnExample_data();
    void everyCommandShowsHelpWithAnExample();
    void versionIsPrinted();
    void wrongUseExitsWithTwo_data();
    void wrongUseExitsWithTwo();
    void anErrorWithJsonIsOneDocument();
    void resultsThatCannotBeWrittenAreAnError_data();
    void resultsThatCannotBeWrittenAreAnError();
    void aReaderThatHasEnoughIsNoError();
    void completionIsLegalBash();
    void doctorFindsEverything();
    void doctorWorksWithoutTheAgent();
    void doctorWorksWithoutARuntime();
};

namespace {

const QStringList kCommands{"adapt",  "inspect",   "rewrites",   "quantize",   "equivalent",
                            "probe",  "profile",   "predict",    "measure",    "gate",
                            "report", "doctor",    "experience", "completion", "draw",
                            "device", "candidate", "sensitivity"};

/// The check with this name, or null.
Json checkNamed(const Json& document, const std::string& name) {
    for (const Json& check : document["checks"])
        if (check["name"] == name)
            return check;
    return {};
}

} // namespace

void CliBasicsTest::everyCommandShowsHelpWithAnExample_data() {
    QTest::addColumn<QStringList>("command");
    for (const QString& name : kCommands)
        QTest::newRow(qPrintable(name)) << QStringList{name};
    for (const char* name :
         {"list", "show", "validate", "diff", "similar", "history", "rollback", "convert"})
        QTest::addRow("profile %s", name) << QStringList{"profile", name};
    for (const char* name : {"list", "show", "stats", "transfer", "export", "import", "expire"})
        QTest::addRow("experience %s", name) << QStringList{"experience", name};
    for (const char* name : {"list", "show", "lock", "test"})
        QTest::addRow("device %s", name) << QStringList{"device", name};
}

void CliBasicsTest::everyCommandShowsHelpWithAnExample() {
    QFETCH(QStringList, command);
    const CliRunner cli;
    const auto help = cli.run(command + QStringList{"--help"});
    CLI_EXITS(help, 0);
    QVERIFY(help.out.contains("Example"));
    QVERIFY(help.out.contains(("metainfer " + command.join(' ')).toUtf8()));
    QVERIFY(help.err.isEmpty());
}

void CliBasicsTest::versionIsPrinted() {
    const auto version = CliRunner().run({"--version"});
    CLI_EXITS(version, 0);
    QVERIFY(version.out.startsWith("metainfer 0."));
}

void CliBasicsTest::wrongUseExitsWithTwo_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("no command") << QStringList{};
    QTest::newRow("unknown command") << QStringList{"frobnicate"};
    QTest::newRow("unknown option") << QStringList{"inspect", "x.onnx", "--frobnicate"};
    QTest::newRow("missing argument") << QStringList{"inspect"};
    QTest::newRow("log level") << QStringList{"--log-level", "loud", "doctor"};
    QTest::newRow("no model") << QStringList{"inspect", "absent.onnx"};
    QTest::newRow("not a size") << QStringList{"inspect", "dynamic-gru", "--dim", "batch=x"};
    QTest::newRow("size twice") << QStringList{"predict",       "dynamic-gru", "--hardware",
                                               "accelerator-x", "--dim",       "batch=1",
                                               "--dim",         "batch=2"};
    QTest::newRow("mapping") << QStringList{"measure", "mobilenet-v2-style", "--mapping",
                                            "threads=many"};
    QTest::newRow("no limit") << QStringList{"gate", "mobilenet-v2-style"};
    QTest::newRow("suite") << QStringList{"probe", "local", "--suite", "eternal"};
    QTest::newRow("probe of nothing")
        << QStringList{"probe", "local", "--machine-only", "--operators-only"};
    QTest::newRow("probe for ever") << QStringList{"probe", "local", "--time-limit", "soon"};
    QTest::newRow("family") << QStringList{"probe", "local", "--ops", "conv2"};
    QTest::newRow("nothing to write")
        << QStringList{"rewrites", "mobilenet-v2-style", "-o", "x.onnx"};
    QTest::newRow("report of nothing") << QStringList{"report", "absent"};
    QTest::newRow("experience id") << QStringList{"experience", "show", "ffff"};
}

void CliBasicsTest::wrongUseExitsWithTwo() {
    QFETCH(QStringList, arguments);
    const CliRunner cli;
    const auto result = cli.run(arguments);
    CLI_EXITS(result, 2);
    QVERIFY(!result.err.isEmpty());
    QVERIFY(cli.files().isEmpty());
}

void CliBasicsTest::anErrorWithJsonIsOneDocument() {
    const CliRunner cli;
    for (const QStringList& arguments :
         {QStringList{"inspect", "absent.onnx", "--json"}, QStringList{"inspect", "--json"},
          QStringList{"predict", "mobilenet-v2-style", "--hardware", "absent", "--json"}}) {
        const auto result = cli.run(arguments);
        CLI_EXITS(result, 2);
        const Json json = result.json();
        QVERIFY2(json.is_object(), result.out.constData());
        QVERIFY(!json["error"]["message"].get<std::string>().empty());
        QCOMPARE(json["exit_code"].get<int>(), 2);
    }
}

void CliBasicsTest::resultsThatCannotBeWrittenAreAnError_data() {
    QTest::addColumn<QStringList>("command");
    QTest::newRow("help") << QStringList{"--help"};
    QTest::newRow("command's help") << QStringList{"adapt", "--help"};
    QTest::newRow("version") << QStringList{"--version"};
    QTest::newRow("table") << QStringList{"profile", "list"};
    QTest::newRow("document") << QStringList{"profile", "list", "--json"};
    QTest::newRow("script") << QStringList{"completion", "bash"};
    QTest::newRow("inspect") << QStringList{"inspect", "mobilenet-v2-style"};
}

void CliBasicsTest::resultsThatCannotBeWrittenAreAnError() {
    if (!QFile::exists("/dev/full"))
        QSKIP("no /dev/full here");
    QFETCH(QStringList, command);
    const CliRunner cli;
    QStringList quoted{METAINFER_BIN_DIR "/metainfer"};
    quoted += command;
    const auto result =
        cli.run({"-c", "exec '" + quoted.join("' '") + "' > /dev/full"}, 300'000, "/bin/sh");
    CLI_EXITS(result, 1);
    CLI_SAYS(result, "cannot write the results to standard output");
}

void CliBasicsTest::aReaderThatHasEnoughIsNoError() {
    const CliRunner cli;
    // The reader has ended before the first byte is written.
    const auto result = cli.run({"-c", "exec 3> >(exec true); wait $!; exec " METAINFER_BIN_DIR
                                       "/metainfer profile list >&3"},
                                300'000, "/bin/bash");
    CLI_EXITS(result, 0);
    QVERIFY2(result.err.isEmpty(), result.err.constData());
}

void CliBasicsTest::completionIsLegalBash() {
    const CliRunner cli;
    const auto script = cli.run({"completion", "bash"});
    CLI_EXITS(script, 0);
    const QString file = cli.write("completion.bash", script.out);
    QProcess bash;
    bash.start("bash", {"-c", QString("source %1; COMP_WORDS=(metainfer prof); COMP_CWORD=1; "
                                      "_metainfer; echo \"${COMPREPLY[@]}\"; "
                                      "COMP_WORDS=(metainfer profile va); COMP_CWORD=2; "
                                      "_metainfer; echo \"${COMPREPLY[@]}\"; "
                                      "COMP_WORDS=(metainfer quantize x.onnx --sch); COMP_CWORD=3; "
                                      "_metainfer; echo \"${COMPREPLY[@]}\"")
                                  .arg(file)});
    QVERIFY(bash.waitForFinished());
    QCOMPARE(bash.readAllStandardError(), QByteArray());
    QCOMPARE(bash.readAllStandardOutput(), QByteArray("profile\nvalidate\n--scheme\n"));
    for (const char* shell : {"zsh", "fish"}) {
        const auto other = cli.run({"completion", shell});
        CLI_EXITS(other, 0);
        QVERIFY(other.out.contains("quantize"));
    }
}

void CliBasicsTest::doctorFindsEverything() {
    CliRunner cli;
    cli.set("METAINFER_CACHE_LIMIT_MB", "64");
    const auto text = cli.run({"doctor"});
    CLI_EXITS(text, 0);
    QVERIFY(text.out.contains("metainfer-agent"));
    const auto result = cli.run({"doctor", "--json"});
    CLI_EXITS(result, 0);
    const Json json = result.json();
    QVERIFY(json["usable"].get<bool>());
    QCOMPARE(checkNamed(json, "metainfer-agent")["level"].get<std::string>(), std::string("ok"));
    QCOMPARE(checkNamed(json, "runner")["level"].get<std::string>(), std::string("ok"));
    const std::string sent = checkNamed(json, "sent files")["detail"].get<std::string>();
    QVERIFY2(sent.ends_with(" of at most 64.0 MiB"), sent.c_str());
    std::size_t runtimes = 0;
    for (const Json& check : json["checks"])
        runtimes += check["area"] == "runtime" &&
                    check["detail"].get<std::string>().find("sha256") != std::string::npos;
    QVERIFY(runtimes >= 1);
    // Nobody probed in this empty home, and doctor makes nothing.
    QCOMPARE(checkNamed(json, "probe")["level"].get<std::string>(), std::string("warn"));
    QVERIFY(cli.files().isEmpty());
    QVERIFY(QDir(cli.home()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
}

void CliBasicsTest::doctorWorksWithoutTheAgent() {
    CliRunner cli;
    cli.set("METAINFER_AGENT", "/nonexistent/agent");
    const auto result = cli.run({"doctor", "--json"});
    CLI_EXITS(result, 1);
    const Json json = result.json();
    QVERIFY(!json["usable"].get<bool>());
    const Json agent = checkNamed(json, "metainfer-agent");
    QCOMPARE(agent["level"].get<std::string>(), std::string("missing"));
    QVERIFY(agent["detail"].get<std::string>().find("/nonexistent/agent") != std::string::npos);
}

void CliBasicsTest::doctorWorksWithoutARuntime() {
    CliRunner cli;
    QDir().mkpath(cli.path("empty"));
    cli.set("METAINFER_CACHE", cli.path("empty"));
    cli.set("METAINFER_ONNXRUNTIME", cli.path("empty") + "/libonnxruntime.so");
    const auto result = cli.run({"doctor"});
    CLI_EXITS(result, 1);
    QVERIFY(result.out.contains("MISSING"));
    CLI_SAYS(result, "METAINFER_ONNXRUNTIME");
    // The machine fails here, the input is right.
    const auto measured = cli.run({"measure", "mobilenet-v2-style", "--dim", "batch=1"});
    CLI_EXITS(measured, 1);
    CLI_SAYS(measured, "no ONNX Runtime library was found");
    CLI_SAYS(measured, "packaging/fetch-onnxruntime");
    // No profile that says of every operator that it is unsupported.
    const auto probed = cli.run({"probe", "local", "-o", "mine.yaml", "--ops", "add"});
    CLI_EXITS(probed, 1);
    CLI_SAYS(probed, "no operator can be probed");
    QVERIFY(!QFile::exists(cli.path("mine.yaml")));
}

QTEST_GUILESS_MAIN(CliBasicsTest)
#include "tst_cli_basics.moc"
