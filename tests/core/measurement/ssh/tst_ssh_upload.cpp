// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Files to real SSH servers: whole, resumed, refused.
#include "base/hash.h"
#include "ssh/ssh_connections.h"

using namespace metainfer;
using namespace metainfer::test;
using namespace std::chrono_literals;

class SshUploadTest : public QObject, private SshConnections {
    Q_OBJECT

  private slots:
    void initTestCase();
    void init() { begin(); }
    void uploadArrives();
    void uploadIsTakenUpAgain();
    void uploadEndsAnOldWriter();
    void uploadWithoutSpace();
    void uploadWithoutPermission();
    void nothingIsLeft();
};

void SshUploadTest::initTestCase() {
    if (const std::string why = SshLab::whyNot(); !why.empty())
        QSKIP(why.c_str());
    open();
}

void SshUploadTest::uploadArrives() {
    const auto connection = connected(m_board->target());
    QVERIFY(connection);
    const std::string content = noise(3'000'001);
    writeFile(m_lab->folder() / "big", content);
    SshUpload upload;
    upload.local = m_lab->folder() / "big";
    upload.remote = (m_board->home / "new folder/it's big").string();
    upload.executable = true;
    std::uint64_t last = 0;
    upload.onProgress = [&](std::uint64_t done, std::uint64_t total) {
        QCOMPARE(total, std::uint64_t(content.size()));
        QVERIFY(done >= last);
        last = done;
    };
    const auto sent = connection->upload(upload, {});
    QVERIFY2(sent, sent ? "" : sent.error().text().c_str());
    QVERIFY(readTextFile(upload.remote).value() == content);
    QCOMPARE(last, std::uint64_t(content.size()));
    QVERIFY(access(upload.remote.c_str(), X_OK) == 0);
    upload.onProgress = {};
    // An empty one, and one over another.
    writeFile(m_lab->folder() / "big", "");
    QVERIFY(connection->upload(upload, {}));
    QCOMPARE(readTextFile(upload.remote).value(), std::string());
    QCOMPARE(std::distance(fs::directory_iterator(m_board->home / "new folder"), {}), 1);
    // What arrives is another file than was said.
    upload.sha256 = std::string(64, '0');
    const auto wrong = connection->upload(upload, {});
    QVERIFY(!wrong);
    QVERIFY2(contains(wrong.error().message, "is another file"), wrong.error().text().c_str());
    QCOMPARE(std::distance(fs::directory_iterator(m_board->home / "new folder"), {}), 1);
}

void SshUploadTest::uploadIsTakenUpAgain() {
    BadLink link(m_board->address, 22);
    const std::string content = noise(4 << 20);
    writeFile(m_lab->folder() / "big", content);
    SshUpload upload;
    upload.local = m_lab->folder() / "big";
    upload.remote = (m_board->home / "resumed").string();
    auto connection = connected(through(link));
    QVERIFY(connection);
    // The cut comes when the device has written something, however slow it is.
    link.setBytesPerSecond(8'000'000);
    bool isCut = false;
    upload.onProgress = [&](std::uint64_t, std::uint64_t) {
        std::error_code absent;
        const auto written = fs::file_size(m_board->home / "resumed.part-0", absent);
        if (!isCut && !absent && written > (1 << 20)) {
            isCut = true;
            link.cut();
        }
    };
    const auto cut = connection->upload(upload, {});
    upload.onProgress = {};
    QVERIFY(!cut);
    QCOMPARE(cut.error().code, ErrorCode::DeviceLost);
    QCOMPARE(link.cuts(), 1);
    std::error_code error;
    const auto there = fs::file_size(m_board->home / "resumed.part-0", error);
    QVERIFY(!error && there > (1 << 20));
    const std::uint64_t before = link.bytesUp();
    connection = connected(through(link));
    QVERIFY(connection);
    const auto sent = connection->upload(upload, {});
    QVERIFY2(sent, sent ? "" : sent.error().text().c_str());
    QVERIFY(readTextFile(upload.remote).value() == content);
    QVERIFY2(link.bytesUp() - before < content.size() - there / 2, "all of it was sent again");
    QVERIFY(!fs::exists(m_board->home / "resumed.part-0"));
    // A part that is not of this file is not believed.
    writeFile(m_board->home / "resumed.part-0", "something else", 0666);
    const auto again = connection->upload(upload, {});
    QVERIFY2(again, again ? "" : again.error().text().c_str());
    QVERIFY(readTextFile(upload.remote).value() == content);
}

