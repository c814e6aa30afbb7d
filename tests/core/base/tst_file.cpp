// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Files: atomic writes, torn lines, changed files, locks.
#include "base/file.h"
#include "base/json.h"
#include "base/suggest.h"

#include <QtTest/QTest>

#include <fstream>

using namespace metainfer;
namespace fs = std::filesystem;

class TestFile : public QObject {
    Q_OBJECT

  private slots:
    void atomicWriteLeavesNothingBehind() {
        auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        const fs::path path = dir->path() / "a.txt";
        QVERIFY(writeFileAtomically(path, "one"));
        QVERIFY(writeFileAtomically(path, "two"));
        QCOMPARE(*readTextFile(path), "two");
        QCOMPARE(std::distance(fs::directory_iterator(dir->path()), {}), 1);
        const auto bad = writeFileAtomically(dir->path() / "missing" / "b.txt", "x");
        QVERIFY(!bad);
        QCOMPARE(bad.error().code, ErrorCode::NotFound);
    }

    void fullDiskIsNamed() {
        auto writer = LineWriter::open("/dev/full");
        QVERIFY(!writer || writer->write("x").error().code == ErrorCode::NoSpace);
    }

    void tornLineIsCutOff() {
        auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        const fs::path path = dir->path() / "lines.jsonl";
        std::ofstream(path) << "{\"a\":1}\n{\"b\":";
        auto writer = LineWriter::open(path);
        QVERIFY(writer);
        QVERIFY(writer->write("{\"c\":3}"));
        QCOMPARE(*readTextFile(path), "{\"a\":1}\n{\"c\":3}\n");
    }

    void changedFileIsAnError() {
        auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        const fs::path path = dir->path() / "weights.bin";
        std::ofstream(path) << std::string(100, 'w');
        auto file = RandomAccessFile::open(path);
        QVERIFY(file);
        std::array<std::byte, 10> buffer{};
        QVERIFY((*file)->read(90, buffer));
        QVERIFY(!(*file)->read(91, buffer));
        fs::resize_file(path, 10);
        QCOMPARE((*file)->read(0, buffer).error().code, ErrorCode::Io);
    }

    void kernelFilesHaveNoSize() {
        const auto status = readTextFile("/proc/self/status");
        QVERIFY(status);
        QVERIFY(status->find("Pid:") != std::string::npos);
    }

    void lockExcludes() {
        auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        const fs::path path = dir->path() / "lock";
        {
            auto first = FileLock::acquire(path, false);
            QVERIFY(first);
            QCOMPARE(FileLock::acquire(path, false).error().code, ErrorCode::Busy);
        }
        QVERIFY(FileLock::acquire(path, false));
    }

    void jsonErrorsNameThePlace() {
        const auto bad = parseJson("{\n  \"a\": ,\n}", "x.json");
        QVERIFY(!bad);
        QVERIFY2(bad.error().message.find("x.json, line 2, column 8") == 0,
                 bad.error().message.c_str());
    }

    void jsonIsAsDeepAsTheStackAllows() {
        const auto nested = [](std::size_t depth) {
            return std::string(depth, '[') + std::string(depth, ']');
        };
        QVERIFY(parseJson(nested(500), "x.json").has_value());
        for (const std::string& text :
             {nested(501), std::string(10'000'000, '['), "{\"a\":" + nested(500) + "}"}) {
            const auto deep = parseJson(text, "x.json");
            QVERIFY(!deep);
            QCOMPARE(deep.error().message, "x.json: its values nest deeper than 500 levels");
        }
        // Brackets in texts are no levels.
        const std::string text =
            "\"" + std::string(600, '[') + "\\\"" + std::string(600, '{') + "\"";
        QCOMPARE(parseJson(text, "x.json")->get<std::string>().size(), std::size_t{1201});
    }

    void suggestions() {
        const std::vector<std::string> known{"accelerator-x", "accelerator-x-edge", "tesla-t4"};
        QCOMPARE(nearestNames("acelerator-x", known).front(), "accelerator-x");
        QCOMPARE(didYouMean("zzzzzzz", known),
                 "Known: accelerator-x, accelerator-x-edge, tesla-t4.");
    }
};

QTEST_GUILESS_MAIN(TestFile)
#include "tst_file.moc"
