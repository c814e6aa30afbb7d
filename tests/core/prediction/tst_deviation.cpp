// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Causes of deviations, each from a run that was made to show it; and how profiles become
// observations.
#include "prediction/deviation.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cmath>

using namespace metainfer;
using namespace metainfer::prediction;

namespace {

hardware::Profile machine() {
    hardware::Profile p;
    p.name = "machine";
    p.type = hardware::DeviceType::Cpu;
    p.compute.cores = 2;
    p.compute.supportedDtypes = {ElementType::Float, ElementType::Int8};
    p.compute.sustainedGflops = {{ElementType::Float, 200}, {ElementType::Int8, 400}};
    hardware::MemoryLevel cache, memory;
    cache.level = "L3";
    cache.sizeBytes = 4 << 20;
    cache.bandwidthGbps = 60;
    memory.level = "DRAM";
    memory.sizeBytes = 1e9;
    memory.bandwidthGbps = 20;
    p.memory.hierarchy = {cache, memory};
    p.scheduling.measuredLaunchOverheadUs = 1;
    p.provenance["compute.sustained"] = {NumberSource::Measured, "", "", "", ""};
    return p;
}

MeasuredOperator conv(const char* name, double us, const char* domain = "com.microsoft.nchwc") {
    MeasuredOperator op;
    op.node = name;
    op.opType = "Conv";
    op.domain = domain;
    op.us = us;
    op.inputDims = {{1, 64, 28, 28}, {64, 64, 3, 3}};
    op.outputDims = {{1, 64, 28, 28}};
    op.inputTypes = {"float32", "float32"};
    op.outputTypes = {"float32"};
    return op;
}

MeasuredOperator simple(const char* name, const char* type, double us,
                        std::vector<std::int64_t> dims, const char* element = "float32") {
    MeasuredOperator op;
    op.node = name;
    op.opType = type;
    op.us = us;
    op.inputDims = {dims};
    op.outputDims = {dims};
    op.inputTypes = {element};
    op.outputTypes = {element};
    return op;
}

/// Its speed is not known, as before the first probe.
hardware::Profile unprobed() {
    hardware::Profile p = machine();
    p.compute.sustainedGflops.clear();
    p.provenance.clear();
    return p;
}

struct Case {
    Predictor predictor;
    SessionOptions session;
    Prediction prediction;
    MeasuredRun run;

    explicit Case(hardware::Profile profile = machine())
        : predictor(std::move(profile)) {
        session.threads = 1;
    }
    /// Adds an operator that takes `factor` times its prediction, or `us` when it was not
    /// predicted.
    void add(MeasuredOperator op, double factor) {
        auto c = caseOf(op);
        const double us = predictor.estimate(c, session).us;
        op.us = us * factor;
        run.operators.push_back(op);
        OperatorPrediction predicted;
        predicted.operation = c;
        predicted.us = {us, us / 2, us * 2};
        prediction.operators.push_back(predicted);
        prediction.latencyUs.value += us;
    }
    void addUnpredicted(MeasuredOperator op) { run.operators.push_back(std::move(op)); }
    DeviationReport analyze() {
        double sum = 0;
        for (const auto& op : run.operators)
            sum += op.us;
        if (run.endToEndUs == 0)
            run.endToEndUs = sum;
        return analyzeDeviation(predictor, prediction, run, session);
    }
};

const DeviationFinding* find(const DeviationReport& report, DeviationCause cause) {
    for (const auto& finding : report.findings)
        if (finding.cause == cause)
            return &finding;
    return nullptr;
}

} // namespace

class TestDeviation : public QObject {
    Q_OBJECT

  private slots:
    void agreementFindsNothing() {
        Case c;
        for (int i = 0; i < 5; ++i)
            c.add(conv("c", 0), 1.02);
        const auto report = c.analyze();
        QVERIFY(!report.beyondThreshold);
        QVERIFY(report.findings.empty());
        QCOMPARE(report.corrections.size(), 5u);
        QVERIFY(std::abs(report.relative - 0.02) < 1e-9);
    }

    void slowKernel() {
        Case c;
        for (int i = 0; i < 6; ++i)
            c.add(conv("fine", 0), 1.0);
        c.add(conv("slow", 0), 6.0);
        const auto report = c.analyze();
        QVERIFY(report.beyondThreshold);
        const auto* finding = find(report, DeviationCause::SlowKernel);
        QVERIFY(finding);
        QCOMPARE(finding->nodes, std::vector<std::string>{"slow"});
        QVERIFY(finding->evidence.find("GFLOP/s") != std::string::npos);
        QVERIFY(!finding->suggestion.empty() && !finding->actions.empty());
        QVERIFY(std::abs(finding->lostUs - (report.measuredUs - report.predictedUs)) <
                0.01 * report.measuredUs);
        QCOMPARE(report.findings.size(), 1u);
    }

