// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Building and changing graphs, captures of subgraphs included; each change leaves a graph that the
// verifier accepts.
#include "ir/graph.h"
#include "ir/verifier.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::ir;

namespace {

ValueType floats(std::vector<std::int64_t> dims) {
    Shape shape;
    for (const std::int64_t dim : dims)
        shape.push_back(Dim::known(dim));
    return ValueType::ofTensor(ElementType::Float, shape);
}

NodeId addOp(Graph& graph, std::string type, std::vector<ValueId> inputs,
             std::vector<ValueId> outputs, std::vector<Attribute> attributes = {}) {
    Node node;
    node.opType = std::move(type);
    node.inputs = std::move(inputs);
    node.outputs = std::move(outputs);
    node.attributes = std::move(attributes);
    node.origins = {SourceId(3), SourceId(1), SourceId(3)};
    return graph.addNode(std::move(node));
}

/// x -> Relu -> a -> Exp -> y
struct Chain {
    Model model;
    ValueId x, a, y;
    NodeId relu, exp;

    Chain() {
        Graph& graph = *model.graph;
        model.setOpset("", 13);
        x = graph.addInput("x", floats({2}));
        a = graph.addValue("a", floats({2}));
        y = graph.addValue("y", floats({2}));
        relu = addOp(graph, "Relu", {x}, {a});
        exp = addOp(graph, "Exp", {a}, {y});
        graph.setOutputs({y});
    }
    Graph& graph() { return *model.graph; }
};

/// cond, x -> Relu -> a; If(cond) {then: Exp(a) | else: If {Neg(a) | a2 = Abs(a)}} -> y
struct Nested {
    Model model;
    ValueId cond, x, a, y;
    NodeId relu, outerIf;
    std::shared_ptr<Graph> thenBranch, elseBranch, inner;

    static std::shared_ptr<Graph> branch(const std::string& op, ValueId outer,
                                         const std::string& name, const std::string& result) {
        auto graph = std::make_shared<Graph>();
        const ValueId read = graph->addCapture(outer, name, {});
        const ValueId made = graph->addValue(result, floats({2}));
        addOp(*graph, op, {read}, {made});
        graph->setOutputs({made});
        return graph;
    }

    static Attribute graphAttribute(const std::string& name, std::shared_ptr<Graph> graph) {
        Attribute attribute;
        attribute.name = name;
        attribute.kind = Attribute::Kind::Graph;
        attribute.graphs = {std::move(graph)};
        return attribute;
    }

    Nested() {
        Graph& graph = *model.graph;
        model.setOpset("", 13);
        cond = graph.addInput("cond", ValueType::ofTensor(ElementType::Bool, Shape{}));
        x = graph.addInput("x", floats({2}));
        a = graph.addValue("a", floats({2}));
        relu = addOp(graph, "Relu", {x}, {a});
        thenBranch = branch("Exp", a, "a", "t");
        elseBranch = std::make_shared<Graph>();
        const ValueId condInside = elseBranch->addCapture(cond, "cond", {});
        const ValueId aInside = elseBranch->addCapture(a, "a", {});
        inner = branch("Neg", aInside, "a", "n");
        const ValueId e = elseBranch->addValue("e", floats({2}));
        addOp(*elseBranch, "If", {condInside}, {e},
              {graphAttribute("then_branch", inner),
               graphAttribute("else_branch", branch("Abs", aInside, "a", "b"))});
        elseBranch->setOutputs({e});
        y = graph.addValue("y", floats({2}));
        outerIf = addOp(
            graph, "If", {cond}, {y},
            {graphAttribute("then_branch", thenBranch), graphAttribute("else_branch", elseBranch)});
        graph.setOutputs({y});
    }
};

} // namespace

#define VERIFY_GRAPH(model)                                                                        \
    do {                                                                                           \
        const auto verified = verify(model);                                                       \
        QVERIFY2(verified, verified ? "" : verified.error().text().c_str());                       \
    } while (false)

class TestIrGraph : public QObject {
    Q_OBJECT

