// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Import -> export -> import is the identity on every model that is at hand.
#include "model_samples.h"

#include "base/file.h"
#include "ir/verifier.h"
#include "support/paths.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::ir;
namespace fs = std::filesystem;

class TestIrRoundtrip : public QObject {
    Q_OBJECT

  private:
    static std::vector<fs::path> models() {
        std::vector<fs::path> found;
        std::vector<fs::path> roots{test::sourceDir() / "sample_models"};
        if (const auto data = test::onnxTestData())
            roots.push_back(fs::canonical(*data));
        if (const auto shared = test::sharedDir())
            roots.push_back(*shared / "models");
        for (const fs::path& root : roots)
            if (fs::is_directory(root))
                for (const auto& entry : fs::recursive_directory_iterator(root))
                    if (entry.path().extension() == ".onnx")
                        found.push_back(entry.path());
        std::sort(found.begin(), found.end());
        return found;
    }

    static std::string text(const Model& model) {
        const auto dump = dumpText(model);
        return dump ? *dump : "error: " + dump.error().text();
    }

    static std::string hash(const Model& model) {
        const auto made = model.structuralHash();
        return made ? *made : "error: " + made.error().text();
    }

    /// Empty when the model survives; else what went wrong.
    static std::string problemOf(const fs::path& path, const fs::path& copy) {
        const auto first = importOnnx(path);
        if (!first)
            return "import: " + first.error().text();
        if (const auto ok = verify(*first); !ok)
            return "verify: " + ok.error().text();
        if (const auto ok = exportOnnx(*first, copy); !ok)
            return "export: " + ok.error().text();
        const auto second = importOnnx(copy);
        if (!second)
            return "import again: " + second.error().text();
        if (text(*first) != text(*second))
            return "dumps differ:\n" + text(*first) + "\n" + text(*second);
        if (hash(*first) != hash(*second))
            return "hashes differ";
        if (first->architectureHash() != second->architectureHash())
            return "architecture hashes differ";
        if (checkOnnx(path))
            if (const auto ok = checkOnnx(copy); !ok)
                return "the checker took the original, but not the copy: " + ok.error().text();
        const Model third = first->clone();
        if (const auto ok = verify(third); !ok)
            return "verify clone: " + ok.error().text();
        if (text(third) != text(*first))
            return "the clone differs";
        return {};
    }

  private slots:
    void oldModelsKeepTheirInputs() {
        auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        // Before IR version 4 every initializer had to be an input as well.
        Model model = test::denseModel();
        model.irVersion = 3;
        model.setOpset("", 13);
        const fs::path path = dir->path() / "old.onnx";
        QVERIFY(exportOnnx(model, path));
        const auto checked = checkOnnx(path);
        QVERIFY2(checked, checked ? "" : checked.error().text().c_str());
        const auto again = importOnnx(path);
        QVERIFY(again);
        QCOMPARE(again->graph->inputs().size(), 1u);
        QVERIFY(again->graph->constant(again->graph->find("w")));
        QCOMPARE(text(*again), text(model));
    }

    void defaultsOfInputsStayDefaults() {
        auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        Model model = test::denseModel();
        Graph& graph = *model.graph;
        graph.setInputs({graph.find("x"), graph.find("w")});
        QVERIFY(!graph.constant(graph.find("w")));
        QVERIFY(exportOnnx(model, dir->path() / "m.onnx"));
        const auto again = importOnnx(dir->path() / "m.onnx");
        QVERIFY(again);
        QCOMPARE(again->graph->inputs().size(), 2u);
        QVERIFY(again->graph->value(again->graph->find("w")).constant);
        QVERIFY(!again->graph->constant(again->graph->find("w")));
        QCOMPARE(text(*again), text(model));
    }

    void fieldsThatTheLibraryDoesNotKnowAreKept() {
        auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        Model model = test::denseModel();
        Graph& graph = *model.graph;
        Node& node = graph.node(graph.order().front());
        node.overload = "special";
        node.metadata = {{"a", "1"}, {"b", "2"}};
        appendTag(node.unknownFields, 10, WireType::Bytes);
        node.unknownFields += "\x03xyz";
        graph.metadata = {{"graph", "yes"}};
        graph.value(graph.find("x")).metadata = {{"value", "info"}};
        appendTag(model.unknownFields, 26, WireType::Varint);
        model.unknownFields += "\x05";
        TensorData eight = TensorData::fromBytes(ElementType::Float8E4M3FN, {3},
                                                 std::vector<std::byte>(3, std::byte{7}));
        appendTag(eight.unknownFields, 16, WireType::Bytes);
        eight.unknownFields += "\x01z";
        graph.addConstant("eight", eight);
        graph.addConstant("four", TensorData::fromBytes(ElementType::Int4, {5},
                                                        std::vector<std::byte>(3, std::byte{9})));
        graph.addConstant("newer", TensorData::fromBytes(static_cast<ElementType>(99), {5},
                                                         std::vector<std::byte>(7, std::byte{9})));
        graph.addConstant("words", TensorData::fromStrings({2}, {"one", std::string("t\0o", 3)}));
        const fs::path path = dir->path() / "m.onnx";
        QVERIFY(exportOnnx(model, path));
        const auto again = importOnnx(path);
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QVERIFY(verify(*again));
        QCOMPARE(text(*again), text(model));
        const Graph& read = *again->graph;
        const Node& same = read.node(read.order().front());
        QCOMPARE(same.overload, "special");
        QCOMPARE(same.metadata, node.metadata);
        QCOMPARE(same.unknownFields, node.unknownFields);
        QCOMPARE(read.metadata, graph.metadata);
        QCOMPARE(read.value(read.find("x")).metadata, graph.value(graph.find("x")).metadata);
        QCOMPARE(again->unknownFields, model.unknownFields);
        QCOMPARE(read.constant(read.find("eight"))->unknownFields, eight.unknownFields);
        QCOMPARE(read.constant(read.find("words"))->strings()[1], std::string("t\0o", 3));
        QCOMPARE(read.constant(read.find("newer"))->byteSize(), 7u);
    }

    void sourcesNameEveryNode() {
        auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        QVERIFY(exportOnnx(test::denseModel(), dir->path() / "m.onnx"));
        const auto model = importOnnx(dir->path() / "m.onnx");
        QVERIFY(model);
        QCOMPARE(model->sources.size(), 3u);
        const Graph& graph = *model->graph;
        for (const NodeId id : graph.order()) {
            QCOMPARE(graph.node(id).origins.size(), 1u);
            const SourceNode& source = model->sources[graph.node(id).origins.front().index];
            QCOMPARE(source.opType, graph.node(id).opType);
            QCOMPARE(source.name, graph.node(id).name);
            QCOMPARE(source.output, graph.value(graph.node(id).outputs.front()).name);
        }
    }

    void everyModelSurvives() {
        auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        int bad = 0;
        const auto all = models();
        for (const fs::path& path : all) {
            const std::string problem = problemOf(path, dir->path() / "copy.onnx");
            if (problem.empty())
                continue;
            ++bad;
            qWarning("%s: %s", path.c_str(), problem.c_str());
        }
        qInfo("%zu models", all.size());
        QCOMPARE(bad, 0);
    }
};

QTEST_GUILESS_MAIN(TestIrRoundtrip)
#include "tst_ir_roundtrip.moc"
