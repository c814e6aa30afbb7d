// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Work and traffic of every operator family against values computed by hand, and the families.
#include "ir/operators.h"
#include "support/graph_text.h"

#include <QtTest/QTest>

#include <algorithm>

using namespace metainfer;

class TestOperators : public QObject {
    Q_OBJECT

  private slots:
    void work_data();
    void work();
    void unknownShapesGiveNoFigure();
    void constantsOfOuterGraphsAreWeights();
    void familiesOfTheProfileExample();
    void familiesAndTypesAgree();
    void properties();
};

/// `lines` declare inputs and constants and end in the node to be judged.
void TestOperators::work_data() {
    QTest::addColumn<QString>("lines");
    QTest::addColumn<double>("flops");
    QTest::addColumn<double>("macs");
    QTest::addColumn<double>("inputBytes");
    QTest::addColumn<double>("weightBytes");
    QTest::addColumn<double>("outputBytes");
    const auto row = [](const char* name, const char* lines, double flops, double macs, double in,
                        double weights, double out) {
        QTest::newRow(name) << QString::fromUtf8(lines) << flops << macs << in << weights << out;
    };
    // 1x4x6x6 outputs, each over 3 channels x 3x3: 144 x 27 = 3888 MACs, one bias addition each.
    row("conv with bias",
        "input %x: float32[1,3,8,8]\nconst %w: float32[4,3,3,3] fill 1\nconst %b: float32[4] fill "
        "1\n"
        "%y: float32[1,4,6,6] = Conv(%x, %w, %b) {kernel_shape=[3,3]}",
        2 * 3888 + 144, 3888, 192 * 4, (108 + 4) * 4, 144 * 4);
    // Depthwise: 1x4x6x6 outputs over 1 channel x 3x3.
    row("depthwise conv",
        "input %x: float32[1,4,8,8]\nconst %w: float32[4,1,3,3] fill 1\n"
        "%y: float32[1,4,6,6] = Conv(%x, %w) {group=4, kernel_shape=[3,3]}",
        2 * 144 * 9, 144 * 9, 256 * 4, 36 * 4, 144 * 4);
    // Each of 1x2x3x3 inputs meets 4 channels x 2x2.
    row("conv transpose",
        "input %x: float32[1,2,3,3]\nconst %w: float32[2,4,2,2] fill 1\n"
        "%y: float32[1,4,4,4] = ConvTranspose(%x, %w) {kernel_shape=[2,2]}",
        2 * 18 * 16, 18 * 16, 18 * 4, 32 * 4, 64 * 4);
    row("conv integer",
        "input %x: uint8[1,1,4,4]\nconst %w: uint8[1,1,2,2] fill 1\n"
        "%y: int32[1,1,3,3] = ConvInteger(%x, %w) {kernel_shape=[2,2]}",
        2 * 36, 36, 16, 4, 36);
    // 9 outputs over 4 weights, two operations of requantization each; scales and zero points.
    row("qlinear conv",
        "input %x: uint8[1,1,4,4]\nconst %s: float32[] {1}\nconst %z: uint8[] {0}\n"
        "const %w: uint8[1,1,2,2] fill 1\n"
        "%y: uint8[1,1,3,3] = QLinearConv(%x, %s, %z, %w, %s, %z, %s, %z) {kernel_shape=[2,2]}",
        2 * 36 + 18, 36, 16, 4 + 3 * 5, 9);
    row("batched matmul",
        "input %a: float32[2,3,4]\ninput %b: float32[2,4,5]\n%y: float32[2,3,5] = MatMul(%a, %b)",
        2 * 120, 120, (24 + 40) * 4, 0, 30 * 4);
    row("gemm, transposed A",
        "input %a: float32[4,3]\nconst %b: float32[4,5] fill 1\nconst %c: float32[5] fill 1\n"
        "%y: float32[3,5] = Gemm(%a, %b, %c) {transA=1}",
        2 * 60 + 15, 60, 48, 100, 60);
    row("matmul integer",
        "input %a: uint8[3,4]\nconst %b: int8[4,5] fill 1\n%y: int32[3,5] = MatMulInteger(%a, %b)",
        2 * 60, 60, 12, 20, 60);
    row("qlinear matmul",
        "input %a: uint8[3,4]\nconst %s: float32[] {1}\nconst %z: uint8[] {0}\n"
        "const %b: uint8[4,5] fill 1\n"
        "%y: uint8[3,5] = QLinearMatMul(%a, %s, %z, %b, %s, %z, %s, %z)",
        2 * 60 + 30, 60, 12, 20 + 15, 15);
    row("4-bit matmul",
        "input %a: float32[2,32]\nconst %b: uint8[8,1,16] fill 1\nconst %s: float32[8] fill 1\n"
        "%y: float32[2,8] = com.microsoft.MatMulNBits(%a, %b, %s) {K=32, N=8, bits=4, "
        "block_size=32}",
        2 * 512, 512, 256, 128 + 32, 64);
    // b x h x q x k points over d: 2*3*4*5*6.
    row("einsum",
        "input %a: float32[2,3,4,6]\ninput %b: float32[2,3,5,6]\n"
        "%y: float32[2,3,4,5] = Einsum(%a, %b) {equation=\"bhqd,bhkd->bhqk\"}",
        2 * 720, 720, (144 + 180) * 4, 0, 120 * 4);
    // Projection 1*2*4*12 = 96; scores and values 2 heads * 2 * 2 * (2 + 2) = 32; softmax 5 * 8;
    // bias 1*2*12.
    row("fused attention",
        "input %x: float32[1,2,4]\nconst %w: float32[4,12] fill 1\nconst %b: float32[12] fill 1\n"
        "%y: float32[1,2,4] = com.microsoft.Attention(%x, %w, %b) {num_heads=2}",
        2 * 128 + 40 + 24, 128, 32, 192 + 48, 32);
    row("multi-head attention",
        "input %q: float32[1,2,4]\ninput %k: float32[1,3,4]\ninput %v: float32[1,3,4]\n"
        "%y: float32[1,2,4] = com.microsoft.MultiHeadAttention(%q, %k, %v) {num_heads=2}",
        2 * 48 + 60, 48, 32 + 48 + 48, 0, 32);
    // 5 steps, 4 gates of 3 units over 2 + 3 inputs = 300 MACs; 9 pointwise and 8 bias per unit.
    row("lstm",
        "input %x: float32[5,1,2]\nconst %w: float32[1,12,2] fill 1\nconst %r: float32[1,12,3] "
        "fill 1\n"
        "const %b: float32[1,24] fill 1\n"
        "%y: float32[5,1,1,3] = LSTM(%x, %w, %r, %b) {hidden_size=3}",
        2 * 300 + 5 * 3 * 17, 300, 40, (24 + 36 + 24) * 4, 60);
    row("bidirectional gru without bias",
        "input %x: float32[5,1,2]\nconst %w: float32[2,9,2] fill 1\nconst %r: float32[2,9,3] fill "
        "1\n"
        "%y: float32[5,2,1,3] = GRU(%x, %w, %r) {direction=\"bidirectional\", hidden_size=3}",
        2 * 450 + 10 * 3 * 8, 450, 40, (36 + 54) * 4, 120);
    row("rnn",
        "input %x: float32[5,1,2]\nconst %w: float32[1,3,2] fill 1\nconst %r: float32[1,3,3] fill "
        "1\n"
        "%y: float32[5,1,1,3] = RNN(%x, %w, %r) {hidden_size=3}",
        2 * 75 + 15, 75, 40, (6 + 9) * 4, 60);
    row("max pool",
        "input %x: float32[1,1,4,4]\n%y: float32[1,1,2,2] = MaxPool(%x) {kernel_shape=[2,2]}", 16,
        0, 64, 0, 16);
    row("average pool",
        "input %x: float32[1,1,4,4]\n%y: float32[1,1,2,2] = AveragePool(%x) {kernel_shape=[2,2]}",
        20, 0, 64, 0, 16);
    row("global average pool",
        "input %x: float32[1,2,4,4]\n%y: float32[1,2,1,1] = GlobalAveragePool(%x)", 34, 0, 128, 0,
        8);
    row("reduce mean", "input %x: float32[2,3]\n%y: float32[2,1] = ReduceMean(%x) {axes=[1]}", 8, 0,
        24, 0, 8);
    row("reduce sum of squares",
        "input %x: float32[2,3]\n%y: float32[2,1] = ReduceSumSquare(%x) {axes=[1]}", 12, 0, 24, 0,
        8);
    row("arg max", "input %x: float32[2,3]\n%y: int64[2,1] = ArgMax(%x) {axis=1}", 6, 0, 24, 0, 16);
    row("softmax", "input %x: float32[2,3]\n%y: float32[2,3] = Softmax(%x)", 30, 0, 24, 0, 24);
    row("layer norm",
        "input %x: float32[2,3]\nconst %s: float32[3] fill 1\n"
        "%y: float32[2,3] = LayerNormalization(%x, %s)",
        42, 0, 24, 12, 24);
    row("batch norm",
        "input %x: float32[1,2,3]\nconst %s: float32[2] fill 1\n"
        "%y: float32[1,2,3] = BatchNormalization(%x, %s, %s, %s, %s)",
        12, 0, 24, 32, 24);
    row("instance norm",
        "input %x: float32[1,2,3]\nconst %s: float32[2] fill 1\n"
        "%y: float32[1,2,3] = InstanceNormalization(%x, %s, %s)",
        42, 0, 24, 16, 24);
    row("lrn", "input %x: float32[1,2,3]\n%y: float32[1,2,3] = LRN(%x) {size=3}", 60, 0, 24, 0, 24);
    row("broadcast add",
        "input %x: float32[2,3]\nconst %b: float32[3] fill 1\n%y: float32[2,3] = Add(%x, %b)", 6, 0,
        24, 12, 24);
    row("sum of three", "input %x: float32[2,3]\n%y: float32[2,3] = Sum(%x, %x, %x)", 12, 0, 72, 0,
        24);
    row("mul", "input %x: float32[2,3]\n%y: float32[2,3] = Mul(%x, %x)", 6, 0, 48, 0, 24);
    row("pow", "input %x: float32[2,3]\nconst %e: float32[] {2}\n%y: float32[2,3] = Pow(%x, %e)", 6,
        0, 24, 4, 24);
    row("compare", "input %x: float32[2,3]\n%y: bool[2,3] = Less(%x, %x)", 6, 0, 48, 0, 6);
    row("where",
        "input %c: bool[2,3]\ninput %x: float32[2,3]\n%y: float32[2,3] = Where(%c, %x, %x)", 6, 0,
        6 + 48, 0, 24);
    row("relu", "input %x: float32[2,3]\n%y: float32[2,3] = Relu(%x)", 6, 0, 24, 0, 24);
    row("sigmoid", "input %x: float32[2,3]\n%y: float32[2,3] = Sigmoid(%x)", 6, 0, 24, 0, 24);
    row("gelu", "input %x: float32[2,3]\n%y: float32[2,3] = Gelu(%x)", 30, 0, 24, 0, 24);
    row("exp in half", "input %x: float16[2,3]\n%y: float16[2,3] = Exp(%x)", 6, 0, 12, 0, 12);
    row("cast", "input %x: float32[2,3]\n%y: int64[2,3] = Cast(%x) {to=7}", 6, 0, 24, 0, 48);
    row("quantize",
        "input %x: float32[2,3]\nconst %s: float32[] {1}\n%y: uint8[2,3] = QuantizeLinear(%x, %s)",
        24, 0, 24, 4, 6);
    row("dequantize",
        "input %x: uint8[2,3]\nconst %s: float32[] {1}\n%y: float32[2,3] = DequantizeLinear(%x, "
        "%s)",
        12, 0, 6, 4, 24);
    row("dynamic quantize",
        "input %x: float32[2,3]\n%y: uint8[2,3], %s: float32[], %z: uint8[] = "
        "DynamicQuantizeLinear(%x)",
        36, 0, 24, 0, 11);
    row("reshape is free",
        "input %x: float32[2,3]\nconst %s: int64[1] {6}\n%y: float32[6] = Reshape(%x, %s)", 0, 0, 0,
        0, 0);
    row("transpose copies", "input %x: float32[2,3]\n%y: float32[3,2] = Transpose(%x)", 0, 0, 24, 0,
        24);
    row("concat", "input %x: float32[2,3]\n%y: float32[4,3] = Concat(%x, %x) {axis=0}", 0, 0, 48, 0,
        48);
    row("split", "input %x: float32[4,3]\n%y: float32[2,3], %z: float32[2,3] = Split(%x)", 0, 0, 48,
        0, 48);
    row("slice reads what it keeps",
        "input %x: float32[100,3]\nconst %a: int64[1] {0}\nconst %b: int64[1] {2}\n"
        "%y: float32[2,3] = Slice(%x, %a, %b)",
        0, 0, 24, 16, 24);
    row("gather reads the rows",
        "input %i: int64[2]\nconst %w: float32[100,3] fill 1\n%y: float32[2,3] = Gather(%w, %i)", 0,
        0, 16, 24, 24);
    row("scatter",
        "input %x: float32[4,3]\ninput %i: int64[2,1]\ninput %u: float32[2,3]\n"
        "%y: float32[4,3] = ScatterND(%x, %i, %u)",
        0, 0, 48 + 16 + 24, 0, 48);
    row("pad", "input %x: float32[2]\nconst %p: int64[2] {1, 1}\n%y: float32[4] = Pad(%x, %p)", 0,
        0, 8, 16, 16);
    row("expand", "input %x: float32[1]\nconst %s: int64[1] {4}\n%y: float32[4] = Expand(%x, %s)",
        0, 0, 4, 8, 16);
    row("nearest resize",
        "input %x: float32[1,1,2,2]\nconst %s: float32[4] {1, 1, 2, 2}\n"
        "%y: float32[1,1,4,4] = Resize(%x, -, %s)",
        0, 0, 16, 16, 64);
    // Two axes change: 4 neighbours, each a multiplication and an addition.
    row("linear resize",
        "input %x: float32[1,1,2,2]\nconst %s: float32[4] {1, 1, 2, 2}\n"
        "%y: float32[1,1,4,4] = Resize(%x, -, %s) {mode=\"linear\"}",
        128, 0, 16, 16, 64);
    row("top k",
        "input %x: float32[2,3]\nconst %k: int64[1] {1}\n%v: float32[2,1], %i: int64[2,1] = "
        "TopK(%x, %k)",
        6, 0, 24, 8, 24);
    row("shape reads nothing", "input %x: float32[2,3]\n%y: int64[2] = Shape(%x)", 0, 0, 0, 0, 16);
    row("range",
        "const %a: int64[] {0}\nconst %b: int64[] {4}\nconst %d: int64[] {1}\n"
        "%y: int64[4] = Range(%a, %b, %d)",
        4, 0, 0, 24, 32);
    row("random", "input %x: float32[2,3]\n%y: float32[2,3] = RandomNormalLike(%x)", 6, 0, 24, 0,
        24);
    row("grid sample",
        "input %x: float32[1,1,2,2]\ninput %g: float32[1,3,3,2]\n%y: float32[1,1,3,3] = "
        "GridSample(%x, %g)",
        72, 0, 16 + 72, 0, 36);
    // One transform of 8 points: 5 * 8 * 3.
    row("dft", "input %x: float32[1,8,2]\n%y: float32[1,8,2] = DFT(%x) {axis=1}", 120, 0, 64, 0,
        64);
}

