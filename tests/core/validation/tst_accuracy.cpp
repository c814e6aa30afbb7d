// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Metrics, intervals, paired comparison and the gate, against values known from elsewhere; and
// whole measurements on the runtime.
#include "validation/accuracy.h"

#include "base/file.h"
#include "support/onnx_writer.h"
#include "support/run_model.h"

#include <QtTest/QTest>

#include <cmath>

using namespace metainfer;
using namespace metainfer::validation;
using namespace metainfer::test;

class TestAccuracy : public QObject {
    Q_OBJECT

  private:
    static Detection detection(std::size_t image, int label, float score, float x) {
        return {image, label, score, {x, 0, x + 10, 10}};
    }
    static TrueBox truth(std::size_t image, int label, float x) {
        return {image, label, {x, 0, x + 10, 10}};
    }
    static Accuracy top1(std::vector<float> hits, std::vector<std::int64_t> predictions = {}) {
        Accuracy a;
        a.metric = AccuracyMetric::Top1;
        a.samples = hits.size();
        std::size_t right = 0;
        for (const float h : hits)
            right += h > 0;
        a.value = wilson(right, hits.size());
        a.perSample = std::move(hits);
        a.predictions = std::move(predictions);
        return a;
    }

    /// scores = x * w: the class is the larger input when w is the identity.
    static std::filesystem::path classifier(const std::filesystem::path& folder, float tilt) {
        GraphWriter graph;
        graph.input({"x", ElementType::Float, {-1, 2}})
            .output({"scores", ElementType::Float, {-1, 2}})
            .initializer("w", floats({2, 2}, {1, tilt, 0, 1}))
            .node("MatMul", {"x", "w"}, {"scores"});
        return graph.save(folder / ("c" + std::to_string(static_cast<int>(10 * tilt)) + ".onnx"));
    }

  private slots:
    void wilsonIntervals() {
        // Agresti and Coull (1998): 0 of 10 and 5 of 10.
        const auto none = wilson(0, 10);
        QCOMPARE(none.low, 0.0);
        QVERIFY(std::abs(none.high - 0.2775) < 1e-3);
        const auto half = wilson(5, 10);
        QVERIFY(std::abs(half.low - 0.2366) < 1e-3 && std::abs(half.high - 0.7634) < 1e-3);
        QCOMPARE(wilson(0, 0).high, 1.0);
    }

    void averagePrecisionOfKnownCases() {
        const std::vector<TrueBox> boxes{truth(0, 1, 0), truth(0, 1, 100), truth(1, 2, 0)};
        // Everything found, nothing else.
        QCOMPARE(meanAveragePrecision({detection(0, 1, 0.9f, 0), detection(0, 1, 0.8f, 100),
                                       detection(1, 2, 0.7f, 0)},
                                      boxes),
                 1.0);
        // Class 1: hit, miss, hit -> 0.5 * 1 + 0.5 * 2/3; class 2: nothing.
        const double map = meanAveragePrecision(
            {detection(0, 1, 0.9f, 0), detection(0, 1, 0.8f, 50), detection(0, 1, 0.7f, 100)},
            boxes);
        QVERIFY(std::abs(map - (0.5 + 0.5 * 2 / 3) / 2) < 1e-12);
        // The second detection of one object is wrong.
        const double twice = meanAveragePrecision(
            {detection(1, 2, 0.9f, 0), detection(1, 2, 0.8f, 1)}, {truth(1, 2, 0)});
        QCOMPARE(twice, 1.0);
        QCOMPARE(meanAveragePrecision({detection(1, 2, 0.9f, 6)}, {truth(1, 2, 0)}), 0.0);
        QCOMPARE(meanAveragePrecision({}, {}), 0.0);
    }

    void suppressionIsPerClassAndImage() {
        const auto kept = suppressOverlaps({detection(0, 1, 0.5f, 1), detection(0, 1, 0.9f, 0),
                                            detection(0, 2, 0.4f, 0), detection(1, 1, 0.3f, 0)});
        QCOMPARE(kept.size(), 3u);
        QCOMPARE(kept[0].score, 0.9f);
    }

