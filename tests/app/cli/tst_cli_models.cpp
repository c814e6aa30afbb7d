// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The commands that look at, change and compare models, and damaged input.
#include "app/cli/cli_runner.h"

#include "support/onnx_writer.h"

#include <QTest>

#include <limits>
#include <map>

using namespace metainfer;
using namespace metainfer::test;

class CliModelsTest : public QObject {
    Q_OBJECT

  private slots:
    void inspectGivesTheDiagnosis();
    void inspectJudgesTheTarget();
    void inspectBindsDimensions();
    void inspectSaysWhatCannotRun_data();
    void inspectSaysWhatCannotRun();
    void inspectFollowsComputedShapes();
    void targetsThatWereNotProbedSaySo();
    void rewritesAreListed();
    void rewritesAreAppliedAndProven();
    void unknownRulesAndSitesSuggestNearOnes();
    void quantizedModelIsSmallerAndClose();
    void quantizeNeedsData();
    void quantizeNamesDataWithoutNumbers();
    void rewritesOfOneRuleAreToldOnce();
    void equalModelsAreEqual();
    void differentModelsExitWithThreeAndTheTensor();
    void predictionSaysThatItIsSimulated();
    void damagedModelsAreNamed_data();
    void damagedModelsAreNamed();
    void missingExternalDataIsNamed();
    void unwritableOutputLeavesNothing();
};

namespace {

const QString kModel = "mobilenet-v2-style";

QString calibration() {
    return sampleFile("mobilenet-v2-style/data/calibration.npz");
}

} // namespace

void CliModelsTest::inspectGivesTheDiagnosis() {
    const CliRunner cli;
    const auto result = cli.run({"inspect", kModel, "--json"});
    CLI_EXITS(result, 0);
    const Json json = result.json();
    QCOMPARE(json["schema"].get<std::string>(), std::string("diagnosis/1"));
    QVERIFY(json["model"]["flops"].get<double>() > 1e6);
    QVERIFY(json["model"]["operators"]["Conv"].get<int>() > 10);
    double flops = 0;
    for (const Json& family : json["families"])
        flops += family["flops"].get<double>();
    QVERIFY(std::abs(flops - json["model"]["flops"].get<double>()) < 1e-6 * flops);
    const auto text = cli.run({"inspect", kModel});
    CLI_EXITS(text, 0);
    QVERIFY(text.out.contains("conv2d"));
    QVERIFY(text.out.contains("peak memory"));
    QVERIFY(cli.files().isEmpty());
}

void CliModelsTest::inspectJudgesTheTarget() {
    const CliRunner cli;
    const auto result = cli.run({"inspect", kModel, "--hardware", "accelerator-x", "--json"});
    CLI_EXITS(result, 0);
    const Json json = result.json();
    QCOMPARE(json["hardware"]["name"].get<std::string>(), std::string("accelerator-x"));
    QVERIFY(json["cost"]["basis"].get<std::string>().starts_with("microseconds"));
    double share = 0;
    for (const Json& family : json["families"])
        share += family["share"].get<double>();
    QVERIFY(std::abs(share - 1) < 1e-6);
    const auto text = cli.run({"inspect", kModel, "--hardware", "accelerator-x"});
    CLI_SAYS(text, "simulated");
}

void CliModelsTest::inspectBindsDimensions() {
    const CliRunner cli;
    const auto open = cli.run({"inspect", "dynamic-gru", "--json"});
    CLI_EXITS(open, 0);
    const Json symbols = open.json()["model"]["dynamic_symbols"];
    QVERIFY(!symbols.empty());
    QStringList arguments{"inspect", "dynamic-gru", "--json"};
    for (const Json& symbol : symbols)
        arguments << "--dim" << QString::fromStdString(symbol.get<std::string>()) + "=4";
    const auto bound = cli.run(arguments);
    CLI_EXITS(bound, 0);
    QVERIFY(bound.json()["model"]["dynamic_symbols"].empty());
    const auto wrong = cli.run({"inspect", "dynamic-gru", "--dim", "heights=3"});
    CLI_EXITS(wrong, 2);
    QVERIFY(wrong.err.contains("heights"));
}

