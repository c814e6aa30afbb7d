// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Probing a device that has no agent: its operators through its own way of measuring, and what it
// does not offer said.
#include "ir/onnx_io.h"
#include "ir/operators.h"
#include "measurement/probe/probe.h"

#include <QtTest/QTest>

#include <set>

using namespace metainfer;
using namespace metainfer::measurement;

namespace {

/// A vendor's compiler: one number of its own for each model, no clocks, no profiles, no Softmax.
class VendorDevice final : public Device {
  public:
    explicit VendorDevice(bool measures = true) {
        m_capabilities.runtimes = {"vendor@3.1"};
        m_capabilities.operatorProfiles = m_capabilities.cpuClock = false;
        m_capabilities.measures = measures;
    }
    std::string name() const override { return "vendor"; }
    DeviceKind kind() const override { return DeviceKind::Toolchain; }
    const Capabilities& capabilities() const override { return m_capabilities; }
    hardware::Environment environment(const SessionOptions&) override {
        hardware::Environment environment;
        environment.device = "vendor";
        environment.runtime = "vendor@3.1";
        return environment;
    }
    Executor& executor() override { std::abort(); }
    Result<Measurement> measure(const MeasureRequest& request) override {
        runtimes.insert(request.workload.session.runtime);
        MI_ASSIGN(const ir::Model model, ir::importOnnx(request.workload.model));
        Measurement m;
        for (const auto id : model.graph->order())
            if (model.graph->node(id).opType == "Softmax") {
                m.failure = Error{ErrorCode::Unsupported, "Softmax: no kernel", {}, {}};
                return m;
            }
        m.wall = summarize({100}); // its own median
        return m;
    }
    Result<Comparison> compare(const CompareRequest&) override { return fail(no()); }
    Result<OperatorProfile> profileOperators(const Workload&, int, const RunLimits&,
                                             const CancellationToken&) override {
        return fail(no());
    }
    Result<std::uint64_t> peakMemory(const Workload&, const RunLimits&,
                                     const CancellationToken&) override {
        return fail(no());
    }
    Result<ColdStart> coldStart(const Workload&, const RunLimits&,
                                const CancellationToken&) override {
        return fail(no());
    }
    std::set<std::string> runtimes;

  private:
    static Error no() { return {ErrorCode::Unsupported, "not here", {}, {}}; }
    Capabilities m_capabilities;
};

} // namespace

class TestProbeDevices : public QObject {
    Q_OBJECT

  private slots:
    void operatorsOfAToolchain() {
        VendorDevice device;
        ProbeOptions options;
        options.families = {"softmax", "relu"};
        const auto result = probeDevice(device, options, {}, {});
        QVERIFY2(result, result ? "" : result.error().text().c_str());
        QCOMPARE(result->runtime, std::string("vendor@3.1"));
        QVERIFY(device.runtimes == std::set<std::string>{"vendor"});
        std::size_t timed = 0, failed = 0;
        for (const hardware::ProbeRow& row : result->rows) {
            if (row.family == "softmax") {
                QCOMPARE(row.status, hardware::ProbeStatus::Fail);
                QCOMPARE(row.error, std::string("Softmax: no kernel"));
                ++failed;
            } else {
                QCOMPARE(row.n, std::uint64_t{1}); // what it said, and how often
                QVERIFY(row.p50Us && row.kernel.empty());
                ++timed;
            }
        }
        QVERIFY(timed > 0 && failed > 0);
        // What it does not offer is said once, and nothing is made up for it.
        QCOMPARE(result->problems.size(), std::size_t{1});
        QVERIFY(result->problems[0].find("no agent") != std::string::npos);
        QVERIFY(result->compute.empty() && result->bandwidth.empty() && result->caches.empty());
        hardware::Profile profile;
        profile.name = "vendor";
        const auto updated = updateProfile(profile, *result);
        QVERIFY(updated.memory.hierarchy.empty() && !updated.compute.cores);
        const auto* softmax = updated.record("softmax", ElementType::Float);
        QVERIFY(softmax);
        QCOMPARE(softmax->status, hardware::OpStatus::Unsupported);
    }

    void simulatedOnesAreRefused() {
        VendorDevice device(false);
        QCOMPARE(probeDevice(device, {}, {}, {}).error().code, ErrorCode::Unsupported);
    }
};

QTEST_GUILESS_MAIN(TestProbeDevices)
#include "tst_probe_devices.moc"
