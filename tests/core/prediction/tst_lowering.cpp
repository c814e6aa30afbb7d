// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a runtime makes of a graph: fusion, QDQ groups, layout conversions, what costs nothing.
#include "prediction/lowering.h"

#include <QtTest/QTest>

#include <algorithm>

using namespace metainfer;
using namespace metainfer::prediction;

namespace {

/// Builds graphs of float tensors with known shapes.
class Builder {
  public:
    ir::Graph graph;

    ir::ValueId input(const char* name, std::vector<std::int64_t> dims,
                      ElementType type = ElementType::Float) {
        return graph.addInput(name, typed(dims, type));
    }
    ir::ValueId constant(std::vector<std::int64_t> dims) {
        std::int64_t count = 1;
        for (const auto dim : dims)
            count *= dim;
        const std::vector<float> values(static_cast<std::size_t>(count), 0.5f);
        return graph.addConstant(name("w"), ir::TensorData::fromFloats(dims, values));
    }
    ir::ValueId bytes(std::vector<std::int64_t> dims, ElementType type, int value) {
        std::int64_t count = 1;
        for (const auto dim : dims)
            count *= dim;
        return graph.addConstant(
            name("q"),
            ir::TensorData::fromBytes(type, dims,
                                      std::vector<std::byte>(static_cast<std::size_t>(count),
                                                             static_cast<std::byte>(value))));
    }
    ir::ValueId add(const char* type, std::vector<ir::ValueId> inputs,
                    std::vector<std::int64_t> dims, std::vector<ir::Attribute> attributes = {},
                    ElementType element = ElementType::Float) {
        ir::Node node;
        node.opType = type;
        node.name = name(type);
        node.inputs = std::move(inputs);
        node.attributes = std::move(attributes);
        const auto out = graph.addValue(node.name + "_out", typed(dims, element));
        node.outputs = {out};
        graph.addNode(std::move(node));
        return out;
    }
    ir::ValueId conv(ir::ValueId x, std::int64_t in, std::int64_t out, std::int64_t size,
                     std::int64_t kernel = 3, std::int64_t groups = 1) {
        const auto pad = kernel / 2;
        return add("Conv", {x, constant({out, in / groups, kernel, kernel})}, {1, out, size, size},
                   {ir::Attribute::ofInts("pads", {pad, pad, pad, pad}),
                    ir::Attribute::ofInt("group", groups),
                    ir::Attribute::ofInts("kernel_shape", {kernel, kernel})});
    }
    ir::ValueId quantize(ir::ValueId x, std::vector<std::int64_t> dims, int zero = 0) {
        return add("QuantizeLinear", {x, constant({}), bytes({}, ElementType::UInt8, zero)}, dims,
                   {}, ElementType::UInt8);
    }
    ir::ValueId dequantize(ir::ValueId x, std::vector<std::int64_t> dims) {
        return add("DequantizeLinear", {x, constant({}), bytes({}, ElementType::UInt8, 0)}, dims);
    }
    ir::ValueId quantizedWeight(std::vector<std::int64_t> dims) {
        return add("DequantizeLinear",
                   {bytes(dims, ElementType::Int8, 1), constant({dims[0]}),
                    bytes({dims[0]}, ElementType::Int8, 0)},
                   dims);
    }

  private:
    static ir::ValueType typed(const std::vector<std::int64_t>& dims, ElementType type) {
        ir::Shape shape;
        for (const auto dim : dims)
            shape.push_back(dim < 0 ? ir::Dim::unknown() : ir::Dim::known(dim));
        return ir::ValueType::ofTensor(type, shape);
    }
    std::string name(const std::string& base) { return base + "_" + std::to_string(m_next++); }
    int m_next = 0;
};

std::vector<std::string> types(const Lowered& lowered) {
    std::vector<std::string> result;
    for (const auto& c : lowered.cases)
        result.push_back(c.opType);
    return result;
}

using Types = std::vector<std::string>;

hardware::Profile cpu() {
    hardware::Profile profile;
    profile.type = hardware::DeviceType::Cpu;
    return profile;
}

} // namespace

class TestLowering : public QObject {
    Q_OBJECT

  private slots:
    void convolutionTakesWhatFollows() {
        Builder b;
        const auto x = b.input("x", {1, 16, 8, 8});
        auto y = b.conv(x, 16, 32, 8);
        y = b.add("BatchNormalization",
                  {y, b.constant({32}), b.constant({32}), b.constant({32}), b.constant({32})},
                  {1, 32, 8, 8});
        y = b.add("Relu", {y}, {1, 32, 8, 8});
        b.graph.setOutputs({y});
        const auto lowered = lower(b.graph, {});
        QCOMPARE(types(lowered), Types{"Conv"});
        const auto& c = lowered.cases[0];
        QCOMPARE(c.members, (Types{"Conv", "BatchNormalization", "Relu"}));
        QCOMPARE(c.family, "conv2d:dense");
        QCOMPARE(c.macs, 32.0 * 8 * 8 * 16 * 9);
        // BatchNorm is folded: its work vanishes; the activation's stays, traffic is one in and
        // out.
        QCOMPARE(c.flops, 2 * c.macs + 32 * 8 * 8);
        QCOMPARE(c.inputBytes, 16.0 * 8 * 8 * 4);
        QCOMPARE(c.outputBytes, 32.0 * 8 * 8 * 4);
        QCOMPARE(c.key, b.graph.value(y).name);

        LoweringOptions none;
        none.fuse = false;
        QCOMPARE(types(lower(b.graph, none)), (Types{"Conv", "BatchNormalization", "Relu"}));
    }

