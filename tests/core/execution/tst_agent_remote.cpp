// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Models on an agent that shares no files with this process: the same results as here, also when
// the link is cut, and no further traffic for what it has already.
#include "support/agent_sessions.h"

#include "execution/agent_executor.h"
#include "support/agent_models.h"

#include <QtTest>

#include <csignal>
#include <fstream>
#include <future>

using namespace metainfer;
using namespace metainfer::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

class TestAgentRemote : public QObject {
    Q_OBJECT

    std::optional<AgentSessions> m_agents;
    std::shared_ptr<LinkControl> m_link;
    std::shared_ptr<AgentExecutor> m_executor;
    const std::vector<NamedTensor> m_input = {{"x", floats({1, 2}, {1, 2})}};
    const RunLimits m_limits{2min, 0};

    AgentClient& client() const { return *m_executor->client(); }
    fs::path path(const char* name) const { return m_agents->path(name); }
    static std::vector<float> valuesOf(const HostTensor& tensor) {
        std::vector<float> values(tensor.bytes->size() / sizeof(float));
        std::memcpy(values.data(), tensor.bytes->data(), tensor.bytes->size());
        return values;
    }
    static void expectAffine(const Result<std::vector<NamedTensor>>& got) {
        QVERIFY2(got.has_value(), got ? "" : got.error().text().c_str());
        QCOMPARE(got->size(), std::size_t{1});
        QCOMPARE(valuesOf(got->front().tensor), (std::vector<float>{8, 11}));
    }
    /// The affine model with its weights in a file of their own.
    fs::path externalModel() const {
        const std::vector<float> weights = {1, 2, 3, 4};
        std::ofstream(path("weights.bin"), std::ios::binary)
            .write(reinterpret_cast<const char*>(weights.data()), 16);
        const auto entry = [](const char* key, const char* value) {
            WireMessage message;
            message.text(1, key).text(2, value);
            return message;
        };
        WireMessage tensor;
        tensor.number(1, 2).number(1, 2).number(2, 1).text(8, "w");
        tensor.message(13, entry("location", "weights.bin")).number(14, 1);
        GraphWriter graph;
        graph.input({"x", ElementType::Float, {-1, 2}})
            .output({"y", ElementType::Float, {-1, 2}})
            .initializer("one", floats({}, {1}))
            .node("MatMul", {"x", "w"}, {"m"})
            .node("Add", {"m", "one"}, {"y"});
        WireMessage whole = graph.message();
        whole.message(5, tensor);
        WireMessage opset;
        opset.text(1, "").number(2, 13);
        WireMessage model;
        model.number(1, 8).message(7, whole).message(8, opset);
        std::ofstream(path("external.onnx"), std::ios::binary) << model.bytes();
        return path("external.onnx");
    }

    /// The client again, with an agent that seems to be of an earlier version.
    void startOlder() {
        m_executor.reset();
        m_link->hidesBlocks = true;
        m_executor = std::make_shared<AgentExecutor>(
            AgentClient::start(m_agents->endpoint("older", m_link)).value());
    }
    static FeedSource numbers(std::size_t count) {
        return {count, [](std::size_t i) -> Result<std::vector<NamedTensor>> {
                    const float v = static_cast<float>(i);
                    return std::vector<NamedTensor>{{"x", floats({1, 2}, {v, 0})}};
                }};
    }
    static std::function<Status(std::size_t, std::vector<NamedTensor>)> ignore() {
        return [](std::size_t, std::vector<NamedTensor>) { return Status{}; };
    }

