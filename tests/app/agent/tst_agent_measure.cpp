// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Measuring, comparing, profiling, memory and probes: counts and structure, never how fast it was.
#include "base/file.h"
#include "execution/agent_client.h"
#include "support/agent_models.h"
#include "support/paths.h"

#include <QtTest>

#include <map>
#include <set>

#include <unistd.h>

using namespace metainfer;
using namespace metainfer::test;

namespace {

/// y = relu(x * w) with w of 64 MiB: something to weigh and to time.
GraphWriter heavyModel() {
    const std::vector<float> weights(4096 * 4096, 0.01f);
    return GraphWriter()
        .input({"x", ElementType::Float, {1, 4096}})
        .output({"y", ElementType::Float, {1, 4096}})
        .initializer("w", floats({4096, 4096}, weights))
        .node("MatMul", {"x", "w"}, {"m"})
        .node("Relu", {"m"}, {"y"});
}

std::vector<NamedTensor> heavyInput() {
    return {{"x", floats({1, 4096}, std::vector<float>(4096, 1.0f))}};
}

bool allPositive(const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return value > 0; });
}

} // namespace

class TestAgentMeasure : public QObject {
    Q_OBJECT

    std::shared_ptr<AgentClient> m_client;
    std::optional<TemporaryDirectory> m_folder;

    ModelVariant variant(const GraphWriter& graph, const char* name) const {
        ModelVariant result{graph.save(m_folder->path() / name), {}, name};
        result.options.threads = 1;
        return result;
    }
    const std::vector<NamedTensor> m_two = {{"x", floats({1, 2}, {1, 1})}};

  private slots:
    void initTestCase() {
        qputenv("METAINFER_AGENT", (binDir() / "metainfer-agent").c_str());
        m_folder = TemporaryDirectory::create("agent-measure").value();
        auto client = AgentClient::startLocal();
        QVERIFY2(client.has_value(), client ? "" : client.error().text().c_str());
        m_client = *client;
    }

    void measureKeepsItsMinimum() {
        MeasureRequest request;
        request.variant = variant(affineModel(), "measure.onnx");
        request.inputs = m_two;
        request.minRuns = 25;
        request.minSeconds = 0;
        request.minWarmupSeconds = 0.01;
        request.maxWarmupSeconds = 0.5;
        const auto report = m_client->measure(request, {});
        QVERIFY2(report.has_value(), report ? "" : report.error().text().c_str());
        QCOMPARE(report->samples.wallUs.size(), 25u);
        QCOMPARE(report->samples.cpuUs.size(), 25u);
        QVERIFY(allPositive(report->samples.wallUs) && allPositive(report->samples.cpuUs));
        QVERIFY(report->warmupRuns >= request.minWarmupRuns);
        QVERIFY(report->firstRunUs > 0 && report->load.loadUs > 0);
        double sum = 0;
        for (const double sample : report->samples.wallUs)
            sum += sample;
        QVERIFY(report->elapsedUs >= sum);
        QVERIFY(report->before.loadAverage >= 0 && report->after.busyCpuUs > 0);
        QVERIFY(report->minorFaults >= 0 && report->voluntarySwitches >= 0);
    }

    void measureStopsAtItsMaximum() {
        MeasureRequest request;
        request.variant = variant(affineModel(), "maximum.onnx");
        request.inputs = m_two;
        request.minSeconds = 1000;
        request.maxRuns = 40;
        request.maxWarmupSeconds = 0.1;
        const auto report = m_client->measure(request, {});
        QVERIFY2(report.has_value(), report ? "" : report.error().text().c_str());
        QCOMPARE(report->samples.wallUs.size(), 40u);
    }

    void instancesMeasureTogether() {
        MeasureRequest request;
        request.variant = variant(affineModel(), "instances.onnx");
        request.inputs = m_two;
        request.instances = 2;
        request.minRuns = 50;
        request.minSeconds = 0;
        request.maxWarmupSeconds = 0.1;
        const auto report = m_client->measure(request, {});
        QVERIFY2(report.has_value(), report ? "" : report.error().text().c_str());
        QVERIFY(report->samples.wallUs.size() >= 50u);
        QVERIFY(report->samples.cpuUs.empty());
    }

