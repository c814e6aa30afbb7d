// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Examining accuracy: errors by channel and sample, inside, and by layer; as numbers and on a
// session of a simulated device.
#include "engine/tools/accuracy_tools.h"

#include "base/file.h"
#include "support/kept_session.h"

#include <QtTest/QTest>

#include <cmath>

using namespace metainfer;
using namespace metainfer::engine;
using namespace metainfer::validation;
namespace fs = std::filesystem;

namespace {

NamedTensor floats(const char* name, std::vector<std::int64_t> dims, std::vector<float> values) {
    return {name, HostTensor::fromFloats(std::move(dims), values)};
}

/// Two matrix products; weights of the second one differ by a factor of a thousand between columns,
/// which a single scale for all cannot hold.
test::GraphWriter twoLayers() {
    std::vector<float> even(16), odd(16);
    for (std::size_t i = 0; i < 16; ++i) {
        even[i] = 0.1f * static_cast<float>(i % 5) - 0.2f;
        odd[i] = (i % 4 == 0 ? 8.f : 0.008f) * static_cast<float>(i % 3 + 1);
    }
    return test::GraphWriter()
        .input({"x", ElementType::Float, {1, 4}})
        .output({"y", ElementType::Float, {1, 4}})
        .initializer("w1", test::floats({4, 4}, even))
        .initializer("w2", test::floats({4, 4}, odd))
        .node("MatMul", {"x", "w1"}, {"h"})
        .node("Relu", {"h"}, {"r"})
        .node("MatMul", {"r", "w2"}, {"y"});
}

} // namespace

class AccuracyToolsTest : public QObject {
    Q_OBJECT

    std::optional<TemporaryDirectory> m_dir;
    fs::path session() const { return m_dir->path() / "session"; }
    CancellationToken m_cancel;

  private slots:
    void init();
    void channelsAndSamples();
    void fewElementsOfLargeOutputs();
    void anExaminationIsKept();
    void damagedOnesAreRefused();
    void aSessionIsExamined();
    void cancelledLeavesNothing();
    void layersAreRanked();
    void layersNeedCalibrationAndNumbers();

  private:
    LayersRequest layersRequest(candidates::Precision precision) const {
        LayersRequest request;
        request.input.model = (m_dir->path() / "m.onnx").string();
        request.input.samples = 4;
        request.plan.precision = precision;
        request.plan.perChannel = false;
        return request;
    }
};

void AccuracyToolsTest::init() {
    auto made = TemporaryDirectory::create("accuracy-tools");
    QVERIFY(made);
    m_dir.emplace(std::move(*made));
    candidates::Candidate int8;
    int8.id = "c1";
    int8.variant.precision.precision = candidates::Precision::Int8Static;
    int8.variant.precision.perChannel = false;
    auto writer = test::writeKeptSession(session(), twoLayers(), int8);
    QVERIFY(writer);
    QVERIFY(writer->writeDecision({{"schema", "decision/1"}, {"chosen", "c1"}}));
}

void AccuracyToolsTest::channelsAndSamples() {
    DetailMeter meter(2);
    // Channel 1 is off by 3 on 4; channel 0 is exact.
    QVERIFY(meter.add(7, {floats("y", {1, 2}, {5, 4})}, {floats("y", {1, 2}, {5, 7})}));
    QVERIFY(meter.add(8, {floats("y", {1, 2}, {3, 4})}, {floats("y", {1, 2}, {3, 4})}));
    QVERIFY(meter.add(9, {floats("y", {1, 2}, {3, 4})}, {floats("y", {1, 2}, {3, 5})}));
    const auto outputs = meter.outputs();
    QCOMPARE(outputs.size(), std::size_t{1});
    QCOMPARE(outputs[0].channels.size(), std::size_t{2});
    const ChannelError &exact = outputs[0].channels[0], &off = outputs[0].channels[1];
    QCOMPARE(exact.relativeL2, 0.0);
    QCOMPARE(off.mean, 4.0);
    QCOMPARE(off.deviation, 0.0);
    QVERIFY(std::abs(off.otherMean - 16.0 / 3) < 1e-9);
    QCOMPARE(off.maxAbsolute, 3.0);
    QVERIFY(std::abs(off.relativeL2 - std::sqrt(10.0 / 48)) < 1e-9);
    // The worst two, worst first; the exact sample is the median's lower neighbour.
    const auto worst = meter.worst();
    QCOMPARE(worst.size(), std::size_t{2});
    QCOMPARE(worst[0].sample, std::size_t{7});
    QCOMPARE(worst[1].sample, std::size_t{9});
    QVERIFY(worst[0].winnerChanged);
    QVERIFY(!worst[1].winnerChanged);
    QCOMPARE(worst[0].reference, (std::vector<double>{5, 4}));
    QCOMPARE(worst[0].other, (std::vector<double>{5, 7}));
    QVERIFY(std::abs(meter.medianError() - 0.2) < 1e-6);
    QCOMPARE(meter.samples(), std::size_t{3});
}

