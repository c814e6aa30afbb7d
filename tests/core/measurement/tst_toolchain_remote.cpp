// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A toolchain whose commands run on another machine, behind an agent that shares no paths with this
// process: files go there and come back, conversions are kept there, nothing else stays.
#include "base/file.h"
#include "ir/onnx_io.h"
#include "measurement/agent_device.h"
#include "measurement/check_model.h"
#include "measurement/probe/operator_case.h"
#include "measurement/toolchain/agent_command_runner.h"
#include "measurement/toolchain/toolchain_device.h"
#include "support/agent_sessions.h"

#include <QtTest>

#include <csignal>
#include <filesystem>
#include <fstream>

using namespace metainfer;
using namespace metainfer::measurement;
using namespace metainfer::test;
namespace fs = std::filesystem;

class TestToolchainRemote : public QObject {
    Q_OBJECT

    using MeasureRequest = measurement::MeasureRequest;

    std::optional<AgentSessions> m_agents;
    std::shared_ptr<LinkControl> m_link;
    std::shared_ptr<AgentDevice> m_board;
    std::unique_ptr<ToolchainDevice> m_device;

    static std::string partOf(const char* file) {
        return *readTextFile(sourceDir() / "tests/golden/toolchain/scripts" / file);
    }
    fs::path there(const char* name) const { return m_agents->path("board") / name; }
    void script(const char* name, const char* part) const {
        fs::create_directories(there(""));
        std::ofstream(there(name)) << partOf(part);
        fs::permissions(there(name), fs::perms::owner_all);
    }
    std::string log(const char* name) const {
        const auto text = readTextFile(there(name));
        return text ? *text : std::string();
    }
    Result<std::unique_ptr<ToolchainDevice>> open(Adapter adapter) const {
        ToolchainDevice::Options options;
        options.name = "board:scripts";
        options.workFolder = m_agents->path("mine/work");
        options.host = m_board;
        return ToolchainDevice::create(std::move(adapter), options);
    }
    static Adapter scripts() { return *parseAdapter(partOf("adapter.yaml"), "scripts.yaml"); }
    void connect(const std::string& session) {
        m_link = std::make_shared<LinkControl>();
        AgentDevice::Options options;
        options.name = "board";
        options.kind = DeviceKind::Ssh;
        auto client = AgentClient::start(m_agents->endpoint(session, m_link));
        QVERIFY2(client.has_value(), client ? "" : client.error().text().c_str());
        m_board = std::move(*AgentDevice::create(*client, options));
    }
    Workload relu() const {
        probe::OperatorCase probed;
        probed.op = "Relu";
        probed.operands = {{probe::OperandKind::Data, {1, 4}, 0}};
        probed.outputs = {{1, 4}};
        Workload workload;
        workload.label = "relu";
        workload.model = m_agents->path("mine") / "relu.onnx";
        fs::create_directories(workload.model.parent_path());
        const auto model = probe::modelOf(probed);
        if (!model || !ir::exportOnnx(*model, workload.model))
            qFatal("cannot write the test model");
        workload.inputs = probe::feedOf(probed);
        return workload;
    }
    Measurement measured() {
        MeasureRequest request;
        request.workload = relu();
        auto result = m_device->measure(request);
        if (!result)
            qFatal("%s", result.error().text().c_str());
        return std::move(*result);
    }

  private slots:
    void init();
    void cleanup();
    void runsThere();
    void keepsWhatWasConverted();
    void outputsComeBack();
    void isTheBoards();
    void settingsAreTheBoards();
    void adapterFilesGoAlong();
    void whatDidNotArriveIsSentAgain();
    void listsNameFilesThere();
    void missingPrograms();
    void cutLinks();
    void restartedBoards();
    void dryRunsNameFilesThere();
};

void TestToolchainRemote::init() {
    m_agents.emplace();
    m_agents->environment.push_back("METAINFER_TEST_BIN=" + there("").parent_path().string());
    script("compiler", "compiler.sh");
    script("runner", "runner.sh");
    connect("one");
    auto device = open(scripts());
    QVERIFY2(device.has_value(), device ? "" : device.error().text().c_str());
    m_device = std::move(*device);
}

void TestToolchainRemote::cleanup() {
    m_device.reset();
    m_board.reset();
    m_agents.reset();
}

