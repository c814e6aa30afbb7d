// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Features, lifetimes and diagnosis of small graphs whose numbers are counted by hand.
#include "features/diagnosis.h"
#include "features/lifetimes.h"
#include "features/model_features.h"
#include "support/graph_text.h"

#include <QtTest/QTest>

#include <fmt/format.h>

using namespace metainfer;
using namespace metainfer::features;

namespace {

/// Two branches of different length, joined; a transpose, a cast, a dead-simple subgraph.
constexpr const char* kBranches = R"(model ir=8 ai.onnx=17
input %x: float32[1,4,8,8]
const %w: float32[4,4,1,1] fill 1
%a: float32[1,4,8,8] = Conv(%x, %w) {kernel_shape=[1,1]}
%b: float32[1,4,8,8] = Relu(%a)
%c: float32[1,4,8,8] = Exp(%b)
%d: float32[1,4,8,8] = Neg(%a)
%e: float32[1,8,8,8] = Concat(%c, %d) {axis=1}
%f: float32[1,8,8,8] = Transpose(%e) {perm=[0,1,3,2]}
%y: float16[1,8,8,8] = Cast(%f) {to=10}
output %y: float16[1,8,8,8]
)";

hardware::Profile accelerator() {
    hardware::Profile profile;
    profile.name = "test-npu";
    profile.type = hardware::DeviceType::Npu;
    profile.compute.supportedDtypes = {ElementType::Float, ElementType::Float16};
    profile.compute.peakGflops[ElementType::Float] = 100;
    profile.compute.peakGflops[ElementType::Float16] = 200;
    hardware::MemoryLevel memory;
    memory.level = "global";
    memory.sizeBytes = 1024;
    memory.bandwidthGbps = 10;
    profile.memory.hierarchy = {memory};
    profile.ops.fast = {"conv2d", "relu"};
    profile.ops.slow = {"concat"};
    profile.ops.unsupported = {"transpose"};
    profile.scheduling.launchOverheadUs = 2;
    profile.scheduling.dynamicShape = false;
    return profile;
}

bool has(const Diagnosis& diagnosis, std::string_view code, std::string_view part) {
    for (const Remark& remark : diagnosis.remarks)
        if (remark.code == code && remark.text.find(part) != std::string::npos)
            return true;
    return false;
}

} // namespace

class TestFeatures : public QObject {
    Q_OBJECT

  private slots:
    void countsAndStructure() {
        const auto model = test::modelFromText(kBranches);
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        const ModelFeatures found = modelFeatures(*model);
        QCOMPARE(found.nodeCount, 7u);
        QCOMPARE(found.subgraphNodes, 0u);
        QCOMPARE(found.operators.at("Conv"), 1u);
        QCOMPARE(found.families.at("math"), 2u);
        const double elements = 4 * 64;
        // Conv 4 MACs an output, three unary operators, and the Cast of the joined tensor.
        QCOMPARE(found.macs, elements * 4);
        QCOMPARE(found.flops, elements * (8 + 3) + 2 * elements);
        QCOMPARE(found.parameters, 16u);
        QCOMPARE(found.parameterBytes, 64u);
        QCOMPARE(found.depth, 6u);
        QCOMPARE(found.width, 2u);
        QCOMPARE(found.branches, 1u);
        QCOMPARE(found.criticalFlops, elements * (8 + 2) + 2 * elements);
        QCOMPARE(found.layoutTransitions, 1u);
        QCOMPARE(found.precisionTransitions, 1u);
        QCOMPARE(found.dynamicInputDims, 0u);
        QCOMPARE(found.unknownWork, 0u);
        QVERIFY(found.parallelism() > 1);
    }

    void vectorHasFixedLengthAndNames() {
        const auto model = test::modelFromText(kBranches);
        const auto vector = modelFeatures(*model).vector();
        QCOMPARE(vector.size(), featureNames().size());
        for (const double value : vector)
            QVERIFY(std::isfinite(value));
        const auto at = [&](std::string_view name) {
            const auto& names = featureNames();
            return vector[static_cast<std::size_t>(std::find(names.begin(), names.end(), name) -
                                                   names.begin())];
        };
        QCOMPARE(at("nodes_concat"), 1.0 / 7);
        QCOMPARE(at("layout_transition_share"), 1.0 / 7);
        const auto empty = test::modelFromText("model ir=8 ai.onnx=17\n");
        for (const double value : modelFeatures(*empty).vector())
            QVERIFY(std::isfinite(value));
    }

