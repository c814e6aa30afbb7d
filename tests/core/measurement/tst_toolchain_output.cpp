// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the shipped adapters read from outputs of their tools (tests/golden/toolchain/*).
#include "base/file.h"
#include "measurement/toolchain/tool_output.h"
#include "measurement/toolchain/tool_tensors.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>

using namespace metainfer;
using namespace metainfer::measurement;
namespace fs = std::filesystem;

namespace {

const fs::path kSource = METAINFER_SOURCE_DIR;

Adapter adapterOf(const std::string& name) {
    auto adapter = AdapterStore({kSource / "resources" / "toolchains"}).load(name);
    if (!adapter)
        qFatal("%s", adapter.error().text().c_str());
    return *adapter;
}

/// The printed text of `file`, with the tool's files beside it.
ToolOutput outputOf(const std::string& name, const std::string& file) {
    const fs::path folder = kSource / "tests" / "golden" / "toolchain" / name;
    ToolOutput output;
    if (!file.empty())
        output.text = *readTextFile(folder / file);
    output.values = {{"outputs", folder.string()}, {"work", folder.string()}};
    return output;
}

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-6 * std::max(1.0, std::abs(b));
}

bool has(const std::vector<std::string>& list, const std::string& item) {
    return std::find(list.begin(), list.end(), item) != list.end();
}

} // namespace

class TestToolchainOutput : public QObject {
    Q_OBJECT

  private slots:
    void latency_data();
    void latency();
    void summariesWithoutSamples();
    void layers_data();
    void layers();
    void memory_data();
    void memory();
    void coldStarts();
    void versions_data();
    void versions();
    void errors_data();
    void errors();
    void successIsNoError();
    void whatIsNotPrinted();
    void everyAdapterIsCovered();
    void outputsAsJson();
    void rawOutputs();
};

void TestToolchainOutput::latency_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("samples");
    QTest::addColumn<double>("firstUs");
    QTest::addColumn<bool>("summary");
    QTest::newRow("trtexec") << "success.txt" << 3 << 610.0 << false;
    QTest::newRow("benchmark_app") << "success.txt" << 1 << 9340.0 << true;
    QTest::newRow("atc-msame") << "success.txt" << 3 << 105365.0 << false;
    QTest::newRow("rknn") << "success.txt" << 3 << 3940.0
                          << false; // without the two of the warm-up
    QTest::newRow("qnn-net-run") << "success.txt" << 1 << 2952.0 << true;
    QTest::newRow("vela") << "success.txt" << 1 << 230.0 << true;
    QTest::newRow("benchncnn") << "success.txt" << 1 << 3090.0 << true;
    QTest::newRow("mnn") << "success.txt" << 1 << 4402.0 << true;
    QTest::newRow("ort-web") << "" << 3 << 3355.0 << false;
}

void TestToolchainOutput::latency() {
    QFETCH(QString, file);
    QFETCH(int, samples);
    QFETCH(double, firstUs);
    QFETCH(bool, summary);
    const std::string name = QTest::currentDataTag();
    const auto times = readLatency(adapterOf(name), outputOf(name, file.toStdString()));
    QVERIFY2(times.has_value(), times ? "" : times.error().text().c_str());
    QCOMPARE(static_cast<int>(times->wallUs.size()), samples);
    QVERIFY(near(times->wallUs.front(), firstUs));
    QCOMPARE(times->summary, summary);
    if (name == "ort-web")
        QVERIFY(near(times->cpuUs.at(1), 2912));
    else
        QVERIFY(times->cpuUs.empty());
    if (name == "benchmark_app") {
        QCOMPARE(times->count.value_or(0), 100);
        QVERIFY(near(*times->minUs, 8920) && near(*times->maxUs, 10570));
    }
}

/// Where the file of samples is missing, the printed summary counts.
void TestToolchainOutput::summariesWithoutSamples() {
    Adapter adapter = adapterOf("trtexec");
    ToolOutput output = outputOf("trtexec", "success.txt");
    output.values["outputs"] = "/nowhere";
    const auto missing = readLatency(adapter, output);
    QVERIFY(!missing && missing.error().code == ErrorCode::NotFound);
    adapter.latencyReader.samples = {};
    const auto times = readLatency(adapter, output);
    QVERIFY(times && times->summary);
    QVERIFY(near(times->wallUs.front(), 615)); // the median of Latency, not of GPU Compute Time
    QVERIFY(near(*times->minUs, 598));
}

