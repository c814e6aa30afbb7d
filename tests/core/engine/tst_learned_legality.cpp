// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Rules learned from refusals: made, kept, consulted, revoked.
#include "engine/adaptation/learned_legality.h"

#include "base/file.h"
#include "support/graph_text.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::engine;
using candidates::LearnedRule;

namespace {

/// A device of which only the name and the runtime matter.
class NamedDevice final : public measurement::Device {
  public:
    std::string runtime = "opencv@4.6.0", sha256 = "aa";

    std::string name() const override { return "board:opencv"; }
    measurement::DeviceKind kind() const override { return measurement::DeviceKind::Local; }
    const measurement::Capabilities& capabilities() const override { return m_capabilities; }
    hardware::Environment environment(const SessionOptions&) override {
        hardware::Environment environment;
        environment.runtime = runtime;
        environment.runtimeSha256 = sha256;
        return environment;
    }
    Executor& executor() override { std::abort(); }
    Result<measurement::Measurement> measure(const measurement::MeasureRequest&) override {
        return fail(ErrorCode::Unsupported, "measures nothing");
    }
    Result<measurement::Comparison> compare(const measurement::CompareRequest&) override {
        return fail(ErrorCode::Unsupported, "compares nothing");
    }
    Result<measurement::OperatorProfile> profileOperators(const measurement::Workload&, int,
                                                          const RunLimits&,
                                                          const CancellationToken&) override {
        return fail(ErrorCode::Unsupported, "profiles nothing");
    }
    Result<std::uint64_t> peakMemory(const measurement::Workload&, const RunLimits&,
                                     const CancellationToken&) override {
        return fail(ErrorCode::Unsupported, "weighs nothing");
    }
    Result<measurement::ColdStart> coldStart(const measurement::Workload&, const RunLimits&,
                                             const CancellationToken&) override {
        return fail(ErrorCode::Unsupported, "starts nothing");
    }

  private:
    measurement::Capabilities m_capabilities;
};

ir::Model clips() {
    return test::modelFromText("model ir=8 ai.onnx=17\n"
                               "input %x: float32[1,4,8,8]\n"
                               "const %lo: float32[] {0}\n"
                               "const %hi: float32[] {6}\n"
                               "%r: float32[1,4,8,8] = Relu(%x)\n"
                               "%y: float32[1,4,8,8] = Clip(%r, %lo, %hi)\n"
                               "output %y: float32[1,4,8,8]\n")
        .value();
}

/// The first sum is of equal shapes, the second one broadcasts.
ir::Model sums() {
    return test::modelFromText("model ir=8 ai.onnx=17\n"
                               "input %x: float32[1,4,8,8]\n"
                               "input %s: float32[1,4,1,1]\n"
                               "%a: float32[1,4,8,8] = Add(%x, %x)\n"
                               "%y: float32[1,4,8,8] = Add(%a, %s)\n"
                               "output %y: float32[1,4,8,8]\n")
        .value();
}

ir::Model plain() {
    return test::modelFromText("model ir=8 ai.onnx=17\n"
                               "input %x: float32[1,4,8,8]\n"
                               "%y: float32[1,4,8,8] = Relu(%x)\n"
                               "output %y: float32[1,4,8,8]\n")
        .value();
}

Error refusal(std::vector<std::string> context) {
    return {ErrorCode::Unsupported, "OpenCV does not take it", "", std::move(context)};
}

candidates::PrecisionPlan int8(ElementType weight, bool perChannel) {
    candidates::PrecisionPlan plan;
    plan.precision = candidates::Precision::Int8Static;
    plan.weight = weight;
    plan.perChannel = perChannel;
    return plan;
}

} // namespace

class TestLearnedLegality : public QObject {
    Q_OBJECT

    std::optional<TemporaryDirectory> m_folder;
    NamedDevice m_device;
    std::vector<std::string> m_remarks;

    experience::LegalityStore store() const {
        return experience::LegalityStore(m_folder->path() / "legality");
    }
    std::shared_ptr<LearnedLegality> open() {
        return LearnedLegality::open(
            m_device,
            [this](const Event& event) {
                if (const auto* remark = std::get_if<Remark>(&event))
                    m_remarks.push_back(remark->code);
            },
            store());
    }
    bool wasSaid(const std::string& code) const {
        return std::find(m_remarks.begin(), m_remarks.end(), code) != m_remarks.end();
    }

  private slots:
    void init() {
        m_folder = TemporaryDirectory::create("learned-legality").value();
        m_device = NamedDevice();
        m_remarks.clear();
    }

