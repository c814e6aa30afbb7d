// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Lowered graphs on the real runtime: what they compute, what fuses, what is declined.
#include "base/file.h"
#include "base/random.h"
#include "candidates/build_variant.h"
#include "candidates/quantize/opset.h"
#include "execution/agent_executor.h"
#include "ir/onnx_io.h"
#include "support/onnx_writer.h"
#include "support/paths.h"
#include "validation/equivalence.h"

#include <QtTest/QTest>

#include <cmath>

using namespace metainfer;
using namespace metainfer::candidates;
using namespace metainfer::test;
namespace fs = std::filesystem;

class TestQuantizeModels : public QObject {
    Q_OBJECT

  private:
    std::shared_ptr<AgentExecutor> m_executor;
    std::optional<TemporaryDirectory> m_folder;

    static std::vector<float> noise(std::size_t count, std::uint64_t seed, double spread) {
        Random random(seed);
        std::vector<float> values(count);
        for (auto& v : values)
            v = static_cast<float>(random.uniform(-spread, spread));
        return values;
    }

    /// Conv + Relu, MaxPool, Conv + residual Add + Clip, pooled into a Gemm.
    fs::path convNet(int opset = 13) {
        GraphWriter graph;
        graph.input({"x", ElementType::Float, {-1, 3, 16, 16}})
            .output({"y", ElementType::Float, {-1, 5}})
            .initializer("w1", floats({8, 3, 3, 3}, noise(216, 1, 0.5)))
            .initializer("b1", floats({8}, noise(8, 2, 0.5)))
            .initializer("w2", floats({8, 8, 3, 3}, noise(576, 3, 0.2)))
            .initializer("w3", floats({8, 5}, noise(40, 4, 0.5)))
            .initializer("b3", floats({5}, noise(5, 5, 0.5)));
        graph.node("Conv", {"x", "w1", "b1"}, {"c1"},
                   {attribute("pads", std::vector<std::int64_t>{1, 1, 1, 1})});
        graph.node("Relu", {"c1"}, {"r1"});
        graph.node("MaxPool", {"r1"}, {"p1"},
                   {attribute("kernel_shape", std::vector<std::int64_t>{2, 2}),
                    attribute("strides", std::vector<std::int64_t>{2, 2})});
        graph.node("Conv", {"p1", "w2"}, {"c2"},
                   {attribute("pads", std::vector<std::int64_t>{1, 1, 1, 1})});
        graph.node("Add", {"c2", "p1"}, {"a"});
        if (opset >= 11) {
            graph.initializer("zero", floats({}, {0})).initializer("six", floats({}, {6}));
            graph.node("Clip", {"a", "zero", "six"}, {"r2"});
        } else {
            graph.node("Clip", {"a"}, {"r2"}, {attribute("min", 0.0f), attribute("max", 6.0f)});
        }
        graph.node("GlobalAveragePool", {"r2"}, {"g"});
        graph.node("Flatten", {"g"}, {"f"});
        graph.node("Gemm", {"f", "w3", "b3"}, {"y"});
        return graph.save(m_folder->path() / "conv.onnx", opset);
    }

    fs::path mlp(std::int64_t width = 128) {
        const auto n = static_cast<std::size_t>(width);
        GraphWriter graph;
        graph.input({"x", ElementType::Float, {-1, 4, width}})
            .output({"y", ElementType::Float, {-1, 4, width}})
            .initializer("w1", floats({width, width}, noise(n * n, 1, 0.1)))
            .initializer("b1", floats({width}, noise(n, 2, 0.1)))
            .initializer("w2", floats({width, width}, noise(n * n, 3, 0.1)))
            .node("MatMul", {"x", "w1"}, {"m1"})
            .node("Add", {"m1", "b1"}, {"a1"})
            .node("Tanh", {"a1"}, {"t1"})
            .node("MatMul", {"t1", "w2"}, {"m2"})
            .node("Add", {"m2", "x"}, {"y"});
        return graph.save(m_folder->path() / "mlp.onnx");
    }

    static Dataset dataFor(const ir::Model& model, std::size_t samples = 8) {
        std::map<std::string, GeneratorSpec> generators;
        const auto inputs = *inputSpecs(model);
        for (const auto& input : inputs)
            generators[input.name] = {{}, -1, 1, false};
        return *generateDataset(inputs, generators, samples, 3);
    }

    static PrecisionPlan planOf(Precision precision) {
        PrecisionPlan plan;
        plan.precision = precision;
        return plan;
    }