void TestToolchainOutput::layers_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("node");
    QTest::addColumn<QString>("type");
    QTest::addColumn<double>("us");
    QTest::newRow("trtexec") << "success.txt" << 2 << "Gemm_2"
                             << "" << 319.0;
    QTest::newRow("benchmark_app") << "success.txt" << 4 << "Gemm_2"
                                   << "FullyConnected" << 118.0;
    QTest::newRow("rknn") << "layers.txt" << 3 << "Conv:Conv_0"
                          << "ConvRelu" << 372.0;
    QTest::newRow("qnn-net-run") << "layers.txt" << 2 << "module_normalize_l2norm"
                                 << "" << 720.336;
    QTest::newRow("vela") << "success.txt" << 2 << "conv_0"
                          << "CONV_2D" << 22.818;
    QTest::newRow("benchncnn") << "layers.txt" << 3 << "conv1"
                               << "Convolution" << 410.0;
    QTest::newRow("mnn") << "layers.txt" << 2 << "Convolution96"
                         << "Convolution" << 273.8;
    QTest::newRow("ort-web") << "" << 2 << "/classifier/Gemm"
                             << "Gemm" << 14.0;
}

void TestToolchainOutput::layers() {
    QFETCH(QString, file);
    QFETCH(int, count);
    QFETCH(QString, node);
    QFETCH(QString, type);
    QFETCH(double, us);
    const std::string name = QTest::currentDataTag();
    const auto layers = readLayers(adapterOf(name), outputOf(name, file.toStdString()), 1);
    QVERIFY2(layers.has_value(), layers ? "" : layers.error().text().c_str());
    QCOMPARE(static_cast<int>(layers->size()), count);
    const auto it = std::find_if(layers->begin(), layers->end(), [&](const OperatorTime& layer) {
        return layer.node == node.toStdString();
    });
    QVERIFY(it != layers->end());
    QCOMPARE(it->opType, type.toStdString());
    QVERIFY(near(it->us, us));
}

void TestToolchainOutput::memory_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<qulonglong>("bytes");
    QTest::newRow("trtexec") << "success.txt" << qulonglong{22} * 1048576;
    QTest::newRow("rknn") << "success.txt" << qulonglong{10444800};
    QTest::newRow("vela") << "success.txt" << qulonglong{972}; // 0.95 KiB
    QTest::newRow("ort-web") << "" << qulonglong{32264192};
}

void TestToolchainOutput::memory() {
    QFETCH(QString, file);
    QFETCH(qulonglong, bytes);
    const std::string name = QTest::currentDataTag();
    const auto memory = readMemory(adapterOf(name), outputOf(name, file.toStdString()));
    QVERIFY2(memory.has_value(), memory ? "" : memory.error().text().c_str());
    QCOMPARE(static_cast<qulonglong>(*memory), bytes);
}

void TestToolchainOutput::coldStarts() {
    const auto openvino =
        readColdStart(adapterOf("benchmark_app"), outputOf("benchmark_app", "success.txt"));
    QVERIFY(openvino && near(openvino->loadMs, 209.94) && near(openvino->firstInferenceMs, 11.73));
    const auto web = readColdStart(adapterOf("ort-web"), outputOf("ort-web", ""));
    QVERIFY(web && near(web->loadMs, 191.378) && near(web->firstInferenceMs, 40.786));
}

void TestToolchainOutput::versions_data() {
    QTest::addColumn<QString>("printed");
    QTest::addColumn<QString>("version");
    QTest::newRow("benchmark_app") << "openvino 2024.1.0-15008-f4afc983258"
                                   << "2024.1.0";
    QTest::newRow("atc-msame") << "runtime_running_version=[7.0.0.5.242:CANN-7.0.RC1]"
                               << "7.0.RC1";
    QTest::newRow("rknn") << "/usr/bin/rknn_benchmark\nrknn-toolkit2 1.5.2+b642f30c"
                          << "1.5.2+b642f30c";
    QTest::newRow("qnn-net-run") << "QNN SDK v2.14.2.230905160328"
                                 << "2.14.2";
    QTest::newRow("vela") << "3.10.0"
                          << "3.10.0";
    QTest::newRow("mnn") << "2.8.1"
                         << "2.8.1";
    QTest::newRow("ort-web") << "ort-web 1.30.0 node 18.20.8"
                             << "1.30.0";
}

