// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A 64-bit Arm board over SSH from being added to being removed, with the program as a user has it:
// a model is adapted there, and computes there what it computes here. Times are never judged, since
// the board is emulated.
#include "ssh/arm_ssh_board.h"

#include "app/cli/cli_runner.h"
#include "execution/agent_executor.h"
#include "hardware/environment.h"
#include "measurement/elf_file.h"
#include "measurement/local_device.h"
#include "measurement/ssh/ssh_endpoint.h"
#include "session/session_folder.h"
#include "support/small_network.h"

#include <QTest>

using namespace metainfer;
using namespace metainfer::test;

namespace {

/// Between the outputs of two architectures, relative to the largest output: float sums are taken
/// in another order, no more.
constexpr double kFloatTolerance = 1e-5;
/// With 8-bit operands a value that lies between two steps may be rounded to the other one.
constexpr double kInt8Tolerance = 2.0 / 255;

/// A NumPy file of floats.
QByteArray npyOf(const std::vector<std::int64_t>& dims, const std::vector<float>& values) {
    QByteArray shape;
    for (const std::int64_t dim : dims)
        shape += QByteArray::number(static_cast<qlonglong>(dim)) + ", ";
    QByteArray header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + shape + "), }";
    header = header.leftJustified((10 + header.size() + 64) / 64 * 64 - 11, ' ') + "\n";
    const char size[] = {static_cast<char>(header.size() & 0xff),
                         static_cast<char>(header.size() >> 8)};
    return QByteArray("\x93NUMPY\x01\x00", 8) + QByteArray(size, 2) + header +
           QByteArray(reinterpret_cast<const char*>(values.data()),
                      static_cast<int>(values.size() * sizeof(float)));
}

} // namespace

class ArmSshBoardTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void onlyItsOwnProgramsAreThere();
    void isTested();
    void showsWhatItIs();
    void isProbed();
    void adaptsThere();
    void int8ComputesTheSame();
    void isRemoved();

  private:
    void addBoard();
    Result<std::shared_ptr<AgentClient>> connectToBoard() {
        SshTarget target = m_board->target();
        target.identityFiles = {m_key.string()};
        MI_ASSIGN(AgentEndpoint endpoint, sshEndpoint(target, {}));
        return AgentClient::start(std::move(endpoint));
    }
    void compareWithThisMachine(const QString& model);

    std::unique_ptr<SshLab> m_lab;
    std::unique_ptr<CliRunner> m_cli;
    SshLab::Device* m_board = nullptr;
    fs::path m_key;
    std::unique_ptr<AgentExecutor> m_there; ///< once it was needed
};

void ArmSshBoardTest::initTestCase() {
    if (const std::string why = whyNoArmSshBoard(); !why.empty())
        QSKIP(why.c_str());
    // The runtimes that were downloaded lie in the real home.
    if (!qEnvironmentVariableIsSet("METAINFER_CACHE"))
        qputenv("METAINFER_CACHE", (QDir::homePath() + "/.cache/metainfer").toUtf8());
    qputenv("METAINFER_AGENT", (binDir() / "metainfer-agent").c_str());
    m_lab = std::make_unique<SshLab>();
    m_key = m_lab->makeKey("board_key", "");
    SshLab::Settings settings;
    settings.authorized = SshLab::publicHalf(m_key);
    settings.password = false;
    m_board = &addArmBoard(*m_lab, settings);
    // Its key is known already, so that nobody is asked.
    const auto hostKey = readTextFile(m_board->folder / "host_key.pub");
    QVERIFY(hostKey);
    writeFile(m_lab->knownHosts(), m_board->address + " " + *hostKey);
    m_cli = std::make_unique<CliRunner>();
    smallNetwork().save(m_cli->path("small.onnx").toStdString());
    addBoard();
}

