// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Intervals and verdicts by simulation: how often 95 % intervals cover the true ratio when
// processes differ, and how often equal variants are called different. Seeds are fixed.
#include "base/random.h"
#include "execution/statistics.h"

#include <QtTest/QTest>

#include <cmath>

using namespace metainfer;

namespace {

/// ln ratios with an effect per process and noise per round around the true ratio.
LogRatios simulate(Random& random, double ratio, std::size_t processes, std::size_t rounds,
                   double processSigma, double roundSigma) {
    LogRatios result(processes);
    for (auto& process : result) {
        const double shift = processSigma * random.normal();
        for (std::size_t r = 0; r < rounds; ++r)
            process.push_back(std::log(ratio) + shift + roundSigma * random.normal());
    }
    return result;
}

/// Rounds of all processes taken as if they were independent: what must not be done.
Interval naive(const LogRatios& rounds) {
    LogRatios one(1);
    for (const auto& process : rounds)
        one[0].insert(one[0].end(), process.begin(), process.end());
    return estimateRatio(one)->ratio;
}

constexpr int kTrials = 2000;

} // namespace

class TestStatisticsRatio : public QObject {
    Q_OBJECT

  private slots:
    void studentQuantilesOfTheTables() {
        // Tables of the t distribution.
        QVERIFY(std::abs(studentQuantile(0.975, 1) - 12.7062) < 1e-4);
        QVERIFY(std::abs(studentQuantile(0.975, 2) - 4.30265) < 1e-5);
        QVERIFY(std::abs(studentQuantile(0.975, 4) - 2.77645) < 1e-5);
        QVERIFY(std::abs(studentQuantile(0.95, 9) - 1.83311) < 1e-5);
        QVERIFY(std::abs(studentQuantile(0.995, 30) - 2.75000) < 1e-5);
        QVERIFY(std::abs(studentQuantile(0.975, 1000) - 1.96234) < 1e-5);
        QCOMPARE(studentQuantile(0.025, 4), -studentQuantile(0.975, 4));
    }

    void intervalByHand() {
        // Means of processes: 0, 0.1, 0.2 -> centre 0.1, s = 0.1, half width 4.30265 * 0.1 /
        // sqrt 3.
        const auto e = estimateRatio({{-0.1, 0.1}, {0.1}, {0.2, 0.2, 0.2}});
        QVERIFY(e);
        QCOMPARE(e->method, IntervalMethod::TOverProcesses);
        QCOMPARE(e->processes, std::size_t{3});
        QCOMPARE(e->rounds, std::size_t{6});
        QVERIFY(std::abs(e->ratio.value - std::exp(0.1)) < 1e-12);
        QVERIFY(std::abs(std::log(e->ratio.high) - 0.1 - 0.248413) < 1e-5);
        QVERIFY(!estimateRatio({}));
        QVERIFY(!estimateRatio({{}, {}}));
        QVERIFY(!estimateRatio({{0.1}}, 1.5));
    }

    void coverage_data() {
        QTest::addColumn<int>("processes");
        QTest::addColumn<double>("processSigma");
        QTest::addColumn<double>("roundSigma");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("5 processes that differ") << 5 << 0.02 << 0.03 << 0.92 << 0.98;
        QTest::newRow("5 equal processes") << 5 << 0.0 << 0.03 << 0.92 << 0.98;
        QTest::newRow("5, processes dominate") << 5 << 0.05 << 0.01 << 0.92 << 0.98;
        QTest::newRow("3 processes") << 3 << 0.02 << 0.03 << 0.92 << 0.98;
        QTest::newRow("2 processes") << 2 << 0.02 << 0.03 << 0.92 << 0.98;
        QTest::newRow("10 processes") << 10 << 0.02 << 0.03 << 0.92 << 0.98;
        QTest::newRow("20 processes, bootstrap") << 20 << 0.02 << 0.03 << 0.91 << 0.98;
    }
    void coverage() {
        QFETCH(int, processes);
        QFETCH(double, processSigma);
        QFETCH(double, roundSigma);
        QFETCH(double, low);
        QFETCH(double, high);
        const auto count = static_cast<std::size_t>(processes);
        const bool bootstrap = count >= kBootstrapProcesses;
        const int trials = bootstrap ? 400 : kTrials; // 2000 resamples each
        Random random(20 + count);
        int covered = 0;
        for (int i = 0; i < trials; ++i) {
            const auto rounds = simulate(random, 0.8, count, 10, processSigma, roundSigma);
            const auto e = estimateRatio(rounds, 0.95, static_cast<std::uint64_t>(i));
            QVERIFY(e);
            QCOMPARE(e->method == IntervalMethod::Bootstrap, bootstrap);
            covered += e->ratio.contains(0.8);
        }
        const double share = static_cast<double>(covered) / trials;
        qInfo("covered %.1f %%", 100 * share);
        QVERIFY2(share >= low && share <= high, QByteArray::number(share));
    }

