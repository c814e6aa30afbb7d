// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The adapter that runs for real: ONNX Runtime's WebAssembly build under Node against the native
// runtime, measured, compared, profiled, and what it does not support.
#include "base/file.h"
#include "execution/agent_executor.h"
#include "ir/onnx_io.h"
#include "measurement/check_model.h"
#include "measurement/probe/operator_case.h"
#include "measurement/toolchain/toolchain_device.h"
#include "support/paths.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>

using namespace metainfer;
using namespace metainfer::measurement;
namespace fs = std::filesystem;

namespace {

probe::OperatorCase conv(std::int64_t channels) {
    probe::OperatorCase result;
    result.op = "Conv";
    result.operands = {{probe::OperandKind::Data, {1, channels, 16, 16}, 0},
                       {probe::OperandKind::Weight, {channels, channels, 3, 3}, 0}};
    result.outputs = {{1, channels, 14, 14}};
    result.attributes = {ir::Attribute::ofInts("kernel_shape", {3, 3})};
    return result;
}

probe::OperatorCase relu(std::int64_t size) {
    probe::OperatorCase result;
    result.op = "Relu";
    result.operands = {{probe::OperandKind::Data, {1, size}, 0}};
    result.outputs = {{1, size}};
    return result;
}

bool has(const std::vector<std::string>& list, const std::string& item) {
    return std::find(list.begin(), list.end(), item) != list.end();
}

double largestDifference(const HostTensor& a, const HostTensor& b) {
    const auto x = a.toFloats(), y = b.toFloats();
    if (!x || !y || x->size() != y->size() || a.dims != b.dims)
        return INFINITY;
    double worst = 0;
    for (std::size_t i = 0; i < x->size(); ++i)
        worst = std::max(worst, std::abs(static_cast<double>((*x)[i]) - (*y)[i]));
    return worst;
}

} // namespace

class TestToolchainOrtWeb : public QObject {
    Q_OBJECT

    using MeasureRequest = measurement::MeasureRequest;
    using CompareRequest = measurement::CompareRequest;

    std::optional<TemporaryDirectory> m_dir;
    std::shared_ptr<Executor> m_native;
    std::unique_ptr<ToolchainDevice> m_device;

    ToolchainDevice::Options options() const {
        ToolchainDevice::Options options;
        options.workFolder = m_dir->path() / "work";
        options.lockFile = m_dir->path() / "lock";
        options.numerics = m_native;
        return options;
    }
    Workload workload(const char* label, const probe::OperatorCase& probed) const {
        Workload result;
        result.label = label;
        result.model = m_dir->path() / (std::string(label) + ".onnx");
        const auto model = probe::modelOf(probed);
        if (!model || !ir::exportOnnx(*model, result.model))
            qFatal("cannot write the test model");
        result.inputs = probe::feedOf(probed);
        result.session.threads = 1;
        return result;
    }
    /// A model whose only node is `op` of `domain` on `type`.
    Workload single(const char* label, const char* op, const char* domain, ElementType type,
                    std::int64_t opset) const {
        using namespace ir;
        const auto vector = ValueType::ofTensor(type, Shape{Dim::known(1), Dim::known(4)});
        Model model;
        model.irVersion = 8;
        model.setOpset("", opset);
        if (*domain)
            model.setOpset(domain, 1);
        Graph& graph = *model.graph;
        graph.name = label;
        const ValueId x = graph.addInput("x", vector);
        const ValueId y = graph.addValue("y", vector);
        Node node;
        node.opType = op;
        node.domain = domain;
        node.name = "the_node";
        node.inputs = {x};
        node.outputs = {y};
        graph.addNode(std::move(node));
        graph.setOutputs({y});
        Workload result;
        result.label = label;
        result.model = m_dir->path() / (std::string(label) + ".onnx");
        if (!exportOnnx(model, result.model))
            qFatal("cannot write the test model");
        result.inputs = {{"x", *HostTensor::fromBytes(
                                   type, {1, 4}, std::vector<std::byte>(packedBytes(type, 4)))}};
        return result;
    }

