// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Objectives, limits and the decision: trade-offs, conflicts, near misses, "keep the original".
#include "search/decision.h"

#include <QtTest/QTest>

#include <cmath>

using namespace metainfer;
using namespace metainfer::search;

namespace {

constexpr double kMb = 1024.0 * 1024.0;
constexpr double kGb = 1024.0 * kMb;

MetricValue value(double v, NumberSource source = NumberSource::Measured, double spread = 0) {
    return {{v, v * (1 - spread), v * (1 + spread)}, source};
}

/// Latency in ms, memory in GB.
Evaluation candidate(const std::string& id, double ms, double gb,
                     NumberSource source = NumberSource::Measured, double spread = 0) {
    Evaluation evaluation;
    evaluation.id = id;
    evaluation.values[Metric::P95Latency] = value(ms * 1000, source, spread);
    evaluation.values[Metric::Memory] = value(gb * kGb, source, spread);
    return evaluation;
}

const Verdict& verdictOf(const Decision& decision, const std::string& id) {
    for (const Verdict& verdict : decision.verdicts)
        if (verdict.id == id)
            return verdict;
    qFatal("no verdict");
}

} // namespace

class TestDecision : public QObject {
    Q_OBJECT

  private slots:
    // Two candidates, predicted 75 ms with 1.2 GB and a layout conversion, 82 ms with 0.9 GB
    // without: which one is right depends on the deployment.
    void tradeOff() {
        const Evaluation original = candidate("original", 100, 1.3, NumberSource::Predicted);
        const std::vector<Evaluation> both{
            candidate("with_conversion", 75, 1.2, NumberSource::Predicted, 0.05),
            candidate("without", 82, 0.9, NumberSource::Predicted, 0.05)};

        const Objectives latency = Objectives::single(Metric::P95Latency, Metric::Memory);
        const Decision fast = decide(latency, {}, original, both);
        QCOMPARE(fast.answer, Answer::Adapt);
        QCOMPARE(fast.chosen, "with_conversion");
        QVERIFY(!verdictOf(fast, "without").dominated);
        QVERIFY(verdictOf(fast, "original").dominated);

        Constraints bounded; // memory-bound by a limit
        bounded.maxMemoryMb = 1024;
        const Decision limited = decide(latency, bounded, original, both);
        QCOMPARE(limited.answer, Answer::Adapt);
        QCOMPARE(limited.chosen, "without");
        QVERIFY(!verdictOf(limited, "with_conversion").feasible);
        QVERIFY(QString::fromStdString(verdictOf(limited, "with_conversion").reason)
                    .contains("max_memory_mb"));

        const Objectives memory = Objectives::single(Metric::Memory, Metric::P95Latency);
        QCOMPARE(decide(memory, {}, original, both).chosen, "without"); // by the objective

        Objectives weighted; // and by weights
        weighted.weighted = true;
        weighted.terms = {{Metric::P95Latency, 1, Direction::Minimize, {}},
                          {Metric::Memory, 3, Direction::Minimize, {}}};
        QCOMPARE(decide(weighted, {}, original, both).chosen, "without");
        weighted.terms[1].weight = 0.1;
        QCOMPARE(decide(weighted, {}, original, both).chosen, "with_conversion");
    }

    void weightedScoreIsRelativeToTheOriginal() {
        Objectives weighted;
        weighted.weighted = true;
        weighted.terms = {{Metric::P95Latency, 1, Direction::Minimize, {}},
                          {Metric::Throughput, 3, Direction::Maximize, {}}};
        Evaluation original = candidate("original", 100, 1);
        original.values[Metric::Throughput] = value(10);
        Evaluation half = candidate("half", 50, 1);
        half.values[Metric::Throughput] = value(40);
        const Score score = scoreOf(weighted, half, original.values);
        QCOMPARE(score.total.value, (1 * 0.5 + 3 * 0.25) / 4);
        QVERIFY(score.complete && score.measured);
    }