    /// The reason for all this: pooling rounds covers far less than it says once processes differ.
    void poolingRoundsDoesNotCover() {
        Random random(5);
        int covered = 0;
        for (int i = 0; i < kTrials; ++i)
            covered += naive(simulate(random, 0.8, 5, 10, 0.02, 0.03)).contains(0.8);
        qInfo("covered %.1f %%", 100.0 * covered / kTrials);
        QVERIFY2(covered < kTrials * 3 / 4, QByteArray::number(covered));
    }

    /// Equal variants with an equal control: both sides together are called different in at most 5
    /// %.
    void equalVariantsAreRarelyCalledDifferent() {
        Random random(7);
        int faster = 0, slower = 0;
        for (int i = 0; i < kTrials; ++i) {
            const auto a = estimateRatio(simulate(random, 1, 5, 10, 0.01, 0.02));
            const auto control = estimateRatio(simulate(random, 1, 5, 10, 0.01, 0.02));
            const Verdict verdict = judge(*a, *control, kFinalistProcesses);
            faster += verdict.kind == VerdictKind::Faster;
            slower += verdict.kind == VerdictKind::Slower;
        }
        qInfo("called different: %.1f %%", 100.0 * (faster + slower) / kTrials);
        QVERIFY2(faster + slower <= kTrials * 5 / 100, QByteArray::number(faster + slower));
    }

    void realDifferencesAreFound() {
        Random random(8);
        int found = 0;
        for (int i = 0; i < 500; ++i) {
            const auto a = estimateRatio(simulate(random, 0.9, 5, 10, 0.01, 0.02));
            const auto control = estimateRatio(simulate(random, 1, 5, 10, 0.01, 0.02));
            found += judge(*a, *control, kFinalistProcesses).kind == VerdictKind::Faster;
        }
        QVERIFY2(found >= 490, QByteArray::number(found));
    }

    /// The best of eight equal candidates looks better than it is; a fresh run of it does not.
    void winnersLookBetterThanTheyAre() {
        Random random(9);
        double chosen = 0, fresh = 0;
        constexpr int kRuns = 400;
        for (int i = 0; i < kRuns; ++i) {
            double best = 2;
            for (int c = 0; c < 8; ++c)
                best = std::min(best,
                                estimateRatio(simulate(random, 1, 5, 10, 0.01, 0.02))->ratio.value);
            chosen += std::log(best) / kRuns;
            fresh += std::log(estimateRatio(simulate(random, 1, 5, 10, 0.01, 0.02))->ratio.value) /
                     kRuns;
        }
        const double sigma = std::sqrt((0.01 * 0.01 + 0.02 * 0.02 / 10) / 5);
        QVERIFY2(std::abs(chosen / sigma + 1.42) < 0.15, QByteArray::number(chosen / sigma));
        QVERIFY2(std::abs(fresh / sigma) < 0.15, QByteArray::number(fresh / sigma));
    }

