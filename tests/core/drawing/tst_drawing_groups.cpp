// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Diagrams: parameters, scopes, repeats, sections, control flow, and what a folding shows of them.
#include "drawing_samples.h"

#include <QtTest/QTest>

#include <cmath>
#include <set>

using namespace metainfer;
using namespace metainfer::drawing;
using namespace metainfer::test;

namespace {

std::vector<GroupId> groupsOfKind(const Diagram& diagram, GroupKind kind) {
    std::vector<GroupId> found;
    for (std::size_t i = 0; i < diagram.groups().size(); ++i)
        if (diagram.groups()[i].kind == kind)
            found.push_back(GroupId(i));
    return found;
}

/// y = If(c) { then: Relu(x), else: Tanh(Neg(x)) }, with x captured by both bodies.
ir::Model ifModel() {
    ModelMaker maker;
    ir::Graph& graph = maker.graph();
    const ir::ValueId condition =
        graph.addInput("c", ir::ValueType::ofTensor(ElementType::Bool, ir::Shape{}));
    const ir::ValueId x = maker.input("x");
    const auto body = [&](std::vector<std::string> types) {
        auto inner = std::make_shared<ir::Graph>();
        ir::ValueId at = inner->addCapture(x, "x", ModelMaker::type());
        for (const std::string& type : types) {
            ir::Node node;
            node.opType = type;
            node.inputs = {at};
            at = inner->addValue(type + std::to_string(types.size()), ModelMaker::type());
            node.outputs = {at};
            inner->addNode(std::move(node));
        }
        inner->setOutputs({at});
        return inner;
    };
    ir::Node branch;
    branch.opType = "If";
    branch.name = "choice";
    branch.inputs = {condition};
    const ir::ValueId y = graph.addValue("y", ModelMaker::type());
    branch.outputs = {y};
    for (const auto& [name, types] : // sorted by name, as many files have them
         {std::pair{"else_branch", std::vector<std::string>{"Neg", "Tanh"}},
          std::pair{"then_branch", std::vector<std::string>{"Relu"}}}) {
        ir::Attribute attribute;
        attribute.name = name;
        attribute.kind = ir::Attribute::Kind::Graph;
        attribute.graphs = {body(types)};
        branch.attributes.push_back(std::move(attribute));
    }
    graph.addNode(std::move(branch));
    return maker.take({maker.op("Abs", "", {y})});
}

void checkTree(const Diagram& diagram) {
    std::set<std::string> paths;
    std::size_t items = 0;
    for (std::size_t g = 0; g < diagram.groups().size(); ++g) {
        const Group& group = diagram.groups()[g];
        QVERIFY2(paths.insert(group.path).second, group.path.c_str());
        QVERIFY(g == 0 || group.children.size() > 1 || group.kind == GroupKind::Body);
        for (const Child& child : group.children) {
            if (child.isGroup())
                QCOMPARE(diagram.group(child.group).parent.index, static_cast<std::uint32_t>(g));
            else
                ++items;
        }
    }
    QCOMPARE(items, diagram.items().size());
    // In every list of children data flows forward, so no folding makes a cycle.
    for (const Tensor& tensor : diagram.tensors())
        for (const TensorUse& use : tensor.uses)
            QVERIFY(tensor.producer < use.item);
}

} // namespace

class TestDrawingGroups : public QObject {
    Q_OBJECT