void ArmSshBoardTest::addBoard() {
    const auto added =
        m_cli->run({"device", "add", QString::fromStdString(m_board->target().text()), "--name",
                    "board", "--identity", m_key.c_str(), "--json"});
    CLI_EXITS(added, 0);
    const Json check = added.json();
    QVERIFY(check["added"].get<bool>());
    QCOMPARE(check["facts"]["environment"]["architecture"].get<std::string>(),
             std::string("aarch64"));
    QVERIFY(check["sample_us"].get<double>() > 0);
}

void ArmSshBoardTest::onlyItsOwnProgramsAreThere() {
    int programs = 0;
    for (const auto& entry : fs::directory_iterator(m_board->home / ".cache/metainfer/files")) {
        const auto facts = readElf(entry.path());
        QVERIFY2(facts, entry.path().c_str());
        QCOMPARE(facts->architecture, std::string("aarch64"));
        ++programs;
    }
    QCOMPARE(programs, 4); // the agent, two runners, ONNX Runtime
}

void ArmSshBoardTest::isTested() {
    const auto tested = m_cli->run({"device", "test", "board"});
    CLI_EXITS(tested, 0);
    CLI_SAYS(tested, "aarch64");
    CLI_SAYS(tested, "board answers");
}

void ArmSshBoardTest::showsWhatItIs() {
    const auto shown = m_cli->run({"device", "show", "board", "--json"});
    CLI_EXITS(shown, 0);
    const Json device = shown.json();
    QCOMPARE(device["kind"].get<std::string>(), std::string("ssh"));
    const auto environment = hardware::Environment::fromJson(device["environment"]);
    QVERIFY(environment);
    QCOMPARE(environment->device, std::string("board"));
    QCOMPARE(environment->architecture, std::string("aarch64"));
    QCOMPARE(environment->cpu, std::string("Arm Neoverse-N1"));
    QCOMPARE(environment->cpuId, std::string("0x41/8/0xd0c/1"));
    QCOMPARE(environment->features, std::string("asimd asimdhp"));
    QVERIFY2(environment->runtime.starts_with("onnxruntime@"), environment->runtime.c_str());
    QVERIFY2(environment->libc.starts_with("glibc 2."), environment->libc.c_str());
}

void ArmSshBoardTest::isProbed() {
    const auto probed =
        m_cli->run({"probe", "board", "--suite", "reduced", "--ops", "matmul", "--dtypes", "fp32",
                    "--shape", "MatMul 32x64", "--operators-only", "--json"});
    CLI_EXITS(probed, 0);
    QCOMPARE(probed.json()["result"]["rows"].size(), std::size_t{1});
    // From then on it has a profile, and the list says so.
    const auto list = m_cli->run({"device", "list", "--json"});
    CLI_EXITS(list, 0);
    const Json devices = list.json()["devices"];
    const auto board = std::find_if(devices.begin(), devices.end(), [](const Json& device) {
        return device["name"].get<std::string>() == "board";
    });
    QVERIFY(board != devices.end());
    QVERIFY((*board)["probed"].get<bool>());
    QCOMPARE((*board)["numbers"].get<std::string>(), std::string("measured"));
    const auto profile = m_cli->run({"profile", "show", "board"});
    CLI_EXITS(profile, 0);
    CLI_SAYS(profile, "Arm Neoverse-N1");
    CLI_SAYS(profile, "ops.matrix.matmul.fp32");
}

