// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// An agent's session over SSH: work goes on and its results arrive, whatever happens to the link,
// the agent and the device.
#include "execution/agent_client.h"
#include "execution/agent_executor.h"
#include "measurement/ssh/ssh_endpoint.h"
#include "ssh/bad_link.h"
#include "ssh/ssh_lab.h"
#include "support/agent_models.h"
#include "support/paths.h"

#include <QTest>

#include <future>

using namespace metainfer;
using namespace metainfer::test;
using namespace std::chrono_literals;

namespace {

SshPrompts answers() {
    SshPrompts prompts;
    prompts.secret = [](const std::string&) { return std::string(SshLab::kPassword); };
    prompts.confirm = [](const std::string&) { return true; };
    return prompts;
}

bool runs(const SshLab::Device& board, const std::string& program) {
    for (const std::string& line : SshLab::programs(board))
        if (line.find(program) != std::string::npos)
            return true;
    return false;
}

/// Processor time of the programs of that name there, in ticks.
long ticks(const SshLab::Device& board, const std::string& program) {
    long sum = 0;
    for (const std::string& line : SshLab::programs(board)) {
        if (line.find(program) == std::string::npos)
            continue;
        const auto stat = readTextFile("/proc/" + line.substr(0, line.find(' ')) + "/stat");
        std::istringstream words(stat ? stat->substr(stat->rfind(')') + 1) : std::string());
        std::string word;
        for (int i = 0; i < 11; ++i)
            words >> word;
        long user = 0, system = 0;
        words >> user >> system;
        sum += user + system;
    }
    return sum;
}

} // namespace

class SshSessionTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void init();
    void modelsRunThere();
    void cutWhileMeasuring();
    void cutBeforeTheResultIsDelivered();
    void cutWhileAModelIsSent();
    void frozenLink();
    void killedAgent();
    void deviceStartedAgain();
    void changedHostKeyEndsTheSession();
    void twoUsersOfOneDevice();
    void nothingIsLeft();

  private:
    AgentEndpoint endpointTo(const std::string& host, int port) {
        SshTarget target = m_board->target();
        target.host = host;
        target.port = port;
        SshEndpointOptions options;
        options.connection.keepAlive = 300ms;
        options.onEvent = [this](const LinkEvent& event) {
            const std::lock_guard lock(m_mutex);
            m_events.push_back(event);
        };
        AgentEndpoint endpoint = sshEndpoint(target, answers(), options).value();
        endpoint.firstPause = 50ms;
        endpoint.patience = 60s;
        return endpoint;
    }
    std::shared_ptr<AgentClient> clientThrough(const BadLink& link) {
        auto client = AgentClient::start(endpointTo("127.0.0.1", link.port()));
        if (!client)
            qWarning("%s", client.error().text().c_str());
        return client.value_or(nullptr);
    }
    /// A measurement that goes on for that long, started.
    static std::future<Result<ProbeMemoryReport>> probing(std::shared_ptr<AgentClient> client,
                                                          double seconds) {
        return std::async(std::launch::async, [client, seconds] {
            ProbeMemoryRequest request;
            request.seconds = seconds;
            return client->probeMemory(request, {});
        });
    }
    bool wasSeen(LinkState state) {
        const std::lock_guard lock(m_mutex);
        return std::any_of(m_events.begin(), m_events.end(),
                           [&](const LinkEvent& event) { return event.state == state; });
    }

    std::unique_ptr<SshLab> m_lab;
    SshLab::Device* m_board = nullptr;
    std::mutex m_mutex;
    std::vector<LinkEvent> m_events;
};

void SshSessionTest::initTestCase() {
    if (const std::string why = SshLab::whyNot(); !why.empty())
        QSKIP(why.c_str());
    const fs::path runtime =
        fs::path(qgetenv("HOME").toStdString()) / ".cache/metainfer/onnxruntime";
    m_lab = std::make_unique<SshLab>();
    const fs::path agents = m_lab->folder() / "agents/x86_64";
    fs::create_directories(agents);
    for (const char* name :
         {"metainfer-agent", "metainfer-runner-probe", "metainfer-runner-onnxruntime"}) {
        int code = 0;
        shell(fmt::format("strip -o {}/{} {}/{}", agents.string(), name, binDir().string(), name),
              &code);
        QCOMPARE(code, 0);
    }
    if (fs::exists(runtime / "lib"))
        fs::create_directory_symlink(runtime / "lib", agents / "lib");
    qputenv("METAINFER_AGENTS", (m_lab->folder() / "agents").c_str());
    m_board = &m_lab->add({});
}

