// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The fault drill of the main job: each fault gives its message and exit code and leaves nothing.
#include "app/cli/cli_processes.h"

#include "support/agent_models.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <limits>

#include <unistd.h>

using namespace metainfer;
using namespace metainfer::test;

namespace {

using Texts = QList<QByteArray>;

QByteArray bytes(const std::string& text) {
    return QByteArray::fromStdString(text);
}

/// y = x * w + 1 with these weights.
GraphWriter affineWith(const std::vector<float>& weights) {
    return GraphWriter()
        .input({"x", ElementType::Float, {-1, 2}})
        .output({"y", ElementType::Float, {-1, 2}})
        .initializer("w", floats({2, 2}, weights))
        .node("MatMul", {"x", "w"}, {"y"});
}

GraphWriter withOperator(const std::string& opType, const std::string& domain) {
    return GraphWriter()
        .input({"x", ElementType::Float, {1, 2}})
        .output({"y", ElementType::Float, {1, 2}})
        .node(opType, {"x"}, {"y"}, {}, domain);
}

/// Sums a tensor of `elements` that it makes itself.
GraphWriter hungryModel(std::int64_t elements) {
    return GraphWriter()
        .input({"x", ElementType::Float, {1}})
        .output({"y", ElementType::Float, {}})
        .initializer("shape", int64s({1}, {elements}))
        .node("Expand", {"x", "shape"}, {"big"})
        .node("ReduceSum", {"big"}, {"y"}, {attribute("keepdims", std::int64_t{0})});
}

/// A model whose weights lie in a file that is not there.
QByteArray externalModel() {
    WireMessage location, tensor, graph;
    location.text(1, "location").text(2, "weights.bin");
    tensor.number(1, 2).number(1, 2).number(2, 1).text(8, "w").message(13, location).number(14, 1);
    graph = GraphWriter()
                .input({"x", ElementType::Float, {1, 2}})
                .output({"y", ElementType::Float, {1, 2}})
                .node("MatMul", {"x", "w"}, {"y"})
                .message();
    graph.message(5, tensor).text(2, "graph");
    WireMessage opset, model;
    opset.text(1, "").number(2, 13);
    model.number(1, 8).message(7, graph).message(8, opset);
    return bytes(model.bytes());
}

/// A .npy file of float32 values.
QByteArray npy(const std::vector<std::int64_t>& dims, const std::vector<float>& values) {
    QByteArray shape;
    for (const std::int64_t dim : dims)
        shape += QByteArray::number(static_cast<qlonglong>(dim)) + ", ";
    QByteArray header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + shape + "), }";
    header = header.leftJustified((10 + header.size() + 64) / 64 * 64 - 11, ' ') + '\n';
    QByteArray file("\x93NUMPY\x01\x00", 8);
    file += static_cast<char>(header.size() & 0xff);
    file += static_cast<char>(header.size() >> 8);
    return file + header +
           QByteArray(reinterpret_cast<const char*>(values.data()),
                      static_cast<qsizetype>(values.size() * sizeof(float)));
}

} // namespace

class CliFaultsTest : public QObject {
    Q_OBJECT

    /// Runs `adapt` and checks the exit code, every text in stderr, and that nothing is left.
    void expectFault(const WatchedRunner& cli, const QByteArray& deployment, int exitCode,
                     const Texts& texts, const QString& out = "session") {
        cli.write("job.yaml", deployment);
        const QStringList before = cli.files();
        const auto result = cli.run({"adapt", "job.yaml", "--out", out});
        CLI_EXITS(result, exitCode);
        for (const QByteArray& text : texts)
            CLI_SAYS(result, text.constData());
        QVERIFY(result.out.isEmpty());
        QVERIFY(!result.err.contains("defect of the program"));
        QCOMPARE(cli.files(), before);
        QVERIFY(!QFile::exists(cli.path("session")));
        QVERIFY(cli.allGone());
        QCOMPARE(cli.leftInTemp(), QStringList());
    }