void CliModelsTest::inspectSaysWhatCannotRun_data() {
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<QByteArray>("text");
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto bytes = [](const std::string& text) { return QByteArray::fromStdString(text); };
    const auto one = [](const std::string& opType, float weight) {
        return GraphWriter()
            .input({"x", ElementType::Float, {1, 1}})
            .output({"y", ElementType::Float, {1, 1}})
            .initializer("w", floats({1, 1}, {weight}))
            .node(opType, {"x", "w"}, {"y"});
    };
    QTest::newRow("later opset") << bytes(one("Add", 1).model(99)) << QByteArray("opset 99");
    QTest::newRow("opset 0") << bytes(one("Add", 1).model(0)) << QByteArray("opset 0");
    QTest::newRow("opset -1") << bytes(one("Add", 1).model(-1)) << QByteArray("opset -1");
    QTest::newRow("later IR") << bytes(one("Add", 1).model(13, 99)) << QByteArray("IR version 99");
    QTest::newRow("operator") << bytes(one("Frobnicate", 1).model()) << QByteArray("Frobnicate");
    QTest::newRow("NaN") << bytes(one("Add", nan).model()) << QByteArray("the weights w");
    QTest::newRow("sound") << bytes(one("Add", 1).model()) << QByteArray();
}

void CliModelsTest::inspectSaysWhatCannotRun() {
    QFETCH(QByteArray, model);
    QFETCH(QByteArray, text);
    const CliRunner cli;
    cli.write("m.onnx", model);
    const auto result = cli.run({"inspect", "m.onnx", "--json"});
    CLI_EXITS(result, 0);
    QByteArray said;
    const Json document = result.json();
    for (const Json& remark : document["remarks"])
        if (remark["code"] == "cannot_run")
            said += QByteArray::fromStdString(remark["text"].get<std::string>());
    QVERIFY2(text.isEmpty() ? said.isEmpty() : said.contains(text), said.constData());
    QVERIFY(!result.out.contains("shapes are dynamic")); // this model has no open dimension
}

namespace {

/// The size of y hangs on the content of a computed shape, which a fixed input fixes; its own shape
/// is computed with in turn.
QByteArray computedShapes() {
    return QByteArray::fromStdString(
        GraphWriter()
            .input({"x", ElementType::Float, {1, 6}})
            .output({"y", ElementType::Float, {}, false})
            .output({"n", ElementType::Float, {}, false})
            .output({"m", ElementType::Float, {1, 6}})
            .initializer("two", floats({1}, {2}))
            .initializer("w", floats({6, 6}, std::vector<float>(36, 0.5F)))
            .node("Shape", {"x"}, {"shape"})
            .node("Cast", {"shape"}, {"real"}, {attribute("to", std::int64_t{1})})
            .node("Div", {"real", "two"}, {"half"})
            .node("Ceil", {"half"}, {"up"})
            .node("Cast", {"up"}, {"sizes"}, {attribute("to", std::int64_t{7})})
            .node("ReduceSum", {"x"}, {"total"}, {attribute("keepdims", std::int64_t{0})})
            .node("Expand", {"total", "sizes"}, {"y"})
            .node("Shape", {"y"}, {"size_of_y"})
            .node("Cast", {"size_of_y"}, {"n"}, {attribute("to", std::int64_t{1})})
            .node("MatMul", {"x", "w"}, {"m"})
            .model());
}

} // namespace

void CliModelsTest::inspectFollowsComputedShapes() {
    const CliRunner cli;
    cli.write("m.onnx", computedShapes());
    const auto result = cli.run({"inspect", "m.onnx", "--json"});
    CLI_EXITS(result, 0);
    const Json document = result.json();
    QCOMPARE(document["peak_memory"]["unknown_tensors"].get<int>(), 0);
    QCOMPARE(document["model"]["nodes_of_unknown_work"].get<int>(), 0);
}

void CliModelsTest::targetsThatWereNotProbedSaySo() {
    const CliRunner cli;
    const auto result = cli.run({"inspect", "mobilenet-v2-style", "--hardware", "local"});
    CLI_EXITS(result, 2);
    CLI_SAYS(result, "metainfer probe local");
}