void TestOperators::work() {
    QFETCH(QString, lines);
    auto model = test::modelFromText("model ir=8 ai.onnx=17\n" + lines.toStdString());
    QVERIFY2(model, model ? "" : model.error().text().c_str());
    const ir::Graph& graph = *model->graph;
    const auto work = ir::operatorWork(graph, graph.node(graph.order().back()));
    QVERIFY(work);
    QTEST(work->flops, "flops");
    QTEST(work->macs, "macs");
    QTEST(work->inputBytes, "inputBytes");
    QTEST(work->weightBytes, "weightBytes");
    QTEST(work->outputBytes, "outputBytes");
}

void TestOperators::unknownShapesGiveNoFigure() {
    for (const char* lines :
         {"input %x: float32[N,3]\n%y: float32[N,3] = Relu(%x)",
          "input %x: float32\n%y: float32 = Relu(%x)", "input %x: float32[2]\n%y: ? = Relu(%x)",
          "input %x: float32[2]\n%y: float32[2] = NobodyKnowsThis(%x)",
          "input %x: float32[2]\n%y: float32[2] = my.domain.Relu(%x)",
          "input %b: float32[1,6,4]\ninput %s: float32[1,2,6]\n"
          "%y: int64[?,3] = NonMaxSuppression(%b, %s)"}) {
        auto model = test::modelFromText(std::string("model ir=8 ai.onnx=17\n") + lines);
        QVERIFY(model);
        const ir::Graph& graph = *model->graph;
        QVERIFY2(!ir::operatorWork(graph, graph.node(graph.order().back())), lines);
    }
}