void SshSessionTest::init() {
    if (m_board)
        QVERIFY(eventually([&] { return SshLab::programs(*m_board).empty(); }));
    const std::lock_guard lock(m_mutex);
    m_events.clear();
}

void SshSessionTest::modelsRunThere() {
    auto client = AgentClient::start(endpointTo(m_board->address, 0));
    QVERIFY2(client, client ? "" : client.error().text().c_str());
    QVERIFY(runs(*m_board, "metainfer-agent"));
    {
        AgentExecutor executor(*client);
        const fs::path model = affineModel().save(m_lab->folder() / "affine.onnx");
        const auto outputs = executor.run(model, {}, {{"x", floats({1, 2}, {1, 1})}}, {}, {}, {});
        QVERIFY2(outputs, outputs ? "" : outputs.error().text().c_str());
        QCOMPARE(outputs->size(), std::size_t(1));
        const auto values =
            std::span(reinterpret_cast<const float*>(outputs->front().tensor.bytes->data()), 2);
        QCOMPARE(values[0], 5.0f);
        QCOMPARE(values[1], 7.0f);
    }
    // The session ends with its client, and nothing goes on there.
    client->reset();
    QVERIFY(eventually([&] { return SshLab::programs(*m_board).empty(); }));
}

void SshSessionTest::cutWhileMeasuring() {
    BadLink link(m_board->address, 22);
    const auto client = clientThrough(link);
    QVERIFY(client);
    auto probe = probing(client, 1.0);
    QVERIFY(eventually([&] { return runs(*m_board, "runner-probe"); }));
    link.cut();
    const auto report = probe.get();
    QVERIFY2(report, report ? "" : report.error().text().c_str());
    QVERIFY(report->bytesPerSecond > 0);
    QCOMPARE(link.accepted(), 2);
    QVERIFY(wasSeen(LinkState::Reconnecting));
}

void SshSessionTest::cutBeforeTheResultIsDelivered() {
    BadLink link(m_board->address, 22);
    const auto client = clientThrough(link);
    QVERIFY(client);
    auto probe = probing(client, 0.5);
    QVERIFY(eventually([&] { return runs(*m_board, "runner-probe"); }));
    link.refuse(true);
    link.cut();
    // It is measured to its end while nobody listens: the runner has nothing more to do.
    QVERIFY(eventually([&] {
        const long before = ticks(*m_board, "runner-probe");
        std::this_thread::sleep_for(300ms);
        return before > 0 && ticks(*m_board, "runner-probe") == before;
    }));
    const long spent = ticks(*m_board, "runner-probe");
    link.refuse(false);
    const auto report = probe.get();
    QVERIFY2(report, report ? "" : report.error().text().c_str());
    QCOMPARE(ticks(*m_board, "runner-probe"), spent); // the kept result, not a second measurement
}

void SshSessionTest::cutWhileAModelIsSent() {
    BadLink link(m_board->address, 22);
    const auto client = clientThrough(link);
    QVERIFY(client);
    std::vector<float> weights(1024 * 1024);
    for (std::size_t i = 0; i < weights.size(); ++i)
        weights[i] = static_cast<float>(i * 2654435761u % 1000) / 1000.0f;
    const fs::path model = GraphWriter()
                               .input({"x", ElementType::Float, {1, 1024}})
                               .output({"y", ElementType::Float, {1, 1024}})
                               .initializer("w", floats({1024, 1024}, weights))
                               .node("MatMul", {"x", "w"}, {"y"})
                               .save(m_lab->folder() / "large.onnx");
    link.cutAfter(2 << 20);
    AgentExecutor executor(client);
    const std::vector<NamedTensor> ones = {
        {"x", floats({1, 1024}, std::vector<float>(1024, 1.0f))}};
    const auto outputs = executor.run(model, {}, ones, {}, {}, {});
    QVERIFY2(outputs, outputs ? "" : outputs.error().text().c_str());
    QCOMPARE(link.cuts(), 1);
    // Sent once: the second time it is there.
    const std::uint64_t before = link.bytesUp();
    QVERIFY(executor.run(model, {}, ones, {}, {}, {}));
    QVERIFY(link.bytesUp() - before < (1 << 20));
}