void TestToolchainOutput::versions() {
    QFETCH(QString, printed);
    QFETCH(QString, version);
    ToolOutput output;
    output.text = printed.toStdString();
    QCOMPARE(readVersion(adapterOf(QTest::currentDataTag()), output), version.toStdString());
}

void TestToolchainOutput::errors_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("operatorType");
    QTest::addColumn<QString>("dtype");
    const auto row = [](const char* name, const char* file, const char* code, const char* op = "",
                        const char* dtype = "") {
        QTest::newRow((std::string(name) + "/" + file).c_str()) << file << code << op << dtype;
    };
    row("trtexec", "unsupported.txt", "unsupported", "ScatterND");
    row("trtexec", "out_of_memory.txt", "out_of_memory");
    row("trtexec", "version.txt", "version_mismatch");
    row("benchmark_app", "unsupported.txt", "unsupported", "Unique");
    row("benchmark_app", "no_device.txt", "device_lost");
    row("benchmark_app", "out_of_memory.txt", "out_of_memory");
    row("atc-msame", "unsupported.txt", "unsupported", "NonZero");
    row("atc-msame", "no_kernel.txt", "unsupported", "MatrixDeterminant");
    row("atc-msame", "wrong_chip.txt", "unsupported");
    row("atc-msame", "out_of_memory.txt", "out_of_memory");
    row("rknn", "unsupported.txt", "unsupported", "CumSum");
    row("rknn", "version.txt", "version_mismatch");
    row("rknn", "out_of_memory.txt", "out_of_memory");
    row("qnn-net-run", "unsupported.txt", "unsupported", "IsNaN");
    row("qnn-net-run", "version.txt", "version_mismatch");
    row("qnn-net-run", "out_of_memory.txt", "out_of_memory");
    row("vela", "unsupported.txt", "unsupported", "RESIZE_BILINEAR");
    row("vela", "invalid.txt", "invalid_model");
    row("benchncnn", "unsupported.txt", "unsupported", "NonZero");
    row("benchncnn", "no_layer.txt", "unsupported", "GridSample");
    row("benchncnn", "out_of_memory.txt", "out_of_memory");
    row("mnn", "unsupported.txt", "unsupported", "NonZero");
    row("mnn", "out_of_memory.txt", "out_of_memory");
    row("ort-web", "unknown_operator.txt", "unsupported", "Frobnicate");
    row("ort-web", "no_implementation.txt", "unsupported", "Erf");
    row("ort-web", "wrong_type.txt", "unsupported", "Sin", "int32");
    row("ort-web", "opset.txt", "version_mismatch");
    row("ort-web", "invalid_model.txt", "invalid_model");
    row("ort-web", "missing.txt", "not_found");
    row("ort-web", "out_of_memory.txt", "out_of_memory");
}

void TestToolchainOutput::errors() {
    QFETCH(QString, file);
    QFETCH(QString, code);
    QFETCH(QString, operatorType);
    QFETCH(QString, dtype);
    const std::string tag = QTest::currentDataTag();
    const Adapter adapter = adapterOf(tag.substr(0, tag.find('/')));
    ToolOutput output = outputOf(adapter.name, file.toStdString());
    output.exit = ExitStatus{false, 1, 0, 0, 0, 0};
    const Error error = toolError(adapter, output, "tool");
    QCOMPARE(std::string(errorCodeName(error.code)), code.toStdString());
    QVERIFY2(error.message.find('?') == std::string::npos, error.message.c_str());
    const std::string op = operatorType.toStdString();
    QCOMPARE(has(error.context, "operator: " + op), !op.empty());
    if (!op.empty())
        QVERIFY2(error.message.find(op) != std::string::npos, error.message.c_str());
    if (!dtype.isEmpty())
        QVERIFY(has(error.context, "dtype: " + dtype.toStdString()));
    // The last lines of the log are there too.
    QVERIFY(error.context.back().starts_with("log: "));
    QVERIFY(error.context.back().size() > 6);
}

void TestToolchainOutput::successIsNoError() {
    for (const char* name : {"trtexec", "benchmark_app", "atc-msame", "rknn", "qnn-net-run", "vela",
                             "benchncnn", "mnn"})
        QVERIFY2(!knownError(adapterOf(name), outputOf(name, "success.txt"), true), name);
    // Tools that fail and end well: what they print counts all the same.
    for (const char* name : {"benchncnn", "mnn", "vela"})
        QVERIFY2(knownError(adapterOf(name), outputOf(name, "unsupported.txt"), false), name);
}

