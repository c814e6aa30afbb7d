// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Deployment files: the documented example, the full form, invalid files of many kinds, writing.
#include "base/file.h"
#include "session/deployment.h"
#include "session/duration.h"
#include "support/paths.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::session;
using search::Metric;
namespace fs = std::filesystem;

namespace {

// Verbatim from docs: formats, "Deployment".
const char* const kExample = R"(deployment:
  model: mobilenet-v2-style          # path, or a name in sample_models/
  hardware: accelerator-x-edge       # profile name or path; or `device:` for a registered device
  optimization_objective:
    primary: p95_latency             # p50/p90/p95/p99_latency throughput memory_usage energy accuracy model_size
    secondary: memory_usage
  constraints:
    max_memory_mb: 2048
    max_batch_size: 8
    support_dynamic_batch: false
  output:
    format: compiled_binary          # onnx | compiled_binary: what the target's toolchain makes (ONNX Runtime: its optimized model for this machine; none for a simulated device, said so)
    artifacts: [config, calibration]
)";

const char* const kSearchExample = R"(search:
  seed: 7
  stage_graph:
    rounds: 4
    candidates_per_round: 8
    transforms: [fold_bn, channel_align, group_split, concat_fold, quant_binding]
    budget: 32
    explore_ratio: 0.5
  stage_kernel:
    target_ops: [Conv(int8), Concat]
    tile_grid: [1x1, 2x1, 1x2, 2x2]
    layouts: [NHWC, NCHW, NCHWc4]
    fusion: [none, fold_bn, conv_bn_act, split_concat]
    trials_per_op: 40
    measure_repeats: 5
  time_limit: 30m                    # stage values, where given, override the 70/30 split
  deviation_threshold: 0.15          # predicted vs measured, above it the candidate is analysed
  concurrency: degrade               # from max_streams downward until the gain converges
)";