    void nonsensePlansAreRefused() {
        MeasureRequest request;
        request.variant = variant(affineModel(), "nonsense.onnx");
        request.inputs = m_two;
        request.instances = 0;
        const auto report = m_client->measure(request, {});
        QCOMPARE(report.error().code, ErrorCode::InvalidArgument);
        QVERIFY(report.error().message.find("`instances`") != std::string::npos);
    }

    void compareInterleavesAndRotates() {
        CompareRequest request;
        const ModelVariant one = variant(affineModel(), "compare.onnx");
        ModelVariant other = one;
        other.options.optimization = OptimizationLevel::None;
        request.variants = {one, other, one}; // the last is the A/A control
        request.inputs = {m_two};
        request.processes = 2;
        request.rounds = 3;
        request.runsPerBlock = 4;
        int streamed = 0;
        const auto report =
            m_client->compare(request, {}, [&](const CompareBlock&) { ++streamed; });
        QVERIFY2(report.has_value(), report ? "" : report.error().text().c_str());
        QCOMPARE(report->blocks.size(), 2u * 3 * 3);
        QCOMPARE(streamed, 18);
        QCOMPARE(report->loads.size(), 3u);
        std::map<std::pair<int, int>, std::set<int>> variantsOfRound;
        std::map<int, std::set<int>> firstOfProcess;
        for (const CompareBlock& block : report->blocks) {
            QCOMPARE(block.samples.wallUs.size(), 4u);
            QVERIFY(allPositive(block.samples.wallUs) && allPositive(block.samples.cpuUs));
            variantsOfRound[{block.process, block.round}].insert(block.variant);
            if (block.position == 0)
                firstOfProcess[block.process].insert(block.variant);
        }
        for (const auto& [round, variants] : variantsOfRound)
            QCOMPARE(variants.size(), 3u);
        for (const auto& [process, firsts] : firstOfProcess)
            QCOMPARE(firsts.size(), 3u); // every variant came first once
    }