void SshSessionTest::frozenLink() {
    BadLink link(m_board->address, 22);
    const auto client = clientThrough(link);
    QVERIFY(client);
    auto probe = probing(client, 0.3);
    QVERIFY(eventually([&] { return runs(*m_board, "runner-probe"); }));
    link.freeze(true);
    QVERIFY(eventually([&] { return wasSeen(LinkState::Reconnecting); }));
    link.cut(); // what hangs in it is gone
    link.freeze(false);
    const auto report = probe.get();
    QVERIFY2(report, report ? "" : report.error().text().c_str());
}

void SshSessionTest::killedAgent() {
    auto client = AgentClient::start(endpointTo(m_board->address, 0));
    QVERIFY2(client, client ? "" : client.error().text().c_str());
    auto probe = probing(*client, 0.5);
    QVERIFY(eventually([&] { return runs(*m_board, "runner-probe"); }));
    shell(fmt::format("for p in $(ip netns pids {}); do case $(readlink /proc/$p/exe) in "
                      "*/metainfer-agent) kill -9 $p ;; esac; done",
                      m_board->space));
    const auto report = probe.get();
    QVERIFY2(report, report ? "" : report.error().text().c_str());
}

void SshSessionTest::deviceStartedAgain() {
    SshLab::Device& board = m_lab->add({});
    SshLab::Device* const before = std::exchange(m_board, &board);
    auto client = AgentClient::start(endpointTo(board.address, 0));
    QVERIFY2(client, client ? "" : client.error().text().c_str());
    auto probe = probing(*client, 0.5);
    QVERIFY(eventually([&] { return runs(board, "runner-probe"); }));
    m_lab->powerOff(board);
    QVERIFY(eventually([&] { return wasSeen(LinkState::Reconnecting); }));
    m_lab->start(board);
    const auto report = probe.get();
    QVERIFY2(report, report ? "" : report.error().text().c_str());
    client->reset();
    QVERIFY(eventually([&] { return SshLab::programs(board).empty(); }));
    m_board = before;
}

void SshSessionTest::changedHostKeyEndsTheSession() {
    SshLab::Device& board = m_lab->add({});
    SshLab::Device* const before = std::exchange(m_board, &board);
    auto client = AgentClient::start(endpointTo(board.address, 0));
    QVERIFY2(client, client ? "" : client.error().text().c_str());
    m_lab->powerOff(board);
    m_lab->makeHostKey(board);
    m_lab->start(board);
    const auto state = (*client)->machineState();
    QVERIFY(!state);
    QVERIFY2(state.error().text().find("has changed") != std::string::npos,
             state.error().text().c_str());
    m_board = before;
}

void SshSessionTest::twoUsersOfOneDevice() {
    auto one = AgentClient::start(endpointTo(m_board->address, 0));
    auto other = AgentClient::start(endpointTo(m_board->address, 0));
    QVERIFY2(one, one ? "" : one.error().text().c_str());
    QVERIFY2(other, other ? "" : other.error().text().c_str());
    auto held = (*one)->lock("measuring c1", {}, 5s, {});
    QVERIFY2(held, held ? "" : held.error().text().c_str());
    // The second one waits in a queue that says for whom.
    std::atomic<bool> waits{false};
    auto second = std::async(std::launch::async, [&] {
        return (*other)->lock("measuring c2", {}, 30s, {}, [&](const LockOwner& owner, int) {
            waits = owner.what == "measuring c1";
        });
    });
    QVERIFY(eventually([&] { return waits.load(); }));
    held->reset();
    const auto now = second.get();
    QVERIFY2(now, now ? "" : now.error().text().c_str());
    one->reset();
    QVERIFY((*other)->machineState());
    other->reset();
}

void SshSessionTest::nothingIsLeft() {
    if (!m_lab)
        return;
    const bool allEnded = eventually([&] { return SshLab::programs(*m_board).empty(); });
    QVERIFY2(allEnded,
             SshLab::programs(*m_board).empty() ? "" : SshLab::programs(*m_board).front().c_str());
    const int id = m_lab->id();
    m_lab.reset();
    QCOMPARE(SshLab::leftovers(id), std::string());
}

QTEST_GUILESS_MAIN(SshSessionTest)
#include "tst_ssh_session.moc"