    void dynamicDimensionsAndSubgraphs() {
        const auto model = test::modelFromText(R"(model ir=8 ai.onnx=17
input %c: bool[]
input %x: float32[N,3]
%y: float32[N,3] = If(%c) {else_branch=graph, then_branch=graph}
  else_branch:
      %e: float32[N,3] = Neg(%x)
      output %e: float32[N,3]
  then_branch:
      %t: float32[N,3] = Relu(%x)
      output %t: float32[N,3]
output %y: float32[N,3]
)");
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        const ModelFeatures found = modelFeatures(*model);
        QCOMPARE(found.nodeCount, 1u);
        QCOMPARE(found.subgraphCount, 2u);
        QCOMPARE(found.subgraphNodes, 2u);
        QCOMPARE(found.dynamicSymbols, std::vector<std::string>{"N"});
        QCOMPARE(found.dynamicInputDims, 1u);
        QCOMPARE(found.unknownWork, 2u);
        QVERIFY(found.nodes[1].site.find(':') != std::string::npos);
    }

    void unknownWorkIsExplainedByWhatItIs() {
        const auto explained = [](const char* dim) {
            const auto model =
                test::modelFromText(fmt::format("model ir=8 ai.onnx=17\n"
                                                "input %x: float32[{},3]\n"
                                                "%y: float32[{},3] = Frobnicate(%x)\n"
                                                "output %y: float32[{},3]\n",
                                                dim, dim, dim));
            const auto profile = hardware::Profile{};
            return diagnose(*model, modelFeatures(*model, &profile), &profile, {});
        };
        const Diagnosis fixed = explained("1");
        QVERIFY(has(fixed, "unknown_work",
                    "the work of 1 node is not known: nothing is known "
                    "about Frobnicate."));
        QVERIFY(!has(fixed, "unknown_work", "dynamic"));
        QVERIFY(has(explained("N"), "unknown_work",
                    "dynamic dimensions: give their sizes with --dim N=N"));
        // A profile was given, though it says nothing about times.
        const auto basis = fixed.json["cost"]["basis"].get<std::string>();
        QVERIFY2(basis.find("no hardware profile") == basis.npos, basis.c_str());
    }

    void lifetimesAndPeak() {
        const auto model = test::modelFromText(kBranches);
        const Lifetimes found = tensorLifetimes(*model->graph);
        const std::uint64_t one = 4 * 64 * 4;
        QCOMPARE(found.tensors.size(), 8u);
        // At the Concat c and d are read while e (twice as large) is written: 4; at the Transpose e
        // and f live: 4 as well. The first is reported.
        QCOMPARE(found.peakBytes, 4 * one);
        QCOMPARE(found.peakNode, std::string("e"));
        QCOMPARE(found.tensors[found.atPeak.front()].name, std::string("e"));
        QCOMPARE(found.unknown, 0u);
    }

    void theScheduleDecidesThePeak() {
        // Two chains that shrink: one after the other needs less than both at once.
        const auto model = test::modelFromText(R"(model ir=8 ai.onnx=17
input %x: float32[1]
const %s: int64[1] {100}
%a: float32[100] = Expand(%x, %s)
%b: float32[100] = Expand(%x, %s)
%c: float32[1] = ReduceSum(%a)
%d: float32[1] = ReduceSum(%b)
%y: float32[1] = Add(%c, %d)
output %y: float32[1]
)");
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        const auto& order = model->graph->order();
        const std::vector<ir::NodeId> depthFirst = {order[0], order[2], order[1], order[3],
                                                    order[4]};
        QCOMPARE(tensorLifetimes(*model->graph).peakBytes, 804u);
        QCOMPARE(tensorLifetimes(*model->graph, depthFirst).peakBytes, 408u);
    }

    void viewsShareTheirBuffer() {
        const auto model = test::modelFromText(R"(model ir=8 ai.onnx=17
input %x: float32[2,3]
const %s: int64[1] {6}
%a: float32[2,3] = Relu(%x)
%b: float32[6] = Reshape(%a, %s)
%y: float32[6] = Neg(%b)
output %y: float32[6]
)");
        const Lifetimes found = tensorLifetimes(*model->graph);
        QCOMPARE(found.tensors.size(), 3u);
        QCOMPARE(found.peakBytes, 48u);
        QCOMPARE(found.tensors[1].last, 2u);
    }

    void supportBoundsAndEstimates() {
        const auto model = test::modelFromText(kBranches);
        const auto target = accelerator();
        const ModelFeatures found = modelFeatures(*model, &target);
        const auto support = [&](std::string_view op) {
            for (const NodeFeatures& node : found.nodes)
                if (node.opType == op)
                    return node.support;
            return Support::NotSaid;
        };
        QCOMPARE(support("Conv"), Support::Native);
        QCOMPARE(support("Concat"), Support::Slow);
        QCOMPARE(support("Transpose"), Support::Unsupported);
        QCOMPARE(support("Exp"), Support::NotSaid);
        // Concat: 2 x 2 KiB at 10 GB/s = 0.4096 us, below the launch overhead of 2 us.
        for (const NodeFeatures& node : found.nodes)
            if (node.opType == "Concat") {
                QCOMPARE(*node.estimatedUs, 2 + 4096 / 10e3);
                QVERIFY(node.bound == hardware::Bound::Launch);
            }
    }

