// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A toolchain device over a small tool of shell scripts: conversions kept, interleaved runs,
// outputs, and every way in which a tool fails.
#include "base/file.h"
#include "ir/onnx_io.h"
#include "measurement/check_model.h"
#include "measurement/probe/operator_case.h"
#include "measurement/toolchain/toolchain_device.h"
#include "support/paths.h"

#include <QtTest/QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

using namespace metainfer;
using namespace metainfer::measurement;
namespace fs = std::filesystem;

namespace {

/// What this device's tool is made of.
std::string partOf(const char* file) {
    return *readTextFile(test::sourceDir() / "tests" / "golden" / "toolchain" / "scripts" / file);
}

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

bool has(const std::vector<std::string>& list, const std::string& item) {
    return std::find(list.begin(), list.end(), item) != list.end();
}

} // namespace

class TestToolchainDevice : public QObject {
    Q_OBJECT

    using MeasureRequest = measurement::MeasureRequest;
    using CompareRequest = measurement::CompareRequest;

    std::optional<TemporaryDirectory> m_dir;
    std::unique_ptr<ToolchainDevice> m_device;

    ToolchainDevice::Options options() const {
        ToolchainDevice::Options options;
        options.workFolder = m_dir->path() / "work";
        options.lockFile = m_dir->path() / "lock";
        return options;
    }
    void script(const char* name, const char* part) const {
        const fs::path file = m_dir->path() / name;
        fs::remove(file);
        std::ofstream(file) << partOf(part);
        fs::permissions(file, fs::perms::owner_all);
    }
    std::size_t lines(const char* log) const {
        const auto text = readTextFile(m_dir->path() / log);
        return text ? static_cast<std::size_t>(std::count(text->begin(), text->end(), '\n')) : 0;
    }
    /// A Relu of one element more for each `extra`, so that models differ.
    Workload relu(const char* label, std::int64_t extra = 0) const {
        probe::OperatorCase probed;
        probed.op = "Relu";
        probed.operands = {{probe::OperandKind::Data, {1, 4 + extra}, 0}};
        probed.outputs = {{1, 4 + extra}};
        Workload workload;
        workload.label = label;
        workload.model = m_dir->path() / (std::string(label) + ".onnx");
        const auto model = probe::modelOf(probed);
        if (!model || !ir::exportOnnx(*model, workload.model))
            qFatal("cannot write the test model");
        workload.inputs = probe::feedOf(probed);
        workload.session.threads = 1;
        return workload;
    }
    static void behave(const char* how) { qputenv("METAINFER_TEST_TOOL", how); }
    Measurement measured(const Workload& workload) {
        MeasureRequest request;
        request.workload = workload;
        auto result = m_device->measure(request);
        if (!result)
            qFatal("%s", result.error().text().c_str());
        return std::move(*result);
    }

  private slots:
    void init();
    void cleanup();
    void capabilitiesAreTheAdapters();
    void isHeldByOne();
    void measures();
    void convertsOnce();
    void fillsAProtocolOfSeconds();
    void comparesInterleaved();
    void profilesAndMemory();
    void outputsComeFromTheTool();
    void failures_data();
    void failures();
    void failedSidesOfAComparison();
    void supportIsCheckedBefore();
    void hangsEnd();
    void cancels();
    void dryRun();
    void relativePathsBecomeWhole();
    void checks();
    void missingTools();
};

void TestToolchainDevice::init() {
    m_dir = std::move(*TemporaryDirectory::create("mi-toolchain"));
    script("compiler", "compiler.sh");
    script("runner", "runner.sh");
    qputenv("METAINFER_TEST_BIN", m_dir->path().c_str());
    behave("");
    qunsetenv("METAINFER_TEST_TIME");
    auto adapter = parseAdapter(partOf("adapter.yaml"), "scripts.yaml");
    QVERIFY2(adapter.has_value(), adapter ? "" : adapter.error().text().c_str());
    auto device = ToolchainDevice::create(std::move(*adapter), options());
    QVERIFY2(device.has_value(), device ? "" : device.error().text().c_str());
    m_device = std::move(*device);
}

void TestToolchainDevice::cleanup() {
    m_device.reset();
    m_dir.reset();
}

