// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What an adaptation stands on: batch, data, objectives and intents of a deployment, on a device
// that is simulated, so that nothing is measured.
#include "engine/adaptation/task.h"

#include "base/file.h"
#include "candidates/build_variant.h"
#include "engine/adaptation/wishes.h"
#include "engine/devices/device_hub.h"
#include "support/graph_text.h"
#include "support/onnx_writer.h"

#include <QtTest/QTest>

#include <fmt/format.h>

using namespace metainfer;
using namespace metainfer::engine;
namespace fs = std::filesystem;

namespace {

bool holds(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

/// Two layers with weights: enc/fc makes h, dec/fc makes y; x is [?, 4].
test::GraphWriter twoLayers() {
    const std::vector<float> weights(16, 0.25f);
    return test::GraphWriter()
        .input({"x", ElementType::Float, {-1, 4}})
        .output({"y", ElementType::Float, {-1, 4}})
        .initializer("w1", test::floats({4, 4}, weights))
        .initializer("w2", test::floats({4, 4}, weights))
        .node("MatMul", {"x", "w1"}, {"enc/h"})
        .node("MatMul", {"enc/h", "w2"}, {"y"});
}

} // namespace

class TestTask : public QObject {
    Q_OBJECT

    std::optional<TemporaryDirectory> m_dir;
    std::vector<Remark> m_remarks;

    fs::path file(const std::string& name) const { return m_dir->path() / name; }

    /// The deployment of m.onnx on a simulated device, with `more` lines.
    Result<Task> prepare(const std::string& more, const std::string& objective = "p50_latency") {
        m_remarks.clear();
        const EventSink sink = [this](const Event& event) {
            if (const auto* remark = std::get_if<Remark>(&event))
                m_remarks.push_back(*remark);
        };
        MI_ASSIGN(auto deployment,
                  session::parseDeployment(
                      fmt::format("deployment:\n  model: m.onnx\n  hardware: accelerator-x-edge\n"
                                  "  optimization_objective: {{primary: {}}}\n{}",
                                  objective, more),
                      file("job.yaml")));
        MI_ASSIGN(auto target, openSimulated("accelerator-x-edge", sink));
        return prepareTask(std::move(deployment), std::move(target), sink, {});
    }

    std::string said(const std::string& code) const {
        std::string all;
        for (const Remark& remark : m_remarks)
            if (remark.code == code)
                all += remark.text + "\n";
        return all;
    }

  private slots:
    void initTestCase() {
        auto dir = TemporaryDirectory::create("mi-task");
        QVERIFY(dir);
        m_dir = std::move(*dir);
    }

    void statesBesideTheSamplesAreNoBatch() {
        test::GraphWriter()
            .input({"mix", ElementType::Float, {1, 4}})
            .input({"cache", ElementType::Float, {2, 1, 4}})
            .output({"y", ElementType::Float, {1, 4}})
            .output({"next", ElementType::Float, {2, 1, 4}})
            .node("Relu", {"mix"}, {"y"})
            .node("Neg", {"cache"}, {"next"})
            .save(file("m.onnx"));
        const auto task = prepare("");
        QVERIFY2(task, task ? "" : task.error().text().c_str());
        QCOMPARE(task->batch, 1);
        QCOMPARE(task->feed.size(), std::size_t{2});
        for (const NamedTensor& input : task->feed)
            QCOMPARE(input.tensor.dims, input.name == "mix" ? (std::vector<std::int64_t>{1, 4})
                                                            : (std::vector<std::int64_t>{2, 1, 4}));
    }

    void aFixedFirstDimensionOfAllInputsIsTheBatch() {
        test::GraphWriter()
            .input({"a", ElementType::Float, {4, 3}})
            .input({"b", ElementType::Float, {4, 3}})
            .output({"y", ElementType::Float, {4, 3}})
            .node("Add", {"a", "b"}, {"y"})
            .save(file("m.onnx"));
        const auto task = prepare("");
        QVERIFY2(task, task ? "" : task.error().text().c_str());
        QCOMPARE(task->batch, 4);
        QCOMPARE(task->feed.front().tensor.dims, (std::vector<std::int64_t>{4, 3}));
    }

    void theBatchThatIsAskedForIsTaken() {
        twoLayers().save(file("m.onnx"));
        const auto task = prepare("  batch_size: 3\n");
        QVERIFY2(task, task ? "" : task.error().text().c_str());
        QCOMPARE(task->batch, 3);
        QCOMPARE(task->feed.front().tensor.dims, (std::vector<std::int64_t>{3, 4}));
    }

    void withoutDataItIsSaid() {
        twoLayers().save(file("m.onnx"));
        const auto task = prepare("");
        QVERIFY2(task, task ? "" : task.error().text().c_str());
        QVERIFY2(holds(said("no_calibration_data"), "16 random inputs"),
                 said("no_calibration_data").c_str());
        QCOMPARE(task->validationText, std::string("16 random inputs: give accuracy.validation"));
        QVERIFY(!task->realValidation);
    }

    void objectivesThatNothingMeasuresAreRefused() {
        twoLayers().save(file("m.onnx"));
        for (const char* metric : {"energy", "power"}) {
            const auto task = prepare("", metric);
            QVERIFY(!task);
            QCOMPARE(task.error().code, ErrorCode::InvalidArgument);
            QVERIFY2(holds(task.error().message, metric), task.error().message.c_str());
            QVERIFY2(holds(task.error().hint, "p95_latency, p99_latency, throughput") &&
                         !holds(task.error().hint, metric),
                     task.error().hint.c_str());
        }
        const auto second = prepare("", "p50_latency, secondary: energy");
        QVERIFY2(second, second ? "" : second.error().text().c_str());
        QVERIFY(holds(said("objective_not_measured"), "energy"));
    }