    void diagnosisNamesWhatMatters() {
        const auto model = test::modelFromText(kBranches);
        const auto target = accelerator();
        const ModelFeatures found = modelFeatures(*model, &target);
        const std::vector<RuleAt> rules = {
            {"fold_bn", "a", {"a"}, "", Interval::exact(1), ""},
            {"concat_folding", "e", {"e"}, "", std::nullopt, "another axis"}};
        const Diagnosis diagnosis = diagnose(*model, found, &target, rules);
        QCOMPARE(diagnosis.json["schema"].get<std::string>(), std::string("diagnosis/1"));
        QVERIFY(has(diagnosis, "unsupported", "Transpose"));
        QVERIFY(has(diagnosis, "slow_operator", "Concat"));
        QVERIFY(has(diagnosis, "hot_without_rule", "concat takes"));
        QVERIFY(has(diagnosis, "hot_without_rule", "concat_folding: another axis"));
        QVERIFY(!has(diagnosis, "hot_without_rule", "conv2d"));
        QVERIFY(has(diagnosis, "launch_bound", "launch overhead"));
        QVERIFY(has(diagnosis, "memory", "test-npu has"));
        QCOMPARE(diagnosis.remarks.front().severity, std::string("error"));
        double shares = 0;
        for (const Json& family : diagnosis.json["families"])
            shares += family["share"].get<double>();
        QVERIFY(std::abs(shares - 1) < 1e-9);
        QCOMPARE(diagnosis.json["rules"][0]["applies"].get<int>(), 1);
        QCOMPARE(diagnosis.json["peak_memory"]["tensors"][0]["tensor"].get<std::string>(),
                 std::string("e"));
    }

    void givenTimesWin() {
        const auto model = test::modelFromText(kBranches);
        DiagnosisOptions options;
        options.microseconds = {{"c", 90}, {"a", 10}};
        options.source = NumberSource::Measured;
        const Diagnosis diagnosis = diagnose(*model, modelFeatures(*model), nullptr, {}, options);
        QCOMPARE(diagnosis.json["hot_spots"][0]["site"].get<std::string>(), std::string("c"));
        QCOMPARE(diagnosis.json["hot_spots"][0]["share"].get<double>(), 0.9);
        QVERIFY(diagnosis.json["cost"]["basis"].get<std::string>().find("measured") !=
                std::string::npos);
    }

    /// Where sizes stop being known, and what would settle them.
    void unknownWorkSaysWhereItBeginsAndWhatToDo() {
        const auto content = test::modelFromText(R"(model ir=8 ai.onnx=17
input %x: float32[1,4]
%w: int64[2,?] = NonZero(%x)
%c: float32[2,?] = Cast(%w) {to=1}
%n: float32[2,?] = Neg(%c)
output %n: float32[2,?]
)");
        const Diagnosis data = diagnose(*content, modelFeatures(*content), nullptr, {});
        QVERIFY(has(data, "unknown_work", "dimension 1 of \"w\" (NonZero) depends on the content"));
        QVERIFY(!has(data, "unknown_work", "\"n\""));
        QVERIFY(!has(data, "unknown_work", "--dim"));

        const auto open = test::modelFromText(R"(model ir=8 ai.onnx=17
input %x: float32[batch,4,time]
%y: float32[batch,4,time] = Neg(%x)
%s: int64[3] = Shape(%x)
%o: float32[?,?,?] = ConstantOfShape(%s)
output %y: float32[batch,4,time]
output %o: float32[?,?,?]
)");
        const Diagnosis sizes = diagnose(*open, modelFeatures(*open), nullptr, {});
        QVERIFY(has(sizes, "unknown_work", "--dim batch=N --dim time=N"));
        QVERIFY(!has(sizes, "unknown_work", "content"));
    }

    void withoutAProfileSharesAreOfWork() {
        const auto model = test::modelFromText(kBranches);
        const Diagnosis diagnosis = diagnose(*model, modelFeatures(*model), nullptr, {});
        QVERIFY(diagnosis.json["cost"]["basis"].get<std::string>().starts_with("FLOPs"));
        QCOMPARE(diagnosis.json["hot_spots"][0]["op"].get<std::string>(), std::string("Conv"));
    }
};

QTEST_GUILESS_MAIN(TestFeatures)
#include "tst_features.moc"