void ArmSshBoardTest::adaptsThere() {
    // The size of the model is the same at every speed, so that there is something to adapt.
    m_cli->write("deployment.yaml",
                 "deployment:\n"
                 "  model: small.onnx\n"
                 "  device: board\n"
                 "  optimization_objective: {primary: model_size}\n"
                 "  constraints: {max_threads: 1}\n"
                 "  search:\n"
                 "    seed: 7\n"
                 "    time_limit: 15s\n"
                 "    stage_graph: {rounds: 1, candidates_per_round: 2, budget: 2}\n"
                 "    stage_kernel: {trials_per_op: 1}\n");
    const auto adapted =
        m_cli->run({"adapt", "deployment.yaml", "--out", "session", "--json"}, 570'000);
    CLI_EXITS(adapted, 0);
    const Json decision = adapted.json();
    QVERIFY2(decision["answer"].get<std::string>() == "adapt",
             decision["reason"].get<std::string>().c_str());
    for (const char* file : {"decision.json", "validation.json", "adapted.onnx", "report.html"})
        QVERIFY2(QFile::exists(m_cli->path("session/") + file), file);
    QVERIFY(CliRunner::read(m_cli->path("session/adapted.onnx")).size() <
            CliRunner::read(m_cli->path("small.onnx")).size());
    const auto session = session::readSession(m_cli->path("session").toStdString());
    QVERIFY2(session, session ? "" : session.error().text().c_str());
    QCOMPARE(jsonValue(session->info.environment, "architecture", std::string()),
             std::string("aarch64"));
    // Whatever won was compared there with the original, output by output.
    const std::string chosen = decision["chosen"].get<std::string>();
    const auto check = std::find_if(session->measurements.begin(), session->measurements.end(),
                                    [&chosen](const session::MeasurementLine& line) {
                                        return line.kind == "accuracy" && line.candidate == chosen;
                                    });
    QVERIFY(check != session->measurements.end());
    QVERIFY2(check->data.value("passed", false), check->data.dump().c_str());
    QVERIFY2(check->data["equivalence"].value("equivalent", false), check->data.dump().c_str());
    compareWithThisMachine("small.onnx");
    compareWithThisMachine("session/adapted.onnx");
}

void ArmSshBoardTest::int8ComputesTheSame() {
    std::vector<float> samples;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const auto one = randomFloats(1728, seed);
        samples.insert(samples.end(), one.begin(), one.end());
    }
    m_cli->write("samples.npy", npyOf({8, 3, 24, 24}, samples));
    // Weights of 7 bits: sums of 8 by 8 bits saturate on processors like this one, not on Arm.
    CLI_EXITS(m_cli->run({"quantize", "small.onnx", "--calibration", "samples.npy",
                          "--reduce-range", "-o", "int8.onnx"}),
              0);
    compareWithThisMachine("int8.onnx");
}

void ArmSshBoardTest::compareWithThisMachine(const QString& model) {
    const fs::path file = m_cli->path(model).toStdString();
    const bool isInt8 = CliRunner::read(m_cli->path(model)).contains("QuantizeLinear");
    const double tolerance = isInt8 ? kInt8Tolerance : kFloatTolerance;
    if (!m_there) {
        auto client = connectToBoard();
        QVERIFY2(client, client ? "" : client.error().text().c_str());
        m_there = std::make_unique<AgentExecutor>(std::move(*client));
    }
    const auto here = makeLocalExecutor();
    QVERIFY2(here, here ? "" : here.error().text().c_str());
    double largest = 0;
    for (std::uint64_t seed = 20; seed < 24; ++seed) {
        const auto feed = smallNetworkFeed(seed);
        const auto far = m_there->run(file, {}, feed, {}, {}, {});
        QVERIFY2(far, far ? "" : far.error().text().c_str());
        const auto near = (*here)->run(file, {}, feed, {}, {}, {});
        QVERIFY2(near, near ? "" : near.error().text().c_str());
        const double apart = distance(*near, *far);
        QVERIFY2(apart <= tolerance, qPrintable(QString("%1: %2").arg(model).arg(apart)));
        largest = std::max(largest, apart);
    }
    qInfo("%s: %.2g apart, allowed are %.2g", qPrintable(model), largest, tolerance);
}

void ArmSshBoardTest::isRemoved() {
    m_there.reset();
    QVERIFY(eventually([&] { return SshLab::programs(*m_board).empty(); }));
    CLI_EXITS(m_cli->run({"device", "remove", "board"}), 0);
    QVERIFY2(fs::is_empty(m_board->home), "files are left on the board");
    QVERIFY(eventually([&] { return SshLab::programs(*m_board).empty(); }));
}

QTEST_GUILESS_MAIN(ArmSshBoardTest)
#include "tst_arm_ssh_board.moc"