  private slots:
    void buildingKeepsUsesAndProducers() {
        Chain chain;
        VERIFY_GRAPH(chain.model);
        Graph& graph = chain.graph();
        QCOMPARE(graph.producer(chain.a)->opType, "Relu");
        QCOMPARE(graph.producer(chain.x), nullptr);
        QCOMPARE(graph.soleConsumer(chain.a)->opType, "Exp");
        QCOMPARE(graph.soleConsumer(chain.y), nullptr);
        QCOMPARE(graph.find("a"), chain.a);
        QVERIFY(!graph.find("nothing"));
        QCOMPARE(graph.node(chain.relu).origins, (std::vector{SourceId(1), SourceId(3)}));
    }

    void replacingAnOutputKeepsItsName() {
        Chain chain;
        Graph& graph = chain.graph();
        const ValueId z = graph.addValue("z", floats({2}));
        addOp(graph, "Sqrt", {chain.a}, {z});
        graph.replaceAllUses(chain.y, z);
        VERIFY_GRAPH(chain.model);
        QCOMPARE(graph.outputs(), std::vector{z});
        QCOMPARE(graph.value(z).name, "y");
        QVERIFY(graph.value(chain.y).name != "y");
        graph.removeNode(chain.exp);
        VERIFY_GRAPH(chain.model);
        QCOMPARE(graph.nodeCount(), 2u);
        QVERIFY(!graph.contains(chain.y));
    }

    void replacingAnOutputByAnInputPutsAnIdentityBetween() {
        Chain chain;
        Graph& graph = chain.graph();
        graph.replaceAllUses(chain.y, chain.x);
        VERIFY_GRAPH(chain.model);
        QCOMPARE(graph.outputs().size(), 1u);
        const ValueId output = graph.outputs().front();
        QCOMPARE(graph.value(output).name, "y");
        QCOMPARE(graph.producer(output)->opType, "Identity");
        QCOMPARE(graph.producer(output)->inputs, std::vector{chain.x});
        QCOMPARE(graph.producer(output)->origins, graph.node(chain.exp).origins);
        QCOMPARE(graph.removeDead(), 2u);
        VERIFY_GRAPH(chain.model);
        QCOMPARE(graph.nodeCount(), 1u);
    }

    void orderFollowsInsertionAmongEquals() {
        Chain chain;
        Graph& graph = chain.graph();
        const ValueId early = graph.addValue("early", floats({2}));
        const NodeId late = addOp(graph, "Neg", {chain.x}, {early});
        graph.setInput(chain.exp, 0, early);
        VERIFY_GRAPH(chain.model);
        QCOMPARE(graph.order(), (std::vector{chain.relu, late, chain.exp}));
        QCOMPARE(graph.removeDead(), 1u);
        QCOMPARE(graph.order(), (std::vector{late, chain.exp}));
    }

    void cyclesAreFound() {
        Chain chain;
        chain.graph().setInput(chain.relu, 0, chain.y);
        QVERIFY(!chain.graph().isAcyclic());
        QCOMPARE(chain.graph().order().size(), 2u);
        const auto verified = verify(chain.model);
        QVERIFY(!verified);
        QVERIFY(verified.error().message.find("depends on its own result") != std::string::npos);
    }

    void optionalInputsAreSkipped() {
        Chain chain;
        Graph& graph = chain.graph();
        const ValueId z = graph.addValue("z");
        const NodeId clip = addOp(graph, "Clip", {chain.a, ValueId{}}, {z});
        graph.setInput(clip, 2, graph.addConstant("max", TensorData::scalar(6)));
        VERIFY_GRAPH(chain.model);
        QCOMPARE(graph.node(clip).inputs.size(), 3u);
        graph.setInputsOf(clip, {chain.x});
        VERIFY_GRAPH(chain.model);
        QVERIFY(graph.value(graph.find("max")).uses.empty());
        graph.removeDead();
        QVERIFY(!graph.find("max"));
        VERIFY_GRAPH(chain.model);
    }

    void sameInputTwiceIsTwoUses() {
        Chain chain;
        Graph& graph = chain.graph();
        const ValueId z = graph.addValue("z");
        const NodeId mul = addOp(graph, "Mul", {chain.a, chain.a}, {z});
        graph.replaceAllUses(chain.a, chain.x);
        VERIFY_GRAPH(chain.model);
        QCOMPARE(graph.node(mul).inputs, (std::vector{chain.x, chain.x}));
        QVERIFY(graph.value(chain.a).uses.empty());
    }

