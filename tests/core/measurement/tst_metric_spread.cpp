// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// How the spread of a value is written, and the throughput that follows from a latency.
#include "measurement/metric_spread.h"

#include <QtTest/QTest>

#include <cmath>

using namespace metainfer;
using namespace metainfer::measurement;

class TestMetricSpread : public QObject {
    Q_OBJECT

  private slots:
    void aModelsIntervalIsNoRepeatSpread() {
        const Interval us{459, 157.2, 1345.6};
        QCOMPARE(spreadText(Metric::P95Latency, {us, NumberSource::Simulated}),
                 std::string("[157, 1346]"));
        QCOMPARE(spreadText(Metric::P95Latency, {us, NumberSource::Predicted}),
                 std::string("[157, 1346]"));
        QCOMPARE(spreadText(Metric::P95Latency, {{4590, 1572, 13456}, NumberSource::Simulated}),
                 std::string("[1.57, 13.5]")); // in ms, as 4.59 ms is written
        QCOMPARE(spreadText(Metric::P50Latency, {{100, 99, 101}, NumberSource::Measured}),
                 std::string("±1.0 %"));
        QCOMPARE(spreadText(Metric::P50Latency, {Interval::exact(3), NumberSource::Simulated}),
                 std::string());
    }

    void aLatencySetsThroughputAtTheOtherEnd() {
        MetricValues values;
        setLatency(values, {500, 250, 1000}, NumberSource::Simulated);
        for (const Metric metric :
             {Metric::P50Latency, Metric::P90Latency, Metric::P95Latency, Metric::P99Latency}) {
            QCOMPARE(values.at(metric).interval.high, 1000.0);
            QCOMPARE(values.at(metric).source, NumberSource::Simulated);
        }
        const Interval& rate = values.at(Metric::Throughput).interval;
        QCOMPARE(rate.value, 2000.0);
        QCOMPARE(rate.low, 1000.0);
        QCOMPARE(rate.high, 4000.0);
        setLatency(values, Interval::exact(500), NumberSource::Measured);
        QCOMPARE(values.at(Metric::Throughput).interval.low, 2000.0);
        QCOMPARE(values.at(Metric::Throughput).interval.high, 2000.0);
    }
};

QTEST_GUILESS_MAIN(TestMetricSpread)
#include "tst_metric_spread.moc"
