// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The simulated device: every number says so, and what has no model is refused.
#include "measurement/simulated_device.h"

#include "base/file.h"
#include "measurement/probe/probe.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::measurement;

namespace {

/// Numerics are somebody else's business here.
class NoExecutor final : public Executor {
  public:
    Result<std::vector<NamedTensor>> run(const std::filesystem::path&, const SessionOptions&,
                                         const std::vector<NamedTensor>&,
                                         const std::vector<std::string>&, const RunLimits&,
                                         const CancellationToken&) override {
        return fail(ErrorCode::Unsupported, "not in this test");
    }
    Status runAll(const std::filesystem::path&, const SessionOptions&, const FeedSource&,
                  const std::vector<std::string>&,
                  const std::function<Status(std::size_t, std::vector<NamedTensor>)>&,
                  const RunLimits&, const CancellationToken&) override {
        return fail(ErrorCode::Unsupported, "not in this test");
    }
    Result<ModelTypes> types(const std::filesystem::path&, const RunLimits&,
                             const CancellationToken&) override {
        return fail(ErrorCode::Unsupported, "not in this test");
    }
    Result<std::vector<TensorStatistics>> statistics(const std::filesystem::path&,
                                                     const SessionOptions&, const FeedSource&,
                                                     const HistogramRequest&, const RunLimits&,
                                                     const CancellationToken&) override {
        return fail(ErrorCode::Unsupported, "not in this test");
    }
};

Result<SimulatedCost> costOf(const Workload& workload) {
    SimulatedCost cost;
    if (workload.label == "original")
        cost.us = {1000, 800, 1200};
    else if (workload.label == "half") // the model's error is the same for both
        cost.us = {500, 400, 600};
    else if (workload.label == "unsure")
        cost.us = {950, 700, 1300};
    else
        return fail(ErrorCode::Unsupported, "no softmax on this hardware");
    cost.peakBytes = 4096;
    OperatorTime op;
    op.opType = "Conv";
    op.us = cost.us.value * 0.9;
    cost.operators = {op};
    return cost;
}

Workload workload(const char* label) {
    Workload result;
    result.label = label;
    result.model = "nowhere.onnx";
    return result;
}

SimulatedDevice makeDevice() {
    Capabilities capabilities;
    capabilities.operatorKeys = {"tile"};
    hardware::Environment environment;
    environment.device = "accelerator-x-edge";
    return SimulatedDevice("accelerator-x-edge", capabilities, environment, costOf,
                           std::make_shared<NoExecutor>());
}

} // namespace

class TestSimulatedDevice : public QObject {
    Q_OBJECT

  private slots:
    void everyNumberSaysSimulated() {
        SimulatedDevice device = makeDevice();
        QCOMPARE(device.kind(), DeviceKind::Simulated);
        QVERIFY(!device.capabilities().measures);
        QVERIFY(device.capabilities().honours("tile"));
        QVERIFY(!device.capabilities().honours("threads"));
        MeasureRequest request;
        request.workload = workload("original");
        request.workload.batch = 4;
        const auto m = device.measure(request);
        QVERIFY(m);
        QCOMPARE(m->source, NumberSource::Simulated);
        QCOMPARE(m->ratioClock, ClockKind::Model);
        QCOMPARE(m->latencyUs(), 1000.0);
        QCOMPARE(m->simulatedUs->high, 1200.0);
        QCOMPARE(m->samplesPerSecond, 4000.0);
        QCOMPARE(*m->peakMemoryBytes, std::uint64_t{4096});
        QVERIFY(!m->wall.p95.value); // one number is no distribution
        QCOMPARE(m->validity.grade, Grade::Noisy);
        QVERIFY(m->validity.reasons.front().find("simulated") != std::string::npos);
        QVERIFY(!m->loadMs);
        QVERIFY(m->mayWin());
        QCOMPARE(Measurement::fromJson(m->toJson())->source, NumberSource::Simulated);
    }

    void hardwareThatCannotRunItIsAFailure() {
        SimulatedDevice device = makeDevice();
        MeasureRequest request;
        request.workload = workload("softmax");
        const auto m = device.measure(request);
        QVERIFY(m);
        QCOMPARE(m->failure->code, ErrorCode::Unsupported);
        QVERIFY(!m->mayWin());
        QCOMPARE(m->source, NumberSource::Simulated);
    }

    void comparisonUsesOneModel() {
        SimulatedDevice device = makeDevice();
        CompareRequest request;
        request.base = workload("original");
        request.variants = {workload("half"), workload("unsure"), workload("softmax")};
        const auto c = device.compare(request);
        QVERIFY(c);
        QCOMPARE(c->source, NumberSource::Simulated);
        QVERIFY(c->controls.empty()); // nothing was run twice
        QCOMPARE(c->find("half")->verdict.text(), "faster by 2.000 [2.000, 2.000]");
        QCOMPARE(c->find("unsure")->verdict.kind, VerdictKind::CannotTell);
        QCOMPARE(c->find("softmax")->failure->code, ErrorCode::Unsupported);
        request.base = workload("softmax");
        const auto broken = device.compare(request);
        QVERIFY(broken);
        QVERIFY(broken->failure);
        QCOMPARE(broken->validity.grade, Grade::Invalid);
    }

    void whatHasNoModelIsRefused() {
        SimulatedDevice device = makeDevice();
        QCOMPARE(device.coldStart(workload("original"), {}, {}).error().code,
                 ErrorCode::Unsupported);
        MeasureRequest request;
        request.workload = workload("original");
        request.instances = 2;
        QCOMPARE(device.measure(request).error().code, ErrorCode::Unsupported);
        QCOMPARE(probeDevice(device, {}, {}, {}).error().code, ErrorCode::Unsupported);
    }

    void profileAndMemory() {
        SimulatedDevice device = makeDevice();
        const auto profile = device.profileOperators(workload("original"), 10, {}, {});
        QVERIFY(profile);
        QCOMPARE(profile->source, NumberSource::Simulated);
        QCOMPARE(profile->gapUs(), 100.0);
        QCOMPARE(*device.peakMemory(workload("half"), {}, {}), std::uint64_t{4096});
    }

    void cancelIsHeard() {
        SimulatedDevice device = makeDevice();
        MeasureRequest request;
        request.workload = workload("original");
        request.cancel.cancel();
        QCOMPARE(device.measure(request).error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestSimulatedDevice)
#include "tst_simulated_device.moc"