    void verdicts() {
        const auto of = [](double value, double low, double high, std::size_t processes = 5) {
            return RatioEstimate{{value, low, high}, IntervalMethod::TOverProcesses, processes, 50};
        };
        const auto even = of(1.0, 0.99, 1.01);
        QCOMPARE(judge(of(0.5, 0.4, 0.625), even).text(), "faster by 2.000 [1.600, 2.500]");
        QCOMPARE(judge(of(1.25, 1.2, 1.3), even).text(), "slower by 1.250 [1.200, 1.300]");
        QCOMPARE(judge(of(1.0, 0.8, 1.25), even).text(),
                 "cannot tell [0.800, 1.250]: the interval contains 1");
        // A bias of the control must be exceeded by the whole interval, in both directions.
        QCOMPARE(judge(of(0.97, 0.96, 0.98), of(0.97, 0.96, 0.98)).kind, VerdictKind::CannotTell);
        QCOMPARE(judge(of(0.97, 0.96, 0.98), of(1.03, 1.02, 1.04)).kind, VerdictKind::CannotTell);
        QCOMPARE(judge(of(0.9, 0.89, 0.91), of(1.03, 1.02, 1.04)).kind, VerdictKind::Faster);
        // A control further off than 5 % widens the interval; only what dwarfs it counts.
        const Verdict clear = judge(of(0.5, 0.4, 0.6), of(1.25, 1.1, 1.3));
        QCOMPARE(clear.text(), "faster by 2.000 [1.333, 3.125]: the A/A control is off by 25.0 %, "
                               "the interval is wider by as much");
        const Verdict unclear = judge(of(0.6, 0.55, 0.65), of(1.25, 1.1, 1.3));
        QCOMPARE(unclear.kind, VerdictKind::CannotTell);
        QVERIFY(unclear.reason.find("A/A control is off by 25.0 %") != std::string::npos);
        QCOMPARE(judge(of(2, 1.9, 2.1), of(0.8, 0.7, 0.9)).kind, VerdictKind::Slower);
        // The kind is on which side of 1 the decisive interval lies.
        QCOMPARE(judge(of(0.9, 0.89, 0.91), {}).decisive.high, 0.91);
        const Verdict biased = judge(of(0.97, 0.96, 0.98), of(1.03, 1.02, 1.04));
        QCOMPARE(biased.ratio.high, 0.98);
        QVERIFY(std::abs(biased.decisive.high - 0.98 * 1.03) < 1e-12);
        QVERIFY(std::abs(biased.decisive.low - 0.96 / 1.03) < 1e-12);
        QVERIFY(std::abs(clear.decisive.high - 0.6 * 1.25 * 1.25) < 1e-12);
        QVERIFY(std::abs(unclear.decisive.high - 0.65 * 1.25 * 1.25) < 1e-12);
        QCOMPARE(biased.decisive.value, 0.97);
        // Too few processes.
        QCOMPARE(judge(of(0.5, 0.4, 0.6, 4), even, kFinalistProcesses).kind,
                 VerdictKind::CannotTell);
        QCOMPARE(judge(*estimateRatio({{-0.5, -0.5, -0.5}}), {}).kind, VerdictKind::CannotTell);
    }

    void verdictRoundTrip() {
        const Verdict verdict{VerdictKind::Faster, {0.5, 0.4, 0.6}, ""};
        const auto back = Verdict::fromJson(verdict.toJson());
        QVERIFY(back);
        QCOMPARE(back->text(), verdict.text());
        const auto open = estimateRatio({{0.5}});
        const auto again = Verdict::fromJson(judge(*open, {}).toJson());
        QVERIFY(again);
        QVERIFY(std::isinf(again->ratio.high));
        QVERIFY(std::isinf(again->decisive.high));
        const Verdict wider{VerdictKind::CannotTell, {0.97, 0.96, 0.98}, "", {0.97, 0.93, 1.01}};
        Json json = wider.toJson();
        QCOMPARE(Verdict::fromJson(json)->decisive.high, 1.01);
        QCOMPARE(Verdict::fromJson(json)->decisive.value, 0.97);
        json.erase("decisive"); // files from before it was written
        QCOMPARE(Verdict::fromJson(json)->decisive.low, 0.96);
        QVERIFY(!Verdict::fromJson(Json{{"verdict", "better"}}));
    }

    void sameSeedSameInterval() {
        Random random(11);
        const auto rounds = simulate(random, 0.8, 25, 5, 0.02, 0.03);
        const Interval a = bootstrapRatio(rounds, 0.95, 4), b = bootstrapRatio(rounds, 0.95, 4);
        QCOMPARE(a.low, b.low);
        QCOMPARE(a.high, b.high);
        QVERIFY(bootstrapRatio(rounds, 0.95, 5).low != a.low);
    }
};

QTEST_GUILESS_MAIN(TestStatisticsRatio)
#include "tst_statistics_ratio.moc"