    void constantsOfOuterGraphsAreSeenThroughCaptures() {
        Chain chain;
        Graph& graph = chain.graph();
        const ValueId w = graph.addConstant("w", TensorData::scalar(2));
        const ValueId z = graph.addValue("z");
        auto branch = Nested::branch("Neg", w, "w", "r");
        addOp(graph, "If", {chain.x}, {z},
              {Nested::graphAttribute("then_branch", branch),
               Nested::graphAttribute("else_branch", Nested::branch("Abs", w, "w", "r"))});
        QCOMPARE(branch->constant(branch->find("w"))->elementCount(), 1);
        QCOMPARE(branch->tensorType(branch->find("w")).element, ElementType::Float);
        VERIFY_GRAPH(chain.model);
    }

    void capturesFollowRenames() {
        Nested nested;
        VERIFY_GRAPH(nested.model);
        Graph& graph = *nested.model.graph;
        QCOMPARE(graph.value(nested.a).uses.size(), 2u);
        graph.rename(nested.a, "n"); // hidden by a local value of the innermost graph
        VERIFY_GRAPH(nested.model);
        QCOMPARE(graph.value(nested.a).name, "n");
        const ValueId inside = nested.inner->find("n");
        QVERIFY(nested.inner->value(inside).captured.isValid());
        QVERIFY(nested.inner->value(nested.inner->outputs().front()).name != "n");
    }

    void capturesFollowReplacements() {
        Nested nested;
        Graph& graph = *nested.model.graph;
        graph.replaceAllUses(nested.a, nested.x);
        VERIFY_GRAPH(nested.model);
        QVERIFY(graph.value(nested.a).uses.empty());
        QCOMPARE(graph.removeDead(), 1u);
        VERIFY_GRAPH(nested.model);
        QVERIFY(!graph.contains(nested.relu));
        QVERIFY(nested.inner->find("x"));
        QVERIFY(!nested.inner->find("a"));
    }

    void capturesOfBothMerge() {
        Nested nested;
        Graph& graph = *nested.model.graph;
        Graph& branch = *nested.thenBranch;
        const ValueId also = branch.addCapture(nested.x, "x", {});
        const ValueId sum = branch.addValue("sum");
        addOp(branch, "Add", {also, branch.find("a")}, {sum});
        branch.setOutputs({sum});
        VERIFY_GRAPH(nested.model);
        graph.replaceAllUses(nested.a, nested.x);
        VERIFY_GRAPH(nested.model);
        QCOMPARE(branch.value(also).uses.size(), 3u);
    }

    void deadCodeInSubgraphsReleasesTheOuterGraph() {
        Nested nested;
        Graph& branch = *nested.thenBranch;
        const ValueId constant =
            branch.addConstant("c", TensorData::fromFloats({2}, std::vector{1.f, 2.f}));
        const ValueId copy = branch.addValue("copy");
        addOp(branch, "Identity", {constant}, {copy});
        branch.setOutputs({copy});
        QCOMPARE(nested.model.graph->removeDead(), 1u); // Exp
        VERIFY_GRAPH(nested.model);
        QVERIFY(!branch.find("a"));
        QCOMPARE(nested.model.graph->value(nested.a).uses.size(), 1u);
    }

    void removingTheHolderDropsCaptures() {
        Nested nested;
        Graph& graph = *nested.model.graph;
        graph.replaceAllUses(nested.y, nested.a);
        graph.removeNode(nested.outerIf);
        VERIFY_GRAPH(nested.model);
        QCOMPARE(graph.value(graph.outputs().front()).name, "y");
        QVERIFY(graph.value(nested.cond).uses.empty());
    }

    void cloneIsDeepAndKeepsIds() {
        Nested nested;
        const Model copy = nested.model.clone();
        VERIFY_GRAPH(copy);
        const std::string before = *dumpText(copy);
        QCOMPARE(before, *dumpText(nested.model));
        nested.model.graph->replaceAllUses(nested.a, nested.x);
        nested.model.graph->removeDead();
        QCOMPARE(*dumpText(copy), before);
        QCOMPARE(copy.graph->node(nested.outerIf).opType, "If");
        VERIFY_GRAPH(copy);
    }

