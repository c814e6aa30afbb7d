// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The analytic model: values by hand, and what must never get slower.
#include "base/random.h"
#include "prediction/analytic_model.h"

#include <QtTest/QTest>

#include <cmath>

using namespace metainfer;
using namespace metainfer::prediction;

namespace {

hardware::Profile accelerator() {
    hardware::Profile p;
    p.name = "test";
    p.type = hardware::DeviceType::Npu;
    p.compute.cores = 4;
    p.compute.supportedDtypes = {ElementType::Float, ElementType::Int8};
    p.compute.peakGflops = {{ElementType::Float, 400}, {ElementType::Int8, 1600}};
    hardware::MemoryLevel shared, global;
    shared.level = "shared";
    shared.sizeBytes = 1 << 20;
    shared.bandwidthGbps = 100;
    global.level = "global";
    global.sizeBytes = 1 << 30;
    global.bandwidthGbps = 10;
    p.memory.hierarchy = {shared, global};
    p.scheduling.launchOverheadUs = 2;
    p.ops.fast = {"conv2d", "matmul"};
    p.ops.slow = {"softmax"};
    p.ops.unsupported = {"gather"};
    return p;
}

OperatorCase convolution(std::int64_t channels = 64) {
    OperatorCase c;
    c.opType = "Conv";
    c.family = "conv2d:dense";
    c.input = {1, channels, 32, 32};
    c.weight = {channels, channels, 3, 3};
    c.output = {1, channels, 32, 32};
    c.macs = 32.0 * 32 * static_cast<double>(channels * channels) * 9;
    c.flops = 2 * c.macs;
    c.inputBytes = c.outputBytes = static_cast<double>(channels) * 32 * 32 * 4;
    c.weightBytes = static_cast<double>(channels * channels) * 9 * 4;
    return c;
}

OperatorCase randomCase(Random& random) {
    static const char* kFamilies[] = {"conv2d:dense", "conv2d:depthwise", "matmul",
                                      "add",          "softmax",          "transpose"};
    OperatorCase c;
    c.family = kFamilies[random.below(std::size(kFamilies))];
    c.dtype = random.below(2) ? ElementType::Float : ElementType::Int8;
    c.flops = std::pow(10, random.uniform(2, 9));
    c.inputBytes = std::pow(10, random.uniform(2, 7));
    c.weightBytes = random.below(2) ? std::pow(10, random.uniform(2, 7)) : 0;
    c.outputBytes = std::pow(10, random.uniform(2, 7));
    return c;
}

} // namespace

class TestAnalyticModel : public QObject {
    Q_OBJECT

  private slots:
    void byHand() {
        const auto c = convolution();
        const auto e = analyticEstimate(accelerator(), {}, c);
        // 75.5 MFLOP at 0.7 of 400 GFLOP/s, less than ideal since threads join; memory 672 KB at
        // 100 GB/s.
        const double compute = c.flops / 400 / 0.7 * 1e-3;
        QVERIFY(e.computeUs >= compute && e.computeUs < 1.2 * compute);
        QVERIFY(std::abs(e.memoryUs - c.bytes() / 100 * 1e-3) < 1e-9);
        QVERIFY(std::abs(e.us - (2 + e.computeUs)) < 1e-9);
        QVERIFY(e.bound == hardware::Bound::Compute);
        QCOMPARE(e.level, "shared");
        QVERIFY(e.possible && !e.reason.empty());
        const auto interval = e.interval();
        QVERIFY(interval.low < e.us && e.us < interval.high);
    }

    void smallOperatorsAreStartOverhead() {
        OperatorCase c;
        c.family = "add";
        c.flops = 100;
        c.inputBytes = c.outputBytes = 400;
        const auto e = analyticEstimate(accelerator(), {}, c);
        QVERIFY(e.bound == hardware::Bound::Launch);
        QVERIFY(e.us >= 2 && e.us < 3);
        QVERIFY(e.reason.find("start overhead") == 0);
    }

    void betterHardwareIsNeverSlower() {
        Random random(7);
        for (int i = 0; i < 500; ++i) {
            const auto c = randomCase(random);
            const auto base = accelerator();
            const double us = analyticEstimate(base, {}, c).us;
            QVERIFY(us > 0 && std::isfinite(us));
            const double factor = random.uniform(1, 10);
            auto better = base;
            for (auto& level : better.memory.hierarchy)
                level.bandwidthGbps = *level.bandwidthGbps * factor;
            QVERIFY(analyticEstimate(better, {}, c).us <= us * (1 + 1e-12));
            better = base;
            for (auto& [type, rate] : better.compute.peakGflops)
                rate *= factor;
            QVERIFY(analyticEstimate(better, {}, c).us <= us * (1 + 1e-12));
            better = base;
            *better.scheduling.launchOverheadUs /= factor;
            QVERIFY(analyticEstimate(better, {}, c).us <= us * (1 + 1e-12));
            better = base;
            *better.memory.hierarchy[0].sizeBytes *= factor;
            QVERIFY(analyticEstimate(better, {}, c).us <= us * (1 + 1e-12));
            auto more = c;
            more.flops *= factor;
            more.inputBytes *= factor;
            QVERIFY(analyticEstimate(base, {}, more).us >= us * (1 - 1e-12));
        }
    }

