// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Measurements and comparisons as values: JSON there and back, verdicts from rounds, the winner's
// rule.
#include "measurement/device.h"
#include "measurement/measurement.h"

#include "base/random.h"
#include "measurement/agent_values.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cmath>

using namespace metainfer;
using namespace metainfer::measurement;

namespace {

VariantComparison variantOf(const char* label, double ratio, ClockKind clock = ClockKind::Cpu) {
    VariantComparison variant;
    variant.label = label;
    variant.clock = clock;
    for (int p = 0; p < 5; ++p) {
        auto& rounds = variant.processes.emplace_back();
        for (int r = 0; r < 4; ++r) // a little of both effects
            rounds.push_back({100.0 + r, (100.0 + r) * ratio * (1 + 0.001 * (p - 2)), false});
    }
    return variant;
}

Comparison comparisonOf(ComparisonPurpose purpose, const char* id, double ratio) {
    Comparison comparison;
    comparison.id = id;
    comparison.purpose = purpose;
    comparison.base = "original";
    comparison.variants = {variantOf("c1", ratio)};
    comparison.controls = {variantOf("original", 1)};
    evaluate(comparison, kFinalistProcesses);
    return comparison;
}

/// A fresh run of contenders that are all truly as fast as `ratio`: processes differ by 2 %, their
/// rounds by 3 %.
Comparison equals(Random& random, std::size_t variants, std::size_t processes, double ratio) {
    Comparison comparison;
    comparison.purpose = ComparisonPurpose::Confirmation;
    for (std::size_t v = 0; v < variants; ++v) {
        auto& variant = comparison.variants.emplace_back();
        for (std::size_t p = 0; p < processes; ++p) {
            auto& rounds = variant.processes.emplace_back();
            const double shift = 0.02 * random.normal();
            for (int r = 0; r < 8; ++r)
                rounds.push_back(
                    {100, 100 * ratio * std::exp(shift + 0.03 * random.normal()), false});
        }
    }
    return comparison;
}

/// How often the interval of the one that looks best covers what is true, in per cent.
double coverageOfTheBest(std::size_t variants, std::size_t processes, double level) {
    constexpr int kTrials = 4000;
    Random random(11);
    int covered = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
        Comparison comparison = equals(random, variants, processes, 0.8);
        comparison.level = level;
        evaluate(comparison, kFinalistProcesses);
        const auto best =
            std::min_element(comparison.variants.begin(), comparison.variants.end(),
                             [](const auto& a, const auto& b) {
                                 return a.estimate.ratio.value < b.estimate.ratio.value;
                             });
        covered += best->estimate.ratio.contains(0.8);
    }
    return 100.0 * covered / kTrials;
}

} // namespace

class TestMeasurement : public QObject {
    Q_OBJECT

  private slots:
    void measurementRoundTrip() {
        Measurement m;
        m.id = "m-1";
        m.label = "c3";
        m.device = "local";
        m.protocol = "full";
        m.wall = summarize({3, 1, 2});
        m.cpu = summarize({2.5, 1, 2});
        m.ratioClock = ClockKind::Cpu;
        m.requestsPerSecond = 12.5;
        m.samplesPerSecond = 50;
        m.batch = 4;
        m.peakMemoryBytes = 123456789;
        m.loadMs = 7;
        m.validity.lower(Grade::Noisy, "other load on 0.80 cores");
        m.before.clockMhz = 2596;
        m.after.otherLoad = 0.8;
        m.after.pageFaults = 4;
        m.environment = "device=local";
        m.startedAt = "2026-01-31T12:34:56Z";
        const Json json = m.toJson();
        QVERIFY(json["first_inference_ms"].is_null()); // absent, not 0
        const auto back = Measurement::fromJson(*parseJson(dumpJson(json), "test"));
        QVERIFY2(back, back ? "" : back.error().text().c_str());
        QCOMPARE(dumpJson(back->toJson()), dumpJson(json));
        QCOMPARE(back->wall.samples, m.wall.samples);
        QVERIFY(back->mayWin());
        QCOMPARE(Measurement::fromJson(Json{{"schema", "metainfer.measurement/2"}}).error().code,
                 ErrorCode::VersionMismatch);
        QVERIFY(!Measurement::fromJson(Json{{"schema", "metainfer.measurement/1"}}));
    }