    void freshNamesAvoidEveryScope() {
        Nested nested;
        Graph& graph = *nested.model.graph;
        QCOMPARE(graph.freshName("new"), "new");
        QCOMPARE(graph.freshName("n"), "n_1");         // used two levels down
        QCOMPARE(nested.inner->freshName("x"), "x_1"); // used two levels up
        QCOMPARE(graph.freshName("n"), "n_2");
        graph.node(nested.relu).name = "relu";
        QCOMPARE(graph.freshNodeName("relu"), "relu_1");
        QCOMPARE(graph.freshNodeName("relu"), "relu_2");
        const ValueId taken = graph.addValue("a");
        QVERIFY(graph.value(taken).name != "a");
    }

    void verifierNamesWhatBroke() {
        const auto messageOf = [](const Model& model) {
            const auto result = verify(model);
            return result ? std::string{} : result.error().message;
        };
        Chain unproduced;
        unproduced.graph().addValue("lost");
        QVERIFY(messageOf(unproduced.model).find("'lost'") != std::string::npos);
        Chain uses;
        uses.graph().value(uses.a).uses.clear();
        QVERIFY(messageOf(uses.model).find("input 0") != std::string::npos);
        Chain bytes;
        bytes.graph().addConstant(
            "short", TensorData::fromBytes(ElementType::Float, {4}, std::vector<std::byte>(3)));
        QVERIFY(messageOf(bytes.model).find("'short' has 3 bytes") != std::string::npos);
        Nested capture;
        capture.thenBranch->value(capture.thenBranch->find("a")).captured = capture.x;
        QVERIFY(messageOf(capture.model).find("captures") != std::string::npos);
        Chain output;
        output.graph().value(output.y).isOutput = false;
        QVERIFY(messageOf(output.model).find("output") != std::string::npos);
    }

    void attributesAreReadByKind() {
        Node node;
        node.setAttribute(Attribute::ofInt("axis", 2));
        node.setAttribute(Attribute::ofFloat("alpha", .5f));
        node.setAttribute(Attribute::ofInts("pads", {1, 2}));
        node.setAttribute(Attribute::ofString("mode", "edge"));
        node.setAttribute(Attribute::ofInt("axis", 3));
        QCOMPARE(node.attributes.size(), 4u);
        QCOMPARE(node.intAttribute("axis", 0), 3);
        QCOMPARE(node.intAttribute("alpha", 7), 7);
        QCOMPARE(node.floatAttribute("alpha", 0), .5f);
        QCOMPARE(node.stringAttribute("mode", ""), "edge");
        QCOMPARE(node.intsAttribute("pads"), (std::vector<std::int64_t>{1, 2}));
        node.removeAttribute("axis");
        QCOMPARE(node.intAttribute("axis", -1), -1);
    }

    void typesHaveText() {
        QCOMPARE(floats({1, 3}).tensor.text(), "float32[1,3]");
        const auto dynamic =
            ValueType::ofTensor(ElementType::Int64, Shape{Dim::symbolic("n"), Dim::unknown()});
        QCOMPARE(dynamic.tensor.text(), "int64[n,?]");
        QVERIFY(!dynamic.tensor.isStatic());
        QVERIFY(!dynamic.tensor.elementCount());
        QCOMPARE(*floats({4, 5}).tensor.elementCount(), 20);
        QCOMPARE(ValueType::ofTensor(ElementType::Float, std::nullopt).tensor.text(), "float32");
        const std::int64_t big = std::int64_t{1} << 40;
        QVERIFY(!floats({big, big}).tensor.elementCount());
        QCOMPARE(*intentKindFromName(intentKindName(IntentKind::MemoryConstrained)),
                 IntentKind::MemoryConstrained);
        QVERIFY(!intentKindFromName("fast"));
    }
};

QTEST_GUILESS_MAIN(TestIrGraph)
#include "tst_ir_graph.moc"
