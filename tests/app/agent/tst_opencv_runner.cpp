// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The runtime `opencv` of the agent beside ONNX Runtime: same outputs, its own refusals, the same
// measurements.
#include "base/file.h"
#include "execution/agent_executor.h"
#include "support/agent_models.h"
#include "support/paths.h"

#include <QtTest>

#include <cmath>

using namespace metainfer;
using namespace metainfer::test;

namespace {

constexpr std::int64_t kSide = 12;

std::vector<float> wave(std::size_t count, double step) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = static_cast<float>(std::sin(static_cast<double>(i) * step));
    return values;
}

std::vector<WireMessage> convAttributes(std::int64_t group = 1) {
    return {attribute("kernel_shape", std::vector<std::int64_t>{3, 3}),
            attribute("pads", std::vector<std::int64_t>{1, 1, 1, 1}), attribute("group", group)};
}

/// Convolution, depthwise convolution, sum, pooling, product: an open batch where `batch` is -1.
GraphWriter netModel(std::int64_t batch = 1) {
    return GraphWriter()
        .input({"x", ElementType::Float, {batch, 3, kSide, kSide}})
        .output({"y", ElementType::Float, {batch, 5}})
        .initializer("w1", floats({8, 3, 3, 3}, wave(8 * 3 * 9, 0.7)))
        .initializer("b1", floats({8}, wave(8, 0.3)))
        .initializer("w2", floats({8, 1, 3, 3}, wave(8 * 9, 0.4)))
        .initializer("w3", floats({5, 8}, wave(40, 0.9)))
        .initializer("b3", floats({5}, wave(5, 0.2)))
        .node("Conv", {"x", "w1", "b1"}, {"c1"}, convAttributes())
        .node("Relu", {"c1"}, {"r1"})
        .node("Conv", {"r1", "w2"}, {"c2"}, convAttributes(8))
        .node("Sigmoid", {"c2"}, {"s2"})
        .node("Mul", {"c2", "s2"}, {"m2"})
        .node("Add", {"m2", "r1"}, {"a2"})
        .node("GlobalAveragePool", {"a2"}, {"p"})
        .node("Flatten", {"p"}, {"f"})
        .node("Gemm", {"f", "w3", "b3"}, {"y"}, {attribute("transB", std::int64_t{1})});
}

/// One operator between a convolution and the output.
GraphWriter modelWith(const std::string& opType, const std::vector<std::string>& more = {},
                      const std::vector<WireMessage>& attributes = {},
                      ElementType output = ElementType::Float) {
    std::vector<std::string> inputs{"c"};
    inputs.insert(inputs.end(), more.begin(), more.end());
    return GraphWriter()
        .input({"x", ElementType::Float, {1, 3, kSide, kSide}})
        .output({"y", output, {1, 3, kSide, kSide}})
        .initializer("w", floats({3, 3, 3, 3}, wave(81, 0.7)))
        .initializer("low", floats({}, {0}))
        .initializer("high", floats({}, {6}))
        .node("Conv", {"x", "w"}, {"c"}, convAttributes())
        .node(opType, inputs, {"y"}, attributes);
}

std::vector<NamedTensor> picture(std::int64_t batch = 1) {
    return {{"x", floats({batch, 3, kSide, kSide},
                         wave(static_cast<std::size_t>(batch * 3 * kSide * kSide), 0.11))}};
}

bool hasContext(const Error& error, std::string_view entry) {
    return std::find(error.context.begin(), error.context.end(), entry) != error.context.end();
}

} // namespace

class TestOpencvRunner : public QObject {
    Q_OBJECT

    std::shared_ptr<AgentClient> m_client;
    std::optional<TemporaryDirectory> m_folder;
    SessionOptions m_opencv;

    std::filesystem::path save(const GraphWriter& graph, const char* name) const {
        return graph.save(m_folder->path() / name);
    }
    ModelVariant variant(const GraphWriter& graph, const char* name) const {
        return {save(graph, name), m_opencv, name};
    }