    void resultsWithSeveralReadersAreNotFused() {
        Builder b;
        const auto x = b.input("x", {1, 16, 8, 8});
        const auto y = b.conv(x, 16, 16, 8);
        const auto relu = b.add("Relu", {y}, {1, 16, 8, 8});
        const auto sum = b.add("Add", {relu, y}, {1, 16, 8, 8});
        b.graph.setOutputs({sum});
        QCOMPARE(types(lower(b.graph, {})), (Types{"Conv", "Relu", "Add"}));
    }

    void residualAdditionIsFused() {
        Builder b;
        const auto x = b.input("x", {1, 16, 8, 8});
        const auto y = b.add("Add", {b.conv(x, 16, 16, 8), x}, {1, 16, 8, 8});
        b.graph.setOutputs({b.add("Relu", {y}, {1, 16, 8, 8})});
        const auto lowered = lower(b.graph, {});
        QCOMPARE(types(lowered), Types{"Conv"});
        QCOMPARE(lowered.cases[0].inputBytes, 2 * 16.0 * 8 * 8 * 4); // x for both operands
    }

    void qdqGroupIsOneInt8Operator() {
        Builder b;
        const std::vector<std::int64_t> dims{1, 16, 8, 8};
        const auto x = b.dequantize(b.quantize(b.input("x", dims), dims), dims);
        auto y = b.add("Conv", {x, b.quantizedWeight({16, 16, 3, 3})}, dims,
                       {ir::Attribute::ofInts("pads", {1, 1, 1, 1}),
                        ir::Attribute::ofInts("kernel_shape", {3, 3})});
        y = b.add("Relu", {y}, dims);
        y = b.dequantize(b.quantize(y, dims), dims);
        b.graph.setOutputs({y});
        const auto lowered = lower(b.graph, {});
        QCOMPARE(types(lowered), (Types{"QuantizeLinear", "Conv", "DequantizeLinear"}));
        const auto& c = lowered.cases[1];
        QVERIFY(c.dtype == ElementType::Int8);
        QVERIFY(c.perChannel && !c.signedActivations);
        QCOMPARE(c.inputBytes, 16.0 * 8 * 8);
        QCOMPARE(c.weightBytes, 16.0 * 16 * 9);
        QCOMPARE(c.outputBytes, 16.0 * 8 * 8);
        QCOMPARE(c.members, (Types{"Conv", "Relu"}));
    }

    void zeroPointBehindActivationMatters() {
        for (const int zero : {0, 7}) {
            Builder b;
            const std::vector<std::int64_t> dims{1, 16, 8, 8};
            const auto x = b.dequantize(b.quantize(b.input("x", dims), dims), dims);
            auto y = b.add("Conv", {x, b.quantizedWeight({16, 16, 1, 1})}, dims);
            y = b.add("Relu", {y}, dims);
            y = b.dequantize(b.quantize(y, dims, zero), dims);
            b.graph.setOutputs({y});
            const auto lowered = lower(b.graph, {});
            const auto fused =
                std::any_of(lowered.cases.begin(), lowered.cases.end(), [](const auto& c) {
                    return c.opType == "Conv" && c.dtype == ElementType::Int8;
                });
            QCOMPARE(fused, zero == 0);
            const ir::Node* conv = nullptr;
            for (const auto id : b.graph.order())
                if (b.graph.node(id).is("Conv"))
                    conv = &b.graph.node(id);
            std::string why;
            QCOMPARE(qdqGroupIsLegal(b.graph, *conv, &why), zero == 0);
            QCOMPARE(why.empty(), zero == 0);
        }
    }

    void basicLevelFusesNoQdq() {
        SessionOptions session;
        session.optimization = OptimizationLevel::Basic;
        const auto options = LoweringOptions::from(session, cpu());
        QVERIFY(!options.fuseQdq && !options.fuse && options.foldConstants &&
                !options.blockedLayout);
        session.optimization = OptimizationLevel::All;
        QVERIFY(LoweringOptions::from(session, cpu()).blockedLayout);
        session.disabledOptimizers = {"NchwcTransformer"};
        QVERIFY(!LoweringOptions::from(session, cpu()).blockedLayout);
        hardware::Profile npu;
        npu.type = hardware::DeviceType::Npu;
        QVERIFY(LoweringOptions::from(session, npu).fuseElementwise);
    }

