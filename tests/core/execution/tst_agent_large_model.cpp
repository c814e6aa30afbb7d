// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A model of 500 MB on an agent that shares no files with this process: its weights are sent once,
// whoever asks next.
#include "support/agent_sessions.h"

#include "execution/agent_executor.h"
#include "support/onnx_writer.h"

#include <QtTest>

#include <fstream>

using namespace metainfer;
using namespace metainfer::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

class TestAgentLargeModel : public QObject {
    Q_OBJECT

    static constexpr std::int64_t kRows = 62'500'000; // of two floats
    static constexpr std::int64_t kBytes = kRows * 8;

    std::optional<AgentSessions> m_agents;
    std::shared_ptr<LinkControl> m_link;
    std::shared_ptr<AgentExecutor> m_executor;

    void start(const char* session) {
        m_link = std::make_shared<LinkControl>();
        m_executor = std::make_shared<AgentExecutor>(
            AgentClient::start(m_agents->endpoint(session, m_link)).value());
    }

    /// y = table[i]; the table is in a file of its own, zeros but for its last row.
    fs::path model() const {
        const fs::path weights = m_agents->path("table.bin");
        std::ofstream(weights).close();
        fs::resize_file(weights, kBytes);
        std::fstream file(weights, std::ios::binary | std::ios::in | std::ios::out);
        const float last[] = {3, 4};
        file.seekp(kBytes - 8).write(reinterpret_cast<const char*>(last), 8);
        const auto entry = [](const char* key, const char* value) {
            WireMessage message;
            message.text(1, key).text(2, value);
            return message;
        };
        WireMessage tensor;
        tensor.number(1, kRows).number(1, 2).number(2, 1).text(8, "table");
        tensor.message(13, entry("location", "table.bin")).number(14, 1);
        GraphWriter graph;
        graph.input({"i", ElementType::Int64, {1}})
            .output({"y", ElementType::Float, {1, 2}})
            .node("Gather", {"table", "i"}, {"y"});
        WireMessage whole = graph.message();
        whole.message(5, tensor);
        WireMessage opset;
        opset.text(1, "").number(2, 13);
        WireMessage model;
        model.number(1, 8).message(7, whole).message(8, opset);
        std::ofstream(m_agents->path("large.onnx"), std::ios::binary) << model.bytes();
        return m_agents->path("large.onnx");
    }

    /// Runs it, and tells how many bytes went to the agent.
    void runs(const fs::path& model, std::int64_t& sent) {
        const RunLimits limits{10min, 0};
        const auto got =
            m_executor->run(model, {}, {{"i", int64s({1}, {kRows - 1})}}, {}, limits, {});
        QVERIFY2(got.has_value(), got ? "" : got.error().text().c_str());
        float values[2] = {};
        QCOMPARE(got->front().tensor.bytes->size(), sizeof values);
        std::memcpy(values, got->front().tensor.bytes->data(), sizeof values);
        QCOMPARE(values[0], 3.0f);
        QCOMPARE(values[1], 4.0f);
        sent = m_link->sent;
    }

  private slots:
    void isSentOnce() {
        m_agents.emplace();
        const auto local =
            AgentClient::start(AgentCommand{{(binDir() / "metainfer-agent").string()}, {}});
        QVERIFY(local.has_value());
        const auto inventory = (*local)->inventory();
        if (!inventory || inventory->runtimes.empty())
            QSKIP("no ONNX Runtime library is installed");
        std::error_code error;
        if (fs::space(m_agents->folder(), error).available < 2 * kBytes)
            QSKIP("needs 1 GB in the folder for temporary files");
        m_agents->environment.push_back("METAINFER_ONNXRUNTIME=" +
                                        inventory->runtimes.front().file.string());
        const fs::path file = model();
        start("one");
        std::int64_t first = 0, again = 0, later = 0;
        runs(file, first);
        QVERIFY2(first > kBytes, std::to_string(first).c_str());
        runs(file, again);
        again -= first;
        start("two"); // another session, as after a restart of the program
        runs(file, later);
        qInfo("%lld bytes for the first run, %lld for the second, %lld in another session",
              static_cast<long long>(first), static_cast<long long>(again),
              static_cast<long long>(later));
        QVERIFY(again < 10'000);
        QVERIFY(later < 10'000);
        m_executor.reset();
        QTRY_VERIFY_WITH_TIMEOUT(m_agents->processes().empty(), 60000);
    }
};

QTEST_GUILESS_MAIN(TestAgentLargeModel)
#include "tst_agent_large_model.moc"