    void compareNamesTheVariantThatFails() {
        CompareRequest request;
        request.variants = {variant(affineModel(), "good.onnx"),
                            {m_folder->path() / "absent.onnx", {}, "the absent one"}};
        request.inputs = {m_two};
        const auto report = m_client->compare(request, {});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::NotFound);
        QVERIFY(report.error().text().find("the absent one") != std::string::npos);
        request.inputs = {m_two, m_two, m_two};
        QCOMPARE(m_client->compare(request, {}).error().code, ErrorCode::InvalidArgument);
    }

    void profileNamesEveryNode() {
        ProfileRequest request;
        request.variant = variant(heavyModel(), "profile.onnx");
        request.inputs = heavyInput();
        request.runs = 4;
        request.optimizedModel = m_folder->path() / "optimized.onnx";
        const auto report = m_client->profile(request, {});
        QVERIFY2(report.has_value(), report ? "" : report.error().text().c_str());
        QVERIFY(!report->nodes.empty());
        double sum = 0;
        bool hasMatMul = false;
        for (const NodeProfile& node : report->nodes) {
            QCOMPARE(node.count, 4);
            QVERIFY(!node.name.empty() && !node.opType.empty());
            QCOMPARE(node.provider, "CPUExecutionProvider");
            sum += node.meanUs;
            hasMatMul = hasMatMul || node.opType.find("MatMul") != std::string::npos ||
                        node.opType.find("Gemm") != std::string::npos;
            QVERIFY2(node.outputShapes.find("float32[1,4096]") != std::string::npos,
                     node.outputShapes.c_str());
        }
        QVERIFY(hasMatMul);
        QVERIFY(sum > 0 && report->endToEndMeanUs >= sum);
        QVERIFY(std::filesystem::exists(request.optimizedModel));
        const auto work = std::filesystem::temp_directory_path() /
                          ("metainfer-agent-" + std::to_string(m_client->processId()));
        QVERIFY(std::filesystem::is_empty(work)); // the profiler's file is gone
    }

    /// The nodes of a body stand beside the Loop; its own time is without them.
    void theTimeOfABodyCountsOnce() {
        ProfileRequest request;
        request.variant = variant(loopModel(300), "loop.onnx");
        request.inputs = {{"x", floats({1}, {0.5f})}};
        request.runs = 4;
        const auto report = m_client->profile(request, {});
        QVERIFY2(report.has_value(), report ? "" : report.error().text().c_str());
        double sum = 0;
        int inBody = 0;
        bool hasLoop = false;
        for (const NodeProfile& node : report->nodes) {
            sum += node.sumUs / report->runs;
            inBody = std::max(inBody, node.count);
            hasLoop = hasLoop || node.opType == "Loop";
        }
        QVERIFY(hasLoop);
        QCOMPARE(inBody, 300 * report->runs);
        QVERIFY2(sum > 0 && sum <= report->endToEndMeanUs,
                 QByteArray::number(sum / report->endToEndMeanUs));
    }

    /// Each round of a Loop is an entry of the profile: a slow model is not run as often.
    void aSlowLoopIsProfiledInFewRuns() {
        ProfileRequest request;
        request.variant = variant(loopModel(60'000), "slow-loop.onnx");
        request.inputs = {{"x", floats({1}, {0.5f})}};
        request.runs = 15;
        const auto report = m_client->profile(request, {});
        QVERIFY2(report.has_value(), report ? "" : report.error().text().c_str());
        QCOMPARE(report->runs, 3);
        for (const NodeProfile& node : report->nodes)
            QVERIFY2(node.count % 3 == 0, node.name.c_str());
    }

    void memoryIsAboutTheWeights() {
        MemoryRequest request;
        request.variant = variant(heavyModel(), "memory.onnx");
        request.inputs = heavyInput();
        const auto heavy = m_client->memory(request, {});
        QVERIFY2(heavy.has_value(), heavy ? "" : heavy.error().text().c_str());
        constexpr std::uint64_t kWeights = 64u << 20;
        QVERIFY(heavy->attributableBytes >= kWeights);
        QVERIFY(heavy->attributableBytes < 4 * kWeights);
        QVERIFY(heavy->peakBytes > heavy->baselineBytes);
        request.variant = variant(affineModel(), "light.onnx");
        request.inputs = m_two;
        const auto light = m_client->memory(request, {});
        QVERIFY2(light.has_value(), light ? "" : light.error().text().c_str());
        QVERIFY2(light->attributableBytes < (16u << 20),
                 std::to_string(light->attributableBytes).c_str());
    }

    void probesReportRates() {
        for (const char* dtype : {"fp32", "int8"}) {
            const auto report = m_client->probeCompute({dtype, 1, 0.02, {}}, {});
            QVERIFY2(report.has_value(), report ? "" : report.error().text().c_str());
            QVERIFY(report->opsPerSecond > 1e8);
            QVERIFY(!report->kernel.empty());
        }
        const auto half = m_client->probeCompute({"fp16", 1, 0.02, {}}, {});
        QVERIFY(half.has_value());
        QVERIFY(half->isNative != !half->reason.empty()); // a reason exactly when it is not native
        const auto unknown = m_client->probeCompute({"int3", 1, 0.02, {}}, {});
        QCOMPARE(unknown.error().code, ErrorCode::Unsupported);
        for (const char* pattern : {"read", "write", "copy", "strided", "random", "latency"}) {
            const auto report = m_client->probeMemory({pattern, 1 << 16, 2, 0.01, {}}, {});
            QVERIFY2(report.has_value(), report ? "" : report.error().text().c_str());
            QVERIFY(report->bytesPerSecond > 1e6);
            QCOMPARE(report->footprintBytes, std::uint64_t{1} << 16);
            QCOMPARE(report->nanosecondsPerAccess > 0, std::string(pattern) == "latency");
        }
        const auto wrong = m_client->probeMemory({"zigzag", 4096, 1, 0.01, {}}, {});
        QVERIFY(wrong.error().message.find("latency") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestAgentMeasure)
#include "tst_agent_measure.moc"