    void failureIsAValueAndNeverWins() {
        const Measurement m = Measurement::failed(
            "c4", Error{ErrorCode::Crash, "signal 11", "report it", {"while measuring"}});
        QVERIFY(!m.ok());
        QVERIFY(!m.mayWin());
        QCOMPARE(m.validity.grade, Grade::Invalid);
        const Json json = m.toJson();
        QVERIFY(!json.contains("wall_us")); // no number stands for a failure
        const auto back = Measurement::fromJson(json);
        QVERIFY(back);
        QCOMPARE(back->failure->code, ErrorCode::Crash);
        QCOMPARE(back->failure->hint, "report it");
        Measurement invalid;
        invalid.validity.lower(Grade::Invalid, "throttled");
        QVERIFY(!invalid.mayWin());
    }

    void verdictsFromRounds() {
        const Comparison faster = comparisonOf(ComparisonPurpose::Selection, "x-1", 0.8);
        QCOMPARE(faster.find("c1")->verdict.kind, VerdictKind::Faster);
        QVERIFY(std::abs(faster.find("c1")->estimate.ratio.value - 0.8) < 1e-4);
        QCOMPARE(faster.find("c1")->estimate.processes, std::size_t{5});
        QVERIFY(!faster.find("c9"));
        Comparison few = faster;
        few.variants[0].processes.resize(4);
        evaluate(few, kFinalistProcesses);
        QCOMPARE(few.find("c1")->verdict.kind, VerdictKind::CannotTell);
    }

    void droppedRoundsDoNotCount() {
        Comparison comparison = comparisonOf(ComparisonPurpose::Selection, "x-1", 0.8);
        for (auto& process : comparison.variants[0].processes) {
            process[0].variant *= 10;
            process[0].dropped = true;
        }
        evaluate(comparison, kFinalistProcesses);
        QVERIFY(std::abs(comparison.find("c1")->estimate.ratio.value - 0.8) < 1e-4);
        QCOMPARE(comparison.find("c1")->estimate.rounds, std::size_t{15});
        for (auto& process : comparison.variants[0].processes)
            for (ComparisonRound& round : process)
                round.dropped = true;
        evaluate(comparison, kFinalistProcesses);
        QCOMPARE(comparison.find("c1")->verdict.kind, VerdictKind::CannotTell);
        QVERIFY(!comparison.find("c1")->verdict.reason.empty());
    }

    /// Two variants of one run share its rounds: their ratio needs no third run.
    void roundsOfTwoVariantsAreDivided() {
        Comparison comparison = comparisonOf(ComparisonPurpose::Selection, "x-1", 0.8);
        VariantComparison other = variantOf("c2", 0.4);
        const VariantComparison& first = comparison.variants[0];
        const ComparedSide a{first, &ComparisonRound::variant}, b{other, &ComparisonRound::variant};
        const LogRatios both = logRounds(a, b);
        QCOMPARE(both.size(), first.processes.size());
        QVERIFY(std::abs(both[0][0] - std::log(first.processes[0][0].variant /
                                               other.processes[0][0].variant)) < 1e-12);
        QCOMPARE(logRounds(a, ComparedSide{first, &ComparisonRound::base}), first.logRatios());
        const LogRatios times = logRounds({first, &ComparisonRound::base});
        QCOMPARE(times[1][2], std::log(first.processes[1][2].base));
        // What one side dropped, or did not run at all, is no pair.
        other.processes[0][1].dropped = true;
        other.processes[1][0].variant = 0;
        other.processes.pop_back();
        const LogRatios fewer = logRounds(a, ComparedSide{other, &ComparisonRound::variant});
        QCOMPARE(fewer.size(), both.size() - 1);
        QCOMPARE(fewer[0].size(), both[0].size() - 1);
        QCOMPARE(fewer[1].size(), both[1].size() - 1);
    }

