// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A measurement alone stands beside the interleaved run only when both are of the same moment.
#include "engine/adaptation/representative.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::engine;
using measurement::Measurement;

class TestRepresentative : public QObject {
    Q_OBJECT

  private slots:
    void theNearestIsKept_data() {
        QTest::addColumn<double>("interleaved");
        QTest::addColumn<QList<double>>("medians"); // us, in the order of measuring; 0 = failed
        QTest::addColumn<int>("asked");
        QTest::addColumn<double>("kept");
        QTest::addColumn<bool>("said");
        const auto row = [](const char* name, double interleaved, QList<double> medians, int asked,
                            double kept, bool said) {
            QTest::newRow(name) << interleaved << medians << asked << kept << said;
        };
        row("alike", 100, {110}, 1, 110, false);
        row("nothing to compare with", 0, {500}, 1, 500, false);
        row("the second", 112, {230, 110}, 2, 110, false);
        row("slower or faster", 112, {50, 260, 100}, 3, 100, false);
        row("stays apart", 100, {230, 300, 250}, 3, 230, true);
        row("a later failure changes nothing", 100, {230, 0, 0}, 3, 230, true);
        row("failed", 100, {0}, 1, 0, false);
    }
    void theNearestIsKept() {
        QFETCH(double, interleaved);
        QFETCH(QList<double>, medians);
        QFETCH(int, asked);
        QFETCH(double, kept);
        QFETCH(bool, said);
        int asks = 0;
        const auto result = measureLike(interleaved, [&]() -> Result<Measurement> {
            const double median = medians.value(asks++);
            if (median == 0)
                return Measurement::failed("m", Error{ErrorCode::Crash, "it ended", {}, {}});
            Measurement measured;
            measured.wall.median = median;
            return measured;
        });
        QVERIFY(result);
        QCOMPARE(asks, asked);
        QCOMPARE(result->wall.median, kept);
        QCOMPARE(result->validity.grade == Grade::Noisy, said);
        if (said)
            QVERIFY(result->validity.reasons.back().find("100 µs in turn with the others") !=
                    std::string::npos);
    }

    void anErrorEndsIt() {
        int asks = 0;
        const auto result = measureLike(100, [&]() -> Result<Measurement> {
            if (asks++ > 0)
                return fail(ErrorCode::Cancelled, "cancelled");
            Measurement measured;
            measured.wall.median = 300;
            return measured;
        });
        QCOMPARE(asks, 2);
        QVERIFY(!result && result.error().code == ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestRepresentative)
#include "tst_representative.moc"
