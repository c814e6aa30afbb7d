// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Failures of models, runners and the agent come back as named errors, and nothing stays behind.
#include "base/file.h"
#include "execution/agent_executor.h"
#include "support/agent_models.h"
#include "support/paths.h"

#include <QtTest>

#include <csignal>
#include <fstream>
#include <thread>

#include <unistd.h>

using namespace metainfer;
using namespace metainfer::test;
using namespace std::chrono_literals;

namespace {

std::vector<int> childrenOf(int pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/task/" + std::to_string(pid) +
                       "/children");
    std::vector<int> children;
    for (int child = 0; file >> child;)
        children.push_back(child);
    return children;
}

/// State letter of /proc/PID/stat; 0 when there is no such process.
char stateOf(int pid) {
    const std::string line =
        readTextFile("/proc/" + std::to_string(pid) + "/stat").value_or(std::string());
    const std::size_t end = line.rfind(')');
    return end == line.npos ? '\0' : line[end + 2];
}

/// CPU time that a process has used, in clock ticks.
long ticksOf(int pid) {
    const std::string line =
        readTextFile("/proc/" + std::to_string(pid) + "/stat").value_or(std::string());
    const std::size_t end = line.rfind(')');
    if (end == line.npos)
        return 0;
    std::istringstream rest(line.substr(end + 2));
    std::string word;
    long user = 0, system = 0;
    for (int field = 3; field < 14; ++field)
        rest >> word;
    rest >> user >> system;
    return user + system;
}

template <typename Condition>
bool eventually(const Condition& condition) {
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::yield();
    }
    return true;
}

} // namespace

class TestAgentFaults : public QObject {
    Q_OBJECT

    std::shared_ptr<AgentExecutor> m_executor;
    std::optional<TemporaryDirectory> m_folder;
    const std::vector<NamedTensor> m_one = {{"x", floats({1}, {0.5f})}};

    std::filesystem::path path(const char* name) const { return m_folder->path() / name; }
    int agent() const { return m_executor->client()->processId(); }

    /// Starts a run that takes for ever and returns its error once `disturb` has ended it. The
    /// disturbance waits until the runner has worked on the loop for a while.
    template <typename Disturb>
    Error disturbedRun(const Disturb& disturb, const CancellationToken& cancel = {}) {
        const auto model = loopModel(std::int64_t{1} << 40).save(path("forever.onnx"));
        Result<std::vector<NamedTensor>> result = fail(ErrorCode::Internal, "not run");
        const int agentPid = agent();
        std::thread thread([&] {
            result = m_executor->run(model, {}, m_one, {}, {10min, 0}, cancel);
        });
        int runner = 0;
        const bool isBusy = eventually([&] {
            for (const int child : childrenOf(agentPid))
                if (ticksOf(child) > 50)
                    runner = child;
            return runner != 0;
        });
        if (isBusy)
            disturb(agentPid, runner);
        else
            cancel.cancel();
        thread.join();
        return result ? Error{ErrorCode::Internal, "the run ended by itself", {}, {}}
                      : result.error();
    }

    void checkAgentStillWorks() {
        const auto model = affineModel().save(path("works.onnx"));
        const auto outputs =
            m_executor->run(model, {}, {{"x", floats({1, 2}, {1, 1})}}, {}, {}, {});
        QVERIFY2(outputs.has_value(), outputs ? "" : outputs.error().text().c_str());
        QCOMPARE((*outputs)[0].tensor.toFloats().value(), (std::vector<float>{5, 7}));
    }

  private slots:
    void initTestCase() {
        qputenv("METAINFER_AGENT", (binDir() / "metainfer-agent").c_str());
        m_folder = TemporaryDirectory::create("agent-faults").value();
    }
    void init() {
        auto executor = makeLocalExecutor();
        QVERIFY2(executor.has_value(), executor ? "" : executor.error().text().c_str());
        m_executor = *executor;
    }

