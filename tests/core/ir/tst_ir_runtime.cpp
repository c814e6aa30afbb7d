// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// ONNX Runtime takes what it took before: a model that loads as it came loads as exported, with
// the same interface; and it tells types that the ONNX library cannot.
#include "model_samples.h"

#include "execution/agent_executor.h"
#include "ir/verifier.h"
#include "support/paths.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::ir;
namespace fs = std::filesystem;

class TestIrRuntime : public QObject {
    Q_OBJECT

  private:
    std::shared_ptr<AgentExecutor> m_executor;

    static std::string text(const Result<ModelTypes>& types) {
        if (!types)
            return "does not load";
        std::string out;
        for (const auto* list : {&types->inputs, &types->outputs})
            for (const ReportedType& type : *list) {
                out += type.name + ":" + std::to_string(static_cast<int>(type.element)) + "[";
                for (const std::int64_t dim : type.dims)
                    out += std::to_string(dim) + ",";
                out += "] ";
            }
        return out;
    }

  private slots:
    void initTestCase() {
        auto executor = makeLocalExecutor();
        if (!executor)
            QSKIP(("no local runtime: " + executor.error().text()).c_str());
        m_executor = *executor;
        if (!m_executor->types(writeDense(), {}, {}))
            QSKIP("ONNX Runtime is not installed");
    }

    fs::path writeDense() {
        static auto folder = TemporaryDirectory::create("mi-test");
        const fs::path path = folder->path() / "dense.onnx";
        (void)exportOnnx(test::denseModel(), path);
        return path;
    }

    void exportedModelsLoadAsTheOriginals() {
        const auto data = test::onnxTestData();
        if (!data)
            QSKIP("the ONNX backend test data is not installed");
        std::vector<fs::path> models;
        for (const auto& entry : fs::recursive_directory_iterator(*data))
            if (entry.path().extension() == ".onnx")
                models.push_back(entry.path());
        std::sort(models.begin(), models.end());
        auto folder = TemporaryDirectory::create("mi-test");
        QVERIFY(folder);
        std::size_t loaded = 0;
        for (std::size_t i = 0; i < models.size(); ++i) {
            const auto model = importOnnx(models[i]);
            QVERIFY(model);
            const fs::path copy = folder->path() / (std::to_string(i) + ".onnx");
            QVERIFY(exportOnnx(*model, copy));
            const auto before = m_executor->types(models[i], {}, {});
            const auto after = m_executor->types(copy, {}, {});
            if (text(before) != text(after))
                QFAIL((models[i].string() + "\n" + text(before) + "\n" + text(after) +
                       (after ? "" : after.error().text()))
                          .c_str());
            loaded += before.has_value();
            fs::remove(copy);
        }
        qInfo("%zu of %zu models load", loaded, models.size());
        QVERIFY(loaded * 10 > models.size() * 9);
    }

    void runtimeTellsTypesOfNewOpsets() {
        Model model = test::denseModel();
        model.setOpset("", 21);
        Graph& graph = *model.graph;
        Value& w = graph.value(graph.find("w"));
        w.constant = test::countingFloats({16, 320}); // large enough to become an input
        w.type = test::floatType({16, 320});
        Value& shape = graph.value(graph.find("shape"));
        shape.constant = TensorData::fromInt64s({3}, std::vector<std::int64_t>{0, 40, 8});
        graph.value(graph.find("y")).type = {};
        QVERIFY(inferShapes(model, m_executor.get(), {}));
        QCOMPARE(graph.value(graph.find("product")).type.tensor.text(), "float32[n,320]");
        QCOMPARE(graph.value(graph.find("reshaped")).type.tensor.text(), "float32[n,40,8]");
        QCOMPARE(graph.value(graph.find("y")).type.tensor.text(), "float32[n,40,8]");
    }
};

QTEST_GUILESS_MAIN(TestIrRuntime)
#include "tst_ir_runtime.moc"
