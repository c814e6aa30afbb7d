// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Ranges, scales, zero points and integers against values computed by hand.
#include "candidates/quantize/calibration.h"
#include "candidates/quantize/weights.h"

#include <QtTest/QTest>

#include <cmath>
#include <limits>

using namespace metainfer;
using namespace metainfer::candidates;

class TestQuantizeNumbers : public QObject {
    Q_OBJECT

  private:
    /// Statistics of an even distribution over [low, high] with a few far outliers.
    static TensorStatistics withOutliers(double low, double high, double outlier) {
        TensorStatistics s;
        s.name = "t";
        s.min = low;
        s.max = outlier;
        s.absMax = std::max(-low, outlier);
        s.counts.assign(2048, 0);
        const double width = 2 * s.absMax / 2048;
        for (std::size_t i = 0; i < 2048; ++i) {
            const double middle = -s.absMax + width * (static_cast<double>(i) + 0.5);
            if (middle >= low && middle <= high)
                s.counts[i] = 1000;
        }
        s.counts.back() += 2;
        for (const auto count : s.counts)
            s.elements += count;
        return s;
    }

  private slots:
    void unsignedActivations() {
        auto p = activationParameters({0, 2.55}, ElementType::UInt8, false);
        QCOMPARE(p.zeroPoint, 0);
        QVERIFY(std::abs(p.scale - 0.01f) < 1e-7f);
        p = activationParameters({-1, 1.55}, ElementType::UInt8, false);
        QCOMPARE(p.zeroPoint, 100);
        p = activationParameters({0.5, 2.55}, ElementType::UInt8, false); // zero is always in
        QCOMPARE(p.zeroPoint, 0);
        p = activationParameters({-2.55, 0}, ElementType::UInt8, false);
        QCOMPARE(p.zeroPoint, 255);
        p = activationParameters({0, 0}, ElementType::UInt8, false);
        QCOMPARE(p.zeroPoint, 0);
        QCOMPARE(p.scale, 1.0f);
    }

    void signedAndSymmetricActivations() {
        auto p = activationParameters({0, 2.55}, ElementType::Int8, false);
        QCOMPARE(p.zeroPoint, -128);
        p = activationParameters({-1.27, 0.5}, ElementType::Int8, true);
        QCOMPARE(p.zeroPoint, 0);
        QVERIFY(std::abs(p.scale - 0.01f) < 1e-7f);
        p = activationParameters({-1.27, 0.5}, ElementType::UInt8, true);
        QCOMPARE(p.zeroPoint, 128);
        // One-sided ranges keep the type's minimum, so that Relu can be absorbed.
        p = activationParameters({0, 1}, ElementType::Int8, true);
        QCOMPARE(p.zeroPoint, -128);
    }

    void signedWeightsPerChannel() {
        PrecisionPlan plan;
        const std::vector<float> w{1.27f, -0.5f, 0.0f, 12.7f, -12.7f, 6.35f};
        const auto q = quantizeWeights(w, {2, 3}, 0, plan, true, {});
        QVERIFY(q);
        QCOMPARE(q->scales.size(), 2u);
        QVERIFY(std::abs(q->scales[0] - 0.01f) < 1e-7f && std::abs(q->scales[1] - 0.1f) < 1e-6f);
        QCOMPARE(q->values, (std::vector<std::int8_t>{127, -50, 0, 127, -127, 64}));
        QCOMPARE(q->zeroPoints, (std::vector<std::int32_t>{0, 0}));
    }

    void channelsOfTheLastAxis() {
        const std::vector<float> w{1, 10, -1, 5};
        const auto q = quantizeWeights(w, {2, 2}, 1, PrecisionPlan{}, true, {});
        QCOMPARE(q->values, (std::vector<std::int8_t>{127, 127, -127, 64}));
    }

    void reducedRangeUsesSevenBits() {
        PrecisionPlan plan;
        plan.reduceRange = true;
        const auto q = quantizeWeights(std::vector<float>{1, -1, 0.5f}, {1, 3}, 0, plan, true, {});
        QCOMPARE(q->values, (std::vector<std::int8_t>{64, -64, 32}));
        plan.weight = ElementType::UInt8;
        const auto u = quantizeWeights(std::vector<float>{1, 0}, {1, 2}, 0, plan, true, {});
        QCOMPARE(static_cast<int>(u->values[0]), 127);
    }