    struct Built {
        BuiltVariant variant;
        fs::path file;
        FusionReport fusion;
        validation::EquivalenceReport difference;
    };

    /// Builds, runs beside the original, and looks at what the runtime made of it.
    Result<Built> build(const fs::path& source, const PrecisionPlan& plan,
                        CalibrationCache* cache = nullptr,
                        const std::vector<RewriteStep>& rewrites = {}) {
        MI_ASSIGN(const ir::Model model, ir::importOnnx(source));
        const Dataset data = dataFor(model);
        BuildContext context;
        context.executor = m_executor.get();
        context.calibration = &data;
        context.cache = cache;
        Variant variant;
        variant.precision = plan;
        variant.rewrites = rewrites;
        Built built;
        MI_ASSIGN(built.variant, buildVariant(model, variant, context));
        built.file = m_folder->path() / "built.onnx";
        MI_CHECK(ir::exportOnnx(built.variant.model, built.file));
        MI_CHECK(ir::checkOnnx(built.file));
        MI_ASSIGN(const auto inputs, inputSpecs(model));
        MI_ASSIGN(const auto batches, data.feeds(inputs));
        MI_ASSIGN(built.difference, validation::compareModels(*m_executor, source, built.file,
                                                              batches.source, {}, {}, {}, {}));
        MI_ASSIGN(const auto feed, batches.source.feed(0));
        const auto optimized = m_folder->path() / "optimized.onnx";
        MI_CHECK(optimizedModelSaver(m_executor->client())(built.file, {}, feed, optimized));
        MI_ASSIGN(const ir::Model seen, ir::importOnnx(optimized));
        built.fusion = inspectFusion(seen);
        return built;
    }

    static std::size_t countOf(const ir::Model& model, std::string_view type) {
        std::size_t count = 0;
        for (const auto id : model.graph->order())
            count += model.graph->node(id).opType == type;
        return count;
    }

  private slots:
    void initTestCase() {
        auto executor = makeLocalExecutor();
        if (!executor)
            QSKIP(executor.error().text().c_str());
        m_executor = *executor;
        m_folder = *TemporaryDirectory::create("tst_quantize");
    }

    void staticInt8Fuses_data() {
        QTest::addColumn<int>("activation");
        QTest::addColumn<int>("weight");
        QTest::addColumn<bool>("perChannel");
        QTest::addColumn<bool>("reduceRange");
        const int u8 = static_cast<int>(ElementType::UInt8),
                  s8 = static_cast<int>(ElementType::Int8);
        QTest::newRow("u8s8 per channel") << u8 << s8 << true << false;
        QTest::newRow("u8s8 per channel, 7 bits") << u8 << s8 << true << true;
        QTest::newRow("u8s8 per tensor") << u8 << s8 << false << false;
        QTest::newRow("u8u8 per tensor") << u8 << u8 << false << false;
        QTest::newRow("u8u8 per channel") << u8 << u8 << true << false;
        QTest::newRow("s8s8 per channel") << s8 << s8 << true << false;
    }

    void staticInt8Fuses() {
        QFETCH(int, activation);
        QFETCH(int, weight);
        QFETCH(bool, perChannel);
        QFETCH(bool, reduceRange);
        PrecisionPlan plan = planOf(Precision::Int8Static);
        plan.activation = static_cast<ElementType>(activation);
        plan.weight = static_cast<ElementType>(weight);
        plan.perChannel = perChannel;
        plan.reduceRange = reduceRange;
        const auto built = build(convNet(), plan);
        QVERIFY2(built, built ? "" : built.error().text().c_str());
        // On x86 the runtime turns int8 activations into uint8 and loses some pairs on the way.
        if (plan.activation == ElementType::UInt8) {
            QVERIFY2(built->fusion.allFused(), built->fusion.text().c_str());
            QCOMPARE(built->fusion.quantizedOps.at("QLinearConv"), 2u);
            QCOMPARE(built->fusion.quantizedOps.at("QLinearAdd"), 1u);
        } else {
            QVERIFY(built->fusion.quantizedOps.at("QLinearConv") >= 1u);
        }
        QCOMPARE(built->fusion.quantizedOps.at("QGemm"), 1u);
        QCOMPARE(built->variant.quantization->absorbed, 2u);
        QCOMPARE(countOf(built->variant.model, "Relu") + countOf(built->variant.model, "Clip"), 0u);
        // With 8 bits both the saturating kernels and the others stay near the original.
        QVERIFY2(built->difference.worstCosine() > 0.99, built->difference.verdict.c_str());
    }

