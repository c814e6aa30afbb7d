// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// External data: read lazily, checked against the file, kept inside the model's folder, written
// when a model is too large for one file.
#include "model_samples.h"

#include "ir/verifier.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::ir;
using namespace metainfer::test;
namespace fs = std::filesystem;

class TestIrExternal : public QObject {
    Q_OBJECT

  private:
    using Entries = std::vector<std::pair<std::string, std::string>>;
    std::optional<TemporaryDirectory> m_folder;
    fs::path m_path;

    Result<Model> importWith(const Entries& entries) {
        writeBytes(m_path, RawModel()
                               .external("w", {2, 4}, entries)
                               .node("Abs", {"w"}, {"y"})
                               .output("y")
                               .bytes());
        return importOnnx(m_path);
    }

  private slots:
    void init() {
        auto folder = TemporaryDirectory::create("mi-test");
        QVERIFY(folder);
        m_folder.emplace(std::move(*folder));
        m_path = m_folder->path() / "model.onnx";
    }

    void readsTheSlice() {
        std::string bytes(100, 'x');
        const float value = 2.5f;
        std::memcpy(bytes.data() + 64 + 4, &value, 4);
        writeBytes(m_folder->path() / "weights", bytes);
        const auto model =
            importWith({{"location", "weights"}, {"offset", "64"}, {"length", "32"}});
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        QVERIFY(verify(*model));
        const TensorData& data = *model->graph->constant(model->graph->find("w"));
        QVERIFY(data.isOnDisk());
        QCOMPARE(data.slice().offset, 64u);
        QCOMPARE((*data.toFloats())[1], 2.5f);
    }

    void missingFileNamesTensorAndFile() {
        const auto model = importWith({{"location", "lost.bin"}});
        QVERIFY(!model);
        QCOMPARE(model.error().code, ErrorCode::NotFound);
        for (const char* words : {"tensor 'w'", "lost.bin", "model.onnx"})
            QVERIFY2(model.error().message.find(words) != std::string::npos,
                     model.error().text().c_str());
    }

    void shortFileIsRefused() {
        writeBytes(m_folder->path() / "weights", std::string(40, 'x'));
        for (const Entries& entries :
             {Entries{{"location", "weights"}, {"offset", "16"}},
              Entries{{"location", "weights"}, {"offset", "18446744073709551610"}}}) {
            const auto model = importWith(entries);
            QVERIFY(!model);
            QCOMPARE(model.error().code, ErrorCode::InvalidModel);
            QVERIFY(model.error().message.find("the file has 40 bytes") != std::string::npos);
        }
    }

    void wrongNumbersAreRefused() {
        writeBytes(m_folder->path() / "weights", std::string(400, 'x'));
        for (const Entries& entries : {Entries{{"location", "weights"}, {"offset", "-4"}},
                                       Entries{{"location", "weights"}, {"length", "12 bytes"}},
                                       Entries{{"location", "weights"}, {"length", "31"}}}) {
            const auto model = importWith(entries);
            QVERIFY(!model);
            QCOMPARE(model.error().code, ErrorCode::InvalidModel);
        }
    }

    void staysInsideTheFolder_data() {
        QTest::addColumn<QString>("location");
        QTest::newRow("absolute") << "/etc/passwd";
        QTest::newRow("above") << "../weights";
        QTest::newRow("hidden above") << "a/../../weights";
        QTest::newRow("empty") << "";
    }
    void staysInsideTheFolder() {
        QFETCH(QString, location);
        writeBytes(m_folder->path() / "weights", std::string(400, 'x'));
        const auto model = importWith({{"location", location.toStdString()}});
        QVERIFY(!model);
        QCOMPARE(model.error().code, ErrorCode::InvalidModel);
        QVERIFY(model.error().message.find("outside the model's folder") != std::string::npos);
    }

    void largeModelsGetADataFile() {
        const Model model = denseModel();
        ExportOptions options;
        options.inlineLimit = 512;
        QVERIFY(exportOnnx(model, m_path, options));
        const fs::path data = m_folder->path() / "model.onnx.data";
        QCOMPARE(fs::file_size(data), 16u * 32 * 4);
        const auto again = importOnnx(m_path);
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QCOMPARE(*dumpText(*again), *dumpText(model));
        QCOMPARE(*again->structuralHash(), *model.structuralHash());
        const auto checked = checkOnnx(m_path);
        QVERIFY2(checked, checked ? "" : checked.error().text().c_str());
        // Over the very files that it reads from.
        QVERIFY(exportOnnx(*again, m_path, options));
        QCOMPARE(*dumpText(*importOnnx(m_path)), *dumpText(model));
        QCOMPARE(std::distance(fs::directory_iterator(m_folder->path()), {}), 2);
    }

    void referencesCanBeKept() {
        ExportOptions split;
        split.inlineLimit = 512;
        QVERIFY(exportOnnx(denseModel(), m_path, split));
        const auto model = importOnnx(m_path);
        QVERIFY(model);
        ExportOptions keep;
        keep.keepExternal = true;
        const fs::path beside = m_folder->path() / "copy.onnx";
        QVERIFY(exportOnnx(*model, beside, keep));
        QVERIFY(fs::file_size(beside) < 1000);
        QVERIFY(!fs::exists(m_folder->path() / "copy.onnx.data"));
        QCOMPARE(*dumpText(*importOnnx(beside)), *dumpText(*model));
        // Elsewhere the reference would break: the data comes along.
        const auto other = TemporaryDirectory::create("mi-test");
        QVERIFY(other);
        QVERIFY(exportOnnx(*model, other->path() / "far.onnx", keep));
        QVERIFY(fs::file_size(other->path() / "far.onnx") > 2000);
    }

    void hugeSparseFileOpensWithoutReading() {
        const fs::path data = m_folder->path() / "huge";
        writeBytes(data, "");
        std::error_code problem;
        fs::resize_file(data, std::uint64_t{3} << 30, problem);
        if (problem)
            QSKIP("the temporary folder does not take sparse files of 3 GB");
        const std::int64_t count = (std::int64_t{3} << 30) / 4;
        writeBytes(m_path, RawModel()
                               .external("w", {count}, {{"location", "huge"}})
                               .node("Abs", {"w"}, {"y"})
                               .output("y")
                               .bytes());
        const auto model = importOnnx(m_path);
        QVERIFY(model);
        QCOMPARE(model->graph->constant(model->graph->find("w"))->byteSize(),
                 std::uint64_t{3} << 30);
        QVERIFY(verify(*model));
    }
};

QTEST_GUILESS_MAIN(TestIrExternal)
#include "tst_ir_external.moc"