void TestToolchainDevice::capabilitiesAreTheAdapters() {
    const Capabilities& can = m_device->capabilities();
    QVERIFY((can.runtimes == std::vector<std::string>{"scripts@1.2.3"}));
    QVERIFY(can.honours("config.level") && !can.honours("threads"));
    QVERIFY(can.operatorProfiles && can.peakMemory && !can.coldStart && !can.cpuClock);
    QVERIFY(m_device->kind() == DeviceKind::Toolchain);
    QCOMPARE(m_device->environment({}).runtime, std::string("scripts@1.2.3"));
    QCOMPARE(m_device->environment({}).device, std::string("scripts"));
    QVERIFY(!m_device->coldStart(relu("c"), {}, {}));
}

void TestToolchainDevice::isHeldByOne() {
    {
        const auto held = m_device->hold("something", {});
        QVERIFY(held.has_value());
        const auto queue = m_device->queue();
        QVERIFY(queue && queue->holder);
        QCOMPARE(queue->holder->what, std::string("something"));
    }
    QVERIFY(!m_device->queue()->holder);
    QVERIFY(measured(relu("h")).ok());
}

void TestToolchainDevice::measures() {
    MeasureRequest request;
    request.workload = relu("m");
    request.protocol.minimumRuns = 12;
    request.peakMemory = true;
    const auto m = m_device->measure(request);
    QVERIFY(m && m->ok());
    QCOMPARE(m->wall.n(), std::size_t{12});
    QCOMPARE(m->wall.median, 2500.0);
    QVERIFY(m->wall.p50.value.has_value() && !m->wall.p95.value.has_value());
    QVERIFY(m->source == NumberSource::Measured);
    QVERIFY(m->ratioClock == ClockKind::Wall);
    QCOMPARE(*m->peakMemoryBytes, std::uint64_t{3} << 20);
    QCOMPARE(m->requestsPerSecond, 400.0);
    QVERIFY(m->mayWin());
    // Runs leave nothing behind; what was converted stays.
    for (const auto& entry : fs::directory_iterator(m_dir->path() / "work"))
        QCOMPARE(entry.path().filename().string(), std::string("artifacts"));
}

void TestToolchainDevice::convertsOnce() {
    Workload workload = relu("a");
    measured(workload);
    measured(workload);
    QCOMPARE(lines("converted.log"), std::size_t{1});
    // Another flag of the converter, and another model, are other artefacts.
    workload.session.config["level"] = "3";
    measured(workload);
    QCOMPARE(lines("converted.log"), std::size_t{2});
    QVERIFY(holds(*readTextFile(m_dir->path() / "converted.log"), "-O3"));
    measured(relu("b", 1));
    QCOMPARE(lines("converted.log"), std::size_t{3});
    // A key that nobody reads is not an artefact of its own.
    workload.session.spinning = false;
    measured(workload);
    QCOMPARE(lines("converted.log"), std::size_t{3});
    const auto compiled = m_device->compiled(workload, {}, {});
    QVERIFY(compiled && fs::exists(*compiled));
    QCOMPARE(lines("converted.log"), std::size_t{3});
}

/// The tool takes a count only: it is asked again for as many runs as the time needs.
void TestToolchainDevice::fillsAProtocolOfSeconds() {
    MeasureRequest request;
    request.workload = relu("s");
    request.protocol.minimumSeconds = 0.1;
    const auto m = m_device->measure(request);
    QVERIFY(m && m->ok());
    QVERIFY(m->wall.n() >= 40);
    QCOMPARE(lines("ran.log"), std::size_t{2});
}

void TestToolchainDevice::comparesInterleaved() {
    CompareRequest request;
    request.base = relu("base");
    request.variants = {relu("other", 1)};
    request.processes = 3;
    const auto x = m_device->compare(request);
    QVERIFY2(x.has_value(), x ? "" : x.error().text().c_str());
    QVERIFY(!x->failure);
    const VariantComparison* other = x->find("other");
    QVERIFY(other && !other->failure);
    // Every round is a process of its own on each side.
    QCOMPARE(other->processes.size(), std::size_t{6});
    QCOMPARE(other->processes[0].size(), std::size_t{1});
    QCOMPARE(other->estimate.ratio.value, 1.0);
    QVERIFY(other->verdict.kind == VerdictKind::CannotTell);
    QVERIFY(x->control(ClockKind::Wall) != nullptr);
    // Two trials, then three sides in each of six rounds, in a rotating order.
    QCOMPARE(lines("ran.log"), std::size_t{2 + 18});
    const auto log = *readTextFile(m_dir->path() / "ran.log");
    std::vector<std::string> order;
    for (const std::string_view line : toolLines(log))
        order.emplace_back(line.substr(0, line.find(' ')));
    QVERIFY(order[2] == order[4] && order[2] != order[3]); // base, other, base (control)
    QVERIFY(order[5] == order[3] && order[6] == order[2]); // other first
    request.processes = 0;
    QVERIFY(!m_device->compare(request));
}