void CliModelsTest::rewritesAreListed() {
    const CliRunner cli;
    const auto result = cli.run({"rewrites", kModel, "--list", "--hardware", "accelerator-x",
                                 "--dim", "batch=1", "--json"});
    CLI_EXITS(result, 0);
    const Json json = result.json();
    QVERIFY(json["offered"].is_array());
    QCOMPARE(json["source"].get<std::string>(), std::string("simulated"));
    QVERIFY(json["predicted_us_before"]["value"].get<double>() > 0);
    CLI_EXITS(cli.run({"rewrites", "package-section", "--declined"}), 0);
}

void CliModelsTest::rewritesAreAppliedAndProven() {
    const CliRunner cli;
    const auto listed = cli.run({"rewrites", "package-section", "--json"});
    CLI_EXITS(listed, 0);
    QString rule, site;
    const Json offers = listed.json();
    for (const Json& match : offers["offered"])
        if (match["declined"].is_null() && match["exact"].get<bool>() && rule.isEmpty()) {
            rule = QString::fromStdString(match["rule"].get<std::string>());
            site = QString::fromStdString(match["site"].get<std::string>());
        }
    QVERIFY2(!rule.isEmpty(), "the transformer offers no rewrite at all");
    const QStringList data{"--inputs", sampleFile("package-section/data/validation.npz"),
                           "--samples", "8"};
    const auto applied =
        cli.run(QStringList{"rewrites", "package-section", "--apply", rule + "@" + site, "--check",
                            "-o", cli.path("one.onnx"), "--json"} +
                data);
    CLI_EXITS(applied, 0);
    const Json json = applied.json();
    QVERIFY(json["check"]["equivalent"].get<bool>());
    QCOMPARE(json["applied"].size(), std::size_t{1});
    QCOMPARE(cli.files(), QStringList{"one.onnx"});
    const auto equal =
        cli.run(QStringList{"equivalent", "package-section", cli.path("one.onnx")} + data);
    CLI_EXITS(equal, 0);
}

void CliModelsTest::unknownRulesAndSitesSuggestNearOnes() {
    const CliRunner cli;
    const auto rule = cli.run({"rewrites", kModel, "--apply", "fold_bm", "-o", cli.path("x.onnx")});
    CLI_EXITS(rule, 2);
    QVERIFY2(rule.err.contains("fold_bn"), rule.err.constData());
    const auto site = cli.run(
        {"rewrites", kModel, "--apply", "fold_bn@nowhere_at_all", "-o", cli.path("x.onnx")});
    CLI_EXITS(site, 2);
    QVERIFY2(site.err.contains("nowhere_at_all"), site.err.constData());
    QVERIFY(cli.files().isEmpty());
}

void CliModelsTest::quantizedModelIsSmallerAndClose() {
    const CliRunner cli;
    const auto result = cli.run({"quantize", kModel, "--calibration", calibration(), "--samples",
                                 "32", "--reduce-range", "-o", cli.path("int8.onnx"), "--json"});
    CLI_EXITS(result, 0);
    const Json json = result.json();
    QVERIFY(json["bytes_after"].get<double>() < 0.5 * json["bytes_before"].get<double>());
    QVERIFY(json["summary"]["lowered"]["Conv"].get<int>() > 10);
    QVERIFY(json["difference"]["outputs"][0]["cosine"].get<double>() > 0.97);
    QCOMPARE(cli.files(), QStringList{"int8.onnx"});
    // int8 is not the same function.
    CLI_EXITS(cli.run({"equivalent", kModel, cli.path("int8.onnx")}), 3);
    const auto inspected = cli.run({"inspect", cli.path("int8.onnx"), "--json"});
    CLI_EXITS(inspected, 0);
    QVERIFY(inspected.json()["model"]["operators"]["DequantizeLinear"].get<int>() > 10);
}

void CliModelsTest::quantizeNeedsData() {
    const CliRunner cli;
    const auto result = cli.run({"quantize", kModel, "-o", cli.path("int8.onnx")});
    CLI_EXITS(result, 2);
    QVERIFY(result.err.contains("--calibration"));
    QDir().mkpath(cli.path("empty"));
    const auto empty = cli.run(
        {"quantize", kModel, "--calibration", cli.path("empty"), "-o", cli.path("int8.onnx")});
    CLI_EXITS(empty, 2);
    QVERIFY(empty.err.contains("empty"));
    const auto scheme = cli.run({"quantize", kModel, "--scheme", "int7", "-o", "x.onnx"});
    CLI_EXITS(scheme, 2);
    QVERIFY(scheme.err.contains("int8"));
    QVERIFY(cli.files().isEmpty());
}

