// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Percentiles, spread, trend, warm-up and grades against values worked out by hand.
#include "execution/statistics.h"

#include "base/random.h"

#include <QtTest/QTest>

#include <cmath>
#include <numeric>

using namespace metainfer;

namespace {

std::vector<double> oneTo(int n) {
    std::vector<double> values(static_cast<std::size_t>(n));
    std::iota(values.begin(), values.end(), 1.0);
    return values;
}

std::vector<double> noisy(int n, double slope, double sigma, std::uint64_t seed) {
    Random random(seed);
    std::vector<double> values;
    for (int i = 0; i < n; ++i)
        values.push_back(100 * (1 + slope * i / n + sigma * random.normal()));
    return values;
}

} // namespace

class TestStatistics : public QObject {
    Q_OBJECT

  private slots:
    void percentilesByHand_data() {
        QTest::addColumn<int>("n");
        QTest::addColumn<double>("p");
        QTest::addColumn<double>("expected");
        // Samples are 1…n, so the value is the rank ceil(p * n).
        QTest::newRow("p50 of 11") << 11 << 0.5 << 6.0;
        QTest::newRow("p50 of 12") << 12 << 0.5 << 6.0;
        QTest::newRow("p90 of 64") << 64 << 0.9 << 58.0;     // 57.6
        QTest::newRow("p90 of 70") << 70 << 0.9 << 63.0;     // exactly 63
        QTest::newRow("p95 of 130") << 130 << 0.95 << 124.0; // 123.5
        QTest::newRow("p95 of 200") << 200 << 0.95 << 190.0; // 190 despite binary 0.95
        QTest::newRow("p99 of 662") << 662 << 0.99 << 656.0; // 655.38
        QTest::newRow("p99 of 700") << 700 << 0.99 << 693.0;
        QTest::newRow("p99.9 of 6636") << 6636 << 0.999 << 6630.0; // 6629.364
    }
    void percentilesByHand() {
        QFETCH(int, n);
        QFETCH(double, p);
        QFETCH(double, expected);
        std::vector<double> samples = oneTo(n);
        Random(3).shuffle(samples);
        const Percentile result = percentile(samples, p);
        QVERIFY(result.value);
        QCOMPARE(*result.value, expected);
        // The definition itself: enough samples at or below, and no smaller sample has them.
        const auto below = [&](double x) {
            return std::count_if(samples.begin(), samples.end(), [x](double y) { return y <= x; });
        };
        QVERIFY(static_cast<double>(below(*result.value)) >= p * n - 1e-6);
        QVERIFY(static_cast<double>(below(*result.value - 1)) < p * n - 1e-6);
    }

    void tooFewSamplesAreSaid_data() {
        QTest::addColumn<double>("p");
        QTest::addColumn<int>("needed");
        QTest::newRow("p50") << 0.5 << 11;
        QTest::newRow("p90") << 0.9 << 64;
        QTest::newRow("p95") << 0.95 << 130;
        QTest::newRow("p99") << 0.99 << 662;
        QTest::newRow("p99.9") << 0.999 << 6636;
    }
    void tooFewSamplesAreSaid() {
        QFETCH(double, p);
        QFETCH(int, needed);
        QCOMPARE(minimumCount(p), static_cast<std::size_t>(needed));
        QVERIFY(percentile(oneTo(needed), p).value);
        const Percentile lacking = percentile(oneTo(needed - 1), p);
        QVERIFY(!lacking.value);
        QCOMPARE(lacking.missing, std::size_t{1});
        QCOMPARE(lacking.text(), "n too small (1 more needed)");
    }

    void summaryByHand() {
        const SampleSummary s = summarize({4, 1, 3, 2, 100});
        QCOMPARE(s.n(), std::size_t{5});
        QCOMPARE(s.median, 3.0);
        QCOMPARE(s.mean, 22.0);
        QCOMPARE(s.min, 1.0);
        QCOMPARE(s.max, 100.0);
        QCOMPARE(s.mad, 1.0); // |x - 3| = 1 2 0 1 97
        QVERIFY(std::abs(s.cv - std::sqrt(7610.0 / 4) / 22) < 1e-12);
        QCOMPARE(median({2, 1}), 1.5);
        QCOMPARE(summarize({}).n(), std::size_t{0});
        QCOMPARE(s.samples.front(), 4.0); // order in time is kept
    }