void SshUploadTest::uploadEndsAnOldWriter() {
    // The server does not know that the link is dead: its `cat` waits for more.
    BadLink link(m_board->address, 22);
    m_options.keepAlive = 200ms;
    const std::string content = noise(4 << 20);
    writeFile(m_lab->folder() / "big", content);
    SshUpload upload;
    upload.local = m_lab->folder() / "big";
    upload.remote = (m_board->home / "contended").string();
    upload.onProgress = [&](std::uint64_t done, std::uint64_t) {
        if (done > (1 << 20))
            link.freeze(true);
    };
    link.setBytesPerSecond(8'000'000);
    auto connection = connected(through(link));
    QVERIFY(connection);
    const auto lost = connection->upload(upload, {});
    QVERIFY(!lost);
    QCOMPARE(lost.error().code, ErrorCode::DeviceLost);
    QCOMPARE(SshLab::programs(*m_board).size(), std::size_t(1));
    upload.onProgress = {};
    connection = connected(m_board->target());
    QVERIFY(connection);
    const auto sent = connection->upload(upload, {});
    QVERIFY2(sent, sent ? "" : sent.error().text().c_str());
    QVERIFY(readTextFile(upload.remote).value() == content);
    QVERIFY(eventually([&] { return SshLab::programs(*m_board).empty(); }));
}

void SshUploadTest::uploadWithoutSpace() {
    const fs::path small = m_lab->mountSmall(*m_board, "small", "size=1m");
    const auto connection = connected(m_board->target());
    QVERIFY(connection);
    writeFile(m_lab->folder() / "big", noise(4 << 20));
    SshUpload upload;
    upload.local = m_lab->folder() / "big";
    upload.remote = (small / "file").string();
    const auto sent = connection->upload(upload, {});
    QVERIFY(!sent);
    QVERIFY2(sent.error().code == ErrorCode::NoSpace, sent.error().text().c_str());
    QVERIFY2(contains(sent.error().text(), upload.remote), sent.error().text().c_str());
    QVERIFY(fs::is_empty(small));
    QVERIFY(connection->exec("true", {}, {}, {}));
}

void SshUploadTest::uploadWithoutPermission() {
    const fs::path closed = m_board->folder / "closed";
    fs::create_directories(closed);
    chmod(closed.c_str(), 0555);
    const auto connection = connected(m_board->target());
    QVERIFY(connection);
    writeFile(m_lab->folder() / "big", "x");
    SshUpload upload;
    upload.local = m_lab->folder() / "big";
    upload.remote = (closed / "file").string();
    const auto sent = connection->upload(upload, {});
    QVERIFY(!sent);
    QVERIFY2(sent.error().code == ErrorCode::PermissionDenied, sent.error().text().c_str());
    upload.local = "/nowhere/file";
    const auto absent = connection->upload(upload, {});
    QVERIFY(!absent);
    QCOMPARE(absent.error().code, ErrorCode::NotFound);
}

void SshUploadTest::nothingIsLeft() {
    const int id = m_lab->id();
    QVERIFY(!SshLab::leftovers(id).empty());
    m_lab.reset();
    QCOMPARE(SshLab::leftovers(id), std::string());
}

QTEST_GUILESS_MAIN(SshUploadTest)
#include "tst_ssh_upload.moc"
