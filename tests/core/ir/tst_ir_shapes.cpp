// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Shape inference: through the ONNX library, through an executor, and what stays unknown.
#include "model_samples.h"

#include "base/file.h"
#include "ir/isolated.h"
#include "ir/verifier.h"
#include "support/paths.h"

#include <QtTest/QTest>

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace metainfer;
using namespace metainfer::ir;
using namespace metainfer::test;
namespace fs = std::filesystem;

namespace {

/// Answers `types` as a runtime would for a model whose outputs all are float[n,7], and keeps what
/// it was asked.
class ScriptedExecutor : public Executor {
  public:
    std::vector<Model> asked;
    int failures = 0;

    Result<ModelTypes> types(const fs::path& model, const RunLimits&,
                             const CancellationToken&) override {
        MI_ASSIGN(Model read, importOnnx(model));
        ModelTypes types;
        for (const ValueId id : read.graph->outputs()) {
            ReportedType type;
            type.name = read.graph->value(id).name;
            type.element = ElementType::Float;
            type.dims = {-1, 7};
            type.symbols = {"n", ""};
            types.outputs.push_back(std::move(type));
        }
        asked.push_back(std::move(read));
        if (failures-- > 0)
            return fail(ErrorCode::Unsupported, "weights must be constant");
        return types;
    }
    Result<std::vector<NamedTensor>> run(const fs::path&, const SessionOptions&,
                                         const std::vector<NamedTensor>&,
                                         const std::vector<std::string>&, const RunLimits&,
                                         const CancellationToken&) override {
        return fail(ErrorCode::Unsupported, "not scripted");
    }
    Status runAll(const fs::path&, const SessionOptions&, const FeedSource&,
                  const std::vector<std::string>&,
                  const std::function<Status(std::size_t, std::vector<NamedTensor>)>&,
                  const RunLimits&, const CancellationToken&) override {
        return fail(ErrorCode::Unsupported, "not scripted");
    }
    Result<std::vector<TensorStatistics>> statistics(const fs::path&, const SessionOptions&,
                                                     const FeedSource&, const HistogramRequest&,
                                                     const RunLimits&,
                                                     const CancellationToken&) override {
        return fail(ErrorCode::Unsupported, "not scripted");
    }
};

std::string typeOf(const Model& model, const char* name) {
    const Graph& graph = *model.graph;
    return graph.value(graph.find(name)).type.tensor.text();
}

} // namespace

class TestIrShapes : public QObject {
    Q_OBJECT

  private slots:
    void libraryFillsIntermediates() {
        Model model = denseModel();
        QVERIFY(inferShapes(model, nullptr, {}));
        QCOMPARE(typeOf(model, "product"), "float32[n,32]");
        QCOMPARE(typeOf(model, "reshaped"), "float32[n,4,8]"); // needs the constant's content
        QVERIFY(verify(model));
    }

    void symbolsCanBeBound() {
        Model model = denseModel();
        QVERIFY(inferShapes(model, nullptr, {}));
        QVERIFY(inferShapes(model, nullptr, {}, {{"n", 6}, {"other", 2}}));
        for (const char* name : {"x", "product", "reshaped", "y"})
            QVERIFY2(typeOf(model, name).starts_with("float32[6,"), name);
    }

    void staleTypesAreReplaced() {
        Model model = denseModel();
        Graph& graph = *model.graph;
        graph.value(graph.find("product")).type = floatType({2, 32});
        graph.value(graph.find("y")).type = floatType({2, 4, 8});
        graph.value(graph.find("x")).type = floatType({5, 16});
        QVERIFY(inferShapes(model, nullptr, {}));
        QCOMPARE(typeOf(model, "product"), "float32[5,32]");
        QCOMPARE(typeOf(model, "y"), "float32[5,4,8]");
    }

    void unknownOperatorsDoNotCrash() {
        Model model = denseModel();
        Graph& graph = *model.graph;
        graph.node(graph.order()[0]).domain = "com.example";
        graph.node(graph.order()[0]).opType = "Strange";
        model.setOpset("com.example", 3);
        QVERIFY(inferShapes(model, nullptr, {}));
        QCOMPARE(model.graph->value(graph.find("product")).type.kind, ValueKind::Unknown);
        // The known type of a value behind an unknown operator is kept and used.
        graph.value(graph.find("product")).type = floatType({3, 32});
        QVERIFY(inferShapes(model, nullptr, {}));
        QCOMPARE(typeOf(model, "reshaped"), "float32[3,4,8]");
    }

    void axisOutOfRangeDoesNotCrash() {
        Model model;
        model.setOpset("", 17);
        Graph& graph = *model.graph;
        const ValueId x = graph.addInput("x", floatType({2, 3}));
        const ValueId scale = graph.addInput("scale", floatType({3}));
        const ValueId y = graph.addValue("y"), mean = graph.addValue("mean");
        Node node;
        node.opType = "LayerNormalization";
        node.inputs = {x, scale};
        node.outputs = {y, mean};
        node.setAttribute(Attribute::ofInt("axis", -(std::int64_t{1} << 40)));
        graph.addNode(std::move(node));
        graph.setOutputs({y, mean});
        QVERIFY(inferShapes(model, nullptr, {}));
        QCOMPARE(typeOf(model, "y"), "float32[2,3]");
    }