void AccuracyToolsTest::fewElementsOfLargeOutputs() {
    std::vector<float> a(1000, 0.f), b(1000, 0.f);
    a[500] = b[500] = 9; // the largest one
    b[900] = 2;          // the one that differs
    DetailMeter meter;
    QVERIFY(meter.add(0, {floats("y", {1, 1000}, a)}, {floats("y", {1, 1000}, b)}));
    const auto elements = meter.worst().front().elements;
    QVERIFY(elements.size() <= 16);
    QVERIFY(std::find(elements.begin(), elements.end(), 500u) != elements.end());
    QVERIFY(std::find(elements.begin(), elements.end(), 900u) != elements.end());
    QVERIFY(std::is_sorted(elements.begin(), elements.end()));
}

void AccuracyToolsTest::anExaminationIsKept() {
    Examination e;
    e.candidate = "c1";
    e.comparedOn = "3 validation samples";
    e.realData = true;
    e.plan = "int8(u8s8)";
    e.medianError = 0.25;
    e.layerSamples = 16;
    e.outputs.push_back({{}, {{3, 1, 2, 1.5, 0.5, std::numeric_limits<double>::infinity()}}});
    e.outputs[0].total.output = "y";
    e.outputs[0].total.cosine = 0.5;
    e.worst.push_back({4, "y", 0.5, {1, 2}, {0.5, 1}, {0.25, 2}, true});
    e.inside.push_back({"t", "Relu", "relu", 0.1, 0.9, 20});
    e.layers.push_back({"h", "MatMul", "m", {"src"}, 0.3, 0.8, 10, 0.5, ""});
    e.layers.push_back({"k", "Conv", "", {}, 0, 1, 0, 0, "no calibration"});
    e.notes = {"n"};
    const auto back = Examination::fromJson(*parseJson(dumpJson(e.toJson()), "test"));
    QVERIFY(back);
    QCOMPARE(dumpJson(back->toJson()), dumpJson(e.toJson()));
    QCOMPARE(back->layers[1].skipped, std::string("no calibration"));
    QCOMPARE(back->worst[0].elements.size(), std::size_t{2});
}

void AccuracyToolsTest::damagedOnesAreRefused() {
    QVERIFY(!Examination::fromJson(Json::parse("[1]")));
    QVERIFY(!Examination::fromJson(Json::parse(R"({"schema": "validation/1"})")));
    // What is of another type keeps its default, lists of different lengths are cut.
    const auto read = Examination::fromJson(Json::parse(
        R"({"schema": "accuracy/1", "outputs": 3, "layers": [{"relative_l2": "x"}],
            "worst_samples": [{"elements": [1, 2, 3], "reference": [1], "other": [1, 2]}]})"));
    QVERIFY(read);
    QVERIFY(read->outputs.empty());
    QCOMPARE(read->layers[0].relativeL2, 0.0);
    QCOMPARE(read->worst[0].elements.size(), std::size_t{1});
}