    void everyCalibrationMethodWorksOnOneCalibration() {
        CalibrationCache cache;
        for (const auto method : {CalibrationMethod::MinMax, CalibrationMethod::Percentile,
                                  CalibrationMethod::Entropy}) {
            PrecisionPlan plan = planOf(Precision::Int8Static);
            plan.calibration = method;
            const auto built = build(convNet(), plan, &cache);
            QVERIFY2(built, built ? "" : built.error().text().c_str());
            QVERIFY2(built->difference.worstCosine() > 0.95, built->difference.verdict.c_str());
        }
        QCOMPARE(cache.runs(), 1u);
    }

    /// One Conv, one channel: the integers that come out are computed here by hand.
    void integersAreThoseOfTheDefinition() {
        GraphWriter graph;
        graph.input({"x", ElementType::Float, {1, 1, 1, 4}})
            .output({"y", ElementType::Float, {1, 1, 1, 4}})
            .initializer("w", floats({1, 1, 1, 1}, {0.5f}))
            .initializer("b", floats({1}, {0.1f}))
            .node("Conv", {"x", "w", "b"}, {"y"});
        const auto file = graph.save(m_folder->path() / "one.onnx");
        ir::Model model = *ir::importOnnx(file);
        QVERIFY(ir::inferShapes(model, m_executor.get(), {}));
        Calibration calibration;
        for (const auto& [name, low, high] : std::vector<std::tuple<std::string, double, double>>{
                 {"x", -1, 1.55}, {"y", -0.4, 0.875}}) {
            TensorStatistics s;
            s.name = name;
            s.min = low;
            s.max = high;
            s.elements = 4;
            calibration.tensors[name] = s;
        }
        QVERIFY(quantizeStatic(model, planOf(Precision::Int8Static), calibration));
        const auto out = m_folder->path() / "one8.onnx";
        QVERIFY(ir::exportOnnx(model, out));
        const std::vector<float> x{-1, 0, 0.777f, 1.55f};
        const auto y =
            m_executor->run(out, {}, {{"x", HostTensor::fromFloats({1, 1, 1, 4}, x)}}, {}, {}, {});
        QVERIFY2(y, y ? "" : y.error().text().c_str());
        const auto got = *(*y)[0].tensor.toFloats();
        const double sx = 2.55 / 255, sy = 1.275 / 255, sw = 0.5 / 127; // zx = 100, zy = 80
        for (std::size_t i = 0; i < 4; ++i) {
            const double xq = std::nearbyint(x[i] / sx);
            const double sum = xq * 127 + std::nearbyint(0.1 / (sx * sw));
            const double yq = std::clamp(std::nearbyint(sum * sx * sw / sy) + 80, 0.0, 255.0);
            // The kernel may round a tie the other way.
            QVERIFY2(std::abs(got[i] - (yq - 80) * sy) <= sy * 1.001,
                     std::to_string(got[i]).c_str());
        }
    }

    void sameInputsGiveTheSameBytes() {
        std::string first;
        for (int i = 0; i < 2; ++i) {
            const auto built = build(convNet(), planOf(Precision::Int8Static));
            QVERIFY(built);
            const auto bytes = readTextFile(built->file);
            if (i == 0)
                first = *bytes;
            else
                QVERIFY(first == *bytes);
        }
    }

    void oldOpsetsAreRaised() {
        const auto built = build(convNet(9), planOf(Precision::Int8Static));
        QVERIFY2(built, built ? "" : built.error().text().c_str());
        QCOMPARE(built->variant.model.opset(), kTargetOpset);
        QVERIFY2(built->fusion.allFused(), built->fusion.text().c_str());
        QVERIFY(built->difference.worstCosine() > 0.99);
    }

