// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Trust: half-life, changed environment, confirmation by a probe; similarity of features.
#include "experience/trust.h"

#include <QtTest/QTest>

#include <cmath>
#include <vector>

using namespace metainfer::experience;

namespace {
constexpr std::int64_t kDay = 24LL * 3600 * 1000;
constexpr std::int64_t kStart = 1'700'000'000'000;
} // namespace

class TestTrust : public QObject {
    Q_OBJECT

  private slots:
    void halvesInItsHalfLife() {
        const TrustPolicy policy;
        const std::int64_t later = kStart + 90 * kDay;
        QCOMPARE(effectiveTrust(1, kStart, kStart, true, nullptr, policy), 1.0);
        QCOMPARE(effectiveTrust(1, kStart, later, true, nullptr, policy), 0.5);
        QCOMPARE(effectiveTrust(0.5, kStart, later + 90 * kDay, true, nullptr, policy), 0.125);
        // A clock that went backwards gives no extra trust.
        QCOMPARE(effectiveTrust(0.8, kStart, kStart - kDay, true, nullptr, policy), 0.8);
    }

    void changedEnvironmentCountsAtOnce() {
        const TrustPolicy policy;
        QCOMPARE(effectiveTrust(1, kStart, kStart, false, nullptr, policy), 0.3);
    }

    void probeRestores() {
        const TrustPolicy policy;
        const std::int64_t now = kStart + 90 * kDay;
        const Confirmation good{0.9, now}, poor{0.4, now};
        QCOMPARE(effectiveTrust(1, kStart, now, false, &good, policy), 0.9);
        QCOMPARE(effectiveTrust(1, kStart, now, false, &poor, policy), 0.15); // 0.3, halved by age
    }

    void agreementOfProbes() {
        QCOMPARE(probeAgreement(std::vector<double>{1, 1, 1}), 1.0);
        QCOMPARE(probeAgreement(std::vector<double>{}), 0.0);
        const double fifteen = probeAgreement(std::vector<double>{1.15, 1 / 1.15, 1.15});
        QVERIFY(fifteen > 0.45 && fifteen < 0.55);
        // One operator that changed alone is an outlier, not a changed machine.
        QVERIFY(probeAgreement(std::vector<double>{1, 1.01, 0.99, 1, 8}) > 0.9);
    }

    void featureSimilarityIsFreeOfUnits() {
        const std::vector<double> a{1, 2, 0}, b{1, 4, 0}, scaledA{1, 2000, 0}, scaledB{1, 4000, 0};
        QCOMPARE(featureSimilarity(a, a), 1.0);
        QCOMPARE(featureSimilarity(a, b), featureSimilarity(scaledA, scaledB));
        QVERIFY(featureSimilarity(a, b) < 1);
        QCOMPARE(featureSimilarity(a, std::vector<double>{1, 2}), 0.0);
        QCOMPARE(featureSimilarity({}, {}), 0.0);
        QCOMPARE(featureSimilarity(std::vector<double>{1, 0}, std::vector<double>{0, 1}), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestTrust)
#include "tst_trust.moc"