  private slots:
    void preparedWeightsBelongToTheirReader() {
        ModelMaker maker;
        const ir::ValueId x = maker.op("Relu", "/stem/Relu", {maker.input("x")});
        const ir::ValueId weight =
            maker.op("DequantizeLinear", "w_dequantized", {maker.weight("w")});
        const ir::ValueId shared =
            maker.op("DequantizeLinear", "s_dequantized", {maker.weight("s")});
        const ir::ValueId y = maker.op("MatMul", "/stem/MatMul", {x, weight});
        const ir::ValueId a = maker.op("Mul", "/stem/Mul", {y, shared});
        const ir::ValueId b = maker.op("MatMul", "/head/MatMul", {a, shared});
        const auto diagram =
            *Diagram::build(maker.take({maker.op("Softmax", "/head/Softmax", {b})}));
        const auto scopeOf = [&](std::string_view name) {
            for (const Item& item : diagram->items())
                if (item.name == name)
                    return diagram->group(item.group).title;
            return std::string("absent");
        };
        QCOMPARE(scopeOf("w_dequantized"), std::string("stem"));
        QCOMPARE(scopeOf("/stem/MatMul"), std::string("stem"));
        QVERIFY(scopeOf("s_dequantized") != "stem"); // two readers, in two scopes
        checkTree(*diagram);
    }
    void constantsAreParameters() {
        ModelMaker maker;
        ir::Graph& graph = maker.graph();
        const ir::ValueId x = maker.input("x");
        const ir::ValueId shape = graph.addConstant(
            "shape", ir::TensorData::fromInt64s({2}, std::vector<std::int64_t>{0, -1}));
        const ir::ValueId y =
            maker.op("Reshape", "r", {maker.op("Gemm", "g", {x, maker.weight("w")}), shape});
        const auto diagram = diagramOf(maker.take({y}));
        QCOMPARE(diagram->items().size(), std::size_t{4}); // input, Gemm, Reshape, output
        const Item& gemm = diagram->items()[1];
        QCOMPARE(gemm.parameters.size(), std::size_t{1});
        QCOMPARE(gemm.parameters[0].role, std::string("B"));
        QCOMPARE(gemm.parameters[0].type, std::string("float32[8,8]"));
        QCOMPARE(gemm.parameters[0].bytes, std::uint64_t{256});
        QCOMPARE(diagram->items()[2].parameters[0].content, std::string("[0, -1]"));
        QCOMPARE(diagram->items()[2].parameters[0].role, std::string("shape"));
        QCOMPARE(diagram->tensor(gemm.outputs[0]).type, std::string("float32[1,8]"));
    }

    void scopesBecomeGroups() {
        ModelMaker maker;
        ir::ValueId x = maker.op("Conv", "/stem/conv/Conv", {maker.input("x"), maker.weight("a")});
        x = maker.op("Relu", "/stem/act/Relu", {x});
        x = maker.op("Conv", "/layer1/conv/Conv", {x, maker.weight("b")});
        x = maker.op("Tanh", "/layer1/act/Tanh", {x});
        const auto diagram = diagramOf(maker.take({x}));
        checkTree(*diagram);
        const auto scopes = groupsOfKind(*diagram, GroupKind::Scope);
        QCOMPARE(scopes.size(), std::size_t{2}); // single nodes get no group
        QCOMPARE(diagram->group(scopes[0]).path, std::string("/stem"));
        QCOMPARE(diagram->group(scopes[1]).operatorCount, std::size_t{2});
        QCOMPARE(diagram->findGroup("layer1"), scopes[1]);
        QCOMPARE(diagram->findGroup("/stem"), scopes[0]);
        QVERIFY(!diagram->findGroup("stern").isValid());
        // A closed group is one box, an open one a frame with its items.
        Folding folding(*diagram);
        VisibleGraph closed(diagram, folding);
        QCOMPARE(closed.boxes().size(), std::size_t{4});
        QCOMPARE(closed.edges().size(), std::size_t{3});
        folding.setOpen(scopes[0], true);
        VisibleGraph open(diagram, folding);
        QCOMPARE(open.boxes().size(), std::size_t{5});
        QVERIFY(open.frameOf(scopes[0]).isValid());
        QVERIFY(open.boxOf(scopes[1]).isValid());
    }