  private slots:
    void modelFaults_data();
    void modelFaults();
    void nanInPartIsSaidAndDoesNotWin();
    void dataFaults_data();
    void dataFaults();
    void yamlFaults_data();
    void yamlFaults();
    void unwritableOutputs_data();
    void unwritableOutputs();
    void readOnlyFolder();
    void fileSizeLimit();
    void fullDisk();
    void killedAgentEndsOrGoesOn();
    void agentKilledUnderTheOriginalIsReplacedOnce_data();
    void agentKilledUnderTheOriginalIsReplacedOnce();
};

void CliFaultsTest::modelFaults_data() {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<QByteArray>("more");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<Texts>("texts");
    const QByteArray sound = bytes(affineModel().model());
    QTest::newRow("truncated") << sound.left(sound.size() / 2) << QByteArray() << 2
                               << Texts{"m.onnx", "damaged at byte", "export it again"};
    QTest::newRow("no model") << QByteArray("just some text\n").repeated(20) << QByteArray() << 2
                              << Texts{"m.onnx", "not an ONNX model"};
    QTest::newRow("empty") << QByteArray() << QByteArray() << 2 << Texts{"m.onnx", "it is empty"};
    QTest::newRow("opset of the future")
        << bytes(affineModel().model(99)) << QByteArray() << 2
        << Texts{"m.onnx", "opset 99", "reads up to opset", "newer ONNX Runtime"};
    QTest::newRow("IR version of the future")
        << bytes(affineModel().model(13, 99)) << QByteArray() << 2
        << Texts{"m.onnx", "IR version 99", "reads up to"};
    QTest::newRow("missing external data")
        << externalModel() << QByteArray() << 2
        << Texts{"m.onnx", "tensor 'w'", "weights.bin", "Copy the file beside the model"};
    QTest::newRow("operator of an unknown domain")
        << bytes(withOperator("Frobnicate", "com.acme").model()) << QByteArray() << 2
        << Texts{"m.onnx", "Frobnicate", "com.acme", "Frobnicate_0", "Replace the operator"};
    // Like a model of a later opset, it is input that this runtime cannot take: 2, not 1.
    QTest::newRow("unknown operator")
        << bytes(withOperator("Frobnicate", "").model()) << QByteArray() << 2
        << Texts{"m.onnx", "Frobnicate", "domain_version of 13", "Frobnicate_0"};
    QTest::newRow("opset 0") << bytes(affineModel().model(0)) << QByteArray() << 2
                             << Texts{"m.onnx", "declares opset 0", "count from 1"};
    QTest::newRow("opset below 0") << bytes(affineModel().model(-1)) << QByteArray() << 2
                                   << Texts{"m.onnx", "declares opset -1", "count from 1"};
    QTest::newRow("NaN weights") << bytes(affineWith({nan, nan, nan, nan}).model()) << QByteArray()
                                 << 2 << Texts{"m.onnx", "NaN", "y (2 of 2", "weights w"};
    QTest::newRow("hanging") << bytes(loopModel(std::int64_t{1} << 40).model())
                             << QByteArray("  search: {time_limit: 5s}\n") << 1
                             << Texts{"m.onnx", "did not end within 5 s", "loop"};
    QTest::newRow("out of memory")
        << bytes(hungryModel(std::int64_t{1} << 44).model()) << QByteArray() << 1
        << Texts{"m.onnx", "needs more memory than there is", "smaller"};
}

void CliFaultsTest::modelFaults() {
    QFETCH(QByteArray, model);
    QFETCH(QByteArray, more);
    QFETCH(int, exitCode);
    QFETCH(Texts, texts);
    const WatchedRunner cli;
    cli.write("m.onnx", model);
    expectFault(cli, deploymentOf("m.onnx", "device: local", more), exitCode, texts);
}

void CliFaultsTest::nanInPartIsSaidAndDoesNotWin() {
    const WatchedRunner cli;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    cli.write("m.onnx", bytes(affineWith({1, 2, nan, 4}).model()));
    cli.write("job.yaml", deploymentOf("m.onnx", "hardware: accelerator-x-edge", smallSearch()));
    const auto result = cli.run({"adapt", "job.yaml", "--out", "session"});
    CLI_EXITS(result, 0);
    CLI_SAYS(result, "y (1 of 2 values)");
    CLI_SAYS(result, "weights w");
    QVERIFY(cli.allGone());
    QCOMPARE(cli.leftInTemp(), QStringList());
}