    void pairedComparison() {
        std::vector<float> before(100, 1), after(100, 1);
        for (int i = 0; i < 10; ++i)
            after[static_cast<std::size_t>(i)] = 0;
        for (int i = 90; i < 92; ++i)
            before[static_cast<std::size_t>(i)] = 0;
        std::vector<std::int64_t> a(100, 3), b(100, 3);
        b[4] = 5;
        const auto change = compareAccuracy(top1(before, a), top1(after, b), 1);
        QVERIFY(change);
        QVERIFY(std::abs(change->drop.value - 0.08) < 1e-9);
        QVERIFY(change->drop.low > 0 && change->drop.high < 0.2);
        QCOMPARE(change->onlyOriginalRight, 10u);
        QCOMPARE(change->onlyAdaptedRight, 2u);
        // Exact two-sided binomial of 2 in 12: 2 * (1 + 12 + 66) / 4096.
        QVERIFY(std::abs(*change->pValue - 2.0 * 79 / 4096) < 1e-9);
        QCOMPARE(change->flipped, std::vector<std::size_t>{4});
        const auto again = compareAccuracy(top1(before, a), top1(after, b), 1);
        QCOMPARE(again->drop.low, change->drop.low);
        QVERIFY(!compareAccuracy(top1({1}), top1({1, 0}), 1));
    }

    void gates() {
        const auto original = top1(std::vector<float>(100, 1));
        std::vector<float> hits(100, 1);
        hits[0] = hits[1] = 0;
        const auto adapted = top1(hits);
        QVERIFY(applyGate({}, original, adapted).passed);
        QVERIFY(applyGate({0.02, {}}, original, adapted).passed);
        const auto failed = applyGate({0.01, {}}, original, adapted);
        QVERIFY(!failed.passed);
        QVERIFY2(failed.reason.find("2.00 points") != std::string::npos, failed.reason.c_str());
        QVERIFY(!applyGate({{}, 0.99}, original, adapted).passed);
        Accuracy broken = adapted;
        broken.value = {std::nan(""), 0, 0};
        QVERIFY(!applyGate({0.5, {}}, original, broken).passed);
    }

    void measuresOnTheRuntime() {
        const auto executor = localExecutor();
        if (!executor)
            QSKIP("no runtime here");
        const auto folder = TemporaryDirectory::create("tst_accuracy");
        const auto straight = classifier(folder->path(), 0),
                   tilted = classifier(folder->path(), 0.9f);
        const auto data = candidates::Dataset::fromArrays(
            {{"x", floats({3, 2}, {1, 0, 0, 1, 1, 0.2f})}, {"labels", int64s({3}, {0, 1, 0})}},
            "three");
        AccuracyRequest request;
        request.metric = AccuracyMetric::Top1;
        request.data = &*data;
        request.inputs = {
            {"x", ElementType::Float, {ir::Dim::symbolic("n"), ir::Dim::known(2)}, false}};
        request.batch = 2;
        auto right = measureAccuracy(*executor, straight, request, {});
        QVERIFY2(right, right ? "" : right.error().text().c_str());
        QCOMPARE(right->value.value, 1.0);
        QCOMPARE(right->samples, 3u);
        auto wrong = measureAccuracy(*executor, tilted, request, {});
        QCOMPARE(wrong->perSample, (std::vector<float>{1, 1, 0})); // 1 against 0.9 + 0.2

        request.metric = AccuracyMetric::Fidelity;
        request.reference = straight;
        QCOMPARE(measureAccuracy(*executor, straight, request, {})->value.value, 1.0);
        auto near = measureAccuracy(*executor, tilted, request, {});
        QCOMPARE(near->perSample.size(), 3u);
        // x = (1, 0): (1, 0) against (1, 0.9).
        QVERIFY(std::abs(near->perSample[0] - 1 / std::sqrt(1.81)) < 1e-5);

        request.metric = AccuracyMetric::Map50;
        auto noBoxes = measureAccuracy(*executor, straight, request, {});
        QVERIFY(!noBoxes);
        QVERIFY(noBoxes.error().message.find("boxes") != std::string::npos);
    }