    void namedBlocksAreRepeats() {
        const auto diagram = diagramOf(blocksModel(12, true));
        checkTree(*diagram);
        const auto repeats = groupsOfKind(*diagram, GroupKind::Repeat);
        QCOMPARE(repeats.size(), std::size_t{1});
        const Group& repeat = diagram->group(repeats[0]);
        QCOMPARE(repeat.repeat, std::size_t{12});
        QCOMPARE(repeat.operatorCount, std::size_t{60});
        QCOMPARE(repeat.title, std::string("layers.0 … 11"));
        QCOMPARE(repeat.children.size(), std::size_t{12});
        const std::uint64_t structure = diagram->group(repeat.children[0].group).structure;
        for (const Child& child : repeat.children)
            QCOMPARE(diagram->group(child.group).structure, structure);
    }

    void namelessBlocksAreRepeats() {
        const auto diagram = diagramOf(blocksModel(12, false));
        checkTree(*diagram);
        const auto repeats = groupsOfKind(*diagram, GroupKind::Repeat);
        QCOMPARE(repeats.size(), std::size_t{1});
        QCOMPARE(diagram->group(repeats[0]).repeat, std::size_t{12});
        QCOMPARE(groupsOfKind(*diagram, GroupKind::Block).size(), std::size_t{12});
    }

    void otherWiringIsNoRepeat() {
        ModelMaker maker;
        ir::ValueId x = maker.input("x");
        for (int i = 0; i < 8; ++i) {
            // The same operators in a row, but the residual comes from elsewhere each time.
            const ir::ValueId a = maker.op("Relu", "", {x});
            const ir::ValueId b = maker.op("Tanh", "", {a});
            const ir::ValueId c = maker.op("Neg", "", {b});
            x = maker.op("Add", "", {c, i % 2 ? a : b});
        }
        const auto diagram = diagramOf(maker.take({x}));
        for (const GroupId repeat : groupsOfKind(*diagram, GroupKind::Repeat))
            QVERIFY(diagram->group(repeat).operatorCount / diagram->group(repeat).repeat == 8 ||
                    diagram->group(repeat).repeat == 2); // inside two may be alike
    }

    void scopesThatAreNotConvexAreCut() {
        // "relu" is one module that is called between the convolutions.
        ModelMaker maker;
        ir::ValueId x = maker.input("x");
        for (int i = 0; i < 5; ++i) {
            x = maker.op("Conv", "/conv" + std::to_string(i) + "/Conv",
                         {x, maker.weight("w" + std::to_string(i))});
            x = maker.op("Relu", "/relu/Relu_" + std::to_string(i), {x});
        }
        const auto diagram = diagramOf(maker.take({x}));
        checkTree(*diagram);
        QVERIFY(!diagram->findGroup("/relu").isValid());
    }

    void longListsAreCutInParts() {
        ModelMaker maker;
        ir::ValueId x = maker.input("x");
        for (int i = 0; i < 1000; ++i) { // no period: squares
            const int root = static_cast<int>(std::sqrt(i));
            x = maker.op(root * root == i ? "Relu" : "Tanh", "", {x});
        }
        const auto diagram = diagramOf(maker.take({x}));
        checkTree(*diagram);
        for (const Group& group : diagram->groups())
            QVERIFY(group.children.size() <= 120 || group.kind == GroupKind::Repeat);
        const VisibleGraph visible(diagram, Folding::automatic(*diagram));
        QVERIFY(visible.boxes().size() > 3 && visible.boxes().size() <= 240);
    }