    void raisingTheOpsetChangesNothing() {
        GraphWriter graph;
        graph.input({"x", ElementType::Float, {2, 3, 4, 4}})
            .output({"y", ElementType::Float, {2, 3, 4, 4}})
            .output({"z", ElementType::Float, {}})
            .output({"s", ElementType::Float, {}})
            .node("Softmax", {"x"}, {"y"}, {attribute("axis", std::int64_t{1})})
            .node("Slice", {"x"}, {"cut"},
                  {attribute("starts", std::vector<std::int64_t>{1}),
                   attribute("ends", std::vector<std::int64_t>{3}),
                   attribute("axes", std::vector<std::int64_t>{1})})
            .node("Pad", {"cut"}, {"padded"},
                  {attribute("pads", std::vector<std::int64_t>{0, 0, 1, 1, 0, 0, 1, 1}),
                   attribute("value", 0.5f)})
            .node("Upsample", {"padded", "scales"}, {"up"},
                  {attribute("mode", std::string("nearest"))})
            .initializer("scales", floats({4}, {1, 1, 2, 2}))
            .node("Split", {"up"}, {"left", "right"},
                  {attribute("axis", std::int64_t{1}),
                   attribute("split", std::vector<std::int64_t>{1, 1})})
            .node("Squeeze", {"left"}, {"thin"}, {attribute("axes", std::vector<std::int64_t>{1})})
            .node("Clip", {"thin"}, {"z"}, {attribute("min", -0.25f), attribute("max", 0.75f)})
            .node("ReduceSum", {"right"}, {"s"}, {attribute("axes", std::vector<std::int64_t>{2})});
        const auto file = graph.save(m_folder->path() / "old.onnx", 9);
        ir::Model model = *ir::importOnnx(file);
        QVERIFY(ir::inferShapes(model, m_executor.get(), {}));
        const auto raised = raiseOpset(model);
        QVERIFY2(raised, raised ? "" : raised.error().text().c_str());
        const auto out = m_folder->path() / "new.onnx";
        QVERIFY(ir::exportOnnx(model, out));
        const auto batches = dataFor(model).feeds(*inputSpecs(model));
        QVERIFY2(batches, batches ? "" : batches.error().text().c_str());
        const auto report =
            validation::compareModels(*m_executor, file, out, batches->source, {}, {}, {}, {});
        QVERIFY2(report, report ? "" : report.error().text().c_str());
        QVERIFY2(report->equivalent, report->verdict.c_str());
    }

    void namedNodesStayFloat() {
        PrecisionPlan plan = planOf(Precision::Int8Static);
        plan.keepFloat = {"c2", "Gemm"};
        const auto built = build(convNet(), plan);
        QVERIFY2(built, built ? "" : built.error().text().c_str());
        QCOMPARE(built->variant.quantization->loweredOps.at("Conv"), 1u);
        QVERIFY(built->variant.quantization->keptFloat.contains("c2"));
        QVERIFY(built->variant.quantization->keptFloat.contains("y"));
        QCOMPARE(built->fusion.quantizedOps.at("QLinearConv"), 1u);
    }

    void productsHandOverFloats() {
        const auto built = build(mlp(), planOf(Precision::Int8Static));
        QVERIFY2(built, built ? "" : built.error().text().c_str());
        QVERIFY2(built->fusion.allFused(), built->fusion.text().c_str());
        QCOMPARE(built->fusion.quantizedOps.at("MatMulIntegerToFloat"), 2u);
        QVERIFY2(built->difference.worstCosine() > 0.999, built->difference.verdict.c_str());
    }

    void dynamicInt8() {
        const auto built = build(mlp(), planOf(Precision::Int8Dynamic));
        QVERIFY2(built, built ? "" : built.error().text().c_str());
        QCOMPARE(built->variant.quantization->loweredOps.at("MatMul"), 2u);
        QCOMPARE(built->fusion.quantizedCount(), 2u);
        QCOMPARE(countOf(built->variant.model, "MatMul"), 0u);
        QVERIFY2(built->difference.worstCosine() > 0.999, built->difference.verdict.c_str());
    }

    void dynamicLstm() {
        const std::int64_t in = 16, hidden = 8;
        GraphWriter graph;
        graph.input({"x", ElementType::Float, {6, 1, in}})
            .output({"y", ElementType::Float, {6, 1, 1, hidden}})
            .initializer("w", floats({1, 4 * hidden, in}, noise(512, 1, 0.3)))
            .initializer("r", floats({1, 4 * hidden, hidden}, noise(256, 2, 0.3)))
            .node("LSTM", {"x", "w", "r"}, {"y"}, {attribute("hidden_size", hidden)});
        const auto built =
            build(graph.save(m_folder->path() / "lstm.onnx"), planOf(Precision::Int8Dynamic));
        QVERIFY2(built, built ? "" : built.error().text().c_str());
        QCOMPARE(built->fusion.quantizedOps.at("DynamicQuantizeLSTM"), 1u);
        QVERIFY2(built->difference.worstCosine() > 0.99, built->difference.verdict.c_str());
    }

