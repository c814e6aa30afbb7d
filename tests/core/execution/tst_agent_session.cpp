// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A session with an agent over links that are cut: nothing is lost, done twice or left behind.
#include "support/agent_sessions.h"

#include <QtTest>

#include <csignal>
#include <fstream>
#include <future>

using namespace metainfer;
using namespace metainfer::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

class TestAgentSession : public QObject {
    Q_OBJECT

    std::optional<AgentSessions> m_agents;
    std::shared_ptr<LinkControl> m_link;
    std::shared_ptr<AgentClient> m_client;

    std::shared_ptr<AgentClient> start(const std::string& session) {
        m_link = std::make_shared<LinkControl>();
        auto client = AgentClient::start(m_agents->endpoint(session, m_link));
        if (!client)
            qWarning("%s", client.error().text().c_str());
        return client.value_or(nullptr);
    }
    fs::path path(const char* name) const { return m_agents->path(name); }

    /// Notes each of its runs in `runs`, then waits for the file `go`.
    ExecRequest waiting() const {
        ExecRequest request;
        request.arguments = {"/bin/sh", "-c",
                             "echo run >> " + path("runs").string() + "; while [ ! -e " +
                                 path("go").string() + " ]; do sleep 0.02; done; echo done"};
        request.limits.timeout = 2min;
        return request;
    }
    ExecRequest noting() const {
        ExecRequest request;
        request.arguments = {"/bin/sh", "-c",
                             "echo run >> " + path("runs").string() + "; echo done"};
        return request;
    }
    int runs() const {
        std::ifstream file(path("runs"));
        int count = 0;
        for (std::string line; std::getline(file, line);)
            ++count;
        return count;
    }
    void go() const { std::ofstream(path("go")) << "go"; }

    std::future<Result<ExecReport>> startWaiting(CancellationToken cancel = {}) {
        auto running =
            std::async(std::launch::async, [client = m_client, request = waiting(), cancel] {
                return client->exec(request, cancel);
            });
        [this] { QTRY_COMPARE_WITH_TIMEOUT(runs(), 1, 60000); }();
        return running;
    }
    static void expectDone(const Result<ExecReport>& report) {
        QVERIFY2(report.has_value(), report ? "" : report.error().text().c_str());
        QCOMPARE(report->out, "done\n");
        QVERIFY(report->succeeded());
    }

  private slots:
    void init() {
        m_agents.emplace();
        m_client = start("one");
        QVERIFY(m_client != nullptr);
    }
    void cleanup() {
        m_client.reset();
        QTRY_VERIFY_WITH_TIMEOUT(m_agents->processes().empty(), 60000);
        m_agents.reset();
    }

    void aRunGoesOnWhileTheLinkIsDown() {
        auto running = startWaiting();
        m_link->isRefused = true;
        m_link->cut();
        QTRY_VERIFY_WITH_TIMEOUT(m_link->reconnecting > 2, 60000);
        go();
        m_link->isRefused = false;
        expectDone(running.get());
        QCOMPARE(runs(), 1);
        QCOMPARE(m_link->connected.load(), 2);
        QCOMPARE(m_agents->daemons().size(), std::size_t{1});
    }

    void aRequestThatIsCutAnywhereIsDoneOnce_data() {
        QTest::addColumn<int>("bytes");
        for (const int bytes : {0, 1, 40, 150})
            QTest::addRow("%d", bytes) << bytes;
    }
    void aRequestThatIsCutAnywhereIsDoneOnce() {
        QFETCH(int, bytes);
        m_link->up = bytes;
        expectDone(m_client->exec(noting(), {}));
        QCOMPARE(runs(), 1);
        QVERIFY(m_link->opened >= 2);
    }

    void anAnswerThatIsCutAnywhereComesAgain_data() { aRequestThatIsCutAnywhereIsDoneOnce_data(); }
    void anAnswerThatIsCutAnywhereComesAgain() {
        QFETCH(int, bytes);
        auto running = startWaiting();
        m_link->down = bytes;
        go();
        expectDone(running.get());
        QCOMPARE(runs(), 1);
        QVERIFY(m_link->opened >= 2 || bytes == 0);
    }