void TestToolchainOutput::whatIsNotPrinted() {
    ToolOutput output;
    output.text = "something else\nlast line\n";
    output.values = {{"outputs", "/nowhere"}};
    const auto times = readLatency(adapterOf("mnn"), output);
    QVERIFY(!times && times.error().code == ErrorCode::NotFound);
    QVERIFY(has(times.error().context, "log: last line"));
    QVERIFY(!readLayers(adapterOf("mnn"), output, 1));
    QVERIFY(!readLatency(adapterOf("ort-web"), output));
    output.exit = ExitStatus{true, 0, 11, 0, 0, 0};
    const Error crash = toolError(adapterOf("mnn"), output, "benchmark.out");
    QVERIFY(crash.code == ErrorCode::Crash);
    QVERIFY(crash.message.find("SIGSEGV") != std::string::npos);
    // Numbers only: no unit, no rest.
    QVERIFY(!toolNumber({{"a", "1,5"}}, "a") && !toolNumber({{"a", "nan"}}, "a"));
    QVERIFY(near(*toolNumber({{"a", "1e3"}}, "a"), 1000));
}

void TestToolchainOutput::everyAdapterIsCovered() {
    for (const std::string& name : AdapterStore({kSource / "resources" / "toolchains"}).names()) {
        const fs::path folder = kSource / "tests" / "golden" / "toolchain" / name;
        QVERIFY2(fs::exists(folder / "README.md"), name.c_str());
    }
}

void TestToolchainOutput::outputsAsJson() {
    const Adapter adapter = adapterOf("trtexec");
    const ToolOutput output = outputOf("trtexec", "");
    ReportedType type;
    type.name = "logits";
    type.element = ElementType::Float;
    type.dims = {1, 4};
    const auto outputs = readOutputs(adapter.tensors, output.values, 0, {type});
    QVERIFY2(outputs.has_value(), outputs ? "" : outputs.error().text().c_str());
    QVERIFY((outputs->front().tensor.dims == std::vector<std::int64_t>{1, 4}));
    QVERIFY((*outputs->front().tensor.toFloats() == std::vector<float>{0.5f, -1.25f, 3.f, 0.125f}));
    type.name = "other";
    QVERIFY(!readOutputs(adapter.tensors, output.values, 0, {type}));
}

void TestToolchainOutput::rawOutputs() {
    const auto folder = TemporaryDirectory::create("mi-raw");
    ToolTensors tensors;
    tensors.input = tensors.output = TensorFormat::Raw;
    tensors.inputFile = "{inputs}/{index}.bin";
    tensors.outputFile = "{inputs}/{index}.bin";
    tensors.listEach = "{name}:{file}:{dims}:{reversed_dims}";
    tensors.listSeparator = ";";
    tensors.dimsSeparator = "x";
    tensors.listFile = "{inputs}/list";
    tensors.lineEach = "{safe_name}";
    const PlaceholderValues values{{"inputs", folder->path().string()}};
    const std::vector<float> numbers{1, 2, 3, 4, 5, 6};
    const std::vector<NamedTensor> set{{"a/b", HostTensor::fromFloats({1, 2, 3}, numbers)}};
    const auto written = writeInputs(tensors, values, {set});
    QVERIFY2(written.has_value(), written ? "" : written.error().text().c_str());
    QCOMPARE(written->values.at("input_list"),
             "a/b:" + (folder->path() / "0.bin").string() + ":1x2x3:3x2");
    QCOMPARE(*readTextFile(written->values.at("list_file")), std::string("a_b\n"));
    ReportedType type;
    type.name = "y";
    type.element = ElementType::Float;
    type.dims = {-1, 3}; // one open dimension comes from the file's size
    const auto read = readOutputs(tensors, values, 0, {type});
    QVERIFY(read && read->front().tensor.dims == (std::vector<std::int64_t>{2, 3}));
    type.dims = {-1, -1};
    QVERIFY(!readOutputs(tensors, values, 0, {type}));
    type.dims = {7};
    QVERIFY(!readOutputs(tensors, values, 0, {type}));
}

QTEST_GUILESS_MAIN(TestToolchainOutput)
#include "tst_toolchain_output.moc"