  private slots:
    void initTestCase();
    void checks();
    void tellsWhatItIs();
    void measures();
    void outputsEqualTheNativeOnes();
    void manySetsInOneRun();
    void comparesBigAndSmall();
    void threadsAndLevels();
    void profiles();
    void memoryAndColdStart();
    void unsupported_data();
    void unsupported();
    void damagedModels();
    void externalWeights();
};

void TestToolchainOrtWeb::initTestCase() {
    m_dir = std::move(*TemporaryDirectory::create("mi-ort-web"));
    auto adapter = AdapterStore({test::sourceDir() / "resources" / "toolchains"}).load("ort-web");
    QVERIFY2(adapter.has_value(), adapter ? "" : adapter.error().text().c_str());
    auto native = makeLocalExecutor();
    QVERIFY2(native.has_value(), native ? "" : native.error().text().c_str());
    m_native = *native;
    auto device = ToolchainDevice::create(std::move(*adapter), options());
    if (!device && device.error().code == ErrorCode::NotFound)
        QSKIP(("node or ONNX Runtime Web is missing: " + device.error().text()).c_str());
    QVERIFY2(device.has_value(), device ? "" : device.error().text().c_str());
    m_device = std::move(*device);
}

void TestToolchainOrtWeb::checks() {
    const auto check = tryCheckModel(*m_device, {});
    QVERIFY2(check.has_value(), check ? "" : check.error().text().c_str());
    QVERIFY2(!check->failure, check->failure ? check->failure->text().c_str() : "");
    QVERIFY(*check->us > 0);
    QCOMPARE(*check->difference, 0.0); // small whole numbers: exact
}

void TestToolchainOrtWeb::tellsWhatItIs() {
    const Capabilities& can = m_device->capabilities();
    QVERIFY(can.runtimes.front().starts_with("ort-web@1."));
    for (const char* key : {"threads", "opt", "exec", "arena", "disable", "dim"})
        QVERIFY2(can.honours(key), key);
    QVERIFY(!can.honours("spin"));
    QVERIFY(can.cpuClock && can.operatorProfiles && can.peakMemory && can.coldStart &&
            can.measures);
    const auto environment = m_device->environment({});
    QCOMPARE(environment.device, std::string("ort-web"));
    QCOMPARE(environment.runtimeSha256.size(), std::size_t{64});
    QVERIFY(environment.runtimeBuild.starts_with("adapter "));
}

void TestToolchainOrtWeb::measures() {
    MeasureRequest request;
    request.workload = workload("conv", conv(16));
    request.protocol.minimumRuns = 15;
    request.peakMemory = true;
    const auto m = m_device->measure(request);
    QVERIFY2(m && m->ok(),
             m ? (m->failure ? m->failure->text().c_str() : "") : m.error().text().c_str());
    QVERIFY(m->wall.n() >= 15 && m->cpu.n() == m->wall.n());
    QVERIFY(m->wall.median > 0 && m->cpu.median > 0);
    QVERIFY(m->ratioClock == ClockKind::Cpu);
    QVERIFY(m->loadMs && *m->loadMs > 0 && m->firstInferenceMs && *m->firstInferenceMs > 0);
    QVERIFY(m->peakMemoryBytes.has_value());
    QVERIFY(m->runtimeLibrary.ends_with(".wasm"));
    QVERIFY(m->modelBytes && *m->modelBytes > 0);
}