    void fourBitWeights() {
        for (const std::int64_t width : {128, 100}) { // whole blocks, and one that is not full
            const auto built = build(mlp(width), planOf(Precision::Int4Weights));
            QVERIFY2(built, built ? "" : built.error().text().c_str());
            QCOMPARE(built->fusion.quantizedOps.at("MatMulNBits"), 2u);
            QVERIFY2(built->difference.worstCosine() > 0.98, built->difference.verdict.c_str());
        }
        const auto small = build(mlp(16), planOf(Precision::Int4Weights));
        QVERIFY(!small);
        QCOMPARE(small.error().code, ErrorCode::Unsupported);
    }

    void halfPrecisionKeepsTheInterface() {
        for (const auto& file : {convNet(), mlp()}) {
            const auto built = build(file, planOf(Precision::Float16));
            QVERIFY2(built, built ? "" : built.error().text().c_str());
            const auto types = m_executor->types(built->file, {}, {});
            QVERIFY2(types, types ? "" : types.error().text().c_str());
            QCOMPARE(types->inputs[0].element, ElementType::Float);
            QCOMPARE(types->outputs[0].element, ElementType::Float);
            QVERIFY(countOf(built->variant.model, "Cast") >= 2);
            QVERIFY2(built->difference.worstCosine() > 0.9999, built->difference.verdict.c_str());
        }
    }

    void provenanceReachesTheSource() {
        const auto built = build(convNet(), planOf(Precision::Int8Static));
        QVERIFY(built);
        std::vector<bool> seen(built->variant.model.sources.size(), false);
        for (const auto id : built->variant.model.graph->order())
            for (const auto origin : built->variant.model.graph->node(id).origins)
                seen[origin.index] = true;
        for (std::size_t i = 0; i < seen.size(); ++i)
            QVERIFY2(seen[i], built->variant.model.sources[i].opType.c_str());
    }

    void whatIsMissingIsSaid() {
        const ir::Model model = *ir::importOnnx(convNet());
        Variant variant;
        variant.precision = planOf(Precision::Int8Static);
        BuildContext context;
        context.executor = m_executor.get();
        auto noData = buildVariant(model, variant, context);
        QVERIFY(!noData);
        QCOMPARE(noData.error().code, ErrorCode::NotFound);
        variant.precision.activation = ElementType::UInt16;
        const Dataset data = dataFor(model);
        context.calibration = &data;
        QCOMPARE(buildVariant(model, variant, context).error().code, ErrorCode::Unsupported);
    }

    void weightsThatAreNanAreNamed() {
        GraphWriter graph;
        graph.input({"x", ElementType::Float, {1, 1, 2, 2}})
            .output({"y", ElementType::Float, {1, 1, 2, 2}})
            .initializer("w", floats({1, 1, 1, 1}, {std::nanf("")}))
            .node("Conv", {"x", "w"}, {"y"});
        const auto built =
            build(graph.save(m_folder->path() / "nan.onnx"), planOf(Precision::Int8Static));
        QVERIFY(!built);
        QVERIFY2(built.error().text().find("y") != std::string::npos, built.error().text().c_str());
    }

    void sharedModels_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<double>("cosine");
        QTest::newRow("yunet") << "models/yunet/yunet_n_320_320.onnx" << 0.9;
        QTest::newRow("fastestdet") << "models/fastestdet/FastestDet.onnx" << 0.8;
        QTest::newRow("gtcrn") << "models/gtcrn/gtcrn_simple.onnx" << 0.99;
    }

    /// On random input, so the numbers are loose; that everything loads and fuses is the point.
    void sharedModels() {
        QFETCH(QString, file);
        QFETCH(double, cosine);
        const auto shared = sharedDir();
        if (!shared || !fs::exists(*shared / file.toStdString()))
            QSKIP("the shared models are not here");
        const auto built = build(*shared / file.toStdString(), planOf(Precision::Int8Static),
                                 nullptr, {{"fold_bn", {"*"}}});
        QVERIFY2(built, built ? "" : built.error().text().c_str());
        QVERIFY2(built->fusion.allFused(), built->fusion.text().c_str());
        QVERIFY(built->fusion.quantizedOps.at("QLinearConv") > 10);
        double sum = 0;
        for (const auto& output : built->difference.outputs)
            sum += output.cosine / static_cast<double>(built->difference.outputs.size());
        QVERIFY2(sum > cosine, std::to_string(sum).c_str());
    }
};

QTEST_GUILESS_MAIN(TestQuantizeModels)
#include "tst_quantize_models.moc"
