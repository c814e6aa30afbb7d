// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Damaged, truncated and hostile files: an error that names the file and the place, never a crash,
// a hang or memory that the file's size does not justify.
#include "model_samples.h"

#include "ir/verifier.h"
#include "support/paths.h"

#include <QtTest/QTest>

#include <csignal>
#include <random>
#include <sys/resource.h>
#include <unistd.h>

using namespace metainfer;
using namespace metainfer::ir;
using namespace metainfer::test;
namespace fs = std::filesystem;

class TestIrMalformed : public QObject {
    Q_OBJECT

  private:
    std::optional<TemporaryDirectory> m_folder;
    fs::path m_path;

    Error errorOf(std::string_view bytes) {
        writeBytes(m_path, bytes);
        const auto model = importOnnx(m_path);
        return model ? Error{} : model.error();
    }

    /// Either an error that names the file, or a model that holds together.
    bool isHandled(std::string_view bytes) {
        writeBytes(m_path, bytes);
        const auto model = importOnnx(m_path);
        if (!model)
            return model.error().message.find(m_path.string()) != std::string::npos;
        const auto verified = verify(*model);
        if (!verified)
            qWarning("%s", verified.error().text().c_str());
        return verified.has_value();
    }

    std::vector<std::string> samples() {
        std::vector<std::string> found;
        const Status written = exportOnnx(denseModel(), m_path);
        if (written)
            found.push_back(readBytes(m_path));
        if (const auto data = onnxTestData())
            for (const char* name :
                 {"node/test_loop13_seq", "node/test_if_seq", "node/test_conv_with_strides_padding",
                  "node/test_optional_get_element_sequence"})
                if (fs::exists(*data / name / "model.onnx"))
                    found.push_back(readBytes(*data / name / "model.onnx"));
        return found;
    }

    void expectError(const RawModel& raw, ErrorCode code, const char* words) {
        const Error error = errorOf(raw.bytes());
        QVERIFY2(error.message.find(words) != std::string::npos, error.text().c_str());
        QVERIFY2(error.message.find(m_path.string()) != std::string::npos, error.text().c_str());
        QCOMPARE(error.code, code);
    }

  private slots:
    void initTestCase() {
        auto folder = TemporaryDirectory::create("mi-test");
        QVERIFY(folder);
        m_folder.emplace(std::move(*folder));
        m_path = m_folder->path() / "model.onnx";
    }

    void truncationsAreHandled() {
        for (const std::string& bytes : samples())
            for (std::size_t length = 0; length < bytes.size(); length += 1 + bytes.size() / 700)
                QVERIFY2(isHandled(std::string_view(bytes).substr(0, length)),
                         std::to_string(length).c_str());
    }

    void flippedBytesAreHandled() {
        std::mt19937 random(20240611);
        for (const std::string& bytes : samples())
            for (int trial = 0; trial < 700; ++trial) {
                std::string damaged = bytes;
                const int flips = 1 + static_cast<int>(random() % 3);
                for (int i = 0; i < flips; ++i)
                    damaged[random() % damaged.size()] ^= static_cast<char>(1 + random() % 255);
                QVERIFY2(isHandled(damaged), std::to_string(trial).c_str());
            }
    }

    void truncatedFileNamesTheByte() {
        QVERIFY(exportOnnx(denseModel(), m_path));
        const std::string bytes = readBytes(m_path);
        const Error error = errorOf(bytes.substr(0, bytes.size() / 2));
        QCOMPARE(error.code, ErrorCode::InvalidModel);
        QVERIFY(error.message.find("damaged at byte") != std::string::npos);
        QVERIFY(!error.hint.empty());
    }

