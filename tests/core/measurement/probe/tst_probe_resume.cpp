// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A probe that was interrupted anywhere goes on and ends with the same numbers.
#include "base/file.h"
#include "measurement/probe/probe_journal.h"
#include "planted_bench.h"

#include <QtTest/QTest>

#include <fstream>

using namespace metainfer;
using namespace metainfer::measurement;
namespace fs = std::filesystem;

namespace {

struct Folder {
    TemporaryDirectory directory = *TemporaryDirectory::create("mi-test");
    fs::path journal() const {
        return probe::ProbeJournal::fileFor(directory.path(), "planted", ProbeSuite::Reduced);
    }
    ProbeOptions options(ProbeResume resume) const {
        ProbeOptions options;
        options.suite = ProbeSuite::Reduced;
        options.journalFolder = directory.path();
        options.resume = resume;
        return options;
    }
};

Result<ProbeResult> run(test::PlantedBench& bench, const ProbeOptions& options,
                        const CancellationToken& cancel = {},
                        const probe::ProbedDevice& device = test::plantedDevice()) {
    return probe::runProbe(bench, device, "2026-11-30T12:00:00Z", options, {}, cancel);
}

/// Stops before the call, as Ctrl-C or a lost device would.
void interruptAt(const Folder& folder, int call) {
    test::PlantedBench bench{{}};
    CancellationToken cancel;
    bench.onCall = [&](int at) {
        if (at == call)
            cancel.cancel();
    };
    const auto stopped = run(bench, folder.options(ProbeResume::Never), cancel);
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
}

} // namespace

class TestProbeResume : public QObject {
    Q_OBJECT

  private slots:
    void goesOnFromAnywhere() {
        const Folder whole;
        test::PlantedBench undisturbed{{}};
        const auto expected = run(undisturbed, whole.options(ProbeResume::Never));
        QVERIFY2(expected, expected ? "" : expected.error().text().c_str());
        QCOMPARE(expected->resumed, std::size_t{0});
        QVERIFY(!fs::exists(whole.journal())); // nothing is left of a finished one
        QVERIFY(expected->rows.size() == probe::operatorCases(ProbeSuite::Reduced).size());
        for (int call = 1; call < undisturbed.calls; ++call) {
            const Folder folder;
            interruptAt(folder, call);
            QVERIFY(fs::exists(folder.journal()));
            test::PlantedBench rest{{}};
            std::size_t told = 0;
            ProbeOptions options = folder.options(ProbeResume::Always);
            options.onRow = [&told](const hardware::ProbeRow&) { ++told; };
            const auto resumed = run(rest, options);
            QVERIFY2(resumed, resumed ? "" : resumed.error().text().c_str());
            QVERIFY(resumed->rows == expected->rows);
            QCOMPARE(told, expected->rows.size());
            QCOMPARE(resumed->compute.size(), expected->compute.size());
            QCOMPARE(resumed->bandwidth.size(), expected->bandwidth.size());
            QCOMPARE(resumed->streams.size(), expected->streams.size());
            QCOMPARE(*resumed->launchWallUs, *expected->launchWallUs);
            QVERIFY(rest.calls < undisturbed.calls); // what was done is not done again
            QVERIFY(!fs::exists(folder.journal()));
        }
    }

    void aTornLineIsMeasuredAgain() {
        const Folder folder;
        interruptAt(folder, 6);
        const auto before = probe::ProbeJournal::read(folder.journal());
        QVERIFY(before && before->parts.size() > 2);
        std::ofstream(folder.journal(), std::ios::app) << "{\"key\": \"row/Relu\", \"part\": {\"sc";
        QCOMPARE(probe::ProbeJournal::read(folder.journal())->parts.size(), before->parts.size());
        test::PlantedBench rest{{}}, undisturbed{{}};
        const auto resumed = run(rest, folder.options(ProbeResume::Always));
        QVERIFY(resumed);
        QVERIFY(resumed->rows == run(undisturbed, Folder().options(ProbeResume::Never))->rows);
    }