const char* const kFull = R"(schema: deployment/1
deployment:
  model: models/m.onnx
  device: local
  objectives:
    - {metric: p95_latency, weight: 2, direction: minimize, limit: 20}
    - {metric: memory_usage, limit: 512}
    - {metric: accuracy, weight: 0.5}
  constraints:
    max_latency_ms: 25.5
    max_accuracy_drop: 0.01
    allow_recompile: true
    instances: 2
    max_power_w: 15
    power_mode: performance
    max_occupancy: 0.8
    background_load: ./load --forever
  intents:
    - {nodes: encoder/*, intent: latency_critical, layout: NCHWc8, precisions: [fp16, int8]}
    - nodes: head
      intent: memory_constrained
      note: kept
  accuracy:
    calibration: data/calibration.npz
    validation: data/validation.npz
    metric: top1
    gate: 0.85
    calibration_samples: 200
    calibration_method: entropy
  batch_size: 4
  inputs:
    dimensions: {batch: 4, sequence: 128}
    image:
      shape: [4, 3, 224, 224]
      file: images
      mean: [0.485, 0.456, 0.406]
      std: [0.229, 0.224, 0.225]
      scale: 0.00392
      layout: NCHW
    mask: {generator: integers, low: 0, high: 1}
    ids: [4, 128]
    input.1: {shape: [4], colour: blue}
  search:
    seed: 3
    batch_size: 1
    batch_size_reason: one request at a time is what the device can hold while searching
    time_limit: 1h30m
    concurrency: single
  output: {format: onnx}
  owner: {team: vision, ticket: 12}
)";

Deployment parsed(const std::string& yaml, const fs::path& file = "/tmp/d/deployment.yaml") {
    auto deployment = parseDeployment(yaml, file);
    if (!deployment)
        qFatal("%s", deployment.error().text().c_str());
    return std::move(*deployment);
}

std::string withLine(const std::string& key, const std::string& value) {
    return "deployment:\n  model: m.onnx\n  device: local\n  optimization_objective: {primary: "
           "p95_latency}\n  " +
           key + ": " + value + "\n";
}

} // namespace

class TestDeployment : public QObject {
    Q_OBJECT

  private slots:
    void documentedExample() {
        const Deployment d = parsed(kExample);
        QCOMPARE(d.model, "mobilenet-v2-style");
        QCOMPARE(d.hardware, "accelerator-x-edge");
        QVERIFY(d.device.empty());
        QVERIFY(d.objectives == search::Objectives::single(Metric::P95Latency, Metric::Memory));
        QCOMPARE(*d.constraints.maxMemoryMb, 2048.0);
        QCOMPARE(*d.constraints.maxBatchSize, 8);
        QCOMPARE(*d.constraints.supportDynamicBatch, false);
        QCOMPARE(d.output.format, "compiled_binary");
        QCOMPARE(d.output.artifacts, (std::vector<std::string>{"config", "calibration"}));
        QVERIFY(d.warnings.empty());
    }

    void documentedSearchExample() {
        for (const bool inside : {false, true}) {
            std::string text = kSearchExample;
            if (inside) { // indented under `deployment:`
                std::string indented;
                for (std::size_t begin = 0; begin < text.size();) {
                    const std::size_t end = text.find('\n', begin);
                    indented += "  " + text.substr(begin, end - begin + 1);
                    begin = end + 1;
                }
                text = indented;
            }
            const Deployment d = parsed(std::string(kExample) + text);
            QCOMPARE(d.search.seed, std::uint64_t{7});
            QCOMPARE(*d.search.graph.rounds, 4);
            QCOMPARE(*d.search.graph.candidatesPerRound, 8);
            QCOMPARE(d.search.graph.transforms.size(), std::size_t{5});
            QCOMPARE(*d.search.kernel.trialsPerOp, 40);
            QCOMPARE(d.search.kernel.targetOps[0], "Conv(int8)");
            QCOMPARE(d.search.timeLimit->count(), 1800);
            QCOMPARE(d.search.deviationThreshold, 0.15);
            QVERIFY(d.warnings.empty());
        }
    }

    void fullForm() {
        const Deployment d = parsed(kFull);
        QCOMPARE(d.device, "local");
        QVERIFY(d.objectives.weighted);
        QCOMPARE(d.objectives.terms.size(), std::size_t{3});
        QCOMPARE(*d.objectives.terms[0].limit, 20000.0); // ms -> us
        QCOMPARE(*d.objectives.terms[1].limit, 512.0 * 1024 * 1024);
        QCOMPARE(d.objectives.terms[2].direction, search::Direction::Maximize);
        QCOMPARE(d.constraints.instances, 2);
        QCOMPARE(*d.constraints.maxOccupancy, 0.8);
        QCOMPARE(d.intents.size(), std::size_t{2});
        QCOMPARE(d.intents[0].precisions, (std::vector<std::string>{"fp16", "int8"}));
        QCOMPARE(d.accuracy.calibration, "/tmp/d/data/calibration.npz");
        QCOMPARE(*d.accuracy.gate, 0.85);
        QCOMPARE(d.dimensions.at("sequence"), 128);
        QCOMPARE(d.inputs.at("image").shape, (std::vector<std::int64_t>{4, 3, 224, 224}));
        QCOMPARE(d.inputs.at("ids").shape, (std::vector<std::int64_t>{4, 128}));
        QCOMPARE(*d.batchSize, 4);
        QCOMPARE(*d.searchBatchSize, 1);
        QCOMPARE(d.warnings.size(), std::size_t{3}); // note, colour, owner: kept and warned about
        QVERIFY(QString::fromStdString(d.warnings[0]).contains("deployment.yaml:2"));
    }

    void writtenFileIsEquivalent() {
        for (const char* text : {kExample, kFull}) {
            const Deployment d = parsed(text);
            const std::string yaml = d.toYaml();
            const Deployment again = parsed(yaml);
            QCOMPARE(again.model, d.model);
            QCOMPARE(again.hardware, d.hardware);
            QCOMPARE(again.device, d.device);
            QVERIFY(again.objectives == d.objectives);
            QVERIFY(again.constraints == d.constraints);
            QVERIFY(again.output == d.output);
            QVERIFY(again.intents == d.intents);
            QVERIFY(again.accuracy == d.accuracy);
            QVERIFY(again.inputs == d.inputs);
            QVERIFY(again.dimensions == d.dimensions);
            QVERIFY(again.search == d.search);
            QCOMPARE(again.batchSize, d.batchSize);
            QCOMPARE(again.searchBatchSize, d.searchBatchSize);
            QCOMPARE(again.batchReason, d.batchReason);
            QCOMPARE(dumpJson(again.unknownKeys), dumpJson(d.unknownKeys));
            QCOMPARE(again.toYaml(), yaml);
        }
    }

    void unknownKeysGoBackWhereTheyStood() {
        const Deployment d =
            parsed("'deployment.model': other.onnx\n"
                   "deployment:\n"
                   "  model: m.onnx\n"
                   "  hardware: accelerator-x\n"
                   "  optimization_objective: {primary: p95_latency}\n"
                   "  constraints: {colour: red}\n"
                   "  'search.seed': 3\n"
                   "  'intents[7]': {nodes: x}\n"
                   "  'say \"no\"': [1]\n"
                   "  inputs: {image: {shape: [1, 3], 'a.b': 1}}\n"
                   "  intents: [{nodes: 'conv*', intent: latency_critical, note: first}]\n");
        QCOMPARE(d.unknownKeys.size(), std::size_t{7});
        const std::string yaml = d.toYaml();
        QVERIFY(!yaml.empty());
        const Deployment again = parsed(yaml);
        QCOMPARE(again.model, std::string("m.onnx"));
        QCOMPARE(again.search.seed, d.search.seed);
        QVERIFY(again.intents == d.intents);
        const auto keysOf = [](const Deployment& of) {
            std::map<std::string, std::string> keys;
            for (const auto& [key, value] : of.unknownKeys.items())
                keys[key] = value.get<std::string>();
            return keys;
        };
        QVERIFY2(keysOf(again) == keysOf(d), dumpJson(again.unknownKeys).c_str());
    }

    void invalidFiles_data() {
        QTest::addColumn<QString>("yaml");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char* name, const std::string& yaml, QStringList expected) {
            QTest::newRow(name) << QString::fromStdString(yaml) << expected;
        };
        row("syntax", "deployment:\n  model: [a\n  b: }", {"deployment.yaml:", "not valid YAML"});
        row("not a mapping", "- a\n- b\n", {"must be a mapping"});
        row("empty", "", {"must be a mapping"});
        row("no deployment", "hardware: x\n", {"deployment"});
        row("no model",
            "deployment:\n  device: local\n  optimization_objective: {primary: energy}\n",
            {"deployment.yaml:1", "model"});
        row("no target", "deployment:\n  model: m\n  optimization_objective: {primary: energy}\n",
            {"hardware", "device: local"});
        row("two targets", withLine("hardware", "cpu"), {"deployment.yaml:3", "hardware"});
        row("no objective", "deployment:\n  model: m\n  device: local\n", {"objective"});
        row("unknown metric",
            "deployment:\n  model: m\n  device: local\n  optimization_objective:\n    primary: "
            "p95_latancy\n",
            {"deployment.yaml:5", "p95_latancy", "p95_latency"});
        row("same metric twice",
            "deployment:\n  model: m\n  device: local\n  optimization_objective: {primary: energy, "
            "secondary: energy}\n",
            {"deployment.yaml:4", "same"});
        row("negative limit", withLine("constraints", "{max_memory_mb: -5}"),
            {"deployment.yaml:5", "max_memory_mb", "-5", "above 0"});
        row("number with unit", withLine("constraints", "{max_latency_ms: 20ms}"),
            {"deployment.yaml:5", "20ms", "number"});
        row("not a boolean", withLine("constraints", "{support_dynamic_batch: maybe}"),
            {"maybe", "true or false"});
        row("drop above one", withLine("constraints", "{max_accuracy_drop: 1.5}"),
            {"1.5", "at least 0 and at most 1"});
        row("duplicate key", withLine("model", "other.onnx"), {"deployment.yaml:5", "twice"});
        row("bad format", withLine("output", "{format: onxx}"), {"onxx", "onnx"});
        row("no artifact", withLine("output", "{artifacts: []}"),
            {"artifacts", "is empty", "remove the key to get all"});
        row("target op", withLine("search", "{stage_kernel: {target_ops: [(int8)]}}"),
            {"target_ops", "Conv(int8)"});
        row("explore ratio", withLine("search", "{stage_graph: {explore_ratio: 2}}"),
            {"explore_ratio", "at most 1"});
        row("two repeats", withLine("search", "{stage_kernel: {measure_repeats: 2}}"),
            {"measure_repeats", "at least 3"});
        row("misspelt objective",
            "deployment:\n  model: m\n  device: local\n  optimization_objectiv: {primary: "
            "p50_latency}\n",
            {"deployment.yaml:1", "no objective", "line 4", "'optimization_objectiv'",
             "Did you mean optimization_objective?"});
        row("unknown transform",
            withLine("search", "{stage_graph: {transforms: [fold_bn, "
                               "fold_bm]}}"),
            {"deployment.yaml:5", "transforms", "'fold_bm'", "fold_bn"});
        row("bad tile", withLine("search", "{stage_kernel: {tile_grid: [1x1, 2]}}"),
            {"tile_grid", "2x1"});
        row("bad time", withLine("search", "{time_limit: soon}"), {"time_limit", "soon", "30m"});
        row("not a list", withLine("intents", "5"), {"deployment.yaml:5", "intents"});
        row("bad intent", withLine("intents", "[{nodes: a, intent: latency_critcal}]"),
            {"latency_critcal", "latency_critical"});
        row("empty intent", withLine("intents", "[{nodes: a}]"), {"says nothing"});
        row("command missing", withLine("accuracy", "{metric: command}"), {"command"});
        row("same data", withLine("accuracy", "{calibration: a.npz, validation: ./a.npz}"),
            {"same data", "never sees"});
        row("top1 without data", withLine("accuracy", "{metric: top1}"), {"validation data"});
        row("zero dimension", withLine("inputs", "{x: [0, 3]}"), {"x[0]", "at least 1"});
        row("low above high", withLine("inputs", "{x: {generator: uniform, low: 2, high: 1}}"),
            {"above low"});
        row("other schema", "schema: hardware/1\n" + withLine("batch_size", "1"),
            {"hardware/1", "no deployment"});
        row("batch sizes", withLine("search", "{batch_size: 8}"),
            {"deployment.yaml:5", "deployed batch size is 1", "batch_size_reason"});
        row("batch above limit",
            withLine("constraints", "{max_batch_size: 2}") + "  batch_size: 4\n",
            {"deployment.yaml:6", "max_batch_size 2"});
        row("batch dimension", withLine("batch_size", "2") + "  inputs: {dimensions: {batch: 3}}\n",
            {"deployment.yaml:6", "batch_size is 2"});
    }

    void invalidFiles() {
        QFETCH(QString, yaml);
        QFETCH(QStringList, expected);
        const auto result = parseDeployment(yaml.toStdString(), "deployment.yaml");
        QVERIFY2(!result, "it was accepted");
        QCOMPARE(result.error().code, ErrorCode::InvalidArgument);
        const QString text = QString::fromStdString(result.error().text());
        for (const QString& part : expected)
            QVERIFY2(text.contains(part), qPrintable(text + " lacks " + part));
        QVERIFY2(!result.error().hint.empty(), qPrintable(text));
    }

    /// Every field that has a list: a misspelt value names the place, the list and the near name.
    void closedLists_data() {
        QTest::addColumn<QString>("yaml");
        QTest::addColumn<QString>("wrong");
        QTest::addColumn<QStringList>("legal");
        QTest::addColumn<QString>("near");
        const QStringList metrics{"p50_latency", "p90_latency", "p95_latency",
                                  "p99_latency", "throughput",  "memory_usage",
                                  "energy",      "accuracy",    "model_size"};
        const QStringList layouts{"NCHW", "NHWC", "NCHWc4", "NCHWc8", "NCHWc16"};
        const QStringList fusions{"none", "fold_bn", "conv_bn_act", "split_concat"};
        const QStringList precisions{"fp32", "fp16", "int8", "int8_dynamic", "int4_weights"};
        const std::string head = "deployment:\n  model: m.onnx\n  device: local\n";
        const auto row = [](const char* name, const std::string& yaml, const char* wrong,
                            const QStringList& legal, const char* near) {
            QTest::newRow(name) << QString::fromStdString(yaml) << wrong << legal << near;
        };
        row("primary", head + "  optimization_objective: {primary: p95_latancy}\n", "p95_latancy",
            metrics, "p95_latency");
        row("secondary",
            head + "  optimization_objective: {primary: p95_latency, secondary: memory_usag}\n",
            "memory_usag", metrics, "memory_usage");
        row("objectives metric", head + "  objectives: [{metric: througput}]\n", "througput",
            metrics, "throughput");
        row("objectives direction",
            head + "  objectives: [{metric: throughput, direction: maximise}]\n", "maximise",
            {"minimize", "maximize"}, "maximize");
        row("format", withLine("output", "{format: onxx}"), "onxx", {"onnx", "compiled_binary"},
            "onnx");
        row("artifacts", withLine("output", "{artifacts: [config, calibraton]}"), "calibraton",
            {"config", "calibration", "profile"}, "calibration");
        row("one artifact", withLine("output", "{artifacts: profil}"), "profil",
            {"config", "calibration", "profile"}, "profile");
        row("intent", withLine("intents", "[{nodes: a, intent: latency_critcal}]"),
            "latency_critcal", {"latency_critical", "memory_constrained", "power_sensitive"},
            "latency_critical");
        row("intent layout", withLine("intents", "[{nodes: a, layout: NCHWc9}]"), "NCHWc9", layouts,
            "NCHWc8");
        row("intent precisions", withLine("intents", "[{nodes: a, precisions: [fp61]}]"), "fp61",
            precisions, "fp16");
        row("accuracy metric", withLine("accuracy", "{metric: top2}"), "top2",
            {"top1", "map50", "fidelity", "command"}, "top1");
        row("calibration method", withLine("accuracy", "{calibration_method: entropie}"),
            "entropie", {"minmax", "percentile", "entropy"}, "entropy");
        row("generator", withLine("inputs", "{x: {generator: unifrom}}"), "unifrom",
            {"normal", "uniform", "zeros", "ones", "integers"}, "uniform");
        row("image layout", withLine("inputs", "{x: {layout: NCWH}}"), "NCWH", {"NCHW", "NHWC"},
            "NCHW");
        row("transforms", withLine("search", "{stage_graph: {transforms: [fold_bm]}}"), "fold_bm",
            {}, "fold_bn");
        row("kernel layouts", withLine("search", "{stage_kernel: {layouts: [NHCW]}}"), "NHCW",
            layouts, "NHWC");
        row("kernel fusion", withLine("search", "{stage_kernel: {fusion: [conv_bn_atc]}}"),
            "conv_bn_atc", fusions, "conv_bn_act");
        row("target type", withLine("search", "{stage_kernel: {target_ops: [Conv(itn8)]}}"),
            "Conv(itn8)", {"fp32", "fp16", "int8"}, "int8");
        row("concurrency", withLine("search", "{concurrency: degrad}"), "degrad",
            {"degrade", "maximum", "single"}, "degrade");
    }

    void closedLists() {
        QFETCH(QString, yaml);
        QFETCH(QString, wrong);
        QFETCH(QStringList, legal);
        QFETCH(QString, near);
        const auto result = parseDeployment(yaml.toStdString(), "deployment.yaml");
        QVERIFY2(!result, "it was accepted");
        QCOMPARE(result.error().code, ErrorCode::InvalidArgument);
        const QString text = QString::fromStdString(result.error().text());
        QVERIFY2(text.contains("deployment.yaml:"), qPrintable(text));
        QVERIFY2(text.contains("'" + wrong + "'"), qPrintable(text));
        for (const QString& name : legal)
            QVERIFY2(text.contains(name), qPrintable(text + " lacks " + name));
        const qsizetype asks = text.indexOf("Did you mean ");
        QVERIFY2(asks >= 0 && text.indexOf(near, asks) > asks, qPrintable(text));
        // With the near name in its place the file is read.
        const QByteArray right =
            QString(yaml).replace(wrong, wrong.contains('(') ? "Conv(int8)" : near).toUtf8();
        const auto mended = parseDeployment(right.toStdString(), "/tmp/d/deployment.yaml");
        const QString rest = mended ? QString() : QString::fromStdString(mended.error().text());
        QVERIFY2(mended || !rest.contains("must be one of"), qPrintable(rest));
    }

    void wrongDirectionIsRefused() {
        const auto result = parseDeployment(
            "deployment:\n  model: m\n  device: local\n  objectives:\n    - {metric: accuracy, "
            "direction: minimize}\n",
            "d.yaml");
        QVERIFY(!result);
        QVERIFY(QString::fromStdString(result.error().text()).contains("d.yaml:5"));
    }

    void newerSchemaIsAVersionMismatch() {
        const auto result =
            parseDeployment("schema: deployment/2\n" + withLine("batch_size", "1"), "d.yaml");
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::VersionMismatch);
    }

    void severalErrorsAtOnce() {
        const auto result = parseDeployment(
            withLine("constraints", "{max_memory_mb: -5, max_batch_size: 0}"), "d.yaml");
        QVERIFY(!result);
        const QString text = QString::fromStdString(result.error().text());
        QVERIFY(text.contains("max_memory_mb") && text.contains("max_batch_size"));
    }

    void durations() {
        QCOMPARE(parseDuration("90s")->count(), 90);
        QCOMPARE(parseDuration("90")->count(), 90);
        QCOMPARE(parseDuration("1h30m")->count(), 5400);
        for (const char* bad : {"", "0", "m", "-5s", "5x", "1.5h", "99999999999999999999s"})
            QVERIFY2(!parseDuration(bad), bad);
        for (long long seconds : {1, 59, 60, 61, 3600, 5400, 3661})
            QCOMPARE(parseDuration(formatDuration(std::chrono::seconds(seconds)))->count(),
                     seconds);
    }

    void modelIsFoundBesideTheFileAndAmongSamples() {
        auto folder = TemporaryDirectory::create("mi-deployment");
        QVERIFY(folder);
        const fs::path root = folder->path();
        for (const char* place : {"sample_models/net-a", "work", "samples/net-b", "samples/net-c"})
            QVERIFY(createDirectories(root / place));
        QVERIFY(writeFileAtomically(root / "sample_models/net-a/model.onnx", "x"));
        QVERIFY(writeFileAtomically(root / "work/own.onnx", "x"));
        QVERIFY(writeFileAtomically(root / "samples/net-b/b.onnx", "x"));
        QVERIFY(writeFileAtomically(root / "samples/net-c/one.onnx", "x"));
        QVERIFY(writeFileAtomically(root / "samples/net-c/two.onnx", "x"));
        qputenv("METAINFER_SAMPLES", (root / "samples").c_str());
        Deployment d;
        d.file = root / "work" / "deployment.yaml";
        d.model = "own.onnx";
        QCOMPARE(*resolveModel(d), root / "work/own.onnx");
        d.model = "net-b";
        QCOMPARE(*resolveModel(d), root / "samples/net-b/b.onnx");
        d.file = root / "deployment.yaml";
        d.model = "net-a";
        QCOMPARE(*resolveModel(d), root / "sample_models/net-a/model.onnx");
        d.model = "net-aa";
        auto missing = resolveModel(d);
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::NotFound);
        QVERIFY(QString::fromStdString(missing.error().hint).contains("net-a"));
        d.model = "net-c"; // two models in it: which one is not for us to say
        QVERIFY(!resolveModel(d));
        d.model = "missing.onnx";
        QVERIFY(!resolveModel(d));
        qunsetenv("METAINFER_SAMPLES");
    }

    void shippedDeploymentsLoad() {
        const fs::path samples = test::sourceDir() / "sample_models";
        std::error_code code;
        for (const auto& entry : fs::directory_iterator(samples, code)) {
            const fs::path file = entry.path() / "deployment.yaml";
            if (!fs::exists(file))
                continue;
            const auto deployment = readDeployment(file);
            QVERIFY2(deployment, deployment ? "" : deployment.error().text().c_str());
            QVERIFY2(deployment->warnings.empty(), file.c_str());
            QVERIFY(resolveModel(*deployment));
        }
        QVERIFY(readDeployment(samples / "none" / "deployment.yaml").error().code ==
                ErrorCode::NotFound);
    }
};

QTEST_GUILESS_MAIN(TestDeployment)
#include "tst_deployment.moc"
