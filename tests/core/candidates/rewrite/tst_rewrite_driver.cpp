// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The rewrite driver: sites, errors, bounds, cancelling, statistics, provenance, intents; and the
// names that deployment files use.
#include "candidates/rewrite/driver.h"
#include "candidates/rewrite/registry.h"
#include "ir/verifier.h"
#include "support/graph_text.h"

#include <QtTest/QTest>

#include <algorithm>
#include <set>

using namespace metainfer;
using namespace metainfer::candidates;

namespace {

constexpr const char* kTwoCopies = R"(model ir=8 ai.onnx=17
input %x: float32[2]
%a: float32[2] = Relu(%x)  # relu
%b: float32[2] = Identity(%a)  # first
%c: float32[2] = Exp(%b)
%d: float32[2] = Identity(%c)  # second
%y: float32[2] = Neg(%d)
output %y: float32[2]
)";

RewriteContext contextOf(const ir::Model& model) {
    return {.model = model, .cancel = {}, .shapeBindings = {}};
}

ir::Model parsed(const char* text) {
    auto model = test::modelFromText(text);
    if (!model)
        qFatal("%s", model.error().text().c_str());
    return std::move(*model);
}

/// 3 microseconds for every node.
class FlatEstimator : public Estimator {
  public:
    std::optional<Interval> nodeMicroseconds(const ir::Graph&, const ir::Node&) const override {
        return Interval{3, 2, 4};
    }
    Interval modelMicroseconds(const ir::Model& model) const override {
        return Interval::exact(3 * static_cast<double>(model.graph->nodeCount()));
    }
};

} // namespace

class TestRewriteDriver : public QObject {
    Q_OBJECT

  private slots:
    void namesAreUniqueAndStable() {
        std::set<std::string> seen;
        for (const auto& rule : rewriteRules()) {
            const std::string name(rule->name());
            QVERIFY2(seen.insert(name).second, name.c_str());
            QVERIFY2(std::all_of(name.begin(), name.end(),
                                 [](char c) {
                                     return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                                            c == '_';
                                 }),
                     name.c_str());
            QVERIFY(rule->summary().ends_with('.'));
            QVERIFY(!rule->family().empty());
        }
        QVERIFY(seen.size() >= 25);
    }

    void unknownRulesAreSuggested() {
        ir::Model model = parsed(kTwoCopies);
        const auto step = applyStep(model, {"fold_nb", {"*"}}, contextOf(model));
        QVERIFY(!step);
        QCOMPARE(step.error().code, ErrorCode::NotFound);
        QVERIFY2(step.error().hint.find("fold_bn") != std::string::npos, step.error().hint.c_str());
    }

    void oneSiteOnly() {
        ir::Model model = parsed(kTwoCopies);
        const auto step = applyStep(model, {"eliminate_identity", {"d"}}, contextOf(model));
        QVERIFY2(step, step ? "" : step.error().text().c_str());
        QCOMPARE(step->sites.size(), 1u);
        QCOMPARE(step->sites.front().site, std::string("d"));
        QVERIFY(model.graph->find("b").isValid());
        QVERIFY(!model.graph->find("d").isValid());
    }

    void unknownSitesAreSuggested() {
        ir::Model model = parsed(kTwoCopies);
        const auto step = applyStep(model, {"eliminate_identity", {"bb"}}, contextOf(model));
        QVERIFY(!step);
        QCOMPARE(step.error().code, ErrorCode::NotFound);
        QVERIFY2(step.error().hint.find('b') != std::string::npos, step.error().hint.c_str());
        const auto other = applyStep(model, {"eliminate_identity", {"a"}}, contextOf(model));
        QVERIFY(!other);
        QCOMPARE(other.error().code, ErrorCode::Unsupported);
        QVERIFY(other.error().text().find("does not look like its pattern") != std::string::npos);
    }

    void sitesInsideSubgraphs() {
        ir::Model model = parsed(R"(model ir=8 ai.onnx=17
input %c: bool[]
input %x: float32[2]
%y: float32[2] = If(%c) {else_branch=graph, then_branch=graph}  # choose
  else_branch:
      %t: float32[2] = Identity(%x)
      %e: float32[2] = Neg(%t)
      output %e: float32[2]
  then_branch:
      %s: float32[2] = Identity(%x)
      %u: float32[2] = Relu(%s)
      output %u: float32[2]
output %y: float32[2]
)");
        const auto matches = listMatches(contextOf(model));
        QVERIFY(matches);
        std::vector<std::string> sites;
        for (const OfferedMatch& match : *matches)
            if (match.rule == "eliminate_identity" && match.applies())
                sites.push_back(match.site);
        QCOMPARE(sites.size(), 2u);
        QVERIFY(sites[0].find(':') != std::string::npos);
        const auto step = applyStep(model, {"eliminate_identity", {sites[1]}}, contextOf(model));
        QVERIFY2(step, step ? "" : step.error().text().c_str());
        QVERIFY(ir::verify(model));
        QVERIFY(!applyStep(model, {"eliminate_identity", {sites[1]}}, contextOf(model)));
        QVERIFY(applyStep(model, {"eliminate_identity", {sites[0]}}, contextOf(model)));
    }

