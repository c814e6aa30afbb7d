// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Sizes that hang on computed shapes follow from the sizes of the inputs; what depends on content
// stays open.
#include "engine/shapes.h"

#include "base/file.h"
#include "execution/agent_executor.h"
#include "ir/onnx_io.h"
#include "support/onnx_writer.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::engine;

namespace {

/// Positions 0, 1, … along the last axis of x [1, `size`], computed from its shape by a chain that
/// shape inference does not follow, and where x is not zero. A size below zero is open.
test::GraphWriter positions(std::int64_t size) {
    return test::GraphWriter()
        .input({"x", ElementType::Float, {1, size}})
        .output({"y", ElementType::Float, {}, false})
        .output({"where", ElementType::Int64, {}, false})
        .initializer("one", test::int64s({}, {1}))
        .initializer("zero", test::int64s({}, {0}))
        .node("Shape", {"x"}, {"shape"})
        .node("Gather", {"shape", "one"}, {"length"})
        .node("Range", {"zero", "length", "one"}, {"range"})
        .node("Cast", {"range"}, {"position"}, {test::attribute("to", std::int64_t{1})})
        .node("Expand", {"position", "shape"}, {"grid"})
        .node("Sin", {"grid"}, {"wave"})
        // As exporters write expand(): -1 in the target would mean "as it is".
        .initializer("rank", test::int64s({1}, {2}))
        .initializer("minus", test::int64s({1}, {-1}))
        .initializer("base", test::floats({1, 1}, {0.5f}))
        .node("ConstantOfShape", {"rank"}, {"ones"},
              {test::attributeTensor("value", test::int64s({1}, {1}))})
        .node("Mul", {"ones", "minus"}, {"unset"})
        .node("Equal", {"shape", "unset"}, {"is_unset"})
        .node("Where", {"is_unset", "ones", "shape"}, {"target"})
        .node("Expand", {"base", "target"}, {"mask"})
        .node("Mul", {"wave", "mask"}, {"masked"})
        .node("Add", {"masked", "x"}, {"y"})
        .node("NonZero", {"x"}, {"where"});
}

} // namespace

class TestShapes : public QObject {
    Q_OBJECT

    std::optional<TemporaryDirectory> m_dir;
    std::shared_ptr<Executor> m_executor;

    ir::Model load(const test::GraphWriter& graph) {
        graph.save(m_dir->path() / "m.onnx");
        auto model = ir::importOnnx(m_dir->path() / "m.onnx");
        if (!model)
            qFatal("%s", model.error().text().c_str());
        return std::move(*model);
    }

    static std::string typeOf(const ir::Model& model, const char* name) {
        return model.graph->value(model.graph->find(name)).type.tensor.text();
    }

  private slots:
    void initTestCase() {
        auto dir = TemporaryDirectory::create("mi-shapes");
        QVERIFY(dir);
        m_dir = std::move(*dir);
        auto executor = makeLocalExecutor();
        QVERIFY2(executor, executor ? "" : executor.error().text().c_str());
        m_executor = *executor;
    }

    void fixedInputsFixWhatIsComputedFromTheirShapes() {
        ir::Model model = load(positions(6));
        const auto before = model.graph->nodeCount();
        QVERIFY(inferAtSizes(model, {}, m_executor.get(), {}));
        QCOMPARE(typeOf(model, "range"), std::string("int64[6]"));
        QCOMPARE(typeOf(model, "position"), std::string("float32[6]"));
        QCOMPARE(typeOf(model, "grid"), std::string("float32[1,6]"));
        QCOMPARE(typeOf(model, "wave"), std::string("float32[1,6]"));
        QCOMPARE(typeOf(model, "mask"), std::string("float32[1,6]"));
        QCOMPARE(typeOf(model, "masked"), std::string("float32[1,6]"));
        QCOMPARE(model.graph->nodeCount(), before); // the model itself stays as it is
        QCOMPARE(model.graph->outputs().size(), std::size_t{2});
    }

    void whatDependsOnContentStaysOpen() {
        ir::Model model = load(positions(6));
        QVERIFY(inferAtSizes(model, {}, m_executor.get(), {}));
        const auto& where = model.graph->value(model.graph->find("where")).type.tensor;
        QVERIFY2(!where.isStatic(), where.text().c_str());
    }

    void anOpenInputLeavesThemOpenUntilItIsBound() {
        ir::Model model = load(positions(-1));
        const std::string symbol =
            (*model.graph->tensorType(model.graph->find("x")).shape)[1].symbol;
        QVERIFY(!symbol.empty());
        QVERIFY(inferAtSizes(model, {}, m_executor.get(), {}));
        QVERIFY(!model.graph->value(model.graph->find("range")).type.tensor.isStatic());
        QVERIFY(inferAtSizes(model, {{symbol, 5}}, m_executor.get(), {}));
        const ir::ValueId range = model.graph->find("range");
        // Bound sizes may fold the chain away altogether.
        if (range.isValid())
            QCOMPARE(typeOf(model, "range"), std::string("int64[5]"));
        QCOMPARE(typeOf(model, "y"), std::string("float32[1,5]"));
    }
};

QTEST_GUILESS_MAIN(TestShapes)
#include "tst_shapes.moc"
