// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Search in diagrams, and the difference that a rewrite makes.
#include "drawing/difference.h"
#include "drawing/search.h"
#include "drawing_samples.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::drawing;
using namespace metainfer::test;

namespace {

std::vector<Match> find(const std::shared_ptr<const Diagram>& diagram, const std::string& text) {
    return search(*diagram, {text, 10000});
}

/// As an import does: every node is the source of itself.
void giveOrigins(ir::Model& model) {
    for (const ir::NodeId id : model.graph->order()) {
        ir::Node& node = model.graph->node(id);
        node.origins = {ir::SourceId(model.sources.size())};
        model.sources.push_back({node.name, node.opType, node.domain, "", ""});
    }
}

ItemId itemNamed(const Diagram& diagram, const std::string& name) {
    for (std::size_t i = 0; i < diagram.items().size(); ++i)
        if (diagram.items()[i].name == name)
            return ItemId(i);
    return {};
}

} // namespace

class TestDrawingSearch : public QObject {
    Q_OBJECT

  private slots:
    void findsInAllFields() {
        const auto diagram = diagramOf(blocksModel(3, true));
        QCOMPARE(find(diagram, "type:matmul").size(), std::size_t{6});
        QCOMPARE(find(diagram, "type:mat").size(), std::size_t{0}); // whole types only
        QCOMPARE(find(diagram, "FC1").size(), std::size_t{3});
        QCOMPARE(find(diagram, "matmul fc2").size(), std::size_t{3});
        QCOMPARE(find(diagram, "name:layers.1/").size(), std::size_t{5});
        QCOMPARE(find(diagram, "param:w1a").size(), std::size_t{1});
        QVERIFY(find(diagram, "tensor:v0").size() >= 2); // producer and readers
        QCOMPARE(find(diagram, "group:layers.2").size(), std::size_t{1});
        QVERIFY(find(diagram, "").empty());
        QVERIFY(find(diagram, "  ").empty());
        QVERIFY(find(diagram, "no such thing").empty());
        QCOMPARE(search(*diagram, {"type:matmul", 2}).size(), std::size_t{2});
    }

    void matchesSayWhatToOpen() {
        const auto diagram = diagramOf(blocksModel(3, true));
        Folding folding(*diagram);
        std::uint32_t last = 0;
        for (const Match& match : find(diagram, "type:relu")) {
            QVERIFY(match.item.index >= last); // in the order of the drawing
            last = match.item.index;
            QVERIFY(!match.open.empty());
            for (std::size_t i = 1; i < match.open.size(); ++i)
                QCOMPARE(diagram->group(match.open[i]).parent, match.open[i - 1]);
            for (const GroupId group : match.open)
                folding.setOpen(group, true);
            const VisibleGraph visible(diagram, folding);
            QCOMPARE(visible.box(visible.boxOf(match.item)).item, match.item);
        }
    }

    void cancelledSearchEnds() {
        const auto diagram = diagramOf(blocksModel(3, true));
        CancellationToken cancel;
        cancel.cancel();
        QVERIFY(search(*diagram, {"relu", 10}, cancel).empty());
    }

    void anUnchangedCopyIsTheSame() {
        ir::Model model = blocksModel(2, true);
        giveOrigins(model);
        const auto diagram = diagramOf(model);
        const ir::Model copy = model.clone();
        for (const bool byName : {false, true}) {
            const Difference d = difference(*diagram, *diagramOf(copy), byName);
            QCOMPARE(d.same, std::size_t{12});
            QCOMPARE(d.changed + d.added + d.removed, std::size_t{0});
            for (std::size_t i = 0; i < d.source.size(); ++i) {
                QVERIFY(d.source[i] == Change::Same);
                QCOMPARE(d.toAdapted[i], std::vector<ItemId>{ItemId(i)});
            }
        }
    }

    void aFusionIsManyToOne() {
        // MatMul + Relu become FusedMatMul, the Softmax goes, an Identity comes.
        ir::Model source = blocksModel(1, true);
        giveOrigins(source);
        ir::Model adapted = source.clone();
        ir::Graph& graph = *adapted.graph;
        const auto nodeNamed = [&](const std::string& name) {
            for (const ir::NodeId id : graph.order())
                if (graph.node(id).name == name)
                    return id;
            return ir::NodeId();
        };
        const ir::NodeId matmul = nodeNamed("/model/layers.0/fc1/MatMul");
        const ir::NodeId relu = nodeNamed("/model/layers.0/act/Relu");
        ir::Node fused;
        fused.opType = "FusedMatMul";
        fused.name = "fused";
        fused.inputs = graph.node(matmul).inputs;
        fused.outputs = {graph.addValue("fused_out", ModelMaker::type())};
        fused.origins = {graph.node(matmul).origins[0], graph.node(relu).origins[0]};
        const ir::ValueId out = fused.outputs[0];
        graph.addNode(std::move(fused));
        graph.replaceAllUses(graph.node(relu).outputs[0], out);
        graph.removeNode(relu);
        graph.removeNode(matmul);
        const ir::NodeId softmax = nodeNamed("/head/Softmax");
        const ir::ValueId before = graph.node(softmax).inputs[0];
        ir::Node identity;
        identity.opType = "Identity";
        identity.name = "new";
        identity.inputs = {before};
        identity.outputs = {graph.addValue("new_out", ModelMaker::type())};
        const ir::ValueId after = identity.outputs[0];
        graph.addNode(std::move(identity));
        graph.setOutputs({after});
        graph.removeNode(softmax);

        const auto a = diagramOf(source), b = diagramOf(adapted);
        const Difference d = difference(*a, *b);
        QCOMPARE(d.added, std::size_t{1});
        QCOMPARE(d.removed, std::size_t{1});
        QCOMPARE(d.changed, std::size_t{1});
        QCOMPARE(d.same, std::size_t{4});
        const ItemId fusedItem = itemNamed(*b, "fused");
        QCOMPARE(d.toSource[fusedItem.index].size(), std::size_t{2});
        const ItemId reluItem = itemNamed(*a, "/model/layers.0/act/Relu");
        QCOMPARE(d.toAdapted[reluItem.index], std::vector<ItemId>{fusedItem});
        QVERIFY(d.source[reluItem.index] == Change::Changed);
        QVERIFY(d.source[itemNamed(*a, "/head/Softmax").index] == Change::Removed);
        QVERIFY(d.adapted[itemNamed(*b, "new").index] == Change::Added);
        QVERIFY(d.source[itemNamed(*a, "x").index] == Change::Same);
    }
};

QTEST_GUILESS_MAIN(TestDrawingSearch)
#include "tst_drawing_search.moc"