    void unsignedWeightsHaveAZeroPoint() {
        PrecisionPlan plan;
        plan.weight = ElementType::UInt8;
        const auto q =
            quantizeWeights(std::vector<float>{-1, 1.55f, 0}, {1, 3}, 0, plan, false, {});
        QCOMPARE(q->zeroPoints, (std::vector<std::int32_t>{100}));
        QCOMPARE(static_cast<std::uint8_t>(q->values[0]), std::uint8_t(0));
        QCOMPARE(static_cast<std::uint8_t>(q->values[1]), std::uint8_t(255));
        QCOMPARE(static_cast<std::uint8_t>(q->values[2]), std::uint8_t(100));
    }

    void scalesLeaveRoomForTheBias() {
        // Weights of 1e-9 and a bias of 1: at the natural scale the bias would need 2^63.
        const std::vector<double> smallest{1.0 / (1 << 30)};
        const auto q =
            quantizeWeights(std::vector<float>{1e-9f}, {1, 1}, 0, PrecisionPlan{}, true, smallest);
        const auto bias = quantizeBias(std::vector<float>{1}, std::vector<double>{q->scales[0]});
        QVERIFY(std::abs(bias[0] * static_cast<double>(q->scales[0]) - 1) < 1e-6);
        const auto dead =
            quantizeWeights(std::vector<float>{0}, {1, 1}, 0, PrecisionPlan{}, true, smallest);
        const auto deadBias =
            quantizeBias(std::vector<float>{1}, std::vector<double>{dead->scales[0]});
        QVERIFY(std::abs(deadBias[0] * static_cast<double>(dead->scales[0]) - 1) < 1e-6);
    }

    void nonFiniteWeightsAreErrors() {
        const auto q =
            quantizeWeights(std::vector<float>{1, std::numeric_limits<float>::quiet_NaN()}, {1, 2},
                            0, PrecisionPlan{}, true, {});
        QVERIFY(!q);
        QCOMPARE(q.error().code, ErrorCode::InvalidModel);
    }

    void rangesOfTheMethods() {
        const auto s = withOutliers(-1, 1, 100);
        const auto minmax = calibratedRange(s, CalibrationMethod::MinMax, 0);
        QCOMPARE(minmax->high, 100.0);
        QCOMPARE(minmax->low, -1.0);
        const auto percentile = calibratedRange(s, CalibrationMethod::Percentile, 99.0);
        QVERIFY2(percentile->high < 1.2, std::to_string(percentile->high).c_str());
        QVERIFY(percentile->low >= -1 && percentile->low < -0.8);
        // A sharp peak loses its form when 256 levels are spread up to the outliers.
        auto peak = s;
        for (std::size_t i = 0; i < 2047; ++i)
            peak.counts[i] = static_cast<std::uint64_t>(
                1e6 * std::exp(-std::abs(static_cast<double>(i) - 1023.5) / 3));
        const auto entropy = calibratedRange(peak, CalibrationMethod::Entropy, 0);
        QVERIFY2(entropy->high < 50, std::to_string(entropy->high).c_str());
        QVERIFY(entropy->high >= 1);
        // Nothing is cut from an even distribution without outliers.
        const auto even = withOutliers(0, 1, 1);
        QVERIFY(calibratedRange(even, CalibrationMethod::Entropy, 0)->high > 0.9);
        QCOMPARE(calibratedRange(even, CalibrationMethod::Percentile, 100)->high, 1.0);
    }

    void tensorsWithoutFiniteValuesAreErrors() {
        TensorStatistics s;
        s.name = "dead";
        s.nans = 10;
        const auto range = calibratedRange(s, CalibrationMethod::MinMax, 0);
        QVERIFY(!range);
        QVERIFY(range.error().message.find("dead") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestQuantizeNumbers)
#include "tst_quantize_numbers.moc"