void TestOperators::constantsOfOuterGraphsAreWeights() {
    auto model = test::modelFromText(R"(model ir=8 ai.onnx=17
input %c: bool[]
input %x: float32[2]
const %w: float32[2] {1, 2}
%y: float32[2] = If(%c) {else_branch=graph, then_branch=graph}
  else_branch:
      %e: float32[2] = Neg(%x)
      output %e: float32[2]
  then_branch:
      %t: float32[2] = Add(%x, %w)
      output %t: float32[2]
output %y: float32[2]
)");
    QVERIFY2(model, model ? "" : model.error().text().c_str());
    int graphs = 0;
    ir::forEachGraph(std::as_const(*model), [&](const ir::Graph& graph, const std::string& path) {
        ++graphs;
        const ir::Node& node = graph.node(graph.order().back());
        const auto work = ir::operatorWork(graph, node);
        QVERIFY2(work, path.c_str());
        if (node.is("Add")) {
            QCOMPARE(work->weightBytes, 8.0);
            QCOMPARE(work->inputBytes, 8.0);
        }
        if (node.is("If"))
            QCOMPARE(work->bytes(), 0.0);
    });
    QCOMPARE(graphs, 3);
}

void TestOperators::familiesOfTheProfileExample() {
    const auto families = ir::operatorFamilies();
    QVERIFY(std::is_sorted(families.begin(), families.end()));
    for (const std::string_view name :
         {"conv2d", "matmul", "add", "relu", "pool", "transpose", "reshape", "concat", "softmax",
          "layernorm", "gather", "scatter"})
        QVERIFY2(std::binary_search(families.begin(), families.end(), name), name.data());
    QCOMPARE(ir::operatorFamily("QLinearConv"), std::string("conv2d"));
    QCOMPARE(ir::operatorFamily("Gemm", "com.microsoft"), std::string("matmul"));
    QCOMPARE(ir::operatorFamily("MatMulNBits", "com.microsoft"), std::string("matmul"));
    QCOMPARE(ir::operatorFamily("MyOperator", "my.domain"), std::string("myoperator"));
}