void TestToolchainRemote::runsThere() {
    const Measurement m = measured();
    QVERIFY2(!m.failure, m.failure ? m.failure->text().c_str() : "");
    QCOMPARE(m.wall.median, 2500.0); // the tool's own number: 2.5 ms
    QCOMPARE(m_device->toolVersion(), std::string("1.2.3"));
    // Not a path of this machine among what the tool was given.
    for (const char* name : {"converted.log", "ran.log"}) {
        const std::string all = log(name);
        QVERIFY(!all.empty());
        QVERIFY2(all.find(m_agents->path("mine").string()) == all.npos, all.c_str());
    }
    // Folders of runs go, with the next command at the latest.
    (void)m_device->executor().run(relu().model, {}, relu().inputs, {}, {}, {});
    (void)m_device->measure({});
    int runs = 0;
    for (const auto& entry :
         fs::directory_iterator(m_agents->path("cache") / "toolchains" / "work"))
        runs += entry.path().filename().string().starts_with("run");
    QVERIFY(runs <= 1);
}

void TestToolchainRemote::keepsWhatWasConverted() {
    measured();
    const std::string once = log("converted.log");
    measured();
    QCOMPARE(log("converted.log"), once);
    // Another session of another day finds it.
    m_device.reset();
    m_board.reset();
    connect("two");
    m_device = std::move(*open(scripts()));
    measured();
    QCOMPARE(log("converted.log"), once);
    // What somebody cleared there is made again.
    fs::remove_all(m_agents->path("cache") / "toolchains");
    QVERIFY(!measured().failure);
    QVERIFY(log("converted.log") != once);
}

void TestToolchainRemote::outputsComeBack() {
    const Workload workload = relu();
    const auto outputs = m_device->executor().run(workload.model, {}, workload.inputs, {}, {}, {});
    QVERIFY2(outputs.has_value(), outputs ? "" : outputs.error().text().c_str());
    // This tool hands out its input.
    QVERIFY(*outputs->front().tensor.bytes == *workload.inputs.front().tensor.bytes);
}

void TestToolchainRemote::isTheBoards() {
    QVERIFY(m_device->kind() == DeviceKind::Toolchain);
    QCOMPARE(m_device->capabilities().cores, m_board->capabilities().cores);
    QCOMPARE(m_device->environment({}).kernel, m_board->environment({}).kernel);
    QCOMPARE(m_device->environment({}).runtime, std::string("scripts@1.2.3"));
    QVERIFY(m_device->telemetry().has_value());
    const auto held = m_device->hold("a look", {});
    QVERIFY(held.has_value());
    const auto queue = m_board->queue();
    QVERIFY(queue && queue->holder);
    QCOMPARE(queue->holder->what, std::string("a look"));
}

void TestToolchainRemote::settingsAreTheBoards() {
    // What the board's variable says is a path there, even where this machine has the same one.
    const QByteArray mine = qgetenv("METAINFER_CACHE");
    qputenv("METAINFER_CACHE", there("").parent_path().c_str());
    qputenv("METAINFER_TEST_BIN", "/nowhere/at/all");
    m_device = std::move(*open(scripts()));
    const Measurement m = measured();
    if (mine.isEmpty())
        qunsetenv("METAINFER_CACHE");
    else
        qputenv("METAINFER_CACHE", mine);
    QVERIFY2(!m.failure, m.failure ? m.failure->text().c_str() : "");
}

void TestToolchainRemote::adapterFilesGoAlong() {
    const fs::path folder = m_agents->path("adapters");
    fs::create_directories(folder / "help");
    std::ofstream(folder / "help/say.sh") << "echo scripts 9.9.9 from $0\n";
    std::string text = partOf("adapter.yaml");
    const std::string command =
        R"([sh, -c, "echo scripts 1.2.3; test -x \"$1\"", check, "{bin}/runner"])";
    QVERIFY(text.find(command) != text.npos);
    text.replace(text.find(command), command.size(), R"([sh, "{toolchain}/help/say.sh"])");
    std::ofstream(folder / "scripts.yaml") << text;
    const auto device = open(*loadAdapter(folder / "scripts.yaml"));
    QVERIFY2(device.has_value(), device ? "" : device.error().text().c_str());
    QCOMPARE((*device)->toolVersion(), std::string("9.9.9"));
}

