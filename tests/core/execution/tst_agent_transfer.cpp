// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Files to and from an agent elsewhere: sent once, gone on with after a cut, refused in words.
#include "support/agent_sessions.h"

#include "base/hash.h"
#include "execution/agent_files.h"
#include "execution/base64.h"
#include "execution/model_files.h"
#include "support/agent_models.h"

#include <QtTest>

#include <csignal>
#include <fstream>

#include <sys/mount.h>
#include <unistd.h>

using namespace metainfer;
using namespace metainfer::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

/// Bytes that do not repeat.
std::string content(std::size_t size, unsigned seed) {
    std::string bytes(size, '\0');
    for (char& c : bytes) {
        seed = seed * 1664525u + 1013904223u;
        c = static_cast<char>(seed >> 24);
    }
    return bytes;
}

} // namespace

class TestAgentTransfer : public QObject {
    Q_OBJECT

    std::optional<AgentSessions> m_agents;
    std::shared_ptr<LinkControl> m_link;
    std::shared_ptr<AgentClient> m_client;
    std::error_code m_ignored;

    void start() {
        m_link = std::make_shared<LinkControl>();
        m_client = AgentClient::start(m_agents->endpoint("one", m_link)).value();
    }
    fs::path path(const char* name) const { return m_agents->path(name); }
    fs::path put(const char* name, const std::string& bytes) const {
        std::ofstream(path(name), std::ios::binary) << bytes;
        return path(name);
    }

  private slots:
    void init() {
        m_agents.emplace();
        start();
    }
    void cleanup() {
        m_client.reset();
        QTRY_VERIFY_WITH_TIMEOUT(m_agents->processes().empty(), 60000);
        m_agents.reset();
    }

    void base64IsThatOfTheStandard() {
        QCOMPARE(encodeBase64(""), "");
        QCOMPARE(encodeBase64("f"), "Zg==");
        QCOMPARE(encodeBase64("fo"), "Zm8=");
        QCOMPARE(encodeBase64("foobar"), "Zm9vYmFy");
        for (const std::size_t size : {1u, 2u, 3u, 1000u}) {
            const std::string bytes = content(size, 3);
            QCOMPARE(decodeBase64(encodeBase64(bytes)).value(), bytes);
        }
        QVERIFY(!decodeBase64("Zg="));
        QVERIFY(!decodeBase64("Z*=="));
        QVERIFY(!decodeBase64("Zh==")); // bits that no byte holds
        QVERIFY(!decodeBase64("Zg=a"));
        QVERIFY(!decodeBase64("Zm9="));
    }