    void aMissingOperatorIsForbiddenInEveryForm() {
        const auto legality = open();
        QVERIFY(!legality->refusal(clips()));
        QVERIFY(legality->learn(refusal({"operator: Clip", "node: nobody"}), clips(), {}, clips(),
                                "s1"));
        QVERIFY(wasSaid("rule_learned"));
        const auto refused = legality->refusal(clips());
        QVERIFY(refused);
        QCOMPARE(refused->code, ErrorCode::Unsupported);
        QVERIFY(refused->message.find("Clip is not supported by opencv 4.6.0 on board:opencv: "
                                      "learned on ") != std::string::npos);
        QVERIFY(!legality->refusal(plain()));
        QCOMPARE(legality->refusedOperators(clips()), std::string("Clip"));
        QVERIFY(legality->rules().front().form.empty());
    }

    void aRefusedFormLeavesTheOthers() {
        const auto legality = open();
        const ir::Model model = sums();
        QVERIFY(legality->learn(refusal({"operator: Add", "node: y", "form: sizes differ"}), model,
                                {}, model, "s1"));
        const LearnedRule& rule = legality->rules().front();
        QCOMPARE(rule.form, std::string("Add(f4,f4)"));
        QCOMPARE(rule.reason, std::string("sizes differ"));
        const ir::Graph& graph = *model.graph;
        const auto& order = graph.order();
        QVERIFY(!candidates::forbids(rule, graph, graph.node(order[0])));
        QVERIFY(candidates::forbids(rule, graph, graph.node(order[1])));
    }

    void aFormThatWasTakenBeforeIsToldApartExactly() {
        const auto legality = open();
        const ir::Model model =
            test::modelFromText("model ir=8 ai.onnx=17\n"
                                "input %x: float32[1,4,8,8]\n"
                                "%a: float32[1,4,4,4] = MaxPool(%x) {kernel_shape=[2,2], "
                                "strides=[2,2]}\n"
                                "%y: float32[1,4,1,1] = MaxPool(%a) {kernel_shape=[4,4], "
                                "strides=[4,4]}\n"
                                "output %y: float32[1,4,1,1]\n")
                .value();
        QVERIFY(legality->learn(refusal({"operator: MaxPool", "node: y", "form: too large"}), model,
                                {}, model, "s1"));
        const LearnedRule& rule = legality->rules().front();
        QVERIFY2(rule.form.starts_with("exactly MaxPool("), rule.form.c_str());
        const ir::Graph& graph = *model.graph;
        QVERIFY(!candidates::forbids(rule, graph, graph.node(graph.order()[0])));
        QVERIFY(candidates::forbids(rule, graph, graph.node(graph.order()[1])));
    }

    void whatNothingTellsApartIsNotLearned() {
        const auto legality = open();
        const ir::Model model = test::modelFromText("model ir=8 ai.onnx=17\n"
                                                    "input %x: float32[1,4]\n"
                                                    "%a: float32[1,4] = Relu(%x)\n"
                                                    "%y: float32[1,4] = Relu(%a)\n"
                                                    "output %y: float32[1,4]\n")
                                    .value();
        QVERIFY(!legality->learn(refusal({"operator: Relu", "node: y", "form: odd"}), model, {},
                                 model, "s1"));
        QVERIFY(legality->rules().empty());
    }

    void onlyRefusalsOfOperatorsAreLearned() {
        const auto legality = open();
        QVERIFY(!legality->learn(refusal({"while loading x.onnx"}), clips(), {}, clips(), "s1"));
        Error crash = refusal({"operator: Clip"});
        crash.code = ErrorCode::Crash;
        QVERIFY(!legality->learn(crash, clips(), {}, clips(), "s1"));
        QVERIFY(legality->rules().empty());
    }

    void aLoweringThatBroughtItInIsForbidden() {
        const auto legality = open();
        const auto channel = int8(ElementType::Int8, true), tensor = int8(ElementType::Int8, false);
        const auto other = int8(ElementType::UInt8, false);
        const Error error = refusal({"operator: Clip", "dtype: int8"});
        QVERIFY(legality->learn(error, clips(), channel, plain(), "s1"));
        QVERIFY(legality->refusal(channel));
        QVERIFY(!legality->refusal(tensor));
        QVERIFY(!legality->refusal(candidates::PrecisionPlan{}));
        // Two of them stand for the precision.
        QVERIFY(legality->learn(error, clips(), tensor, plain(), "s1"));
        QVERIFY(legality->refusal(other));
        QVERIFY(legality->refusal(other)->message.find("int8/u8/per_tensor") == 0);
        candidates::PrecisionPlan half;
        half.precision = candidates::Precision::Float16;
        QVERIFY(!legality->refusal(half));
    }