    void statisticsAndGains() {
        ir::Model model = parsed(kTwoCopies);
        const FlatEstimator estimator;
        RewriteContext context = contextOf(model);
        context.estimator = &estimator;
        const std::vector<std::string> rules = {"eliminate_identity"};
        const auto matches = listMatches(context, rules);
        QVERIFY(matches);
        QCOMPARE(matches->size(), 2u);
        QCOMPARE(matches->front().gainUs->value, 3.0);
        QCOMPARE(matches->front().gainUs->high, 4.0);
        const auto steps = applyToFixpoint(model, rules, context);
        QVERIFY(steps);
        const auto sums = ruleStatistics(*steps);
        QCOMPARE(sums.at("eliminate_identity").fired, 2u);
        QCOMPARE(sums.at("eliminate_identity").offered, 2u);
        QVERIFY(sums.at("eliminate_identity").examined >= 5);
        const Json json = steps->front().toJson();
        QCOMPARE(json["sites"].size(), 2u);
    }

    void cancelling() {
        ir::Model model = parsed(kTwoCopies);
        RewriteContext context = contextOf(model);
        context.cancel.cancel();
        const auto step = applyStep(model, {"eliminate_identity", {"*"}}, context);
        QVERIFY(!step);
        QCOMPARE(step.error().code, ErrorCode::Cancelled);
        QVERIFY(!listMatches(context));
    }

    void originsAndIntentsTravel() {
        ir::Model model = parsed(R"(model ir=8 ai.onnx=17
input %x: float32[1,1,2,2]
const %w: float32[2,1,1,1] {1, 2}
const %p: float32[2] {1, 1}
%c: float32[1,2,2,2] = Conv(%x, %w) {kernel_shape=[1,1]}  # conv
%y: float32[1,2,2,2] = BatchNormalization(%c, %p, %p, %p, %p)  # bn
output %y: float32[1,2,2,2]
)");
        model.graph->node(model.graph->order()[1]).intent =
            ir::Intent{ir::IntentKind::MemoryConstrained, "NHWC", {}};
        QVERIFY(applyStep(model, {"fold_bn", {"*"}}, contextOf(model)));
        QCOMPARE(model.graph->nodeCount(), 1u);
        const ir::Node& folded = model.graph->node(model.graph->order().front());
        QCOMPARE(folded.origins, (std::vector{ir::SourceId(0), ir::SourceId(1)}));
        QVERIFY(folded.intent.has_value());
        QCOMPARE(folded.intent->layout, std::string("NHWC"));
        QCOMPARE(folded.name, std::string("conv"));
    }

    void differentIntentsAreNotFused() {
        ir::Model model = parsed(R"(model ir=8 ai.onnx=17
input %x: float32[3,2]
const %w: float32[2,2] {1, 2, 3, 4}
const %v: float32[2,2] {5, 6, 7, 8}
%c: float32[3,2] = MatMul(%x, %w)
%d: float32[3,2] = MatMul(%x, %v)
output %c: float32[3,2]
output %d: float32[3,2]
)");
        model.graph->node(model.graph->order()[1]).intent =
            ir::Intent{ir::IntentKind::LatencyCritical, "", {}};
        const std::vector<std::string> rules = {"horizontal_matmul"};
        const auto matches = listMatches(contextOf(model), rules);
        QVERIFY(matches);
        QCOMPARE(matches->size(), 1u);
        QVERIFY(matches->front().declined.find("intents") != std::string::npos);
    }

