// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Identity hashes and the text form.
#include "model_samples.h"

#include "ir/verifier.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::ir;
using namespace metainfer::test;

class TestIrHash : public QObject {
    Q_OBJECT

  private:
    static std::string hash(const Model& model) { return *model.structuralHash(); }

    /// x -> Abs -> p, x -> Neg -> q, Add(p, q) -> y, in either order of the branches.
    static Model branches(bool negFirst) {
        Model model;
        model.setOpset("", 13);
        Graph& graph = *model.graph;
        const ValueId x = graph.addInput("x", floatType({4}));
        const ValueId p = graph.addValue("p"), q = graph.addValue("q"), y = graph.addValue("y");
        const auto unary = [&](const char* type, ValueId out) {
            Node node;
            node.opType = type;
            node.inputs = {x};
            node.outputs = {out};
            graph.addNode(std::move(node));
        };
        if (negFirst)
            unary("Neg", q);
        unary("Abs", p);
        if (!negFirst)
            unary("Neg", q);
        Node add;
        add.opType = "Add";
        add.inputs = {p, q};
        add.outputs = {y};
        graph.addNode(std::move(add));
        graph.setOutputs({y});
        return model;
    }

    static ValueId constant(Model& model, const char* name) { return model.graph->find(name); }

  private slots:
    void namesDoNotMatter() {
        const Model a = denseModel(), b = denseModel("_other");
        QCOMPARE(hash(a), hash(b));
        QCOMPARE(a.architectureHash(), b.architectureHash());
        QCOMPARE(hash(a).size(), 64u);
        QCOMPARE(hash(a.clone()), hash(a));
    }

    void orderOfIndependentNodesDoesNotMatter() {
        QCOMPARE(hash(branches(false)), hash(branches(true)));
    }

    void contentCountsForTheStructureOnly() {
        const Model a = denseModel();
        Model b = denseModel();
        Value& w = b.graph->value(constant(b, "w"));
        w.constant = TensorData::fromFloats({16, 32}, std::vector<float>(512, 1.f));
        QVERIFY(hash(a) != hash(b));
        QCOMPARE(a.architectureHash(), b.architectureHash());
    }

    void shapesCountForTheArchitecture() {
        const Model a = denseModel();
        Model b = denseModel();
        b.graph->value(constant(b, "shape")).constant =
            TensorData::fromInt64s({3}, std::vector<std::int64_t>{0, 8, 4});
        QVERIFY(a.architectureHash() != b.architectureHash());
    }

    void everythingElseCounts() {
        const std::string before = hash(denseModel());
        Model opset = denseModel();
        opset.setOpset("", 14);
        QVERIFY(hash(opset) != before);
        Model attribute = denseModel();
        Graph& graph = *attribute.graph;
        graph.node(graph.order().back()).setAttribute(Attribute::ofFloat("alpha", .5f));
        QVERIFY(hash(attribute) != before);
        Model type = denseModel();
        type.graph->value(type.graph->find("x")).type = floatType({1, 16});
        QVERIFY(hash(type) != before);
        Model output = denseModel();
        output.graph->setOutputs({output.graph->find("reshaped"), output.graph->find("y")});
        QVERIFY(hash(output) != before);
        Model dead = denseModel();
        Node extra;
        extra.opType = "Abs";
        extra.inputs = {dead.graph->find("x")};
        extra.outputs = {dead.graph->addValue("unread")};
        dead.graph->addNode(std::move(extra));
        QVERIFY(hash(dead) != before);
        QCOMPARE(dead.graph->removeDead(), 1u);
        QCOMPARE(hash(dead), before);
    }

    void inferredTypesDoNotMatter() {
        Model model = denseModel();
        const std::string before = hash(model);
        model.graph->value(model.graph->find("product")).type = floatType({1, 32});
        QCOMPARE(hash(model), before);
    }

    void textIsStable() {
        const auto text = dumpText(denseModel());
        QVERIFY(text);
        const char* kExpected = "model ir=7 ai.onnx=13\n"
                                "input %x: float32[n,16]\n"
                                "const %w: float32[16,32] <1ba107b4e848>\n"
                                "%product: ? = MatMul(%x, %w)  # matmul\n"
                                "const %shape: int64[3] {0, 4, 8}\n"
                                "%reshaped: ? = Reshape(%product, %shape)  # reshape\n"
                                "%y: float32[n,4,8] = LeakyRelu(%reshaped) {alpha=0.25}\n"
                                "output %y: float32[n,4,8]\n";
        QCOMPARE(QString::fromStdString(*text), QString(kExpected));
    }
};

QTEST_GUILESS_MAIN(TestIrHash)
#include "tst_ir_hash.moc"
