// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Manual baselines: kept, found again, removed; a device asks once.
#include "experience/baselines.h"

#include "base/file.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::experience;

class TestBaselines : public QObject {
    Q_OBJECT

    TemporaryDirectory m_folder = *TemporaryDirectory::create("metainfer-baselines");
    int m_next = 0;

    std::filesystem::path freshPath() {
        return m_folder.path() / std::to_string(m_next++) / "baselines.jsonl";
    }
    static Baseline example(const std::string& id, const std::string& device) {
        Baseline b;
        b.id = id;
        b.device = device;
        b.environment = "device=board;cpu=x";
        b.recordedAt = "2026-01-02T03:04:05Z";
        b.model = "net.onnx";
        b.modelHash = "abc";
        b.who = "Ada";
        b.what = "two threads,\nno spinning";
        b.hours = 6.5;
        b.session = "spin=off;threads=2";
        b.ratio = {0.8, 0.75, 0.86};
        b.verdict = "faster by 1.25 [1.16, 1.33]";
        b.clock = "wall";
        b.originalUs = 1000;
        b.baselineUs = 800;
        b.grade = "VALID";
        return b;
    }

  private slots:
    void whatIsRecordedComesBack() {
        const BaselineBook book(freshPath());
        QVERIFY(book.list({}, {}));
        QVERIFY(book.list({}, {})->empty());
        QVERIFY(book.add(example("b-1", "board")));
        QVERIFY(book.add(example("b-2", "local")));
        const auto all = book.list({}, {});
        QCOMPARE(all->size(), std::size_t{2});
        QVERIFY(all->front().toJson() == example("b-1", "board").toJson());
        QCOMPARE(book.list("local", {})->size(), std::size_t{1});
        QCOMPARE(book.list({}, "other")->size(), std::size_t{0});
        QCOMPARE(book.list("board", "abc")->front().id, std::string("b-1"));
    }

    void aDamagedLineIsSaidAndKept() {
        const auto path = freshPath();
        const BaselineBook book(path);
        QVERIFY(book.add(example("b-1", "board")));
        QVERIFY(writeFileAtomically(path, *readTextFile(path) + "{\"schema\": \"baseline/9\"}\n"));
        QVERIFY(book.add(example("b-2", "board")));
        std::vector<std::string> problems;
        QCOMPARE(book.list({}, {}, &problems)->size(), std::size_t{2});
        QCOMPARE(problems.size(), std::size_t{1});
        QVERIFY(problems[0].find(":2") != std::string::npos);
        QVERIFY(book.remove("b-1"));
        QVERIFY(readTextFile(path)->find("baseline/9") != std::string::npos);
        QCOMPARE(book.list({}, {})->size(), std::size_t{1});
        QCOMPARE(book.remove("b-1").error().code, ErrorCode::NotFound);
    }

    void aDeviceAsksOnce() {
        const BaselineBook book(freshPath());
        QVERIFY(book.shallAsk("board"));
        QVERIFY(!book.shallAsk("board"));
        QVERIFY(!BaselineBook(book).shallAsk("board"));
        QVERIFY(book.add(example("b-1", "other")));
        QVERIFY(!book.shallAsk("other")); // it has one
        QVERIFY(book.shallAsk("third"));
    }
};

QTEST_GUILESS_MAIN(TestBaselines)
#include "tst_baselines.moc"