    void summaryRoundTrip() {
        const SampleSummary s = summarize(oneTo(200));
        const Json json = s.toJson();
        QCOMPARE(json["p95"].get<double>(), 190.0);
        QCOMPARE(json["p99"].get<std::string>(), "n too small (462 more needed)");
        const auto back = SampleSummary::fromJson(*parseJson(dumpJson(json), "test"));
        QVERIFY(back);
        QCOMPARE(back->samples, s.samples);
        QCOMPARE(back->cv, s.cv);
        QVERIFY(!SampleSummary::fromJson(Json::object()));
        QVERIFY(!SampleSummary::fromJson(Json{{"samples", {"x"}}}));
    }

    void trendIsFound() {
        QVERIFY(trendOf(noisy(200, 0.2, 0.02, 1)).found);
        QVERIFY(trendOf(noisy(200, -0.2, 0.02, 2)).drift < -0.1);
        // Significant, but too small to matter.
        const Trend tiny = trendOf(noisy(5000, 0.005, 0.002, 3));
        QVERIFY(tiny.pValue < 0.01);
        QVERIFY(!tiny.found);
        QVERIFY(!trendOf({1, 2, 3}).found);
    }

    void trendRarelyFoundInNoise() {
        int found = 0;
        for (std::uint64_t seed = 0; seed < 1000; ++seed)
            found += trendOf(noisy(100, 0, 0.05, 1000 + seed)).found;
        QVERIFY2(found <= 20, QByteArray::number(found)); // 1 % expected
    }

    void warmUpEndsWhenStable() {
        StabilityDetector detector(
            {.minimumRuns = 5, .minimumSeconds = 0.1, .window = 5, .tolerance = 0.03});
        int runs = 0;
        for (; runs < 200 && !detector.isStable(); ++runs)
            detector.add(0.01 * (1 + 2 * std::exp(-runs / 5.0)));
        QVERIFY2(runs > 20 && runs < 60, QByteArray::number(runs)); // 2 exp(-n/5) falls under 3 %
        StabilityDetector early({.minimumRuns = 20, .minimumSeconds = 1.0});
        for (int i = 0; i < 30; ++i)
            early.add(0.01);
        QVERIFY(!early.isStable()); // 0.3 s of 1 s
    }

    void gradesHaveReasons() {
        GradeEvidence good;
        good.samples = 100;
        good.minimumSamples = 11;
        good.cv = 0.024;
        good.clockChange = 0.0;
        good.stolen = 0.0;
        QCOMPARE(gradeOf(good).grade, Grade::Valid);
        QVERIFY(gradeOf(good).reasons.empty());
        GradeEvidence unreadable;
        unreadable.samples = 100;
        unreadable.minimumSamples = 11;
        QCOMPARE(gradeOf(unreadable).grade, Grade::Valid); // unknown is no reason

        GradeEvidence spread = good;
        spread.cv = 0.026;
        QCOMPARE(gradeOf(spread).grade, Grade::Noisy);
        GradeEvidence loaded = good;
        loaded.otherLoad = 0.8;
        loaded.stolen = 0.02;
        QCOMPARE(gradeOf(loaded).grade, Grade::Noisy);
        QCOMPARE(gradeOf(loaded).reasons.size(), std::size_t{2});
        GradeEvidence few = loaded;
        few.samples = 3;
        QCOMPARE(gradeOf(few).grade, Grade::Invalid);
        QCOMPARE(gradeOf(few).reasons.size(), std::size_t{3});
        GradeEvidence hot = good;
        hot.throttleEvents = 2;
        QCOMPARE(gradeOf(hot).grade, Grade::Invalid);
        GradeEvidence jump = good;
        jump.clockChange = 0.3;
        QCOMPARE(gradeOf(jump).grade, Grade::Invalid);
        GradeEvidence crashed = good;
        crashed.crashedRuns = 1;
        QCOMPARE(gradeOf(crashed).grade, Grade::Invalid);
    }

    void validityRoundTrip() {
        Validity validity;
        validity.lower(Grade::Noisy, "a");
        const auto back = Validity::fromJson(validity.toJson());
        QVERIFY(back);
        QCOMPARE(back->grade, Grade::Noisy);
        QCOMPARE(back->reasons, validity.reasons);
        QVERIFY(!Validity::fromJson(Json{{"grade", "GOOD"}}));
    }
};

QTEST_GUILESS_MAIN(TestStatistics)
#include "tst_statistics.moc"