    void wishesWithoutEffectAreSaid() {
        twoLayers().save(file("m.onnx"));
        const auto task = prepare("  constraints: {power_mode: eco, max_occupancy: 0.5, "
                                  "background_load: stress, allow_recompile: true}\n"
                                  "  intents:\n    - {nodes: enc, intent: power_sensitive, "
                                  "layout: NHWC}\n");
        QVERIFY2(task, task ? "" : task.error().text().c_str());
        const std::string all = said("not_honoured");
        for (const char* part :
             {"power_mode: eco", "max_occupancy: 0.5", "background_load: stress", "allow_recompile",
              "intents[0].layout: NHWC", "intents[0].intent: power_sensitive"})
            QVERIFY2(holds(all, part), (part + (" is not in " + all)).c_str());
        QVERIFY2(prepare(""), "a plain deployment");
        QCOMPARE(said("not_honoured"), std::string());
    }

    void intentsReachTheGraphAndBindTheCandidates() {
        twoLayers().save(file("m.onnx"));
        const auto task = prepare("  intents:\n    - {nodes: enc, precisions: [fp32]}\n");
        QVERIFY2(task, task ? "" : task.error().text().c_str());
        candidates::Variant variant;
        variant.precision.precision = candidates::Precision::Int8Dynamic;
        candidates::BuildContext context;
        context.executor = &task->target.device->executor();
        const auto built = candidates::buildVariant(task->model, variant, context);
        QVERIFY2(built, built ? "" : built.error().text().c_str());
        QCOMPARE(built->quantization->loweredCount(), std::size_t{1});
        QVERIFY(built->quantization->keptFloat.contains("enc/h"));
    }

    /// A little speed is given for a lower peak, where the objectives do not say otherwise.
    void memoryConstrainedNodesMakeMemoryCount_data() {
        QTest::addColumn<QString>("objective");
        QTest::addColumn<QString>("intent");
        QTest::addColumn<QString>("chosen");
        QTest::addColumn<bool>("unhonoured");
        QTest::newRow("no intent") << "p50_latency"
                                   << ""
                                   << "fast" << false;
        QTest::newRow("intent") << "p50_latency"
                                << "memory_constrained"
                                << "small" << false;
        QTest::newRow("another intent") << "p50_latency"
                                        << "latency_critical"
                                        << "fast" << false;
        QTest::newRow("the objectives say it") << "p50_latency, secondary: throughput"
                                               << "memory_constrained"
                                               << "fast" << true;
    }

    void memoryConstrainedNodesMakeMemoryCount() {
        QFETCH(QString, objective);
        QFETCH(QString, intent);
        QFETCH(QString, chosen);
        QFETCH(bool, unhonoured);
        twoLayers().save(file("m.onnx"));
        const auto task =
            prepare(intent.isEmpty()
                        ? std::string()
                        : "  intents:\n    - {nodes: enc, intent: " + intent.toStdString() + "}\n",
                    objective.toStdString());
        QVERIFY2(task, task ? "" : task.error().text().c_str());
        QCOMPARE(holds(said("intent"), "memory_constrained"), chosen == "small");
        QCOMPARE(holds(said("not_honoured"), "memory_constrained"), unhonoured);
        QVERIFY(!holds(said("not_honoured"), "latency_critical"));
        const auto evaluation = [](const char* id, double time, double bytes) {
            search::Evaluation e;
            e.id = id;
            for (const auto& [metric, value] :
                 {std::pair(measurement::Metric::P50Latency, time),
                  std::pair(measurement::Metric::Memory, bytes),
                  std::pair(measurement::Metric::Throughput, 1 / time)})
                e.values[metric] = {Interval::exact(value), NumberSource::Measured};
            return e;
        };
        const auto decision =
            search::decide(task->deployment.objectives, {}, evaluation("original", 100, 1000),
                           {evaluation("fast", 80, 1000), evaluation("small", 83, 600),
                            evaluation("tiny", 90, 100)},
                           decisionOptions(task->deployment));
        QCOMPARE(decision.chosen, chosen.toStdString());
    }

    /// Every variant starts from this model: what is not known here, each would have to find out.
    void computedSizesAreKnownBeforeTheSearch() {
        test::GraphWriter()
            .input({"x", ElementType::Float, {1, 6}})
            .output({"y", ElementType::Float, {}, false})
            .initializer("one", test::int64s({}, {1}))
            .initializer("zero", test::int64s({}, {0}))
            .node("Shape", {"x"}, {"shape"})
            .node("Gather", {"shape", "one"}, {"length"})
            .node("Range", {"zero", "length", "one"}, {"range"})
            .node("Cast", {"range"}, {"position"}, {test::attribute("to", std::int64_t{1})})
            .node("Add", {"position", "x"}, {"y"})
            .save(file("m.onnx"));
        const auto task = prepare("");
        QVERIFY2(task, task ? "" : task.error().text().c_str());
        for (const ir::Model* model : {&task->model, &task->boundModel})
            for (const char* name : {"range", "position", "y"}) {
                const auto& type = model->graph->tensorType(model->graph->find(name));
                QVERIFY2(type.isStatic(), (name + (": " + type.text())).c_str());
            }
    }

    void intentsForNodesThatAreNotThereAreRefused() {
        twoLayers().save(file("m.onnx"));
        const auto task = prepare("  intents:\n    - {nodes: encoder, precisions: [fp32]}\n");
        QVERIFY(!task);
        QCOMPARE(task.error().code, ErrorCode::InvalidArgument);
        QVERIFY2(holds(task.error().message, "intents[0].nodes") &&
                     holds(task.error().message, "\"encoder\""),
                 task.error().message.c_str());
    }
};

QTEST_GUILESS_MAIN(TestTask)
#include "tst_task.moc"
