// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The local device over the real agent and runtime: measurements, comparisons, and what goes wrong.
#include "measurement/local_device.h"

#include "base/file.h"
#include "ir/onnx_io.h"
#include "measurement/probe/operator_case.h"
#include "support/paths.h"

#include <QtTest/QTest>

#include <csignal>
#include <fstream>
#include <future>

using namespace metainfer;
using namespace metainfer::measurement;
namespace fs = std::filesystem;

namespace {

probe::OperatorCase matmulCase(std::int64_t size) {
    probe::OperatorCase result;
    result.op = "MatMul";
    result.operands = {{probe::OperandKind::Data, {size, size}, 0},
                       {probe::OperandKind::Weight, {size, size}, 0}};
    result.outputs = {{size, size}};
    return result;
}

} // namespace

class TestLocalDevice : public QObject {
    Q_OBJECT

    // The agent's protocol has requests of the same names.
    using MeasureRequest = measurement::MeasureRequest;
    using CompareRequest = measurement::CompareRequest;

    std::optional<TemporaryDirectory> m_dir;
    std::unique_ptr<LocalDevice> m_device;

    fs::path lockFile() const { return m_dir->path() / "lock"; }

    /// A matrix product of this size as a model file with its feed, on one thread.
    Workload matmul(const char* label, std::int64_t size) {
        const auto probed = matmulCase(size);
        Workload workload;
        workload.label = label;
        workload.model = m_dir->path() / (std::string("matmul") + std::to_string(size) + ".onnx");
        if (!fs::exists(workload.model)) {
            const auto model = probe::modelOf(probed);
            if (!model || !ir::exportOnnx(*model, workload.model))
                qFatal("cannot write the test model");
        }
        workload.inputs = probe::feedOf(probed);
        workload.session.threads = 1;
        return workload;
    }

    MeasureRequest quick(Workload workload) {
        MeasureRequest request;
        request.workload = std::move(workload);
        request.protocol.minimumRuns = 20;
        return request;
    }

    /// A measurement that only ends when somebody ends it.
    MeasureRequest endless(Workload workload) {
        MeasureRequest request = quick(std::move(workload));
        request.protocol.minimumSeconds = request.protocol.maximumSeconds = 300;
        request.protocol.maximumRuns = 10'000'000;
        return request;
    }

    /// True once the agent has a child: a runner at work.
    bool runnerIsThere() const {
        const std::string parent =
            "PPid:\t" + std::to_string(m_device->client()->processId()) + "\n";
        std::error_code error;
        for (fs::directory_iterator it("/proc", error), end; !error && it != end;
             it.increment(error)) {
            const auto status = readTextFile(it->path() / "status");
            if (status && status->find(parent) != std::string::npos)
                return true;
        }
        return false;
    }

    /// A measurement on another thread that is cancelled when the test leaves early.
    struct Running {
        MeasureRequest request;
        std::future<Result<Measurement>> result;
        Running(LocalDevice& device, MeasureRequest what)
            : request(std::move(what))
            , result(std::async(std::launch::async,
                                [&device, this] { return device.measure(request); })) {}
        ~Running() { request.cancel.cancel(); }
    };

  private slots:
    void initTestCase() {
        const fs::path agent = test::binDir() / "metainfer-agent";
        QVERIFY2(fs::exists(agent), "the agent is built with the tests");
        qputenv("METAINFER_AGENT", agent.c_str());
        auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        m_dir.emplace(std::move(*dir));
        LocalDevice::Options options;
        options.lockFile = lockFile();
        auto device = LocalDevice::create(options);
        QVERIFY2(device, device ? "" : device.error().text().c_str());
        m_device = std::move(*device);
        QVERIFY2(!m_device->capabilities().runtimes.empty(), "ONNX Runtime comes with the set-up");
    }

    void cleanupTestCase() {
        m_device.reset();
        m_dir.reset();
    }