    void aFileIsSentOnce() {
        const fs::path file = put("a", content(3 << 20, 1));
        const fs::path same = put("b", content(3 << 20, 1));
        QVERIFY(m_client->files().send(file, {}).has_value());
        const auto first = m_link->sent.load();
        QVERIFY(first > (3 << 20));
        QVERIFY(m_client->files().send(file, {}).has_value());
        QVERIFY(m_client->files().send(same, {}).has_value());
        m_client.reset();
        start(); // another session on the same device
        QVERIFY(m_client->files().send(same, {}).has_value());
        QVERIFY2(m_link->sent < 10'000, std::to_string(m_link->sent).c_str());
        QCOMPARE(sha256OfFile(m_agents->blobs() / sha256Hex(content(3 << 20, 1))).value(),
                 sha256Hex(content(3 << 20, 1)));
    }

    void aChangedFileIsAnotherFile() {
        const auto one = m_client->files().send(put("a", content(1000, 1)), {});
        const auto two = m_client->files().send(put("a", content(1000, 2)), {});
        QVERIFY(one && two);
        QVERIFY(*one != *two);
    }

    void aCutUploadGoesOn() {
        const fs::path file = put("a", content(6 << 20, 4));
        m_link->up = 5 << 20;
        QVERIFY(m_client->files().send(file, {}).has_value());
        QVERIFY(m_link->opened >= 2);
        // Base64 makes 8 MiB of it; all again would be 13.
        QVERIFY2(m_link->sent < (11 << 20), std::to_string(m_link->sent).c_str());
    }

    void aSlowLinkIsNotADeadOne() {
        AgentEndpoint endpoint = m_agents->endpoint("two", m_link);
        endpoint.silence = 400ms;
        const auto slow = AgentClient::start(endpoint).value();
        const int links = m_link->opened;
        m_link->delayMs = 100; // a chunk of 128 KiB takes as long as an answer may
        QVERIFY(slow->files().send(put("a", content(1 << 20, 12)), {}).has_value());
        m_link->delayMs = 0;
        QCOMPARE(m_link->opened.load(), links);
    }

    void anUploadGoesOnWithTheNextAgent() {
        const fs::path file = put("a", content(6 << 20, 5));
        bool isKilled = false;
        m_client->setTransferSink([&](const Progress& progress) {
            if (progress.fraction > 0.6 && !std::exchange(isKilled, true))
                kill(m_agents->daemons().front(), SIGKILL);
        });
        QVERIFY(m_client->files().send(file, {}).has_value());
        m_client->setTransferSink({});
        QVERIFY(isKilled);
        QVERIFY2(m_link->sent < (11 << 20), std::to_string(m_link->sent).c_str());
        QVERIFY(fs::exists(m_agents->blobs() / sha256OfFile(file).value()));
        for (const auto& entry : fs::directory_iterator(m_agents->blobs()))
            QVERIFY2(entry.path().extension() != ".part", entry.path().c_str());
    }

    void aDamagedPartIsSentAgain() {
        const fs::path file = put("a", content(2 << 20, 6));
        const std::string hash = sha256OfFile(file).value();
        fs::create_directories(m_agents->blobs());
        std::ofstream(m_agents->blobs() / (hash + ".part")) << content(1 << 20, 7);
        QVERIFY(m_client->files().send(file, {}).has_value());
        QCOMPARE(sha256OfFile(m_agents->blobs() / hash).value(), hash);
    }

    void whatACommandMakesIsFetchedOverACut() {
        const fs::path file = put("in", content(3 << 20, 8));
        ExecRequest request;
        request.arguments = {"/bin/sh", "-c", "cat in in > out"};
        request.files = {{"in", file}};
        request.outputs = {{"out", path("out")}};
        QVERIFY(m_client->files().send(file, {}).has_value());
        m_link->down = 4 << 20;
        const auto report = m_client->exec(request, {});
        QVERIFY2(report.has_value(), report ? "" : report.error().text().c_str());
        QVERIFY(m_link->opened >= 2);
        QCOMPARE(sha256OfFile(path("out")).value(),
                 sha256Hex(content(3 << 20, 8) + content(3 << 20, 8)));
        QVERIFY(!fs::exists(path("out.part")));
    }

    void aFileBeyondTheLimitIsRefusedAndLeavesNothing() {
        m_client.reset();
        m_agents->environment = {"METAINFER_CACHE_LIMIT_MB=1"};
        start();
        const auto refused = m_client->files().send(put("a", content(2 << 20, 9)), {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::NoSpace);
        QVERIFY(refused.error().hint.find("METAINFER_CACHE_LIMIT_MB") != std::string::npos);
        QVERIFY(!fs::exists(m_agents->blobs()) || fs::is_empty(m_agents->blobs()));
    }

    void aFullDiskIsSaidInBytes() {
        const fs::path cache = path("cache");
        fs::create_directories(cache);
        if (mount("none", cache.c_str(), "tmpfs", 0, "size=1m") != 0)
            QSKIP("a full disk needs root, to mount a small one");
        const auto refused = m_client->files().send(put("a", content(3 << 20, 10)), {});
        std::vector<fs::path> left;
        for (const auto& entry : fs::recursive_directory_iterator(cache))
            if (entry.is_regular_file())
                left.push_back(entry.path());
        umount2(cache.c_str(), MNT_DETACH);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::NoSpace);
        QVERIFY(refused.error().message.find("3145728 bytes are needed") != std::string::npos);
        QVERIFY(left.empty());
    }

    void noPermissionIsSaidWithTheFolder() {
        const fs::path cache = path("cache");
        fs::create_directories(cache);
        // Root may write to any folder, but to none that is mounted for reading.
        const bool isMounted =
            getuid() == 0 && mount("none", cache.c_str(), "tmpfs", MS_RDONLY, "size=1m") == 0;
        if (getuid() == 0 && !isMounted)
            QSKIP("root may write everywhere where it may not mount");
        fs::permissions(cache, fs::perms::owner_read | fs::perms::owner_exec, m_ignored);
        const auto refused = m_client->files().send(put("a", content(2 << 20, 11)), {});
        if (isMounted)
            umount2(cache.c_str(), MNT_DETACH);
        fs::permissions(cache, fs::perms::owner_all, m_ignored);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::PermissionDenied);
        QVERIFY(refused.error().message.find(cache.string()) != std::string::npos);
        QVERIFY(refused.error().hint.find("METAINFER_CACHE") != std::string::npos);
    }

    void externalFilesAreFound() {
        QCOMPARE(externalFilesOf(put("no-model", "hello")).value().size(), std::size_t{0});
        QVERIFY(!externalFilesOf(path("nowhere")));
        affineModel().save(path("plain.onnx"));
        QVERIFY(externalFilesOf(path("plain.onnx")).value().empty());
        // ModelProto{graph{initializer{name, external_data{key, value}}}}
        const auto field = [](int number, const std::string& bytes) {
            return std::string{static_cast<char>(number << 3 | 2),
                               static_cast<char>(bytes.size())} +
                   bytes;
        };
        const std::string tensor =
            field(8, "w") + field(13, field(1, "location") + field(2, "weights.bin"));
        put("external.onnx", field(7, field(5, tensor)));
        QCOMPARE(externalFilesOf(path("external.onnx")).value(),
                 std::vector<std::string>{"weights.bin"});
    }
};

QTEST_GUILESS_MAIN(TestAgentTransfer)
#include "tst_agent_transfer.moc"
