// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What becomes of a candidate whose measurement fails, on a device that fails when it is told to.
#include "engine/adaptation/evaluator.h"

#include "base/file.h"
#include "engine/devices/device_hub.h"
#include "session/session_folder.h"
#include "support/onnx_writer.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::engine;

namespace {

/// A simulated device whose next comparisons end as if the runner had died.
class MortalDevice final : public measurement::Device {
  public:
    explicit MortalDevice(std::shared_ptr<measurement::Device> real)
        : m_real(std::move(real)) {}
    int deaths = 0; ///< still to come
    int compared = 0;

    std::string name() const override { return m_real->name(); }
    measurement::DeviceKind kind() const override { return m_real->kind(); }
    const measurement::Capabilities& capabilities() const override {
        return m_real->capabilities();
    }
    hardware::Environment environment(const SessionOptions& session) override {
        return m_real->environment(session);
    }
    Executor& executor() override { return m_real->executor(); }
    Result<measurement::Measurement> measure(const measurement::MeasureRequest& request) override {
        return m_real->measure(request);
    }
    Result<measurement::Comparison> compare(const measurement::CompareRequest& request) override {
        ++compared;
        if (deaths > 0) {
            --deaths;
            return fail(ErrorCode::Crash, "the runner ended with signal 11");
        }
        return m_real->compare(request);
    }
    Result<measurement::OperatorProfile>
    profileOperators(const measurement::Workload& workload, int runs, const RunLimits& limits,
                     const CancellationToken& cancel) override {
        return m_real->profileOperators(workload, runs, limits, cancel);
    }
    Result<std::uint64_t> peakMemory(const measurement::Workload& workload, const RunLimits& limits,
                                     const CancellationToken& cancel) override {
        return m_real->peakMemory(workload, limits, cancel);
    }
    Result<measurement::ColdStart> coldStart(const measurement::Workload& workload,
                                             const RunLimits& limits,
                                             const CancellationToken& cancel) override {
        return m_real->coldStart(workload, limits, cancel);
    }

  private:
    std::shared_ptr<measurement::Device> m_real;
};

} // namespace

class TestEvaluator : public QObject {
    Q_OBJECT

  private slots:
    void aHandSetBaselineWhoseRunnerDiesIsTriedOnceMore_data() {
        QTest::addColumn<int>("deaths");
        QTest::addColumn<bool>("lost");
        QTest::addColumn<int>("compared");
        QTest::newRow("lives") << 0 << false << 1;
        QTest::newRow("dies once") << 1 << false << 2;
        QTest::newRow("dies twice") << 2 << true << 2;
    }

    void aHandSetBaselineWhoseRunnerDiesIsTriedOnceMore() {
        QFETCH(int, deaths);
        QFETCH(bool, lost);
        QFETCH(int, compared);
        const auto dir = TemporaryDirectory::create("mi-evaluator");
        QVERIFY(dir);
        test::GraphWriter()
            .input({"x", ElementType::Float, {1, 4}})
            .output({"y", ElementType::Float, {1, 4}})
            .node("Relu", {"x"}, {"y"})
            .save(dir->path() / "m.onnx");
        auto deployment = session::parseDeployment(
            "deployment:\n  model: m.onnx\n  hardware: accelerator-x-edge\n"
            "  optimization_objective: {primary: p50_latency}\n",
            dir->path() / "job.yaml");
        QVERIFY2(deployment, deployment ? "" : deployment.error().text().c_str());
        auto target = openSimulated("accelerator-x-edge", {});
        QVERIFY2(target, target ? "" : target.error().text().c_str());
        const auto device = std::make_shared<MortalDevice>(target->device);
        target->device = device;
        const auto task = prepareTask(std::move(*deployment), std::move(*target), {}, {});
        QVERIFY2(task, task ? "" : task.error().text().c_str());
        auto writer = session::SessionWriter::create(dir->path() / "session", {});
        QVERIFY2(writer, writer ? "" : writer.error().text().c_str());
        std::vector<Remark> remarks;
        Evaluator evaluator(*task, *writer,
                            [&](const Event& event) {
                                if (const auto* remark = std::get_if<Remark>(&event))
                                    remarks.push_back(*remark);
                            },
                            {});
        const auto original = evaluator.measureOriginal();
        QVERIFY2(original, original ? "" : original.error().text().c_str());

        search::Proposal proposal;
        proposal.candidate.id = "h1";
        proposal.candidate.origin = "hand-set";
        device->deaths = deaths;
        const auto measured = evaluator.evaluate({proposal});
        QVERIFY2(measured, measured ? "" : measured.error().text().c_str());
        QCOMPARE(measured->front().failure.has_value(), lost);
        QCOMPARE(measured->front().ratio.has_value(), !lost);
        QCOMPARE(device->compared, compared);
        const bool said = std::any_of(remarks.begin(), remarks.end(), [](const Remark& remark) {
            return remark.code == "runner_crashed";
        });
        QCOMPARE(said, deaths > 0);
    }
};

QTEST_GUILESS_MAIN(TestEvaluator)
#include "tst_evaluator.moc"