  private slots:
    void init() {
        m_agents.emplace();
        m_link = std::make_shared<LinkControl>();
        // The agents' caches are the test's own: the library is named.
        const auto local =
            AgentClient::start(AgentCommand{{(binDir() / "metainfer-agent").string()}, {}});
        QVERIFY(local.has_value());
        const auto inventory = (*local)->inventory();
        if (!inventory || inventory->runtimes.empty())
            QSKIP("no ONNX Runtime library is installed");
        m_agents->environment.push_back("METAINFER_ONNXRUNTIME=" +
                                        inventory->runtimes.front().file.string());
        m_executor = std::make_shared<AgentExecutor>(
            AgentClient::start(m_agents->endpoint("one", m_link)).value());
    }
    void cleanup() {
        m_executor.reset();
        QTRY_VERIFY_WITH_TIMEOUT(m_agents->processes().empty(), 60000);
        m_agents.reset();
    }

    void runsAndTypes() {
        const fs::path model = affineModel().save(path("a.onnx"));
        expectAffine(m_executor->run(model, {}, m_input, {}, m_limits, {}));
        const auto types = m_executor->types(model, m_limits, {});
        QVERIFY(types.has_value());
        QCOMPARE(types->inputs.front().name, "x");
    }

    void theModelIsSentOnce() {
        const fs::path model = affineModel().save(path("a.onnx"));
        expectAffine(m_executor->run(model, {}, m_input, {}, m_limits, {}));
        const auto first = m_link->sent.load();
        expectAffine(m_executor->run(model, {}, m_input, {}, m_limits, {}));
        QVERIFY(m_link->sent - first < 2000);
    }

    void externalDataTravelsToo() {
        expectAffine(m_executor->run(externalModel(), {}, m_input, {}, m_limits, {}));
    }

    void manyFeedsInOrder_data() {
        QTest::addColumn<bool>("isOld");
        QTest::newRow("in blocks") << false;
        QTest::newRow("one by one, by an older agent") << true;
    }
    void manyFeedsInOrder() {
        QFETCH(const bool, isOld);
        if (isOld)
            startOlder();
        const fs::path model = affineModel().save(path("a.onnx"));
        std::vector<float> first;
        int count = 0;
        const auto keep = [&](std::size_t i, std::vector<NamedTensor> tensors) {
            if (i == 7)
                m_link->cut();
            first.push_back(valuesOf(tensors.front().tensor).front());
            ++count;
            return Status{};
        };
        const auto done = m_executor->runAll(model, {}, numbers(60), {}, keep, m_limits, {});
        QVERIFY2(done.has_value(), done ? "" : done.error().text().c_str());
        QCOMPARE(count, 60);
        for (std::size_t i = 0; i < first.size(); ++i)
            QCOMPARE(first[i], static_cast<float>(i) + 1);
        QVERIFY(m_link->opened >= 2);
    }

    void manyFeedsNeedFewRequests() {
        const fs::path model = affineModel().save(path("a.onnx"));
        const auto requestsFor = [&](std::size_t count) {
            const int before = m_link->requests;
            const auto done =
                m_executor->runAll(model, {}, numbers(count), {}, ignore(), m_limits, {});
            return done ? m_link->requests - before : -1;
        };
        QVERIFY(requestsFor(1) > 0); // the model is there
        const int blocks = requestsFor(200);
        QVERIFY2(blocks > 0 && blocks < 50, std::to_string(blocks).c_str());
        startOlder();
        QVERIFY(requestsFor(200) >= 200);
    }