    void nothingBeatsTheOriginal() {
        const Evaluation original = candidate("original", 100, 1);
        const Objectives latency = Objectives::single(Metric::P95Latency);
        Evaluation noisy = candidate("noisy", 95, 1);
        noisy.ratios[Metric::P95Latency] = {0.95, 0.88, 1.03};
        const Decision decision =
            decide(latency, {}, original, {noisy, candidate("tiny", 99.5, 1)});
        QCOMPARE(decision.answer, Answer::KeepOriginal);
        QCOMPARE(decision.chosen, "original");
        QVERIFY(QString::fromStdString(decision.reason).contains("not worth it"));
        QVERIFY(QString::fromStdString(verdictOf(decision, "noisy").reason)
                    .contains("cannot be told from the original"));
        QVERIFY(QString::fromStdString(verdictOf(decision, "tiny").reason).contains("only"));
        QCOMPARE(decide(latency, {}, original, {}).answer, Answer::KeepOriginal);
    }

    void interleavedRatioRulesOverAbsoluteValues() {
        const Evaluation original = candidate("original", 100, 1);
        Evaluation better = candidate("better", 120, 1); // measured in a slower period
        better.ratios[Metric::P95Latency] = {0.7, 0.68, 0.72};
        const Decision decision =
            decide(Objectives::single(Metric::P95Latency), {}, original, {better});
        QCOMPARE(decision.answer, Answer::Adapt);
        QCOMPARE(verdictOf(decision, "better").score.total.value, 0.7);
    }

    void secondaryDecidesBetweenEquals() {
        const Evaluation original = candidate("original", 100, 2);
        const Objectives objectives = Objectives::single(Metric::P95Latency, Metric::Memory);
        Evaluation a = candidate("a", 70, 1.5), b = candidate("b", 71, 1.0);
        a.ratios[Metric::P95Latency] = {0.70, 0.67, 0.73};
        b.ratios[Metric::P95Latency] = {0.71, 0.68, 0.74};
        QCOMPARE(decide(objectives, {}, original, {a, b}).chosen, "b"); // cannot be told apart
        b.ratios[Metric::P95Latency] = {0.80, 0.78, 0.82};
        QCOMPARE(decide(objectives, {}, original, {a, b}).chosen, "a");
    }

    void equalsAreToldTheRule() {
        const Evaluation original = candidate("original", 100, 2);
        const Objectives objectives = Objectives::single(Metric::P95Latency, Metric::Memory);
        const Decision equal =
            decide(objectives, {}, original, {candidate("a", 70, 1), candidate("b", 70, 1)});
        QCOMPARE(equal.chosen, "a");
        const auto reason = [](const Decision& decision, const char* id) {
            return QString::fromStdString(verdictOf(decision, id).reason);
        };
        QVERIFY2(reason(equal, "b").contains("as good as the chosen one in every objective"),
                 qPrintable(reason(equal, "b")));
        QVERIFY(reason(equal, "a").contains("1 more, the first of all these is chosen"));
        const Decision lighter =
            decide(objectives, {}, original, {candidate("a", 70, 1), candidate("b", 70, 0.5)});
        QCOMPARE(lighter.chosen, "b");
        QVERIFY2(reason(lighter, "a").contains("worse in the secondary (0.500 against 0.250)"),
                 qPrintable(reason(lighter, "a")));
        QVERIFY(!reason(lighter, "b").contains("the first of all these"));
    }