  private slots:
    void initTestCase() {
        if (!std::filesystem::exists(binDir() / "metainfer-runner-opencv"))
            QSKIP("the build machine has no OpenCV with its DNN module: no runner was built");
        qputenv("METAINFER_AGENT", (binDir() / "metainfer-agent").c_str());
        m_folder = TemporaryDirectory::create("opencv-runner").value();
        auto client = AgentClient::startLocal();
        QVERIFY2(client.has_value(), client ? "" : client.error().text().c_str());
        m_client = *client;
        m_opencv.runtime = "opencv";
        m_opencv.threads = 1;
    }

    void inventoryHasAllRuntimes() {
        const auto inventory = m_client->inventory();
        QVERIFY2(inventory.has_value(), inventory ? "" : inventory.error().text().c_str());
        const auto count = [&](std::string_view name) {
            return std::count_if(inventory->runtimes.begin(), inventory->runtimes.end(),
                                 [&](const RuntimeLibrary& l) { return l.runtime == name; });
        };
        QVERIFY(count("onnxruntime") >= 1);
        QCOMPARE(count("opencv"), 1);
        QCOMPARE(inventory->runtimes.front().runtime, std::string("onnxruntime"));
        const RuntimeLibrary& opencv = inventory->runtimes.back();
        QCOMPARE(opencv.runtime, std::string("opencv"));
        QVERIFY(opencv.isDefault && opencv.problem.empty() && !opencv.version.empty());
        QVERIFY(std::filesystem::exists(opencv.file));
        QCOMPARE(opencv.sha256.size(), 64u);
        QVERIFY(opencv.build.find("threads") != opencv.build.npos);
    }

    void outputsEqualOnnxRuntime_data() {
        QTest::addColumn<int>("batch");
        QTest::addColumn<int>("threads");
        QTest::addColumn<bool>("fusion");
        QTest::newRow("fixed sizes") << 1 << 1 << true;
        QTest::newRow("open batch") << 3 << 1 << true;
        QTest::newRow("two threads") << 1 << 2 << true;
        QTest::newRow("no fusion") << 1 << 1 << false;
    }

    void outputsEqualOnnxRuntime() {
        QFETCH(int, batch);
        QFETCH(int, threads);
        QFETCH(bool, fusion);
        const auto model = save(netModel(batch > 1 ? -1 : 1), "net.onnx");
        AgentExecutor executor(m_client);
        SessionOptions options = m_opencv;
        options.threads = threads;
        if (!fusion)
            options.config["opencv.fusion"] = "0";
        const auto expected = executor.run(model, {}, picture(batch), {}, {}, {});
        const auto actual = executor.run(model, options, picture(batch), {}, {}, {});
        QVERIFY2(expected.has_value(), expected ? "" : expected.error().text().c_str());
        QVERIFY2(actual.has_value(), actual ? "" : actual.error().text().c_str());
        QCOMPARE(actual->size(), 1u);
        QCOMPARE(actual->front().name, std::string("y"));
        QCOMPARE(actual->front().tensor.dims, expected->front().tensor.dims);
        const auto a = actual->front().tensor.as<float>(), e = expected->front().tensor.as<float>();
        QCOMPARE(a.size(), e.size());
        for (std::size_t i = 0; i < a.size(); ++i)
            QVERIFY2(std::abs(a[i] - e[i]) < 1e-4,
                     qPrintable(QString("%1: %2 and %3").arg(i).arg(a[i]).arg(e[i])));
    }

    void wholeNumbersComeBackAsDeclared() {
        GraphWriter graph = GraphWriter()
                                .input({"x", ElementType::Float, {1, 4, 2, 2}})
                                .output({"y", ElementType::Int64, {1, 1, 2, 2}})
                                .node("Relu", {"x"}, {"r"})
                                .node("ArgMax", {"r"}, {"y"}, {attribute("axis", std::int64_t{1})});
        const auto model = save(graph, "argmax.onnx");
        const std::vector<NamedTensor> inputs = {{"x", floats({1, 4, 2, 2}, wave(16, 1.3))}};
        AgentExecutor executor(m_client);
        const auto expected = executor.run(model, {}, inputs, {}, {}, {});
        const auto actual = executor.run(model, m_opencv, inputs, {}, {}, {});
        QVERIFY2(actual.has_value(), actual ? "" : actual.error().text().c_str());
        QCOMPARE(actual->front().tensor.type, ElementType::Int64);
        QCOMPARE(actual->front().tensor.dims, expected->front().tensor.dims);
        QCOMPARE(*actual->front().tensor.toInt64s(), *expected->front().tensor.toInt64s());
    }