    void reordersStandAtTheBorders() {
        Builder b;
        const auto x = b.input("x", {1, 32, 8, 8});
        auto y = b.conv(x, 32, 32, 8);
        y = b.conv(y, 32, 32, 8);
        y = b.add("Reshape",
                  {y, b.graph.addConstant("shape", ir::TensorData::fromInt64s(
                                                       {2}, std::vector<std::int64_t>{1, 2048}))},
                  {1, 2048});
        b.graph.setOutputs({y});
        LoweringOptions options;
        options.blockedLayout = true;
        const auto lowered = lower(b.graph, options);
        QCOMPARE(types(lowered),
                 (Types{"ReorderInput", "Conv", "Conv", "ReorderOutput", "Reshape"}));
        QCOMPARE(lowered.cases[3].inputBytes, 32.0 * 8 * 8 * 4);
        QVERIFY(lowered.cases[1].blockedLayout);
    }

    void imagesEnterTheFirstConvolutionDirectly() {
        Builder b;
        const auto x = b.input("x", {1, 3, 8, 8});
        b.graph.setOutputs({b.conv(x, 3, 32, 8)});
        LoweringOptions options;
        options.blockedLayout = true;
        QCOMPARE(types(lower(b.graph, options)), (Types{"Conv", "ReorderOutput"}));
    }

    void chainsOfElementwiseOperators() {
        Builder b;
        const auto x = b.input("x", {1, 64});
        auto y = b.add("Relu", {x}, {1, 64});
        y = b.add("Neg", {y}, {1, 64});
        y = b.add("Abs", {y}, {1, 64});
        b.graph.setOutputs({y});
        LoweringOptions options;
        options.fuseElementwise = true;
        // The block may be twice one operator's work: the third one starts anew.
        const auto lowered = lower(b.graph, options);
        QCOMPARE(lowered.cases.size(), 2u);
        QCOMPARE(lowered.cases[0].members.size(), 2u);
        options.maxFusionWorkRatio = 4;
        QCOMPARE(lower(b.graph, options).cases.size(), 1u);
        QCOMPARE(lower(b.graph, {}).cases.size(), 3u);
    }

    void swishIsOneOperator() {
        Builder b;
        const auto x = b.input("x", {1, 64});
        const auto y = b.add("Mul", {x, b.add("Sigmoid", {x}, {1, 64})}, {1, 64});
        b.graph.setOutputs({y});
        const auto lowered = lower(b.graph, {});
        QCOMPARE(types(lowered), Types{"Sigmoid"});
        QCOMPARE(lowered.cases[0].key, b.graph.value(y).name);
    }

    void constantsAndViewsAreFree() {
        Builder b;
        const auto x = b.input("x", {4, 8});
        const auto w = b.add("Transpose", {b.constant({16, 8})}, {8, 16});
        const auto y = b.add("MatMul", {x, w}, {4, 16});
        const auto z = b.add("Unsqueeze", {y}, {1, 4, 16});
        b.graph.setOutputs({z});
        const auto lowered = lower(b.graph, {});
        QCOMPARE(types(lowered), (Types{"MatMul", "Unsqueeze"}));
        QCOMPARE(lowered.cases[1].bytes(), 0.0);
        LoweringOptions options;
        options.foldConstants = false;
        QCOMPARE(types(lower(b.graph, options)), (Types{"Transpose", "MatMul", "Unsqueeze"}));
    }

    void loopsCountTheirTrips() {
        Builder b;
        const auto x = b.input("x", {1, 64});
        const auto trips = b.graph.addConstant(
            "trips", ir::TensorData::fromInt64s({}, std::vector<std::int64_t>{5}));
        auto body = std::make_shared<ir::Graph>();
        const auto shape = ir::ValueType::ofTensor(
            ElementType::Float, ir::Shape{ir::Dim::known(1), ir::Dim::known(64)});
        const auto inner = body->addInput("state", shape);
        ir::Node relu;
        relu.opType = "Relu";
        relu.inputs = {inner};
        const auto out = body->addValue("next", shape);
        relu.outputs = {out};
        body->addNode(std::move(relu));
        body->setOutputs({out});
        ir::Attribute attribute;
        attribute.name = "body";
        attribute.kind = ir::Attribute::Kind::Graph;
        attribute.graphs = {body};
        const auto y = b.add("Loop", {trips, ir::ValueId(), x}, {1, 64}, {attribute});
        b.graph.setOutputs({y});
        const auto lowered = lower(b.graph, {});
        QCOMPARE(types(lowered), (Types{"Loop", "Relu"}));
        QCOMPARE(lowered.cases[1].repeat, 5.0);
        QVERIFY(lowered.remarks.empty());
    }

    void unknownShapesAreCounted() {
        Builder b;
        const auto x = b.input("x", {-1, 64});
        b.graph.setOutputs({b.add("Relu", {x}, {-1, 64})});
        const auto lowered = lower(b.graph, {});
        QCOMPARE(lowered.unknownShapes, 1u);
        QVERIFY(!lowered.cases[0].known);
    }
};

QTEST_GUILESS_MAIN(TestLowering)
#include "tst_lowering.moc"
