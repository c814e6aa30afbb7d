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

    void manyFeedsInOrder() {
        const fs::path model = affineModel().save(path("a.onnx"));
        const FeedSource feeds{20, [](std::size_t i) -> Result<std::vector<NamedTensor>> {
                                   const float v = static_cast<float>(i);
                                   return std::vector<NamedTensor>{{"x", floats({1, 2}, {v, 0})}};
                               }};
        std::vector<float> first;
        int count = 0;
        const auto keep = [&](std::size_t i, std::vector<NamedTensor> tensors) {
            if (i == 7)
                m_link->cut();
            first.push_back(valuesOf(tensors.front().tensor).front());
            ++count;
            return Status{};
        };
        QVERIFY(m_executor->runAll(model, {}, feeds, {}, keep, m_limits, {}).has_value());
        QCOMPARE(count, 20);
        for (std::size_t i = 0; i < first.size(); ++i)
            QCOMPARE(first[i], static_cast<float>(i) + 1);
        QVERIFY(m_link->opened >= 2);
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