void CliFaultsTest::dataFaults_data() {
    QTest::addColumn<QByteArray>("accuracy");
    QTest::addColumn<Texts>("texts");
    QTest::newRow("empty calibration folder")
        << QByteArray("{calibration: empty}") << Texts{"/empty", "no samples", ".npz"};
    QTest::newRow("missing calibration data")
        << QByteArray("{calibration: nowhere.npz}") << Texts{"nowhere.npz", "no such file"};
    QTest::newRow("damaged calibration data")
        << QByteArray("{calibration: damaged.npz}") << Texts{"damaged.npz", "not a .npz"};
    QTest::newRow("calibration data without a number")
        << QByteArray("{calibration: nan.npy}")
        << Texts{"nan.npy", "all 4 values for the input \"x\" are NaN"};
    QTest::newRow("calibration data that are no data")
        << QByteArray("{calibration: m.onnx}") << Texts{"m.onnx", "not a data set", ".npz"};
    QTest::newRow("calibration data of another shape")
        << QByteArray("{calibration: wide.npy}") << Texts{"wide.npy", "[4,3]"};
    QTest::newRow("top1 without validation data")
        << QByteArray("{metric: top1}") << Texts{"job.yaml:5", "top1", "validation"};
    QTest::newRow("missing validation data")
        << QByteArray("{metric: top1, validation: nowhere.npz}") << Texts{"nowhere.npz"};
    QTest::newRow("validation data without labels")
        << QByteArray("{metric: top1, validation: x.npy}")
        << Texts{"x.npy", "\"labels\"", "one class number per sample"};
    QTest::newRow("missing labels")
        << QByteArray("{metric: top1, validation: x.npy, labels: nowhere.npy}")
        << Texts{"nowhere.npy", "no such file"};
    QTest::newRow("too few labels")
        << QByteArray("{metric: top1, validation: x.npy, labels: three.npy}")
        << Texts{"x.npy", "labels", "3"};
    QTest::newRow("metric command that is not there")
        << QByteArray("{metric: command, command: no-such-metric --fast}")
        << Texts{"no-such-metric", "is not there", "job.yaml"};
    QTest::newRow("metric command that is no program")
        << QByteArray("{metric: command, command: ./x.npy}")
        << Texts{"./x.npy", "is not executable", "chmod +x"};
}