void TestToolchainRemote::whatDidNotArriveIsSentAgain() {
    const auto runner =
        AgentCommandRunner::create(m_board->agent(), scripts(), m_agents->path("mine/work"));
    QVERIFY(runner.has_value());
    const fs::path file = m_agents->path("mine/text");
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "hello";
    const auto time = fs::last_write_time(file);
    QVERIFY((*runner)->upload(file).has_value());
    fs::remove(file); // before it goes
    const ToolInvocation look{{"cat", file.string()}, {}, {}};
    QVERIFY(!(*runner)->run(look, std::chrono::seconds(30), {}));
    std::ofstream(file) << "hello";
    fs::last_write_time(file, time);
    QVERIFY((*runner)->upload(file).has_value());
    const auto output = (*runner)->run(look, std::chrono::seconds(30), {});
    QVERIFY2(output.has_value(), output ? "" : output.error().text().c_str());
    QCOMPARE(output->out, std::string("hello"));
    // A variable's name is no piece of a script.
    QCOMPARE((*runner)->variable("X}$(echo there)").value_or("failed"), std::string());
    QCOMPARE((*runner)->variable("METAINFER_TEST_BIN").value_or("failed"),
             there("").parent_path().string());
}

void TestToolchainRemote::listsNameFilesThere() {
    Adapter adapter = scripts();
    adapter.tensors.listFile = "{inputs}/list.txt";
    adapter.tensors.lineEach = "{file}";
    adapter.outputs.front().arguments = {"sh",
                                         "-c",
                                         "while read -r f; do test -f \"$f\" && cp \"$f\" \"$2\"; "
                                         "cp \"$1\" \"$3\"; done < \"$1\"",
                                         "copy",
                                         "{list_file}",
                                         "{outputs}/0.raw",
                                         there("list").string()};
    m_device = std::move(*open(adapter));
    const Workload workload = relu();
    const auto outputs = m_device->executor().run(workload.model, {}, workload.inputs, {}, {}, {});
    QVERIFY2(outputs.has_value(), outputs ? "" : outputs.error().text().c_str());
    const std::string list = log("list");
    QVERIFY2(list.find(m_agents->path("cache").string()) == 0, list.c_str());
}

void TestToolchainRemote::missingPrograms() {
    Adapter adapter = scripts();
    adapter.check.arguments = {"no-such-program-anywhere"};
    const auto none = open(adapter);
    QVERIFY(!none && none.error().code == ErrorCode::NotFound);
    QVERIFY2(none.error().message.find("Scripts is not installed") == 0,
             none.error().text().c_str());
    QCOMPARE(none.error().hint, std::string("write them"));
    // What exits with 127 itself is there.
    adapter.check.arguments = {"sh", "-c", "echo broken library >&2; exit 127"};
    const auto broken = open(adapter);
    QVERIFY(!broken);
    QVERIFY2(broken.error().text().find("127") != std::string::npos ||
                 broken.error().text().find("broken library") != std::string::npos,
             broken.error().text().c_str());
}

void TestToolchainRemote::cutLinks() {
    for (const std::int64_t after : {300, 3'000, 9'000}) {
        m_link->up = after;
        const Measurement m = measured();
        QVERIFY2(!m.failure, m.failure ? m.failure->text().c_str() : "");
        QCOMPARE(m.wall.median, 2500.0);
    }
    QVERIFY(m_link->opened > 1);
}

void TestToolchainRemote::restartedBoards() {
    measured();
    for (const int pid : m_agents->daemons())
        kill(pid, SIGKILL);
    // The session's files went with the agent: they are sent again, now or with the next try.
    MeasureRequest request;
    request.workload = relu();
    auto result = m_device->measure(request);
    if (!result || result->failure) {
        const Error& error = result ? *result->failure : result.error();
        QVERIFY2(error.code == ErrorCode::DeviceLost, error.text().c_str());
        result = m_device->measure(request);
    }
    QVERIFY2(result.has_value(), result ? "" : result.error().text().c_str());
    QVERIFY2(!result->failure, result->failure ? result->failure->text().c_str() : "");
}

void TestToolchainRemote::dryRunsNameFilesThere() {
    const auto commands = m_device->commandsFor(relu());
    QVERIFY(commands.has_value());
    for (const std::string& command : *commands)
        QVERIFY2(command.find(m_agents->path("mine/work").string()) == command.npos,
                 command.c_str());
}

QTEST_GUILESS_MAIN(TestToolchainRemote)
#include "tst_toolchain_remote.moc"