    /// The graph shows what the plan brings: known from then on without building it.
    void aRefusedGraphRefusesItsLowering() {
        const auto legality = open();
        const auto channel = int8(ElementType::Int8, true), tensor = int8(ElementType::Int8, false);
        QVERIFY(legality->learn(refusal({"operator: Clip"}), clips(), channel, plain(), "s1"));
        QVERIFY(!legality->refusal(tensor));
        QVERIFY(legality->refusal(clips(), tensor));
        QVERIFY(legality->refusal(tensor));
        QCOMPARE(store().rules("board:opencv")->size(), 2u);
    }

    void aTypeIsForbiddenForAllOperators() {
        const ir::Model half = test::modelFromText("model ir=8 ai.onnx=17\n"
                                                   "input %x: float16[1,4]\n"
                                                   "%y: float16[1,4] = Relu(%x)\n"
                                                   "output %y: float16[1,4]\n")
                                   .value();
        candidates::PrecisionPlan plan;
        plan.precision = candidates::Precision::Float16;
        const auto legality = open();
        QVERIFY(legality->learn(refusal({"dtype: float16"}), half, plan, plain(), "s1"));
        QVERIFY(legality->refusal(half));
        QVERIFY(legality->refusal(plan));
        QVERIFY(legality->refusal(plan)->message.find("float16 is not supported by opencv") !=
                std::string::npos);
        QVERIFY(!legality->refusal(plain()));
        QCOMPARE(legality->refusedOperators(half), std::string("float16"));
    }

    void anOperatorOfTheOriginalIsNoLoweringsFault() {
        const auto legality = open();
        QVERIFY(legality->learn(refusal({"operator: Clip"}), clips(), int8(ElementType::Int8, true),
                                clips(), "s1"));
        QVERIFY(legality->rules().front().precision.empty());
        QVERIFY(!legality->refusal(int8(ElementType::Int8, true)));
    }

    void rulesOutliveTheSession() {
        QVERIFY(open()->learn(refusal({"operator: Clip"}), clips(), {}, clips(), "s1"));
        QVERIFY(open()->learn(refusal({"operator: Clip"}), clips(), {}, clips(), "s2"));
        QVERIFY(std::filesystem::exists(m_folder->path() / "legality" / "board-opencv.jsonl"));
        const auto rules = store().rules("board:opencv");
        QVERIFY(rules);
        QCOMPARE(rules->size(), 1u);
        QCOMPARE(rules->front().count, 2);
        QCOMPARE(rules->front().session, std::string("s1"));
        QVERIFY(open()->refusal(clips()));
        QVERIFY(store().rules("another")->empty());
    }

    void anotherRuntimeRevokesThem_data() {
        QTest::addColumn<QString>("runtime");
        QTest::addColumn<QString>("sha256");
        QTest::addColumn<bool>("kept");
        QTest::newRow("the same") << "opencv@4.6.0"
                                  << "aa" << true;
        QTest::newRow("another version") << "opencv@4.7.0"
                                         << "aa" << false;
        QTest::newRow("another file") << "opencv@4.6.0"
                                      << "bb" << false;
    }

    void anotherRuntimeRevokesThem() {
        QFETCH(QString, runtime);
        QFETCH(QString, sha256);
        QFETCH(bool, kept);
        QVERIFY(open()->learn(refusal({"operator: Clip"}), clips(), {}, clips(), "s1"));
        m_device.runtime = runtime.toStdString();
        m_device.sha256 = sha256.toStdString();
        QCOMPARE(open()->refusal(clips()).has_value(), kept);
        QCOMPARE(store().rules("board:opencv")->empty(), !kept);
        QCOMPARE(wasSaid("rule_revoked"), !kept);
    }

    void aRunThatWorksRevokesThem() {
        const auto legality = open();
        QVERIFY(legality->learn(refusal({"operator: Clip"}), clips(), {}, clips(), "s1"));
        legality->confirm(plain(), {});
        QVERIFY(legality->refusal(clips()));
        legality->confirm(clips(), {});
        QVERIFY(!legality->refusal(clips()));
        QVERIFY(wasSaid("rule_revoked"));
        QVERIFY(store().rules("board:opencv")->empty());
    }

    void damagedLinesAreLeftOut() {
        QVERIFY(open()->learn(refusal({"operator: Clip"}), clips(), {}, clips(), "s1"));
        const auto file = store().fileOf("board:opencv");
        const auto text = readTextFile(file);
        QVERIFY(text &&
                writeFileAtomically(file, "no json\n{\"schema\":\"legality/1\"}\n" + *text));
        QCOMPARE(store().rules("board:opencv")->size(), 1u);
    }
};

QTEST_GUILESS_MAIN(TestLearnedLegality)
#include "tst_learned_legality.moc"