    void controlCountsOnItsOwnClockOnly() {
        Comparison comparison = comparisonOf(ComparisonPurpose::Selection, "x-1", 0.8);
        comparison.controls = {variantOf("original", 1.2, ClockKind::Cpu)};
        evaluate(comparison, kFinalistProcesses);
        QCOMPARE(comparison.find("c1")->verdict.kind, VerdictKind::CannotTell); // biased period
        comparison.controls[0].clock = ClockKind::Wall;
        evaluate(comparison, kFinalistProcesses);
        QCOMPARE(comparison.find("c1")->verdict.kind, VerdictKind::Faster);
    }

    void winnersRatioComesFromAFreshRun() {
        const Comparison chosen = comparisonOf(ComparisonPurpose::Selection, "x-1", 0.7);
        const Comparison fresh = comparisonOf(ComparisonPurpose::Confirmation, "x-2", 0.75);
        const auto verdict = reportedVerdict(chosen, fresh, "c1");
        QVERIFY(verdict);
        QVERIFY(std::abs(verdict->ratio.value - 0.75) < 1e-4);
        QCOMPARE(reportedVerdict(chosen, chosen, "c1").error().code, ErrorCode::Conflict);
        Comparison otherBase = fresh;
        otherBase.base = "hand-tuned";
        QCOMPARE(reportedVerdict(chosen, otherBase, "c1").error().code, ErrorCode::Conflict);
        QCOMPARE(reportedVerdict(chosen, fresh, "c2").error().code, ErrorCode::NotFound);
    }

    /// The best of three equal ones is partly lucky, so its 95 % interval covers less often.
    void theBestOfSeveralIsCoveredAtTheLevelForEach() {
        QCOMPARE(levelForEach(1), kConfidence);
        QVERIFY(std::abs(levelForEach(3) - (1 - 0.05 / 3)) < 1e-12);
        const double plain = coverageOfTheBest(3, 7, kConfidence);
        const double corrected = coverageOfTheBest(3, 7, levelForEach(3));
        qInfo("best of three: %.1f %% at 95 %%, %.1f %% at the level for each", plain, corrected);
        QVERIFY2(plain < 94, QByteArray::number(plain));
        QVERIFY2(corrected >= 95, QByteArray::number(corrected));
        const double two = coverageOfTheBest(2, 6, levelForEach(2));
        QVERIFY2(two >= 95, QByteArray::number(two));
    }

    /// Two processes more give three contenders intervals as narrow as one had with five.
    void moreProcessesMakeUpForTheLevel() {
        const auto halfWidth = [](std::size_t variants, int processes) {
            return studentQuantile((1 + levelForEach(variants)) / 2, processes - 1) /
                   std::sqrt(processes);
        };
        QVERIFY(halfWidth(3, 7) < 1.01 * halfWidth(1, 5));
        QVERIFY(halfWidth(2, 6) < 1.05 * halfWidth(1, 5));
    }

    void theLevelIsKeptInTheFile() {
        Comparison comparison = comparisonOf(ComparisonPurpose::Confirmation, "x-4", 0.8);
        comparison.level = levelForEach(3);
        evaluate(comparison, kFinalistProcesses);
        const auto back = Comparison::fromJson(*parseJson(dumpJson(comparison.toJson()), "test"));
        QVERIFY2(back, back ? "" : back.error().text().c_str());
        QCOMPARE(back->level, comparison.level);
        QCOMPARE(back->find("c1")->estimate.ratio.high, comparison.find("c1")->estimate.ratio.high);
        QVERIFY(comparison.find("c1")->estimate.ratio.high >
                comparisonOf(ComparisonPurpose::Confirmation, "x-5", 0.8)
                    .find("c1")
                    ->estimate.ratio.high);
    }

    void comparisonRoundTrip() {
        Comparison comparison = comparisonOf(ComparisonPurpose::Confirmation, "x-3", 0.8);
        VariantComparison failed;
        failed.label = "c2";
        failed.failure = Error{ErrorCode::OutOfMemory, "limit 1 GB", "", {}};
        comparison.variants.push_back(failed);
        comparison.validity.lower(Grade::Noisy, "x");
        evaluate(comparison, kFinalistProcesses);
        const Json json = comparison.toJson();
        const auto back = Comparison::fromJson(*parseJson(dumpJson(json), "test"));
        QVERIFY2(back, back ? "" : back.error().text().c_str());
        QCOMPARE(dumpJson(back->toJson()), dumpJson(json));
        QCOMPARE(back->find("c2")->failure->code, ErrorCode::OutOfMemory);
        QVERIFY(!Comparison::fromJson(Json{{"schema", "metainfer.comparison/1"}}));
    }