void CliModelsTest::quantizeNamesDataWithoutNumbers() {
    const CliRunner cli;
    cli.write("m.onnx",
              QByteArray::fromStdString(GraphWriter()
                                            .input({"x", ElementType::Float, {1, 2}})
                                            .output({"y", ElementType::Float, {1, 2}})
                                            .initializer("w", floats({2, 2}, {1, 2, 3, 4}))
                                            .node("MatMul", {"x", "w"}, {"y"})
                                            .model()));
    QByteArray npy("\x93NUMPY\x01\x00\x46\x00", 10);
    npy += QByteArray("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }")
               .leftJustified(69, ' ') +
           '\n';
    npy += QByteArray("\x00\x00\xc0\x7f\x00\x00\xc0\x7f", 8); // two NaN
    cli.write("nan.npy", npy);
    const auto result = cli.run({"quantize", "m.onnx", "--calibration", "nan.npy", "-o", "q.onnx"});
    CLI_EXITS(result, 2);
    CLI_SAYS(result, "nan.npy: all 2 values for the input \"x\" are NaN");
    const auto missing =
        cli.run({"quantize", "m.onnx", "--calibration", "none.npy", "-o", "q.onnx"});
    CLI_EXITS(missing, 2);
    QVERIFY(!missing.says("deployment"));
}

/// Shapes are folded round after round here, since each round makes more of them known.
void CliModelsTest::rewritesOfOneRuleAreToldOnce() {
    const CliRunner cli;
    cli.write("m.onnx", computedShapes());
    const auto result =
        cli.run({"quantize", "m.onnx", "--scheme", "int8_dynamic", "-o", "q.onnx", "--json"});
    CLI_EXITS(result, 0);
    const Json document = result.json();
    std::map<std::string, int> steps;
    for (const Json& rewrite : document["rewrites"])
        ++steps[rewrite["rule"].get<std::string>()];
    QCOMPARE(steps["shape_folding"], 1);
    for (const auto& [rule, count] : steps)
        QVERIFY2(count == 1, rule.c_str());
}

void CliModelsTest::equalModelsAreEqual() {
    const CliRunner cli;
    const auto result = cli.run({"equivalent", kModel, kModel, "--json"});
    CLI_EXITS(result, 0);
    QVERIFY(result.json()["equivalent"].get<bool>());
}

void CliModelsTest::differentModelsExitWithThreeAndTheTensor() {
    const CliRunner cli;
    CLI_EXITS(cli.run({"quantize", kModel, "--scheme", "int8", "--calibration", calibration(),
                       "--samples", "16", "--no-rewrites", "-o", cli.path("int8.onnx")}),
              0);
    const auto result =
        cli.run({"equivalent", kModel, cli.path("int8.onnx"), "--bisect", "--json"});
    CLI_EXITS(result, 3);
    const Json json = result.json();
    QVERIFY(!json["equivalent"].get<bool>());
    QVERIFY(!json["first_difference"]["tensor"].get<std::string>().empty());
    const auto other = cli.run({"equivalent", kModel, "dynamic-gru"});
    CLI_EXITS(other, 2);
    QVERIFY(other.err.contains("input"));
}

void CliModelsTest::predictionSaysThatItIsSimulated() {
    const CliRunner cli;
    const auto result = cli.run({"predict", kModel, "--hardware", "accelerator-x", "--json"});
    CLI_EXITS(result, 0);
    const Json json = result.json();
    QCOMPARE(json["source"].get<std::string>(), std::string("simulated"));
    const Json latency = json["latency_us"];
    QVERIFY(latency["low"].get<double>() <= latency["value"].get<double>());
    QVERIFY(latency["value"].get<double>() <= latency["high"].get<double>());
    QVERIFY(!json["operators"].empty());
    const auto text = cli.run({"predict", kModel, "--hardware", "accelerator-x"});
    CLI_SAYS(text, "simulated");
    CLI_SAYS(text, "90 % interval");
}