void CliFaultsTest::dataFaults() {
    QFETCH(QByteArray, accuracy);
    QFETCH(Texts, texts);
    const WatchedRunner cli;
    cli.write("m.onnx", bytes(affineModel().model()));
    cli.write("x.npy", npy({4, 2}, {1, 2, 3, 4, 5, 6, 7, 8}));
    cli.write("wide.npy", npy({4, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
    cli.write("three.npy", npy({3}, {0, 1, 0}));
    cli.write("damaged.npz", "PK but no archive");
    const float nan = std::numeric_limits<float>::quiet_NaN();
    cli.write("nan.npy", npy({2, 2}, {nan, nan, nan, nan}));
    QVERIFY(QDir().mkpath(cli.path("empty")));
    expectFault(cli, deploymentOf("m.onnx", "device: local", "  accuracy: " + accuracy + "\n"), 2,
                texts);
}

void CliFaultsTest::yamlFaults_data() {
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<Texts>("texts");
    const QByteArray sound = deploymentOf("m.onnx", "device: local");
    QTest::newRow("tab") << QByteArray("deployment:\n\tmodel: m.onnx\n")
                         << Texts{"job.yaml:2", "not valid YAML", "no tabs"};
    QTest::newRow("open bracket") << QByteArray("deployment: {model: m.onnx\n")
                                  << Texts{"job.yaml:", "not valid YAML", "brackets"};
    QTest::newRow("empty") << QByteArray() << Texts{"job.yaml:1", "Start with `deployment:`"};
    QTest::newRow("list") << QByteArray("- a\n- b\n") << Texts{"job.yaml:1", "must be a mapping"};
    QTest::newRow("no model")
        << QByteArray("deployment:\n  device: local\n  optimization_objective: {primary: energy}\n")
        << Texts{"job.yaml:1", "lacks the key 'model'"};
    QTest::newRow("no target") << QByteArray("deployment:\n  model: m.onnx\n"
                                             "  optimization_objective: {primary: energy}\n")
                               << Texts{"job.yaml:", "neither `hardware` nor `device`",
                                        "device: local"};
    QTest::newRow("two targets") << deploymentOf("m.onnx", "device: local",
                                                 "  hardware: accelerator-x\n")
                                 << Texts{"job.yaml:3", "stands beside `hardware`"};
    QTest::newRow("key twice") << deploymentOf("m.onnx", "device: local", "  device: local\n")
                               << Texts{"job.yaml:5", "stands twice", "line 3"};
    QTest::newRow("unknown objective")
        << QByteArray("deployment:\n  model: m.onnx\n  device: local\n"
                      "  optimization_objective: {primary: p55_latency}\n")
        << Texts{"job.yaml:4", "'p55_latency'", "must be one of", "Did you mean p50_latency"};
    QTest::newRow("objective that nothing measures")
        << QByteArray("deployment:\n  model: m.onnx\n  device: local\n"
                      "  optimization_objective: {primary: energy}\n")
        << Texts{"job.yaml", "nothing measures energy", "p95_latency"};
    QTest::newRow("misspelt objective")
        << QByteArray("deployment:\n  model: m.onnx\n  device: local\n"
                      "  optimization_objectiv: {primary: p95_latency}\n")
        << Texts{"job.yaml:1", "'optimization_objectiv'", "Did you mean optimization_objective?"};
    QTest::newRow("unknown transform")
        << sound + "  search: {stage_graph: {transforms: [fold_bm]}}\n"
        << Texts{"job.yaml:5", "'fold_bm'", "fold_bn"};
    QTest::newRow("unknown accuracy metric") << sound + "  accuracy: {metric: top5}\n"
                                             << Texts{"job.yaml:5", "'top5'", "top1", "map50"};
    QTest::newRow("numbers out of range")
        << sound + "  constraints: {max_accuracy_drop: 7, max_memory_mb: -3, max_batch_size: 0}\n"
        << Texts{"job.yaml:5", "at least 0 and at most 1", "above 0", "at least 1"};
    QTest::newRow("text for a number") << sound + "  constraints: {max_memory_mb: lots}\n"
                                       << Texts{"job.yaml:5", "'lots'", "must be a number"};
    QTest::newRow("unit in a time") << sound + "  search: {time_limit: 10 parsecs}\n"
                                    << Texts{"job.yaml:5", "'10 parsecs'", "30m"};
    QTest::newRow("later schema") << "schema: deployment/9\n" + sound
                                  << Texts{"job.yaml:1", "deployment/9", "up to deployment/1"};
    QTest::newRow("another schema")
        << "schema: hardware/1\n" + sound << Texts{"job.yaml:1", "no deployment"};
    QTest::newRow("mapping for a text")
        << QByteArray("deployment:\n  model: {a: b}\n  device: local\n"
                      "  optimization_objective: {primary: energy}\n")
        << Texts{"job.yaml:2", "must be a text"};
    QTest::newRow("deeply nested")
        << QByteArray(20'000, '[') << Texts{"job.yaml:", "not valid YAML"};
    QTest::newRow("unknown hardware")
        << deploymentOf("m.onnx", "hardware: accelerator-x-egde")
        << Texts{"job.yaml", "accelerator-x-egde", "Did you mean", "accelerator-x-edge"};
    QTest::newRow("unknown device")
        << deploymentOf("m.onnx", "device: lokal")
        << Texts{"job.yaml", "unknown device 'lokal'", "Did you mean local?", "hardware:"};
    QTest::newRow("unknown sample model")
        << deploymentOf("mobilenet-v2-stile", "device: local")
        << Texts{"job.yaml", "mobilenet-v2-stile", "Did you mean mobilenet-v2-style"};
    QTest::newRow("missing model file") << deploymentOf("nowhere.onnx", "device: local")
                                        << Texts{"job.yaml", "nowhere.onnx", "relative"};
}

void CliFaultsTest::yamlFaults() {
    QFETCH(QByteArray, yaml);
    QFETCH(Texts, texts);
    const WatchedRunner cli;
    cli.write("m.onnx", bytes(affineModel().model()));
    expectFault(cli, yaml, 2, texts);
}

void CliFaultsTest::unwritableOutputs_data() {
    QTest::addColumn<QString>("out");
    QTest::addColumn<Texts>("texts");
    QTest::newRow("below a file") << "m.onnx/session" << Texts{"m.onnx/session", "Not a directory"};
    QTest::newRow("a device") << "/dev/full" << Texts{"/dev/full", "Not a directory"};
    QTest::newRow("a file system that takes nothing")
        << "/proc/session" << Texts{"/proc/session", "cannot create folder"};
    QTest::newRow("somebody's folder") << "full" << Texts{"full is not empty", "it holds theirs"};
}

void CliFaultsTest::unwritableOutputs() {
    QFETCH(QString, out);
    QFETCH(Texts, texts);
    const WatchedRunner cli;
    cli.write("m.onnx", bytes(affineModel().model()));
    QVERIFY(QDir().mkpath(cli.path("full")));
    cli.write("full/theirs", "precious");
    expectFault(cli, deploymentOf("m.onnx", "device: local"), 2, texts, out);
    QCOMPARE(CliRunner::read(cli.path("full/theirs")), QByteArray("precious"));
}

void CliFaultsTest::readOnlyFolder() {
    if (geteuid() == 0)
        QSKIP("permissions do not stop the superuser");
    const WatchedRunner cli;
    cli.write("m.onnx", bytes(affineModel().model()));
    QVERIFY(QDir().mkpath(cli.path("locked")));
    QVERIFY(QFile::setPermissions(cli.path("locked"), QFile::ReadOwner | QFile::ExeOwner));
    expectFault(cli, deploymentOf("m.onnx", "device: local"), 1,
                {"locked/session", "Permission denied", "choose another folder"}, "locked/session");
}

void CliFaultsTest::fileSizeLimit() {
    const WatchedRunner cli;
    cli.write("m.onnx", bytes(affineModel().model()));
    cli.write("job.yaml", deploymentOf("m.onnx", "hardware: accelerator-x-edge", smallSearch()));
    // The write that crosses the limit fails as on a full disk.
    const QString limited = "trap '' XFSZ; ulimit -f 16; exec " METAINFER_BIN_DIR
                            "/metainfer adapt job.yaml --out session --no-experience";
    const auto result = cli.run({"-c", limited}, 300'000, "/bin/sh");
    CLI_EXITS(result, 1);
    CLI_SAYS(result, "cannot write");
    CLI_SAYS(result, "File too large");
    CLI_SAYS(result, "ulimit -f");
    CLI_SAYS(result, "--resume");
    QVERIFY(!QFile::exists(cli.path("session/work")));
    for (const QString& file : cli.files())
        QVERIFY2(!file.contains(QRegularExpression("/\\.(?!lock$)")), qPrintable(file));
    QVERIFY(cli.allGone());
    QCOMPARE(cli.leftInTemp(), QStringList());
    const auto resumed = cli.run({"adapt", "job.yaml", "--out", "session", "--resume"});
    CLI_EXITS(resumed, 0);
    QVERIFY(QFile::exists(cli.path("session/report.html")));
}

void CliFaultsTest::fullDisk() {
    const WatchedRunner cli;
    cli.write("m.onnx", bytes(affineModel().model()));
    cli.write("job.yaml", deploymentOf("m.onnx", "hardware: accelerator-x-edge", smallSearch()));
    QVERIFY(QDir().mkpath(cli.path("disk")));
    // A small file system of its own, gone with the process.
    const QString onSmallDisk =
        "command -v unshare >/dev/null || exit 77; exec unshare -Urm sh -c '"
        "mount -t tmpfs -o size=40k small disk || exit 77; "
        "exec " METAINFER_BIN_DIR "/metainfer adapt job.yaml --out disk/session --no-experience'";
    const auto result = cli.run({"-c", onSmallDisk}, 300'000, "/bin/sh");
    if (result.exitCode == 77 || result.err.contains("unshare"))
        QSKIP("this machine lets no user mount a file system");
    CLI_EXITS(result, 1);
    CLI_SAYS(result, "cannot write disk/session/");
    CLI_SAYS(result, "No space left on device");
    CLI_SAYS(result, "Free some space");
    CLI_SAYS(result, "--resume");
    QVERIFY(cli.allGone());
    QCOMPARE(cli.leftInTemp(), QStringList());
}

void CliFaultsTest::killedAgentEndsOrGoesOn() {
    const WatchedRunner cli;
    // Each inference takes long enough for the agent to be at work when it is killed.
    cli.write("m.onnx", bytes(loopModel(2'000).model()));
    cli.write("job.yaml", deploymentOf("m.onnx", "device: local",
                                       "  search: {stage_graph: {rounds: 1, budget: 1}, "
                                       "stage_kernel: {trials_per_op: 1}, time_limit: 30s}\n"));
    QProcess process;
    cli.start(process, {"adapt", "job.yaml", "--out", "session"});
    QVERIFY(
        untilTrue(process, [&] { return linesIn(cli.path("session/measurements.jsonl")) > 0; }));
    const QList<int> agents = cli.processes("metainfer-agent");
    QVERIFY(!agents.isEmpty());
    for (const int agent : agents)
        ::kill(agent, SIGKILL);
    // Either a new agent takes over, or the device is lost and the session can go on later.
    QVERIFY(process.state() == QProcess::NotRunning || process.waitForFinished(240'000));
    const bool isLost = process.exitCode() != 0;
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    const QByteArray errors = process.readAllStandardError();
    if (isLost) {
        QCOMPARE(process.exitCode(), 1);
        QVERIFY2(errors.contains("agent ended") && errors.contains("SIGKILL"), errors.constData());
        QVERIFY2(errors.contains("--resume"), errors.constData());
        QVERIFY(CliRunner::read(cli.path("session/session.json")).contains("\"failed\""));
    } else {
        QVERIFY(QFile::exists(cli.path("session/report.html")));
    }
    QVERIFY(!QFile::exists(cli.path("session/work")));
    QVERIFY(cli.allGone());
}

void CliFaultsTest::agentKilledUnderTheOriginalIsReplacedOnce_data() {
    QTest::addColumn<int>("kills");
    QTest::newRow("once") << 1;
    QTest::newRow("twice") << 2;
}

void CliFaultsTest::agentKilledUnderTheOriginalIsReplacedOnce() {
    QFETCH(int, kills);
    const WatchedRunner cli;
    // One inference takes long enough for the measurement to be met, also twice.
    cli.write("m.onnx", bytes(hungryModel(std::int64_t{1} << (24 + kills)).model()));
    cli.write("job.yaml", deploymentOf("m.onnx", "device: local",
                                       "  search: {stage_graph: {rounds: 1, budget: 1}, "
                                       "stage_kernel: {trials_per_op: 1}, time_limit: 15s}\n"));
    QProcess process;
    cli.start(process, {"adapt", "job.yaml", "--out", "session", "--no-experience"});
    QList<int> killed;
    for (int i = 0; i < kills; ++i) {
        // The lock names the original, and the agent's runner works for it.
        const bool atWork = untilTrue(process, [&] {
            const QList<int> agents = cli.processes("metainfer-agent");
            return CliRunner::read(cli.lockFile()).contains("measure original") &&
                   !agents.isEmpty() && !killed.contains(agents.first()) &&
                   ticksOf(cli.processes("metainfer-runner")) > 20;
        });
        if (!atWork)
            QFAIL(process.readAllStandardError().constData());
        killed << cli.processes("metainfer-agent").first();
        ::kill(killed.last(), SIGKILL);
    }
    QVERIFY(process.waitForFinished(240'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    const QByteArray errors = process.readAllStandardError();
    QVERIFY2(errors.contains("trying once more with a new agent"), errors.constData());
    if (kills == 1) {
        QVERIFY2(process.exitCode() == 0, errors.constData());
        QVERIFY(QFile::exists(cli.path("session/report.html")));
    } else {
        QCOMPARE(process.exitCode(), 1);
        QVERIFY2(errors.contains("agent ended") && errors.contains("SIGKILL"), errors.constData());
        QVERIFY2(errors.contains("--resume"), errors.constData());
    }
    QVERIFY(cli.allGone());
    QCOMPARE(cli.leftInTemp(), QStringList());
}

QTEST_GUILESS_MAIN(CliFaultsTest)
#include "tst_cli_faults.moc"