    void measuresBothClocks() {
        MeasureRequest request = quick(matmul("original", 256));
        request.peakMemory = request.coldStart = true;
        const auto m = m_device->measure(request);
        QVERIFY2(m, m ? "" : m.error().text().c_str());
        QVERIFY2(m->ok(), m->ok() ? "" : m->failure->text().c_str());
        QCOMPARE(m->source, NumberSource::Measured);
        QVERIFY(m->wall.n() >= 20);
        QCOMPARE(m->cpu.n(), m->wall.n());
        QVERIFY(m->wall.min > 0 && m->cpu.min > 0);
        QVERIFY(m->wall.p50.value);
        QVERIFY(!m->wall.p99.value || m->wall.n() >= 662);
        QCOMPARE(m->ratioClock, ClockKind::Cpu);
        QVERIFY(m->requestsPerSecond > 0);
        QVERIFY(*m->loadMs > 0 && *m->firstInferenceMs > 0);
        QVERIFY(*m->peakMemoryBytes > 256 * 256 * 4);
        QVERIFY(*m->modelBytes >= 256 * 256 * 4);
        QVERIFY(fs::exists(m->runtimeLibrary));
        QVERIFY(m->environment.find("runtime=onnxruntime@") != std::string::npos);
        QVERIFY(m->environment.find("runtime_sha256=unknown") == std::string::npos);
        QVERIFY(Measurement::fromJson(m->toJson()));
    }

    void throughputCountsConcurrentInstances() {
        MeasureRequest request = quick(matmul("two", 256));
        request.instances = 2;
        const auto m = m_device->measure(request);
        QVERIFY(m && m->ok());
        QCOMPARE(m->ratioClock, ClockKind::Wall); // CPU time of one process, two streams
    }

    void peakMemoryHoldsTheWeights() {
        const auto bytes = m_device->peakMemory(matmul("original", 1024), {}, {});
        QVERIFY2(bytes, bytes ? "" : bytes.error().text().c_str());
        QVERIFY2(*bytes >= 1024 * 1024 * 4, QByteArray::number(qulonglong(*bytes)));
        const auto small = m_device->peakMemory(matmul("small", 64), {}, {});
        QVERIFY(small);
        QVERIFY(*small < *bytes);
    }

    void coldStartIsMeasured() {
        const auto start = m_device->coldStart(matmul("original", 256), {}, {});
        QVERIFY(start);
        QVERIFY(start->loadMs > 0 && start->firstInferenceMs > 0);
    }

    void profileNamesTheOperator() {
        const auto profile = m_device->profileOperators(matmul("original", 256), 5, {}, {});
        QVERIFY2(profile, profile ? "" : profile.error().text().c_str());
        QCOMPARE(profile->operators.size(), std::size_t{1});
        QVERIFY(profile->operators[0].opType.find("MatMul") != std::string::npos);
        QCOMPARE(profile->operators[0].calls, 1.0);
        QCOMPARE(profile->operators[0].inputDims.front(), (std::vector<std::int64_t>{256, 256}));
        QVERIFY(profile->sumUs > 0 && profile->endToEndUs > 0);
    }

    void comparesInTurn() {
        CompareRequest request;
        request.base = matmul("original", 128);
        request.variants = {matmul("eight times the work", 256), matmul("less", 32)};
        request.rounds = 3;
        request.blockSeconds = 0.005;
        request.purpose = ComparisonPurpose::Confirmation;
        const auto c = m_device->compare(request);
        QVERIFY2(c, c ? "" : c.error().text().c_str());
        QVERIFY2(!c->failure, c->failure ? c->failure->text().c_str() : "");
        const VariantComparison* slower = c->find("eight times the work");
        QCOMPARE(slower->processes.size(), std::size_t{5});
        QCOMPARE(slower->processes[0].size(), std::size_t{3});
        QCOMPARE(slower->clock, ClockKind::Cpu);
        QCOMPARE(slower->estimate.processes, std::size_t{5});
        QVERIFY(slower->estimate.ratio.value > 2); // 8 times the arithmetic
        QVERIFY(c->find("less")->estimate.ratio.value < 0.5);
        const VariantComparison* control = c->control(ClockKind::Cpu);
        QVERIFY(control);
        QVERIFY(control->estimate.ratio.value > 0.5 && control->estimate.ratio.value < 2);
        QVERIFY(Comparison::fromJson(c->toJson()));
    }

    void oneBrokenVariantDoesNotSpoilTheOthers() {
        CompareRequest request;
        request.base = matmul("original", 128);
        Workload broken = matmul("broken", 256);
        broken.model = m_dir->path() / "broken.onnx";
        std::ofstream(broken.model) << "this is no model";
        request.variants = {broken, matmul("less", 32)};
        request.processes = 2;
        request.rounds = 2;
        request.blockSeconds = 0.001;
        const auto c = m_device->compare(request);
        QVERIFY2(c, c ? "" : c.error().text().c_str());
        QVERIFY(c->find("broken")->failure);
        QCOMPARE(c->find("broken")->verdict.kind, VerdictKind::CannotTell);
        QVERIFY(!c->find("less")->failure);
        QVERIFY(c->find("less")->estimate.ratio.value < 0.5);
        request.base = broken;
        request.base.label = "broken base";
        request.variants = {matmul("less", 32)};
        const auto nothing = m_device->compare(request);
        QVERIFY(nothing);
        QVERIFY(nothing->failure);
        QCOMPARE(nothing->validity.grade, Grade::Invalid);
    }