void AccuracyToolsTest::aSessionIsExamined() {
    QVERIFY(!*tools::readExamination(session()));
    std::vector<double> fractions;
    const auto found = tools::examineAccuracy(
        {session(), "", 8, 4, 2}, test::keptContext(m_cancel, [&](const Event& event) {
            if (const auto* done = std::get_if<WorkDone>(&event))
                fractions.push_back(done->fraction);
        }));
    QVERIFY2(found, found ? "" : found.error().text().c_str());
    QVERIFY(fractions.size() > 3);
    QCOMPARE(found->candidate, std::string("c1"));
    QVERIFY(!found->realData);
    QCOMPARE(found->outputs.size(), std::size_t{1});
    QCOMPARE(found->outputs[0].channels.size(), std::size_t{4});
    QVERIFY(found->outputs[0].total.relativeL2 > 0);
    QVERIFY(!found->worst.empty());
    QCOMPARE(found->layers.size(), std::size_t{2});
    QCOMPARE(found->layers[0].layer, std::string("h"));
    QCOMPARE(found->layers[1].opType, std::string("MatMul"));
    for (const auto& layer : found->layers) {
        QVERIFY2(layer.skipped.empty(), layer.skipped.c_str());
        QCOMPARE(layer.sources.size(), std::size_t{1});
        QVERIFY(layer.relativeL2 > 0);
    }
    const auto kept = tools::readExamination(session());
    QVERIFY(kept && *kept);
    QCOMPARE(dumpJson((*kept)->toJson()), dumpJson(found->toJson()));
    // Random data is no picture that one could show.
    const auto pictures = tools::samplePictures(session(), {0, 1}, test::keptContext(m_cancel));
    QVERIFY(pictures);
    QCOMPARE(pictures->size(), std::size_t{2});
    QCOMPARE((*pictures)[0].width, std::size_t{0});
    const auto none =
        tools::examineAccuracy({session(), "c99", 8, 4, 2}, test::keptContext(m_cancel));
    QVERIFY(!none);
    QCOMPARE(none.error().code, ErrorCode::NotFound);
    const auto original =
        tools::examineAccuracy({session(), "original", 8, 4, 2}, test::keptContext(m_cancel));
    QVERIFY(original);
    QVERIFY(original->outputs.empty());
    QCOMPARE(original->layers.size(), std::size_t{2}); // what int8 would do
    QCOMPARE(original->notes.size(), std::size_t{1});
}

void AccuracyToolsTest::cancelledLeavesNothing() {
    CancellationToken cancelled;
    cancelled.cancel();
    const auto found =
        tools::examineAccuracy({session(), "", 8, 4, 2}, test::keptContext(cancelled));
    QVERIFY(!found);
    QVERIFY(!fs::exists(session() / "accuracy.json"));
}

void AccuracyToolsTest::layersAreRanked() {
    std::vector<std::string> said;
    const tools::ToolContext context{[&](const Event& event) {
                                         if (const auto* done = std::get_if<WorkDone>(&event))
                                             said.push_back(done->what);
                                     },
                                     m_cancel,
                                     {}};
    const auto found =
        tools::rankLayers(layersRequest(candidates::Precision::Int8Dynamic), context);
    QVERIFY2(found, found ? "" : found.error().text().c_str());
    QVERIFY(!said.empty());
    QCOMPARE(found->layers.size(), std::size_t{2});
    QCOMPARE(found->layers[0].layer, std::string("h"));
    QCOMPARE(found->comparedOn, std::string("4 random samples"));
    for (const auto& layer : found->layers)
        QVERIFY(layer.relativeL2 > 0);
    const Json json = found->toJson();
    QCOMPARE(json["schema"].get<std::string>(), std::string("sensitivity/1"));
    QCOMPARE(json["layers"][1]["layer"].get<std::string>(), std::string("y"));
    QCOMPARE(json["ranking"].size(), std::size_t{2});
    LayersOutcome some = *found;
    some.layers[0].relativeL2 = 0.1;
    some.layers[1].relativeL2 = 0.2;
    QCOMPARE(some.ranking(), (std::vector<std::size_t>{1, 0}));
    some.layers[1].skipped = "cannot be lowered";
    QCOMPARE(some.ranking(), (std::vector<std::size_t>{0}));
}

void AccuracyToolsTest::layersNeedCalibrationAndNumbers() {
    const auto found =
        tools::rankLayers(layersRequest(candidates::Precision::Int8Static), {{}, m_cancel, {}});
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::InvalidArgument);
    QVERIFY(found.error().hint.find("--calibration") != std::string::npos);
    CancellationToken cancelled;
    cancelled.cancel();
    const auto stopped =
        tools::rankLayers(layersRequest(candidates::Precision::Int8Dynamic), {{}, cancelled, {}});
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(AccuracyToolsTest)
#include "tst_accuracy_tools.moc"