void TestToolchainOrtWeb::outputsEqualTheNativeOnes() {
    const Workload model = workload("conv", conv(16));
    const auto web = m_device->executor().run(model.model, model.session, model.inputs, {}, {}, {});
    QVERIFY2(web.has_value(), web ? "" : web.error().text().c_str());
    const auto native = m_native->run(model.model, model.session, model.inputs, {}, {}, {});
    QVERIFY(native.has_value());
    QCOMPARE(web->size(), native->size());
    QCOMPARE(web->front().name, native->front().name);
    QVERIFY(largestDifference(web->front().tensor, native->front().tensor) < 1e-4);
    const auto types = m_device->executor().types(model.model, {}, {});
    QVERIFY(types && types->outputs.front().name == web->front().name);
    const auto wrong =
        m_device->executor().run(model.model, model.session, model.inputs, {"nothing"}, {}, {});
    QVERIFY(!wrong && wrong.error().code == ErrorCode::NotFound);
}

void TestToolchainOrtWeb::manySetsInOneRun() {
    const Workload model = workload("relu", relu(8));
    const FeedSource feeds{
        20, [](std::size_t i) -> Result<std::vector<NamedTensor>> {
            std::vector<float> values(8, static_cast<float>(i) - 10);
            return std::vector<NamedTensor>{{"", HostTensor::fromFloats({1, 8}, values)}};
        }};
    const std::string input = model.inputs.front().name;
    const FeedSource named{feeds.count, [&](std::size_t i) {
                               auto set = feeds.feed(i);
                               set->front().name = input;
                               return set;
                           }};
    std::size_t next = 0;
    const Status done =
        m_device->executor().runAll(model.model, model.session, named, {},
                                    [&](std::size_t i, std::vector<NamedTensor> outputs) -> Status {
                                        if (i != next++)
                                            return fail(ErrorCode::Internal, "out of order");
                                        const auto values = outputs.front().tensor.toFloats();
                                        const float expected =
                                            std::max(0.f, static_cast<float>(i) - 10);
                                        if (!values || values->front() != expected)
                                            return fail(ErrorCode::Internal, "wrong value");
                                        return {};
                                    },
                                    {}, {});
    QVERIFY2(done.has_value(), done ? "" : done.error().text().c_str());
    QCOMPARE(next, std::size_t{20});
}

/// Sixteen times the work is slower beyond any noise of a test machine.
void TestToolchainOrtWeb::comparesBigAndSmall() {
    CompareRequest request;
    request.base = workload("small", conv(16));
    request.variants = {workload("big", conv(64)),
                        single("bad", "Erf", "", ElementType::Double, 13)};
    request.processes = 3;
    request.rounds = 4;
    const auto x = m_device->compare(request);
    QVERIFY2(x.has_value(), x ? "" : x.error().text().c_str());
    QVERIFY2(!x->failure, x->failure ? x->failure->text().c_str() : "");
    const VariantComparison* big = x->find("big");
    QVERIFY(big && !big->failure);
    QCOMPARE(big->processes.size(), std::size_t{6});
    QVERIFY(big->clock == ClockKind::Cpu);
    QVERIFY2(big->verdict.kind == VerdictKind::Slower, big->verdict.text().c_str());
    QVERIFY(x->control(ClockKind::Cpu) != nullptr);
    const VariantComparison* bad = x->find("bad");
    QVERIFY(bad && bad->failure && bad->failure->code == ErrorCode::Unsupported);
}

void TestToolchainOrtWeb::threadsAndLevels() {
    MeasureRequest request;
    request.workload = workload("conv", conv(16));
    for (const char* signature :
         {"threads=2", "threads=1;opt=none", "threads=1;opt=basic", "threads=1;opt=layout",
          "threads=1;exec=parallel;arena=off",
          "threads=1;disable=ConvActivationFusion;pattern=off;prepack=off"}) {
        request.workload.session = *SessionOptions::fromSignature(signature);
        const auto m = m_device->measure(request);
        QVERIFY2(m && m->ok(), signature);
        QVERIFY(m->ratioClock ==
                (request.workload.session.threads == 1 &&
                         request.workload.session.execution == ExecutionMode::Sequential
                     ? ClockKind::Cpu
                     : ClockKind::Wall));
    }
}