    void anAccuracyLimitNamesWhatItIsReckonedFrom() {
        Evaluation original = candidate("original", 100, 2), worse = candidate("worse", 50, 1);
        original.values[Metric::Accuracy] = {{0.93, 0.9, 0.95}, NumberSource::Measured};
        worse.values[Metric::Accuracy] = {{0.91, 0.88, 0.94}, NumberSource::Measured};
        Constraints limits;
        limits.maxAccuracyDrop = 0.01;
        const auto objectives = Objectives::single(Metric::P95Latency);
        const Decision refused = decide(objectives, limits, original, {worse});
        QCOMPARE(QString::fromStdString(verdictOf(refused, "worse").reason),
                 QString("accuracy 91.00 % is below 92.00 %, the original's 93.00 % less "
                         "max_accuracy_drop"));
        // Met is met, as in the gate: the interval of one alone says nothing about the drop.
        limits.maxAccuracyDrop = 0.03;
        const Decision taken = decide(objectives, limits, original, {worse});
        QVERIFY(!verdictOf(taken, "worse").limits.front().uncertain);
    }

    void smallerWithoutBeingFasterIsWorthIt() {
        const Evaluation original = candidate("original", 100, 2);
        Evaluation lean = candidate("lean", 100, 1);
        lean.ratios[Metric::P95Latency] = {1.0, 0.97, 1.03};
        const auto objectives = Objectives::single(Metric::P95Latency, Metric::Memory);
        QCOMPARE(decide(objectives, {}, original, {lean}).chosen, "lean");
        Evaluation hardly = candidate("hardly", 100, 1.9);
        hardly.ratios[Metric::P95Latency] = {1.0, 0.97, 1.03};
        QCOMPARE(decide(objectives, {}, original, {hardly}).answer, Answer::KeepOriginal);
        lean.ratios[Metric::P95Latency] = {1.1, 1.07, 1.13};
        QCOMPARE(decide(objectives, {}, original, {lean}).answer, Answer::KeepOriginal);
    }

    void conflictingLimitsAreNamed() {
        const Evaluation original = candidate("original", 100, 2);
        Constraints limits;
        limits.maxLatencyMs = 60;
        limits.maxMemoryMb = 1024;
        const Decision decision = decide(Objectives::single(Metric::P95Latency), limits, original,
                                         {candidate("fast", 50, 1.5), candidate("small", 70, 0.8)});
        QCOMPARE(decision.answer, Answer::NoneFeasible);
        QVERIFY(decision.chosen.empty());
        QCOMPARE(decision.conflicts.size(), std::size_t{1});
        QCOMPARE(decision.conflicts[0].limits,
                 (std::vector<std::string>{"max_latency_ms", "max_memory_mb"}));
        QCOMPARE(decision.nearestMisses.size(), std::size_t{3});
        QCOMPARE(decision.nearestMisses[0].id, "small"); // 17 % over, the other 50 %
        QVERIFY(std::abs(decision.nearestMisses[0].excess - 10.0 / 60) < 1e-9);
        QCOMPARE(decision.nearestMisses[1].id, "fast");
        QVERIFY(QString::fromStdString(decision.reason).contains("none both"));
    }

    void impossibleLimitIsNamedAlone() {
        Constraints limits;
        limits.maxLatencyMs = 10;
        limits.maxMemoryMb = 4096;
        const Decision decision =
            decide(Objectives::single(Metric::P95Latency), limits, candidate("original", 100, 2),
                   {candidate("fast", 50, 1.5)});
        QCOMPARE(decision.conflicts.size(), std::size_t{1});
        QCOMPARE(decision.conflicts[0].limits, std::vector<std::string>{"max_latency_ms"});
        QCOMPARE(decision.nearestMisses[0].id, "fast");
    }

    void threeLimitsThatExcludeEachOtherOnlyTogether() {
        Objectives objectives = Objectives::single(Metric::P95Latency);
        Constraints limits;
        limits.maxLatencyMs = 60;
        limits.maxMemoryMb = 1024;
        limits.maxAccuracyDrop = 0.01;
        const auto make = [](const char* id, double ms, double gb, double accuracy) {
            Evaluation evaluation = candidate(id, ms, gb);
            evaluation.values[Metric::Accuracy] = value(accuracy);
            return evaluation;
        };
        const Decision decision =
            decide(objectives, limits, make("original", 100, 2, 0.9),
                   {make("a", 50, 0.8, 0.5), make("b", 50, 2, 0.9), make("c", 100, 0.8, 0.9)});
        QCOMPARE(decision.answer, Answer::NoneFeasible);
        QCOMPARE(decision.conflicts.size(), std::size_t{1});
        QCOMPARE(decision.conflicts[0].limits.size(), std::size_t{3});
    }