    void modelErrorsAreNamed_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<int>("code");
        const auto bytes = [](const std::string& text) { return QByteArray::fromStdString(text); };
        const std::string whole = affineModel().model();
        QTest::newRow("empty file") << QByteArray() << static_cast<int>(ErrorCode::InvalidModel);
        QTest::newRow("text") << QByteArray("not a model")
                              << static_cast<int>(ErrorCode::InvalidModel);
        QTest::newRow("truncated") << bytes(whole.substr(0, whole.size() / 2))
                                   << static_cast<int>(ErrorCode::InvalidModel);
        QTest::newRow("opset of the future")
            << bytes(affineModel().model(999)) << static_cast<int>(ErrorCode::VersionMismatch);
        QTest::newRow("format of the future")
            << bytes(affineModel().model(13, 99)) << static_cast<int>(ErrorCode::VersionMismatch);
        GraphWriter unknown;
        unknown.input({"x", ElementType::Float, {1}})
            .output({"y", ElementType::Float, {1}})
            .node("Frobnicate", {"x"}, {"y"});
        QTest::newRow("unknown operator")
            << bytes(unknown.model()) << static_cast<int>(ErrorCode::Unsupported);
    }
    void modelErrorsAreNamed() {
        QFETCH(QByteArray, content);
        QFETCH(int, code);
        const auto file = path("bad.onnx");
        QVERIFY(writeFileAtomically(file, content.toStdString()));
        const auto types = m_executor->types(file, {}, {});
        QVERIFY(!types);
        QVERIFY2(types.error().code == static_cast<ErrorCode>(code), types.error().text().c_str());
        checkAgentStillWorks();
    }

    void hangingModelIsATimeout() {
        const auto model = loopModel(std::int64_t{1} << 40).save(path("hang.onnx"));
        const auto result = m_executor->run(model, {}, m_one, {}, {300ms, 0}, {});
        QVERIFY(!result);
        QVERIFY2(result.error().code == ErrorCode::Timeout, result.error().text().c_str());
        QVERIFY(result.error().message.find("hang.onnx") != std::string::npos);
        checkAgentStillWorks();
    }

    void cancelEndsARunningModel() {
        const CancellationToken cancel;
        const Error error = disturbedRun([&](int, int) { cancel.cancel(); }, cancel);
        QVERIFY2(error.code == ErrorCode::Cancelled, error.text().c_str());
        checkAgentStillWorks();
    }

    void cancelledBeforeStartRunsNothing() {
        const CancellationToken cancel;
        cancel.cancel();
        const auto types = m_executor->types(path("any.onnx"), {}, cancel);
        QCOMPARE(types.error().code, ErrorCode::Cancelled);
    }

    void killedRunnerIsACrash() {
        const Error error = disturbedRun([](int, int runner) { kill(runner, SIGKILL); });
        QVERIFY2(error.code == ErrorCode::Crash, error.text().c_str());
        QVERIFY2(error.message.find("SIGKILL") != std::string::npos, error.text().c_str());
        checkAgentStillWorks();
    }

    void crashNamesItsSignal() {
        const Error error = disturbedRun([](int, int runner) { kill(runner, SIGSEGV); });
        QVERIFY2(error.code == ErrorCode::Crash, error.text().c_str());
        QVERIFY2(error.message.find("SIGSEGV") != std::string::npos, error.text().c_str());
        checkAgentStillWorks();
    }

    void appetiteAboveTheLimitIsOutOfMemory() {
        const auto model = fillModel().save(path("fill.onnx"));
        // 2 GiB of floats under a limit of 512 MiB.
        const auto result =
            m_executor->run(model, {}, {{"shape", int64s({1}, {std::int64_t{1} << 29})}}, {},
                            {60s, 512u << 20}, {});
        QVERIFY(!result);
        QVERIFY2(result.error().code == ErrorCode::OutOfMemory, result.error().text().c_str());
        const auto small =
            m_executor->run(model, {}, {{"shape", int64s({1}, {1000})}}, {}, {60s, 512u << 20}, {});
        QVERIFY2(small.has_value(), small ? "" : small.error().text().c_str());
        QCOMPARE((*small)[0].tensor.as<float>()[0], 1500.0f);
    }

    void impossibleAllocationIsOutOfMemory() {
        const auto model = fillModel().save(path("impossible.onnx"));
        const auto result = m_executor->run(
            model, {}, {{"shape", int64s({1}, {std::int64_t{1} << 44})}}, {}, {}, {});
        QVERIFY(!result);
        QVERIFY2(result.error().code == ErrorCode::OutOfMemory, result.error().text().c_str());
        checkAgentStillWorks();
    }

    void killedAgentIsALostDeviceAndComesBack() {
        int runnerPid = 0, agentPid = 0;
        const Error error = disturbedRun([&](int agentProcess, int runner) {
            agentPid = agentProcess;
            runnerPid = runner;
            kill(agentProcess, SIGKILL);
        });
        QVERIFY2(error.code == ErrorCode::DeviceLost, error.text().c_str());
        QVERIFY(!error.hint.empty());
        // The runner dies with the agent; whoever inherits it reaps it.
        QVERIFY(eventually([&] {
            const char state = stateOf(runnerPid);
            return state == '\0' || state == 'Z' || state == 'X';
        }));
        QVERIFY(eventually([&] { return stateOf(agentPid) == '\0'; }));
        QVERIFY(!std::filesystem::exists(std::filesystem::temp_directory_path() /
                                         ("metainfer-agent-" + std::to_string(agentPid))));
        checkAgentStillWorks();
        QVERIFY(agent() != agentPid);
    }

    void nothingStaysBehind() {
        const Error error = disturbedRun([](int, int runner) { kill(runner, SIGKILL); });
        QCOMPARE(error.code, ErrorCode::Crash);
        checkAgentStillWorks();
        const int agentPid = agent();
        for (const int child : childrenOf(agentPid))
            QVERIFY(stateOf(child) != 'Z');
        const std::vector<int> runners = childrenOf(agentPid);
        QVERIFY(!runners.empty());
        const auto work = std::filesystem::temp_directory_path() /
                          ("metainfer-agent-" + std::to_string(agentPid));
        QVERIFY(std::filesystem::exists(work));
        m_executor.reset();
        QCOMPARE(stateOf(agentPid), '\0');
        for (const int runner : runners)
            QVERIFY(eventually([&] { return stateOf(runner) == '\0'; }));
        QVERIFY(!std::filesystem::exists(work));
        for (const int child : childrenOf(getpid()))
            QVERIFY(stateOf(child) != 'Z');
    }

    void parallelRequestsDoNotMix() {
        const auto model = affineModel().save(path("parallel.onnx"));
        std::vector<std::thread> threads;
        std::atomic<int> right{0};
        for (int t = 0; t < 6; ++t)
            threads.emplace_back([&, t] {
                for (int i = 0; i < 10; ++i) {
                    const auto value = static_cast<float>(t * 100 + i);
                    const auto outputs =
                        m_executor->run(model, {}, {{"x", floats({1, 2}, {value, 0})}}, {}, {}, {});
                    if (outputs && (*outputs)[0].tensor.as<float>()[0] == value + 1)
                        ++right;
                }
            });
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(right.load(), 60);
    }

    void absentAgentSaysWhereItLooked() {
        qputenv("METAINFER_AGENT", "/nonexistent/agent");
        const auto executor = makeLocalExecutor();
        qputenv("METAINFER_AGENT", (binDir() / "metainfer-agent").c_str());
        QVERIFY(!executor);
        QCOMPARE(executor.error().code, ErrorCode::NotFound);
        QVERIFY(executor.error().message.find("/nonexistent/agent") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestAgentFaults)
#include "tst_agent_faults.moc"