    void anUnprobedDeviceIsNotBlamedForItsKernels() {
        Case c(unprobed());
        for (int i = 0; i < 6; ++i)
            c.add(conv("alike", 0), 5.0);
        c.add(conv("slow", 0), 25.0);
        const auto report = c.analyze();
        QVERIFY(report.beyondThreshold);
        const auto* kernel = find(report, DeviationCause::SlowKernel);
        QVERIFY(kernel); // beyond what all of them are off
        QCOMPARE(kernel->nodes, std::vector<std::string>{"slow"});
        const auto* rest = find(report, DeviationCause::Unexplained);
        QVERIFY(rest);
        QVERIFY(rest->suggestion.find("has not been probed") != std::string::npos);
    }

    void unfusedQdq() {
        Case c;
        c.add(conv("a", 0), 1);
        const double us = c.prediction.latencyUs.value;
        for (const char* name : {"q1", "q2", "q3"}) {
            c.addUnpredicted(simple(name, "QuantizeLinear", us / 5, {1, 64, 28, 28}));
            c.addUnpredicted(simple("dq", "DequantizeLinear", us / 5, {1, 64, 28, 28}, "uint8"));
            c.addUnpredicted(conv("float", us / 10, ""));
        }
        const auto report = c.analyze();
        const auto* finding = find(report, DeviationCause::UnfusedQdq);
        QVERIFY(finding);
        QCOMPARE(finding->nodes.size(), 6u);
        QVERIFY(finding->evidence.find("Conv") != std::string::npos); // who still computes in float
        QVERIFY(std::abs(finding->lostUs - 1.2 * us) < 1e-6 * us);
    }

    void unfusedOperatorsOfTheGraphAreNamed() {
        Case c;
        for (const char* name : {"a", "b", "c", "d"})
            c.add(conv(name, 0), 1);
        QVERIFY(!find(c.analyze(), DeviationCause::UnfusedQdq));
        c.run.unfused = {"Conv \"a\"", "Conv \"b\"", "Conv \"c\"", "Conv \"d\""};
        const auto report = c.analyze();
        const auto* finding = find(report, DeviationCause::UnfusedQdq);
        QVERIFY(finding); // however little time the pairs take
        for (const char* part : {"4 operators", "Conv \"a\", Conv \"b\", Conv \"c\", …"})
            QVERIFY2(finding->evidence.find(part) != std::string::npos, finding->evidence.c_str());
        QVERIFY(finding->evidence.find("Conv \"d\"") == std::string::npos);
    }

    void aPairAtTheBordersIsNormal() {
        Case c;
        for (int i = 0; i < 4; ++i)
            c.add(conv("a", 0), 1);
        c.add(simple("q", "QuantizeLinear", 0, {1, 64, 28, 28}), 1);
        c.add(simple("dq", "DequantizeLinear", 0, {1, 64, 28, 28}, "uint8"), 1);
        QVERIFY(!find(c.analyze(), DeviationCause::UnfusedQdq));
    }

    void layoutConversion() {
        Case c;
        c.add(conv("a", 0), 1);
        const double us = c.prediction.latencyUs.value;
        c.addUnpredicted(simple("r1", "ReorderInput", us * 0.3, {1, 64, 28, 28}));
        c.addUnpredicted(simple("r2", "ReorderOutput", us * 0.3, {1, 64, 28, 28}));
        auto report = c.analyze();
        const auto* finding = find(report, DeviationCause::LayoutConversion);
        QVERIFY(finding);
        QVERIFY(finding->evidence.find("1 x ReorderInput") != std::string::npos);
        QVERIFY(std::find(finding->actions.begin(), finding->actions.end(), "layout=nchw") !=
                finding->actions.end());
        // What was predicted is no loss.
        c.prediction.layoutConversionUs = us * 0.6;
        QVERIFY(!find(c.analyze(), DeviationCause::LayoutConversion));
    }

    void threadContention() {
        Case c;
        c.session.threads = 2;
        c.run.threads = 2;
        for (int i = 0; i < 5; ++i)
            c.add(conv("a", 0), 1.6);
        c.run.endToEndUs = c.prediction.latencyUs.value * 1.6;
        c.run.oneThreadUs = c.run.endToEndUs * 1.1; // two threads gain 10 %
        c.run.cpuUs = c.run.endToEndUs * 1.05;
        c.run.otherLoad = 0.9;
        const auto report = c.analyze();
        const auto* finding = find(report, DeviationCause::ThreadContention);
        QVERIFY(finding);
        QVERIFY(finding->evidence.find("other programs") != std::string::npos);
        QCOMPARE(finding->actions.front(), "threads=1");
        // The kernels are not blamed for it.
        QVERIFY(!find(report, DeviationCause::SlowKernel));
        c.run.threads = 1;
        QVERIFY(!find(c.analyze(), DeviationCause::ThreadContention));
    }