    void theTargetDecidesToo() {
        ir::Model model = parsed(R"(model ir=8 ai.onnx=17
input %x: float32[3,2]
const %w: float32[2,2] {1, 2, 3, 4}
const %v: float32[2,2] {5, 6, 7, 8}
%c: float32[3,2] = MatMul(%x, %w)
%d: float32[3,2] = MatMul(%x, %v)
output %c: float32[3,2]
output %d: float32[3,2]
)");
        hardware::Profile target;
        target.name = "npu-without-split";
        target.ops.unsupported = {"split"};
        RewriteContext context = contextOf(model);
        context.target = &target;
        const std::vector<std::string> rules = {"horizontal_matmul"};
        const auto matches = listMatches(context, rules);
        QVERIFY(matches);
        QCOMPARE(matches->size(), 1u);
        QVERIFY(matches->front().declined.find("npu-without-split") != std::string::npos);
        QVERIFY(listMatches(contextOf(model), rules)->front().applies());
    }

    void unusedConstantsGoWithDeadCode() {
        ir::Model model = parsed("model ir=8 ai.onnx=17\ninput %x: float32[2]\n"
                                 "const %w: float32[2] {1, 2}\n"
                                 "%y: float32[2] = Neg(%x)\noutput %y: float32[2]\n");
        QVERIFY(applyStep(model, {"dead_code", {"*"}}, contextOf(model)));
        QVERIFY(!model.graph->find("w").isValid());
        QVERIFY(applyStep(model, {"dead_code", {"*"}}, contextOf(model))->sites.empty());
    }

    void sharedLargeWeightsAreNotCopied() {
        ir::Model model = parsed(R"(model ir=8 ai.onnx=17
input %x: float32[1,600,2,2]
const %w: float32[600,600,1,1] fill 0.5
const %p: float32[600] fill 1
%c: float32[1,600,2,2] = Conv(%x, %w) {kernel_shape=[1,1]}
%n: float32[1,600,2,2] = BatchNormalization(%c, %p, %p, %p, %p)
%y: float32[1,600,2,2] = Conv(%n, %w) {kernel_shape=[1,1]}
output %y: float32[1,600,2,2]
)");
        const std::vector<std::string> rules = {"fold_bn"};
        const auto matches = listMatches(contextOf(model), rules);
        QVERIFY(matches);
        QVERIFY(!matches->empty());
        QVERIFY2(matches->front().declined.find("shared") != std::string::npos,
                 matches->front().declined.c_str());
    }

    void bindingsOfUnknownSymbols() {
        ir::Model model = parsed("model ir=8 ai.onnx=17\ninput %x: float32[batch,2]\n"
                                 "%y: float32[batch,2] = Neg(%x)\noutput %y: float32[batch,2]\n");
        Variant variant;
        variant.shapeBindings = {{"btach", 1}};
        auto steps = applyRewrites(model, variant, contextOf(model));
        QVERIFY(!steps);
        QVERIFY2(steps.error().hint.find("batch") != std::string::npos, steps.error().hint.c_str());
        variant.shapeBindings = {{"batch", 0}};
        QVERIFY(!applyRewrites(model, variant, contextOf(model)));
        variant.shapeBindings = {{"batch", 4}};
        steps = applyRewrites(model, variant, contextOf(model));
        QVERIFY2(steps, steps ? "" : steps.error().text().c_str());
        QCOMPARE(model.graph->tensorType(model.graph->find("y")).text(),
                 std::string("float32[4,2]"));
        QVERIFY(symbolicDimensions(model).empty());
    }

    void transformsOfDeploymentFiles() {
        const std::vector<std::string> listed = {"fold_bn", "channel_align", "group_split",
                                                 "concat_fold", "quant_binding"};
        const auto resolved = resolveTransforms(listed);
        QVERIFY(resolved);
        QVERIFY(resolved->precisionPlans);
        QCOMPARE(resolved->notInCatalogue,
                 (std::vector<std::string>{"channel_align", "group_split"}));
        const auto has = [&](const char* rule) {
            return std::find(resolved->rules.begin(), resolved->rules.end(), rule) !=
                   resolved->rules.end();
        };
        QVERIFY(has("fold_bn"));
        QVERIFY(has("fold_mul_add"));
        QVERIFY(has("concat_folding"));
        QVERIFY(!has("horizontal_matmul"));
        const auto wrong = resolveTransforms(std::vector<std::string>{"concat_fald"});
        QVERIFY(!wrong);
        QVERIFY(wrong.error().hint.find("concat_fold") != std::string::npos);
        const auto all = resolveTransforms({});
        QVERIFY(all);
        QCOMPARE(all->rules, rewriteRuleNames());
        for (const RuleAlias& alias : ruleAliases())
            for (const std::string_view rule : alias.rules)
                QVERIFY2(findRewriteRule(rule), rule.data());
    }
};

QTEST_GUILESS_MAIN(TestRewriteDriver)
#include "tst_rewrite_driver.moc"