    void wrongRequestsAreErrors() {
        MeasureRequest request = quick(matmul("original", 64));
        request.workload.model = m_dir->path() / "missing.onnx";
        QCOMPARE(m_device->measure(request).error().code, ErrorCode::NotFound);
        request = quick(matmul("original", 64));
        request.workload.session.runtimeVersion = "0.0.1";
        const Error version = m_device->measure(request).error();
        QCOMPARE(version.code, ErrorCode::Unsupported);
        QVERIFY(version.hint.find("onnxruntime@") != std::string::npos); // what there is
        request = quick(matmul("original", 64));
        request.protocol.minimumRuns = 0;
        QCOMPARE(m_device->measure(request).error().code, ErrorCode::InvalidArgument);
        CompareRequest compare;
        compare.base = matmul("a", 64);
        compare.variants = {matmul("a", 64)};
        QCOMPARE(m_device->compare(compare).error().code, ErrorCode::InvalidArgument);
        compare.variants = {matmul("b", 64)};
        compare.purpose = ComparisonPurpose::Confirmation;
        compare.processes = 4;
        QCOMPARE(m_device->compare(compare).error().code, ErrorCode::InvalidArgument);
    }

    void damagedModelIsAFailedMeasurement() {
        MeasureRequest request = quick(matmul("damaged", 64));
        request.workload.model = m_dir->path() / "damaged.onnx";
        std::ofstream(request.workload.model) << "this is no model";
        const auto m = m_device->measure(request);
        QVERIFY(m);
        QVERIFY(m->failure);
        QVERIFY(!m->mayWin());
        QVERIFY(!MachineLock::holder(lockFile())); // released
    }

    void deadlineIsAFailedMeasurement() {
        MeasureRequest request = quick(matmul("slow", 2048)); // 17 GFLOP a run
        request.protocol.warmUpSeconds = request.protocol.warmUpMaximumSeconds = 0;
        request.protocol.maximumSeconds = 0.02;
        request.limits.timeout = std::chrono::milliseconds(20);
        const auto m = m_device->measure(request);
        QVERIFY(m);
        QVERIFY(m->failure);
        QCOMPARE(m->failure->code, ErrorCode::Timeout);
        QCOMPARE(m->wall.n(), std::size_t{0});
        const auto next = m_device->measure(quick(matmul("next", 64))); // the device is fine
        QVERIFY(next && next->ok());
    }

    void cancelEndsAMeasurement() {
        Running running(*m_device, endless(matmul("endless", 256)));
        QTRY_VERIFY(runnerIsThere());
        QCOMPARE(MachineLock::holder(lockFile())->what, "measure endless");
        running.request.cancel.cancel();
        const auto m = running.result.get();
        QVERIFY(!m);
        QCOMPARE(m.error().code, ErrorCode::Cancelled);
        QVERIFY(!MachineLock::holder(lockFile()));
    }

    void killedAgentIsAFailedMeasurementAndComesBack() {
        Running running(*m_device, endless(matmul("endless", 256)));
        QTRY_VERIFY(runnerIsThere());
        kill(m_device->client()->processId(), SIGKILL);
        const auto m = running.result.get();
        QVERIFY2(m, m ? "" : m.error().text().c_str());
        QVERIFY(m->failure);
        QCOMPARE(m->failure->code, ErrorCode::DeviceLost);
        QVERIFY(!m->mayWin());
        const auto next = m_device->measure(quick(matmul("next", 64)));
        QVERIFY2(next && next->ok(), "a new agent is started");
    }

    void othersQueueWhileItMeasures() {
        Running first(*m_device, endless(matmul("first", 256)));
        // The lock is taken a moment before its holder has written who it is.
        const auto holderIsNamed = [this] {
            const auto holder = MachineLock::holder(lockFile());
            return holder && holder->what == "measure first";
        };
        QTRY_VERIFY(holderIsNamed());
        const auto refused =
            MachineLock::acquire(lockFile(), "second", {}, std::chrono::milliseconds(0));
        QVERIFY(!refused);
        QVERIFY(refused.error().message.find("measure first") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestLocalDevice)
#include "tst_local_device.moc"