    void memoryPressure() {
        Case c;
        c.add(conv("a", 0), 1);
        c.add(simple("big", "Relu", 0, {1, 64, 256, 256}),
              2.5); // 16 MB in, 16 MB out: beyond 4 MB of cache
        c.run.pageFaults = 9000;
        c.run.peakBytes = 950'000'000;
        const auto report = c.analyze();
        const auto* finding = find(report, DeviationCause::MemoryPressure);
        QVERIFY(finding);
        for (const char* part : {"page faults", "cache", "MB in use"})
            QVERIFY2(finding->evidence.find(part) != std::string::npos, finding->evidence.c_str());
        QCOMPARE(finding->nodes, std::vector<std::string>{"big"});
    }

    void timeBetweenOperators() {
        Case c;
        for (int i = 0; i < 4; ++i)
            c.add(conv("a", 0), 1);
        c.run.endToEndUs = 1.5 * c.prediction.latencyUs.value;
        const auto report = c.analyze();
        QVERIFY(find(report, DeviationCause::LaunchOverhead));
    }

    void unexplainedIsSaidSo() {
        Case c;
        for (int i = 0; i < 5; ++i)
            c.add(conv("a", 0), 1.3); // everything a little slower: no single cause
        auto report = c.analyze();
        QVERIFY(report.beyondThreshold);
        QVERIFY(find(report, DeviationCause::Unexplained));
        Case fast;
        fast.add(conv("a", 0), 0.5);
        report = fast.analyze();
        QVERIFY(report.relative < 0 && report.beyondThreshold);
        QVERIFY(find(report, DeviationCause::Unexplained)->evidence.find("faster") !=
                std::string::npos);
        QCOMPARE(report.toJson()["findings"][0]["cause"].get<std::string>(), "unexplained");
    }

    void correctionsTeachThePredictor() {
        Case c;
        for (int i = 0; i < 8; ++i)
            c.add(conv("a", 0), 2.0);
        for (const auto& correction : c.analyze().corrections)
            c.predictor.observe(correction);
        const double ratio = c.predictor.estimate(caseOf(conv("a", 0)), c.session).us /
                             (c.prediction.latencyUs.value / 8);
        QVERIFY2(ratio > 1.7 && ratio < 2.05, qPrintable(QString::number(ratio)));
    }

    void profilesTellGroupsAndStrides() {
        MeasuredOperator op = conv("d", 5, "");
        op.inputDims = {{1, 64, 28, 28}, {64, 1, 3, 3}};
        op.outputDims = {{1, 64, 14, 14}};
        const auto c = caseOf(op);
        QCOMPARE(c.family, "conv2d:depthwise");
        QCOMPARE(c.groups, 64);
        QCOMPARE(c.stride, 4);
        QCOMPARE(c.macs, 64.0 * 14 * 14 * 9);
        QCOMPARE(c.weightBytes, 64.0 * 9 * 4);
        QCOMPARE(c.inputBytes, 64.0 * 28 * 28 * 4);
        QVERIFY(!c.blockedLayout);
        QVERIFY(caseOf(conv("n", 5)).blockedLayout);
    }

    void probeRowsBecomeObservations() {
        hardware::ProbeRow row;
        row.op = "Conv";
        row.family = "conv2d:pointwise";
        row.shapes.inputs = {{1, 64, 28, 28}, {32, 64, 1, 1}};
        row.shapes.outputs = {{1, 32, 28, 28}};
        row.shapes.attributes = {{"kernel_shape", "1x1"}, {"strides", "1x1"}};
        row.dtype = "int8";
        row.layout = "NCHW";
        row.p50Us = 20;
        row.n = 50;
        auto failed = row;
        failed.status = hardware::ProbeStatus::Crash;
        const std::vector<hardware::ProbeRow> rows{row, failed};
        const auto observations = observationsFrom(rows, "board");
        QCOMPARE(observations.size(), 1u);
        const auto& o = observations[0];
        QCOMPARE(o.us, 20.0);
        QCOMPARE(o.device, "board");
        QVERIFY(o.operation.dtype == ElementType::Int8);
        QCOMPARE(o.operation.macs, 32.0 * 64 * 28 * 28);
        QCOMPARE(o.operation.weightBytes, 32.0 * 64);
        QCOMPARE(o.operation.inputBytes, 64.0 * 28 * 28);
        const auto again = observationFromJson(toJson(o));
        QVERIFY(again && again->operation == o.operation);
        QCOMPARE(again->us, o.us);
    }
};

QTEST_GUILESS_MAIN(TestDeviation)
#include "tst_deviation.moc"