    void clockFollowsTheThreads() {
        Capabilities capabilities;
        capabilities.cores = 2;
        SessionOptions one, two, all;
        one.threads = 1;
        two.threads = 2;
        QCOMPARE(chooseClock(one, one, capabilities), ClockKind::Cpu);
        QCOMPARE(chooseClock(one, two, capabilities), ClockKind::Wall);
        QCOMPARE(chooseClock(all, all, capabilities), ClockKind::Wall); // both cores
        SessionOptions parallel = one;
        parallel.execution = ExecutionMode::Parallel;
        QCOMPARE(chooseClock(one, parallel, capabilities), ClockKind::Wall);
        capabilities.cores = 1;
        QCOMPARE(chooseClock(all, one, capabilities), ClockKind::Cpu);
        capabilities.cpuClock = false;
        QCOMPARE(chooseClock(one, one, capabilities), ClockKind::Wall);
        capabilities.measures = false;
        QCOMPARE(chooseClock(one, one, capabilities), ClockKind::Model);
    }

    void protocolsAreChecked() {
        QVERIFY(Protocol::quick().check());
        QVERIFY(Protocol::full().check());
        QCOMPARE(Protocol::full(0.99).minimumRuns, 662);
        QCOMPARE(Protocol::full().minimumRuns, 130);
        QVERIFY(Protocol::quick().minimumRuns >= 3);
        Protocol bad = Protocol::quick();
        bad.minimumRuns = 0;
        QCOMPARE(bad.check().error().message, "protocol: `minimum_runs` is 0, legal: 1 to 1000000");
    }

    void foreignLoadAndStolenTime() {
        metainfer::MachineState from, to;
        from.busyCpuUs = 1e6;
        to.busyCpuUs = 3.2e6; // 2.2 s busy in 1 s on 4 cores, 1.0 of it ours
        from.stealUs = 0;
        to.stealUs = 4e4;
        measurement::MachineState after;
        addUsage(after, from, to, 1e6, 1e6, 4);
        QVERIFY(std::abs(*after.otherLoad - 1.2) < 1e-9);
        QVERIFY(std::abs(*after.stolen - 0.01) < 1e-9);
        measurement::MachineState tooShort;
        addUsage(tooShort, from, to, 1e5, 1e6, 4); // the counters tick every 10 ms
        QVERIFY(!tooShort.otherLoad);
        measurement::MachineState unreadable;
        addUsage(unreadable, {}, {}, 1e6, 0, 4);
        QVERIFY(!unreadable.otherLoad && !unreadable.stolen);
    }

    void typedShapesAreRead() {
        std::vector<std::string> types;
        std::vector<std::vector<std::int64_t>> dims;
        parseTypedShapes("float32[1,3,4] int64[] uint8[7]", types, dims);
        QCOMPARE(types, (std::vector<std::string>{"float32", "int64", "uint8"}));
        QCOMPARE(dims, (std::vector<std::vector<std::int64_t>>{{1, 3, 4}, {}, {7}}));
    }

    void profileShowsTheGap() {
        OperatorProfile profile;
        profile.sumUs = 90;
        profile.endToEndUs = 100;
        profile.runs = 10;
        OperatorTime op;
        op.node = "n";
        op.opType = "Conv";
        op.us = 90;
        op.calls = 1;
        op.inputDims = {{1, 3}, {}};
        op.inputTypes = {"float32", "int64"};
        profile.operators = {op};
        QCOMPARE(profile.toJson()["gap_us"].get<double>(), 10.0);
        const auto back = OperatorProfile::fromJson(profile.toJson());
        QVERIFY(back);
        QVERIFY(back->operators == profile.operators);
    }
};

QTEST_GUILESS_MAIN(TestMeasurement)
#include "tst_measurement.moc"