    void controlFlowOpensInPlace() {
        const auto diagram = diagramOf(ifModel());
        checkTree(*diagram);
        const auto flow = groupsOfKind(*diagram, GroupKind::ControlFlow);
        const auto bodies = groupsOfKind(*diagram, GroupKind::Body);
        QCOMPARE(flow.size(), std::size_t{1});
        QCOMPARE(bodies.size(), std::size_t{2});
        QCOMPARE(diagram->group(bodies[0]).title, std::string("then_branch"));
        QCOMPARE(diagram->group(bodies[1]).operatorCount, std::size_t{2});
        const VisibleGraph closed(diagram, Folding(*diagram));
        QCOMPARE(closed.boxes().size(), std::size_t{5}); // c, x, If, Abs, output
        QCOMPARE(boxContent(closed, closed.boxOf(flow[0])).title, std::string("If"));
        // Captures reach the closed operator as well as the nodes of the open bodies.
        QCOMPARE(closed.incoming(closed.boxOf(flow[0])).size(), std::size_t{2});
        const VisibleGraph open(diagram, Folding::allOpen(*diagram));
        const ItemId x = [&] {
            for (std::size_t i = 0; i < diagram->items().size(); ++i)
                if (diagram->items()[i].name == "x")
                    return ItemId(i);
            return ItemId();
        }();
        QCOMPARE(open.edge(open.outgoing(open.boxOf(x))[0]).to.size(), std::size_t{2});
        QCOMPARE(diagram->graphPaths().size(), std::size_t{3});
    }

    void theFirstPictureIsReadable_data() {
        QTest::addColumn<int>("blocks");
        for (const int blocks : {1, 10, 100, 3000})
            QTest::addRow("%d", blocks) << blocks;
    }

    void theFirstPictureIsReadable() {
        QFETCH(int, blocks);
        for (const bool named : {true, false}) {
            const auto diagram = diagramOf(blocksModel(blocks, named));
            const VisibleGraph visible(diagram, Folding::automatic(*diagram));
            QVERIFY(visible.boxes().size() > 3);
            QVERIFY(visible.boxes().size() <= 240);
            if (diagram->items().size() <= 240)
                QCOMPARE(visible.boxes().size(), diagram->items().size());
        }
    }

    void foldingCommands() {
        const auto diagram = diagramOf(blocksModel(4, true));
        const auto repeat = groupsOfKind(*diagram, GroupKind::Repeat)[0];
        Folding folding(*diagram);
        const ItemId inner = diagram->group(repeat).firstItem;
        const auto opened = folding.reveal(*diagram, inner);
        QVERIFY(!opened.empty());
        QCOMPARE(opened.front(), repeat);
        QVERIFY(!VisibleGraph(diagram, folding)
                     .box(VisibleGraph(diagram, folding).boxOf(inner))
                     .isGroup());
        folding.closeBelow(repeat);
        QCOMPARE(folding, Folding(*diagram));
        folding.openBelow(repeat);
        folding.setOpen(diagram->root(), false);
        QVERIFY(folding.isOpen(diagram->root()));
    }

    void oneGroupAlone() {
        const auto diagram = diagramOf(blocksModel(3, true));
        const GroupId block = diagram->findGroup("layers.1");
        QVERIFY(block.isValid());
        const auto visible = std::make_shared<const VisibleGraph>(
            diagram, Folding::automatic(*diagram, 240, 1000, block), block);
        std::size_t inflow = 0, outflow = 0;
        for (const Box& box : visible->boxes())
            if (box.isContext())
                ++(box.isInflow ? inflow : outflow);
        QCOMPARE(inflow, std::size_t{1});
        QCOMPARE(outflow, std::size_t{1});
        QCOMPARE(visible->boxes().size(), std::size_t{7});
        QVERIFY(layout(visible, ApproximateMeasure()).has_value());
    }

    void veryManyBlocksStillGiveAnOverview() {
        // 4500 layers: neither all of them nor one box that says "many".
        const auto diagram = diagramOf(blocksModel(4500, true));
        const VisibleGraph visible(diagram, Folding::automatic(*diagram, 160));
        QVERIFY2(visible.boxes().size() >= 30, qPrintable(QString::number(visible.boxes().size())));
        QVERIFY(visible.boxes().size() <= 160);
    }
};

QTEST_GUILESS_MAIN(TestDrawingGroups)
#include "tst_drawing_groups.moc"