void TestToolchainOrtWeb::profiles() {
    const auto profile = m_device->profileOperators(workload("conv", conv(16)), 5, {}, {});
    QVERIFY2(profile.has_value(), profile ? "" : profile.error().text().c_str());
    QVERIFY(std::any_of(profile->operators.begin(), profile->operators.end(),
                        [](const OperatorTime& op) { return op.opType == "Conv"; }));
    QVERIFY(profile->endToEndUs > 0);
    for (const OperatorTime& op : profile->operators)
        QCOMPARE(op.calls, 1.0);
}

void TestToolchainOrtWeb::memoryAndColdStart() {
    const Workload model = workload("conv", conv(16));
    QVERIFY(m_device->peakMemory(model, {}, {}).has_value());
    const auto cold = m_device->coldStart(model, {}, {});
    QVERIFY2(cold.has_value(), cold ? "" : cold.error().text().c_str());
    QVERIFY(cold->loadMs > 0 && cold->firstInferenceMs > 0);
    QVERIFY(!m_device->compiled(model, {}, {}));
}

void TestToolchainOrtWeb::unsupported_data() {
    QTest::addColumn<QString>("op");
    QTest::addColumn<QString>("domain");
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("opset");
    QTest::addColumn<QString>("dtype");
    QTest::newRow("unknown") << "Frobnicate"
                             << "com.acme" << int(ElementType::Float) << 13 << "float32";
    QTest::newRow("no kernel") << "Erf"
                               << "" << int(ElementType::Double) << 13 << "float64";
    QTest::newRow("wrong type") << "Sin"
                                << "" << int(ElementType::Int32) << 13 << "int32";
}

/// The operator and its data type are there for rules that are learned from it.
void TestToolchainOrtWeb::unsupported() {
    QFETCH(QString, op);
    QFETCH(QString, domain);
    QFETCH(int, type);
    QFETCH(int, opset);
    QFETCH(QString, dtype);
    MeasureRequest request;
    request.workload =
        single("unsupported", op.toUtf8(), domain.toUtf8(), static_cast<ElementType>(type), opset);
    const auto m = m_device->measure(request);
    QVERIFY2(m && m->failure, m ? "it ran" : m.error().text().c_str());
    QVERIFY2(m->failure->code == ErrorCode::Unsupported, m->failure->text().c_str());
    QVERIFY2(has(m->failure->context, "operator: " + op.toStdString()), m->failure->text().c_str());
    if (op != "Frobnicate") // nothing names its node
        QVERIFY2(has(m->failure->context, "dtype: " + dtype.toStdString()),
                 m->failure->text().c_str());
    QVERIFY(m->failure->message.find(op.toStdString()) != std::string::npos);
}

void TestToolchainOrtWeb::damagedModels() {
    MeasureRequest request;
    request.workload = workload("damaged", relu(4));
    QVERIFY(writeFileAtomically(request.workload.model, "this is no model").has_value());
    const auto m = m_device->measure(request);
    QVERIFY(m && m->failure && m->failure->code == ErrorCode::InvalidModel);
}

void TestToolchainOrtWeb::externalWeights() {
    const Workload inside = workload("inside", conv(16));
    auto model = ir::importOnnx(inside.model);
    QVERIFY(model.has_value());
    const fs::path outside = m_dir->path() / "outside.onnx";
    ir::ExportOptions options;
    options.externalThreshold = options.inlineLimit = 64;
    QVERIFY(ir::exportOnnx(*model, outside, options).has_value());
    QVERIFY(fs::file_size(outside) < fs::file_size(inside.model));
    const auto a = m_device->executor().run(inside.model, {}, inside.inputs, {}, {}, {});
    const auto b = m_device->executor().run(outside, {}, inside.inputs, {}, {}, {});
    QVERIFY2(a && b, b ? "" : b.error().text().c_str());
    QCOMPARE(largestDifference(a->front().tensor, b->front().tensor), 0.0);
}

QTEST_GUILESS_MAIN(TestToolchainOrtWeb)
#include "tst_toolchain_ort_web.moc"
