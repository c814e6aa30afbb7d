// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Differences, the first tensor that differs, anomalies and boundary cases.
#include "validation/checks.h"

#include "base/file.h"
#include "ir/onnx_io.h"
#include "support/onnx_writer.h"
#include "support/run_model.h"

#include <QtTest/QTest>

#include <cmath>
#include <limits>

using namespace metainfer;
using namespace metainfer::validation;
using namespace metainfer::test;

class TestChecks : public QObject {
    Q_OBJECT

  private:
    static std::vector<NamedTensor> output(std::vector<std::int64_t> dims,
                                           const std::vector<float>& values) {
        return {{"y", floats(std::move(dims), values)}};
    }

    /// a = x + one, b = a * two, y = Relu(b); `two` may be something else.
    static GraphWriter chain(float two, const std::string& last = "Relu") {
        GraphWriter graph;
        graph.input({"x", ElementType::Float, {-1, 3}})
            .output({"y", ElementType::Float, {-1, 3}})
            .initializer("one", floats({}, {1}))
            .initializer("two", floats({}, {two}))
            .node("Add", {"x", "one"}, {"a"})
            .node("Mul", {"a", "two"}, {"b"})
            .node(last, {"b"}, {"y"});
        return graph;
    }

    static const BoundaryCase* named(const std::vector<BoundaryCase>& cases,
                                     const std::string& name) {
        for (const auto& c : cases)
            if (c.name.starts_with(name))
                return &c;
        return nullptr;
    }

  private slots:
    void differencesAreMeasured() {
        DifferenceMeter meter;
        QVERIFY(meter.add(output({1, 2}, {3, 4}), output({1, 2}, {3, 4})));
        QVERIFY(meter.report().equivalent);
        QVERIFY(meter.add(output({1, 2}, {3, 4}), output({1, 2}, {4, 3})));
        const auto report = meter.report();
        QVERIFY(!report.equivalent);
        const auto& error = report.outputs[0];
        QCOMPARE(error.maxAbsolute, 1.0);
        QVERIFY(std::abs(error.cosine - 49.0 / 50) < 1e-12);
        QVERIFY(std::abs(error.relativeL2 - std::sqrt(2.0 / 50)) < 1e-12);
        QVERIFY(std::abs(error.snrDb - 10 * std::log10(25.0)) < 1e-9);
        QCOMPARE(error.argmaxAgreement, 0.5);
        QCOMPARE(error.worstSample, 1u);
    }

    void nanOnOneSideIsADifference() {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        DifferenceMeter same, other;
        QVERIFY(same.add(output({2}, {1, nan}), output({2}, {1, nan})));
        QVERIFY(same.report().equivalent);
        QVERIFY(other.add(output({2}, {1, nan}), output({2}, {1, 0})));
        QVERIFY(!other.report().equivalent);
        QCOMPARE(other.report().outputs[0].nanMismatches, 1u);
    }

    void shapesAndNamesMustAgree() {
        DifferenceMeter meter;
        QVERIFY(!meter.add(output({2}, {1, 2}), output({1, 2}, {1, 2})));
        QVERIFY(!meter.add(output({2}, {1, 2}), {{"z", floats({2}, {1, 2})}}));
        QVERIFY(!DifferenceMeter().report().equivalent);
    }

    void integersMustBeEqual() {
        DifferenceMeter meter;
        QVERIFY(meter.add({{"i", int64s({2}, {1, 100000})}}, {{"i", int64s({2}, {1, 100001})}}));
        QVERIFY(!meter.report().equivalent);
    }

    void theFirstDifferenceIsNamed() {
        const auto executor = localExecutor();
        if (!executor)
            QSKIP("no runtime here");
        const auto folder = TemporaryDirectory::create("tst_checks");
        ir::Model good = *ir::importOnnx(chain(2).save(folder->path() / "good.onnx"));
        ir::Model bad = *ir::importOnnx(chain(2.5f).save(folder->path() / "bad.onnx"));
        QVERIFY(ir::inferShapes(good, executor.get(), {}) &&
                ir::inferShapes(bad, executor.get(), {}));
        const FeedSource feeds{
            1, [](std::size_t) -> Result<std::vector<NamedTensor>> {
                return std::vector<NamedTensor>{{"x", floats({1, 3}, {1, 2, 3})}};
            }};
        const auto found = bisect(*executor, good, bad, feeds, {}, {});
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        QVERIFY(found->has_value());
        QCOMPARE((*found)->tensor, std::string("b"));
        QCOMPARE((*found)->producer, std::string("Mul"));
        QCOMPARE((*found)->origins.size(), 1u);
        const auto none = bisect(*executor, good, good, feeds, {}, {});
        QVERIFY(none && !none->has_value());
    }