    void metricCommandIsLookedForBeforehand_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("says"); // empty = let through
        QTest::newRow("on PATH") << "cat {model}"
                                 << "";
        QTest::newRow("shell builtin") << "echo '{}'"
                                       << "";
        QTest::newRow("after an assignment") << "MODE=fast cat"
                                             << "";
        QTest::newRow("only the shell can tell") << "$HOME/metric {model}"
                                                 << "";
        QTest::newRow("a group") << "(cat; cat)"
                                 << "";
        QTest::newRow("quoted path") << "'/bin/sh' -c true"
                                     << "";
        QTest::newRow("not on PATH") << "no-such-metric-program {model}"
                                     << "no-such-metric-program is not there";
        QTest::newRow("quoted") << "\"/no where/metric\" {model}"
                                << "/no where/metric is not there";
        QTest::newRow("assignment before it") << "A=1 no-such-metric"
                                              << "no-such-metric is not";
        QTest::newRow("piped") << "no-such-metric|cat"
                               << "no-such-metric is not there";
        QTest::newRow("empty") << ""
                               << "without a command";
    }
    void metricCommandIsLookedForBeforehand() {
        QFETCH(QString, command);
        QFETCH(QString, says);
        const auto found = checkMetricCommand(command.toStdString());
        if (says.isEmpty()) {
            QVERIFY2(found, found ? "" : found.error().text().c_str());
            return;
        }
        QVERIFY(!found);
        QCOMPARE(found.error().code, ErrorCode::InvalidArgument);
        QVERIFY2(found.error().message.find(says.toStdString()) != std::string::npos,
                 found.error().message.c_str());
    }

    void metricCommandMustBeExecutable() {
        const auto folder = TemporaryDirectory::create("tst_accuracy");
        const auto script = folder->path() / "metric.sh";
        QVERIFY(writeFileAtomically(script, "#!/bin/sh\necho '{\"value\": 1}'\n"));
        namespace fs = std::filesystem;
        fs::permissions(script, fs::perms::owner_read | fs::perms::owner_write);
        const auto denied = checkMetricCommand(script.string() + " {model}");
        QVERIFY(!denied);
        QVERIFY(denied.error().message.find("is not executable") != std::string::npos);
        QVERIFY(denied.error().hint.find("chmod +x") != std::string::npos);
        fs::permissions(script, fs::perms::owner_all);
        QVERIFY(checkMetricCommand(script.string() + " {model}"));
    }

    void detectorsAreScored() {
        const auto executor = localExecutor();
        if (!executor)
            QSKIP("no runtime here");
        const auto folder = TemporaryDirectory::create("tst_accuracy");
        GraphWriter graph; // the "detector" hands its inputs on
        graph.input({"b", ElementType::Float, {-1, 2, 4}})
            .input({"s", ElementType::Float, {-1, 2, 1}})
            .output({"boxes", ElementType::Float, {-1, 2, 4}})
            .output({"scores", ElementType::Float, {-1, 2, 1}})
            .node("Identity", {"b"}, {"boxes"})
            .node("Identity", {"s"}, {"scores"});
        const auto model = graph.save(folder->path() / "d.onnx");
        const std::vector<float> boxes{0, 0, 10, 10, 50, 50, 60, 60, 0, 0, 10, 10, 0, 0, 0, 0};
        const auto data =
            candidates::Dataset::fromArrays({{"b", floats({2, 2, 4}, boxes)},
                                             {"s", floats({2, 2, 1}, {0.9f, 0.8f, 0.7f, 0.001f})},
                                             {"boxes", floats({2, 2, 4}, boxes)},
                                             {"box_labels", int64s({2, 2}, {0, 0, 0, -1})}},
                                            "scenes");
        AccuracyRequest request;
        request.metric = AccuracyMetric::Map50;
        request.data = &*data;
        const auto n = ir::Dim::symbolic("n");
        request.inputs = {
            {"b", ElementType::Float, {n, ir::Dim::known(2), ir::Dim::known(4)}, false},
            {"s", ElementType::Float, {n, ir::Dim::known(2), ir::Dim::known(1)}, false}};
        const auto accuracy = measureAccuracy(*executor, model, request, {});
        QVERIFY2(accuracy, accuracy ? "" : accuracy.error().text().c_str());
        QCOMPARE(accuracy->value.value, 1.0);
    }

    void commandsPrintTheirMetric() {
        const auto executor = localExecutor();
        if (!executor)
            QSKIP("no runtime here");
        AccuracyRequest request;
        request.metric = AccuracyMetric::Command;
        request.command = "printf '{\"value\": 0.75, \"samples\": 8, \"model\": \"%s\"}'";
        const auto accuracy = measureAccuracy(*executor, "/it's here.onnx", request, {});
        QVERIFY2(accuracy, accuracy ? "" : accuracy.error().text().c_str());
        QCOMPARE(accuracy->value.value, 0.75);
        QCOMPARE(accuracy->samples, 8u);
        request.command = "echo no number; true {model}";
        QVERIFY(!measureAccuracy(*executor, "m.onnx", request, {}));
        request.command = "echo broken >&2; exit 3 #";
        const auto failed = measureAccuracy(*executor, "m.onnx", request, {});
        QVERIFY(!failed);
        QVERIFY(failed.error().message.find("broken") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestAccuracy)
#include "tst_accuracy.moc"