    void cancelNeedsNoLink() {
        const CancellationToken cancel;
        auto running = startWaiting(cancel);
        m_link->isRefused = true;
        m_link->cut();
        QTRY_VERIFY_WITH_TIMEOUT(m_link->reconnecting > 0, 60000);
        cancel.cancel();
        const auto report = running.get();
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::Cancelled);
        m_link->isRefused = false;
        // What nobody waits for any more is ended when the session is taken up again.
        QVERIFY(m_client->machineState().has_value());
        QTRY_COMPARE_WITH_TIMEOUT(m_agents->processes().size(), std::size_t{2}, 60000);
    }

    void aKilledAgentIsStartedAgainAndItsRunsToo() {
        auto running = startWaiting();
        const std::string before = m_client->greeting().instance;
        QCOMPARE(m_agents->daemons().size(), std::size_t{1});
        kill(m_agents->daemons().front(), SIGKILL);
        QTRY_COMPARE_WITH_TIMEOUT(runs(), 2, 60000);
        go();
        expectDone(running.get());
        QVERIFY(m_client->greeting().instance != before);
        QTRY_COMPARE_WITH_TIMEOUT(m_agents->processes().size(), std::size_t{2}, 60000);
    }

    void whatEndsTheAgentAgainAndAgainIsGivenUp() {
        auto running = startWaiting();
        for (int time = 1; time <= 3; ++time) {
            QTRY_COMPARE_WITH_TIMEOUT(runs(), time, 60000);
            const auto daemons = m_agents->daemons();
            QCOMPARE(daemons.size(), std::size_t{1});
            kill(daemons.front(), SIGKILL);
        }
        const auto report = running.get();
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::DeviceLost);
        QVERIFY(report.error().message.find("3 times during `exec`") != std::string::npos);
    }

    void patienceEnds() {
        AgentEndpoint endpoint = m_agents->endpoint("one", m_link);
        endpoint.patience = 0s;
        m_client.reset();
        m_client = AgentClient::start(endpoint).value();
        m_link->isRefused = true;
        m_link->cut();
        QTRY_COMPARE_WITH_TIMEOUT(m_link->lost.load(), 1, 60000);
        const auto refused = m_client->machineState();
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::DeviceLost);
        m_link->isRefused = false;
        QVERIFY(m_client->machineState().has_value()); // the next call tries again
    }

    void theAgentEndsWithItsClient() {
        QVERIFY(m_client->machineState().has_value());
        m_client.reset();
        QTRY_VERIFY_WITH_TIMEOUT(m_agents->processes().empty(), 60000);
        for (const auto& entry : fs::recursive_directory_iterator(m_agents->folder()))
            QVERIFY2(!entry.path().string().ends_with(".sock") &&
                         entry.path().string().find("metainfer-agent-") == std::string::npos,
                     entry.path().c_str());
    }

    void anAgentWithoutAClientEndsByItself() {
        m_client.reset();
        m_agents->linger = "0";
        m_client = start("two");
        auto running = startWaiting();
        m_link->isRefused = true;
        m_link->cut();
        QTRY_VERIFY_WITH_TIMEOUT(m_agents->processes().empty(), 60000);
        m_link->isRefused = false;
        QTRY_COMPARE_WITH_TIMEOUT(runs(), 2, 60000); // a new one runs it again
        go();
        expectDone(running.get());
    }

    void socketsOfDeadAgentsAreSwept() {
        QVERIFY(m_client->machineState().has_value());
        m_link->isRefused = true;
        kill(m_agents->daemons().front(), SIGKILL);
        QTRY_VERIFY_WITH_TIMEOUT(m_agents->processes().empty(), 60000);
        const auto sockets = [this] {
            int count = 0;
            for (const auto& entry : fs::recursive_directory_iterator(m_agents->folder()))
                count += entry.path().extension() == ".sock";
            return count;
        };
        QCOMPARE(sockets(), 1);
        m_client.reset();
        m_client = start("two");
        QVERIFY(m_client->machineState().has_value());
        QTRY_COMPARE_WITH_TIMEOUT(sockets(), 1, 60000);
    }

    void aCommandIsNoShellAndItsFilesTravel() {
        std::ofstream(path("input.txt")) << "hello\n";
        ExecRequest request;
        request.arguments = {"/bin/sh", "-c",
                             "cat in.txt in.txt > out.txt; echo \"$WORD\" >&2; exit 3"};
        request.environment = {"WORD=word"};
        request.files = {{"in.txt", path("input.txt")}};
        request.outputs = {{"out.txt", path("got.txt")}, {"none.txt", path("none.txt")}};
        const auto report = m_client->exec(request, {});
        QVERIFY2(report.has_value(), report ? "" : report.error().text().c_str());
        QCOMPARE(report->code, 3);
        QCOMPARE(report->err, "word\n");
        QCOMPARE(report->outputs, std::vector<std::string>{"out.txt"});
        QCOMPARE(readTextFile(path("got.txt")).value(), "hello\nhello\n");
        QVERIFY(!fs::exists(path("none.txt")));
        request.arguments = {"echo", "$WORD; exit 1"};
        request.outputs.clear();
        QCOMPARE(m_client->exec(request, {})->out, "$WORD; exit 1\n");
    }

    void aCommandThatHoldsTooMuchIsEndedWithAllItStarted() {
        ExecRequest request;
        // The last process of the pipe keeps what it has read, without an end.
        request.arguments = {"/bin/sh", "-c",
                             "echo so far >&2; cat /dev/zero | tail -c 4000000000"};
        request.limits.memoryBytes = 100u << 20;
        const auto report = m_client->exec(request, {});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::OutOfMemory);
        const std::string text = report.error().text();
        QVERIFY2(text.find("/bin/sh holds ") != text.npos, text.c_str());
        QVERIFY2(text.find("its limit is 100 MiB") != text.npos, text.c_str());
        QVERIFY2(text.find("raise the memory limit") != text.npos, text.c_str());
        QVERIFY2(text.find("so far") != text.npos, text.c_str());
        QTRY_COMPARE_WITH_TIMEOUT(m_agents->processes().size(), std::size_t{2}, 60000);
        request.arguments = {"/bin/sh", "-c", "head -c 1000 /dev/zero | tail -c 500 | wc -c"};
        const auto small = m_client->exec(request, {});
        QVERIFY2(small.has_value(), small ? "" : small.error().text().c_str());
        QCOMPARE(small->code, 0);
    }

    void aCommandThatTakesTooLongIsEndedWithAllItStarted() {
        ExecRequest request = waiting();
        request.limits.timeout = 200ms;
        const auto report = m_client->exec(request, {});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::Timeout);
        QTRY_COMPARE_WITH_TIMEOUT(m_agents->processes().size(), std::size_t{2}, 60000);
    }
};

QTEST_GUILESS_MAIN(TestAgentSession)
#include "tst_agent_session.moc"