void TestToolchainDevice::profilesAndMemory() {
    const auto profile = m_device->profileOperators(relu("p"), 5, {}, {});
    QVERIFY2(profile.has_value(), profile ? "" : profile.error().text().c_str());
    QCOMPARE(profile->operators.size(), std::size_t{2});
    QCOMPARE(profile->sumUs, 2000.0);
    QCOMPARE(profile->gapUs(), 500.0);
    QCOMPARE(*m_device->peakMemory(relu("p"), {}, {}), std::uint64_t{3} << 20);
}

void TestToolchainDevice::outputsComeFromTheTool() {
    const Workload workload = relu("o");
    const auto outputs =
        m_device->executor().run(workload.model, workload.session, workload.inputs, {}, {}, {});
    QVERIFY2(outputs.has_value(), outputs ? "" : outputs.error().text().c_str());
    QCOMPARE(outputs->size(), std::size_t{1});
    // This tool gives back what it gets, so it is the tool that answered.
    QVERIFY(*outputs->front().tensor.bytes == *workload.inputs.front().tensor.bytes);
}

void TestToolchainDevice::failures_data() {
    QTest::addColumn<QString>("how");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("part");
    QTest::newRow("operator") << "no_operator"
                              << "unsupported"
                              << "no kernel computes NonZero";
    QTest::newRow("no artefact") << "nothing"
                                 << "io"
                                 << "compiler";
    QTest::newRow("crash") << "crash"
                           << "crash"
                           << "SIGSEGV";
    QTest::newRow("memory") << "memory"
                            << "out_of_memory"
                            << "out of memory";
    QTest::newRow("silent") << "silent"
                            << "not_found"
                            << "no latency";
    QTest::newRow("odd") << "odd"
                         << "io"
                         << "exit code 7";
}

void TestToolchainDevice::failures() {
    QFETCH(QString, how);
    QFETCH(QString, code);
    QFETCH(QString, part);
    behave(how.toUtf8());
    const Measurement m = measured(relu("f"));
    QVERIFY(m.failure.has_value());
    QVERIFY(m.validity.grade == Grade::Invalid && !m.mayWin());
    QCOMPARE(QString::fromStdString(std::string(errorCodeName(m.failure->code))), code);
    QVERIFY2(holds(m.failure->message, part.toStdString()), m.failure->text().c_str());
    QCOMPARE(has(m.failure->context, "operator: NonZero"), how == "no_operator");
    if (how == "odd")
        QVERIFY(has(m.failure->context, "log: line two"));
    // Nothing half done counts as converted.
    behave("");
    QVERIFY(measured(relu("f")).ok());
}

void TestToolchainDevice::failedSidesOfAComparison() {
    CompareRequest request;
    request.base = relu("base");
    request.variants = {relu("good", 1), relu("bad", 2)};
    request.processes = 1;
    script("compiler", "refusing_compiler.sh");
    const auto x = m_device->compare(request);
    QVERIFY(x && !x->failure);
    QVERIFY(x->find("good") && !x->find("good")->failure);
    QVERIFY(x->find("bad") && x->find("bad")->failure);
    QVERIFY(has(x->find("bad")->failure->context, "operator: Relu"));
    request.base = relu("alsobad.onnx");
    request.base.model = m_dir->path() / "bad.onnx";
    const auto nothing = m_device->compare(request);
    QVERIFY(nothing && nothing->failure);
    QCOMPARE(nothing->variants.size(), std::size_t{2});
}