void TestOperators::familiesAndTypesAgree() {
    for (const std::string_view family : ir::operatorFamilies()) {
        const auto types = ir::operatorTypesOf(family);
        QVERIFY(!types.empty());
        for (const std::string& type : types) {
            const bool found = ir::operatorFamily(type) == family ||
                               ir::operatorFamily(type, "com.microsoft") == family ||
                               ir::operatorFamily(type, "ai.onnx.ml") == family ||
                               ir::operatorFamily(type, "com.microsoft.nchwc") == family;
            QVERIFY2(found, type.c_str());
        }
    }
}

void TestOperators::properties() {
    QVERIFY(ir::isUnaryElementwise("Relu"));
    QVERIFY(!ir::isUnaryElementwise("Softmax"));
    QVERIFY(ir::isBinaryElementwise("Where"));
    QVERIFY(!ir::isBinaryElementwise("MatMul"));
    QVERIFY(ir::isDataMovement("Transpose"));
    QVERIFY(!ir::isDataMovement("Relu"));
    ir::Node node;
    node.opType = "RandomUniform";
    QVERIFY(ir::isNonDeterministic(node));
    node.opType = "Dropout";
    QVERIFY(!ir::isNonDeterministic(node));
    node.inputs = {ir::ValueId(0), ir::ValueId(1), ir::ValueId(2)};
    QVERIFY(ir::isNonDeterministic(node));
}

QTEST_GUILESS_MAIN(TestOperators)
#include "tst_operators.moc"