    void anomaliesNameChannelsAndSamples() {
        AnomalyDetector detector;
        for (std::size_t sample = 0; sample < 40; ++sample) {
            const float wave = std::sin(static_cast<float>(sample));
            std::vector<float> a, b;
            for (int c = 0; c < 3; ++c)
                for (int i = 0; i < 4; ++i) {
                    const float v = wave + static_cast<float>(i) * 0.1f;
                    a.push_back(v);
                    b.push_back(c == 1 ? v + 0.5f : (c == 2 ? v * 1.5f : v));
                }
            QVERIFY(detector.add(sample, output({1, 3, 2, 2}, a), output({1, 3, 2, 2}, b)));
        }
        bool bias = false, variance = false;
        for (const auto& anomaly : detector.anomalies()) {
            if (anomaly.kind == "channel_bias")
                bias = std::find(anomaly.channels.begin(), anomaly.channels.end(), 1u) !=
                       anomaly.channels.end();
            if (anomaly.kind == "channel_variance")
                variance = anomaly.channels == std::vector<std::size_t>{2};
        }
        QVERIFY(bias);
        QVERIFY(variance);
    }

    void worstSamplesAndFlipsAreFound() {
        AnomalyDetector detector;
        for (std::size_t sample = 0; sample < 10; ++sample) {
            const bool odd = sample == 7;
            QVERIFY(detector.add(sample, output({1, 2}, {1, 0.5f}),
                                 output({1, 2}, {odd ? 0.2f : 1.001f, 0.5f})));
        }
        std::map<std::string, Anomaly> byKind;
        for (const auto& anomaly : detector.anomalies())
            byKind[anomaly.kind] = anomaly;
        QCOMPARE(byKind.at("worst_sample").samples, std::vector<std::size_t>{7});
        QCOMPARE(byKind.at("class_flip").samples, std::vector<std::size_t>{7});
        QCOMPARE(byKind.at("class_flip").value, 0.1);
        AnomalyDetector clean;
        QVERIFY(clean.add(0, output({1, 2}, {1, 2}), output({1, 2}, {1, 2})));
        QVERIFY(clean.anomalies().empty());
    }

    void saturationIsTheShareOutside() {
        candidates::Calibration calibration;
        TensorStatistics s;
        s.name = "t";
        s.min = 0;
        s.max = 10;
        s.absMax = 10;
        s.counts.assign(20, 0); // bins of width 1 over [-10, 10]
        s.counts[10] = 90;      // [0, 1]
        s.counts[19] = 10;      // [9, 10]
        calibration.tensors["t"] = s;
        const auto found = saturation(calibration, {{"t", {0, 5}}});
        QCOMPARE(found.size(), 1u);
        QCOMPARE(found[0].value, 0.1);
        QVERIFY(saturation(calibration, {{"t", {0, 10}}}).empty());
    }

    void boundaryCasesFindWhatBreaks() {
        const auto executor = localExecutor();
        if (!executor)
            QSKIP("no runtime here");
        const auto folder = TemporaryDirectory::create("tst_checks");
        BoundaryRequest request;
        request.reference = chain(2).save(folder->path() / "good.onnx");
        request.other = request.reference;
        request.inputs = {
            {"x", ElementType::Float, {ir::Dim::symbolic("n"), ir::Dim::known(3)}, false}};
        request.sample = {{"x", floats({1, 3}, {1, -2, 3})}};
        request.maxBatch = 4;
        auto same = boundaryCases(*executor, request, {});
        QVERIFY2(same, same ? "" : same.error().text().c_str());
        for (const auto& c : *same)
            QVERIFY2(c.finding == Finding::Ok, (c.name + ": " + c.detail).c_str());
        QVERIFY(named(*same, "largest batch (4)"));

        // 1 / (x + 1) is finite on the sample and infinite on a boundary.
        request.other = chain(1, "Reciprocal").save(folder->path() / "bad.onnx");
        request.sample = {{"x", floats({1, 3}, {-1, 2, 3})}};
        const auto broken = boundaryCases(*executor, request, {});
        QVERIFY(broken);
        QCOMPARE(named(*broken, "lowest value")->finding, Finding::Failure);
    }
};

QTEST_GUILESS_MAIN(TestChecks)
#include "tst_checks.moc"