    void largeWholeNumbersAreRefused() {
        GraphWriter graph = GraphWriter()
                                .input({"i", ElementType::Int64, {1, 4}})
                                .output({"y", ElementType::Float, {1, 4}})
                                .node("Cast", {"i"}, {"f"}, {attribute("to", std::int64_t{1})})
                                .node("Relu", {"f"}, {"y"});
        const auto model = save(graph, "whole.onnx");
        AgentExecutor executor(m_client);
        const auto small =
            executor.run(model, m_opencv, {{"i", int64s({1, 4}, {1, -2, 3, 1000})}}, {}, {}, {});
        QVERIFY2(small.has_value(), small ? "" : small.error().text().c_str());
        QCOMPARE(*small->front().tensor.toFloats(), (std::vector<float>{1, 0, 3, 1000}));
        const auto large = executor.run(
            model, m_opencv, {{"i", int64s({1, 4}, {1, 2, 3, (1 << 24) + 1})}}, {}, {}, {});
        QVERIFY(!large);
        QCOMPARE(large.error().code, ErrorCode::Unsupported);
        QVERIFY(hasContext(large.error(), "dtype: int64"));
    }

    void missingOperatorIsNamed() {
        const auto report = m_client->load(variant(modelWith("Frobnicate"), "no.onnx"), {}, {});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::Unsupported);
        QVERIFY(hasContext(report.error(), "operator: Frobnicate"));
        QVERIFY(report.error().message.find("has no operator Frobnicate") != std::string::npos);
        for (const std::string& entry : report.error().context)
            QVERIFY2(!entry.starts_with("form: "), entry.c_str());
    }

    /// Weights behind DequantizeLinear: OpenCV has the operator, but up to 4.7 not on constants.
    void refusedFormIsNamed() {
        std::vector<std::byte> bytes(81, std::byte{3});
        const HostTensor weights =
            HostTensor::fromBytes(ElementType::Int8, {3, 3, 3, 3}, std::move(bytes)).value();
        const HostTensor zero =
            HostTensor::fromBytes(ElementType::Int8, {}, {std::byte{0}}).value();
        GraphWriter graph = GraphWriter()
                                .input({"x", ElementType::Float, {1, 3, kSide, kSide}})
                                .output({"y", ElementType::Float, {1, 3, kSide, kSide}})
                                .initializer("w", weights)
                                .initializer("s", floats({}, {0.1f}))
                                .initializer("z", zero)
                                .node("DequantizeLinear", {"w", "s", "z"}, {"f"})
                                .node("Conv", {"x", "f"}, {"y"}, convAttributes());
        const auto report = m_client->load(variant(graph, "dequantize.onnx"), {}, {});
        if (report)
            QSKIP("this OpenCV takes DequantizeLinear on constants");
        QCOMPARE(report.error().code, ErrorCode::Unsupported);
        QVERIFY(hasContext(report.error(), "operator: DequantizeLinear"));
        QVERIFY(hasContext(report.error(), "dtype: int8"));
        QVERIFY(std::any_of(report.error().context.begin(), report.error().context.end(),
                            [](const std::string& e) { return e.starts_with("form: "); }));
    }

    void damagedModelIsNotUnsupported() {
        const auto file = m_folder->path() / "damaged.onnx";
        QVERIFY(writeFileAtomically(file, "this is no model").has_value());
        const auto report = m_client->load({file, m_opencv, "damaged"}, {}, {});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::InvalidModel);
    }

    void wrongInputsAreRefused() {
        const auto model = save(netModel(), "net.onnx");
        AgentExecutor executor(m_client);
        const auto missing = executor.run(model, m_opencv, {}, {}, {}, {});
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::InvalidArgument);
        const auto shape =
            executor.run(model, m_opencv, {{"x", floats({1, 3, 4, 4}, wave(48, 0.1))}}, {}, {}, {});
        QVERIFY(!shape);
        QCOMPARE(shape.error().code, ErrorCode::InvalidArgument);
        const auto output = executor.run(model, m_opencv, picture(), {"z"}, {}, {});
        QVERIFY(!output);
        QVERIFY(output.error().message.find("`z`") != std::string::npos);
    }

    void unknownOptionsAreListed() {
        ModelVariant asked = variant(netModel(), "net.onnx");
        asked.options.config = {{"opencv.fusion", "0"}, {"session.something", "1"}};
        asked.options.spinning = false;
        asked.options.disabledOptimizers = {"NchwcTransformer"};
        const auto report = m_client->load(asked, {}, {});
        QVERIFY2(report.has_value(), report ? "" : report.error().text().c_str());
        QCOMPARE(report->unknownConfig, (std::vector<std::string>{"session.something", "spin"}));
        QCOMPARE(report->unknownOptimizers, (std::vector<std::string>{"NchwcTransformer"}));
        QVERIFY(report->loadUs > 0);
        QVERIFY(report->libraryFile.filename().string().find("opencv_dnn") != std::string::npos);
    }

    void otherVersionIsNotFound() {
        ModelVariant asked = variant(netModel(), "net.onnx");
        asked.options.runtimeVersion = "3.0.0";
        const auto report = m_client->load(asked, {}, {});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::NotFound);
    }

    void measuresComparesAndWeighs() {
        MeasureRequest request;
        request.variant = variant(netModel(), "net.onnx");
        request.inputs = picture();
        request.minRuns = 15;
        request.maxRuns = 15;
        request.minSeconds = 0;
        request.minWarmupSeconds = 0.01;
        request.maxWarmupSeconds = 0.5;
        const auto measured = m_client->measure(request, {});
        QVERIFY2(measured.has_value(), measured ? "" : measured.error().text().c_str());
        QCOMPARE(measured->samples.wallUs.size(), 15u);
        QVERIFY(measured->firstRunUs > 0 && measured->load.loadUs > 0);

        CompareRequest compare;
        compare.variants = {request.variant, request.variant};
        compare.variants[1].options.config["opencv.fusion"] = "0";
        compare.variants[1].options.threads = 2;
        compare.inputs = {picture()};
        compare.processes = 1;
        compare.rounds = 2;
        compare.runsPerBlock = 3;
        const auto compared = m_client->compare(compare, {});
        QVERIFY2(compared.has_value(), compared ? "" : compared.error().text().c_str());
        QCOMPARE(compared->blocks.size(), 4u);
        QCOMPARE(compared->loads.size(), 2u);

        MemoryRequest memory;
        memory.variant = request.variant;
        memory.inputs = picture();
        const auto weighed = m_client->memory(memory, {});
        QVERIFY2(weighed.has_value(), weighed ? "" : weighed.error().text().c_str());
        QVERIFY(weighed->peakBytes >= weighed->baselineBytes && weighed->baselineBytes > 0);
    }

    void profilesLayersUnderTheirNodes() {
        ProfileRequest request;
        request.variant = variant(netModel(), "net.onnx");
        request.inputs = picture();
        request.runs = 3;
        const auto report = m_client->profile(request, {});
        QVERIFY2(report.has_value(), report ? "" : report.error().text().c_str());
        QCOMPARE(report->runs, 3);
        const auto conv = std::find_if(report->nodes.begin(), report->nodes.end(),
                                       [](const NodeProfile& n) { return n.opType == "Conv"; });
        QVERIFY(conv != report->nodes.end());
        QCOMPARE(conv->name, std::string("Conv_0"));
        QCOMPARE(conv->count, 3);
        QCOMPARE(conv->inputShapes, std::string("float32[1,3,12,12]"));
        QCOMPARE(conv->outputShapes, std::string("float32[1,8,12,12]"));
        QVERIFY(conv->medianUs > 0 && conv->parameterBytes > 0);
        // Fused away: it has no time of its own.
        QVERIFY(std::none_of(report->nodes.begin(), report->nodes.end(),
                             [](const NodeProfile& n) { return n.name == "Relu_1"; }));
    }
};

QTEST_GUILESS_MAIN(TestOpencvRunner)
#include "tst_opencv_runner.moc"