    void strideOfZeroDoesNotCrash() {
        Model model;
        model.setOpset("", 13);
        Graph& graph = *model.graph;
        const ValueId y = graph.addValue("y");
        Node node;
        node.opType = "AveragePool";
        node.inputs = {graph.addInput("x", floatType({1, 1, 8, 8}))};
        node.outputs = {y};
        node.setAttribute(Attribute::ofInts("kernel_shape", {2, 2}));
        node.setAttribute(Attribute::ofInts("strides", {0, 0}));
        graph.addNode(std::move(node));
        graph.setOutputs({y});
        QVERIFY(inferShapes(model, nullptr, {}));
        QVERIFY(verify(model));
    }

    void isolatedWorkReportsHowItEnded() {
        using namespace std::chrono_literals;
        QCOMPARE(*runIsolated([] { return std::string(1 << 20, 'x'); }, 1min, {}),
                 std::string(1 << 20, 'x'));
        const auto failed = runIsolated(
            []() -> Result<std::string> { return fail(ErrorCode::Io, "said so"); }, 1min, {});
        QCOMPARE(failed.error().message, "said so");
        const auto crashed = runIsolated(
            []() -> Result<std::string> {
                std::raise(SIGSEGV);
                return std::string{};
            },
            1min, {});
        QCOMPARE(crashed.error().code, ErrorCode::Crash);
        const auto hang = []() -> Result<std::string> {
            for (;;)
                ::pause();
        };
        QCOMPARE(runIsolated(hang, 30ms, {}).error().code, ErrorCode::Timeout);
        CancellationToken cancel;
        cancel.cancel();
        QCOMPARE(runIsolated(hang, 1min, cancel).error().code, ErrorCode::Cancelled);
        QCOMPARE(::waitpid(-1, nullptr, WNOHANG), -1); // no zombie is left
    }

    void contradictionsAreNoError() {
        Model model = denseModel();
        Graph& graph = *model.graph;
        graph.value(graph.find("x")).type = floatType({5, 99});
        QVERIFY(inferShapes(model, nullptr, {}));
    }

    void runtimeIsAskedForNewOpsets() {
        Model model = denseModel();
        model.setOpset("", 21);
        ScriptedExecutor executor;
        QVERIFY(inferShapes(model, nullptr, {}));
        QCOMPARE(typeOf(model, "product"), "undefined");
        QVERIFY(inferShapes(model, &executor, {}));
        QCOMPARE(typeOf(model, "product"), "float32[n,7]");
        QCOMPARE(executor.asked.size(), 1u);
        const Graph& asked = *executor.asked.front().graph;
        QCOMPARE(asked.outputs().size(), 3u);
        QCOMPARE(asked.inputs().size(), 1u); // 2 KB of weights stay: they are small
        QVERIFY(inferShapes(model, &executor, {}));
        QCOMPARE(executor.asked.size(), 1u); // nothing is missing any more
    }

    void largeWeightsBecomeInputsUnlessRefused() {
        Model model = denseModel();
        model.setOpset("", 21);
        Value& w = model.graph->value(model.graph->find("w"));
        w.constant = countingFloats({16, 320});
        w.type = floatType({16, 320});
        ScriptedExecutor executor;
        executor.failures = 1;
        QVERIFY(inferShapes(model, &executor, {}));
        QCOMPARE(executor.asked.size(), 2u);
        QCOMPARE(executor.asked[0].graph->inputs().size(), 2u);
        QCOMPARE(executor.asked[1].graph->inputs().size(), 1u);
        QCOMPARE(typeOf(model, "product"), "float32[n,7]");
    }

    void cancelledIsAnError() {
        Model model = denseModel();
        CancellationToken cancel;
        cancel.cancel();
        const auto status = inferShapes(model, nullptr, cancel);
        QVERIFY(!status);
        QCOMPARE(status.error().code, ErrorCode::Cancelled);
    }

    void subgraphsGetTypes() {
        const auto data = onnxTestData();
        if (!data)
            QSKIP("the ONNX backend test data is not installed");
        auto model = importOnnx(*data / "node" / "test_loop11" / "model.onnx");
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        QVERIFY(inferShapes(*model, nullptr, {}));
        std::size_t known = 0, produced = 0;
        forEachGraph(std::as_const(*model), [&](const Graph& graph, const std::string& path) {
            for (const ValueId id : graph.values())
                if (!path.empty() && graph.value(id).producer) {
                    ++produced;
                    known += graph.value(id).type.kind != ValueKind::Unknown;
                }
        });
        QVERIFY(produced > 3);
        QCOMPARE(known, produced);
    }

    void everyTestModelIsHandled() {
        const auto data = onnxTestData();
        if (!data)
            QSKIP("the ONNX backend test data is not installed");
        std::size_t models = 0, values = 0, typed = 0;
        for (const auto& entry : fs::recursive_directory_iterator(*data)) {
            if (entry.path().extension() != ".onnx")
                continue;
            auto model = importOnnx(entry.path());
            QVERIFY(model);
            QVERIFY2(inferShapes(*model, nullptr, {}), entry.path().c_str());
            QVERIFY2(verify(*model), entry.path().c_str());
            ++models;
            for (const ValueId id : model->graph->values()) {
                const Value& value = model->graph->value(id);
                if (!value.producer)
                    continue;
                ++values;
                typed += value.type.kind != ValueKind::Unknown;
            }
        }
        qInfo("%zu models, %zu of %zu results typed", models, typed, values);
        QVERIFY(typed * 10 >= values * 9);
    }
};

QTEST_GUILESS_MAIN(TestIrShapes)
#include "tst_ir_shapes.moc"