    void moreThreadsAreNeverSlower() {
        Random random(11);
        auto p = accelerator();
        p.type = hardware::DeviceType::Cpu;
        for (int i = 0; i < 300; ++i) {
            const auto c = randomCase(random);
            double before = 0;
            for (int threads = 1; threads <= 4; ++threads) {
                SessionOptions session;
                session.threads = threads;
                const double us = analyticEstimate(p, session, c).us;
                if (threads > 1)
                    QVERIFY(us <= before * (1 + 1e-12));
                before = us;
            }
        }
    }

    void tiersSlowDown() {
        OperatorCase c;
        c.family = "softmax";
        c.flops = 1e7;
        c.inputBytes = c.outputBytes = 4e6;
        auto p = accelerator();
        const double slow = analyticEstimate(p, {}, c).us;
        p.ops.slow.clear();
        p.ops.fast.push_back("softmax");
        QVERIFY(analyticEstimate(p, {}, c).us < slow / 2);
    }

    void probedRatesGoBeforeTiers() {
        auto p = accelerator();
        hardware::OpRecord record;
        record.op = "conv2d:dense";
        record.dtype = ElementType::Float;
        record.gflops = 10;
        record.threads = 4;
        p.ops.matrix = {record};
        const auto c = convolution();
        const auto e = analyticEstimate(p, {}, c);
        // A quarter less than the best probed size reached.
        QVERIFY(std::abs(e.computeUs - c.flops / (0.75 * 10) * 1e-3) < 1e-6);
        QVERIFY(e.logSigma < analyticEstimate(accelerator(), {}, c).logSigma);
        QVERIFY(e.reason.find("probed") != std::string::npos);
        // Of a kind that was not probed nothing is taken over.
        auto depthwise = c;
        depthwise.family = "conv2d:depthwise";
        QVERIFY(analyticEstimate(p, {}, depthwise).reason.find("probed") == std::string::npos);
    }

    void unsupportedIsImpossibleWithAReason() {
        OperatorCase c;
        c.family = "gather";
        c.opType = "Gather";
        auto e = analyticEstimate(accelerator(), {}, c);
        QVERIFY(!e.possible);
        QVERIFY(e.reason.find("does not support gather") != std::string::npos);
        auto p = accelerator();
        p.compute.supportedDtypes = {ElementType::Int8};
        p.compute.peakGflops.erase(ElementType::Float);
        e = analyticEstimate(p, {}, convolution());
        QVERIFY(!e.possible);
        auto int8 = convolution();
        int8.dtype = ElementType::Int8;
        QVERIFY(analyticEstimate(p, {}, int8).possible);
    }

    void halfPrecisionWithoutHardwareGainsNothing() {
        auto half = convolution();
        half.dtype = ElementType::Float16;
        const auto p = accelerator(); // fp32 and int8 only
        QVERIFY(analyticEstimate(p, {}, half).us >= analyticEstimate(p, {}, convolution()).us);
        auto able = p;
        able.compute.supportedDtypes.push_back(ElementType::Float16);
        able.compute.peakGflops[ElementType::Float16] = 800;
        QVERIFY(analyticEstimate(able, {}, half).us < analyticEstimate(p, {}, half).us);
    }

    void alignmentWastesWork() {
        auto p = accelerator();
        p.quantization.alignment = {16, 32};
        auto c = convolution(17);
        c.dtype = ElementType::Int8;
        const double expected = (32.0 / 17) * (32.0 / 17);
        QVERIFY(std::abs(alignmentPenalty(p, c) - expected) < 1e-12);
        QCOMPARE(alignmentPenalty(p, convolution(17)), 1.0); // float has no such constraint here
        auto full = convolution(32);
        full.dtype = ElementType::Int8;
        QCOMPARE(alignmentPenalty(p, full), 1.0);
        // Padding 17 channels to 32 costs nothing more than 17 did.
        QVERIFY(analyticEstimate(p, {}, full).computeUs <=
                analyticEstimate(p, {}, c).computeUs * 1.0001);
    }

    void signedActivationsAreSlowerOnThisRuntime() {
        auto p = accelerator();
        p.type = hardware::DeviceType::Cpu;
        auto c = convolution();
        c.dtype = ElementType::Int8;
        const double clean = analyticEstimate(p, {}, c).us;
        c.signedActivations = true;
        QVERIFY(analyticEstimate(p, {}, c).us > 1.3 * clean);
        SessionOptions bad;
        bad.config["session.qdqisint8allowed"] = "1";
        QVERIFY(analyticEstimate(p, bad, c).us > 4 * clean);
    }
};

QTEST_GUILESS_MAIN(TestAnalyticModel)
#include "tst_analytic_model.moc"