    void infeasibleOriginalYieldsToASlowerCandidate() {
        Constraints limits;
        limits.maxMemoryMb = 1024;
        const Decision decision =
            decide(Objectives::single(Metric::P95Latency), limits, candidate("original", 100, 2),
                   {candidate("slow_but_fits", 120, 0.9)});
        QCOMPARE(decision.answer, Answer::Adapt);
        QCOMPARE(decision.chosen, "slow_but_fits");
        QVERIFY(QString::fromStdString(decision.reason).contains("original itself"));
    }

    void accuracyDropIsAbsoluteAndMustBeMeasured() {
        Constraints limits;
        limits.maxAccuracyDrop = 0.01;
        Evaluation original = candidate("original", 100, 1);
        original.values[Metric::Accuracy] = value(0.90);
        Evaluation good = candidate("good", 60, 1), bad = candidate("bad", 40, 1),
                   unknown = candidate("unknown", 30, 1);
        good.values[Metric::Accuracy] = value(0.895);
        bad.values[Metric::Accuracy] = value(0.88);
        const Decision decision =
            decide(Objectives::single(Metric::P95Latency), limits, original, {good, bad, unknown});
        QCOMPARE(decision.chosen, "good");
        QVERIFY(!verdictOf(decision, "bad").feasible);
        QVERIFY(!verdictOf(decision, "unknown").feasible);
        QVERIFY(
            QString::fromStdString(verdictOf(decision, "unknown").reason).contains("not measured"));
    }

    void limitWithoutSensorIsUnverifiedNotFailed() {
        Constraints limits;
        limits.maxPowerW = 5;
        const Decision decision = decide(Objectives::single(Metric::P95Latency), limits,
                                         candidate("original", 100, 1), {candidate("fast", 50, 1)});
        QCOMPARE(decision.answer, Answer::Adapt);
        QCOMPARE(decision.unverified.size(), std::size_t{1});
        QVERIFY(QString::fromStdString(decision.unverified[0]).contains("max_power_w"));
    }

    void invalidCandidateNeverWins() {
        Evaluation broken = candidate("broken", 10, 0.1);
        broken.invalid = "outputs differ: cosine 0.31";
        const Decision decision = decide(Objectives::single(Metric::P95Latency), {},
                                         candidate("original", 100, 1), {broken});
        QCOMPARE(decision.answer, Answer::KeepOriginal);
        QCOMPARE(verdictOf(decision, "broken").reason, broken.invalid);
    }

    void objectiveLimitIsHard() {
        Objectives objectives;
        objectives.weighted = true;
        objectives.terms = {{Metric::P95Latency, 1, Direction::Minimize, {}},
                            {Metric::Memory, 1, Direction::Minimize, 1.0 * kGb}};
        const Decision decision = decide(objectives, {}, candidate("original", 100, 2),
                                         {candidate("big", 10, 1.5), candidate("small", 90, 1.0)});
        QCOMPARE(decision.chosen, "small"); // a value equal to the limit meets it
        QVERIFY(decision.toJson().contains("verdicts"));
    }

    void coordinates() {
        const auto objectives = Objectives::single(Metric::P95Latency, Metric::Energy);
        const Evaluation original = candidate("original", 100, 1);
        const auto point = coordinatesOf(objectives, candidate("x", 50, 1), original.values);
        QVERIFY(point);
        QCOMPARE(*point, (std::vector<double>{0.5, 1})); // nobody has energy: no say
        Evaluation blind;
        QVERIFY(!coordinatesOf(objectives, blind, original.values));
    }
};

QTEST_GUILESS_MAIN(TestDecision)
#include "tst_decision.moc"