void CliModelsTest::damagedModelsAreNamed_data() {
    QTest::addColumn<QByteArray>("content");
    const QByteArray model = CliRunner::read(sampleFile("mobilenet-v2-style/model.onnx"));
    QTest::newRow("truncated") << model.left(model.size() / 2);
    QTest::newRow("cut by a byte") << model.left(model.size() - 1);
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("this is not a model\n");
    QTest::newRow("zeros") << QByteArray(4096, '\0');
}

void CliModelsTest::damagedModelsAreNamed() {
    QFETCH(QByteArray, content);
    const CliRunner cli;
    const QString file = cli.write("damaged.onnx", content);
    for (const QStringList& arguments :
         {QStringList{"inspect", file}, QStringList{"predict", file, "--hardware", "accelerator-x"},
          QStringList{"rewrites", file}, QStringList{"measure", file, "--quick"},
          QStringList{"quantize", file, "--scheme", "fp16", "-o", cli.path("out.onnx")},
          QStringList{"equivalent", file, kModel}}) {
        const auto result = cli.run(arguments);
        CLI_EXITS(result, 2);
        QVERIFY2(result.err.contains("damaged.onnx"), result.err.constData());
        QCOMPARE(cli.files(), QStringList{"damaged.onnx"});
    }
}

void CliModelsTest::missingExternalDataIsNamed() {
    const CliRunner cli;
    // TensorProto with data_location EXTERNAL and location "weights.bin", in the smallest model.
    const auto field = [](int number, const QByteArray& bytes) {
        return QByteArray(1, static_cast<char>(number << 3 | 2)) +
               QByteArray(1, static_cast<char>(bytes.size())) + bytes;
    };
    const auto varint = [](int number, int value) {
        return QByteArray(1, static_cast<char>(number << 3)) +
               QByteArray(1, static_cast<char>(value));
    };
    const QByteArray dim = field(1, varint(1, 4));
    const QByteArray type = field(1, varint(1, 1) + field(2, dim));
    const QByteArray x = field(1, "x") + field(2, type), y = field(1, "y") + field(2, type);
    const QByteArray location = field(13, field(1, "location") + field(2, "weights.bin"));
    const QByteArray weight = varint(1, 4) + varint(2, 1) + field(8, "w") + location +
                              QByteArray(1, static_cast<char>(14 << 3)) + QByteArray(1, '\1');
    const QByteArray node = field(1, "x") + field(1, "w") + field(2, "y") + field(4, "Add");
    const QByteArray graph =
        field(1, node) + field(2, "g") + field(5, weight) + field(11, x) + field(12, y);
    const QByteArray model = varint(1, 8) + field(7, graph) + field(8, varint(2, 13));
    const QString file = cli.write("external.onnx", model);
    const auto result = cli.run({"measure", file, "--quick"});
    QVERIFY(result.exitCode == 2 || result.exitCode == 1);
    QVERIFY2(result.err.contains("weights.bin"), result.err.constData());
    QCOMPARE(cli.files(), QStringList{"external.onnx"});
}

void CliModelsTest::unwritableOutputLeavesNothing() {
    const CliRunner cli;
    const QString absent = cli.path("no/such/folder/out.onnx");
    const auto rewritten = cli.run({"rewrites", kModel, "--apply", "dead_code", "-o", absent});
    QVERIFY(rewritten.exitCode == 1 || rewritten.exitCode == 2);
    QVERIFY2(rewritten.err.contains("no/such/folder"), rewritten.err.constData());
    const auto quantized = cli.run({"quantize", kModel, "--scheme", "fp16", "-o", absent});
    QVERIFY(quantized.exitCode == 1 || quantized.exitCode == 2);
    const auto probed = cli.run({"probe", "local", "--suite", "reduced", "--csv",
                                 cli.path("no/rows.csv"), "-o", cli.path("p.yaml")});
    QVERIFY(probed.exitCode == 1 || probed.exitCode == 2);
    QVERIFY(cli.files().isEmpty());
}

QTEST_GUILESS_MAIN(CliModelsTest)
#include "tst_cli_models.moc"