    void largeFeedsAreSentTogetherAndOnce() {
        const fs::path model = affineModel().save(path("a.onnx"));
        constexpr std::int64_t kRows = 20'000; // 160 KB
        const FeedSource feeds{
            30, [](std::size_t i) -> Result<std::vector<NamedTensor>> {
                const std::vector<float> values(2 * kRows, static_cast<float>(i));
                return std::vector<NamedTensor>{{"x", floats({kRows, 2}, values)}};
            }};
        std::vector<float> last;
        const auto keep = [&](std::size_t, std::vector<NamedTensor> tensors) {
            last.push_back(valuesOf(tensors.front().tensor).back());
            return Status{};
        };
        const auto first = m_executor->runAll(model, {}, feeds, {}, keep, m_limits, {});
        QVERIFY2(first.has_value(), first ? "" : first.error().text().c_str());
        QCOMPARE(last.size(), feeds.count);
        for (std::size_t i = 0; i < last.size(); ++i)
            QCOMPARE(last[i], 6 * static_cast<float>(i) + 1);
        const auto sent = m_link->sent.load();
        QVERIFY(sent > 30 * 8 * kRows);
        QVERIFY(m_executor->runAll(model, {}, feeds, {}, ignore(), m_limits, {}).has_value());
        QVERIFY2(m_link->sent - sent < 100'000, std::to_string(m_link->sent - sent).c_str());
        // What the agent has lost meanwhile, the model too, is sent again.
        for (const auto& entry : fs::directory_iterator(m_agents->blobs()))
            fs::remove_all(entry.path());
        QVERIFY(m_executor->runAll(model, {}, feeds, {}, ignore(), m_limits, {}).has_value());
    }

    void outputsBeyondAnAnswerAreFetched() {
        const fs::path model =
            fillModel().output({"f", ElementType::Float, {-1}}).save(path("f.onnx"));
        const FeedSource feeds{6, [](std::size_t i) -> Result<std::vector<NamedTensor>> {
                                   const auto size = static_cast<std::int64_t>(3'000'000 + i);
                                   return std::vector<NamedTensor>{{"shape", int64s({1}, {size})}};
                               }};
        std::size_t next = 0;
        const auto check = [&](std::size_t i, std::vector<NamedTensor> tensors) -> Status {
            const std::size_t size = tensors.back().tensor.bytes->size();
            if (i != next++ || tensors.size() != 2 || size != 4 * (3'000'000 + i))
                return fail(ErrorCode::Internal, std::to_string(size));
            return {};
        };
        const auto done = m_executor->runAll(model, {}, feeds, {}, check, m_limits, {});
        QVERIFY2(done.has_value(), done ? "" : done.error().text().c_str());
        QCOMPARE(next, feeds.count);
    }

    void aFeedThatFailsInABlockFailsAlone() {
        const fs::path model = affineModel().save(path("a.onnx"));
        const FeedSource feeds{
            40, [](std::size_t i) -> Result<std::vector<NamedTensor>> {
                if (i == 30)
                    return std::vector<NamedTensor>{{"x", floats({1, 3}, {1, 2, 3})}};
                return std::vector<NamedTensor>{{"x", floats({1, 2}, {1, 0})}};
            }};
        std::size_t done = 0;
        const auto count = [&](std::size_t i, std::vector<NamedTensor>) {
            done = i + 1;
            return Status{};
        };
        const auto refused = m_executor->runAll(model, {}, feeds, {}, count, m_limits, {});
        QVERIFY(!refused);
        QCOMPARE(done, std::size_t{30});
    }

    void aFeedThatEndsTheRunnerTakesNoOtherWithIt() {
        const fs::path model = fillModel().save(path("f.onnx"));
        const FeedSource feeds{30, [](std::size_t i) -> Result<std::vector<NamedTensor>> {
                                   const std::int64_t size = i == 20 ? 400'000'000 : 10;
                                   return std::vector<NamedTensor>{{"shape", int64s({1}, {size})}};
                               }};
        std::size_t done = 0;
        const auto count = [&](std::size_t i, std::vector<NamedTensor>) {
            done = i + 1;
            return Status{};
        };
        RunLimits limits = m_limits;
        limits.memoryBytes = 500u << 20;
        const auto refused = m_executor->runAll(model, {}, feeds, {}, count, limits, {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::OutOfMemory);
        QCOMPARE(done, std::size_t{20});
    }

    void aBlockCanBeCancelled() {
        const fs::path model = loopModel(std::int64_t{1} << 40).save(path("loop.onnx"));
        const FeedSource feeds{5, [](std::size_t) -> Result<std::vector<NamedTensor>> {
                                   return std::vector<NamedTensor>{{"x", floats({1}, {1})}};
                               }};
        const CancellationToken cancel;
        auto running = std::async(std::launch::async, [&] {
            return m_executor->runAll(model, {}, feeds, {}, ignore(), m_limits, cancel);
        });
        const int before = m_link->requests;
        QTRY_VERIFY_WITH_TIMEOUT(m_link->requests > before, 60000);
        cancel.cancel();
        const auto ended = running.get();
        QVERIFY(!ended);
        QCOMPARE(ended.error().code, ErrorCode::Cancelled);
    }

    void statisticsAreReducedThere() {
        const fs::path model = affineModel().save(path("a.onnx"));
        const FeedSource feeds{40, [](std::size_t i) -> Result<std::vector<NamedTensor>> {
                                   const float v = static_cast<float>(i);
                                   return std::vector<NamedTensor>{{"x", floats({1, 2}, {v, 0})}};
                               }};
        const auto got = m_executor->statistics(model, {}, feeds, {{"y"}, 16}, m_limits, {});
        QVERIFY2(got.has_value(), got ? "" : got.error().text().c_str());
        QCOMPARE(got->front().elements, std::uint64_t{80});
        QCOMPARE(got->front().min, 1.0);
        QCOMPARE(got->front().max, 79.0);
    }

    void measuresComparesProfilesAcrossCuts() {
        const fs::path model = affineModel().save(path("a.onnx"));
        MeasureRequest measure;
        measure.variant = {model, {}, "a"};
        measure.inputs = m_input;
        measure.minWarmupSeconds = 0;
        measure.minSeconds = 0.2;
        auto running =
            std::async(std::launch::async, [&] { return client().measure(measure, {}); });
        m_link->down = 10;
        const auto measured = running.get();
        QVERIFY2(measured.has_value(), measured ? "" : measured.error().text().c_str());
        QVERIFY(measured->samples.wallUs.size() >= 11);

        CompareRequest compare;
        compare.variants = {{model, {}, "a"}, {externalModel(), {}, "b"}};
        compare.inputs = {m_input};
        compare.processes = 1;
        compare.rounds = 2;
        const auto compared = client().compare(compare, {});
        QVERIFY2(compared.has_value(), compared ? "" : compared.error().text().c_str());
        QCOMPARE(compared->blocks.size(), std::size_t{4});

        ProfileRequest profile;
        profile.variant = {model, {}, "a"};
        profile.inputs = m_input;
        profile.optimizedModel = path("optimized.onnx");
        m_link->up = 300;
        const auto profiled = client().profile(profile, {});
        QVERIFY2(profiled.has_value(), profiled ? "" : profiled.error().text().c_str());
        QVERIFY(!profiled->nodes.empty());
        expectAffine(m_executor->run(path("optimized.onnx"), {}, m_input, {}, m_limits, {}));
        QVERIFY(client().memory({measure.variant, m_input}, {}).has_value());
        QVERIFY(client().load(measure.variant, m_limits, {}).has_value());
    }

    void blobsThatTheAgentLostAreSentAgain() {
        const fs::path model = affineModel().save(path("a.onnx"));
        expectAffine(m_executor->run(model, {}, m_input, {}, m_limits, {}));
        for (const auto& entry : fs::directory_iterator(m_agents->blobs()))
            fs::remove_all(entry.path());
        expectAffine(m_executor->run(model, {}, m_input, {}, m_limits, {}));
    }

    void failuresNameTheModelAsItIsHere() {
        std::ofstream(path("broken.onnx")) << "no model";
        const auto refused = m_executor->types(path("broken.onnx"), m_limits, {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::InvalidModel);
        const auto missing = m_executor->types(path("nowhere.onnx"), m_limits, {});
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::NotFound);
    }
};

QTEST_GUILESS_MAIN(TestAgentRemote)
#include "tst_agent_remote.moc"