    void itIsOffered() {
        const Folder folder;
        interruptAt(folder, 6);
        const auto kept = readTextFile(folder.journal());
        ProbeOptions options = folder.options(ProbeResume::Ask);
        std::size_t steps = 0;
        options.onUnfinished = [&](const UnfinishedProbe& unfinished) {
            steps = unfinished.steps;
            return true;
        };
        test::PlantedBench bench{{}};
        QVERIFY(run(bench, options)->resumed == steps && steps > 0);
        // Declined: from the beginning.
        QVERIFY(writeFileAtomically(folder.journal(), *kept));
        options.onUnfinished = [](const UnfinishedProbe&) { return false; };
        test::PlantedBench again{{}};
        QCOMPARE(run(again, options)->resumed, std::size_t{0});
    }

    void anotherEnvironmentBeginsAnew() {
        const Folder folder;
        interruptAt(folder, 6);
        auto device = test::plantedDevice();
        device.environment.kernel = "Linux 6.2";
        ProbeOptions options = folder.options(ProbeResume::Always);
        std::vector<hardware::EnvironmentDifference> changes;
        options.onUnfinished = [&](const UnfinishedProbe& unfinished) {
            changes = unfinished.changes;
            return true;
        };
        test::PlantedBench bench{{}};
        const auto result = run(bench, options, {}, device);
        QVERIFY(result);
        QCOMPARE(result->resumed, std::size_t{0});
        QCOMPARE(changes.size(), std::size_t{1});
        QCOMPARE(changes[0].field, std::string("kernel"));
        QCOMPARE(changes[0].right, std::string("Linux 6.2"));
    }

    void theTimeLimitLeavesAJournal() {
        const Folder folder;
        test::PlantedBench bench{{}};
        ProbeOptions options = folder.options(ProbeResume::Never);
        options.timeLimitSeconds = 0.001;
        const auto cut = run(bench, options);
        QVERIFY(cut);
        QVERIFY(cut->skipped > 0);
        QVERIFY(fs::exists(folder.journal()));
        test::PlantedBench rest{{}}, undisturbed{{}};
        const auto resumed = run(rest, folder.options(ProbeResume::Always));
        QVERIFY(resumed);
        QCOMPARE(resumed->skipped, std::size_t{0});
        QVERIFY(resumed->rows == run(undisturbed, Folder().options(ProbeResume::Never))->rows);
    }

    void aLostDeviceEndsTheProbe() {
        class LostBench final : public probe::ProbeBench {
          public:
            bool hasKernels() const override { return false; }
            Result<ProbeComputeReport> compute(const ProbeComputeRequest&,
                                               const CancellationToken&) override {
                return fail(lost());
            }
            Result<ProbeMemoryReport> memory(const ProbeMemoryRequest&,
                                             const CancellationToken&) override {
                return fail(lost());
            }
            Result<probe::TimedRuns> run(const probe::TimedModel& model,
                                         const CancellationToken& cancel) override {
                if (++m_runs > 2)
                    return fail(lost());
                return m_good.run(model, cancel);
            }
            Result<std::vector<OperatorTime>> profile(const probe::TimedModel& model, int runs,
                                                      const CancellationToken& cancel) override {
                return m_good.profile(model, runs, cancel);
            }
            Result<std::uint64_t> peakMemory(const probe::TimedModel&,
                                             const CancellationToken&) override {
                return fail(lost());
            }
            std::optional<hardware::Telemetry> telemetry() override { return std::nullopt; }
            std::optional<metainfer::MachineState> machineState() override { return std::nullopt; }
            double now() override { return 0; }

          private:
            static Error lost() { return {ErrorCode::DeviceLost, "the board is gone", {}, {}}; }
            test::PlantedBench m_good{{}};
            int m_runs = 0;
        };
        const Folder folder;
        LostBench lost;
        const auto ended = probe::runProbe(lost, test::plantedDevice(), "2026-11-30T12:00:00Z",
                                           folder.options(ProbeResume::Never), {}, {});
        QVERIFY(!ended);
        QCOMPARE(ended.error().code, ErrorCode::DeviceLost);
        QCOMPARE(probe::ProbeJournal::read(folder.journal())->parts.size(), std::size_t{2});
    }

    void namesStayInTheFolder() {
        const auto file =
            probe::ProbeJournal::fileFor("/state", "../../etc/passwd", ProbeSuite::Full);
        QCOMPARE(file.parent_path(), fs::path("/state"));
        QVERIFY(!probe::ProbeJournal::read("/nowhere/at/all.jsonl"));
    }
};

QTEST_GUILESS_MAIN(TestProbeResume)
#include "tst_probe_resume.moc"