void TestToolchainDevice::supportIsCheckedBefore() {
    std::string text = partOf("adapter.yaml");
    text += "  model: {formats: [onnx], operators: [Conv, Gemm]}\n";
    auto device = ToolchainDevice::create(*parseAdapter(text, "s.yaml"), options());
    QVERIFY2(device.has_value(), device ? "" : device.error().text().c_str());
    MeasureRequest request;
    request.workload = relu("n");
    const auto m = (*device)->measure(request);
    QVERIFY(m && m->failure && m->failure->code == ErrorCode::Unsupported);
    QVERIFY(has(m->failure->context, "operator: Relu"));
    QCOMPARE(lines("ran.log"), std::size_t{0});
    // Another runtime than the device's is a wrong request, not a failure.
    request.workload.session.runtime = "opencv";
    const auto wrong = (*device)->measure(request);
    QVERIFY(!wrong && wrong.error().code == ErrorCode::Unsupported);
}

void TestToolchainDevice::hangsEnd() {
    behave("hang");
    MeasureRequest request;
    request.workload = relu("h");
    request.protocol.maximumSeconds = 0.1;
    request.protocol.warmUpMaximumSeconds = 0.1;
    request.limits.timeout = std::chrono::milliseconds(300);
    const auto m = m_device->measure(request);
    QVERIFY(m && m->failure);
    QVERIFY(m->failure->code == ErrorCode::Timeout);
    QVERIFY2(holds(m->failure->message, "longer than"), m->failure->message.c_str());
}

void TestToolchainDevice::cancels() {
    behave("hang");
    MeasureRequest request;
    request.workload = relu("c");
    const CancellationToken token = request.cancel;
    const fs::path log = m_dir->path() / "ran.log";
    std::thread stopper([&] {
        while (!fs::exists(log))
            std::this_thread::yield();
        token.cancel();
    });
    const auto m = m_device->measure(request);
    stopper.join();
    QVERIFY(!m && m.error().code == ErrorCode::Cancelled);
}

void TestToolchainDevice::dryRun() {
    const Workload workload = relu("d");
    const auto commands = m_device->commandsFor(workload);
    QVERIFY(commands.has_value());
    QCOMPARE(commands->size(), std::size_t{2});
    QVERIFY(holds((*commands)[0], "compiler " + workload.model.string()));
    QVERIFY(holds((*commands)[0], "-O1"));
    QVERIFY(holds((*commands)[1], "/runner "));
    QCOMPARE(lines("converted.log") + lines("ran.log"), std::size_t{0});
}

/// Tools run in a folder of their own, where a relative name means another file.
void TestToolchainDevice::relativePathsBecomeWhole() {
    Workload workload = relu("r");
    const fs::path whole = workload.model;
    workload.model = fs::relative(whole);
    QVERIFY(workload.model.is_relative());
    const auto commands = m_device->commandsFor(workload);
    QVERIFY(commands.has_value());
    QVERIFY(holds((*commands)[0], "compiler /"));
    MeasureRequest request;
    request.workload = workload;
    const auto m = m_device->measure(request);
    QVERIFY(m && m->ok());
}

void TestToolchainDevice::checks() {
    // It hands out its input, so it does not compute what was asked for: the check says so.
    const auto good = tryCheckModel(*m_device, {});
    QVERIFY2(good.has_value(), good ? "" : good.error().text().c_str());
    QVERIFY(good->us && good->failure);
    behave("memory");
    const auto bad = tryCheckModel(*m_device, {});
    QVERIFY(bad && !bad->us && bad->failure);
    QVERIFY(bad->failure->code == ErrorCode::OutOfMemory);
}

void TestToolchainDevice::missingTools() {
    qputenv("METAINFER_TEST_BIN", "/nowhere/at/all");
    auto adapter = *parseAdapter(partOf("adapter.yaml"), "scripts.yaml");
    const auto missing = ToolchainDevice::create(adapter, options());
    QVERIFY(!missing && missing.error().code == ErrorCode::NotFound);
    QCOMPARE(missing.error().hint, std::string("write them"));
    adapter.check.arguments = {"no-such-program-anywhere"};
    const auto none = ToolchainDevice::create(adapter, options());
    QVERIFY(!none && none.error().code == ErrorCode::NotFound);
    QVERIFY2(holds(none.error().text(), "Scripts is not installed"), none.error().text().c_str());
}

QTEST_GUILESS_MAIN(TestToolchainDevice)
#include "tst_toolchain_device.moc"