    void otherFilesAreNamed_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("words");
        QTest::newRow("empty") << QByteArray() << "it is empty";
        QTest::newRow("lfs") << QByteArray(
                                    "version https://git-lfs.github.com/spec/v1\noid sha256:1")
                             << "git lfs pull";
        QTest::newRow("zip") << QByteArray("PK\x03\x04 and so on") << "ZIP archive";
        QTest::newRow("html") << QByteArray("<!DOCTYPE html><html>") << "XML or HTML";
        QTest::newRow("json") << QByteArray("{\"a\": 1}") << "JSON";
        QTest::newRow("text") << QByteArray("hello, this is text") << "not an ONNX model";
        QTest::newRow("protobuf of another kind") << QByteArray("\x08\x07") << "it has no graph";
    }
    void otherFilesAreNamed() {
        QFETCH(QByteArray, content);
        QFETCH(QString, words);
        const Error error = errorOf({content.data(), static_cast<std::size_t>(content.size())});
        QCOMPARE(error.code, ErrorCode::InvalidModel);
        QVERIFY2(error.message.find(words.toStdString()) != std::string::npos,
                 error.text().c_str());
    }

    void missingFileAndFolder() {
        QCOMPARE(importOnnx(m_folder->path() / "nothing.onnx").error().code, ErrorCode::NotFound);
        QCOMPARE(importOnnx(m_folder->path()).error().code, ErrorCode::InvalidArgument);
    }

    void missingProducer() {
        expectError(RawModel().input("x").node("Add", {"x", "lost"}, {"y"}).output("y"),
                    ErrorCode::InvalidModel, "'lost', read by input 1 of node 'Add_0' (Add)");
        expectError(RawModel().input("x").output("lost"), ErrorCode::InvalidModel, "graph output");
    }

    void duplicates() {
        expectError(
            RawModel().input("x").node("Abs", {"x"}, {"y"}).node("Neg", {"x"}, {"y"}).output("y"),
            ErrorCode::InvalidModel, "defines 'y', which is defined already");
        expectError(RawModel().input("x").input("x").output("x"), ErrorCode::InvalidModel,
                    "defines 'x'");
        expectError(RawModel().input("x").node("Abs", {"x"}, {"x"}).output("x"),
                    ErrorCode::InvalidModel, "defines 'x'");
    }

    void cycles() {
        expectError(RawModel().node("Abs", {"a"}, {"b"}).node("Neg", {"b"}, {"a"}).output("a"),
                    ErrorCode::InvalidModel, "depends on its own result");
    }

    void dimensions() {
        const auto model = [](std::vector<std::int64_t> dims, std::string_view bytes) {
            return RawModel()
                .initializer("w", std::move(dims), bytes)
                .node("Abs", {"w"}, {"y"})
                .output("y");
        };
        expectError(model({-1}, "1234"), ErrorCode::InvalidModel, "tensor 'w': its dimensions");
        const std::int64_t huge = std::int64_t{1} << 40;
        expectError(model({huge, huge}, "1234"), ErrorCode::InvalidModel, "too large");
        expectError(model({huge}, "1234"), ErrorCode::InvalidModel, "but 4 are there");
        expectError(model({3}, "1234"), ErrorCode::InvalidModel, "takes 12 bytes, but 4");
        // More than the inline limit: the bytes stay in the file.
        expectError(model({3}, std::string(5000, 'x')), ErrorCode::InvalidModel,
                    "takes 12 bytes, but 5000");
        QCOMPARE(errorOf(model({2}, "12345678").bytes()).message, "");
    }

    void missingElementType() {
        RawModel raw;
        WireMessageWriter tensor;
        tensor.text(8, "w");
        raw.graph.message(5, tensor);
        expectError(raw.node("Abs", {"w"}, {"y"}).output("y"), ErrorCode::InvalidModel,
                    "tensor 'w' has no element type");
    }

    void lengthsThatLie() {
        std::string bytes;
        appendTag(bytes, 7, WireType::Bytes);
        appendVarint(bytes, std::uint64_t{1} << 62);
        bytes += "abc";
        const Error error = errorOf(bytes);
        QCOMPARE(error.code, ErrorCode::InvalidModel);
        QVERIFY(error.message.find(m_path.string()) != std::string::npos);
        // A string inside a small message.
        WireMessageWriter node;
        node.raw(std::string("\x0a\x7fx", 3));
        RawModel raw;
        raw.graph.message(1, node);
        const Error inside = errorOf(raw.bytes());
        QVERIFY2(inside.message.find("claims 127 bytes, but 1 are left") != std::string::npos,
                 inside.text().c_str());
    }

    void nestingIsBounded() {
        for (const int depth : {50, 130, 2000}) {
            RawModel raw;
            raw.node("Abs", {"x"}, {"y"}).output("y");
            WireMessageWriter graph = raw.graph;
            for (int i = 0; i < depth; ++i) {
                WireMessageWriter attribute;
                attribute.text(1, "then_branch");
                attribute.message(6, graph);
                attribute.integer(20, 5);
                RawModel outer;
                outer.node("If", {"c"}, {"y"}, &attribute).output("y");
                graph = outer.graph;
            }
            RawModel outermost;
            outermost.input("x").input("c");
            outermost.graph.raw(graph.bytes());
            const Error error = errorOf(outermost.bytes());
            QVERIFY2(depth > 100 ? !error.message.empty() : error.message.empty(),
                     error.text().c_str());
            if (depth > 100)
                QVERIFY2(error.message.find("nest deeper") != std::string::npos,
                         error.text().c_str());
        }
    }

    void writingFailsCleanly() {
        const Model model = denseModel();
        const auto missing = exportOnnx(model, m_folder->path() / "no folder" / "m.onnx");
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::NotFound);
        const auto folder = TemporaryDirectory::create("mi-test");
        QVERIFY(folder);
        // The target is a folder: the last step, the rename, fails.
        fs::create_directory(folder->path() / "m.onnx");
        QVERIFY(!exportOnnx(model, folder->path() / "m.onnx"));
        QCOMPARE(std::distance(fs::directory_iterator(folder->path()), {}), 1);
    }

    void fullDiskLeavesNothingBehind() {
        // A limit on the size of files fails in the middle of writing, as a full disk does.
        const auto folder = TemporaryDirectory::create("mi-test");
        QVERIFY(folder);
        Model model = denseModel();
        Value& w = model.graph->value(model.graph->find("w"));
        w.constant = countingFloats({16, 65536});
        w.type = floatType({16, 65536});
        ExportOptions external;
        external.inlineLimit = 1024;
        rlimit before{};
        getrlimit(RLIMIT_FSIZE, &before);
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        rlimit small = before;
        small.rlim_cur = 1 << 20;
        setrlimit(RLIMIT_FSIZE, &small);
        const Status inOne = exportOnnx(model, folder->path() / "m.onnx");
        const Status inTwo = exportOnnx(model, folder->path() / "m.onnx", external);
        setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, handler);
        QVERIFY(!inOne);
        QVERIFY(!inTwo);
        QVERIFY2(inOne.error().message.find("m.onnx") != std::string::npos,
                 inOne.error().text().c_str());
        QVERIFY(fs::is_empty(folder->path()));
    }

    void readOnlyFolderIsNamed() {
        if (::geteuid() == 0)
            QSKIP("the administrator may write everywhere");
        const auto folder = TemporaryDirectory::create("mi-test");
        QVERIFY(folder);
        fs::permissions(folder->path(), fs::perms::owner_read | fs::perms::owner_exec);
        const auto written = exportOnnx(denseModel(), folder->path() / "m.onnx");
        fs::permissions(folder->path(), fs::perms::owner_all);
        QVERIFY(!written);
        QCOMPARE(written.error().code, ErrorCode::PermissionDenied);
    }

    void sourceThatChangedIsNoticed() {
        QVERIFY(exportOnnx(denseModel(), m_path));
        const auto model = importOnnx(m_path);
        QVERIFY(model);
        fs::resize_file(m_path, fs::file_size(m_path) / 2);
        const auto folder = TemporaryDirectory::create("mi-test");
        QVERIFY(folder);
        const auto written = exportOnnx(*model, folder->path() / "copy.onnx");
        QVERIFY(!written);
        QCOMPARE(written.error().code, ErrorCode::Io);
        QVERIFY(fs::is_empty(folder->path()));
    }
};

QTEST_GUILESS_MAIN(TestIrMalformed)
#include "tst_ir_malformed.moc"
